"""A large sheet on several smaller ones, the tiles, which are glued together.

Each tile lies over the right and the lower rim of its neighbours, after its own left and upper
margin was cut off; those rims, the overlaps, show the picture too, so no gap opens where a cut is
not exact. Marks in the margins show where to cut, and meet those of neighbours.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, combinations, product
from string import ascii_uppercase
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError, TileError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Page, PageView, Rect
from generator.layout.text import Style, fitted_line, line, wrap

Say = Callable[..., str]
MAX_TILES = 100
BAND = 5.0  # mm around the picture of a tile, for the marks
START, END = 0.8, 4.4  # mm, from the edge of the picture to the ends of a stroke
BAR = 1.0  # mm, from the stroke to each end of its bar
FOOT = 6.5  # mm, the line with the name of a tile
NAME_STYLE = Style(13.0, "title", "title")
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
BADGE_STYLE = Style(theme.FLOOR, "bold")
BADGE_PAD = 0.8
TOLERANCE = 0.1  # mm: what is larger than a sheet by that fits it
STEP = 1.0  # mm, between the lengths that are tried for tiles
MIN_BADGE_OVERLAP = 6.0  # mm, room for the name of a neighbour
CROWDING = 0.3  # mm, as far as the names in a plan may lie on each other
PLAN_RIM = 1.2  # mm of white between the sheet in a plan and its frame, which would hide its edges
PLAN_GAP = 5.0  # between the plan, its steps, and the picture of the tile
MIN_PLAN, MAX_PLAN = 36.0, 180.0  # mm, the longer side of the sheet in a plan
PLAN_SIZES = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)  # points
MAX_SIZE_BESIDE = 11.0  # points, beside a picture
TITLE_SCALE = 1.35  # the size of the title of a plan, as a multiple of the text's
MIN_STEPS, MAX_STEPS = 45.0, 140.0  # mm, the width of the steps beside a plan


class TileGrid(NamedTuple):
    """A page cut into tiles: their paper, how many times larger the printed area of the page is
    drawn. Then in mm as printed: where columns and rows begin in the area, and where the last ones
    would meet another; the overlap of the tiles."""

    page: Page
    paper: Paper
    scale: float
    xs: Sequence[float]
    ys: Sequence[float]
    overlap: float

    @property
    def area(self) -> Box:
        return self.page.paper.area

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def places(self) -> list[tuple[int, int]]:
        return [(column, row) for row, column in product(range(self.rows), range(self.columns))]

    def picture(self, column: int, row: int) -> Box:
        """Where the picture lies on a tile."""
        corner = self.paper.area.inset(BAND)
        width = self.xs[column + 1] - self.xs[column] + self.overlap
        height = self.ys[row + 1] - self.ys[row] + self.overlap
        return Box(corner.x, corner.y, round(width, 6), round(height, 6))

    def window(self, column: int, row: int) -> Box:
        """What a tile shows of the page."""
        _, _, width, height = self.picture(column, row)
        x, y = self.area.x + self.xs[column] / self.scale, self.area.y + self.ys[row] / self.scale
        return Box(x, y, width / self.scale, height / self.scale)

    def visible(self, column: int, row: int) -> Box:
        """What stays visible of the picture of a tile, where its neighbours do not cover it."""
        x, y, w, h = self.picture(column, row)
        right, below = column < self.columns - 1, row < self.rows - 1
        return Box(x, y, w - right * self.overlap, h - below * self.overlap)


def tile_name(column: int, row: int) -> str:
    """A letter for the row, a number for the place in it."""
    return f"{ascii_uppercase[row]}{column + 1}"


def tile_grid(page: Page, settings: Settings) -> TileGrid:
    """Portrait or landscape tiles, as takes fewer; or turned as the page is. Raises TileError."""
    tile, overlap = settings.printed_paper, settings.overlap
    scale, area, lines = settings.scale * page.paper.scale, page.paper.area, page.seams or ((), ())
    ways = [tile.portrait, tile.landscape]
    grids = []
    for paper in reversed(ways) if page.paper.width > page.paper.height else ways:
        whole, room = paper.area, paper.area.inset(BAND)
        if area.w * scale <= whole.w + TOLERANCE and area.h * scale <= whole.h + TOLERANCE:
            raise TileError(
                f"--tile {tile.name}: the sheet is no larger than that, expected a larger --paper, "
                "or a --scale above 1"
            )
        starts: list[list[float]] = []
        for axis, longest in enumerate((room.w, room.h - FOOT)):
            places = [round((line - area[axis]) * scale, 1) for line in lines[axis]]
            starts.append(tile_starts(area[axis + 2] * scale, longest, overlap, places))
        grids.append(TileGrid(page, paper, scale, starts[0], starts[1], overlap))
    grid = min(grids, key=lambda each: len(each.places))
    if len(grid.places) > MAX_TILES or grid.rows > len(ascii_uppercase):
        raise TileError(
            f"--tile {tile.name}: {len(grid.places):,} sheets with --scale {settings.scale:g} and "
            f"--overlap {overlap:g}, expected {MAX_TILES} at most"
        )
    return grid


def tile_starts(
    length: float, longest: float, overlap: float, lines: Iterable[float]
) -> list[float]:
    """Where tiles begin that show a length in mm, and where another would: on these lines, as few
    as can be, the longest about as short as can be; evenly between lines that are farther apart
    than a tile reaches. Of the `longest` that one shows, the end lies under its neighbour."""
    end, reach = length - overlap, longest - overlap
    stops = [*sorted(line for line in lines if 0 < line < end), end]

    def starts(most: float) -> list[float]:
        result = [0.0]
        while (last := result[-1]) < end - 1e-6:
            beyond = [stop - last for stop in stops if stop > last + 1e-6]
            near = [step for step in beyond if step <= most + 1e-6]
            result.append(last + (near or [beyond[0] / math.ceil(beyond[0] / reach - 1e-6)])[-1])
        return result

    fewest = starts(reach)
    most = end / (len(fewest) - 1)
    while most < reach:
        if len(found := starts(most)) == len(fewest):
            return found
        most += STEP
    return fewest


def tiled(
    layout: Callable[[Settings], Sequence[Page]], settings: Settings, slug: str
) -> Iterator[Page]:
    """The pages of a sheet, each on its tiles if there are to be some. Raises TileError."""
    sheet = layout(settings)
    if not settings.tile:
        yield from sheet
        return
    slugs = [f"{slug} · {number}/{len(sheet)}" for number in range(1, len(sheet) + 1)]
    slugs = slugs if len(sheet) > 1 else [slug]
    tiles = [pages(page, settings, words) for page, words in zip(sheet, slugs, strict=True)]
    with suppress(TextOverflowError, PieceTooLargeError):  # the tiles may be too small for it
        whole = layout(settings.untiled)
        if _largest(sheet) * settings.scale**2 <= _largest(whole) * 1.01:
            tile, paper = settings.printed_paper.name, settings.paper.name
            raise TileError(
                f"--tile {tile}: on {paper} the sheet is no larger than on {tile}, so tiles gain "
                "nothing; expected a --scale above 1, or no --tile"
            )
    yield from chain.from_iterable(tiles)


def _largest(sheet: Sequence[Page]) -> float:
    """The area of the largest group of a sheet, in square mm as printed."""
    groups = ((each, page) for page in sheet for each in page.items if isinstance(each, Group))
    return max(each.box.w * each.box.h * page.paper.scale**2 for each, page in groups)


def pages(page: Page, settings: Settings, slug: str) -> list[Page]:
    """The tiles of a page, a plan on the first with room or before them; the slug is for the foot.
    Raises TileError, TextOverflowError."""
    if page.seams is None:
        what = "pieces" if page.pieces else "words"
        raise TileError(
            f"--tile {settings.printed_paper.name}: seams would run through the {what} of this "
            "sheet; only boards and maps are printed in parts"
        )
    grid = tile_grid(page, settings)
    say = load_language(settings.language_code).say
    tiles = [_tile(grid, number, say, slug) for number in range(len(grid.places))]
    for number, place in enumerate(grid.places):
        if plan := _plan_beside(grid, place, say):
            tiles[number] = tiles[number]._replace(items=(*tiles[number].items, plan))
            return tiles
    area = grid.paper.area.inset(PLAN_GAP)
    plan = _plan(grid, say, area._replace(h=area.h - FOOT), max(PLAN_SIZES))
    foot = fitted_line(slug, area.w, FOOT_STYLE)
    foot_items = foot.items(area.right - foot.width, area.bottom - foot.height)
    return [Page(grid.paper, (plan, *foot_items), "tile plan"), *tiles]


def _tile(grid: TileGrid, number: int, say: Say, slug: str) -> Page:
    """A part of the page with its marks, at its foot its name and what it is a part of."""
    place = column, row = grid.places[number]
    picture, visible = grid.picture(*place), grid.visible(*place)
    view = PageView(grid.page, grid.window(*place), picture)
    items: list[Item] = [view, *_marks(picture, visible)]
    if grid.overlap >= MIN_BADGE_OVERLAP:  # the names of the tiles that go onto its rims
        if column < grid.columns - 1:
            rim = Box(visible.right, picture.y, grid.overlap, visible.h)
            items.append(_badge(tile_name(column + 1, row), *rim.centre))
        if row < grid.rows - 1:
            rim = Box(picture.x, visible.bottom, visible.w, grid.overlap)
            items.append(_badge(tile_name(column, row + 1), *rim.centre))
    area, title = grid.paper.area, line(tile_name(*place), NAME_STYLE)
    words = say("sheet.tiles.foot", number=number + 1, of=len(grid.places), name=slug)
    text = fitted_line(words, area.w - title.width - 3.0, FOOT_STYLE)
    top = (FOOT - title.height) / 2
    below = text.items(title.width + 3.0, top + title.ascent - text.ascent)
    foot = Box(area.x, area.bottom - FOOT, area.w, FOOT)
    items.append(Group("foot", foot, (*title.items(0, top), *below)))
    return Page(grid.paper, tuple(items), f"tile {tile_name(*place)}")


def _marks(picture: Box, visible: Box) -> Iterator[Line]:
    """At both ends of every edge of what stays visible a stroke along the line, with a bar across
    its outer end, by which sheets are brought level; so a vertical cut never looks like a
    horizontal one."""
    pen = "ink", theme.LINES["cut"]
    for x in (visible.x, visible.right):
        for edge, out in ((picture.y, -1), (picture.bottom, 1)):
            far = edge + out * END
            yield Line(x, edge + out * START, x, far, *pen)
            yield Line(x - BAR, far, x + BAR, far, *pen)
    for y in (visible.y, visible.bottom):
        for edge, out in ((picture.x, -1), (picture.right, 1)):
            far = edge + out * END
            yield Line(edge + out * START, y, far, y, *pen)
            yield Line(far, y - BAR, far, y + BAR, *pen)


def _badge(name: str, x: float, y: float) -> Group:
    """A name on a white ground about a point."""
    words = line(name, BADGE_STYLE)
    box = Box(x, y, 0, 0).inset(-words.width / 2 - BADGE_PAD, -words.height / 2 - BADGE_PAD / 2)
    ground, pen = Box(0, 0, box.w, box.h), theme.LINES["thin"]
    edge = Rect(ground.inset(pen * MM_PER_POINT / 2), "white", "slate", pen, box.h / 2)
    return Group(f"badge {name}", box, (edge, *words.centred_on(*ground.centre)))


def _plan_beside(grid: TileGrid, place: tuple[int, int], say: Say) -> Group | None:
    """The plan in the better of the rooms that a tile leaves free; None if it fits neither."""
    area, outside = grid.paper.area, grid.picture(*place).inset(-BAND)
    left, top = outside.right + PLAN_GAP, outside.bottom + PLAN_GAP
    bottom, plans = area.bottom - FOOT - PLAN_RIM, []
    for room in (
        Box(left, area.y, area.right - left, bottom - area.y),
        Box(area.x, top, area.w, bottom - top),
    ):
        with suppress(TextOverflowError):
            plans.append(_plan(grid, say, room, MAX_SIZE_BESIDE))
    return max(plans, key=lambda plan: plan.items[0].box.w, default=None)  # of the sheet in it


def _plan(grid: TileGrid, say: Say, room: Box, max_size: float) -> Group:
    """The sheet, and how to put it together, as large as fits. Raises TextOverflowError."""

    def layout(size: float) -> Block:
        if room.w >= MIN_PLAN + PLAN_GAP + MIN_STEPS and room.w > room.h:
            picture = _picture(grid, room.w - PLAN_GAP - MIN_STEPS, room.h)
            width = min(MAX_STEPS, room.w - PLAN_GAP - picture.width)
            plan = flow.row([picture, _steps(grid, say, width, Style(size))], PLAN_GAP)
        else:
            steps = _steps(grid, say, min(MAX_STEPS, room.w), Style(size))
            picture = _picture(grid, room.w, room.h - steps.height - PLAN_GAP)
            plan = flow.column([picture, steps], PLAN_GAP)
        if plan.width > room.w + 0.01 or plan.height > room.h + 0.01:
            raise TextOverflowError(f"no room for a plan of tiles: {room.w:.0f} x {room.h:.0f} mm")
        return plan

    sizes = [size for size in PLAN_SIZES if size <= max_size]
    return flow.largest_that_fits(layout, sizes).at(room.x, room.y, "plan")


def _picture(grid: TileGrid, width: float, height: float) -> Block:
    """The sheet with seams and names of tiles, as large as fits. Raises TextOverflowError."""
    area, pen = grid.area, theme.LINES["frame"]
    width, height = min(width, MAX_PLAN) - 2 * PLAN_RIM, min(height, MAX_PLAN) - 2 * PLAN_RIM
    scale = min(width / area.w, height / area.h)
    if max(area.w, area.h) * scale < MIN_PLAN:
        raise TextOverflowError(f"no room for a plan of the tiles: {width:.0f} x {height:.0f} mm")
    sheet = Box(PLAN_RIM, PLAN_RIM, area.w * scale, area.h * scale)
    whole = Box(0, 0, sheet.right + PLAN_RIM, sheet.bottom + PLAN_RIM)
    xs = [*(sheet.x + x * scale / grid.scale for x in grid.xs[:-1]), sheet.right]
    ys = [*(sheet.y + y * scale / grid.scale for y in grid.ys[:-1]), sheet.bottom]
    seams = [Line(x, 0, x, whole.h, "ink", pen) for x in xs[1:-1]]
    seams += [Line(0, y, whole.w, y, "ink", pen) for y in ys[1:-1]]
    items: list[Item] = [PageView(grid.page, area, sheet)]
    for seam in seams:
        items += [seam._replace(stroke="white", line=3 * pen), seam]
    items.append(Rect(whole.inset(pen * MM_PER_POINT / 2), None, "ink", pen))
    badges: list[Group] = []
    for column, row in grid.places:
        x, y = (xs[column] + xs[column + 1]) / 2, (ys[row] + ys[row + 1]) / 2
        badge = _badge(tile_name(column, row), x, y)
        left, top, w, h = badge.box  # those of short tiles are moved inside
        box = Box(min(max(left, 0), whole.w - w), min(max(top, 0), whole.h - h), w, h)
        badges.append(badge._replace(box=box))
    names = [badge.box.inset(BADGE_PAD, BADGE_PAD / 2) for badge in badges]
    if any(one.overlaps(other, CROWDING) for one, other in combinations(names, 2)):
        raise TextOverflowError(f"no room for the names of {len(names)} tiles")
    return Block((*items, *badges), whole.w, whole.h, "sheet")


def _steps(grid: TileGrid, say: Say, width: float, style: Style) -> Block:
    """How to put the tiles together: what is glued on first, then rows if there are columns too."""
    keys = ["below"] if grid.columns == 1 else ["left", *["upper"] * (grid.rows > 1)]
    steps = [say(f"sheet.tiles.{key}") for key in ("print", *keys, "edges")]
    if grid.overlap >= MIN_BADGE_OVERLAP:
        steps[1] += f" {say('sheet.tiles.covers')}"
    title = wrap(say("sheet.tiles.title"), width, Style(style.size * TITLE_SCALE, "title", "title"))
    indent = line("0.", style._replace(font="bold")).width + 1.2
    blocks: list[Block] = [Block(title.items(0, 0), width, title.height + 1.0)]
    for number, words in enumerate(steps, 1):
        text = wrap(words, width - indent, style)
        items = (*line(f"**{number}.**", style).items(0, 0), *text.items(indent, 0))
        blocks.append(Block(items, width, text.height, "step"))
    return flow.column(blocks, 0.45 * style.em)
