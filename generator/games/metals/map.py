"""The map of a game, drawn by hand or rolled by rules of a set. Spaces are numbered from 0, row by
row from the top left; north is up."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Literal, Self, get_args

from pydantic import AfterValidator, Field, ValidationError, model_validator
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.schema.fields import Between, Definition, Number, possible

Space = Literal["plain", "point_1", "point_2", "forest", "city"]
Ground = Literal["plain", "point_1", "point_2", "forest", "city", "corner"]
"""What a Metal stands on; "corner" for the plain spaces where Metals are deployed."""

Facing = Literal["north", "east", "south", "west"]
FACINGS: tuple[Facing, ...] = get_args(Facing)  # clockwise
VECTORS = dict(zip(FACINGS, ((0, -1), (1, 0), (0, 1), (-1, 0)), strict=True))

CHARACTERS: dict[str, Space] = dict(zip(".12FC", get_args(Space), strict=True))
COLUMNS = 3, 8  # the fewest and the most of a map
ROWS = 3, 10


@dataclass(frozen=True, slots=True)
class Map:
    """Spaces, and the kind of each once that is known. Columns and rows count from 0."""

    columns: int
    rows: int
    spaces: tuple[Space, ...] = ()

    def __len__(self) -> int:
        return self.columns * self.rows

    def __str__(self) -> str:
        return f"{self.columns} x {self.rows}"

    def index(self, column: int, row: int) -> int:
        return row * self.columns + column

    def place(self, index: int) -> tuple[int, int]:
        return index % self.columns, index // self.columns

    @property
    def corners(self) -> tuple[int, int, int, int]:
        """The spaces where Metals are deployed, row by row."""
        return 0, self.columns - 1, len(self) - self.columns, len(self) - 1

    def half_turn(self, index: int) -> int:
        """The space opposite this one: half a turn exchanges the two."""
        return len(self) - 1 - index

    def ahead(self, index: int, facing: Facing) -> int | None:
        """The next space in a direction; None at the edge."""
        (column, row), (right, down) = self.place(index), VECTORS[facing]
        on_map = 0 <= column + right < self.columns and 0 <= row + down < self.rows
        return self.index(column + right, row + down) if on_map else None

    def steps(self, one: int, other: int) -> int:
        """The distance of two spaces, in orthogonal steps."""
        (x1, y1), (x2, y2) = self.place(one), self.place(other)
        return abs(x2 - x1) + abs(y2 - y1)

    def from_corner(self, index: int) -> int:
        """The distance of a space from the nearest corner, in orthogonal steps."""
        return min(self.steps(index, corner) for corner in self.corners)

    def ground(self, index: int) -> Ground:
        return "corner" if index in self.corners else self.spaces[index]

    def points(self, index: int) -> int:
        return {"point_1": 1, "point_2": 2}.get(self.spaces[index], 0)


def read_map(text: str) -> Map:
    rows = text.split()
    return Map(len(rows[0]), len(rows), tuple(CHARACTERS[char] for row in rows for char in row))


def drawing(metals_map: Map) -> list[str]:
    characters = {space: char for char, space in CHARACTERS.items()}
    text, columns = "".join(map(characters.__getitem__, metals_map.spaces)), metals_map.columns
    return [text[start : start + columns] for start in range(0, len(text), columns)]


def _refuse(mistakes: Iterable[str], value: object, *loc: str) -> None:
    """Raises ValidationError with all mistakes, if there are any."""
    details = [
        InitErrorDetails(type=PydanticCustomError("map", words), loc=loc, input=value)
        for words in mistakes
    ]
    if details:
        raise ValidationError.from_exception_data("map", details)


def _check_drawing(text: str) -> str:
    rows = text.rstrip().split("\n")
    _refuse(_unreadable(rows), text)
    _refuse(_unfair(read_map(text)), text)
    return "\n".join(rows)


MapDrawing = Annotated[str, AfterValidator(_check_drawing)]


def _unreadable(rows: list[str]) -> Iterator[str]:
    if len(rows) == 1 and " " in rows[0]:  # as YAML joins lines
        yield "all rows came out as one; write 'drawn: |', and each row on a line of its own below"
        return
    characters = " ".join(CHARACTERS)
    for number, row in enumerate(rows, start=1):
        for column, char in enumerate(row, start=1):
            if char not in CHARACTERS:
                where = f"row {number}, column {column}"
                yield f"{where}: {char!r} is no kind of space, use one of {characters}"
        if len(row) != len(rows[0]):
            yield f"row {number} has {len(row)} spaces, row 1 has {len(rows[0])}; make them equal"
    for lines, count, (low, high) in ("columns", len(rows[0]), COLUMNS), ("rows", len(rows), ROWS):
        if not low <= count <= high:
            yield f"expected {low} to {high} {lines}, found {count}"


def _unfair(board: Map) -> Iterator[str]:
    """Why a map cannot be played, or is not fair to both players."""

    def at(index: int) -> str:
        column, row = board.place(index)
        return f"row {row + 1}, column {column + 1}"

    for corner in board.corners:
        if board.spaces[corner] != "plain":
            yield f"{at(corner)} is a corner, where Metals are deployed; make it '.'"
    for index, space in enumerate(board.spaces):
        if space == "point_2" and board.from_corner(index) == 1:
            yield f"{at(index)} is next to a corner, too near for 2 points; move it away"
    if not any(map(board.points, range(len(board)))):
        yield "expected a space with points, 1 or 2, found none"
    differ = [space != board.spaces[board.half_turn(i)] for i, space in enumerate(board.spaces)]
    if any(differ):
        one, more = differ.index(True), sum(differ) // 2 - 1
        count = f" (and {more} more pair{'s' * (more > 1)})" if more else ""
        words = "make them equal, for the map must look the same from both sides"
        yield f"{at(one)} and {at(board.half_turn(one))} differ{count}; {words}"


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

    def allows(self, grid: Map, index: int) -> bool:
        """Whether a space and the opposite one may both be of this kind."""
        opposite = grid.half_turn(index)
        too_near = index != opposite and grid.steps(index, opposite) < self.apart
        return not too_near and grid.from_corner(index) >= self.from_corner


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
        names: tuple[Space, ...] = ("point_2", "city", "point_1", "forest")
        return {name: getattr(self, name) for name in names}


class RolledMap(Definition):
    """The rules for maps that differ from seed to seed."""

    columns: Annotated[Number, Between(*COLUMNS)]
    """How many spaces lie side by side."""

    rows: Annotated[Number, Between(*ROWS)]
    """How many spaces lie one below the other."""

    spaces: Spaces
    """The spaces besides plain ones, kind by kind."""

    @model_validator(mode="after")
    def _has_partners_and_points(self) -> Self:
        """What is wrong with any seed; a roll finds out whether there is room for all spaces."""
        counts = {kind: possible(spread.count) for kind, spread in self.spaces.kinds().items()}
        odd = [kind for kind, numbers in counts.items() if any(one % 2 for one in numbers)]
        has_middle = all(side % 2 for side in (*possible(self.columns), *possible(self.rows)))
        mistakes = []
        if len(odd) > has_middle:
            words = "expected even counts, as spaces come in pairs, half a turn apart, found odd "
            words += f"ones of {' and '.join(odd)}; one kind may have them, for the middle space, "
            mistakes.append(f"{words}if columns and rows are odd in number too")
        if not min(counts["point_1"]) and not min(counts["point_2"]):
            words = "there may be no space with points at all, and so no winner; give point_1 or "
            mistakes.append(words + "point_2 a count of at least 1")
        _refuse(mistakes, self, "spaces")
        return self
