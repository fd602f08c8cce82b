"""The examples in the rules: small positions with pieces of a setup, checked by the engine.

A scene is a window on a board with some pieces, a new piece, and a claim: why the rules forbid the
new piece. Those that the rules contradict, or whose pieces players do not have, are not printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from generator.games.quads import engine
from generator.games.quads.engine import Reason
from generator.games.quads.pieces import (
    NEUTRALS,
    PUBLISHED,
    Owner,
    RotatedPiece,
    Setup,
    Sides,
    piece_showing,
    rotate,
)

Spot = tuple[int, int]
"""A row and a column, from 0."""

_Shown = tuple[Owner, str]
"""Whose a piece is, and the signs of its sides in place."""


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

    `pieces` lie there, and `new_piece` is added. `claim` is why the rules forbid it, None if it is
    legal. `corner` is the square of the board in the top left corner of the window. `setup` is that
    of the game, whose marked squares do not matter.
    """

    rows: int
    columns: int
    pieces: tuple[ExamplePiece, ...]
    new_piece: ExamplePiece
    claim: Reason | None = None
    corner: Spot = (1, 1)
    setup: Setup = PUBLISHED

    def why_not(self, piece: ExamplePiece) -> frozenset[Reason]:
        """Why the rules forbid a piece of the scene beside its other `pieces`; none if it may lie
        there."""
        setup = replace(self.setup, marked=())
        tables = engine.game_tables(setup)
        state = engine.game_start(setup, tables)
        for each in self.pieces:
            if each != piece:
                square, face = self._place(each)
                engine.apply(tables, state, square * engine.FACES_COUNT + face)
        return engine.why_not(setup, state, *self._place(piece))

    def _place(self, piece: ExamplePiece) -> tuple[int, int]:
        """The number of a piece's square on the board, and its face."""
        row, column = self.corner[0] + piece.spot[0], self.corner[1] + piece.spot[1]
        return row * self.setup.side + column, engine.FACES.index(piece.rotated_piece)

    def is_true(self, whole: bool = True) -> bool:
        """Whether players have its pieces, each once, the rules agree with the claim, and all else
        fits where it lies. Where a scene is not whole, some of its pieces are left out."""
        shown = [each.rotated_piece.piece for each in (*self.pieces, self.new_piece)]
        own = [piece.sides for piece in shown if piece.owner != "neutral"]
        if len({*shown}) < len(shown) or not {*own} <= {*self.setup.shapes}:
            return False
        if any(self.why_not(each) - {"touches_nothing"} for each in self.pieces):
            return False  # of two adjacent pieces, one was there before the other
        found, claims = self.why_not(self.new_piece), {self.claim} - {None}
        return found == claims if whole else found <= {*claims, "touches_nothing"}


class Figure(NamedTuple):
    """Scenes that belong together, `per_row` of them in a row."""

    scenes: tuple[Scene, ...]
    per_row: int


_Group = Sequence[Sequence[Scene]]
"""Scenes that show the same pieces, and others in their place for setups without such pieces."""


@lru_cache(maxsize=256)
def figures(setup: Setup) -> Mapping[str, Figure]:
    """The figures in the rules of a setup by name, with its own pieces. Those that its pieces do
    not allow are missing."""
    result = {}
    for name, groups in _groups(setup):
        possible = (
            next(filter(None, (_with_own_pieces(scenes, setup) for scenes in group)), None)
            for group in groups
        )
        own = [scenes for scenes in possible if scenes]
        columns = own if len(groups) > 1 else [(scene,) for scenes in own for scene in scenes]
        if columns:
            rows = zip(*columns, strict=True)
            result[name] = Figure(tuple(scene for row in rows for scene in row), len(columns))
    return result


def _with_own_pieces(scenes: Sequence[Scene], setup: Setup) -> tuple[Scene, ...] | None:
    """The scenes with pieces of a setup. In place of a shape that it does not have, all of them
    show another one, with as few other sides as possible; None if no shapes will do."""
    scenes = [replace(each, setup=replace(setup, framed=each.setup.framed)) for each in scenes]
    new_pieces = [scene.new_piece for scene in scenes]  # chosen first, because they touch others
    pieces = (*new_pieces, *(piece for scene in scenes for piece in scene.pieces))
    shapes = dict.fromkeys(_shape(piece) for piece in pieces if piece.owner != "neutral")
    own = sorted({rotate(own, turns) for own in setup.shapes for turns in range(4)})

    def search(images: Mapping[Sides, Sides], shapes: Sequence[Sides]) -> tuple[Scene, ...] | None:
        """The scenes with images of all shapes: `images` has some, `shapes` are the others."""
        shown = [_redrawn(scene, images) for scene in scenes if _shape(scene.new_piece) in images]
        if not all(scene.is_true(whole=not shapes) for scene in shown):
            return None
        if not shapes:
            return tuple(shown)
        shape, *others = shapes
        nearest = sorted(own, key=lambda image: sum(map(str.__ne__, image, shape)))
        found = (search({**images, shape: image}, others) for image in nearest)
        return next(filter(None, found), None)

    return search({piece.sides: piece.sides for piece in NEUTRALS}, [*shapes])


