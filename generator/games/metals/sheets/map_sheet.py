"""The map sheet: the spaces, a score track on each long side, a key on each short side.

Players sit at its short sides, and both see the same sheet: each has a key, a track and pictures
that are upright from there, and a track that runs from 0 in the corner at the right hand to the far
side. Tracks lie beside the map because that leaves room for the largest spaces.
"""

import math
from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.spaces import HUE, MARKS, is_readable, pieces, tile
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Oval, Page, Rect, Seams
from generator.layout.text import Style, TextBlock, fitted_line, line

KEY_GAP = 0.8  # below the key
CLEARANCE = 0.6  # between the key and a line where it is blank
TEXT_SIZES = tuple(half / 2 for half in range(28, 17, -1))  # points, 14 to 9
SPACES = ("forest", "city", "corner")
PHASES = ("action", "assault", "occupation")

Cells = tuple[tuple[str, ...], ...]
"""The entries of a line: on the left, between two lines that must be blank, on the right."""

BESIDE: tuple[Cells, ...] = tuple(
    ((phase,), (), (space,)) for phase, space in zip(PHASES, SPACES, strict=True)
)
LOW: tuple[Cells, ...] = (
    (("action",), (), ("assault",)),
    (("occupation", "forest"), (), ("city", "corner")),
)
LOW_IN_THREE: tuple[Cells, ...] = (LOW[0], (("occupation", "forest"), ("corner",), ("city",)))
ACROSS: tuple[Cells, ...] = ((PHASES,), (SPACES,))  # blank nowhere
# Phases beside spaces look best.
CANDIDATES = (
    *product([BESIDE], TEXT_SIZES),
    *product([LOW, LOW_IN_THREE], TEXT_SIZES),
    *product([ACROSS], TEXT_SIZES),
)
LINE_PITCH_EM = 1.3
SIGN_EM = 1.2  # the side of a sign
SIGN_GAP_EM = 0.4  # between a sign and its text
MIN_ENTRY_GAP_EM = 1.1


class KeyEntry(NamedTuple):
    """A sign (the digit of a phase, or the art of a mark) and its meaning."""

    sign: str
    words: TextBlock
    tinted: bool

    @property
    def em(self) -> float:
        return self.words.style.em

    @property
    def width(self) -> float:
        return (SIGN_EM + SIGN_GAP_EM) * self.em + self.words.width

    @property
    def height(self) -> float:
        return LINE_PITCH_EM * self.em

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        em, middle = self.em, y + self.height / 2
        sign = Box(x, middle - SIGN_EM * em / 2, SIGN_EM * em, SIGN_EM * em)
        left = x + (SIGN_EM + SIGN_GAP_EM) * em
        words = self.words.centred_on(left + self.words.width / 2, middle)
        return (*_sign(self.sign, sign, em, self.tinted), *words)


class _Cell(NamedTuple):
    """Entries side by side on a line of the key, in a box as high as the key."""

    box: Box
    line: int
    entries: list[KeyEntry]

    @property
    def min_width(self) -> float:
        gaps = (len(self.entries) - 1) * MIN_ENTRY_GAP_EM * self.entries[0].em
        return math.fsum(entry.width for entry in self.entries) + gaps


