"""The examples in the rules: small positions with pieces of a setup, checked by the engine."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from generator.games.quads import engine, pieces
from generator.games.quads.engine import Reason
from generator.games.quads.pieces import Owner, RotatedPiece, Setup, Sides, rotate

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
        return pieces.piece_showing(self.owner, self.signs)

    @property
    def shape(self) -> Sides:
        return self.rotated_piece.piece.sides

    def redrawn(self, images: Mapping[Sides, Sides]) -> "ExamplePiece":
        """The piece with the image of its shape."""
        image = rotate(images[self.shape], self.rotated_piece.quarter_turns)
        return self._replace(signs="".join(image))


class Scene(NamedTuple):
    """A window on a board, in rows and columns.

    The last of the pieces is added to the others. `claim` is why the rules forbid it, None if it is
    legal. `corner` is the square of the board in the top left corner of the window.
    """

    rows: int
    columns: int
    pieces: tuple[ExamplePiece, ...]
    claim: Reason | None = None
    corner: Spot = (1, 1)
    framed: bool = False

    def is_true(self, setup: Setup, whole: bool = True) -> bool:
        """Whether the players of a setup have these pieces, each once, the rules agree with the
        claim, and all else fits where it lies. Where a scene is not whole, some of its pieces are
        left out."""
        setup = replace(setup, marked=(), framed=self.framed)
        tables = engine.game_tables(setup)

        def why_not(piece: ExamplePiece) -> frozenset[Reason]:
            """Why the rules forbid a piece beside those that were there before."""
            state = engine.game_start(setup, tables)
            for each in {*before} - {piece}:
                square, face = self._place(each, setup)
                engine.apply(tables, state, square * engine.FACES_COUNT + face)
            return engine.why_not(setup, state, *self._place(piece, setup))

        *before, new = self.pieces
        shown = {each.rotated_piece.piece for each in self.pieces}
        own = {piece.sides for piece in shown if piece.owner != "neutral"}
        if len(shown) < len(self.pieces) or not own <= {*setup.shapes}:
            return False
        if any(why_not(each) - {"touches_nothing"} for each in before):
            return False  # of two adjacent pieces, one was there before the other
        found, claims = why_not(new), {self.claim} - {None}
        return found == claims if whole else found <= {*claims, "touches_nothing"}

    def _place(self, piece: ExamplePiece, setup: Setup) -> tuple[int, int]:
        """The number of a piece's square on the board, and its face."""
        row, column = self.corner[0] + piece.spot[0], self.corner[1] + piece.spot[1]
        return row * setup.side + column, engine.FACES.index(piece.rotated_piece)


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


def _with_own_pieces(scenes: Sequence[Scene], setup: Setup) -> Sequence[Scene] | None:
    """The scenes with pieces of a setup. In place of a shape that it does not have, all of them
    show another one, with as few other sides as possible; None if no shapes will do."""
    new_pieces = [scene.pieces[-1] for scene in scenes]  # chosen first, because they touch others
    shown_pieces = (*new_pieces, *(piece for scene in scenes for piece in scene.pieces))
    own = sorted({rotate(own, turns) for own in setup.shapes for turns in range(4)})

    def search(images: Mapping[Sides, Sides], shapes: Sequence[Sides]) -> Sequence[Scene] | None:
        """The scenes with images of all shapes: `images` has some, `shapes` are the others."""
        shown = []
        for scene in scenes:
            if scene.pieces[-1].shape in images:
                drawn = [each.redrawn(images) for each in scene.pieces if each.shape in images]
                shown.append(scene._replace(pieces=tuple(drawn)))
        if not all(scene.is_true(setup, whole=not shapes) for scene in shown):
            return None
        if not shapes:
            return shown
        shape, *others = shapes
        nearest = sorted(own, key=lambda image: sum(map(str.__ne__, image, shape)))
        found = (search({**images, shape: image}, others) for image in nearest)
        return next(filter(None, found), None)

    neutrals = {piece.sides: piece.sides for piece in pieces.NEUTRALS}
    shapes = dict.fromkeys(each.shape for each in shown_pieces if each.shape not in neutrals)
    return search(neutrals, [*shapes])


def _pairs(left: _Shown, right: _Shown, wrong: _Shown, claim: Reason) -> tuple[Scene, Scene]:
    """A piece with a new one on its right: one that matches, and one that does not."""
    there = ExamplePiece(*left, (0, 0))
    return (
        Scene(1, 2, (there, ExamplePiece(*right, (0, 1)))),
        Scene(1, 2, (there, ExamplePiece(*wrong, (0, 1))), claim),
    )


def _neutrals(
    rows: int, columns: int, first: Spot, second: Spot, claim: Reason | None = None
) -> Scene:
    """The neutral pieces, in a window on the board or on all of it."""
    corner = (0, 0) if rows == columns else (1, 1)
    pieces = ExamplePiece("neutral", "====", first), ExamplePiece("neutral", "||||", second)
    return Scene(rows, columns, pieces, claim, corner)


def _at_edge(column: int, signs: str, claim: Reason | None = None) -> Scene:
    """A piece in the top row of the board, with another one on its right."""
    pieces = ExamplePiece("dark", "=||#", (0, column + 1)), ExamplePiece("dark", signs, (0, column))
    return Scene(1, column + 2, pieces, claim, (0, 0), framed=True)


def _groups(setup: Setup) -> Iterator[tuple[str, Sequence[_Group]]]:
    """The scenes of each figure, with pieces of the published game: one group, whose scenes lie
    side by side, or several, each of which is a column. In a group, what is right and what is wrong
    differ only in the new piece."""
    if not setup.marked:  # else nobody places the neutral pieces
        wrong = _neutrals(1, 3, (0, 0), (0, 1), "beside_neutral")
        yield "first_turn", [[(_neutrals(1, 3, (0, 0), (0, 2)), wrong)]]
    if not setup.may_be_opposite:
        side, far = setup.side, setup.side - 2
        wrong = _neutrals(side, side, (1, 1), (far, far), "opposite_neutral")
        yield "opposite", [[(_neutrals(side, side, (1, 1), (far, 1)), wrong)]]
    several = (
        ExamplePiece("light", "##=|", (0, 1)),
        ExamplePiece("light", "#=||", (1, 0)),
        ExamplePiece("dark", "|=##", (1, 2)),
        ExamplePiece("dark", "=#|=", (1, 1)),
    )
    yield "several", [[(Scene(2, 3, several),)]]
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
