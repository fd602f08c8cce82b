"""Metals behind play/: the game as numbers for its engine, and what programs are told of it."""

from collections.abc import Iterator
from itertools import product
from typing import ClassVar, Literal, get_args

from generator.games.metals import engine
from generator.games.metals.definition import CATALOGUE, FORMS, MetalsDefinition
from generator.games.metals.engine import GameState, GameTables
from generator.games.metals.factions import Assault, Faction, Ground, Side
from generator.games.metals.map import FACINGS, Map
from generator.games.metals.roll import MetalsGame, roll
from generator.play.goals import Goals
from generator.play.kernel import Source, layout
from generator.play.search import Programs
from generator.play.series import PLAYERS, Match, Player

GROUNDS: tuple[Ground, ...] = get_args(Ground)
_SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")  # by the difference of facings


def game_tables(game: MetalsGame) -> GameTables:
    """The tables of a game. Each player has as many Metals as may be on the map: more would make no
    difference in the basic game. With factions, each is of a random one."""
    board, figures = game.map, game.definition.figures
    factions = tuple(figures.factions.values()) if game.factions else ()
    spaces = range(len(board))
    grounds = [_ground(board, space) for space in spaces]
    targets = [space for space in spaces if board.points(space)]
    ahead = [board.ahead(space, facing) for space, facing in product(spaces, FACINGS)]
    return GameTables(
        players=2,
        max_actions=engine.MAX_TURNS,
        spaces=len(board),
        target=game.target,
        on_map=figures.on_map,
        pool=figures.on_map,
        factions=len(factions),
        corners=list(board.corners),
        ahead=[engine.NONE if space is None else space for space in ahead],
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
    state = GameState(*([0] * length.entries for _, length in layout(GameState) if length))
    state.space[:] = [engine.NONE] * engine.MAX_METALS
    state.faction[:] = [engine.NONE] * engine.MAX_METALS
    state.occupant[:] = [engine.NONE] * engine.MAX_SPACES
    return state


KERNEL = Source((engine,), subject="map", seconds=20)


def match_of(game: MetalsGame) -> Match:
    return Match(KERNEL, game_tables(game), empty_state())


class MetalsGoals(Goals):
    """What a good map is, and how one is looked for."""

    FORMS: ClassVar = FORMS

    game: Literal["metals"]
    """The game this file is of."""


def candidates(
    definition: MetalsDefinition, size: str, players: int, seed: str, number: int, layouts: int
) -> list[MetalsGame]:
    return [roll(definition, size, players, f"{seed}+{number}" if number else seed)]


PROGRAMS = Programs(
    game="metals",
    catalogue=CATALOGUE,
    kernel=KERNEL,
    match=match_of,
    # Greedy and two-ply players who never erred would play one game again and again.
    players=PLAYERS
    | {"greedy": Player("greedy", errors=10), "two_ply": Player("two_ply", errors=10)},
    roll=roll,
    candidates=candidates,
    goals=MetalsGoals,
    noun="map",
    rules=lambda game: game.game_id.size,
    squares=lambda game: len(game.map),
)
