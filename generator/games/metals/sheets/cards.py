"""A card for each player: the turn, and with factions what gains points with each."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.definition import emblem
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.map_sheet import HUE, LOOK, PHASES, SPACES, STRONG, mark, phase
from generator.games.metals.sheets.rules_sheet import bearer, prose
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.booklet import art_pictures
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Page, Rect
from generator.layout.panels import CardDesign, Figure, Panel, card_sheets
from generator.layout.text import Style

COPIES = 2  # one for each player
TEXT_SIZES = tuple(quarter / 4 for quarter in range(40, 35, -1))  # points, 10 to 9
LEADING = 1.15
BANNER_EM = 2.5  # the side of a banner
BANNERS = ("slate", "moss", "brown", "charcoal")  # their colours, one after the other
MARK_EM = 1.7  # the side of the mark of a space, or of a number
LOGO = 44.0  # the side of the logo on a back
PICTURE_GAP_EM = 0.55  # between a picture and its text


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """As few cards as possible, with the largest text that fits on them. Raises CardOverflowError,
    PieceTooLargeError."""
    name = load_language(settings.language_code).say("metals.name")
    back = partial(_back, settings.tinted)
    design = CardDesign(name, HUE, f"{name} · {game.game_id}", copies=COPIES, back=back)

    def layout(sides: int, size: float) -> list[Page]:
        sides_of_cards = _panels(game, settings, sides, Style(size, leading=LEADING))
        return card_sheets([*sides_of_cards], design, settings)

    most = len(game.definition.figures.factions) if game.factions else 1
    return flow.largest_that_fits(layout, range(1, most + 1), TEXT_SIZES)


def _back(tinted: bool, box: Box) -> Iterator[Item]:
    """The logo on tread plate."""
    yield Rect(box, STRONG if tinted else None, STRONG, theme.LINES["frame"], 2.0)
    (x, y), side = box.centre, 0.32 * box.h
    for column, row in product((-1, 0), (-1.5, -0.5, 0.5)) if tinted else ():
        yield Art(f"{LOOK.art}pattern", Box(x + column * side, y + row * side, side, side), "grey")
    yield from LOOK.drawing("logo", box.centred(LOGO, LOGO), "white" if tinted else "ink")


def _panels(game: MetalsGame, settings: Settings, sides: int, style: Style) -> Iterator[Panel]:
    """The factions on that many sides; then the turn."""
    language = load_language(settings.language_code)
    say, factions = language.say, list[Figure]()

    def figure(text: str, side_em: float, sign: Callable[[Box], Iterable[Item]]) -> Figure:
        side, gap = side_em * style.em, PICTURE_GAP_EM * style.em
        picture = Block(tuple(sign(Box(0, 0, side, side))), side, side)
        words = partial(prose, [text], style=style)
        return Figure(lambda w: flow.row([picture, words(w - side - gap)], gap, align="middle"))

    for key, faction in game.definition.figures.factions.items() if game.factions else ():
        clause = faction.when.clause(language)
        gain = say("metals.rules.factions.gain", gain=faction.gain, clause=clause)
        name = localized(faction.name, settings.language_code)
        sign = partial(bearer, "banner", BANNERS[len(factions) % len(BANNERS)], emblem(key))
        factions.append(figure(f"**{name}** {gain}", BANNER_EM, sign))
    per_side = max(1, -(-len(factions) // sides))
    for start in range(0, len(factions), per_side):
        yield Panel(say("metals.cards.factions"), tuple(factions[start : start + per_side]))
    turn = []
    for number, key in enumerate(PHASES, 1):
        title, text = (say(f"metals.rules.turn.{key}{end}") for end in ("", "_short"))
        sign = partial(phase, number, style.size, settings.tinted)
        turn.append(figure(f"**{title}.** {text}", MARK_EM, sign))
    texts = {key: say(f"metals.map.spaces.{key}") for key in SPACES}
    texts["point_1"] = say("metals.rules.end.target", target=game.target)
    marks = zip(art_pictures(map(mark, texts)), texts.values(), strict=True)
    turn += [figure(text, MARK_EM, picture) for picture, text in marks]
    yield Panel(say("metals.cards.turn"), tuple(turn))
