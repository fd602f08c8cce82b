"""Games of Metals between programs, goals of good maps, and the search for the best of a seed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from statistics import fmean
from typing import Annotated, Literal, NamedTuple

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.analysis.intervals import Estimate, mean_estimate, share_estimate
from generator.core.errors import RollError
from generator.games.metals import engine
from generator.games.metals.definition import CATALOGUE, MetalsDefinition
from generator.games.metals.roll import MapResult, MetalsGame, MissedGoal, PlayerResult, roll
from generator.play.kernel import Source
from generator.play.series import Match, Player, game_figures, thread_pool
from generator.schema.fields import Definition, Key, check_fewer_each_round

KERNEL = Source((engine,), subject="map", seconds=20)


def match_of(game: MetalsGame) -> Match:
    """A game for series of games between programs."""
    tables = engine.game_tables(game.map, game.definition.figures, game.factions)
    return Match(KERNEL, tables, engine.empty_state())


def figures(
    game: MetalsGame, player: Player, seed: str, count: int, first: int = 0
) -> list[dict[str, float]]:
    """What happened in each game, see game_figures; spaces is the share of the spaces that a Metal
    was on."""
    rows = game_figures(match_of(game), player, seed, count, first)
    for row in rows:
        row["spaces"] = row.pop("own") / len(game.map)
    return rows


NAME = "goals"
MAX_GAMES = 100_000  # for a map; the shipped search has some 5,000
_MAX_USAGE = 10.0  # so that no goal outweighs all others

_Share = Annotated[float, Field(ge=0.01, le=1)]


class PanelPlayer(Definition):
    """A program that judges maps."""

    plies: Annotated[int, Field(ge=1, le=2)]
    """How many turns it looks ahead: 1 is its own, 2 the opponent's too."""

    careless: Annotated[int, Field(ge=0, le=100)] = 0
    """In how many of 100 turns it plays any action."""

    @property
    def player(self) -> Player:
        return Player("two_ply" if self.plies == 2 else "greedy", errors=self.careless)


class Round(Definition):
    """A round of the search."""

    maps: Annotated[int, Field(ge=1, le=1000)]
    """How many maps are played: the best of the round before; in the first all of a seed."""

    games: Annotated[int, Field(ge=2, le=10_000)]
    """How many games each player of the panel plays on each of them."""


class Search(Definition):
    """How a map is looked for."""

    rounds: Annotated[tuple[Round, ...], Field(strict=False, min_length=1, max_length=10)]
    """The rounds; each has fewer maps than the one before."""

    fresh: Annotated[int, Field(ge=20, le=10_000)]
    """The games of each player of the panel on the winner, whose figures are shown."""

    @model_validator(mode="after")
    def _narrows(self) -> "Search":
        check_fewer_each_round("maps", [round_.maps for round_ in self.rounds])
        return self

    @property
    def games(self) -> int:
        """The games of each player of the panel."""
        return self.fresh + sum(round_.maps * round_.games for round_ in self.rounds)


def _in_order(ends: tuple[int, int]) -> tuple[int, int]:
    if ends[0] > ends[1]:
        raise ValueError(f"expected the fewest, then the most, found {ends[0]}, {ends[1]}")
    return ends


class Limits(Definition):
    """What every player of the panel should find on a good map."""

    first_player: Annotated[float, Field(ge=0.01, le=0.5)]
    """How far the first player's share of wins may be from one half."""

    turns: Annotated[
        tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]],
        Field(strict=False),
        AfterValidator(_in_order),
    ]
    """The fewest and the most turns of both players."""

    lead_changes: Annotated[float, Field(ge=0, le=100)]
    """How often the lead should change in a game at least."""

    spaces: _Share
    """The least share of the spaces that Metals should use."""

    def ranges(self) -> dict[str, tuple[float | None, float | None]]:
        """The lowest and the highest value of each figure."""
        return {
            "first_player": (0.5 - self.first_player, 0.5 + self.first_player),
            "turns": self.turns,
            "lead_changes": (self.lead_changes, None),
            "spaces": (self.spaces, None),
        }

    def missed(self, player: str, figures: Mapping[str, float]) -> Iterator[MissedGoal]:
        for name, (low, high) in self.ranges().items():
            value = figures[name]
            if (low is not None and value < low) or (high is not None and value > high):
                yield MissedGoal(player, name, value, low, high)

    def penalty(self, panel: Iterable[Mapping[str, float]]) -> float:
        """How far a map is from its goals, by the figures of each player: the largest share of a
        limit that is used up. Other figures than first_player only count where they miss theirs, so
        that no map is chosen for being longer than it has to be."""
        return max(usage for figures in panel for usage in self._usages(figures))

    def _usages(self, figures: Mapping[str, float]) -> Iterator[float]:
        yield min(_MAX_USAGE, abs(figures["first_player"] - 0.5) / self.first_player)
        for name, (low, high) in self.ranges().items():
            value = figures[name]
            if name == "first_player":
                continue
            if low is not None and value < low:
                yield min(_MAX_USAGE, low / value) if value else _MAX_USAGE
            if high is not None and value > high:
                yield min(_MAX_USAGE, value / high)


