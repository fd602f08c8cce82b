"""A game on a board as programs play it: what play/engine.py asks of it, and its match.

All but the last part belongs to the kernel, as engine.py does. A greedy player maximizes the margin
after the action. Among equally good actions it chooses at random, except that it prefers taking to
stopping, and stopping to destroying. Only one square of each class is looked at: see
classify_squares.
"""

import sys

from generator.games.magnetmen import engine, tables
from generator.games.magnetmen.engine import (
    CROSSED,
    DECIDER,
    DEPTH,
    DESTROYS,
    FRAME,
    FREE,
    MASKS,
    MAY_STOP,
    NEED,
    ORIGINS,
    OVER,
    PLAYER,
    SPLIT,
    TAKES,
    TURN,
    TURN_NUMBERS,
    GameState,
    adjacent_squares,
    advance,
    change_icon,
    icon_of,
    list_actions,
    lowest_and_highest,
    mark_taking,
    set_square,
    standing,
    standing_with,
    takeable_squares,
    unused_squares,
    visible_squares,
)
from generator.games.magnetmen.primitives import CAPACITY, HIGHEST, LOWEST
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.tables import (
    COUNTED_SQUARES,
    HAS_CAPACITY,
    SCORES_NEIGHBOURS,
    GameTables,
    game_tables,
)
from generator.play.engine import BEYOND_VALUES, WIN_PARTS, Numbers
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
from generator.play.players import insert_child, random_below
from generator.play.series import Match


def start_game(tables: GameTables, state: GameState, start: GameState) -> None:
    copy_state(tables, state, start)


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    target.masks[:] = source.masks
    target.counts[:] = source.counts
    target.points[:] = source.points
    target.totals[:] = source.totals
    if tables.n_same_as_kinds:
        target.scores[:] = source.scores
    if tables.n_board_kinds:
        target.board_points[:] = source.board_points
    target.takings[:] = source.takings
    target.used_slots[:] = source.used_slots
    target.out[:] = source.out
    target.turn[:] = source.turn
    if tables.any_capacity:
        target.times_taken[:] = source.times_taken
    if tables.any_neighbour_points:
        target.origins[:] = source.origins
    for index in range(source.turn[DEPTH] * FRAME):
        target.stack[index] = source.stack[index]


def decider(tables: GameTables, state: GameState) -> int:
    return -1 if state.turn[NEED] == OVER else state.turn[DECIDER]


def is_turn(tables: GameTables, state: GameState) -> bool:
    return state.turn[NEED] == TURN


def outcome(tables: GameTables, state: GameState, player: int) -> int:
    """A player's share of the win, which all with the best score share."""
    best = standing(tables, state, player)
    winners = 0
    for other in range(tables.players):
        points = standing(tables, state, other)
        if points > best:
            return 0
        if points == best:
            winners += 1
    return WIN_PARTS // winners


def action_class(tables: GameTables, action: int) -> int:
    """The class of an action: taking or destroying squares of a type, or the action itself."""
    if action >= 2 * tables.squares:
        return action
    destroys = action // tables.squares
    return destroys * tables.types + tables.kinds[action - destroys * tables.squares]


# Counters of a type, over a block of games: takings; expected takings if players chose squares at
# random, in units of 1 / WHOLE; icons at the end, and their points; points in winners' scores, in
# units of 1 / WIN_PARTS; players who have any; their wins, in the same units.
PICKS, CHANCES, ICONS, POINTS, WON_POINTS, OWNERS, OWNERS_WON = range(7)
KIND_COUNTERS = 7
WHOLE = 1 << 20


def note_action(
    tables: GameTables, state: GameState, action: int, counters: Numbers, block: int
) -> None:
    if action >= tables.squares:
        return
    takes = get_mask(state.masks, TAKES)
    total = count_squares(takes)
    counters[block + tables.kinds[action] * KIND_COUNTERS + PICKS] += 1
    for kind in range(tables.types):
        share = count_squares(takes & get_mask(tables.squares_of, kind)) * WHOLE // total
        counters[block + kind * KIND_COUNTERS + CHANCES] += share


