"""The statistics of Magnetmen: types on a board, their squares, groups and powers."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from generator.analysis.stats import (
    Key,
    Measure,
    RollEstimate,
    Statistics,
    Sums,
    histograms,
    interval_chart,
    mean_estimate,
    share_estimate,
)
from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board
from generator.languages import load_language, localized
from generator.layout.text import without_markup

MEASURES = {
    "types": Measure("Types on a board", "", "types", charts=histograms),
    "boards": Measure("Boards with the type", "type", charts=interval_chart),
    "squares": Measure(
        "Squares of the type", "type", form=",.2f", charts=interval_chart,
        note="The mean over boards that have the type.",
    ),
    "power": Measure(
        "Powers", "type", "power", charts=interval_chart,
        note="How often each power of a type is rolled, on boards that have the type.",
    ),
    "group": Measure(
        "Largest group of the type", "type", form=",.2f", charts=interval_chart,
        note="Squares in the largest group, in the mean over boards that have the type.",
    ),
    "group_n": Measure(
        "Largest groups of all types", "", "squares in the group", charts=histograms,
        has_table=False,
    ),
}  # fmt: skip


def counting(definition: MagnetmenDefinition) -> Callable[[Board], Iterator[Key]]:
    """The function that counts a board. In its keys, types are named by their index in
    definition.pieces, powers by their index among the type's powers."""
    indexes = {name: index for index, name in enumerate(type_names(definition))}

    def count(board: Board) -> Iterator[Key]:
        yield "types", len(board.types)
        groups = filling.largest_groups(board.squares, board.size.columns)
        for kind, group in zip(board.types, groups, strict=True):
            index = indexes[f"{kind.set_name}/{kind.piece.key}"]
            yield "squares", index, kind.count
            yield "group", index, group
            yield "power", index, kind.variant

    return count


def estimate(
    definition: MagnetmenDefinition, size: str, sums: Sums, seeds: int
) -> list[RollEstimate]:
    """All estimates from the sums over boards of that size, measure by measure."""
    names = type_names(definition)
    numbers = {key[1]: count for key, count in sums.items() if key[0] == "types"}

    def values(measure: str) -> list[Counter[int]]:
        """For each type, how many boards have each value of a measure."""
        counters: list[Counter[int]] = [Counter() for _ in names]
        for (name, *key), count in sums.items():
            if name == measure:
                counters[key[0]][key[1]] += count
        return counters

    squares, groups = values("squares"), values("group")
    all_groups = sum(groups, Counter())
    return [
        *(
            share_estimate("types", ("all", str(number)), numbers[number], seeds)
            for number in sorted(numbers)
        ),
        *(
            share_estimate("boards", (name, ""), of_type.total(), seeds)
            for name, of_type in zip(names, squares, strict=True)
        ),
        *(
            mean_estimate("squares", (name, ""), of_type)
            for name, of_type in zip(names, squares, strict=True)
        ),
        *_powers(definition, names, values("power")),
        *(
            mean_estimate("group", (name, ""), of_type)
            for name, of_type in zip(names, groups, strict=True)
        ),
        *(
            share_estimate("group_n", ("all", str(size)), all_groups[size], all_groups.total())
            for size in range(1, max(all_groups, default=0) + 1)
        ),
    ]


def _powers(
    definition: MagnetmenDefinition, names: Sequence[str], counters: Sequence[Counter[int]]
) -> Iterator[RollEstimate]:
    """The powers of the types that have more than one."""
    english = load_language("en")
    for piece, name, counts in zip(definition.pieces, names, counters, strict=True):
        for number, power in enumerate(piece.powers if len(piece.powers) > 1 else ()):
            text = without_markup(power.sentence(piece, english))
            yield share_estimate("power", (name, text), counts[number], counts.total())


def type_names(definition: MagnetmenDefinition) -> list[str]:
    """The names of all types in the order of definition.pieces: SET/TYPE, as those of two sets may
    be called the same."""
    return [each.name for each in definition.possible]


def printed_type_names(definition: MagnetmenDefinition) -> dict[str, str]:
    """The English names of types by SET/TYPE; those that two sets share have their set behind
    them."""
    keys = type_names(definition)
    names = [localized(piece.name, "en") for piece in definition.pieces]
    return {
        key: name if names.count(name) == 1 else f"{name} ({key.partition('/')[0]})"
        for key, name in zip(keys, names, strict=True)
    }


STATISTICS = Statistics(counting, estimate, printed_type_names, MEASURES)
