"""Check a Quads set against the fonts and the art there is.

Input: the file of a set, the folders with its own art. Output: diagnostics at their places. The
models in definition.py check the values by themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import PLAYERS, Mark
from generator.schema.set_checks import PrintedText, Wording, bad_art, same_names, unprintable
from generator.schema.set_files import SetFile


def problems(file: SetFile[QuadsSet], art_folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set. `art_folders` hold the set's own art."""
    triangles = [mark.art for mark in Mark]
    names: Mapping[str, Wording] = {player: file.chosen.owner(player).name for player in PLAYERS}
    return [
        *same_names(file, "owners", names),
        *unprintable(file, printed(file.chosen)),
        *bad_art(triangles, art_folders, bitmaps=False),
    ]


def printed(quads_set: QuadsSet) -> Iterator[PrintedText]:
    """Every printed text of a set, as the file has it."""
    yield PrintedText(("title",), quads_set.title, ("title",))
    for player in PLAYERS:
        yield PrintedText(("owners", player, "name"), quads_set.owner(player).name, ("title",))
