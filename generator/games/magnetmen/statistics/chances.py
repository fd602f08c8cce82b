"""The expected presence and squares of the types of a Magnetmen definition on a board.

Input: a definition and a number of squares. Output: how likely types are on a board, alone and
together, exactly; and how many squares they have there, exactly if the choices of types are few
enough to go through. The roll (roll.py) draws the number of types first, all equally likely; then
one of all choices of so many types that have a type of each set and can fill the board, within the
largest share of a type if any choice can.
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

MAX_CHOICES = 20_000
"""How many choices of types are gone through: about a second's work."""

MAX_COUNTING_STEPS = 15_000
"""How many steps counting may take where minima and maxima matter."""


class ExpectedSquares(NamedTuple):
    """The squares of a type on a board that has it: mean and standard deviation; and the chance
    that it has its max, or the largest share if that is less."""

    mean: float
    deviation: float
    full: float


class _Candidate(NamedTuple):
    """What matters of a type for the choice: its set, whether it is always on the board, the fewest
    and the most squares it may have."""

    set_index: int
    always: bool
    low: int
    high: int


class _State(NamedTuple):
    """A part of a choice: the number of types, the sets they are of as bits, the fewest and the
    most squares they may have together."""

    types: int
    sets: int
    low: int
    high: int


def rounding_variance(share: float) -> float:
    """The variance of a share that is rounded up with the probability of its fraction."""
    fraction = share % 1
    return fraction * (1 - fraction)


def chance_of_reaching(share: float, squares: int) -> float:
    """The chance that a share, rounded like that, comes to so many squares or more."""
    return max(0.0, min(1.0, share - squares + 1))


class Chances:
    """The chances of types. A type is named by its index in definition.pieces."""

    def __init__(self, definition: MagnetmenDefinition, squares: int):
        fewest, most, _ = definition.types_on_board()
        self.definition, self.squares = definition, squares
        self._pieces = definition.pieces
        numbers = [min(n, len(self._pieces)) for n in range(fewest, most + 1)]
        self.numbers = {n: numbers.count(n) / len(numbers) for n in numbers}
        """The chance of each number of types."""
        self._choices = {n: _possible_choices(definition, squares, n) for n in self.numbers}

    def together(self, *types: int) -> float | None:
        """The chance that all these types are on a board; None if counting would take too long."""
        if any(choices.takes_long(len(types)) for choices in self._choices.values()):
            return None
        return sum(
            # Without any choice nothing can be rolled either.
            chance * self._choices[number].count(*types) / max(1, self._choices[number].count())
            for number, chance in self.numbers.items()
        )

    def expected_squares(self) -> list[ExpectedSquares] | None:
        """The squares of each type on a board that has it.

        None if there are too many choices to go through, or if a type is on no board.
        """
        if sum(choices.upper_bound for choices in self._choices.values()) > MAX_CHOICES:
            return None
        limit = self.definition.boards.most_of_a_type(self.squares)
        most = [room(piece, self.squares, limit)[1] for piece in self._pieces]
        chance, total, square, full = ([0.0] * len(self._pieces) for _ in range(4))
        for number, number_chance in self.numbers.items():
            weight = number_chance / max(1, self._choices[number].count())
            for choice in self._choices[number]:
                for index, share in zip(choice, self.shares(choice), strict=True):
                    chance[index] += weight
                    total[index] += weight * share
                    square[index] += weight * (share**2 + rounding_variance(share))
                    full[index] += weight * chance_of_reaching(share, most[index])
        if not all(chance):
            return None
        means, squares, full_chances = (
            [value / present for value, present in zip(values, chance, strict=True)]
            for values in (total, square, full)
        )
        return [
            ExpectedSquares(mean, max(0.0, mean_square - mean**2) ** 0.5, full_chance)
            for mean, mean_square, full_chance in zip(means, squares, full_chances, strict=True)
        ]

    def shares(self, choice: Sequence[int]) -> list[float]:
        """The expected squares of types that are on a board together."""
        pieces = [self._pieces[index] for index in choice]
        weights = [piece.frequency for piece in pieces]
        rooms = bounds(self.definition, pieces, self.squares)
        return filling.fair_shares(self.squares, weights, rooms)


