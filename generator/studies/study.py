"""A study: programs play many boards as they are rolled, and what the games on them show."""

import math
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.analysis.intervals import (
    FEW,
    Estimate,
    Statistic,
    difference,
    quotient,
    ratio,
    share_estimate,
)
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.seeds import FIXED
from generator.core.workers import WorkerFailure, Workers
from generator.play.figures import (
    BOARD_FIGURES,
    OF_POINTS,
    board_figures,
    seat_estimates,
    within_bounds,
)
from generator.play.goals import Flags, Goals, LimitsByFigure, limit_usage
from generator.play.search import Part, Programs
from generator.play.series import PLAYERS, Player

ALL_GOALS = "all"
OTHER = "_other"
"""The suffix of measures that compare a power with other powers of its type."""

_SEARCHING = re.compile(r"(?:(monte_carlo|tree_search) )?(\d{1,4})x(\d{1,4})")
_MAX_CANDIDATES, _MAX_PLAYOUTS = 100, 1000
_PANEL_PART = 8  # of a study's games are played by each judge of the panel


class Case(NamedTuple):
    """What is played: a size, by how many players."""

    size: str
    players: int

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players"


@dataclass(frozen=True, slots=True)
class Study:
    """What to play: `rolls` boards of each case, and `games` games on each board.

    The boards are those of the seeds `seed`-1, `seed`-2 and so on. `player` is None for the judges
    of the game's panel. `folders` are absolute, as other processes read them.
    """

    game: str
    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: Player | None
    seed: str

    def judges(self, programs: Programs, goals: Goals | None, rules: str) -> dict[str, Player]:
        """Who plays, by name: the player, or the judges, whose first shows the figures."""
        if self.player is not None:
            return {str(self.player): self.player}
        if goals is None:
            return {"greedy": programs.players["greedy"]}
        return {judge.name: judge.player for judge in goals.judges("panel", rules)}


def design(
    game: str, sets: Sequence[str], folders: tuple[Path, ...], sizes: Sequence[str],
    players: Sequence[int], rolls: int, games_on_each: int, player: str | None, seed: str,
) -> Study:  # fmt: skip
    """The study of some options; empty or None stands for the game's default. Where nothing is
    random, there is one board. Raises OptionError, DefinitionError, RollError."""
    contract = games.game(game)
    if (programs := contract.programs) is None:
        raise OptionError(f"--game: no program can play {game}")
    sets = contract.catalogue.canonical(sets or contract.default_sets)
    if contract.single_set and len(sets) > 1:
        raise OptionError(f"--set: {game} is played with one set, found {', '.join(sets)}")
    names = dict.fromkeys(size.lower() for size in sizes or (contract.default_size,))
    numbers = dict.fromkeys(players or (contract.default_players,))
    cases = tuple(Case(size, number) for size in names for number in numbers)
    definition = contract.load(sets, folders)
    for case in cases:
        contract.check_options(definition, *case)
    first = contract.roll(definition, *cases[0], f"{seed}-1")
    rolls = 1 if first.game_id.seed == FIXED else rolls
    known = None if player is None else parse_player(programs, player)
    return Study(game, sets, folders, cases, rolls, games_on_each, known, seed)


def parse_player(programs: Programs, text: str) -> Player:
    """A player by its name, or CxP: C candidates and P playouts. Raises OptionError."""
    name = text.lower().replace("-", "_")
    if name in programs.players:
        return programs.players[name]
    if match := _SEARCHING.fullmatch(name):
        kind, candidates, playouts = match[1] or "monte_carlo", int(match[2]), int(match[3])
        if 1 <= candidates <= _MAX_CANDIDATES and 1 <= playouts <= _MAX_PLAYOUTS:
            return PLAYERS[kind]._replace(candidates=candidates, playouts=playouts)
    names = ", ".join(programs.players)
    words = f"expected {names}, or CxP with 1 to 100 candidates, 1 to 1000 playouts"
    raise OptionError(f"--player {text!r}: {words}")


def older_study(against: str, study: Study) -> Study:
    """The same study with the sets of a folder. Raises OptionError for a folder that has none of
    them: they would be compared with themselves."""
    folder = Path(os.path.expanduser(against))  # Path.expanduser would raise for ~nobody
    places = (folder / study.game, folder)
    if not any((place / f"{name}.yaml").is_file() for place in places for name in study.sets):
        files = ", ".join(f"{name}.yaml" for name in study.sets)
        raise OptionError(
            f"--against {against!r}: expected a folder with older versions of {files}"
        )
    return replace(study, folders=(folder.absolute(), *study.folders))


