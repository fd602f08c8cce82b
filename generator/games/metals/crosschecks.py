"""What the files of Metals can get wrong against the art and the fonts there are.

Input: the files of figures and set. Output: located problems. What the numbers and the drawing
of one file can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.diagnostics import Diagnostic
from generator.schema import set_checks
from generator.schema.set_checks import SetText
from generator.schema.set_files import SetFile

if TYPE_CHECKING:
    from generator.games.metals.definition import Figures, MetalsSet

_EMBLEMS = "metals/emblems"
_FONTS = ("title",)


def problems(
    figures: "SetFile[Figures]", chosen: "SetFile[MetalsSet]", folders: Sequence[Path]
) -> list[Diagnostic]:
    """Every problem of the two files; `folders` are those with art of their own."""
    factions = figures.chosen.factions
    names = {key: faction.name for key, faction in factions.items()}
    return [
        *set_checks.duplicate_names(figures, "factions", names),
        *set_checks.missing_glyphs(figures, printed_names(figures.chosen)),
        *set_checks.missing_glyphs(chosen, printed(chosen.chosen)),
        *_missing_art(figures, folders),
        *set_checks.art_problems((faction.art for faction in factions.values()), folders),
    ]


def printed(chosen: "MetalsSet") -> Iterator[SetText]:
    """Every text of a set as it is written there."""
    yield SetText(("title",), chosen.title, _FONTS)


def printed_names(figures: "Figures") -> Iterator[SetText]:
    """The names of the factions, which are the same in every language."""
    for key, faction in figures.factions.items():
        yield SetText(("factions", key, "name"), faction.name, _FONTS)


def _missing_art(figures: "SetFile[Figures]", folders: Sequence[Path]) -> Iterator[Diagnostic]:
    for key, faction in figures.chosen.factions.items():
        if not set_checks.find_art_file(faction.art, folders):
            known = set_checks.drawing_names(_EMBLEMS, folders)
            loc = ("factions", key)
            yield set_checks.missing_art(
                figures, loc, [faction.art], known, ", add it", folders=folders
            )
