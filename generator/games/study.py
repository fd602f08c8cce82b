"""Studies behind `playtest`: their contract, and the one of Metals and Quads."""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from generator import __version__, games
from generator.analysis import charts
from generator.analysis.intervals import Statistic, mean, quantile, share_estimate
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
    Publication,
    Report,
    Table,
)
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.seeds import FIXED
from generator.core.workers import WorkerFailure, Workers
from generator.play.kernel import Source, prepare
from generator.play.series import Player

StudyT = TypeVar("StudyT")
FindingsT = TypeVar("FindingsT")


class Case(NamedTuple):
    """What is played: a size, by how many players."""

    size: str
    players: int

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players"


class StudyOptions(NamedTuple):
    """The options of `playtest` as the user wrote them; empty or None stands for the default."""

    sets: Sequence[str]
    sets_dirs: tuple[Path, ...]
    sizes: Sequence[str]
    players: Sequence[int]
    rolls: int
    games: int
    player: str | None
    seed: str


class PlaytestStudy(Protocol, Generic[StudyT, FindingsT]):
    """What the command asks of a game. StudyT and FindingsT are the game's own."""

    def design(self, options: StudyOptions, /) -> StudyT:
        """The study of some options. Raises OptionError, DefinitionError."""

    def prepare(self) -> None:
        """Compile what programs need, once before several processes would."""

    def boards(self, study: StudyT, /) -> int: ...

    def run(
        self,
        study: StudyT,
        against: str,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
    ) -> FindingsT:
        """Play; also the boards of the older sets in the folder `against`, if it is not "". Raises
        DefinitionError, OptionError, RollError."""

    def is_empty(self, findings: FindingsT, /) -> bool: ...

    def publication(self, findings: FindingsT, /) -> Publication: ...


def meanings(figures: Mapping[str, str]) -> Iterator[Block]:
    """What figures mean, by their names, as the last part of a report."""
    yield Heading("What the figures mean")
    columns = Column("Figure", width=60), Column("Meaning", width=110)
    yield Table(columns, tuple(figures.items()))


PLAYERS: dict[str, Player] = {
    "random": Player("random"),
    "careless": Player("greedy", errors=25),
    "greedy": Player("greedy", errors=10),
    "two_ply": Player("two_ply", errors=10),
    "monte_carlo": Player("monte_carlo", 6, 8),
}
"""The players by name, from the weakest to the strongest. Greedy and two-ply players that were
never careless would play much the same game again and again."""

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MIN_QUANTILE_UNITS = 20
_EXTREMES = 5  # boards at either end that are listed


class Figure(NamedTuple):
    """Something that is measured in each game. Values of a form that ends in % are shares."""

    name: str
    unit: str
    form: str
    meaning: str


FIGURES = {
    "first_player": Figure(
        "First player wins",
        "of games",
        ".0%",
        "How often the player wins who moves first; a draw is shared out.",
    ),
    "draws": Figure("Draws", "of games", ".0%", "Share of the games that nobody wins alone."),
    "turns": Figure("Turns", "turns of all players", ",.1f", "Turns of all players together."),
    "lead_changes": Figure(
        "Lead changes",
        "times per game",
        ",.2f",
        "How often another player takes the lead, by points.",
    ),
    "decided": Figure(
        "When the game is decided",
        "of the game",
        ".0%",
        "Share of the turns after which the winner is never behind again; all of them in a draw.",
    ),
    "spaces": Figure(
        "Spaces used", "of the spaces", ".0%", "Share of the spaces of the map that a Metal was on."
    ),
}

PlayGames = Callable[[Any, str, int, str], Sequence[Mapping[str, float]]]
"""Plays games between programs of one kind: a rolled game, the name of the program, how many games,
a seed. Returns the FIGURES of each game by name. Must be importable by name, because other
processes receive it pickled."""


# The study -----------------------------------------------------------------------------------


class OpenStudy(NamedTuple):
    """What to play: `games` games on each of `rolls` boards of each case, all by one program."""

    game: str
    sets: tuple[str, ...]
    sets_dirs: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: str
    seed: str


