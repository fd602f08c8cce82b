"""Large sheets on several smaller ones: put together again and compared with the whole page, as
positions, and pixel by pixel as PDFium draws them."""

from dataclasses import replace
from functools import partial
from itertools import pairwise, product

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from short_run import cases, first
from support import assert_sound, settings, sheet_pages, texts, wordiest_language

from generator.core.errors import TileError
from generator.core.paper import PAPERS, Box
from generator.core.resources import find_art
from generator.core.settings import INK_MODES, OVERLAPS, SCALES, TILES, Settings
from generator.games.metals.definition import FORMS
from generator.languages import languages
from generator.layout.page import Art, Page, Text, flatten
from generator.layout.tiles import MAX_TILES, TileGrid, pages, tile_grid, tile_name, tile_starts
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing.printer import Printer

BOARDS = {
    "magnetmen": ("magnetmen", "base", "regular", 4, "boards"),
    "metals": ("metals", "classic", "basic", 2, "map"),
    "quads": ("quads", "classic", "regular", 2, "board"),
}
SHIPPED = [
    *(("metals", name, form, 2, "map") for name in ("classic", "wilds", "gorge") for form in FORMS),
    *(("magnetmen", "base", size, 4, "boards") for size in ("small", "regular", "big")),
    ("magnetmen", "expert", "regular", 3, "boards"),
    BOARDS["quads"],
]
DOTS = 10  # a mm, so that tiles begin at whole pixels
# Edges lie at the same places between pixels, but for rounding errors. (At some scales, a rectangle
# ends exactly at half a pixel, and PDFium rounds it up or down; those are not taken here. On the A3
# map, it so rounds the place of one letter, but not with twice as many dots.)
NEARLY_ALIKE, LARGEST_DIFFERENCE = 4, 24  # of 255


def tiling(tile="a4", overlap=10.0, scale=1.0, **others) -> Settings:
    return replace(settings(**others), tile=PAPERS[tile], overlap=overlap, scale=scale)


def grid_of(board: str | tuple, looks: Settings) -> tuple[Page, TileGrid]:
    """The untiled board or map of a game, and its tiles."""
    (page,) = sheet_pages(*BOARDS.get(board, board), replace(looks, tile=None))
    return page, tile_grid(page, looks)


def tiled(board: str, looks: Settings) -> list[Page]:
    return pages(grid_of(board, looks)[0], looks, "an ID")


# Where seams lie


@given(
    st.sampled_from(sorted(PAPERS)),
    st.sampled_from([*TILES]),
    st.floats(OVERLAPS.least, OVERLAPS.most),
    st.floats(SCALES.least, SCALES.most),
    st.booleans(),
)
def test_any_tiles_make_up_the_sheet_and_lie_on_each_other_or_are_refused(
    paper, tile, overlap, scale, is_landscape
):
    sheet = PAPERS[paper].landscape if is_landscape else PAPERS[paper]
    looks = tiling(tile, round(overlap, 1), round(scale, 3), paper=paper)
    try:
        grid = tile_grid(Page(sheet, ()), looks)
    except TileError as error:
        assert "\n" not in str(error)
        return
    assert 2 <= len(grid.places) <= MAX_TILES
    assert all(grid.paper.area.contains(grid.picture(*place)) for place in grid.places)
    names = [tile_name(*place) for place in grid.places]
    assert len(set(names)) == len(grid.places)
    assert names[0] == "A1"
    windows = [grid.window(*place) for place in grid.places]
    assert Box.around(windows).contains(sheet.area)
    for one, other in pairwise(windows[: grid.columns]):
        assert (one.right - other.x) * grid.scale == pytest.approx(looks.overlap)
    for one, other in pairwise(windows[:: grid.columns]):
        assert (one.bottom - other.y) * grid.scale == pytest.approx(looks.overlap)


LENGTHS = st.lists(st.floats(0, 600).map(lambda length: round(length, 2)), max_size=30)


@given(st.floats(60, 900), st.floats(30, 200), st.floats(3, 25), LENGTHS)
def test_tiles_cover_all_and_fit_their_paper(length, longest, overlap, lines):
    starts = tile_starts(length, longest, overlap, lines)
    assert (starts[0], starts[-1]) == (0, pytest.approx(length - overlap))
    assert all(0 < end - start <= longest - overlap + 1e-3 for start, end in pairwise(starts))


