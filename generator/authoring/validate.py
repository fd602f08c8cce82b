"""Every mistake, and every likely mistake, in set files, batch files, profiles and drawings.

Codes of diagnostics:

- errors: yaml, unknown-key, missing-key, value, set (what sets get wrong together, or against the
  boards), art, unknown-file, file-name, no-roll, text-too-long, does-not-fit;
- warnings: not-alone, hidden, unknown-file, no-roll (a size that cannot be printed), and those of
  constant_numbers.py (number), missing_translations.py (translation), text_fit.py (small-text) and
  of the games, for Magnetmen authoring.py (alike) and odds.py (unreachable, rare, sum, full,
  condition).
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.input_files import (
    InputFile,
    SetGroup,
    find_input_files,
    load_group,
    own_groups,
    role_of,
    shipped_groups,
)
from generator.authoring.reference import FILE_KINDS
from generator.authoring.text_fit import (
    Form,
    Printability,
    check_text_fit,
    printability,
    unprintable_forms,
)
from generator.core.diagnostics import Diagnostic, quoted
from generator.core.errors import DefinitionError
from generator.core.progress import SILENT, Progress
from generator.core.yaml_source import Loc, read_source
from generator.games.authoring_support import authoring_support
from generator.languages import languages, localized
from generator.schema.set_files import GameDefinition, SetFile, check
from generator.schema.set_texts import Place, TranslatableText
from generator.schema.svg_rules import lint


class _SoundGroup(NamedTuple):
    """A group of sets without mistakes, and its definition."""

    group: SetGroup
    definition: GameDefinition


_Check = Callable[[str, GameDefinition], Iterable[Diagnostic]]
"""A check of a game's definition, given the name of the game."""


def validate(
    paths: Sequence[Path],
    sets_dirs: Sequence[Path],
    printable: list[Printability] | None = None,
    progress: Progress = SILENT,
) -> Iterator[Diagnostic]:
    """Yield every problem once; what can be printed of each own set is appended to `printable`.
    Raises FileNotFoundError."""
    reported: set[tuple[str | int, ...]] = set()
    for problem in _problems(paths, sets_dirs, [] if printable is None else printable, progress):
        key: tuple[str | int, ...]
        key = (problem.file, problem.line, problem.column, problem.code, problem.key)
        if problem.severity == "error" or problem.code == "translation":  # one for each language
            key = (*key, problem.message)
        if key not in reported:
            reported.add(key)
            yield problem


def mistakes(path: Path, sets_dirs: Sequence[Path]) -> list[Diagnostic]:
    """What keeps a single file from being used, without what is odd: milliseconds, so that an
    editor can ask while somebody types. Raises FileNotFoundError."""
    input_files = find_input_files([path])
    files = [file for file in input_files.files if file.path == path]
    problems = list(input_files.problems)
    for group in own_groups(files, sets_dirs):
        problems += load_group(group).problems
    for file in files:
        problems += _mistakes_outside_sets(file, sets_dirs)
    return list(dict.fromkeys(problems))


def _problems(
    paths: Sequence[Path],
    sets_dirs: Sequence[Path],
    printable: list[Printability],
    progress: Progress,
) -> Iterator[Diagnostic]:
    """Every problem, some of them several times."""
    input_files = find_input_files(paths or sets_dirs)
    yield from input_files.problems
    sound: list[_SoundGroup] = []
    shipped = () if paths else shipped_groups(sets_dirs)
    for group in [*own_groups(input_files.files, sets_dirs), *shipped]:
        definition, mistakes = load_group(group)
        yield from mistakes
        if definition is not None:
            sound.append(_SoundGroup(group, definition))
    for file in [*input_files.files, *(() if paths else _other_files(sets_dirs))]:
        yield from _mistakes_outside_sets(file, sets_dirs)
    unprinted: list[frozenset[Form]] = []
    yield from _warnings(sound, unprinted, progress)
    results = (printability(*pair, forms) for pair, forms in zip(sound, unprinted, strict=True))
    printable += filter(None, results)


def _other_files(sets_dirs: Sequence[Path]) -> Iterator[InputFile]:
    """The files of the games that are no sets, and that no set needs."""
    for kind in FILE_KINDS:
        if role_of(kind) == "other":
            path = games.game(kind.game).catalogue.find(kind.stem, sets_dirs)
            yield InputFile(path, "other", kind)