def _possible_choices(definition: MagnetmenDefinition, squares: int, number: int) -> "_Choices":
    """The choices that keep to the largest share, or all choices if none of them does."""
    choices = _Choices(definition, squares, number, limit_on(definition, number, squares))
    return choices if choices.count() else _Choices(definition, squares, number, squares)


class _Choices:
    """The choices of `number` types that can fill a board, none with more squares than `limit`."""

    def __init__(self, definition: MagnetmenDefinition, squares: int, number: int, limit: int):
        always = definition.types_on_board()[2]
        self.squares, self.number = squares, number
        self._candidates = [
            _Candidate(set_index, piece.key in always, *room(piece, squares, limit))
            for set_index, magnetmen_set in enumerate(definition.sets)
            for piece in magnetmen_set.pieces
        ]
        self._always = sum(candidate.always for candidate in self._candidates)
        self._all_sets = (1 << len(definition.sets)) - 1
        self._bounds_matter = self._may_not_fill()
        self._cached_count = cache(self._count)

    def takes_long(self, types: int) -> bool:
        """Whether counting the choices that contain so many given types would take too long."""
        steps = len(self._candidates) ** (types + 1)
        return self._bounds_matter and steps > MAX_COUNTING_STEPS

    def count(self, *types: int) -> int:
        """How many choices contain all these types."""
        # Types with the same bounds are in equally many choices, and are counted once.
        return self._cached_count(tuple(sorted(self._candidates[index] for index in types)))

    @property
    def upper_bound(self) -> int:
        """How many choices there would be without minima and maxima."""
        fixed, pool = self._split(self._candidates)
        return comb(len(pool), self.number - len(fixed))

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        """The choices, as indexes of types."""
        numbered = list(enumerate(self._candidates))
        fixed, pool = (
            [index for index, candidate in numbered if candidate in group]
            for group in self._split(self._candidates)
        )
        for others in combinations(pool, self.number - len(fixed)):
            choice = tuple(sorted((*fixed, *others)))
            if self._completions([self._candidates[index] for index in choice], [], 0):
                yield choice

    def _may_not_fill(self) -> bool:
        """Whether minima and maxima rule out any choice."""
        least = sorted(candidate.low for candidate in self._candidates)[-self.number :]
        most = sorted(candidate.high for candidate in self._candidates)[: self.number]
        return not sum(least) <= self.squares <= sum(most)

    def _split(self, candidates: Sequence[_Candidate]) -> tuple[list[_Candidate], list[_Candidate]]:
        """The candidates that are on every board, and the others that may be."""
        always = [candidate for candidate in candidates if candidate.always]
        if self.number < self._always:
            return [], always
        return always, [candidate for candidate in candidates if not candidate.always]

    def _count(self, required: tuple[_Candidate, ...]) -> int:
        others = list(self._candidates)
        for candidate in required:
            others.remove(candidate)
        if self.number < self._always and not all(candidate.always for candidate in required):
            return 0
        always, pool = self._split(others)
        fixed = [*required, *always]
        return self._completions(fixed, pool, self.number - len(fixed))

    def _completions(
        self, fixed: Sequence[_Candidate], pool: Sequence[_Candidate], missing: int
    ) -> int:
        """The number of ways to add `missing` candidates of the pool that fill the board."""
        if missing < 0:
            return 0
        start = _State(0, 0, 0, 0)
        for candidate in fixed:
            start = self._with(start, candidate)
        states = Counter({start._replace(types=0): 1})
        for candidate in pool:
            for state, ways in list(states.items()):
                if state.types < missing:
                    states[self._with(state, candidate)] += ways
        return sum(
            ways
            for state, ways in states.items()
            if state.types == missing
            and state.sets == self._all_sets
            and state.low <= self.squares <= state.high
        )

    def _with(self, state: _State, candidate: _Candidate) -> _State:
        """A state with one more type."""
        sets = state.sets | 1 << candidate.set_index
        if not self._bounds_matter:
            return _State(state.types + 1, sets, 0, self.squares)
        low = min(state.low + candidate.low, self.squares + 1)
        high = min(state.high + candidate.high, self.squares)
        return _State(state.types + 1, sets, low, high)
