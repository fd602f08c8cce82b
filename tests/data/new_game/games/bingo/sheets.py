"""The sheets of bingo: a board, and the rules."""

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.bingo.definition import SIDE, Bingo
from generator.languages import load_language
from generator.layout.flow import paragraphs, stack_items
from generator.layout.page import Item, Page, Rect
from generator.layout.text import Style, fitted_line, line

_TITLE, _TEXT, _ID = Style(24, "title", "title"), Style(13), Style(9)
_EDGE, _GAP, _PADDING = 10.0, 6.0, 2.0  # mm


def board(bingo: Bingo, settings: Settings) -> Page:
    """A square for each word. Raises TextOverflowError for a word that is too long."""
    area = settings.paper.area.inset(_EDGE)
    title = line(load_language(settings.language_code).say("bingo.name"), _TITLE)
    items: list[Item] = [*title.items(area.x, area.y)]
    items += line(str(bingo.game_id), _ID).items(area.x, area.bottom - 5)
    side = min(area.w, area.h - title.height - 2 * _GAP - 5) / SIDE
    for number, word in enumerate(bingo.words(settings.language_code)):
        row, column = divmod(number, SIDE)
        top = area.y + title.height + _GAP
        square = Box(area.x + column * side, top + row * side, side, side)
        text = fitted_line(word, side - 2 * _PADDING, _TEXT)
        items += (Rect(square, None, "ink", 1.0), *text.centred_on(*square.centre))
    return Page(settings.paper, tuple(items), "board")


def rules(bingo: Bingo, settings: Settings) -> Page:
    """How it is played."""
    language, area = load_language(settings.language_code), settings.paper.area.inset(_EDGE)
    title = line(f"{language.say('bingo.name')}: {language.say('bingo.page.sheets.rules')}", _TITLE)
    texts = [language.say(f"bingo.rules.{name}") for name in ("start", "cross", "end")]
    text = paragraphs(texts, area.w, _TEXT, _GAP / 2)
    game_id = paragraphs([str(bingo.game_id)], area.w, _ID, 0)
    items = stack_items((title, text, game_id), _GAP, area.x, area.y)
    return Page(settings.paper, items, "rules")
