"""A map drawn by hand: rows of characters, one for each space.

Input: the text of `drawn` in a set. Output: a Map. Mistakes in the drawing raise
pydantic.ValidationError, which schema/load.py locates; rows and columns in messages count from 1.
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
