"""The part of the rules sheet about factions: what changes, and a table of all factions.

Input: the leaf they are on. Output: Parts. What gains points is worded by each faction's condition;
beside it stands an attack that gains them, found by the rules.
"""

from generator.core.paper import Box
from generator.games.metals import examples
from generator.games.metals.examples import Example
from generator.games.metals.factions import Faction
from generator.games.metals.sheets.blocks import Part, column, paragraphs, row, spread
from generator.games.metals.sheets.rules_page import STRONG, Leaf
from generator.games.metals.sheets.spaces import HUE
from generator.languages import load_language, localized
from generator.layout import theme
from generator.layout.page import Art, Item, Line
from generator.layout.text import Style, wrap

EMBLEM = 0.95  # the side of an emblem in the table, in spaces
DUEL = 0.95  # the side of a space in the table, in spaces of other figures
ROW_PAD = 1.0


def introduction(leaf: Leaf) -> Part:
    """What changes with factions, beside the sides of a Metal if any faction asks for them."""
    target = leaf.figures.target.factions
    texts = [
        f"**{leaf.say('factions.later')}** {leaf.say('factions.what')}",
        leaf.say("factions.count"),
        leaf.say("factions.target", target=target),
    ]
    heading, turn = leaf.heading("factions.head"), leaf.say("factions.turn")
    shown = examples.from_all_sides(leaf.figures)
    if shown is None:
        return leaf.under(heading, leaf.prose([*texts, turn], leaf.width))
    sides = _sides(leaf, shown)
    attacker = shown.position.metals[shown.assaults[0].attacker]
    name = _name(leaf, leaf.figures.factions[attacker.faction])
    texts.append(f"{leaf.say('factions.sides', faction=name)} {turn}")
    width = leaf.width - sides.width - leaf.gap
    return spread(leaf.under(heading, leaf.prose(texts, width)), sides, leaf.width)


def _sides(leaf: Leaf, shown: Example) -> Part:
    """Attacks from each side, with its name and what they gain."""
    labels = {}
    for assault in shown.assaults:
        side = leaf.say(f"factions.{assault.side}")
        gains = assault.gain and leaf.say("factions.gains", side=side, gain=assault.gain)
        labels[assault.attacker] = gains or side
    return leaf.figure(shown).named(labels, leaf.small._replace(colour="ink"))


def _name(leaf: Leaf, faction: Faction) -> str:
    return localized(faction.name, leaf.settings.language_code)


def table(leaf: Leaf) -> Part:
    """All factions in two columns: the emblem, the name, what gains points, such an attack."""
    rows = [_row(leaf, faction) for faction in leaf.figures.factions.values()]
    height = max(part.height for part in rows) + 2 * ROW_PAD
    half = (len(rows) + 1) // 2
    items: list[Item] = []
    for number, part in enumerate(rows):
        side, place = divmod(number, half)
        x, y = side * (leaf.half + leaf.gap), place * height
        tray = theme.hue_colour(HUE, "tray")
        items.append(Line(x, y, x + leaf.half, y, tray, theme.LINES["thin"]))
        items.append(part.at("faction", x, y + (height - part.height) / 2))
    return Part(tuple(items), leaf.width, half * height)


def _row(leaf: Leaf, faction: Faction) -> Part:
    side = EMBLEM * leaf.cell
    emblem = Part((Art(faction.art, Box(0, 0, side, side)),), side, side)
    duel = leaf.figure(examples.duel(leaf.figures, faction.key), DUEL).assaults()
    width = leaf.half - emblem.width - duel.width - 2 * 2.5
    language = load_language(leaf.settings.language_code)
    title = Style(1.1 * leaf.text.size, "title", "title", colour=STRONG)
    name = wrap(_name(leaf, faction), width, title)
    clause = faction.when.clause(language)
    gain = leaf.say("factions.gain", gain=faction.gain, clause=clause)
    words = column(
        [
            Part(name.items(0, 0), width, name.height),
            paragraphs([gain], width, leaf.text._replace(size=leaf.small.size, leading=1.15)),
        ],
        0.9,
    )
    return row([emblem, words, duel], 2.5, middle=True)
