"""The data of the kernel: the GameTables of a map, and the GameState at some moment of a game.

All of it is whole numbers. Metals are numbered: those of player 0, who starts, then those of player
1. An action is a number too: (Metal * spaces + space) * 4 + facing. Facings are indexes into
map.FACINGS.
"""

from typing import Annotated, NamedTuple

from generator.simulation.kernel import Length

Numbers = list[int]

# The largest game that can be compiled; definitions allow none that is larger.
MAX_SPACES = 80
MAX_POOL = 9  # Metals of a player
MAX_METALS = 2 * MAX_POOL
MAX_FACTIONS = 24
MAX_ACTIONS = 16 * MAX_POOL  # four spaces with four facings for each Metal
MAX_TURNS = 300  # of both players; a longer game is a draw (reading 13 of rules.py)
MAX_REPETITIONS = 3  # a position that occurs so often ends the game as a draw (the same reading)

FACINGS_COUNT = 4
GROUNDS_COUNT = 6  # kinds of factions.Ground

NONE = -1  # no Metal, no space (a Metal in the pool), no faction, nobody has won

# GameState.turn: the player whose turn it is, the turns that were played.
ACTIVE, TURNS = range(2)

# GameTables.gains by faction, by the grounds of attacker and target, by the difference of their
# facings, by whether the target is damaged.
GAINS_OF_GROUND = FACINGS_COUNT * 2
GAINS_OF_FACTION = GROUNDS_COUNT * GROUNDS_COUNT * GAINS_OF_GROUND


class GameTables(NamedTuple):
    """All that does not change in a game."""

    spaces: int
    target: int  # the points that win
    on_map: int  # the most Metals of a player on the map
    pool: int  # how many Metals a player has
    factions: int  # each Metal is of one of so many at random; 0: their powers do not count

    corners: Annotated[Numbers, Length(4)]
    ahead: Annotated[Numbers, Length(MAX_SPACES * FACINGS_COUNT)]  # by space, then by facing
    points: Annotated[Numbers, Length(MAX_SPACES)]
    ground: Annotated[Numbers, Length(MAX_SPACES)]  # index into the kinds of factions.Ground
    covers: Annotated[Numbers, Length(MAX_SPACES)]  # whether nobody is attacked there
    heals: Annotated[Numbers, Length(MAX_SPACES)]  # whether a damaged Metal recovers there
    steps: Annotated[Numbers, Length(MAX_SPACES)]  # to the nearest space with points
    gains: Annotated[Numbers, Length(MAX_FACTIONS * GAINS_OF_FACTION)]  # see GAINS_OF_GROUND


class GameState(NamedTuple):
    """All that changes in a game, and scratch for the players."""

    space: Annotated[Numbers, Length(MAX_METALS)]  # NONE in the pool
    facing: Annotated[Numbers, Length(MAX_METALS)]
    damaged: Annotated[Numbers, Length(MAX_METALS)]
    faction: Annotated[Numbers, Length(MAX_METALS)]
    occupant: Annotated[Numbers, Length(MAX_SPACES)]  # the Metal on each space
    scores: Annotated[Numbers, Length(2)]
    turn: Annotated[Numbers, Length(2)]  # see ACTIVE
    random: Annotated[Numbers, Length(4)]  # the state of the random numbers: words of 32 bits

    hits: Annotated[Numbers, Length(MAX_METALS)]  # scratch for an assault
    actions: Annotated[Numbers, Length(MAX_ACTIONS)]  # scratch for turns.list_actions
    values: Annotated[Numbers, Length(MAX_ACTIONS)]  # of these actions
    history: Annotated[Numbers, Length(MAX_TURNS)]  # keys of positions since the last point
    visited: Annotated[Numbers, Length(MAX_SPACES)]  # whether a Metal was ever on a space
