"""Play the boards of a study, in this process or in several.

Input: a Study, Goals. Output: a Sample: the trials of each case in the order of the rolls, whatever
the number of processes. Each result is stored as soon as it is known (trial_cache.py).
"""

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import RollError
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest import trials
from generator.games.magnetmen.playtest.study import Study
from generator.games.magnetmen.playtest.trial_cache import TrialCache
from generator.games.magnetmen.playtest.trials import Trial, run_trial
from generator.games.magnetmen.roll import VERSION
from generator.games.magnetmen.simulation.goals import Goals, Member
from generator.games.magnetmen.simulation.players import Player
from generator.games.playtest_study import Case
from generator.simulation import random_numbers

# Modules of simulation/ that judge or describe games, and cannot change a trial.
_IRRELEVANT_MODULES = {
    "playtest_result", "figure_names", "flags", "goals", "result_cache", "description",
    "notation",
}  # fmt: skip

WorkerPool = Callable[[], AbstractContextManager[Workers]]
"""Starts the workers that play; called only if there is a board to play."""

_Result = list[Any] | None
"""A trial as JSON data; None for a board that no program can play. Any: as JSON has it."""


class Sample(NamedTuple):
    """The trials of each case, and the number of its boards that no program can play."""

    study: Study
    definition: MagnetmenDefinition
    player: Player
    trials: dict[Case, tuple[Trial, ...]]
    unplayable: dict[Case, int]


class _Task(NamedTuple):
    """One board to play. The digests are those of the definition."""

    study: Study
    player: Player
    panel: tuple[Member, ...]
    case: Case
    number: int
    digests: tuple[str, ...]


def load_checked_definition(study: Study) -> MagnetmenDefinition:
    """Load the sets of a study. Raises DefinitionError; OptionError for a case they do not have."""
    definition = load_definition(study.sets, study.folders)
    for case in study.cases:
        games.game("magnetmen").check_options(definition, case.size, case.players)
    return definition


def study_player(study: Study, definition: MagnetmenDefinition, goals: Goals) -> Player:
    """The player of a study; by default the first who judges new boards of these rules."""
    if study.player is not None:
        return study.player
    first, *_ = goals.panel.advanced if definition.rules == "advanced" else goals.panel.basic
    return first.player


def study_panel(study: Study, definition: MagnetmenDefinition, goals: Goals) -> tuple[Member, ...]:
    """Who plays besides the player of a study: nobody, if its player is named."""
    if study.player is not None:
        return ()
    return goals.panel.advanced if definition.rules == "advanced" else goals.panel.basic


def collect_sample(
    study: Study, goals: Goals, workers: WorkerPool, progress: Progress, resume: bool = False
) -> Sample:
    """Play the boards of a study; with `resume` only those without a stored result.

    Raises DefinitionError, OptionError, RollError.
    """
    definition = load_checked_definition(study)
    player = study_player(study, definition, goals)
    panel = study_panel(study, definition, goals)
    caches = {
        case: TrialCache(_dependencies(study, definition, (player, panel), case), resume)
        for case in study.cases
    }
    tasks = [
        _Task(study, player, panel, case, number, definition.digests)
        for case in study.cases
        for number in range(1, study.rolls + 1)
        if number not in caches[case].results
    ]
    total = study.rolls * len(study.cases)
    progress.phase("boards played", total)
    progress.step(total - len(tasks))
    _play_all(tasks, caches, workers, progress)
    playable = {case: _trials(caches[case], study.rolls) for case in study.cases}
    unplayable = {case: study.rolls - len(trials) for case, trials in playable.items()}
    return Sample(study, definition, player, playable, unplayable)


def _play_all(
    tasks: Sequence[_Task], caches: dict[Case, TrialCache], workers: WorkerPool, progress: Progress
) -> None:
    with ExitStack() as files:
        for trial_cache in caches.values():
            files.enter_context(trial_cache.open())
        for task, result in _results(tasks, workers):
            caches[task.case].add(task.number, result)
            progress.step()


def _dependencies(
    study: Study,
    definition: MagnetmenDefinition,
    players: tuple[Player, tuple[Member, ...]],
    case: Case,
) -> str:
    """Everything that the result of a board depends on, except its number."""
    sets = tuple(magnetmen_set.key for magnetmen_set in definition.sets)
    design = case, study.games, study.seed, study.options
    return repr((_source_digest(), VERSION, sets, definition_digest(definition), players, design))


def definition_digest(definition: MagnetmenDefinition) -> str:
    """A digest of all content of a definition.

    Unlike the digests of a game ID it covers the order of types, which affects the roll.
    """
    contents = (part.model_dump_json() for part in (definition.boards, *definition.sets))
    return hashlib.sha256("\n".join(contents).encode()).hexdigest()


@cache
def _source_digest() -> str:
    """A digest of the program's modules that affect trials."""
    simulation = Path(trials.__file__).parent.parent / "simulation"
    files = sorted(simulation.glob("*.py"))
    sources = [file for file in files if file.stem not in _IRRELEVANT_MODULES]
    sources += [*sorted(simulation.parent.glob("powers/*.py")), Path(trials.__file__)]
    sources.append(Path(random_numbers.__file__))
    return hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()


def _results(tasks: Sequence[_Task], workers: WorkerPool) -> Iterator[tuple[_Task, _Result]]:
    if not tasks:
        return
    with workers() as pool:
        for task, result in pool.results(_play, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"board {task.number} of {task.case}: {result.why}")
            yield task, result


def _trials(trial_cache: TrialCache, rolls: int) -> tuple[Trial, ...]:
    results = (trial_cache.results[number] for number in range(1, rolls + 1))
    return tuple(Trial.from_json(result) for result in results if result is not None)


def _play(task: _Task) -> _Result:
    """The result of one board; runs in any process."""
    definition = _definition(task.study.sets, task.study.folders, task.digests)
    trial = run_trial(definition, task.study, task.player, task.panel, task.case, task.number)
    return None if trial is None else list(trial)


@cache
def _definition(
    sets: tuple[str, ...], folders: tuple[Path, ...], digests: tuple[str, ...]
) -> MagnetmenDefinition:
    """The sets with these digests, loaded once per process."""
    return load_definition(sets, folders)
