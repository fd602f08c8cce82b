"""What a Magnetmen definition leads one to expect of the types on a board.

Input: a definition and a number of squares. Output: how likely types are on a board, alone and
together, exactly; and how many squares they have there, exactly where the choices of types can be
gone through. As in `roll`: first the number of types, each as likely; then one of all choices of
so many that have a type of each set and can fill the board, within the largest share of a type if
any of them can.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import bounds, limit_on, room

MAX_CHOICES = 20_000  # a second's worth
MAX_WORK = 15_000  # where minima and maxima matter


class Squares(NamedTuple):
    """How many squares a type has on a board that has it: mean and standard deviation; and how
    likely it has its max, or the largest share if that is less."""

    mean: float
    deviation: float
    full: float


class _Candidate(NamedTuple):
    """A type as far as it matters for the choice: its set, whether it is always there, the least
    and the most squares it may have."""

    of_set: int
    always: bool
    low: int
    high: int


def rounding(share: float) -> float:
    """The variance of a share that is rounded up as often as its fraction says, else down."""
    fraction = share % 1
    return fraction * (1 - fraction)


def reaching(share: float, most: int) -> float:
    """How likely a share that is rounded so comes to that many squares or more."""
    return max(0.0, min(1.0, share - most + 1))


class Chances:
    """The chances of types, each named by its place in definition.pieces."""

    def __init__(self, definition: MagnetmenDefinition, squares: int):
        fewest, most, _ = definition.types_on_board()
        self.definition, self.squares = definition, squares
        self._pieces = definition.pieces
        numbers = [min(n, len(self._pieces)) for n in range(fewest, most + 1)]
        self.numbers = {n: numbers.count(n) / len(numbers) for n in numbers}
        self._choices = {n: _choices(definition, squares, n) for n in self.numbers}

    def together(self, *types: int) -> float | None:
        """How likely all these are on a board; None where it would take too long to count."""
        if any(each.takes_long(len(types)) for each in self._choices.values()):
            return None
        return sum(
            # Where there is no way at all, nothing can be rolled either.
            likely * self._choices[n].ways(*types) / max(1, self._choices[n].ways())
            for n, likely in self.numbers.items()
        )

    def squares_of(self) -> list[Squares] | None:
        """How many squares each type has on a board that has it. None where there are too many
        choices to go through, or some type is on no board."""
        if sum(each.at_most for each in self._choices.values()) > MAX_CHOICES:
            return None
        limit = self.definition.boards.most_of_a_type(self.squares)
        most = [room(piece, self.squares, limit)[1] for piece in self._pieces]
        chance, total, square, full = ([0.0] * len(self._pieces) for _ in range(4))
        for number, likely in self.numbers.items():
            each = likely / max(1, self._choices[number].ways())
            for choice in self._choices[number].every():
                for at, share in zip(choice, self.shares(choice), strict=True):
                    chance[at] += each
                    total[at] += each * share
                    square[at] += each * (share**2 + rounding(share))
                    full[at] += each * reaching(share, most[at])
        if not all(chance):
            return None
        means, squares, filled = (
            [value / of for value, of in zip(values, chance, strict=True)]
            for values in (total, square, full)
        )
        return [
            Squares(mean, max(0.0, each - mean**2) ** 0.5, likely)
            for mean, each, likely in zip(means, squares, filled, strict=True)
        ]

    def shares(self, choice: Sequence[int]) -> list[float]:
        """The squares of types that are on a board together, in expectation."""
        pieces = [self._pieces[at] for at in choice]
        weights = [piece.frequency for piece in pieces]
        rooms = bounds(self.definition, pieces, self.squares)
        return filling.fair_shares(self.squares, weights, rooms)


def _choices(definition: MagnetmenDefinition, squares: int, number: int) -> "_Choices":
    """Those that keep to the largest share, or all where none of them can."""
    found = _Choices(definition, squares, number, limit_on(definition, number, squares))
    return found if found.ways() else _Choices(definition, squares, number, squares)


class _Choices:
    """The choices of so many types that can fill a board, none with more squares than a limit."""

    def __init__(self, definition: MagnetmenDefinition, squares: int, number: int, limit: int):
        always = definition.types_on_board()[2]
        self.squares, self.number = squares, number
        self._candidates = [
            _Candidate(of_set, piece.key in always, *room(piece, squares, limit))
            for of_set, chosen in enumerate(definition.sets)
            for piece in chosen.pieces
        ]
        self._always = sum(each.always for each in self._candidates)
        self._every_set = (1 << len(definition.sets)) - 1
        self._binding = self._may_not_fill()
        self._ways = cache(self._count)

    def takes_long(self, wanted: int) -> bool:
        """Whether it would take too long to count those that have so many wanted types."""
        return self._binding and len(self._candidates) ** (wanted + 1) > MAX_WORK

    def ways(self, *wanted: int) -> int:
        """How many have all these types."""
        # Types that are alike are in as many choices, and are counted once.
        return self._ways(tuple(sorted(self._candidates[at] for at in wanted)))

    @property
    def at_most(self) -> int:
        """How many there are, were minima and maxima no matter."""
        forced, pool = self._pool(self._candidates)
        return comb(len(pool), self.number - len(forced))

    def every(self) -> Iterator[tuple[int, ...]]:
        """Each of them."""
        numbered = list(enumerate(self._candidates))
        forced, pool = (
            [at for at, each in numbered if each in kind] for kind in self._pool(self._candidates)
        )
        for more in combinations(pool, self.number - len(forced)):
            choice = tuple(sorted((*forced, *more)))
            if self._filled([self._candidates[at] for at in choice], [], 0):
                yield choice

    def _may_not_fill(self) -> bool:
        """Whether minima and maxima rule out some choice of so many."""
        least = sorted(each.low for each in self._candidates)[-self.number :]
        most = sorted(each.high for each in self._candidates)[: self.number]
        return not sum(least) <= self.squares <= sum(most)

    def _pool(self, left: Sequence[_Candidate]) -> tuple[list, list]:
        """Which of those left are on every board, which may be."""
        always = [each for each in left if each.always]
        if self.number < self._always:
            return [], always
        return always, [each for each in left if not each.always]

    def _count(self, wanted: tuple[_Candidate, ...]) -> int:
        left = list(self._candidates)
        for each in wanted:
            left.remove(each)
        if self.number < self._always and not all(each.always for each in wanted):
            return 0
        forced, pool = self._pool(left)
        forced = [*wanted, *forced]
        return self._filled(forced, pool, self.number - len(forced))

    def _filled(self, forced: list[_Candidate], pool: list[_Candidate], more: int) -> int:
        """In how many ways so many more of a pool make a choice that can be."""
        if more < 0:
            return 0
        start = 0, 0, 0, 0
        for each in forced:
            start = self._with(start, each)
        states = Counter({(0, *start[1:]): 1})
        for each in pool:
            for state, ways in list(states.items()):
                if state[0] < more:
                    states[self._with(state, each)] += ways
        return sum(
            ways
            for (taken, sets, low, high), ways in states.items()
            if taken == more and sets == self._every_set and low <= self.squares <= high
        )

    def _with(self, state: tuple[int, int, int, int], each: _Candidate) -> tuple:
        """A state (how many, of which sets, least, most squares) with one more type."""
        taken, sets, low, high = state
        sets |= 1 << each.of_set
        if not self._binding:
            return taken + 1, sets, 0, self.squares
        low, high = min(low + each.low, self.squares + 1), min(high + each.high, self.squares)
        return taken + 1, sets, low, high
