"""A game on a board as programs play it: its Engine, and its match.

A greedy player maximizes the margin after the action; of equally good ones it prefers taking to
stopping, and stopping to destroying. It looks at one square of each class: see classify_squares.
"""

from itertools import pairwise

from generator.games.magnetmen import engine as e
from generator.games.magnetmen import primitives as p
from generator.games.magnetmen import tables as t
from generator.games.magnetmen.engine import (
    GameState,
    adjacent_squares,
    advance,
    change_icon,
    icon_of,
    list_actions,
    lowest_and_highest,
    mark_taking,
    points_of_type,
    set_square,
    standing,
    takeable_squares,
    unused_squares,
    visible_squares,
)
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.tables import GameTables, game_tables
from generator.play.engine import BEYOND_VALUES, WIN_PARTS, Numbers
from generator.play.masks import (
    Mask,
    copy_masks,
    copy_numbers,
    count_squares,
    empty_mask,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    square_mask,
    without_lowest,
)
from generator.play.players import Engine, insert_child, random_below
from generator.play.players import add_children as add_every_child
from generator.play.series import Match


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    copy_masks(target.masks, source.masks)
    copy_numbers(target.counts, source.counts)
    copy_numbers(target.points, source.points)
    copy_numbers(target.totals, source.totals)
    if tables.n_same_as_kinds:
        copy_numbers(target.scores, source.scores)
    if tables.n_board_kinds:
        copy_numbers(target.board_points, source.board_points)
    copy_numbers(target.takings, source.takings)
    copy_numbers(target.used_slots, source.used_slots)
    copy_numbers(target.out, source.out)
    copy_numbers(target.turn, source.turn)
    if tables.any_capacity:
        copy_numbers(target.times_taken, source.times_taken)
    if tables.any_neighbour_points:
        copy_numbers(target.origins, source.origins)
    for index in range(source.turn[e.DEPTH] * e.FRAME):
        target.stack[index] = source.stack[index]


def decider(tables: GameTables, state: GameState) -> int:
    return -1 if state.turn[e.NEED] == e.OVER else state.turn[e.DECIDER]


def is_turn(tables: GameTables, state: GameState) -> bool:
    return state.turn[e.NEED] == e.TURN


def outcome(tables: GameTables, state: GameState, player: int) -> int:
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
    """Taking or destroying squares of a type, or the action itself."""
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
    takes = get_mask(state.masks, e.TAKES)
    total = count_squares(takes)
    counters[block + tables.kinds[action] * KIND_COUNTERS + PICKS] += 1
    for kind in range(tables.types):
        share = count_squares(takes & get_mask(tables.squares_of, kind)) * WHOLE // total
        counters[block + kind * KIND_COUNTERS + CHANCES] += share


def note_end(tables: GameTables, state: GameState, counters: Numbers, block: int) -> None:
    for player in range(tables.players):
        share = outcome(tables, state, player)
        low, high = lowest_and_highest(tables, state, player, -1, 0)
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            if own:
                row = block + kind * KIND_COUNTERS
                points = state.points[player * tables.types + kind]
                points += own * tables.amounts[p.LOWEST + kind] * low
                points += own * tables.amounts[p.HIGHEST + kind] * high
                counters[row + ICONS] += own
                counters[row + POINTS] += points
                counters[row + OWNERS] += 1
                counters[row + WON_POINTS] += points * share
                counters[row + OWNERS_WON] += share


def own_counter(tables: GameTables, state: GameState) -> int:
    """The squares that nobody used."""
    return count_squares(unused_squares(state))


def greedy_action(tables: GameTables, state: GameState, trial: GameState) -> int:
    player = state.turn[e.DECIDER]
    best_other = baseline(tables, state, player)
    takes, destroys = get_mask(state.masks, e.TAKES), get_mask(state.masks, e.DESTROYS)
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
    stops = state.turn[e.MAY_STOP] and (value > best or not has_squares(takes))
    if stops:
        best = value
    if has_squares(destroys):
        relevant = destroys & get_mask(state.masks, e.SPLIT + 1)
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
    unique = get_mask(state.masks, e.SPLIT)
    while has_squares(squares):
        square = lowest_square(squares)
        here = square_mask(square)
        group = here
        if not has_squares(here & unique):
            group = squares & get_mask(tables.squares_of, tables.kinds[square]) & ~unique
            for index in range(e.SPLIT + 2, e.SPLIT + splits):
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
    near, scoring = empty_mask(), get_mask(tables.marks, t.SCORES_NEIGHBOURS)
    if tables.any_neighbour_points:
        for player in range(tables.players):
            near = near | get_mask(state.masks, e.ORIGINS + player)
        near = near | adjacent_squares(tables, near)
    relevant = near & (get_mask(state.masks, e.CROSSED) | scoring)
    relevant, splits = relevant | get_mask(tables.marks, t.COUNTED_SQUARES), 2
    set_mask(state.masks, e.SPLIT + splits, get_mask(state.masks, e.CROSSED))
    splits += 1
    if tables.any_capacity:  # squares that can be taken only once more
        last = empty_mask()
        squares = get_mask(state.masks, e.FREE) & get_mask(tables.marks, t.HAS_CAPACITY)
        while has_squares(squares):
            square = lowest_square(squares)
            squares = without_lowest(squares)
            if tables.amounts[p.CAPACITY + tables.kinds[square]] == state.times_taken[square] + 1:
                last = last | square_mask(square)
        set_mask(state.masks, e.SPLIT + splits, last)
        splits += 1
    if tables.any_crossed_line or tables.any_intact_line:
        classify_by_lines(tables, state, e.SPLIT + splits)
        for index in range(4):
            relevant = relevant | get_mask(state.masks, e.SPLIT + splits + index)
        splits += 4 if tables.any_intact_line else 2
    set_mask(state.masks, e.SPLIT, near | scoring)
    set_mask(state.masks, e.SPLIT + 1, relevant)
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


