"""The kernel of Metals, which numba can compile: the data of a game, its rules in numbers, the
players and whole games. See generator/simulation/kernel_source.py.

All of it is whole numbers. Metals are numbered: those of player 0, who starts, then those of player
1. An action is a number too: (Metal * spaces + space) * 4 + facing. Facings are indexes into
map.FACINGS. The readings of rules.py count; a test compares.
"""

from typing import Annotated, NamedTuple

from generator.simulation.kernel import Length
from generator.simulation.random_numbers import mix_bits, random_below, seed_rng

Numbers = list[int]

# The largest game that can be compiled; definitions allow none that is larger.
MAX_SPACES = 80
MAX_POOL = 9  # Metals of a player
MAX_METALS = 2 * MAX_POOL
MAX_FACTIONS = 24
MAX_ACTIONS = 16 * MAX_POOL  # four spaces with four facings for each Metal
MAX_TURNS = 300  # of both players; a longer game is a draw (reading 13 of rules.py)
MAX_REPETITIONS = 3  # a position that occurs so often ends the game as a draw (the same reading)

FACINGS_COUNT = 4
GROUNDS_COUNT = 6  # kinds of factions.Ground

NONE = -1  # no Metal, no space (a Metal in the pool), no faction, nobody has won

# GameState.turn: the player whose turn it is, the turns that were played.
ACTIVE, TURNS = range(2)

# GameTables.gains by faction, by the grounds of attacker and target, by the difference of their
# facings, by whether the target is damaged.
GAINS_OF_GROUND = FACINGS_COUNT * 2
GAINS_OF_FACTION = GROUNDS_COUNT * GROUNDS_COUNT * GAINS_OF_GROUND


class GameTables(NamedTuple):
    """All that does not change in a game."""

    spaces: int
    target: int  # the points that win
    on_map: int  # the most Metals of a player on the map
    pool: int  # how many Metals a player has
    factions: int  # each Metal is of one of so many at random; 0: their powers do not count

    corners: Annotated[Numbers, Length(4)]
    ahead: Annotated[Numbers, Length(MAX_SPACES * FACINGS_COUNT)]  # by space, then by facing
    points: Annotated[Numbers, Length(MAX_SPACES)]
    ground: Annotated[Numbers, Length(MAX_SPACES)]  # index into the kinds of factions.Ground
    covers: Annotated[Numbers, Length(MAX_SPACES)]  # whether nobody is attacked there
    heals: Annotated[Numbers, Length(MAX_SPACES)]  # whether a damaged Metal recovers there
    steps: Annotated[Numbers, Length(MAX_SPACES)]  # to the nearest space with points
    gains: Annotated[Numbers, Length(MAX_FACTIONS * GAINS_OF_FACTION)]  # see GAINS_OF_GROUND


class GameState(NamedTuple):
    """All that changes in a game, and scratch for the players."""

    space: Annotated[Numbers, Length(MAX_METALS)]  # NONE in the pool
    facing: Annotated[Numbers, Length(MAX_METALS)]
    damaged: Annotated[Numbers, Length(MAX_METALS)]
    faction: Annotated[Numbers, Length(MAX_METALS)]
    occupant: Annotated[Numbers, Length(MAX_SPACES)]  # the Metal on each space
    scores: Annotated[Numbers, Length(2)]
    turn: Annotated[Numbers, Length(2)]  # see ACTIVE
    random: Annotated[Numbers, Length(4)]  # the state of the random numbers: words of 32 bits

    hits: Annotated[Numbers, Length(MAX_METALS)]  # scratch for an assault
    actions: Annotated[Numbers, Length(MAX_ACTIONS)]  # scratch for turns.list_actions
    values: Annotated[Numbers, Length(MAX_ACTIONS)]  # of these actions
    history: Annotated[Numbers, Length(MAX_TURNS)]  # keys of positions since the last point
    visited: Annotated[Numbers, Length(MAX_SPACES)]  # whether a Metal was ever on a space


# The rules -----------------------------------------------------------------------------------


def list_actions(tables: GameTables, state: GameState) -> int:
    """List the legal actions in state.actions; returns their number. Metals of one faction in the
    pool are alike: only the first can be deployed."""
    first = state.turn[ACTIVE] * tables.pool
    may_deploy = metals_on_map(tables, state, state.turn[ACTIVE]) < tables.on_map
    count = 0
    for metal in range(first, first + tables.pool):
        space = state.space[metal]
        if space == NONE and not (may_deploy and is_first_of_faction(state, first, metal)):
            continue
        for way in range(FACINGS_COUNT):
            goal = tables.corners[way]
            if space != NONE:
                goal = tables.ahead[space * FACINGS_COUNT + way]
            if goal != NONE and state.occupant[goal] == NONE:
                for facing in range(FACINGS_COUNT):
                    state.actions[count] = (metal * tables.spaces + goal) * FACINGS_COUNT + facing
                    count += 1
    return count


def metals_on_map(tables: GameTables, state: GameState, player: int) -> int:
    """The number of a player's Metals that are not in the pool."""
    count = 0
    for metal in range(player * tables.pool, (player + 1) * tables.pool):
        if state.space[metal] != NONE:
            count += 1
    return count


