"""Large sheets on several smaller ones: put together again and compared with the whole page, as
positions, and pixel by pixel as PDFium draws them."""

from dataclasses import replace
from functools import cache, partial
from itertools import combinations, pairwise

import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from short_run import cases
from support import assert_sound, settings, wordiest_language

from generator import games
from generator.core.errors import TileError
from generator.core.paper import PAPERS, Box
from generator.core.request import Request
from generator.core.resources import find_art
from generator.core.settings import INK_MODES, OVERLAPS, SCALES, TILES, Settings
from generator.games.metals.definition import FORMS
from generator.languages import languages
from generator.layout import tiles
from generator.layout.page import Art, Line, Page, PageView, Rect, Text, flatten
from generator.layout.tiles import MAX_TILES, TileGrid, pages, tile_grid, tile_name
from generator.pdf.drawing import pdf
from generator.pdf.file import About
from generator.printing.printer import Printer
from generator.printing.rolling import Job
from generator.printing.sheets import sheet_pages

BOARDS = ("magnetmen", "metals", "quads")
SHIPPED = [
    *(("metals", name, form, 2) for name in ("classic", "wilds", "gorge") for form in FORMS),
    *(("magnetmen", "base", size, 4) for size in ("small", "regular", "big")),
    ("magnetmen", "expert", "regular", 3), ("quads", "classic", "regular", 2),
]  # fmt: skip
DOTS = 10  # a mm, so that tiles begin at whole pixels
# Edges lie at the same places between pixels, but for rounding errors. (At some scales, a rectangle
# ends exactly at half a pixel, and PDFium rounds it up or down; those are not taken here. On the A3
# map, it so rounds the place of one letter, but not with twice as many dots.)
NEARLY_ALIKE, LARGEST_DIFFERENCE = 4, 24  # of 255


@cache
def board(game_name: str, plain: Settings) -> Page:
    """The board or map of a game, untiled."""
    game = games.game(game_name)
    rolled = game.roll(
        game.load(game.default_sets, ()), game.default_size, game.default_players, "tiles"
    )
    (page,) = game.pages(game.board_sheet, rolled, plain)
    return page


def tiling(tile="a4", overlap=10.0, scale=1.0, **others) -> Settings:
    return replace(settings(**others), tile=PAPERS[tile], overlap=overlap, scale=scale)


def untiled(looks: Settings) -> Settings:
    return replace(looks, tile=None)


def grid_of(game_name: str, looks: Settings) -> tuple[Page, TileGrid]:
    page = board(game_name, untiled(looks))
    return page, tile_grid(page, looks)


def shown(sheet: list[Page]) -> list[PageView]:
    """The picture of each tile: its first item."""
    return [page.items[0] for page in sheet if page.name != "tile plan"]


@pytest.mark.parametrize(
    ("game_name", "paper", "tile", "scale"),
    cases(BOARDS, PAPERS, TILES, (1.0, 1.5, 2.0), together=2),
)
def test_tiles_make_up_the_sheet_and_lie_on_each_other_by_the_overlap(
    game_name, paper, tile, scale
):
    looks = tiling(tile, 12.0, scale, paper=paper)
    page = board(game_name, untiled(looks))
    try:
        grid = tile_grid(page, looks)
    except TileError:
        assert (paper, scale) in {(tile, 1.0), ("a4-letter-safe", 1.0)}
        return
    windows = [grid.window(column, row) for column, row in grid.places]
    assert Box.around(windows).contains(page.paper.area)
    assert sum(grid.picture(n, 0).w for n in range(grid.columns)) < (
        grid.area.w * grid.scale + 12 * grid.columns
    )
    assert all(grid.paper.area.contains(grid.picture(*place)) for place in grid.places)
    for one, other in pairwise(windows[: grid.columns]):
        assert (one.right - other.x) * grid.scale == pytest.approx(12)
    for one, other in pairwise(windows[:: grid.columns]):
        assert (one.bottom - other.y) * grid.scale == pytest.approx(12)


