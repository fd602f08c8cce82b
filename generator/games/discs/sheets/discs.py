"""The discs to cut out: fronts, and behind them the backs.

Input: a rolled game, settings. Output: pages, fronts and backs in turn.
"""

from collections.abc import Iterator
from functools import partial

from generator import theme
from generator.games.base import Settings
from generator.games.discs.arrangement import turned
from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.sheets import parts
from generator.layout import cut
from generator.layout.page import Art, Box, Group, Item, Oval, Page

# Studs on a back: how many, their radius and their distance, as shares of the disc's radius.
_STUDS, _STUD, _STUDS_AT = 18, 0.045, 0.735


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """All discs, as many to a sheet as fit. Raises DoesNotFit, TextTooLong."""
    diameter = game.chosen.diameter
    form = cut.Format(diameter, diameter, outlined=True)
    back = cut.face("disc back", form, partial(_back, settings.tinted))
    capacity = len(cut.places(settings.paper, form, len(game.discs)).boxes)
    starts = range(0, len(game.discs), capacity)
    result = []
    for number, start in enumerate(starts, 1):
        slug = cut.numbered(parts.slug(game, settings), number, len(starts))
        faces = [_face(disc, form, game, settings) for disc in game.discs[start : start + capacity]]
        where = cut.places(settings.paper, form, len(faces))
        result += [
            cut.front(where, faces, slug, settings, "discs", duplex=number == 1),
            cut.back(where, [back] * len(faces), slug, settings, "discs back"),
        ]
    return result


def _face(disc: Disc, form: cut.Format, game: DiscGame, settings: Settings) -> Group:
    return cut.face("disc", form, partial(_front, disc, game))


def _front(disc: Disc, game: DiscGame, trim: Box) -> Iterator[Item]:
    yield Oval(trim, None, "ink", theme.LINES["cut"])
    yield from parts.disc(disc, trim, game.chosen)


def _back(tinted: bool, trim: Box) -> Iterator[Item]:
    """Rings and studs around the logo, in the game's colour to the bleed: the same on every disc,
    so that nobody knows one by its back. The cut line is for those who glue both sides on."""
    if tinted:
        yield Oval(trim.inset(-cut.BLEED), parts.STRONG)
    yield Oval(trim, None, "white" if tinted else "ink", theme.LINES["cut"])
    yield _circle(trim, 0.86, None, "white" if tinted else parts.STRONG)
    for number in range(_STUDS):
        dx, dy = turned(0, -_STUDS_AT * trim.w / 2, 360 * number / _STUDS)
        fill = "amber" if tinted else None
        yield _circle(trim, _STUD, fill, None if tinted else parts.STRONG, dx, dy)
    yield _circle(trim, 0.61, "white", parts.STRONG)
    yield Art("shared/logo", trim.inset(0.27 * trim.w))


def _circle(
    trim: Box, share: float, fill: str | None, stroke: str | None, dx: float = 0, dy: float = 0
) -> Oval:
    """A circle whose radius is a share of the disc's, so far from its centre."""
    side = share * trim.w
    box = trim.centred(side, side).moved(dx, dy)
    return Oval(box, fill, stroke, theme.LINES["bold" if share > _STUD else "thin"])
