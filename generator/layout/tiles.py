"""A large sheet on several smaller ones, the tiles, which are glued together.

Each tile shows a window of the page; those of a column are equally wide, those of a row equally
high. Each lies over the right and the lower rim of its neighbours, after its own left and upper
margin was cut off; those rims, the overlaps, show the picture too, so no gap opens where a cut is
not exact. Marks in the margins show where to cut, and meet those of neighbours. Seams lie on the
lines that the sheet names.
"""

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import combinations, product
from string import ascii_uppercase
from typing import NamedTuple

from generator.core.errors import TextOverflowError, TileError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import (
    MM_PER_POINT,
    Art,
    Group,
    Item,
    Line,
    Page,
    PageView,
    Rect,
    Text,
    flatten,
)
from generator.layout.text import Style, fitted_line, line, wrap

MAX_TILES = 100
BAND = 5.0  # mm around the picture of a tile, for the marks
START, END = 0.8, 4.4  # mm, from the edge of the picture to the ends of a stroke
BAR = 1.0  # mm, from the stroke to each end of its bar
FOOT = 6.5  # mm, the line with the name of a tile
NAME_STYLE = Style(13.0, "title", "title")
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
BADGE_STYLE = Style(theme.FLOOR, "bold")
BADGE_PAD = 0.8
CLEARANCE = 0.3  # mm, between a seam and a text or a picture
SLACK = 3.0  # mm, as far as a seam may be from its line for that
STEP = 0.1  # mm, to which seams on lines are rounded; what is larger by that fits a sheet
MIN_BADGE_OVERLAP = 6.0  # mm, room for the name of a neighbour
CROWDING = 0.3  # mm, as far as the names in a plan may lie on each other
PLAN_RIM = 1.2  # mm of white between the sheet in a plan and its frame, which would hide its edges
PLAN_GAP = 5.0  # between the plan, its steps, and the picture of the tile
MIN_PLAN = 36.0  # mm, the longer side of the sheet in a plan
MAX_PLAN = 180.0
PLAN_SIZES = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)  # points
MAX_SIZE_BESIDE = 11.0  # points, beside a picture
TITLE_SCALE = 1.35  # the size of the title of a plan, as a multiple of the text's
MIN_STEPS = 45.0  # mm, the width of the steps beside a plan
MAX_STEPS = 140.0


class TileGrid(NamedTuple):
    """A page cut into tiles: their paper, the printed area of the page in its own mm, how many
    times larger that is drawn. Then in mm as printed: where columns and rows begin in the area, and
    where the last ones would meet another; the overlap of the tiles."""

    paper: Paper
    area: Box
    scale: float
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    overlap: float

    @property
    def columns(self) -> int:
        return len(self.xs) - 1

    @property
    def rows(self) -> int:
        return len(self.ys) - 1

    @property
    def tile_count(self) -> int:
        return self.columns * self.rows

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
        picture = self.picture(column, row)
        right = 0.0 if column == self.columns - 1 else self.overlap
        below = 0.0 if row == self.rows - 1 else self.overlap
        return picture._replace(w=picture.w - right, h=picture.h - below)


def tile_name(column: int, row: int) -> str:
    """A letter for the row, a number for the place in it."""
    return f"{ascii_uppercase[row]}{column + 1}"


def tile_grid(page: Page, settings: Settings) -> TileGrid:
    """The tiles of a page: portrait or landscape, as takes fewer. Raises TileError."""
    tile, scale = settings.printed_paper, settings.scale * page.paper.scale
    area = page.paper.area
    width, height = area.w * scale, area.h * scale
    turned = page.paper.width > page.paper.height
    papers = (tile.landscape, tile.portrait) if turned else (tile.portrait, tile.landscape)
    rooms = [(paper.area.w + STEP, paper.area.h + STEP) for paper in papers]
    if any(width <= across and height <= along for across, along in rooms):
        raise TileError(
            f"--tile {tile.name}: the sheet is no larger than that, expected a larger --paper, or "
            "a --scale above 1"
        )
    grids = [_grid(page, each, settings) for each in papers]
    # The one with better seams, or with fewer tiles; of two alike, the one turned like the sheet.
    _, grid = min(grids, key=lambda each: (each[0], each[1].tile_count))
    if grid.tile_count > MAX_TILES or grid.rows > len(ascii_uppercase):
        raise TileError(
            f"--tile {tile.name}: {grid.tile_count:,} sheets with --scale {settings.scale:g} and "
            f"--overlap {settings.overlap:g}, expected {MAX_TILES} at most"
        )
    return grid


