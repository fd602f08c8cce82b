"""The statistics of Magnetmen: types, their squares and powers, pairs, neighbours, groups.

Counted for each board: the types on it; for each type its squares, pairs of neighbouring squares
that both have it, and its largest group; the power that was rolled for it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import combinations

from generator.analysis import estimates
from generator.analysis.results import Estimate, Key, Measure, Results, Statistics, Sums
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
    type_names,
)
from generator.languages import Language, load_language
from generator.layout.report import Report

RARE_BOARDS = 0.05  # a type on fewer of the boards is rare, unless that is
FAIR_PART = 0.25  # so large a part of its fair share of them
RARE_POWER = 0.02  # of the boards that have its type
ALWAYS_FULL = 0.9  # of its boards: a type hardly ever has another number of squares
_NOTHING = 1e-9  # what is left of a sum of chances that add up to 1

MEASURES = {
    "types": Measure("", "types", share=True),
    "boards": Measure("type", share=True),
    "squares": Measure("type"),
    "full": Measure("type", "which is", share=True),
    "power": Measure("type", "power", share=True),
    "pair": Measure("types", share=True, most=6),
    "neighbours": Measure("type"),
    "group": Measure("type"),
}


def is_deterministic(definition: MagnetmenDefinition) -> bool:
    """Never: squares are always shuffled."""
    return False


def counting(definition: MagnetmenDefinition) -> Callable[[Board], Iterator[Key]]:
    """What is counted of a board. Types are named by their place in definition.pieces, powers by
    their place among the type's outcomes, -1 for one that is not among them."""
    places = {name: at for at, name in enumerate(type_names(definition))}
    known = [{key: at for at, key in enumerate(outcomes(p))} for p in definition.pieces]
    closed = {
        id(power): known[at][power_key(power)]
        for at, piece in enumerate(definition.pieces)
        for power in piece.powers
        if not power.is_open()
    }

    def power_of(at: int, power: Power) -> int:
        if (place := closed.get(id(power))) is not None:
            return place
        return known[at].get(power_key(power), -1)

    def count(board: Board) -> Iterator[Key]:
        columns = board.size.columns
        types = [places[f"{kind.set_name}/{kind.piece.key}"] for kind in board.types]
        yield "choice", tuple(types)
        pairs = _pairs(board.squares, columns)
        groups = filling.largest_groups(board.squares, columns)
        for number, (at, kind) in enumerate(zip(types, board.types, strict=True)):
            yield "type", at, kind.count, pairs[number], groups[number]
            yield "power", at, power_of(at, kind.power)

    return count


def _pairs(cells: tuple[int, ...], columns: int) -> Counter[int]:
    """How many pairs of neighbours are of one type, by type."""
    return Counter(
        cells[one] for one, other in _borders(columns, len(cells)) if cells[one] == cells[other]
    )


@lru_cache
def _borders(columns: int, cells: int) -> tuple[tuple[int, int], ...]:
    """Every two squares that lie side by side."""
    return tuple(
        (one, other)
        for one in range(cells)
        for other in filling.neighbours(one, columns, cells)
        if one < other
    )


def rows(definition: MagnetmenDefinition, size: str, sums: Sums, seeds: int) -> list[Estimate]:
    """All figures of boards of that size."""
    return _Figures(definition, definition.boards.sizes[size], sums, seeds).rows()