@given(st.floats(200, 900), st.floats(5, 60), st.floats(3, 25))
def test_with_lines_in_reach_of_each_other_all_seams_lie_on_them(length, pitch, overlap):
    lines = [number * pitch for number in range(1, int(length / pitch) + 1)]
    starts = tile_starts(length, 2 * pitch + overlap, overlap, lines)
    assert {*starts[1:-1]} <= {*lines}


def test_of_as_few_tiles_as_reach_the_longest_is_short_and_without_lines_all_are_even():
    lines = [number * 30 for number in range(1, 12)]
    assert tile_starts(340, 250, 10, lines) == [0, 180, 330]
    assert tile_starts(340, 130, 10, lines) == [0, 120, 240, 330]
    assert tile_starts(410, 190, 10, []) == pytest.approx([0, 400 / 3, 800 / 3, 400])
    only_where_needed = tile_starts(490, 110, 10, [90, 390])
    assert {0, 90, 390, 480} < {*only_where_needed}
    assert len(only_where_needed) == 6


def crossed(page: Page, grid: TileGrid, group: str) -> list[str]:
    """The texts and pictures of a group of the page on seams."""
    result = []
    for axis, starts in enumerate((grid.xs, grid.ys)):
        seams = [grid.area[axis] + start / grid.scale for start in starts[1:-1]]
        for entry in flatten(page):
            box = entry.box
            if isinstance(entry.item, Text | Art) and group in [g.name for g in entry.groups]:
                start, end = box[axis] + 0.1, box[axis] + box[axis + 2] - 0.1
                name = getattr(entry.item, "text", getattr(entry.item, "name", ""))
                result += [name for seam in seams if start < seam < end]
    return result


@pytest.mark.parametrize(
    ("board", "scale", "tile", "code"), cases(SHIPPED, (1.4, 2.0), TILES, languages(), together=2)
)
def test_seams_run_on_lines_of_the_sheet(board, scale, tile, code):
    """On A4 that is drawn as large as A3 and A2: those of Quads beside its rules, those of maps not
    through a space. Beside the lines of a board of Magnetmen are its rules."""
    page, grid = grid_of(board, tiling(tile, scale=scale, code=code))
    whole = {"quads": "column", "metals": "map"}.get(board[0])
    assert not whole or crossed(page, grid, whole) == []
    for axis, starts in enumerate((grid.xs, grid.ys)):
        lines = page.seams[axis]
        for seam in starts[1:-1]:
            place = grid.area[axis] + seam / grid.scale
            nearest = min(abs(line - place) for line in lines)
            assert nearest <= 0.1 or (board[0] == "magnetmen" and place > max(lines))


def test_the_tiles_are_turned_so_that_they_are_few():
    _, grid = grid_of("metals", tiling(scale=1.3))
    assert (grid.paper, grid.columns, grid.rows) == (PAPERS["a4"].landscape, 1, 3)
    _, grid = grid_of("metals", tiling(paper="a3"))
    assert (grid.paper, grid.columns, grid.rows) == (PAPERS["a4"], 2, 2)


# What is printed beside the pictures

MANY = [tiling(scale=5), tiling("a4", 30, 2.5, paper="a2")]
CROWDED = [tiling(paper="a3", scale=4.0, overlap=overlap) for overlap in (5.5, 6.0)]


@pytest.mark.parametrize(
    ("board", "looks"), first(1, [*product(["metals"], MANY), *product(["magnetmen"], CROWDED)])
)
def test_the_names_of_many_and_of_short_tiles_have_room(board, looks):
    for page in tiled(board, looks):
        assert_sound(page)


@pytest.mark.parametrize(
    ("board", "paper", "tile", "ink", "code"),
    cases(
        BOARDS,
        ("a3", "a2"),
        TILES,
        INK_MODES,
        languages(),
        together=2,
        always=[("metals", "a2", "letter", "low", wordiest_language())],
    ),
)
def test_every_tile_is_sound(board, paper, tile, ink, code):
    for page in tiled(board, tiling(tile, paper=paper, ink=ink, code=code)):
        assert_sound(page)


def test_where_a_tile_has_no_room_the_plan_has_a_page_of_its_own():
    first, second, *_ = tiled("magnetmen", tiling(scale=1.25))
    assert (first.name, second.name) == ("tile plan", "tile A1")
    assert_sound(first)


