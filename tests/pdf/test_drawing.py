"""Items on pages as other programs read and draw them: places, colours, forms, views of pages."""

import io
import re
from functools import partial

import pdfplumber
import pikepdf
import pypdfium2
import pytest
from PIL import Image
from short_run import first
from support import SHIPPED, definition, rolled, settings

from generator import games
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.games.magnetmen.sheets import board_sheet
from generator.languages import languages, load_language
from generator.layout import theme
from generator.layout.checks import check_layout
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


def dark_box(image: Image.Image, level: int) -> list[float]:
    """The edges of what is darker than a level, in mm."""
    return [edge / 4 for edge in image.convert("L").point(lambda v: 255 * (v < level)).getbbox()]


def forms(content: bytes) -> list[bytes]:
    with pikepdf.open(io.BytesIO(content)) as document:
        streams = [item for item in document.objects if isinstance(item, pikepdf.Stream)]
        return [item.read_bytes() for item in streams if item.get("/Subtype") == "/Form"]


def test_text_stands_where_the_layout_put_it():
    page = board_sheet.page(rolled(sets=SHIPPED), settings(code="fr"))
    texts = [entry for entry in flatten(page) if isinstance(entry.item, Text) and entry.turn == 0]
    with pdfplumber.open(io.BytesIO(draw(page))) as document:
        chars = document.pages[0].chars
    starts = {(char["text"], round(char["x0"]), round(char["size"], 1)) for char in chars}
    for entry in texts:
        if entry.item.text.strip():
            x, size = round(entry.box.x * MM), round(entry.item.size, 1)
            assert {(entry.item.text[0], x + d, size) for d in (-1, 0, 1)} & starts, entry.item


@pytest.mark.parametrize("code", languages())
@pytest.mark.parametrize("seed", ["exact", "sunday"])
def test_the_texts_are_those_of_exactly_the_rolled_powers(seed, code):
    board = rolled(seed, SHIPPED)
    with pypdfium2.PdfDocument(draw(board_sheet.page(board, settings(code=code)))) as document:
        text = bare(document[0].get_textpage().get_text_range())
    words = load_language(code)
    on_board = {kind.piece.key: kind.power for kind in board.types}
    for piece in definition(*SHIPPED).pieces:
        for power in piece.powers:
            row = bare(piece.printed_name(code) + power.sentence(piece, words))
            assert (row in text) == (on_board.get(piece.key) == power), row


def bare(text: str) -> str:
    """A text without markup and space: lines break anywhere, pictures have no letters."""
    return re.sub(r"\*\*|\[points\]|\s", "", text)


def test_art_and_shared_groups_are_drawn_once():
    content = draw(*(board_sheet.page(rolled(f"many-{n}"), settings()) for n in range(40)))
    # 8 portraits and symbols, shared art; per hue a checker, 4 strips, a frame, a title; per size
    # of text a row for each type.
    assert len(forms(content)) < 200
    assert len(content) < 40 * 1_500 + 160_000


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
    assert len(forms(draw(page))) == 1
    image = picture(page, 12)
    for y, (_, own) in looks.items():
        for left, colour in ((0, "green"), (20, own), (35, own)):
            part = crop(image, Box(40 + left, y, 10, 10), 12)
            *_, (_, shade), _ = sorted(part.getcolors(1 << 16))  # the last is white
            found = [value / 255 for value in shade]
            assert theme.ink_colour(colour, "text", "full") == pytest.approx(found, abs=0.01)


def test_a_shared_group_keeps_its_place_in_a_higher_box():
    items = (Rect(Box(0, 0, 10, 10), "ink"),)
    groups = tuple(Group("g", Box(40, y, 10, y), items, shared=True) for y in (20, 60))
    assert dark_box(picture(Page(A4, groups)), 128) == pytest.approx([40, 20, 50, 70], abs=0.3)


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_turned_groups_land_where_the_layout_says(turn):
    """Pixels: a dark square in a corner of a turned group, against the layout's own box."""
    leaf = Rect(Box(2, 3, 6, 4), "ink")
    page = Page(A4, (Group("g", Box(40, 60, 30, 30), (leaf,), turn, True),))
    ((_, box, *_),) = flatten(page)
    edges = box.x, box.y, box.right, box.bottom
    assert dark_box(picture(page), 128) == pytest.approx(edges, abs=0.3)


def test_art_is_placed_at_its_box():
    image = picture(Page(A4, (Art("shared/points", Box(50, 80, 20, 20)),)))
    assert dark_box(image, 200) == pytest.approx([50, 80, 70, 100], abs=1.3)


@pytest.mark.parametrize(
    ("sets", "size", "players"),
    first(1, [(("expert",), "huge", 4), (("base",), "small", 2), (("base",), "huge", 4),
              (("expert",), "small", 2)]),
)  # fmt: skip
def test_low_ink_takes_about_a_third_and_grey_has_no_colour(sets, size, players):
    """As the mean share of full coverage by cyan, magenta and yellow."""
    board, shares = rolled("ink", sets, size, players), {}
    for ink in ("full", "low", "grey"):  # PDFium draws no line thinner than a pixel
        image = picture(board_sheet.page(board, settings(ink=ink)), 16, ink)
        counts = image.histogram()
        dark = sum((255 - value % 256) * n for value, n in enumerate(counts))
        shares[ink] = dark / sum(counts) / 255
    red, green, blue = image.split()
    assert red.tobytes() == green.tobytes() == blue.tobytes()
    assert 0.1 < shares["full"] < 0.3
    assert shares["low"] <= 0.36 * shares["full"]


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
    quads = games.game("quads")
    value = quads.roll(quads.load(("classic",), ()), "regular", 2, "x")
    (page,) = quads.pages("board", value, settings())
    views = [PageView(page, Box(0, y, 210, 50), Box(0, y, 210, 50)) for y in (0, 60, 120)]
    sizes = [len(draw(*(Page(A4, (view,)) for view in views[:count]))) for count in (1, 3)]
    assert sizes[1] < 1.2 * sizes[0]


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
