"""The rules of Metals for programs: the same as rules.py, a hundred times as fast.

A test plays both side by side. Metals of one player and faction are alike, so a state is a tuple of
numbers. Identical tokens of a pool are merged: deploying any of them is one action.
"""

from collections.abc import Sequence
from typing import NamedTuple

from generator.games.metals.factions import Assault, Faction, Ground, Side
from generator.games.metals.map import FACINGS, Facing, Map
from generator.games.metals.roll import MetalsGame
from generator.simulation.rules import GameRules

MAX_TURNS = 300
"""Turns of both players; a longer game counts as a draw (reading 12 of rules.py)."""

_POOL = -1
_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")
_STEP_VALUE = 0.1  # of a point: how much a step nearer to points is worth
_DAMAGE_VALUE = 0.8
_METAL_VALUE = 0.6  # of having one more on the map


class Figurine(NamedTuple):
    """A Metal: the index of its faction (-1 for none), its space (-1 in the pool), the index of its
    facing, whether it is damaged."""

    faction: int
    space: int
    facing: int
    damaged: bool


class State(NamedTuple):
    """The Metals of each player, the points of each, whose turn it is."""

    figurines: tuple[tuple[Figurine, ...], tuple[Figurine, ...]]
    scores: tuple[int, int]
    active: int


class Action(NamedTuple):
    """Moving or deploying a figurine, by its index, to a space with a facing."""

    figurine: int
    space: int
    facing: int


