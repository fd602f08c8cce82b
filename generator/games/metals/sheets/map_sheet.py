"""The map sheet: the spaces, a score track on each long side, a key on each short side.

Input: a rolled game, settings. Output: one portrait page, a short side to each player. Half a turn
of the paper shows the other player the same sheet: a player's track runs from 0 at the near right
corner away from them, and it, the key and the pictures of the far half are upside down for the
other one. Tracks lie beside the map because that leaves the largest spaces.
"""

from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets import key
from generator.games.metals.sheets.spaces import HUE, pieces, readable, tile
from generator.languages import load_language, localized
from generator.layout import theme
from generator.layout.page import Group, Item, Page, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line

LABEL = 4.0  # height of the line with title and game ID, at each player's edge
LABEL_GAP = 2.5
A4_WIDTH = 210.0  # on wider paper the label is larger
END = 14.6  # height of a player's strip at least: the gap to the map, the key, the label
GAP = 1.2  # between the map and what is beside it
BOX_GAP = 0.35  # around a box of the track
MARKER_GAP = 0.25  # between a score marker and its box, at least
LANES = 4  # the most boxes side by side in a track
TILE_GAP = 0.35  # around a space
LARGEST_NUMBER = 20.0  # of the track, in points
RIM = 1.0  # of the panel that the spaces lie on
MAX_TILE = 48.0  # on A3 that leaves room for wide tracks


class Frame(NamedTuple):
    """Where the parts of the sheet lie, in mm: the side of a space with its gap, the map, the near
    player's track and strip (the far one's are their half turns), the lanes of a track."""

    paper: Paper
    tile: float
    map: Box
    track: Box
    strip: Box
    lanes: int


def page(game: MetalsGame, settings: Settings) -> Page:
    """The sheet. Raises PieceTooLargeError when the spaces are too small for the pieces."""
    where = frame(game, settings.paper)
    track = _track(game.target, where.lanes, where.track.w, where.track.h, settings.tinted)
    strip = _strip(game, settings, where)
    panel = where.map.inset(-RIM)
    spaces = Group(
        "map", panel, (_ground(panel, settings.tinted), *_tiles(game, where, settings.tinted))
    )
    return Page(
        where.paper,
        (
            Group("far side", _half_turn(where.strip, where), strip, 180, True),
            Group("far track", _half_turn(where.track, where), track, 180, True),
            spaces,
            Group("near track", where.track, track, 0, True),
            Group("near side", where.strip, strip, 0, True),
        ),
        f"map {game.game_id}",
    )


def frame(game: MetalsGame, paper: Paper) -> Frame:
    """The largest spaces that leave room for keys and tracks. Raises PieceTooLargeError."""
    paper = paper.portrait
    area = paper.area
    side, lanes = _largest(game, area)
    if not readable(side - 2 * TILE_GAP, pieces(game.definition.figures)):
        raise PieceTooLargeError(
            f"a map of {game.map.columns} x {game.map.rows} with score tracks to {game.target} on "
            f"{paper.name} leaves {side:.0f} mm for a space, too little to tell what it is with "
            "pieces on it"
        )
    spaces = area.centred(side * game.map.columns, side * game.map.rows)
    top = spaces.bottom + RIM + GAP
    strip = Box(area.x, top, area.w, area.bottom - top)
    return Frame(paper, side, spaces, _beside(game, area, spaces, lanes), strip, lanes)


def _cell(game: MetalsGame) -> float:
    """The least side of a box of a track, with the gap around it."""
    return game.definition.figures.tokens.score_size + 2 * (BOX_GAP + MARKER_GAP)


def _largest(game: MetalsGame, area: Box) -> tuple[float, int]:
    """The side of the largest spaces, and the lanes of the tracks beside them: no more than hold
    their boxes."""
    cell, height = _cell(game), area.h - 2 * (END + RIM)
    side = 0.0
    for lanes in range(1, LANES + 1):
        width = area.w - 2 * (lanes * cell + GAP + RIM)
        side = min(width / game.map.columns, height / game.map.rows, MAX_TILE)
        if lanes * int((game.map.rows * side + 2 * RIM) / cell) > game.target:
            return side, lanes
    return side, LANES


