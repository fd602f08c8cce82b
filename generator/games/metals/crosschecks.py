"""What the files of Metals can get wrong against the art and the fonts there are.

Input: the files of figures and set. Output: located problems. What the numbers and the drawing
of one file can get wrong is checked by the models in definition.py.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from generator.definitions.files import SetFile
from generator.definitions.problems import Problem, near, quoted
from generator.definitions.source import Loc
from generator.resources import assets_dir, find_art, sets_dir

if TYPE_CHECKING:
    from generator.games.metals.definition import Figures, MetalsSet

_EMBLEMS = "metals/emblems"


def problems(
    figures: "SetFile[Figures]", chosen: "SetFile[MetalsSet]", folders: Sequence[Path]
) -> list[Problem]:
    """Every problem of the two files; `folders` are those with art of their own."""
    return [
        *_same_names(figures),
        *_unprintable(figures, chosen),
        *_missing_art(figures, folders),
        *_bad_art(figures, folders),
    ]


def _same_names(figures: "SetFile[Figures]") -> Iterator[Problem]:
    """A name printed twice in one language: nobody could say whose power is meant."""
    first: dict[tuple[str, str], str] = {}
    for key, faction in figures.chosen.factions.items():
        for code, name in faction.name.items():
            other = first.setdefault((code, name.casefold()), key)
            if other != key:
                message = f"{other} has this name too, give one of them another"
                yield figures.source.problem(("factions", key, "name", code), message)


def _unprintable(*files: SetFile) -> Iterator[Problem]:
    """Characters no font of ours has; tests look after the shipped sets."""
    for file in files:
        if file.path.is_relative_to(sets_dir()):
            continue
        from generator.draw import fonts  # here: shipped sets need no fonts to be loaded

        for loc, text in _printed(file):
            if lacking := fonts.missing("title", text):
                shown = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in lacking)
                yield file.source.problem(loc, f"no font here has {shown}, use other characters")


def _printed(file: SetFile) -> Iterator[tuple[Loc, str]]:
    """Every text of a file that is printed, and its place."""
    for code, text in getattr(file.chosen, "title", {}).items():
        yield ("title", code), text
    for key, faction in getattr(file.chosen, "factions", {}).items():
        for code, text in faction.name.items():
            yield ("factions", key, "name", code), text


def _missing_art(figures: "SetFile[Figures]", folders: Sequence[Path]) -> Iterator[Problem]:
    for key, faction in figures.chosen.factions.items():
        if _found(faction.art, folders) is None:
            close = near(key, _all_emblems(folders))
            advice = f"did you mean {quoted(close)}?" if close else "add it"
            message = f"there is no drawing {faction.art}.svg, {advice}"
            yield figures.source.problem(("factions", key), message, key=True)


def _bad_art(figures: "SetFile[Figures]", folders: Sequence[Path]) -> Iterator[Problem]:
    """What breaks the rules in drawings beside the files; tests check the shipped ones."""
    for faction in figures.chosen.factions.values() if folders else ():
        path = _found(faction.art, folders)
        if path and path.suffix == ".svg" and any(map(path.is_relative_to, folders)):
            # Imported here: figures without art of their own do not pay for it.
            from generator.definitions.svg_rules import lint

            yield from lint(path)


def _found(art: str, folders: Sequence[Path]) -> Path | None:
    try:
        return find_art(art, folders)
    except FileNotFoundError:
        return None


def _all_emblems(folders: Sequence[Path]) -> list[str]:
    """The names of all emblems there are drawings of."""
    places = [folder / _EMBLEMS for folder in (*folders, assets_dir())]
    return sorted({path.stem for place in places for path in place.glob("*.svg")})
