"""The map of a game of Metals: the kind of each space, drawn by hand or rolled by rules of a set.

Spaces are numbered from 0, row by row from the top left as on the sheet; north is up. Mistakes in a
set raise pydantic.ValidationError, which schema/set_files.py locates; rows and columns in messages
count from 1. Whether there is a map for valid numbers is known only when one is rolled.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Annotated, Literal, get_args

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.schema.fields import Between, Definition, Number, possible

Space = Literal["plain", "point_1", "point_2", "forest", "city"]
"""A kind of space."""

Facing = Literal["north", "east", "south", "west"]

FACINGS: tuple[Facing, ...] = get_args(Facing)
"""The four directions, in order clockwise."""

_AHEAD: dict[Facing, tuple[int, int]] = {
    "north": (0, -1),
    "east": (1, 0),
    "south": (0, 1),
    "west": (-1, 0),
}
_POINTS: dict[Space, int] = {"point_1": 1, "point_2": 2}

COLUMNS = 3, 8
"""The fewest and the most columns of a map."""

ROWS = 3, 10
"""The fewest and the most rows of a map."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Columns and rows of spaces."""

    columns: int
    rows: int

    def __len__(self) -> int:
        return self.columns * self.rows

    def index(self, column: int, row: int) -> int:
        """The number of a space; columns and rows count from 0."""
        return row * self.columns + column

    def place(self, index: int) -> tuple[int, int]:
        row, column = divmod(index, self.columns)
        return column, row

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The spaces where Metals are deployed, row by row."""
        return 0, self.columns - 1, len(self) - self.columns, len(self) - 1

    @property
    def middle(self) -> int | None:
        """The space that half a turn leaves in place, if there is one."""
        return len(self) // 2 if len(self) % 2 else None

    def is_corner(self, index: int) -> bool:
        return index in self.corners

    def half_turn(self, index: int) -> int:
        """The space opposite this one: half a turn exchanges the two."""
        return len(self) - 1 - index

    def ahead(self, index: int, facing: Facing) -> int | None:
        """The next space in a direction; None at the edge."""
        column, row = self.place(index)
        column, row = column + _AHEAD[facing][0], row + _AHEAD[facing][1]
        on_map = 0 <= column < self.columns and 0 <= row < self.rows
        return self.index(column, row) if on_map else None

    def steps(self, one: int, other: int) -> int:
        """The distance of two spaces, in orthogonal steps."""
        column, row = self.place(one)
        other_column, other_row = self.place(other)
        return abs(column - other_column) + abs(row - other_row)

    def from_corner(self, index: int) -> int:
        """The distance of a space from the nearest corner, in orthogonal steps."""
        return min(self.steps(index, corner) for corner in self.corners)


@dataclass(frozen=True, slots=True)
class Map(Grid):
    """A grid with a kind for every space."""

    spaces: tuple[Space, ...]

    def space(self, column: int, row: int) -> Space:
        """The kind of a space; columns and rows count from 0."""
        return self.spaces[self.index(column, row)]

    def points(self, index: int) -> int:
        return _POINTS.get(self.spaces[index], 0)


CHARACTERS: dict[str, Space] = {
    ".": "plain",
    "1": "point_1",
    "2": "point_2",
    "F": "forest",
    "C": "city",
}


def read_map(text: str) -> Map:
    """The map that a valid drawing shows."""
    rows = text.split()
    return Map(len(rows[0]), len(rows), tuple(CHARACTERS[char] for row in rows for char in row))


def drawing(metals_map: Map) -> list[str]:
    """The rows of characters that show a map."""
    characters = {space: char for char, space in CHARACTERS.items()}
    columns = metals_map.columns
    text = "".join(characters[space] for space in metals_map.spaces)
    return [text[start : start + columns] for start in range(0, len(text), columns)]


def _check_drawing(text: str) -> str:
    rows = text.rstrip().split("\n")
    mistakes = [*_unreadable_rows(rows)] or [*_wrong_size(rows)] or [*_unfair(read_map(text))]
    if mistakes:
        raise ValidationError.from_exception_data(
            "Drawn",
            [
                InitErrorDetails(type=PydanticCustomError("map", words), input=text)
                for words in mistakes
            ],
        )
    return "\n".join(rows)


MapDrawing = Annotated[str, AfterValidator(_check_drawing)]
"""A valid drawing: rows of known characters and equal length, the same after half a turn."""


def _unreadable_rows(rows: list[str]) -> Iterator[str]:
    if len(rows) == 1 and " " in rows[0]:  # as YAML joins lines
        yield "all rows came out as one; write 'drawn: |', and each row on a line of its own below"
        return
    for number, row in enumerate(rows, start=1):
        for column, char in enumerate(row, start=1):
            if char not in CHARACTERS:
                characters = " ".join(CHARACTERS)
                where = f"row {number}, column {column}"
                yield f"{where}: {char!r} is no kind of space, use one of {characters}"
        if len(row) != len(rows[0]):
            yield f"row {number} has {len(row)} spaces, row 1 has {len(rows[0])}; make them equal"


def _wrong_size(rows: list[str]) -> Iterator[str]:
    for direction, count, (fewest, most) in (
        ("columns", len(rows[0]), COLUMNS),
        ("rows", len(rows), ROWS),
    ):
        if not fewest <= count <= most:
            yield f"expected {fewest} to {most} {direction}, found {count}"


def _unfair(board: Map) -> Iterator[str]:
    """Why a map cannot be played, or is not fair to both players."""
    for corner in board.corners:
        if board.spaces[corner] != "plain":
            yield f"{_at(board, corner)} is a corner, where Metals are deployed; make it '.'"
    for index, space in enumerate(board.spaces):
        if space == "point_2" and board.from_corner(index) == 1:
            yield f"{_at(board, index)} is next to a corner, too near for 2 points; move it away"
    if not any(map(board.points, range(len(board)))):
        yield "expected a space with points, 1 or 2, found none"
    uneven = [
        index
        for index in range(len(board) // 2)
        if board.spaces[index] != board.spaces[board.half_turn(index)]
    ]
    if uneven:
        one, other = uneven[0], board.half_turn(uneven[0])
        yield (
            f"{_at(board, one)} and {_at(board, other)} differ{_and_more(len(uneven) - 1)}; make "
            "them equal, for the map must look the same from both sides"
        )


def _and_more(pairs: int) -> str:
    return f" (and {pairs} more pair{'s' * (pairs > 1)})" if pairs else ""


def _at(grid: Grid, index: int) -> str:
    column, row = grid.place(index)
    return f"row {row + 1}, column {column + 1}"


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
