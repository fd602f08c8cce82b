"""Positions that show the rules: what happens in them is asked of rules.py, never drawn by hand.

Input: the figures of a definition. Output: frozen Examples, moments of a game on one small map.
Blue is the reader. It is the blue player's turn, but where attacks gain points: those are made in
the opponent's turn. No example has more Metals of a player than may be on the map; those that would
be too many are left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import cycle, product
from typing import NamedTuple

from generator.games.metals.definition import Figures
from generator.games.metals.drawn_map import read_map
from generator.games.metals.factions import Assault, Ground, HitFrom
from generator.games.metals.map import Facing, Map, Space
from generator.games.metals.position import Metal, Phase, Position
from generator.games.metals.rules import (
    Action,
    Deploy,
    Move,
    Occupied,
    Sight,
    action_phase,
    assault_phase,
    attacks,
    legal_actions,
    line_of_sight,
    occupation,
    occupation_phase,
)

BLUE, RED = 0, 1
DRAWN = """
.....
C1..F
.F2F.
F..1C
.....
"""
MAP = read_map(DRAWN)
# Factions whose emblem looks like an arrow of its own: a bow. A Metal that is to show where it
# faces is of another one.
POINTED = ("artemisia",)


def cast(figures: Figures) -> tuple[str, ...]:
    """The factions that examples are played with, unless they are about a certain one."""
    chosen = tuple(key for key in figures.factions if key not in POINTED)
    return chosen or tuple(figures.factions)


class Window(NamedTuple):
    """The part of a map that a figure shows, in spaces."""

    column: int
    row: int
    columns: int
    rows: int

    def spaces(self, shown: Map) -> tuple[int, ...]:
        """The numbers of the spaces in it, row by row."""
        return tuple(
            shown.index(column, row)
            for row in range(self.row, self.row + self.rows)
            for column in range(self.column, self.column + self.columns)
        )


@dataclass(frozen=True, slots=True)
class Example:
    """A moment of a game, and the part of the map it is about."""

    position: Position
    window: Window

    @property
    def actions(self) -> tuple[Action, ...]:
        """What the active player may do."""
        return legal_actions(self.position)

    @property
    def sights(self) -> dict[int, Sight]:
        """What each Metal sees that may attack in this phase."""
        looking = self.position.on_the_map(self.position.opponent)
        return {metal: line_of_sight(self.position, metal) for metal in looking}

    @property
    def assaults(self) -> tuple[Assault, ...]:
        """The attacks of this phase."""
        return attacks(self.position)

    @property
    def spared(self) -> tuple[int, ...]:
        """The Metals of the active player on the map that nobody attacks."""
        hit = {assault.target for assault in self.assaults}
        return tuple(i for i in self.position.on_the_map(self.position.active) if i not in hit)

    @property
    def occupied(self) -> tuple[Occupied, ...]:
        """What the active player gets in this phase."""
        return occupation(self.position)

    @property
    def after(self) -> "Example":
        """The moment after the assault or the occupation phase that is shown."""
        played = assault_phase if self.position.phase == "assault" else occupation_phase
        return self._with(played(self.position)[0])

    def after_action(self, action: Action) -> "Example":
        """The moment after an action. Raises ValueError for one that is not legal."""
        return self._with(action_phase(self.position, action)[0])

    def _with(self, position: Position) -> "Example":
        return replace(self, position=position)


def deploying(figures: Figures) -> Example:
    """A Metal in the pool, corners that are free, one that is not."""
    metals = [_metal(BLUE), _metal(RED, (4, 0), "west")]
    return _example(figures, metals, "action", Window(0, 0, MAP.columns, MAP.rows))


def moving(figures: Figures) -> tuple[Example, Example]:
    """A Metal with an enemy beside it, before a move and after it."""
    metals = [_metal(BLUE, (3, 1), "north"), _metal(RED, (2, 1), "south")]
    before = _example(figures, metals, "action", Window(2, 0, 3, 3))
    return before, before.after_action(Move(0, MAP.index(3, 2), "west"))


def seeing(figures: Figures) -> Example:
    """Enemies that see: one of two in a row, past a Forest; a friend; nobody."""
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
    """A Metal that is hit; one that was damaged before; and, where there may be two enemies, one
    that is hit twice."""
    whole, enemy = _metal(BLUE, (1, 4), "north"), _metal(RED, (3, 4), "west")
    between = _metal(BLUE, (2, 4), "north"), enemy, _metal(RED, (1, 4), "east")
    chosen = [(whole, enemy), (replace(whole, damaged=True), enemy), between]
    shown = chosen if figures.on_map > 1 else chosen[:2]
    return tuple(_example(figures, metals, "assault", Window(1, 4, 3, 1)) for metals in shown)


def sparing(figures: Figures) -> tuple[Example, Example]:
    """A Metal on a Forest that is seen, and one that is seen in the turn it is deployed."""
    hidden = [_metal(BLUE, (4, 1), "north"), _metal(RED, (2, 1), "east")]
    landing = [_metal(BLUE), _metal(RED, (2, 4), "east")]
    before = _example(figures, landing, "action", Window(2, 4, 3, 1))
    return (
        _example(figures, hidden, "assault", Window(2, 1, 3, 1)),
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
    """Metals in front of an enemy, beside it and behind it, all of a faction to which that makes a
    difference; None where there is no such faction."""
    chosen = (key for key, one in figures.factions.items() if isinstance(one.when, HitFrom))
    if (faction := next(chosen, None)) is None:
        return None
    metals = [
        _metal(BLUE, (2, 0), "south", faction),
        _metal(BLUE, (3, 1), "west", faction),
        _metal(BLUE, (2, 2), "north", faction),
        _metal(RED, (2, 1), "north", _other(figures, faction)),
    ]
    shown = _example(figures, metals, "assault", Window(1, 0, 3, 3))
    return shown._with(replace(shown.position, factions=figures.factions, active=RED))


def _other(figures: Figures, faction: str) -> str:
    """A faction to attack for the sake of an example."""
    return next((key for key in cast(figures) if key != faction), faction)


# What an attack can depend on, the plainest first: where both stand, how the target looks.
_TARGETS: tuple[Ground, ...] = ("plain", "point_1", "point_2", "city", "corner")
_ATTACKERS: tuple[Ground, ...] = ("plain", "point_1", "point_2", "city", "forest", "corner")
_LOOKS: tuple[Facing, ...] = ("east", "north", "west")
_DAMAGED = (False, True)


def duel(figures: Figures, faction: str) -> Example:
    """An attack that gains the points of a faction, as plain as it can be."""
    choices = product(_TARGETS, _ATTACKERS, _LOOKS, _DAMAGED)
    plainest = sorted(choices, key=_differences)
    duels = (_duel(figures, faction, *choice) for choice in plainest)
    return next(shown for shown in duels if any(one.gain for one in shown.assaults))


def _differences(choice: tuple) -> int:
    """In how many ways an attack differs from the plainest."""
    plain = (_TARGETS[0], _ATTACKERS[0], _LOOKS[0], _DAMAGED[0])
    return sum(one != other for one, other in zip(choice, plain, strict=True))


def _duel(
    figures: Figures,
    faction: str,
    target_on: Ground,
    attacker_on: Ground,
    look: Facing,
    damaged: bool,
) -> Example:
    """Two Metals in one row, the attacker on the right with a space between them; in the top row
    where one stands on a corner."""
    row = 0 if "corner" in (target_on, attacker_on) else 1
    left = 2 if attacker_on == "corner" else 0 if target_on == "corner" else 1
    target, attacker = MAP.index(left, row), MAP.index(left + 2, row)
    spaces: list[Space] = ["plain"] * len(MAP)
    for space, ground in ((target, target_on), (attacker, attacker_on)):
        spaces[space] = "plain" if ground == "corner" else ground
    metals = (
        Metal(RED, _other(figures, faction), target, look, damaged),
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
    """The basic game with these Metals, those without a faction given one in turn."""
    names = cycle(cast(figures))
    kept = [
        replace(metal, faction=metal.faction or next(names))
        for player in (BLUE, RED)
        for metal in [one for one in metals if one.player == player][: figures.on_map]
    ]
    position = Position(MAP, figures.target.basic, figures.on_map, tuple(kept), phase=phase)
    return Example(position, window)
