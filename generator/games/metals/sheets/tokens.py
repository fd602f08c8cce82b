"""The tokens sheets: one for each player, to cut out, with backs.

Input: a rolled game, settings. Output: portrait pages, fronts and backs in turn. Stand-in Metals
are flat and square: seen from above by both players, a side of the token on a side of the
space, so nobody doubts what they face, and they do not hide the points below or fall over as tents
do. A gold point shows the front. The back shows the same Metal damaged: turn it over like the page
of a book and it still faces the same way; who prints one side only puts a damage token on top.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.metals.factions import Faction
from generator.games.metals.roll import MetalsGame
from generator.languages import localized
from generator.layout import cut
from generator.layout.page import Art, Box, Group, Item, Page, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line

NAME_STYLE = Style(9.0, "bold")
PAD = 1.5  # inside a token
AIR = 0.8  # between a Metal and its name
FIELD = 0.9  # from the cut to a token's line or field
FIGURINE, DAMAGE = "metals/tokens/figurine", "metals/tokens/damage"
BURST = 0.42  # the side of a burst, as a share of the figurine's
BURST_RISE = 0.05  # from the figurine's foot up to a burst, as a share of the figurine's side
# An emblem's middle and side inside the figurine's box, as shares of it (assets/README.md).
EMBLEM_AT = (0.5, 0.57)
EMBLEM_SIDE = 0.5


class Player(NamedTuple):
    """What tells a player's tokens: the colour, the art named after it."""

    key: str
    colour: str


PLAYERS = (Player("blue", "blue"), Player("red", "red"))


class _Kind(NamedTuple):
    """One kind of token: its format, its faces, and what lies behind them."""

    form: cut.Format
    fronts: list[Group]
    backs: list[Group]


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """Fronts and backs for both players. Raises DoesNotFit; TextTooLong for a game ID that is
    too long for the foot of a page."""
    return [page for player in PLAYERS for page in _of_player(game, player, settings)]


def _of_player(game: MetalsGame, player: Player, settings: Settings) -> Iterator[Page]:
    kinds = [kind for kind in _kinds(game, player, settings) if kind.fronts]
    ground = player.colour if settings.tinted else ""
    say = settings.language.say
    slug = f"{say('game.metals')} · {say('metals.tokens.' + player.key)} · {game.game_id}"
    left = {id(kind.form): (list(kind.fronts), list(kind.backs)) for kind in kinds}
    sheets = cut.stacked(settings.paper, [(kind.form, len(kind.fronts)) for kind in kinds])
    for number, sheet in enumerate(sheets, 1):
        words = cut.numbered(slug, number, len(sheets))
        fronts, backs = [], []
        for where in sheet:
            faces, behind = left[id(where.format)]
            count = len(where.boxes)
            fronts.append(cut.Block(where, faces[:count], ground))
            backs.append(cut.Block(where, behind[:count], ground))
            del faces[:count], behind[:count]
        first = player is PLAYERS[0] and number == 1
        front = cut.fronts(fronts, words, settings, f"tokens {player.key}", duplex=first)
        yield _with_cut_lines(front, sheet) if ground else front
        yield cut.backs(backs, words, settings, f"tokens {player.key} backs")


def _with_cut_lines(front: Page, sheet: Sequence[cut.Places]) -> Page:
    """The cut lines in white, for scissors: nobody sees others on a coloured ground."""
    lines = (line._replace(stroke="white") for where in sheet for line in cut.cut_lines(where))
    return front._replace(items=(*front.items, *lines))


def _kinds(game: MetalsGame, player: Player, settings: Settings) -> tuple[_Kind, ...]:
    figures, tinted = game.definition.figures, settings.tinted
    counts = figures.tokens
    large, medium, small = (
        cut.Format(side, side, joined=True)
        for side in (counts.size, counts.identification_size, counts.small_size)
    )
    fronts, backs = [], []
    for faction in figures.factions.values():
        name = localized(faction.name, settings.language.code)
        make = partial(stand_in, faction, name, player, tinted)
        fronts += [cut.face(faction.key, large, partial(make, False))] * counts.metals
        backs += [cut.face(f"{faction.key} damaged", large, partial(make, True))] * counts.metals
    marker = cut.face("identification", medium, partial(_picture, f"marker_{player.key}", tinted))
    score = cut.face("score", small, partial(_picture, f"score_{player.key}", tinted))
    damage = cut.face("damage", small, partial(_picture, "damage", tinted))
    little = [score] * counts.score + [damage] * counts.damage
    return (
        _Kind(large, fronts, backs),
        _Kind(medium, [marker] * counts.identification, [marker] * counts.identification),
        _Kind(small, little, little),
    )


def stand_in(
    faction: Faction, name: str, player: Player, tinted: bool, damaged: bool, trim: Box
) -> Iterator[Item]:
    """A stand-in, but for the ground: the base with its front up, the emblem on it, the name of
    the faction if there is room. Damaged it lies on a white field, with a burst."""
    if damaged and tinted:
        yield Rect(trim.inset(FIELD), "white", None, 0, 1.5)
    colour = "white" if tinted and not damaged else "ink"
    yield from _ring(player, trim, colour)
    inside = trim.inset(PAD)
    text = _name(name, inside.w, NAME_STYLE._replace(colour=colour))
    if text is None:
        yield from figurine(faction.art, inside, damaged)
        return
    side = inside.h - text.height - AIR
    base = Box(inside.centre[0] - side / 2, inside.y, side, side)
    yield from figurine(faction.art, base, damaged)
    yield from text.items(inside.centre[0] - text.width / 2, inside.bottom - text.height)


def _name(name: str, width: float, style: Style) -> Block | None:
    """A name on a line; None if it is too long, since the emblem tells the faction too."""
    try:
        return fitted_line(name, width, style)
    except TextTooLong:
        return None


def figurine(emblem: str, base: Box, damaged: bool) -> Iterator[Art]:
    """A Metal from above, its front up, with the art of its emblem; a burst if it is damaged."""
    yield Art(FIGURINE, base)
    yield Art(emblem, _emblem(base))
    if damaged:
        burst = base.w * BURST
        top = base.bottom - burst - BURST_RISE * base.h
        yield Art(DAMAGE, Box(base.right - burst, top, burst, burst))


def _ring(player: Player, trim: Box, colour: str) -> Iterator[Item]:
    """A line along the cut, so that the colour is not all that tells the players apart: plain
    for blue, dashed for red."""
    dash = (1.6, 1.1) if player.key == "red" else ()
    yield Rect(trim.inset(FIELD), None, colour, theme.LINES["frame"], 1.5, dash)


def _emblem(base: Box) -> Box:
    side = base.w * EMBLEM_SIDE
    x, y = base.x + base.w * EMBLEM_AT[0], base.y + base.h * EMBLEM_AT[1]
    return Box(x - side / 2, y - side / 2, side, side)


def _picture(art: str, tinted: bool, trim: Box) -> Iterator[Item]:
    """A marker: a white field in the player's colour, its picture on it."""
    if tinted:
        yield Rect(trim.inset(FIELD), "white", None, 0, trim.w * 0.1)
    yield Art(f"metals/tokens/{art}", trim.inset(trim.w * 0.07))