def _grid(page: Page, paper: Paper, settings: Settings) -> tuple[int, TileGrid]:
    """The tiles on that paper, and how often their seams are not on the lines that are wanted
    most. Raises TileError."""
    area, scale, overlap = page.paper.area, settings.scale * page.paper.scale, settings.overlap
    room = paper.area.inset(BAND)
    crossed, starts = 0, []
    for axis, most in enumerate((room.w, room.h - FOOT)):
        longest = math.floor(most / STEP + 1e-6) * STEP
        if longest - overlap < STEP:
            raise TileError(
                f"--overlap {overlap:g}: expected less than the {longest:.1f} mm that a sheet of "
                f"{paper.name} shows"
            )
        named = page.seams[axis] if page.seams else ()
        for lines in (_clear(named, page, axis), named):  # through no words, if these will do
            places = {round((line - area[axis]) * scale, 1) for line in lines}
            found = tile_starts(area[axis + 2] * scale, longest, overlap, places)
            if places.issuperset(found[1:-1]):
                break
            crossed += 1
        starts.append(tuple(found))
    xs, ys = starts
    return crossed, TileGrid(paper, area, scale, xs, ys, overlap)


def _clear(lines: Iterable[float], page: Page, axis: int) -> Iterator[float]:
    """The lines that cross neither texts nor pictures, if they are moved a little."""
    boxes = [entry.box for entry in flatten(page) if isinstance(entry.item, Text | Art)]
    spans = {(box[axis] - CLEARANCE, box[axis] + box[axis + 2] + CLEARANCE) for box in boxes}
    ends = {end for span in spans for end in span}
    for line_ in lines:
        near = [line_, *(end for end in ends if abs(end - line_) <= SLACK)]
        for place in sorted(near, key=lambda each: (abs(each - line_), each)):
            if not any(start < place < end for start, end in spans):
                yield place
                break


def tile_starts(
    length: float, longest: float, overlap: float, lines: Iterable[float]
) -> list[float]:
    """Where tiles begin that show a length in mm, and where another would: on these lines, in as
    few tiles as reach from one to the next, about as long as each other.

    A tile shows `longest` at most, the end of which lies under its neighbour. Where two lines are
    farther apart, as on either side of a picture that is larger than the paper, even cuts lie
    between them.
    """
    reach, end = longest - overlap + 1e-6, length - overlap
    stops = [0.0]
    for place in (*sorted(each for each in lines if 0 < each < end), end):
        start = stops[-1]
        count = max(1, math.ceil((place - start) / reach))
        stops += [start + (place - start) * number / count for number in range(1, count)]
        stops.append(place)
    farthest = [bisect_right(stops, stop + reach) - 1 for stop in stops]
    tiles = [0] * len(stops)  # that it takes from each stop to the end
    for at in reversed(range(len(stops) - 1)):
        tiles[at] = tiles[farthest[at]] + 1
    at, starts = 0, [0.0]
    while tiles[at]:
        even = stops[at] + (end - stops[at]) / tiles[at]
        nearer = (stop for stop in range(at + 1, farthest[at] + 1) if tiles[stop] < tiles[at])
        at = min(nearer, key=lambda stop: abs(stops[stop] - even))
        starts.append(stops[at])
    return starts


