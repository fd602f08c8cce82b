"""Cut pieces of every game: what matters stays 2 mm from each cut, or continues over it.

Home printers shift a page by 1 mm or more, and nobody cuts on the line. Distances are computed from
the positions on the pages; those of art from its outlines.
"""

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest
from short_run import cases
from support import settings
from svgelements import SVG, Move, Path, Shape

from generator import games
from generator.core.paper import Box
from generator.core.resources import find_art
from generator.core.settings import BACKS
from generator.games.discs.definition import load_definition
from generator.games.discs.roll import WILD
from generator.games.discs.sheets import discs_sheet
from generator.games.discs.sheets.dice_sheet import net, squares
from generator.languages import languages
from generator.layout import cut, foot, pieces
from generator.layout.page import (
    CUT_CLEARANCE,
    MM_PER_POINT,
    Art,
    Group,
    Item,
    Line,
    Oval,
    Page,
    flatten,
)
from generator.layout.pieces import PieceFormat

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
EDGES = [case for case in CASES if case[-1] != "dice"]  # whose cuts are no rectangle, no circle


class Reach(NamedTuple):
    """The distances in mm from an item to the cuts around it; beyond a cut they are negative."""

    item: Item
    inside: tuple[float, ...]


@cache
def outline(name: str) -> tuple[tuple[float, float, float], ...]:
    """Points all around what a piece of art shows, from its middle, its side being 1, each with
    half the width of the pen there."""
    points = []
    for element in SVG.parse(find_art(name)).elements():
        if isinstance(element, Shape):
            path, stroked = Path(element), element.stroke is not None and element.stroke.value
            pen = element.stroke_width / 2 if stroked is not None and stroked is not False else 0.0
            for segment in path:
                if not isinstance(segment, Move):
                    points_on_segment = (segment.point(step / 8) for step in range(8))
                    points += [
                        ((p.x - 50) / 100, (p.y - 50) / 100, pen / 100) for p in points_on_segment
                    ]
    return tuple(points)


def points(item: Item, box: Box, turn: int) -> Iterator[tuple[float, float, float]]:
    """Points that an item reaches, each with the radius of the pen there."""
    x, y = box.centre
    if isinstance(item, Art):
        angle = math.radians(item.angle + turn)
        c, s = math.cos(angle), math.sin(angle)
        for px, py, pen in outline(item.name):
            yield x + (px * c - py * s) * box.w, y + (px * s + py * c) * box.w, pen * box.w
        return
    pen = getattr(item, "line", 0.0) * MM_PER_POINT / 2 if getattr(item, "stroke", None) else 0.0
    if isinstance(item, Oval):
        for step in range(72):
            angle = math.radians(5 * step)
            yield x + math.cos(angle) * box.w / 2, y + math.sin(angle) * box.h / 2, pen
        return
    for corner in (
        (box.x, box.y),
        (box.right, box.y),
        (box.x, box.bottom),
        (box.right, box.bottom),
    ):
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


def reaches(face: Group, form: PieceFormat) -> Iterator[Reach]:
    """How near each element of a face comes to the cuts around it."""
    trim = Box(form.rim, form.rim, form.w, form.h)
    for item, box, turn in elements(face, trim):
        dots = list(points(item, box, turn))
        if form.outline:
            x, y = trim.centre
            far = max(math.hypot(px - x, py - y) + pen for px, py, pen in dots)
            yield Reach(item, (form.w / 2 - far,))
        else:
            yield Reach(item, (
                min(px - pen for px, _, pen in dots) - trim.x,
                min(py - pen for _, py, pen in dots) - trim.y,
                trim.right - max(px + pen for px, _, pen in dots),
                trim.bottom - max(py + pen for _, py, pen in dots),
            ))  # fmt: skip


def is_cut_line(item: Item, form: PieceFormat) -> bool:
    """Whether it is the line that an outlined piece is cut along, or a part of it."""
    if form.outline and isinstance(item, Line):
        return True
    return isinstance(item, Oval) and item.fill is None and item.box.w == pytest.approx(form.w)


