"""The rules of Magnetmen, compiled by numba: what may be taken, what icons are worth, actions.

Whatever changes a square or an icon counts the points anew that depend on it. An action is a
number. With n squares, t types and p players it is, in rising order: n to take a square; n to
destroy one; 1 to pass or stop; t to gain an icon of a type; p * t to destroy (scratch out) an icon
of a player's type; p * n to scratch out a player's icon by the square it came from, where icons
score their neighbours.
"""

from typing import Annotated, NamedTuple

from generator.games.magnetmen import primitives as p
from generator.games.magnetmen import tables as t
from generator.games.magnetmen.tables import GameTables, PerType
from generator.play.engine import BEYOND_VALUES, MAX_PLAYERS, Numbers
from generator.play.kernel import Length
from generator.play.masks import (
    Mask,
    Masks,
    count_squares,
    empty_mask,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    square_mask,
    without_lowest,
)

FOUR = 4  # of a kind end a player's turns under the advanced rules (facts: Rules)

# GameState.masks. FREE squares can be taken; they are neither crossed out nor destroyed, except
# that a Police square is crossed out by its first taking and still free. CROSSED squares are
# crossed out and still on the board; squares in neither are destroyed. TAKES and DESTROYS are the
# squares that the player to decide may take and destroy. TOOK + player: the squares the player ever
# took. ORIGINS + player: the squares of icons that score their neighbours. REPELS + 3 * player and
# the two after it: the squares of all types of which the player has at least one, two, three.
# From SPLIT on: scratch of greedy players.
FREE, CROSSED, TAKES, DESTROYS, TOOK = range(5)
ORIGINS = TOOK + MAX_PLAYERS
REPELS = ORIGINS + MAX_PLAYERS
SPLIT = REPELS + 3 * MAX_PLAYERS
MASKS = SPLIT + 8

# GameState.turn. PLAYER has the turn; DECIDER decides what NEED says; PASSES counts consecutive
# turns without a move, DEPTH the frames on the stack; MAY_STOP: whether the decider may pass or
# stop; STALE: bits of the players whose GameState.scores are out of date.
PLAYER, PASSES, DEPTH, DECIDER, NEED, MAY_STOP, STALE = range(7)
TURN_NUMBERS = 7
TURN, STEP, OVER = range(3)  # NEED: a turn, a step of a power, nothing because the game is over

# GameState.stack, a frame: the step; bits of the players who have yet to carry it out; how often
# the first of them still does; the square whose taking brought it.
WHICH, WHO, LEFT, ROOT = range(4)
FRAME = 4
COUNT, OPTIONAL, STEP_WHO, LINE, IGNORING, NO_SAME = range(1, t.STEP_WIDTH)  # see primitives.Step

PerPlayer = Annotated[Numbers, Length(MAX_PLAYERS)]
PerPlayerAndType = Annotated[Numbers, Length(MAX_PLAYERS * p.MAX_TYPES)]
PerAction = Annotated[
    Numbers,
    Length(2 * t.MAX_SQUARES + 1 + p.MAX_TYPES + MAX_PLAYERS * (p.MAX_TYPES + t.MAX_SQUARES)),
]


class GameState(NamedTuple):
    """All that changes in a game. Arrays by player and something list the first player first."""

    masks: Annotated[Masks, Length(MASKS, words=2)]  # see FREE
    counts: PerPlayerAndType  # icons
    points: PerPlayerAndType  # of these icons, without scores of the lowest or highest other type
    totals: PerPlayer  # the sum of these points
    scores: PerPlayer  # with those scores, see STALE
    board_points: PerType  # of an icon, for squares and lines of the board
    takings: PerPlayerAndType  # squares taken
    used_slots: PerPlayer
    out: PerPlayer  # 1 for who takes no more turns
    times_taken: Annotated[Numbers, Length(t.MAX_SQUARES)]
    origins: Annotated[Numbers, Length(MAX_PLAYERS * t.MAX_SQUARES)]  # icons, see ORIGINS
    turn: Annotated[Numbers, Length(TURN_NUMBERS)]  # see PLAYER
    stack: Annotated[Numbers, Length(2 * t.MAX_SLOTS * FRAME)]  # see WHICH
    actions: PerAction  # scratch for list_actions
    values: PerAction  # scratch, as long as actions
    random: Annotated[Numbers, Length(4)]  # the state of the random numbers: words of 32 bits