# Playing -------------------------------------------------------------------------------------


class Trial(NamedTuple):
    """One board and what its games showed: the figures, and the seats' shares of wins, by judge; of
    the first judge also what they showed of the board's parts."""

    number: int
    game_id: str
    figures: dict[str, Estimate]
    seats: dict[str, tuple[Estimate, ...]]
    parts: tuple[Part, ...]


class _Task(NamedTuple):
    study: Study
    case: Case
    number: int


def play_boards(
    study: Study, workers: Callable[[], AbstractContextManager[Workers]], progress: Progress
) -> dict[Case, list[Trial]]:
    """The trials of each case, without boards that no program can play. Raises RollError."""
    numbers = range(1, study.rolls + 1)
    tasks = [_Task(study, case, number) for case in study.cases for number in numbers]
    trials: dict[Case, list[Trial]] = {case: [] for case in study.cases}
    progress.phase("boards played", len(tasks))
    with workers() as pool:
        for task, result in pool.results(_play, tasks, lambda task: [task]):
            if isinstance(result, WorkerFailure):
                raise RollError(f"board {task.number} of {task.case}: {result.why}")
            if result is not None:
                trials[task.case].append(result)
            progress.step()
    return trials


def _play(task: _Task) -> Trial | None:
    """The games on one board; None if no program can play it. Runs in any process."""
    study, case = task.study, task.case
    contract = games.game(study.game)
    programs, definition, goals = _loaded(study.game, study.sets, study.folders)
    board = contract.roll(definition, *case, f"{study.seed}-{task.number}")
    if programs.why_not(board):
        return None
    match = programs.match(board)
    judges = study.judges(programs, goals, programs.rules(board))
    # Not the game ID: two versions of a set are compared with the same random numbers.
    seed = f"{study.seed}-{task.number} {case.size} {case.players} study"
    seats: dict[str, tuple[Estimate, ...]] = {}
    first, *others = judges
    observed = match.observe([judges[first]] * case.players, seed, study.games)
    seats[first] = seat_estimates(observed.shares)
    for name in others:
        count = max(1, study.games // _PANEL_PART)
        of_judge = match.observe([judges[name]] * case.players, f"{seed} panel {name}", count)
        seats[name] = seat_estimates(of_judge.shares)
    figures = board_figures(observed, programs.squares(board))
    if not programs.has_points:
        figures = {name: figure for name, figure in figures.items() if name not in OF_POINTS}
    parts = tuple(programs.parts(board, observed))
    return Trial(task.number, str(board.game_id), figures, seats, parts)


@cache
def _loaded(
    game: str, sets: tuple[str, ...], folders: tuple[Path, ...]
) -> tuple[Programs, Any, Goals | None]:
    """The programs of a game, its definition and its goals, loaded once per process."""
    contract = games.game(game)
    programs = contract.programs
    assert programs is not None
    goals = programs.load_goals(folders) if programs.goals else None
    return programs, contract.load(sets, folders), goals


# Measuring -----------------------------------------------------------------------------------


class Key(NamedTuple):
    """What a number measures. subject: a seat, a judge and a seat, or a goal; of a part, its key.
    variant: the number of one of the powers of a part, 0 for the whole part. rolled: the text of a
    power, for one way in which its numbers were rolled."""

    measure: str
    subject: str = ""
    variant: int = 0
    rolled: str = ""

    @property
    def of_part(self) -> bool:
        return "/" in self.subject


class Row(NamedTuple):
    """The estimate of a measure, with an infinite interval for too few boards; the number of boards
    it comes from; its quantiles over boards, where every board has a value; flags such as
    "dominant"."""

    key: Key
    estimate: Estimate
    boards: int
    values: tuple[float, ...] = ()
    flags: tuple[str, ...] = ()

    @property
    def is_vague(self) -> bool:
        """Whether there are too few boards to judge by: no interval, or one whose half is more than
        half of the value and more than half of the usual value."""
        half = (self.estimate.high - self.estimate.low) / 2
        usual = _USUAL_VALUES.get(self.key.measure)
        if half == math.inf or usual is None or self.flags:
            return half == math.inf
        return half > max(usual / 2, abs(self.estimate.value) / 2)


_USUAL_VALUES = {
    "pick_ratio": 1.0, "owners": 1.0, "length": 1.0, "length_other": 1.0, "icon_points": 3.0,
    "share": 0.5, "missed": 0.5, "missed_other": 0.5,
}  # fmt: skip
"""1 for comparisons, 3 points for an icon, half of all points or goals."""


@dataclass(frozen=True, slots=True)
class CaseFindings:
    """What the boards of a case showed: by key, the statistics over boards and the rows for people;
    the limits that boards should keep to; the number of boards that no program can play."""

    case: Case
    trials: Sequence[Trial]
    limits: LimitsByFigure
    statistics: Mapping[Key, Statistic]
    rows: Mapping[Key, Row]
    unplayable: int

    @property
    def parts(self) -> dict[str, str]:
        """The names of all parts by key."""
        return {part.key: part.name for trial in self.trials for part in trial.parts}

    @property
    def powers(self) -> dict[tuple[str, int], str]:
        """The powers of all parts, by key and number."""
        every = [part for trial in self.trials for part in trial.parts]
        return {(part.key, part.variant): part.power for part in every}


@dataclass(frozen=True, slots=True)
class Findings:
    """A study, what each case showed, and whatever differs from the older sets in a folder."""

    study: Study
    player: str
    cases: Mapping[Case, CaseFindings]
    against: str = ""
    older: Mapping[Case, CaseFindings] | None = None

    def differences(self, case: Case) -> Iterator[tuple[Key, Statistic]]:
        """New minus old. Boards of the same number are compared in pairs: whatever an edit does not
        affect cancels out."""
        if self.older is None:
            return
        new, old = self.cases[case], self.older[case]
        for key in new.rows:
            if key in old.statistics:
                yield key, difference(new.statistics[key], old.statistics[key])


def run(
    study: Study,
    against: str,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
) -> Findings:
    """Play; also the boards of the older sets in the folder `against`, if it is not "". Raises
    DefinitionError, OptionError, RollError."""
    studies = [study, *([older_study(against, study)] if against else [])]
    for each in studies:  # before hours of play, so that mistakes are reported at once
        _loaded(each.game, each.sets, each.folders)
    cases = [
        {case: _case_findings(each, case, trials) for case, trials in played.items()}
        for each in studies
        for played in [play_boards(each, workers, progress)]
    ]
    programs, definition, goals = _loaded(study.game, study.sets, study.folders)
    first = games.game(study.game).roll(definition, *study.cases[0], f"{study.seed}-1")
    player = next(iter(study.judges(programs, goals, programs.rules(first)).values()))
    return Findings(study, str(player), cases[0], against, cases[1] if against else None)


def _case_findings(study: Study, case: Case, trials: Sequence[Trial]) -> CaseFindings:
    programs, definition, goals = _loaded(study.game, study.sets, study.folders)
    limits: LimitsByFigure = {}
    if goals:
        board = games.game(study.game).roll(definition, *case, f"{study.seed}-1")
        rules, squares = programs.rules(board), programs.squares(board)
        limits = goals.nearest(rules, squares, case.players).limits
    statistics = _statistics(trials, limits)
    rows = _rows(statistics, trials, goals.flags if goals else None)
    unplayable = study.rolls - len(trials)
    return CaseFindings(case, trials, limits, statistics, rows, unplayable)


_Pairs = dict[int, tuple[float, float]]
"""Two sums by number of board, whose ratio is measured."""


def _statistics(trials: Sequence[Trial], limits: LimitsByFigure) -> dict[Key, Statistic]:
    """All measures over boards."""
    pairs: dict[Key, _Pairs] = defaultdict(dict)
    for trial in trials:
        number, missed = trial.number, _missed_goals(trial, limits)
        values = {Key(name): figure.value for name, figure in trial.figures.items()}
        for index, (judge, seats) in enumerate(trial.seats.items()):
            for seat, share in enumerate(seats, 1):
                if not index:
                    values[Key("seat", str(seat))] = share.value
                if len(trial.seats) > 1:
                    values[Key("panel", f"{judge} {seat}")] = share.value
        values |= {Key("goal", name): float(name not in missed) for name in limits}
        values[Key("goal", ALL_GOALS)] = float(not missed)
        for key, value in values.items():
            pairs[key][number] = value, 1.0
        for part in trial.parts:
            for key in (
                Key("", part.key), Key("", part.key, part.variant),
                Key("", part.key, part.variant, part.rolled),
            ):  # fmt: skip
                for measure, sums in part.measures.items():
                    pairs[key._replace(measure=measure)][number] = sums
                pairs[key._replace(measure="boards")][number] = 1.0, 1.0
    groups = _groups(key for key in pairs if key.measure == "boards")
    found = {
        key: ratio(values)
        for key, values in pairs.items()
        if not key.of_part or key._replace(measure="boards") in groups
    }
    missed_share = {t.number: len(_missed_goals(t, limits)) / max(1, len(limits)) for t in trials}
    turns = {trial.number: trial.figures["turns"].value for trial in trials}
    for key in groups:
        here = set(pairs[key])
        found[key] = ratio({each.number: (float(each.number in here), 1.0) for each in trials})
        with_type = set(pairs[Key("boards", key.subject)])
        # If too few boards lack a type, its powers are compared with each other; a type that is
        # always there with one power has nothing to compare with.
        others, suffix = set(turns) - with_type, ""
        if len(others) < FEW:
            others, suffix = with_type - here, OTHER
        if others:
            missing = _of(missed_share, here), _of(missed_share, others)
            found[key._replace(measure=f"missed{suffix}")] = difference(*missing)
            lengths = _of(turns, here), _of(turns, others)
            found[key._replace(measure=f"length{suffix}")] = quotient(*lengths)
    return {key: value for key, value in found.items() if value is not None}


def _of(values: Mapping[int, float], boards: set[int]) -> Statistic:
    """The mean over some boards."""
    statistic = ratio({number: (values[number], 1.0) for number in sorted(boards)})
    assert statistic, "there are boards"
    return statistic


def _groups(keys: Iterable[Key]) -> set[Key]:
    """The parts, powers and rolled powers that say more than what they belong to: a power that is
    not the only one of its part, a rolled power whose numbers were not always the same."""
    every = set(keys)
    powers = Counter(key.subject for key in every if key.variant and not key.rolled)
    rolls = Counter((key.subject, key.variant) for key in every if key.rolled)
    return {
        key
        for key in every
        if (not key.variant or powers[key.subject] > 1 or key.rolled)
        and (not key.rolled or rolls[key.subject, key.variant] > 1)
    }


def _missed_goals(trial: Trial, limits: LimitsByFigure) -> set[str]:
    return {name for name, usage in limit_usage(trial.figures, limits).items() if usage > 1}


def _rows(
    statistics: Mapping[Key, Statistic], trials: Sequence[Trial], flags: Flags | None
) -> dict[Key, Row]:
    """An estimate of each measure; of the only board, from its games."""
    of_parts = sorted(key for key in statistics if key.of_part)
    rows = {}
    for key in (*(key for key in statistics if not key.of_part), *of_parts):
        statistic = statistics[key]
        estimate = _estimate(key, statistic)
        values: tuple[float, ...] = ()
        if key.measure in BOARD_FIGURES:
            values = tuple(trial.figures[key.measure].value for trial in trials)
            if len(trials) == 1:
                estimate = trials[0].figures[key.measure]
        elif key.measure in ("seat", "panel") and len(trials) == 1:
            judge, seat = (["", *key.subject.split()])[-2:]
            seats = trials[0].seats
            estimate = seats[judge or next(iter(seats))][int(seat) - 1]
        found = tuple(_flags(key, statistics, flags)) if flags else ()
        rows[key] = Row(key, estimate, statistic.boards, values, found)
    return rows


def _estimate(key: Key, statistic: Statistic) -> Estimate:
    if key.measure in ("goal", "boards"):  # Wilson's interval, as they are shares of the boards
        return share_estimate(statistic.value * statistic.boards, statistic.boards)
    return within_bounds(key.measure, statistic.estimate)


def _flags(key: Key, statistics: Mapping[Key, Statistic], flags: Flags) -> Iterator[str]:
    """The flags that this measure of a part gives it: its whole interval lies beyond a limit."""

    def interval(measure: str) -> tuple[float, float]:
        statistic = statistics.get(key._replace(measure=measure))
        return statistic.estimate[1:] if statistic else (-math.inf, math.inf)

    low, high = interval(key.measure)
    trap, dominant, breaking = flags.trap, flags.dominant, flags.breaking
    if key.measure == "pick_ratio":
        is_taken, owners = low > trap.get("pick_ratio", math.inf), interval("owners")
        if is_taken and owners[1] < trap.get("owners", 0):
            yield "trap"
        elif low > dominant.get("pick_ratio", math.inf):
            yield "dominant"
        if high < flags.useless.get("pick_ratio", 0):
            yield "useless"
    if key.measure == "share" and low > dominant.get("share", math.inf):
        yield "dominant"
    name, length = key.measure.removesuffix(OTHER), breaking.get("length", math.inf)
    if (name == "missed" and low > breaking.get("missed", math.inf)) or (
        name == "length" and (low > length or high < 1 / length)
    ):
        # Powers of a type that is always there differ, but nobody can say which is to blame.
        yield "uneven" if key.measure.endswith(OTHER) else "breaking"
