"""The study behind `playtest` for games whose rules fill the contract of simulation/rules.py.

Input: StudyOptions. Output: what programs did on many rolls of a game: figures by board, estimates,
a report. Games of which nothing is rolled have one board; then the games are the units, else the
boards are.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
from itertools import product, starmap
from pathlib import Path
from typing import Any, NamedTuple

from generator import __version__, games
from generator.analysis import charts
from generator.analysis.estimators import Statistic, mean, quantile
from generator.analysis.export import Publication
from generator.analysis.intervals import share_estimate
from generator.analysis.report import (
    TOO_FEW,
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Report,
    Table,
)
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.seeds import FIXED
from generator.core.workers import WorkerFailure, Workers
from generator.games.playtest_study import StudyOptions
from generator.simulation.matches import GameRecord, play_games
from generator.simulation.players import GreedyPlayer, Player, RandomPlayer, ReplyPlayer
from generator.simulation.rules import AnyRules

PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer(),
    "careless": GreedyPlayer(careless=0.25),
    "greedy": GreedyPlayer(),
    "two_ply": ReplyPlayer(),
}
"""The programs, from the weakest to the strongest."""

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MIN_QUANTILE_UNITS = 20
_EXTREMES = 5  # boards at either end that are listed

RulesOf = Callable[[Any, int, frozenset[str]], AnyRules]
"""The rules for programs of a rolled game, for so many players and the variants that are played.
Must be importable by name, because other processes receive it pickled."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is measured in each game: its name, its unit, the format of its values.

    of_points: whether it needs points, by which one player is ahead.
    """

    name: str
    unit: str
    form: str
    of_points: bool = False


FIGURES = {
    "first_player": Figure("First player wins", "of games", ".0%"),
    "draws": Figure("Draws", "of games", ".0%"),
    "turns": Figure("Turns", "turns of all players", ",.1f"),
    "lead_changes": Figure("Lead changes", "times per game", ",.2f", True),
    "decided": Figure("When the game is decided", "of the game", ".0%", True),
}
_SEAT = "seat_"  # with the number of a seat: the same as first_player, of that seat


def figure_of(key: str) -> Figure:
    """The figure of a key, which may be that of a seat."""
    if key.startswith(_SEAT):
        return Figure(f"Seat {key.removeprefix(_SEAT)} wins", "of games", ".0%")
    return FIGURES[key]


class Case(NamedTuple):
    """What is played: a size, by how many players."""

    size: str
    players: int

    @property
    def title(self) -> str:
        return f"{self.size.capitalize()}, {self.players} players"

    @property
    def figures(self) -> list[str]:
        """The keys of what is measured. Of two players, the second wins what the first does not."""
        seats = range(2, self.players + 1) if self.players > 2 else ()
        first, *others = FIGURES
        return [first, *(f"{_SEAT}{seat}" for seat in seats), *others]


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """What to play: `games` games on each of `rolls` boards of each case, all by one program."""

    game: str
    sets: tuple[str, ...]
    sets_dirs: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: str
    seed: str
    variants: frozenset[str]


class BoardFigures(NamedTuple):
    """What a board's games showed: its ID, and the values of each figure, game by game."""

    case: Case
    game_id: str
    values: dict[str, tuple[float, ...]]

    def mean(self, figure: str) -> float:
        values = self.values[figure]
        return sum(values) / len(values)


class Findings(NamedTuple):
    """A study and the figures of its boards."""

    study: OpenStudy
    boards: tuple[BoardFigures, ...]

    def of(self, case: Case) -> list[BoardFigures]:
        """The boards of a case."""
        return [board for board in self.boards if board.case == case]

    def figures(self, case: Case) -> list[str]:
        """The figures that the game has in a case."""
        return list(self.of(case)[0].values)


class _Task(NamedTuple):
    study: OpenStudy
    rules_of: RulesOf
    case: Case
    number: int


