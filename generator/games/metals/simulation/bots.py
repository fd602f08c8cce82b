"""The players of the kernel: random, greedy, two-ply, Monte Carlo; each may be careless at times.

Input: GameTables, a GameState, states for trials. Output: an action. Part of the kernel, see
generator/simulation/kernel_source.py. Ties are broken at random.
"""

from generator.games.metals.simulation.kernel_data import (
    ACTIVE,
    MAX_TURNS,
    NONE,
    TURNS,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.metals.simulation.turns import apply, attacked_metal, list_actions, winner
from generator.simulation.random_numbers import random_below, seed_rng

# A player is four numbers: its kind; in how many of 100 turns it is careless and plays any action;
# the number of candidates; the playouts of each.
RANDOM, GREEDY, TWO_PLY, MONTE_CARLO = range(4)
SEAT_WIDTH = 4

# What a state is worth, in hundredths of a point.
POINT = 100
METAL_VALUE = 60  # of having one more on the map
STEP_VALUE = 25  # how much a step nearer to points is worth
DAMAGE_VALUE = 50
THREAT_VALUE = 100  # of an enemy in the line of sight
WON = 1 << 30  # more than any sum of these


def choose_action(
    tables: GameTables, state: GameState, trial: GameState, reply: GameState, seats: Numbers
) -> int:
    """The action of the active player. `trial` and `reply` are scratch."""
    first = state.turn[ACTIVE] * SEAT_WIDTH
    kind, careless, candidates = seats[first], seats[first + 1], seats[first + 2]
    if kind == RANDOM or (careless > 0 and random_below(state, 100) < careless):
        return state.actions[random_below(state, list_actions(tables, state))]
    if kind == TWO_PLY:
        return two_ply_action(tables, state, trial, reply, candidates)
    if kind == MONTE_CARLO:
        return monte_carlo_action(tables, state, trial, reply, candidates, seats[first + 3])
    return greedy_action(tables, state, trial)


def greedy_action(tables: GameTables, state: GameState, trial: GameState) -> int:
    """The action after which the state is worth most."""
    count = list_actions(tables, state)
    player, best, best_action, ties = state.turn[ACTIVE], -2 * WON, 0, 0
    for index in range(count):
        value = action_value(tables, state, trial, state.actions[index], player)
        if value > best:
            best, best_action, ties = value, state.actions[index], 1
        elif value == best:
            ties += 1
            if random_below(state, ties) == 0:
                best_action = state.actions[index]
    return best_action


def action_value(
    tables: GameTables, state: GameState, trial: GameState, action: int, player: int
) -> int:
    """The value for a player after an action, which is played in `trial`."""
    copy_position(tables, trial, state)
    apply(tables, trial, action)
    return state_value(tables, trial, player)


def copy_position(tables: GameTables, target: GameState, source: GameState) -> None:
    """Copy the position, without random numbers."""
    metals = 2 * tables.pool
    for metal in range(metals):
        if target.space[metal] != NONE:
            target.occupant[target.space[metal]] = NONE
    for metal in range(metals):
        space = source.space[metal]
        target.space[metal] = space
        target.facing[metal] = source.facing[metal]
        target.damaged[metal] = source.damaged[metal]
        target.faction[metal] = source.faction[metal]
        if space != NONE:
            target.occupant[space] = metal
    for player in range(2):
        target.scores[player] = source.scores[player]
        target.turn[player] = source.turn[player]


def state_value(tables: GameTables, state: GameState, player: int) -> int:
    """What a state is worth to a player: points, and what Metals promise on both sides; the
    opposite of what it is worth to the other."""
    won = winner(tables, state)
    if won != NONE:
        return WON if won == player else -WON
    own, other = promise(tables, state, player), promise(tables, state, 1 - player)
    return own - other + (state.scores[player] - state.scores[1 - player]) * POINT


def promise(tables: GameTables, state: GameState, player: int) -> int:
    """What a player's Metals promise: points each turn, nearness to points, health, attacks."""
    total = 0
    for metal in range(player * tables.pool, (player + 1) * tables.pool):
        space = state.space[metal]
        if space != NONE:
            total += METAL_VALUE + tables.points[space] * POINT - tables.steps[space] * STEP_VALUE
            total -= state.damaged[metal] * DAMAGE_VALUE
            if attacked_metal(tables, state, metal) != NONE:
                total += THREAT_VALUE
    return total


def rank_actions(tables: GameTables, state: GameState, trial: GameState, candidates: int) -> int:
    """Move the best actions to the front of state.actions, the best first; returns how many."""
    count = list_actions(tables, state)
    for index in range(count - 1, 0, -1):
        swap(state.actions, index, random_below(state, index + 1))
    for index in range(count):
        action = state.actions[index]
        state.values[index] = action_value(tables, state, trial, action, state.turn[ACTIVE])
    for place in range(min(candidates, count)):
        best = place
        for index in range(place + 1, count):
            if state.values[index] > state.values[best]:
                best = index
        swap(state.actions, place, best)
        swap(state.values, place, best)
    return min(candidates, count)


def swap(numbers: Numbers, one: int, other: int) -> None:
    """Exchange two of the numbers."""
    number = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = number


def two_ply_action(
    tables: GameTables, state: GameState, trial: GameState, reply: GameState, candidates: int
) -> int:
    """Of the best candidates, the one that is best after the opponent's best reply to it."""
    count = rank_actions(tables, state, trial, candidates)
    best, best_action = -2 * WON, 0
    for index in range(count):
        copy_position(tables, trial, state)
        apply(tables, trial, state.actions[index])
        value = value_after_reply(tables, trial, reply, state.turn[ACTIVE], best)
        if value > best:
            best, best_action = value, state.actions[index]
    return best_action


def value_after_reply(
    tables: GameTables, state: GameState, reply: GameState, player: int, best: int
) -> int:
    """The value for a player after the reply that is worst for that player; any number up to
    `best` where it is no better than that."""
    if winner(tables, state) != NONE:
        return state_value(tables, state, player)
    worst = 2 * WON
    for index in range(list_actions(tables, state)):
        value = action_value(tables, state, reply, state.actions[index], player)
        worst = min(worst, value)
        if worst <= best:
            break
    return worst


def monte_carlo_action(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    reply: GameState,
    candidates: int,
    playouts: int,
) -> int:
    """Of the best candidates, the one that wins most playouts between greedy players."""
    count = rank_actions(tables, state, trial, candidates)
    best, best_action = -1, 0
    for index in range(count):
        value = 0
        for number in range(playouts):
            copy_position(tables, trial, state)
            seed_rng(trial, state.random, number)
            apply(tables, trial, state.actions[index])
            value += playout_result(tables, trial, reply, state.turn[ACTIVE])
        if value > best:
            best, best_action = value, state.actions[index]
    return best_action


def playout_result(tables: GameTables, state: GameState, trial: GameState, player: int) -> int:
    """Play on to the end with greedy players: 2 if the player wins, 1 for a draw, else 0."""
    won = winner(tables, state)
    while won == NONE and state.turn[TURNS] < MAX_TURNS:
        apply(tables, state, greedy_action(tables, state, trial))
        won = winner(tables, state)
    if won == NONE:
        return 1
    return 2 if won == player else 0
