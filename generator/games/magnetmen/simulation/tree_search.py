"""Choose actions by a tree search: UCT with prior weights (PUCT), finished by greedy playouts.

Part of the kernel, see engine.py. Every player in the tree maximizes their own reward (max^n).
Sources: Kocsis and Szepesvari, Bandit Based Monte-Carlo Planning, 2006; Rosin, Multi-armed Bandits
with Episode Context, 2011.
"""

from generator.games.magnetmen.simulation.bots import (
    action_value,
    best_squares,
    classify_squares,
    copy_state,
    near_origins,
    play_out,
    random_square,
)
from generator.games.magnetmen.simulation.engine import (
    BEYOND_SCORES,
    apply,
    best_opponent,
    list_actions,
    score,
    takeable_squares,
)
from generator.games.magnetmen.simulation.kernel_data import (
    CROSSED,
    DECIDER,
    DESTROYS,
    MAX_PLAYERS,
    MAY_STOP,
    NEED,
    OVER,
    SCORES_NEIGHBOURS,
    TAKES,
    GameState,
    GameTables,
    Mask,
    Numbers,
    empty_mask,
    get_mask,
    has_squares,
)
from generator.simulation.random_numbers import seed_rng

# The tree: a reward for each player, then nodes. A node: how often it was visited; the sum of the
# rewards of the player who chose it; the action that leads to it, and the margin right after it;
# its first child, and how many it has; who decides in it; its parent. Node 0 is the root.
VISITS, REWARDS, ACTION, VALUE, FIRST_CHILD, CHILDREN, DECIDES, PARENT = range(8)
NODE_WIDTH = 8
FIRST_NODE = MAX_PLAYERS

# Rewards and weights, chosen by games against `monte_carlo 8x8` on base boards.
SOLE_WIN = 1200  # a tie is shared out
MARGIN_REWARD = 20  # for each point of the margin
MAX_MARGIN_REWARD = 200
EXPLORATION = 300
PRIOR_OFFSET = 4  # the child with the n-th best margin has the weight 1 / (PRIOR_OFFSET + n)
ROOT_BITS = 4  # fraction bits of square roots


def tree_length(candidates: int, playouts: int) -> int:
    """The length of the array that a search needs."""
    return FIRST_NODE + NODE_WIDTH * (1 + candidates * (playouts + 1))


def tree_action(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    tree: Numbers,
    candidates: int,
    playouts: int,
) -> int:
    """Choose the action that most playouts visited. Each node has at most `candidates` children;
    `trial` and `tree` are scratch. Stops once no other action can catch up."""
    set_node(tree, 0, 0, 0, 0)
    used = expand_node(tables, state, tree, 0, 1, candidates)
    for number in range(playouts if used > 2 else 0):
        copy_state(tables, trial, state)
        seed_rng(trial, state.random, number)
        node = descend(tables, trial, tree, 0)
        if tree[node_place(node) + VISITS] and trial.turn[NEED] != OVER:
            used = expand_node(tables, trial, tree, node, used, candidates)
            node = descend(tables, trial, tree, node)
        play_out(tables, trial)
        set_rewards(tables, trial, tree)
        add_visit(tree, node)
        if lead_of_most_visited(tree) > playouts - number - 1:
            break
    return tree[node_place(most_visited(tree)) + ACTION]


def node_place(node: int) -> int:
    return FIRST_NODE + node * NODE_WIDTH


def set_node(tree: Numbers, node: int, parent: int, action: int, value: int) -> None:
    """Make a node that was never visited."""
    place = node_place(node)
    tree[place + VISITS] = 0
    tree[place + REWARDS] = 0
    tree[place + ACTION] = action
    tree[place + VALUE] = value
    tree[place + CHILDREN] = 0
    tree[place + PARENT] = parent


def expand_node(
    tables: GameTables, state: GameState, tree: Numbers, node: int, used: int, candidates: int
) -> int:
    """Add the children of a node, which has the state, behind `used` nodes. Return the new number
    of nodes."""
    place = node_place(node)
    tree[place + FIRST_CHILD] = used
    tree[place + DECIDES] = state.turn[DECIDER]
    if has_squares(get_mask(state.masks, TAKES)) or has_squares(get_mask(state.masks, DESTROYS)):
        add_square_actions(tables, state, tree, node, candidates)
    else:
        player = state.turn[DECIDER]
        best_other = best_opponent(tables, state, player)
        for index in range(list_actions(tables, state)):
            action = state.actions[index]
            value = action_value(tables, state, player, action, best_other)
            insert_child(tree, node, candidates, action, value)
    return used + tree[place + CHILDREN]


