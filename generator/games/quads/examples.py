"""The examples in the rules: small positions with pieces of a setup, as the engine matches them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.games.quads import engine, pieces
from generator.games.quads.engine import Reason
from generator.games.quads.pieces import Mark, Owner, RotatedPiece, Setup, Sides, rotate

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
    """A window on a board, in rows and columns, or all of a board: as many rows as columns.

    The last of the pieces is added to the others. `claim` is why the rules forbid it, None if it is
    legal. `framed`: the window is in the top left corner of a board whose frame counts.
    """

    rows: int
    columns: int
    pieces: tuple[ExamplePiece, ...]
    claim: Reason | None = None
    framed: bool = False

    def is_true(self, whole: bool = True) -> bool:
        """Whether all pieces are different and match, but for the claim. Where a scene is not
        whole, some of its pieces are left out."""
        *before, new = self.pieces
        if len({each.rotated_piece.piece for each in self.pieces}) < len(self.pieces):
            return False
        found, claims = self._mismatches(new), {self.claim} - {None}
        is_claimed = found == claims if whole else found <= claims
        return is_claimed and not any(self._mismatches(each) - found for each in before)

    def _mismatches(self, piece: ExamplePiece) -> set[Reason | None]:
        """Why sides of a piece do not match those of the others, or the frame."""
        reasons: set[Reason | None] = set()
        for way, (down, right) in enumerate(((-1, 0), (0, 1), (1, 0), (0, -1))):
            spot = piece.spot[0] + down, piece.spot[1] + right
            is_parallel = piece.rotated_piece.sides[way] == Mark.PARALLEL
            reasons |= {"frame"} if self.framed and min(spot) < 0 and not is_parallel else set()
            beside = (each.rotated_piece for each in self.pieces if each.spot == spot)
            reasons |= {engine.mismatch(piece.rotated_piece, other, way) for other in beside}
        return reasons - {None}


Figure = Sequence[Sequence[Scene]]
"""Rows of scenes that belong together."""


@lru_cache(maxsize=256)
def figures(setup: Setup) -> Mapping[str, Figure]:
    """The figures in the rules of a setup by name, with its own pieces."""
    result: dict[str, Figure] = {}
    for name, columns in _columns(setup):
        own = [_with_own_pieces(scenes, setup) for scenes in columns]
        result[name] = list(zip(*own, strict=True)) if len(own) > 1 else own
    return result


def _with_own_pieces(scenes: Sequence[Scene], setup: Setup) -> Sequence[Scene]:
    """The scenes with pieces of a setup. In place of a shape that it does not have, all of them
    show another one, with as few other sides as possible; as they are if no shapes will do."""
    new_pieces = [scene.pieces[-1] for scene in scenes]  # chosen first, because they touch others
    shown_pieces = (*new_pieces, *(piece for scene in scenes for piece in scene.pieces))
    own = sorted({rotate(own, turns) for own in setup.shapes for turns in range(4)})

    def search(images: Mapping[Sides, Sides], shapes: Sequence[Sides]) -> Sequence[Scene]:
        """The scenes with images of all shapes: `images` has some, `shapes` are the others."""
        shown = []
        for scene in scenes:
            if scene.pieces[-1].shape in images:
                drawn = [each.redrawn(images) for each in scene.pieces if each.shape in images]
                shown.append(scene._replace(pieces=tuple(drawn)))
        if not all(scene.is_true(whole=not shapes) for scene in shown):
            return ()
        if not shapes:
            return shown
        shape, *others = shapes
        nearest = sorted(own, key=lambda image: sum(map(str.__ne__, image, shape)))
        found = (search({**images, shape: image}, others) for image in nearest)
        return next(filter(None, found), ())

    neutrals = {piece.sides: piece.sides for piece in pieces.NEUTRALS}
    shapes = dict.fromkeys(each.shape for each in shown_pieces if each.shape not in neutrals)
    return search(neutrals, [*shapes]) or scenes


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
    pieces = ExamplePiece("neutral", "====", first), ExamplePiece("neutral", "||||", second)
    return Scene(rows, columns, pieces, claim)


def _columns(setup: Setup) -> Iterator[tuple[str, Sequence[Sequence[Scene]]]]:
    """The scenes of each figure in columns, with pieces of the published game; those of a single
    column lie side by side. What is right and what is wrong differ only in the new piece."""
    if not setup.marked:  # else nobody places the neutral pieces
        wrong = _neutrals(1, 3, (0, 0), (0, 1), "beside_neutral")
        yield "first_turn", [(_neutrals(1, 3, (0, 0), (0, 2)), wrong)]
    if not setup.may_be_opposite:
        side, far = setup.side, setup.side - 2
        wrong = _neutrals(side, side, (1, 1), (far, far), "opposite_neutral")
        yield "opposite", [(_neutrals(side, side, (1, 1), (far, 1)), wrong)]
    several = (
        ExamplePiece("light", "##=|", (0, 1)),
        ExamplePiece("light", "#=||", (1, 0)),
        ExamplePiece("dark", "|=##", (1, 2)),
        ExamplePiece("dark", "=#|=", (1, 1)),
    )
    yield "several", [(Scene(2, 3, several),)]
    pairs = [
        _pairs(("dark", "=#|="), ("dark", "=||#"), ("dark", "#=||"), "solid_on_lines"),
        _pairs(("light", "#=|#"), ("dark", "#|#="), ("dark", "#=#|"), "directions"),
        _pairs(("light", "=##|"), ("light", "|==#"), ("dark", "|==#"), "colours"),
    ]
    yield "matching", pairs
    there = ExamplePiece("dark", "=||#", (0, 1))
    fits, unfit = (ExamplePiece("dark", signs, (0, 0)) for signs in ("=#|=", "=#||"))
    right = Scene(1, 2, (there, fits), framed=True)
    yield "frame", [(right, right._replace(pieces=(there, unfit), claim="frame"))]
