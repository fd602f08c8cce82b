"""Pieces on a space hide neither the kind of the space nor their owner.

The map is printed, and every piece laid on the middle of every kind of space as a mask over the
pixels. What is left must still tell the kinds apart, in every ink, on every paper and in both forms
of the game; so must the markers around the widest base.
"""

import itertools
from functools import cache
from math import cos, hypot, pi, sin

import pypdfium2
import pytest
from games.metals.sheet_pages import game
from PIL import Image, ImageChops, ImageDraw
from short_run import cases
from support import settings

from generator.core.paper import PAPERS, Box, Paper
from generator.core.resources import find_art
from generator.core.settings import INK_MODES
from generator.games.metals.definition import FORMS
from generator.games.metals.sheets import map_sheet, tokens
from generator.games.metals.sheets.map_sheet import HUES, pieces
from generator.layout.page import MM_PER_POINT, Art, Group, Page
from generator.pdf.drawing import pdf
from generator.pdf.file import About

DOT = 0.1  # mm, a pixel
# As light as this or less lighter is no difference: a sixth of the way from black to white is more
# than a home printer's tones vary.
SAME = 42
# What must differ in each corner, in mm², so that one corner alone tells: a dot of 2.5 mm, such as
# the pips of a small die, has 5 mm². Line art has no tones to differ by; there it is the ink of two
# outlines of a small mark, some 6 mm of a line of 0.25 mm.
CORNER = {"full": 5.0, "grey": 5.0, "low": 1.5}
# What is seen of a marker around the widest base, in mm² of ink: a fifth of a ring 1.5 mm wide.
AROUND = 30
FIGURES = game().definition.figures
SIZES, TOKENS = pieces(FIGURES), FIGURES.tokens
KINDS = ("plain", *HUES)


@cache
def render(page: Page, ink: str) -> Image.Image:
    """A page as pixels, in greys."""
    document = pypdfium2.PdfDocument(pdf([page], About("x", "x", "en"), ink, find_art))
    return document[0].render(scale=MM_PER_POINT / DOT).to_pil().convert("L")


def pixels(box: Box) -> tuple[int, int, int, int]:
    return tuple(round(edge / DOT) for edge in (box.x, box.y, box.right, box.bottom))


def tiles(page: Page) -> tuple[Box, list[Group]]:
    """Where the map lies, and its spaces, which count from there."""
    (board,) = [item for item in page.items if getattr(item, "name", "") == "map"]
    return board.box, [item for item in board.items if isinstance(item, Group)]


@cache
def spaces(form: str, paper: str, ink: str) -> dict[str, Image.Image]:
    """A space of each kind as it is printed, the right way up."""
    page = map_sheet.page(game(form=form), settings(paper, ink))
    (box, groups), photo = tiles(page), render(page, ink)
    images = {
        tile.name: photo.crop(pixels(tile.box.moved(box.x, box.y))).rotate(tile.turn)
        for tile in groups
    }
    assert set(images) == set(KINDS)
    side = min(min(image.size) for image in images.values())
    return {kind: image.crop((0, 0, side, side)) for kind, image in images.items()}


def seen_around(outlines, side: int) -> Image.Image:
    """A mask, white outside these outlines, which are in mm from the middle."""
    mask = Image.new("L", (side, side), 255)
    draw = ImageDraw.Draw(mask)
    for outline in outlines:
        draw.polygon([(side / 2 + x / DOT, side / 2 + y / DOT) for x, y in outline], fill=0)
    return mask


def round_piece(diameter: float) -> list[tuple[float, float]]:
    angles = (at * pi / 90 for at in range(180))
    return [(diameter / 2 * cos(angle), diameter / 2 * sin(angle)) for angle in angles]


def square_piece(side: float) -> list[tuple[float, float]]:
    half = side / 2
    return [(-half, -half), (half, -half), (half, half), (-half, half)]


def toothed_piece(size: float) -> list[tuple[float, float]]:
    return [(x - size / 2, y - size / 2) for x, y in tokens._teeth(size).corners]