class BoardFigures(NamedTuple):
    """What a board's games showed: its ID, and the values of each figure by game."""

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
        return [board for board in self.boards if board.case == case]

    def figures(self, case: Case) -> list[str]:
        """The figures that games of a case have."""
        return list(dict.fromkeys(figure for board in self.of(case) for figure in board.values))


@dataclass(frozen=True)
class OpenGameStudy:
    """See PlaytestStudy. players are the names that `play` knows; kernel is what it plays with."""

    game: str
    kernel: Source
    play: PlayGames
    players: tuple[str, ...]
    default_player: str

    def design(self, options: StudyOptions) -> OpenStudy:
        contract = games.game(self.game)
        count = contract.default_players
        if set(options.players) - {count}:
            raise OptionError(f"--players: expected {count}")
        player = (options.player or self.default_player).lower().replace("-", "_")
        if player not in self.players:
            raise OptionError(f"--player {options.player!r}: expected {', '.join(self.players)}")
        sets = contract.catalogue.canonical(options.sets or contract.default_sets)
        sizes = tuple(dict.fromkeys(options.sizes or (contract.default_size,)))
        definition = contract.load(sets, options.sets_dirs)
        for size in sizes:
            contract.check_options(definition, size, count)
        first = contract.roll(definition, sizes[0], count, options.seed)
        rolls = 1 if first.game_id.seed == FIXED else options.rolls
        cases = tuple(Case(size, count) for size in sizes)
        return OpenStudy(
            self.game, sets, options.sets_dirs, cases, rolls, options.games, player, options.seed
        )

    def prepare(self) -> None:
        prepare(self.kernel)

    def boards(self, study: OpenStudy) -> int:
        return study.rolls * len(study.cases)

    def run(
        self,
        study: OpenStudy,
        against: str,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
    ) -> Findings:
        if against:
            raise OptionError(f"--against: versions of {self.game} cannot be compared in play")
        self.prepare()
        numbers = range(1, study.rolls + 1)
        tasks = [
            _Task(study, self.play, case, number) for case in study.cases for number in numbers
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
        return publication(findings)


class _Task(NamedTuple):
    study: OpenStudy
    play: PlayGames
    case: Case
    number: int


def _play(task: _Task) -> BoardFigures:
    study, case, contract = task.study, task.case, games.game(task.study.game)
    definition = contract.load(study.sets, study.sets_dirs)
    rolled = contract.roll(definition, case.size, case.players, f"{study.seed}-{task.number}")
    game_id = str(rolled.game_id)
    played = task.play(rolled, study.player, study.games, game_id)
    values = {name: tuple(figures[name] for figures in played) for name in played[0]}
    return BoardFigures(case, game_id, values)


# Estimates -----------------------------------------------------------------------------------


def publication(findings: Findings) -> Publication:
    """All figures: a report, records, data."""
    about = findings.study._asdict() | {"program": __version__}
    about["sets_dirs"] = [str(folder) for folder in findings.study.sets_dirs]
    about["cases"] = [case._asdict() for case in findings.study.cases]
    records = list(_records(findings))
    columns = ("size", "players", "id", "figure", "value", "low", "high", "boards", "games")
    return Publication(report(findings), records, columns, {"about": about, "rows": records})


def _units(findings: Findings, case: Case, figure: str) -> list[float]:
    """The values that estimates are made of: means by board, or games of the only board."""
    boards = findings.of(case)
    if len(boards) == 1:
        return list(boards[0].values[figure])
    return [board.mean(figure) for board in boards]


def _estimate(findings: Findings, case: Case, figure: str) -> Number:
    units, form = _units(findings, case, figure), FIGURES[figure].form
    if set(units) <= {0.0, 1.0}:
        return _share(units, form)
    statistic = mean(dict(enumerate(units)))
    assert isinstance(statistic, Statistic), "there is a board"
    interval = statistic.share_interval if form.endswith("%") else statistic.interval
    low, high = interval or (None, None)
    return Number(statistic.value, form, low, high, is_vague=low is None)


def _share(wins: Sequence[float], form: str) -> Number:
    value, low, high = share_estimate(sum(wins), len(wins))
    return Number(value, form, low, high)


def _records(findings: Findings) -> Iterator[dict[str, Any]]:
    """A record for each case and figure, and for each board and figure."""
    for case in findings.study.cases:
        for figure in findings.figures(case):
            yield _record("all", figure, _estimate(findings, case, figure), findings.of(case))
    for board in findings.boards:
        for figure in board.values:
            yield _record(board.game_id, figure, Number(board.mean(figure), ""), [board])


def _record(
    name: str, figure: str, number: Number, boards: Sequence[BoardFigures]
) -> dict[str, Any]:
    """A record of a figure, with the numbers of boards and games that it comes from."""
    played = sum(len(board.values[figure]) for board in boards)
    about = {**boards[0].case._asdict(), "id": name, "figure": figure}
    interval = {"value": number.value, "low": number.low, "high": number.high}
    return {**about, **interval, "boards": len(boards), "games": played}


# The report ----------------------------------------------------------------------------------


def report(findings: Findings) -> Report:
    """Charts and tables of all figures, and the boards that are furthest from fair."""
    study = findings.study
    boards = f"each of {study.rolls:,} boards" if study.rolls > 1 else "the only board"
    subtitle = f"{study.games:,} games on {boards}, player {study.player}"
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
        figures = findings.figures(case)
        yield Heading(str(case).capitalize())
        yield Charts(tuple(_chart(findings, case, figure, unit) for figure in figures))
        quantiles = (Column(f"{part:.0%}", True, is_optional=True) for part in _QUANTILES)
        columns = (Column("Figure"), Column("Mean", True), *quantiles)
        yield Table(columns, tuple(_row(findings, case, figure) for figure in figures))
        if findings.study.rolls > 1:
            yield Heading("Boards that are furthest from fair", 3)
            yield _extremes(findings, case)
    shown = dict.fromkeys(key for case in findings.study.cases for key in findings.figures(case))
    yield from meanings({FIGURES[key].name: FIGURES[key].meaning for key in shown})


def _chart(findings: Findings, case: Case, figure: str, unit: str) -> Chart:
    facts, units = FIGURES[figure], _units(findings, case, figure)
    form = ".0%" if facts.form == ".0%" else ",.2~f"
    goal = 1 / case.players if figure == "first_player" else None
    note = f"Mean {_estimate(findings, case, figure).text()}."
    bars = charts.binned({"": units}, () if goal is None else (goal,))
    return charts.histogram(facts.name, bars, facts.unit, unit, form, note, goal)


def _row(findings: Findings, case: Case, figure: str) -> tuple[Cell, ...]:
    units, facts = _units(findings, case, figure), FIGURES[figure]
    quantiles: list[Cell]
    if len(units) < _MIN_QUANTILE_UNITS:
        quantiles = [TOO_FEW] * len(_QUANTILES)
    else:
        quantiles = [Number(quantile(units, part), facts.form) for part in _QUANTILES]
    return facts.name, _estimate(findings, case, figure), *quantiles


def _extremes(findings: Findings, case: Case) -> Table:
    fair = 1 / case.players
    boards = sorted(findings.of(case), key=lambda board: -abs(board.mean("first_player") - fair))
    columns = Column("Game ID"), Column("First player wins", True), Column("Turns", True)
    rows = tuple(
        (
            board.game_id,
            _share(board.values["first_player"], ".0%"),
            Number(board.mean("turns"), ",.1f"),
        )
        for board in boards[:_EXTREMES]
    )
    return Table(columns, rows)


def _command(study: OpenStudy) -> str:
    words = ["board-generator", "playtest", "--game", study.game]
    words += [word for name in study.sets for word in ("--set", name)]
    words += [word for case in study.cases for word in ("--size", case.size)]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--player", study.player]
    return shlex.join([*words, "--seed", study.seed, "--report", "report.html"])
