"""Programs that play any game: random, greedy, two-ply, Monte Carlo and tree search players; whole
games between them, and what happened in these.

They know a game by its Engine. Ties are broken at random.

Every player in a tree search maximizes their own reward (max^n). Sources: Kocsis and Szepesvari,
Bandit Based Monte-Carlo Planning, 2006; Rosin, Multi-armed Bandits with Episode Context, 2011.
"""

from collections.abc import Callable
from typing import Any, Generic, NamedTuple, TypeVar, cast

from generator.play.engine import BEYOND_VALUES, MAX_PLAYERS, WIN_PARTS, Numbers, State, Tables

# Of the game that is played: kernel.py binds it in its copies of these functions.
engine = cast("Engine[Any, Any]", None)

# Random numbers: Marsaglia's xorshift128, seeded with words of 32 bits. Products and shifts stay
# within 63 bits, or only their low 32 bits are kept, so that Python's and a machine's integers give
# the same numbers.

WORD_MASK = 0xFFFFFFFF


def seed_rng(state: State, seed: Numbers, number: int) -> None:
    """Seed the generator for a game by its number and a seed of four words."""
    for index in range(4):
        state.random[index] = mix_bits(seed[index] + mix_bits(number * 4 + index + 1) & WORD_MASK)
    state.random[0] |= 1  # a state of zeros would never change


def mix_bits(word: int) -> int:
    """Make every bit of a word depend on all others (the finalizer of MurmurHash3)."""
    word = (word ^ word >> 16) * 0x85EBCA6B & WORD_MASK
    word = (word ^ word >> 13) * 0xC2B2AE35 & WORD_MASK
    return word ^ word >> 16


def random_below(state: State, end: int) -> int:
    """A whole number from 0 to end - 1, all practically equally likely, since end is far below
    2 ** 32."""
    random = state.random
    word = random[0] ^ random[0] << 11 & WORD_MASK
    last = random[3]
    random[0] = random[1]
    random[1] = random[2]
    random[2] = last
    random[3] = last ^ last >> 19 ^ word ^ word >> 8
    return random[3] * end >> 32


# Players.

# A player is SEAT_WIDTH numbers: one of these kinds; the number of candidates, and of playouts; how
# many of 100 decisions are made at random.
RANDOM, GREEDY, TWO_PLY, MONTE_CARLO, TREE_SEARCH = range(5)
SEAT_WIDTH = 4

WIN = 1 << 28  # of a playout: more than any sum of margins


def choose_action(
    tables: Tables, state: State, trial: State, reply: State, tree: Numbers, seats: Numbers
) -> int:
    """The action of the decider; `trial`, `reply` and `tree` are scratch."""
    first = engine.decider(tables, state) * SEAT_WIDTH
    kind, errors = seats[first], seats[first + 3]
    candidates, playouts = seats[first + 1], seats[first + 2]
    if kind == RANDOM or (errors and random_below(state, 100) < errors):
        return state.actions[random_below(state, engine.list_actions(tables, state))]
    if kind == GREEDY:
        return engine.greedy_action(tables, state, trial)
    if kind == TWO_PLY:
        return two_ply_action(tables, state, trial, reply, candidates)
    if kind == MONTE_CARLO:
        return monte_carlo_action(tables, state, trial, reply, tree, candidates, playouts)
    return tree_action(tables, state, trial, reply, tree, candidates, playouts)


def greedy_action(tables: Tables, state: State, trial: State) -> int:
    count = engine.list_actions(tables, state)
    player = engine.decider(tables, state)
    before = engine.baseline(tables, state, player)
    best, ties, best_action = -BEYOND_VALUES, 0, 0
    for index in range(count):
        action = state.actions[index]
        value = engine.action_value(tables, state, trial, player, action, before)
        if value > best:
            best, ties, best_action = value, 1, action
        elif value == best:
            ties += 1
            if random_below(state, ties) == 0:
                best_action = action
    return best_action