def pages(page: Page, settings: Settings, slug: str) -> list[Page]:
    """The tiles of a page, with a plan on the first that has room, or on a page before them. The
    slug says at the foot what it is. Raises TileError."""
    if page.seams is None:
        what = "pieces" if page.pieces else "words"
        raise TileError(
            f"--tile {settings.printed_paper.name}: seams would run through the {what} of this "
            "sheet; only boards and maps are printed in parts"
        )
    grid = tile_grid(page, settings)
    tiles = [_tile(page, grid, place, settings, slug) for place in grid.places]
    for number, place in enumerate(grid.places):
        if plan := _plan_beside(page, grid, place, settings):
            tiles[number] = tiles[number]._replace(items=(*tiles[number].items, plan))
            return tiles
    try:
        return [_plan_page(page, grid, settings, slug), *tiles]
    except TextOverflowError as error:
        raise TileError(
            f"--tile {settings.printed_paper.name}: no room for a plan of {grid.tile_count} sheets "
            f"with --overlap {settings.overlap:g}, expected a smaller overlap"
        ) from error


def _tile(
    page: Page, grid: TileGrid, place: tuple[int, int], settings: Settings, slug: str
) -> Page:
    name = tile_name(*place)
    picture = grid.picture(*place)
    items: tuple[Item, ...] = (
        PageView(page, grid.window(*place), picture),
        *_marks(picture, grid.visible(*place)),
        *_badges(grid, *place),
        _foot(grid, place, settings, slug),
    )
    return Page(grid.paper, items, f"tile {name}")


def _marks(picture: Box, visible: Box) -> Iterator[Line]:
    """The marks of both ends of every edge of what stays visible: a stroke along the line, with a
    short bar across its outer end, by which two sheets are brought level. So a mark of a vertical
    cut never looks like one of a horizontal cut."""
    for x in (visible.x, visible.right):
        for edge, out in ((picture.y, -1), (picture.bottom, 1)):
            yield _stroke(x, edge + out * START, x, edge + out * END)
            yield _stroke(x - BAR, edge + out * END, x + BAR, edge + out * END)
    for y in (visible.y, visible.bottom):
        for edge, out in ((picture.x, -1), (picture.right, 1)):
            yield _stroke(edge + out * START, y, edge + out * END, y)
            yield _stroke(edge + out * END, y - BAR, edge + out * END, y + BAR)


def _stroke(x1: float, y1: float, x2: float, y2: float) -> Line:
    return Line(x1, y1, x2, y2, "ink", theme.LINES["cut"])


def _badges(grid: TileGrid, column: int, row: int) -> Iterator[Group]:
    """The names of the tiles that go onto the right and the lower rim."""
    if grid.overlap < MIN_BADGE_OVERLAP:
        return
    picture, visible = grid.picture(column, row), grid.visible(column, row)
    if column < grid.columns - 1:
        rim = Box(visible.right, picture.y, grid.overlap, visible.h)
        yield _badge(tile_name(column + 1, row), *rim.centre)
    if row < grid.rows - 1:
        rim = Box(picture.x, visible.bottom, visible.w, grid.overlap)
        yield _badge(tile_name(column, row + 1), *rim.centre)


def _badge(name: str, x: float, y: float) -> Group:
    """A name on a white ground about a point."""
    words = line(name, BADGE_STYLE)
    box = Box(x, y, 0, 0).inset(-words.width / 2 - BADGE_PAD, -words.height / 2 - BADGE_PAD / 2)
    ground = Box(0, 0, box.w, box.h)
    pen = theme.LINES["thin"]
    items = (
        Rect(ground.inset(pen * MM_PER_POINT / 2), "white", "slate", pen, box.h / 2),
        *words.centred_on(*ground.centre),
    )
    return Group(f"badge {name}", box, items)


