"""A card for each player: the turn, and with factions what gains points with each.

Many factions take several cards.
"""

from collections.abc import Iterator
from itertools import product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.factions import Faction
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.map_sheet import PHASES, SPACES
from generator.games.metals.sheets.sections import prose
from generator.games.metals.sheets.spaces import HUE, MARKS
from generator.languages import load_language, localized
from generator.layout import cards, flow
from generator.layout.flow import Block
from generator.layout.page import Art, Page
from generator.layout.panels import CardDesign, Figure, Panel
from generator.layout.text import INLINE_ART_RISE, Style, wrap

COPIES = 2  # one for each player
TEXT_SIZES = tuple(quarter / 4 for quarter in range(40, 35, -1))  # points, 10 to 9
LEADING = 1.15
EMBLEM_EM = 1.9  # the side of an emblem
MARK_EM = 1.6  # the side of the mark of a space
PICTURE_GAP_EM = 0.55  # between a picture and its text


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """The cards: as few as possible, with the largest text that fits on them.

    Raises CardOverflowError for a faction that takes more than a card, PieceTooLargeError.
    """
    name = load_language(settings.language_code).say("metals.name")
    design = CardDesign(name, HUE, f"{name} · {game.game_id}", copies=COPIES)

    def layout(candidate: tuple[int, float]) -> list[Page]:
        sides, size = candidate
        return cards.sheets([*_panels(game, settings, sides, size)], design, settings)

    side_counts = range(1, max(1, len(_factions(game))) + 1)
    return flow.largest_that_fits(product(side_counts, TEXT_SIZES), layout)


def _panels(game: MetalsGame, settings: Settings, sides: int, size: float) -> Iterator[Panel]:
    """The factions on that many sides, and the turn."""
    say, style = load_language(settings.language_code).say, Style(size, leading=LEADING)
    factions = _factions(game)
    per_side = max(1, -(-len(factions) // sides))
    for start in range(0, len(factions), per_side):
        on_side = factions[start : start + per_side]
        entries = tuple(_faction(faction, settings, style) for faction in on_side)
        yield Panel(say("metals.cards.factions"), entries)
    yield Panel(say("metals.cards.turn"), tuple(_turn(game, settings, style)))


def _factions(game: MetalsGame) -> list[Faction]:
    """Those whose powers count."""
    return list(game.definition.figures.factions.values()) if game.factions else []


def _turn(game: MetalsGame, settings: Settings, style: Style) -> Iterator[Figure]:
    """The phases of a turn, what the spaces do, how the game ends."""
    say = load_language(settings.language_code).say
    for number, name in enumerate(PHASES, 1):
        title = say(f"metals.rules.turn.{name}")
        yield _prose(f"**{number}. {title}** {say(f'metals.rules.turn.{name}_short')}", style)
    for name in SPACES:
        art, _ = MARKS[name]
        yield _with_picture(art, MARK_EM, say(f"metals.map.spaces.{name}"), style)
    yield _prose(say("metals.rules.end.target", target=game.target), style)


def _faction(faction: Faction, settings: Settings, style: Style) -> Figure:
    """The emblem, and beside it how many points the faction gains, and when."""
    language = load_language(settings.language_code)
    clause = faction.when.clause(language)
    gain = language.say("metals.rules.factions.gain", gain=faction.gain, clause=clause)
    name = localized(faction.name, settings.language_code)
    return _with_picture(faction.art, EMBLEM_EM, f"**{name}** {gain}", style)


def _with_picture(art: str, side_em: float, text: str, style: Style) -> Figure:

    def compose(width: float) -> Block:
        side = side_em * style.em
        left, rise = side + PICTURE_GAP_EM * style.em, INLINE_ART_RISE * style.em
        words = wrap(text, width - left, style)
        text_height = rise + words.height
        height = max(side, text_height)
        picture = Art(art, Box(0, (height - side) / 2, side, side))
        top = (height - text_height) / 2 + rise
        return Block((picture, *words.items(left, top)), width, height)

    return Figure(compose)


def _prose(text: str, style: Style) -> Figure:
    return Figure(lambda width: prose([text], width, style))
