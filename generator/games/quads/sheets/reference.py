"""The rules on reference cards, and the same on one page.

Every figure's verdicts are those of the rules.
"""

from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.examples import figures
from generator.games.quads.pieces import PLAYERS, RotatedPiece
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import parts, rule_figures
from generator.games.quads.sheets.parts import rule, slug
from generator.languages import load_language
from generator.layout import cards, theme
from generator.layout.booklet import Chapter, Picture
from generator.layout.box import BoxDesign
from generator.layout.page import Item, Page, Rect
from generator.layout.panels import (
    Bullet,
    CardDesign,
    Element,
    Figure,
    Panel,
    Paragraph,
    booklet_pages,
    reference_page,
)

# What stands on each side of a card, from top to bottom: sentences, "• " before those of a list,
# and figures, which have a "figure " before their name; "pieces" shows them all, "backs" what an
# opponent sees of them, "key" what solid sides are in line art.
PANELS = {
    "goal": ("aim", "end", "pieces", "hand", "neutral"),
    "setup": ("lots", "first", "figure first_turn"),
    "opposite": ("rule", "figure opposite"),
    "placing": ("turn", "figure several", "key"),
    "matching": ("• solid", "• lines", "both", "figure matching"),
    "frame": ("rule", "figure frame"),
    "variants": ("hidden", "backs", "time"),
}

COVER_PIECES = 9


def card_pages(quads: Quads, settings: Settings) -> list[Page]:
    """Cards, front and back. Raises TextOverflowError, PieceTooLargeError."""
    return cards.sheets(_panels(quads, settings), _design(quads, settings), settings)


def page(quads: Quads, settings: Settings) -> Page:
    """The one page. Raises TextOverflowError."""
    about = load_language(settings.language_code).say("quads.about")
    return reference_page(_panels(quads, settings), _design(quads, settings), about, settings)


def chapter(quads: Quads, settings: Settings) -> Chapter:
    """The rules as a chapter of a booklet. Raises TextOverflowError."""
    about = load_language(settings.language_code).say("quads.about")
    design = _design(quads, settings)
    sheet = booklet_pages(_panels(quads, settings), design, about, settings)
    pictures = _pictures(quads, settings)
    return Chapter(design.game_name, design.hue, pictures, tuple(sheet))


def box_design(quads: Quads, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("quads.name"),
        hue=parts.HUE,
        about=say("quads.about"),
        blurb=rule(quads, settings, "rules.goal.aim"),
        nouns={"pieces": "sheet.box.pieces", "cards": "sheet.box.cards"},
        pictures=_pictures(quads, settings),
        game_id=str(quads.game_id),
    )


def _pictures(quads: Quads, settings: Settings) -> tuple[Picture, ...]:
    """The pictures of the booklet's cover and of the box."""
    return tuple(partial(_picture, quads, settings, number) for number in range(COVER_PIECES))


def _picture(quads: Quads, settings: Settings, number: int, box: Box) -> tuple[Item, ...]:
    """A piece, of one player and the other in turn."""
    hand = quads.setup.hand(PLAYERS[number % len(PLAYERS)])
    piece = hand[(5 * number + 1) % len(hand)]
    look = parts.solid(piece.owner, quads.quads_set, settings)
    edge = Rect(box, None, "ink", theme.LINES["frame"])
    return parts.piece(RotatedPiece(piece, 0), look, box.x, box.y, box.w), edge


def _design(quads: Quads, settings: Settings) -> CardDesign:
    card = quads.quads_set.card
    name = load_language(settings.language_code).say("quads.name")
    copies = len(PLAYERS)
    return CardDesign(name, parts.HUE, slug(quads, settings), card.width, card.height, copies)


def _panels(quads: Quads, settings: Settings) -> list[Panel]:
    """The panels; without figures that the set has no need of, or no pieces for."""
    figures_of_set = figures(quads.setup)
    left_out = {"key"} if settings.tinted else set()
    left_out |= {
        entry
        for entries in PANELS.values()
        for entry in entries
        if entry.startswith("figure ") and entry.removeprefix("figure ") not in figures_of_set
    }
    sections = [name for name in PANELS if name != "opposite" or not quads.setup.may_be_opposite]
    return [
        Panel(
            rule(quads, settings, f"rules.{name}.head"),
            tuple(
                _element(name, entry, quads, settings)
                for entry in PANELS[name]
                if entry not in left_out
            ),
        )
        for name in sections
    ]


def _element(section: str, entry: str, quads: Quads, settings: Settings) -> Element:
    match entry.split(" "):
        case ["pieces"]:
            return Figure(partial(rule_figures.all_pieces, quads, settings))
        case ["backs"]:
            return Figure(partial(rule_figures.backs, quads.quads_set, settings))
        case ["key"]:
            return Figure(partial(rule_figures.solid_key, quads, settings))
        case ["figure", figure]:
            shown = figures(quads.setup)[figure]
            return Figure(partial(rule_figures.figure_block, shown, quads.quads_set, settings))
        case ["•", key]:
            return Bullet(rule(quads, settings, f"rules.{section}.{key}"))
    return Paragraph(rule(quads, settings, f"rules.{section}.{entry}"))
