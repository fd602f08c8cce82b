"""The study behind `playtest` for games of open information.

Input: StudyOptions. Output: what programs did on many rolls of a game: figures by board, estimates,
a report. A game says how programs play it: by rules that fill the contract of simulation/rules.py
(play_by_rules), or in its own way. Games of which nothing is rolled have one board; then the games
are the units, else the boards are.
"""

import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict, dataclass
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
"""The programs that play by any rules, from the weakest to the strongest."""

CHOSEN = "chosen"
"""The variant in which the best of each seed is played, as it is printed, not its first."""

_QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_MIN_QUANTILE_UNITS = 20
_EXTREMES = 5  # boards at either end that are listed

PlayGames = Callable[[Any, frozenset[str], str, int, str], Sequence[Mapping[str, float]]]
"""Plays games between programs of one kind: a rolled game, the variants that are played, the name
of the player, how many games, a seed. Returns the FIGURES of each game by name. Must be importable
by name, because other processes receive it pickled."""


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is measured in each game: its name, its unit, the format of its values."""

    name: str
    unit: str
    form: str


FIGURES = {
    "first_player": Figure("First player wins", "of games", ".0%"),
    "draws": Figure("Draws", "of games", ".0%"),
    "turns": Figure("Turns", "turns of both players", ",.1f"),
    "lead_changes": Figure("Lead changes", "times per game", ",.2f"),
    "decided": Figure("When the game is decided", "of the game", ".0%"),
    "spaces": Figure("Spaces used", "of the spaces", ".0%"),
}


def play_by_rules(rules: AnyRules, player: str, games: int, seed: str) -> list[dict[str, float]]:
    """The figures of games by rules that fill the contract, between players of one kind."""
    players = (PLAYERS[player],) * rules.players
    return [_figures(rules, game) for game in play_games(rules, players, games, seed)]


def _figures(rules: AnyRules, game: GameRecord) -> dict[str, float]:
    figures = {
        "first_player": game.wins[0], "draws": float(game.is_draw), "turns": float(game.turns),
    }  # fmt: skip
    if rules.has_points:
        figures |= {"lead_changes": float(game.lead_changes), "decided": game.decided}
    return figures


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """What to play: `games` games on each of `rolls` boards of each size, all by one player."""

    game: str
    sets: tuple[str, ...]
    sets_dirs: tuple[Path, ...]
    sizes: tuple[str, ...]
    rolls: int
    games: int
    player: str
    seed: str
    variants: frozenset[str]


class BoardFigures(NamedTuple):
    """What a board's games showed: its ID, and the values of each figure, game by game."""

    size: str
    game_id: str
    values: dict[str, tuple[float, ...]]

    def mean(self, figure: str) -> float:
        values = self.values[figure]
        return sum(values) / len(values)


class Findings(NamedTuple):
    """A study and the figures of its boards."""

    study: OpenStudy
    boards: tuple[BoardFigures, ...]

    @property
    def figures(self) -> list[str]:
        """The figures that the game has."""
        return list(self.boards[0].values)


class _Task(NamedTuple):
    study: OpenStudy
    play: PlayGames
    size: str
    number: int


