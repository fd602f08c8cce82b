"""A study: programs play many boards as they are rolled, and what the games on them show."""

import math
import os
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.analysis import intervals
from generator.analysis.intervals import Estimate, Statistic
from generator.core.errors import OptionError
from generator.core.progress import Progress
from generator.core.seeds import FIXED
from generator.core.workers import Workers
from generator.play import figures as measures
from generator.play.goals import Flags, Goals, LimitsByFigure, limit_usage
from generator.play.search import Part, Programs, limits_of
from generator.play.series import PLAYERS, Player

ALL_GOALS = "all"
OTHER = "_other"
"""The suffix of measures that compare a power with other powers of its type."""

_SEARCHING = re.compile(r"(?:(monte_carlo|tree_search) )?(\d{1,4})x(\d{1,4})")
_PANEL_PART = 8  # of a study's games are played by each judge of the panel
_SHARES = ("ties", "seat_deviation")  # of the games: Wilson's interval is honest for any number


class Case(NamedTuple):
    size: str
    players: int

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players"


@dataclass(frozen=True, slots=True)
class Study:
    """What to play: `rolls` boards of each case, and `games` games on each board.

    The boards are those of the seeds `seed`-1 and so on. `player` is None for the judges of the
    game's panel. `folders` are absolute, as other processes read them.
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
    game: str,
    sets: Sequence[str],
    folders: tuple[Path, ...],
    sizes: Sequence[str],
    players: Sequence[int],
    rolls: int,
    games_on_each: int,
    player: str | None,
    seed: str,
) -> Study:
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
    known = None if player is None else parse_player(programs, player)
    study = Study(game, sets, folders, cases, rolls, games_on_each, known, seed)
    is_fixed = _board(study, cases[0], 1).game_id.seed == FIXED
    return replace(study, rolls=1) if is_fixed else study


def parse_player(programs: Programs, text: str) -> Player:
    """A player by its name, or CxP: C candidates and P playouts. Raises OptionError."""
    name = text.lower().replace("-", "_")
    if name in programs.players:
        return programs.players[name]
    if match := _SEARCHING.fullmatch(name):
        kind, candidates, playouts = match[1] or "monte_carlo", int(match[2]), int(match[3])
        if 1 <= candidates <= 100 and 1 <= playouts <= 1000:
            return PLAYERS[kind]._replace(candidates=candidates, playouts=playouts)
    names = ", ".join(programs.players)
    words = f"expected {names}, or CxP with 1 to 100 candidates, 1 to 1000 playouts"
    raise OptionError(f"--player {text!r}: {words}")


def older_study(against: str, study: Study) -> Study:
    """The same study with the sets of a folder. Raises OptionError for a folder that has none of
    them: they would be compared with themselves."""
    folder = Path(os.path.expanduser(against))  # Path.expanduser would raise for ~nobody
    files, places = [f"{name}.yaml" for name in study.sets], (folder / study.game, folder)
    if not any((place / file).is_file() for place in places for file in files):
        words = f"expected a folder with older versions of {', '.join(files)}"
        raise OptionError(f"--against {against!r}: {words}")
    return replace(study, folders=(folder.absolute(), *study.folders))


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


class Trial(NamedTuple):
    """One board and what its games showed: the figures, and the seats' shares of wins, by judge; of
    the first judge also what they showed of the board's parts."""

    number: int
    game_id: str
    figures: dict[str, Estimate]
    seats: dict[str, tuple[Estimate, ...]]
    parts: tuple[Part, ...]

    @property
    def estimates(self) -> dict[Key, Estimate]:
        found = {Key(name): figure for name, figure in self.figures.items()}
        for number, seat in enumerate(next(iter(self.seats.values())), 1):
            found[Key("seat", str(number))] = seat
        for judge, seats in self.seats.items() if len(self.seats) > 1 else ():
            found |= {Key("panel", f"{judge} {n}"): seat for n, seat in enumerate(seats, 1)}
        return found


def play_boards(
    study: Study, workers: Callable[[], AbstractContextManager[Workers]], progress: Progress
) -> dict[Case, list[Trial]]:
    """The trials of each case, without boards that no program can play. Raises RollError."""
    tasks = [(case, number) for case in study.cases for number in range(1, study.rolls + 1)]
    trials: dict[Case, list[Trial]] = {case: [] for case in study.cases}
    progress.phase("boards played", len(tasks))
    with workers() as pool:
        for (case, _), result in pool.results(partial(_play, study), tasks):
            if result is not None:
                trials[case].append(result)
            progress.step()
    return trials