def left_and_right(tables: GameTables, mask: Mask) -> Mask:
    not_last, not_first = get_mask(tables.marks, t.NOT_LAST), get_mask(tables.marks, t.NOT_FIRST)
    return (mask & not_last) << 1 | (mask & not_first) >> 1


def above_and_below(tables: GameTables, mask: Mask) -> Mask:
    """Some may be off the board: the caller drops them."""
    return mask << tables.columns | mask >> tables.columns


def adjacent_squares(tables: GameTables, mask: Mask) -> Mask:
    """The squares adjacent to those in a mask (reading 5). Some may be off the board."""
    return left_and_right(tables, mask) | above_and_below(tables, mask)


def unused_squares(state: GameState) -> Mask:
    return get_mask(state.masks, FREE) & ~get_mask(state.masks, CROSSED)


def visible_squares(state: GameState) -> Mask:
    return get_mask(state.masks, FREE) | get_mask(state.masks, CROSSED)


def repelled_squares(tables: GameTables, state: GameState, player: int, icons: Mask) -> Mask:
    """The squares that these icons close to a player: those of a type of which the player has one
    repel sideways, two also up and down, three all around (facts: Rules)."""
    first = REPELS + 3 * player
    ones = get_mask(state.masks, first) & icons
    twos = get_mask(state.masks, first + 1) & icons
    threes = get_mask(state.masks, first + 2) & icons
    return left_and_right(tables, ones) | above_and_below(
        tables, twos | left_and_right(tables, threes)
    )


def unrepelled_squares(tables: GameTables, state: GameState, player: int) -> Mask:
    """The free squares that Repel leaves open; for Astronauts and Doctors it ignores some icons."""
    free, crossed = get_mask(state.masks, FREE), get_mask(state.masks, CROSSED)
    result = free & ~repelled_squares(tables, state, player, free | crossed)
    if tables.repel_varies:
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            repelling = tables.repelling_icons[kind * (tables.slots + 2) + own]
            if repelling != 3:
                own_squares = get_mask(tables.squares_of, kind)
                allowed = free & own_squares
                if repelling == 1:
                    allowed = allowed & ~repelled_squares(tables, state, player, free & ~crossed)
                elif repelling == 2:
                    allowed = allowed & ~repelled_squares(tables, state, player, crossed)
                result = (result & ~own_squares) | allowed
    return result


def barred_squares(tables: GameTables, state: GameState, player: int) -> Mask:
    """What powers close: beside a Singer or an own King, Mail Carriers, types at their limit."""
    crossed, own = get_mask(state.masks, CROSSED), get_mask(state.masks, TOOK + player)
    closing = crossed & get_mask(tables.marks, p.CLOSES_ALL)
    closing = closing | own & visible_squares(state) & get_mask(tables.marks, p.CLOSES_OWN)
    near = adjacent_squares(tables, crossed)
    closed = adjacent_squares(tables, closing) | get_mask(tables.marks, p.NEEDS_SOME) & ~near
    closed = closed | get_mask(tables.marks, p.NEEDS_NONE) & near
    for kind in range(tables.types):
        limit = tables.amounts[p.LIMIT + kind]
        if limit and state.takings[player * tables.types + kind] >= limit:
            closed = closed | get_mask(tables.squares_of, kind)
    return closed


def allowed_squares(tables: GameTables, state: GameState, player: int, repel: int) -> Mask:
    """The squares a player may take, gates that ask for a neighbour aside; repel: 1 or 0."""
    squares = unrepelled_squares(tables, state, player) if repel else get_mask(state.masks, FREE)
    return squares & ~barred_squares(tables, state, player) if tables.has_barriers else squares


def takeable_squares(tables: GameTables, state: GameState, player: int, repel: int) -> Mask:
    """The squares that a player who is not out may take, with or without Repel. Life Guards are
    left out if a neighbour can't take them, who is not asked for theirs (reading 9)."""
    squares = allowed_squares(tables, state, player, repel)
    for side in range(2):
        guards = get_mask(tables.marks, p.ASKS_RIGHT if side else p.ASKS_LEFT)
        if has_squares(squares & guards):
            neighbour = (player - 1 if side else player + 1) % tables.players
            if not state.out[neighbour]:
                guards = guards & ~allowed_squares(tables, state, neighbour, 1)
            squares = squares & ~guards
    return squares


