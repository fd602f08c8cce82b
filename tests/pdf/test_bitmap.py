"""Designers' own pictures as PNG and JPEG."""

import io

import pikepdf
import pypdfium2
import pytest
from documents import save_bitmaps
from PIL import Image

from generator.core.errors import ArtError
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.layout.page import Art, Page, PageView
from generator.pdf.bitmap import bitmap_warnings, read_image
from generator.pdf.drawing import pdf
from generator.pdf.file import About


@pytest.fixture
def own(tmp_path):
    save_bitmaps(tmp_path)
    return tmp_path


def page(name, side=20.0, radius=0.0) -> Page:
    return Page(PAPERS["a4"], (Art(name, Box(50, 80, side, side), radius=radius),))


def draw(pages, folder, ink="full") -> bytes:
    return pdf(pages, About("t", "s", "en"), ink, lambda name: find_art(name, [folder]))


def pixels(content, *places):
    """The colours at places on the first page, in mm."""
    with pypdfium2.PdfDocument(content) as document:
        picture = document[0].render(scale=2).to_pil().convert("RGB")
    return [picture.getpixel((round(x * 144 / 25.4), round(y * 144 / 25.4))) for x, y in places]


def test_a_picture_lies_in_its_box_keeps_its_shape_and_is_clear_around(own):
    disc, beside = pixels(draw([page("disc")], own), (60, 90), (50.5, 80.5))
    assert disc == pytest.approx((200, 30, 40), abs=4)
    photo, above = pixels(draw([page("photo")], own), (51, 90), (60, 83))
    assert photo == pytest.approx((30, 60, 200), abs=6)
    (corner,) = pixels(draw([page("photo", radius=10)], own), (50.5, 85.5))
    assert beside == above == corner == (255, 255, 255)


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_without_colour_it_is_grey(own, ink):
    assert len({*pixels(draw([page("disc")], own, ink), (60, 90))[0]}) == 1


def test_it_is_stored_once_and_the_same_every_time(own):
    many = [page("disc") for _ in range(5)]
    content = draw(many, own)
    assert content == draw(many, own)
    with pikepdf.open(io.BytesIO(content)) as document:
        assert sum(isinstance(o, pikepdf.Stream) and "/SMask" in o for o in document.objects) == 1


def test_an_svg_wins_over_a_bitmap_of_the_same_name(own):
    (own / "disc.svg").touch()
    assert find_art("disc", [own]) == own / "disc.svg"


def test_too_few_dots_are_reported_where_they_are_shown_largest(own):
    twice = PageView(page("disc"), Box(50, 80, 20, 20), Box(20, 20, 40, 40))
    assert bitmap_warnings([page("disc")], [own]) == []
    for larger in (page("disc", 40), Page(PAPERS["a4"], (twice,))):
        (warning,) = bitmap_warnings([page("disc"), larger], [own])
        place = "disc.png: 190 dpi where it is printed 40.0 mm large, expected at least 300"
        assert place in warning and "473 pixels" in warning


@pytest.mark.parametrize(
    ("mode", "message"),
    [*((mode, "save it with 8") for mode in ("I;16", "I", "F")), ("LA", "all of it is transp")],
)
def test_more_than_8_bits_of_grey_and_nothing_at_all_are_refused(tmp_path, mode, message):
    Image.new(mode, (10, 10)).save(tmp_path / "odd.png", format="TIFF")
    with pytest.raises(ArtError, match=message):
        read_image(tmp_path / "odd.png", "full")


def test_a_photo_is_turned_upright_and_a_large_one_made_smaller(tmp_path):
    picture = Image.new("RGB", (5000, 2500), "red")
    exif = picture.getexif()
    exif[0x0112] = 6  # the camera was turned by a quarter
    picture.save(tmp_path / "turned.jpg", exif=exif)
    assert read_image(tmp_path / "turned.jpg", "full").size == (600, 1200)


def test_a_picture_that_is_saved_again_is_read_again(own):
    (before,) = pixels(draw([page("photo")], own), (60, 90))
    Image.new("RGB", (400, 200), (200, 30, 40)).save(own / "photo.jpg")
    (after,) = pixels(draw([page("photo")], own), (60, 90))
    assert before[2] > 150 > 100 > after[2]
