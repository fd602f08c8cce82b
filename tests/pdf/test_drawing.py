"""Items on pages as other programs read and draw them: places, colours, forms, views of pages."""

import io
from functools import partial

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageStat
from short_run import first
from support import SHIPPED, check_layout, rolled, settings

from generator.core.paper import PAPERS, Box, Paper
from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet
from generator.layout import theme
from generator.layout.page import CURRENT, Art, Group, Line, Page, PageView, Rect, Text, flatten
from generator.pdf.drawing import pdf
from generator.pdf.file import About

A4 = PAPERS["a4"]
MM = 72 / 25.4  # points


def draw(*pages: Page, ink: str = "full") -> bytes:
    return pdf(pages, About("t", "s", "en"), ink, partial(find_art, folders=()))


def picture(page: Page, dots: float = 4, ink: str = "full") -> Image.Image:
    """The page in so many dots a mm."""
    with pypdfium2.PdfDocument(draw(page, ink=ink)) as document:
        return document[0].render(scale=dots / MM).to_pil().convert("RGB")


def crop(image: Image.Image, box: Box, dots: float = 4) -> Image.Image:
    return image.crop(tuple(round(dots * side) for side in (box.x, box.y, box.right, box.bottom)))


def forms(content: bytes) -> int:
    """How many there are."""
    with pikepdf.open(io.BytesIO(content)) as document:
        streams = [item for item in document.objects if isinstance(item, pikepdf.Stream)]
        return sum(item.get("/Subtype") == "/Form" for item in streams)


@pytest.mark.slow
def test_text_stands_where_the_layout_put_it():
    page = board_sheet.page(rolled(sets=SHIPPED), settings(code="fr"))
    texts = [entry for entry in flatten(page) if isinstance(entry.item, Text) and entry.turn == 0]
    with pdfplumber.open(io.BytesIO(draw(page))) as document:
        chars = document.pages[0].chars
    starts = {(char["text"], round(char["x0"]), round(char["size"], 1)) for char in chars}
    for entry in texts:
        if entry.item.text.strip():
            x, size = round(entry.box.x * MM), round(entry.item.size, 1)
            first = entry.item.text[0].replace("\u00a0", " ")
            assert {(first, x + d, size) for d in (-1, 0, 1)} & starts, entry.item


def test_art_and_shared_groups_are_drawn_once():
    content = draw(*(board_sheet.page(rolled(f"many-{n}"), settings()) for n in range(40)))
    # 8 portraits and symbols, shared art; per hue a checker, 4 strips, a frame, a title, an arrow;
    # per size of text a row for each type.
    assert forms(content) < 220
    assert len(content) < 40 * 1_000 + 180_000


def test_groups_of_several_colours_are_one_form():
    """A line between two texts, of which the first has a colour of its own."""
    items = (
        Text(0, 8, "MM", "bold", 20, 15, "green"),
        Line(20, 5, 30, 5, CURRENT, 8),
        Text(35, 8, "MM", "bold", 20, 15, CURRENT),
    )
    looks = {40: (True, "red"), 60: (True, "blue"), 80: (False, "violet")}
    groups = [Group("g", Box(40, y, 60, 10), items, 0, *look) for y, look in looks.items()]
    page = Page(A4, tuple(groups))
    assert forms(draw(page)) == 1
    image = picture(page, 12)
    for y, (_, own) in looks.items():
        for left, colour in ((0, "green"), (20, own), (35, own)):
            part = crop(image, Box(40 + left, y, 10, 10), 12)
            *_, (_, shade), _ = sorted(part.getcolors(1 << 16))  # the last is white
            found = [value / 255 for value in shade]
            assert theme.ink_colour(colour, "text", "full") == pytest.approx(found, abs=0.01)


LEAF = (Rect(Box(2, 3, 6, 4), "ink"),)


@pytest.mark.parametrize(
    "items",
    [  # a square in a corner of a turned group; a form in boxes of two heights; art
        *((Group("g", Box(40, 60, 30, 30), LEAF, turn, True),) for turn in (0, 90, 180, 270)),
        tuple(Group("g", Box(40, y, 10, y), LEAF, shared=True) for y in (20, 60)),
        (Art("shared/points", Box(50, 80, 20, 20)),),
    ],
)
def test_items_land_where_the_layout_says(items):
    page, tolerance = Page(A4, items), 1.3 if isinstance(items[0], Art) else 0.3
    box = Box.around([entry.box for entry in flatten(page)])
    edges = box.x, box.y, box.right, box.bottom
    dark = picture(page).convert("L").point(lambda value: 255 * (value < 170))
    assert [edge / 4 for edge in dark.getbbox()] == pytest.approx(edges, abs=tolerance)


BOARDS = [(("expert",), "huge", 4), (("base",), "small", 2)]


