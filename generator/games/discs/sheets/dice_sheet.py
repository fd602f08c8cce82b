"""The dice: two nets of cubes, to be cut out, folded and glued.

Input: a rolled game, settings. Output: pages with one net or both.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.dice import faces
from generator.games.discs.roll import DiscGame
from generator.games.discs.sheets import parts
from generator.games.discs.sheets.net import Net, Segment, net
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Item, Line, Page, Polygon, Rect
from generator.layout.piece_grid import BLEED, PieceFormat, piece_grid
from generator.layout.text import Style, wrap

_DASH = (1.6, 1.2)  # mm
_NAME_GAP = 3.5  # between a die's name and the net with its bleed


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """Both dice, side by side where they fit. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_sheets, game), replace(settings, backs="none"))


def _sheets(game: DiscGame, settings: Settings) -> list[Page]:
    shape = net(game.disc_set.die)
    outline = Polygon(shape.outline)
    piece = PieceFormat(shape.w, shape.h, outline=outline, gap=settings.gap, squares=shape.squares)
    nets = [
        cut.face(f"die of {section}", piece, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    instructions = foot.instructions(_notes(settings), settings)
    capacity = len(piece_grid(settings, piece, len(nets), instructions).boxes)
    slug = parts.slug(game, settings)
    result = []
    for start in range(0, len(nets), capacity):
        fronts = nets[start : start + capacity]
        grid = piece_grid(settings, piece, len(fronts), instructions)
        page = cut.front(grid, fronts, slug, settings, "dice", instructions=instructions)
        folds = [
            _line(segment, box, theme.LINES["cut"], _DASH)
            for box in grid.boxes
            for segment in shape.folds
        ]
        result.append(page._replace(folds=tuple(folds)))
    return result


def _notes(settings: Settings) -> tuple[str, ...]:
    """How to make the dice."""
    say = load_language(settings.language_code).say
    paper = say("sheet.making.paper.one", weight=foot.DIE_WEIGHT)
    cutting = foot.cutting_note(settings, "nets")
    return paper, cutting, say("discs.dice.fold"), say("discs.dice.stuff")


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    die_faces = faces(tuple(getattr(game.disc_set, section)))
    for number in shape.painting_order:
        colour = parts.ground(section, die_faces[number], game.disc_set, settings)
        yield Rect(shape.grounds[number].moved(trim.x, trim.y), colour)
    for face, square in zip(die_faces, shape.squares, strict=True):
        yield parts.face_art(section, face, square.moved(trim.x, trim.y))
    for segment in shape.cuts if cut.shows_lines(settings) else ():
        yield _line(segment, trim, cut.line_weight(settings))
    for segment in shape.folds:
        yield _line(segment, trim, theme.LINES["cut"], _DASH)
    yield from _name(section, shape, trim, settings)


def _line(segment: Segment, trim: Box, weight: float, dash: tuple[float, ...] = ()) -> Line:
    (x1, y1), (x2, y2) = segment
    return Line(trim.x + x1, trim.y + y1, trim.x + x2, trim.y + y2, "ink", weight, dash)


def _name(section: str, shape: Net, trim: Box, settings: Settings) -> Iterator[Item]:
    """The name of a die, in a corner that the cross leaves free."""
    column, side = shape.squares[3], shape.squares[4]
    tab = side.x
    top = trim.y + side.bottom + tab + _NAME_GAP
    room = column.x - BLEED - _NAME_GAP
    style = Style(theme.SIZES["text"], "title", "title", colour=parts.STRONG)
    yield from wrap(
        load_language(settings.language_code).say(f"discs.dice.{section}"), room, style
    ).items(trim.x, top)
