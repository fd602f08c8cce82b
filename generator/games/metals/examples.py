"""Positions that show the rules. rules.py decides what happens in them.

Blue is the reader. It is the blue player's turn, except where attacks gain points: these happen in
the opponent's turn. Metals beyond the number that a player may have on the map are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, product
from typing import NamedTuple

from generator.games.metals.definition import Figures
from generator.games.metals.factions import Assault, Ground, HitFrom
from generator.games.metals.map import Facing, Map, Space, read_map
from generator.games.metals.rules import (
    Action,
    Deploy,
    Metal,
    Move,
    Phase,
    Position,
    Sight,
    SpaceReward,
    action_phase,
    assault_phase,
    attacks,
    legal_actions,
    line_of_sight,
    occupation,
    occupation_phase,
)

BLUE, RED = 0, 1
DRAWING = """
.....
C1..F
.F2F.
F..1C
.....
"""
MAP = read_map(DRAWING)
# Factions whose emblem looks like an arrow (a bow), and could be mistaken for a facing.
_ARROW_LIKE_EMBLEMS = ("artemisia",)


def cast(figures: Figures) -> tuple[str, ...]:
    """The factions of the Metals in examples that are about no particular faction."""
    factions = tuple(key for key in figures.factions if key not in _ARROW_LIKE_EMBLEMS)
    return factions or tuple(figures.factions)


class Window(NamedTuple):
    """The part of a map that a figure shows, in spaces."""

    column: int
    row: int
    columns: int
    rows: int

    def spaces(self, metals_map: Map) -> tuple[int, ...]:
        """The numbers of the spaces in it, row by row."""
        return tuple(
            metals_map.index(column, row)
            for row in range(self.row, self.row + self.rows)
            for column in range(self.column, self.column + self.columns)
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A position of a game, and the part of the map it is about."""

    position: Position
    window: Window

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the active player may do."""
        return legal_actions(self.position)

    @property
    def sights(self) -> dict[int, Sight]:
        """What each Metal that may attack in this phase sees."""
        attackers = self.position.on_the_map(self.position.opponent)
        return {metal: line_of_sight(self.position, metal) for metal in attackers}

    @property
    def assaults(self) -> tuple[Assault, ...]:
        return attacks(self.position)

    @property
    def spared_metals(self) -> tuple[int, ...]:
        """The Metals of the active player on the map that nobody attacks."""
        targets = {assault.target for assault in self.assaults}
        return tuple(i for i in self.position.on_the_map(self.position.active) if i not in targets)

    @property
    def rewards(self) -> tuple[SpaceReward, ...]:
        return occupation(self.position)

    @property
    def after(self) -> "Example":
        """The position after the assault or the occupation phase."""
        play = assault_phase if self.position.phase == "assault" else occupation_phase
        return self._with(play(self.position)[0])

    def after_action(self, action: Action) -> "Example":
        """The position after an action. Raises ValueError for an illegal one."""
        return self._with(action_phase(self.position, action)[0])

    def _with(self, position: Position) -> "Example":
        return replace(self, position=position)


def deploying(figures: Figures) -> Example:
    """A Metal in the pool, free corners, and an occupied one."""
    metals = [_metal(BLUE), _metal(RED, (4, 0), "west")]
    return _example(figures, metals, "action", Window(0, 0, MAP.columns, MAP.rows))


def moving(figures: Figures) -> tuple[Example, Example]:
    """A Metal with an enemy beside it, before a move and after it."""
    metals = [_metal(BLUE, (3, 1), "north"), _metal(RED, (2, 1), "south")]
    before = _example(figures, metals, "action", Window(2, 0, 3, 3))
    return before, before.after_action(Move(0, MAP.index(3, 2), "west"))


def seeing(figures: Figures) -> Example:
    """Enemies that see the first of two Metals, past a Forest; a friend; nobody."""
    metals = [
        _metal(BLUE, (2, 2), "north"),
        _metal(BLUE, (4, 2), "west"),
        _metal(BLUE, (1, 3), "north"),
        _metal(RED, (0, 2), "east"),
        _metal(RED, (4, 3), "west"),
        _metal(RED, (2, 3), "south"),
    ]
    return _example(figures, metals, "assault", Window(0, 2, 5, 3))


def hits(figures: Figures) -> tuple[Example, ...]:
    """A Metal that is hit; a damaged one that is hit; and, if there may be two enemies, one that is
    hit twice."""
    metal, enemy = _metal(BLUE, (1, 4), "north"), _metal(RED, (3, 4), "west")
    between = _metal(BLUE, (2, 4), "north"), enemy, _metal(RED, (1, 4), "east")
    casts = [(metal, enemy), (replace(metal, damaged=True), enemy), between]
    possible = casts if figures.on_map > 1 else casts[:2]
    return tuple(_example(figures, metals, "assault", Window(1, 4, 3, 1)) for metals in possible)


def sparing(figures: Figures) -> tuple[Example, Example]:
    """A Metal in sight on a Forest, and a Metal in sight in the turn it is deployed."""
    in_forest = [_metal(BLUE, (4, 1), "north"), _metal(RED, (2, 1), "east")]
    landing = [_metal(BLUE), _metal(RED, (2, 4), "east")]
    before = _example(figures, landing, "action", Window(2, 4, 3, 1))
    return (
        _example(figures, in_forest, "assault", Window(2, 1, 3, 1)),
        before.after_action(Deploy(0, MAP.index(4, 4), "north")),
    )


def occupying(figures: Figures) -> Example:
    """Metals on points, a damaged one on a City, and an enemy whose turn it is not."""
    metals = [
        _metal(BLUE, (2, 2), "west"),
        _metal(BLUE, (4, 3), "north", damaged=True),
        _metal(BLUE, (1, 1), "east"),
        _metal(RED, (3, 3), "south"),
    ]
    return _example(figures, metals, "occupation", Window(0, 1, 5, 3))


def from_all_sides(figures: Figures) -> Example | None:
    """Metals in front of an enemy, beside it and behind it, all of a faction whose points depend on
    the side; None if there is no such faction."""
    factions = figures.factions.items()
    side_factions = (key for key, faction in factions if isinstance(faction.when, HitFrom))
    if (faction := next(side_factions, None)) is None:
        return None
    metals = [
        _metal(BLUE, (2, 0), "south", faction),
        _metal(BLUE, (3, 1), "west", faction),
        _metal(BLUE, (2, 2), "north", faction),
        _metal(RED, (2, 1), "north", _other(figures, faction)),
    ]
    example = _example(figures, metals, "assault", Window(1, 0, 3, 3))
    return example._with(replace(example.position, factions=figures.factions, active=RED))


def _other(figures: Figures, faction: str) -> str:
    """Another faction, to be attacked in an example."""
    return next((key for key in cast(figures) if key != faction), faction)


# What the points of an attack can depend on, plainest first: where both stand, the facing and the
# state of the target.
_TARGETS: tuple[Ground, ...] = ("plain", "point_1", "point_2", "city", "corner")
_ATTACKERS: tuple[Ground, ...] = ("plain", "point_1", "point_2", "city", "forest", "corner")
_TARGET_FACINGS: tuple[Facing, ...] = ("east", "north", "west")
_DAMAGED = (False, True)


def duel(figures: Figures, faction: str) -> Example:
    """The plainest attack that gains the points of a faction."""
    choices = product(_TARGETS, _ATTACKERS, _TARGET_FACINGS, _DAMAGED)
    plainest = sorted(choices, key=_differences)
    duels = (_duel(figures, faction, *choice) for choice in plainest)
    return next(example for example in duels if any(one.gain for one in example.assaults))


def _differences(choice: tuple[Ground, Ground, Facing, bool]) -> int:
    """In how many ways an attack differs from the plainest one."""
    plain = (_TARGETS[0], _ATTACKERS[0], _TARGET_FACINGS[0], _DAMAGED[0])
    return sum(one != other for one, other in zip(choice, plain, strict=True))


def _duel(
    figures: Figures,
    faction: str,
    target_on: Ground,
    attacker_on: Ground,
    target_facing: Facing,
    is_damaged: bool,
) -> Example:
    """Two Metals in a row, a space apart, the attacker on the right.

    It is the top row if one of them stands on a corner.
    """
    row = 0 if "corner" in (target_on, attacker_on) else 1
    left = 2 if attacker_on == "corner" else 0 if target_on == "corner" else 1
    target, attacker = MAP.index(left, row), MAP.index(left + 2, row)
    spaces: list[Space] = ["plain"] * len(MAP)
    for space, ground in ((target, target_on), (attacker, attacker_on)):
        spaces[space] = "plain" if ground == "corner" else ground
    metals = (
        Metal(RED, _other(figures, faction), target, target_facing, is_damaged),
        Metal(BLUE, faction, attacker, "west"),
    )
    position = Position(
        map=replace(MAP, spaces=tuple(spaces)),
        target=figures.target.factions,
        on_map=figures.on_map,
        metals=metals,
        factions=figures.factions,
        active=RED,
        phase="assault",
    )
    return Example(position, Window(left, row, 3, 1))


def _metal(
    player: int,
    place: tuple[int, int] | None = None,
    facing: Facing = "north",
    faction: str | None = None,
    *,
    damaged: bool = False,
) -> Metal:
    """A Metal on a column and a row of the map, or in the pool."""
    space = None if place is None else MAP.index(*place)
    return Metal(player, faction, space, facing, damaged)


def _example(figures: Figures, metals: Sequence[Metal], phase: Phase, window: Window) -> Example:
    """The basic game with these Metals; those without a faction get one each."""
    names = cycle(cast(figures))
    on_map = [
        replace(metal, faction=metal.faction or next(names))
        for player in (BLUE, RED)
        for metal in [one for one in metals if one.player == player][: figures.on_map]
    ]
    position = Position(MAP, figures.target.basic, figures.on_map, tuple(on_map), phase=phase)
    return Example(position, window)
