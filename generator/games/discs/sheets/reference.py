"""The rules in brief, on cards and on one page.

The examples show discs of the game; the rules say which of them match.
"""

from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.roll import DiscGame
from generator.games.discs.sheets import parts, rule_figures
from generator.languages import load_language, localized
from generator.layout import cards, theme
from generator.layout.booklet import Chapter, Picture
from generator.layout.box import BoxDesign
from generator.layout.page import Item, Oval, Page
from generator.layout.panels import (
    Bullet,
    CardDesign,
    Panel,
    Paragraph,
    booklet_pages,
    reference_page,
)

COVER_DISCS = 9


def card_pages(game: DiscGame, settings: Settings) -> list[Page]:
    """The cards. Raises TextOverflowError, PieceTooLargeError."""
    return cards.sheets(_panels(game, settings), _design(game, settings), settings)


def page(game: DiscGame, settings: Settings) -> Page:
    """The rules on one page, with how to make the game. Raises TextOverflowError."""
    say, code = load_language(settings.language_code).say, settings.language_code
    subtitle = say(
        "discs.subtitle", set=localized(game.disc_set.title, code), discs=len(game.discs)
    )
    panels = (*_panels(game, settings), _making(game, settings))
    return reference_page(panels, _design(game, settings), subtitle, settings)


def chapter(game: DiscGame, settings: Settings) -> Chapter:
    """The rules as a chapter of a booklet. Raises TextOverflowError."""
    design = _design(game, settings)
    subtitle = localized(game.disc_set.title, settings.language_code)
    panels = (*_panels(game, settings), _making(game, settings))
    sheet = booklet_pages(panels, design, subtitle, settings)
    pictures = _pictures(game, settings)
    return Chapter(design.game_name, design.hue, pictures, tuple(sheet))


def box_design(game: DiscGame, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("discs.name"),
        hue=parts.HUE,
        about=say("discs.box.about"),
        blurb=f"{say('discs.goal.aim')} {say('discs.rolling.race')}",
        nouns={"discs": "discs.box.discs", "dice": "discs.box.dice", "cards": "sheet.box.cards"},
        pictures=_pictures(game, settings),
        game_id=str(game.game_id),
        warning=say("discs.making.warning"),
    )


def _pictures(game: DiscGame, settings: Settings) -> tuple[Picture, ...]:
    """The pictures of the booklet's cover and of the box."""
    return tuple(partial(_picture, game, settings, number) for number in range(COVER_DISCS))


def _picture(game: DiscGame, settings: Settings, number: int, box: Box) -> tuple[Item, ...]:
    edge = Oval(box, "white", "ink", theme.LINES["frame"])
    disc = game.discs[number % len(game.discs)]
    return edge, *parts.disc(disc, box, game.disc_set, settings)


def _design(game: DiscGame, settings: Settings) -> CardDesign:
    card = game.disc_set.card
    name = load_language(settings.language_code).say("discs.name")
    return CardDesign(name, parts.HUE, parts.slug(game, settings), card.width, card.height)


def _panels(game: DiscGame, settings: Settings) -> tuple[Panel, ...]:
    """The panels, a side of a card each."""
    return (
        _goal(game, settings),
        _rolling(settings),
        _dice(game, settings),
        _example("exact", rule_figures.exact(game), game, settings),
        _example("wild", rule_figures.wild(game), game, settings),
        _ending(settings),
    )


def _goal(game: DiscGame, settings: Settings) -> Panel:
    say = load_language(settings.language_code).say
    return Panel(
        say("discs.goal.title"),
        (
            Paragraph(say("discs.goal.about")),
            rule_figures.some_discs(game, 2, settings),
            Paragraph(say("discs.goal.aim")),
            Paragraph(say("discs.goal.setup")),
            Paragraph(say("discs.goal.disc", count=game.disc_set.symbols)),
        ),
    )


def _rolling(settings: Settings) -> Panel:
    say = load_language(settings.language_code).say
    steps = ("first", "race", "hand", "both", "next")
    bullets = tuple(Bullet(say(f"discs.rolling.{step}")) for step in steps)
    return Panel(say("discs.rolling.title"), bullets)


def _dice(game: DiscGame, settings: Settings) -> Panel:
    say = load_language(settings.language_code).say
    return Panel(
        say("discs.dice.title"),
        (rule_figures.key(game, settings), Paragraph(say("discs.dice.both_white"))),
    )


def _example(kind: str, example: rule_figures.Example, game: DiscGame, settings: Settings) -> Panel:
    say = load_language(settings.language_code).say
    rule = Paragraph(say(f"discs.example.{kind}.rule"))
    figure = rule_figures.example(example, game, settings)
    return Panel(say(f"discs.example.{kind}.title"), (rule, figure))


def _ending(settings: Settings) -> Panel:
    say = load_language(settings.language_code).say
    notes = ("ending.wrong", "ending.end", "ending.young", "making.warning")
    return Panel(
        say("discs.ending.title"), tuple(Paragraph(say(f"discs.{note}")) for note in notes)
    )


def _making(game: DiscGame, settings: Settings) -> Panel:
    say, diameter = load_language(settings.language_code).say, parts.diameter(game, settings)
    return Panel(
        say("discs.making.title"),
        (
            Paragraph(say("discs.making.parts", count=game.disc_set.discs, diameter=diameter)),
            Paragraph(say("discs.making.card")),
            Paragraph(say("discs.making.sheets")),
        ),
    )
