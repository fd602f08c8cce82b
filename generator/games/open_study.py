"""The study behind `playtest` for games whose rules fill the contract of simulation/rules.py.

Input: StudyOptions. Output: Findings, what programs did on many rolls of a game.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from itertools import product, starmap
from typing import Any, NamedTuple

from generator import games
from generator.analysis.export import Publication
from generator.core.errors import OptionError, RollError
from generator.core.progress import Progress
from generator.core.seeds import FIXED
from generator.core.workers import WorkerFailure, Workers
from generator.games import open_report
from generator.games.open_findings import (
    PLAYERS,
    SEAT,
    BoardFigures,
    Case,
    Findings,
    OpenStudy,
    figure_of,
)
from generator.games.playtest_study import StudyOptions
from generator.simulation.endgames import is_won_for_mover
from generator.simulation.matches import GameRecord, play_games
from generator.simulation.rules import AnyRules

RulesOf = Callable[[Any, int, frozenset[str]], AnyRules]
"""The rules for programs of a rolled game, for so many players and the variants that are played.
Must be importable by name, because other processes receive it pickled."""


class _Task(NamedTuple):
    study: OpenStudy
    command: "OpenGameStudy"
    case: Case
    number: int


@dataclass(frozen=True)
class OpenGameStudy:
    """See PlaytestStudy. variants are those that --option may name, as NAME=yes; players are the
    numbers of players that can be played with, all by default. endgame_turns: how many turns may at
    most be left when an endgame is solved exactly (see endgames.py); None for games where none is.
    """

    game: str
    rules_of: RulesOf
    default_player: str
    variants: tuple[str, ...] = ()
    players: tuple[int, ...] = (2,)
    endgame_turns: int | None = None

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
            _Task(study, self, case, number)
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
        return open_report.publication(findings)


def _play(task: _Task) -> BoardFigures:
    """The figures of one board; runs in any process."""
    study, case, contract = task.study, task.case, games.game(task.study.game)
    definition = contract.load(study.sets, study.sets_dirs)
    seed = f"{study.seed}-{task.number}"
    rolled = contract.roll(definition, case.size, contract.default_players, seed)
    player = PLAYERS[study.player]
    rules = task.command.rules_of(rolled, case.players, study.variants)
    played = list(play_games(rules, (player,) * rules.players, study.games, str(rolled.game_id)))
    values = {
        key: tuple(_value(key, game) for game in played)
        for key in case.figures
        if rules.has_points or not figure_of(key).of_points
    }
    if task.command.endgame_turns is not None:
        values |= _endgames(rules, played, task.command.endgame_turns)
    return BoardFigures(case, str(rolled.game_id), values)


def _endgames(
    rules: AnyRules, played: Sequence[GameRecord], turns_left: int
) -> dict[str, tuple[float, ...]]:
    """The figures of endgames: whether each is solved; whether each that is solved is won."""
    results = [is_won_for_mover(rules, game.actions, turns_left) for game in played]
    return {
        "endgame_solved": tuple(float(result is not None) for result in results),
        "endgame_mover": tuple(float(result) for result in results if result is not None),
    }


def _value(figure: str, game: GameRecord) -> float:
    if figure.startswith(SEAT):
        return game.wins[int(figure.removeprefix(SEAT)) - 1]
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
