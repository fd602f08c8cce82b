"""A playtest study: which boards are played, by whom, and what the games on each of them show."""

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.match import match_of
from generator.games.magnetmen.roll import Board, RolledType, roll
from generator.games.magnetmen.simulation.board_search import is_playable
from generator.games.magnetmen.simulation.goals import Goals, Member
from generator.games.magnetmen.simulation.panel import (
    board_figures,
    counters_by_kind,
    seat_estimates,
)
from generator.games.study import Case
from generator.languages import load_language
from generator.layout.text import without_markup
from generator.play.series import (
    GREEDY,
    MONTE_CARLO,
    RANDOM,
    TREE_SEARCH,
    Match,
    Observations,
    Player,
)

_PLAYERS: dict[str, Player] = {
    player.kind: player for player in (RANDOM, GREEDY, MONTE_CARLO, TREE_SEARCH)
}
_SEARCHING = re.compile(r"(?:(monte_carlo|tree_search) )?(\d{1,4})x(\d{1,4})")
_MAX_CANDIDATES = 100
_MAX_PLAYOUTS = 1000
_PANEL_PART = 8  # of a study's games are played by each member of the panel

WorkerPool = Callable[[], AbstractContextManager[Workers]]
"""Starts the workers that play."""


@dataclass(frozen=True, slots=True)
class Study:
    """What to play: `rolls` boards of each case, and `games` games on each board.

    The boards are those of the seeds `seed`-1, `seed`-2 and so on. `player` is None for the player
    that play.yaml names for such boards. `folders` are absolute, as other processes read them.
    """

    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: Player | None
    seed: str


def parse_player(text: str) -> Player:
    """A player by its kind, or by its kind and CxP: C candidates and P playouts. The kind
    monte_carlo may be left out. Raises OptionError."""
    name = text.lower().replace("-", "_")
    if name in _PLAYERS:
        return _PLAYERS[name]
    if match := _SEARCHING.fullmatch(name):
        kind, candidates, playouts = match[1] or "monte_carlo", int(match[2]), int(match[3])
        if 1 <= candidates <= _MAX_CANDIDATES and 1 <= playouts <= _MAX_PLAYOUTS:
            return _PLAYERS[kind]._replace(candidates=candidates, playouts=playouts)
    words = f"expected {', '.join(_PLAYERS)}, or CxP with 1 to 100 candidates, 1 to 1000 playouts"
    raise OptionError(f"--player {text!r}: {words}")


def cases(sizes: Iterable[str], players: Iterable[int]) -> tuple[Case, ...]:
    """Every size with every number of players, without repetition."""
    names = dict.fromkeys(size.lower() for size in sizes)
    return tuple(Case(size, number) for size in names for number in dict.fromkeys(players))


def older_study(against: str, study: Study) -> Study:
    """The same study with the sets of a folder. Raises OptionError for a folder that has none of
    them: they would be compared with themselves."""
    folder = Path(os.path.expanduser(against))  # Path.expanduser would raise for ~nobody
    places = (folder / CATALOGUE.game, folder)
    if not any((place / f"{name}.yaml").is_file() for place in places for name in study.sets):
        files = ", ".join(f"{name}.yaml" for name in study.sets)
        raise OptionError(
            f"--against {against!r}: expected a folder with older versions of {files}"
        )
    return replace(study, folders=(folder.absolute(), *study.folders))


class TypeTrial(NamedTuple):
    """A type on one board.

    variant is the number of its power among the type's powers (1 is the first in the file), power
    that power in words. sums holds the sums of matches.py over all games.
    """

    name: str
    variant: int
    power: str
    squares: int
    sums: tuple[int, ...]


class Trial(NamedTuple):
    """One board and what its games showed.

    figures holds the figures of panel.py by name, seats the share of wins of each seat. panel holds
    each seat's share of wins among each member of the panel.
    """

    number: int
    figures: dict[str, float]
    seats: tuple[float, ...]
    types: tuple[TypeTrial, ...]
    panel: dict[str, tuple[float, ...]]


