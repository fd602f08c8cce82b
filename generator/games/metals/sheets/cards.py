"""A card for each player: the turn, and with factions what gains points with each."""

from collections.abc import Iterator

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.definition import emblem
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.map_sheet import HUE, PHASES, SPACES, mark
from generator.games.metals.sheets.rules_sheet import prose
from generator.languages import load_language, localized
from generator.layout import flow
from generator.layout.flow import Block
from generator.layout.page import Art, Page
from generator.layout.panels import CardDesign, Figure, Panel, card_sheets
from generator.layout.text import Style

COPIES = 2  # one for each player
TEXT_SIZES = tuple(quarter / 4 for quarter in range(40, 35, -1))  # points, 10 to 9
LEADING = 1.15
EMBLEM_EM = 1.9  # the side of an emblem
MARK_EM = 1.6  # the side of the mark of a space
PICTURE_GAP_EM = 0.55  # between a picture and its text


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """As few cards as possible, with the largest text that fits on them. Raises CardOverflowError,
    PieceTooLargeError."""
    name = load_language(settings.language_code).say("metals.name")
    design = CardDesign(name, HUE, f"{name} · {game.game_id}", copies=COPIES)

    def layout(sides: int, size: float) -> list[Page]:
        sides_of_cards = _panels(game, settings, sides, Style(size, leading=LEADING))
        return card_sheets([*sides_of_cards], design, settings)

    most = len(game.definition.figures.factions) if game.factions else 1
    return flow.largest_that_fits(layout, range(1, most + 1), TEXT_SIZES)


def _panels(game: MetalsGame, settings: Settings, sides: int, style: Style) -> Iterator[Panel]:
    """The factions on that many sides; then the turn."""
    language = load_language(settings.language_code)
    say, factions = language.say, list[Figure]()

    def figure(text: str, art: str = "", side_em: float = 0.0) -> Figure:
        side, gap = side_em * style.em, PICTURE_GAP_EM * style.em * bool(art)
        sign = Block((Art(art, Box(0, 0, side, side)),), side, side)

        def compose(width: float) -> Block:
            words = prose([text], width - side - gap, style)
            return flow.row([sign, words], gap, align="middle") if art else words

        return Figure(compose)

    for key, faction in game.definition.figures.factions.items() if game.factions else ():
        clause = faction.when.clause(language)
        gain = say("metals.rules.factions.gain", gain=faction.gain, clause=clause)
        name = localized(faction.name, settings.language_code)
        factions.append(figure(f"**{name}** {gain}", emblem(key), EMBLEM_EM))
    per_side = max(1, -(-len(factions) // sides))
    for start in range(0, len(factions), per_side):
        yield Panel(say("metals.cards.factions"), tuple(factions[start : start + per_side]))
    turn = []
    for number, key in enumerate(PHASES, 1):
        title, text = (say(f"metals.rules.turn.{key}{end}") for end in ("", "_short"))
        turn.append(figure(f"**{number}. {title}** {text}"))
    turn += [figure(say(f"metals.map.spaces.{key}"), mark(key), MARK_EM) for key in SPACES]
    turn.append(figure(say("metals.rules.end.target", target=game.target)))
    yield Panel(say("metals.cards.turn"), tuple(turn))
