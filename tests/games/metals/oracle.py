"""The rules of Metals written a second time, to be read: the engine is compared with them.

All functions are pure; an illegal action, or a phase out of turn, raises ValueError. Player 0 sits
at the south side of the map, player 1 at the north.

Where the rules leave something open, this is the reading:

1. A Metal that moves may then face any way, also the way it faced before; turning alone is no move.
2. Metals are deployed onto any free corner, whoever sits there. No space ever holds two Metals.
3. Sight runs straight ahead up to the first Metal of either side: nobody sees past a friend, or
   past a Metal that cannot be attacked. Spaces never end it, not even Forests.
4. All assaults of a phase happen at once, from where the Metals stand when it begins: a defeat
   opens no line of sight, and if there are several attackers, each hits and each may gain points.
5. Hits add up: a Metal hit twice in one phase is defeated, whether it was damaged before or not.
6. A damaged Metal acts like any other: it moves, attacks and scores, and keeps its facing.
7. A defeated Metal loses its damage: it can be deployed again, even in its owner's next turn.
8. The points of a faction go to the attacking player, the opponent of the active one, and win at
   once when they reach the target; there is no occupation phase then. A target counts as damaged if
   it was damaged before the phase.
9. A Metal may score the same space again in each of its owner's turns. Scoring is not optional.
10. A Metal recovers in its owner's occupation phase, so a Metal that is hit on a City recovers in
    the same turn, unless it was defeated.
11. A player who has to act and can neither deploy nor move has lost, whatever the score.
12. A player may bring several Metals of one faction. Each gains points separately.
13. Programs stop a game after 300 turns, or when a position occurs for the third time; such a game
    is a draw. Positions are alike if the same player is to act, the scores are the same, and like
    Metals stand alike; Metals of one owner and faction are alike. People need no such rule.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from generator.games.metals import definition
from generator.games.metals.definition import Condition, Faction, Side
from generator.games.metals.map import FACINGS, Facing, Ground, Map
from generator.games.metals.roll import MetalsGame

Phase = Literal["action", "assault", "occupation"]
"""The phase of the active player's turn that comes next."""


@dataclass(frozen=True, slots=True)
class Metal:
    """A Metal. It is in its owner's pool while `space` is None."""

    player: int
    faction: str | None = None
    space: int | None = None
    facing: Facing = "north"
    damaged: bool = False
    just_deployed: bool = False
    """Whether it was deployed in this turn."""

    def back_in_pool(self) -> "Metal":
        """The Metal after a defeat: in the pool and undamaged."""
        return Metal(self.player, self.faction)


@dataclass(frozen=True, slots=True)
class Position:
    """The places of all Metals, and the points of both players.

    The order of `metals` never changes, so an index names a Metal for a whole game. `factions`
    holds the factions whose powers count: none in the basic game.
    """

    map: Map
    target: int
    on_map: int
    metals: tuple[Metal, ...]
    factions: Mapping[str, Faction] = field(default_factory=dict)
    scores: tuple[int, int] = (0, 0)
    active: int = 0
    phase: Phase = "action"

    @classmethod
    def start(
        cls, game: MetalsGame, pools: Sequence[Sequence[str | None]], first: int = 0
    ) -> "Position":
        """The first position of a game; `pools` holds the factions of each player's Metals."""
        figures = game.definition.figures
        return cls(
            map=game.map,
            target=game.target,
            on_map=figures.on_map,
            metals=tuple(
                Metal(player, faction) for player, pool in enumerate(pools) for faction in pool
            ),
            factions=figures.factions if game.factions else {},
            active=first,
        )

    @property
    def opponent(self) -> int:
        return 1 - self.active

    def at(self, space: int) -> int | None:
        """The index of the Metal on a space."""
        return next((i for i, metal in enumerate(self.metals) if metal.space == space), None)

    def on_the_map(self, player: int) -> tuple[int, ...]:
        """The indexes of a player's Metals that are not in the pool."""
        return tuple(
            i
            for i, metal in enumerate(self.metals)
            if metal.player == player and metal.space is not None
        )

    def ground(self, metal: int) -> Ground:
        """The kind of space that a Metal on the map stands on."""
        space = self.metals[metal].space
        assert space is not None, "the Metal is on the map"
        return "corner" if space in self.map.corners else self.map.spaces[space]


