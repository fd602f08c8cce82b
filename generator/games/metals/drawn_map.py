"""A map drawn by hand: rows of characters, one a space.

Input: the text of `drawn` in a set. Output: a Map. Everything wrong with the drawing raises
pydantic.ValidationError, which load.py locates; rows and columns in messages count from 1.
"""

from collections.abc import Iterator
from typing import Annotated

from pydantic import AfterValidator, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from generator.games.metals.map import COLUMNS, ROWS, Grid, Map, Space

CHARACTERS: dict[str, Space] = {
    ".": "plain",
    "1": "point_1",
    "2": "point_2",
    "F": "forest",
    "C": "city",
}


def read_map(text: str) -> Map:
    """The map that a flawless drawing shows."""
    rows = text.split()
    return Map(len(rows[0]), len(rows), tuple(CHARACTERS[char] for row in rows for char in row))


def drawing(shown: Map) -> list[str]:
    """The rows of characters that show a map."""
    chars = {space: char for char, space in CHARACTERS.items()}
    row = shown.columns
    text = "".join(chars[space] for space in shown.spaces)
    return [text[start : start + row] for start in range(0, len(text), row)]


def _checked(text: str) -> str:
    rows = text.rstrip().split("\n")
    mistakes = [*_misdrawn(rows)] or [*_wrong_size(rows)] or [*_unfair(read_map(text))]
    if mistakes:
        raise ValidationError.from_exception_data(
            "Drawn",
            [
                InitErrorDetails(type=PydanticCustomError("map", words), input=text)
                for words in mistakes
            ],
        )
    return "\n".join(rows)


Drawn = Annotated[str, AfterValidator(_checked)]
"""A drawing in order: even rows of known characters, the same map after half a turn."""


def _misdrawn(rows: list[str]) -> Iterator[str]:
    if len(rows) == 1 and " " in rows[0]:  # as YAML joins lines
        yield "all rows came out as one; write 'drawn: |', and each row on a line of its own below"
        return
    for number, row in enumerate(rows, start=1):
        for column, char in enumerate(row, start=1):
            if char not in CHARACTERS:
                known = " ".join(CHARACTERS)
                where = f"row {number}, column {column}"
                yield f"{where}: {char!r} is no kind of space, use one of {known}"
        if len(row) != len(rows[0]):
            yield f"row {number} has {len(row)} spaces, row 1 has {len(rows[0])}; make them equal"


def _wrong_size(rows: list[str]) -> Iterator[str]:
    for what, found, (fewest, most) in (
        ("columns", len(rows[0]), COLUMNS),
        ("rows", len(rows), ROWS),
    ):
        if not fewest <= found <= most:
            yield f"expected {fewest} to {most} {what}, found {found}"


def _unfair(drawn: Map) -> Iterator[str]:
    """What keeps a map from being played, or from being fair to both players."""
    for corner in drawn.corners:
        if drawn.spaces[corner] != "plain":
            yield f"{_at(drawn, corner)} is a corner, where Metals are deployed; make it '.'"
    for index, space in enumerate(drawn.spaces):
        if space == "point_2" and drawn.from_corner(index) == 1:
            yield f"{_at(drawn, index)} is next to a corner, too near for 2 points; move it away"
    if not any(map(drawn.points, range(len(drawn)))):
        yield "expected a space with points, 1 or 2, found none"
    uneven = [
        index
        for index in range(len(drawn) // 2)
        if drawn.spaces[index] != drawn.spaces[drawn.half_turn(index)]
    ]
    if uneven:
        one, other = uneven[0], drawn.half_turn(uneven[0])
        yield (
            f"{_at(drawn, one)} and {_at(drawn, other)} differ{_and_more(len(uneven) - 1)}; make "
            "them equal, for the map must look the same from both sides"
        )


def _and_more(pairs: int) -> str:
    return f" (and {pairs} more pair{'s' * (pairs > 1)})" if pairs else ""


def _at(grid: Grid, index: int) -> str:
    column, row = grid.place(index)
    return f"row {row + 1}, column {column + 1}"
