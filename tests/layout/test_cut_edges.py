"""Cut pieces of every game: what matters stays 2 mm from each cut, or continues over it.

Home printers shift a page by 1 mm or more, and nobody cuts on the line. Distances are computed from
the positions on the pages; those of art from its outlines.
"""

import math
from collections.abc import Iterator
from functools import cache
from itertools import chain, product

import pytest
from short_run import first
from support import settings, sheet_pages
from svgelements import SVG, Move, Path, Shape

from generator.core.paper import Box
from generator.core.resources import find_art
from generator.games.discs.definition import load_definition
from generator.games.discs.roll import WILD
from generator.games.discs.sheets import discs_sheet
from generator.layout import foot, pieces
from generator.layout.page import (
    CUT_CLEARANCE,
    MM_PER_POINT,
    Art,
    Group,
    Item,
    Line,
    Oval,
    Page,
    PlacedPiece,
    flatten,
)
from generator.layout.pieces import PieceFormat
from generator.layout.theme import line_weight

BLEED = 1.0  # mm, what runs on over a cut does so for at least as much as printers shift a page
ROUNDING = 0.02

# What is cut of each game: sets, sizes, players; sheets.
ROLLS = [
    ("quads", "classic", "regular", 2, ("cards", "pieces")),
    ("discs", "classic", "regular", 6, ("cards", "discs", "dice")),
    ("discs", "pocket", "regular", 6, ("cards", "discs", "dice")),
    ("metals", "classic", "basic", 2, ("cards", "tokens")),
    ("metals", "wilds", "factions", 2, ("tokens",)),
]
CASES = [(*roll, sheet) for *roll, sheets in ROLLS for sheet in sheets]
DICE = [case for case in CASES if case[-1] == "dice"]  # whose cuts are no rectangle, no circle


@cache
def outline(name: str) -> tuple[tuple[float, float, float], ...]:
    """Points all around what a piece of art shows, from its middle, its side being 1, each with
    half the width of the pen there."""
    points = []
    for element in SVG.parse(find_art(name)).elements():
        if isinstance(element, Shape):
            is_stroked = element.stroke is not None and element.stroke.value not in (None, False)
            pen = element.stroke_width / 2 if is_stroked else 0.0
            for segment in Path(element):
                if not isinstance(segment, Move):
                    on_segment = (segment.point(step / 8) for step in range(8))
                    points += [((p.x - 50) / 100, (p.y - 50) / 100, pen / 100) for p in on_segment]
    return tuple(points)


def points(
    item: Item, box: Box, turn: int, ink: str = "full"
) -> Iterator[tuple[float, float, float]]:
    """Points that an item reaches, each with the radius of the pen there."""
    x, y = box.centre
    if isinstance(item, Art):
        angle = math.radians(item.angle + turn)
        c, s = math.cos(angle), math.sin(angle)
        for px, py, pen in outline(item.name):
            yield x + (px * c - py * s) * box.w, y + (px * s + py * c) * box.w, pen * box.w
        return
    line = getattr(item, "line", 0.0) if getattr(item, "stroke", None) else 0.0
    pen = line and line_weight(line, ink) * MM_PER_POINT / 2
    if isinstance(item, Oval):
        for step in range(72):
            angle = math.radians(5 * step)
            yield x + math.cos(angle) * box.w / 2, y + math.sin(angle) * box.h / 2, pen
        return
    for corner in product((box.x, box.right), (box.y, box.bottom)):
        yield *corner, pen


def elements(face: Group, trim: Box) -> Iterator[tuple[Item, Box, int]]:
    """What is seen on a face: items, and groups that run on over every cut as one whole, such as
    the pattern of a piece of Quads."""
    for item in face.items:
        if isinstance(item, Group) and not item.box.contains(trim.inset(-BLEED)):
            for entry in flatten(Page(None, (item,))):
                yield entry.item, entry.box, entry.turn
        else:
            yield item, item.box, 0


