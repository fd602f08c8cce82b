"""What a set can get wrong against the fonts and the art there is.

Input: the file of a set, the folders with its own art. Output: located problems. What the file
alone can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.diagnostics import Diagnostic
from generator.games.quads.pieces import PLAYERS, Mark
from generator.schema.set_checks import SetText, art_problems, duplicate_names, missing_glyphs
from generator.schema.set_files import SetFile

if TYPE_CHECKING:
    from generator.games.quads.definition import QuadsSet


def problems(file: "SetFile[QuadsSet]", folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set; `folders` are those with art of its own."""
    triangles = [mark.art for mark in Mark]
    names = {player: file.chosen.owner(player).name for player in PLAYERS}
    return [
        *duplicate_names(file, "owners", names),
        *missing_glyphs(file, printed(file.chosen)),
        *art_problems(triangles, folders, bitmaps=False),
    ]


def printed(chosen: "QuadsSet") -> Iterator[SetText]:
    """Every text of a set as it is written there."""
    yield SetText(("title",), chosen.title, ("title",))
    for player in PLAYERS:
        yield SetText(("owners", player, "name"), chosen.owner(player).name, ("title",))