def items(settings: Settings, room: Box, breaks: Sequence[float]) -> tuple[Item, ...]:
    """The key in a box; where there is room, it is blank at the breaks, in mm from the left edge.
    Raises TextOverflowError when it does not fit at the smallest size."""
    left, right = breaks[0] - CLEARANCE, breaks[-1] + CLEARANCE
    parts = [
        room._replace(w=left),
        Box(room.x + left + 2 * CLEARANCE, room.y, right - left - 4 * CLEARANCE, room.h),
        Box(room.x + right, room.y, room.w - right, room.h),
    ]

    def layout(candidate: tuple[Sequence[Cells], float]) -> list[_Cell]:
        arrangement, size = candidate
        cells = [
            _Cell(box, number, [_entry(settings, name, Style(size)) for name in names])
            for number, names_of_cells in enumerate(arrangement)
            for box, names in zip(
                parts if names_of_cells[1:] else [room], names_of_cells, strict=True
            )
            if names
        ]
        height = len(arrangement) * cells[0].entries[0].height
        if height > room.h or any(cell.min_width > cell.box.w for cell in cells):
            raise TextOverflowError(f"the key of the map does not fit at {size} pt")
        return cells

    cells = flow.largest_that_fits(CANDIDATES, layout)
    pitch = cells[0].entries[0].height
    top = room.y + (room.h - (cells[-1].line + 1) * pitch) / 2
    result: list[Item] = []
    for cell in cells:
        # Single entries below each other begin at one place; several have equal gaps.
        alike = [other for other in cells if other.box == cell.box and len(other.entries) == 1]
        widest = max((other.min_width for other in alike), default=0.0)
        gap = (cell.box.w - widest) / 2
        if len(cell.entries) > 1:
            free = cell.box.w - math.fsum(entry.width for entry in cell.entries)
            gap = free / (len(cell.entries) + 1)
        result += flow.side_by_side(cell.entries, gap, cell.box.x + gap, top + cell.line * pitch)
    return tuple(result)


def _entry(settings: Settings, name: str, style: Style) -> KeyEntry:
    return (_phase if name in PHASES else _space)(settings, name, style)


def _phase(settings: Settings, name: str, style: Style) -> KeyEntry:
    say = load_language(settings.language_code).say
    words = line(say(f"metals.map.phases.{name}", name=say(f"metals.rules.turn.{name}")), style)
    return KeyEntry(str(PHASES.index(name) + 1), words, settings.tinted)


def _space(settings: Settings, name: str, style: Style) -> KeyEntry:
    words = line(load_language(settings.language_code).say(f"metals.map.spaces.{name}"), style)
    art, _ = MARKS[name]
    return KeyEntry(art, words, settings.tinted)


def _sign(sign: str, box: Box, em: float, tinted: bool) -> list[Item]:
    """The art of a mark, or a digit in a circle."""
    if not sign.isdigit():
        return [Art(sign, box)]
    strong = theme.hue_colour(HUE, "strong")
    colour = "white" if tinted else strong
    size = max(theme.FLOOR, 0.85 * em / MM_PER_POINT)
    digit = line(sign, Style(size, "title", "title", colour=colour))
    disc = Oval(box, strong if tinted else None, strong, theme.LINES["thin"])
    return [disc, *digit.centred_on(*box.centre)]


LABEL_HEIGHT = 4.0  # of the line with title and game ID, at each player's edge
LABEL_GAP = 2.5
A4_WIDTH = 210.0  # on wider paper the label is larger
MIN_STRIP_HEIGHT = 14.6  # of a player's strip: the gap to the map, the key, a label of 4.2 mm
STRIP_LABEL_HEIGHT = 4.2
GAP = 1.2  # between the map and the tracks and strips
BOX_GAP = 0.35  # around a box of the track
MIN_MARKER_GAP = 0.25  # between a score marker and the edge of its box
MAX_LANES = 4  # boxes side by side in a track
TILE_GAP = 0.35  # around a space
MAX_NUMBER_SIZE = 20.0  # points, on the track
RIM = 1.0  # of the panel below the spaces
A3_WIDTH = 297.0
MAX_TILE = 48.0  # leaves room for wide tracks on A3; on larger paper, in proportion


