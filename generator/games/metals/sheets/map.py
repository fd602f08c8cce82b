"""The map sheet: the spaces between two score tracks, a short side of the paper to each player.

Input: a rolled game, settings. Output: one portrait page. Half a turn of the paper shows the
other player the same sheet: the far track, the numbers and the pictures of the far half are
upside down.
"""

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.metals.map import Space
from generator.games.metals.roll import MetalsGame
from generator.languages import localized
from generator.layout.cut import DoesNotFit
from generator.layout.page import MM_PER_POINT, Art, Box, Group, Item, Page, Paper, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line, line

HUE = "iris"
LABEL = 4.6  # height of the line with title and game ID, at each player's edge
LABEL_GAP = 2.5
GAP = 2.2  # between map and track
TRACK_STEP = (14.0, 10.5)  # height of a row of the track: at best, at least
BOX_GAP = 0.5  # around a box of the track
PER_ROW = 10  # points in a row of the track
TILE_GAP = 0.7  # around a tile
RIM = 1.5  # of the panel that the tiles lie on
MAX_TILE = 52.0  # on A3 that fills the room between the tracks
ART_SHARE = 0.54

# What a kind of space is drawn with: its art, the hue of its tile.
TERRAIN: dict[str, tuple[str, str]] = {
    "point_1": ("metals/terrain/point_1", "honey"),
    "point_2": ("metals/terrain/point_2", "apricot"),
    "forest": ("metals/terrain/forest", "leaf"),
    "city": ("metals/terrain/city", "sky"),
    "corner": ("metals/terrain/corner", "lagoon"),
}


class Frame(NamedTuple):
    """Where the parts of the sheet lie, in mm: a tile's side, a track row's height, the map, the
    strip of the near player (the far one's is its half turn)."""

    paper: Paper
    tile: float
    step: float
    map: Box
    strip: Box


def page(game: MetalsGame, settings: Settings) -> Page:
    """The sheet. Raises DoesNotFit when the spaces are too small for the smallest figurine."""
    where = frame(game, settings.paper)
    near = _strip(game, settings, where)
    far = where.strip._replace(y=where.paper.area.y)
    panel = where.map.inset(-RIM)
    tiles = Group(
        "map", panel, (_ground(panel, settings.tinted), *_tiles(game, where, settings.tinted))
    )
    return Page(
        where.paper,
        (
            Group("far side", far, near, 180, True),
            tiles,
            Group("near side", where.strip, near, 0, True),
        ),
        f"map {game.game_id}",
    )


def frame(game: MetalsGame, paper: Paper) -> Frame:
    """The largest tiles that leave room for both tracks. Raises DoesNotFit."""
    paper = paper.portrait
    area = paper.area
    smallest, largest = game.definition.figures.figurine.base
    for step in TRACK_STEP:
        strip = LABEL + len(_track_rows(game.target)) * step
        height = area.h - 2 * (strip + GAP + RIM)
        tile = min((area.w - 2 * RIM) / game.map.columns, height / game.map.rows, MAX_TILE)
        if tile >= largest:
            break
    if tile < smallest:
        raise DoesNotFit(
            f"a map of {game.map.columns} x {game.map.rows} on {paper.name} leaves {tile:.0f} mm "
            f"for a space, too little for figurines of {smallest:g} mm"
        )
    size = tile * game.map.columns, tile * game.map.rows
    return Frame(
        paper,
        tile,
        step,
        area.centred(*size),
        Box(area.x, area.bottom - strip, area.w, strip),
    )


# The score track


def _track_rows(target: int) -> list[range]:
    """The numbers of each row: 0 to 10, then ten a row."""
    return [
        range(start + 1 if start else 0, min(start + PER_ROW, target) + 1)
        for start in range(0, target, PER_ROW)
    ]


def _strip(game: MetalsGame, settings: Settings, where: Frame) -> tuple[Item, ...]:
    """A player's track, and below it what the sheet is."""
    width = max(where.map.w + 2 * RIM + 2 * BOX_GAP, (PER_ROW + 1) * where.step)
    left = (where.strip.w - width) / 2
    track = _track(game.target, width, where.step, settings.tinted)
    height = len(_track_rows(game.target)) * where.step
    label = _label(game, settings, where.strip.w)
    return (
        Group("track", Box(left, 0, width, height), track),
        Group("label", Box(0, where.strip.h - LABEL, where.strip.w, LABEL), label),
    )


@lru_cache(maxsize=32)
def _track(target: int, width: float, step: float, tinted: bool) -> tuple[Item, ...]:
    """The boxes with their numbers, in rows; a number stands under that ten lower."""
    items: list[Item] = []
    cell = width / (PER_ROW + 1)
    for row, numbers in enumerate(_track_rows(target)):
        for number in numbers:
            column = number - row * PER_ROW
            box = Box(column * cell, row * step, cell, step).inset(BOX_GAP)
            items += _track_box(box, number, target, tinted)
    return tuple(items)


