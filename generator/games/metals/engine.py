"""The engine of Metals, in whole numbers; where the rules leave something open, by the readings of
docs/readings.md. Metals are numbered: those of player 0, who sits at the south side of the map and
starts, then those of player 1. An action is (Metal * spaces + space) * 4 + facing."""

from functools import cache, lru_cache
from itertools import product
from typing import Annotated, NamedTuple, get_args

from generator.games.metals.definition import Condition, Figures, Side
from generator.games.metals.map import FACINGS, Ground, Map
from generator.play.engine import WIN_PARTS, Numbers
from generator.play.kernel import Length, layout
from generator.play.players import Engine, mix_bits, random_below

GROUNDS: tuple[Ground, ...] = get_args(Ground)
SIDES: tuple[Side, ...] = ("rear", "side", "front", "side")  # by the difference of facings

# The largest game that can be compiled; definitions allow none that is larger.
MAX_SPACES = 80
MAX_POOL = 9  # Metals of a player
MAX_METALS = 2 * MAX_POOL
MAX_FACTIONS = 24
MAX_ACTIONS = 16 * MAX_POOL  # four spaces with four facings for each Metal
MAX_TURNS = 300  # of both players; a longer game is a draw (reading 13)

FACINGS_COUNT, GROUNDS_COUNT = 4, len(GROUNDS)
FOREST, CITY = GROUNDS.index("forest"), GROUNDS.index("city")

NONE = -1  # no Metal, no space (a Metal in the pool), no faction, nobody has won
ACTIVE, PLAYED = range(2)  # of GameState.turn: the player whose turn it is, the turns so far

# GameTables.gains by faction, by the grounds of attacker and target, by the difference of their
# facings, by whether the target is damaged.
GAINS_OF_GROUND = FACINGS_COUNT * 2
GAINS_OF_FACTION = GROUNDS_COUNT * GROUNDS_COUNT * GAINS_OF_GROUND


class GameTables(NamedTuple):
    players: int  # 2
    max_actions: int  # MAX_TURNS
    spaces: int
    target: int  # the points that win
    pool: int  # how many Metals a player has, all of which may be on the map
    factions: int  # each Metal is of one of so many at random; 0: their powers do not count

    # The four spaces where a Metal may be placed: from the pool, then from each space, by facing.
    ahead: Annotated[Numbers, Length((1 + MAX_SPACES) * FACINGS_COUNT)]
    points: Annotated[Numbers, Length(MAX_SPACES)]
    ground: Annotated[Numbers, Length(MAX_SPACES)]  # index into GROUNDS
    steps: Annotated[Numbers, Length(MAX_SPACES)]  # to the nearest space with points
    gains: Annotated[Numbers, Length(MAX_FACTIONS * GAINS_OF_FACTION)]  # see GAINS_OF_GROUND


class GameState(NamedTuple):
    space: Annotated[Numbers, Length(MAX_METALS)]  # NONE in the pool
    facing: Annotated[Numbers, Length(MAX_METALS)]
    damaged: Annotated[Numbers, Length(MAX_METALS)]
    faction: Annotated[Numbers, Length(MAX_METALS)]
    occupant: Annotated[Numbers, Length(MAX_SPACES)]  # the Metal on each space
    scores: Annotated[Numbers, Length(2)]
    turn: Annotated[Numbers, Length(2)]  # see ACTIVE
    random: Annotated[Numbers, Length(4)]  # the state of the random numbers: words of 32 bits

    hits: Annotated[Numbers, Length(MAX_METALS)]  # scratch for an assault
    actions: Annotated[Numbers, Length(MAX_ACTIONS)]  # scratch for list_actions
    values: Annotated[Numbers, Length(MAX_ACTIONS)]  # of these actions
    visited: Annotated[Numbers, Length(MAX_SPACES)]  # whether a Metal was ever on a space


def game_tables(board: Map, figures: Figures, factions: bool) -> GameTables:
    """`factions`: whether their powers count. Each player has as many Metals as may be on the map:
    more would make no difference without these powers."""
    ahead, points, ground, steps = _spaces(board)
    powers = list(figures.factions.values()) if factions else []
    return GameTables(
        players=2,
        max_actions=MAX_TURNS,
        spaces=len(board),
        target=figures.target_with(factions),
        pool=figures.on_map,
        factions=len(powers),
        ahead=ahead,
        points=points,
        ground=ground,
        steps=steps,
        gains=[power.gain * holds for power in powers for holds in _assaults(power.when)],
    )


