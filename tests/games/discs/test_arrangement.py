"""Symbols on a disc: each inside its own sector and within the safe circle, as really drawn."""

import math
from functools import cache

import pytest
from games.discs.rolled import SHAPES
from svgelements import SVG, Move, Path

from generator.core.resources import find_art
from generator.games.discs.arrangement import room, rotate, smallest_diameter, spots

OUTLINE = 0.025  # half the pen's width, of the symbol's side
ROOM = room(40)  # of the radius of a disc of 40 mm
SECTOR_GAP = 0.02 * ROOM  # from the edge of its sector, of the disc's radius


@cache
def outline(shape: str) -> tuple[tuple[float, float], ...]:
    """Points all around a shape, from its middle, its side being 1."""
    points = []
    for element in SVG.parse(find_art(f"discs/{shape}")).elements():
        if isinstance(element, Path):
            for segment in element:
                if not isinstance(segment, Move):
                    points += [segment.point(step / 8) for step in range(8)]
    return tuple(((point.x - 50) / 100, (point.y - 50) / 100) for point in points)


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turn", [0, 77, 180])
@pytest.mark.parametrize("symbols", range(1, 6))
def test_every_shape_fits_the_safe_circle_and_its_sector(symbols, turn, shape):
    """So symbols never touch, whatever their shapes are."""
    half = math.pi / symbols
    for number, spot in enumerate(spots(symbols, turn, ROOM)):
        pen = OUTLINE * spot.side
        for x, y in outline(shape):
            dx, dy = rotate(x * spot.side, y * spot.side, spot.angle)
            x, y = spot.x + dx, spot.y + dy
            assert math.hypot(x, y) + pen <= ROOM
            across, up = rotate(x, -y, turn + 360 * number / symbols)  # its sector at the top
            inside = up * math.sin(half) - abs(across) * math.cos(half)
            assert symbols == 1 or inside >= pen + SECTOR_GAP - 0.004


def test_symbols_lie_clockwise_and_turn_with_the_disc():
    first, second, third = spots(3, 0, ROOM)
    assert first.y < 0 < second.x and third.x < 0
    assert [(spot.angle - first.angle) % 360 for spot in (first, second, third)] == [0, 120, 240]
    quarter = spots(3, 90, ROOM)[0]
    assert (quarter.x, quarter.y) == pytest.approx((-first.y, first.x))
    assert (quarter.angle - first.angle) % 360 == 90


def test_the_rim_that_stays_clear_is_as_wide_on_every_disc():
    assert [diameter / 2 * (1 - room(diameter)) for diameter in (25, 100)] == pytest.approx([2, 2])
    assert 24 < smallest_diameter(3) <= 25  # as the pocket set has
