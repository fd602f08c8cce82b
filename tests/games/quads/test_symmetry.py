"""Setups that play alike: every game has an image on each image of its setup."""

import random

import pytest
from games.quads.rules import Move, Position, moves
from short_run import cases

from generator.games.quads.pieces import OWN_SHAPES, SYMMETRIES, Setup, Symmetry, piece_showing

SETUPS = [Setup(6, marked=(1, 20)), Setup(5, OWN_SHAPES[3:14], marked=(3, 15))]
EXCHANGED = str.maketrans({"=": "|", "|": "="})


def image_of_move(symmetry: Symmetry, move: Move, side: int) -> Move:
    """A move as it looks on the image of its board: the board is mirrored, turned, redrawn."""
    top, right, bottom, left = move.rotated_piece.sides
    signs = "".join((top, left, bottom, right) if symmetry.mirrored else (top, right, bottom, left))
    signs = (2 * signs)[4 - symmetry.quarter_turns :][:4]
    signs = signs.translate(EXCHANGED) if symmetry.exchanges_lines else signs
    owner = move.rotated_piece.piece.owner
    return Move(symmetry.square(move.square, side), piece_showing(owner, signs))


@pytest.mark.parametrize(
    ("number", "quarter_turns", "mirrored", "exchanges_lines"),
    cases(range(len(SETUPS)), range(4), (False, True), (False, True), together=1),
)
def test_a_game_on_an_image_has_the_images_of_all_moves(
    number, quarter_turns, mirrored, exchanges_lines
):
    symmetry, setup = Symmetry(quarter_turns, mirrored, exchanges_lines), SETUPS[number]
    source = random.Random(quarter_turns)
    position, image = Position.start(setup), Position.start(symmetry.image(setup))
    while legal := list(moves(position)):
        images = {move: image_of_move(symmetry, move, setup.side) for move in legal}
        assert set(images.values()) == set(moves(image))
        move = source.choice(legal)
        position, image = position.with_piece(move), image.with_piece(images[move])
    assert not list(moves(image))


def test_the_images_of_a_setup_and_some_mirrored_shapes_differ():
    assert len({symmetry.image(SETUPS[1]) for symmetry in SYMMETRIES}) == len(SYMMETRIES) == 16
    mirrored = [Symmetry(0, True, False).shape(shape) for shape in OWN_SHAPES]
    assert set(mirrored) == set(OWN_SHAPES)
    assert sum(one != other for one, other in zip(mirrored, OWN_SHAPES, strict=True)) == 6
