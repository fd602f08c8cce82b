"""The texts of a set, and where in its files a printed text comes from."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError, PieceTooLargeError, TextOverflowError
from generator.core.yaml_source import Loc
from generator.languages import Language
from generator.schema.set_files import GameDefinition, SetFile


class Place(NamedTuple):
    """A value in a file of a set, or its key."""

    file: SetFile[Any]  # of any game: only its source is read here
    loc: Loc
    key: bool = False

    def warning(self, message: str, code: str) -> Diagnostic:
        """A warning at this place."""
        return self.file.source.problem(self.loc, message, self.key, code, "warning")

    def error(self, message: str, code: str) -> Diagnostic:
        """An error at this place."""
        return self.file.source.problem(self.loc, message, self.key, code)


class PrintedText(NamedTuple):
    """A text in markup as it is given to a layout, and the key that it comes from."""

    text: str
    place: Place


class TranslatableText(NamedTuple):
    """A text by language. A proper name is the same in every language."""

    translations: Mapping[str, str]
    place: Place
    proper_name: bool = False


def overflow_at_source(
    error: TextOverflowError | PieceTooLargeError,
    definition: GameDefinition,
    printed_texts: Iterable[PrintedText],
    language: Language,
) -> DefinitionError | None:
    """The same error at its place in a set; None where neither a key nor a text is known."""
    if size := size_place(error, definition):
        return DefinitionError([size.error(str(error), "does-not-fit")])
    if isinstance(error, PieceTooLargeError):
        return None
    source = source_of(error.text, printed_texts, language)
    if source is None:
        return None
    if error.text in str(error):
        message = f"too long: {error}"
    else:
        message = f"{error}; {error.advice or 'shorten this text'}"
    return DefinitionError([source.place.error(message, "text-too-long")])


def size_place(
    error: TextOverflowError | PieceTooLargeError, definition: GameDefinition
) -> Place | None:
    """Where a set gives the size that leaves too little room, if the error knows the key."""
    files = [file for file in definition.files if error.key and error.key[0] in file.source.data]
    return Place(files[-1], error.key) if files else None


def source_of(
    text: str, printed_texts: Iterable[PrintedText], language: Language
) -> PrintedText | None:
    """The longest of the printed texts that equals the text or stands in it as whole words."""
    words = _plain_words(text, language)
    matches = [
        printed
        for printed in (printed_texts if text else ())
        if f" {_plain_words(printed.text, language)} " in f" {words} "
    ]
    return max(matches, key=lambda printed: len(_plain_words(printed.text, language)), default=None)


def _plain_words(markup: str, language: Language) -> str:
    """The words of a text, separated by single spaces, whatever is printed between them."""
    return " ".join(re.findall(r"\w+", language.typeset(markup.replace("[points]", ""))))
