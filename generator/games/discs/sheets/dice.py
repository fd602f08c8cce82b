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
from generator.languages import localized
from generator.layout import cut
from generator.layout.page import Box, Item, Line, Page, Rect
from generator.layout.text import Style, wrap

_BLEED = 2.0  # a face's colour goes so far beyond its cut edges, and onto the tabs
_DASH = (1.6, 1.2)  # mm
_PAD = 3.5  # around the texts: clear of the bleed


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """Both dice, side by side where they fit. Raises DoesNotFit, TextTooLong."""
    shape = net(game.chosen.die)
    form = cut.Format(shape.w, shape.h, _BLEED, outlined=True)
    nets = [
        cut.face(f"die of {section}", form, partial(_die, section, shape, game, settings))
        for section in ("colours", "shapes")
    ]
    capacity = len(cut.places(settings.paper, form, len(nets)).boxes)
    result = []
    for start in range(0, len(nets), capacity):
        chosen = nets[start : start + capacity]
        where = cut.places(settings.paper, form, len(chosen))
        result.append(cut.front(where, chosen, _slug(game, settings), settings, "dice"))
    return result


def _slug(game: DiscGame, settings: Settings) -> str:
    """What every roll of a set has in common, for the dice go with all of them."""
    title = localized(game.chosen.title, settings.language.code)
    return f"{settings.language.say('game.discs')} · {title}"


def _die(section: str, shape: Net, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    shown = faces(tuple(getattr(game.chosen, section)))
    squares = [square.moved(trim.x, trim.y) for square in shape.squares]
    grounds = [parts.ground(section, face, game.chosen) for face in shown]
    for rim in (-_BLEED, 0.0):  # first what reaches beyond the edges, then what covers the folds
        for colour, square in zip(grounds, squares, strict=True):
            yield Rect(square.inset(rim), colour)
    for face, square in zip(shown, squares, strict=True):
        yield parts.face_art(section, face, square)
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
    room = column.x - _PAD
    title = Style(theme.SIZES["name"], "title", "title", colour=parts.STRONG)
    name = wrap(say(f"discs.dice.{section}"), room, title)
    yield from name.items(trim.x, top)
    make = wrap(say("discs.dice.make"), room, Style(theme.FLOOR))
    yield from make.items(trim.x, top + name.height + 1.5)
