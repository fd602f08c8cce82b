"""The map sheet: the spaces, a score track on each long side, a key on each short side. Marks for
the kind of a space lie in its corners, which no figurine, marker or Metal token covers."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import fsum, sqrt
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.metals.definition import Figures
from generator.games.metals.roll import MetalsGame
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Oval, Page, Rect, Seams
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style

HUE, STRONG, LOOK = "tin", theme.hue_colour("tin", "strong"), theme.LOOKS["tin"]
RADIUS = 2.0  # of the corners of a space
PATH_EDGE = 0.6  # of a meadow: by how much paths along it are wider
MARK_EDGE = 0.5  # from the edge of a space to a mark
MIN_MARK_RADIUS = 1.6  # a little larger than the pips of a die, which are read across a table
PAD_SHARE = 0.885  # the circle that a figurine stands on, as a share of the side of a large space
ART_SHARE = 0.56  # the side of the picture, as a share of that circle's diameter
# Half the width that a tooth of the marker has beyond the circle of the round marker, as a share of
# the marker's size (assets/README.md).
TOOTH = 0.21

# The hue of the ground of each kind that has a picture and marks; of plain ones, which are meadow.
HUES = {"point_1": "hill", "point_2": "peak", "forest": "wood", "city": "town", "corner": "deck"}
MEADOW, PATH = "grass", theme.hue_colour("grass", "square")
A3_WIDTH, A4_WIDTH = 297.0, 210.0
GAP, RIM = 1.2, 1.0  # between the map and tracks and strips; of the panel below the spaces
TILE_GAP = 0.35  # around a space
MIN_TILE_GAP = 0.2  # where a marker needs the room
MAX_TILE = 48.0  # leaves room for wide tracks on A3; on larger paper, in proportion
BOX_GAP = 0.35  # around a box of the track
MIN_MARKER_GAP = 0.25  # between a score marker and the edge of its box
MAX_LANES = 4  # boxes side by side in a track
MAX_NUMBER_SIZE = 18.0  # points, on the track
NUT_SHARE = 0.88  # of the width of a box: the nut below its number
MIN_STRIP_HEIGHT = 14.6  # of a player's strip: the gap to the map, the key, a label of 4.2 mm
STRIP_LABEL_HEIGHT = 4.2
LABEL_HEIGHT = 4.0  # of the line with title and game ID, at each player's edge
LABEL_GAP = 2.5
KEY_GAP = 0.8  # below the key
LOGO_GAP, MAX_LOGO = 1.4, 13.0  # around the logo; its side at most, on A4
CLEARANCE = 0.6  # between the key and a line where it is blank


class MapFrame(NamedTuple):
    """In mm; track and strip are the near player's, tile is the side of a space with its gaps. The
    strip is blank at the breaks, counted from its left edge: the lines between columns nearest to
    the middle, on which tiles of paper may meet."""

    paper: Paper
    tile: float
    gap: float
    map: Box
    track: Box
    strip: Box
    lanes: int
    breaks: tuple[float, ...]


def page(game: MetalsGame, settings: Settings) -> Page:
    """The sheet. Raises PieceTooLargeError if the spaces are too small for the pieces."""
    frame, tinted = layout_map(game, settings.paper), settings.tinted
    track = _track(game.target, frame.lanes, frame.track.w, frame.track.h, tinted)
    strip = _strip(game, settings, frame)
    panel, fill = frame.map.inset(-RIM), PATH if tinted else None
    ground = Rect(Box(0, 0, panel.w, panel.h), fill, STRONG, theme.LINES["bold"], 2.6)
    spaces, sizes = list[Item](), pieces(game.definition.figures)
    for index in range(len(game.map)):
        column, row = game.map.place(index)
        x, y = RIM + column * frame.tile, RIM + row * frame.tile
        box, kind = Box(x, y, frame.tile, frame.tile).inset(frame.gap), game.map.ground(index)
        turn = 180 if index < len(game.map) // 2 else 0  # upright for the nearer player
        column, row = game.map.place(min(index, game.map.half_turn(index)))
        look = f"plain_{(column + 2 * row) % 3}" if kind == "plain" else kind  # not as beside it
        turn += 90 * (column + row // 2) if kind == "plain" else 0
        spaces.append(Group(kind, box, tile(look, box.w, sizes, tinted), turn % 360, True))
    (x, y), near, far = frame.map.centre, list[Item](), list[Item]()
    for name, box, items in (("side", frame.strip, strip), ("track", frame.track, track)):
        half_turned = Box(2 * x - box.right, 2 * y - box.bottom, box.w, box.h)
        near.insert(0, Group(f"near {name}", box, items, 0, True))
        far.append(Group(f"far {name}", half_turned, items, 180, True))
    groups = (*far, Group("map", panel, (ground, *spaces)), *near)
    seams = Seams.of_grid(frame.map, game.map.columns, game.map.rows)
    return Page(frame.paper, groups, f"map {game.game_id}", seams=seams)


def layout_map(game: MetalsGame, paper: Paper) -> MapFrame:
    """The largest spaces that leave room for keys and tracks. Raises PieceTooLargeError."""
    paper, (columns, rows) = paper.portrait, (game.map.columns, game.map.rows)
    area = paper.area
    # The smallest side of a box of a track, with the gap around it.
    cell = game.definition.figures.tokens.score_size + 2 * (BOX_GAP + MIN_MARKER_GAP)
    larger = max(1.0, paper.width / A4_WIDTH)  # of the label, than on A4
    strip = MIN_STRIP_HEIGHT + max(0.0, LABEL_HEIGHT * larger - STRIP_LABEL_HEIGHT)
    most = MAX_TILE * max(1.0, round(min(paper.size) / A3_WIDTH, 6))
    for lanes in range(1, MAX_LANES + 1):
        width = area.w - 2 * (lanes * cell + GAP + RIM)
        side = min(width / columns, (area.h - 2 * (strip + RIM)) / rows, most)
        if lanes * int((rows * side + 2 * RIM) / cell) > game.target:
            break
    # Whether players can tell the kind of a space with any piece on it.
    sizes = pieces(game.definition.figures)
    gap = min(TILE_GAP, (side - sizes.marker) / 2)
    marks = [_mark_places(count, side / 2 - gap - MARK_EDGE, sizes)[0] for count in (1, 2)]
    if gap < MIN_TILE_GAP or min(radius for _, _, radius in marks) < MIN_MARK_RADIUS:
        raise PieceTooLargeError(
            f"a map of {game.map} with score tracks to {game.target} on {paper.name} leaves "
            f"{side:.0f} mm for a space, too little to tell what it is with pieces on it",
            ("map",),
        )
    spaces = area.centred(side * columns, side * rows)
    # To the right of the map, as long, no wider than square boxes take, unless a marker needs more.
    left, length = spaces.right + RIM + GAP, spaces.h + 2 * RIM
    width = min(area.right - left, lanes * max(cell, length / -(-(game.target + 1) // lanes)))
    track = Box(left + (area.right - left - width) / 2, spaces.y - RIM, width, length)
    top = spaces.bottom + RIM + GAP
    middle = sorted({columns // 2, -(-columns // 2)})
    breaks = tuple(spaces.x - area.x + number * side for number in middle)
    below = Box(area.x, top, area.w, area.bottom - top)
    return MapFrame(paper, side, gap, spaces, track, below, lanes, breaks)


def picture(kind: str) -> str:
    return f"metals/terrain/{kind}"


def mark(kind: str) -> str:
    return f"metals/marks/{'star' if kind.startswith('point') else kind}"


class Pieces(NamedTuple):
    """What may lie on the middle of a space, in mm: the diameter of the widest base, the width of
    the identification marker, how far all reach towards the corners of the space."""

    base: float
    marker: float
    reach: float


def pieces(figures: Figures) -> Pieces:
    base, marker = figures.figurine.base[1], figures.tokens.identification_size
    return Pieces(base, marker, max(base / 2, marker / 2, figures.tokens.size / sqrt(2)))


@lru_cache(maxsize=64)
def tile(kind: str, side: float, sizes: Pieces, tinted: bool) -> tuple[Item, ...]:
    """A space as the player nearer to it sees it, from (0, 0): its ground, the circle that a
    figurine stands on, its picture. In the near corners are marks, and half a turn away those for
    the other player; the marks of corners are arrows, which point inward."""
    box, hair = Box(0, 0, side, side), theme.LINES["hair"]
    diameter = max(sizes.base, PAD_SHARE * side)  # of a circle that holds every base
    ground, pad = field(kind, box, tinted, RADIUS), box.centred(diameter, diameter)
    edge = Art(f"metals/ground/{kind}", box, fine=True)
    if kind not in HUES:
        return ground._replace(box=box.inset(PATH_EDGE), radius=2 * RADIUS), edge
    fill = theme.hue_colour(HUES[kind], "pale") if tinted else None
    circle = Oval(pad, fill, theme.hue_colour(HUES[kind], "tray"), hair)
    art = Art(picture(kind), box.centred(ART_SHARE * diameter, ART_SHARE * diameter), fine=tinted)
    middle, count = side / 2, 2 if kind == "point_2" else 1
    near = tuple(
        Art(mark(kind), Box(x, middle + y, 0, 0).inset(-radius), angle=angle * (kind == "corner"))
        for dx, y, radius in _mark_places(count, middle - MARK_EDGE, sizes)
        for x, angle in ((middle + dx, 135.0), (middle - dx, 225.0))
    )
    return (ground, circle, edge, art, *near, Group("marks", box, near, 180))


def field(kind: str, box: Box, tinted: bool, radius: float) -> Rect:
    hue, weight = HUES.get(kind, MEADOW), theme.LINES["frame" if kind in HUES else "hair"]
    fill = theme.hue_colour(hue, "tray") if tinted else None
    return Rect(box, fill, theme.hue_colour(hue, "strong"), weight, radius)


def _mark_places(count: int, edge: float, sizes: Pieces) -> list[tuple[float, float, float]]:
    """The marks of a corner: x and y from the middle of the space, and radius, in mm.

    They touch the lines at `edge` mm from the middle, and stay clear of pieces, of a marker's teeth
    and of the circle that touches those lines: the picture stays more conspicuous.
    """
    reach, tooth = max(sizes.reach, edge), TOOTH * sizes.marker
    if count == 1:
        # x + r = edge, and on the diagonal x * sqrt(2) - r = reach
        radius = min((edge * sqrt(2) - reach) / (1 + sqrt(2)), (edge - tooth) / 2)
        return [(edge - radius, edge - radius, radius)]
    # Two circles touch each other: x + r = edge, y = x - r * sqrt(2), and x² + y² =
    # (reach + r)², of which r is the smaller root.
    a, b, c = 2 * sqrt(2) + 3, 2 * (1 + sqrt(2)) * edge + 2 * edge + 2 * reach, 2 * edge**2
    radius = (b - sqrt(max(0.0, b * b - 4 * a * (c - reach**2)))) / (2 * a)
    radius = min(radius, (edge - tooth) / (2 + sqrt(2)))
    x, y = edge - radius, edge - radius - sqrt(2) * radius
    return [(x, y, radius), (y, x, radius)]


def nut(digits: str, box: Box, size: float, paint: str, colour: str = STRONG) -> Iterator[Item]:
    """A number on a nut in a colour, outlined in line art."""
    yield Art("metals/nut", box, paint)
    style = title_style(max(theme.FLOOR, size), HUE, colour)
    yield from line(digits, style).centred_on(*box.centre)


def phase(number: int, size: float, tinted: bool, box: Box) -> Iterator[Item]:
    return nut(str(number), box, size, STRONG, "white" if tinted else STRONG)


@lru_cache(maxsize=32)
def _track(target: int, lanes: int, width: float, height: float, tinted: bool) -> tuple[Item, ...]:
    """Boxes with their numbers, upward from 0 at the foot, lane by lane."""
    count = -(-(target + 1) // lanes)
    w, h = width / lanes, height / count
    items: list[Item] = []
    for number in range(target + 1):
        lane, step = divmod(number, count)
        box, last = Box(lane * w, height - (step + 1) * h, w, h).inset(BOX_GAP), number == target
        tray, weight = theme.hue_colour(HUE, "tray"), theme.LINES["bold" if last else "thin"]
        frames = (box, box.inset(0.7)) if last and not tinted else (box,)
        fill = tray if last and tinted else None
        items += (Rect(frame, fill, STRONG, weight, 1.6) for frame in frames)
        digits, side = 1.1 * min(box.w, box.h), NUT_SHARE * min(box.w, box.h)
        paint = LOOK.accent if last else tray
        items += nut(str(number), box.centred(side, side), min(MAX_NUMBER_SIZE, digits), paint)
    return tuple(items)


def _strip(game: MetalsGame, settings: Settings, frame: MapFrame) -> tuple[Item, ...]:
    """A player's strip: the key, with the logo on its left or between the breaks, if there is room;
    below it the name, without a logo, the title of the set, if there is room, the form, the ID."""
    larger, (_, _, width, height) = max(1.0, frame.paper.width / A4_WIDTH), frame.strip
    high, (first, *others) = LABEL_HEIGHT * larger, frame.breaks
    left = 0.0 if others else height
    room = Box(left, 0, width - left, height - high - KEY_GAP)
    spot = Box(first, 0, others[0] - first, height - high) if others else Box(0, 0, left, left)
    side = min(spot.h - LOGO_GAP, MAX_LOGO * larger)
    logo, items = LOOK.logo(HUE, spot.centred(side, side)), list[Item]()
    try:
        key = _key(settings, room, frame.breaks, len(KEYS) - len(others))
    except TextOverflowError:
        left, logo, room = 0.0, (), room._replace(x=0, w=width)
        key = _key(settings, room, frame.breaks, len(KEYS))
    label = Box(left, height - high, width - left, high)
    say, (metals_set,) = load_language(settings.language_code).say, game.definition.sets
    form = say("metals.map.factions" if game.factions else "metals.map.basic", target=game.target)
    title = localized(metals_set.title, settings.language_code)
    both = " · ".join([*([] if logo else [say("metals.name")]), title, form])
    small = SMALL_PRINT._replace(size=theme.FLOOR * larger)
    code = line(say("sheet.game_id", id=game.game_id), small)
    style = Style(9 * larger, colour="slate")
    beside, whole = first - CLEARANCE - left, label.w - code.width - LABEL_GAP
    choices = (both, beside), (both, whole), (form, whole)
    words = flow.largest_that_fits(lambda each: fitted_line(each[0], each[1], style), choices)
    for x, block in ((0, words), (label.w - code.width, code)):
        items += block.items(x, high - 0.8 * larger - block.ascent)
    keys = Group("key", room._replace(x=0, w=width), key)
    return (*logo, keys, Group("label", label, tuple(items)))


TEXT_SIZES = tuple(half / 2 for half in range(28, 17, -1))  # points, 14 to 9
LINE_PITCH_EM = 1.3
SIGN_EM = 1.2  # the side of a sign
SIGN_GAP_EM = 0.4  # between a sign and its text
MIN_ENTRY_GAP_EM = 1.0
SPACES = ("forest", "city", "corner")
PHASES = ("action", "assault", "occupation")

# The lines of the key, each with its entries on the left and on the right of what must be blank, in
# boxes; or with one cell. Phases beside spaces look best.
Lines = tuple[tuple[tuple[str, ...], ...], ...]
KEYS: tuple[Lines, ...] = (
    tuple(((phase,), (space,)) for phase, space in zip(PHASES, SPACES, strict=True)),
    ((PHASES,), (SPACES,)),
)


def _entry(settings: Settings, name: str, size: float) -> Block:
    """The digit of a phase, or the mark of a space, and its meaning."""
    say, em = load_language(settings.language_code).say, Style(size).em
    height, left = LINE_PITCH_EM * em, (SIGN_EM + SIGN_GAP_EM) * em
    box = Box(0, (height - SIGN_EM * em) / 2, SIGN_EM * em, SIGN_EM * em)
    sign: tuple[Item, ...] = (Art(mark(name), box),)
    if name in SPACES:
        text = say(f"metals.map.spaces.{name}")
    else:
        text = say(f"metals.map.phases.{name}", name=say(f"metals.rules.turn.{name}"))
        sign = tuple(phase(PHASES.index(name) + 1, 0.85 * size, settings.tinted, box))
    words = line(text, Style(size))
    items = *sign, *words.centred_on(left + words.width / 2, height / 2)
    return Block(items, left + words.width, height)


def _key(settings: Settings, room: Box, breaks: Sequence[float], most: int) -> tuple[Item, ...]:
    """In one of so many ways; in the first one, blank at the breaks. Raises TextOverflowError."""
    left, right = breaks[0] - CLEARANCE, breaks[-1] + CLEARANCE
    halves = room._replace(w=left - room.x), Box(right, 0, room.right - right, room.h)

    def layout(lines: Lines, size: float) -> tuple[Item, ...]:
        items, em = list[Item](), Style(size).em
        top = (room.h - len(lines) * LINE_PITCH_EM * em) / 2
        columns = halves if lines[0][1:] else (room,)
        items += [Rect(box, None, STRONG, theme.LINES["hair"], RADIUS) for box in columns]
        for box, cells in zip(columns, zip(*lines, strict=True), strict=True):
            rows = [[_entry(settings, name, size) for name in cell] for cell in cells]
            # Entries below each other begin at one place.
            widths = [max(entry.width for entry in below) for below in zip(*rows, strict=True)]
            free = box.w - fsum(widths)
            if top < 0 or free < MIN_ENTRY_GAP_EM * em * max(1, len(widths) - 1):
                raise TextOverflowError(f"the key of the map does not fit at {size} pt")
            gap = free / (len(widths) + 1)
            for number, row in enumerate(rows):
                entries = [each._replace(width=w) for each, w in zip(row, widths, strict=True)]
                y = top + number * LINE_PITCH_EM * em
                items += flow.side_by_side(entries, gap, box.x + gap, y)
        return tuple(items)

    return flow.largest_that_fits(layout, KEYS[:most], TEXT_SIZES)
