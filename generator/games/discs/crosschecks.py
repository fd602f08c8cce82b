"""What a set can get wrong against the art and the fonts there are, and in its names.

Input: a definition and the file it was read from. Output: located problems. What the values
themselves can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.definitions.files import SetFile
from generator.definitions.problems import Problem, near, quoted
from generator.resources import assets_dir, find_art, sets_dir

if TYPE_CHECKING:
    from generator.games.discs.definition import DiscsDefinition, Shape

_ART = {"shapes": "discs", "colours": "discs/marks"}  # where a kind's pictures are
_WILD = "wild"  # lies among the shapes: the white face of both dice


def art_name(section: str, key: str) -> str:
    """The art of a shape, or of a colour's mark, by its key."""
    return f"{_ART[section]}/{key}"


def problems(definition: "DiscsDefinition", file: SetFile) -> list[Problem]:
    """Every problem of a set whose values are sound by themselves."""
    folders = definition.art_dirs
    result = [*_same_colours(file), *_unprintable(file)]
    for section in _ART:
        result += _same_names(file, section)
        result += _missing_art(file, section, folders)
        result += _bad_art(file, section, folders)
    return result


def _kinds(file: SetFile, section: str) -> Mapping[str, "Shape"]:
    return getattr(file.chosen, section)


def _same_names(file: SetFile, section: str) -> Iterator[Problem]:
    """A name printed for two shapes, or two colours, in one language."""
    first: dict[tuple[str, str], str] = {}
    for key, kind in _kinds(file, section).items():
        for code, name in kind.name.items():
            other = first.setdefault((code, name.casefold()), key)
            if other != key:
                message = f"{other} has this name too, give one of them another"
                yield file.source.problem((section, key, "name", code), message)


def _same_colours(file: SetFile) -> Iterator[Problem]:
    first: dict[str, str] = {}
    for key, kind in file.chosen.colours.items():
        other = first.setdefault(kind.colour, key)
        if other != key:
            message = f"{other} has this colour too, give one of them another"
            yield file.source.problem(("colours", key, "colour"), message)


def _unprintable(file: SetFile) -> Iterator[Problem]:
    """Characters no font of ours has; tests look after the shipped sets."""
    if file.path.is_relative_to(sets_dir()):
        return
    from generator.draw import fonts  # here: shipped sets need no fonts to be loaded

    for loc, text in _printed(file):
        if lacking := sorted({*fonts.missing("text", text), *fonts.missing("bold", text)}):
            shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in lacking)
            yield file.source.problem(loc, f"no font here has {shown}, use other characters")


def _printed(file: SetFile) -> Iterator[tuple[tuple[Any, ...], str]]:
    """Every text of a set with its place."""
    for code, text in file.chosen.title.items():
        yield ("title", code), text
    for section in _ART:
        for key, kind in _kinds(file, section).items():
            for code, text in kind.name.items():
                yield (section, key, "name", code), text


def _missing_art(file: SetFile, section: str, folders: tuple[Path, ...]) -> Iterator[Problem]:
    known = _drawn(section, folders)
    for key in _kinds(file, section):
        if key == _WILD:
            message = "this is the white face of the dice, choose another name"
            yield file.source.problem((section, key), message, key=True)
        elif key not in known:
            close = near(key, known)
            advice = f", did you mean {quoted(close)}?" if close else "; add it beside the set"
            message = f"there is no drawing {art_name(section, key)}.svg{advice}"
            yield file.source.problem((section, key), message, key=True)


def _drawn(section: str, folders: tuple[Path, ...]) -> set[str]:
    """The keys of all shapes, or marks, there are drawings of."""
    places = [folder / _ART[section] for folder in (*folders, assets_dir())]
    return {path.stem for place in places for path in place.glob("*.svg")} - {_WILD}


def _bad_art(file: SetFile, section: str, folders: tuple[Path, ...]) -> Iterator[Problem]:
    """What breaks the rules in drawings beside the set; tests check the shipped ones."""
    for key in _kinds(file, section) if folders else ():
        name = art_name(section, key)
        path = find_art(name, folders) if key in _drawn(section, folders) else None
        if path and any(map(path.is_relative_to, folders)):
            # Imported here: sets without art of their own do not pay for it.
            from generator.definitions.svg_rules import lint

            yield from lint(path)