def action_value(
    tables: Tables, state: State, trial: State, player: int, action: int, before: int
) -> int:
    """What the state after an action is worth to a player; `before` is the baseline."""
    engine.copy_state(tables, trial, state)
    engine.apply(tables, trial, action)
    return engine.state_value(tables, trial, player)


def two_ply_action(
    tables: Tables, state: State, trial: State, reply: State, candidates: int
) -> int:
    """Of the candidates, the one that is best after the best reply to it."""
    player = engine.decider(tables, state)
    count = choose_candidates(tables, state, trial, candidates)
    best, best_action = -2 * BEYOND_VALUES, state.actions[0]
    for index in range(count):
        engine.copy_state(tables, trial, state)
        engine.apply(tables, trial, state.actions[index])
        value = value_after_reply(tables, trial, reply, player)
        if value > best:
            best, best_action = value, state.actions[index]
    return best_action


def value_after_reply(tables: Tables, state: State, reply: State, player: int) -> int:
    """What a state is worth to a player after the reply that is best for whoever gives it."""
    replier = engine.decider(tables, state)
    if replier < 0:
        return engine.state_value(tables, state, player)
    best, value = -2 * BEYOND_VALUES, 0
    for index in range(engine.list_actions(tables, state)):
        engine.copy_state(tables, reply, state)
        engine.apply(tables, reply, state.actions[index])
        of_replier = engine.state_value(tables, reply, replier)
        if of_replier > best:
            best, value = of_replier, engine.state_value(tables, reply, player)
    return value


def choose_candidates(tables: Tables, state: State, trial: State, candidates: int) -> int:
    """Move the most promising actions to the beginning of state.actions; return how many.

    Each is of a class with as few candidates before it as possible; among those, the one with the
    best value.
    """
    count = engine.list_actions(tables, state)
    listed, values = state.actions, state.values
    player = engine.decider(tables, state)
    before = engine.baseline(tables, state, player)
    for index in range(count - 1, 0, -1):
        swap(listed, index, random_below(state, index + 1))
    for index in range(count):
        values[index] = engine.action_value(tables, state, trial, player, listed[index], before)
    candidates = min(candidates, count)
    for place in range(candidates):
        best, best_index = -BEYOND_VALUES * (candidates + 1), place
        for index in range(place, count):
            alike = 0
            for chosen in range(place):
                of_chosen = engine.action_class(tables, listed[chosen])
                if of_chosen == engine.action_class(tables, listed[index]):
                    alike += 1
            value = values[index] - BEYOND_VALUES * alike
            if value > best:
                best, best_index = value, index
        swap(listed, place, best_index)
        swap(values, place, best_index)
    return candidates


def swap(numbers: Numbers, one: int, other: int) -> None:
    numbers[one], numbers[other] = numbers[other], numbers[one]


def monte_carlo_action(
    tables: Tables,
    state: State,
    trial: State,
    reply: State,
    played: Numbers,
    candidates: int,
    playouts: int,
) -> int:
    """The candidate with the best sum of results, in playouts by greedy players.

    The candidate whose sum can become the largest is always played next, until it has had all its
    playouts: no other is played for longer than it takes to tell that it is not the best. `played`
    is scratch.
    """
    if engine.list_actions(tables, state) == 1:
        return state.actions[0]
    count = choose_candidates(tables, state, trial, candidates)
    most = state.values  # that each sum can become; WIN is more than any sum of margins
    for index in range(count):
        most[index] = playouts * 2 * WIN + WIN
        played[index] = 0
    while True:
        best = 0
        for index in range(1, count):
            if most[index] > most[best]:
                best = index
        action, number = state.actions[best], played[best]
        if number == playouts:
            return action
        value = playout_value(tables, state, trial, reply, action, number)
        most[best] += value - 2 * WIN
        played[best] += 1
        if played[best] == playouts:
            most[best] -= WIN


