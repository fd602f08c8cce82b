"""The maps that are printed: the best of a seed or vetted ones, with the results of their games."""

import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

from generator import play
from generator.analysis import intervals
from generator.core.game_id import fingerprint
from generator.core.request import SearchName
from generator.games import vetted
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition, load_definition
from generator.games.metals.map_search import (
    KERNEL,
    Goals,
    ReportShare,
    find_best_map,
    load_goals,
    playtest_map,
)
from generator.games.metals.roll import (
    VERSION,
    MapResult,
    MetalsGame,
    MissedGoal,
    PlayerResult,
    roll,
)
from generator.games.vetted import Basis, Case
from generator.play.cache import cached, source_digest
from generator.play.kernel import notice, prepare

RESULTS_VERSION = 2  # raised whenever playing the same map gives another result
_MAPS = 16  # of each set that rolls its map, in each form of the game


class MapVetting:
    """Vetted maps behind the contract of games/base.py."""

    def plan(self) -> Mapping[Case, int]:
        rolled = [name for name in CATALOGUE.shipped if _is_rolled(load_definition((name,)))]
        return {Case("metals", form, (name,), 2): _MAPS for name, form in product(rolled, FORMS)}

    def basis(
        self, definition: MetalsDefinition, size: str, players: int, sets_dirs: Sequence[Path] = ()
    ) -> Basis:
        return basis(definition, load_goals(sets_dirs))

    def with_result(self, rolled: MetalsGame, result: dict[str, Any]) -> MetalsGame:
        return replace(rolled, playtest_result=MapResult.of(result))

    def search(
        self, definition: MetalsDefinition, size: str, players: int, seed: str
    ) -> Sequence[str]:
        goals = load_goals()
        game = find_best_map(definition, size, players, seed, goals, lambda share: None)
        result = playtest_map(game, goals, lambda share: None, "vetting")
        return [] if result.missed_goals else [game.game_id.seed]

    def result_data(self, rolled: MetalsGame) -> dict[str, Any]:
        assert rolled.playtest_result is not None
        return rolled.playtest_result.data()


class MetalsPlaytest:
    """The programs that choose maps behind the contract of games/base.py."""

    vetting = MapVetting()

    def play(
        self,
        definition: MetalsDefinition,
        size: str,
        players: int,
        seed: str,
        sets_dirs: Sequence[Path],
        *,
        is_final: bool = False,
        report_progress: ReportShare = lambda share: None,
        games: str = "fresh",
        prepare: Callable[[], None] = lambda: None,
        search: SearchName = "usual",
        may_stop: bool = False,
    ) -> MetalsGame:
        return playtest_seed(
            definition, size, players, seed, sets_dirs, is_final, report_progress, games, prepare
        )

    def notice(self) -> str:
        return notice(KERNEL)

    def prepare(self) -> None:
        prepare(KERNEL)

    def advice(self, rolled: MetalsGame, is_final: bool) -> list[str]:
        return advice(rolled, is_final)

    def goal_penalty(self, rolled: MetalsGame) -> float:
        return rolled.playtest_result.goal_penalty if rolled.playtest_result else math.inf

    def figures(self, rolled: MetalsGame) -> dict[str, float | str]:
        return rolled.playtest_result.columns() if rolled.playtest_result else {}


def _is_rolled(definition: MetalsDefinition) -> bool:
    return definition.sets[0].map.rolled is not None


def basis(definition: MetalsDefinition, goals: Goals) -> Basis:
    """What the result of a map depends on besides its seed."""
    judging = f"{RESULTS_VERSION} {goals.search.fresh} "
    judging += goals.model_dump_json(include={"panel", "goals"})
    digest = hashlib.sha256(judging.encode()).hexdigest()[:16]
    return Basis(fingerprint(VERSION, definition.digests), digest)


SEARCH_SHARE = 0.8  # of the work is the search, about


