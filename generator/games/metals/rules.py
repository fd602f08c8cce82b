"""The rules of Metals: what a player may do, and what comes of it.

Input: a Position, an action. Output: the Position after it, and the events in between. Pure
functions; an action that is not legal, or a phase out of turn, raises ValueError.

Where the rules leave something open, this is how they are read:

1. A moved Metal may face any way, also the way it faced before; turning alone is no move.
2. Metals are deployed onto any free corner, whoever sits there. No space ever holds two Metals.
3. Sight runs straight ahead up to the first Metal of either side: nobody sees past a friend, or
   past one who can't be attacked. Spaces, Forests too, never end it.
4. All assaults of a phase happen at once, from where the Metals stand when it begins: a defeat
   opens no line of sight, and of several attackers each hits and each may gain.
5. Hits add up: a Metal hit twice in one phase is defeated, damaged before or not.
6. A damaged Metal does all that others do: it moves, attacks and scores, and keeps its facing.
7. A defeated Metal leaves its damage behind: it can be deployed again, even in its owner's next
   turn.
8. The points of a faction go to the attacking player, the opponent of the active one, and win at
   once when they reach the target; there is no occupation phase then. Whether a target counts as
   damaged is what it was before the phase.
9. A Metal may score the same space again in each of its owner's turns. Scoring is no choice.
10. A Metal recovers in its owner's occupation phase, so one hit on a City stands up in that very
    turn, unless it was defeated.
11. Who is to act and can neither deploy nor move has lost, whatever the score.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from generator.games.metals.factions import Assault, Side
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.position import Metal, Phase, Position

_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")


@dataclass(frozen=True, slots=True)
class Deploy:
    """A Metal comes from the pool onto a corner, facing some way."""

    metal: int
    space: int
    facing: Facing


@dataclass(frozen=True, slots=True)
class Move:
    """A Metal goes to an adjacent space, and then faces some way."""

    metal: int
    space: int
    facing: Facing


class Occupied(NamedTuple):
    """What a Metal of the active player gets from the space it is on."""

    metal: int
    points: int
    recovered: bool


class Sight(NamedTuple):
    """The spaces a Metal sees, the nearest first, and the Metal on the last of them if any."""

    spaces: tuple[int, ...]
    metal: int | None


Action = Deploy | Move
Event = Deploy | Move | Assault | Occupied
Step = tuple[Position, tuple[Event, ...]]


def winner(position: Position) -> int | None:
    """The player who has won."""
    for player, score in enumerate(position.scores):
        if score >= position.target:
            return player
    stuck = position.phase == "action" and next(_actions(position), None) is None
    return position.opponent if stuck else None


def legal_actions(position: Position) -> tuple[Action, ...]:
    """What the active player may do; nothing out of the action phase or after the end."""
    over = position.phase != "action" or winner(position) is not None
    return () if over else tuple(_actions(position))


def _actions(position: Position) -> Iterator[Action]:
    on_map = position.on_the_map(position.active)
    for index, metal in enumerate(position.metals):
        if metal.player != position.active:
            continue
        if metal.space is not None:
            kind, spaces = Move, _around(position, metal)
        elif len(on_map) < position.on_map:
            kind, spaces = Deploy, position.map.corners
        else:
            continue
        for space in spaces:
            if position.at(space) is None:
                yield from (kind(index, space, facing) for facing in FACINGS)


def _around(position: Position, metal: Metal) -> list[int]:
    ahead = (position.map.ahead(metal.space, facing) for facing in FACINGS)
    return [space for space in ahead if space is not None]


def apply(position: Position, action: Action) -> Step:
    """A whole turn: the position before the next one, or the one in which somebody has won."""
    position, events = action_phase(position, action)
    for phase in (assault_phase, occupation_phase):
        if winner(position) is None:
            position, more = phase(position)
            events += more
    return position, events


def action_phase(position: Position, action: Action) -> Step:
    """The active player deploys or moves a Metal."""
    if action not in legal_actions(position):
        raise ValueError(f"{action} is not legal here")
    metal = replace(
        position.metals[action.metal],
        space=action.space,
        facing=action.facing,
        fresh=isinstance(action, Deploy),
    )
    metals = _changed(position.metals, {action.metal: metal})
    return replace(position, metals=metals, phase="assault"), (action,)


def line_of_sight(position: Position, metal: int) -> Sight:
    """What a Metal sees (reading 3); nothing from the pool."""
    looking, seen = position.metals[metal], []
    space = looking.space
    while space is not None and (space := position.map.ahead(space, looking.facing)) is not None:
        seen.append(space)
        if (other := position.at(space)) is not None:
            return Sight(tuple(seen), other)
    return Sight(tuple(seen), None)


def attacks(position: Position) -> tuple[Assault, ...]:
    """The assaults on the active player's Metals, as all Metals stand now (readings 4, 5)."""
    pairs = [
        (attacker, target)
        for attacker in position.on_the_map(position.opponent)
        if (target := line_of_sight(position, attacker).metal) is not None
        and _exposed(position, target)
    ]
    hits = Counter(target for _, target in pairs)
    return tuple(_assault(position, *pair, hits[pair[1]]) for pair in pairs)