WIDEST, TOKEN = round_piece(SIZES.base), square_piece(TOKENS.size)
BLUE, RED = round_piece(SIZES.marker), toothed_piece(SIZES.marker)
PIECES = {
    "smallest base": [round_piece(FIGURES.figurine.base[0])],
    "widest base": [WIDEST],
    "Metal token": [TOKEN],
    "base on the blue marker": [WIDEST, BLUE],
    "base on the red marker": [WIDEST, RED],
    "damage token": [square_piece(TOKENS.damage_size)],
    "score marker": [square_piece(TOKENS.score_size)],
    "all at once": [WIDEST, TOKEN, BLUE, RED],
}


def difference(one: Image.Image, other: Image.Image, mask: Image.Image) -> Image.Image:
    """A mask, white where two pictures differ and no piece lies."""
    unlike = ImageChops.difference(one, other).point(lambda value: 255 if value > SAME else 0)
    return ImageChops.darker(unlike, mask)


def area(image: Image.Image) -> float:
    """The white part, in mm²."""
    return image.histogram()[255] * DOT**2


def corners(image: Image.Image):
    """The four quarters of a square picture."""
    side, half = image.width, image.width // 2
    for x, y in itertools.product((0, half), repeat=2):
        yield image.crop((x, y, min(side, x + half), min(side, y + half)))


HARDEST = [("factions", "a4-letter-safe", "low", piece) for piece in PIECES]
CASES = cases(FORMS, PAPERS, INK_MODES, PIECES, together=1, always=HARDEST)


@pytest.mark.parametrize(("form", "paper", "ink", "piece"), CASES)
def test_kinds_of_space_differ_around_every_piece(form, paper, ink, piece):
    images = spaces(form, paper, ink)
    mask = seen_around(PIECES[piece], next(iter(images.values())).width)
    for one, other in itertools.combinations(KINDS, 2):
        unlike = difference(images[one], images[other], mask)
        for corner in corners(unlike):
            assert area(corner) >= CORNER[ink], (one, other, area(corner))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("form", FORMS)
def test_marks_lie_wholly_outside_every_piece(form, paper):
    """Their circles: on the map they are round or drawn inside a circle."""
    _, groups = tiles(map_sheet.page(game(form=form), settings(paper)))
    for tile in groups:
        arts = [item for item in tile.items if isinstance(item, Art)]
        marks = [art for art in arts if art.name.startswith("metals/marks")]
        assert len(marks) == {"plain": 0, "point_2": 4}.get(tile.name, 2)
        middle = tile.box.w / 2
        for mark in marks:
            x, y = (abs(at - middle) for at in mark.box.centre)
            radius = mark.box.w / 2
            assert radius >= 1.6
            assert hypot(x, y) - radius >= SIZES.reach - 1e-6
            assert max(x, y) + radius <= middle - 0.4


def marker(colour: str, ink: str) -> Image.Image:
    """An identification marker as it is cut out: white outside of its outline."""
    size, bleed = TOKENS.identification_size, tokens.MARKER_BLEED
    whole = Box(0, 0, size + 2 * bleed, size + 2 * bleed)
    page = Page(Paper("marker", whole.w, whole.h), (Art(f"metals/tokens/marker_{colour}", whole),))
    photo = render(page, ink)
    cut = ImageChops.invert(seen_around([BLUE if colour == "blue" else RED], photo.width))
    paper = Image.new("L", photo.size, 255)
    paper.paste(photo, mask=cut.crop((0, 0, *photo.size)))
    return paper


@pytest.mark.parametrize("ink", INK_MODES)
def test_markers_show_whose_a_figurine_is_around_its_base(ink):
    blue, red = (marker(colour, ink) for colour in ("blue", "red"))
    mask = seen_around([WIDEST], blue.width)
    paper = Image.new("L", blue.size, 255)
    assert area(difference(blue, paper, mask)) >= AROUND
    assert area(difference(red, paper, mask)) >= AROUND
    for corner in corners(difference(blue, red, mask)):
        assert area(corner) >= AROUND / 4


def test_markers_have_outlines_of_their_own_around_a_base():
    side = round(SIZES.marker / DOT)
    blue, red = (ImageChops.invert(seen_around([outline], side)) for outline in (BLUE, RED))
    mask = seen_around([WIDEST], side)
    unlike = area(ImageChops.darker(ImageChops.difference(blue, red), mask))
    assert unlike / area(ImageChops.darker(ImageChops.lighter(blue, red), mask)) > 0.4
