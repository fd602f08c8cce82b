"""A card for each player: what gains points with each faction, and on the other side the turn.

Input: a rolled game, settings. Output: pages, fronts and backs in turn, the same for every map and
both forms of the game. Many factions take several cards.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.factions import Faction
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.key import PHASES, SPACES
from generator.games.metals.sheets.rules_layout import prose
from generator.games.metals.sheets.spaces import HUE, MARKS
from generator.languages import load_language, localized
from generator.layout import cards
from generator.layout.cards import Figure, Look, Panel
from generator.layout.page import Art, Item, Page
from generator.layout.text import INLINE_ART_RISE, Style, wrap

PLAYERS = 2
SIZES = tuple(quarter / 4 for quarter in range(40, 31, -1))  # 10 to 8 pt
LEADING = 1.15
EMBLEM = 1.9  # the side of an emblem, in em
SIGN = 1.6  # the side of the mark of a space, in em
APART = 0.55  # between a picture and its text, in em


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """The cards. Raises CardOverflowError for a faction that takes more than a card,
    PieceTooLargeError."""
    slug = f"{load_language(settings.language_code).say('game.metals')} · {game.game_id}"
    look = Look(load_language(settings.language_code).say("game.metals"), HUE, slug, copies=PLAYERS)
    every = list(game.definition.figures.factions.values())
    problem: TextOverflowError | None = None
    for sides in range(1, len(every) + 1):
        for size in SIZES:
            try:
                return cards.sheets([*_panels(game, settings, every, sides, size)], look, settings)
            except TextOverflowError as error:
                problem = error
    assert problem is not None  # there is a faction at least
    raise problem


def _panels(
    game: MetalsGame, settings: Settings, every: Sequence[Faction], sides: int, size: float
) -> Iterator[Panel]:
    """The factions on so many sides, and the turn."""
    say, style = load_language(settings.language_code).say, Style(size, leading=LEADING)
    most = -(-len(every) // sides)
    for start in range(0, len(every), most):
        rows = (_faction(one, settings, style) for one in every[start : start + most])
        yield Panel(say("metals.cards.factions"), tuple(rows))
    target = game.definition.figures.target
    phases = [
        f"**{number}. {say(f'metals.rules.turn.{name}')}** {say(f'metals.rules.turn.{name}_short')}"
        for number, name in enumerate(PHASES, 1)
    ]
    spaces = (
        _beside(MARKS[name][0], SIGN, say(f"metals.map.spaces.{name}"), style) for name in SPACES
    )
    end = say("metals.rules.end.target", target=target.basic, factions=target.factions)
    yield Panel(
        say("metals.cards.turn"),
        (*(_prose(text, style) for text in phases), *spaces, _prose(end, style)),
    )


def _faction(faction: Faction, settings: Settings, style: Style) -> Figure:
    """Its emblem, and beside it when it gains how much."""
    clause = faction.when.clause(load_language(settings.language_code))
    gain = load_language(settings.language_code).say(
        "metals.rules.factions.gain", gain=faction.gain, clause=clause
    )
    name = localized(faction.name, settings.language_code)
    return _beside(faction.art, EMBLEM, f"**{name}** {gain}", style)


def _beside(art: str, ems: float, text: str, style: Style) -> Figure:
    """A picture of that many em with a text on its right."""
    return Figure(partial(_row, art, ems * style.em, text, style))


def _row(
    art: str, side: float, text: str, style: Style, width: float
) -> tuple[tuple[Item, ...], float]:
    left, rise = side + APART * style.em, INLINE_ART_RISE * style.em
    block = wrap(text, width - left, style)
    tall = rise + block.height
    height = max(side, tall)
    picture = Art(art, Box(0, (height - side) / 2, side, side))
    return (picture, *block.items(left, (height - tall) / 2 + rise)), height


def _prose(text: str, style: Style) -> Figure:
    """A paragraph with pictures in its lines."""

    def compose(width: float) -> tuple[tuple[Item, ...], float]:
        block = prose([text], width, style)
        return block.content, block.height

    return Figure(compose)
