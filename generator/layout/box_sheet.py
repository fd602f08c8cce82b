"""The sheet of a box to cut out, fold and glue: a tuck box, or a tray and its lid.

Input: a design, the kinds of pieces that belong inside, settings. Output: portrait pages, each with
one net and how to make it. The box is the smallest of good proportions whose net fits the paper.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.paper import PAPERS, Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import box_faces, cut, foot, registration, theme
from generator.layout.box_contents import Kind, packings
from generator.layout.box_faces import BoxDesign
from generator.layout.box_net import BoxSize, Net, lid_size, tray, tuck_box
from generator.layout.page import Group, Item, Line, Page, Point, Polygon
from generator.layout.piece_grid import PieceFormat, piece_grid

NAME = "box"
OUTLINE = 1.5  # points, of the line to cut: heavier than frames on the box
CASING = 2.1  # points, of the white line below the outline: fine, because some of it stays
PIECES = "sheet.box.pieces"  # the wording for the number of pieces that have no name of their own


def pages(design: BoxDesign, kinds: Sequence[Kind], settings: Settings) -> list[Page]:
    """A page for each part of the box. Raises PieceTooLargeError, which names a paper that is large
    enough, TextOverflowError, CutError."""
    return cut.with_fewest_sheets(partial(_sheets, design, kinds), replace(settings, backs="none"))


def _sheets(design: BoxDesign, kinds: Sequence[Kind], settings: Settings) -> list[Page]:
    """The pages on paper that has room for the marks."""
    nets = box_nets(kinds, settings)
    instructions = _instructions(settings, len(nets))
    say = load_language(settings.language_code).say
    slug = f"{design.title} · {say('sheet.box.name')} · {design.game_id}"
    contents = content_lines(design, kinds, settings)
    result = []
    for number, net in enumerate(nets, 1):
        words = foot.numbered_slug(slug, number, len(nets))
        result.append(_page(net, design, contents, words, settings, instructions))
    return result


def content_lines(design: BoxDesign, kinds: Sequence[Kind], settings: Settings) -> list[str]:
    """What belongs inside, such as "24 tokens", in the order of the design's nouns."""
    counts = dict.fromkeys(design.nouns.values(), 0)
    for kind in kinds:
        noun = design.nouns.get(kind.sheet, PIECES)
        counts[noun] = counts.get(noun, 0) + kind.number
    say = load_language(settings.language_code).say
    return [say(noun, count=count) for noun, count in counts.items() if count]


def box_nets(kinds: Sequence[Kind], settings: Settings) -> tuple[Net, ...]:
    """The nets of the best box that fits the paper: a tuck box if one fits, else two parts. Raises
    PieceTooLargeError."""
    nets = _nets_on_paper(kinds, settings)
    if nets is None:
        larger = (name for name, paper in PAPERS.items() if _fits_on(kinds, settings, name))
        name = next(larger, "")
        advice = f"one fits on {name}" if name else "none fits on any paper"
        raise PieceTooLargeError(
            f"--sheet box: no box for these pieces fits on {settings.paper.name}; {advice}"
        )
    return nets


def _fits_on(kinds: Sequence[Kind], settings: Settings, paper: str) -> bool:
    try:
        larger = registration.with_room(replace(settings, paper=PAPERS[paper].portrait))
    except CutError:  # no room for the marks
        return False
    return _nets_on_paper(kinds, larger) is not None


def _nets_on_paper(kinds: Sequence[Kind], settings: Settings) -> tuple[Net, ...] | None:
    sizes = [packing.size for packing in packings(kinds)]
    for parts, count in ((_one_part, 1), (_two_parts, 2)):
        instructions = _instructions(settings, count)
        for size in sizes:
            nets = parts(size)
            if all(_turn(net, settings, instructions) is not None for net in nets):
                return nets
    return None


def _one_part(size: BoxSize) -> tuple[Net, ...]:
    return (tuck_box(size),)


def _two_parts(size: BoxSize) -> tuple[Net, ...]:
    return tray(lid_size(size), "cover"), tray(size)


def _turn(net: Net, settings: Settings, instructions: Group) -> bool | None:
    """Whether a net must be turned to fit the paper; None if it does not fit at all."""
    for turned in (False, True):
        w, h = (net.h, net.w) if turned else (net.w, net.h)
        rectangle = PieceFormat(w, h, outline=Polygon(()))  # many nets are tried
        try:
            piece_grid(settings, rectangle, 1, instructions)
        except PieceTooLargeError:
            continue
        return turned
    return None


def _format(net: Net, turned: bool) -> PieceFormat:
    """The net as a piece."""
    w, h = (net.h, net.w) if turned else (net.w, net.h)
    return PieceFormat(w, h, outline=Polygon(_points(net.outline, net, turned)))


def _points(points: Iterable[Point], net: Net, turned: bool) -> tuple[Point, ...]:
    """Points of a net, after a quarter turn clockwise if it is turned."""
    return tuple((net.h - y, x) if turned else (x, y) for x, y in points)


def _page(
    net: Net,
    design: BoxDesign,
    contents: Sequence[str],
    slug: str,
    settings: Settings,
    instructions: Group,
) -> Page:
    """A page with one net, which fits it."""
    turned = bool(_turn(net, settings, instructions))
    piece = _format(net, turned)

    def compose(trim: Box) -> Iterator[Item]:
        items = box_faces.items(net.moved(piece.rim), design, contents, settings)
        yield Group("net", trim.inset(-piece.rim), tuple(items), 90 if turned else 0)
        if cut.shows_lines(settings):
            path = piece.cut_path(trim)
            yield from path.drawn("white", CASING) if settings.tinted else ()
            yield from path.drawn("ink", OUTLINE / (1 if settings.tinted else theme.LINE_ART_LINE))

    grid = piece_grid(settings, piece, 1, instructions)
    face = cut.face(NAME, piece, compose)
    page = cut.front(grid, [face], slug, settings, NAME, instructions=instructions)
    (box,) = grid.boxes
    folds = (_points(fold, net, turned) for fold in net.folds)
    return page._replace(folds=tuple(_fold_line(fold, box) for fold in folds))


def _fold_line(fold: Sequence[Point], box: Box) -> Line:
    """A fold of a net whose corner is that of the box."""
    (x1, y1), (x2, y2) = ((x + box.x, y + box.y) for x, y in fold)
    return Line(x1, y1, x2, y2, "ink", theme.LINES["thin"], box_faces.DASH)


def _instructions(settings: Settings, parts: int) -> Group:
    """How to make the box."""
    say = load_language(settings.language_code).say
    cutting = "outline" if cut.shows_lines(settings) else "machine"
    notes = (
        say("sheet.making.paper.one", weight=foot.CARD_WEIGHT),
        say(f"sheet.making.cut.{cutting}"),
        say("sheet.box.score"),
        say("sheet.box.glue_up.one" if parts == 1 else "sheet.box.glue_up.two"),
    )
    return foot.instructions(notes, settings)
