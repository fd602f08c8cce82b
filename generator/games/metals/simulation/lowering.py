"""Turn a rolled game into the tables of the kernel.

Input: a MetalsGame. Output: GameTables, empty GameStates. Each player has as many Metals as may be
on the map: more would make no difference in the basic game. With factions, each is of a random one.
"""

from collections.abc import Iterator
from itertools import product
from typing import get_args

from generator.games.metals.factions import Assault, Faction, Ground, Side
from generator.games.metals.map import FACINGS, Map
from generator.games.metals.roll import MetalsGame
from generator.games.metals.simulation import kernel_data as k
from generator.games.metals.simulation.kernel_data import GameState, GameTables
from generator.simulation.kernel import layout

GROUNDS: tuple[Ground, ...] = get_args(Ground)
_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")  # by the difference of facings


def game_tables(game: MetalsGame) -> GameTables:
    """The tables of a game."""
    board, figures = game.map, game.definition.figures
    factions = tuple(figures.factions.values()) if game.factions else ()
    spaces = range(len(board))
    grounds = [_ground(board, space) for space in spaces]
    targets = [space for space in spaces if board.points(space)]
    ahead = [board.ahead(space, facing) for space, facing in product(spaces, FACINGS)]
    return GameTables(
        spaces=len(board),
        target=game.target,
        on_map=figures.on_map,
        pool=figures.on_map,
        factions=len(factions),
        corners=list(board.corners),
        ahead=[k.NONE if space is None else space for space in ahead],
        points=[board.points(space) for space in spaces],
        ground=[GROUNDS.index(ground) for ground in grounds],
        covers=[int(ground == "forest") for ground in grounds],
        heals=[int(ground == "city") for ground in grounds],
        steps=[min(board.steps(space, target) for target in targets) for space in spaces],
        gains=[gain for faction in factions for gain in _gains(faction)],
    )


def _ground(board: Map, space: int) -> Ground:
    return "corner" if board.is_corner(space) else board.spaces[space]


def _gains(faction: Faction) -> Iterator[int]:
    """The points of a faction in every kind of assault, in the order of GameTables.gains."""
    for attacker_on, target_on, side, damaged in product(GROUNDS, GROUNDS, _SIDES, (False, True)):
        assault = Assault(0, 0, side, attacker_on, target_on, not damaged, damaged)
        yield faction.gain if faction.when.holds(assault) else 0


def empty_state() -> GameState:
    """A state with all Metals in the pools."""
    state = GameState(
        *([0] * field.length.entries for field in layout(GameState) if field.length is not None)
    )
    state.space[:] = [k.NONE] * k.MAX_METALS
    state.faction[:] = [k.NONE] * k.MAX_METALS
    state.occupant[:] = [k.NONE] * k.MAX_SPACES
    return state