def points_of_type(tables: GameTables, state: GameState, player: int, kind: int) -> int:
    """The points of a player's icons of a type, without scores of the lowest or highest type."""
    own = state.counts[player * tables.types + kind]
    if own == 0:
        return 0
    points = tables.fixed_points[kind * (tables.slots + 2) + own]
    if tables.n_board_kinds:
        points += own * state.board_points[kind]
    if tables.recounted[kind]:
        for record in range(tables.first_score[kind], tables.first_score[kind + 1]):
            what = tables.scores[record * t.SCORE_WIDTH]
            each = tables.scores[record * t.SCORE_WIDTH + 1]
            # Squares beside those, not destroyed since, that icons came from.
            if what == p.ADJACENT:
                origins = get_mask(state.masks, ORIGINS + player) & visible_squares(state)
                origins = origins & get_mask(tables.squares_of, kind)
                while has_squares(origins):
                    square = lowest_square(origins)
                    origins = without_lowest(origins)
                    icons = state.origins[player * tables.squares + square]
                    near = adjacent_squares(tables, square_mask(square))
                    points += each * icons * count_squares(near & get_mask(state.masks, CROSSED))
            elif what in (p.MOST, p.LEAST):  # ties count (reading 1)
                sign = 1 if what == p.MOST else -1
                for other in range(tables.players):
                    if sign * state.counts[other * tables.types + kind] > sign * own:
                        each = tables.scores[record * t.SCORE_WIDTH + 2]
                points += own * each
    return points


