"""The sheet of a tuck box for the pieces of a game, to cut out, fold and glue. Nets are in mm from
their top left corner, y downward; the printed side is the outside of the box."""

import math
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import Literal, NamedTuple

from generator.core.errors import CutError, PieceTooLargeError, TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import cut, flow, foot, text, theme
from generator.layout.booklet import Picture, picture_rows
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Page, Point, Polygon, Rect, arc
from generator.layout.pieces import BLEED, PieceFormat, different_pieces, piece_grid
from generator.layout.text import Style, TextBlock, fitted_line, title_style, wrap

# What belongs inside ---------------------------------------------------------------------------

PLAY = 2.0  # mm of room at least, in each direction
MIN_SIZE = 56.0, 72.0  # mm; below it, title and picture get too small
FLATTEST = 0.2  # the depth of a box at least, as a share of its width


class Kind(NamedTuple):
    """Pieces of one size: their sheet, the footprint of one, how high it is, how many there are."""

    sheet: str
    w: float
    h: float
    thickness: float
    number: int


class BoxSize(NamedTuple):
    """The inside of a box, from fold to fold: width and height of its front, depth."""

    w: float
    h: float
    d: float


def kinds_of(sheets: Mapping[str, Sequence[Page]], thickness: float) -> list[Kind]:
    """The pieces on pages of sheets, by sheet and size. Nets with squares are of cubes, as high as
    they are wide; all else is that thick, in mm."""
    numbers: dict[tuple[str, float, float, float], int] = {}
    for sheet, pages in sheets.items():
        for piece in different_pieces(pages):
            squares = piece.front.squares
            box, height = (squares[0], squares[0].h) if squares else (piece.front.box, thickness)
            short, long = sorted((round(box.w, 6), round(box.h, 6)))
            key = sheet, short, long, height
            numbers[key] = numbers.get(key, 0) + piece.copies
    return [Kind(*key, number) for key, number in numbers.items()]


def box_size(kinds: Sequence[Kind]) -> BoxSize:
    """The smallest box of good proportions, as large as the largest pieces or as rows of others."""
    spans = []
    widths, heights = zip(*(kind[1:3] for kind in kinds), strict=True)
    for least, lengths in zip(MIN_SIZE, (widths, heights), strict=True):
        most = max(*lengths, least - PLAY)
        rows = {length * count for length in lengths for count in (2, 3, 4)}
        spans.append([most, *(row for row in sorted(rows) if most < row < 2 * most)])
    sizes = [_size_for(kinds, w, h) for w, h in product(*spans) if w <= h]
    return min(sizes, key=lambda size: (math.prod(size) * max(0.5, size.d / size.w), size))


def _size_for(kinds: Sequence[Kind], w: float, h: float) -> BoxSize:
    """A box on that area. Pieces that fill more than half of it lie on each other; before them
    stand stacks of the others, as low as can be."""
    others = [kind for kind in kinds if kind.w <= w / 2 or kind.h <= h / 2]
    depth = math.fsum(kind.number * kind.thickness for kind in kinds if kind not in others)
    if others:
        lowest = max(kind.thickness for kind in others)
        heights = {kind.thickness * count for kind in others for count in range(1, kind.number + 1)}
        low = (each for each in sorted(heights) if each >= lowest and _fit(others, w, h, each))
        depth += next(low, math.fsum(kind.number * kind.thickness for kind in others))
    size = w + PLAY, h + PLAY, max(depth + PLAY, FLATTEST * (w + PLAY))
    return BoxSize(*(round(edge, 2) for edge in size))


