"""The rules on reference cards, and the same on one page.

Input: a rolled game, settings. Output: pages. Every figure's verdicts are those of the rules.
"""

from functools import partial

from generator.games.base import Settings
from generator.games.quads.figures import FIGURES
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import figures, parts
from generator.games.quads.wording import rule, slug
from generator.layout import cards as layout
from generator.layout.cards import Bullet, Element, Figure, Look, Panel
from generator.layout.page import Page

# What stands on each side of a card, from top to bottom: sentences, "• " before those of a list,
# and figures, which have a "figure " before their name; "pieces" shows them all.
PANELS = {
    "setup": ("aim", "lots", "pieces", "first", "figure first_turn"),
    "placing": ("turn", "• solid", "• lines", "figure matching"),
    "touching": ("both", "figure light_and_dark", "several", "figure several", "end"),
    "variants": ("hidden", "frame", "figure frame", "time"),
}


def cards(quads: Quads, settings: Settings) -> list[Page]:
    """Cards, front and back. Raises TextTooLong, DoesNotFit."""
    return layout.sheets(_panels(quads, settings, 2), _look(quads, settings), settings)


def page(quads: Quads, settings: Settings) -> Page:
    """The one page. Raises TextTooLong."""
    about = settings.language.say("quads.about")
    return layout.page(_panels(quads, settings, 3), _look(quads, settings), about, settings)


def _look(quads: Quads, settings: Settings) -> Look:
    card = quads.chosen.card
    name = settings.language.say("game.quads")
    return Look(name, parts.HUE, slug(quads, settings), card.width, card.height)


def _panels(quads: Quads, settings: Settings, rows: int) -> list[Panel]:
    """All panels; the figure of all pieces has so many rows."""
    return [
        Panel(
            rule(quads, settings, f"{name}.head"),
            tuple(_element(f"{name}.{entry}", quads, settings, rows) for entry in entries),
        )
        for name, entries in PANELS.items()
    ]


def _element(entry: str, quads: Quads, settings: Settings, rows: int) -> Element:
    section, _, name = entry.partition(".")
    match name.split(" "):
        case ["pieces"]:
            return Figure(partial(figures.all_pieces, quads.chosen, settings, rows))
        case ["figure", figure]:
            return Figure(partial(figures.drawn, FIGURES[figure], quads.chosen, settings))
        case ["•", key]:
            return Bullet(rule(quads, settings, f"{section}.{key}"))
    return rule(quads, settings, entry)