@pytest.fixture
def blocks_of(monkeypatch):
    """The blocks that a sheet has cut.py print."""
    blocks: list[cut.PieceBlock] = []

    sheet_of = cut.sheet

    def recorder(fronts, backs, *args, **kwargs):
        blocks.extend((*fronts, *backs))
        return sheet_of(fronts, backs, *args, **kwargs)

    monkeypatch.setattr(cut, "sheet", recorder)

    def run(name, set_name, size, players, sheet, looks) -> list[cut.PieceBlock]:
        blocks.clear()
        game = games.game(name)
        rolled = game.roll(game.load((set_name,), ()), size, players, "cuts")
        game.pages(sheet, rolled, looks)
        return list(blocks)

    return run


@pytest.mark.parametrize("ink", ["full", "low"])
@pytest.mark.parametrize("case", EDGES, ids=str)
def test_what_matters_keeps_clear_of_every_cut_or_runs_on_over_it(blocks_of, case, ink):
    checked = 0
    for block in blocks_of(*case, settings(ink=ink)):
        form = block.grid.format
        assert not block.ground or form.bleed >= BLEED
        for face in {id(face.items): face for face in block.faces}.values():
            for item, inside in reaches(face, form):
                if not is_cut_line(item, form):
                    checked += 1
                    assert all(d >= CUT_CLEARANCE - ROUNDING or d <= -BLEED for d in inside), (
                        f"{face.name}: {item} is {min(inside, key=abs):.2f} mm from a cut"
                    )
    assert checked > 10


@pytest.mark.parametrize("case", [case for case in CASES if case[-1] == "dice"], ids=str)
def test_pictures_on_dice_keep_clear_of_every_edge(blocks_of, case):
    cube_net = net(load_definition([case[1]]).only.die)
    for block in blocks_of(*case, settings()):
        for face in block.faces:
            arts = [item for item in face.items if isinstance(item, Art)]
            for square, art in zip(squares(cube_net), arts, strict=True):
                _assert_clear(art, square.moved(pieces.BLEED, pieces.BLEED))


def test_pictures_on_the_smallest_dice_keep_clear_too():
    definition_of_sets, square = load_definition(["classic"]).only, Box(0, 0, 18, 18)
    for section in ("shapes", "colours"):
        for face in (*getattr(definition_of_sets, section), WILD):
            _assert_clear(discs_sheet.face_art(section, face, square), square)


def _assert_clear(art: Art, square: Box) -> None:
    for x, y, pen in points(art, art.box, 0):
        assert min(x - square.x, square.right - x) >= CUT_CLEARANCE + pen
        assert min(y - square.y, square.bottom - y) >= CUT_CLEARANCE + pen


@pytest.mark.parametrize(
    ("case", "paper", "backs", "marks", "code"),
    cases(
        [*CASES, *((*roll, "box") for *roll, _ in ROLLS)],
        ("a4", "letter", "a3"),
        BACKS,
        ("usual", "silhouette", "corners"),
        languages(),
        together=1,
        whole=2,
    ),
    ids=str,
)
def test_cuts_keep_5_mm_from_the_instructions(case, paper, backs, marks, code):
    name, set_name, size, players, sheet = case
    game = games.game(name)
    rolled = game.roll(game.load((set_name,), ()), size, players, "cuts")
    looks = replace(settings(paper, code=code), backs=backs, marks=marks)
    for page in game.pages(sheet, rolled, looks):
        below = [item.box.y for item in page.items if getattr(item, "name", "") == "instructions"]
        boxes = [piece.box for piece in page.pieces if not piece.is_back]
        assert bool(below) == bool(boxes)
        assert all(box.bottom <= top - 5 + 1e-6 for box in boxes for top in below)


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
    form = PieceFormat(26, 26, shared_cuts=True)
    line = Line(0.9, 3, 0.9, 23, "ink", 1)
    face = cut.face("x", form, lambda trim: [line, Art("discs/star", trim.inset(1))])
    distances = {reach.item: min(reach.inside) for reach in reaches(face, form)}
    assert distances[line] == pytest.approx(0.9 - MM_PER_POINT / 2)
    assert 1 < distances[face.items[1]] < 2
