"""Whole games, and a player who plays them out in thought.

Input: Facts, a Moment at the beginning, players. Output: scores and actions. Part
of the kernel, see legal_moves.py; play_many and choose are what is called from outside.
"""

from generator.games.magnetmen.simulation.bots import at_random, greedy, value_of
from generator.games.magnetmen.simulation.random_numbers import below, sow
from generator.games.magnetmen.simulation.scoring import best_other, score
from generator.games.magnetmen.simulation.tables import (
    DECIDER,
    DEPTH,
    FRAME,
    NEED,
    OVER,
    GameState,
    GameTables,
    Numbers,
)
from generator.games.magnetmen.simulation.turns import apply, offers

# What a player is: which of these, then how many candidates, how many playouts of each.
RANDOM, GREEDY, MONTE_CARLO = range(3)
SEAT = 3
WIN = 1 << 28  # more than any sum of margins
AGAIN = 1 << 40  # more than any value


def play_many(
    facts: GameTables,
    start: GameState,
    moment: GameState,
    trial: GameState,
    seats: Numbers,
    seed: Numbers,
    first: int,
    games: int,
    scores: Numbers,
    lengths: Numbers,
    trace: Numbers,
) -> None:
    """Plays so many games from the start, the first of that number under the seed.

    Fills in each game's scores, player by player, its number of actions, and the actions, for
    each game from facts.longest further on. `moment` and `trial` are scratch.
    """
    for game in range(games):
        copy(facts, moment, start)
        sow(moment, seed, first + game)
        place = game * facts.longest
        while moment.turn[NEED] != OVER:
            trace[place] = choose(facts, moment, trial, seats)
            apply(facts, moment, trace[place])
            place += 1
        lengths[game] = place - game * facts.longest
        for player in range(facts.players):
            scores[game * facts.players + player] = score(facts, moment, player)


def copy(facts: GameTables, target: GameState, source: GameState) -> None:
    """Makes one moment like another."""
    target.masks[:] = source.masks
    target.counts[:] = source.counts
    target.points[:] = source.points
    target.totals[:] = source.totals
    if facts.compare:
        target.sums[:] = source.sums
    if facts.on_board:
        target.board[:] = source.board
    target.takings[:] = source.takings
    target.used[:] = source.used
    target.out[:] = source.out
    target.turn[:] = source.turn
    if facts.any_capacity:
        target.times[:] = source.times
    if facts.any_rooted:
        target.roots[:] = source.roots
        target.grown[:] = source.grown
    for index in range(source.turn[DEPTH] * FRAME):
        target.stack[index] = source.stack[index]


def choose(facts: GameTables, moment: GameState, trial: GameState, seats: Numbers) -> int:
    """What the player to decide does."""
    first = moment.turn[DECIDER] * SEAT
    if seats[first] == RANDOM:
        return at_random(facts, moment)
    if seats[first] == GREEDY:
        return greedy(facts, moment)
    candidates, playouts = seats[first + 1], seats[first + 2]
    return monte_carlo(facts, moment, trial, candidates, playouts)


def monte_carlo(
    facts: GameTables, moment: GameState, trial: GameState, candidates: int, playouts: int
) -> int:
    """The candidate with the best sum of results, each played out so often by greedy players."""
    found = offers(facts, moment)
    if found == 1:
        return moment.offers[0]
    candidates = min(candidates, found)
    choose_candidates(facts, moment, trial, candidates, found)
    best, chosen = -AGAIN, 0
    for index in range(candidates):
        value = outcome(facts, moment, trial, moment.offers[index], playouts, best)
        if value > best:
            best, chosen = value, moment.offers[index]
    return chosen


def outcome(
    facts: GameTables, moment: GameState, trial: GameState, action: int, playouts: int, best: int
) -> int:
    """The sum of the results of an action, or less if it can't be more than `best` any more.

    Playouts of the same number have the same luck, whatever the action is.
    """
    player = moment.turn[DECIDER]
    value = 0
    for number in range(playouts):
        if value + (playouts - number) * 2 * WIN + WIN <= best:
            break
        copy(facts, trial, moment)
        sow(trial, moment.random, number)
        apply(facts, trial, action)
        finish(facts, trial)
        value += result(facts, trial, player)
    return value


def choose_candidates(
    facts: GameTables, moment: GameState, trial: GameState, candidates: int, found: int
) -> None:
    """Puts the candidates at the beginning of moment.offers, of which so many are listed.

    Each is of a class with as few before it as possible, taking and destroying each type being
    one class; among those the one that a greedy player likes best.
    """
    listed, values = moment.offers, trial.offers
    player = moment.turn[DECIDER]
    others = best_other(facts, moment, player)
    for index in range(found - 1, 0, -1):
        swap(listed, index, below(moment, index + 1))
    for index in range(found):
        values[index] = value_of(facts, moment, player, listed[index], others)
    for place in range(candidates):
        best, chosen = -AGAIN * candidates, place
        for index in range(place, found):
            value = values[index] - AGAIN * like(facts, listed, place, listed[index])
            if value > best:
                best, chosen = value, index
        swap(listed, place, chosen)
        swap(values, place, chosen)


def swap(numbers: Numbers, one: int, other: int) -> None:
    """Exchanges two of the numbers."""
    kept = numbers[one]
    numbers[one] = numbers[other]
    numbers[other] = kept


def like(facts: GameTables, listed: Numbers, place: int, action: int) -> int:
    """How many of the actions before a place are of the class of an action."""
    found = 0
    for index in range(place):
        if class_of(facts, listed[index]) == class_of(facts, action):
            found += 1
    return found


def class_of(facts: GameTables, action: int) -> int:
    """The type of the square that an action takes or destroys, or the action itself."""
    if action >= 2 * facts.squares:
        return action
    destroys = action // facts.squares
    return destroys * facts.types + facts.kinds[action - destroys * facts.squares]


def finish(facts: GameTables, moment: GameState) -> None:
    """Plays on to the end, all players greedy."""
    while moment.turn[NEED] != OVER:
        apply(facts, moment, greedy(facts, moment))


def result(facts: GameTables, moment: GameState, player: int) -> int:
    """How good the end of a game is for a player: a win above all, a tie half of it, then the
    margin."""
    margin = score(facts, moment, player) - best_other(facts, moment, player)
    if margin > 0:
        return 2 * WIN + margin
    return margin if margin < 0 else WIN
