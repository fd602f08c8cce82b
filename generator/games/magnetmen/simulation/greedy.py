"""Magnetmen's own part of its players: greedy actions, values of actions, children in a tree.

Part of the kernel, see generator/play/players.py.

A greedy player maximizes the margin after the action. Among equally good actions it chooses at
random, except that it prefers taking to stopping, and stopping to destroying.
"""

from generator.games.magnetmen.primitives import CROSSED_LINE, INTACT_LINE
from generator.games.magnetmen.simulation.engine import (
    BEYOND_SCORES,
    adjacent_squares,
    best_opponent,
    best_opponent_with,
    change_icons,
    change_origin,
    destroy,
    destroyed_squares,
    is_crossed,
    is_free,
    list_actions,
    mark_taking,
    score,
    score_with,
    set_square,
    takeable_squares,
    undo_taking,
    unused_squares,
    use_slots,
)
from generator.games.magnetmen.simulation.kernel_data import (
    COUNTED_SQUARES,
    CROSSED,
    DECIDER,
    DESTROYS,
    FREE,
    MAY_STOP,
    ORIGINS,
    SCORES_NEIGHBOURS,
    SPLIT,
    TAKES,
    GameState,
    GameTables,
    Numbers,
)
from generator.play.masks import (
    Mask,
    count_squares,
    empty_mask,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    square_mask,
    without_lowest,
)
from generator.play.players import insert_child
from generator.play.random_numbers import random_below

LINE_SPLITS = 4  # classes that classify_by_lines makes


def greedy_action(tables: GameTables, state: GameState, trial: GameState) -> int:
    """Choose an action with the best margin after it."""
    takes = get_mask(state.masks, TAKES)
    destroys = get_mask(state.masks, DESTROYS)
    if has_squares(takes) or has_squares(destroys):
        return greedy_square_action(tables, state, takes, destroys)
    player = state.turn[DECIDER]
    best_other = best_opponent(tables, state, player)
    best, ties, chosen_action = -BEYOND_SCORES, 0, 0
    for index in range(list_actions(tables, state)):
        action = state.actions[index]
        value = action_value(tables, state, state, player, action, best_other)
        if value > best:
            best, ties, chosen_action = value, 0, action
        if value == best:
            ties += 1
            if random_below(state, ties) == 0:
                chosen_action = action
    return chosen_action


def greedy_square_action(tables: GameTables, state: GameState, takes: Mask, destroys: Mask) -> int:
    """The same where squares can be taken or destroyed: evaluate one square of each class."""
    player = state.turn[DECIDER]
    best_other = best_opponent(tables, state, player)
    value = score(tables, state, player) - best_other
    near = near_origins(tables, state) if tables.any_neighbour_points else empty_mask()
    splits = classify_squares(tables, state)
    unique = near | get_mask(tables.marks, SCORES_NEIGHBOURS)
    best, best_takes = best_squares(tables, state, player, takes, 0, best_other, splits, unique)
    stops = state.turn[MAY_STOP] and (value > best or not has_squares(takes))
    if stops:
        best = value
    if has_squares(destroys):
        unique = near & (get_mask(state.masks, CROSSED) | get_mask(tables.marks, SCORES_NEIGHBOURS))
        relevant = destroys & (
            get_mask(tables.marks, COUNTED_SQUARES) | unique | squares_deciding_lines(tables, state)
        )
        first = tables.squares
        destroying, best_destroys = best_squares(
            tables, state, player, relevant, first, best_other, splits, unique
        )
        if has_squares(destroys & ~relevant) and value >= destroying:
            best_destroys = best_destroys if value == destroying else empty_mask()
            destroying, best_destroys = value, best_destroys | destroys & ~relevant
        if destroying > best:
            return tables.squares + random_square(state, best_destroys)
    return 2 * tables.squares if stops else random_square(state, best_takes)


def best_squares(
    tables: GameTables,
    state: GameState,
    player: int,
    squares: Mask,
    first: int,
    best_other: int,
    splits: int,
    unique: Mask,
) -> tuple[int, Mask]:
    """The best margin after an action on one of the squares, and all squares that have it.

    `first` is the action on square 0, `best_other` the highest score of an opponent now. Each
    square of `unique` is a class by itself; types and the first `splits` masks from SPLIT on divide
    the others into classes.
    """
    best = -BEYOND_SCORES
    best_of = empty_mask()
    while has_squares(squares):
        square = lowest_square(squares)
        group = equivalent_squares(tables, state, squares, square, splits, unique)
        squares = squares & ~group
        value = action_value(tables, state, state, player, first + square, best_other)
        if value > best:
            best = value
            best_of = group
        elif value == best:
            best_of = best_of | group
    return best, best_of


