"""Pages that show other pages: what is drawn, and what is checked."""

import io
from functools import partial

import pikepdf
import pypdfium2
import pytest
from PIL import Image
from support import settings

from generator import games
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.layout.checks import check_layout
from generator.layout.page import Art, Group, Line, Page, PageView, Rect, Text, flatten
from generator.pdf.bitmap import low_resolution_warnings
from generator.pdf.drawing import pdf
from generator.pdf.file import About

A4 = PAPERS["a4"]
RED, BLUE = Rect(Box(20, 30, 10, 10), "red"), Rect(Box(30, 30, 10, 10), "blue")
SHOWN = Page(A4, (RED, BLUE))


def drawn(*pages: Page) -> bytes:
    return pdf(pages, About("views", "", "en"), "full", partial(find_art, folders=()))


def picture(page: Page) -> Image.Image:
    """The page with two dots a mm."""
    document = pypdfium2.PdfDocument(drawn(page))
    return document[0].render(scale=(420 - 0.5) / document[0].get_width()).to_pil().convert("RGB")


def colours(image: Image.Image) -> set[tuple[int, int, int]]:
    return {colour for _, colour in image.getcolors()}


def crop(image: Image.Image, box: Box) -> Image.Image:
    return image.crop(tuple(round(2 * side) for side in (box.x, box.y, box.right, box.bottom)))


@pytest.mark.parametrize("scale", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_view_shows_its_window_and_nothing_else(scale, turn):
    window = Box(20, 30, 10, 10)
    place = Box(50, 60, 10 * scale, 10 * scale)
    view = PageView(SHOWN, window, Box(0, 0, place.w, place.h))
    assert view.scale == scale
    image = picture(Page(A4, (Group("turned", place, (view,), turn),)))
    (red,) = colours(crop(image, place.inset(0.5)))
    assert red[0] > 200 > 100 > red[2]
    rim = place.inset(-0.5)  # PDFium rounds the edge of a clip to a pixel
    image.paste("white", tuple(round(2 * side) for side in (rim.x, rim.y, rim.right, rim.bottom)))
    assert colours(image) == {(255, 255, 255)}


def test_views_of_a_page_share_one_form():
    sheet = games.game("quads")
    quads = sheet.roll(sheet.load(("classic",), ()), "regular", 2, "x")
    (page,) = sheet.pages("board", quads, settings())
    views = [PageView(page, Box(0, y, 210, 50), Box(0, y, 210, 50)) for y in (0, 60, 120)]
    sizes = [len(drawn(*(Page(A4, (view,)) for view in views[:count]))) for count in (1, 3)]
    assert sizes[1] < 1.2 * sizes[0]
    with pikepdf.open(io.BytesIO(drawn(Page(A4, tuple(views))))) as document:
        assert len(document.pages[0].Resources.XObject) == 1


def test_a_view_is_one_item():
    view = PageView(SHOWN, Box(0, 0, 210, 297), Box(10, 10, 21, 29.7))
    (entry,) = flatten(Page(A4, (Group("plan", Box(5, 5, 40, 50), (view,)),)))
    assert (entry.item, entry.box) == (view, view.box.moved(5, 5))


def test_the_page_that_is_shown_is_checked_as_it_is():
    faulty = Page(A4, (Text(20, 30, "tiny", "text", 7.0, 10), Line(1, 50, 9, 50, "ink", 0.1)))
    view = PageView(faulty, Box(0, 0, 210, 297), Box(10, 10, 105, 148.5))
    codes = sorted(fault.code for fault in check_layout([Page(A4, (view,))]))
    assert codes == ["edge", "line", "text"]
    sound = Page(A4, (Text(20, 30, "readable", "text", 9.0, 10),))
    small = PageView(sound, Box(0, 0, 210, 297), Box(10, 10, 21, 29.7))  # a picture of a page
    assert not check_layout([Page(A4, (small,))])


def test_what_a_view_shows_stays_inside_the_margins_and_its_group():
    window = Box(0, 0, 100, 100)
    filled = Page(A4, (Rect(Box(5, 5, 120, 120), "ink"),))
    outside = PageView(filled, window, Box(-2, 0, 100, 100))
    assert [fault.code for fault in check_layout([Page(A4, (outside,))])] == ["edge"]
    group = Group("plan", Box(20, 20, 50, 50), (outside,))
    assert [fault.code for fault in check_layout([Page(A4, (group,))])] == ["overflow"]


def test_pictures_are_finer_the_larger_they_are_shown(tmp_path):
    Image.new("RGB", (600, 600), "red").save(tmp_path / "mine.png")
    page = Page(A4, (Art("mine", Box(20, 20, 50, 50)),))  # 305 dpi
    larger = Page(A4, (PageView(page, Box(20, 20, 50, 50), Box(20, 20, 100, 100)),))
    assert not low_resolution_warnings([page], [tmp_path])
    (warning,) = low_resolution_warnings([larger], [tmp_path])
    assert "152 dpi where it is printed 100.0 mm large" in warning