@given(
    st.sampled_from(sorted(PAPERS)), st.sampled_from([*TILES]),
    st.floats(OVERLAPS.least, OVERLAPS.most), st.floats(SCALES.least, SCALES.most), st.booleans(),
)  # fmt: skip
def test_any_tiles_are_sane_or_refused(paper, tile, overlap, scale, is_landscape):
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
    assert Box.around([grid.window(*place) for place in grid.places]).contains(sheet.area)


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
    """On A4 that is drawn as large as A3 and A2. Those of Quads run beside its rules."""
    name, set_name, size, players = board
    looks, game = tiling(tile, scale=scale, code=code), games.game(name)
    rolled = game.roll(game.load((set_name,), ()), size, players, "seams")
    (page,) = game.pages(game.board_sheet, rolled, untiled(looks))
    grid = tile_grid(page, looks)
    assert name != "quads" or crossed(page, grid, "column") == []
    for axis, starts in enumerate((grid.xs, grid.ys)):
        lines = page.seams[axis]
        for seam in starts[1:-1]:
            place = grid.area[axis] + seam / grid.scale
            nearest = min(abs(line - place) for line in lines)
            assert nearest <= 0.1 or (name == "magnetmen" and place > max(lines))


@pytest.mark.parametrize("set_name", ["classic", "wilds", "gorge"])
@pytest.mark.parametrize("scale", [1.0, 1.7, 2.5])
@pytest.mark.parametrize("tile", TILES)
def test_no_seam_runs_through_a_space_of_a_map_that_a_tile_holds(set_name, scale, tile):
    """However large it is; where lines are few, a seam may run through the words beside it."""
    game, looks = games.game("metals"), tiling(tile, scale=scale, paper="a2")
    rolled = game.roll(game.load((set_name,), ()), "factions", 2, "seams")
    (page,) = game.pages("map", rolled, untiled(looks))
    assert crossed(page, tile_grid(page, looks), "map") == []


def test_a_space_larger_than_a_tile_is_cut_into_even_parts_between_its_lines():
    page, grid = grid_of("metals", tiling(scale=6))
    assert crossed(page, grid, "map")
    lines = {round((line - grid.area.x) * grid.scale, 1) for line in page.seams.xs}
    assert len(lines & {round(start, 1) for start in grid.xs}) >= len(lines) - 1


def test_a_board_without_items_has_even_tiles():
    grid = tile_grid(Page(PAPERS["a3"], ()), tiling(paper="a3"))
    assert grid.picture(0, 0) == grid.picture(1, 1) == Box(10, 10, 148.5, 210)


@pytest.mark.parametrize("looks", [tiling(scale=5), tiling("a4", 30, 2.5, paper="a2")])
def test_names_of_short_tiles_lie_inside_the_plan_and_apart(looks):
    for each in pages(board("metals", untiled(looks)), looks, "an ID"):
        assert_sound(each)


def test_the_tiles_are_turned_so_that_they_are_few():
    _, grid = grid_of("metals", tiling(scale=1.3))
    assert (grid.paper, grid.columns, grid.rows) == (PAPERS["a4"].landscape, 1, 3)
    _, grid = grid_of("metals", tiling(paper="a3"))
    assert (grid.paper, grid.columns, grid.rows) == (PAPERS["a4"], 2, 2)


@pytest.mark.parametrize(
    ("game_name", "paper", "tile", "ink", "code"),
    cases(BOARDS, ("a3", "a2"), TILES, INK_MODES, languages(), together=2,
          always=[("metals", "a2", "letter", "low", wordiest_language())]),
)  # fmt: skip
def test_every_tile_is_sound_and_shows_its_own_window(game_name, paper, tile, ink, code):
    looks = tiling(tile, paper=paper, ink=ink, code=code)
    page, grid = grid_of(game_name, looks)
    sheet = pages(page, looks, "an ID")
    for each in sheet:
        assert_sound(each)
    views = shown(sheet)
    assert [view.window for view in views] == [grid.window(*place) for place in grid.places]
    assert {id(view.page) for view in views} == {id(page)}
    assert [view.box for view in views] == [grid.picture(*place) for place in grid.places]
    assert all(view.scale == pytest.approx(grid.scale) for view in views)


def texts(page: Page) -> list[str]:
    return [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]


def test_marks_show_one_way_to_cut_and_meet_those_of_the_neighbours():
    looks = tiling(paper="a3")
    page, grid = grid_of("metals", looks)
    for place, each in zip(grid.places, pages(page, looks, "an ID"), strict=True):
        visible, picture = grid.visible(*place), grid.picture(*place)
        lines = [item for item in each.items if isinstance(item, Line)]
        assert len(lines) == 2 * 8  # a stroke and a bar, at both ends of each edge
        strokes = [each for each in lines if max(each.box[2:]) > 2 * tiles.BAR]
        upright = [stroke for stroke in strokes if stroke.x1 == stroke.x2]
        level = [stroke for stroke in strokes if stroke.y1 == stroke.y2]
        assert {stroke.x1 for stroke in upright} == {visible.x, visible.right}
        assert {stroke.y1 for stroke in level} == {visible.y, visible.bottom}
        assert not any(picture.overlaps(each.box) for each in lines)
        boxes = [each.box for each in strokes]
        assert not any(one.inset(-0.5).overlaps(other) for one, other in combinations(boxes, 2))


