"""Where in a set a printed text comes from.

Input: a text as a layout had it, a definition. Output: the place of the longest text of the
definition that is in it, or an error with that place.
"""

import re
from collections.abc import Iterable
from typing import Any

from generator.definitions.problems import BadDefinitions
from generator.desk.base import Printed
from generator.desk.games import desk
from generator.languages import Language
from generator.layout.text import TextTooLong


def located(
    error: TextTooLong, game: str, definition: Any, rolled: Any, language: Language
) -> BadDefinitions | None:
    """The same error at the place of its text; None where the text is no designer's."""
    found = source_of(error.text, game, definition, rolled, language)
    if found is None:
        return None
    message = f"too long: {error}" if error.text in str(error) else f"{error}; shorten this text"
    return BadDefinitions([found.place.error(message, "text-too-long")])


def source_of(
    text: str, game: str, definition: Any, rolled: Any, language: Language
) -> Printed | None:
    """The longest of a definition's texts that is the text, or in it as whole words."""
    known = desk(game).printed(definition, rolled, language) if text else ()
    return longest_in(words(text, language), known, language)


def longest_in(shown: str, known: Iterable[Printed], language: Language) -> Printed | None:
    """The longest of the texts that is in some words, as `words` gives them."""
    inside = [each for each in known if f" {words(each.text, language)} " in f" {shown} "]
    return max(inside, key=lambda each: len(words(each.text, language)), default=None)


def words(markup: str, language: Language) -> str:
    """A text as its words with a space between, whatever is printed between them."""
    return " ".join(re.findall(r"\w+", language.typeset(markup.replace("[points]", ""))))
