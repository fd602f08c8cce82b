"""Roll the map of a set from a seed."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from generator.core.errors import RollError
from generator.core.game_id import GameId, fingerprint, image_of, split_image
from generator.core.seeds import FIXED, Stream
from generator.games.metals.definition import MetalsDefinition
from generator.games.metals.map import Map, RolledMap, Space, drawing, read_map
from generator.schema.fields import rolled

if TYPE_CHECKING:
    from generator.play.result import Result

VERSION = 1  # raised whenever the same seed and definitions no longer give the same map
MAX_TRIES = 20_000


@dataclass(frozen=True, slots=True)
class MetalsGame:
    """A rolled game; `factions`: whether their powers count."""

    game_id: GameId
    definition: MetalsDefinition
    map: Map
    factions: bool
    playtest_result: "Result | None" = None

    @property
    def target(self) -> int:
        return self.definition.figures.target_with(self.factions)


def roll(definition: MetalsDefinition, size: str, players: int, seed: str) -> MetalsGame:
    """The map does not depend on the size, which is "basic" or "factions". Raises RollError, with
    the place of the rules for the map in their file."""
    (metals_set,) = definition.sets
    if metals_set.map.rolled:
        try:
            plain, image = split_image(seed)
            metals_map = _rolled_map(metals_set.map.rolled, plain)
            spaces = image_of(metals_map.spaces, metals_map.columns, image)
            metals_map = replace(metals_map, spaces=spaces)
        except RollError as error:
            place, words = ("map", "rolled"), str(error)
            source = definition.files[-1].source
            raise RollError(words, source.problem(place, words, key=True, code="no-roll")) from None
    else:
        seed, metals_map = FIXED, read_map(metals_set.map.drawn or "")
    fingerprints = fingerprint(VERSION, definition.digests)
    game_id = GameId("metals", size, (metals_set.key,), players, seed, fingerprints)
    return MetalsGame(game_id, definition, metals_map, size == "factions")


def _rolled_map(rules: RolledMap, seed: str) -> Map:
    """A map that is the same after half a turn by construction: spaces are placed in pairs, and
    only the middle one alone. Each kind is placed on the first spaces of its order that go
    together, with backtracking where a later kind finds no room."""
    columns = rolled(rules.columns, Stream(seed, "columns"))
    grid = Map(columns, rolled(rules.rows, Stream(seed, "rows")))
    # Of each kind: how many, how far apart, the spaces to try in order.
    demands: list[tuple[Space, int, int, list[int]]] = []
    start, tries = dict[int, Space](), 0
    for kind, spread in rules.spaces.kinds().items():
        number = rolled(spread.count, Stream(seed, f"count {kind}"))
        # All are shuffled before the forbidden ones are dropped, so that a change of the rules does
        # not change the order of the others.
        order = Stream(seed, f"spaces {kind}").shuffled(range(len(grid) // 2))
        allowed = [space for space in order if spread.allows(grid, space)]
        demands.append((kind, number, spread.apart, allowed))
        if number % 2:  # of at most one kind, on a map with a middle space: the definition checks
            start = {len(grid) // 2: kind}

    def place(index: int, first: int, kinds: dict[int, Space]) -> dict[int, Space] | None:
        """The kinds of all spaces that are not plain, after the demand of this index, with spaces
        of its order from `first` on, and all demands after it; None if there is no way."""
        nonlocal tries
        if index == len(demands):
            return kinds
        kind, number, apart, order = demands[index]
        placed = [space for space, other in kinds.items() if other == kind]
        if len(placed) == number:
            return place(index + 1, 0, kinds)
        for at, space in enumerate(order[first:], start=first + 1):
            if tries >= MAX_TRIES:
                break
            tries += 1
            # One space stands for both, as all kinds are the same after half a turn.
            if space not in kinds and all(grid.steps(space, other) >= apart for other in placed):
                more_kinds = {**kinds, space: kind, grid.half_turn(space): kind}
                if (found := place(index, at, more_kinds)) is not None:
                    return found
        return None

    if (kinds := place(0, 0, start)) is not None:
        return replace(grid, spaces=tuple(kinds.get(i, "plain") for i in range(len(grid))))
    there = (demand for demand in demands if demand[1])
    wanted = (f"{kind} {number} times at least {apart} apart" for kind, number, apart, _ in there)
    advice, way = "lower a count, 'apart' or 'from_corner'", "can be made"
    if tries >= MAX_TRIES:
        advice, way = f"{advice}, or try another seed", "was found"
    raise RollError(f"no map of {grid} spaces {way} with {', '.join(wanted)}; {advice}")


def record(game: MetalsGame, language_code: str) -> dict[str, Any]:
    return {"id": str(game.game_id), "told": drawing(game.map)}
