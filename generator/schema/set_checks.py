"""What a set of any game can get wrong against the art and the fonts there are, and in its names.

Input: a set file, and what of it to look at. Output: Problems at their places. What the values
of one file can get wrong by themselves is checked by models.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic, near, quoted, shown
from generator.core.resources import ART_SUFFIXES, assets_dir, file_signature, find_art, sets_dir
from generator.core.yaml_source import Loc
from generator.schema.set_files import SetFile

Wording = Mapping[str, str]
"""A text by language, as fields.Localized has it."""

_COLOURLESS = "expected an SVG: its colour comes from the set"


class PrintedText(NamedTuple):
    """A text of a set: the keys that lead to it, and the roles of the fonts it is printed in."""

    loc: tuple[str | int, ...]
    wording: Wording
    roles: tuple[str, ...]


def unprintable(file: SetFile, texts: Iterable[PrintedText]) -> Iterator[Diagnostic]:
    """Characters no font of ours has; tests look after the shipped sets."""
    if file.path.is_relative_to(sets_dir()):
        return
    from generator.layout import fonts  # here: shipped sets need no fonts to be loaded

    for loc, wording, roles in texts:
        for code, text in wording.items():
            if lacking := sorted({char for role in roles for char in fonts.missing(role, text)}):
                listed = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in lacking)
                message = f"no font here has {listed}, use other characters"
                yield file.source.problem((*loc, code), message)


def same_names(file: SetFile, section: str, names: Mapping[str, Wording]) -> Iterator[Diagnostic]:
    """A name printed for two keys of a section in one language: nobody could tell them apart."""
    first: dict[tuple[str, str], str] = {}
    for key, wording in names.items():
        for code, name in wording.items():
            other = first.setdefault((code, name.casefold()), key)
            if other != key:
                message = f"{other} has this name too, give one of them another"
                yield file.source.problem((section, key, "name", code), message)


def art_file(name: str, folders: Iterable[Path]) -> Path | None:
    """The file of an art name, in one of the folders or shipped; None when there is none."""
    try:
        return find_art(name, folders)
    except FileNotFoundError:
        return None


def drawn(place: str, folders: Iterable[Path], endings: Iterable[str] = ART_SUFFIXES) -> set[str]:
    """What there are drawings of at a place such as "metals/emblems", the folders' and ours."""
    places = [folder / place for folder in (*folders, assets_dir())]
    files = (path for folder in places for end in endings for path in folder.glob(f"*{end}"))
    return {path.stem for path in files}


def missing_art(
    file: SetFile,
    loc: Loc,
    names: Sequence[str],
    known: Iterable[str],
    advice: str,
    key: bool = True,
    folders: Iterable[Path] = (),
) -> Diagnostic:
    """That there is no art of these names, which the key at `loc` (its value if not `key`) asks
    for. One of `known` may have been meant; where none is near, the message ends in `advice`. In
    the folders there may be a file of such a name that is none we read."""
    if other := next((path for name in names for path in _unread(name, folders)), None):
        end = f"; {shown(other)} must end in .svg, .png or .jpg, save it as one of these"
    elif close := near(names[0].rpartition("/")[2], sorted(known)):
        end = f", did you mean {quoted(close)}?"
    else:
        end = advice
    drawings = " and no ".join(f"{name}.svg" for name in names)
    return file.source.problem(loc, f"there is no drawing {drawings}{end}", key, "art")


def _unread(name: str, folders: Iterable[Path]) -> Iterator[Path]:
    """Files of an art's name that are not read: their ending is another."""
    files = (path for folder in folders for path in sorted(folder.glob(f"{name}.*")))
    return (path for path in files if path.suffix not in ART_SUFFIXES)


def bad_art(
    names: Iterable[str], folders: Sequence[Path], bitmaps: bool = True
) -> Iterator[Diagnostic]:
    """What breaks the rules in drawings beside a set; tests check the shipped ones.

    A bitmap has no rules to break, but must be one. Without `bitmaps` it is refused: no colour can
    be put into it.
    """
    for name in dict.fromkeys(names) if folders else ():
        path = art_file(name, folders)
        if path is None or not any(map(path.is_relative_to, folders)):
            continue
        if path.suffix == ".svg":
            yield from _breaches(path, file_signature(path))
        elif message := _unreadable(path) if bitmaps else _COLOURLESS:
            yield Diagnostic(shown(path), 0, 0, "", message, code="art")


def _unreadable(path: Path) -> str:
    """What keeps a bitmap from being read; "" if nothing does."""
    # Imported here: only sets with bitmaps of their own need Pillow.
    from generator.core.errors import ArtError
    from generator.pdf.bitmap import read_picture

    try:
        read_picture(path, file_signature(path), "full")
    except ArtError as error:
        return str(error).removeprefix(f"{path}: ")
    return ""


@lru_cache(maxsize=1024)
def _breaches(path: Path, _: tuple[int, ...]) -> tuple[Diagnostic, ...]:
    """What breaks the rules in a drawing; a large set takes half a second, and is read often."""
    # Imported here: sets without art of their own do not pay for it.
    from generator.schema.svg_rules import lint

    return tuple(lint(path))
