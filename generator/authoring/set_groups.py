"""Which sets are loaded together, and what is wrong with them.

Input: the files to validate, the user's folders. Output: SetGroups, and the definition or the
problems of each. One file's mistakes do not hide another's: each own set is loaded by itself, and
with the shipped common file where its own is broken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.authoring.input_files import InputFile
from generator.core.diagnostics import Diagnostic, display_path
from generator.core.errors import DefinitionError
from generator.games.base import AnyGame
from generator.games.parts import authoring_support
from generator.schema.set_files import NAME, GameDefinition
from generator.schema.staging import art_beside, staged

_STAND_IN = "unnamed"  # for the name of a file that can be no set's


class LoadResult(NamedTuple):
    """A definition, or None; problems. Both for a set that cannot be used without others."""

    definition: GameDefinition | None
    problems: Sequence[Diagnostic]


class SetGroup(NamedTuple):
    """Sets that are loaded together.

    reported: the files whose warnings are reported, as messages name them; empty for all files.
    file: the file that the only set must come from, if it must.
    """

    game: AnyGame
    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    reported: frozenset[str] = frozenset()
    file: Path | None = None


def own_groups(files: Sequence[InputFile], sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each own set, and one for each own common file with the standard set."""
    reported = frozenset(display_path(file.path) for file in files)
    for file in files:
        if file.role in ("set", "common"):
            game, folders = games.game(file.game), (file.folder, *sets_dirs)
            if file.role == "set":
                yield SetGroup(game, (file.path.stem,), folders, reported, file.path)
            elif file.path.stem == game.catalogue.common:
                yield SetGroup(game, game.default_sets, folders, reported)


def shipped_groups(sets_dirs: Sequence[Path]) -> Iterator[SetGroup]:
    """A group for each shipped set, and one for those that can be on one board together."""
    for game in map(games.game, games.names()):
        names = game.catalogue.shipped
        yield from (SetGroup(game, (name,), tuple(sets_dirs)) for name in names)
        if not game.single_set and len(names) > 1:
            yield SetGroup(game, names, tuple(sets_dirs))


def load_group(group: SetGroup) -> LoadResult:
    """Load the sets of a group."""
    if group.file is not None and (problem := _not_found(group, group.file)):
        return LoadResult(None, [problem, *_problems_alone(group, group.file)])
    definition, problems = _loaded(group.game, group.sets, group.folders)
    common = group.game.catalogue.common
    common_is_broken = problems and all(Path(problem.file).stem == common for problem in problems)
    if common_is_broken and group.file is not None:
        return LoadResult(None, [*problems, *_problems_alone(group, group.file)])
    return LoadResult(definition, problems)


def _loaded(game: AnyGame, sets: Sequence[str], folders: Sequence[Path]) -> LoadResult:
    """Load sets by themselves. A set that cannot be alone on a board, and does not say how it would
    be, is sound if it can be loaded together with the standard one."""
    try:
        return LoadResult(game.load(sets, folders), ())
    except DefinitionError as error:
        problems = error.problems
    if (
        game.single_set
        or {*sets} & {*game.default_sets}
        or any(problem.code not in ("set", "art") for problem in problems)
    ):
        return LoadResult(None, problems)
    definition: GameDefinition | None = None
    remaining: tuple[Diagnostic, ...] = ()
    try:
        definition = game.load((*game.default_sets, *sets), folders)
    except DefinitionError as error:
        remaining = error.problems
    if not {*remaining} <= {*problems} or _is_playable_alone(game, definition, sets):
        return LoadResult(None, problems)
    warnings = [_as_warning(problem, game) for problem in problems if problem not in remaining]
    return LoadResult(definition, [*remaining, *warnings])


def _is_playable_alone(
    game: AnyGame, definition: GameDefinition | None, sets: Sequence[str]
) -> bool:
    """Whether one of the sets says itself how it is played alone."""
    support = authoring_support(game.name)
    loaded_sets = definition.sets if definition else ()
    return any(support.is_playable_alone(loaded) for loaded in loaded_sets if loaded.key in sets)


def _as_warning(problem: Diagnostic, game: AnyGame) -> Diagnostic:
    hint = f"it can be printed together with {' and '.join(game.default_sets)}"
    message = f"{problem.message} ({hint})"
    return replace(problem, message=message, severity="warning", code="not-alone")


def _not_found(group: SetGroup, path: Path) -> Diagnostic | None:
    """Why no command would print the only set of a group from its file; None if one would."""
    name = group.sets[0]
    message = "no command finds this file, "
    if path.suffix != ".yaml":
        message += f"its name must end in .yaml, not {path.suffix}"
    elif not NAME.fullmatch(name):
        message += "its name must be of a-z, 0-9 and _, a letter first"
    else:
        first_match = group.game.catalogue.find(name, group.folders)
        if first_match.absolute() == path.absolute():
            return None
        message += f"{display_path(first_match)} has the same name and comes first"
        return Diagnostic(display_path(path), 1, 1, "", message, code="hidden", severity="warning")
    return Diagnostic(display_path(path), 1, 1, "", message, code="file-name")


def _problems_alone(group: SetGroup, path: Path) -> Sequence[Diagnostic]:
    """The problems of the set in a file that no command finds, or whose common file is broken."""
    name = group.sets[0] if NAME.fullmatch(group.sets[0]) else _STAND_IN
    content, beside = path.read_bytes(), art_beside(path)
    with staged(group.game.name, name, content, beside, display_path(path)) as stage:
        problems = _loaded(group.game, (name,), (stage.folder,)).problems
    return [stage.relabelled(problem) for problem in problems]
