"""Designers' own pictures as PNG and JPEG."""

import io
import struct
from zlib import compress, crc32

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageDraw

from generator.core.errors import ArtError
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.layout.page import Art, Page
from generator.pdf.bitmap import low_resolution_warnings, read_image
from generator.pdf.drawing import pdf
from generator.pdf.file import About

ABOUT = About("t", "s", "en")


@pytest.fixture
def own(tmp_path):
    """A folder with a square drawing, clear around a red disc, and a wide photo."""
    folder = tmp_path / "assets" / "magnetmen"
    folder.mkdir(parents=True)
    disc = Image.new("RGBA", (300, 300), (0, 0, 0, 0))
    ImageDraw.Draw(disc).ellipse((30, 30, 270, 270), fill=(200, 30, 40, 255))
    disc.save(folder / "disc.png")
    Image.new("RGB", (400, 200), (30, 60, 200)).save(folder / "photo.jpg")
    return tmp_path / "assets"


def page(name, side=20.0) -> Page:
    return Page(PAPERS["a4"], (Art(f"magnetmen/{name}", Box(50, 80, side, side)),))


def draw(pages, folder, ink="full") -> bytes:
    return pdf(pages, ABOUT, ink, lambda name: find_art(name, [folder]))


def pixel(content, x, y):
    """The colour at a place on the first page, in mm."""
    document = pypdfium2.PdfDocument(content)
    picture = document[0].render(scale=2).to_pil().convert("RGB")
    document.close()
    scale = 2 * 72 / 25.4
    return picture.getpixel((round(x * scale), round(y * scale)))


def test_a_png_lies_in_its_box_and_is_clear_around(own):
    content = draw([page("disc")], own)
    assert pixel(content, 60, 90) == pytest.approx((200, 30, 40), abs=4)
    assert pixel(content, 50.5, 80.5) == (255, 255, 255)


def test_a_wide_picture_keeps_its_shape(own):
    content = draw([page("photo")], own)
    assert pixel(content, 51, 90) == pytest.approx((30, 60, 200), abs=6)
    assert pixel(content, 60, 83) == (255, 255, 255)


def png16(colour_type: int, *samples: int) -> bytes:
    """A PNG of one row with samples of 16 bits: colour type 0 is grey, 6 is RGBA."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", crc32(name + data))

    row = b"\0" + struct.pack(f">{len(samples)}H", *samples)
    head = struct.pack(">IIBBBBB", len(samples) // (4 if colour_type == 6 else 1), 1, 16,
                       colour_type, 0, 0, 0)  # fmt: skip
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        [chunk(b"IHDR", head), chunk(b"IDAT", compress(row)), chunk(b"IEND", b"")]
    )


def test_a_grey_picture_of_16_bits_is_taken_as_one_in_colour(tmp_path):
    grey, coloured = tmp_path / "grey.png", tmp_path / "coloured.png"
    grey.write_bytes(png16(0, 0x80FF, 0xFFFF, 0x0001))
    coloured.write_bytes(png16(6, *(3 * [0x80FF] + [0xFFFF] + 4 * [0xFFFF] + 3 * [1] + [0xFFFF])))
    for ink in ("full", "grey"):
        pixels = [read_image(path, ink).convert("RGB").tobytes() for path in (grey, coloured)]
        assert pixels[0] == pixels[1] == bytes(3 * [0x80] + 3 * [0xFF] + 3 * [0])


@pytest.mark.parametrize("ink", ["grey", "low"])
def test_without_colour_it_is_grey(own, ink):
    red, green, blue = pixel(draw([page("disc")], own, ink), 60, 90)
    assert red == green == blue


def test_it_is_stored_once_and_the_same_every_time(own):
    many = [page("disc") for _ in range(5)]
    content = draw(many, own)
    assert content == draw(many, own)
    with pikepdf.open(io.BytesIO(content)) as document:
        images = [
            item for item in document.objects
            if isinstance(item, pikepdf.Stream) and item.get("/Subtype") == "/Image"
            and "/SMask" in item
        ]  # fmt: skip
    assert len(images) == 1


def test_an_svg_wins_over_a_bitmap_of_the_same_name(own):
    svg = own / "magnetmen" / "disc.svg"
    svg.write_text('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100"/>')
    assert find_art("magnetmen/disc", [own]) == svg


def test_too_few_dots_are_reported_with_the_number(own):
    assert low_resolution_warnings([page("disc", 20)], [own]) == []
    (warning,) = low_resolution_warnings([page("disc", 20), page("disc", 40)], [own])
    assert "disc.png: 190 dpi where it is printed 40.0 mm large, expected at least 300" in warning
    assert "473 pixels" in warning


@pytest.mark.parametrize("content", [b"", b"not a picture", b"\x89PNG\r\n\x1a\n broken"])
def test_what_is_no_picture_is_refused(tmp_path, content):
    path = tmp_path / "bad.png"
    path.write_bytes(content)
    with pytest.raises(ArtError, match=r"bad\.png: not a picture"):
        read_image(path, "full")


def test_more_than_16_bits_are_refused(tmp_path):
    path = tmp_path / "deep.png"
    Image.new("F", (10, 10), 0.5).save(path, format="TIFF")
    with pytest.raises(ArtError, match="save it with 8"):
        read_image(path, "full")


def test_large_pictures_are_made_smaller(tmp_path):
    path = tmp_path / "large.png"
    Image.new("L", (5000, 2500), 90).save(path)
    assert read_image(path, "full").size == (1200, 600)


def test_a_photo_is_turned_upright(tmp_path):
    path = tmp_path / "turned.jpg"
    picture = Image.new("RGB", (40, 20), "red")
    exif = picture.getexif()
    exif[0x0112] = 6  # the camera was turned by a quarter
    picture.save(path, exif=exif)
    assert read_image(path, "full").size == (20, 40)


def test_a_picture_that_is_saved_again_is_read_again(own):
    before = pixel(draw([page("photo")], own), 60, 90)
    Image.new("RGB", (400, 200), (200, 30, 40)).save(own / "magnetmen" / "photo.jpg")
    after = pixel(draw([page("photo")], own), 60, 90)
    assert before[2] > 150 > 100 > after[2]
