"""Check the files of Metals against the art and the fonts there are.

Input: the files of the figures and of the set. Output: diagnostics at their places. The models in
definition.py check the values and the drawing of each file by themselves.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.metals.definition import Figures, MetalsSet
from generator.schema import set_checks
from generator.schema.set_checks import SetText
from generator.schema.set_files import SetFile

_EMBLEMS = "metals/emblems"
_FONTS = ("title",)


def problems(
    figures: SetFile[Figures], metals_set: SetFile[MetalsSet], art_folders: Sequence[Path]
) -> list[Diagnostic]:
    """Every problem of the two files. `art_folders` hold the sets' own art."""
    factions = figures.content.factions
    names = {key: faction.name for key, faction in factions.items()}
    return [
        *set_checks.duplicate_names(figures, "factions", names),
        *set_checks.missing_glyphs(figures, printed_names(figures.content)),
        *set_checks.missing_glyphs(metals_set, printed_texts(metals_set.content)),
        *_missing_art(figures, art_folders),
        *set_checks.art_problems((faction.art for faction in factions.values()), art_folders),
    ]


def printed_texts(metals_set: MetalsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), metals_set.title, _FONTS)


def printed_names(figures: Figures) -> Iterator[SetText]:
    """The names of the factions, which are the same in every language."""
    for key, faction in figures.factions.items():
        yield SetText(("factions", key, "name"), faction.name, _FONTS)


def _missing_art(figures: SetFile[Figures], art_folders: Sequence[Path]) -> Iterator[Diagnostic]:
    for key, faction in figures.content.factions.items():
        if not set_checks.find_art_file(faction.art, art_folders):
            drawings = set_checks.drawing_names(_EMBLEMS, art_folders)
            loc = ("factions", key)
            yield set_checks.missing_art(
                figures, loc, [faction.art], drawings, ", add it", folders=art_folders
            )