@dataclass(frozen=True)
class OpenGameStudy:
    """See PlaytestStudy. variants are those that --option may name, as NAME=yes; players are the
    numbers of players that can be played with, all by default."""

    game: str
    rules_of: RulesOf
    default_player: str
    variants: tuple[str, ...] = ()
    players: tuple[int, ...] = (2,)

    def design(self, options: StudyOptions) -> OpenStudy:
        contract = games.game(self.game)
        players = tuple(dict.fromkeys(options.players)) or self.players
        if not set(players) <= set(self.players):
            raise OptionError(f"--players: expected {', '.join(map(str, self.players))}")
        player = (options.player or self.default_player).lower().replace("-", "_")
        if player not in PLAYERS:
            raise OptionError(f"--player {options.player!r}: expected {', '.join(PLAYERS)}")
        sets = contract.catalogue.canonical(options.sets or contract.default_sets)
        sizes = tuple(dict.fromkeys(options.sizes or (contract.default_size,)))
        definition = contract.load(sets, options.sets_dirs)
        for size in sizes:
            contract.check_options(definition, size, contract.default_players)
        first = contract.roll(definition, sizes[0], contract.default_players, options.seed)
        rolls = 1 if first.game_id.seed == FIXED else options.rolls
        return OpenStudy(
            self.game, sets, options.sets_dirs, tuple(starmap(Case, product(sizes, players))),
            rolls, options.games, player, options.seed, self._variants(options.readings),
        )  # fmt: skip

    def _variants(self, words: Sequence[str]) -> frozenset[str]:
        """The variants that words such as framed=yes ask for."""
        names = [f"{name}=yes" for name in self.variants]
        for word in words:
            if word.lower() not in names:
                expected = ", ".join(names) or f"none, {self.game} has no variants"
                raise OptionError(f"--option {word!r}: expected {expected}")
        return frozenset(word.lower().removesuffix("=yes") for word in words)

    def boards(self, study: OpenStudy) -> int:
        return study.rolls * len(study.cases)

    def baseline(self, against: str, study: OpenStudy) -> AbstractContextManager[OpenStudy]:
        raise OptionError(f"--against: versions of {self.game} cannot be compared in play")

    def run(
        self,
        study: OpenStudy,
        baseline_name: str,
        baseline: OpenStudy | None,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
        resume: bool,
    ) -> Findings:
        tasks = [
            _Task(study, self.rules_of, case, number)
            for case in study.cases
            for number in range(1, study.rolls + 1)
        ]
        progress.phase("boards played", len(tasks))
        boards: list[BoardFigures] = []
        with workers() as pool:
            for task, result in pool.results(_play, tasks, lambda task: [task]):
                if isinstance(result, WorkerFailure):
                    raise RollError(f"board {task.number}: {result.why}")
                boards.append(result)
                progress.step()
        return Findings(study, tuple(boards))

    def is_empty(self, findings: Findings) -> bool:
        return not findings.boards

    def publication(self, findings: Findings) -> Publication:
        records = list(_records(findings))
        about = asdict(findings.study) | {"program": __version__}
        about["sets_dirs"] = [str(folder) for folder in findings.study.sets_dirs]
        about["variants"] = sorted(findings.study.variants)
        about["cases"] = [case._asdict() for case in findings.study.cases]
        columns = ("size", "players", "id", "figure", "value", "low", "high", "games")
        return Publication(report(findings), records, columns, {"about": about, "rows": records})


def _play(task: _Task) -> BoardFigures:
    """The figures of one board; runs in any process."""
    study, case, contract = task.study, task.case, games.game(task.study.game)
    definition = contract.load(study.sets, study.sets_dirs)
    seed = f"{study.seed}-{task.number}"
    rolled = contract.roll(definition, case.size, contract.default_players, seed)
    player = PLAYERS[study.player]
    rules = task.rules_of(rolled, case.players, study.variants)
    played = list(play_games(rules, (player,) * rules.players, study.games, str(rolled.game_id)))
    keys = [key for key in case.figures if rules.has_points or not figure_of(key).of_points]
    values = {key: tuple(_value(key, game) for game in played) for key in keys}
    return BoardFigures(case, str(rolled.game_id), values)


def _value(figure: str, game: GameRecord) -> float:
    if figure.startswith(_SEAT):
        return game.wins[int(figure.removeprefix(_SEAT)) - 1]
    match figure:
        case "first_player":
            return game.wins[0]
        case "draws":
            return float(game.is_draw)
        case "turns":
            return float(game.turns)
        case "lead_changes":
            return float(game.lead_changes)
    return game.decided


# Estimates -----------------------------------------------------------------------------------


def _units(findings: Findings, case: Case, figure: str) -> list[float]:
    """The values that estimates are made of: means by board, or games of the only board."""
    boards = findings.of(case)
    if len(boards) == 1:
        return list(boards[0].values[figure])
    return [board.mean(figure) for board in boards]


def _estimate(findings: Findings, case: Case, figure: str) -> Number:
    units, form = _units(findings, case, figure), figure_of(figure).form
    if set(units) <= {0.0, 1.0}:
        return Number(*_reordered(form, share_estimate(sum(units), len(units))))
    statistic = mean(dict(enumerate(units)))
    assert isinstance(statistic, Statistic), "there is a board"
    low, high = statistic.interval or (None, None)
    return Number(statistic.value, form, low, high, is_vague=low is None)