def test_the_frame_of_a_plan_leaves_the_edges_of_the_sheet_free():
    looks = tiling(scale=1.42)
    first = pages(board("metals", untiled(looks)), looks, "an ID")[0]
    (sheet,) = first.items[-1].items[:1]
    views = [item for item in sheet.items if isinstance(item, PageView)]
    (frame,) = [item for item in sheet.items if isinstance(item, Rect)]
    assert frame.box.inset(1).contains(views[0].box)


@pytest.mark.parametrize(("scale", "paper"), [(1.42, "A1"), (3.0, "A1"), (3.5, "A1")])
def test_the_plan_shows_all_tiles_on_the_first_that_has_room(scale, paper):
    looks = tiling(scale=scale)
    page, grid = grid_of("metals", looks)
    sheet = pages(page, looks, "an ID")
    ((name, plan),) = (
        (each.name, item) for each in sheet for item in each.items
        if getattr(item, "name", "") == "plan"
    )  # fmt: skip
    assert name == f"tile {paper}"
    place = grid.places[[each.name for each in sheet].index(name)]
    assert not grid.picture(*place).inset(-tiles.BAND).overlaps(plan.box)
    (picture, *_) = (item for item in plan.items[0].items if isinstance(item, PageView))
    assert picture.page is page
    assert picture.window == page.paper.area
    names = [tile_name(*place) for place in grid.places]
    assert texts(Page(grid.paper, (plan.items[0],))) == names


def test_where_a_tile_has_no_room_the_plan_has_a_page_of_its_own():
    looks = tiling(scale=1.25)
    first, second, *_ = pages(board("magnetmen", untiled(looks)), looks, "an ID")
    assert (first.name, second.name) == ("tile plan", "tile A1")
    assert_sound(first)


@pytest.mark.parametrize("overlap", [5.5, 6.0])
def test_a_plan_of_many_tiles_has_room_for_their_names(overlap):
    looks = tiling(paper="a3", scale=4.0, overlap=overlap)
    for page in pages(board("magnetmen", untiled(looks)), looks, "an ID"):
        assert_sound(page)


def test_tiles_that_show_no_more_than_their_overlap_are_refused():
    """As wide margins of a printer's profile can make them."""
    looks = tiling(paper="a3", overlap=90.0)
    narrow = replace(looks, tile=looks.tile._replace(margins=(60.0,) * 4))
    with pytest.raises(TileError, match=r"--overlap 90: expected less than the 73\.5 mm"):
        pages(board("magnetmen", untiled(looks)), narrow, "an ID")


@pytest.mark.parametrize(
    ("looks", "explained", "is_covered", "has_rows"),
    [
        (tiling(paper="a3"), "left margin", True, True),
        (tiling(paper="a3", overlap=5.9), "left margin", False, True),
        (tiling(paper="letter"), "upper margin", True, False),
        (tiling(paper="letter", overlap=3.0), "upper margin", False, False),
    ],
)  # fmt: skip
def test_the_plan_explains_what_is_glued_first(looks, explained, is_covered, has_rows):
    page = board("magnetmen", untiled(looks))
    words = " ".join(texts(pages(page, looks, "an ID")[0]))
    _, first = words.split("Putting it together")
    second = first[first.index("2.") : first.index("3.")]
    assert f"2. Cut the {explained} off every sheet" in second
    assert ("It covers the small name printed there." in second) == is_covered
    assert ("glue it onto the row above in the same way" in first) == has_rows


def test_a_tile_names_the_neighbours_that_cover_its_rims():
    looks = tiling(paper="a3")
    page, grid = grid_of("quads", looks)
    sheet = pages(page, looks, "an ID")
    for (column, row), each in zip(grid.places, sheet, strict=True):
        visible = grid.visible(column, row)
        for entry in flatten(each):
            badge = entry.groups and entry.groups[0].name.removeprefix("badge ")
            if isinstance(entry.item, Rect) and len(badge or "") == 2:
                assert not visible.overlaps(entry.box)
                assert grid.picture(column, row).contains(entry.box)
                right = entry.box.x > visible.right
                assert badge == tile_name(column + right, row + (not right))


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


