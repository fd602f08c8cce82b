"""The discs to cut out: fronts, and behind them the backs.

Input: a rolled game, settings. Output: pages, fronts and backs in turn.
"""

from collections.abc import Iterator
from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import room, rotate
from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.sheets import parts
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Art, Group, Item, Oval, Page

# A back as shares of the radius of what stays clear of the cut: two rings, the logo's side, studs
# between the rings.
_OUTER, _INNER, _LOGO = 0.955, 0.68, 1.02
_STUDS, _STUD, _STUDS_AT = 18, 0.05, 0.817


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """All discs, as many to a sheet as fit. Raises PieceTooLargeError, TextOverflowError."""
    diameter = game.disc_set.diameter
    piece = cut.PieceFormat(diameter, diameter, outlined=True)
    back = cut.face("disc back", piece, partial(_back, settings))
    instructions = foot.instructions(_notes(game, settings), settings)
    capacity = len(cut.piece_grid(settings.paper, piece, len(game.discs), instructions).boxes)
    starts = range(0, len(game.discs), capacity)
    result = []
    for number, start in enumerate(starts, 1):
        slug = cut.numbered_slug(parts.slug(game, settings), number, len(starts))
        faces = [
            _face(disc, piece, game, settings) for disc in game.discs[start : start + capacity]
        ]
        grid = cut.piece_grid(settings.paper, piece, len(faces), instructions)
        duplex = number == 1
        result += [
            cut.front(
                grid, faces, slug, settings, "discs", duplex=duplex, instructions=instructions
            ),
            cut.back(grid, [back] * len(faces), slug, settings, "discs back"),
        ]
    return result


def _notes(game: DiscGame, settings: Settings) -> tuple[str, ...]:
    """How discs are made of card, or with magnets, and the warning of these."""
    say = load_language(settings.language_code).say
    magnets = say("discs.making.magnets", diameter=parts.diameter(game, settings))
    magnets = f"{magnets} {say('discs.making.poles')}"
    return foot.card_notes(settings, "discs", magnets, say("discs.making.warning"))


def _face(disc: Disc, piece: cut.PieceFormat, game: DiscGame, settings: Settings) -> Group:
    return cut.face("disc", piece, partial(_front, disc, game, settings))


def _front(disc: Disc, game: DiscGame, settings: Settings, trim: Box) -> Iterator[Item]:
    yield Oval(trim, None, "ink", cut.line_weight(settings))
    yield from parts.disc(disc, trim, game.disc_set)


def _back(settings: Settings, trim: Box) -> Iterator[Item]:
    """Rings and studs around the logo, in the game's colour to the bleed: the same on every disc,
    so that nobody knows one by its back. The cut line is for those who glue both sides on."""
    tinted = settings.tinted
    if tinted:
        yield Oval(trim.inset(-cut.BLEED), parts.STRONG)
    yield Oval(trim, None, "white" if tinted else "ink", cut.line_weight(settings))
    clear = trim.centred(*[room(trim.w) * trim.w] * 2)
    yield _circle(clear, _OUTER, None, "white" if tinted else parts.STRONG)
    for number in range(_STUDS):
        dx, dy = rotate(0, -_STUDS_AT * clear.w / 2, 360 * number / _STUDS)
        fill = "amber" if tinted else None
        yield _circle(clear, _STUD, fill, None if tinted else parts.STRONG, dx, dy)
    yield _circle(clear, _INNER, "white", parts.STRONG)
    side = _LOGO * clear.w / 2
    yield Art("shared/logo", clear.centred(side, side))


def _circle(
    box: Box, share: float, fill: str | None, stroke: str | None, dx: float = 0, dy: float = 0
) -> Oval:
    """A circle whose radius is a share of that of a round box, so far from its centre."""
    side = share * box.w
    return Oval(
        box.centred(side, side).moved(dx, dy),
        fill,
        stroke,
        theme.LINES["bold" if share > _STUD else "thin"],
    )
