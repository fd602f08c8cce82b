"""Translations that a set lacks.

Input: a definition. Output: a warning for each file and language in which texts are lacking, at the
first of them; one for all languages where a file has a single one. Proper names are the same in
every language.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.authoring.checks import Localized
from generator.authoring.games import desk
from generator.core.diagnostics import Diagnostic, quoted
from generator.languages import languages, localized

_NAMED = 3  # of the texts without a translation


def missing(game: str, definition: Any) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    texts = [text for text in desk(game).localized(definition) if not text.proper]
    for _, group in groupby(texts, key=lambda text: text.place.file.source.file):
        yield from _of_file(list(group))


def _of_file(texts: list[Localized]) -> Iterator[Diagnostic]:
    known = {code for text in texts for code in text.wording}
    if len(known) == 1 and len(texts) > 1:
        first, code = texts[0], next(iter(known))
        others = ", ".join(other for other in languages() if other != code)
        words = f"all texts here are in {code} only, which is printed in {others} too"
        yield first.place.warning(words, "translation")
        return
    for code in languages():
        if lacking := [text for text in texts if code not in text.wording]:
            first, *others = (quoted(localized(text.wording, code)) for text in lacking)
            words = f"no text in {code}, {first} is printed there"
            if others:
                named = f": {', '.join(others[:_NAMED])}{', ...' * (len(others) > _NAMED)}"
                words += f"; {len(others)} other texts lack it, too{named}"
                words = words.replace("1 other texts lack", "1 other text lacks")
            yield lacking[0].place.warning(words, "translation")
