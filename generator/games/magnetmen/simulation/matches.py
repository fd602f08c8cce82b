"""Play whole games, and count what happens in them. Part of the kernel, see engine.py."""

from generator.games.magnetmen.simulation.bots import (
    copy_state,
    greedy_action,
    monte_carlo_action,
    random_action,
)
from generator.games.magnetmen.simulation.engine import (
    BEYOND_SCORES,
    apply,
    list_actions,
    lowest_and_highest,
    score,
    unused_squares,
)
from generator.games.magnetmen.simulation.kernel_data import (
    DECIDER,
    MAX_PLAYERS,
    NEED,
    OVER,
    PLAYER,
    STEP,
    TAKES,
    TURN,
    GameState,
    GameTables,
    Numbers,
    count_squares,
    get_mask,
)
from generator.games.magnetmen.simulation.tree_search import tree_action
from generator.simulation.random_numbers import random_below, seed_rng

# A player is SEAT_WIDTH numbers: one of these kinds; the number of candidates, and of playouts; how
# many of 100 decisions are made at random.
RANDOM, GREEDY, MONTE_CARLO, TREE_SEARCH = range(4)
SEAT_WIDTH = 4


def run_games(
    tables: GameTables,
    start: GameState,
    state: GameState,
    trial: GameState,
    tree: Numbers,
    seats: Numbers,
    seed: Numbers,
    first: int,
    games: int,
    scores: Numbers,
    lengths: Numbers,
    trace: Numbers,
) -> None:
    """Play `games` games from the start; the first has the number `first` under the seed.

    Fill in, for each game, its scores by player, its number of actions, and its actions, which
    begin at a multiple of tables.max_actions. `state`, `trial` and `tree` are scratch.
    """
    for game in range(games):
        copy_state(tables, state, start)
        seed_rng(state, seed, first + game)
        place = game * tables.max_actions
        while state.turn[NEED] != OVER:
            trace[place] = choose_action(tables, state, trial, tree, seats)
            apply(tables, state, trace[place])
            place += 1
        lengths[game] = place - game * tables.max_actions
        for player in range(tables.players):
            scores[game * tables.players + player] = score(tables, state, player)


def choose_action(
    tables: GameTables, state: GameState, trial: GameState, tree: Numbers, seats: Numbers
) -> int:
    first = state.turn[DECIDER] * SEAT_WIDTH
    kind, candidates, playouts, errors = (
        seats[first], seats[first + 1], seats[first + 2], seats[first + 3],
    )  # fmt: skip
    if kind == RANDOM or (errors and random_below(state, 100) < errors):
        return random_action(tables, state)
    if kind == GREEDY:
        return greedy_action(tables, state)
    if kind == MONTE_CARLO:
        return monte_carlo_action(tables, state, trial, candidates, playouts)
    return tree_action(tables, state, trial, tree, candidates, playouts)


# Counters of a game: turns; actions offered at their beginning; turns that offered two or fewer;
# seats passed over because they could not move; changes of the lead to another player; the turns
# after which the winner was never behind again; squares nobody used.
TURNS, CHOICES, TIGHT, PASSED, CHANGES, DECIDED, UNUSED = range(7)
GAME_COUNTERS = 7

# Counters of a type, over a block of games: takings; expected takings if players chose squares at
# random, in units of 1 / WHOLE; icons at the end, and their points; points in winners' scores;
# players who have any; their wins, in units of 1 / WIN_PARTS. Games are dealt into blocks in turn,
# so that the blocks show how much these numbers vary.
PICKS, CHANCES, ICONS, POINTS, WON_POINTS, OWNERS, OWNERS_WON = range(7)
KIND_COUNTERS = 7
BLOCKS = 8
WHOLE = 1 << 20
WIN_PARTS = 12  # a win shared by up to four players is a whole number of parts

# The course of a game: who took the lead last, and who moved last (-1 for nobody); from BEHIND on,
# the last turn after which each player was behind another; from SCORED on, the players' scores.
LEADER, MOVED, BEHIND = range(3)
SCORED = BEHIND + MAX_PLAYERS
COURSE_WIDTH = SCORED + MAX_PLAYERS


