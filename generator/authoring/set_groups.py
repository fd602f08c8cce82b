"""Which sets are read together, and what is wrong with them.

Input: the files found, the user's folders. Output: Units; their definitions or their mistakes.
One file's mistakes hide no other's: each own set is read by itself, and with the shipped boards
where its own ones are broken.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.authoring.input_files import Found
from generator.core.diagnostics import Diagnostic, shown
from generator.core.errors import DefinitionError
from generator.games.base import Game
from generator.schema.set_files import NAME
from generator.schema.staging import art_beside, staged

Read = tuple[Any, Sequence[Diagnostic]]  # a definition, or None; problems
_STAND_IN = "unnamed"  # for the name of a file that can be no set's


class Unit(NamedTuple):
    """Sets that are read together; the file that one of them must come from. What is odd is told of
    the files in `about`, of all where it is empty."""

    game: Game
    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    about: frozenset[str] = frozenset()
    file: Path | None = None


def units(files: Sequence[Found], sets_dirs: Sequence[Path]) -> Iterator[Unit]:
    """Each own set by itself; own boards and figures with the standard set."""
    about = frozenset(shown(file.path) for file in files)
    for file in files:
        if file.role in ("set", "common"):
            game, folders = games.game(file.game), (file.folder, *sets_dirs)
            if file.role == "set":
                yield Unit(game, (file.path.stem,), folders, about, file.path)
            elif file.path.stem == game.catalogue.common:
                yield Unit(game, game.default_sets, folders, about)


def shipped(sets_dirs: Sequence[Path]) -> Iterator[Unit]:
    """Each shipped set by itself, and those that can be on one board together."""
    for game in map(games.game, games.names()):
        names = game.catalogue.shipped
        together = [] if game.single_set or len(names) == 1 else [names]
        for sets in [*((name,) for name in names), *together]:
            yield Unit(game, sets, tuple(sets_dirs))


def read(unit: Unit) -> Read:
    """The definition of a unit, or its mistakes; both where a set needs the company of others."""
    if unit.file is not None and (why := _not_found(unit)):
        return None, [why, *_by_itself(unit)]
    definition, mistakes = _tried(unit.game, unit.sets, unit.folders)
    common = unit.game.catalogue.common
    broken = mistakes and all(Path(each.file).stem == common for each in mistakes)
    if broken and unit.file is not None:
        return None, [*mistakes, *_by_itself(unit)]
    return definition, mistakes


def _tried(game: Game, sets: Sequence[str], folders: Sequence[Path]) -> Read:
    """Sets as they are; one that cannot be alone on a board, and does not say how it would be, is
    sound where it can be there with the standard one."""
    try:
        return game.load(sets, folders), ()
    except DefinitionError as bad:
        mistakes = bad.problems
    if (
        game.single_set
        or {*sets} & {*game.default_sets}
        or any(each.code not in ("set", "art") for each in mistakes)
    ):
        return None, mistakes
    definition, still = None, ()
    try:
        definition = game.load((*game.default_sets, *sets), folders)
    except DefinitionError as bad:
        still = bad.problems
    if not {*still} <= {*mistakes} or _alone(definition, sets):
        return None, mistakes
    lonely = [_lonely(each, game) for each in mistakes if each not in still]
    return definition, [*still, *lonely]


def _alone(definition: Any, sets: Sequence[str]) -> bool:
    """Whether one of the sets says what holds where it is alone."""
    chosen = definition.sets if definition else ()
    return any(getattr(each, "alone", None) for each in chosen if each.key in sets)


def _lonely(problem: Diagnostic, game: Game) -> Diagnostic:
    words = f"{problem.message} (it can be printed together with {' and '.join(game.default_sets)})"
    return replace(problem, message=words, severity="warning", code="not-alone")


def _not_found(unit: Unit) -> Diagnostic | None:
    """Why no command prints the file of a set."""
    path, name = unit.file, unit.sets[0]
    words = "no command finds this file, "
    if path.suffix != ".yaml":
        words += f"its name must end in .yaml, not {path.suffix}"
    elif not NAME.fullmatch(name):
        words += "its name must be of a-z, 0-9 and _, a letter first"
    else:
        found = unit.game.catalogue.find(name, unit.folders)
        if found.absolute() == path.absolute():
            return None
        words += f"{shown(found)} has the same name and comes first"
        return Diagnostic(shown(path), 1, 1, "", words, code="hidden", severity="warning")
    return Diagnostic(shown(path), 1, 1, "", words, code="file-name")


def _by_itself(unit: Unit) -> Sequence[Diagnostic]:
    """The mistakes of a set in a file that no command finds, or whose boards are broken."""
    name = unit.sets[0] if NAME.fullmatch(unit.sets[0]) else _STAND_IN
    path = unit.file
    content, beside = path.read_bytes(), art_beside(path)
    with staged(unit.game.name, name, content, beside, shown(path)) as stage:
        _, mistakes = _tried(unit.game, (name,), (stage.folder,))
    return [stage.told(each) for each in mistakes]
