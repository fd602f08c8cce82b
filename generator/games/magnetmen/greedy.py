"""Magnetmen's own part of its players: greedy actions, values of actions, children in a tree.

Part of the kernel, see play/players.py. A greedy player maximizes the margin after the action.
Among equally good actions it chooses at random, except that it prefers taking to stopping, and
stopping to destroying. Only one square of each class is looked at: see classify_squares.
"""

from generator.games.magnetmen.engine import (
    CROSSED,
    DECIDER,
    DESTROYS,
    FREE,
    MAY_STOP,
    ORIGINS,
    SPLIT,
    TAKES,
    GameState,
    adjacent_squares,
    change_icon,
    icon_of,
    list_actions,
    mark_taking,
    set_square,
    standing,
    standing_with,
    takeable_squares,
    unused_squares,
    visible_squares,
)
from generator.games.magnetmen.tables import (
    COUNTED_SQUARES,
    HAS_CAPACITY,
    SCORES_NEIGHBOURS,
    GameTables,
)
from generator.play.engine import BEYOND_VALUES, Numbers
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


def greedy_action(tables: GameTables, state: GameState, trial: GameState) -> int:
    """An action with the best margin after it."""
    player = state.turn[DECIDER]
    best_other = baseline(tables, state, player)
    takes, destroys = get_mask(state.masks, TAKES), get_mask(state.masks, DESTROYS)
    if not has_squares(takes) and not has_squares(destroys):
        best, ties, chosen_action = -BEYOND_VALUES, 0, 0
        for index in range(list_actions(tables, state)):
            action = state.actions[index]
            value = action_value(tables, state, trial, player, action, best_other)
            if value > best:
                best, ties = value, 0
            if value == best:
                ties += 1
                if random_below(state, ties) == 0:
                    chosen_action = action
        return chosen_action
    splits = classify_squares(tables, state)
    best, best_takes = best_squares(tables, state, player, takes, 0, best_other, splits)
    value = standing(tables, state, player) - best_other
    stops = state.turn[MAY_STOP] and (value > best or not has_squares(takes))
    if stops:
        best = value
    if has_squares(destroys):
        relevant = destroys & get_mask(state.masks, SPLIT + 1)
        destroying, best_destroys = best_squares(
            tables, state, player, relevant, tables.squares, best_other, splits
        )
        if value >= destroying and has_squares(destroys & ~relevant):
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
) -> tuple[int, Mask]:
    """The best margin after an action on one of the squares, and all squares that have it. `first`
    is the action on square 0, `best_other` the baseline, `splits` see classify_squares."""
    best, best_of = -BEYOND_VALUES, empty_mask()
    unique = get_mask(state.masks, SPLIT)
    while has_squares(squares):
        square = lowest_square(squares)
        here = square_mask(square)
        group = here
        if not has_squares(here & unique):
            group = squares & get_mask(tables.squares_of, tables.kinds[square]) & ~unique
            for index in range(SPLIT + 2, SPLIT + splits):
                other = get_mask(state.masks, index)
                group = group & other if has_squares(other & here) else group & ~other
        squares = squares & ~group
        value = action_value(tables, state, state, player, first + square, best_other)
        if value > best:
            best, best_of = value, group
        elif value == best:
            best_of = best_of | group
    return best, best_of


def classify_squares(tables: GameTables, state: GameState) -> int:
    """Divide squares into classes: an action on one of a class changes all scores as it does on
    another. Set masks from SPLIT on, and return their number. Each square of the first mask is a
    class of its own; types and the other masks divide the rest."""
    if not tables.n_board_kinds and not tables.any_neighbour_points:
        return 2
    near, scoring = empty_mask(), get_mask(tables.marks, SCORES_NEIGHBOURS)
    if tables.any_neighbour_points:
        for player in range(tables.players):
            near = near | get_mask(state.masks, ORIGINS + player)
        near = near | adjacent_squares(tables, near)
    relevant = near & (get_mask(state.masks, CROSSED) | scoring)
    relevant, splits = relevant | get_mask(tables.marks, COUNTED_SQUARES), 2
    set_mask(state.masks, SPLIT + splits, get_mask(state.masks, CROSSED))
    splits += 1
    if tables.any_capacity:
        set_mask(state.masks, SPLIT + splits, last_taking_squares(tables, state))
        splits += 1
    if tables.any_crossed_line or tables.any_intact_line:
        classify_by_lines(tables, state, SPLIT + splits)
        for index in range(4):
            relevant = relevant | get_mask(state.masks, SPLIT + splits + index)
        splits += 4 if tables.any_intact_line else 2
    set_mask(state.masks, SPLIT, near | scoring)
    set_mask(state.masks, SPLIT + 1, relevant)
    return splits