@pytest.mark.parametrize(("sets", "size", "players"), first(0, BOARDS))
def test_low_ink_takes_about_a_third_and_grey_has_no_colour(sets, size, players):
    """As the mean share of full coverage by cyan, magenta and yellow."""
    board, shares = rolled("ink", sets, size, players), []
    for ink in ("full", "low", "grey"):  # PDFium draws no line thinner than a pixel
        image = picture(board_sheet.page(board, settings(ink=ink)), 16, ink)
        shares.append(1 - sum(ImageStat.Stat(image).mean) / 3 / 255)
    red, green, blue = image.split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert 0.1 < shares[0] < 0.3 and shares[1] <= 0.41 * shares[0]


# Pages that show other pages


RED, BLUE = Rect(Box(20, 30, 10, 10), "red"), Rect(Box(30, 30, 10, 10), "blue")
WHOLE = Box(0, 0, 210, 297)


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_view_shows_its_window_and_nothing_else(scale, turn):
    place = Box(50, 60, 10 * scale, 10 * scale)
    view = PageView(Page(A4, (RED, BLUE)), Box(20, 30, 10, 10), Box(0, 0, place.w, place.h))
    assert view.scale == scale
    image = picture(Page(A4, (Group("turned", place, (view,), turn),)))
    ((_, red),) = crop(image, place.inset(0.5)).getcolors()
    assert red[0] > 200 > 100 > red[2]
    rim = place.inset(-0.5)  # PDFium rounds the edge of a clip to a pixel
    image.paste("white", tuple(round(4 * side) for side in (rim.x, rim.y, rim.right, rim.bottom)))
    assert [colour for _, colour in image.getcolors()] == [(255, 255, 255)]


def test_views_of_a_page_share_one_form():
    page = Page(A4, (RED, BLUE))
    views = (PageView(page, Box(0, y, 210, 50), Box(0, y, 210, 50)) for y in (0, 60, 120))
    assert forms(draw(*(Page(A4, (view,)) for view in views))) == 1


def test_what_a_view_shows_is_checked_as_it_is_and_stays_inside():
    faulty = Page(A4, (Text(20, 30, "tiny", "text", 7.0, 10), Line(1, 50, 9, 50, "ink", 0.1)))
    sound = Page(A4, (Text(20, 30, "readable", "text", 9.0, 10),))
    filled = Page(A4, (Rect(Box(5, 5, 120, 120), "ink"),))
    outside = PageView(filled, Box(0, 0, 100, 100), Box(-2, 0, 100, 100))
    for item, codes in (
        (PageView(faulty, WHOLE, Box(10, 10, 105, 148.5)), ["edge", "line", "text"]),
        (PageView(sound, WHOLE, Box(10, 10, 21, 29.7)), []),  # a picture of a page
        (outside, ["edge"]),
        (Group("plan", Box(20, 20, 50, 50), (outside,)), ["overflow"]),
    ):
        assert sorted(fault.code for fault in check_layout([Page(A4, (item,))])) == codes


# The triangles of Quads: lines are evenly spaced and meet those of the next triangles. One unit of
# the drawing is one mm; lines are 4 wide, in the middle of each tenth.

# Places, and whether a line is there; not those too near a line's edge to tell.
PLACES = [(n + 0.5, 3 < n % 10 + 0.5 < 7) for n in range(2, 48)]
PLACES = [each for each in PLACES if min(abs(each[0] % 10 - edge) for edge in (3, 7)) > 0.8]
NEAR = 0.3  # mm from the diagonal, inside the triangle


@pytest.fixture(scope="module")
def ink():
    """kind, x, y -> whether there is ink at that place of the top triangle."""
    pictures = {}
    for kind in ("solid", "parallel", "perpendicular"):
        page = Page(Paper("square", 100, 100), (Art(f"quads/{kind}", Box(0, 0, 100, 100)),))
        pictures[kind] = picture(page, 10).convert("L")
    return lambda kind, x, y: pictures[kind].getpixel((round(x * 10), round(y * 10))) < 128


@pytest.mark.parametrize("kind", ["parallel", "perpendicular"])
def test_both_kinds_reach_both_diagonals_in_the_same_places(ink, kind):
    """So whatever lies in the next triangle, turned by a quarter, its lines meet these."""
    for place, is_line in PLACES:
        assert ink(kind, place + NEAR, place - NEAR) == is_line, place
        assert ink(kind, 100 - place - NEAR, place - NEAR) == is_line, place


def test_only_perpendicular_lines_begin_at_the_side_and_are_their_own_mirror_image(ink):
    """The piece above shows the same places from the other side: the lines go on."""
    for place, is_line in PLACES:
        for x in (place, 100 - place):
            assert ink("perpendicular", x, 0.2) == is_line and not ink("parallel", x, 0.2)


def test_solid_is_solid_and_nothing_leaves_the_triangle(ink):
    for place, _ in PLACES:
        assert ink("solid", place + NEAR, place - NEAR)
        for kind in ("solid", "parallel", "perpendicular"):
            assert not ink(kind, place - NEAR, place + NEAR) and not ink(kind, 50, 50 + place)