def _foot(grid: TileGrid, place: tuple[int, int], settings: Settings, slug: str) -> Group:
    """The name of the tile, and what it is a part of."""
    area = grid.paper.area
    box = Box(area.x, area.bottom - FOOT, area.w, FOOT)
    name = line(tile_name(*place), NAME_STYLE)
    say = load_language(settings.language_code).say
    number = grid.places.index(place) + 1
    words = say("sheet.tiles.foot", number=number, of=grid.tile_count, name=slug)
    text = fitted_line(words, box.w - name.width - 3.0, FOOT_STYLE)
    top = (box.h - name.height) / 2 + name.ascent - text.ascent
    items = (*name.items(0, (box.h - name.height) / 2), *text.items(name.width + 3.0, top))
    return Group("foot", box, items)


def _plan_beside(
    page: Page, grid: TileGrid, place: tuple[int, int], settings: Settings
) -> Group | None:
    """The plan in one of the rooms that the picture of a tile leaves free on its paper, where the
    sheet is shown larger; None if it fits neither."""
    area, outside = grid.paper.area, grid.picture(*place).inset(-BAND)
    bottom = area.bottom - FOOT - PLAN_RIM
    rooms = [
        Box(outside.right + PLAN_GAP, area.y, area.right - outside.right - PLAN_GAP, outside.h),
        Box(area.x, outside.bottom + PLAN_GAP, area.w, bottom - outside.bottom - PLAN_GAP),
    ]
    if rooms[0].w > 0:
        rooms[0] = rooms[0]._replace(h=bottom - area.y)
    plans = []
    for room in rooms:
        if room.w > 0 and room.h > 0:
            with suppress(TextOverflowError):
                plan = _plan(page, grid, settings, room, MAX_SIZE_BESIDE)
                plans.append(plan.at(room.x, room.y, "plan"))
    return max(plans, key=lambda plan: plan.items[0].box.w, default=None)  # of the sheet in it


def _plan_page(page: Page, grid: TileGrid, settings: Settings, slug: str) -> Page:
    area = grid.paper.area.inset(PLAN_GAP)
    room = area._replace(h=area.h - FOOT)
    plan = _plan(page, grid, settings, room, max(PLAN_SIZES))
    foot = fitted_line(slug, area.w, FOOT_STYLE)
    items: tuple[Item, ...] = (
        plan.at(room.x, room.y, "plan"),
        *foot.items(area.right - foot.width, area.bottom - foot.height),
    )
    return Page(grid.paper, items, "tile plan")


def _plan(page: Page, grid: TileGrid, settings: Settings, room: Box, max_size: float) -> Block:
    """The sheet with its tiles, and beside or below it how to put them together, at the largest
    text that fits. Raises TextOverflowError."""
    beside = room.w >= MIN_PLAN + PLAN_GAP + MIN_STEPS and room.w > room.h

    def layout(size: float) -> Block:
        if beside:
            most = min(room.w - PLAN_GAP - MIN_STEPS, MAX_PLAN)
            picture = _picture(page, grid, most, min(room.h, MAX_PLAN))
            width = min(MAX_STEPS, room.w - PLAN_GAP - picture.width)
            plan = flow.row([picture, _steps(grid, settings, width, Style(size))], PLAN_GAP)
        else:
            steps = _steps(grid, settings, min(MAX_STEPS, room.w), Style(size))
            left = min(room.h - steps.height - PLAN_GAP, MAX_PLAN)
            picture = _picture(page, grid, min(room.w, MAX_PLAN), left)
            plan = flow.column([picture, steps], PLAN_GAP)
        if not Box(0, 0, room.w, room.h).contains(Box(0, 0, plan.width, plan.height)):
            raise TextOverflowError(f"no room for a plan of tiles: {room.w:.0f} x {room.h:.0f} mm")
        return plan

    return flow.largest_that_fits([size for size in PLAN_SIZES if size <= max_size], layout)


