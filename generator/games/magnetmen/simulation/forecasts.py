"""Estimate the players' chances in the course of a game, and how much their choices matter.

Input: GameTables, the actions of whole games. Output: at the beginning of each turn, the wins of
each player in playouts by greedy players, and by how much the best action beats the average one.
Part of the kernel, see legal_moves.py; forecast is an entry function.
"""

from generator.games.magnetmen.simulation.kernel_data import (
    DECIDER,
    NEED,
    TURN,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.magnetmen.simulation.monte_carlo import (
    copy_state,
    count_same_class,
    play_out,
    swap,
)
from generator.games.magnetmen.simulation.observations import WIN_PARTS
from generator.games.magnetmen.simulation.scoring import BEYOND_SCORES, score
from generator.games.magnetmen.simulation.turns import apply, list_actions
from generator.simulation.random_numbers import random_below, seed_rng

# Of the actions at the beginning of a turn: the sum of gains (see measure_choice), and
# the number of classes.
GAIN_SUM, GAIN_CLASSES = range(2)
GAIN_WIDTH = 2
MAX_PLAYOUTS = 1 << 12  # of one position: playouts of the next turn have other numbers


def forecast(
    tables: GameTables,
    start: GameState,
    state: GameState,
    trial: GameState,
    seed: Numbers,
    first: int,
    games: int,
    lengths: Numbers,
    trace: Numbers,
    playouts: int,
    turns: Numbers,
    wins: Numbers,
    gains: Numbers,
) -> None:
    """Replay games that matches.run_games recorded, and play on `playouts` times from each turn.

    The first game has the number `first` under the seed. Fill in for each game its number of turns;
    for each turn the wins by player, in units of 1 / WIN_PARTS, and its gain. A game's turns begin
    at a multiple of tables.max_actions. `state` and `trial` are scratch.
    """
    for game in range(games):
        copy_state(tables, state, start)
        seed_rng(state, seed, first + game)
        start_place = game * tables.max_actions
        turn = 0
        for place in range(start_place, start_place + lengths[game]):
            if state.turn[NEED] == TURN:
                number = turn * MAX_PLAYOUTS
                row = (start_place + turn) * tables.players
                count_wins(tables, state, trial, number, playouts, wins, row)
                row = (start_place + turn) * GAIN_WIDTH
                measure_choice(tables, state, trial, number, playouts, gains, row)
                turn += 1
            apply(tables, state, trace[place])
        turns[game] = turn


def count_wins(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    number: int,
    playouts: int,
    wins: Numbers,
    row: int,
) -> None:
    """Count the wins of each player in playouts from a position."""
    for player in range(tables.players):
        wins[row + player] = 0
    for playout in range(playouts):
        copy_state(tables, trial, state)
        seed_rng(trial, state.random, number + playout)
        play_out(tables, trial)
        for player in range(tables.players):
            wins[row + player] += win_parts(tables, trial, player)


def win_parts(tables: GameTables, state: GameState, player: int) -> int:
    """A player's share of the win of a finished game, in units of 1 / WIN_PARTS."""
    best, winners = -BEYOND_SCORES, 0
    for other in range(tables.players):
        points = score(tables, state, other)
        if points > best:
            best, winners = points, 0
        if points == best:
            winners += 1
    return WIN_PARTS // winners if score(tables, state, player) == best else 0


def measure_choice(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    number: int,
    playouts: int,
    gains: Numbers,
    row: int,
) -> None:
    """Measure how much the best class of actions gains over the average one.

    The best of noisy values would look too good. So each class has two values, from odd and from
    even playouts: what is best by one is measured by the other. The sum of gains is that of both,
    times the number of classes.
    """
    count = list_actions(tables, state)
    for index in range(count - 1, 0, -1):
        swap(state.actions, index, random_below(state, index + 1))
    classes, total = 0, 0
    best_even, best_odd, odd_of_best, even_of_best = -1, -1, 0, 0
    for index in range(count):
        action = state.actions[index]
        if count_same_class(tables, state.actions, index, action) == 0:
            even, odd = action_wins(tables, state, trial, action, number, playouts)
            if even > best_even:
                best_even, odd_of_best = even, odd
            if odd > best_odd:
                best_odd, even_of_best = odd, even
            classes += 1
            total += even + odd
    gains[row + GAIN_SUM] = classes * (odd_of_best + even_of_best) - total
    gains[row + GAIN_CLASSES] = classes


def action_wins(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    action: int,
    number: int,
    playouts: int,
) -> tuple[int, int]:
    """The decider's wins in playouts after an action: those of the even ones, those of the odd."""
    player = state.turn[DECIDER]
    even, odd = 0, 0
    for playout in range(playouts):
        copy_state(tables, trial, state)
        seed_rng(trial, state.random, number + playout)
        apply(tables, trial, action)
        play_out(tables, trial)
        if playout % 2:
            odd += win_parts(tables, trial, player)
        else:
            even += win_parts(tables, trial, player)
    return even, odd
