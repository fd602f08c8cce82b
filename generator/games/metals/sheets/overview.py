"""The sections of the rules sheet about factions: what changes, and a table of all factions.

Input: the layout of the sheet. Output: blocks. Beside the condition under which a faction gains
points stands an attack that meets it, found by means of the rules.
"""

from generator.core.paper import Box
from generator.games.metals import examples
from generator.games.metals.examples import Example
from generator.games.metals.factions import Faction
from generator.games.metals.sheets.rules_layout import STRONG, RulesLayout, prose
from generator.games.metals.sheets.spaces import HUE
from generator.languages import load_language, localized
from generator.layout import theme
from generator.layout.flow import Block, column, left_and_right, row
from generator.layout.page import Art, Item, Line
from generator.layout.text import Style, wrap

EMBLEM_SIDE = 0.95  # of an emblem in the table, as a share of a space's in other figures
DUEL_SCALE = 0.95  # the side of a space in the table, as a share of that
ROW_PADDING = 1.0


def introduction(layout: RulesLayout) -> Block:
    """What changes with factions; beside it the sides of a Metal, if a faction depends on them."""
    target = layout.figures.target.factions
    what = layout.say("factions.what")
    texts = [
        what if layout.game.factions else f"**{layout.say('factions.later')}** {what}",
        layout.say("factions.count"),
        layout.say("factions.target", target=target),
    ]
    heading, turn = layout.heading("factions.head"), layout.say("factions.turn")
    example = examples.from_all_sides(layout.figures)
    if example is None:
        return layout.section(heading, layout.prose([*texts, turn], layout.width))
    sides = _sides(layout, example)
    attacker = example.position.metals[example.assaults[0].attacker]
    assert attacker.faction is not None  # examples have a faction for every Metal
    name = _name(layout, layout.figures.factions[attacker.faction])
    texts.append(f"{layout.say('factions.sides', faction=name)} {turn}")
    width = layout.width - sides.width - layout.gap
    return left_and_right(layout.section(heading, layout.prose(texts, width)), sides, layout.width)


def _sides(layout: RulesLayout, example: Example) -> Block:
    """Attacks from each side, with its name and what they gain."""
    labels = {}
    for assault in example.assaults:
        side = layout.say(f"factions.{assault.side}")
        gains = assault.gain and layout.say("factions.gains", side=side, gain=assault.gain)
        labels[assault.attacker] = gains or side
    return layout.figure(example).labelled_assaults(labels, layout.small._replace(colour="ink"))


def _name(layout: RulesLayout, faction: Faction) -> str:
    return localized(faction.name, layout.settings.language_code)


def table(layout: RulesLayout) -> Block:
    """All factions in columns: emblem, name, what gains points, an attack that does."""
    rows = [_row(layout, faction) for faction in layout.figures.factions.values()]
    height = max(block.height for block in rows) + 2 * ROW_PADDING
    half = len(rows) if layout.is_narrow else (len(rows) + 1) // 2
    items: list[Item] = []
    for number, block in enumerate(rows):
        column_number, row_number = divmod(number, half)
        x, y = column_number * (layout.column_width + layout.gap), row_number * height
        tray = theme.hue_colour(HUE, "tray")
        items.append(Line(x, y, x + layout.column_width, y, tray, theme.LINES["thin"]))
        items.append(block.at(x, y + (height - block.height) / 2, "faction"))
    return Block(tuple(items), layout.width, half * height)


def _row(layout: RulesLayout, faction: Faction) -> Block:
    side = EMBLEM_SIDE * layout.cell
    emblem = Block((Art(faction.art, Box(0, 0, side, side)),), side, side)
    duel = layout.figure(examples.duel(layout.figures, faction.key), DUEL_SCALE).assaults()
    width = layout.column_width - emblem.width - duel.width - 2 * 2.5
    language = load_language(layout.settings.language_code)
    title = Style(1.1 * layout.text.size, "title", "title", colour=STRONG)
    name = wrap(_name(layout, faction), width, title)
    clause = faction.when.clause(language)
    gain = layout.say("factions.gain", gain=faction.gain, clause=clause)
    words = column(
        [
            Block(name.items(0, 0), width, name.height),
            prose([gain], width, layout.text._replace(size=layout.small.size, leading=1.15)),
        ],
        0.9,
    )
    return row([emblem, words, duel], 2.5, align="middle")