def _picture(page: Page, grid: TileGrid, width: float, height: float) -> Block:
    """The sheet with the seams and names of its tiles, as large as fits. Raises
    TextOverflowError."""
    area = grid.area
    scale = min((width - 2 * PLAN_RIM) / area.w, (height - 2 * PLAN_RIM) / area.h)
    if max(area.w, area.h) * scale < MIN_PLAN or scale <= 0:
        raise TextOverflowError(f"no room for a plan of the tiles: {width:.0f} x {height:.0f} mm")
    sheet, pen = Box(PLAN_RIM, PLAN_RIM, area.w * scale, area.h * scale), theme.LINES["frame"]
    whole = Box(0, 0, sheet.right + PLAN_RIM, sheet.bottom + PLAN_RIM)
    items: list[Item] = [PageView(page, area, sheet)]
    shrink = scale / grid.scale
    xs = [*(sheet.x + x * shrink for x in grid.xs[:-1]), sheet.right]
    ys = [*(sheet.y + y * shrink for y in grid.ys[:-1]), sheet.bottom]
    for seam in (*(Line(x, 0, x, whole.h, "ink", pen) for x in xs[1:-1]),
                 *(Line(0, y, whole.w, y, "ink", pen) for y in ys[1:-1])):  # fmt: skip
        items += [seam._replace(stroke="white", line=3 * pen), seam]
    items.append(Rect(whole.inset(pen * MM_PER_POINT / 2), None, "ink", pen))
    badges = []
    for column, row in grid.places:
        x, y = (xs[column] + xs[column + 1]) / 2, (ys[row] + ys[row + 1]) / 2
        badges.append(_moved_into(whole, _badge(tile_name(column, row), x, y)))
    names = [badge.box.inset(BADGE_PAD, BADGE_PAD / 2) for badge in badges]
    if any(one.overlaps(other, CROWDING) for one, other in combinations(names, 2)):
        raise TextOverflowError(f"no room for the names of {grid.tile_count} tiles")
    return Block((*items, *badges), whole.w, whole.h, "sheet")


def _moved_into(room: Box, group: Group) -> Group:
    """A group moved by as little as brings it into a room."""
    x = min(max(group.box.x, room.x), room.right - group.box.w)
    y = min(max(group.box.y, room.y), room.bottom - group.box.h)
    return group._replace(box=group.box._replace(x=x, y=y))


def _steps(grid: TileGrid, settings: Settings, width: float, style: Style) -> Block:
    """How to put the tiles together, step by step. What is glued on first is explained; rows refer
    to that, if there are columns too. Names are on rims that have room for them."""
    say = load_language(settings.language_code).say
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


def tiled(
    layout: Callable[[Settings], Sequence[Page]], settings: Settings, slug: str
) -> Iterator[Page]:
    """The pages of a sheet, each on its tiles if the settings say so. Raises TileError, also where
    nothing would be larger than on a whole sheet."""
    sheet = layout(settings)
    if not settings.tile:
        yield from sheet
        return
    for number, page in enumerate(sheet, 1):
        name = f"{slug} · {number}/{len(sheet)}" if len(sheet) > 1 else slug
        tiles = pages(page, settings, name)
        if number == 1:
            _check_gain(sheet, layout, settings)
        yield from tiles


def _check_gain(
    sheet: Sequence[Page], layout: Callable[[Settings], Sequence[Page]], settings: Settings
) -> None:
    """Raises TileError for a sheet that is drawn in one size on every paper."""
    with suppress(TextOverflowError):  # the paper of the tiles may be too small for it
        whole = layout(settings.untiled)
        if _largest(sheet) * settings.scale**2 <= _largest(whole) * 1.01:
            tile, paper = settings.printed_paper.name, settings.paper.name
            raise TileError(
                f"--tile {tile}: on {paper} the sheet is no larger than on {tile}, so tiles gain "
                "nothing; expected a --scale above 1, or no --tile"
            )


def _largest(sheet: Sequence[Page]) -> float:
    """The area of the largest group of a sheet, in square mm as printed."""
    groups = ((page, item) for page in sheet for item in page.items if isinstance(item, Group))
    return max(
        (group.box.w * group.box.h * page.paper.scale**2 for page, group in groups), default=0.0
    )
