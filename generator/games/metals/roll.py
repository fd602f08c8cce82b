"""Roll the map of a set from a seed.

A rolled map is the same after half a turn by construction: spaces are placed in pairs, and only the
middle one alone. Every number and every kind of space has a stream of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import FIXED, Stream
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map import Grid, Map, RolledMap, Space, Spread, drawing, read_map
from generator.schema.fields import rolled

if TYPE_CHECKING:
    from generator.play.result import Result

VERSION = 1  # raised whenever the same seed and definitions no longer give the same map
MAX_TRIES = 20_000

_Pair = tuple[int, int]
"""Two spaces, half a turn apart."""

_Kinds = dict[int, Space]
"""The kinds of the spaces that are not plain, by their numbers."""


@dataclass(frozen=True, slots=True)
class MetalsGame:
    """A rolled game: its map, whether the factions' powers count, and the result of playing it."""

    game_id: GameId
    definition: MetalsDefinition
    map: Map
    factions: bool
    playtest_result: "Result | None" = None

    @property
    def target(self) -> int:
        """The victory points that win."""
        target = self.definition.figures.target
        return target.factions if self.factions else target.basic


def roll(definition: MetalsDefinition, size: str, players: int, seed: str) -> MetalsGame:
    """One game. `size` is its form, "basic" or "factions"; the map does not depend on it.

    Raises RollError.
    """
    (metals_set,) = definition.sets
    drawing, rules = metals_set.map.drawn, metals_set.map.rolled
    if drawing:
        seed, metals_map = FIXED, read_map(drawing)
    else:
        assert rules is not None, "a set has a drawing or rules"
        try:
            metals_map = _rolled_map(rules, seed)
        except RollError as error:
            raise _with_place(error, definition) from None
    fingerprints = fingerprint(VERSION, definition.digests)
    game_id = GameId("metals", size, (metals_set.key,), players, seed, fingerprints)
    return MetalsGame(game_id, definition, metals_map, size == "factions")


def _with_place(error: RollError, definition: MetalsDefinition) -> RollError:
    """The error with the place of the rules for the map in their file."""
    if not definition.files:
        return error
    source, message = definition.files[-1].source, str(error)
    return RollError(message, source.problem(("map", "rolled"), message, key=True, code="no-roll"))


class _Demand(NamedTuple):
    """How many spaces of a kind to place, their rules, and the pairs to try, in order."""

    kind: Space
    number: int
    spread: Spread
    pairs: list[_Pair]


def _rolled_map(rules: RolledMap, seed: str) -> Map:
    grid = Grid(
        rolled(rules.columns, Stream(seed, "columns")), rolled(rules.rows, Stream(seed, "rows"))
    )
    demands = [_demand(grid, kind, spread, seed) for kind, spread in rules.spaces.kinds().items()]
    kinds = _Search(grid, demands).run()
    spaces = tuple(kinds.get(index, "plain") for index in range(len(grid)))
    return Map(grid.columns, grid.rows, spaces)


def _demand(grid: Grid, kind: Space, spread: Spread, seed: str) -> _Demand:
    number = rolled(spread.count, Stream(seed, f"count {kind}"))
    # All pairs are shuffled before the forbidden ones are dropped, so that a change of the rules
    # does not change the order of the others.
    pairs = [(index, grid.half_turn(index)) for index in range(len(grid) // 2)]
    order = Stream(seed, f"spaces {kind}").shuffled(pairs)
    allowed_pairs = [pair for pair in order if spread.allows(grid, pair[0])]
    return _Demand(kind, number, spread, allowed_pairs)


class _Search:
    """Place each kind on the first pairs of its order that go together, with backtracking where a
    later kind finds no room."""

    def __init__(self, grid: Grid, demands: Sequence[_Demand]):
        self._grid = grid
        self._demands = demands
        self._tries = 0

    def run(self) -> _Kinds:
        """The kinds of all spaces that are not plain. Raises RollError."""
        middle: _Kinds = {}
        for demand in self._demands:
            if demand.number % 2:  # at most one kind: the definition checks that
                assert self._grid.middle is not None, "the definition checks that too"
                middle = {self._grid.middle: demand.kind}
        kinds = self._place(0, 0, middle)
        if kinds is None:
            raise RollError(self._failure())
        return kinds

    def _place(self, index: int, first_pair: int, kinds: _Kinds) -> _Kinds | None:
        """Satisfy the demand of this index, with pairs from the given one on, and all demands after
        it. Returns all kinds; None if there is no way."""
        if index == len(self._demands):
            return kinds
        kind, number, _, pairs = self._demands[index]
        if sum(other == kind for other in kinds.values()) == number:
            return self._place(index + 1, 0, kinds)
        for next_pair, pair in enumerate(pairs[first_pair:], start=first_pair + 1):
            if self._tries >= MAX_TRIES:
                break
            self._tries += 1
            if self._fits(self._demands[index], pair, kinds):
                more_kinds = {**kinds, pair[0]: kind, pair[1]: kind}
                if (result := self._place(index, next_pair, more_kinds)) is not None:
                    return result
        return None

    def _fits(self, demand: _Demand, pair: _Pair, kinds: _Kinds) -> bool:
        """Whether a pair is free and far enough from others of its kind.

        The first space of the pair stands for both, as all kinds are the same after half a turn.
        """
        return pair[0] not in kinds and all(
            kind != demand.kind or self._grid.steps(pair[0], index) >= demand.spread.apart
            for index, kind in kinds.items()
        )

    def _failure(self) -> str:
        """Why no map was found."""
        demands = ", ".join(
            f"{kind} {number} times at least {spread.apart} apart"
            for kind, number, spread, _ in self._demands
            if number
        )
        size = f"{self._grid.columns} x {self._grid.rows}"
        advice = "lower a count, 'apart' or 'from_corner'"
        if self._tries < MAX_TRIES:
            return f"no map of {size} spaces can be made with {demands}; {advice}"
        return f"no map of {size} spaces was found with {demands}; {advice}, or try another seed"


def record(game: MetalsGame, language_code: str) -> dict[str, Any]:
    """See Game.record_at: the drawing of the map."""
    return {"id": str(game.game_id), "told": drawing(game.map)}