class MapFrame(NamedTuple):
    """The positions of the parts of the sheet, in mm.

    tile is the side of a space with its gap. track and strip are the near player's; those of the
    far player lie where half a turn about the middle of the map takes them. lanes is the number of
    columns of a track.
    """

    paper: Paper
    tile: float
    map: Box
    track: Box
    strip: Box
    lanes: int

    @property
    def breaks(self) -> tuple[float, ...]:
        """Where the strips are blank, from their left edge: the lines between columns that are
        nearest to the middle, on which tiles may meet."""
        columns = round(self.map.w / self.tile)
        left = self.map.x - self.strip.x
        return tuple(
            left + number * self.tile for number in sorted({columns // 2, -(-columns // 2)})
        )


def page(game: MetalsGame, settings: Settings) -> Page:
    """The sheet. Raises PieceTooLargeError if the spaces are too small for the pieces."""
    frame = layout_map(game, settings.paper)
    track = _track(game.target, frame.lanes, frame.track.w, frame.track.h, settings.tinted)
    strip = _strip(game, settings, frame)
    panel = frame.map.inset(-RIM)
    spaces = Group(
        "map", panel, (_ground(panel, settings.tinted), *_tiles(game, frame, settings.tinted))
    )
    return Page(
        frame.paper,
        (
            Group("far side", _half_turn(frame.strip, frame), strip, 180, True),
            Group("far track", _half_turn(frame.track, frame), track, 180, True),
            spaces,
            Group("near track", frame.track, track, 0, True),
            Group("near side", frame.strip, strip, 0, True),
        ),
        f"map {game.game_id}",
        seams=Seams.of_grid(frame.map, game.map.columns, game.map.rows),
    )


def layout_map(game: MetalsGame, paper: Paper) -> MapFrame:
    """The largest spaces that leave room for keys and tracks. Raises PieceTooLargeError."""
    paper = paper.portrait
    area = paper.area
    side, lanes = _largest_tile(game, paper)
    if not is_readable(side - 2 * TILE_GAP, pieces(game.definition.figures)):
        raise PieceTooLargeError(
            f"a map of {game.map.columns} x {game.map.rows} with score tracks to {game.target} on "
            f"{paper.name} leaves {side:.0f} mm for a space, too little to tell what it is with "
            "pieces on it"
        )
    spaces = area.centred(side * game.map.columns, side * game.map.rows)
    top = spaces.bottom + RIM + GAP
    strip = Box(area.x, top, area.w, area.bottom - top)
    return MapFrame(paper, side, spaces, _track_area(game, area, spaces, lanes), strip, lanes)


def _min_track_cell(game: MetalsGame) -> float:
    """The smallest side of a box of a track, with the gap around it, in mm."""
    return game.definition.figures.tokens.score_size + 2 * (BOX_GAP + MIN_MARKER_GAP)


def _largest_tile(game: MetalsGame, paper: Paper) -> tuple[float, int]:
    """The side of the largest spaces in mm, and the number of lanes of the tracks beside them."""
    area, cell = paper.area, _min_track_cell(game)
    strip = MIN_STRIP_HEIGHT + max(0.0, LABEL_HEIGHT * _label_scale(paper) - STRIP_LABEL_HEIGHT)
    height = area.h - 2 * (strip + RIM)
    most = MAX_TILE * max(1.0, round(min(paper.size) / A3_WIDTH, 6))
    side = 0.0
    for lanes in range(1, MAX_LANES + 1):
        width = area.w - 2 * (lanes * cell + GAP + RIM)
        side = min(width / game.map.columns, height / game.map.rows, most)
        if lanes * int((game.map.rows * side + 2 * RIM) / cell) > game.target:
            return side, lanes
    return side, MAX_LANES


def _track_area(game: MetalsGame, area: Box, spaces: Box, lanes: int) -> Box:
    """The near player's track: to the right of the map, as long, and no wider than square boxes
    take, unless a score marker needs more."""
    left, length = spaces.right + RIM + GAP, spaces.h + 2 * RIM
    room = area.right - left
    box_height = length / -(-(game.target + 1) // lanes)
    box_width = min(room, lanes * max(_min_track_cell(game), box_height))
    return Box(left + (room - box_width) / 2, spaces.y - RIM, box_width, length)


def _half_turn(box: Box, frame: MapFrame) -> Box:
    """The box after half a turn about the middle of the map."""
    x, y = frame.map.centre
    return Box(2 * x - box.right, 2 * y - box.bottom, box.w, box.h)


# The score track


@lru_cache(maxsize=32)
def _track(target: int, lanes: int, width: float, height: float, tinted: bool) -> tuple[Item, ...]:
    """The boxes with their numbers, upward from 0 at the foot, lane by lane."""
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
    size = min(MAX_NUMBER_SIZE, 1.1 * min(box.w, box.h)) * (1.25 if last else 1)
    digits = line(str(number), Style(size, "title", "title", colour=colour))
    x, y = box.centre
    shape = Rect(
        box, fill if tinted else None, strong, theme.LINES["bold" if last else "thin"], 1.6
    )
    return (shape, *digits.centred_on(x, y))


# A player's strip


def _strip(game: MetalsGame, settings: Settings, frame: MapFrame) -> tuple[Item, ...]:
    """The key, and below it the label of the sheet."""
    width, height = frame.strip.w, frame.strip.h
    larger = _label_scale(frame.paper)
    label = Box(0, height - LABEL_HEIGHT * larger, width, LABEL_HEIGHT * larger)
    room = Box(0, 0, width, label.y - KEY_GAP)
    return (
        Group("key", room, items(settings, room, frame.breaks)),
        Group("label", label, _label(game, settings, frame, larger)),
    )


def _label_scale(paper: Paper) -> float:
    """How much larger the label is than on A4."""
    return max(1.0, paper.width / A4_WIDTH)


def _label(
    game: MetalsGame, settings: Settings, frame: MapFrame, larger: float
) -> tuple[Item, ...]:
    say, (metals_set,) = load_language(settings.language_code).say, game.definition.sets
    name = line(say("metals.name"), Style(10.5 * larger, "title", "title", colour=f"{HUE}.strong"))
    title = localized(metals_set.title, settings.language_code)
    form = say("metals.map.factions" if game.factions else "metals.map.basic", target=game.target)
    code = say("sheet.game_id", id=game.game_id)
    small = line(code, Style(theme.FLOOR * larger, colour="slate"))
    width, left = frame.strip.w, name.width + LABEL_GAP
    rooms = (frame.breaks[0] - CLEARANCE - left, width - small.width - LABEL_GAP - left)
    words = _title_and_form(title, form, rooms, Style(9 * larger, colour="slate"))
    base = (LABEL_HEIGHT - 0.8) * larger
    items: list[Item] = []
    for x, block in ((0, name), (left, words), (width - small.width, small)):
        items += block.items(x, base - block.ascent)
    return tuple(items)


def _title_and_form(title: str, form: str, rooms: Sequence[float], style: Style) -> TextBlock:
    """The title of the set, if there is room, and the form of the game (basic, with factions)."""
    for width in rooms:
        with suppress(TextOverflowError):
            return fitted_line(f"{title} · {form}", width, style)
    return fitted_line(form, rooms[-1], style)


# The spaces


def _ground(panel: Box, tinted: bool) -> Rect:
    return Rect(
        Box(0, 0, panel.w, panel.h),
        theme.hue_colour(HUE, "tray") if tinted else None,
        theme.hue_colour(HUE, "strong"),
        theme.LINES["bold"],
        2.6,
    )


def _tiles(game: MetalsGame, frame: MapFrame, tinted: bool) -> tuple[Item, ...]:
    items: list[Item] = []
    count, sizes = len(game.map.spaces), pieces(game.definition.figures)
    for index, space in enumerate(game.map.spaces):
        column, row = game.map.place(index)
        x, y = RIM + column * frame.tile, RIM + row * frame.tile
        box = Box(x, y, frame.tile, frame.tile).inset(TILE_GAP)
        kind = "corner" if game.map.is_corner(index) else space
        turn = 180 if index < count // 2 else 0  # pictures are upright for the nearer player
        drawing = tile(kind, frame.tile - 2 * TILE_GAP, sizes, tinted)
        items.append(Group(kind, box, drawing, turn, True))
    return tuple(items)