def baseline(tables: GameTables, state: GameState, player: int, changed: int = -1) -> int:
    """The highest score of an opponent. If the player's icons of the type `changed` (-1: none)
    changed after state.points, opponents' points of it are counted anew."""
    best = -BEYOND_VALUES
    for other in range(tables.players):
        if other != player:
            points = points_of_type(tables, state, other, changed) if changed >= 0 else 0
            same = changed < 0 or points == state.points[other * tables.types + changed]
            best = max(best, standing(tables, state, other, -1 if same else changed, points))
    return best


def action_value(
    tables: GameTables,
    state: GameState,
    trial: GameState,
    player: int,
    action: int,
    best_other: int,
) -> int:
    """The player's margin after an action and before its steps; `best_other` is the best opponent's
    score. The state is changed and changed back."""
    if action < tables.squares:
        kind = tables.kinds[action]
        if tables.squares_matter[kind]:
            return square_value(tables, state, player, action, True)
        state.counts[player * tables.types + kind] += 1  # only icons of the type change scores
        if tables.recounted[kind]:
            best_other = baseline(tables, state, player, kind)
        points = points_of_type(tables, state, player, kind)
        value = standing(tables, state, player, kind, points) - best_other
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
    here, kind = square_mask(square), tables.kinds[square]
    free = has_squares(get_mask(state.masks, e.FREE) & here)
    crossed = has_squares(get_mask(state.masks, e.CROSSED) & here)
    if takes:
        mark_taking(tables, state, player, square)
    else:
        set_square(tables, state, square, False, False)
    value = standing(tables, state, player) - baseline(tables, state, player)
    if takes:
        change_icon(tables, state, player, kind, square, -1, -1)
        if tables.amounts[p.CAPACITY + kind]:
            state.times_taken[square] -= 1
    set_square(tables, state, square, free, crossed)
    return value


def random_square(state: GameState, mask: Mask) -> int:
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
    """Of a type's squares with the best margin, one that an opponent could take now, and one that
    none could: who may still take what decides the end of the game."""
    player = state.turn[e.DECIDER]
    best_other = baseline(tables, state, player)
    takes, destroys = get_mask(state.masks, e.TAKES), get_mask(state.masks, e.DESTROYS)
    if not has_squares(takes) and not has_squares(destroys):
        add_every_child(tables, state, trial, tree, node, candidates)
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
    if state.turn[e.MAY_STOP]:
        value = standing(tables, state, player) - best_other
        insert_child(tree, node, candidates, 2 * tables.squares, value)


ENGINE = Engine(
    start_game=copy_state,
    copy_state=copy_state,
    decider=decider,
    list_actions=list_actions,
    apply=e.apply,
    standing=standing,
    outcome=outcome,
    state_value=standing,
    baseline=baseline,
    action_class=action_class,
    is_turn=is_turn,
    note_action=note_action,
    note_end=note_end,
    own_counter=own_counter,
    greedy_action=greedy_action,
    action_value=action_value,
    add_children=add_children,
)


def start_state(tables: GameTables) -> GameState:
    players, types, squares = tables.players, tables.types, tables.squares
    origins = players * squares * tables.any_neighbour_points
    actions = 2 * squares + 1 + types + players * types + origins
    most_steps = max(end - first for first, end in pairwise(tables.first_step))
    lengths = dict.fromkeys(("totals", "scores", "used_slots", "out"), players)
    lengths |= dict.fromkeys(("counts", "points", "takings"), players * types)
    lengths |= {"masks": e.MASKS, "turn": e.TURN_NUMBERS, "origins": origins}
    lengths |= {"stack": e.FRAME * max(1, tables.slots * most_steps), "random": 4}
    lengths |= {"times_taken": squares * tables.any_capacity}
    lengths |= {"actions": actions, "values": actions}
    numbers = {name: [0] * length for name, length in lengths.items()}
    state = GameState(board_points=list(tables.fresh_points), **numbers)
    state.masks[e.FREE] = (1 << squares) - 1
    state.turn[e.PLAYER] = players - 1  # whose turn has just ended
    state.random[:] = [1] * 4
    advance(tables, state)
    return state


def match_of(board: Board) -> Match:
    tables = game_tables(board)
    return Match(ENGINE, tables, start_state(tables), tables.types * KIND_COUNTERS)
