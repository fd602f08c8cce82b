"""The roll: a definition and a seed become one map with nothing random left.

Input: a checked definition, the form of the game, two players, a canonical seed. Output: a frozen
MetalsGame. A map drawn by hand is as it is drawn. A rolled one is the same after half a turn by
construction: spaces are placed in pairs, only the middle one alone. Every number and every kind
of space has a stream of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint
from generator.core.seeds import Stream
from generator.games.metals.definition import Form, MetalsDefinition
from generator.games.metals.drawn_map import read_map
from generator.games.metals.map import Grid, Map, Space
from generator.games.metals.map_spread import RolledMap, Spread
from generator.schema.fields import rolled

VERSION = 1  # raised whenever the same seed and definitions no longer give the same map
FIXED = "fixed"  # the seed of a map that has none
MAX_TRIES = 20_000

_Pair = tuple[int, int]
_Taken = dict[int, Space]


@dataclass(frozen=True, slots=True)
class MetalsGame:
    """A rolled game: its map, and whether the factions' powers count."""

    game_id: GameId
    definition: MetalsDefinition
    map: Map
    factions: bool

    @property
    def target(self) -> int:
        """The victory points that win."""
        target = self.definition.figures.target
        return target.factions if self.factions else target.basic


def roll(definition: MetalsDefinition, size: Form, players: int, seed: str) -> MetalsGame:
    """One game; `size` is its form, which does not change the map. Raises RollError."""
    (chosen,) = definition.sets
    drawn = chosen.map.drawn
    seed = FIXED if drawn else seed
    try:
        spaces = read_map(drawn) if drawn else _map(chosen.map.rolled, seed)
    except RollError as error:
        raise _located(error, definition) from None
    version = fingerprint(VERSION, definition.digests)
    return MetalsGame(
        GameId("metals", size, (chosen.key,), players, seed, version),
        definition,
        spaces,
        size == "factions",
    )


def _located(error: RollError, definition: MetalsDefinition) -> RollError:
    """The same at the rules for the map in its file."""
    if not definition.files:
        return error
    source, message = definition.files[-1].source, str(error)
    return RollError(message, source.problem(("map", "rolled"), message, key=True, code="no-roll"))


class _Demand(NamedTuple):
    """So many spaces of a kind are wanted; their pairs are tried in this order."""

    kind: Space
    count: int
    spread: Spread
    pairs: list[_Pair]


def _map(rules: RolledMap, seed: str) -> Map:
    grid = Grid(
        rolled(rules.columns, Stream(seed, "columns")), rolled(rules.rows, Stream(seed, "rows"))
    )
    demands = [_demand(grid, kind, spread, seed) for kind, spread in rules.spaces.kinds().items()]
    taken = _Search(grid, demands).found()
    spaces = tuple(taken.get(index, "plain") for index in range(len(grid)))
    return Map(grid.columns, grid.rows, spaces)


def _demand(grid: Grid, kind: Space, spread: Spread, seed: str) -> _Demand:
    count = rolled(spread.count, Stream(seed, f"count {kind}"))
    # All pairs are shuffled, then the allowed ones kept: a rule changed moves nothing it allows.
    pairs = [(index, grid.half_turn(index)) for index in range(len(grid) // 2)]
    order = Stream(seed, f"spaces {kind}").shuffled(pairs)
    allowed = [pair for pair in order if spread.allowed(grid, pair[0])]
    return _Demand(kind, count, spread, allowed)


class _Search:
    """Places each kind on the first pairs of its order that go together, going back where a
    later kind finds no room."""

    def __init__(self, grid: Grid, demands: Sequence[_Demand]):
        self._grid = grid
        self._demands = demands
        self._tries = 0

    def found(self) -> _Taken:
        """Kinds by space. Raises RollError."""
        middle: _Taken = {}
        for demand in self._demands:
            if demand.count % 2:  # of one kind at most: the definition has seen to that
                middle = {self._grid.middle: demand.kind}
        taken = self._place(0, 0, middle)
        if taken is None:
            raise RollError(self._why_not())
        return taken

    def _place(self, demand: int, first: int, taken: _Taken) -> _Taken | None:
        """What is taken in the end, with pairs from the first-th on for a demand and those
        behind it; None where there is no way."""
        if demand == len(self._demands):
            return taken
        kind, count, _, pairs = self._demands[demand]
        if sum(other == kind for other in taken.values()) == count:
            return self._place(demand + 1, 0, taken)
        for number, pair in enumerate(pairs[first:], start=first + 1):
            if self._tries >= MAX_TRIES:
                break
            self._tries += 1
            if self._fits(demand, pair, taken):
                more = {**taken, pair[0]: kind, pair[1]: kind}
                if (whole := self._place(demand, number, more)) is not None:
                    return whole
        return None

    def _fits(self, demand: int, pair: _Pair, taken: _Taken) -> bool:
        """Whether a pair is free and apart from its kind; what holds for one of the pair holds
        for the other, since everything taken is the same after half a turn."""
        kind, _, spread, _ = self._demands[demand]
        return pair[0] not in taken and all(
            other != kind or self._grid.steps(pair[0], index) >= spread.apart
            for index, other in taken.items()
        )

    def _why_not(self) -> str:
        wanted = ", ".join(
            f"{kind} {count} times at least {spread.apart} apart"
            for kind, count, spread, _ in self._demands
            if count
        )
        size = f"{self._grid.columns} x {self._grid.rows}"
        advice = "lower a count, 'apart' or 'from_corner'"
        if self._tries < MAX_TRIES:
            return f"no map of {size} spaces can be made with {wanted}; {advice}"
        return f"no map of {size} spaces was found with {wanted}; {advice}, or try another seed"
