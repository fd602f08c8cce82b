"""The rules of a set for its rolled maps: how many spaces of each kind, and how far apart.

Input: a mapping from YAML. Output: a frozen RolledMap. Numbers that no map can have raise
pydantic.ValidationError, which schema/load.py locates. Whether there is a map for valid numbers is
known only when one is rolled.
"""

from collections.abc import Iterator
from itertools import product
from typing import Annotated

from pydantic import Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.games.metals.map import COLUMNS, ROWS, Grid, Space
from generator.schema.fields import Between, Definition, Number, possible

_Mistake = tuple[tuple[str, ...], str]  # the place in the rolled map, the message

MAX_STEPS = COLUMNS[1] + ROWS[1]

_Steps = Annotated[int, Field(ge=1, le=MAX_STEPS)]


class Spread(Definition):
    """How many spaces of a kind there are, and where they may be: never on a corner."""

    count: Annotated[Number, Between(0, COLUMNS[1] * ROWS[1])]
    """How many there are."""

    apart: _Steps = 1
    """How many orthogonal steps two of them are from each other at least."""

    from_corner: _Steps = 1
    """How many orthogonal steps each is from the nearest corner at least."""

    def allows(self, grid: Grid, index: int) -> bool:
        """Whether a space and the opposite one may both be of this kind."""
        opposite = grid.half_turn(index)
        too_near = index != opposite and grid.steps(index, opposite) < self.apart
        return not too_near and grid.from_corner(index) >= self.from_corner

    @property
    def max_count(self) -> int:
        """The largest count that can be rolled."""
        return max(possible(self.count))

    def room(self, grid: Grid) -> int:
        """How many spaces of a grid are allowed, each by itself."""
        return sum(self.allows(grid, index) for index in range(len(grid)))


class FarSpread(Spread):
    """The 2-point spaces: never next to a corner, where one move could reach them."""

    from_corner: Annotated[int, Field(ge=2, le=MAX_STEPS)] = 2


class Spaces(Definition):
    """The kinds of space besides plain ones; a kind left out is not on the map."""

    point_2: FarSpread = FarSpread(count=0)
    """Spaces with two points."""

    city: Spread = Spread(count=0)
    """Cities."""

    point_1: Spread = Spread(count=0)
    """Spaces with one point."""

    forest: Spread = Spread(count=0)
    """Forests."""

    def kinds(self) -> dict[Space, Spread]:
        """The rules for each kind, in the order in which the roll places them: strictest first."""
        return {
            "point_2": self.point_2,
            "city": self.city,
            "point_1": self.point_1,
            "forest": self.forest,
        }


class RolledMap(Definition):
    """The rules for maps that differ from seed to seed."""

    columns: Annotated[Number, Between(*COLUMNS)]
    """How many spaces lie side by side."""

    rows: Annotated[Number, Between(*ROWS)]
    """How many spaces lie one below the other."""

    spaces: Spaces
    """The spaces besides plain ones, kind by kind."""

    @model_validator(mode="after")
    def _is_possible(self) -> "RolledMap":
        if mistakes := [*self._odd_counts(), *self._too_many(), *self._pointless()]:
            details = [
                InitErrorDetails(type=PydanticCustomError("rolled_map", words), loc=loc, input=self)
                for loc, words in mistakes
            ]
            raise ValidationError.from_exception_data("RolledMap", details)
        return self

    def _grids(self) -> list[Grid]:
        """Every grid that can be rolled, the smallest first."""
        sizes = product(possible(self.columns), possible(self.rows))
        return sorted((Grid(*size) for size in sizes), key=len)

    def _odd_counts(self) -> Iterator[_Mistake]:
        """Spaces come in pairs, half a turn apart; only the middle space has no partner."""
        odd = {
            name: next(number for number in possible(spread.count) if number % 2)
            for name, spread in self.spaces.kinds().items()
            if any(number % 2 for number in possible(spread.count))
        }
        even = next((grid for grid in self._grids() if grid.middle is None), None)
        for name, number in odd.items():
            if even:
                words = f"expected an even number, found {number}; a map of {_size(even)} has no "
                words += "middle space, and all others come in pairs, half a turn apart"
                yield ("spaces", name, "count"), words
        if not even and len(odd) > 1:
            names = " and ".join(odd)
            words = f"{names} can both be odd in number, but there is one middle space and all "
            words += "others come in pairs, half a turn apart; keep all counts but one even"
            yield ("spaces",), words

    def _too_many(self) -> Iterator[_Mistake]:
        """How much room `apart` leaves between pairs is known only when a map is rolled."""
        kinds = {name: spread for name, spread in self.spaces.kinds().items() if spread.max_count}
        for name, spread in kinds.items():
            room, grid = min(((spread.room(grid), grid) for grid in self._grids()), key=_first)
            if spread.max_count > room:
                words = f"expected at most {room}, for so many spaces of a map of {_size(grid)} "
                words += f"keep the distances 'apart' and 'from_corner', found {spread.max_count}"
                yield ("spaces", name, "count"), words
        total, grid = sum(spread.max_count for spread in kinds.values()), self._grids()[0]
        if total > (room := len(grid) - len(grid.corners)):
            words = f"the counts add up to {total}, a map of {_size(grid)} has {room} spaces "
            words += "besides the corners; lower a count"
            yield ("spaces",), words

    def _pointless(self) -> Iterator[_Mistake]:
        one, two = self.spaces.point_1, self.spaces.point_2
        if not any(min(possible(spread.count)) for spread in (one, two)):
            words = "there may be no space with points at all, and so no winner; give point_1 or "
            words += "point_2 a count of at least 1"
            yield ("spaces",), words


def _first(pair: tuple[int, Grid]) -> int:
    return pair[0]


def _size(grid: Grid) -> str:
    return f"{grid.columns} x {grid.rows}"
