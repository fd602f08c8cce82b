"""The throws, one after the other.

Input: rolled throws, settings. Output: one page.
"""

from generator.core.settings import Settings
from generator.games.dice.roll import Throws
from generator.languages import load_language
from generator.layout import flow
from generator.layout.page import Page
from generator.layout.text import Style, line

_STYLE = Style(14)  # points
_GAP = 5.0  # mm between lines


def page(rolled: Throws, settings: Settings) -> Page:
    """A title, the numbers, the game ID."""
    language, area = load_language(settings.language_code), settings.paper.area
    title = language.say("dice.title", count=len(rolled.numbers))
    texts = (title, " ".join(map(str, rolled.numbers)), str(rolled.game_id))
    items = flow.stack_items([line(text, _STYLE) for text in texts], _GAP, area.x, area.y)
    return Page(settings.paper, items, "throws")
