"""The dice: two nets of cubes, to be cut out, folded and glued."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.roll import WILD, DiscGame, faces
from generator.games.discs.sheets.discs_sheet import HUE, STRONG, face_art, ground, slug
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.box import Net, Part, glue_flap, panel
from generator.layout.page import Item, Line, Oval, Page, Polygon, Rect
from generator.layout.pieces import BLEED, PieceFormat
from generator.layout.text import title_style, wrap

TAB_SHARE = 0.26  # the depth of a tab, as a share of the edge
TAPER = 0.1  # by which a tab's outer edge is shorter at each end, as a share of the edge
# (column, row) of every square: a column of four, and the two at the sides of its second.
CROSS = ((1, 0), (1, 1), (1, 2), (1, 3), (0, 1), (2, 1))
STEPS = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
# The sides come first, because the column covers the part of their bleed that lies on it.
PAINTING_ORDER = (4, 5, 0, 1, 2, 3)
DASH = (1.6, 1.2)  # mm
RING_INSET = 0.1  # from the edge of a face to the ring around its shape, as a share of the edge
NAME_GAP = 3.5  # between a die's name and the net with its bleed


def net(edge: float) -> Net:
    """The net of a cube with that edge. Its lower end and its sides have tabs, which leave room for
    the bleed of their neighbours."""

    def square(number: int, hinge: str, tabs: str, *others: Part) -> Part:
        """A square that hangs by its hinge, with tabs on some sides and other squares on it."""
        column, row = CROSS[number]
        box = Box(column * edge, row * edge, edge, edge)
        corners = Polygon.of_box(box).corners
        edges = dict(zip(STEPS, pairwise((*corners, corners[0])), strict=True))
        flaps = (
            glue_flap(f"{side} tab {number}", *edges[side], BLEED, TAB_SHARE * edge, TAPER * edge)
            for side in tabs.split()
        )
        return panel(f"face {number}", box, hinge, (*flaps, *others))

    end = square(2, "top", "", square(3, "top", "bottom"))
    sides = square(4, "right", "top bottom left"), square(5, "left", "top right bottom")
    return Net.of(square(0, "left", "", square(1, "top", "", end, *sides)))


def squares(net: Net) -> tuple[Box, ...]:
    """The faces, in the order of CROSS."""
    return tuple(part.box for part in net.parts if part.role == "panel")


def grounds(net: Net) -> Iterator[Box]:
    """The areas that the colours of the squares cover: with bleed, also onto tabs, so that an
    inaccurate fold shows no white."""
    for (column, row), square in zip(CROSS, squares(net), strict=True):
        free = [(x, y) for x, y in STEPS.values() if (column + x, row + y) not in CROSS]
        yield Box.around([square, *(square.moved(x * BLEED, y * BLEED) for x, y in free)])


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """Both dice, side by side where they fit. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_sheets, game), replace(settings, backs="none"))


def _sheets(game: DiscGame, settings: Settings) -> list[Page]:
    shape, say = net(game.disc_set.die), load_language(settings.language_code).say
    outline = Polygon(shape.outline)
    form = PieceFormat(shape.w, shape.h, outline=outline, gap=settings.gap, squares=squares(shape))
    nets = [
        cut.face(f"die of {section}", form, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    notes = (
        say("sheet.making.paper.one", weight=foot.DIE_WEIGHT),
        foot.cutting_note(settings, "nets"),
        say("discs.dice.fold"),
        say("discs.dice.stuff"),
    )
    instructions, names = foot.instructions(notes, settings, HUE), ("dice", "")
    return [
        page._replace(folds=tuple(fold for net in page.pieces for fold in _folds(shape, net.box)))
        for page in cut.sheets(form, nets, [], slug(game, settings), settings, names, instructions)
    ]


def _folds(shape: Net, trim: Box) -> Iterator[Line]:
    for (x1, y1), (x2, y2) in shape.folds:
        ends = (trim.x + x1, trim.y + y1, trim.x + x2, trim.y + y2)
        yield Line(*ends, "ink", theme.LINES["cut"], DASH)


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    die_faces, areas = faces(tuple(getattr(game.disc_set, section))), tuple(grounds(shape))
    for number in PAINTING_ORDER:
        colour = ground(section, die_faces[number], game.disc_set, settings)
        yield Rect(areas[number].moved(trim.x, trim.y), colour)
    for face, square in zip(die_faces, squares(shape), strict=True):
        place = square.moved(trim.x, trim.y)
        if section == "shapes" and face is not WILD:
            place = place.inset(RING_INSET * place.w)
            yield Oval(place, "white", STRONG, theme.LINES["bold"])
        yield from face_art(section, face, place, game.disc_set, settings)
    lines = [*_folds(shape, trim)]
    if cut.shows_lines(settings):
        outline = Polygon(shape.outline).moved(trim.x, trim.y)
        lines += outline.drawn("ink", cut.line_weight(settings))
    yield from cut.cased(lines) if settings.tinted else lines
    # The name of the die, in a corner that the cross leaves free.
    *_, column, side, _ = squares(shape)
    name = load_language(settings.language_code).say(f"discs.dice.{section}")
    text = wrap(name, column.x - BLEED - NAME_GAP, title_style(theme.SIZES["text"], STRONG))
    yield from text.items(trim.x, trim.y + side.bottom + side.x + NAME_GAP)
