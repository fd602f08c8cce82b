"""The triangles of Quads: lines are evenly spaced and meet those of the next triangles."""

import pypdfium2
import pytest

from generator.core.paper import Box, Paper
from generator.core.resources import find_art
from generator.layout.page import Art, Page
from generator.pdf.drawing import pdf
from generator.pdf.file import About

SIDE = 100.0  # mm: one unit of the drawing is one mm
SPACING, FIRST, LAST = 10, 3, 7  # lines are 4 wide, in the middle of each tenth
# Places, and whether a line is there; not those too near a line's edge to tell.
PLACES = [(n + 0.5, FIRST < n % SPACING + 0.5 < LAST) for n in range(2, 48)]
PLACES = [each for each in PLACES if min(abs(each[0] % SPACING - at) for at in (FIRST, LAST)) > 0.8]
NEAR = 0.3  # mm from the diagonal, inside the triangle


@pytest.fixture(scope="module")
def ink():
    """kind, x, y -> whether there is ink at that place of the top triangle."""
    box, pictures = Box(0, 0, SIDE, SIDE), {}
    for kind in ("solid", "parallel", "perpendicular"):
        page = Page(Paper("square", SIDE, SIDE), (Art(f"quads/{kind}", box),))
        with pypdfium2.PdfDocument(pdf([page], About("t", "s", "en"), "full", find_art)) as drawn:
            pictures[kind] = drawn[0].render(scale=10 / 72 * 25.4).to_pil().convert("L")
    return lambda kind, x, y: pictures[kind].getpixel((round(x * 10), round(y * 10))) < 128


@pytest.mark.parametrize("kind", ["parallel", "perpendicular"])
def test_both_kinds_reach_both_diagonals_in_the_same_places(ink, kind):
    """So whatever lies in the next triangle, turned by a quarter, its lines meet these."""
    for place, is_line in PLACES:
        assert ink(kind, place + NEAR, place - NEAR) == is_line, place
        assert ink(kind, SIDE - place - NEAR, place - NEAR) == is_line, place


def test_only_perpendicular_lines_begin_at_the_side_and_are_their_own_mirror_image(ink):
    """The piece above shows the same places from the other side: the lines go on."""
    for place, is_line in PLACES:
        assert ink("perpendicular", place, 0.2) == is_line
        assert ink("perpendicular", SIDE - place, 0.2) == is_line
        assert not ink("parallel", place, 0.2) and not ink("parallel", SIDE - place, 0.2)


def test_solid_is_solid_and_nothing_leaves_the_triangle(ink):
    for place, _ in PLACES:
        assert ink("solid", place + NEAR, place - NEAR)
        for kind in ("solid", "parallel", "perpendicular"):
            assert not ink(kind, place - NEAR, place + NEAR)
            assert not ink(kind, 50, 50 + place)
