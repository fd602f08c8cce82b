"""Translations that a set lacks.

Input: a definition. Output: a warning for each file and language in which texts are missing, at the
first of them; a single one for a file that has only one language. Proper names are the same in
every language.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby

from generator.core.diagnostics import Diagnostic, quoted
from generator.games.parts import authoring_support
from generator.languages import languages, localized
from generator.schema.set_files import GameDefinition
from generator.schema.set_texts import TranslatableText

_MAX_QUOTED = 3  # texts quoted after the first


def missing_translations(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    support = authoring_support(game)
    texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    for _, texts_of_file in groupby(texts, key=lambda text: text.place.file.source.file):
        yield from _file_warnings(list(texts_of_file))


def _file_warnings(texts: Sequence[TranslatableText]) -> Iterator[Diagnostic]:
    codes = {code for text in texts for code in text.translations}
    if len(codes) == 1 and len(texts) > 1:
        (code,) = codes
        others = ", ".join(other for other in languages() if other != code)
        message = f"all texts here are in {code} only, which is printed in {others} too"
        yield texts[0].place.warning(message, "translation")
        return
    for code in languages():
        if missing := [text for text in texts if code not in text.translations]:
            yield missing[0].place.warning(_message(missing, code), "translation")


def _message(missing: Sequence[TranslatableText], code: str) -> str:
    first, *others = (quoted(localized(text.translations, code)) for text in missing)
    message = f"no text in {code}, {first} is printed there"
    if not others:
        return message
    subject = "1 other text lacks" if len(others) == 1 else f"{len(others)} other texts lack"
    more = ", ..." if len(others) > _MAX_QUOTED else ""
    return f"{message}; {subject} it, too: {', '.join(others[:_MAX_QUOTED])}{more}"