def equivalent_squares(
    tables: GameTables, state: GameState, squares: Mask, square: int, splits: int, unique: Mask
) -> Mask:
    """The squares on which an action changes all scores as it does on this one. For `splits` and
    `unique` see best_squares."""
    here = square_mask(square)
    if has_squares(here & unique):
        return here
    group = squares & get_mask(tables.squares_of, tables.kinds[square]) & ~unique
    for index in range(splits):
        other = get_mask(state.masks, SPLIT + index)
        group = group & other if has_squares(other & here) else group & ~other
    return group


def near_origins(tables: GameTables, state: GameState) -> Mask:
    """The squares that icons came from which score their neighbours, and these neighbours."""
    origins = empty_mask()
    for player in range(tables.players):
        origins = origins | get_mask(state.masks, ORIGINS + player)
    return origins | adjacent_squares(tables, origins)


def classify_squares(tables: GameTables, state: GameState) -> int:
    """Divide squares into classes, besides their types: set masks from SPLIT on, and return their
    number. Where scores count lines, the first LINE_SPLITS are those of classify_by_lines."""
    if not tables.n_board_kinds:
        return 0
    splits = 0
    if tables.has_score[CROSSED_LINE] or tables.has_score[INTACT_LINE]:
        classify_by_lines(tables, state)
        splits = LINE_SPLITS
    set_mask(state.masks, SPLIT + splits, get_mask(state.masks, CROSSED))
    splits += 1
    if tables.any_capacity:
        set_mask(state.masks, SPLIT + splits, last_taking_squares(tables, state))
        splits += 1
    return splits


def classify_by_lines(tables: GameTables, state: GameState) -> None:
    """Set four masks: the squares that alone keep their row, or their column, from being crossed
    out; and the squares whose row, or whose column, is intact. All squares of a line that is
    crossed out count for the first."""
    uncrossed, destroyed = unused_squares(state), destroyed_squares(state)
    for index in range(LINE_SPLITS):
        set_mask(state.masks, SPLIT + index, empty_mask())
    for index in range(tables.rows + tables.columns):
        line = get_mask(tables.lines, index)
        split = SPLIT if index < tables.rows else SPLIT + 1
        if tables.has_score[CROSSED_LINE]:
            last = line & uncrossed
            if not has_squares(last):
                set_mask(state.masks, split, get_mask(state.masks, split) | line)
            elif not has_squares(without_lowest(last)):
                set_mask(state.masks, split, get_mask(state.masks, split) | last)
        if tables.has_score[INTACT_LINE] and not has_squares(line & destroyed):
            set_mask(state.masks, split + 2, get_mask(state.masks, split + 2) | line)


def squares_deciding_lines(tables: GameTables, state: GameState) -> Mask:
    """The squares whose destruction changes the number of lines crossed out or intact."""
    squares = empty_mask()
    if tables.has_score[CROSSED_LINE] or tables.has_score[INTACT_LINE]:
        for index in range(LINE_SPLITS):
            squares = squares | get_mask(state.masks, SPLIT + index)
    return squares


def last_taking_squares(tables: GameTables, state: GameState) -> Mask:
    """The squares with a capacity that can be taken only once more."""
    squares = empty_mask()
    for kind in range(tables.types):
        if tables.capacities[kind]:
            of_kind = get_mask(state.masks, FREE) & get_mask(tables.squares_of, kind)
            while has_squares(of_kind):
                square = lowest_square(of_kind)
                of_kind = without_lowest(of_kind)
                if tables.capacities[kind] == state.times_taken[square] + 1:
                    squares = squares | square_mask(square)
    return squares


def baseline(tables: GameTables, state: GameState, player: int) -> int:
    """The highest score of an opponent."""
    return best_opponent(tables, state, player)


def action_value(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    player: int,
    action: int,
    best_other: int,
) -> int:
    """The player's margin after an action and before its steps, without any trial; `best_other` is
    the baseline."""
    squares = tables.squares
    first_icon = 2 * squares + 1
    if action < squares:
        return taking_value(tables, state, player, action, best_other)
    if action < 2 * squares:
        return destroying_value(tables, state, player, action - squares, best_other)
    if action < first_icon:
        return score(tables, state, player) - best_other
    if action < first_icon + tables.types:
        return gaining_value(tables, state, player, action - first_icon)
    return scratching_value(tables, state, player, action - first_icon - tables.types)


