"""The rules of Metals written a second time, to be read: the engine is compared with them.

Player 0 sits at the south side of the map. Numbers of readings are those of docs/readings.md.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from generator.games.metals.definition import Faction, Side
from generator.games.metals.map import FACINGS, Facing, Ground, Map
from generator.games.metals.roll import MetalsGame

SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")


class Metal(NamedTuple):
    """A Metal. It is in its owner's pool while `space` is None."""

    player: int
    faction: str | None = None
    space: int | None = None
    facing: Facing = "north"
    damaged: bool = False
    just_deployed: bool = False  # in this turn


class Action(NamedTuple):
    """Placing a Metal: from the pool onto a corner, or from an adjacent space."""

    metal: int
    space: int
    facing: Facing


class Assault(NamedTuple):
    """An attack of one Metal on another, and the points that it gains."""

    attacker: int
    target: int
    side: Side
    gain: int


class Position(NamedTuple):
    """The places of all Metals, which are named by their index for a whole game, and the points of
    both players. `factions` holds those whose powers count: none in the basic game."""

    map: Map
    target: int
    metals: tuple[Metal, ...]
    factions: Mapping[str, Faction]
    scores: tuple[int, int] = (0, 0)
    active: int = 0

    def at(self, space: int) -> int | None:
        """The index of the Metal on a space."""
        return next((i for i, metal in enumerate(self.metals) if metal.space == space), None)

    def on_the_map(self, player: int) -> list[int]:
        """The indexes of a player's Metals that are not in the pool."""
        metals = enumerate(self.metals)
        return [i for i, metal in metals if metal.player == player and metal.space is not None]

    def ground(self, metal: int) -> Ground:
        return self.map.ground(self.metals[metal].space)

    def changed(self, changes: dict[int, Metal], player: int, points: int) -> "Position":
        """The position with other Metals, and more points of a player."""
        metals = tuple(changes.get(index, metal) for index, metal in enumerate(self.metals))
        first, second = self.scores
        scores = (first + points, second) if player == 0 else (first, second + points)
        return self._replace(metals=metals, scores=scores)


def start(game: MetalsGame, pools: Sequence[Sequence[str | None]]) -> Position:
    """The first position of a game; `pools` holds the factions of each player's Metals."""
    metals = (Metal(player, faction) for player, pool in enumerate(pools) for faction in pool)
    powers = game.definition.figures.factions if game.factions else {}
    return Position(game.map, game.target, tuple(metals), powers)


def winner(position: Position) -> int | None:
    """The player who has won; None while the game goes on. Whoever cannot act has lost (11)."""
    for player, score in enumerate(position.scores):
        if score >= position.target:
            return player
    return None if legal_actions(position) else 1 - position.active


def legal_actions(position: Position) -> list[Action]:
    """What the active player may do: turning alone is no move (1)."""
    actions = []
    for index, metal in enumerate(position.metals):
        if metal.player == position.active:
            spaces = position.map.corners
            if metal.space is not None:
                spaces = [position.map.ahead(metal.space, facing) for facing in FACINGS]
            for space in spaces:
                if space is not None and position.at(space) is None:
                    actions += [Action(index, space, facing) for facing in FACINGS]
    return actions


def play(position: Position, action: Action) -> Position:
    """The position after a whole turn."""
    assert action in legal_actions(position)
    metal, player = position.metals[action.metal], position.active
    placed = metal._replace(
        space=action.space, facing=action.facing, just_deployed=metal.space is None
    )
    position = after_assault(position.changed({action.metal: placed}, player, 0))
    if position.scores[1 - player] < position.target:  # else the game is over (8)
        position = after_occupation(position)
    metals = tuple(metal._replace(just_deployed=False) for metal in position.metals)
    return position._replace(metals=metals, active=1 - player)


def line_of_sight(position: Position, metal: int) -> tuple[list[int], int | None]:
    """The spaces that a Metal on the map sees, and the Metal on the last of them, if any (3)."""
    _, _, space, facing, *_ = position.metals[metal]
    spaces: list[int] = []
    while (space := position.map.ahead(space, facing)) is not None:
        spaces.append(space)
        if (other := position.at(space)) is not None:
            return spaces, other
    return spaces, None


def assaults(position: Position) -> list[Assault]:
    """What the opponent's Metals do to those of the active player, all at once (4)."""
    result = []
    for attacker in position.on_the_map(1 - position.active):
        _, target = line_of_sight(position, attacker)
        if target is None or position.metals[target].player != position.active:
            continue
        if position.metals[target].just_deployed or position.ground(target) == "forest":
            continue
        facings = (FACINGS.index(position.metals[one].facing) for one in (attacker, target))
        side, gain = SIDES[(next(facings) - next(facings)) % 4], 0
        faction = position.factions.get(position.metals[attacker].faction)
        grounds = position.ground(attacker), position.ground(target)
        undamaged = not position.metals[target].damaged
        if faction and faction.when.holds(*grounds, side, undamaged):
            gain = faction.gain
        result.append(Assault(attacker, target, side, gain))
    return result


def after_assault(position: Position) -> Position:
    """Hits add up (5); a defeated Metal leaves its damage behind (7)."""
    attacks, changes = assaults(position), {}
    for target, hits in Counter(attack.target for attack in attacks).items():
        metal = position.metals[target]
        is_defeated = hits + metal.damaged > 1
        changes[target] = Metal(*metal[:2]) if is_defeated else metal._replace(damaged=True)
    points = sum(attack.gain for attack in attacks)
    return position.changed(changes, 1 - position.active, points)


def occupation(position: Position) -> dict[int, tuple[int, bool]]:
    """What each Metal of the active player on the map scores, and whether it recovers (10)."""
    return {
        index: (
            position.map.points(position.metals[index].space),
            position.metals[index].damaged and position.ground(index) == "city",
        )
        for index in position.on_the_map(position.active)
    }


def after_occupation(position: Position) -> Position:
    rewards = occupation(position)
    recovering = [index for index, (_, recovers) in rewards.items() if recovers]
    changes = {index: position.metals[index]._replace(damaged=False) for index in recovering}
    return position.changed(changes, position.active, sum(points for points, _ in rewards.values()))