def playout_value(
    tables: Tables, state: State, trial: State, reply: State, action: int, number: int
) -> int:
    """The value, for whoever decides, of the game that greedy players finish after an action.

    Playouts of the same number have the same random numbers, whatever the action is.
    """
    engine.copy_state(tables, trial, state)
    seed_rng(trial, state.random, number)
    engine.apply(tables, trial, action)
    play_out(tables, trial, reply)
    return game_value(tables, trial, engine.decider(tables, state))


def play_out(tables: Tables, state: State, trial: State) -> None:
    while engine.decider(tables, state) >= 0:
        engine.apply(tables, state, engine.greedy_action(tables, state, trial))


def game_value(tables: Tables, state: State, player: int) -> int:
    """The value of a finished game for a player: 2 * WIN plus the margin for a win, WIN for a tie,
    the margin for a loss."""
    share = engine.outcome(tables, state, player)
    if share == WIN_PARTS:
        return 2 * WIN + margin(tables, state, player)
    return WIN if share else margin(tables, state, player)


def margin(tables: Tables, state: State, player: int) -> int:
    best = -BEYOND_VALUES
    for other in range(tables.players):
        if other != player:
            best = max(best, engine.standing(tables, state, other))
    return engine.standing(tables, state, player) - best


# Tree search. The tree: a reward for each player, then nodes. A node: how often it was visited; the
# sum of the rewards of the player who chose it; the action that leads to it, and its value; its
# first child, and how many it has; who decides in it; its parent. Node 0 is the root.
VISITS, REWARDS, ACTION, VALUE, FIRST_CHILD, CHILDREN, DECIDES, PARENT = range(8)
NODE_WIDTH = 8
FIRST_NODE = MAX_PLAYERS

# Rewards and weights, chosen by games against `monte_carlo 8x8` on base boards of Magnetmen.
SOLE_WIN = 1200  # a tie is shared out
MARGIN_REWARD = 20  # for each point of the margin
MAX_MARGIN_REWARD = 200
EXPLORATION = 300
PRIOR_OFFSET = 4  # the child with the n-th best value has the weight 1 / (PRIOR_OFFSET + n)
ROOT_BITS = 4  # fraction bits of square roots


def tree_length(candidates: int, playouts: int) -> int:
    return FIRST_NODE + NODE_WIDTH * (1 + candidates * (playouts + 1))


def tree_action(
    tables: Tables,
    state: State,
    trial: State,
    reply: State,
    tree: Numbers,
    candidates: int,
    playouts: int,
) -> int:
    """The action that most playouts visited. Each node has at most `candidates` children. Stops
    once no other action can catch up."""
    set_node(tree, 0, 0, 0, 0)
    used = expand_node(tables, state, reply, tree, 0, 1, candidates)
    for number in range(playouts if used > 2 else 0):
        engine.copy_state(tables, trial, state)
        seed_rng(trial, state.random, number)
        node = descend(tables, trial, tree, 0)
        if tree[node_place(node) + VISITS] and engine.decider(tables, trial) >= 0:
            used = expand_node(tables, trial, reply, tree, node, used, candidates)
            node = descend(tables, trial, tree, node)
        play_out(tables, trial, reply)
        set_rewards(tables, trial, tree)
        add_visit(tree, node)
        if most_visited(tree)[1] > playouts - number - 1:
            break
    return tree[node_place(most_visited(tree)[0]) + ACTION]


def node_place(node: int) -> int:
    return FIRST_NODE + node * NODE_WIDTH


def set_node(tree: Numbers, node: int, parent: int, action: int, value: int) -> None:
    place = node_place(node)
    tree[place + VISITS] = 0
    tree[place + REWARDS] = 0
    tree[place + ACTION] = action
    tree[place + VALUE] = value
    tree[place + CHILDREN] = 0
    tree[place + PARENT] = parent