def _beside(game: MetalsGame, area: Box, spaces: Box, lanes: int) -> Box:
    """The near player's track, at the right of the map and as long; its boxes are not wider than
    high unless a score marker asks for it."""
    left, long = spaces.right + RIM + GAP, spaces.h + 2 * RIM
    room = area.right - left
    high = long / -(-(game.target + 1) // lanes)
    wide = min(room, lanes * max(_cell(game), high))
    return Box(left + (room - wide) / 2, spaces.y - RIM, wide, long)


def _half_turn(box: Box, where: Frame) -> Box:
    """Where a box lies for the other player."""
    x, y = where.map.centre
    return Box(2 * x - box.right, 2 * y - box.bottom, box.w, box.h)


# The score track


@lru_cache(maxsize=32)
def _track(target: int, lanes: int, width: float, height: float, tinted: bool) -> tuple[Item, ...]:
    """The boxes with their numbers, from 0 at the foot upward, lane by lane."""
    count = -(-(target + 1) // lanes)
    w, h = width / lanes, height / count
    items: list[Item] = []
    for number in range(target + 1):
        lane, step = divmod(number, count)
        box = Box(lane * w, height - (step + 1) * h, w, h).inset(BOX_GAP)
        items += _track_box(box, number, target, tinted)
    return tuple(items)


def _track_box(box: Box, number: int, target: int, tinted: bool) -> tuple[Item, ...]:
    strong = theme.hue_colour(HUE, "strong")
    last = number == target
    fill = strong if last else theme.hue_colour(HUE, ("square", "pale")[number % 2])
    colour = "white" if last and tinted else strong
    size = min(LARGEST_NUMBER, 1.1 * min(box.w, box.h)) * (1.25 if last else 1)
    digits = line(str(number), Style(size, "title", "title", colour=colour))
    x, y = box.centre
    shape = Rect(
        box, fill if tinted else None, strong, theme.LINES["bold" if last else "thin"], 1.6
    )
    # The digits of Titan One are 0.7 em high: centred by that, not by the line's height.
    top = y - digits.style.em * (0.76 - 0.35)
    return (shape, *digits.items(x - digits.width / 2, top))


# A player's strip


def _strip(game: MetalsGame, settings: Settings, where: Frame) -> tuple[Item, ...]:
    """The key, and below it what the sheet is."""
    width, height = where.strip.w, where.strip.h
    larger = max(1.0, where.paper.width / A4_WIDTH)
    label = Box(0, height - LABEL * larger, width, LABEL * larger)
    room = Box(0, 0, width, label.y - key.GAP)
    return (
        Group("key", room, key.items(settings, room)),
        Group("label", label, _label(game, settings, width, larger)),
    )


def _label(game: MetalsGame, settings: Settings, width: float, larger: float) -> tuple[Item, ...]:
    say, (chosen,) = load_language(settings.language_code).say, game.definition.sets
    name = line(say("game.metals"), Style(10.5 * larger, "title", "title", colour=f"{HUE}.strong"))
    title = localized(chosen.title, settings.language_code)
    form = say("metals.map.factions" if game.factions else "metals.map.basic", target=game.target)
    code = say("sheet.game_id", id=game.game_id)
    small = line(code, Style(theme.FLOOR * larger, colour="slate"))
    left, room = name.width + LABEL_GAP, width - small.width - LABEL_GAP
    words = _title_and_form(title, form, room - left, Style(9 * larger, colour="slate"))
    base = (LABEL - 0.8) * larger
    items: list[Item] = []
    for x, block in ((0, name), (left, words), (width - small.width, small)):
        items += block.items(x, base - block.style.em * 0.76)
    return tuple(items)


def _title_and_form(title: str, form: str, width: float, style: Style) -> TextBlock:
    """The set and the form of the game; a set whose title has no room is named by the game ID."""
    with suppress(TextOverflowError):
        return fitted_line(f"{title} · {form}", width, style)
    return fitted_line(form, width, style)


# The spaces


def _ground(panel: Box, tinted: bool) -> Rect:
    """The panel under the spaces."""
    return Rect(
        Box(0, 0, panel.w, panel.h),
        theme.hue_colour(HUE, "tray") if tinted else None,
        theme.hue_colour(HUE, "strong"),
        theme.LINES["bold"],
        2.6,
    )


def _tiles(game: MetalsGame, where: Frame, tinted: bool) -> tuple[Item, ...]:
    items: list[Item] = []
    count, sizes = len(game.map.spaces), pieces(game.definition.figures)
    for index, space in enumerate(game.map.spaces):
        column, row = game.map.place(index)
        x, y = RIM + column * where.tile, RIM + row * where.tile
        box = Box(x, y, where.tile, where.tile).inset(TILE_GAP)
        kind = "corner" if game.map.is_corner(index) else space
        turn = 180 if index < count // 2 else 0  # pictures look at the nearer player
        shown = tile(kind, where.tile - 2 * TILE_GAP, sizes, tinted)
        items.append(Group(kind, box, shown, turn, True))
    return tuple(items)