@lru_cache(maxsize=64)
def _spaces(board: Map) -> tuple[list[int], list[int], list[int], list[int]]:
    """What tables say of spaces: those ahead, points, ground, steps to points."""
    spaces = range(len(board))
    goals = [space for space in spaces if board.points(space)]
    ahead = (board.ahead(space, facing) for space, facing in product(spaces, FACINGS))
    steps = (min((board.steps(space, goal) for goal in goals), default=0) for space in spaces)
    ground = (GROUNDS.index(board.ground(space)) for space in spaces)
    of_ahead = [*board.corners, *(NONE if space is None else space for space in ahead)]
    return of_ahead, [board.points(space) for space in spaces], [*ground], [*steps]


@cache
def _assaults(condition: Condition) -> tuple[bool, ...]:
    """Whether it holds for every kind of assault, in the order of GameTables.gains."""
    assaults = product(GROUNDS, GROUNDS, SIDES, (True, False))
    return tuple(condition.holds(*assault) for assault in assaults)


def empty_state() -> GameState:
    state = GameState(*([0] * shape[0] for shape in layout(GameState).values()))
    state.space[:] = state.faction[:] = [NONE] * MAX_METALS
    state.occupant[:] = [NONE] * MAX_SPACES
    return state


def list_actions(tables: GameTables, state: GameState) -> int:
    """List the legal actions in state.actions; returns their number. Metals of one faction in the
    pool are alike: only the first can be deployed."""
    first = state.turn[ACTIVE] * tables.pool
    count = 0
    for metal in range(first, first + tables.pool):
        if state.space[metal] == NONE and not is_first_of_faction(state, first, metal):
            continue
        for way in range(FACINGS_COUNT):
            goal = tables.ahead[(state.space[metal] + 1) * FACINGS_COUNT + way]
            if goal != NONE and state.occupant[goal] == NONE:
                for facing in range(FACINGS_COUNT):
                    state.actions[count] = (metal * tables.spaces + goal) * FACINGS_COUNT + facing
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
    first = state.turn[ACTIVE] * tables.pool
    for metal in range(first, first + tables.pool):
        for way in range(FACINGS_COUNT):
            goal = tables.ahead[(state.space[metal] + 1) * FACINGS_COUNT + way]
            if goal != NONE and state.occupant[goal] == NONE:
                return True
    return False


def apply(tables: GameTables, state: GameState, action: int) -> None:
    """Play a whole turn: the action, the enemy assault, the occupation."""
    player = state.turn[ACTIVE]
    assault(tables, state, player, act(tables, state, action))
    if state.scores[1 - player] < tables.target:
        occupy(tables, state, player)
    state.turn[ACTIVE] = 1 - player
    state.turn[PLAYED] += 1


def act(tables: GameTables, state: GameState, action: int) -> int:
    """Place a Metal; returns it if it was deployed, else NONE."""
    metal = action // (tables.spaces * FACINGS_COUNT)
    start = state.space[metal]
    if start != NONE:
        state.occupant[start] = NONE
    state.space[metal] = action // FACINGS_COUNT % tables.spaces
    state.visited[state.space[metal]] = 1
    state.facing[metal] = action % FACINGS_COUNT
    state.occupant[state.space[metal]] = metal
    return metal if start == NONE else NONE


def assault(tables: GameTables, state: GameState, player: int, deployed: int) -> None:
    """Every Metal of the opponent attacks the player's Metal that it sees. A defeated Metal leaves
    the map, and its damage behind."""
    first, enemy = player * tables.pool, (1 - player) * tables.pool
    for metal in range(first, first + tables.pool):
        state.hits[metal] = 0
    for attacker in range(enemy, enemy + tables.pool):
        target = attacked_metal(tables, state, attacker, deployed)
        if target != NONE:
            state.hits[target] += 1
            state.scores[1 - player] += gained_points(tables, state, attacker, target)
    for metal in range(first, first + tables.pool):
        if state.hits[metal] > 0 and state.hits[metal] + state.damaged[metal] > 1:
            state.occupant[state.space[metal]] = NONE
            state.space[metal] = NONE
            state.facing[metal] = 0
            state.damaged[metal] = 0
        elif state.hits[metal] == 1:
            state.damaged[metal] = 1


