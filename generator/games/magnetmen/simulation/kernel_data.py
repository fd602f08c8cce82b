"""The data of the kernel: the GameTables of a game, and the GameState at some moment of it.

Masks (play/masks.py) are sets of squares. A type of icon is an index, called `kind`.
"""

from typing import Annotated, NamedTuple

from generator.games.magnetmen.primitives import SCORE_BASIS, Score, Step
from generator.play.kernel import Length
from generator.play.masks import Masks

Numbers = list[int]

# The largest game that can be compiled.
MAX_PLAYERS = 4
MAX_SQUARES = 128  # two words of 64 bits
MAX_TYPES = 24
MAX_SLOTS = 60
MAX_LINES = 60

FOUR = 4  # of a kind end a player's turns under the advanced rules (facts: Rules)

# GameState.masks. FREE squares can be taken; they are neither crossed out nor destroyed, except
# that a Police square is crossed out by its first taking and still free. CROSSED squares are
# crossed out and still on the board; squares in neither are destroyed. TAKES and DESTROYS are the
# squares that the player to decide may take and destroy. TOOK + player: the squares the player ever
# took. ORIGINS + player: the squares of icons that score their neighbours. REPELS + 3 * player and
# the two after it: the squares of all types of which the player has at least one, two, three.
# From SPLIT on: the classes into which bots divide squares.
FREE, CROSSED, TAKES, DESTROYS, TOOK = range(5)
ORIGINS = TOOK + MAX_PLAYERS
REPELS = ORIGINS + MAX_PLAYERS
SPLIT = REPELS + 3 * MAX_PLAYERS
MAX_SPLITS = 6
MASKS = SPLIT + MAX_SPLITS

# GameTables.marks: squares not in the first or last column; that can only be taken with some, or no
# adjacent square crossed out; that, once crossed out, close adjacent squares to all, or to their
# taker; that can only be taken if the neighbour on the left, or right could; that cannot be
# destroyed; whose type scores its own squares; whose icons score their neighbours.
(
    NOT_FIRST, NOT_LAST, NEEDS_SOME, NEEDS_NONE, CLOSES_ALL, CLOSES_OWN, ASKS_LEFT, ASKS_RIGHT,
    IMMUNE, COUNTED_SQUARES, SCORES_NEIGHBOURS,
) = range(11)  # fmt: skip
MARKS = 11

# GameState.turn. PLAYER has the turn; DECIDER decides what NEED says; PASSES counts consecutive
# turns without a move, DEPTH the frames on the stack; MAY_STOP: whether the decider may pass or
# stop; STALE: bits of the players whose GameState.scores are out of date.
PLAYER, PASSES, DEPTH, DECIDER, NEED, MAY_STOP, STALE = range(7)
TURN_NUMBERS = 7
TURN, STEP, OVER = range(3)  # NEED: a turn, a step of a power, nothing because the game is over

# GameState.stack, a frame: the step; bits of the players who have yet to carry it out; how often
# the first of them still does; the square whose taking brought it.
WHICH, WHO, LEFT, ROOT = range(4)
FRAME = 4

# GameState.out: why a player takes no more turns.
IN, FULL, FOUR_OF_A_KIND, RETIRED = range(4)

STEP_WIDTH = len(Step._fields)  # numbers of a record in GameTables.steps
SCORE_WIDTH = len(Score._fields)  # numbers of a record in GameTables.scores

PerSquare = Annotated[Numbers, Length(MAX_SQUARES)]
PerType = Annotated[Numbers, Length(MAX_TYPES)]
PerPlayer = Annotated[Numbers, Length(MAX_PLAYERS)]
PerPlayerAndType = Annotated[Numbers, Length(MAX_PLAYERS * MAX_TYPES)]
PerPlayerAndSquare = Annotated[Numbers, Length(MAX_PLAYERS * MAX_SQUARES)]
PerTypeAndCount = Annotated[Numbers, Length(MAX_TYPES * (MAX_SLOTS + 2))]
"""By type, then by the number of icons of the type that a player has."""
FirstOfType = Annotated[Numbers, Length(MAX_TYPES + 1)]
"""Index of each type's first record; the next type's is the end of it."""
MaskPerSquare = Annotated[Masks, Length(MAX_SQUARES, words=2)]
MaskPerType = Annotated[Masks, Length(MAX_TYPES, words=2)]


