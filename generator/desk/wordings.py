"""Translations that a set lacks.

Input: a definition. Output: a warning for each text that lacks a language which other texts of
its file have, or which the program prints. A file with one language only is told so once. Proper
names are the same in every language.
"""

from collections.abc import Iterator
from itertools import groupby
from typing import Any

from generator.definitions.problems import Problem, quoted
from generator.desk.base import Localized
from generator.desk.games import desk
from generator.languages import languages, localized


def missing(game: str, definition: Any) -> Iterator[Problem]:
    """Every warning, file by file."""
    texts = [text for text in desk(game).localized(definition) if not text.proper]
    for _, group in groupby(texts, key=lambda text: text.place.file.source.file):
        yield from _of_file(list(group))


def _of_file(texts: list[Localized]) -> Iterator[Problem]:
    known = {code for text in texts for code in text.wording}
    if len(known) == 1 and len(texts) > 1:
        first, code = texts[0], next(iter(known))
        others = ", ".join(other for other in languages() if other != code)
        words = f"all texts here are in {code} only, which is printed in {others} too"
        yield first.place.warning(words, "translation")
        return
    wanted = sorted(known.union(languages()))
    for text in texts:
        if lacking := [code for code in wanted if code not in text.wording]:
            shown = localized(text.wording, lacking[0])
            words = f"no text in {', '.join(lacking)}; {quoted(shown)} is printed there"
            yield text.place.warning(words, "translation")
