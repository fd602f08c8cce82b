"""What happened in games that were played: the numbers behind the figures of a board.

Input: Facts, the actions of whole games. Output: for each game how long it was, how much choice
there was, who led when; for each type what was made of it. Part of the kernel, see legal_moves.py;
observe is what is called from outside.
"""

from generator.games.magnetmen.simulation.legal_moves import unused
from generator.games.magnetmen.simulation.matches import copy
from generator.games.magnetmen.simulation.scoring import FAR, extremes, score
from generator.games.magnetmen.simulation.tables import (
    MAX_PLAYERS,
    NEED,
    PLAYER,
    STEP,
    TAKES,
    TURN,
    GameState,
    GameTables,
    Numbers,
    at,
    count,
)
from generator.games.magnetmen.simulation.turns import apply, offers

# Of each game: its turns, the actions offered at their beginning, how many of them offered two or
# fewer, seats that were passed over because they could not move, how often another player took
# the lead alone, after how many turns the winner was never behind again, squares nobody used.
TURNS, CHOICES, TIGHT, PASSED, CHANGES, DECIDED, UNUSED = range(7)
SEEN = 7

# Of each type, over a block of games: takings; how many there would have been if every square that
# could be taken had been as likely, in parts of WHOLE; icons at the end and their points; points
# in the scores of winners; players who have any; wins of these, in parts of WIN_PARTS. Games are
# put into blocks in turn, so that the blocks tell how much these numbers vary.
PICKS, CHANCES, ICONS, POINTS, WON_POINTS, OWNERS, OWNERS_WON = range(7)
KIND_SEEN = 7
BLOCKS = 8
WHOLE = 1 << 20
WIN_PARTS = 12  # a win shared by up to four is still whole

# How a game goes on, as it is watched: who took the lead last and who moved last (-1 nobody); from
# BEHIND on the last turn after which each player was behind another, from SCORED on their scores.
LEADER, MOVED, BEHIND = range(3)
SCORED = BEHIND + MAX_PLAYERS
COURSE = SCORED + MAX_PLAYERS


def observe(
    facts: GameTables,
    start: GameState,
    moment: GameState,
    games: int,
    lengths: Numbers,
    trace: Numbers,
    seen: Numbers,
    kinds: Numbers,
    course: Numbers,
) -> None:
    """Plays games again that play_many recorded, and fills in what is seen of each.

    What is seen of types is added to `kinds`, block by block. `moment` and `course` are scratch.
    """
    for game in range(games):
        copy(facts, moment, start)
        row = game * SEEN
        block = game % BLOCKS * facts.types * KIND_SEEN
        for index in range(SEEN):
            seen[row + index] = 0
        course[LEADER], course[MOVED] = -1, -1
        for player in range(facts.players):
            course[BEHIND + player] = 0
        for place in range(game * facts.longest, game * facts.longest + lengths[game]):
            if moment.turn[NEED] == TURN:
                see_turn(facts, moment, seen, row, course)
            if trace[place] < facts.squares:
                see_pick(facts, moment, trace[place], kinds, block)
            apply(facts, moment, trace[place])
            if moment.turn[NEED] != STEP:
                see_lead(facts, moment, seen, row, course)
        seen[row + DECIDED] = decided(facts, moment, course)
        seen[row + UNUSED] = count(unused(moment))
        see_end(facts, moment, kinds, block)


def see_turn(
    facts: GameTables, moment: GameState, seen: Numbers, row: int, course: Numbers
) -> None:
    """Counts a turn that begins, and the seats that were passed over before it."""
    found = offers(facts, moment)
    seen[row + TURNS] += 1
    seen[row + CHOICES] += found
    if found <= 2:
        seen[row + TIGHT] += 1
    mover = moment.turn[PLAYER]
    if course[MOVED] >= 0:
        seen[row + PASSED] += (mover - course[MOVED] - 1) % facts.players
    course[MOVED] = mover


def see_pick(facts: GameTables, moment: GameState, square: int, kinds: Numbers, block: int) -> None:
    """Counts a taking, and what chance would have taken instead."""
    takes = at(moment.masks, TAKES)
    found = count(takes)
    kinds[block + facts.kinds[square] * KIND_SEEN + PICKS] += 1
    for kind in range(facts.types):
        share = count(takes & at(facts.areas, kind)) * WHOLE // found
        kinds[block + kind * KIND_SEEN + CHANCES] += share


def see_lead(
    facts: GameTables, moment: GameState, seen: Numbers, row: int, course: Numbers
) -> None:
    """Notes who leads after a turn, and who is behind."""
    best, leader = -FAR, -1
    for player in range(facts.players):
        points = score(facts, moment, player)
        course[SCORED + player] = points
        if points > best:
            best, leader = points, player
        elif points == best:
            leader = -1
    for player in range(facts.players):
        if course[SCORED + player] < best:
            course[BEHIND + player] = seen[row + TURNS]
    if leader >= 0 and leader != course[LEADER]:
        if course[LEADER] >= 0:
            seen[row + CHANGES] += 1
        course[LEADER] = leader


def decided(facts: GameTables, moment: GameState, course: Numbers) -> int:
    """After how many turns the winner was never behind again; of several the first of them."""
    best, found = -FAR, 0
    for player in range(facts.players):
        points = score(facts, moment, player)
        if points > best:
            best, found = points, course[BEHIND + player]
        elif points == best:
            found = min(found, course[BEHIND + player])
    return found


def see_end(facts: GameTables, moment: GameState, kinds: Numbers, block: int) -> None:
    """Adds what each type brought to whom."""
    best, winners = -FAR, 0
    for player in range(facts.players):
        points = score(facts, moment, player)
        if points > best:
            best, winners = points, 0
        if points == best:
            winners += 1
    for player in range(facts.players):
        won = score(facts, moment, player) == best
        low, high = extremes(facts, moment, player, -1)
        for kind in range(facts.types):
            own = moment.counts[player * facts.types + kind]
            if own:
                row = block + kind * KIND_SEEN
                points = points_of(facts, moment, player, kind, low, high)
                kinds[row + ICONS] += own
                kinds[row + POINTS] += points
                kinds[row + OWNERS] += 1
                if won:
                    kinds[row + WON_POINTS] += points * WIN_PARTS // winners
                    kinds[row + OWNERS_WON] += WIN_PARTS // winners


def points_of(
    facts: GameTables, moment: GameState, player: int, kind: int, low: int, high: int
) -> int:
    """What a player's icons of a type add to the score."""
    own = moment.counts[player * facts.types + kind]
    more = own * (facts.lowest[kind] * low + facts.highest[kind] * high)
    return moment.points[player * facts.types + kind] + more
