"""The figures of the rules: little positions as data, judged by the rules when they are made.

Output: FIGURES by name, each a few scenes. A scene is a window on a board with pieces laid on
it, the piece in question, and the verdict claimed. A claim that the rules do not share raises
WrongExampleError, so that no sheet is printed with it.
"""

from dataclasses import dataclass
from typing import NamedTuple

from generator.games.quads.pieces import Laid, Owner, seen
from generator.games.quads.rules import SIDE, Clash, Fault, Move, Position, clashes, faults

Spot = tuple[int, int]
"""A row and a column, from 0."""


class WrongExampleError(ValueError):
    """A scene claims what the rules deny, or shows pieces that could not lie so."""


class Put(NamedTuple):
    """A piece on a spot of the window; the signs are its sides as it lies, see pieces.Mark."""

    owner: Owner
    signs: str
    spot: Spot

    @property
    def laid(self) -> Laid:
        return seen(self.owner, self.signs)


@dataclass(frozen=True, slots=True)
class Scene:
    """A window of so many rows and columns: what lies there, what is added, and why it may not
    lie there (None when it may). `corner` is the square of the board in the window's top left
    corner; with `framed` the second variant is played."""

    rows: int
    columns: int
    there: tuple[Put, ...]
    added: Put
    claim: Fault | None = None
    corner: Spot = (1, 1)
    framed: bool = False

    def move(self, put: Put) -> Move:
        """The piece on its square of the board."""
        row, column = self.corner[0] + put.spot[0], self.corner[1] + put.spot[1]
        return Move(row * SIDE + column, put.laid)

    def position(self, *left_out: Put) -> Position:
        """The board before the piece is added, some pieces left out."""
        position = Position(framed=self.framed)
        for put in self.there:
            if put not in left_out:
                position = position.with_piece(self.move(put))
        return position

    @property
    def reason(self) -> Fault | Clash | None:
        """Why the rules forbid what is added, as exactly as they know; None when it is allowed."""
        position, move = self.position(), self.move(self.added)
        reasons = faults(position, move) - {"mismatch"} | clashes(position, move)
        return min(reasons, default=None)


@dataclass(frozen=True, slots=True)
class Figure:
    """Scenes that belong together, drawn in rows of so many. Raises WrongExampleError."""

    scenes: tuple[Scene, ...]
    in_row: int

    def __post_init__(self) -> None:
        for number, scene in enumerate(self.scenes, start=1):
            _check(scene, f"scene {number}")


def _check(scene: Scene, name: str) -> None:
    for put in scene.there:  # of two pieces that touch, one was there without the other
        if faults(scene.position(put), scene.move(put)) - {"touches_nothing"}:
            raise WrongExampleError(f"{name}: {put.laid.piece.key} does not fit where it lies")
    verdict = faults(scene.position(), scene.move(scene.added))
    if verdict != {scene.claim} - {None}:
        found = ", ".join(sorted(verdict)) or "nothing"
        raise WrongExampleError(
            f"{name}: claims {scene.claim or 'nothing'}, the rules find {found}"
        )
    if len(clashes(scene.position(), scene.move(scene.added))) > 1:
        raise WrongExampleError(f"{name}: wrong for more than one reason")


def _pair(left: tuple[Owner, str], right: tuple[Owner, str], claim: Fault | None = None) -> Scene:
    """Two pieces side by side, the one on the right being added."""
    return Scene(1, 2, (Put(*left, (0, 0)),), Put(*right, (0, 1)), claim)


def _neutrals(column: int, claim: Fault | None = None) -> Scene:
    """The second neutral piece in a row with the first, which lies in the first column."""
    first, second = Put("neutral", "====", (0, 0)), Put("neutral", "||||", (0, column))
    return Scene(1, 3, (first,), second, claim)


def _corner(signs: str, claim: Fault | None = None) -> Scene:
    """A piece in the top left corner of the board, with the frame's lines on two sides."""
    beside = Put("dark", "=||#", (0, 1))
    return Scene(1, 2, (beside,), Put("dark", signs, (0, 0)), claim, corner=(0, 0), framed=True)


FIGURES: dict[str, Figure] = {
    "first_turn": Figure((_neutrals(2), _neutrals(1, "beside_neutral")), in_row=2),
    "matching": Figure(
        (
            _pair(("light", "|#=|"), ("light", "=|##")),
            _pair(("dark", "#=||"), ("dark", "|##=")),
            _pair(("light", "=|#="), ("light", "#==|")),
            _pair(("light", "|#=|"), ("light", "#|=="), "mismatch"),
            _pair(("dark", "#=|#"), ("dark", "=##|"), "mismatch"),
            _pair(("light", "|#=="), ("dark", "=|##"), "mismatch"),
        ),
        in_row=3,
    ),
    "light_and_dark": Figure(
        (
            _pair(("light", "#=|#"), ("dark", "#|==")),
            _pair(("dark", "=|##"), ("light", "=##|")),
        ),
        in_row=2,
    ),
    "several": Figure(
        (
            Scene(
                2,
                3,
                (
                    Put("light", "##=|", (0, 1)),
                    Put("light", "#=||", (1, 0)),
                    Put("dark", "|==#", (1, 2)),
                ),
                Put("dark", "=#|=", (1, 1)),
            ),
        ),
        in_row=1,
    ),
    "frame": Figure((_corner("=#|="), _corner("=#||", "frame")), in_row=2),
}
"""What the rules show, by name."""