def observe(
    tables: GameTables,
    start: GameState,
    state: GameState,
    games: int,
    lengths: Numbers,
    trace: Numbers,
    counters: Numbers,
    kind_counters: Numbers,
    course: Numbers,
) -> None:
    """Replay games that matches.run_games recorded, and fill in the counters of each.

    The counters of types are added to `kind_counters`, block by block. `state` and `course` are
    scratch.
    """
    for game in range(games):
        copy_state(tables, state, start)
        row = game * GAME_COUNTERS
        block = game % BLOCKS * tables.types * KIND_COUNTERS
        for index in range(GAME_COUNTERS):
            counters[row + index] = 0
        course[LEADER], course[MOVED] = -1, -1
        for player in range(tables.players):
            course[BEHIND + player] = 0
        for place in range(game * tables.max_actions, game * tables.max_actions + lengths[game]):
            if state.turn[NEED] == TURN:
                observe_turn(tables, state, counters, row, course)
            if trace[place] < tables.squares:
                observe_taking(tables, state, trace[place], kind_counters, block)
            apply(tables, state, trace[place])
            if state.turn[NEED] != STEP:
                observe_lead(tables, state, counters, row, course)
        counters[row + DECIDED] = turns_until_decided(tables, state, course)
        counters[row + UNUSED] = count_squares(unused_squares(state))
        observe_end(tables, state, kind_counters, block)


def observe_turn(
    tables: GameTables, state: GameState, counters: Numbers, row: int, course: Numbers
) -> None:
    """Count a turn that begins, and the seats passed over before it."""
    count_of_actions = list_actions(tables, state)
    counters[row + TURNS] += 1
    counters[row + CHOICES] += count_of_actions
    if count_of_actions <= 2:
        counters[row + TIGHT] += 1
    mover = state.turn[PLAYER]
    if course[MOVED] >= 0:
        counters[row + PASSED] += (mover - course[MOVED] - 1) % tables.players
    course[MOVED] = mover


def observe_taking(
    tables: GameTables, state: GameState, square: int, kind_counters: Numbers, block: int
) -> None:
    """Count a taking, and the expected takings of a random choice."""
    takes = get_mask(state.masks, TAKES)
    total = count_squares(takes)
    kind_counters[block + tables.kinds[square] * KIND_COUNTERS + PICKS] += 1
    for kind in range(tables.types):
        share = count_squares(takes & get_mask(tables.squares_of, kind)) * WHOLE // total
        kind_counters[block + kind * KIND_COUNTERS + CHANCES] += share


def observe_lead(
    tables: GameTables, state: GameState, counters: Numbers, row: int, course: Numbers
) -> None:
    """Note who leads after a turn, and who is behind."""
    best, leader = -BEYOND_SCORES, -1
    for player in range(tables.players):
        points = score(tables, state, player)
        course[SCORED + player] = points
        if points > best:
            best, leader = points, player
        elif points == best:
            leader = -1
    for player in range(tables.players):
        if course[SCORED + player] < best:
            course[BEHIND + player] = counters[row + TURNS]
    if leader >= 0 and leader != course[LEADER]:
        if course[LEADER] >= 0:
            counters[row + CHANGES] += 1
        course[LEADER] = leader


def turns_until_decided(tables: GameTables, state: GameState, course: Numbers) -> int:
    """The number of turns after which the winner was never behind again; of several winners, the
    one for whom it is smallest."""
    best, turns = -BEYOND_SCORES, 0
    for player in range(tables.players):
        points = score(tables, state, player)
        if points > best:
            best, turns = points, course[BEHIND + player]
        elif points == best:
            turns = min(turns, course[BEHIND + player])
    return turns


def observe_end(tables: GameTables, state: GameState, kind_counters: Numbers, block: int) -> None:
    """Count the icons, points and wins of each type at the end of a game."""
    best, winners = -BEYOND_SCORES, 0
    for player in range(tables.players):
        points = score(tables, state, player)
        if points > best:
            best, winners = points, 0
        if points == best:
            winners += 1
    for player in range(tables.players):
        won = score(tables, state, player) == best
        low, high = lowest_and_highest(tables, state, player, -1)
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            if own:
                row = block + kind * KIND_COUNTERS
                points = score_share(tables, state, player, kind, low, high)
                kind_counters[row + ICONS] += own
                kind_counters[row + POINTS] += points
                kind_counters[row + OWNERS] += 1
                if won:
                    kind_counters[row + WON_POINTS] += points * WIN_PARTS // winners
                    kind_counters[row + OWNERS_WON] += WIN_PARTS // winners


def score_share(
    tables: GameTables, state: GameState, player: int, kind: int, low: int, high: int
) -> int:
    """The part of a player's score that icons of a type contribute."""
    own = state.counts[player * tables.types + kind]
    more = own * (tables.lowest[kind] * low + tables.highest[kind] * high)
    return state.points[player * tables.types + kind] + more