@dataclass(frozen=True)
class OpenGameStudy:
    """See PlaytestStudy. players are the names that `play` knows; variants are those that --option
    may name, as NAME=yes."""

    game: str
    play: PlayGames
    players: tuple[str, ...]
    default_player: str
    variants: tuple[str, ...] = ()

    def design(self, options: StudyOptions) -> OpenStudy:
        contract = games.game(self.game)
        if options.players and set(options.players) != {contract.default_players}:
            raise OptionError(f"--players: expected {contract.default_players}")
        player = (options.player or self.default_player).lower().replace("-", "_")
        if player not in self.players:
            raise OptionError(f"--player {options.player!r}: expected {', '.join(self.players)}")
        sets = contract.catalogue.canonical(options.sets or contract.default_sets)
        sizes = tuple(dict.fromkeys(options.sizes or (contract.default_size,)))
        definition = contract.load(sets, options.sets_dirs)
        for size in sizes:
            contract.check_options(definition, size, contract.default_players)
        first = contract.roll(definition, sizes[0], contract.default_players, options.seed)
        rolls = 1 if first.game_id.seed == FIXED else options.rolls
        return OpenStudy(
            self.game, sets, options.sets_dirs, sizes, rolls, options.games, player, options.seed,
            self._variants(options.readings),
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
        return study.rolls * len(study.sizes)

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
            _Task(study, self.play, size, number)
            for size in study.sizes
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
        columns = ("size", "id", "figure", "value", "low", "high", "games")
        return Publication(report(findings), records, columns, {"about": about, "rows": records})


def _play(task: _Task) -> BoardFigures:
    """The figures of one board; runs in any process."""
    study, contract = task.study, games.game(task.study.game)
    definition = contract.load(study.sets, study.sets_dirs)
    seed = f"{study.seed}-{task.number}"
    if CHOSEN in study.variants and contract.playtest:
        players = contract.default_players
        rolled = contract.playtest.play(definition, task.size, players, seed, study.sets_dirs)
    else:
        rolled = contract.roll(definition, task.size, contract.default_players, seed)
    seed = str(rolled.game_id)
    played = task.play(rolled, study.variants, study.player, study.games, seed)
    values = {name: tuple(figures[name] for figures in played) for name in played[0]}
    return BoardFigures(task.size, seed, values)


# Estimates -----------------------------------------------------------------------------------


def _units(findings: Findings, size: str, figure: str) -> list[float]:
    """The values that estimates are made of: means by board, or games of the only board."""
    boards = [board for board in findings.boards if board.size == size]
    if len(boards) == 1:
        return list(boards[0].values[figure])
    return [board.mean(figure) for board in boards]


def _estimate(findings: Findings, size: str, figure: str) -> Number:
    units, form = _units(findings, size, figure), FIGURES[figure].form
    if set(units) <= {0.0, 1.0}:
        return Number(*_reordered(form, share_estimate(sum(units), len(units))))
    statistic = mean(dict(enumerate(units)))
    assert isinstance(statistic, Statistic), "there is a board"
    low, high = statistic.interval or (None, None)
    return Number(statistic.value, form, low, high, is_vague=low is None)


def _reordered(form: str, estimate: tuple[float, float, float]) -> tuple[float, str, float, float]:
    return estimate[0], form, estimate[1], estimate[2]


def _records(findings: Findings) -> Iterator[dict[str, Any]]:
    """A record for each board and figure, and one for all boards of a size."""
    for size in findings.study.sizes:
        for figure in findings.figures:
            number = _estimate(findings, size, figure)
            yield _record(size, "all", figure, number, len(_units(findings, size, figure)))
    for board in findings.boards:
        for figure, values in board.values.items():
            number = Number(board.mean(figure), "")
            yield _record(board.size, board.game_id, figure, number, len(values))


def _record(size: str, game_id: str, figure: str, number: Number, count: int) -> dict[str, Any]:
    return {
        "size": size, "id": game_id, "figure": figure, "value": number.value,
        "low": number.low, "high": number.high, "games": count,
    }  # fmt: skip


# The report ----------------------------------------------------------------------------------


def report(findings: Findings) -> Report:
    """Charts and tables of all figures, and the boards that are furthest from fair."""
    study = findings.study
    boards = f"{study.rolls:,} boards" if study.rolls > 1 else "the only board"
    subtitle = f"{study.games:,} games on {boards}, player {study.player}"
    title = f"Playtest: {study.game}, {' + '.join(study.sets)}"
    return Report(title, subtitle, tuple(_blocks(findings)), _command(study))


def _blocks(findings: Findings) -> Iterator[Block]:
    unit = "boards" if findings.study.rolls > 1 else "games"
    yield Paragraph(
        f"Only programs played: no figure is claimed for people. Intervals hold with 95% "
        f"confidence and take {unit} as the units. A draw is half a win for each player.",
        is_note=True,
    )
    for size in findings.study.sizes:
        yield Heading(size.capitalize())
        yield Charts(tuple(_chart(findings, size, figure) for figure in findings.figures))
        yield _table(findings, size)
        if findings.study.rolls > 1:
            yield Heading("Boards that are furthest from fair", 3)
            yield _extremes(findings, size)


def _chart(findings: Findings, size: str, figure: str) -> Chart:
    facts, units = FIGURES[figure], _units(findings, size, figure)
    unit = "boards" if findings.study.rolls > 1 else "games"
    form = ".0%" if facts.form == ".0%" else ",.2~f"
    goal = 0.5 if figure == "first_player" else None
    note = f"Mean {_estimate(findings, size, figure).text()}."
    bars = charts.binned({"": units}, () if goal is None else (goal,))
    return charts.histogram(facts.name, bars, facts.unit, unit, form, note, goal)


def _table(findings: Findings, size: str) -> Table:
    columns = (Column("Figure"), Column("Mean", True),
               *(Column(f"{part:.0%}", True, is_optional=True) for part in _QUANTILES))  # fmt: skip
    rows = tuple(tuple(_row(findings, size, figure)) for figure in findings.figures)
    return Table(columns, rows)


def _row(findings: Findings, size: str, figure: str) -> Iterator[Cell]:
    units = _units(findings, size, figure)
    yield FIGURES[figure].name
    yield _estimate(findings, size, figure)
    for part in _QUANTILES:
        if len(units) < _MIN_QUANTILE_UNITS:
            yield TOO_FEW
        else:
            yield Number(quantile(units, part), FIGURES[figure].form)


def _extremes(findings: Findings, size: str) -> Table:
    boards = [board for board in findings.boards if board.size == size]
    boards.sort(key=lambda board: -abs(board.mean("first_player") - 0.5))
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
    words += [word for name in study.sizes for word in ("--size", name)]
    words += [word for name in sorted(study.variants) for word in ("--option", f"{name}=yes")]
    words += ["--rolls", str(study.rolls), "--games", str(study.games), "--player", study.player]
    return shlex.join([*words, "--seed", study.seed, "--report", "report.html"])
