"""Every mistake and everything odd in set files, batch files, profiles and drawings.

Input: files and folders (none: the shipped sets), the user's folders of sets. Output: Problems as
they are found: first every mistake of every file, then what is odd, the quick checks before the
slow ones. Their codes:

- errors: yaml, unknown-key, missing-key, value, set (what sets get wrong together, or against the
  boards), art, unknown-file, file-name, no-roll, text-too-long, does-not-fit;
- warnings: not-alone, hidden, unknown-file, no-roll (a size that cannot be printed), and those of
  odds.py (unreachable, rare, sum), conditions.py (condition), numbers.py (number), translations.py
  (translation), fit.py (small-text) and pictures.py (alike, dark).
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from generator import games
from generator.authoring import fit, numbers, pictures, translations
from generator.authoring.games import desk
from generator.authoring.input_files import Found, role_of, sorted_out
from generator.authoring.printability import Verdict, unprintable, verdict
from generator.authoring.reference.file_kinds import KINDS
from generator.authoring.set_groups import Unit, read, shipped, units
from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.progress import SILENT, Progress
from generator.core.yaml_source import read_source
from generator.schema.load import check
from generator.schema.svg_rules import lint

_Sound = tuple[Unit, Any]  # and its definition


def problems(
    paths: Sequence[Path],
    sets_dirs: Sequence[Path],
    verdicts: list[Verdict] | None = None,
    progress: Progress = SILENT,
) -> Iterator[Diagnostic]:
    """Every problem once; what can be printed of each own set goes to the verdicts. Raises
    FileNotFoundError for a path that is not there."""
    told: set[tuple] = set()
    for problem in _problems(paths, sets_dirs, [] if verdicts is None else verdicts, progress):
        key = (problem.file, problem.line, problem.column, problem.code, problem.key)
        if problem.severity == "error" or problem.code == "translation":  # one for each language
            key += (problem.message,)
        if key not in told:
            told.add(key)
            yield problem


def _problems(
    paths: Sequence[Path],
    sets_dirs: Sequence[Path],
    verdicts: list[Verdict],
    progress: Progress,
) -> Iterator[Diagnostic]:
    found = sorted_out(paths or sets_dirs)
    yield from found.problems
    sound: list[_Sound] = []
    for unit in [*units(found.files, sets_dirs), *(() if paths else shipped(sets_dirs))]:
        definition, mistakes = read(unit)
        yield from mistakes
        if definition is not None:
            sound.append((unit, definition))
    for file in [*found.files, *(() if paths else _further(sets_dirs))]:
        yield from _other(file, sets_dirs)
    unprinted: list[frozenset[tuple[str, int]]] = []
    yield from _odd(sound, unprinted, progress)
    verdicts += filter(None, (verdict(*each) for each in zip(sound, unprinted, strict=True)))


def _further(sets_dirs: Sequence[Path]) -> Iterator[Found]:
    """The files of the games that are no sets, and that no set needs."""
    for kind in KINDS:
        if role_of(kind) == "other":
            game, _, name = kind.name.partition("-")
            path = games.game(game).catalogue.find(name, sets_dirs)
            yield Found(path, "other", kind)


def _odd(
    sound: Sequence[_Sound], unprinted: list[frozenset[tuple[str, int]]], progress: Progress
) -> Iterator[Diagnostic]:
    """What is odd in sets without mistakes, the quick checks first; of each set, what does not fit
    the sheets goes to `unprinted`."""

    def misfits(name: str, definition: Any) -> tuple[Diagnostic, ...]:
        found = fit.examined(name, definition)
        unprinted.append(found.unprinted)
        return found.problems

    looks = (translations.missing, numbers.odd, unprintable, _odds, misfits)
    if len(sound) == 1:
        progress = SILENT  # it takes about a second
    progress.phase("checks", (len(looks) + 1) * len(sound))
    for look_at in looks:
        for unit, definition in sound:
            yield from _about(unit, look_at(unit.game.name, definition))
            progress.step()
    for unit, definition in sound:
        # Sets that are looked at together need not be looked at one by one.
        if not any(unit.game is other.game and {*unit.sets} < {*other.sets} for other, _ in sound):
            yield from _about(unit, pictures.warnings(unit.game.name, definition))
        progress.step()


def _odds(game: str, definition: Any) -> Iterator[Diagnostic]:
    return desk(game).odds(definition)


def _about(unit: Unit, found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    return (each for each in found if not unit.about or each.file in unit.about)


def _other(file: Found, sets_dirs: Sequence[Path]) -> tuple[Diagnostic, ...]:
    """The mistakes of a file that is of no set."""
    if file.role == "art":
        return tuple(lint(file.path))
    try:
        if file.role == "batch":
            _read_batch(file.path, sets_dirs)
        elif file.role in ("printer", "other"):
            check(file.kind.model, read_source(file.path))
    except DefinitionError as bad:
        return bad.problems
    return ()


def _read_batch(path: Path, sets_dirs: Sequence[Path]) -> None:
    from generator.batch import batch_file
    from generator.core.paper import PAPERS
    from generator.core.settings import Settings

    def settings(values: Any) -> Settings:
        paper, code = PAPERS[values["paper"]], values["language"]
        return Settings(paper, values["ink"], code, values["rules"], values["flip"])

    batch_file.read(path, sets_dirs, settings)


def as_json(found: Iterable[Diagnostic]) -> str:
    """The problems for editors: a list of records."""
    return json.dumps([problem.data() for problem in found], indent=2, ensure_ascii=False)