def _exposed(position: Position, target: int) -> bool:
    metal = position.metals[target]
    covered = metal.fresh or position.ground(target) == "forest"
    return metal.player == position.active and not covered


def _assault(position: Position, attacker: int, target: int, hits: int) -> Assault:
    hitting, hit = position.metals[attacker], position.metals[target]
    turns = FACINGS.index(hitting.facing) - FACINGS.index(hit.facing)
    assault = Assault(
        attacker,
        target,
        side=_SIDES[turns % 4],
        attacker_on=position.ground(attacker),
        target_on=position.ground(target),
        undamaged=not hit.damaged,
        defeated=hit.damaged or hits > 1,
    )
    faction = position.factions.get(hitting.faction)
    if faction and faction.when.holds(assault):
        return assault._replace(gain=faction.gain, why=faction.when)
    return assault


def assault_phase(position: Position) -> Step:
    """Each opposing Metal attacks the Metal of the active player that it sees."""
    _expect(position, "assault")
    assaults = attacks(position)
    hit = {assault.target: _after(position, assault) for assault in assaults}
    return replace(
        position,
        metals=_changed(position.metals, hit),
        scores=_scored(position, position.opponent, sum(one.gain for one in assaults)),
        phase="occupation",
    ), assaults


def _after(position: Position, assault: Assault) -> Metal:
    metal = position.metals[assault.target]
    return metal.defeated if assault.defeated else replace(metal, damaged=True)


def occupation(position: Position) -> tuple[Occupied, ...]:
    """What the active player's Metals get from their spaces; those that get nothing left out."""
    found = (
        Occupied(
            index,
            position.map.points(position.metals[index].space),
            position.metals[index].damaged and position.ground(index) == "city",
        )
        for index in position.on_the_map(position.active)
    )
    return tuple(one for one in found if one.points or one.recovered)


def occupation_phase(position: Position) -> Step:
    """The active player scores, Metals recover, and it is the opponent's turn."""
    _expect(position, "occupation")
    occupied = occupation(position)
    recovered = {one.metal for one in occupied if one.recovered}
    metals = tuple(
        replace(metal, damaged=metal.damaged and index not in recovered, fresh=False)
        for index, metal in enumerate(position.metals)
    )
    return replace(
        position,
        metals=metals,
        scores=_scored(position, position.active, sum(one.points for one in occupied)),
        active=position.opponent,
        phase="action",
    ), occupied


def _expect(position: Position, phase: Phase) -> None:
    if position.phase != phase:
        raise ValueError(f"the {position.phase} phase comes next, not the {phase} phase")


def _changed(metals: Sequence[Metal], changed: dict[int, Metal]) -> tuple[Metal, ...]:
    return tuple(changed.get(index, metal) for index, metal in enumerate(metals))


def _scored(position: Position, player: int, points: int) -> tuple[int, int]:
    first, second = position.scores
    return (first + points, second) if player == 0 else (first, second + points)
