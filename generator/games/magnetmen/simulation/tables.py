"""What the kernel works on: the Facts of a game, and a Moment of it.

Both are plain numbers and bit masks. A mask is a set of squares, bit 0 the first one; as Python
runs the kernel it is an int, compiled it is two words of 64 bits. The functions below are what
the kernel does to masks besides & | ~ << >>; they are methods of int and list, because a function
in Python would take three times as long. machine_code.py has others of the same names.
"""

import operator
from typing import NamedTuple, NewType

Mask = NewType("Mask", int)
Masks = NewType("Masks", list[Mask])
Numbers = NewType("Numbers", list[int])

at = operator.getitem  # at(masks, index) -> mask
put = operator.setitem  # put(masks, index, mask)
bit = (1).__lshift__  # bit(square) -> mask
count = int.bit_count
some = bool  # whether there is any square in a mask
nothing = int  # nothing() -> the empty mask


def lowest(mask: Mask) -> int:
    """The first square of a mask that is not empty."""
    return (mask & -mask).bit_length() - 1


def rest(mask: Mask) -> Mask:
    """All squares of a mask but the first one."""
    return mask & mask - 1


MAX_PLAYERS = 4
MAX_SQUARES = 128  # of compiled code: two words of 64 bits
FOUR = 4  # of a kind end a player's turns under the advanced rules (facts: Rules)

# Moment.masks. FREE squares can be taken; they are neither crossed out nor destroyed, but for a
# Police square when its first taking crosses it out. CROSSED squares are still there to be seen;
# what is in neither is destroyed. TAKES and BREAKS are what the player to decide may take and
# destroy. TOOK + player has what a player ever took; ROOTS + player the squares of icons that
# are worth what is beside them. The three from REPELS + 3 * player on have the squares of all
# types of which the player has one, two, three or more. From SPLIT on bots put squares into
# classes.
FREE, CROSSED, TAKES, BREAKS, TOOK = range(5)
ROOTS = TOOK + MAX_PLAYERS
REPELS = ROOTS + MAX_PLAYERS
SPLIT = REPELS + 3 * MAX_PLAYERS
MOST_SPLITS = 6
MASKS = SPLIT + MOST_SPLITS

# Facts.marks: squares that are not in the first or the last column; that need an adjacent one
# crossed out, or none; that close adjacent ones once crossed out, or to their taker; that can be
# taken only if a neighbour can; that can't be destroyed; COUNTED ones, which scores count as such;
# ROOTED ones, whose icons are worth what is beside them.
(
    NOT_FIRST, NOT_LAST, NEEDS_SOME, NEEDS_NONE, CLOSES_ALL, CLOSES_OWN, ASKS_LEFT, ASKS_RIGHT,
    IMMUNE, COUNTED, ROOTED,
) = range(11)  # fmt: skip
MARKS = 11

# Moment.turn. PLAYER has the turn, DECIDER is to decide NEED; PASSES counts turns in a row without
# a move, DEPTH the frames on the stack; MAY_STOP tells whether to pass or to stop is allowed; STALE
# has the players (bits) whose Moment.sums are to be made anew.
PLAYER, PASSES, DEPTH, DECIDER, NEED, MAY_STOP, STALE = range(7)
TURN_NUMBERS = 7
TURN, STEP, OVER = range(3)  # NEED: a turn, a step of a power, nothing since the game is over

# Moment.stack, a frame: which step, who is still to do it (bits), how often the first of them,
# and the square whose taking brought it.
WHICH, WHO, LEFT, ROOT = range(4)
FRAME = 4

# Moment.out: why a player takes no more turns.
IN, FULL, FOUR_OF_A_KIND, RETIRED, STUCK = range(5)

MAY_DESTROY, MUST_DESTROY, WAITS = range(3)  # Facts.stuck


class GameTables(NamedTuple):
    """All that does not change in a game. What is by type or by square is indexed so."""

    players: int
    squares: int
    columns: int
    types: int
    slots: int
    most: int  # nobody has more icons of a type; own counts are from 0 to this
    advanced: int
    longest: int  # no game has more actions
    deepest: int  # no turn has more steps waiting

    kinds: Numbers  # the type of each square
    areas: Masks  # the squares of each type
    beside: Masks  # the squares adjacent to each
    lines: Masks  # rows, then columns
    row_of: Masks  # the row of each square
    column_of: Masks
    rows: int
    marks: Masks  # see above

    # taking
    sees: Numbers  # by type and own count: 1 open icons repel, 2 crossed-out ones do, 3 both
    repel_varies: int  # whether any type is less than 3 in it
    asks: int  # whether any type asks for a neighbour
    gated: int  # whether there is anything that barred() looks at
    limits: Numbers  # 0 is none, also for the next
    capacities: Numbers
    any_capacity: int
    retires: Numbers
    immune: Numbers

    # steps, seven numbers each as in records.Step; those of a type are from its index on
    steps: Numbers
    step_at: Numbers

    # scores, four numbers each as in records.Score; those that hang on more than the own count
    worths: Numbers  # by type and own count what these icons are worth, but for those scores
    scores: Numbers
    score_at: Numbers
    on_board: int  # how many types are worth what there is on the board, but for what is beside
    counting: Numbers  # which
    compare: int  # how many are worth what the lowest or the highest type is
    comparing: Numbers  # which
    lowest: Numbers
    highest: Numbers
    contested: Numbers  # whether a type's worth depends on how many others have
    rooted: Numbers  # points of its icons for each crossed-out square adjacent to theirs
    telling: Numbers  # whether any score hangs on what becomes of squares of the type
    any_rooted: int
    crossed_lines: int  # whether any score counts crossed-out rows and columns
    intact_lines: int

    # readings, see Options
    ties: int
    zero: int
    hits_crossed: int
    compares_icons: int
    around: int
    stuck: int
    returns: int
    first_crosses: int
    fills: int
    ask_out: int
    lead_before: int
    slot_freed: int
    four_taken: int
    roots_last: int


class GameState(NamedTuple):
    """All that changes in a game. What is by player and type, or by player and square, has the
    numbers of the first player first."""

    masks: Masks
    counts: Numbers  # icons by player and type
    points: Numbers  # what those are worth, but for types worth what another one is
    totals: Numbers  # the sum of those by player
    sums: Numbers  # the same with types worth what another one is, see scoring.score
    board: Numbers  # by type what an icon is worth for squares and lines of the board
    grown: Numbers  # by player and type what all are worth for what is beside their squares
    takings: Numbers  # squares taken, likewise
    used: Numbers  # slots by player
    out: Numbers
    times: Numbers  # takings by square
    roots: Numbers  # icons that are worth what is beside them, by player and square
    turn: Numbers
    stack: Numbers
    offers: Numbers  # scratch: what offers() lists
    random: Numbers  # the state of chance, four words
