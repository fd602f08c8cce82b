"""Where in a set a printed text comes from.

Input: a text as a layout had it, a definition. Output: the place of the longest text of the
definition that is in it, or an error with that place. Cards that are too small are told at their
size.
"""

import re
from collections.abc import Iterable
from typing import Any

from generator.authoring.checks import Place, Printed
from generator.authoring.games import desk
from generator.core.errors import DefinitionError, TextOverflowError
from generator.languages import Language
from generator.layout.cards import CardOverflowError


def located(
    error: TextOverflowError, game: str, definition: Any, rolled: Any, language: Language
) -> DefinitionError | None:
    """The same error at the place of its text; None where the text is no designer's."""
    if card := card_of(error, definition):
        return DefinitionError([card.error(str(error), "does-not-fit")])
    found = source_of(error.text, game, definition, rolled, language)
    if found is None:
        return None
    if error.text in str(error):
        message = f"too long: {error}"
    else:
        message = f"{error}; {error.advice or 'shorten this text'}"
    return DefinitionError([found.place.error(message, "text-too-long")])


def card_of(error: TextOverflowError, definition: Any) -> Place | None:
    """Where the size of cards stands that are too small, if that is what is wrong."""
    if isinstance(error, CardOverflowError):
        files = [file for file in definition.files if "card" in file.source.data]
        return Place(files[-1], ("card",)) if files else None
    return None


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
