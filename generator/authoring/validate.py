"""Every mistake, and every likely mistake, in set files, batch files, profiles and drawings.

Codes of diagnostics:

- errors: yaml, unknown-key, missing-key, value, set (what sets get wrong together, or against the
  boards), art, unknown-file, file-name, no-roll, text-too-long, does-not-fit;
- warnings: not-alone, hidden, unknown-file, no-roll (a size that cannot be printed), number,
  translation, small-text, and those of the games, for Magnetmen in authoring.py (alike) and odds.py
  (unreachable, rare, sum, full, condition).
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

from generator import games
from generator.authoring.input_files import (
    FILE_KINDS,
    InputFile,
    SetGroup,
    find_input_files,
    load_group,
    own_groups,
    role_of,
    shipped_groups,
)
from generator.authoring.text_fit import Form, check_text_fit
from generator.batch.batch_file import read as read_batch
from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.errors import DefinitionError
from generator.core.progress import SILENT, Progress
from generator.core.settings import USUAL
from generator.core.yaml_source import Loc, read_source
from generator.games.authoring_support import authoring_support
from generator.games.base import Game
from generator.languages import languages, localized
from generator.schema.set_checks import Place, TranslatableText
from generator.schema.set_files import GameDefinition, SetFile, check
from generator.schema.svg_rules import lint

_MAX_QUOTED = 3  # texts quoted after the first


def validate(
    paths: Sequence[Path],
    sets_dirs: Sequence[Path],
    printable: list[str] | None = None,
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
    files, problems = find_input_files([path])
    files = [file for file in files if file.path == path]
    for group in own_groups(files, sets_dirs):
        problems += load_group(group)[1]
    for file in files:
        problems += _mistakes_outside_sets(file, sets_dirs)
    return list(dict.fromkeys(problems))


def _problems(
    paths: Sequence[Path], sets_dirs: Sequence[Path], printable: list[str], progress: Progress
) -> Iterator[Diagnostic]:
    """Every problem, some of them several times; quick checks come first."""
    files, problems = find_input_files(paths or sets_dirs)
    yield from problems
    sound: list[tuple[SetGroup, GameDefinition]] = []
    shipped = () if paths else shipped_groups(sets_dirs)
    for group in [*own_groups(files, sets_dirs), *shipped]:
        definition, problems_of_group = load_group(group)
        yield from problems_of_group
        if definition is not None:
            sound.append((group, definition))
    for kind in () if paths else FILE_KINDS:
        if role_of(kind) == "other":  # shipped files that no set needs
            path = games.game(kind.game).catalogue.find(kind.stem, sets_dirs)
            files.append(InputFile(path, "other", kind))
    for file in files:
        yield from _mistakes_outside_sets(file, sets_dirs)
    if len(sound) == 1:
        progress = SILENT  # it takes about a second
    progress.phase("checks", (len(_CHECKS) + 1) * len(sound))
    for check_definition in _CHECKS:
        for group, definition in sound:
            yield from _reported(group, check_definition(group.game, definition))
            progress.step()
    for group, definition in sound:
        misfits, unprinted = check_text_fit(group.game, definition)
        yield from _reported(group, misfits)
        printable += _printability(group, definition, unprinted)
        progress.step()


def _reported(group: SetGroup, problems: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The problems of files that are reported."""
    return (problem for problem in problems if not group.reported or problem.file in group.reported)


def _mistakes_outside_sets(file: InputFile, sets_dirs: Sequence[Path]) -> Sequence[Diagnostic]:
    """The mistakes of a file that belongs to no set."""
    if file.role == "art":
        return lint(file.path)
    try:
        if file.role == "batch":
            read_batch(file.path, tuple(sets_dirs), lambda values: USUAL)
        elif file.role in ("printer", "other") and file.kind:
            check(file.kind.model, read_source(file.path))
    except DefinitionError as error:
        return error.problems
    return ()


# What is likely to be wrong in a set without mistakes ---------------------------------------


def missing_translations(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    support = authoring_support(game.name)
    all_texts = [text for text in support.translatable_texts(definition) if not text.proper_name]
    for _, of_file in groupby(all_texts, key=lambda text: text.place.file.source.file):
        texts = list(of_file)
        codes = {code for text in texts for code in text.translations}
        if len(codes) == 1 and len(texts) > 1:
            (code,) = codes
            others = ", ".join(other for other in languages() if other != code)
            message = f"all texts here are in {code} only, which is printed in {others} too"
            yield texts[0].place.warning(message, "translation")
            continue
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


def constant_numbers(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
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
    """What is wrong with a mapping if it is a number that a roll cannot choose; "" otherwise."""
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


def unprintable_forms(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    """A warning for each size, or number of players, that the sets leave no way to roll."""
    forms = game.combinations(definition)
    problems = (problem for form in forms for problem in _why_unprintable(game, definition, form))
    return (replace(problem, severity="warning") for problem in dict.fromkeys(problems))


def _why_unprintable(game: Game, definition: GameDefinition, form: Form) -> Sequence[Diagnostic]:
    try:
        game.check_options(definition, *form)
    except DefinitionError as error:
        return error.problems
    return ()


def _warnings_of_game(game: Game, definition: GameDefinition) -> Iterator[Diagnostic]:
    return authoring_support(game.name).warnings(definition)


_CHECKS: Sequence[Callable[[Game, GameDefinition], Iterable[Diagnostic]]] = (
    missing_translations,
    constant_numbers,
    unprintable_forms,
    _warnings_of_game,
)


def _printability(
    group: SetGroup, definition: GameDefinition, unprinted: frozenset[Form]
) -> Iterator[str]:
    """What can be printed of the set in a group's file; nothing for games with a single size.

    `unprinted` has the forms for which some sheet cannot be laid out.
    """
    forms = group.game.combinations(definition)
    if group.file is None or len(forms) < 2:
        return
    file = display_path(group.file)
    if others := [each.key for each in definition.sets if each.key not in group.sets]:
        words = f"can be printed only together with other sets, such as {' and '.join(others)}"
        yield f"{file}: {words}"
        return
    refused = [form for form in forms if _why_unprintable(group.game, definition, form)]
    by_result = {
        "can be printed": [form for form in forms if form not in unprinted and form not in refused],
        "not every board fits its sheet": [form for form in forms if form in unprinted],
        "cannot be printed": refused,
    }
    parts = (f"{result}: {_forms_in_words(part)}" for result, part in by_result.items() if part)
    yield f"{file}: {'; '.join(parts)}"


def _forms_in_words(forms: Sequence[Form]) -> str:
    """Forms in words, such as "small, regular for 2, 3, 4 players and huge for 2 players"."""
    players_by_size: dict[str, list[int]] = {}
    for size, players in forms:
        players_by_size.setdefault(size, []).append(players)
    sizes_by_players: dict[tuple[int, ...], list[str]] = {}
    for size, numbers in players_by_size.items():
        sizes_by_players.setdefault(tuple(numbers), []).append(size)
    return " and ".join(
        f"{', '.join(sizes)} for {', '.join(map(str, numbers))} players"
        for numbers, sizes in sizes_by_players.items()
    )