class MetalsRules(GameRules[State, Action]):
    """The rules on one map, with pools of Metals that each player has; see GameRules."""

    players = 2
    has_points = True
    max_turns = MAX_TURNS

    def __init__(self, game: MetalsGame, pool: Sequence[str | None] = (None,) * 3):
        board, figures = game.map, game.definition.figures
        self.target, self.on_map = game.target, figures.on_map
        factions = figures.factions if game.factions else {}
        names = list(factions)
        self._factions: list[Faction] = [factions[name] for name in names]
        self._pool = tuple(
            Figurine(names.index(name) if name in names else -1, _POOL, 0, False) for name in pool
        )
        spaces = range(len(board))
        self.grounds: tuple[Ground, ...] = tuple(
            "corner" if board.is_corner(space) else board.spaces[space] for space in spaces
        )
        self.points = tuple(board.points(space) for space in spaces)
        self.corners = board.corners
        self._adjacent = tuple(
            tuple(n for facing in FACINGS if (n := board.ahead(space, facing)) is not None)
            for space in spaces
        )
        self._rays = tuple(
            tuple(_ray(board, space, facing) for facing in FACINGS) for space in spaces
        )
        targets = [space for space in spaces if self.points[space]]
        self._steps = tuple(
            min((board.steps(space, target) for target in targets), default=0) for space in spaces
        )

    def start(self) -> State:
        return State((self._pool, self._pool), (0, 0), 0)

    def player_to_move(self, state: State) -> int:
        return state.active

    def scores(self, state: State) -> tuple[float, ...]:
        return state.scores

    def repetition_key(self, state: State) -> State:
        own, other = (tuple(sorted(figurines)) for figurines in state.figurines)
        return State((own, other), state.scores, state.active)

    def winners(self, state: State) -> tuple[int, ...]:
        for player, score in enumerate(state.scores):
            if score >= self.target:
                return (player,)
        return () if self._can_act(state) else (1 - state.active,)

    def _can_act(self, state: State) -> bool:
        own = state.figurines[state.active]
        taken = {figurine.space for side in state.figurines for figurine in side}
        on_map = [figurine.space for figurine in own if figurine.space != _POOL]
        if len(on_map) < min(self.on_map, len(own)) and not taken.issuperset(self.corners):
            return True
        return any(not taken.issuperset(self._adjacent[space]) for space in on_map)

    def actions(self, state: State) -> list[Action]:
        own = state.figurines[state.active]
        taken = {figurine.space for side in state.figurines for figurine in side}
        result: list[Action] = []
        may_deploy = sum(figurine.space != _POOL for figurine in own) < self.on_map
        deployable: set[int] = set()
        for index, figurine in enumerate(own):
            if figurine.space != _POOL:
                spaces: Sequence[int] = self._adjacent[figurine.space]
            elif may_deploy and figurine.faction not in deployable:
                deployable.add(figurine.faction)
                spaces = self.corners
            else:
                continue
            result += [
                Action(index, space, facing)
                for space in spaces
                if space not in taken
                for facing in range(4)
            ]
        return result

    def after(self, state: State, action: Action) -> State:
        active = state.active
        own = list(state.figurines[active])
        others = state.figurines[1 - active]
        figurine = own[action.figurine]
        is_deployed = figurine.space == _POOL
        own[action.figurine] = Figurine(
            figurine.faction, action.space, action.facing, figurine.damaged
        )
        scores = list(state.scores)
        scores[1 - active] += self._assault(own, others, action.figurine if is_deployed else -1)
        if scores[1 - active] < self.target:
            scores[active] += self._occupy(own)
        sides = (tuple(own), others) if active == 0 else (others, tuple(own))
        return State(sides, (scores[0], scores[1]), 1 - active)

    def _assault(self, own: list[Figurine], others: Sequence[Figurine], deployed: int) -> int:
        """Every Metal of the opponent attacks what it sees; returns the opponent's points."""
        indexes = {figurine.space: index for index, figurine in enumerate(own)}
        blocked = {figurine.space for figurine in others}
        attacks: dict[int, list[Figurine]] = {}
        for attacker in others:
            if attacker.space == _POOL:
                continue
            for space in self._rays[attacker.space][attacker.facing]:
                target = indexes.get(space)
                if target is not None:
                    if target != deployed and self.grounds[space] != "forest":
                        attacks.setdefault(target, []).append(attacker)
                    break
                if space in blocked:
                    break
        points = 0
        for target, attackers in attacks.items():
            points += sum(self._gain(each, own[target], len(attackers)) for each in attackers)
        for target, attackers in attacks.items():
            faction, space, facing, damaged = own[target]
            is_defeated = damaged or len(attackers) > 1
            own[target] = (
                Figurine(faction, _POOL, 0, False)
                if is_defeated
                else Figurine(faction, space, facing, True)
            )
        return points

    def _gain(self, attacker: Figurine, target: Figurine, hits: int) -> int:
        """The points of the attacker's faction."""
        if attacker.faction < 0:
            return 0
        faction = self._factions[attacker.faction]
        assault = Assault(
            0, 0,
            side=_SIDES[(attacker.facing - target.facing) % 4],
            attacker_on=self.grounds[attacker.space],
            target_on=self.grounds[target.space],
            undamaged=not target.damaged,
            defeated=target.damaged or hits > 1,
        )  # fmt: skip
        return faction.gain if faction.when.holds(assault) else 0

    def _occupy(self, own: list[Figurine]) -> int:
        """The points of the spaces with own Metals; those on a City recover."""
        points = 0
        for index, (faction, space, facing, damaged) in enumerate(own):
            if space != _POOL:
                points += self.points[space]
                if damaged and self.grounds[space] == "city":
                    own[index] = Figurine(faction, space, facing, False)
        return points

    def value(self, state: State, player: int) -> float:
        """Points, and what the figurines promise: points each turn, nearness to points, health."""
        own, other = (
            state.scores[side] + sum(map(self._promise, state.figurines[side]))
            for side in (player, 1 - player)
        )
        return own - other

    def _promise(self, figurine: Figurine) -> float:
        if figurine.space == _POOL:
            return 0.0
        promise = _METAL_VALUE + self.points[figurine.space]
        promise -= _STEP_VALUE * self._steps[figurine.space]
        return promise - _DAMAGE_VALUE if figurine.damaged else promise


def _ray(board: Map, space: int, facing: Facing) -> tuple[int, ...]:
    """The spaces straight ahead, nearest first."""
    spaces: list[int] = []
    ahead = board.ahead(space, facing)
    while ahead is not None:
        spaces.append(ahead)
        ahead = board.ahead(ahead, facing)
    return tuple(spaces)