@pytest.mark.parametrize(
    ("looks", "words"),
    [
        (tiling(), "--tile a4: the sheet is no larger than that, expected a larger --paper, or a "
         "--scale above 1"),
        (tiling(paper="a3", overlap=250), "--overlap 250: expected less than the 190.0 mm that a "
         "sheet of a4 shows"),
        (tiling(paper="a3", overlap=181), "--tile a4: no room for a plan of 52 sheets with "
         "--overlap 181, expected a smaller overlap"),
        (tiling(paper="a2", scale=10), "--tile a4: 629 sheets with --scale 10 and --overlap 10, "
         "expected 100 at most"),
    ],
)  # fmt: skip
def test_tiles_that_make_no_sense_are_refused(looks, words):
    with pytest.raises(TileError, match=f"^{words}$"):
        pages(board("quads", untiled(looks)), looks, "an ID")


@pytest.mark.parametrize(("sheet", "what"), [("pieces", "pieces"), ("reference", "words")])
def test_sheets_without_lines_for_seams_are_not_tiled(sheet, what):
    game = games.game("quads")
    definition = game.load(("classic",), ())
    rolled = game.roll(definition, "regular", 2, "x")
    request = Request("quads", ("classic",), "regular", 2, ("x",), sheet=sheet)
    words = f"--tile a4: seams would run through the {what} of this sheet; only boards and maps"
    with pytest.raises(TileError, match=words):
        list(sheet_pages(Job(game, definition, request, tiling(paper="a3")), [rolled]))


@pytest.mark.parametrize(
    ("name", "sheet", "grows"),
    [("magnetmen", "boards", True), ("metals", "map", True), ("quads", "board", False)],
)
def test_tiles_that_gain_nothing_are_refused(name, sheet, grows):
    """A sheet that has one size on every paper, unless it is scaled."""
    game = games.game(name)
    size, players = game.default_size, game.default_players
    request = Request(name, game.default_sets, size, players, ("x",), sheet=sheet)
    job = Job.of(request, tiling(paper="a3"))
    scaled, rolled = job._replace(settings=replace(job.settings, scale=1.4)), [job.roll("x")]
    assert len(list(sheet_pages(scaled, rolled))) > 1
    if grows:
        assert len(list(sheet_pages(job, rolled))) > 1
    else:
        message = "on a3 the sheet is no larger than on a4, so tiles gain nothing; expected a --sc"
        with pytest.raises(TileError, match=message):
            list(sheet_pages(job, rolled))


# Pixel by pixel.


def drawn(sheet: list[Page], ink: str, dots: float) -> list[Image.Image]:
    """The pages, with so many dots a mm."""
    document = pypdfium2.PdfDocument(
        pdf(sheet, About("tiles", "", "en"), ink, partial(find_art, folders=()))
    )
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


@pytest.mark.parametrize(
    ("game_name", "looks"),
    [
        ("metals", tiling(scale=1.1)),
        pytest.param("metals", tiling(scale=1.5, ink="grey"), marks=pytest.mark.slow),
        pytest.param("quads", tiling("letter", 15, 1.6), marks=pytest.mark.slow),
        pytest.param("metals", tiling(paper="a3"), marks=pytest.mark.slow),
        pytest.param("magnetmen", tiling("letter", paper="a3", ink="low"), marks=pytest.mark.slow),
        pytest.param("magnetmen", tiling(paper="a2", scale=1.1), marks=pytest.mark.slow),
        pytest.param("magnetmen", tiling("letter", 20, 2, paper="letter"), marks=pytest.mark.slow),
    ],
    ids=lambda value: value if isinstance(value, str) else value.file_suffix()[1:],
)
def test_tiles_put_together_are_the_untiled_page_pixel_by_pixel(game_name, looks):
    page, grid = grid_of(game_name, looks)
    sheet = [each for each in pages(page, looks, "an ID") if each.name != "tile plan"]
    dots = 2 * DOTS if (game_name, looks.paper.name) == ("metals", "a3") else DOTS
    result = put_together(grid, drawn(sheet, looks.ink, dots), dots)
    expected = whole(page, looks, dots)
    assert result.size == expected.size
    difference = ImageChops.difference(result, expected).convert("L")
    assert difference.getextrema()[1] <= LARGEST_DIFFERENCE
    assert sum(difference.histogram()[NEARLY_ALIKE + 1 :]) < result.width * result.height / 100_000
