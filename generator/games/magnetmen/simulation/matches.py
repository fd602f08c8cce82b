"""Play whole games, and choose the actions of each kind of player.

Input: GameTables, a GameState at the beginning, players. Output: scores and actions. Part of the
kernel, see legal_moves.py; run_games is an entry function.
"""

from generator.games.magnetmen.simulation.bots import greedy_action, random_action
from generator.games.magnetmen.simulation.kernel_data import (
    DECIDER,
    NEED,
    OVER,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.magnetmen.simulation.monte_carlo import copy_state, monte_carlo_action
from generator.games.magnetmen.simulation.scoring import score
from generator.games.magnetmen.simulation.tree_search import tree_action
from generator.games.magnetmen.simulation.turns import apply
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
    """Choose the action of the decider."""
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
