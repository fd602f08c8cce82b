"""The rules of Metals in numbers: legal actions, whole turns, the end. A test compares with
rules.py, whose readings count.

Input: GameTables, a GameState. Output: numbers, or the state changed. Part of the kernel, see
generator/simulation/kernel.py.
"""

from generator.games.metals.simulation.kernel_data import (
    ACTIVE,
    FACINGS_COUNT,
    GAINS_OF_FACTION,
    GAINS_OF_GROUND,
    GROUNDS_COUNT,
    NONE,
    TURNS,
    GameState,
    GameTables,
)
from generator.simulation.random_numbers import mix_bits


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