def expand_node(
    tables: Tables, state: State, trial: State, tree: Numbers, node: int, used: int, candidates: int
) -> int:
    """Add the children of a node, which has the state, behind `used` nodes. Return the new number
    of nodes."""
    place = node_place(node)
    tree[place + FIRST_CHILD] = used
    tree[place + DECIDES] = engine.decider(tables, state)
    engine.add_children(tables, state, trial, tree, node, candidates)
    return used + tree[place + CHILDREN]


def add_children(
    tables: Tables, state: State, trial: State, tree: Numbers, node: int, candidates: int
) -> None:
    """Add a child for each action; only the best ones stay."""
    player = engine.decider(tables, state)
    before = engine.baseline(tables, state, player)
    for index in range(engine.list_actions(tables, state)):
        action = state.actions[index]
        value = engine.action_value(tables, state, trial, player, action, before)
        insert_child(tree, node, candidates, action, value)


def insert_child(tree: Numbers, node: int, candidates: int, action: int, value: int) -> None:
    """Add a child behind those of at least its value; only the first `candidates` stay."""
    parent = node_place(node)
    count = tree[parent + CHILDREN]
    child = tree[parent + FIRST_CHILD] + count
    end = tree[parent + FIRST_CHILD] + candidates
    while child > tree[parent + FIRST_CHILD] and tree[node_place(child - 1) + VALUE] < value:
        if child < end:
            before = node_place(child - 1)
            set_node(tree, child, node, tree[before + ACTION], tree[before + VALUE])
        child -= 1
    if child < end:
        set_node(tree, child, node, action, value)
        tree[parent + CHILDREN] = min(count + 1, candidates)


def descend(tables: Tables, state: State, tree: Numbers, node: int) -> int:
    """Go on from a node to one without children, and the state with it. Return that node."""
    while tree[node_place(node) + CHILDREN]:
        node = promising_child(tree, node)
        engine.apply(tables, state, tree[node_place(node) + ACTION])
    return node


def promising_child(tree: Numbers, node: int) -> int:
    """The child with the largest sum of its mean reward and what exploring it may show. A child
    that was never visited counts as the mean of the others."""
    place = node_place(node)
    first, end = tree[place + FIRST_CHILD], tree[place + FIRST_CHILD] + tree[place + CHILDREN]
    rewards, visits = 0, 0
    for child in range(first, end):
        rewards += tree[node_place(child) + REWARDS]
        visits += tree[node_place(child) + VISITS]
    mean = rewards // visits if visits else 0
    weight = EXPLORATION * PRIOR_OFFSET * integer_root(tree[place + VISITS] << 2 * ROOT_BITS)
    best, best_child = -BEYOND_VALUES, first
    for child in range(first, end):
        place = node_place(child)
        visits = tree[place + VISITS]
        value = tree[place + REWARDS] // visits if visits else mean
        value += weight // ((PRIOR_OFFSET + child - first) * (1 + visits) << ROOT_BITS)
        if value > best:
            best, best_child = value, child
    return best_child


def integer_root(number: int) -> int:
    """The square root of a number below 2 ** 32, rounded down."""
    root, bit = 0, 1 << 15
    while bit:
        if (root + bit) * (root + bit) <= number:
            root += bit
        bit >>= 1
    return root


def set_rewards(tables: Tables, state: State, tree: Numbers) -> None:
    """Note each player's reward for a finished game: the share of the win, and a little for the
    margin. None is negative."""
    for player in range(tables.players):
        points = MARGIN_REWARD * margin(tables, state, player)
        bonus = max(-MAX_MARGIN_REWARD, min(MAX_MARGIN_REWARD, points))
        share = SOLE_WIN * engine.outcome(tables, state, player) // WIN_PARTS
        tree[player] = MAX_MARGIN_REWARD + bonus + share


def add_visit(tree: Numbers, node: int) -> None:
    """Count a playout in a node and all above it, each with the reward of whoever chose it."""
    while node:
        place = node_place(node)
        node = tree[place + PARENT]
        tree[place + VISITS] += 1
        tree[place + REWARDS] += tree[tree[node_place(node) + DECIDES]]
    tree[FIRST_NODE + VISITS] += 1