def score_margin(tables: GameTables, state: GameState, player: int) -> int:
    """A player's score minus the best score of an opponent."""
    return score(tables, state, player) - best_opponent(tables, state, player)


def icon_value(
    tables: GameTables, state: GameState, player: int, kind: int, best_other: int
) -> int:
    """The margin with one icon more, where nothing but the icons of its type affects its worth."""
    index = player * tables.types + kind
    state.counts[index] += 1
    if tables.recounted[kind]:
        best_other = best_opponent_with(tables, state, player, kind)
    value = score_with(tables, state, player, kind) - best_other
    state.counts[index] -= 1
    return value


def taking_value(
    tables: GameTables, state: GameState, player: int, square: int, best_other: int
) -> int:
    kind = tables.kinds[square]
    if not tables.squares_matter[kind]:
        return icon_value(tables, state, player, kind, best_other)
    free, crossed = is_free(state, square), is_crossed(state, square)
    mark_taking(tables, state, player, square)
    value = score_margin(tables, state, player)
    undo_taking(tables, state, player, square, free, crossed)
    return value


def destroying_value(
    tables: GameTables, state: GameState, player: int, square: int, best_other: int
) -> int:
    if not tables.squares_matter[tables.kinds[square]]:
        return score(tables, state, player) - best_other
    free, crossed = is_free(state, square), is_crossed(state, square)
    destroy(tables, state, square)
    value = score_margin(tables, state, player)
    set_square(tables, state, square, free, crossed)
    return value


def gaining_value(tables: GameTables, state: GameState, player: int, kind: int) -> int:
    """The margin after an icon is added that comes from no square."""
    use_slots(tables, state, player, 1)
    change_icons(tables, state, player, kind, 1)
    value = score_margin(tables, state, player)
    change_icons(tables, state, player, kind, -1)
    use_slots(tables, state, player, -1)
    return value


def scratching_value(tables: GameTables, state: GameState, player: int, index: int) -> int:
    """The margin after an icon is scratched out; `index` counts first by owner and type, then by
    owner and square, like actions (see engine.py)."""
    from_square = index - tables.players * tables.types
    if from_square >= 0:
        owner = from_square // tables.squares
        square = from_square % tables.squares
        index = owner * tables.types + tables.kinds[square]
        change_origin(tables, state, owner, square, -1)
    owner, kind = index // tables.types, index % tables.types
    change_icons(tables, state, owner, kind, -1)
    value = score_margin(tables, state, player)
    change_icons(tables, state, owner, kind, 1)
    if from_square >= 0:
        change_origin(tables, state, owner, square, 1)
    return value


def random_square(state: GameState, mask: Mask) -> int:
    """A square of a mask that is not empty, each equally likely."""
    for _ in range(random_below(state, count_squares(mask))):
        mask = without_lowest(mask)
    return lowest_square(mask)


def add_children(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    tree: Numbers,
    node: int,
    candidates: int,
) -> None:
    """Add the children of a node in a tree search. Of the squares of a type with the best margin,
    take one that an opponent could take now, and one that none could: who may still take what
    decides the end of the game."""
    player = state.turn[DECIDER]
    best_other = best_opponent(tables, state, player)
    takes, destroys = get_mask(state.masks, TAKES), get_mask(state.masks, DESTROYS)
    if not (has_squares(takes) or has_squares(destroys)):
        for index in range(list_actions(tables, state)):
            action = state.actions[index]
            value = action_value(tables, state, state, player, action, best_other)
            insert_child(tree, node, candidates, action, value)
        return
    near = near_origins(tables, state) if tables.any_neighbour_points else empty_mask()
    scoring = get_mask(tables.marks, SCORES_NEIGHBOURS)
    splits = classify_squares(tables, state)
    contested = contested_squares(tables, state, player)
    for kind in range(2 * tables.types):
        is_destroyed = kind >= tables.types
        first = tables.squares if is_destroyed else 0
        group = destroys if is_destroyed else takes
        group = group & get_mask(tables.squares_of, kind - tables.types if is_destroyed else kind)
        if has_squares(group):
            unique = (
                near & (get_mask(state.masks, CROSSED) | scoring)
                if is_destroyed
                else near | scoring
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