class _Figures:
    """The sums, seen from several sides."""

    def __init__(self, definition: MagnetmenDefinition, size: BoardSize, sums: Sums, seeds: int):
        self.definition, self.size, self.seeds = definition, size, seeds
        self.names = type_names(definition)
        self.chances = Chances(definition, size.squares)
        self.known = self.chances.expected_squares()
        self.choices = {key[1]: count for key, count in sums.items() if key[0] == "choice"}
        self.powers = {key[1:]: count for key, count in sums.items() if key[0] == "power"}
        self.seen: list[dict[tuple[int, int, int], int]] = [{} for _ in self.names]
        for (name, *key), count in sums.items():
            if name == "type":
                self.seen[key[0]][tuple(key[1:])] = count
        self.boards = [sum(each.values()) for each in self.seen]

    def rows(self) -> list[Estimate]:
        every = range(len(self.names))
        groups = [row for at in every for row in self._group(at)]
        return [
            *self._types(),
            *(self._boards(at) for at in every),
            *self._squares(),
            *(row for at in every for row in self._distribution(at)),
            *(self._full(at) for at in every),
            *(row for at in every for row in self._power(at)),
            *(self._pair(*pair) for pair in combinations(every, 2)),
            *(self._neighbours(at) for at in every),
            *groups,
            *self._sizes(),
        ]

    def _types(self) -> Iterator[Estimate]:
        found = Counter()
        for choice, count in self.choices.items():
            found[len(choice)] += count
        for number, likely in sorted(self.chances.numbers.items()):
            names = "all", str(number)
            yield estimates.share("types", names, found[number], self.seeds, likely)

    def _boards(self, at: int) -> Estimate:
        names, boards = (self.names[at], ""), self.boards[at]
        row = estimates.share("boards", names, boards, self.seeds, self.chances.together(at))
        fair = sum(self.boards) / self.seeds / len(self.boards)
        # Of few boards even a common type may be on none: the whole interval must lie below.
        rare = row.high < min(RARE_BOARDS, FAIR_PART * fair)
        return row._replace(flag="" if not rare else "rare" if boards else "never")

    def _squares(self) -> Iterator[Estimate]:
        expected = self._expected()
        for at, name in enumerate(self.names):
            values = Counter()
            for (count, _, _), boards in self.seen[at].items():
                values[count] += boards
            yield estimates.mean("squares", (name, ""), values, *expected[at])

    def _expected(self) -> list[tuple[float | None, float]]:
        """The mean squares of each type, and the standard error of what is seen. Where choices are
        too many to go through, this holds for those that were rolled: only the rounding to whole
        squares is left to chance."""
        if self.known is not None:
            roots = [max(1, boards) ** 0.5 for boards in self.boards]
            pairs = zip(self.known, roots, strict=True)
            return [(known.mean, known.deviation / root) for known, root in pairs]
        total, variance = [0.0] * len(self.names), [0.0] * len(self.names)
        for choice, count in sorted(self.choices.items()):
            for at, share in zip(choice, self.chances.shares(choice), strict=True):
                total[at] += count * share
                variance[at] += count * rounding_variance(share)
        return [
            (total[at] / boards, variance[at] ** 0.5 / boards) if boards else (None, 0.0)
            for at, boards in enumerate(self.boards)
        ]

    def _full(self, at: int) -> Estimate:
        """On how many of its boards a type has its max, or the largest share if that is less."""
        piece, squares = self.definition.pieces[at], self.size.squares
        limit = self.definition.boards.most_of_a_type(squares)
        least, most = room(piece, squares, limit)
        boards = sum(seen for (count, _, _), seen in self.seen[at].items() if count >= most)
        which = "its max" if most == piece.max else "the largest share"
        names = self.names[at], f"{which}, {most}"
        expected = self.known[at].full if self.known else None
        row = estimates.share("full", names, boards, self.boards[at], expected)
        return row._replace(flag="always" if least < most and row.low >= ALWAYS_FULL else "")

    def _distribution(self, at: int) -> Iterator[Estimate]:
        yield from self._shares("squares_n", self.names[at], at, 0)

    def _shares(self, measure: str, name: str, at: int, part: int) -> Iterator[Estimate]:
        """How often a type has so many squares, or so large a group."""
        found = Counter()
        for key, boards in self.seen[at].items():
            found[key[part]] += boards
        for value in sorted(found):
            names = name, str(value)
            yield estimates.share(measure, names, found[value], self.boards[at], None)

    def _power(self, at: int) -> Iterator[Estimate]:
        """Only of types that have several."""
        piece, english = self.definition.pieces[at], load_language("en")
        known = list(outcomes(piece).values())
        left = 1 - sum(outcome.chance for outcome in known)
        if len(known) == 1 and left < _NOTHING:
            return
        for number, outcome in enumerate(known):
            count = self.powers.get((at, number), 0)
            text = plain(outcome.power.sentence(piece, english))
            row = self._power_row(at, text, count, outcome.chance)
            yield row._replace(flag=_flag(count, row, outcome))
        if left >= _NOTHING:
            yield self._power_row(at, OTHER_OUTCOMES, self.powers.get((at, -1), 0), left)

    def _power_row(self, at: int, text: str, count: int, chance: float) -> Estimate:
        return estimates.share("power", (self.names[at], text), count, self.boards[at], chance)

    def _pair(self, one: int, other: int) -> Estimate:
        boards = sum(
            count for choice, count in self.choices.items() if one in choice and other in choice
        )
        names = f"{self.names[one]} + {self.names[other]}", ""
        chance = self.chances.together(one, other)
        return estimates.share("pair", names, boards, self.seeds, chance)

    def _neighbours(self, at: int) -> Estimate:
        """The random fill has the same counts. What is expected of it is no yardstick of faults:
        the filling avoids large groups, so it has fewer."""
        borders = len(_borders(self.size.columns, self.size.squares))
        values, chance = Counter(), 0.0
        for (count, pairs, _), boards in self.seen[at].items():
            values[pairs] += boards
            chance += boards * borders * count * (count - 1)
        squares = self.size.squares
        expected = chance / (squares * (squares - 1)) / max(1, self.boards[at])
        row = estimates.mean("neighbours", (self.names[at], ""), values)
        return row._replace(expected=expected)

    def _group(self, at: int) -> Iterator[Estimate]:
        values = Counter()
        for (_, _, largest), boards in self.seen[at].items():
            values[largest] += boards
        yield estimates.mean("group", (self.names[at], ""), values)

    def _sizes(self) -> Iterator[Estimate]:
        """How large the largest groups are, whatever the type."""
        found = Counter()
        for each in self.seen:
            for (_, _, largest), boards in each.items():
                found[largest] += boards
        for size in range(1, max(found) + 1):
            names = "all", str(size)
            yield estimates.share("group_n", names, found[size], sum(found.values()), None)


def _flag(count: int, row: Estimate, outcome: Outcome) -> str:
    """Of a variant with many open numbers, each outcome may well be rare; of few boards a power may
    be on none."""
    if not count:
        certain = outcome.chance == 0 or row.high < RARE_POWER
        return "never" if certain and outcome.chance in (0, outcome.variant_chance) else ""
    return "rare" if max(row.seen, outcome.variant_chance) < RARE_POWER else ""


def plain(markup: str) -> str:
    """A power's text without markup."""
    text = markup.replace("**", "").replace("\u00a0", " ")
    return text.replace(" [points]", "").replace("[points]", "points")


def _report(results: Results, language: Language) -> Report:
    from generator.games.magnetmen.statistics.report import report

    return report(results, language)


STATISTICS = Statistics(is_deterministic, counting, rows, _report, MEASURES)