class GameTables(NamedTuple):
    """All that does not change in a game. Arrays by player and something have all entries of the
    first player first. Flags are 0 or 1."""

    players: int
    squares: int
    columns: int
    rows: int
    types: int
    slots: int
    max_icons: int  # no player has more icons of a type
    advanced: int
    max_actions: int  # no game has more actions
    max_pending_steps: int  # no turn has more steps on the stack

    kinds: PerSquare  # the type of each square
    squares_of: MaskPerType
    adjacent_to: MaskPerSquare  # the squares adjacent to each square
    lines: Annotated[Masks, Length(MAX_LINES, words=2)]  # rows, then columns
    row_of: MaskPerSquare  # the squares in the row of each square
    column_of: MaskPerSquare
    marks: Annotated[Masks, Length(MARKS, words=2)]  # see NOT_FIRST

    # taking
    repelling_icons: PerTypeAndCount  # 1: open icons repel, 2: crossed-out ones do, 3: both do
    repel_varies: int  # whether any of these is less than 3
    asks_neighbours: int  # whether a type can only be taken if a neighbour could
    has_barriers: int  # whether barred_squares has anything to do
    limits: PerType  # squares each player may take; 0 is no limit
    capacities: PerType  # takings of a square; 0 is one taking
    any_capacity: int
    retires: PerType  # whether taking one is the player's last turn
    immune: PerType

    # steps, with the fields of primitives.Step
    steps: Annotated[Numbers, Length(2 * MAX_TYPES * STEP_WIDTH)]
    first_step: FirstOfType

    # scores, with the fields of primitives.Score, except those that are in fixed_points
    fixed_points: PerTypeAndCount  # of all icons, for scores that depend on their number only
    scores: Annotated[Numbers, Length(2 * MAX_TYPES * SCORE_WIDTH)]
    first_score: FirstOfType
    has_score: Annotated[Numbers, Length(len(SCORE_BASIS))]  # by code: whether a type has it
    n_board_kinds: int  # how many types score squares or lines of the board
    board_kinds: PerType  # these types
    n_comparing_kinds: int  # how many types score what the lowest or highest other type does
    comparing_kinds: PerType  # these types
    lowest: PerType  # how many times a type scores the total of the lowest other type
    highest: PerType
    recounted: PerType  # whether a type's points depend on the inventories of several players
    neighbour_points: PerType  # points for each crossed-out square adjacent to an icon's own
    any_neighbour_points: int
    squares_matter: PerType  # whether any score depends on the state of squares of the type


class GameState(NamedTuple):
    """All that changes in a game. Arrays are ordered as in GameTables."""

    masks: Annotated[Masks, Length(MASKS, words=2)]  # see FREE
    counts: PerPlayerAndType  # icons
    points: PerPlayerAndType  # of these icons, without scores of the lowest or highest other type
    totals: PerPlayer  # the sum of these points
    scores: PerPlayer  # with those scores, see STALE
    board_points: PerType  # of an icon, for squares and lines of the board
    neighbour_totals: PerPlayerAndType  # of all icons, for squares adjacent to theirs
    takings: PerPlayerAndType  # squares taken
    used_slots: PerPlayer
    out: PerPlayer  # see IN
    times_taken: PerSquare
    origins: PerPlayerAndSquare  # icons that come from a square and score its neighbours
    turn: Annotated[Numbers, Length(TURN_NUMBERS)]  # see PLAYER
    stack: Annotated[Numbers, Length(2 * MAX_SLOTS * FRAME)]  # see WHICH
    actions: Annotated[
        Numbers, Length(2 * MAX_SQUARES + 1 + MAX_TYPES + MAX_PLAYERS * (MAX_TYPES + MAX_SQUARES))
    ]  # scratch for engine.list_actions
    values: Annotated[
        Numbers, Length(2 * MAX_SQUARES + 1 + MAX_TYPES + MAX_PLAYERS * (MAX_TYPES + MAX_SQUARES))
    ]  # scratch, as long as actions
    random: Annotated[Numbers, Length(4)]  # the state of the random numbers: words of 32 bits
