"""The triangles of Quads: lines are evenly spaced and meet those of the next triangles."""

import pypdfium2
import pytest

from generator.core.paper import Box, Paper
from generator.core.resources import find_art
from generator.layout.page import Art, Page
from generator.pdf.drawing import pdf
from generator.pdf.file import About

SIDE = 100.0  # mm: one unit of the drawing is one mm
DOTS = 10  # pixels a mm
SPACING, FIRST, LAST = 10, 3, 7  # lines are 4 wide, in the middle of each tenth


@pytest.fixture(scope="module")
def ink():
    """kind, x, y -> whether there is ink at that place of the top triangle."""
    pictures = {}
    for kind in ("solid", "parallel", "perpendicular"):
        page = Page(Paper("square", SIDE, SIDE), (Art(f"quads/{kind}", Box(0, 0, SIDE, SIDE)),))
        document = pypdfium2.PdfDocument(pdf([page], About("t", "s", "en"), "full", find_art))
        pictures[kind] = document[0].render(scale=DOTS / 72 * 25.4).to_pil().convert("L")
        document.close()
    return lambda kind, x, y: pictures[kind].getpixel((round(x * DOTS), round(y * DOTS))) < 128


def on_a_line(place: float) -> bool | None:
    """None where a line's edge is too near to tell."""
    inside = place % SPACING
    near = min(abs(inside - FIRST), abs(inside - LAST))
    return None if near < 0.8 else FIRST < inside < LAST


PLACES = [n + 0.5 for n in range(2, 48)]
NEAR = 0.3  # mm from the diagonal, inside the triangle


@pytest.mark.parametrize("kind", ["parallel", "perpendicular"])
def test_both_kinds_reach_both_diagonals_in_the_same_places(ink, kind):
    """So whatever lies in the next triangle, turned by a quarter, its lines meet these."""
    for place in PLACES:
        expected = on_a_line(place)
        if expected is not None:
            assert ink(kind, place + NEAR, place - NEAR) == expected, place
            assert ink(kind, SIDE - place - NEAR, place - NEAR) == expected, place


def test_perpendicular_lines_begin_at_the_side_and_are_their_own_mirror_image(ink):
    """The piece above shows the same places from the other side: the lines go on."""
    for place in [n + 0.5 for n in range(1, 99)]:
        expected = on_a_line(place)
        if expected is not None:
            assert ink("perpendicular", place, 0.2) == expected
            assert ink("perpendicular", SIDE - place, 0.2) == expected


def test_parallel_lines_keep_off_the_side(ink):
    assert not any(ink("parallel", place, 0.2) for place in range(1, 99))


def test_solid_is_solid_and_nothing_leaves_the_triangle(ink):
    for place in PLACES:
        assert ink("solid", place + NEAR, place - NEAR)
        for kind in ("solid", "parallel", "perpendicular"):
            assert not ink(kind, place - NEAR, place + NEAR)
            assert not ink(kind, 50, 50 + place)