def playtest_seed(
    definition: MetalsDefinition,
    size: str,
    players: int,
    seed: str,
    folders: Sequence[Path] = (),
    is_final: bool = False,
    report: ReportShare = lambda share: None,
    games: str = "fresh",
    prepare: Callable[[], None] = lambda: None,
) -> MetalsGame:
    """Return the best map of a seed, or with `is_final` the very map that the seed names, with its
    result from games under the name `games`. `prepare` is called before any game is played.

    A map that is drawn by hand has no seed, and gets no result. Raises DefinitionError for the
    goals, RollError.
    """
    goals = load_goals(folders)
    first = roll(definition, size, players, seed)
    if definition.sets[0].map.rolled is None:
        return first
    if not is_final:
        seed = _best_seed(first, players, seed, goals, report, prepare)
    game = roll(definition, size, players, seed)

    data = vetted.result_of(game.game_id, basis(definition, goals)) if games == "fresh" else None
    if data is not None:
        report(1.0)
        return replace(game, playtest_result=MapResult.of(data))

    def compute() -> dict[str, Any]:  # Any: JSON
        prepare()
        start = 0.0 if is_final else SEARCH_SHARE
        rest = 1 - start
        return playtest_map(game, goals, lambda share: report(start + share * rest), games).data()

    key = f"certificate {games} {game.game_id} {goals.model_dump_json()}"
    result = cached(_source_digest(), key, MapResult.of, compute)
    report(1.0)
    return replace(game, playtest_result=result)


def _best_seed(
    first: MetalsGame,
    players: int,
    seed: str,
    goals: Goals,
    report: ReportShare,
    prepare: Callable[[], None],
) -> str:
    def compute() -> str:
        prepare()
        size = first.game_id.size
        best = find_best_map(
            first.definition, size, players, seed, goals, lambda share: report(share * SEARCH_SHARE)
        )
        return best.game_id.seed

    key = f"best {first.game_id} {goals.model_dump_json()}"
    return cached(_source_digest(), key, str, compute)


@cache
def _source_digest() -> str:
    """A digest of the program's source, on which results depend."""
    names = ("definition", "engine", "map", "map_search", "playtest", "roll")
    modules = (Path(__file__).with_name(f"{name}.py") for name in names)
    sources = sorted(Path(str(play.__file__)).parent.glob("*.py"))
    return source_digest((*sources, *modules, Path(str(intervals.__file__))))


_NAMES = {
    "first_player": "the first player wins",
    "draws": "draws",
    "turns": "turns",
    "lead_changes": "lead changes",
    "decided": "the winner is never behind again after",
    "spaces": "spaces used",
}
_UNITS = {"first_player": " of games", "draws": " of games", "decided": " of the game"}
_COUNTS = {"turns": 1, "lead_changes": 2}  # figures that are no shares, with their decimals


def describe_result(result: MapResult) -> Iterator[str]:
    yield "programs played this map, each against itself; figures with 95% intervals:"
    for player in result.players:
        yield f"  {player.player}, {player.games} games:"
        yield from (f"    {line}" for line in _figures(player))
    if not result.missed_goals:
        yield "  all goals are met"
    yield from (f"  misses a goal: {_missed(goal)}" for goal in result.missed_goals)


def _figures(player: PlayerResult) -> Iterator[str]:
    for name, (value, low, high) in player.estimates.items():
        ends = f"{_number(name, low)} to {_number(name, high)}"
        yield f"{_NAMES[name]}: {_value(name, value)} ({ends}){_UNITS.get(name, '')}"


def _value(name: str, value: float) -> str:
    return _number(name, value) + ("" if name in _COUNTS else "%")


def _number(name: str, value: float) -> str:
    return f"{value:z.{_COUNTS[name]}f}" if name in _COUNTS else f"{100 * value:z.0f}"


def _missed(goal: MissedGoal) -> str:
    ends = [_value(goal.name, end) for end in (goal.low, goal.high) if end is not None]
    wanted = " to ".join(ends) if len(ends) == 2 else f"at least {ends[0]}"
    value = _value(goal.name, goal.value)
    if value in ends and goal.name not in _COUNTS:  # it would look like a goal that is met
        value = f"{100 * goal.value:.1f}%"
    return f"{_NAMES[goal.name]}: {value} among {goal.player} players, hoped for {wanted}"


def advice(game: MetalsGame, is_final: bool = False) -> list[str]:
    """Warnings for whoever prints a map: the goals it misses. With `is_final`, the map was
    requested, and is not called the best of those tried."""
    result = game.playtest_result
    if result is None or not result.missed_goals:
        return []
    best = "" if is_final else "the best of the maps tried, but "
    lines = [f"  {_missed(goal)}" for goal in result.missed_goals]
    return [f"{best}it plays less well than hoped:", *lines]
