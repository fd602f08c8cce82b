"""Checks that sets of all games share: fonts, names and art.

What the values of one file can get wrong by themselves is checked by models.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.core.diagnostics import Diagnostic, display_path, near, quoted
from generator.core.resources import ART_SUFFIXES, assets_dir, file_signature, find_art, sets_dir
from generator.core.yaml_source import Loc
from generator.schema.set_files import SetFile

Translations = Mapping[str, str]
"""A text by language, as fields.LocalizedText has it."""

_NEEDS_SVG = "expected an SVG: its colour comes from the set"


class SetText(NamedTuple):
    """A text of a set: the keys that lead to it, and the roles of the fonts it is printed in."""

    loc: tuple[str | int, ...]
    translations: Translations
    font_roles: tuple[str, ...]


# SetFile[Any] below: a file of any game, of which only the source is read.


def missing_glyphs(file: SetFile[Any], texts: Iterable[SetText]) -> Iterator[Diagnostic]:
    """Characters that no font has; tests check the shipped sets."""
    if file.path.is_relative_to(sets_dir()):
        return
    from generator.layout import fonts  # here: shipped sets need no fonts to be loaded

    for loc, translations, roles in texts:
        for code, text in translations.items():
            if missing := sorted({char for role in roles for char in fonts.missing(role, text)}):
                characters = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
                message = f"no font here has {characters}, use other characters"
                yield file.source.problem((*loc, code), message)


def duplicate_names(
    file: SetFile[Any], section: str, names: Mapping[str, Translations]
) -> Iterator[Diagnostic]:
    """Names that two keys of a section share in a language: nobody could tell the two apart."""
    first_keys: dict[tuple[str, str], str] = {}
    for key, translations in names.items():
        for code, name in translations.items():
            first = first_keys.setdefault((code, name.casefold()), key)
            if first != key:
                message = f"{first} has this name too, give one of them another"
                yield file.source.problem((section, key, "name", code), message)


def find_art_file(name: str, folders: Iterable[Path]) -> Path | None:
    """The file with art of a name, in one of the folders or shipped; None if there is none."""
    try:
        return find_art(name, folders)
    except FileNotFoundError:
        return None


def drawing_names(
    art_folder: str, folders: Iterable[Path], endings: Iterable[str] = ART_SUFFIXES
) -> set[str]:
    """The names of all drawings in a folder of art such as "metals/emblems", own and shipped."""
    places = [folder / art_folder for folder in (*folders, assets_dir())]
    files = (path for place in places for ending in endings for path in place.glob(f"*{ending}"))
    return {path.stem for path in files}


def missing_art(
    file: SetFile[Any],
    loc: Loc,
    names: Sequence[str],
    known: Iterable[str],
    advice: str,
    key: bool = True,
    folders: Iterable[Path] = (),
) -> Diagnostic:
    """The problem that there is no art of these names, which the key at `loc` (its value if not
    `key`) asks for.

    The message suggests one of the `known` names, or else ends in `advice`. If one of the folders
    has a file of such a name with another ending, it says so.
    """
    if other := next((path for name in names for path in _other_endings(name, folders)), None):
        end = f"; {display_path(other)} must end in .svg, .png or .jpg, save it as one of these"
    elif similar := near(names[0].rpartition("/")[2], sorted(known)):
        end = f", did you mean {quoted(similar)}?"
    else:
        end = advice
    drawings = " and no ".join(f"{name}.svg" for name in names)
    return file.source.problem(loc, f"there is no drawing {drawings}{end}", key, "art")


def _other_endings(name: str, folders: Iterable[Path]) -> Iterator[Path]:
    """Files of an art's name whose ending is not one of art."""
    files = (path for folder in folders for path in sorted(folder.glob(f"{name}.*")))
    return (path for path in files if path.suffix not in ART_SUFFIXES)


def art_problems(
    names: Iterable[str], folders: Sequence[Path], bitmaps: bool = True
) -> Iterator[Diagnostic]:
    """What breaks the rules in art beside a set; tests check the shipped art.

    A bitmap has no rules to break but must be readable. Without `bitmaps` it is refused, because it
    cannot be coloured.
    """
    for name in dict.fromkeys(names) if folders else ():
        path = find_art_file(name, folders)
        if path is None or not any(map(path.is_relative_to, folders)):
            continue
        if path.suffix == ".svg":
            yield from _svg_problems(path, file_signature(path))
        elif message := _bitmap_problem(path) if bitmaps else _NEEDS_SVG:
            yield Diagnostic(display_path(path), 0, 0, "", message, code="art")


def _bitmap_problem(path: Path) -> str:
    """Why a bitmap cannot be read; "" if it can."""
    # Imported here: only sets with bitmaps of their own need Pillow.
    from generator.core.errors import ArtError
    from generator.pdf.bitmap import read_picture

    try:
        read_picture(path, file_signature(path), "full")
    except ArtError as error:
        return str(error).removeprefix(f"{path}: ")
    return ""


@lru_cache(maxsize=1024)
def _svg_problems(path: Path, signature: tuple[int, ...]) -> tuple[Diagnostic, ...]:
    """What breaks the rules in a drawing. A large set takes half a second and is read often, so
    the result is kept until the file's signature changes."""
    # Imported here: sets without art of their own do not pay for it.
    from generator.schema.svg_rules import lint

    return tuple(lint(path))