def _warnings(
    sound: Sequence[_SoundGroup], unprinted: list[frozenset[Form]], progress: Progress
) -> Iterator[Diagnostic]:
    """What is likely to be wrong in sets without mistakes, the quick checks first. For each group
    the forms that do not fit the sheets are appended to `unprinted`."""

    def text_fit(game: str, definition: GameDefinition) -> Iterable[Diagnostic]:
        report = check_text_fit(game, definition)
        unprinted.append(report.unprinted)
        return report.problems

    checks: Sequence[_Check] = (
        missing_translations, constant_numbers, unprintable_forms, _game_warnings, text_fit,
    )  # fmt: skip
    if len(sound) == 1:
        progress = SILENT  # it takes about a second
    progress.phase("checks", len(checks) * len(sound))
    for check_definition in checks:
        for group, definition in sound:
            yield from _reported(group, check_definition(group.game.name, definition))
            progress.step()


def _game_warnings(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    return authoring_support(game).warnings(definition)


def _reported(group: SetGroup, problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The problems of files that are reported."""
    return (problem for problem in problems if not group.reported or problem.file in group.reported)


def _mistakes_outside_sets(file: InputFile, sets_dirs: Sequence[Path]) -> Sequence[Diagnostic]:
    """The mistakes of a file that belongs to no set."""
    if file.role == "art":
        return lint(file.path)
    try:
        if file.role == "batch":
            _read_batch(file.path, tuple(sets_dirs))
        elif file.role in ("printer", "other") and file.kind:
            check(file.kind.model, read_source(file.path))
    except DefinitionError as error:
        return error.problems
    return ()


def _read_batch(path: Path, sets_dirs: tuple[Path, ...]) -> None:
    from generator.batch import batch_file
    from generator.core.paper import PAPERS
    from generator.core.settings import Settings

    def settings(values: Any) -> Settings:
        paper, code = PAPERS[values["paper"]], values["language"]
        return Settings(paper, values["ink"], code, values["rules"], values["flip"])

    batch_file.read(path, sets_dirs, settings)


def as_json(problems: Iterable[Diagnostic]) -> str:
    """The problems for editors: a list of records."""
    records = [problem.data() for problem in problems]
    return json.dumps(records, indent=2, ensure_ascii=False)


def constant_numbers(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    for file in definition.files:
        yield from _number_warnings(file, (), file.source.data)


def _number_warnings(file: SetFile[Any], loc: Loc, value: Any) -> Iterator[Diagnostic]:
    # Any: a mapping or a list of a YAML file.
    if isinstance(value, dict) and (message := _number_message(value)):
        yield Place(file, loc).warning(message, "number")
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict | list):
            yield from _number_warnings(file, (*loc, key), entry)


def _number_message(mapping: Mapping[str, Any]) -> str:
    """What is wrong with a mapping if it is such a number; "" otherwise."""
    match mapping:
        case {"choice": [first, *others]} if {*others} == {first}:
            return f"this is always {first}"
        case {"range": [low, high], "step": step}:
            last = range(low, high + 1, step)[-1]
            if last == low:
                return f"this is always {low}: a step of {step} leads past {high}"
            if last != high:
                return f"this is never {high}: in steps of {step} from {low} it ends at {last}"
    return ""


_MAX_QUOTED = 3  # texts quoted after the first


def missing_translations(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    support = authoring_support(game)
    texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    for _, texts_of_file in groupby(texts, key=lambda text: text.place.file.source.file):
        yield from _file_warnings(list(texts_of_file))


def _file_warnings(texts: Sequence[TranslatableText]) -> Iterator[Diagnostic]:
    codes = {code for text in texts for code in text.translations}
    if len(codes) == 1 and len(texts) > 1:
        (code,) = codes
        others = ", ".join(other for other in languages() if other != code)
        message = f"all texts here are in {code} only, which is printed in {others} too"
        yield texts[0].place.warning(message, "translation")
        return
    for code in languages():
        if missing := [text for text in texts if code not in text.translations]:
            yield missing[0].place.warning(_translation_message(missing, code), "translation")


def _translation_message(missing: Sequence[TranslatableText], code: str) -> str:
    first, *others = (quoted(localized(text.translations, code)) for text in missing)
    message = f"no text in {code}, {first} is printed there"
    if not others:
        return message
    subject = "1 other text lacks" if len(others) == 1 else f"{len(others)} other texts lack"
    more = ", ..." if len(others) > _MAX_QUOTED else ""
    return f"{message}; {subject} it, too: {', '.join(others[:_MAX_QUOTED])}{more}"
