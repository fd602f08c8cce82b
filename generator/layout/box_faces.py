"""What is printed on a box: title and picture, the list of what belongs inside, flaps to glue.

Input: a design, a net. Output: items in the coordinates of the net. Everything that matters stays
clear of cuts and folds. Colour reaches over the cuts, and over the folds of glue flaps.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.box_net import NOTCH_RADIUS, Net, Part, notch_radius
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Oval, Rect
from generator.layout.piece_grid import BLEED
from generator.layout.text import INLINE_ART_RISE, Style, fitted_line, wrap, wrap_id

FRAME_INSET = 2.8  # mm, from the edges of a panel to the line that frames it
FRAME_RADIUS = 2.0
FRAME_WEIGHT = theme.LINES["frame"]  # points: lighter than the outline to cut
NOTCH_GAP = 1.2  # between the thumb notch and the ends of the frame beside it
STUD_RADIUS = 0.8
ACCENT = "yellow"  # of titles and studs
PADDING = 4.8  # from the edges of a panel to what is printed on it
GAP = 2.4  # between title, picture and text
MAX_TITLE, MAX_SIDE_TITLE = 60.0, 36.0  # points
SIDE_TITLE_SHARE = 0.7  # of the height inside the frame of a side
MIN_ABOUT, MAX_ABOUT = 9.5, 15.0  # points, of who plays: larger on larger boxes
ABOUT_SHARE, TEXT_SHARE = 0.145, 0.17  # points at most for a millimetre of the width
PICTURE_PADDING = 1.6
TEXT_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)  # points
ORNAMENT_HEIGHT = 11.0  # mm, on a flap
BACK_ORNAMENT_SHARE = 0.15  # on a back, of its height
MIN_ORNAMENT = 5.0
MIN_PICTURE = 5.5  # the side of a picture in a row, if the row is that high
HATCH_STEP = 2.2  # between the lines on a glue flap
DASH = (1.6, 1.2)

Draw = Callable[[Box], Iterable[Item]]


class BoxDesign(NamedTuple):
    """How the box of a game looks: its title, in colours of a hue; who plays how long; what the
    game is about, as markup; the wording for the number of pieces of a sheet, by sheet, in the
    order of the list on the back; what draws a picture that fills a box, and a row of small ones;
    the game ID; a warning, as markup."""

    title: str
    hue: str
    about: str
    blurb: str
    nouns: Mapping[str, str]
    picture: Draw
    ornament: Draw
    game_id: str
    warning: str = ""


class _Look(NamedTuple):
    """A design with the lines of what belongs inside, and the colours of an ink mode."""

    design: BoxDesign
    contents: Sequence[str]
    settings: Settings

    @property
    def strong(self) -> str:
        return theme.hue_colour(self.design.hue, "strong")

    @property
    def writing(self) -> str:
        """The colour of texts on the ground of the box."""
        return "white" if self.settings.tinted else "ink"

    @property
    def title(self) -> str:
        """The colour of titles on it."""
        return {"full": ACCENT, "grey": "white"}.get(self.settings.ink, "ink")

    def say(self, key: str) -> str:
        return load_language(self.settings.language_code).say(key)


def items(
    net: Net, design: BoxDesign, contents: Sequence[str], settings: Settings
) -> Iterator[Item]:
    """All that is printed on a net but for its outline: grounds, faces, folds."""
    look = _Look(design, contents, settings)
    for part in net.parts:
        if part.role == "glue":  # below the colours that reach over its fold
            yield from _hatching(part)
    if settings.tinted:
        for part in net.parts:
            if part.role != "glue":
                yield Rect(part.box.inset(-BLEED), look.strong)
    for part in net.parts:
        compose, turn = FACES.get(part.name, (None, 0))
        turn = WALL_TURNS.get(net.root.name, {}).get(part.name, turn)
        if part.role == "glue":
            yield _glue_word(part, look)
        elif compose:
            yield _turned(part, turn, compose, look)
    for (x1, y1), (x2, y2) in net.folds:
        yield Line(x1, y1, x2, y2, look.writing, theme.LINES["thin"], DASH)


def places_in_row(box: Box, count: int) -> list[Box]:
    """Squares for at most that many pictures, spread along a row in the box: as many as are
    not too small."""
    side = min(box.h, max(MIN_PICTURE, 0.85 * box.w / count))
    count = min(count, int(box.w / side))
    gap = (box.w - count * side) / count
    left, top = box.x + gap / 2, box.y + (box.h - side) / 2
    return [Box(left + number * (side + gap), top, side, side) for number in range(count)]


def largest_grid(box: Box, shapes: Iterable[tuple[int, int]]) -> tuple[int, int, tuple[Box, ...]]:
    """The numbers of columns and rows that fill most of a box with squares, and the squares row by
    row; of equal ones the first."""

    def side(shape: tuple[int, int]) -> float:
        return min(box.w / shape[0], box.h / shape[1])

    columns, rows = max(shapes, key=lambda shape: round(shape[0] * shape[1] * side(shape) ** 2, 3))
    edge = side((columns, rows))
    block = box.centred(columns * edge, rows * edge)
    places = (divmod(number, columns) for number in range(columns * rows))
    squares = (Box(block.x + x * edge, block.y + y * edge, edge, edge) for y, x in places)
    return columns, rows, tuple(squares)


def _turned(
    part: Part, turn: int, compose: Callable[[Box, _Look], Iterable[Item]], look: _Look
) -> Group:
    """A face as a group in the box of its part, turned by so many degrees."""
    box = part.box
    w, h = (box.h, box.w) if turn in (90, 270) else (box.w, box.h)
    return Group(part.name, box, tuple(compose(Box(0, 0, w, h), look)), turn)


def _front(panel: Box, look: _Look, has_notch: bool = True) -> Iterator[Item]:
    """Title, picture, who plays."""
    top = NOTCH_RADIUS + GAP if has_notch else PADDING
    yield from _frame(panel, look)
    if look.settings.tinted and has_notch:
        notch = notch_radius(panel.w) + NOTCH_GAP
        centre = Box(panel.centre[0], panel.y + FRAME_INSET, 0, 0)
        yield Rect(centre.inset(-notch, -FRAME_WEIGHT * MM_PER_POINT), look.strong)
    inner = panel.inset(PADDING)
    style = Style(MAX_TITLE, "title", "title", colour=look.title)
    title = fitted_line(look.design.title, inner.w, style)
    yield from title.items(inner.centre[0] - title.width / 2, panel.y + top)
    size = min(max(MIN_ABOUT, int(4 * ABOUT_SHARE * panel.w) / 4), MAX_ABOUT)
    style = Style(size, "bold", colour=look.writing)
    about = fitted_line(look.design.about, inner.w, style)
    yield from about.items(inner.centre[0] - about.width / 2, inner.bottom - about.height)
    upper = panel.y + top + title.height + GAP * 0.6
    window = Box(inner.x, upper, inner.w, inner.bottom - about.height - GAP * 0.8 - upper)
    ground = theme.hue_colour(look.design.hue, "square") if look.settings.tinted else "white"
    yield Rect(window, ground, look.strong, theme.LINES["thin"], FRAME_RADIUS)
    yield from look.design.picture(window.inset(PICTURE_PADDING))


def _cover(panel: Box, look: _Look) -> Iterator[Item]:
    """The front of a lid, which has no thumb notch."""
    return _front(panel, look, has_notch=False)


def _frame(panel: Box, look: _Look) -> Iterator[Item]:
    """A line around a face, with a stud in each corner. Line art has none, because there they would
    look like a line to cut and holes to punch."""
    if not look.settings.tinted:
        return
    frame = panel.inset(FRAME_INSET)
    yield Rect(frame, None, ACCENT, FRAME_WEIGHT, FRAME_RADIUS)
    for x in (frame.x, frame.right):
        for y in (frame.y, frame.bottom):
            stud = Box(x, y, 0, 0).inset(-STUD_RADIUS)
            yield Oval(stud, ACCENT, look.strong, theme.LINES["thin"])


def _field(box: Box, look: _Look) -> Iterator[Item]:
    """White behind texts or pictures. Line art needs none, and its outline would look like a line
    to cut."""
    if look.settings.tinted:
        yield Rect(box, "white", look.strong, theme.LINES["thin"], FRAME_RADIUS)


def _side(panel: Box, look: _Look) -> Iterator[Item]:
    """The title along a side, in a frame where there is room for one."""
    has_frame = min(panel.w, panel.h) > 2 * PADDING + 3
    if has_frame:
        yield from _frame(panel, look)
    size = SIDE_TITLE_SHARE * (panel.h - 2 * FRAME_INSET) / MM_PER_POINT
    size = min(max(theme.FLOOR, int(size * 4) / 4), MAX_SIDE_TITLE)
    style = Style(size, "title", "title", colour=look.title)
    title = fitted_line(look.design.title, panel.w - 2 * PADDING, style)
    yield from title.centred_on(*panel.centre)


def _strip(panel: Box, look: _Look) -> Iterator[Item]:
    """The row of small pictures on a flap, on white."""
    room = panel.inset(PADDING, FRAME_INSET)
    strip = room.centred(room.w, min(room.h, ORNAMENT_HEIGHT))
    if strip.h >= MIN_ORNAMENT:
        yield from _field(strip, look)
        yield from look.design.ornament(strip.inset(PICTURE_PADDING, 1.0))


def _back(panel: Box, look: _Look) -> Iterator[Item]:
    """A row of pictures, what the game is about, what belongs inside, a warning, the game ID."""
    yield from _frame(panel, look)
    field = panel.inset(PADDING)
    yield from _field(field, look)
    inner = field.inset(GAP * 1.2, GAP)
    largest = max(TEXT_SHARE * panel.w, TEXT_SIZES[-1])
    sizes = [size for size in TEXT_SIZES if size <= largest]
    candidates = product((look.design.blurb, ""), sizes)
    blocks = flow.largest_that_fits(candidates, partial(_texts, inner, look))
    free = inner.h - flow.stacked_height(blocks, GAP)
    height = min(BACK_ORNAMENT_SHARE * panel.h, free - GAP)
    if height >= MIN_ORNAMENT:
        pictures = tuple(look.design.ornament(Box(0, 0, inner.w, height)))
        blocks.insert(0, flow.Block(pictures, inner.w, height, "ornament"))
    gap = (inner.h - flow.stacked_height(blocks, 0)) / (len(blocks) - 1)
    yield from flow.stack_items(blocks, gap, inner.x, inner.y)


def _texts(inner: Box, look: _Look, candidate: tuple[str, float]) -> list[flow.Flowable]:
    """The texts of the back, with a blurb ("" for none) in a size. Raises TextOverflowError where
    they are too high."""
    blurb, size = candidate
    style = Style(size)
    title = Style(size + 2.5, "title", "title", colour=look.strong)
    inside = [wrap(look.say("sheet.box.contents"), inner.w, title)]
    inside += [wrap(f"**{words}**", inner.w, style) for words in look.contents]
    blocks: list[flow.Flowable] = [flow.column(inside, 0.25 * style.em)]
    if blurb:
        rise = INLINE_ART_RISE * style.em
        blocks.insert(0, flow.paragraphs([blurb], inner.w, style, 0, rise))
    if look.design.warning:
        blocks.append(wrap(look.design.warning, inner.w, style))
    blocks.append(wrap_id(look.design.game_id, inner.w, Style(theme.FLOOR, colour="slate")))
    if flow.stacked_height(blocks, 0.6 * style.em) > inner.h:
        raise TextOverflowError(f"too much text for the back of a box {inner.w:g} mm wide")
    return blocks


def _glue_word(part: Part, look: _Look) -> Group:
    """What a hatched flap is for."""
    box = part.box
    word = fitted_line(look.say("sheet.box.glue"), max(box.w, box.h), Style(theme.FLOOR, "bold"))
    w, h = word.width + 2, word.height + 0.6
    items = (Rect(Box(0, 0, w, h), "white", None, 0, 1), *word.items(1, 0.3))
    if box.h > box.w:
        return Group("glue", box.centred(h, w), items, 90)
    return Group("glue", box.centred(w, h), items)


def _hatching(part: Part) -> Iterator[Line]:
    """Lines at 45 degrees across a part, which is convex."""
    sums = [x + y for x, y in part.corners]
    for number in range(1, int((max(sums) - min(sums)) / HATCH_STEP) + 1):
        level = min(sums) + number * HATCH_STEP
        ends = []
        for (x1, y1), (x2, y2) in pairwise([*part.corners, part.corners[0]]):
            one, other = x1 + y1 - level, x2 + y2 - level
            if (one < 0) != (other < 0):
                share = one / (one - other)
                ends += [x1 + share * (x2 - x1), y1 + share * (y2 - y1)]
        if ends:
            x1, y1, x2, y2 = ends
            yield Line(x1, y1, x2, y2, "grey", theme.LINES["hair"])


# The face of each part, and by how many degrees it is turned so that it is upright on the box.
FACES: dict[str, tuple[Callable[[Box, _Look], Iterable[Item]], int]] = {
    "front": (_front, 0),
    "back": (_back, 0),
    "left": (_side, 90),
    "right": (_side, 90),
    "lid": (_side, 180),
    "bottom": (_side, 0),
    "tuck": (_strip, 180),
    "cover": (_cover, 0),
    "tray": (_back, 0),
    "top": (_side, 180),
    "lower": (_side, 0),
}
# By the part in the middle: the turns of walls, so that they are upright when the part lies flat.
WALL_TURNS = {
    "cover": {"left": 90, "right": 270, "top": 180, "lower": 0},
    "tray": {"left": 270, "right": 90, "top": 0, "lower": 180},
}
