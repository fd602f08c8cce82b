"""Playtest the maps of seeds, and cache the results.

Input: a definition, a form, a seed, the user's folders. Output: a game with its MapResult. Results
are cached by the program's source, the map and the goals.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from generator import simulation
from generator.analysis import intervals
from generator.games import vetted
from generator.games.metals import factions, map_result
from generator.games.metals import map as metals_map
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map_result import MapResult
from generator.games.metals.roll import MetalsGame, roll
from generator.games.metals.simulation.goals import Goals, load_goals
from generator.games.metals.simulation.map_search import ReportShare, find_best_map, playtest_map
from generator.games.metals.simulation.vetted_maps import basis
from generator.simulation.result_cache import cached, source_digest

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
    folders = Path(__file__).parent, Path(str(simulation.__file__)).parent
    sources = [path for folder in folders for path in sorted(folder.glob("*.py"))]
    modules = intervals, factions, map_result, metals_map
    return source_digest((*sources, *(Path(str(module.__file__)) for module in modules)))
