"""The statistics of Magnetmen: types on a board, their squares, groups and powers."""

from collections import Counter
from collections.abc import Callable, Iterator

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
from generator.games.magnetmen.roll import Board, room
from generator.languages import load_language, localized
from generator.layout.text import without_markup

RARE_BOARDS = 0.05
"""A type on a smaller share of the boards is rare, unless RARE_FAIR_SHARE says otherwise."""

RARE_FAIR_SHARE = 0.25
"""A type with this part of its fair share of the boards is not rare."""

RARE_POWER = 0.02
"""A power on a smaller share of the boards of its type is rare."""

ALWAYS_FULL = 0.9
"""A type that is full on this share of its boards hardly ever has another number of squares."""

MEASURES = {
    "types": Measure("Types on a board", "", "types", charts=histograms),
    "boards": Measure("Boards with the type", "type", charts=interval_chart, is_complete=True),
    "squares": Measure(
        "Squares of the type", "type", form=",.2f", charts=interval_chart,
        note="The mean over boards that have the type.",
    ),
    "full": Measure("Boards with its max, or the largest share", "type", "which is"),
    "power": Measure(
        "Powers", "type", "power", charts=interval_chart, is_complete=True,
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
    names, squares = type_names(definition), definition.boards.sizes[size].squares
    numbers = {key[1]: count for key, count in sums.items() if key[0] == "types"}

    def values(measure: str, index: int) -> Counter[int]:
        """How many boards have each value of a measure of a type."""
        keys = (key for key in sums if key[:2] == (measure, index))
        return Counter({key[2]: sums[key] for key in keys})

    counted = [(name, values("squares", index)) for index, name in enumerate(names)]
    boards = [of_type.total() for _, of_type in counted]
    rare = min(RARE_BOARDS, RARE_FAIR_SHARE * sum(boards) / seeds / len(boards))
    groups = [values("group", index) for index in range(len(names))]
    all_groups = sum(groups, Counter())
    rows = [
        share_estimate("types", ("all", str(number)), numbers[number], seeds)
        for number in sorted(numbers)
    ]
    for name, count in zip(names, boards, strict=True):
        row = share_estimate("boards", (name, ""), count, seeds)
        # On few boards even a common type may be missing: the whole interval must lie below.
        flag = ("rare" if count else "never") if row.high is not None and row.high < rare else ""
        rows.append(row._replace(flag=flag))
    rows += [mean_estimate("squares", (name, ""), of_type) for name, of_type in counted]
    limit = definition.boards.most_of_a_type(squares)
    for piece, (name, of_type) in zip(definition.pieces, counted, strict=True):
        least, most = room(piece, squares, limit)
        full = sum(count for value, count in of_type.items() if value >= most)
        which = "its max" if most == piece.max else "the largest share"
        row = share_estimate("full", (name, f"{which}, {most}"), full, of_type.total())
        always = least < most and row.low is not None and row.low >= ALWAYS_FULL
        rows.append(row._replace(flag="always" if always else ""))
    for index, name in enumerate(names):
        rows += _powers(definition, index, name, values("power", index))
    rows += [
        mean_estimate("group", (name, ""), of_type)
        for name, of_type in zip(names, groups, strict=True)
    ]
    total = all_groups.total()
    for number in range(1, max(all_groups, default=0) + 1):
        rows.append(share_estimate("group_n", ("all", str(number)), all_groups[number], total))
    return rows


def _powers(
    definition: MagnetmenDefinition, index: int, name: str, counts: Counter[int]
) -> Iterator[RollEstimate]:
    """The powers of a type that has more than one."""
    piece, english = definition.pieces[index], load_language("en")
    if len(piece.powers) == 1:
        return
    total = sum(power.weight for power in piece.powers)
    for number, power in enumerate(piece.powers):
        text = without_markup(power.sentence(piece, english))
        row = share_estimate("power", (name, text), counts[number], counts.total())
        # On few boards a power may be missing: the whole interval must lie below.
        is_never = not power.weight or (row.high is not None and row.high < RARE_POWER)
        is_rare = max(row.value, power.weight / total) < RARE_POWER
        flag = "rare" if is_rare and counts[number] else ""
        yield row._replace(flag="never" if is_never and not counts[number] else flag)


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
