"""Pictures of pieces: their pixels, what lies in the bleed, that they are what is printed."""

import csv
import io
from contextlib import closing
from dataclasses import replace
from functools import cache, partial
from itertools import product

import pypdfium2
import pytest
from commands import typed
from PIL import Image, ImageChops
from short_run import first
from support import settings

from generator import games
from generator.core.paper import Box
from generator.core.resources import find_art
from generator.layout.page import MM_PER_POINT, Circle, Group, PlacedPiece, Rect
from generator.layout.pieces import different_pieces
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing.pictures import INCH, FaceImage, face_pictures, png

ABOUT = About("Pages", "", "en")


def _square(bleed=0.0, rim=0.0, ground="", outline=None) -> PlacedPiece:
    """A piece of 20 x 20 mm, red with a blue edge on the left, as far as its bleed reaches."""
    side = 20 + 2 * rim
    reach = rim - bleed
    area = Box(0, 0, side, side).inset(reach)
    items = (Rect(area, "red"), Rect(Box(reach, reach, 4, area.h), "blue"))
    face = Group("face", Box(0, 0, side, side), () if ground else items)
    return PlacedPiece(face, Box(50, 50, 20, 20), bleed, ground, outline)


def _picture(image: FaceImage) -> Image.Image:
    """The picture as Pillow reads its PNG."""
    (picture,) = face_pictures([image], partial(pdf, about=ABOUT, mode="full", find_art=find_art))
    return Image.open(io.BytesIO(png(picture, image.dpi)))


@pytest.mark.parametrize("dpi", [72, 150, 300])
@pytest.mark.parametrize("size", [(63.5, 88.9), (10, 10), (63, 88), (7.77, 55.5)])
@pytest.mark.parametrize("bleed", [0, 3, 3.175])
def test_pictures_are_exact_to_the_pixel_srgb_and_say_how_large(size, dpi, bleed):
    picture = _picture(FaceImage(_square(), *size, bleed, dpi))
    assert picture.size == tuple(round((side + 2 * bleed) * dpi / INCH) for side in size)
    assert (picture.mode, picture.info["srgb"]) == ("RGB", 0)
    assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


@pytest.mark.parametrize(("bleed", "rim"), [(0, 0), (1.5, 1.5), (1.5, 2.5), (3, 3), (5, 5)])
def test_colours_reach_the_edge_of_the_picture_whatever_bleed_is_printed(bleed, rim):
    picture = _picture(FaceImage(_square(bleed, rim), 20, 20, 3.175, 300))
    width, height = picture.size
    ys = (0, height // 2, height - 1)
    colours = {picture.getpixel((x, y)) for x, y in product((0, 3), ys)}
    others = {picture.getpixel((width - 1, y)) for y in ys}
    assert len(colours) == len(others) == 1
    assert len({(255, 255, 255), *colours, *others}) == 3


def test_a_ground_fills_the_picture_but_around_an_outline_it_is_white():
    assert len(_picture(FaceImage(_square(3, ground="blue"), 20, 20, 9, 100)).getcolors()) == 1
    picture = _picture(FaceImage(_square(1, 1, outline=Circle(10, 10, 10)), 20, 20, 5, 100))
    assert picture.getpixel((0, 50)) == (255, 255, 255)


def test_no_line_to_cut_along_is_in_a_picture_but_that_of_a_net():
    """A disc is white from its bleed to its symbols; without its outline, a net could not be cut
    out."""
    disc, die = (_pages("discs", it, marks="none")[0].pieces[0] for it in ("discs", "dice"))
    picture = _picture(FaceImage(disc, disc.box.w, disc.box.h, 1, 254)).convert("L")
    middle = picture.height // 2
    assert picture.crop((0, middle - 9, 25, middle)).getextrema()[0] == 255
    net = _picture(FaceImage(die, die.box.w, die.box.h, 1, 254)).convert("L")
    (x, y), (to_x, _), *_ = die.outline.corners
    for at in (x + 2, to_x - 2):
        left, top = round(10 * (at + 1)), round(10 * (y + 0.5))
        assert net.crop((left, top, left + 1, top + 10)).getextrema()[0] < 117


@cache
def _pages(name: str, sheet: str, marks: str = "usual"):
    game = games.game(name)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "test")
    return game.pages(sheet, rolled, replace(settings(), marks=marks))


@pytest.mark.parametrize(
    ("sheet", "dpi"),
    first(
        2,
        [
            ("metals tokens", 1200),
            ("quads cards", 500),
            ("quads pieces", 1200),
            ("discs discs", 1200),
        ],
    ),
)
def test_pictures_are_what_the_sheets_print(sheet, dpi):
    """Within the cut, the picture of a face is the same as that part of the printed page. Drawn
    large and made smaller, so that it does not matter what falls between two pixels."""
    pages = _pages(*sheet.split())
    first = different_pieces(pages)[0]
    with closing(pypdfium2.PdfDocument(pdf(pages, ABOUT, "full", find_art))) as document:
        for page, laid_out, face in zip(document, pages, (first.front, first.back), strict=False):
            box = laid_out.pieces[0].box.inset(0.5)  # without the line to cut along
            paper = laid_out.paper
            margins = (box.x, paper.height - box.bottom, paper.width - box.right, box.y)
            points = tuple(margin / MM_PER_POINT for margin in margins)
            printed = page.render(scale=dpi / 72, crop=points).to_pil().convert("RGB")
            shown = _picture(FaceImage(face, face.box.w, face.box.h, -0.5, dpi))
            pair = (each.resize((64, 64), Image.Resampling.BOX) for each in (printed, shown))
            assert max(high for _, high in ImageChops.difference(*pair).getextrema()) <= 20


def test_a_folder_of_pieces(tmp_path):
    folder = tmp_path / "x"
    words = ["pieces", "discs", "--seed", "test", "--dpi", "72", "--size", "poker", "--output"]
    result = typed(*words, str(folder))
    assert result.exit_code == 0, result.stderr
    game_id, table = result.stdout.split()
    assert game_id.startswith("discs.") and table == str(folder / "pieces.csv")
    rows = list(csv.DictReader(io.StringIO((folder / "pieces.csv").read_text())))
    for sheet in ("cards", "discs", "dice"):
        names = [row["front"] for row in rows if row["sheet"] == sheet]
        assert names == sorted(names) != []
    files = {path: path.read_bytes() for path in folder.glob("*/*.png")}
    listed = {row[side] for row in rows for side in ("front", "back")} - {""}
    assert {folder / name for name in listed} == {*files}
    for row in rows:
        size = int(row["width_px"]), int(row["height_px"])
        with Image.open(folder / row["front"]) as picture:
            assert picture.size == size
        if row["sheet"] == "cards":
            assert (row["width_mm"], row["height_mm"]) == ("63.5", "88.9")
            assert size == (round(825 * 72 / 300), round(1125 * 72 / 300))
    assert typed(*words, str(folder)).exit_code == 0
    assert files == {path: path.read_bytes() for path in files}
