"""Setups that play alike: the board may be turned or mirrored, the two kinds of lines exchanged.

Input: a Setup, a Symmetry. Output: the image of the setup. Every game on one has its image on the
other, move by move, because the rules treat a move and its image alike. A test plays such games.
The frame's lines are not exchanged: on the framed board only turns and mirror images play alike.
"""

from dataclasses import replace
from itertools import product
from typing import NamedTuple

from generator.games.quads.pieces import Mark, Sides, canonical_rotation
from generator.games.quads.rules import Setup

_OTHER_LINES = {
    Mark.SOLID: Mark.SOLID,
    Mark.PARALLEL: Mark.PERPENDICULAR,
    Mark.PERPENDICULAR: Mark.PARALLEL,
}


class Symmetry(NamedTuple):
    """The board is mirrored left to right, then turned clockwise; lines are exchanged."""

    quarter_turns: int
    mirrored: bool
    exchanges_lines: bool

    def image(self, setup: Setup) -> Setup:
        """The image of a setup with marked squares."""
        parallel, perpendicular = (self.square(square, setup.side) for square in setup.marked)
        marked = (perpendicular, parallel) if self.exchanges_lines else (parallel, perpendicular)
        shapes = tuple(sorted(self.shape(shape) for shape in setup.shapes))
        return replace(setup, marked=marked, shapes=shapes)

    def square(self, square: int, side: int) -> int:
        """The image of a square."""
        row, column = divmod(square, side)
        if self.mirrored:
            column = side - 1 - column
        for _ in range(self.quarter_turns):
            row, column = column, side - 1 - row
        return row * side + column

    def shape(self, shape: Sides) -> Sides:
        """The image of a shape, in canonical rotation."""
        if self.mirrored:
            shape = tuple(reversed(shape))
        if self.exchanges_lines:
            shape = tuple(_OTHER_LINES[mark] for mark in shape)
        return canonical_rotation(shape)


SYMMETRIES = tuple(Symmetry(*values) for values in product(range(4), (False, True), (False, True)))
"""All 16 of them."""


def first_image(setup: Setup) -> Setup:
    """The same setup for all images of one: the first of them by its squares and shapes."""
    images = [symmetry.image(setup) for symmetry in SYMMETRIES]
    return min(images, key=lambda image: (image.marked, image.shapes))