def most_visited(tree: Numbers) -> tuple[int, int]:
    """The child of the root with the most visits, and how many more it has than every other."""
    first = tree[FIRST_NODE + FIRST_CHILD]
    best, most, second = first, tree[node_place(first) + VISITS], 0
    for child in range(first + 1, first + tree[FIRST_NODE + CHILDREN]):
        visits = tree[node_place(child) + VISITS]
        if visits > most:
            best, most, second = child, visits, most
        else:
            second = max(second, visits)
    return best, most - second


# The engine of a game.

TablesT = TypeVar("TablesT", bound=Tables)
StateT = TypeVar("StateT", bound=State)


class Engine(NamedTuple, Generic[TablesT, StateT]):
    """What a game gives to players: functions over its own records of tables and state.

    An action is a number, a player the number of a seat, from 0.
    """

    start_game: Callable[[TablesT, StateT, StateT], None]
    """(tables, state, start): begin a new game in a state, which has its random numbers. `start` is
    the state in which all games begin, but for what is random."""
    copy_state: Callable[[TablesT, StateT, StateT], None]
    """(tables, target, source): copy a state without its random numbers and scratch."""
    decider: Callable[[TablesT, StateT], int]
    """The player who decides; -1 if the game is over."""
    list_actions: Callable[[TablesT, StateT], int]
    """List the legal actions in state.actions; return their number."""
    apply: Callable[[TablesT, StateT, int], None]
    """(tables, state, action): carry out an action, and all that follows until somebody decides
    again."""
    standing: Callable[[TablesT, StateT, int], int]
    """The points of a player."""
    outcome: Callable[[TablesT, StateT, int], int]
    """A player's share of the win, in parts of WIN_PARTS; of a game that is broken off, too."""
    state_value: Callable[[TablesT, StateT, int], int]
    """What a state is worth to a player."""
    baseline: Callable[[TablesT, StateT, int], int] = lambda tables, state, player: 0
    """What action_value needs to know of a state before any action."""
    action_class: Callable[[TablesT, int], int] = lambda tables, action: 0
    """Actions of one class are alike: searching players look at some of each."""
    position_key: Callable[[TablesT, StateT], int] = lambda tables, state: -1
    """A number that is the same for positions that repeat each other; -1 where none can."""
    is_turn: Callable[[TablesT, StateT], bool] = lambda tables, state: True
    """Whether a turn begins, not a step within one."""
    note_action: Callable[[TablesT, StateT, int, Numbers, int], None] = (
        lambda tables, state, action, counters, block: None
    )
    """Count what a game counts of each action, which follows, from index `block` on."""
    note_end: Callable[[TablesT, StateT, Numbers, int], None] = (
        lambda tables, state, counters, block: None
    )
    """Count what a game counts at its end."""
    own_counter: Callable[[TablesT, StateT], int] = lambda tables, state: 0
    """A number that a game counts at its end, such as unused squares."""

    # A game may have better or faster ones of its own.
    greedy_action: Callable[[TablesT, StateT, StateT], int] = greedy_action
    action_value: Callable[[TablesT, StateT, StateT, int, int, int], int] = action_value
    add_children: Callable[[TablesT, StateT, StateT, Numbers, int, int], None] = add_children


# Games. What is recorded of one: turns; actions offered at their beginning; turns that offered two
# or fewer; seats passed over because they could not move; changes of the lead to another player;
# the turns after which the winner was never behind again; the game's own counter; how many actions
# there were; who took the lead last, and who moved last (-1 for nobody). Then, by player: points;
# shares of the win, in parts of WIN_PARTS; the last turn after which the player was behind. Then
# the actions.
TURNS, CHOICES, TIGHT, PASSED, CHANGES, DECIDED, OWN_COUNT, LENGTH, LEADER, MOVED = range(10)
FINAL_POINTS, FINAL_SHARES, BEHIND, HEAD = range(10, 11 + 3 * MAX_PLAYERS, MAX_PLAYERS)

