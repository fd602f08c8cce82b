"""What a Magnetmen definition leads one to expect of the types on a board.

Input: a definition and a number of squares. Output: how likely types are on a board, alone and
together, exactly; and how many squares they have there, exactly where the choices of types can be
gone through. As in `roll`: first the number of types, each as likely; then one of all choices of
so many that have a type of each set and can fill the board.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from generator.games.magnetmen import filling
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import room

MAX_CHOICES = 20_000  # a second's worth
MAX_WORK = 15_000  # where minima and maxima matter


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


class Chances:
    """The chances of types, each named by its place in definition.pieces."""

    def __init__(self, definition: MagnetmenDefinition, squares: int):
        fewest, most, always = definition.types_on_board()
        self.definition, self.squares = definition, squares
        self._candidates = [
            _Candidate(number, piece.key in always, *room(piece, squares))
            for number, chosen in enumerate(definition.sets)
            for piece in chosen.pieces
        ]
        self._always = sum(each.always for each in self._candidates)
        self._every_set = (1 << len(definition.sets)) - 1
        numbers = [min(n, len(self._candidates)) for n in range(fewest, most + 1)]
        self.numbers = {n: numbers.count(n) / len(numbers) for n in numbers}
        self._binding = any(self._may_not_fill(n) for n in self.numbers)
        self._ways = cache(self._count)

    def together(self, *types: int) -> float | None:
        """How likely all these are on a board; None where it would take too long to count."""
        if self._binding and len(self._candidates) ** (len(types) + 1) > MAX_WORK:
            return None
        # Types that are alike have the same chances, and are counted once.
        wanted = tuple(sorted(self._candidates[number] for number in types))
        return sum(
            # Where there is no way at all, nothing can be rolled either.
            likely * self._ways(n, wanted) / max(1, self._ways(n, ()))
            for n, likely in self.numbers.items()
        )

    def squares_of(self) -> list[tuple[float, float]] | None:
        """How many squares each type has on a board that has it: mean and standard deviation. None
        where there are too many choices to go through, or some type is on no board."""
        if sum(self._choices(n) for n in self.numbers) > MAX_CHOICES:
            return None
        chance, total, square = ([0.0] * len(self._candidates) for _ in range(3))
        for number, likely in self.numbers.items():
            each = likely / self._ways(number, ())
            for choice in self._every_choice(number):
                for at, share in zip(choice, self.shares(choice), strict=True):
                    chance[at] += each
                    total[at] += each * share
                    square[at] += each * (share**2 + rounding(share))
        if not all(chance):
            return None
        means = [a / b for a, b in zip(total, chance, strict=True)]
        squares = [a / b for a, b in zip(square, chance, strict=True)]
        return [(m, max(0.0, s - m**2) ** 0.5) for m, s in zip(means, squares, strict=True)]

    def shares(self, choice: Sequence[int]) -> list[float]:
        """The squares of types that are on a board together, in expectation."""
        pieces = [self.definition.pieces[at] for at in choice]
        weights = [piece.frequency for piece in pieces]
        return filling.fair_shares(
            self.squares, weights, [room(piece, self.squares) for piece in pieces]
        )

    def _may_not_fill(self, number: int) -> bool:
        """Whether minima and maxima rule out some choice of so many."""
        least = sorted(each.low for each in self._candidates)[-number:]
        most = sorted(each.high for each in self._candidates)[:number]
        return not sum(least) <= self.squares <= sum(most)

    def _pool(self, number: int, left: Sequence[_Candidate]) -> tuple[list, list]:
        """Which of those left are on every board of so many types, which may be."""
        always = [each for each in left if each.always]
        if number < self._always:
            return [], always
        return always, [each for each in left if not each.always]

    def _choices(self, number: int) -> int:
        forced, pool = self._pool(number, self._candidates)
        return comb(len(pool), number - len(forced))

    def _every_choice(self, number: int) -> Iterator[tuple[int, ...]]:
        numbered = list(enumerate(self._candidates))
        forced, pool = (
            [at for at, each in numbered if each in kind]
            for kind in self._pool(number, self._candidates)
        )
        for more in combinations(pool, number - len(forced)):
            choice = tuple(sorted((*forced, *more)))
            if self._filled([self._candidates[at] for at in choice], [], 0):
                yield choice

    def _count(self, number: int, wanted: tuple[_Candidate, ...]) -> int:
        """How many choices of so many types have all that are wanted."""
        left = list(self._candidates)
        for each in wanted:
            left.remove(each)
        if number < self._always and not all(each.always for each in wanted):
            return 0
        forced, pool = self._pool(number, left)
        forced = [*wanted, *forced]
        return self._filled(forced, pool, number - len(forced))

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