_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")


@dataclass(frozen=True, slots=True)
class Deploy:
    """Place a Metal from the pool on a corner, with a facing."""

    metal: int
    space: int
    facing: Facing


@dataclass(frozen=True, slots=True)
class Move:
    """Move a Metal to an adjacent space, with a new facing."""

    metal: int
    space: int
    facing: Facing


class Assault(NamedTuple):
    """An attack of one Metal on another; both are indexes into Position.metals.

    `undamaged` is the state of the target before the assaults of the phase, `defeated` whether all
    of them together defeat it. `gain` is the number of points for the attacking player, and
    `condition` the one that holds for them.
    """

    attacker: int
    target: int
    side: Side
    attacker_on: Ground
    target_on: Ground
    undamaged: bool
    defeated: bool
    gain: int = 0
    condition: Condition | None = None


class SpaceReward(NamedTuple):
    """What the active player gets for the space that a Metal is on: points, recovery."""

    metal: int
    points: int
    recovered: bool


class Sight(NamedTuple):
    """The spaces a Metal sees, nearest first, and the Metal on the last of them, if any."""

    spaces: tuple[int, ...]
    metal: int | None


Action = Deploy | Move
Event = Deploy | Move | Assault | SpaceReward
Step = tuple[Position, tuple[Event, ...]]


def winner(position: Position) -> int | None:
    """The player who has won; None while the game goes on."""
    for player, score in enumerate(position.scores):
        if score >= position.target:
            return player
    is_stuck = position.phase == "action" and next(_actions(position), None) is None
    return position.opponent if is_stuck else None


def legal_actions(position: Position) -> tuple[Action, ...]:
    """The actions open to the active player; none outside the action phase or after the end."""
    over = position.phase != "action" or winner(position) is not None
    return () if over else tuple(_actions(position))


def _actions(position: Position) -> Iterator[Action]:
    may_deploy = len(position.on_the_map(position.active)) < position.on_map
    for index, metal in enumerate(position.metals):
        if metal.player != position.active:
            continue
        if metal.space is not None:
            for space in _free(position, _adjacent(position, metal.space)):
                yield from (Move(index, space, facing) for facing in FACINGS)
        elif may_deploy:
            for space in _free(position, position.map.corners):
                yield from (Deploy(index, space, facing) for facing in FACINGS)


def _free(position: Position, spaces: Iterable[int]) -> Iterator[int]:
    return (space for space in spaces if position.at(space) is None)


def _adjacent(position: Position, space: int) -> list[int]:
    neighbours = (position.map.ahead(space, facing) for facing in FACINGS)
    return [neighbour for neighbour in neighbours if neighbour is not None]


def apply(position: Position, action: Action) -> Step:
    """Play a whole turn. The result is the position before the next turn, or at the end."""
    position, events = action_phase(position, action)
    for phase in (assault_phase, occupation_phase):
        if winner(position) is None:
            position, phase_events = phase(position)
            events += phase_events
    return position, events


def action_phase(position: Position, action: Action) -> Step:
    """The active player deploys or moves a Metal."""
    if action not in legal_actions(position):
        raise ValueError(f"{action} is not legal here")
    metal = replace(
        position.metals[action.metal],
        space=action.space,
        facing=action.facing,
        just_deployed=isinstance(action, Deploy),
    )
    metals = _with_changes(position.metals, {action.metal: metal})
    return replace(position, metals=metals, phase="assault"), (action,)


def line_of_sight(position: Position, metal: int) -> Sight:
    """What a Metal sees (reading 3); nothing from the pool."""
    space, facing = position.metals[metal].space, position.metals[metal].facing
    spaces: list[int] = []
    while space is not None and (space := position.map.ahead(space, facing)) is not None:
        spaces.append(space)
        if (other := position.at(space)) is not None:
            return Sight(tuple(spaces), other)
    return Sight(tuple(spaces), None)


