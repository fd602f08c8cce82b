"""What a set can get wrong against the fonts and the art there is.

Input: the file of a set, the folders with its own art. Output: located problems. What the file
alone can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.definitions.files import SetFile
from generator.definitions.problems import Problem
from generator.games.quads.pieces import Mark
from generator.resources import find_art, sets_dir


def problems(file: SetFile, art_dirs: Sequence[Path]) -> list[Problem]:
    """Every problem of a set; the tests look after the shipped ones."""
    if file.path.is_relative_to(sets_dir()):
        return []
    return [*_unprintable(file), *_bad_art(art_dirs)]


def _unprintable(file: SetFile) -> Iterator[Problem]:
    """Characters no font of ours has."""
    from generator.draw import fonts  # here: shipped sets need no fonts to be loaded

    for *loc, texts in _printed(file):
        for code, text in texts.items():
            if lacking := fonts.missing("title", text):
                shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in lacking)
                words = f"no font here has {shown}, use other characters"
                yield file.source.problem((*loc, code), words)


def _printed(file: SetFile) -> Iterator[tuple]:
    """Every text of a set: the keys that lead to it, then the text in its languages."""
    yield "title", file.chosen.title
    for player in ("light", "dark"):
        yield "owners", player, "name", getattr(file.chosen.owners, player).name


def _bad_art(folders: Sequence[Path]) -> Iterator[Problem]:
    """What breaks the rules in triangles drawn beside the set."""
    for mark in Mark:
        path = find_art(mark.art, folders)
        if path.suffix == ".svg" and any(map(path.is_relative_to, folders)):
            from generator.definitions.svg_rules import lint  # here: few draw their own

            yield from lint(path)