MAX_REPETITIONS = 3  # a position that occurs so often ends the game as a draw
BLOCKS = 8  # games are dealt into blocks in turn, which show how much sums over them vary


def play_games(
    tables: Tables,
    start: State,
    state: State,
    trial: State,
    reply: State,
    tree: Numbers,
    keys: Numbers,
    seats: Numbers,
    seed: Numbers,
    first: int,
    games: int,
    observes: int,
    records: Numbers,
    counters: Numbers,
) -> None:
    """Play `games` games; the first has the number `first` under the seed.

    Fill in a record of each, of HEAD + tables.max_actions numbers. If it `observes`, also the first
    numbers of the records, but for LENGTH, and the game's own counters, which are added up block by
    block. The states, `tree` and `keys` (tables.max_actions of them) are scratch.
    """
    width = len(counters) // BLOCKS
    for game in range(games):
        row = game * (HEAD + tables.max_actions)
        for index in range(row, row + HEAD):
            records[index] = 0
        records[row + LEADER], records[row + MOVED] = -1, -1
        block = game % BLOCKS * width
        seed_rng(state, seed, first + game)
        engine.start_game(tables, state, start)
        known, length = 0, 0
        while engine.decider(tables, state) >= 0:
            key = engine.position_key(tables, state)
            if key >= 0:
                times = 1
                for index in range(known):
                    if keys[index] == key:
                        times += 1
                if times == MAX_REPETITIONS:
                    break
                keys[known] = key
                known += 1
            if observes and engine.is_turn(tables, state):
                observe_turn(tables, state, records, row)
            action = choose_action(tables, state, trial, reply, tree, seats)
            if observes:
                engine.note_action(tables, state, action, counters, block)
            engine.apply(tables, state, action)
            records[row + HEAD + length] = action
            length += 1
            if observes and (engine.decider(tables, state) < 0 or engine.is_turn(tables, state)):
                observe_lead(tables, state, records, row)
        records[row + LENGTH] = length
        for player in range(tables.players):
            records[row + FINAL_POINTS + player] = engine.standing(tables, state, player)
            records[row + FINAL_SHARES + player] = engine.outcome(tables, state, player)
        if observes:
            records[row + DECIDED] = turns_until_decided(tables, records, row)
            records[row + OWN_COUNT] = engine.own_counter(tables, state)
            engine.note_end(tables, state, counters, block)


def observe_turn(tables: Tables, state: State, records: Numbers, row: int) -> None:
    """Count a turn that begins, and the seats passed over before it."""
    count = engine.list_actions(tables, state)
    records[row + TURNS] += 1
    records[row + CHOICES] += count
    records[row + TIGHT] += int(count <= 2)
    mover, before = engine.decider(tables, state), records[row + MOVED]
    if before >= 0:
        records[row + PASSED] += (mover - before - 1) % tables.players
    records[row + MOVED] = mover


def observe_lead(tables: Tables, state: State, records: Numbers, row: int) -> None:
    """Note who leads after a turn, and who is behind."""
    best, leader = -BEYOND_VALUES, -1
    for player in range(tables.players):
        points = engine.standing(tables, state, player)
        if points > best:
            best, leader = points, player
        elif points == best:
            leader = -1
    for player in range(tables.players):
        if engine.standing(tables, state, player) < best:
            records[row + BEHIND + player] = records[row + TURNS]
    before = records[row + LEADER]
    if leader >= 0 and leader != before:
        records[row + CHANGES] += int(before >= 0)
        records[row + LEADER] = leader


def turns_until_decided(tables: Tables, records: Numbers, row: int) -> int:
    """The number of turns after which the winner was never behind again; of several winners, the
    one for whom it is smallest."""
    turns = -1
    for player in range(tables.players):
        behind = records[row + BEHIND + player]
        if records[row + FINAL_SHARES + player] and (turns < 0 or behind < turns):
            turns = behind
    return turns
