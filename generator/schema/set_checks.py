"""What sets of all games share: their texts and where in a file one comes from, names, art."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator.core import resources
from generator.core.diagnostics import Diagnostic, display_path, near, quoted
from generator.core.errors import ArtError, DefinitionError, PieceTooLargeError, TextOverflowError
from generator.core.resources import ART_SUFFIXES, file_signature, find_art
from generator.core.yaml_source import Loc
from generator.languages import Language
from generator.layout.theme import WHITES
from generator.schema.set_files import GameDefinition, SetFile, art_dirs

Translations = Mapping[str, str]
"""A text by language, as fields.LocalizedText has it."""


class SetText(NamedTuple):
    """A text of a set: the keys that lead to it, and the roles of the fonts it is printed in."""

    loc: tuple[str | int, ...]
    translations: Translations
    font_roles: tuple[str, ...]


class Place(NamedTuple):
    """A value in a file of a set (Any: of any game), or its key."""

    file: SetFile[Any]
    loc: Loc
    key: bool = False

    def warning(self, message: str, code: str) -> Diagnostic:
        return self.file.source.problem(self.loc, message, self.key, code, "warning")

    def error(self, message: str, code: str) -> Diagnostic:
        return self.file.source.problem(self.loc, message, self.key, code)


class PrintedText(NamedTuple):
    """A text in markup as it is given to a layout, and the key that it comes from."""

    text: str
    place: Place


class TranslatableText(NamedTuple):
    """A text by language. A proper name is the same in every language."""

    translations: Mapping[str, str]
    place: Place
    proper_name: bool = False


def overflow_at_source(
    error: TextOverflowError | PieceTooLargeError,
    definition: GameDefinition,
    printed_texts: Iterable[PrintedText],
    language: Language,
) -> DefinitionError | None:
    """The same error at its place in a set; None where neither a key nor a text is known."""
    if (place := place_of(error, definition, printed_texts, language)) is None:
        return None
    if place.loc == error.key or isinstance(error, PieceTooLargeError):
        return DefinitionError([place.error(str(error), "does-not-fit")])
    has_text, advice = error.text in str(error), error.advice or "shorten this text"
    message = f"too long: {error}" if has_text else f"{error}; {advice}"
    return DefinitionError([place.error(message, "text-too-long")])


def place_of(
    error: TextOverflowError | PieceTooLargeError,
    definition: GameDefinition,
    printed_texts: Iterable[PrintedText],
    language: Language,
) -> Place | None:
    """Where a set gives the size that leaves too little room, if the error knows the key; else the
    longest of the printed texts that equals its text or stands in it as whole words."""

    def plain(markup: str) -> str:
        """The words with a space around each, whatever is printed between them."""
        words = re.findall(r"\w+", language.typeset(markup.replace("[points]", "")))
        return f" {' '.join(words)} "

    files = [file for file in definition.files if error.key and error.key[0] in file.source.data]
    if files or not (text := plain(getattr(error, "text", ""))).strip():
        return Place(files[-1], error.key) if files else None
    matches = [each for each in printed_texts if plain(each.text) in text]
    return max(matches, key=lambda each: len(plain(each.text))).place if matches else None


def unprintable(file: SetFile[Any], texts: Iterable[SetText]) -> Iterator[Diagnostic]:
    """Characters that no font has, and drawings of a theme that are not there or break the rules;
    tests check the shipped sets."""
    if file.path.is_relative_to(resources.sets_dir()):
        return
    theme, folders = getattr(file.content, "theme", None), art_dirs([file])
    for key, drawing in theme.drawings.items() if theme else ():
        look = f"{file.content.game}/look"
        if find_art_file(name := f"{look}/{drawing}", folders):
            yield from art_problems([name], folders, bitmaps=False)
        else:
            known = drawing_names(look, folders)
            yield missing_art(file, ("theme", key), [name], known, "; add it", False, folders)
    # Imported here: shipped sets need no fonts.
    from generator.layout.text import missing_characters

    for loc, translations, roles in texts:
        for code, text in translations.items():
            found = {char for role in roles for char in missing_characters(role, text)}
            if missing := sorted(found):
                characters = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
                message = f"no font here has {characters}, use other characters"
                yield file.source.problem((*loc, code), message)


def alike(file: SetFile[Any], section: str, kinds: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Names that two keys of a section share in a language, and colours if its values have some:
    nobody could tell the two apart; colours that nobody sees. Any: values with such fields."""
    first_keys: dict[tuple[str, str], str] = {}
    for key, kind in kinds.items():
        for code, name in kind.name.items():
            first = first_keys.setdefault((code, name.casefold()), key)
            if first != key:
                message = f"{first} has this name too, give one of them another"
                yield file.source.problem((section, key, "name", code), message)
        if colour := getattr(kind, "colour", ""):
            first, loc = first_keys.setdefault(("", colour), key), (section, key, "colour")
            if colour in WHITES:
                message = "this is not seen on white paper, choose another colour"
                yield file.source.problem(loc, message)
            if first != key and f"{section}.{first}.colour" not in file.mended:
                message = f"{first} has this colour too, give one of them another"
                yield file.source.problem(loc, message)


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
    places = [folder / art_folder for folder in (*folders, resources.assets_dir())]
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
    `key`) asks for. It suggests one of the `known` names, or else ends in `advice`."""
    others = (path for name in names for each in folders for path in sorted(each.glob(f"{name}.*")))
    if other := next((path for path in others if path.suffix not in ART_SUFFIXES), None):
        end = f"; {display_path(other)} must end in .svg, .png or .jpg, save it as one of these"
    elif similar := near(name := names[0].rpartition("/")[2], sorted({*known} - {name})):
        end = f", did you mean {quoted(similar)}?"
    else:
        end = advice
    drawings = " and no ".join(f"{name}.svg" for name in names)
    return file.source.problem(loc, f"there is no drawing {drawings}{end}", key, "art")


def art_problems(
    names: Iterable[str], folders: Sequence[Path], bitmaps: bool = True
) -> Iterator[Diagnostic]:
    """What breaks the rules in art beside a set; tests check the shipped art. A bitmap must only be
    readable; without `bitmaps` it is refused, because it cannot be coloured."""
    for name in dict.fromkeys(names) if folders else ():
        path = find_art_file(name, folders)
        if path is None or not any(map(path.is_relative_to, folders)):
            continue
        if path.suffix == ".svg":
            yield from _svg_problems(path, file_signature(path))
            continue
        from generator.pdf.bitmap import read_picture  # here: it needs Pillow

        try:
            if not bitmaps:
                raise ArtError("expected an SVG: its colour comes from the set")
            read_picture(path, file_signature(path), "full")
        except ArtError as error:
            message = str(error).removeprefix(f"{path}: ")
            yield Diagnostic(display_path(path), 0, 0, "", message, code="art")


@lru_cache(maxsize=1024)  # a set is read often: until the file's signature changes
def _svg_problems(path: Path, signature: tuple[int, ...]) -> tuple[Diagnostic, ...]:
    from generator.schema.svg_rules import lint  # here: sets without own art do not pay for it

    return tuple(lint(path))