def is_first_of_faction(state: GameState, first: int, metal: int) -> bool:
    """Whether a Metal in the pool is the first there of its faction, from Metal `first` on."""
    for other in range(first, metal):
        if state.space[other] == NONE and state.faction[other] == state.faction[metal]:
            return False
    return True


def winner(tables: GameTables, state: GameState) -> int:
    """The player who has won; NONE while the game goes on."""
    for player in range(2):
        if state.scores[player] >= tables.target:
            return player
    return NONE if can_act(tables, state) else 1 - state.turn[ACTIVE]


def can_act(tables: GameTables, state: GameState) -> bool:
    """Whether the active player can deploy or move a Metal."""
    player = state.turn[ACTIVE]
    on_map = metals_on_map(tables, state, player)
    if on_map < min(tables.on_map, tables.pool):
        for way in range(FACINGS_COUNT):
            if state.occupant[tables.corners[way]] == NONE:
                return True
    for metal in range(player * tables.pool, (player + 1) * tables.pool):
        if state.space[metal] != NONE:
            for way in range(FACINGS_COUNT):
                goal = tables.ahead[state.space[metal] * FACINGS_COUNT + way]
                if goal != NONE and state.occupant[goal] == NONE:
                    return True
    return False


def apply(tables: GameTables, state: GameState, action: int) -> None:
    """Play a whole turn: the action, the enemy assault, the occupation."""
    player = state.turn[ACTIVE]
    metal = action // (tables.spaces * FACINGS_COUNT)
    is_deployed = state.space[metal] == NONE
    if not is_deployed:
        state.occupant[state.space[metal]] = NONE
    state.space[metal] = action // FACINGS_COUNT % tables.spaces
    state.facing[metal] = action % FACINGS_COUNT
    state.occupant[state.space[metal]] = metal
    assault(tables, state, player, metal if is_deployed else NONE)
    if state.scores[1 - player] < tables.target:
        occupy(tables, state, player)
    state.turn[ACTIVE] = 1 - player
    state.turn[TURNS] += 1


def assault(tables: GameTables, state: GameState, player: int, deployed: int) -> None:
    """Every Metal of the opponent attacks the player's Metal that it sees, but not the one that was
    deployed in this turn."""
    first, enemy = player * tables.pool, (1 - player) * tables.pool
    for metal in range(first, first + tables.pool):
        state.hits[metal] = 0
    for attacker in range(enemy, enemy + tables.pool):
        target = attacked_metal(tables, state, attacker)
        if target not in (NONE, deployed):
            state.hits[target] += 1
            state.scores[1 - player] += gain(tables, state, attacker, target)
    for metal in range(first, first + tables.pool):
        if state.hits[metal] + state.damaged[metal] > 1:
            if state.hits[metal] > 0:
                return_to_pool(state, metal)
        elif state.hits[metal] == 1:
            state.damaged[metal] = 1


def attacked_metal(tables: GameTables, state: GameState, attacker: int) -> int:
    """The enemy that a Metal attacks: the first Metal straight ahead, if it is one and no Forest
    covers it. NONE where there is none."""
    space, facing = state.space[attacker], state.facing[attacker]
    if space == NONE:
        return NONE
    space = tables.ahead[space * FACINGS_COUNT + facing]
    while space != NONE:
        metal = state.occupant[space]
        if metal != NONE:
            is_enemy = (metal < tables.pool) != (attacker < tables.pool)
            return metal if is_enemy and tables.covers[space] == 0 else NONE
        space = tables.ahead[space * FACINGS_COUNT + facing]
    return NONE


def gain(tables: GameTables, state: GameState, attacker: int, target: int) -> int:
    """The points that the attacker's faction gains."""
    if state.faction[attacker] == NONE:
        return 0
    grounds = (
        tables.ground[state.space[attacker]] * GROUNDS_COUNT + tables.ground[state.space[target]]
    )
    turn = (state.facing[attacker] - state.facing[target]) % FACINGS_COUNT
    index = state.faction[attacker] * GAINS_OF_FACTION + grounds * GAINS_OF_GROUND
    return tables.gains[index + turn * 2 + state.damaged[target]]


def return_to_pool(state: GameState, metal: int) -> None:
    """A defeated Metal leaves the map, and its damage behind."""
    state.occupant[state.space[metal]] = NONE
    state.space[metal] = NONE
    state.facing[metal] = 0
    state.damaged[metal] = 0


def occupy(tables: GameTables, state: GameState, player: int) -> None:
    """The player scores the spaces with own Metals; those on a City recover."""
    for metal in range(player * tables.pool, (player + 1) * tables.pool):
        space = state.space[metal]
        if space != NONE:
            state.scores[player] += tables.points[space]
            if tables.heals[space]:
                state.damaged[metal] = 0


def position_key(tables: GameTables, state: GameState) -> int:
    """A number that is the same for positions that differ only by which of several like Metals is
    where, and practically always different for others; scores are not part of it."""
    key = state.turn[ACTIVE]
    for metal in range(2 * tables.pool):
        owner = 1 if metal >= tables.pool else 0
        place = (state.space[metal] + 1) * FACINGS_COUNT + state.facing[metal]
        kind = ((state.faction[metal] + 1) * 2 + owner) * 2 + state.damaged[metal]
        key += mix_bits(kind * 1024 + place + 1) << 2
    return key


# The players ---------------------------------------------------------------------------------

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


# Whole games ---------------------------------------------------------------------------------

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
