"""Vetted maps: those that searches found, with their playtest results.

Input: cases (a form of the game, a set). Output: which maps are wanted, what their results depend
on, and the best map of a seed. games/vetted.py has the form of the files.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from generator.core.game_id import fingerprint
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition
from generator.games.metals.load import load_definition
from generator.games.metals.map_result import MapResult
from generator.games.metals.roll import VERSION, MetalsGame
from generator.games.metals.simulation.goals import Goals, load_goals
from generator.games.vetted import Basis, Case

RESULTS_VERSION = 1  # raised whenever playing the same map gives another result
_MAPS = 16  # of each set that rolls its map, in each form of the game


class MapVetting:
    """Vetted maps behind the contract of games/base.py."""

    def plan(self) -> Mapping[Case, int]:
        rolled = [name for name in CATALOGUE.shipped if _is_rolled(load_definition((name,)))]
        return {Case("metals", form, (name,), 2): _MAPS for name, form in product(rolled, FORMS)}

    def basis(
        self,
        definition: MetalsDefinition,
        size: str,
        players: int,
        sets_dirs: Sequence[Path] = (),
    ) -> Basis:
        return basis(definition, load_goals(sets_dirs))

    def with_result(self, rolled: MetalsGame, result: dict[str, Any]) -> MetalsGame:
        return replace(rolled, playtest_result=MapResult.of(result))

    def search(
        self, definition: MetalsDefinition, size: str, players: int, seed: str
    ) -> Sequence[str]:
        # Only a search needs the engine, which takes time to load.
        from generator.games.metals.simulation.map_search import find_best_map, playtest_map

        goals = load_goals()
        game = find_best_map(definition, size, players, seed, goals, lambda share: None)
        result = playtest_map(game, goals, lambda share: None, "vetting")
        return [] if result.missed_goals else [game.game_id.seed]

    def result_data(self, rolled: MetalsGame) -> dict[str, Any]:
        assert rolled.playtest_result is not None
        return rolled.playtest_result.data()


def _is_rolled(definition: MetalsDefinition) -> bool:
    return definition.sets[0].map.rolled is not None


def basis(definition: MetalsDefinition, goals: Goals) -> Basis:
    """What the result of a map depends on besides its seed."""
    judging = f"{RESULTS_VERSION} {goals.search.fresh} "
    judging += goals.model_dump_json(include={"panel", "goals"})
    digest = hashlib.sha256(judging.encode()).hexdigest()[:16]
    return Basis(fingerprint(VERSION, definition.digests), digest)