def attacks(position: Position) -> tuple[Assault, ...]:
    """The assaults on the active player's Metals in this position (readings 4, 5)."""
    pairs = [
        (attacker, target)
        for attacker in position.on_the_map(position.opponent)
        if (target := line_of_sight(position, attacker).metal) is not None
        and _is_exposed(position, target)
    ]
    hits = Counter(target for _, target in pairs)
    return tuple(_assault(position, *pair, hits[pair[1]]) for pair in pairs)


def _is_exposed(position: Position, target: int) -> bool:
    metal = position.metals[target]
    is_covered = metal.just_deployed or position.ground(target) == "forest"
    return metal.player == position.active and not is_covered


def _assault(position: Position, attacker: int, target: int, hits: int) -> Assault:
    attacker_metal, target_metal = position.metals[attacker], position.metals[target]
    quarter_turns = FACINGS.index(attacker_metal.facing) - FACINGS.index(target_metal.facing)
    assault = Assault(
        attacker,
        target,
        side=_SIDES[quarter_turns % 4],
        attacker_on=position.ground(attacker),
        target_on=position.ground(target),
        undamaged=not target_metal.damaged,
        defeated=target_metal.damaged or hits > 1,
    )
    faction = position.factions.get(attacker_metal.faction) if attacker_metal.faction else None
    asked = definition.Assault(
        assault.side, assault.attacker_on, assault.target_on, assault.undamaged
    )
    if faction and faction.when.holds(asked):
        return assault._replace(gain=faction.gain, condition=faction.when)
    return assault


def assault_phase(position: Position) -> Step:
    """Each opposing Metal attacks the Metal of the active player that it sees."""
    _expect(position, "assault")
    assaults = attacks(position)
    metals_after = {assault.target: _after_assault(position, assault) for assault in assaults}
    return replace(
        position,
        metals=_with_changes(position.metals, metals_after),
        scores=_with_points(position, position.opponent, sum(assault.gain for assault in assaults)),
        phase="occupation",
    ), assaults


def _after_assault(position: Position, assault: Assault) -> Metal:
    metal = position.metals[assault.target]
    return metal.back_in_pool() if assault.defeated else replace(metal, damaged=True)


def occupation(position: Position) -> tuple[SpaceReward, ...]:
    """What the active player gets for the spaces of Metals; Metals that bring nothing left out."""
    rewards = (_reward(position, index) for index in position.on_the_map(position.active))
    return tuple(reward for reward in rewards if reward.points or reward.recovered)


def _reward(position: Position, index: int) -> SpaceReward:
    metal = position.metals[index]
    assert metal.space is not None, "the Metal is on the map"
    recovers = metal.damaged and position.ground(index) == "city"
    return SpaceReward(index, position.map.points(metal.space), recovers)


def occupation_phase(position: Position) -> Step:
    """The active player scores, Metals recover, and it is the opponent's turn."""
    _expect(position, "occupation")
    rewards = occupation(position)
    recovering = {reward.metal for reward in rewards if reward.recovered}
    metals = tuple(
        replace(metal, damaged=metal.damaged and index not in recovering, just_deployed=False)
        for index, metal in enumerate(position.metals)
    )
    return replace(
        position,
        metals=metals,
        scores=_with_points(position, position.active, sum(reward.points for reward in rewards)),
        active=position.opponent,
        phase="action",
    ), rewards


def _expect(position: Position, phase: Phase) -> None:
    if position.phase != phase:
        raise ValueError(f"the {position.phase} phase comes next, not the {phase} phase")


def _with_changes(metals: Sequence[Metal], changes: dict[int, Metal]) -> tuple[Metal, ...]:
    return tuple(changes.get(index, metal) for index, metal in enumerate(metals))


def _with_points(position: Position, player: int, points: int) -> tuple[int, int]:
    first, second = position.scores
    return (first + points, second) if player == 0 else (first, second + points)
