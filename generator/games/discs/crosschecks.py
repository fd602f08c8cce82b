"""Check a set of the disc race against the art and the fonts there are, and its names and colours.

Input: the file of a set, the folders with its own art. Output: diagnostics at their places. The
models in definition.py check the values by themselves.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.core.diagnostics import Diagnostic
from generator.games.discs.definition import DiscSet
from generator.schema import set_checks
from generator.schema.set_checks import SetText, Translations
from generator.schema.set_files import SetFile

_ART_FOLDERS = {"shapes": "discs", "colours": "discs/marks"}
"""The folder of the pictures, below assets/, for each section of a set."""

_WHITE_FACES = {"wild", "wild_shapes"}
"""Art of the dice's white faces. It lies in the folder of the shapes."""

_FONTS = ("text", "bold")


def art_name(section: str, key: str) -> str:
    """The name of the art of a shape, or of a colour's mark."""
    return f"{_ART_FOLDERS[section]}/{key}"


def problems(file: SetFile[DiscSet], art_folders: Sequence[Path]) -> list[Diagnostic]:
    """Every problem of a set whose values are valid. `art_folders` hold the set's own art."""
    result = [
        *_colours_used_twice(file),
        *set_checks.missing_glyphs(file, printed_texts(file.content)),
    ]
    for section in _ART_FOLDERS:
        names = _names(file.content, section)
        result += set_checks.duplicate_names(file, section, names)
        result += _missing_art(file, section, art_folders)
        own_art = (art_name(section, key) for key in names if key not in _WHITE_FACES)
        result += set_checks.art_problems(own_art, art_folders, bitmaps=False)
    return result


def _names(disc_set: DiscSet, section: str) -> Mapping[str, Translations]:
    return {key: kind.name for key, kind in getattr(disc_set, section).items()}


def _colours_used_twice(file: SetFile[DiscSet]) -> Iterator[Diagnostic]:
    first_keys: dict[str, str] = {}
    for key, kind in file.content.colours.items():
        first_key = first_keys.setdefault(kind.colour, key)
        if kind.colour == "white":
            message = "this is the colour of the dice's white faces, choose another"
            yield file.source.problem(("colours", key, "colour"), message)
        if first_key != key:
            message = f"{first_key} has this colour too, give one of them another"
            yield file.source.problem(("colours", key, "colour"), message)


def printed_texts(disc_set: DiscSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), disc_set.title, _FONTS)
    for section in _ART_FOLDERS:
        for key, name in _names(disc_set, section).items():
            yield SetText((section, key, "name"), name, _FONTS)


def _missing_art(
    file: SetFile[DiscSet], section: str, art_folders: Sequence[Path]
) -> Iterator[Diagnostic]:
    for key in getattr(file.content, section):
        loc, name = (section, key), art_name(section, key)
        if key in _WHITE_FACES:
            message = "this is the white face of the dice, choose another name"
            yield file.source.problem(loc, message, key=True)
        elif not set_checks.find_art_file(name, art_folders):
            drawings = set_checks.drawing_names(_ART_FOLDERS[section], art_folders, (".svg",))
            choices = drawings - _WHITE_FACES
            yield set_checks.missing_art(
                file, loc, [name], choices, "; add it beside the set", folders=art_folders
            )
