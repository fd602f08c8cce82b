"""The examples in the rules: small positions as data, checked against the rules.

Output: FIGURES by name, each with a few scenes. A scene is a window on a board with some pieces, a
new piece, and a claim: the rule that forbids the new piece. A claim that the rules contradict
raises WrongExampleError, so that no sheet is printed with it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from generator.games.quads.pieces import Owner, RotatedPiece, piece_showing
from generator.games.quads.rules import (
    SIDE,
    Mismatch,
    Move,
    Position,
    Setup,
    Violation,
    mismatches,
    violations,
)

Spot = tuple[int, int]
"""A row and a column, from 0."""


class WrongExampleError(ValueError):
    """A scene claims what the rules contradict, or its pieces could not lie like that."""


class ExamplePiece(NamedTuple):
    """A piece on a spot of the window. The signs show its sides in place, see pieces.Mark."""

    owner: Owner
    signs: str
    spot: Spot

    @property
    def rotated_piece(self) -> RotatedPiece:
        return piece_showing(self.owner, self.signs)


@dataclass(frozen=True, slots=True)
class Scene:
    """A window on a board, in rows and columns.

    `pieces` lie there, and `new_piece` is added. `claim` is the rule that forbids it, None if it is
    legal. `corner` is the square of the board in the top left corner of the window. With `framed`
    the second variant is played.
    """

    rows: int
    columns: int
    pieces: tuple[ExamplePiece, ...]
    new_piece: ExamplePiece
    claim: Violation | None = None
    corner: Spot = (1, 1)
    framed: bool = False

    def move(self, piece: ExamplePiece) -> Move:
        """The move that places a piece on its square of the board."""
        row, column = self.corner[0] + piece.spot[0], self.corner[1] + piece.spot[1]
        return Move(row * SIDE + column, piece.rotated_piece)

    def position(self, *omitted_pieces: ExamplePiece) -> Position:
        """The board before the new piece is added, without the omitted pieces."""
        position = Position.start(Setup(framed=self.framed))
        for piece in self.pieces:
            if piece not in omitted_pieces:
                position = position.with_piece(self.move(piece))
        return position

    @property
    def reason(self) -> Violation | Mismatch | None:
        """Why the rules forbid the new piece, as specific as possible; None if it is legal."""
        position, move = self.position(), self.move(self.new_piece)
        reasons = violations(position, move) - {"mismatch"} | mismatches(position, move)
        return min(reasons, default=None)


@dataclass(frozen=True, slots=True)
class Figure:
    """Scenes that belong together, `per_row` of them in a row. Raises WrongExampleError."""

    scenes: tuple[Scene, ...]
    per_row: int

    def __post_init__(self) -> None:
        for number, scene in enumerate(self.scenes, start=1):
            _check(scene, f"scene {number}")


def _check(scene: Scene, name: str) -> None:
    for piece in scene.pieces:  # of two adjacent pieces, one was there before the other
        if violations(scene.position(piece), scene.move(piece)) - {"touches_nothing"}:
            key = piece.rotated_piece.piece.key
            raise WrongExampleError(f"{name}: {key} does not fit where it lies")
    verdict = violations(scene.position(), scene.move(scene.new_piece))
    if verdict != {scene.claim} - {None}:
        words = ", ".join(sorted(verdict)) or "nothing"
        raise WrongExampleError(
            f"{name}: claims {scene.claim or 'nothing'}, the rules find {words}"
        )
    if len(mismatches(scene.position(), scene.move(scene.new_piece))) > 1:
        raise WrongExampleError(f"{name}: wrong for more than one reason")


def _pair(
    left: tuple[Owner, str], right: tuple[Owner, str], claim: Violation | None = None
) -> Scene:
    """Two pieces side by side; the right one is new."""
    return Scene(1, 2, (ExamplePiece(*left, (0, 0)),), ExamplePiece(*right, (0, 1)), claim)


def _neutrals(column: int, claim: Violation | None = None) -> Scene:
    """The second neutral piece, in the row of the first, which lies in the first column."""
    first, second = (
        ExamplePiece("neutral", "====", (0, 0)),
        ExamplePiece("neutral", "||||", (0, column)),
    )
    return Scene(1, 3, (first,), second, claim)


def _corner(signs: str, claim: Violation | None = None) -> Scene:
    """A piece in the top left corner of the board, with the frame's lines on two sides."""
    beside = ExamplePiece("dark", "=||#", (0, 1))
    return Scene(
        1, 2, (beside,), ExamplePiece("dark", signs, (0, 0)), claim, corner=(0, 0), framed=True
    )


FIGURES: dict[str, Figure] = {
    "first_turn": Figure((_neutrals(2), _neutrals(1, "beside_neutral")), per_row=2),
    "matching": Figure(
        (
            _pair(("light", "|#=|"), ("light", "=|##")),
            _pair(("dark", "#=||"), ("dark", "|##=")),
            _pair(("light", "=|#="), ("light", "#==|")),
            _pair(("light", "|#=|"), ("light", "#|=="), "mismatch"),
            _pair(("dark", "#=|#"), ("dark", "=##|"), "mismatch"),
            _pair(("light", "|#=="), ("dark", "=|##"), "mismatch"),
        ),
        per_row=3,
    ),
    "light_and_dark": Figure(
        (
            _pair(("light", "#=|#"), ("dark", "#|==")),
            _pair(("dark", "=|##"), ("light", "=##|")),
        ),
        per_row=2,
    ),
    "several": Figure(
        (
            Scene(
                2,
                3,
                (
                    ExamplePiece("light", "##=|", (0, 1)),
                    ExamplePiece("light", "#=||", (1, 0)),
                    ExamplePiece("dark", "|==#", (1, 2)),
                ),
                ExamplePiece("dark", "=#|=", (1, 1)),
            ),
        ),
        per_row=1,
    ),
    "frame": Figure((_corner("=#|="), _corner("=#||", "frame")), per_row=2),
}
"""The figures in the rules, by name."""
