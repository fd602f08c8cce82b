"""Whole games between players, and what happened in them. Part of every kernel, see kernel.py.

run_games and observe are entry functions.
"""

from generator.play.engine import (
    BEYOND_VALUES,
    MAX_PLAYERS,
    Numbers,
    State,
    Tables,
    apply,
    decider,
    is_turn,
    list_actions,
    note_action,
    note_end,
    outcome,
    own_counter,
    position_key,
    standing,
    start_game,
)
from generator.play.players import choose_action
from generator.play.random_numbers import seed_rng

MAX_REPETITIONS = 3  # a position that occurs so often ends the game as a draw

# Counters of a game: turns; actions offered at their beginning; turns that offered two or fewer;
# seats passed over because they could not move; changes of the lead to another player; the turns
# after which the winner was never behind again; the game's own counter.
TURNS, CHOICES, TIGHT, PASSED, CHANGES, DECIDED, OWN_COUNT = range(7)
GAME_COUNTERS = 7
BLOCKS = 8  # games are dealt into blocks in turn, which show how much sums over them vary

# The course of a game: who took the lead last, and who moved last (-1 for nobody); from BEHIND on,
# the last turn after which each player was behind another.
LEADER, MOVED, BEHIND = range(3)
COURSE_WIDTH = BEHIND + MAX_PLAYERS


def run_games(
    tables: Tables,
    start: State,
    state: State,
    trial: State,
    reply: State,
    tree: Numbers,
    keys: Numbers,
    seats: Numbers,
    seed: Numbers,
    first: int,
    games: int,
    points: Numbers,
    shares: Numbers,
    lengths: Numbers,
    trace: Numbers,
) -> None:
    """Play `games` games; the first has the number `first` under the seed.

    Fill in, for each game, its points and its shares of the win (in parts of WIN_PARTS) by player,
    its number of actions, and its actions, which begin at a multiple of tables.max_actions. The
    states, `tree` and `keys` (tables.max_actions of them) are scratch.
    """
    for game in range(games):
        seed_rng(state, seed, first + game)
        start_game(tables, state, start)
        place = game * tables.max_actions
        known = 0
        while decider(tables, state) >= 0:
            key = position_key(tables, state)
            if key >= 0:
                times = 1
                for index in range(known):
                    if keys[index] == key:
                        times += 1
                if times == MAX_REPETITIONS:
                    break
                keys[known] = key
                known += 1
            trace[place] = choose_action(tables, state, trial, reply, tree, seats)
            apply(tables, state, trace[place])
            place += 1
        lengths[game] = place - game * tables.max_actions
        for player in range(tables.players):
            points[game * tables.players + player] = standing(tables, state, player)
            shares[game * tables.players + player] = outcome(tables, state, player)


def observe(
    tables: Tables,
    start: State,
    state: State,
    seed: Numbers,
    first: int,
    games: int,
    lengths: Numbers,
    trace: Numbers,
    counters: Numbers,
    own_counters: Numbers,
    course: Numbers,
) -> None:
    """Replay games that run_games recorded, and fill in the counters of each.

    The game's own counters are added up block by block. `state` and `course` are scratch.
    """
    width = len(own_counters) // BLOCKS
    for game in range(games):
        seed_rng(state, seed, first + game)
        start_game(tables, state, start)
        row = game * GAME_COUNTERS
        block = game % BLOCKS * width
        for index in range(GAME_COUNTERS):
            counters[row + index] = 0
        course[LEADER], course[MOVED] = -1, -1
        for player in range(tables.players):
            course[BEHIND + player] = 0
        for place in range(lengths[game]):
            action = trace[game * tables.max_actions + place]
            if is_turn(tables, state):
                observe_turn(tables, state, counters, row, course)
            note_action(tables, state, action, own_counters, block)
            apply(tables, state, action)
            if decider(tables, state) < 0 or is_turn(tables, state):
                observe_lead(tables, state, counters, row, course)
        counters[row + DECIDED] = turns_until_decided(tables, state, course)
        counters[row + OWN_COUNT] = own_counter(tables, state)
        note_end(tables, state, own_counters, block)


def observe_turn(
    tables: Tables, state: State, counters: Numbers, row: int, course: Numbers
) -> None:
    """Count a turn that begins, and the seats passed over before it."""
    count_of_actions = list_actions(tables, state)
    counters[row + TURNS] += 1
    counters[row + CHOICES] += count_of_actions
    if count_of_actions <= 2:
        counters[row + TIGHT] += 1
    mover = decider(tables, state)
    if course[MOVED] >= 0:
        counters[row + PASSED] += (mover - course[MOVED] - 1) % tables.players
    course[MOVED] = mover


def observe_lead(
    tables: Tables, state: State, counters: Numbers, row: int, course: Numbers
) -> None:
    """Note who leads after a turn, and who is behind."""
    best, leader = -BEYOND_VALUES, -1
    for player in range(tables.players):
        points = standing(tables, state, player)
        if points > best:
            best, leader = points, player
        elif points == best:
            leader = -1
    for player in range(tables.players):
        if standing(tables, state, player) < best:
            course[BEHIND + player] = counters[row + TURNS]
    if leader >= 0 and leader != course[LEADER]:
        if course[LEADER] >= 0:
            counters[row + CHANGES] += 1
        course[LEADER] = leader


def turns_until_decided(tables: Tables, state: State, course: Numbers) -> int:
    """The number of turns after which the winner was never behind again; of several winners, the
    one for whom it is smallest."""
    turns = -1
    for player in range(tables.players):
        behind = course[BEHIND + player]
        if outcome(tables, state, player) and (turns < 0 or behind < turns):
            turns = behind
    return turns