def last_taking_squares(tables: GameTables, state: GameState) -> Mask:
    """The squares with a capacity that can be taken only once more."""
    last = empty_mask()
    squares = get_mask(state.masks, FREE) & get_mask(tables.marks, HAS_CAPACITY)
    while has_squares(squares):
        square = lowest_square(squares)
        squares = without_lowest(squares)
        if tables.capacities[tables.kinds[square]] == state.times_taken[square] + 1:
            last = last | square_mask(square)
    return last


def classify_by_lines(tables: GameTables, state: GameState, first: int) -> None:
    """Set four masks: the squares that alone keep their row, or their column, from being crossed
    out, and all squares of one that is; the squares whose row, or whose column, is intact."""
    unused, visible = unused_squares(state), visible_squares(state)
    for index in range(first, first + 4):
        set_mask(state.masks, index, empty_mask())
    for place in range(tables.rows + tables.columns):
        column = place - tables.rows
        line = (
            get_mask(tables.row_of, place * tables.columns)
            if column < 0
            else get_mask(tables.column_of, column)
        )
        index, last = first + int(column >= 0), line & unused
        if tables.any_crossed_line and not has_squares(without_lowest(last)):
            last = last if has_squares(last) else line
            set_mask(state.masks, index, get_mask(state.masks, index) | last)
        if tables.any_intact_line and not has_squares(line & ~visible):
            set_mask(state.masks, index + 2, get_mask(state.masks, index + 2) | line)


def baseline(tables: GameTables, state: GameState, player: int) -> int:
    """The highest score of an opponent."""
    return best_opponent(tables, state, player, -1)


def best_opponent(tables: GameTables, state: GameState, player: int, changed: int) -> int:
    """The same; for `changed` see engine.standing_with."""
    best = -BEYOND_VALUES
    for other in range(tables.players):
        if other != player:
            best = max(best, standing_with(tables, state, other, changed))
    return best


def action_value(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    player: int,
    action: int,
    best_other: int,
) -> int:
    """The player's margin after an action and before its steps: the state is changed and changed
    back. `best_other` is the baseline."""
    if action < tables.squares:
        kind = tables.kinds[action]
        if tables.squares_matter[kind]:
            return square_value(tables, state, player, action, True)
        state.counts[player * tables.types + kind] += 1  # only icons of the type change scores
        if tables.recounted[kind]:
            best_other = best_opponent(tables, state, player, kind)
        value = standing_with(tables, state, player, kind) - best_other
        state.counts[player * tables.types + kind] -= 1
        return value
    if action < 2 * tables.squares:
        if tables.squares_matter[tables.kinds[action - tables.squares]]:
            return square_value(tables, state, player, action - tables.squares, False)
    elif action > 2 * tables.squares:
        owner, kind, square, change = icon_of(tables, player, action)
        slots = max(0, change)
        change_icon(tables, state, owner, kind, square, change, slots)
        value = standing(tables, state, player) - baseline(tables, state, player)
        change_icon(tables, state, owner, kind, square, -change, -slots)
        return value
    return standing(tables, state, player) - best_other


def square_value(
    tables: GameTables, state: GameState, player: int, square: int, takes: bool
) -> int:
    """The margin after a square is taken, or destroyed."""
    here, kind = square_mask(square), tables.kinds[square]
    free = has_squares(get_mask(state.masks, FREE) & here)
    crossed = has_squares(get_mask(state.masks, CROSSED) & here)
    if takes:
        mark_taking(tables, state, player, square)
    else:
        set_square(tables, state, square, False, False)
    value = standing(tables, state, player) - baseline(tables, state, player)
    if takes:
        change_icon(tables, state, player, kind, square, -1, -1)
        if tables.capacities[kind]:
            state.times_taken[square] -= 1
    set_square(tables, state, square, free, crossed)
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
    best_other = baseline(tables, state, player)
    takes, destroys = get_mask(state.masks, TAKES), get_mask(state.masks, DESTROYS)
    if not has_squares(takes) and not has_squares(destroys):
        for index in range(list_actions(tables, state)):
            action = state.actions[index]
            value = action_value(tables, state, trial, player, action, best_other)
            insert_child(tree, node, candidates, action, value)
        return
    splits = classify_squares(tables, state)
    contested = empty_mask()
    for other in range(tables.players):
        if other != player and not state.out[other]:
            contested = contested | takeable_squares(tables, state, other, 1)
    for place in range(2 * tables.types):
        first = 0 if place < tables.types else tables.squares
        group = destroys if first else takes
        group = group & get_mask(tables.squares_of, place % tables.types)
        if has_squares(group):
            value, best_of = best_squares(tables, state, player, group, first, best_other, splits)
            for squares in (best_of & contested, best_of & ~contested):
                if has_squares(squares):
                    action = first + random_square(state, squares)
                    insert_child(tree, node, candidates, action, value)
    if state.turn[MAY_STOP]:
        value = standing(tables, state, player) - best_other
        insert_child(tree, node, candidates, 2 * tables.squares, value)
