"""The map of a game of Metals: its grid, and the kind of each space.

Input: columns, rows, kinds of spaces. Output: frozen values. Spaces are numbered from 0, row by row
from the top left as on the sheet; north is up.
"""

from dataclasses import dataclass
from typing import Literal, get_args

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
        """The column and the row of a space."""
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
        """The points printed on a space."""
        return _POINTS.get(self.spaces[index], 0)