def _shape(piece: ExamplePiece) -> Sides:
    return piece.rotated_piece.piece.sides


def _redrawn(scene: Scene, images: Mapping[Sides, Sides]) -> Scene:
    """The scene with images of the shapes of its pieces; those of other shapes are left out."""

    def redrawn(piece: ExamplePiece) -> ExamplePiece:
        image = rotate(images[_shape(piece)], piece.rotated_piece.quarter_turns)
        return piece._replace(signs="".join(image))

    pieces = tuple(redrawn(piece) for piece in scene.pieces if _shape(piece) in images)
    return replace(scene, pieces=pieces, new_piece=redrawn(scene.new_piece))


def _pairs(left: _Shown, right: _Shown, wrong: _Shown, claim: Reason) -> tuple[Scene, Scene]:
    """A piece with a new one on its right: one that matches, and one that does not."""
    there = (ExamplePiece(*left, (0, 0)),)
    return (
        Scene(1, 2, there, ExamplePiece(*right, (0, 1))),
        Scene(1, 2, there, ExamplePiece(*wrong, (0, 1)), claim),
    )


def _neutrals(rows: int, columns: int, first: Spot, second: Spot) -> Scene:
    """The neutral pieces, in a window on the board or on all of it."""
    corner = (0, 0) if rows == columns else (1, 1)
    there = (ExamplePiece("neutral", "====", first),)
    return Scene(rows, columns, there, ExamplePiece("neutral", "||||", second), None, corner)


def _at_edge(column: int, signs: str, claim: Reason | None = None) -> Scene:
    """A piece in the top row of the board, with another one on its right."""
    beside = ExamplePiece("dark", "=||#", (0, column + 1))
    new_piece, setup = ExamplePiece("dark", signs, (0, column)), Setup(framed=True)
    return Scene(1, column + 2, (beside,), new_piece, claim, (0, 0), setup)


def _groups(setup: Setup) -> Iterator[tuple[str, Sequence[_Group]]]:
    """The scenes of each figure, with pieces of the published game: one group, whose scenes lie
    side by side, or several, each of which is a column. In a group, what is right and what is wrong
    differ only in the new piece."""
    if not setup.marked:  # else nobody places the neutral pieces
        right, wrong = _neutrals(1, 3, (0, 0), (0, 2)), _neutrals(1, 3, (0, 0), (0, 1))
        yield "first_turn", [[(right, replace(wrong, claim="beside_neutral"))]]
    if not setup.may_be_opposite:
        side, far = setup.side, setup.side - 2
        right = _neutrals(side, side, (1, 1), (far, 1))
        wrong = _neutrals(side, side, (1, 1), (far, far))
        yield "opposite", [[(right, replace(wrong, claim="opposite_neutral"))]]
    several = (
        ExamplePiece("light", "##=|", (0, 1)),
        ExamplePiece("light", "#=||", (1, 0)),
        ExamplePiece("dark", "|=##", (1, 2)),
    )
    yield "several", [[(Scene(2, 3, several, ExamplePiece("dark", "=#|=", (1, 1))),)]]
    yield (
        "matching",
        [
            [_pairs(("dark", "=#|="), ("dark", "=||#"), ("dark", "#=||"), "solid_on_lines")],
            [
                _pairs(("light", "#=|#"), ("dark", "#|#="), ("dark", "#=#|"), "directions"),
                _pairs(("light", "#=|#"), ("dark", "|##="), ("dark", "=|##"), "directions"),
            ],
            [_pairs(("light", "=##|"), ("light", "|==#"), ("dark", "|==#"), "colours")],
        ],
    )
    # In the corner, where two sides count, or beside it.
    edges = [(_at_edge(column, "=#|="), _at_edge(column, "=#||", "frame")) for column in (0, 1)]
    yield "frame", [edges]
