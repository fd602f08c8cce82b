"""What the studio's workers do: each function gets and returns what a process can be sent.

Paths are files of the stage (see drafts.py) or shipped ones; messages name them as they lie there,
which the caller puts right.
"""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring import diff
from generator.authoring.validate import validate
from generator.core.diagnostics import Diagnostic
from generator.core.errors import EXPECTED_ERRORS, OptionError
from generator.games.parts import authoring_support
from generator.languages import languages, load_language
from generator.web.backend import SheetPdf, print_sheet
from generator.web.catalogue import catalogue
from generator.web.files import Files, print_files


def prepare() -> None:
    """Nothing: a process that can do this has loaded what it needs."""


def choices(language_code: str, sets_dirs: Sequence[Path]) -> dict[str, Any]:
    """The choices of the page. Any: JSON. Raises OptionError, DefinitionError."""
    _check_language(language_code)
    return catalogue(language_code, sets_dirs)


def sheet(query: Mapping[str, Any], sets_dirs: Sequence[Path], plays: bool) -> SheetPdf:
    """The sheet of a query of the page. Any: JSON. Raises GeneratorError."""
    return print_sheet(query, sets_dirs, plays)


def sheet_files(query: Mapping[str, Any], sets_dirs: Sequence[Path], plays: bool) -> Files:
    """The files of a query of the page. Any: JSON. Raises GeneratorError."""
    return print_files(query, sets_dirs, plays)


def problems(file: Path, sets_dirs: Sequence[Path]) -> list[Diagnostic]:
    """Everything that `validate` says of a file."""
    return list(validate([file], sets_dirs))


def legend(
    game: str, sets: Sequence[str], size: str, language_code: str, sets_dirs: Sequence[Path]
) -> list[dict[str, Any]]:
    """The types of some sets with the odds of their variants. Any: JSON. Raises OptionError,
    DefinitionError."""
    _check_language(language_code)
    contract = games.game(game)
    definition = contract.load(sets or contract.default_sets, sets_dirs)
    types = authoring_support(game).legend(
        definition, size or contract.default_size, load_language(language_code)
    )
    return [
        {**kind._asdict(), "variants": [variant._asdict() for variant in kind.variants]}
        for kind in types
    ]


def _check_language(code: str) -> None:
    if code not in languages():
        raise OptionError(f"language {code!r}: expected {', '.join(languages())}")


class Changes(NamedTuple):
    """How a file differs from the saved one: as lines of a unified diff, and in words; `error`
    says why there are no words, such as mistakes in either version."""

    lines: list[str]
    rows: list[str]
    error: str = ""


def changes(file: Path, saved: Path, sets_dirs: Sequence[Path]) -> Changes:
    """How a file of the stage differs from the saved one. Raises OSError."""
    old_text = saved.read_text("utf-8") if saved.is_file() else ""
    lines = difflib.unified_diff(
        old_text.splitlines(), file.read_text("utf-8").splitlines(), "saved", "now", lineterm=""
    )
    if not saved.is_file():
        return Changes(list(lines), [], "this file has not been saved yet")
    try:
        rows = str(diff.compare_files(saved, file, sets_dirs)).splitlines()[2:]
    except EXPECTED_ERRORS as error:
        return Changes(list(lines), [], str(error))
    return Changes(list(lines), rows)
