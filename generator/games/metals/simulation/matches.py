"""Whole games between players, and what happened in them.

Input: GameTables, players. Output: results and actions, game by game. Part of the kernel, see
generator/simulation/kernel.py; run_games is its entry function.
"""

from generator.games.metals.simulation.bots import choose_action
from generator.games.metals.simulation.kernel_data import (
    FACINGS_COUNT,
    MAX_REPETITIONS,
    MAX_TURNS,
    NONE,
    TURNS,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.metals.simulation.turns import apply, position_key, winner
from generator.simulation.random_numbers import random_below, seed_rng

# The results of a game: who won (NONE for a draw), its turns, how often another player took the
# lead, the last turn after which player 0, player 1 was not ahead, the number of spaces that a
# Metal was on.
WINNER, LENGTH, LEAD_CHANGES, NOT_AHEAD, OTHER_NOT_AHEAD, SPACES = range(6)
RESULTS = 6


def run_games(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    reply: GameState,
    seats: Numbers,
    seed: Numbers,
    first: int,
    games: int,
    results: Numbers,
    trace: Numbers,
) -> None:
    """Play `games` games; the first has the number `first` under the seed. Fill in, for each game,
    RESULTS numbers, and its actions, which begin at a multiple of MAX_TURNS. The states are
    scratch."""
    for game in range(games):
        seed_rng(state, seed, first + game)
        start_game(tables, state)
        place = game * RESULTS
        for index in range(RESULTS):
            results[place + index] = 0
        play_game(tables, state, trial, reply, seats, results, place, trace, game * MAX_TURNS)


def start_game(tables: GameTables, state: GameState) -> None:
    """All Metals in the pools; with factions, each of one at random."""
    for metal in range(2 * tables.pool):
        state.space[metal] = NONE
        state.facing[metal] = 0
        state.damaged[metal] = 0
        state.faction[metal] = NONE
        if tables.factions > 0:
            state.faction[metal] = random_below(state, tables.factions)
    for space in range(tables.spaces):
        state.occupant[space] = NONE
        state.visited[space] = 0
    for player in range(2):
        state.scores[player] = 0
        state.turn[player] = 0


def play_game(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    reply: GameState,
    seats: Numbers,
    results: Numbers,
    place: int,
    trace: Numbers,
    trace_place: int,
) -> None:
    """Play to the end, or until a game counts as drawn."""
    leader, since, known = NONE, 0, 0
    won = winner(tables, state)
    while won == NONE and state.turn[TURNS] < MAX_TURNS:
        points = state.scores[0] + state.scores[1]
        if points > since:  # what was before a point cannot come again
            since, known = points, 0
        if is_repeated(tables, state, known):
            break
        known += 1
        action = choose_action(tables, state, trial, reply, seats)
        trace[trace_place + state.turn[TURNS]] = action
        apply(tables, state, action)
        mark_visited(tables, state, action)
        leader = note_lead(state, results, place, leader)
        won = winner(tables, state)
    results[place + WINNER] = won
    results[place + LENGTH] = state.turn[TURNS]
    for space in range(tables.spaces):
        results[place + SPACES] += state.visited[space]


def is_repeated(tables: GameTables, state: GameState, known: int) -> bool:
    """Whether the position occurs for the last time that it may; the first `known` keys of
    state.history are those of positions with the same points. Adds its key to them."""
    key = position_key(tables, state)
    times = 1
    for index in range(known):
        if state.history[index] == key:
            times += 1
    state.history[known] = key
    return times == MAX_REPETITIONS


def mark_visited(tables: GameTables, state: GameState, action: int) -> None:
    """Mark the space that a Metal was placed on."""
    state.visited[action // FACINGS_COUNT % tables.spaces] = 1


def note_lead(state: GameState, results: Numbers, place: int, leader: int) -> int:
    """Count a change of the lead, and note who is not ahead. Returns who was ahead last."""
    margin = state.scores[0] - state.scores[1]
    if margin <= 0:
        results[place + NOT_AHEAD] = state.turn[TURNS]
    if margin >= 0:
        results[place + OTHER_NOT_AHEAD] = state.turn[TURNS]
    ahead = leader
    if margin != 0:
        ahead = 0 if margin > 0 else 1
    if leader not in (NONE, ahead):
        results[place + LEAD_CHANGES] += 1
    return ahead
