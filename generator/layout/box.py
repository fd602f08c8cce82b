"""The sheet of a tuck box for the pieces of a game, to cut out, fold and glue.

Everything that matters stays clear of cuts and folds. Colour reaches over the cuts, and over the
folds of glue flaps.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from itertools import pairwise, product
from typing import NamedTuple

from generator.core.errors import CutError, PieceTooLargeError, TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import cut, flow, foot, registration, theme
from generator.layout.booklet import Picture, picture_rows
from generator.layout.box_net import NOTCH_RADIUS, BoxSize, Net, Part, notch_radius, tuck_box
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Page, Point, Polygon, Rect
from generator.layout.piece_grid import BLEED, PieceFormat, piece_grid
from generator.layout.pieces import different_pieces
from generator.layout.text import INLINE_ART_RISE, Style, fitted_line, wrap, wrap_id

NAME = "box"
PLAY = 2.0  # mm of room at least, in each direction
MIN_SIZE = 56.0, 72.0  # mm; below it, title and picture get too small
FLATTEST = 0.2  # the depth of a box at least, as a share of its width
OUTLINE = 1.5  # points, of the line to cut: heavier than frames on the box
CASING = 2.1  # points, of the white line below the outline: fine, because some of it stays
FRAME_INSET = 2.8  # mm, from the edges of a panel to the line that frames it
RADIUS = 2.0  # of frames and fields
FRAME_WEIGHT = theme.LINES["frame"]  # points: lighter than the outline to cut
NOTCH_GAP = 1.2  # between the thumb notch and the ends of the frame beside it
ACCENT = "yellow"  # of titles and frames
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
PIECES = "sheet.box.pieces"  # the wording for the number of pieces that have no name of their own


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


# What belongs inside ---------------------------------------------------------------------------


class Kind(NamedTuple):
    """Pieces of one size: the sheet that they are cut out of, their footprint, how high one is, how
    many there are."""

    sheet: str
    w: float
    h: float
    thickness: float
    number: int


def kinds_of(sheets: Mapping[str, Sequence[Page]], thickness: float) -> list[Kind]:
    """The pieces on the pages of sheets, by sheet and size. A net with squares is that of a cube,
    which is as high as it is wide; all others are that thick, in mm."""
    numbers: dict[tuple[str, float, float, float], int] = {}
    for sheet, pages in sheets.items():
        for piece in different_pieces(pages):
            squares = piece.front.squares
            box, height = (squares[0], squares[0].h) if squares else (piece.front.box, thickness)
            short, long = sorted((round(box.w, 6), round(box.h, 6)))
            key = sheet, short, long, height
            numbers[key] = numbers.get(key, 0) + piece.copies
    return [Kind(*key, number) for key, number in numbers.items()]


def box_sizes(kinds: Sequence[Kind]) -> list[BoxSize]:
    """The insides of boxes for all pieces, the smallest of good proportions first: as wide and as
    high as the largest pieces, or as rows of others."""
    spans = []
    for lengths in ([kind.w for kind in kinds], [kind.h for kind in kinds]):
        rows = {round(length * count, 3) for length in lengths for count in range(1, 7)}
        spans.append([max(lengths), *sorted(row for row in rows if row > max(lengths))[:6]])
    sizes = {size for w, h in product(*spans) if w <= h and (size := _size(kinds, w, h))}
    return sorted(sizes, key=lambda size: (math.prod(size) * max(0.5, size.d / size.w), size))


def _size(kinds: Sequence[Kind], w: float, h: float) -> BoxSize | None:
    """The inside of a box on that area; None if it has no room for all kinds. Those that fill more
    than half of it lie on each other; before them stand stacks of the others, as low as can be."""
    layers = [kind for kind in kinds if kind.w > w / 2 and kind.h > h / 2]
    others = [kind for kind in kinds if kind not in layers]
    depth = math.fsum(kind.number * kind.thickness for kind in layers)
    if others:
        heights = {
            -(-kind.number // stacks) * kind.thickness
            for kind in others
            for stacks in range(1, kind.number + 1)
        }
        lowest = max(kind.thickness for kind in others)
        fitting = (height for height in sorted(heights) if height >= lowest)
        low = (height for height in fitting if _fit_side_by_side(others, w, h, height))
        if (height := next(low, None)) is None:
            return None
        depth += height
    width = max(w + PLAY, MIN_SIZE[0])
    edges = width, max(h + PLAY, MIN_SIZE[1]), max(depth + PLAY, FLATTEST * width)
    return BoxSize(*(round(edge, 2) for edge in edges))


def _fit_side_by_side(kinds: Sequence[Kind], w: float, h: float, limit: float) -> bool:
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


# The page ---------------------------------------------------------------------------------------


def pages(design: BoxDesign, kinds: Sequence[Kind], settings: Settings) -> list[Page]:
    """The page of the box. Raises PieceTooLargeError, which names a paper that is large enough,
    TextOverflowError, CutError."""
    looks, sizes = replace(settings, backs="none"), box_sizes(kinds)
    if (found := _net_on(looks, sizes)) is None:
        larger = (replace(looks, paper=paper) for paper in PAPERS.values())
        name = next((each.paper.name for each in larger if _net_on(each, sizes)), "")
        advice = f"one fits on {name}" if name else "none fits on any paper"
        raise PieceTooLargeError(
            f"--sheet box: no box for these pieces fits on {settings.paper.name}; {advice}"
        )
    net, turned = found
    counts = dict.fromkeys(design.nouns.values(), 0)
    for kind in kinds:
        noun = design.nouns.get(kind.sheet, PIECES)
        counts[noun] = counts.get(noun, 0) + kind.number
    say = load_language(settings.language_code).say
    contents = [say(noun, count=count) for noun, count in counts.items() if count]
    return cut.with_fewest_sheets(partial(_sheets, net, turned, design, contents), looks)


def _net_on(settings: Settings, sizes: Iterable[BoxSize]) -> tuple[Net, bool] | None:
    """The first net that fits the paper with its marks, and whether it must be turned for that."""
    with suppress(CutError):  # no room for the marks
        looks = registration.with_room(replace(settings, paper=settings.paper.portrait))
        instructions = _instructions(looks)
        for net, turned in product(map(tuck_box, sizes), (False, True)):
            w, h = (net.h, net.w) if turned else (net.w, net.h)
            with suppress(PieceTooLargeError):
                piece_grid(looks, PieceFormat(w, h, outline=Polygon(())), 1, instructions)
                return net, turned
    return None


def _sheets(
    net: Net, turned: bool, design: BoxDesign, contents: Sequence[str], settings: Settings
) -> list[Page]:
    """The page on paper that has room for the marks."""
    instructions = _instructions(settings)
    w, h = (net.h, net.w) if turned else (net.w, net.h)
    piece = PieceFormat(w, h, outline=Polygon(_points(net.outline, net, turned)))

    def compose(trim: Box) -> Iterator[Item]:
        faces = _Faces(design, contents, settings).items(net.moved(piece.rim))
        yield Group("net", trim.inset(-piece.rim), tuple(faces), 90 if turned else 0)
        if cut.shows_lines(settings):
            path = piece.cut_path(trim)
            yield from path.drawn("white", CASING) if settings.tinted else ()
            yield from path.drawn("ink", OUTLINE / (1 if settings.tinted else theme.LINE_ART_LINE))

    say = load_language(settings.language_code).say
    slug = f"{design.title} · {say('sheet.box.name')} · {design.game_id}"
    grid = piece_grid(settings, piece, 1, instructions)
    face = cut.face(NAME, piece, compose)
    block = cut.PieceBlock(grid, [face])
    page = cut.fronts([block], slug, settings, NAME, instructions=instructions)
    (box,) = grid.boxes
    folds = ([(x + box.x, y + box.y) for x, y in _points(fold, net, turned)] for fold in net.folds)
    lines = (Line(*start, *end, "ink", theme.LINES["thin"], DASH) for start, end in folds)
    return [page._replace(folds=tuple(lines))]


def _points(points: Iterable[Point], net: Net, turned: bool) -> tuple[Point, ...]:
    """Points of a net, after a quarter turn clockwise if it is turned."""
    return tuple((net.h - y, x) if turned else (x, y) for x, y in points)


def _instructions(settings: Settings) -> Group:
    say = load_language(settings.language_code).say
    cutting = "outline" if cut.shows_lines(settings) else "machine"
    notes = (
        say("sheet.making.paper.one", weight=foot.CARD_WEIGHT),
        say(f"sheet.making.cut.{cutting}"),
        say("sheet.box.score"),
        say("sheet.box.glue_up"),
    )
    return foot.instructions(notes, settings)


# What is printed on it --------------------------------------------------------------------------


class _Faces(NamedTuple):
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

    def items(self, net: Net) -> Iterator[Item]:
        """All that is printed on a net but for its outline: grounds, faces, folds."""
        flaps = [part for part in net.parts if part.role == "glue"]
        for part in flaps:  # below the colours that reach over its fold
            yield from _hatching(part)
        if self.settings.tinted:
            for part in net.parts:
                if part.role != "glue":
                    yield Rect(part.box.inset(-BLEED), self.strong)
        for part in net.parts:
            if (turn := TURNS.get(part.name)) is not None:
                compose = {"front": self._front, "back": self._back}.get(part.name, self._side)
                w, h = (part.box.h, part.box.w) if turn == 90 else (part.box.w, part.box.h)
                yield Group(part.name, part.box, tuple(compose(Box(0, 0, w, h))), turn)
        for part in flaps:
            yield self._glue_word(part)
        for (x1, y1), (x2, y2) in net.folds:
            yield Line(x1, y1, x2, y2, self.writing, theme.LINES["thin"], DASH)

    def _front(self, panel: Box) -> Iterator[Item]:
        yield from self._frame(panel)
        if self.settings.tinted:
            notch = notch_radius(panel.w) + NOTCH_GAP
            centre = Box(panel.centre[0], panel.y + FRAME_INSET, 0, 0)
            yield Rect(centre.inset(-notch, -FRAME_WEIGHT * MM_PER_POINT), self.strong)
        inner = panel.inset(PADDING)
        style = Style(MAX_TITLE, "title", "title", colour=self.title)
        title = fitted_line(self.design.title, inner.w, style)
        top = panel.y + NOTCH_RADIUS + GAP
        yield from title.items(inner.centre[0] - title.width / 2, top)
        size = min(max(MIN_ABOUT, int(4 * ABOUT_SHARE * panel.w) / 4), MAX_ABOUT)
        about = fitted_line(self.design.about, inner.w, Style(size, "bold", colour=self.writing))
        yield from about.items(inner.centre[0] - about.width / 2, inner.bottom - about.height)
        upper = top + title.height + GAP * 0.6
        window = Box(inner.x, upper, inner.w, inner.bottom - about.height - GAP * 0.8 - upper)
        ground = theme.hue_colour(self.design.hue, "square") if self.settings.tinted else "white"
        yield Rect(window, ground, self.strong, theme.LINES["thin"], RADIUS)
        yield from picture_rows(self.design.pictures, window.inset(PICTURE_PADDING), GAP)

    def _side(self, panel: Box) -> Iterator[Item]:
        """The title along a side, in a frame where there is room for one."""
        if min(panel.w, panel.h) > 2 * PADDING + 3:
            yield from self._frame(panel)
        size = SIDE_TITLE_SHARE * (panel.h - 2 * FRAME_INSET) / MM_PER_POINT
        size = min(max(theme.FLOOR, int(size * 4) / 4), MAX_SIDE_TITLE)
        style = Style(size, "title", "title", colour=self.title)
        title = fitted_line(self.design.title, panel.w - 2 * PADDING, style)
        yield from title.centred_on(*panel.centre)

    def _frame(self, panel: Box) -> Iterator[Item]:
        """A line around a face. Line art has none: there it would look like a line to cut."""
        if self.settings.tinted:
            yield Rect(panel.inset(FRAME_INSET), None, ACCENT, FRAME_WEIGHT, RADIUS)

    def _back(self, panel: Box) -> Iterator[Item]:
        """What the game is about, what belongs inside, a warning, the game ID."""
        yield from self._frame(panel)
        field = panel.inset(PADDING)
        if self.settings.tinted:
            yield Rect(field, "white", self.strong, theme.LINES["thin"], RADIUS)
        inner = field.inset(GAP * 1.2, GAP)
        largest = max(TEXT_SHARE * panel.w, TEXT_SIZES[-1])
        sizes = [size for size in TEXT_SIZES if size <= largest]
        candidates = product((self.design.blurb, ""), sizes)
        blocks = flow.largest_that_fits(candidates, partial(self._texts, inner))
        gap = (inner.h - flow.stacked_height(blocks, 0)) / (len(blocks) - 1)
        yield from flow.stack_items(blocks, gap, inner.x, inner.y)

    def _texts(self, inner: Box, candidate: tuple[str, float]) -> list[flow.Flowable]:
        """The texts of the back, with a blurb ("" for none) in a size. Raises TextOverflowError
        where they are too high."""
        blurb, size = candidate
        say, style = load_language(self.settings.language_code).say, Style(size)
        title = Style(size + 2.5, "title", "title", colour=self.strong)
        inside = [wrap(say("sheet.box.contents"), inner.w, title)]
        inside += [wrap(f"**{words}**", inner.w, style) for words in self.contents]
        blocks: list[flow.Flowable] = [flow.column(inside, 0.25 * style.em)]
        if blurb:
            rise = INLINE_ART_RISE * style.em
            blocks.insert(0, flow.paragraphs([blurb], inner.w, style, 0, rise))
        if self.design.warning:
            blocks.append(wrap(self.design.warning, inner.w, style))
        blocks.append(wrap_id(self.design.game_id, inner.w, Style(theme.FLOOR, colour="slate")))
        if flow.stacked_height(blocks, 0.6 * style.em) > inner.h:
            raise TextOverflowError(f"too much text for the back of a box {inner.w:g} mm wide")
        return blocks

    def _glue_word(self, part: Part) -> Group:
        """What a hatched flap is for."""
        box, say = part.box, load_language(self.settings.language_code).say
        word = fitted_line(say("sheet.box.glue"), max(box.w, box.h), Style(theme.FLOOR, "bold"))
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