def _fit(kinds: Sequence[Kind], w: float, h: float, limit: float) -> bool:
    """Whether stacks of at most that height, the longest pieces first, fit in rows on the area."""
    x = y = row_height = 0.0
    for kind in sorted(kinds, key=lambda kind: (-kind.h, kind)):
        per_stack = int(limit / kind.thickness + 1e-9)
        for _ in range(-(-kind.number // per_stack)):
            if x + kind.w > w + 1e-6:
                x, y, row_height = 0.0, y + row_height, 0.0
            if y + kind.h > h + 1e-6:
                return False
            x, row_height = x + kind.w, max(row_height, kind.h)
    return True


# The net ---------------------------------------------------------------------------------------

# A panel is a side; a tuck flap is stuck inside, a glue flap glued to the inside of its partner.
Role = Literal["panel", "tuck", "glue"]
GLUE_WIDTH = 11.0  # mm, of a glue flap
GLUE_TAPER = 4.0  # by which its ends slant
GLUE_GAP = 1.0  # between two glue flaps on one panel, and to the cuts beside them
SHOULDER = 1.0  # by which a flap is narrower than what it goes into, on either side
DUST_TAPER = 0.07  # by which a dust flap gets narrower, as a share of its length, on either side
MIN_DUST = 18.0  # the length of a dust flap
DUST_SHARE = 0.46  # its length at most, as a share of the width of the box
MIN_TUCK, MAX_TUCK = 13.0, 20.0  # the length of the flap of the lid
TUCK_RADIUS = 9.0
NOTCH_RADIUS, NOTCHES = 9.0, 5  # of the thumb notch, so many of which are as wide as a front


class Part(NamedTuple):
    """A part of a net: clockwise corners, of which the last and the first are the ends of the fold
    that joins it to the part it hangs on; the parts that hang on it."""

    name: str
    corners: tuple[Point, ...]
    role: Role = "panel"
    children: tuple["Part", ...] = ()

    @property
    def box(self) -> Box:
        return Box.around([Box(*corner, 0, 0) for corner in self.corners])

    @property
    def fold(self) -> tuple[Point, Point]:
        return self.corners[0], self.corners[-1]

    def walk(self) -> Iterator["Part"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def moved(self, dx: float, dy: float) -> "Part":
        corners = tuple((x + dx, y + dy) for x, y in self.corners)
        children = tuple(child.moved(dx, dy) for child in self.children)
        return self._replace(corners=corners, children=children)


class Net(NamedTuple):
    """A net in one piece, w mm wide and h mm high, as the part that all others hang on."""

    root: Part
    w: float
    h: float

    @classmethod
    def of(cls, root: Part) -> "Net":
        """The net, moved to its top left corner."""
        box = Box.around([part.box for part in root.walk()])
        return cls(root.moved(-box.x, -box.y), box.w, box.h)

    @property
    def parts(self) -> tuple[Part, ...]:
        return tuple(self.root.walk())

    @property
    def folds(self) -> tuple[tuple[Point, Point], ...]:
        return tuple(part.fold for part in self.parts[1:])

    @property
    def outline(self) -> tuple[Point, ...]:
        """The corners of the line to cut, clockwise."""
        corners = [*_outline(self.root, (*self.root.corners, self.root.corners[0]))]
        pairs = pairwise((*corners, corners[0]))
        return tuple(one for one, other in pairs if math.dist(one, other) > 1e-6)


def _outline(part: Part, path: tuple[Point, ...]) -> Iterator[Point]:
    """The corners along the edges of a part, with those of the parts that hang on them."""
    for start, end in pairwise(path):
        yield start
        length, on_edge = math.dist(start, end), list[Part]()
        for child in part.children:
            ways = (math.dist(start, point) + math.dist(point, end) for point in child.fold)
            if all(abs(way - length) < 1e-6 for way in ways):
                on_edge.append(child)
        for child in sorted(on_edge, key=lambda child: math.dist(start, child.fold[0])):
            yield from _outline(child, child.corners)
    yield path[-1]


def tuck_box(size: BoxSize) -> Net:
    """Back, left side, front and right side in a row; the lid hangs on the back, its flap is tucked
    behind the front, which has a thumb notch; the bottom is glued."""
    w, h, d = size
    edge = -d - w  # the left one of the back; the front begins at (0, 0)
    length = min(max(MIN_TUCK, 0.6 * d), MAX_TUCK, 0.4 * h)
    left, right = edge + SHOULDER, edge + w - SHOULDER
    rounded = _rounded_end(left + 1, right - 1, -d - length, min(TUCK_RADIUS, length - 2, w / 3))
    tuck = Part("tuck", ((left, -d), *rounded, (right, -d)), "tuck")
    lid = panel("lid", Box(edge, -d, w, d), "bottom", (tuck,))
    back = panel("back", Box(edge, 0, w, h), "right", (lid,))
    seam = glue_flap("seam", (w + d, 0), (w + d, h), GLUE_GAP)
    tab = glue_flap("bottom tab", (w, h + d), (0, h + d), GLUE_WIDTH + GLUE_GAP)
    parts = (
        panel("left", Box(-d, 0, d, h), "right", (*_dust_flaps("left", -d, size), back)),
        panel("right", Box(w, 0, d, h), "left", (*_dust_flaps("right", w, size), seam)),
        panel("bottom", Box(0, h, w, d), "top", (tab,)),
    )
    notch = reversed(arc(w / 2, 0, min(NOTCH_RADIUS, w / NOTCHES), 0, 180))  # from left to right
    corners = ((0.0, h), (0.0, 0.0), *notch, (w, 0.0), (w, h))
    return Net.of(Part("front", corners, children=parts))


def panel(name: str, box: Box, hinge: str, children: tuple[Part, ...] = ()) -> Part:
    """A rectangle that hangs on what lies at its hinge: left, right, top or bottom."""
    corners = Polygon.of_box(box).corners
    first = {"top": 1, "right": 2, "bottom": 3, "left": 0}[hinge]
    return Part(name, corners[first:] + corners[:first], "panel", children)


def _dust_flaps(side: str, x: float, size: BoxSize) -> tuple[Part, Part]:
    """The flaps of a side under the lid, to be tucked in, and over the bottom, to be glued."""
    length = min(max(MIN_DUST, size.d + GLUE_WIDTH), DUST_SHARE * size.w)
    taper = SHOULDER + DUST_TAPER * length
    radius = min(5.0, (size.d - 2 * taper) / 2.5, length / 3)
    rounded = _rounded_end(x + taper, x + size.d - taper, -length, radius)
    upper = ((x + SHOULDER, 0.0), *rounded, (x + size.d - SHOULDER, 0.0))
    lower = tuple((x, size.h - y) for x, y in reversed(upper))
    return Part(f"{side} dust", upper, "tuck"), Part(f"{side} base", lower, "glue")


def _rounded_end(left: float, right: float, top: float, radius: float) -> list[Point]:
    corner = arc(left + radius, top + radius, radius, 180, 270)
    return corner + arc(right - radius, top + radius, radius, 270, 360)


def glue_flap(
    name: str,
    start: Point,
    end: Point,
    inset: float,
    width: float = GLUE_WIDTH,
    taper: float = GLUE_TAPER,
) -> Part:
    """A flap on the outside of a clockwise edge, its fold that inset from both corners."""
    length = math.dist(start, end)
    right, down = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    slant = inset + min(taper, (length - 2 * inset) / 4)

    def point(along: float, out: float) -> Point:
        return (start[0] + along * right + out * down, start[1] + along * down - out * right)

    outer = point(slant, width), point(length - slant, width)
    return Part(name, (point(inset, 0), *outer, point(length - inset, 0)), "glue")


# The page --------------------------------------------------------------------------------------

OUTLINE = 1.5  # points, of the line to cut: heavier than frames on the box
CASING = 2.1  # points, of the white line below the outline: fine, because some of it stays
FRAME_INSET = 2.8  # mm, from the edges of a panel to the line that frames it
RADIUS = 2.0  # of frames and fields
FRAME_WEIGHT = theme.LINES["frame"]  # points: lighter than the outline to cut
NOTCH_GAP = 1.2  # between the thumb notch and the ends of the frame beside it
PADDING = 4.8  # from the edges of a panel to what is printed on it
GAP = 2.4  # between title, picture and text
PICTURE_PADDING = 1.6
MAX_TITLE, MAX_SIDE_TITLE = 60.0, 36.0  # points
SIDE_TITLE_SHARE = 0.7  # of the height inside the frame of a side
MIN_ABOUT, MAX_ABOUT, ABOUT_SHARE = 9.5, 15.0, 0.145  # points, of who plays; for a mm of the width
TEXT_SIZES = (16.0, 15.0, 14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)  # points
TEXT_SHARE = 0.17  # points at most for a mm of the width
HATCH_STEP = 2.2  # between the lines on a glue flap
DASH = (1.6, 1.2)
# By how many degrees a face is turned so that it is upright on the box.
TURNS = {"front": 0, "back": 0, "left": 90, "right": 90, "lid": 180, "bottom": 0}


class BoxDesign(NamedTuple):
    """How the box of a game looks: its title, in colours of a hue; who plays how long; what the
    game is about, as markup; the wording for the number of pieces of a sheet, by sheet, in the
    order of the list on the back; the pictures on the front; the game ID; a warning, as markup."""

    title: str
    hue: str
    about: str
    blurb: str
    nouns: Mapping[str, str]
    pictures: Sequence[Picture]
    game_id: str
    warning: str = ""


def pages(design: BoxDesign, kinds: Sequence[Kind], settings: Settings) -> list[Page]:
    """The page of the box, turned if need be. Raises PieceTooLargeError, which names larger paper,
    TextOverflowError."""
    settings, net = replace(settings, backs="none"), tuck_box(box_size(kinds))
    counts = dict.fromkeys(design.nouns, 0)
    for kind in kinds:
        counts[kind.sheet] += kind.number
    say = load_language(settings.language_code).say
    contents = [say(design.nouns[sheet], count=count) for sheet, count in counts.items() if count]
    where = "no paper"
    for paper, turn in product((settings.paper, *PAPERS.values()), (0, 90)):
        layout = partial(_sheets, net, turn, design, contents)
        with suppress(PieceTooLargeError, CutError):
            made = cut.with_fewest_sheets(layout, replace(settings, paper=paper))
            if paper is settings.paper:
                return made
            where = paper.name
            break
    message = f"the box for these pieces does not fit on {settings.paper.name}; it fits on {where}"
    raise PieceTooLargeError(f"--sheet box: {message}")


def _sheets(
    net: Net, turn: int, design: BoxDesign, contents: Sequence[str], settings: Settings
) -> list[Page]:
    """The page on paper that has room for the marks, the net turned by so many degrees."""

    def turned(points: Sequence[Point]) -> Polygon:
        return Polygon(tuple((net.h - y, x) if turn else (x, y) for x, y in points))

    w, h = (net.h, net.w) if turn else (net.w, net.h)
    piece = PieceFormat(w, h, outline=turned(net.outline))
    say, has_lines = load_language(settings.language_code).say, cut.shows_lines(settings)
    notes = (
        say("sheet.making.paper.one", weight=foot.CARD_WEIGHT),
        say(f"sheet.making.cut.{'outline' if has_lines else 'machine'}"),
        say("sheet.box.score"),
        say("sheet.box.glue_up"),
    )
    instructions, look = foot.instructions(notes, settings, design.hue), theme.LOOKS[design.hue]
    grid = piece_grid(settings, piece, 1, instructions)

    def compose(trim: Box) -> Iterator[Item]:
        root, rim = net.root.moved(piece.rim, piece.rim), piece.rim
        faces = _Faces(design, contents, settings, look).items(net._replace(root=root))
        yield Group("net", trim.inset(-rim), tuple(faces), turn)
        if has_lines:
            path = piece.cut_path(trim)
            yield from path.drawn("white", CASING) if settings.tinted else ()
            yield from path.drawn("ink", OUTLINE / (1 if settings.tinted else theme.LINE_ART_LINE))

    block = cut.PieceBlock(grid, [cut.face("box", piece, compose)])
    slug, names = f"{design.title} · {say('sheet.box.name')} · {design.game_id}", ("box", "")
    (page,) = cut.sheet([block], [], slug, settings, names, instructions=instructions)
    (box,) = grid.boxes
    ends = (turned(fold).moved(box.x, box.y).corners for fold in net.folds)
    folds = (Line(*start, *end, "ink", theme.LINES["thin"], DASH) for start, end in ends)
    return [page._replace(folds=tuple(folds))]


class _Faces(NamedTuple):
    """What is printed on a box: a design, the lines of what belongs inside, looks."""

    design: BoxDesign
    contents: Sequence[str]
    settings: Settings
    look: theme.Look

    @property
    def strong(self) -> str:
        return theme.hue_colour(self.design.hue, "strong")

    @property
    def writing(self) -> str:
        """The colour of texts on the ground of the box."""
        return "white" if self.settings.tinted and not self.look.ground else "ink"

    def title(self, size: float, width: float) -> TextBlock:
        colour = self.look.accent if self.settings.ink == "full" else self.writing
        return fitted_line(self.design.title, width, title_style(size, self.strong, colour))

    def items(self, net: Net) -> Iterator[Item]:
        """All that is printed on a net but for its outline: grounds, faces, folds."""
        flaps = [part for part in net.parts if part.role == "glue"]
        for part in flaps:  # below the colours that reach over its fold
            yield from _hatching(part)
        if self.settings.tinted:
            for part in net.parts:
                if part.role != "glue":
                    yield Rect(part.box.inset(-BLEED), self.look.ground or self.strong)
        for part in net.parts:
            if (turn := TURNS.get(part.name)) is not None:
                compose = {"front": self._front, "back": self._back}.get(part.name, self._side)
                w, h = (part.box.h, part.box.w) if turn == 90 else (part.box.w, part.box.h)
                panel = Box(0, 0, w, h)
                is_narrow = min(w, h) <= 2 * PADDING + 3
                # Line art has no frames: there they would look like lines to cut.
                frame = Rect(panel.inset(FRAME_INSET), None, self.look.accent, FRAME_WEIGHT, RADIUS)
                frames = [frame] if self.settings.tinted and not is_narrow else []
                yield Group(part.name, part.box, (*frames, *compose(panel)), turn)
        say = load_language(self.settings.language_code).say
        for part in flaps:
            box, style = part.box, Style(theme.FLOOR, "bold")
            words = fitted_line(say("sheet.box.glue"), max(box.w, box.h), style)
            w, h = words.width + 2, words.height + 0.6
            items = (Rect(Box(0, 0, w, h), "white", None, 0, 1), *words.items(1, 0.3))
            place, turn = (box.centred(h, w), 90) if box.h > box.w else (box.centred(w, h), 0)
            yield Group("glue", place, items, turn)
        for (x1, y1), (x2, y2) in net.folds:
            yield Line(x1, y1, x2, y2, self.writing, theme.LINES["thin"], DASH)

    def _front(self, panel: Box) -> Iterator[Item]:
        if self.settings.tinted:  # the frame pauses at the notch
            notch = min(NOTCH_RADIUS, panel.w / NOTCHES) + NOTCH_GAP
            x, y, high = panel.centre[0], panel.y + FRAME_INSET, FRAME_WEIGHT * MM_PER_POINT
            ground = self.look.ground or self.strong
            yield Rect(Box(x - notch, y - high, 2 * notch, 2 * high), ground)
        inner = panel.inset(PADDING)
        title, top = self.title(MAX_TITLE, inner.w), panel.y + NOTCH_RADIUS + GAP
        lettered = self.look.lettered(inner.x, top, inner.w, title.style.colour)
        yield from lettered or title.items(inner.centre[0] - title.width / 2, top)
        size = min(max(MIN_ABOUT, int(4 * ABOUT_SHARE * panel.w) / 4), MAX_ABOUT)
        about = fitted_line(self.design.about, inner.w, Style(size, "bold", colour=self.writing))
        yield from about.items(inner.centre[0] - about.width / 2, inner.bottom - about.height)
        upper = top + (self.look.lettering * inner.w if lettered else title.height) + GAP * 0.6
        window = Box(inner.x, upper, inner.w, inner.bottom - about.height - GAP * 0.8 - upper)
        ground = theme.hue_colour(self.design.hue, "square") if self.settings.tinted else "white"
        yield Rect(window, ground, self.strong, theme.LINES["thin"], RADIUS)
        yield from picture_rows(self.design.pictures, window.inset(PICTURE_PADDING), GAP)

    def _side(self, panel: Box) -> Iterator[Item]:
        """The title along a side."""
        size = SIDE_TITLE_SHARE * (panel.h - 2 * FRAME_INSET) / MM_PER_POINT
        size = min(max(theme.FLOOR, int(size * 4) / 4), MAX_SIDE_TITLE)
        yield from self.title(size, panel.w - 2 * PADDING).centred_on(*panel.centre)

    def _back(self, panel: Box) -> Iterator[Item]:
        """What the game is about, if there is room, what belongs inside, a warning, the ID."""
        field = panel.inset(PADDING)
        if self.settings.tinted:
            yield Rect(field, "white", self.strong, theme.LINES["thin"], RADIUS)
        inner = field.inset(GAP * 1.2, GAP)
        say = load_language(self.settings.language_code).say

        def layout(blurb: str, size: float) -> list[flow.Flowable]:
            style = Style(size)
            blocks: list[flow.Flowable] = []
            if blurb:
                rise = text.INLINE_ART_RISE * style.em
                blocks.append(flow.paragraphs([blurb], inner.w, style, 0, rise))
            title = title_style(size + 2.5, self.strong)
            inside = [wrap(say("sheet.box.contents"), inner.w, title)]
            inside += [wrap(f"**{words}**", inner.w, style) for words in self.contents]
            blocks.append(flow.column(inside, 0.25 * style.em))
            if self.design.warning:
                blocks.append(wrap(self.design.warning, inner.w, style))
            blocks.append(text.wrap_id(self.design.game_id, inner.w, text.SMALL_PRINT))
            if flow.stacked_height(blocks, 0.6 * style.em) > inner.h:
                raise TextOverflowError(f"too much text for the back of a box {inner.w:g} mm wide")
            return blocks

        largest = max(TEXT_SHARE * panel.w, TEXT_SIZES[-1])
        sizes = [size for size in TEXT_SIZES if size <= largest]
        blocks = flow.largest_that_fits(layout, (self.design.blurb, ""), sizes)
        gap = (inner.h - flow.stacked_height(blocks, 0)) / (len(blocks) - 1)
        yield from flow.stack_items(blocks, gap, inner.x, inner.y)


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