def add_square_actions(
    tables: GameTables, state: GameState, tree: Numbers, node: int, candidates: int
) -> None:
    """Add children where squares can be taken or destroyed. Of the squares of a type with the best
    margin, take one that an opponent could take now, and one that none could: who may still take
    what decides the end of the game."""
    player = state.turn[DECIDER]
    best_other = best_opponent(tables, state, player)
    near = near_origins(tables, state) if tables.any_neighbour_points else empty_mask()
    scoring = get_mask(tables.marks, SCORES_NEIGHBOURS)
    splits = classify_squares(tables, state)
    contested = contested_squares(tables, state, player)
    for kind in range(2 * tables.types):
        destroys = kind >= tables.types
        first = tables.squares if destroys else 0
        group = get_mask(state.masks, DESTROYS if destroys else TAKES)
        group = group & get_mask(tables.squares_of, kind - tables.types if destroys else kind)
        if has_squares(group):
            unique = (
                near & (get_mask(state.masks, CROSSED) | scoring) if destroys else near | scoring
            )
            value, best_of = best_squares(
                tables, state, player, group, first, best_other, splits, unique
            )
            for squares in (best_of & contested, best_of & ~contested):
                if has_squares(squares):
                    action = first + random_square(state, squares)
                    insert_child(tree, node, candidates, action, value)
    if state.turn[MAY_STOP]:
        value = score(tables, state, player) - best_other
        insert_child(tree, node, candidates, 2 * tables.squares, value)


def contested_squares(tables: GameTables, state: GameState, player: int) -> Mask:
    squares = empty_mask()
    for other in range(tables.players):
        if other != player and not state.out[other]:
            squares = squares | takeable_squares(tables, state, other, 1)
    return squares


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


def descend(tables: GameTables, state: GameState, tree: Numbers, node: int) -> int:
    """Go on from a node to one without children, and the state with it. Return that node."""
    while tree[node_place(node) + CHILDREN]:
        node = promising_child(tree, node)
        apply(tables, state, tree[node_place(node) + ACTION])
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
    best, best_child = -BEYOND_SCORES, first
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


def set_rewards(tables: GameTables, state: GameState, tree: Numbers) -> None:
    """Note each player's reward for a finished game: the share of the win, and a little for the
    margin. None is negative."""
    winners = 0
    for player in range(tables.players):
        margin = score(tables, state, player) - best_opponent(tables, state, player)
        bonus = max(-MAX_MARGIN_REWARD, min(MAX_MARGIN_REWARD, MARGIN_REWARD * margin))
        tree[player] = MAX_MARGIN_REWARD + bonus
        if margin >= 0:
            winners += 1
    for player in range(tables.players):
        if tree[player] >= MAX_MARGIN_REWARD:
            tree[player] += SOLE_WIN // winners


def add_visit(tree: Numbers, node: int) -> None:
    """Count a playout in a node and all above it, each with the reward of whoever chose it."""
    while node:
        place = node_place(node)
        node = tree[place + PARENT]
        tree[place + VISITS] += 1
        tree[place + REWARDS] += tree[tree[node_place(node) + DECIDES]]
    tree[FIRST_NODE + VISITS] += 1


def most_visited(tree: Numbers) -> int:
    first = tree[FIRST_NODE + FIRST_CHILD]
    best = first
    for child in range(first, first + tree[FIRST_NODE + CHILDREN]):
        if tree[node_place(child) + VISITS] > tree[node_place(best) + VISITS]:
            best = child
    return best


def lead_of_most_visited(tree: Numbers) -> int:
    """How many visits the most visited child of the root has more than every other."""
    first, best = tree[FIRST_NODE + FIRST_CHILD], most_visited(tree)
    second = 0
    for child in range(first, first + tree[FIRST_NODE + CHILDREN]):
        if child != best:
            second = max(second, tree[node_place(child) + VISITS])
    return tree[node_place(best) + VISITS] - second
