"""Setups that play alike: every game has an image on each image of its setup."""

import random

import pytest
from games.quads.rules import Move, Position, moves
from short_run import cases

from generator.games.quads.pieces import (
    OWN_SHAPES,
    PIECES,
    SYMMETRIES,
    Mark,
    RotatedPiece,
    Setup,
    Symmetry,
    rotations,
)

SETUPS = [Setup(6, marked=(1, 20)), Setup(5, OWN_SHAPES[3:14], marked=(3, 15))]


def image_of_move(symmetry: Symmetry, move: Move, side: int) -> Move:
    """A move as it looks on the image of its board: the board is mirrored, turned, redrawn."""
    top, right, bottom, left = move.rotated_piece.sides
    sides = (top, left, bottom, right) if symmetry.mirrored else (top, right, bottom, left)
    for _ in range(symmetry.quarter_turns):
        sides = (sides[3], *sides[:3])
    if symmetry.exchanges_lines:
        other = {Mark.PARALLEL: Mark.PERPENDICULAR, Mark.PERPENDICULAR: Mark.PARALLEL}
        sides = tuple(other.get(mark, mark) for mark in sides)
    owner = move.rotated_piece.piece.owner
    return Move(symmetry.square(move.square, side), rotated_piece(owner, sides))


def rotated_piece(owner, sides) -> RotatedPiece:
    (result,) = (
        each for piece in PIECES if piece.owner == owner
        for each in rotations(piece) if each.sides == tuple(sides)
    )  # fmt: skip
    return result


@pytest.mark.parametrize(
    ("setup", "quarter_turns", "mirrored", "exchanges_lines"),
    cases(range(len(SETUPS)), range(4), (False, True), (False, True)),
)
def test_a_game_on_an_image_has_the_images_of_all_moves(
    setup, quarter_turns, mirrored, exchanges_lines
):
    symmetry = Symmetry(quarter_turns, mirrored, exchanges_lines)
    source = random.Random(quarter_turns)
    position, image = Position.start(SETUPS[setup]), Position.start(symmetry.image(SETUPS[setup]))
    while legal := list(moves(position)):
        images = {image_of_move(symmetry, move, SETUPS[setup].side) for move in legal}
        assert images == set(moves(image))
        move = source.choice(legal)
        position = position.with_piece(move)
        image = image.with_piece(image_of_move(symmetry, move, SETUPS[setup].side))
    assert not list(moves(image))


def test_the_images_of_a_setup_differ():
    images = {symmetry.image(SETUPS[1]) for symmetry in SYMMETRIES}
    assert len(images) == len(SYMMETRIES) == 16


def test_some_shapes_differ_from_their_mirror_images():
    """Else mirroring the board would not have to mirror the shapes."""
    mirror = Symmetry(0, True, False)
    assert sum(mirror.shape(shape) != shape for shape in OWN_SHAPES) == 6
    assert {mirror.shape(shape) for shape in OWN_SHAPES} == set(OWN_SHAPES)
