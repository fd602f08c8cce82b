"""Playtest maps, and find the map of a seed that plays best.

Input: a definition and a seed, Goals. Output: the best of the seed's maps; the MapResult of a map,
from games that had no part in choosing it. Everything follows from the game ID and the goals, and
so is the same everywhere. The maps of the seed "oak" are those of "oak", "oak+1", "oak+2" and so
on; seeds of users never contain a plus sign.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from statistics import fmean
from typing import NamedTuple

from generator.analysis.intervals import Estimate, mean_estimate, share_estimate
from generator.core.errors import RollError
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map_result import MapResult, PlayerResult
from generator.games.metals.roll import MetalsGame, roll
from generator.games.metals.simulation.goals import Goals
from generator.games.metals.simulation.players import GameResult, play_games
from generator.simulation.result_cache import thread_pool

ReportShare = Callable[[float], None]
"""Called with the share of the work that is done, from 0 to 1."""

PRIOR_GAMES = 40
"""Few games say little: a share of wins counts as if so many more games had had the mean share of
all maps. That is right where the shares of maps have a standard deviation of 8 points."""

_SHARES = {"first_player", "draws"}  # of games; the other figures are means


def playtest_map(game: MetalsGame, goals: Goals, report: ReportShare, games: str) -> MapResult:
    """The result of playing a map. `games` is part of the seed: games under another name are other
    games. A map must not be judged by the games that it was chosen by, because these flatter it."""
    results = []
    calls = [
        partial(_play, game, goals, name, f"{games} {name}", 0, goals.search.fresh)
        for name in goals.panel
    ]
    with thread_pool() as pool:
        for name, played in zip(goals.panel, pool.map(_call, calls), strict=True):
            results.append(PlayerResult(name, len(played), _estimates(played)))
            report(len(results) / len(goals.panel))
    limits = goals.of(game)
    figures = {
        result.player: {name: figure.value for name, figure in result.estimates.items()}
        for result in results
    }
    missed = tuple(goal for name in figures for goal in limits.missed(name, figures[name]))
    return MapResult(tuple(results), missed, round(limits.penalty(figures.values()), 3))


def _call(function: Callable[[], list[GameResult]]) -> list[GameResult]:
    return function()


def _play(
    game: MetalsGame, goals: Goals, name: str, seed: str, first: int, count: int
) -> list[GameResult]:
    """Games of a player of the panel against itself."""
    player = goals.panel[name].player
    return list(play_games(game, (player, player), f"{game.game_id} {seed}", count, first))


def _estimates(games: Sequence[GameResult]) -> dict[str, Estimate]:
    """The figures of some games, rounded."""
    rows = [game.figures() for game in games]
    return {name: _estimate(name, [row[name] for row in rows]).rounded() for name in rows[0]}


def _estimate(name: str, values: Sequence[float]) -> Estimate:
    if name in _SHARES:
        return share_estimate(sum(values), len(values))
    return mean_estimate(values)


def find_best_map(
    definition: MetalsDefinition, size: str, players: int, seed: str, goals: Goals,
    report: ReportShare,
) -> MetalsGame:  # fmt: skip
    """The map of a seed that plays best among those tried. Raises RollError if the first cannot be
    rolled.

    Successive halving: in each round, the panel plays more games on the best maps so far.
    """
    rounds = goals.search.rounds
    candidates = [_Candidate(roll(definition, size, players, seed), {})]
    for number in range(1, rounds[0].maps):
        with suppress(RollError):  # rules of a set that leave little room fail with some seeds
            candidates.append(_Candidate(roll(definition, size, players, f"{seed}+{number}"), {}))
    done, total = 0, sum(round_.maps * round_.games for round_ in rounds)
    for round_ in rounds:
        candidates = candidates[: round_.maps]
        _play_round(candidates, goals, round_.games)
        candidates = _ranked(candidates, goals)
        done += round_.maps * round_.games
        report(done / total)
    return candidates[0].game


class _Candidate(NamedTuple):
    """A map that may be chosen, and the games on it by player of the panel."""

    game: MetalsGame
    played: dict[str, list[GameResult]]


def _play_round(candidates: Sequence[_Candidate], goals: Goals, games: int) -> None:
    """Each player of the panel plays more games on each map."""
    pairs = [(candidate, name) for candidate in candidates for name in goals.panel]
    calls = [
        partial(
            _play, candidate.game, goals, name, f"search {name}",
            len(candidate.played.get(name, ())), games,
        )
        for candidate, name in pairs
    ]  # fmt: skip
    with thread_pool() as pool:
        for (candidate, name), played in zip(pairs, pool.map(_call, calls), strict=True):
            candidate.played.setdefault(name, []).extend(played)


def _ranked(candidates: Sequence[_Candidate], goals: Goals) -> list[_Candidate]:
    """The maps from the best to the worst."""
    figures = [
        {name: _means(played) for name, played in candidate.played.items()}
        for candidate in candidates
    ]
    usual = {
        name: fmean(of_map[name]["first_player"] for of_map in figures) for name in goals.panel
    }
    penalties = [
        goals.of(candidate.game).penalty(
            of_map[name] | {"first_player": _shrunk(of_map[name], usual[name], len(played))}
            for name, played in candidate.played.items()
        )
        for candidate, of_map in zip(candidates, figures, strict=True)
    ]
    order = sorted(range(len(candidates)), key=penalties.__getitem__)
    return [candidates[index] for index in order]


def _means(games: Sequence[GameResult]) -> dict[str, float]:
    rows = [game.figures() for game in games]
    return {name: fmean(row[name] for row in rows) for name in rows[0]}


def _shrunk(figures: Mapping[str, float], usual: float, games: int) -> float:
    """The share of wins as PRIOR_GAMES weighs it."""
    weight = games / (games + PRIOR_GAMES)
    return usual + (figures["first_player"] - usual) * weight