def recount(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    points = points_of_type(tables, state, player, kind)
    points -= state.points[player * tables.types + kind]
    add_points(tables, state, player, kind, points)


def add_points(tables: GameTables, state: GameState, player: int, kind: int, points: int) -> None:
    state.points[player * tables.types + kind] += points
    state.totals[player] += points
    state.turn[STALE] |= 1 << player


def standing(
    tables: GameTables, state: GameState, player: int, changed: int = -1, points: int = 0
) -> int:
    """The points of all a player's icons. Those of the type `changed` (-1: none) have changed after
    state.points, and have these points now."""
    total, lows, highs = state.totals[player], 0, 0
    if changed >= 0:
        total += points - state.points[player * tables.types + changed]
    if not tables.n_same_as_kinds:
        return total
    if changed < 0 and not state.turn[STALE] >> player & 1:
        return state.scores[player]
    for index in range(tables.n_same_as_kinds):
        kind = tables.same_as_kinds[index]
        own = state.counts[player * tables.types + kind]
        lows += own * tables.amounts[p.LOWEST + kind]
        highs += own * tables.amounts[p.HIGHEST + kind]
    if lows or highs:
        low, high = lowest_and_highest(tables, state, player, changed, points)
        total += lows * low + highs * high
    if changed < 0:
        state.scores[player] = total
        state.turn[STALE] &= ~(1 << player)
    return total


def lowest_and_highest(
    tables: GameTables, state: GameState, player: int, changed: int, points: int
) -> tuple[int, int]:
    """The points of a player's lowest- and highest-scoring types but those that score what these
    do; 0 and 0 if there are none (reading 4). For `changed` and `points` see standing."""
    low, high = BEYOND_VALUES, -BEYOND_VALUES
    for kind in range(tables.types):
        index = player * tables.types + kind
        compares = tables.amounts[p.LOWEST + kind] or tables.amounts[p.HIGHEST + kind]
        if state.counts[index] and not compares:
            of_kind = points if kind == changed else state.points[index]
            low, high = min(low, of_kind), max(high, of_kind)
    return (low, high) if low <= high else (0, 0)


def set_square(
    tables: GameTables, state: GameState, square: int, free: bool, crossed: bool
) -> None:
    """Make a square free, crossed out, both or neither (destroyed)."""
    here, matters = square_mask(square), tables.squares_matter[tables.kinds[square]]
    if matters and tables.n_board_kinds:
        update_board_points(tables, state, square, free, crossed)
    free_squares, crossed_squares = get_mask(state.masks, FREE), get_mask(state.masks, CROSSED)
    set_mask(state.masks, FREE, free_squares | here if free else free_squares & ~here)
    set_mask(state.masks, CROSSED, crossed_squares | here if crossed else crossed_squares & ~here)
    if tables.any_neighbour_points:
        near = here | adjacent_squares(tables, here)
        for player in range(tables.players):
            origins = get_mask(state.masks, ORIGINS + player) & near
            while has_squares(origins):
                recount(tables, state, player, tables.kinds[lowest_square(origins)])
                origins = without_lowest(origins)


def update_board_points(
    tables: GameTables, state: GameState, square: int, free: bool, crossed: bool
) -> None:
    """Update the scores of squares and lines before a square changes."""
    here, unused, visible = square_mask(square), unused_squares(state), visible_squares(state)
    was_crossed = has_squares(get_mask(state.masks, CROSSED) & here)
    crossed_change = int(crossed) - int(was_crossed)
    open_change = int(free and not crossed) - int(has_squares(unused & here))
    visible_change = int(free or crossed) - int(has_squares(visible & here))
    for index in range(tables.n_board_kinds):
        kind = tables.board_kinds[index]
        change = 0
        for record in range(tables.first_score[kind], tables.first_score[kind + 1]):
            what = tables.scores[record * t.SCORE_WIDTH]
            points = tables.scores[record * t.SCORE_WIDTH + 1]
            if what == p.OPEN_SQUARE and kind == tables.kinds[square]:
                change += points * open_change
            elif what == p.CROSSED_SQUARE and kind == tables.kinds[square]:
                change += points * crossed_change
            elif what == p.CROSSED_LINE and open_change:
                change -= points * open_change * lines_without(tables, square, unused)
            elif what == p.INTACT_LINE and visible_change:
                change += points * visible_change * lines_without(tables, square, ~visible)
        if change:
            state.board_points[kind] += change
            for player in range(tables.players):
                own = state.counts[player * tables.types + kind]
                add_points(tables, state, player, kind, own * change)


def lines_without(tables: GameTables, square: int, mask: Mask) -> int:
    """How many of a square's row and column have no other square of a mask."""
    others = mask & ~square_mask(square)
    in_row = get_mask(tables.row_of, square) & others
    in_column = get_mask(tables.column_of, square) & others
    return int(not has_squares(in_row)) + int(not has_squares(in_column))


def change_icon(
    tables: GameTables,
    state: GameState,
    player: int,
    kind: int,
    square: int,
    change: int,
    slots: int,
) -> None:
    """Add (1) or remove (-1) an icon, from a square or from none (-1), and used slots: that of an
    icon that is scratched out stays used (reading 10)."""
    state.used_slots[player] += slots
    index = player * tables.types + kind
    fewer = state.counts[index] if change > 0 else state.counts[index] - 1
    state.counts[index] += change
    if fewer < 3:
        mask = get_mask(state.masks, REPELS + 3 * player + fewer)
        mask = mask ^ get_mask(tables.squares_of, kind)
        set_mask(state.masks, REPELS + 3 * player + fewer, mask)
    if square >= 0 and tables.any_neighbour_points:
        here = square_mask(square) & get_mask(tables.marks, t.SCORES_NEIGHBOURS)
        place = player * tables.squares + square
        if has_squares(here):
            state.origins[place] += change
            mask = get_mask(state.masks, ORIGINS + player) & ~here
            mask = mask | here if state.origins[place] else mask
            set_mask(state.masks, ORIGINS + player, mask)
    for other in range(tables.players):
        if other == player or tables.recounted[kind]:
            recount(tables, state, other, kind)


def mark_taking(tables: GameTables, state: GameState, player: int, square: int) -> None:
    """The changes of a taking that affect scores. A square with a capacity (Police) is crossed out
    and free until its last taking, which destroys it (reading 8)."""
    kind = tables.kinds[square]
    capacity, remaining = tables.amounts[p.CAPACITY + kind], 0
    if capacity:
        state.times_taken[square] += 1
        remaining = capacity - state.times_taken[square]
    set_square(tables, state, square, remaining > 0, remaining > 0 or capacity == 0)
    change_icon(tables, state, player, kind, square, 1, 1)


def apply(tables: GameTables, state: GameState, action: int) -> None:
    player, left = state.turn[DECIDER], (state.turn[DEPTH] - 1) * FRAME + LEFT
    if state.turn[NEED] == STEP:
        state.stack[left] -= 1
    if action == 2 * tables.squares:  # a pass, or the rest of a step is given up
        if state.turn[NEED] == STEP:
            state.stack[left] = 0
        else:
            state.turn[PASSES] += 1
    else:
        state.turn[PASSES] = 0
        if action < tables.squares:
            take(tables, state, player, action)
        elif action < 2 * tables.squares:
            set_square(tables, state, action - tables.squares, False, False)
        else:
            owner, kind, square, change = icon_of(tables, player, action)
            change_icon(tables, state, owner, kind, square, change, max(0, change))
            if change > 0:
                check_player_out(tables, state, player, kind)
    advance(tables, state)


def icon_of(tables: GameTables, player: int, action: int) -> tuple[int, int, int, int]:
    """The player, the type and the square (-1: none) of the icon that an action gains or scratches
    out, and 1 for a gain, else -1."""
    index = action - 2 * tables.squares - 1
    if index < tables.types:
        return player, index, -1, 1
    index -= tables.types
    if index < tables.players * tables.types:
        return index // tables.types, index % tables.types, -1, -1
    index -= tables.players * tables.types
    square = index % tables.squares
    return index // tables.squares, tables.kinds[square], square, -1


def take(tables: GameTables, state: GameState, player: int, square: int) -> None:
    """Cross out a square, draw its icon and put the steps of its power on the stack."""
    kind = tables.kinds[square]
    mark_taking(tables, state, player, square)
    state.takings[player * tables.types + kind] += 1
    set_mask(state.masks, TOOK + player, get_mask(state.masks, TOOK + player) | square_mask(square))
    if has_squares(square_mask(square) & get_mask(tables.marks, p.RETIRES)):
        state.out[player] = 1
    check_player_out(tables, state, player, kind)
    for step in range(tables.first_step[kind + 1] - 1, tables.first_step[kind] - 1, -1):
        first = state.turn[DEPTH] * FRAME
        who, players = tables.steps[step * t.STEP_WIDTH + STEP_WHO], 1 << player
        if who in (p.LEADERS, p.LAST):  # all in first or in last place
            sign, best = 1 if who == p.LEADERS else -1, -BEYOND_VALUES
            for other in range(tables.players):
                points = sign * standing(tables, state, other)
                if points > best:
                    best, players = points, 0
                players = players | int(points == best) << other
        state.stack[first + WHICH] = step
        state.stack[first + WHO] = players
        state.stack[first + LEFT] = tables.steps[step * t.STEP_WIDTH + COUNT]
        state.stack[first + ROOT] = square
        state.turn[DEPTH] += 1


def check_player_out(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    """End a player's turns after an icon was drawn, if four of a kind were taken (readings 12 and
    15) or all slots are used."""
    is_fourth = tables.advanced and state.takings[player * tables.types + kind] >= FOUR
    if is_fourth or state.used_slots[player] >= tables.slots:
        state.out[player] = 1


def advance(tables: GameTables, state: GameState) -> None:
    """Go on to the next decision in which somebody can do something, or to the end: a step on the
    stack, by the next of its players who can do it; or a turn (readings 7 and 9)."""
    while state.turn[DEPTH]:
        first = (state.turn[DEPTH] - 1) * FRAME
        step = state.stack[first + WHICH]
        for seat in range(tables.players):
            player = (state.turn[PLAYER] + seat) % tables.players
            if state.stack[first + WHO] >> player & 1:
                if state.stack[first + LEFT] > 0 and offer_step(tables, state, player, step):
                    state.turn[DECIDER] = player
                    state.turn[NEED] = STEP
                    return
                state.stack[first + WHO] -= 1 << player
                state.stack[first + LEFT] = tables.steps[step * t.STEP_WIDTH + COUNT]
        state.turn[DEPTH] -= 1
    state.turn[NEED] = TURN
    while state.turn[PASSES] < tables.players:
        player = state.turn[PLAYER] + 1
        player = player if player < tables.players else 0
        state.turn[PLAYER] = player
        if not state.out[player]:
            takes, destroys = takeable_squares(tables, state, player, 1), empty_mask()
            if tables.advanced:  # who cannot take a square may destroy one, or pass
                destroys = unused_squares(state) & ~get_mask(tables.marks, p.IMMUNE)
            if has_squares(takes | destroys):
                set_choices(state, takes, destroys, 0 if has_squares(takes) else 1)
                state.turn[DECIDER] = player
                return
        state.turn[PASSES] += 1
    set_choices(state, empty_mask(), empty_mask(), 0)
    state.turn[NEED] = OVER


def set_choices(state: GameState, takes: Mask, destroys: Mask, may_stop: int) -> None:
    set_mask(state.masks, TAKES, takes)
    set_mask(state.masks, DESTROYS, destroys)
    state.turn[MAY_STOP] = may_stop


def offer_step(tables: GameTables, state: GameState, player: int, step: int) -> bool:
    """Offer a step to a player; false if the player cannot do it."""
    what = tables.steps[step * t.STEP_WIDTH]
    takes, destroys, is_possible = empty_mask(), empty_mask(), False
    if what == p.BREAK_SQUARE:  # open or crossed out (reading 3)
        destroys = visible_squares(state) & ~get_mask(tables.marks, p.IMMUNE)
    elif what == p.TAKE_AGAIN:
        takes = further_takes(tables, state, player, step)
    elif what == p.GAIN:
        is_possible = state.used_slots[player] < tables.slots
    else:
        is_possible = list_icons(tables, state, player, what, 0) > 0
    set_choices(state, takes, destroys, tables.steps[step * t.STEP_WIDTH + OPTIONAL])
    return is_possible or has_squares(takes | destroys)


def further_takes(tables: GameTables, state: GameState, player: int, step: int) -> Mask:
    """The squares that a player may take by a further taking of the turn. Who is out may still do
    so, except with a full inventory: being out begins with the next turn."""
    first = step * t.STEP_WIDTH
    if state.used_slots[player] >= tables.slots:
        return empty_mask()
    takes, ignoring = get_mask(state.masks, FREE), tables.steps[first + IGNORING]
    if ignoring != p.NO_RULES:
        takes = takeable_squares(tables, state, player, 0 if ignoring == p.NO_REPEL else 1)
    square = state.stack[(state.turn[DEPTH] - 1) * FRAME + ROOT]
    if tables.steps[first + LINE]:
        takes = takes & (get_mask(tables.row_of, square) | get_mask(tables.column_of, square))
    if tables.steps[first + NO_SAME]:
        takes = takes & ~get_mask(tables.squares_of, tables.kinds[square])
    return takes


def list_actions(tables: GameTables, state: GameState) -> int:
    """List all legal actions in state.actions, in rising order except for icons that are listed by
    their squares. Return how many there are."""
    count = list_squares(state, get_mask(state.masks, TAKES), 0, 0)
    count = list_squares(state, get_mask(state.masks, DESTROYS), tables.squares, count)
    if state.turn[MAY_STOP]:
        state.actions[count] = 2 * tables.squares
        count += 1
    if state.turn[NEED] == STEP:
        what = tables.steps[state.stack[(state.turn[DEPTH] - 1) * FRAME + WHICH] * t.STEP_WIDTH]
        if what == p.GAIN:
            for kind in range(tables.types):
                state.actions[count] = 2 * tables.squares + 1 + kind
                count += 1
        elif what != p.BREAK_SQUARE and what != p.TAKE_AGAIN:
            count = list_icons(tables, state, state.turn[DECIDER], what, count)
    return count


def list_squares(state: GameState, mask: Mask, first: int, count: int) -> int:
    """List the actions `first` + square for a mask, after `count` others; return the new count."""
    while has_squares(mask):
        state.actions[count] = first + lowest_square(mask)
        mask = without_lowest(mask)
        count += 1
    return count


def list_icons(tables: GameTables, state: GameState, player: int, what: int, count: int) -> int:
    """List the icons that a player may scratch out, one of equal ones; else like list_squares."""
    first_icon = 2 * tables.squares + 1 + tables.types
    first_origin = first_icon + tables.players * tables.types
    for index in range(tables.players * tables.types):
        owner, kind = index // tables.types, index % tables.types
        if tables.immune[kind] or (what == p.SCRATCH_OWN and owner != player):
            continue
        without_origin = state.counts[index]
        squares = get_mask(state.masks, ORIGINS + owner) & get_mask(tables.squares_of, kind)
        while has_squares(squares):
            square = lowest_square(squares)
            squares = without_lowest(squares)
            state.actions[count] = first_origin + owner * tables.squares + square
            count += 1
            without_origin -= state.origins[owner * tables.squares + square]
        if without_origin > 0:
            state.actions[count] = first_icon + index
            count += 1
    return count