def _play(study: Study, task: tuple[Case, int]) -> Trial | None:
    """The games on one board; None if no program can play it. Runs in any process."""
    case, number = task
    programs, _, goals = _loaded(study.game, study.sets, study.folders)
    board = _board(study, case, number)
    if programs.why_not(board):
        return None
    match = programs.match(board)
    # Not the game ID: two versions of a set are compared with the same random numbers.
    seed = f"{study.seed}-{number} {case.size} {case.players} study"
    panel_count = max(1, study.games // _PANEL_PART)
    first, *others = study.judges(programs, goals, programs.rules(board)).items()
    observed = match.observe([first[1]] * case.players, seed, study.games)
    seats = {first[0]: measures.seat_estimates(observed.shares)}
    for name, player in others:
        of_judge = match.observe([player] * case.players, f"{seed} panel {name}", panel_count)
        seats[name] = measures.seat_estimates(of_judge.shares)
    figures = measures.board_figures(observed, programs.squares(board))
    for name, figure in tuple(figures.items()):
        if name in measures.OF_POINTS and not programs.has_points:
            del figures[name]
        elif name not in _SHARES and intervals.too_few(study.games, figure.low == figure.high):
            figures[name] = Estimate(figure.value)
    parts = tuple(programs.parts(board, observed))
    return Trial(number, str(board.game_id), figures, seats, parts)


def _board(study: Study, case: Case, number: int) -> Any:
    programs, definition, _ = _loaded(study.game, study.sets, study.folders)
    return programs.roll(definition, *case, f"{study.seed}-{number}")


@cache
def _loaded(
    game: str, sets: tuple[str, ...], folders: tuple[Path, ...]
) -> tuple[Programs, Any, Goals | None]:
    """The programs of a game, its definition and its goals, loaded once per process."""
    programs = games.game(game).programs
    assert programs is not None
    goals = programs.load_goals(folders) if programs.goals else None
    return programs, games.game(game).load(sets, folders), goals


class Row(NamedTuple):
    """The estimate of a measure; the number of boards it comes from; flags such as "dominant"."""

    key: Key
    estimate: Estimate
    boards: int
    flags: tuple[str, ...]

    @property
    def shown(self) -> Estimate:
        """With an infinite interval where there are too few boards to judge by: half of it is more
        than half of the value and more than half of the usual value."""
        half = (self.estimate.high - self.estimate.low) / 2
        usual = _USUAL_VALUES.get(self.key.measure, math.inf)
        is_wide = half > max(usual / 2, abs(self.estimate.value) / 2)
        return Estimate(self.estimate.value) if is_wide and not self.flags else self.estimate


_USUAL_VALUES = {
    **dict.fromkeys(("pick_ratio", "owners", "length", "length_other"), 1.0),
    "icon_points": 3.0,
    **dict.fromkeys(("share", "missed", "missed_other"), 0.5),
}
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
        return {part.key: part.name for trial in self.trials for part in trial.parts}

    def power(self, key: Key) -> str:
        """The text of a power, as it was rolled or as the set has it; "" of anything else."""
        every = (part for trial in self.trials for part in trial.parts)
        texts = (part.power for part in every if (part.key, part.variant) == key[1:3])
        return key.rolled or next(texts, "")


@dataclass(frozen=True, slots=True)
class Findings:
    """A study, what each case showed, and whatever differs from the older sets in a folder."""

    study: Study
    player: str
    cases: Mapping[Case, CaseFindings]
    against: str = ""
    older: Mapping[Case, CaseFindings] | None = None

    def differences(self, case: Case) -> dict[Key, Estimate]:
        """New minus old. Boards of the same number are compared in pairs: whatever an edit does not
        affect cancels out."""
        new, old = self.cases[case], self.older[case].statistics if self.older else {}
        pairs = {key: (new.statistics[key], old[key]) for key in new.rows if key in old}
        return {key: intervals.difference(*pair).estimate for key, pair in pairs.items()}


def run(
    study: Study,
    against: str,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
    prepare: Callable[[], None] = lambda: None,
) -> Findings:
    """Play; also the boards of the older sets in the folder `against`, if it is not "". `prepare`
    is called before any game. Raises DefinitionError, OptionError, RollError."""
    studies = [study, *([older_study(against, study)] if against else [])]
    for each in studies:  # before hours of play, so that mistakes are reported at once
        _loaded(each.game, each.sets, each.folders)
    prepare()
    cases: list[dict[Case, CaseFindings]] = []
    for each in studies:
        programs, _, goals = _loaded(each.game, each.sets, each.folders)
        found = {}
        for case, trials in play_boards(each, workers, progress).items():
            limits = limits_of(programs, _board(each, case, 1), goals) if goals else {}
            statistics = _statistics(trials, limits)
            rows = _rows(statistics, trials, goals.flags if goals else None)
            missing = each.rolls - len(trials)
            found[case] = CaseFindings(case, trials, limits, statistics, rows, missing)
        cases.append(found)
    programs, _, goals = _loaded(study.game, study.sets, study.folders)
    rules = programs.rules(_board(study, study.cases[0], 1))
    player = next(iter(study.judges(programs, goals, rules).values()))
    return Findings(study, str(player), cases[0], against, cases[1] if against else None)


def _statistics(trials: Sequence[Trial], limits: LimitsByFigure) -> dict[Key, Statistic]:
    pairs: dict[Key, dict[int, tuple[float, float]]] = defaultdict(dict)  # by number of the board
    turns: dict[int, float] = {}
    missed: dict[int, float] = {}
    for trial in trials:
        usages = limit_usage(trial.figures, limits)
        met = {name: usages.get(name, 0) <= 1 for name in limits}
        turns[trial.number] = trial.figures["turns"].value
        missed[trial.number] = [*met.values()].count(False) / max(1, len(limits))
        values = {key: estimate.value for key, estimate in trial.estimates.items()}
        values |= {Key("goal", name): float(is_met) for name, is_met in met.items()}
        values[Key("goal", ALL_GOALS)] = float(all(met.values()))
        for key, value in values.items():
            pairs[key][trial.number] = value, 1.0
        for part in trial.parts:
            for measure, sums in {**part.measures, "boards": (1.0, 1.0)}.items():
                for group in ((), (part.variant,), (part.variant, part.rolled)):
                    pairs[Key(measure, part.key, *group)][trial.number] = sums
    groups = _groups([key for key in pairs if key.measure == "boards"])
    found = {
        key: intervals.ratio(values)
        for key, values in pairs.items()
        if not key.of_part or key._replace(measure="boards") in groups
    }
    for key in groups:
        here = set(pairs[key])
        found[key] = intervals.ratio({number: (float(number in here), 1.0) for number in turns})
        with_type = set(pairs[Key("boards", key.subject)])
        # If too few boards lack a type, its powers are compared with each other; a type that is
        # always there with one power has nothing to compare with.
        others, suffix = set(turns) - with_type, ""
        if len(others) < intervals.FEW:
            others, suffix = with_type - here, OTHER
        if others:
            misses = _mean(missed, here), _mean(missed, others)
            found[key._replace(measure=f"missed{suffix}")] = intervals.difference(*misses)
            lengths = _mean(turns, here), _mean(turns, others)
            found[key._replace(measure=f"length{suffix}")] = intervals.quotient(*lengths)
    return {key: value for key, value in found.items() if value is not None}


def _mean(values: Mapping[int, float], boards: set[int]) -> Statistic:
    statistic = intervals.ratio({number: (values[number], 1.0) for number in sorted(boards)})
    assert statistic, "there are boards"
    return statistic


def _groups(keys: Sequence[Key]) -> set[Key]:
    """The parts, powers and rolled powers that say more than what they belong to: a power that is
    not the only one of its part, a rolled power whose numbers were not always the same."""
    parents = {key: (key.subject, key.variant if key.rolled else 0) for key in keys}
    siblings = Counter(parent for key, parent in parents.items() if key.variant)
    return {key for key, parent in parents.items() if not key.variant or siblings[parent] > 1}


def _rows(
    statistics: Mapping[Key, Statistic], trials: Sequence[Trial], flags: Flags | None
) -> dict[Key, Row]:
    """An estimate of each measure; of the only board, from its games."""
    of_games = trials[0].estimates if len(trials) == 1 else {}
    rows = {}
    for key in sorted(statistics, key=lambda key: key if key.of_part else ()):
        measure, (value, _, boards) = key.measure, statistics[key]
        estimate = of_games.get(key) or measures.within_bounds(measure, statistics[key].estimate)
        if measure in ("goal", "boards"):  # shares of the boards
            estimate = intervals.share_estimate(value * boards, boards)
        rows[key] = Row(key, estimate, boards, tuple(_flags(key, statistics, flags)))
    return rows


def _flags(key: Key, statistics: Mapping[Key, Statistic], flags: Flags | None) -> Iterator[str]:
    """The flags that this measure of a part gives it: its whole interval lies beyond a limit."""
    if flags is None:
        return
    _, low, high = statistics[key].estimate
    trap, dominant, breaking = flags.trap, flags.dominant, flags.breaking
    # Powers of a type that is always there differ, but nobody can say which is to blame.
    spoiling = "uneven" if key.measure.endswith(OTHER) else "breaking"
    match key.measure.removesuffix(OTHER):
        case "pick_ratio":
            owners = statistics.get(key._replace(measure="owners"))
            is_taken = low > trap.get("pick_ratio", math.inf)
            if is_taken and owners and owners.estimate.high < trap.get("owners", 0):
                yield "trap"
            elif low > dominant.get("pick_ratio", math.inf):
                yield "dominant"
            if high < flags.useless.get("pick_ratio", 0):
                yield "useless"
        case "share" if low > dominant.get("share", math.inf):
            yield "dominant"
        case "missed" if low > breaking.get("missed", math.inf):
            yield spoiling
        case "length":
            limit = breaking.get("length", math.inf)
            if low > limit or high < 1 / limit:
                yield spoiling
