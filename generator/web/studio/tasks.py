"""What the studio's workers do: each function gets and returns what a process can be sent.

Paths are files of the stage (see drafts.py) or shipped ones; messages name them as they lie there,
which the caller puts right.
"""

import difflib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring import diff, diff_report, revisions
from generator.authoring.validate import validate
from generator.core.diagnostics import Diagnostic
from generator.core.errors import EXPECTED_ERRORS, OptionError, RevisionError
from generator.games.parts import authoring_support
from generator.languages import languages, load_language
from generator.schema.git_files import committed_file
from generator.web.backend import Printed, print_files, print_sheet
from generator.web.catalogue import catalogue

_COMPARED_SEEDS = 100  # rolls of both versions: about 0.2 s


def prepare() -> None:
    """Nothing: a process that can do this has loaded what it needs."""


def choices(language_code: str, sets_dirs: Sequence[Path]) -> dict[str, Any]:
    """The choices of the page. Any: JSON. Raises OptionError, DefinitionError."""
    _check_language(language_code)
    return catalogue(language_code, sets_dirs)


def sheet(query: Mapping[str, Any], sets_dirs: Sequence[Path], plays: bool) -> Printed:
    """The sheet of a query of the page. Any: JSON. Raises GeneratorError."""
    return print_sheet(query, sets_dirs, plays)


def sheet_files(query: Mapping[str, Any], sets_dirs: Sequence[Path], plays: bool) -> Printed:
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
    """How a file differs from an older version: as lines of a unified diff, and in words; `error`
    says why there are no words, such as mistakes in either version."""

    lines: list[str]
    rows: list[str]
    error: str = ""


def changes(file: Path, saved: Path, revision: str, sets_dirs: Sequence[Path]) -> Changes:
    """How a file of the stage differs from the saved one ("" for the revision), or from the one in
    a revision of git. Raises RevisionError, OSError."""
    old_text = saved.read_text("utf-8") if saved.is_file() else ""
    if revision:
        old_text = _committed_text(saved, revision)
    new_text = file.read_text("utf-8")
    lines = difflib.unified_diff(
        old_text.splitlines(), new_text.splitlines(), revision or "saved", "now", lineterm=""
    )
    return Changes(list(lines), *_in_words(file, saved, revision, sets_dirs))


def _committed_text(file: Path, revision: str) -> str:
    try:
        committed = committed_file(revision, f"./{file.name}", file.parent, ())
    except RevisionError as error:
        if "not a git repository" not in str(error):
            raise
        raise RevisionError("This folder is not in git.") from None
    return committed.content.decode(errors="replace")


def _in_words(
    file: Path, saved: Path, revision: str, sets_dirs: Sequence[Path]
) -> tuple[list[str], str]:
    """What differs, in words, or why that cannot be said."""
    try:
        if not revision and not saved.is_file():
            raise RevisionError("this file has not been saved yet")
        new = revisions.on_disk(file)
        old = (
            revisions.in_git(revision, f"./{saved.name}", saved.parent)
            if revision
            else revisions.on_disk(saved)
        )
        with diff.loaded(old, new, sets_dirs) as versions:
            seeds = [f"diff-{number}" for number in range(1, _COMPARED_SEEDS + 1)]
            difference = diff_report.compare(versions, seeds, diff.default_size(*versions))
            return diff_report.as_text(difference).splitlines()[2:], ""
    except EXPECTED_ERRORS as error:
        return [], str(error)