def _track_box(box: Box, number: int, target: int, tinted: bool) -> tuple[Item, ...]:
    strong = theme.hue_colour(HUE, "strong")
    last = number == target
    fill = theme.hue_colour(HUE, "tray" if last else ("square", "pale")[number % 2])
    digits = line(str(number), Style(15 if last else 12, "title", "title", colour=strong))
    x, y = box.centre
    shape = Rect(
        box, fill if tinted else None, strong, theme.LINES["bold" if last else "thin"], 1.6
    )
    # The digits of Titan One are 0.7 em high: centred by that, not by the line's height.
    top = y - digits.style.em * (0.76 - 0.35)
    return (shape, *digits.items(x - digits.width / 2, top))


def _label(game: MetalsGame, settings: Settings, width: float) -> tuple[Item, ...]:
    say, (chosen,) = settings.language.say, game.definition.sets
    name = line(say("game.metals"), Style(10.5, "title", "title", colour=f"{HUE}.strong"))
    title = localized(chosen.title, settings.language.code)
    form = say("metals.map.factions" if game.factions else "metals.map.basic", target=game.target)
    code = say("sheet.game_id", id=game.game_id)
    small = line(code, Style(theme.FLOOR, colour="slate"))
    left, room = name.width + LABEL_GAP, width - small.width - LABEL_GAP
    words = _told(title, form, room - left)
    base = LABEL - 0.9
    items: list[Item] = []
    for x, block in ((0, name), (left, words), (width - small.width, small)):
        items += block.items(x, base - block.style.em * 0.76)
    return tuple(items)


def _told(title: str, form: str, width: float) -> Block:
    """The set and the form of the game; a set whose title has no room is named by the game ID."""
    style = Style(9, colour="slate")
    with suppress(TextTooLong):
        return fitted_line(f"{title} · {form}", width, style)
    return fitted_line(form, width, style)


# The spaces


def _ground(panel: Box, tinted: bool) -> Rect:
    """The panel under the tiles."""
    return Rect(
        Box(0, 0, panel.w, panel.h),
        theme.hue_colour(HUE, "tray") if tinted else None,
        theme.hue_colour(HUE, "strong"),
        theme.LINES["bold"],
        3.0,
    )


def _tiles(game: MetalsGame, where: Frame, tinted: bool) -> tuple[Item, ...]:
    items: list[Item] = []
    count = len(game.map.spaces)
    for index, space in enumerate(game.map.spaces):
        column, row = game.map.place(index)
        x, y = RIM + column * where.tile, RIM + row * where.tile
        box = Box(x, y, where.tile, where.tile).inset(TILE_GAP)
        kind = "corner" if game.map.is_corner(index) else space
        turn = 180 if index < count // 2 else 0  # pictures look at the nearer player
        tile = _tile(kind, where.tile - 2 * TILE_GAP, tinted)
        items.append(Group(kind, box, tile, turn, True))
    return tuple(items)


@lru_cache(maxsize=64)
def _tile(kind: Space | str, side: float, tinted: bool) -> tuple[Item, ...]:
    """A space as its nearer player sees it: the picture in the middle, and marks in two corners,
    one for each player, for when a figurine stands on it."""
    box = Box(0, 0, side, side)
    shape = field(kind, box, tinted, 2.0)
    if kind not in TERRAIN:
        return (shape,)
    art, _ = TERRAIN[kind]
    picture = Art(art, box.centred(side * ART_SHARE, side * ART_SHARE))
    return (shape, picture, *_corners(kind, art, side))


def field(kind: Space | str, box: Box, tinted: bool, radius: float) -> Rect:
    """The ground of a space: its tint and its frame, with corners of that radius."""
    art, hue = TERRAIN.get(kind, ("", HUE))
    fill = (theme.hue_colour(hue, "square") if art else "white") if tinted else None
    stroke = theme.hue_colour(hue, "strong") if art else "steel" if tinted else "grey"
    return Rect(box, fill, stroke, theme.LINES["frame" if art else "hair"], radius)


def _corners(kind: str, art: str, side: float) -> tuple[Item, ...]:
    """The marks bottom right, and upside down top left: the picture, or the points."""
    if kind == "corner":
        return ()
    points = {"point_1": "1", "point_2": "2"}.get(kind)
    small = side * (0.26 if points else 0.22)
    mark = _worth(points, small) if points else (Art(art, Box(0, 0, small, small)),)
    edge = side * 0.035
    far = side - small - edge
    return (
        Group("mark", Box(far, far, small, small), mark),
        Group("mark", Box(edge, edge, small, small), mark, 180),
    )


def _worth(points: str, side: float) -> tuple[Item, ...]:
    """A number and the points symbol."""
    coin = side * 0.5
    digit = line(points, Style(side * 0.72 / MM_PER_POINT, "title", "title"))
    top = side * 0.54 - digit.style.em * (0.76 - 0.35)
    return (
        *digit.items(side - coin - digit.width - 0.2, top),
        Art("shared/points", Box(side - coin, side - coin, coin, coin)),
    )
