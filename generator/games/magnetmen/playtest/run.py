"""Many boards played, in this process or in several.

Input: Asked, Goals. Output: Played, all trials case by case, in the order of the rolls whatever the
number of processes. Each board is kept as soon as it is played (trial_cache.py).
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.core.errors import RollError
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest import trials
from generator.games.magnetmen.playtest.study import Asked, Case
from generator.games.magnetmen.playtest.trial_cache import Kept
from generator.games.magnetmen.playtest.trials import Trial, tried
from generator.games.magnetmen.roll import VERSION
from generator.games.magnetmen.simulation.goals import Goals
from generator.games.magnetmen.simulation.players import Player

# Files of play/ that judge or tell what was played, and do not change it.
_NO_PART = {
    "playtest_result", "flags", "goals", "compile_ahead", "result_cache", "description", "notation",
}  # fmt: skip


class Played(NamedTuple):
    """The trials of each case, and how many of its boards no program can play."""

    asked: Asked
    definition: MagnetmenDefinition
    player: Player
    trials: dict[Case, tuple[Trial, ...]]
    unplayable: dict[Case, int]


class _Task(NamedTuple):
    asked: Asked
    player: Player
    case: Case
    number: int
    digests: tuple[str, ...]


def checked(asked: Asked) -> MagnetmenDefinition:
    """The definition. Raises DefinitionError, OptionError for a case that it has not."""
    definition = load_definition(asked.sets, asked.folders)
    for case in asked.cases:
        games.game("magnetmen").check_options(definition, case.size, case.players)
    return definition


def player_of(asked: Asked, definition: MagnetmenDefinition, goals: Goals) -> Player:
    """The player that is asked for, or as good a one as judges boards of these rules."""
    if asked.player is not None:
        return asked.player
    fresh = getattr(goals.search, definition.rules).fresh
    return Player("monte_carlo", fresh.candidates, fresh.playouts)


def played(
    asked: Asked,
    goals: Goals,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
    resume: bool = False,
) -> Played:
    """Plays every board that is not known. Raises DefinitionError, OptionError, RollError."""
    definition = checked(asked)
    player = player_of(asked, definition, goals)
    kept = {case: Kept(_question(asked, definition, player, case), resume) for case in asked.cases}
    tasks = [
        _Task(asked, player, case, number, definition.digests)
        for case in asked.cases
        for number in range(1, asked.rolls + 1)
        if number not in kept[case].known
    ]
    total = asked.rolls * len(asked.cases)
    progress.phase("boards played", total)
    progress.step(total - len(tasks))
    with ExitStack() as files:
        for each in kept.values():
            files.enter_context(each.open())
        for task, answer in _answers(tasks, workers):
            kept[task.case].add(task.number, answer)
            progress.step()
    found = {case: _trials(each, asked.rolls) for case, each in kept.items()}
    unplayable = {case: asked.rolls - len(each) for case, each in found.items()}
    return Played(asked, definition, player, found, unplayable)


def _question(asked: Asked, definition: MagnetmenDefinition, player: Player, case: Case) -> str:
    """All that a board's answer depends on, but its number."""
    sets = tuple(chosen.key for chosen in definition.sets)
    asked_for = case, asked.games, asked.seed, asked.options
    return repr((_program(), VERSION, sets, definition_digest(definition), player, asked_for))


def definition_digest(definition: MagnetmenDefinition) -> str:
    """A digest of all that a definition says. That of a game ID leaves out the order of types,
    which has a part in what is rolled."""
    contents = (part.model_dump_json() for part in (definition.boards, *definition.sets))
    return hashlib.sha256("\n".join(contents).encode()).hexdigest()


@cache
def _program() -> str:
    """The sources that trials come from."""
    play = Path(trials.__file__).parent.parent / "simulation"
    sources = [file for file in sorted(play.glob("*.py")) if file.stem not in _NO_PART]
    sources += [*sorted(play.parent.glob("powers/*.py")), Path(trials.__file__)]
    return hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()


def _answers(
    tasks: Sequence[_Task], workers: Callable[[], AbstractContextManager[Workers]]
) -> Iterator[tuple[_Task, list | None]]:
    if not tasks:
        return
    with workers() as pool:
        for task, answer in pool.results(_play, tasks, lambda task: [task]):
            if isinstance(answer, WorkerFailure):
                raise RollError(f"board {task.number} of {task.case}: {answer.why}")
            yield task, answer


def _trials(kept: Kept, rolls: int) -> tuple[Trial, ...]:
    answers = (kept.known[number] for number in range(1, rolls + 1))
    return tuple(Trial.of(answer) for answer in answers if answer is not None)


def _play(task: _Task) -> list | None:
    """The answer for one board, as JSON can hold it; in any process."""
    definition = _definition(task.asked.sets, task.asked.folders, task.digests)
    trial = tried(definition, task.asked, task.player, task.case, task.number)
    return None if trial is None else list(trial)


@cache
def _definition(
    sets: tuple[str, ...], folders: tuple[Path, ...], digests: tuple[str, ...]
) -> MagnetmenDefinition:
    """The sets with these digests, loaded once in a process."""
    return load_definition(sets, folders)