def _reordered(form: str, estimate: tuple[float, float, float]) -> tuple[float, str, float, float]:
    return estimate[0], form, estimate[1], estimate[2]


def _records(findings: Findings) -> Iterator[dict[str, Any]]:
    """A record for each board and figure, and one for all boards of a case."""
    for case in findings.study.cases:
        for figure in findings.figures(case):
            number = _estimate(findings, case, figure)
            yield _record(case, "all", figure, number, len(_units(findings, case, figure)))
    for board in findings.boards:
        for figure, values in board.values.items():
            number = Number(board.mean(figure), "")
            yield _record(board.case, board.game_id, figure, number, len(values))


def _record(case: Case, game_id: str, figure: str, number: Number, count: int) -> dict[str, Any]:
    return {
        **case._asdict(), "id": game_id, "figure": figure, "value": number.value,
        "low": number.low, "high": number.high, "games": count,
    }  # fmt: skip


# The report ----------------------------------------------------------------------------------


def report(findings: Findings) -> Report:
    """Charts and tables of all figures, and the boards that are furthest from fair."""
    study = findings.study
    boards = f"{study.rolls:,} boards" if study.rolls > 1 else "the only board"
    subtitle = f"{study.games:,} games on {boards}, player {PLAYERS[study.player].name}"
    title = f"Playtest: {study.game}, {' + '.join(study.sets)}"
    return Report(title, subtitle, tuple(_blocks(findings)), _command(study))


def _blocks(findings: Findings) -> Iterator[Block]:
    unit = "boards" if findings.study.rolls > 1 else "games"
    yield Paragraph(
        f"Only programs played: no figure is claimed for people. Intervals hold with 95% "
        f"confidence and take {unit} as the units. A draw is shared out among the players.",
        is_note=True,
    )
    for case in findings.study.cases:
        yield Heading(case.title)
        yield Charts(tuple(_chart(findings, case, figure) for figure in findings.figures(case)))
        yield _table(findings, case)
        if findings.study.rolls > 1:
            yield Heading("Boards that are furthest from fair", 3)
            yield _extremes(findings, case)


def _chart(findings: Findings, case: Case, figure: str) -> Chart:
    facts, units = figure_of(figure), _units(findings, case, figure)
    unit = "boards" if findings.study.rolls > 1 else "games"
    form = ".0%" if facts.form == ".0%" else ",.2~f"
    is_of_seats = figure == "first_player" or figure.startswith(_SEAT)
    goal = 1 / case.players if is_of_seats else None
    note = f"Mean {_estimate(findings, case, figure).text()}."
    bars = charts.binned({"": units}, () if goal is None else (goal,))
    return charts.histogram(facts.name, bars, facts.unit, unit, form, note, goal)


def _table(findings: Findings, case: Case) -> Table:
    columns = (Column("Figure"), Column("Mean", True),
               *(Column(f"{part:.0%}", True, is_optional=True) for part in _QUANTILES))  # fmt: skip
    rows = tuple(tuple(_row(findings, case, figure)) for figure in findings.figures(case))
    return Table(columns, rows)


def _row(findings: Findings, case: Case, figure: str) -> Iterator[Cell]:
    units = _units(findings, case, figure)
    yield figure_of(figure).name
    yield _estimate(findings, case, figure)
    for part in _QUANTILES:
        if len(units) < _MIN_QUANTILE_UNITS:
            yield TOO_FEW
        else:
            yield Number(quantile(units, part), figure_of(figure).form)


def _extremes(findings: Findings, case: Case) -> Table:
    fair = 1 / case.players
    boards = sorted(findings.of(case), key=lambda board: -abs(board.mean("first_player") - fair))
    columns = Column("Game ID"), Column("First player wins", True), Column("Turns", True)
    rows = []
    for board in boards[:_EXTREMES]:
        wins = board.values["first_player"]
        share = share_estimate(sum(wins), len(wins))
        turns = Number(board.mean("turns"), ",.1f")
        rows.append((board.game_id, Number(*_reordered(".0%", share)), turns))
    return Table(columns, tuple(rows))


def _command(study: OpenStudy) -> str:
    words = ["board-generator", "playtest", "--game", study.game]
    words += [word for name in study.sets for word in ("--set", name)]
    for option, values in zip(("--size", "--players"), zip(*study.cases, strict=True), strict=True):
        words += [word for value in dict.fromkeys(values) for word in (option, str(value))]
    words += [word for name in sorted(study.variants) for word in ("--option", f"{name}=yes")]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--player", study.player]
    return shlex.join([*words, "--seed", study.seed, "--report", "report.html"])