def note_end(tables: GameTables, state: GameState, counters: Numbers, block: int) -> None:
    for player in range(tables.players):
        share = outcome(tables, state, player)
        low, high = lowest_and_highest(tables, state, player, -1)
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            if own:
                row = block + kind * KIND_COUNTERS
                points = state.points[player * tables.types + kind]
                points += own * (
                    tables.amounts[LOWEST + kind] * low + tables.amounts[HIGHEST + kind] * high
                )
                counters[row + ICONS] += own
                counters[row + POINTS] += points
                counters[row + OWNERS] += 1
                counters[row + WON_POINTS] += points * share
                counters[row + OWNERS_WON] += share


def own_counter(tables: GameTables, state: GameState) -> int:
    """The squares that nobody used."""
    return count_squares(unused_squares(state))


# Greedy players and tree search.


def greedy_action(tables: GameTables, state: GameState, trial: GameState) -> int:
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
    is the action on square 0, `best_other` see action_value, `splits` see classify_squares."""
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
    if tables.any_capacity:  # squares that can be taken only once more
        last = empty_mask()
        squares = get_mask(state.masks, FREE) & get_mask(tables.marks, HAS_CAPACITY)
        while has_squares(squares):
            square = lowest_square(squares)
            squares = without_lowest(squares)
            if tables.amounts[CAPACITY + tables.kinds[square]] == state.times_taken[square] + 1:
                last = last | square_mask(square)
        set_mask(state.masks, SPLIT + splits, last)
        splits += 1
    if tables.any_crossed_line or tables.any_intact_line:
        classify_by_lines(tables, state, SPLIT + splits)
        for index in range(4):
            relevant = relevant | get_mask(state.masks, SPLIT + splits + index)
        splits += 4 if tables.any_intact_line else 2
    set_mask(state.masks, SPLIT, near | scoring)
    set_mask(state.masks, SPLIT + 1, relevant)
    return splits


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
    """What searching players pass to action_value, too: they find it by this name."""
    return best_opponent(tables, state, player, -1)


def best_opponent(tables: GameTables, state: GameState, player: int, changed: int) -> int:
    """The highest score of an opponent; for `changed` see engine.standing_with."""
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
    back. `best_other` is the highest score of an opponent."""
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
        if tables.amounts[CAPACITY + kind]:
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


# The match.

KERNEL = tables, engine, sys.modules[__name__]


def start_state(tables: GameTables) -> GameState:
    players, types, squares = tables.players, tables.types, tables.squares
    origins = players * squares * tables.any_neighbour_points
    actions = 2 * squares + 1 + types + players * types + origins
    masks = [0] * MASKS
    masks[FREE] = (1 << squares) - 1
    turn = [0] * TURN_NUMBERS
    turn[PLAYER] = players - 1  # whose turn has just ended
    most_steps = max(
        end - first for first, end in zip(tables.first_step, tables.first_step[1:], strict=False)
    )
    state = GameState(
        masks=masks,
        counts=[0] * (players * types),
        points=[0] * (players * types),
        totals=[0] * players,
        scores=[0] * players,
        board_points=list(tables.fresh_points),
        takings=[0] * (players * types),
        used_slots=[0] * players,
        out=[0] * players,
        times_taken=[0] * (squares * tables.any_capacity),
        origins=[0] * origins,
        turn=turn,
        stack=[0] * (FRAME * max(1, tables.slots * most_steps)),
        actions=[0] * actions,
        values=[0] * actions,
        random=[1] * 4,
    )
    advance(tables, state)
    return state


def match_of(board: Board) -> Match:
    tables = game_tables(board)
    return Match(KERNEL, tables, start_state(tables), tables.types * KIND_COUNTERS)
