"""The dice: two nets of cubes, to be cut out, folded and glued.

Input: a rolled game, settings. Output: pages with one net or both.
"""

from collections.abc import Iterator
from functools import partial

from generator import theme
from generator.games.base import Settings
from generator.games.discs.dice import faces
from generator.games.discs.roll import DiscGame
from generator.games.discs.sheets import parts
from generator.games.discs.sheets.net import Net, Segment, net
from generator.layout import cut
from generator.layout.page import Box, Item, Line, Page, Rect
from generator.layout.text import Style, wrap

_DASH = (1.6, 1.2)  # mm
_PAD = 3.5  # between the texts and the net with its bleed


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """Both dice, side by side where they fit. Raises DoesNotFit, TextTooLong."""
    shape = net(game.chosen.die)
    form = cut.Format(shape.w, shape.h, outlined=True)
    nets = [
        cut.face(f"die of {section}", form, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    capacity = len(cut.places(settings.paper, form, len(nets)).boxes)
    result = []
    for start in range(0, len(nets), capacity):
        chosen = nets[start : start + capacity]
        where = cut.places(settings.paper, form, len(chosen))
        result.append(cut.front(where, chosen, parts.slug(game, settings), settings, "dice"))
    return result


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    shown = faces(tuple(getattr(game.chosen, section)))
    for face, square, ground in zip(shown, shape.squares, shape.grounds, strict=True):
        colour = parts.ground(section, face, game.chosen)
        yield Rect(ground.moved(trim.x, trim.y), colour)
        yield parts.face_art(section, face, square.moved(trim.x, trim.y))
    for segment in shape.cuts:
        yield _line(segment, trim, theme.LINES["frame"])
    for segment in shape.folds:
        yield _line(segment, trim, theme.LINES["cut"], _DASH)
    yield from _texts(section, shape, trim, settings)


def _line(segment: Segment, trim: Box, weight: float, dash: tuple[float, ...] = ()) -> Line:
    (x1, y1), (x2, y2) = segment
    return Line(trim.x + x1, trim.y + y1, trim.x + x2, trim.y + y2, "ink", weight, dash)


def _texts(section: str, shape: Net, trim: Box, settings: Settings) -> Iterator[Item]:
    """Its name and how it is made, in the corners the cross leaves free."""
    say = settings.language.say
    column, side = shape.squares[3], shape.squares[4]
    tab = side.x
    top = trim.y + side.bottom + tab + _PAD
    room = column.x - cut.BLEED - _PAD
    title = Style(theme.SIZES["text"], "title", "title", colour=parts.STRONG)
    name = wrap(say(f"discs.dice.{section}"), room, title)
    yield from name.items(trim.x, top)
    make = wrap(say("discs.dice.make"), room, Style(theme.FLOOR))
    yield from make.items(trim.x, top + name.height + 1.5)