def attacked_metal(tables: GameTables, state: GameState, attacker: int, deployed: int) -> int:
    """The enemy that a Metal attacks: the one it sees, if no Forest covers it and it was not
    deployed in this turn. NONE where there is none."""
    metal = seen_metal(tables, state, attacker)
    if metal in (NONE, deployed) or tables.ground[state.space[metal]] == FOREST:
        return NONE
    return metal if (metal < tables.pool) != (attacker < tables.pool) else NONE


def seen_metal(tables: GameTables, state: GameState, metal: int) -> int:
    """The first Metal straight ahead of one, of either player. NONE where there is none."""
    space, facing = state.space[metal], state.facing[metal]
    while space != NONE:
        space = tables.ahead[(space + 1) * FACINGS_COUNT + facing]
        if space != NONE and state.occupant[space] != NONE:
            return state.occupant[space]
    return NONE


def gained_points(tables: GameTables, state: GameState, attacker: int, target: int) -> int:
    if state.faction[attacker] == NONE:
        return 0
    ground, other = tables.ground[state.space[attacker]], tables.ground[state.space[target]]
    grounds = ground * GROUNDS_COUNT + other
    turn = (state.facing[attacker] - state.facing[target]) % FACINGS_COUNT
    index = state.faction[attacker] * GAINS_OF_FACTION + grounds * GAINS_OF_GROUND
    return tables.gains[index + turn * 2 + state.damaged[target]]


def occupy(tables: GameTables, state: GameState, player: int) -> None:
    """The player scores the spaces with own Metals; those on a City recover."""
    for metal in range(player * tables.pool, (player + 1) * tables.pool):
        space = state.space[metal]
        if space != NONE:
            state.scores[player] += tables.points[space]
            if tables.ground[space] == CITY:
                state.damaged[metal] = 0


def position_key(tables: GameTables, state: GameState) -> int:
    """A number that is the same for positions that differ only by which of several like Metals is
    where, and practically always different for others."""
    key = state.turn[ACTIVE] + (mix_bits(state.scores[0] * 1024 + state.scores[1] + 1) << 2)
    for metal in range(2 * tables.pool):
        owner = 1 if metal >= tables.pool else 0
        place = (state.space[metal] + 1) * FACINGS_COUNT + state.facing[metal]
        kind = ((state.faction[metal] + 1) * 2 + owner) * 2 + state.damaged[metal]
        key += mix_bits(kind * 1024 + place + 1) << 2
    return key


# What a state is worth, in hundredths of a point.
POINT = 100
METAL_VALUE = 60  # of having one more on the map
STEP_VALUE = 25  # how much a step nearer to points is worth
DAMAGE_VALUE = 50
THREAT_VALUE = 100  # of an enemy in the line of sight
WON = 1 << 30  # more than any sum of these


def start_game(tables: GameTables, state: GameState, start: GameState) -> None:
    """All Metals in the pools; with factions, each of one at random."""
    copy_state(tables, state, start)
    for space in range(tables.spaces):
        state.visited[space] = 0
    if tables.factions > 0:
        for metal in range(2 * tables.pool):
            state.faction[metal] = random_below(state, tables.factions)


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
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
            if attacked_metal(tables, state, metal, NONE) != NONE:
                total += THREAT_VALUE
    return total


def decider(tables: GameTables, state: GameState) -> int:
    """The player whose turn it is; -1 if the game is over."""
    over = winner(tables, state) != NONE or state.turn[PLAYED] >= MAX_TURNS
    return -1 if over else state.turn[ACTIVE]


def standing(tables: GameTables, state: GameState, player: int) -> int:
    return state.scores[player]


def outcome(tables: GameTables, state: GameState, player: int) -> int:
    """The whole win for the winner, half of it for both where nobody has won."""
    won = winner(tables, state)
    if won == NONE:
        return WIN_PARTS // 2
    return WIN_PARTS if won == player else 0


def own_counter(tables: GameTables, state: GameState) -> int:
    """The spaces that no Metal was on."""
    count = 0
    for space in range(tables.spaces):
        count += 1 - state.visited[space]
    return count


ENGINE = Engine(
    start_game=start_game,
    copy_state=copy_state,
    decider=decider,
    list_actions=list_actions,
    apply=apply,
    standing=standing,
    outcome=outcome,
    state_value=state_value,
    position_key=position_key,
    own_counter=own_counter,
)
