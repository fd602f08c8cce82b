"""Pictures as bytes: pixels, edges, outlines, PNG; compared with Pillow where it does the same."""

import io

import pytest
from PIL import Image, ImageDraw

from generator.pdf.pictures import Picture, png


def _numbered(width, height):
    """A picture all of whose pixels are different."""
    return Picture(width, height, bytearray(range(3 * width * height)))


def _read(picture):
    return Image.open(io.BytesIO(png(picture, 300)))


def test_a_png_has_the_pixels_and_says_how_large_they_are():
    picture = _numbered(5, 4)
    read = _read(picture)
    assert (read.mode, read.size) == ("RGB", picture.size)
    assert read.tobytes() == bytes(picture.pixels)
    assert read.info["srgb"] == 0
    assert read.info["dpi"] == pytest.approx((300, 300), abs=0.01)


def test_a_picture_lies_where_it_is_pasted():
    sheet, picture = Picture.white(6, 5), _numbered(2, 3)
    sheet.paste(picture, 3, 1)
    expected = Image.new("RGB", (6, 5), "white")
    expected.paste(_read(picture), (3, 1))
    assert bytes(sheet.pixels) == expected.tobytes()


@pytest.mark.parametrize("edges", [(0, 0, 6, 5), (2, 1, 5, 3), (0, 2, 6, 3), (1, 0, 2, 5)])
def test_the_outermost_pixels_are_repeated(edges):
    picture, before = _numbered(6, 5), _read(_numbered(6, 5))
    picture.repeat_edges(*edges)
    left, top, right, bottom = edges
    after = _read(picture)
    for x in range(6):
        for y in range(5):
            source = min(max(x, left), right - 1), min(max(y, top), bottom - 1)
            assert after.getpixel((x, y)) == before.getpixel(source)


def test_outside_an_outline_a_picture_is_transparent():
    square = [(2, 1), (6, 1), (6, 4.5), (2, 4.5)]
    picture = _read(Picture.white(8, 6).inside(square))
    assert picture.mode == "RGBA"
    opacity = picture.getchannel("A")
    rows = [[opacity.getpixel((x, y)) for x in (1, 2, 5, 6)] for y in (0, 1, 3, 4, 5)]
    full, half = [0, 255, 255, 0], [0, 127, 127, 0]
    assert rows == [[0] * 4, full, full, half, [0] * 4]


def test_an_outline_is_that_of_pillow_but_for_its_edge():
    star = [(20, 2), (25, 15), (38, 15), (28, 23), (32, 37), (20, 28), (8, 37), (12, 23), (2, 15)]
    opacity = _read(Picture.white(40, 40).inside(star)).getchannel("A")
    fine = Image.new("L", (320, 320))
    ImageDraw.Draw(fine).polygon([(8 * x, 8 * y) for x, y in star], fill=255)
    expected = fine.resize((40, 40), Image.Resampling.BOX)
    pairs = list(zip(opacity.tobytes(), expected.tobytes(), strict=True))
    assert max(abs(one - other) for one, other in pairs) < 50
    assert sum(one - other for one, other in pairs) / sum(expected.tobytes()) == pytest.approx(
        0, abs=0.02
    )


def test_equal_pictures_are_equal_files():
    assert png(_numbered(5, 4), 300) == png(_numbered(5, 4), 300)
