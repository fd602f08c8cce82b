"""Check a Quads set against the fonts and the art there is.

Input: the file of a set, the folders with its own art. Output: diagnostics at their places. The
models in definition.py check the values by themselves.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import PLAYERS, Mark
from generator.schema.set_checks import (
    SetText,
    Translations,
    art_problems,
    duplicate_names,
    missing_glyphs,
)
from generator.schema.set_files import SetFile


def problems(file: SetFile[QuadsSet], art_folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set. `art_folders` hold the set's own art."""
    triangles = [mark.art for mark in Mark]
    names: dict[str, Translations] = {player: file.content.owner(player).name for player in PLAYERS}
    return [
        *duplicate_names(file, "owners", names),
        *missing_glyphs(file, printed_texts(file.content)),
        *art_problems(triangles, art_folders, bitmaps=False),
    ]


def printed_texts(quads_set: QuadsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), quads_set.title, ("title",))
    for player in PLAYERS:
        yield SetText(("owners", player, "name"), quads_set.owner(player).name, ("title",))