class Sample(NamedTuple):
    """The trials of each case, and the number of its boards that no program can play."""

    study: Study
    definition: MagnetmenDefinition
    player: Player
    trials: dict[Case, tuple[Trial, ...]]
    unplayable: dict[Case, int]


class _Task(NamedTuple):
    """One board to play."""

    study: Study
    player: Player
    panel: tuple[Member, ...]
    case: Case
    number: int


def load_checked_definition(study: Study) -> MagnetmenDefinition:
    """Load the sets of a study. Raises DefinitionError; OptionError for a case they do not have."""
    definition = load_definition(study.sets, study.folders)
    for case in study.cases:
        games.game("magnetmen").check_options(definition, case.size, case.players)
    return definition


def collect_sample(study: Study, goals: Goals, workers: WorkerPool, progress: Progress) -> Sample:
    """Play the boards of a study: by its player, or by those who judge new boards of these rules.

    Raises DefinitionError, OptionError, RollError.
    """
    definition = load_checked_definition(study)
    panel = goals.panel.advanced if definition.rules == "advanced" else goals.panel.basic
    player = study.player or panel[0].player
    if study.player is not None:
        panel = ()
    tasks = [
        _Task(study, player, panel, case, number)
        for case in study.cases
        for number in range(1, study.rolls + 1)
    ]
    trials: dict[Case, list[Trial]] = {case: [] for case in study.cases}
    progress.phase("boards played", len(tasks))
    with workers() as pool:
        for task, result in pool.results(_play, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"board {task.number} of {task.case}: {result.why}")
            if result is not None:
                trials[task.case].append(result)
            progress.step()
    unplayable = {case: study.rolls - len(played) for case, played in trials.items()}
    played = {case: tuple(of_case) for case, of_case in trials.items()}
    return Sample(study, definition, player, played, unplayable)


def _play(task: _Task) -> Trial | None:
    """The games on one board; None if no program can play it. Runs in any process."""
    study, case = task.study, task.case
    definition = _definition(study.sets, study.folders)
    board = roll(definition, case.size, case.players, f"{study.seed}-{task.number}")
    if not is_playable(board):
        return None
    match = match_of(board)
    # Not the game ID: two versions of a set are compared with the same random numbers.
    seed = f"{study.seed}-{task.number} {case.size} {case.players} workshop"
    observed = match.observe([task.player] * case.players, seed, study.games)
    names = [type_name(rolled_type) for rolled_type in board.types]
    result = board_figures(observed, str(task.player), names, len(board.squares))
    return Trial(
        task.number,
        {name: figure.value for name, figure in result.estimates.items()},
        tuple(seat.value for seat in result.seats),
        _type_trials(board, observed),
        {member.name: _panel_seats(match, member, seed, study.games) for member in task.panel},
    )


def _panel_seats(match: Match, member: Member, seed: str, games: int) -> tuple[float, ...]:
    count = max(1, games // _PANEL_PART)
    players = [member.player] * match.tables.players
    shares = match.observe(players, f"{seed} panel {member.name}", count).shares
    return tuple(seat.value for seat in seat_estimates(shares))


def type_name(rolled_type: RolledType) -> str:
    """The name of a type in a study: SET/TYPE."""
    return f"{rolled_type.set_name}/{rolled_type.piece.key}"


def _type_trials(board: Board, observed: Observations) -> tuple[TypeTrial, ...]:
    english = load_language("en")
    blocks = [counters_by_kind(block) for block in observed.blocks]
    return tuple(
        TypeTrial(
            type_name(rolled_type),
            rolled_type.variant + 1,
            without_markup(rolled_type.sentence(english)),
            rolled_type.count,
            tuple(map(sum, zip(*(block[index] for block in blocks), strict=True))),
        )
        for index, rolled_type in enumerate(board.types)
    )


@cache
def _definition(sets: Sequence[str], folders: tuple[Path, ...]) -> MagnetmenDefinition:
    """The sets, loaded once per process."""
    return load_definition(sets, folders)