@pytest.mark.parametrize(
    ("paper", "overlap", "explained", "is_covered", "has_rows"),
    [
        ("a3", 10, "left margin", True, True),
        ("a3", 5.9, "left margin", False, True),
        ("letter", 10, "upper margin", True, False),
        ("letter", 3, "upper margin", False, False),
    ],
)
def test_the_plan_explains_what_is_glued_first(paper, overlap, explained, is_covered, has_rows):
    words = " ".join(texts(tiled("magnetmen", tiling(paper=paper, overlap=overlap))[0]))
    _, first = words.split("Putting it together")
    second = first[first.index("2.") : first.index("3.")]
    assert f"2. Cut the {explained} off every sheet" in second
    assert ("It covers the small name printed there." in second) == is_covered
    assert ("glue it onto the row above in the same way" in first) == has_rows


def test_a_printers_profile_corrects_the_tiles_and_not_the_sheet():
    from generator.cli.options import fitted

    plain = tiling(paper="a3", scale=1.5)
    looks = fitted(plain, Printer(ruler=98, margins=(4, 8, 6, 9)))
    assert looks.paper == plain.paper
    assert looks.tile.scale == pytest.approx(100 / 98)
    page, grid = grid_of("quads", looks)
    assert grid.scale == 1.5
    for each in pages(page, looks, "an ID"):
        assert_sound(each)


# Pixel by pixel


def drawn(sheet: list[Page], ink: str, dots: float) -> list[Image.Image]:
    """The pages, with so many dots a mm."""
    about = About("tiles", "", "en")
    document = pypdfium2.PdfDocument(pdf(sheet, about, ink, partial(find_art, folders=())))
    pictures = []
    for number, page in enumerate(sheet):
        across = round(page.paper.size[0] * dots)
        picture = document[number].render(scale=(across - 0.5) / document[number].get_width())
        pictures.append(picture.to_pil().convert("RGB"))
    return pictures


def put_together(grid: TileGrid, tiles: list[Image.Image], dots: int) -> Image.Image:
    """What one sees when every tile lies over the rims of those before it."""
    size = round(grid.area.w * grid.scale * dots), round(grid.area.h * grid.scale * dots)
    result = Image.new("RGB", size)
    for (column, row), tile in zip(grid.places, tiles, strict=True):
        box = grid.picture(column, row)
        corners = (round(value * dots) for value in (box.x, box.y, box.right, box.bottom))
        place = round(grid.xs[column] * dots), round(grid.ys[row] * dots)
        result.paste(tile.crop(tuple(corners)), place)
    return result


def whole(page: Page, looks: Settings, dots: int) -> Image.Image:
    """The printed area of the untiled page, as large as the tiles make it."""
    (picture,) = drawn([page], looks.ink, dots * looks.scale)
    area, dots_of_page = page.paper.area, dots * looks.scale * page.paper.scale
    corners = (area.x, area.y, area.right, area.bottom)
    return picture.crop(tuple(round(value * dots_of_page) for value in corners))


SLOW = [
    ("metals", tiling(scale=1.5, ink="grey")),
    ("quads", tiling("letter", 15, 1.6)),
    ("magnetmen", tiling("letter", paper="a3", ink="low")),
]


@pytest.mark.parametrize(
    ("board", "looks"),
    [
        ("metals", tiling(scale=1.1)),
        *(pytest.param(*case, marks=pytest.mark.slow) for case in SLOW),
    ],
    ids=lambda value: value if isinstance(value, str) else value.file_suffix()[1:],
)
def test_tiles_put_together_are_the_untiled_page_pixel_by_pixel(board, looks):
    page, grid = grid_of(board, looks)
    sheet = [each for each in pages(page, looks, "an ID") if each.name != "tile plan"]
    dots = 2 * DOTS if (board, looks.paper.name) == ("metals", "a3") else DOTS
    result = put_together(grid, drawn(sheet, looks.ink, dots), dots)
    expected = whole(page, looks, dots)
    assert result.size == expected.size
    difference = ImageChops.difference(result, expected).convert("L")
    assert difference.getextrema()[1] <= LARGEST_DIFFERENCE
    assert sum(difference.histogram()[NEARLY_ALIKE + 1 :]) < result.width * result.height / 100_000
