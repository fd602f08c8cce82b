"""Symbols on a disc: each inside its own sector and within the safe circle, as really drawn."""

import math

import pytest
from games.discs.rolled import SHAPES
from layout.test_cut_edges import outline

from generator.games.discs.arrangement import room, rotate, smallest_diameter, spots

ROOM = room(40)  # of the radius of a disc of 40 mm
SECTOR_GAP = 0.02 * ROOM  # from the edge of its sector, of the disc's radius


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("turn", [0, 77, 180])
@pytest.mark.parametrize("symbols", range(1, 6))
def test_every_shape_fits_the_safe_circle_and_its_sector(symbols, turn, shape):
    """So symbols never touch, whatever their shapes are."""
    half = math.pi / symbols
    for number, spot in enumerate(spots(symbols, turn, ROOM)):
        for x, y, pen in outline(f"discs/{shape}"):
            dx, dy = rotate(x * spot.side, y * spot.side, spot.angle)
            pen *= spot.side
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
