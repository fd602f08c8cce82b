"""The statistics of Magnetmen: types, their squares and powers, pairs, neighbours, groups.

What is counted for each board: the types on it; for each type its squares, the pairs of
neighbouring squares that both have it, its largest group, and the power that was rolled for it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from generator.analysis import estimates
from generator.analysis.results import Key, Measure, RollEstimate, Statistics, Sums
from generator.analysis.statistics_report import heat_map, histograms, interval_chart, pair_map
from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import BoardSize, MagnetmenDefinition
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import Board, room
from generator.games.magnetmen.statistics.chances import Chances, rounding_variance
from generator.games.magnetmen.statistics.outcomes import (
    OTHER_OUTCOMES,
    Outcome,
    outcomes,
    power_key,
    printed_type_names,
    type_names,
)
from generator.languages import load_language
from generator.layout.text import without_markup

RARE_BOARDS = 0.05
"""A type on a smaller share of the boards is rare, unless RARE_FAIR_SHARE says otherwise."""

RARE_FAIR_SHARE = 0.25
"""A type with this part of its fair share of the boards is not rare."""

RARE_POWER = 0.02
"""A power on a smaller share of the boards of its type is rare."""

ALWAYS_FULL = 0.9
"""A type that is full on this share of its boards hardly ever has another number of squares."""

_ROUNDING_ERROR = 1e-9  # of chances that add up to 1
_OTHER = -1  # in place of the index of a power that is not among the outcomes

MEASURES = {
    "types": Measure("Types on a board", "", "types", charts=histograms),
    "boards": Measure(
        "Boards with the type", "type", charts=interval_chart, is_complete=True
    ),
    "squares": Measure(
        "Squares of the type", "type", form=",.2f", charts=interval_chart,
        note="The mean over boards that have the type.",
    ),
    "squares_n": Measure(
        "How many squares", "type", "squares", charts=heat_map, has_table=False,
        note="Of the boards with the type, the share on which it has that many squares.",
    ),
    "full": Measure("Boards with its max, or the largest share", "type", "which is"),
    "power": Measure(
        "Powers", "type", "power", charts=interval_chart, is_complete=True,
        note="How often each power of a type is rolled, on boards that have the type.",
    ),
    "pair": Measure(
        "Types together", "types", charts=pair_map, extremes=6,
        note="Boards that have both types. Some pairs are likelier than others because of the "
        "number of types on a board, types that are always there, minima and maxima; what is "
        "expected takes all of that into account. The table has the pairs furthest from it.",
    ),
    "neighbours": Measure(
        "Pairs of equal neighbours", "type", form=",.2f", charts=interval_chart,
        note="Expected is a purely random fill. The filling avoids large blocks of one type, so "
        "there are slightly fewer.",
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


def is_deterministic(definition: MagnetmenDefinition) -> bool:
    """Never: squares are always shuffled."""
    return False


def counting(definition: MagnetmenDefinition) -> Callable[[Board], Iterator[Key]]:
    """The function that counts a board.

    In its keys, types are named by their index in definition.pieces, powers by their index among
    the type's outcomes, or _OTHER.
    """
    type_indexes = {name: index for index, name in enumerate(type_names(definition))}
    outcome_indexes = [
        {key: index for index, key in enumerate(outcomes(piece))} for piece in definition.pieces
    ]
    fixed_powers = {
        id(power): outcome_indexes[index][power_key(power)]
        for index, piece in enumerate(definition.pieces)
        for power in piece.powers
        if not power.is_open()
    }

    def power_index(type_index: int, power: Power) -> int:
        if (index := fixed_powers.get(id(power))) is not None:
            return index
        return outcome_indexes[type_index].get(power_key(power), _OTHER)

    def count(board: Board) -> Iterator[Key]:
        columns = board.size.columns
        types = [type_indexes[f"{kind.set_name}/{kind.piece.key}"] for kind in board.types]
        yield "choice", tuple(types)
        pairs = _pairs(board.squares, columns)
        groups = filling.largest_groups(board.squares, columns)
        for number, (index, kind) in enumerate(zip(types, board.types, strict=True)):
            yield "type", index, kind.count, pairs[number], groups[number]
            yield "power", index, power_index(index, kind.power)

    return count


def _pairs(squares: tuple[int, ...], columns: int) -> Counter[int]:
    """The number of pairs of neighbours of one type, by type."""
    borders = _borders(columns, len(squares))
    return Counter(squares[one] for one, other in borders if squares[one] == squares[other])


@lru_cache
def _borders(columns: int, squares: int) -> tuple[tuple[int, int], ...]:
    """Every two squares that lie side by side."""
    return tuple(
        (one, other)
        for one in range(squares)
        for other in filling.neighbours(one, columns, squares)
        if one < other
    )


def estimate(
    definition: MagnetmenDefinition, size: str, sums: Sums, seeds: int
) -> list[RollEstimate]:
    """All estimates from the sums over boards of that size."""
    return _Estimator(definition, definition.boards.sizes[size], sums, seeds).estimates()


class _Estimator:
    """Estimates from the sums over the boards of many seeds. Types are named by their index."""

    def __init__(self, definition: MagnetmenDefinition, size: BoardSize, sums: Sums, seeds: int):
        self.definition, self.size, self.seeds = definition, size, seeds
        self.names = type_names(definition)
        self.chances = Chances(definition, size.squares)
        self.expected_squares = self.chances.expected_squares()
        self.choices = {key[1]: count for key, count in sums.items() if key[0] == "choice"}
        self.powers = {key[1:]: count for key, count in sums.items() if key[0] == "power"}
        # For each type, how many boards have it with these squares, pairs, and largest group.
        self.boards_by_layout: list[dict[tuple[int, int, int], int]] = [{} for _ in self.names]
        for (name, *key), count in sums.items():
            if name == "type":
                index, squares, pairs, group = key
                self.boards_by_layout[index][squares, pairs, group] = count
        self.boards = [sum(boards.values()) for boards in self.boards_by_layout]

    def estimates(self) -> list[RollEstimate]:
        indexes = range(len(self.names))
        return [
            *self._types(),
            *(self._boards(index) for index in indexes),
            *self._squares(),
            *(row for index in indexes for row in self._shares("squares_n", index, 0)),
            *(self._full(index) for index in indexes),
            *(row for index in indexes for row in self._power(index)),
            *(self._pair(*pair) for pair in combinations(indexes, 2)),
            *(self._neighbours(index) for index in indexes),
            *(self._group(index) for index in indexes),
            *self._group_sizes(),
        ]

    def _types(self) -> Iterator[RollEstimate]:
        boards: Counter[int] = Counter()
        for choice, count in self.choices.items():
            boards[len(choice)] += count
        for number, chance in sorted(self.chances.numbers.items()):
            names = "all", str(number)
            yield estimates.share("types", names, boards[number], self.seeds, chance)

    def _boards(self, index: int) -> RollEstimate:
        names, boards = (self.names[index], ""), self.boards[index]
        row = estimates.share("boards", names, boards, self.seeds, self.chances.together(index))
        fair_share = sum(self.boards) / self.seeds / len(self.boards)
        # On few boards even a common type may be missing: the whole interval must lie below.
        if _high(row) >= min(RARE_BOARDS, RARE_FAIR_SHARE * fair_share):
            return row
        return row._replace(flag="rare" if boards else "never")

    def _squares(self) -> Iterator[RollEstimate]:
        expected = self._expected_means()
        for index, name in enumerate(self.names):
            mean, error = expected[index]
            yield estimates.mean("squares", (name, ""), self._values(index, 0), mean, error)

    def _values(self, index: int, part: int) -> Counter[int]:
        """The boards of a type by its squares (part 0), pairs (1) or largest group (2)."""
        values: Counter[int] = Counter()
        for layout, boards in self.boards_by_layout[index].items():
            values[layout[part]] += boards
        return values

    def _expected_means(self) -> list[tuple[float | None, float]]:
        """The expected mean squares of each type, with the standard error of the mean in the
        sample.

        If there are too many choices to go through, both are for the choices that were rolled. Then
        only the rounding to whole squares is random.
        """
        if self.expected_squares is not None:
            roots = [max(1, boards) ** 0.5 for boards in self.boards]
            pairs = zip(self.expected_squares, roots, strict=True)
            return [(expected.mean, expected.deviation / root) for expected, root in pairs]
        total, variance = [0.0] * len(self.names), [0.0] * len(self.names)
        for choice, count in sorted(self.choices.items()):
            for index, share in zip(choice, self.chances.shares(choice), strict=True):
                total[index] += count * share
                variance[index] += count * rounding_variance(share)
        return [
            (total[index] / boards, variance[index] ** 0.5 / boards) if boards else (None, 0.0)
            for index, boards in enumerate(self.boards)
        ]

    def _full(self, index: int) -> RollEstimate:
        """On how many of its boards a type has its max, or the largest share if that is less."""
        piece, squares = self.definition.pieces[index], self.size.squares
        limit = self.definition.boards.most_of_a_type(squares)
        least, most = room(piece, squares, limit)
        values = self._values(index, 0)
        boards = sum(count for value, count in values.items() if value >= most)
        which = "its max" if most == piece.max else "the largest share"
        names = self.names[index], f"{which}, {most}"
        expected = self.expected_squares[index].full if self.expected_squares else None
        row = estimates.share("full", names, boards, self.boards[index], expected)
        always = least < most and _low(row) >= ALWAYS_FULL
        return row._replace(flag="always" if always else "")

    def _shares(self, measure: str, index: int, part: int) -> Iterator[RollEstimate]:
        """How often a type has each number of squares, or another part of its layout."""
        values = self._values(index, part)
        for value in sorted(values):
            names = self.names[index], str(value)
            yield estimates.share(measure, names, values[value], self.boards[index], None)

    def _power(self, index: int) -> Iterator[RollEstimate]:
        """The powers of a type that has more than one."""
        piece, english = self.definition.pieces[index], load_language("en")
        piece_outcomes = list(outcomes(piece).values())
        other_chance = 1 - sum(outcome.chance for outcome in piece_outcomes)
        if len(piece_outcomes) == 1 and other_chance < _ROUNDING_ERROR:
            return
        for number, outcome in enumerate(piece_outcomes):
            count = self.powers.get((index, number), 0)
            text = without_markup(outcome.power.sentence(piece, english))
            row = self._power_share(index, text, count, outcome.chance)
            yield row._replace(flag=_flag(count, row, outcome))
        if other_chance >= _ROUNDING_ERROR:
            count = self.powers.get((index, _OTHER), 0)
            yield self._power_share(index, OTHER_OUTCOMES, count, other_chance)

    def _power_share(self, index: int, text: str, count: int, chance: float) -> RollEstimate:
        return estimates.share(
            "power", (self.names[index], text), count, self.boards[index], chance
        )

    def _pair(self, one: int, other: int) -> RollEstimate:
        boards = sum(
            count for choice, count in self.choices.items() if one in choice and other in choice
        )
        names = f"{self.names[one]} + {self.names[other]}", ""
        chance = self.chances.together(one, other)
        return estimates.share("pair", names, boards, self.seeds, chance)

    def _neighbours(self, index: int) -> RollEstimate:
        """The pairs of neighbours of one type, compared with squares in random order.

        A difference is no error: the filling avoids large groups, so there are fewer pairs.
        """
        borders = len(_borders(self.size.columns, self.size.squares))
        pairs_in_random_order = 0.0
        for (count, _, _), boards in self.boards_by_layout[index].items():
            pairs_in_random_order += boards * borders * count * (count - 1)
        squares = self.size.squares
        expected = pairs_in_random_order / (squares * (squares - 1)) / max(1, self.boards[index])
        row = estimates.mean("neighbours", (self.names[index], ""), self._values(index, 1))
        return row._replace(expected=expected)

    def _group(self, index: int) -> RollEstimate:
        return estimates.mean("group", (self.names[index], ""), self._values(index, 2))

    def _group_sizes(self) -> Iterator[RollEstimate]:
        """The sizes of the largest groups of all types."""
        sizes: Counter[int] = Counter()
        for index in range(len(self.names)):
            sizes += self._values(index, 2)
        for size in range(1, max(sizes) + 1):
            names = "all", str(size)
            yield estimates.share("group_n", names, sizes[size], sum(sizes.values()), None)


def _low(row: RollEstimate) -> float:
    """The low end of a share's interval, which every share has."""
    assert row.low is not None, row
    return row.low


def _high(row: RollEstimate) -> float:
    """The high end of a share's interval, which every share has."""
    assert row.high is not None, row
    return row.high


def _flag(count: int, row: RollEstimate, outcome: Outcome) -> str:
    """The flag of a power.

    Each outcome of a variant with many open numbers may well be rare, and on few boards a power may
    be missing: neither has a flag.
    """
    if not count:
        certain = outcome.chance == 0 or _high(row) < RARE_POWER
        return "never" if certain and outcome.chance in (0, outcome.variant_chance) else ""
    return "rare" if max(row.value, outcome.variant_chance) < RARE_POWER else ""


STATISTICS = Statistics(is_deterministic, counting, estimate, printed_type_names, MEASURES)
