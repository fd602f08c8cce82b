"""Choose actions by playouts: try some candidates, and play on to the end as greedy players.

Input: GameTables, a GameState in which somebody has to decide. Output: an action. Part of the
kernel, see legal_moves.py.
"""

from generator.games.magnetmen.simulation.bots import action_value, greedy_action
from generator.games.magnetmen.simulation.kernel_data import (
    DECIDER,
    DEPTH,
    FRAME,
    NEED,
    OVER,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.magnetmen.simulation.scoring import best_opponent, score
from generator.games.magnetmen.simulation.turns import apply, list_actions
from generator.simulation.random_numbers import random_below, seed_rng

WIN = 1 << 28  # more than any sum of margins
BEYOND_VALUES = 1 << 40  # more than any value


def monte_carlo_action(
    tables: GameTables, state: GameState, trial: GameState, candidates: int, playouts: int
) -> int:
    """Choose the candidate with the best sum of results, in playouts by greedy players."""
    count = list_actions(tables, state)
    if count == 1:
        return state.actions[0]
    candidates = min(candidates, count)
    choose_candidates(tables, state, trial, candidates, count)
    best, best_action = -BEYOND_VALUES, 0
    for index in range(candidates):
        value = playout_value(tables, state, trial, state.actions[index], playouts, best)
        if value > best:
            best, best_action = value, state.actions[index]
    return best_action


def playout_value(
    tables: GameTables, state: GameState, trial: GameState, action: int, playouts: int, best: int
) -> int:
    """The sum of an action's results in playouts; stops early once it cannot exceed `best`.

    Playouts of the same number have the same random numbers, whatever the action is.
    """
    player = state.turn[DECIDER]
    value = 0
    for number in range(playouts):
        if value + (playouts - number) * 2 * WIN + WIN <= best:
            break
        copy_state(tables, trial, state)
        seed_rng(trial, state.random, number)
        apply(tables, trial, action)
        play_out(tables, trial)
        value += game_value(tables, trial, player)
    return value


def choose_candidates(
    tables: GameTables, state: GameState, trial: GameState, candidates: int, count: int
) -> None:
    """Move the candidates to the beginning of state.actions, which has `count` actions.

    Taking squares of a type is one class of actions, destroying them another. Each candidate is of
    a class with as few candidates before it as possible; among those, the one with the best margin.
    """
    listed, values = state.actions, trial.actions
    player = state.turn[DECIDER]
    best_other = best_opponent(tables, state, player)
    for index in range(count - 1, 0, -1):
        swap(listed, index, random_below(state, index + 1))
    for index in range(count):
        values[index] = action_value(tables, state, player, listed[index], best_other)
    for place in range(candidates):
        best, best_index = -BEYOND_VALUES * candidates, place
        for index in range(place, count):
            value = values[index] - BEYOND_VALUES * count_same_class(
                tables, listed, place, listed[index]
            )
            if value > best:
                best, best_index = value, index
        swap(listed, place, best_index)
        swap(values, place, best_index)


def swap(numbers: Numbers, one: int, other: int) -> None:
    """Exchange two of the numbers."""
    number = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = number


def count_same_class(tables: GameTables, listed: Numbers, place: int, action: int) -> int:
    """The number of actions before a place that are of the class of an action."""
    count = 0
    for index in range(place):
        if action_class(tables, listed[index]) == action_class(tables, action):
            count += 1
    return count


def action_class(tables: GameTables, action: int) -> int:
    """The class of an action: taking or destroying squares of a type, or the action itself."""
    if action >= 2 * tables.squares:
        return action
    destroys = action // tables.squares
    return destroys * tables.types + tables.kinds[action - destroys * tables.squares]


def play_out(tables: GameTables, state: GameState) -> None:
    """Play on to the end with greedy players."""
    while state.turn[NEED] != OVER:
        apply(tables, state, greedy_action(tables, state))


def game_value(tables: GameTables, state: GameState, player: int) -> int:
    """The value of a finished game for a player: 2 * WIN plus the margin for a win, WIN for a tie,
    the margin for a loss."""
    margin = score(tables, state, player) - best_opponent(tables, state, player)
    if margin > 0:
        return 2 * WIN + margin
    return margin if margin < 0 else WIN


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    """Copy a state."""
    target.masks[:] = source.masks
    target.counts[:] = source.counts
    target.points[:] = source.points
    target.totals[:] = source.totals
    if tables.n_comparing_kinds:
        target.scores[:] = source.scores
    if tables.n_board_kinds:
        target.board_points[:] = source.board_points
    target.takings[:] = source.takings
    target.used_slots[:] = source.used_slots
    target.out[:] = source.out
    target.turn[:] = source.turn
    if tables.any_capacity:
        target.times_taken[:] = source.times_taken
    if tables.any_neighbour_points:
        target.origins[:] = source.origins
        target.neighbour_totals[:] = source.neighbour_totals
    for index in range(source.turn[DEPTH] * FRAME):
        target.stack[index] = source.stack[index]
