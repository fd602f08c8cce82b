"""The study behind `playtest` for games of open information.

Input: StudyOptions. Output: Findings, what programs did on many rolls of a game. A game says how
programs play it: by rules that fill the contract of simulation/rules.py (play_by_rules), or in its
own way.
"""

from collections.abc import Callable, Mapping, Sequence
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
from generator.games.open_findings import SEAT, BoardFigures, Findings, OpenStudy
from generator.games.playtest_study import Case, StudyOptions
from generator.simulation.endgames import SOLVED_EVERY, is_won_for_mover
from generator.simulation.matches import GameRecord, play_games
from generator.simulation.monte_carlo import MonteCarloPlayer
from generator.simulation.players import GreedyPlayer, Player, RandomPlayer, ReplyPlayer
from generator.simulation.rules import AnyRules

PLAYERS: Mapping[str, Player] = {
    "random": RandomPlayer(),
    "careless": GreedyPlayer(careless=0.25),
    "greedy": GreedyPlayer(),
    "two_ply": ReplyPlayer(),
    "monte_carlo": MonteCarloPlayer(),
}
"""The programs that play by any rules, from the weakest to the strongest."""

CHOSEN = "chosen"
"""The variant in which the best of each seed is played, as it is printed, not its first."""

PlayGames = Callable[[Any, int, frozenset[str], str, int, str], Sequence[Mapping[str, float]]]
"""Plays games between programs of one kind: a rolled game, how many players, the variants that are
played, the name of the program, how many games, a seed. Returns the FIGURES of each game by name.
Must be importable by name, because other processes receive it pickled."""


def play_by_rules(
    rules: AnyRules, player: str, games: int, seed: str, endgame_turns: int | None = None
) -> list[dict[str, float]]:
    """The figures of games by rules that fill the contract, between programs of one kind. With
    endgame_turns, some endgames are solved, from when at most so many turns are left to max_turns
    (see endgames.py)."""
    players = (PLAYERS[player],) * rules.players
    figures = []
    for number, game in enumerate(play_games(rules, players, games, seed)):
        figures.append(_figures(rules, game))
        if endgame_turns and number % SOLVED_EVERY == 0:
            figures[-1] |= _endgame(rules, game, endgame_turns)
    return figures


def _figures(rules: AnyRules, game: GameRecord) -> dict[str, float]:
    first, *others = game.wins
    figures = {"first_player": first}
    if rules.players > 2:
        figures |= {f"{SEAT}{seat}": wins for seat, wins in enumerate(others, start=2)}
    figures |= {"draws": float(game.is_draw), "turns": float(game.turns)}
    if rules.has_points:
        figures |= {"lead_changes": float(game.lead_changes), "decided": game.decided}
    return figures


def _endgame(rules: AnyRules, game: GameRecord, turns_left: int) -> dict[str, float]:
    """Whether the endgame is solved; whether whoever moves wins it, if it is."""
    is_won = is_won_for_mover(rules, game.actions, turns_left)
    if is_won is None:
        return {"endgame_solved": 0.0}
    return {"endgame_solved": 1.0, "endgame_mover": float(is_won)}


class _Task(NamedTuple):
    study: OpenStudy
    play: PlayGames
    case: Case
    number: int


@dataclass(frozen=True)
class OpenGameStudy:
    """See PlaytestStudy. players are the names that `play` knows; variants are those that --option
    may name, as NAME=yes; player_counts are the numbers of players, of which all are played by
    default."""

    game: str
    play: PlayGames
    players: tuple[str, ...]
    default_player: str
    variants: tuple[str, ...] = ()
    player_counts: tuple[int, ...] = (2,)
    saves_boards = False

    def design(self, options: StudyOptions) -> OpenStudy:
        contract = games.game(self.game)
        counts = tuple(dict.fromkeys(options.players)) or self.player_counts
        if not set(counts) <= set(self.player_counts):
            raise OptionError(f"--players: expected {', '.join(map(str, self.player_counts))}")
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
            self.game, sets, options.sets_dirs, tuple(starmap(Case, product(sizes, counts))),
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
            _Task(study, self.play, case, number)
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
    if CHOSEN in study.variants and contract.playtest:
        players = contract.default_players
        rolled = contract.playtest.play(definition, case.size, players, seed, study.sets_dirs)
    else:
        rolled = contract.roll(definition, case.size, contract.default_players, seed)
    seed = str(rolled.game_id)
    played = task.play(rolled, case.players, study.variants, study.player, study.games, seed)
    names = dict.fromkeys(name for figures in played for name in figures)
    values = {name: tuple(figures[name] for figures in played if name in figures) for name in names}
    return BoardFigures(case, seed, values)
