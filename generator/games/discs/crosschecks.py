"""What a set can get wrong against the art and the fonts there are, and in its names.

Input: a definition and the file it was read from. Output: located problems. What the values
themselves can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.core.diagnostics import Diagnostic
from generator.schema import set_checks
from generator.schema.set_checks import SetText, Translations
from generator.schema.set_files import SetFile

if TYPE_CHECKING:
    from generator.games.discs.definition import DiscsDefinition, DiscSet

_ART = {"shapes": "discs", "colours": "discs/marks"}  # where a kind's pictures are
_WHITE = {"wild", "wild_shapes"}  # lie among the shapes: the white faces of the dice
_FONTS = ("text", "bold")


def art_name(section: str, key: str) -> str:
    """The art of a shape, or of a colour's mark, by its key."""
    return f"{_ART[section]}/{key}"


def problems(definition: "DiscsDefinition", file: "SetFile[DiscSet]") -> list[Diagnostic]:
    """Every problem of a set whose values are sound by themselves."""
    folders = definition.art_dirs
    result = [*_same_colours(file), *set_checks.missing_glyphs(file, printed(file.chosen))]
    for section in _ART:
        names = _names(file.chosen, section)
        result += set_checks.duplicate_names(file, section, names)
        result += _missing_art(file, section, folders)
        own = (art_name(section, key) for key in names if key not in _WHITE)
        result += set_checks.art_problems(own, folders, bitmaps=False)
    return result


def _names(chosen: "DiscSet", section: str) -> Mapping[str, Translations]:
    return {key: kind.name for key, kind in getattr(chosen, section).items()}


def _same_colours(file: "SetFile[DiscSet]") -> Iterator[Diagnostic]:
    first: dict[str, str] = {}
    for key, kind in file.chosen.colours.items():
        other = first.setdefault(kind.colour, key)
        if kind.colour == "white":
            message = "this is the colour of the dice's white faces, choose another"
            yield file.source.problem(("colours", key, "colour"), message)
        if other != key:
            message = f"{other} has this colour too, give one of them another"
            yield file.source.problem(("colours", key, "colour"), message)


def printed(chosen: "DiscSet") -> Iterator[SetText]:
    """Every text of a set as it is written there."""
    yield SetText(("title",), chosen.title, _FONTS)
    for section in _ART:
        for key, name in _names(chosen, section).items():
            yield SetText((section, key, "name"), name, _FONTS)


def _missing_art(
    file: "SetFile[DiscSet]", section: str, folders: Sequence[Path]
) -> Iterator[Diagnostic]:
    for key in getattr(file.chosen, section):
        loc, name = (section, key), art_name(section, key)
        if key in _WHITE:
            message = "this is the white face of the dice, choose another name"
            yield file.source.problem(loc, message, key=True)
        elif not set_checks.find_art_file(name, folders):
            known = set_checks.drawing_names(_ART[section], folders, (".svg",)) - _WHITE
            yield set_checks.missing_art(
                file, loc, [name], known, "; add it beside the set", folders=folders
            )