class GoalsOfForms(Definition):
    """What a good map is in each form of the game."""

    basic: Limits
    """In the basic game."""

    factions: Limits
    """With the powers of the factions."""


class Goals(Definition):
    """What a good map is, and how one is looked for."""

    game: Literal["metals"]
    """The game this file is of."""

    panel: Annotated[dict[Key, PanelPlayer], Field(min_length=1, max_length=8)]
    """The programs that judge a map, each below its name in results."""

    search: Search
    """How a map is looked for."""

    goals: GoalsOfForms
    """What good maps keep to."""

    @model_validator(mode="after")
    def _bounded(self) -> "Goals":
        if (games := self.search.games * len(self.panel)) > MAX_GAMES:
            words = f"expected at most {MAX_GAMES:,} games for a map, found {games:,}"
            raise PydanticCustomError("search", "{words}", {"words": words, "loc": ("search",)})
        return self

    def of(self, game: MetalsGame) -> Limits:
        return self.goals.factions if game.factions else self.goals.basic


def load_goals(folders: Sequence[Path] = ()) -> Goals:
    """Read goals.yaml from the user's folders, else the shipped one. Raises DefinitionError."""
    return CATALOGUE.read_other(Goals, NAME, folders).content


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
    by_player = {
        result.player: {name: figure.value for name, figure in result.estimates.items()}
        for result in results
    }
    missed = tuple(goal for name in by_player for goal in limits.missed(name, by_player[name]))
    return MapResult(tuple(results), missed, round(limits.penalty(by_player.values()), 3))


_Figures = dict[str, float]
"""What happened in a game, by name."""


def _call(function: Callable[[], list[_Figures]]) -> list[_Figures]:
    return function()


def _play(
    game: MetalsGame, goals: Goals, name: str, seed: str, first: int, count: int
) -> list[_Figures]:
    """Games of a player of the panel against itself."""
    return figures(game, goals.panel[name].player, f"{game.game_id} {seed}", count, first)


def _estimates(games: Sequence[_Figures]) -> dict[str, Estimate]:
    return {name: _estimate(name, [row[name] for row in games]).rounded() for name in games[0]}


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
    played: dict[str, list[_Figures]]


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
    of_maps = [
        {name: _means(played) for name, played in candidate.played.items()}
        for candidate in candidates
    ]
    usual = {
        name: fmean(of_map[name]["first_player"] for of_map in of_maps) for name in goals.panel
    }
    penalties = [
        goals.of(candidate.game).penalty(
            of_map[name] | {"first_player": _shrunk(of_map[name], usual[name], len(played))}
            for name, played in candidate.played.items()
        )
        for candidate, of_map in zip(candidates, of_maps, strict=True)
    ]
    order = sorted(range(len(candidates)), key=penalties.__getitem__)
    return [candidates[index] for index in order]


def _means(games: Sequence[_Figures]) -> dict[str, float]:
    return {name: fmean(row[name] for row in games) for name in games[0]}


def _shrunk(figures: Mapping[str, float], usual: float, games: int) -> float:
    """The share of wins as PRIOR_GAMES weighs it."""
    weight = games / (games + PRIOR_GAMES)
    return usual + (figures["first_player"] - usual) * weight