def reaches(piece: PlacedPiece, ink: str = "full") -> Iterator[tuple[Item, tuple[float, ...]]]:
    """The distances in mm from each element of a face to the cuts around it; beyond a cut they are
    negative."""
    trim = Box(piece.rim, piece.rim, piece.box.w, piece.box.h)
    for item, box, turn in elements(piece.face, trim):
        dots = list(points(item, box, turn, ink))
        if piece.outline:
            x, y = trim.centre
            far = max(math.hypot(px - x, py - y) + pen for px, py, pen in dots)
            yield item, (trim.w / 2 - far,)
        else:
            left, top = (min(dot[axis] - dot[2] for dot in dots) for axis in (0, 1))
            right, bottom = (max(dot[axis] + dot[2] for dot in dots) for axis in (0, 1))
            yield item, (left - trim.x, top - trim.y, trim.right - right, trim.bottom - bottom)


def is_cut_line(item: Item, piece: PlacedPiece) -> bool:
    """Whether it is the line that an outlined piece is cut along, or a part of it."""
    if piece.outline and isinstance(item, Line):
        return True
    is_ring = isinstance(item, Oval) and item.fill is None
    return is_ring and item.box.w == pytest.approx(piece.box.w)


@pytest.mark.parametrize("ink", first(1, ["full", "low"]))
@pytest.mark.parametrize("case", [case for case in CASES if case not in DICE], ids=str)
def test_what_matters_keeps_clear_of_every_cut_or_runs_on_over_it(case, ink):
    placed = [piece for page in sheet_pages(*case, settings(ink=ink)) for piece in page.pieces]
    checked = 0
    for piece in {id(piece.face.items): piece for piece in placed}.values():
        assert not piece.ground or piece.bleed >= BLEED
        for item, inside in reaches(piece, ink):
            if not is_cut_line(item, piece):
                checked += 1
                assert all(d >= CUT_CLEARANCE - ROUNDING or d <= -BLEED for d in inside), (
                    f"{piece.face.name}: {item} is {min(inside, key=abs):.2f} mm from a cut"
                )
    assert checked > 10


@pytest.mark.parametrize("case", DICE, ids=str)
def test_pictures_on_dice_keep_clear_of_every_edge(case):
    for page in sheet_pages(*case, settings()):
        for piece in page.pieces:
            squares = [square.moved(piece.rim, piece.rim) for square in piece.squares]
            for art in (item for item in piece.face.items if isinstance(item, Art)):
                _assert_clear(art, next(each for each in squares if each.contains(art.box)))


def test_pictures_on_the_smallest_dice_keep_clear_too():
    disc_set, square = load_definition(["classic"]).only, Box(0, 0, 18, 18)
    for section in ("shapes", "colours"):
        for face in (*getattr(disc_set, section), WILD):
            for art in discs_sheet.face_art(section, face, square, disc_set, settings()):
                _assert_clear(art, square)


def _assert_clear(art: Item, square: Box) -> None:
    for x, y, pen in points(art, art.box, 0):
        assert min(x - square.x, square.right - x) >= CUT_CLEARANCE + pen
        assert min(y - square.y, square.bottom - y) >= CUT_CLEARANCE + pen


@pytest.mark.parametrize("bleed", [0.0, 3.0])
def test_pieces_of_any_height_keep_5_mm_from_the_instructions(bleed):
    """In one grid, and in several below each other."""
    looks = settings()
    box = foot.instructions(foot.card_notes(looks, "cards"), looks)
    gaps = []
    for height in range(20, 130):
        form = PieceFormat(60, height, bleed, shared_cuts=not bleed, with_crop_marks=False)
        grids = [pieces.piece_grid(looks, form, 30, box)]
        grids += chain(*pieces.stack_grids(looks, [(form, 7), (form, 9)], box))
        gaps += [box.box.y - grid.block.bottom for grid in grids]
    assert 5 - 1e-6 <= min(gaps) < 6


def test_distances_are_measured():
    """A frame line 0.9 mm from the cut is found, and so is art."""
    line, art = Line(0.9, 3, 0.9, 23, "ink", 1), Art("discs/star", Box(1, 1, 24, 24))
    box = Box(0, 0, 26, 26)
    piece = PlacedPiece(Group("x", box, (line, art)), box, 3.0)
    distances = {item: min(inside) for item, inside in reaches(piece)}
    assert distances[line] == pytest.approx(0.9 - MM_PER_POINT / 2)
    assert 1 < distances[art] < 2
