"""The rules: what a player may take, how scores change, actions and their steps.

The kernel is this module, kernel_data.py, greedy.py and counters.py: functions of whole numbers and
masks, which can be compiled as they are. Scores that depend on squares
are not recounted: each change of a square adds the difference it makes.

An action is a number. With n squares, t types and p players it is, in rising order: n to take a
square; n to destroy one; 1 to pass or stop; t to gain an icon of a type; p * t to destroy (scratch
out) an icon of a player's type; p * n to scratch out a player's icon by the square it came from,
where icons score their neighbours.
"""

from generator.games.magnetmen.primitives import (
    BREAK_SQUARE,
    CROSSED_LINE,
    CROSSED_SQUARE,
    GAIN,
    INTACT_LINE,
    LAST,
    LEADERS,
    LEAST,
    MOST,
    NO_REPEL,
    NO_RULES,
    OPEN_SQUARE,
    SCRATCH_ANY,
    SCRATCH_OWN,
    TAKE_AGAIN,
)
from generator.games.magnetmen.simulation.kernel_data import (
    ASKS_LEFT,
    ASKS_RIGHT,
    CLOSES_ALL,
    CLOSES_OWN,
    CROSSED,
    DECIDER,
    DEPTH,
    DESTROYS,
    FOUR,
    FOUR_OF_A_KIND,
    FRAME,
    FREE,
    FULL,
    IMMUNE,
    IN,
    LEFT,
    MAY_STOP,
    NEED,
    NEEDS_NONE,
    NEEDS_SOME,
    NOT_FIRST,
    NOT_LAST,
    ORIGINS,
    OVER,
    PASSES,
    PLAYER,
    REPELS,
    RETIRED,
    ROOT,
    SCORE_WIDTH,
    STALE,
    STEP,
    STEP_WIDTH,
    TAKES,
    TOOK,
    TURN,
    WHICH,
    WHO,
    GameState,
    GameTables,
)
from generator.play.engine import WIN_PARTS
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


def left_and_right(tables: GameTables, mask: Mask) -> Mask:
    not_last, not_first = get_mask(tables.marks, NOT_LAST), get_mask(tables.marks, NOT_FIRST)
    return (mask & not_last) << 1 | (mask & not_first) >> 1


def above_and_below(tables: GameTables, mask: Mask) -> Mask:
    """The squares directly above or below. Some may be off the board: the caller drops them."""
    return mask << tables.columns | mask >> tables.columns


def adjacent_squares(tables: GameTables, mask: Mask) -> Mask:
    """The squares adjacent to those in a mask (reading 5). Some may be off the board."""
    return left_and_right(tables, mask) | above_and_below(tables, mask)


def unused_squares(state: GameState) -> Mask:
    return get_mask(state.masks, FREE) & ~get_mask(state.masks, CROSSED)


def repelled_squares(tables: GameTables, state: GameState, player: int, icons: Mask) -> Mask:
    """The squares that Repel closes to a player, if it counts these icons: those of a type of
    which the player has one repel sideways, two also up and down, three all around (facts:
    Rules)."""
    first = REPELS + 3 * player
    ones = get_mask(state.masks, first) & icons
    twos = get_mask(state.masks, first + 1) & icons
    threes = get_mask(state.masks, first + 2) & icons
    return left_and_right(tables, ones) | above_and_below(
        tables, twos | left_and_right(tables, threes)
    )


def unrepelled_squares(tables: GameTables, state: GameState, player: int) -> Mask:
    """The free squares that Repel leaves open to a player. For Astronauts and Doctors it ignores
    some icons."""
    free = get_mask(state.masks, FREE)
    crossed = get_mask(state.masks, CROSSED)
    result = free & ~repelled_squares(tables, state, player, free | crossed)
    if tables.repel_varies:
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            repelling = tables.repelling_icons[kind * (tables.max_icons + 1) + own]
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
    """The squares that powers close to a player: those adjacent to a Singer or the player's King,
    Mail Carriers, types of which the player has reached the limit."""
    free = get_mask(state.masks, FREE)
    crossed = get_mask(state.masks, CROSSED)
    took = get_mask(state.masks, TOOK + player) & (free | crossed)
    near = adjacent_squares(tables, crossed)
    closed = adjacent_squares(
        tables,
        crossed & get_mask(tables.marks, CLOSES_ALL) | took & get_mask(tables.marks, CLOSES_OWN),
    )
    closed = (
        closed
        | get_mask(tables.marks, NEEDS_SOME) & ~near
        | get_mask(tables.marks, NEEDS_NONE) & near
    )
    for kind in range(tables.types):
        limit = tables.limits[kind]
        if limit and state.takings[player * tables.types + kind] >= limit:
            closed = closed | get_mask(tables.squares_of, kind)
    return closed


def allowed_squares(tables: GameTables, state: GameState, player: int, repel: int) -> Mask:
    """The squares a player may take, apart from gates that ask for a neighbour; with or without
    Repel."""
    squares = unrepelled_squares(tables, state, player) if repel else get_mask(state.masks, FREE)
    return squares & ~barred_squares(tables, state, player) if tables.has_barriers else squares


def without_guarded(
    tables: GameTables, state: GameState, neighbour: int, guards: Mask, squares: Mask
) -> Mask:
    """These squares without the guards (Life Guards) that a neighbour can't take (reading 9)."""
    if not has_squares(squares & guards):
        return squares
    if state.out[neighbour]:
        return squares & ~guards
    return squares & ~(guards & ~allowed_squares(tables, state, neighbour, 1))


def takeable_squares(tables: GameTables, state: GameState, player: int, repel: int) -> Mask:
    """The squares that a player who is not out may take, with or without Repel."""
    squares = allowed_squares(tables, state, player, repel)
    if tables.asks_neighbours:
        left = (player + 1) % tables.players
        right = (player - 1) % tables.players
        squares = without_guarded(tables, state, left, get_mask(tables.marks, ASKS_LEFT), squares)
        squares = without_guarded(tables, state, right, get_mask(tables.marks, ASKS_RIGHT), squares)
    return squares


BEYOND_SCORES = 1 << 40  # more than any score


def score(tables: GameTables, state: GameState, player: int) -> int:
    """The points of all a player's icons (readings 1 and 4)."""
    if not tables.n_comparing_kinds:
        return state.totals[player]
    if state.turn[STALE] >> player & 1:
        state.turn[STALE] ^= 1 << player
        state.scores[player] = score_with(tables, state, player, -1)
    return state.scores[player]


def score_with(tables: GameTables, state: GameState, player: int, changed: int) -> int:
    """The same, when the icons of the type `changed` (-1 for none) have changed since
    state.points was updated."""
    total = state.totals[player]
    if changed >= 0:
        total += points_of_type(tables, state, player, changed)
        total -= state.points[player * tables.types + changed]
    lows = highs = 0
    for index in range(tables.n_comparing_kinds):
        kind = tables.comparing_kinds[index]
        own = state.counts[player * tables.types + kind]
        lows += own * tables.lowest[kind]
        highs += own * tables.highest[kind]
    if lows or highs:
        low, high = lowest_and_highest(tables, state, player, changed)
        total += lows * low + highs * high
    return total


def lowest_and_highest(
    tables: GameTables, state: GameState, player: int, changed: int
) -> tuple[int, int]:
    """The points of a player's lowest- and highest-scoring types, without types that score what
    these do; 0 and 0 if there are none (reading 4). For `changed` see score_with."""
    low, high = BEYOND_SCORES, -BEYOND_SCORES
    for kind in range(tables.types):
        own = state.counts[player * tables.types + kind]
        if own and not tables.lowest[kind] and not tables.highest[kind]:
            points = state.points[player * tables.types + kind]
            if kind == changed:
                points = points_of_type(tables, state, player, kind)
            low = min(low, points)
            high = max(high, points)
    return (low, high) if low <= high else (0, 0)


def recount(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    """Update the points of a type's icons after a player got or lost one."""
    if tables.recounted[kind]:
        for owner in range(tables.players):
            recount_player(tables, state, owner, kind)
    else:
        recount_player(tables, state, player, kind)


def recount_player(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    points = points_of_type(tables, state, player, kind)
    change = points - state.points[player * tables.types + kind]
    add_points(tables, state, player, kind, change)


def add_points(tables: GameTables, state: GameState, player: int, kind: int, points: int) -> None:
    state.points[player * tables.types + kind] += points
    state.totals[player] += points
    state.turn[STALE] |= 1 << player


def points_of_type(tables: GameTables, state: GameState, player: int, kind: int) -> int:
    """The points of a player's icons of a type, without scores of the lowest or highest type."""
    index = player * tables.types + kind
    own = state.counts[index]
    points = tables.fixed_points[kind * (tables.max_icons + 1) + own]
    if tables.n_board_kinds:
        points += own * state.board_points[kind]
    if tables.any_neighbour_points:
        points += state.neighbour_totals[index]
    if tables.recounted[kind] and own:
        for record in range(tables.first_score[kind], tables.first_score[kind + 1]):
            points += own * recounted_points(tables, state, player, kind, record)
    return points


def recounted_points(
    tables: GameTables, state: GameState, player: int, kind: int, record: int
) -> int:
    """The points of one icon for a score whose basis is INVENTORIES; 0 for other scores."""
    first = record * SCORE_WIDTH
    what = tables.scores[first]
    if what in (MOST, LEAST):
        holds = has_most_or_least(tables, state, player, kind, what)
        return tables.scores[first + 1 if holds else first + 2]
    return 0


def has_most_or_least(
    tables: GameTables, state: GameState, player: int, kind: int, what: int
) -> bool:
    """Whether a player has the MOST or the LEAST icons of a type."""
    sign = 1 if what == MOST else -1
    own = state.counts[player * tables.types + kind]
    for other in range(tables.players):
        theirs = state.counts[other * tables.types + kind]
        if other != player and sign * theirs > sign * own:
            return False
    return True


def best_opponent(tables: GameTables, state: GameState, player: int) -> int:
    best = -BEYOND_SCORES
    for other in range(tables.players):
        if other != player:
            best = max(best, score(tables, state, other))
    return best


def best_opponent_with(tables: GameTables, state: GameState, player: int, changed: int) -> int:
    """The same, when icons of the type `changed` have changed: see score_with."""
    best = -BEYOND_SCORES
    for other in range(tables.players):
        if other != player:
            points = points_of_type(tables, state, other, changed)
            if points == state.points[other * tables.types + changed]:
                best = max(best, score(tables, state, other))
            else:
                best = max(best, score_with(tables, state, other, changed))
    return best


def step_players(tables: GameTables, state: GameState, who: int, player: int) -> int:
    """The players who carry out a step, as bits: the player, or all in first or in last place."""
    if who != LEADERS and who != LAST:
        return 1 << player
    sign = 1 if who == LEADERS else -1
    best = -BEYOND_SCORES
    players = 0
    for other in range(tables.players):
        points = sign * score(tables, state, other)
        if points > best:
            best = points
            players = 1 << other
        elif points == best:
            players = players | 1 << other
    return players


def set_square(
    tables: GameTables, state: GameState, square: int, free: bool, crossed: bool
) -> None:
    """Make a square free, crossed out, both or neither (destroyed)."""
    if tables.squares_matter[tables.kinds[square]]:
        if tables.n_board_kinds:
            update_board_points(tables, state, square, free, crossed)
        if tables.any_neighbour_points:
            update_neighbours(tables, state, square, free, crossed)
    here = square_mask(square)
    free_squares, crossed_squares = get_mask(state.masks, FREE), get_mask(state.masks, CROSSED)
    set_mask(state.masks, FREE, free_squares | here if free else free_squares & ~here)
    set_mask(state.masks, CROSSED, crossed_squares | here if crossed else crossed_squares & ~here)


def is_free(state: GameState, square: int) -> bool:
    """Whether the state of a square allows taking it."""
    return has_squares(get_mask(state.masks, FREE) & square_mask(square))


def is_crossed(state: GameState, square: int) -> bool:
    return has_squares(get_mask(state.masks, CROSSED) & square_mask(square))


def update_board_points(
    tables: GameTables, state: GameState, square: int, free: bool, crossed: bool
) -> None:
    """Update the scores of squares and lines before a square changes."""
    was_free, was_crossed = is_free(state, square), is_crossed(state, square)
    crossed_change = int(crossed) - int(was_crossed)
    open_change = int(free and not crossed) - int(was_free and not was_crossed)
    destroyed_change = int(was_free or was_crossed) - int(free or crossed)
    for index in range(tables.n_board_kinds):
        kind = tables.board_kinds[index]
        change = 0
        for record in range(tables.first_score[kind], tables.first_score[kind + 1]):
            what = tables.scores[record * SCORE_WIDTH]
            points = tables.scores[record * SCORE_WIDTH + 1]
            if what == OPEN_SQUARE and kind == tables.kinds[square]:
                change += points * open_change
            elif what == CROSSED_SQUARE and kind == tables.kinds[square]:
                change += points * crossed_change
            elif what == CROSSED_LINE and open_change:
                lines = lines_without_others(tables, square, unused_squares(state))
                change -= points * open_change * lines
            elif what == INTACT_LINE and destroyed_change:
                lines = lines_without_others(tables, square, destroyed_squares(state))
                change -= points * destroyed_change * lines
        if change:
            state.board_points[kind] += change
            for player in range(tables.players):
                own = state.counts[player * tables.types + kind]
                if own:
                    add_points(tables, state, player, kind, own * change)


def lines_without_others(tables: GameTables, square: int, mask: Mask) -> int:
    """How many of a square's row and column have no other square of a mask."""
    others = mask & ~square_mask(square)
    in_row = get_mask(tables.row_of, square) & others
    in_column = get_mask(tables.column_of, square) & others
    return int(not has_squares(in_row)) + int(not has_squares(in_column))


def destroyed_squares(state: GameState) -> Mask:
    """The destroyed squares, and bits off the board."""
    return ~(get_mask(state.masks, FREE) | get_mask(state.masks, CROSSED))


def update_neighbours(
    tables: GameTables, state: GameState, square: int, free: bool, crossed: bool
) -> None:
    """Update the scores of adjacent squares before a square changes."""
    here = square_mask(square)
    crossed_squares = get_mask(state.masks, CROSSED)
    visible = get_mask(state.masks, FREE) | crossed_squares
    crossed_change = int(crossed) - int(has_squares(crossed_squares & here))
    visible_change = int(free or crossed) - int(has_squares(visible & here))
    for player in range(tables.players):
        origins = get_mask(state.masks, ORIGINS + player)
        if crossed_change:
            near = origins & visible & get_mask(tables.adjacent_to, square)
            while has_squares(near):
                add_neighbour_points(tables, state, player, lowest_square(near), crossed_change)
                near = without_lowest(near)
        if visible_change and has_squares(origins & here):
            adjacent = visible_change * count_crossed_adjacent(tables, state, square)
            add_neighbour_points(tables, state, player, square, adjacent)


def count_crossed_adjacent(tables: GameTables, state: GameState, square: int) -> int:
    return count_squares(get_mask(state.masks, CROSSED) & get_mask(tables.adjacent_to, square))


def add_neighbour_points(
    tables: GameTables, state: GameState, player: int, square: int, change: int
) -> None:
    """Note that the number of crossed-out squares adjacent to a square has changed, for the icons
    that a player took from it."""
    kind = tables.kinds[square]
    points = (
        state.origins[player * tables.squares + square] * tables.neighbour_points[kind] * change
    )
    state.neighbour_totals[player * tables.types + kind] += points
    add_points(tables, state, player, kind, points)


def change_origin(
    tables: GameTables, state: GameState, player: int, square: int, change: int
) -> None:
    """Note that a player got (1) or lost (-1) an icon from a square, if such icons score their
    neighbours."""
    kind = tables.kinds[square]
    if not tables.neighbour_points[kind]:
        return
    here = square_mask(square)
    index = player * tables.squares + square
    state.origins[index] += change
    mask = get_mask(state.masks, ORIGINS + player)
    set_mask(state.masks, ORIGINS + player, mask | here if state.origins[index] else mask & ~here)
    if not has_squares(here & destroyed_squares(state)):
        points = change * tables.neighbour_points[kind]
        points *= count_crossed_adjacent(tables, state, square)
        state.neighbour_totals[player * tables.types + kind] += points
        add_points(tables, state, player, kind, points)


COUNT, OPTIONAL, STEP_WHO, LINE, IGNORING, NO_SAME = range(1, STEP_WIDTH)


def apply(tables: GameTables, state: GameState, action: int) -> None:
    player = state.turn[DECIDER]
    if state.turn[NEED] == STEP:
        state.stack[(state.turn[DEPTH] - 1) * FRAME + LEFT] -= 1
    if action == 2 * tables.squares:
        stop(state)
    else:
        state.turn[PASSES] = 0
        carry_out(tables, state, player, action)
    advance(tables, state)


def stop(state: GameState) -> None:
    """Pass a turn, or give up the rest of a step."""
    if state.turn[NEED] == STEP:
        state.stack[(state.turn[DEPTH] - 1) * FRAME + LEFT] = 0
    else:
        state.turn[PASSES] += 1


def carry_out(tables: GameTables, state: GameState, player: int, action: int) -> None:
    squares, types = tables.squares, tables.types
    first_icon = 2 * squares + 1
    if action < squares:
        take(tables, state, player, action)
    elif action < first_icon:
        destroy(tables, state, action - squares)
    elif action < first_icon + types:
        gain(tables, state, player, action - first_icon)
    elif action < first_icon + types + tables.players * types:
        index = action - first_icon - types
        scratch(tables, state, index // types, index % types)
    else:
        index = action - first_icon - types - tables.players * types
        change_origin(tables, state, index // squares, index % squares, -1)
        scratch(tables, state, index // squares, tables.kinds[index % squares])


def take(tables: GameTables, state: GameState, player: int, square: int) -> None:
    """Cross out a square, draw its icon and start the steps of its power."""
    kind = tables.kinds[square]
    mark_taking(tables, state, player, square)
    state.takings[player * tables.types + kind] += 1
    set_mask(state.masks, TOOK + player, get_mask(state.masks, TOOK + player) | square_mask(square))
    if tables.retires[kind]:
        state.out[player] = RETIRED
    check_player_out(tables, state, player, kind)
    push_steps(tables, state, player, square)


def mark_taking(tables: GameTables, state: GameState, player: int, square: int) -> None:
    """Make the changes of a taking that affect scores."""
    kind = tables.kinds[square]
    if tables.capacities[kind] == 0:
        set_square(tables, state, square, False, True)
    else:
        state.times_taken[square] += 1
        if state.times_taken[square] >= tables.capacities[kind]:
            set_square(tables, state, square, False, False)
        else:
            set_square(tables, state, square, True, True)
    use_slots(tables, state, player, 1)
    change_icons(tables, state, player, kind, 1)
    change_origin(tables, state, player, square, 1)


def undo_taking(
    tables: GameTables, state: GameState, player: int, square: int, free: bool, crossed: bool
) -> None:
    """Undo mark_taking on a square that was free, crossed out, both or neither."""
    kind = tables.kinds[square]
    change_origin(tables, state, player, square, -1)
    use_slots(tables, state, player, -1)
    change_icons(tables, state, player, kind, -1)
    set_square(tables, state, square, free, crossed)
    if tables.capacities[kind]:
        state.times_taken[square] -= 1


def destroy(tables: GameTables, state: GameState, square: int) -> None:
    """Destroy a square: make it neither free nor crossed out."""
    set_square(tables, state, square, False, False)


def gain(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    """Add an icon that comes from no square."""
    use_slots(tables, state, player, 1)
    change_icons(tables, state, player, kind, 1)
    check_player_out(tables, state, player, kind)


def use_slots(tables: GameTables, state: GameState, player: int, change: int) -> None:
    state.used_slots[player] += change


def change_icons(tables: GameTables, state: GameState, player: int, kind: int, change: int) -> None:
    """Add (1) or remove (-1) one of a player's icons of a type."""
    index = player * tables.types + kind
    smaller = state.counts[index] if change > 0 else state.counts[index] - 1
    state.counts[index] += change
    recount(tables, state, player, kind)
    if smaller < 3:
        place = REPELS + 3 * player + smaller
        set_mask(
            state.masks, place, get_mask(state.masks, place) ^ get_mask(tables.squares_of, kind)
        )


def check_player_out(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    """End a player's turns after an icon was drawn, if four of a kind or all slots are used."""
    index = player * tables.types + kind
    if state.out[player] == IN:
        if tables.advanced and state.takings[index] >= FOUR:
            state.out[player] = FOUR_OF_A_KIND
        elif state.used_slots[player] >= tables.slots:
            state.out[player] = FULL


def scratch(tables: GameTables, state: GameState, player: int, kind: int) -> None:
    """Destroy an icon in an inventory; its slot stays used (reading 10)."""
    change_icons(tables, state, player, kind, -1)


def push_steps(tables: GameTables, state: GameState, player: int, square: int) -> None:
    """Put the steps of a taking on the stack, the first on top."""
    kind = tables.kinds[square]
    for step in range(tables.first_step[kind + 1] - 1, tables.first_step[kind] - 1, -1):
        first = state.turn[DEPTH] * FRAME
        state.stack[first + WHICH] = step
        state.stack[first + WHO] = step_players(
            tables, state, tables.steps[step * STEP_WIDTH + STEP_WHO], player
        )
        state.stack[first + LEFT] = tables.steps[step * STEP_WIDTH + COUNT]
        state.stack[first + ROOT] = square
        state.turn[DEPTH] += 1


def advance(tables: GameTables, state: GameState) -> None:
    """Go on to the next decision in which somebody can do something, or to the end."""
    while state.turn[DEPTH]:
        if offer_next_step(tables, state):
            return
        state.turn[DEPTH] -= 1
    state.turn[NEED] = TURN
    while state.turn[PASSES] < tables.players:
        player = state.turn[PLAYER] + 1
        state.turn[PLAYER] = player if player < tables.players else 0
        if offer_turn(tables, state):
            return
        state.turn[PASSES] += 1
    set_choices(state, empty_mask(), empty_mask(), 0)
    state.turn[NEED] = OVER


def set_choices(state: GameState, takes: Mask, destroys: Mask, may_stop: int) -> None:
    """Note which squares the decider may take and destroy, and whether to pass or stop."""
    set_mask(state.masks, TAKES, takes)
    set_mask(state.masks, DESTROYS, destroys)
    state.turn[MAY_STOP] = may_stop


def offer_turn(tables: GameTables, state: GameState) -> bool:
    """Offer the player's turn; false if there is no move (readings 7 and 9). A
    player who cannot take a square may destroy one under the advanced rules, or pass."""
    player = state.turn[PLAYER]
    if state.out[player]:
        return False
    takes = takeable_squares(tables, state, player, 1)
    destroys = empty_mask()
    if tables.advanced:
        destroys = unused_squares(state) & ~get_mask(tables.marks, IMMUNE)
    if not has_squares(takes) and not has_squares(destroys):
        return False
    set_choices(state, takes, destroys, 0 if has_squares(takes) else 1)
    state.turn[DECIDER] = player
    return True


def offer_next_step(tables: GameTables, state: GameState) -> bool:
    """Offer the topmost step to the next of its players who can do it; false if nobody can."""
    first = (state.turn[DEPTH] - 1) * FRAME
    step = state.stack[first + WHICH]
    for seat in range(tables.players):
        player = state.turn[PLAYER] + seat
        if player >= tables.players:
            player -= tables.players
        if state.stack[first + WHO] >> player & 1:
            if state.stack[first + LEFT] > 0 and offer_step(tables, state, player, step):
                state.turn[DECIDER] = player
                state.turn[NEED] = STEP
                return True
            state.stack[first + WHO] -= 1 << player
            state.stack[first + LEFT] = tables.steps[step * STEP_WIDTH + COUNT]
    return False


def offer_step(tables: GameTables, state: GameState, player: int, step: int) -> bool:
    """Offer a step to a player; false if the player cannot do it."""
    what = tables.steps[step * STEP_WIDTH]
    takes = empty_mask()
    destroys = empty_mask()
    is_possible = False
    if what == BREAK_SQUARE:
        visible = get_mask(state.masks, FREE) | get_mask(state.masks, CROSSED)
        destroys = visible & ~get_mask(tables.marks, IMMUNE)
    elif what == TAKE_AGAIN:
        takes = further_takes(tables, state, player, step)
    elif what == GAIN:
        is_possible = state.used_slots[player] < tables.slots
    else:
        is_possible = has_scratchable_icon(tables, state, player, what)
    set_choices(state, takes, destroys, tables.steps[step * STEP_WIDTH + OPTIONAL])
    return is_possible or has_squares(takes) or has_squares(destroys)


def further_takes(tables: GameTables, state: GameState, player: int, step: int) -> Mask:
    """The squares that a player may take by a further taking of the turn. A player who is out may
    still do so, except with a full inventory: being out begins with the next turn."""
    first = step * STEP_WIDTH
    if state.used_slots[player] >= tables.slots:
        return empty_mask()
    if tables.steps[first + IGNORING] == NO_RULES:
        takes = get_mask(state.masks, FREE)
    else:
        repel = 0 if tables.steps[first + IGNORING] == NO_REPEL else 1
        takes = takeable_squares(tables, state, player, repel)
    square = state.stack[(state.turn[DEPTH] - 1) * FRAME + ROOT]
    if tables.steps[first + LINE]:
        takes = takes & (get_mask(tables.row_of, square) | get_mask(tables.column_of, square))
    if tables.steps[first + NO_SAME]:
        takes = takes & ~get_mask(tables.squares_of, tables.kinds[square])
    return takes


def has_scratchable_icon(tables: GameTables, state: GameState, player: int, what: int) -> bool:
    for index in range(tables.players * tables.types):
        if can_scratch(tables, state, player, what, index):
            return True
    return False


def can_scratch(tables: GameTables, state: GameState, player: int, what: int, index: int) -> bool:
    """Whether a player may scratch out an icon; `index` is that of an owner and a type."""
    if state.counts[index] == 0 or (what == SCRATCH_OWN and index // tables.types != player):
        return False
    return not tables.immune[index % tables.types]


def list_actions(tables: GameTables, state: GameState) -> int:
    """List all legal actions in state.actions and return how many there are. They are in rising
    order, except icons listed by their squares."""
    count = list_squares(state, get_mask(state.masks, TAKES), 0, 0)
    count = list_squares(state, get_mask(state.masks, DESTROYS), tables.squares, count)
    if state.turn[MAY_STOP]:
        state.actions[count] = 2 * tables.squares
        count += 1
    if state.turn[NEED] == STEP:
        what = tables.steps[state.stack[(state.turn[DEPTH] - 1) * FRAME + WHICH] * STEP_WIDTH]
        if what == GAIN:
            for kind in range(tables.types):
                state.actions[count] = 2 * tables.squares + 1 + kind
                count += 1
        elif what in (SCRATCH_ANY, SCRATCH_OWN):
            count = list_icons(tables, state, what, count)
    return count


def list_squares(state: GameState, mask: Mask, first: int, count: int) -> int:
    """List an action for each square of a mask, after `count` others; `first` is that of square 0.
    Return the new count."""
    while has_squares(mask):
        square = lowest_square(mask)
        mask = without_lowest(mask)
        state.actions[count] = first + square
        count += 1
    return count


def list_icons(tables: GameTables, state: GameState, what: int, count: int) -> int:
    """List the icons that may be scratched out, one of each set of equal ones, after `count`
    other actions. Return the new count."""
    player = state.turn[DECIDER]
    first_icon = 2 * tables.squares + 1 + tables.types
    first_origin = first_icon + tables.players * tables.types
    for index in range(tables.players * tables.types):
        if can_scratch(tables, state, player, what, index):
            without_origin = state.counts[index]
            if tables.neighbour_points[index % tables.types]:
                owner = index // tables.types
                squares = get_mask(state.masks, ORIGINS + owner) & get_mask(
                    tables.squares_of, index % tables.types
                )
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


# What players need to know, see generator/play/engine.py.


def start_game(tables: GameTables, state: GameState, start: GameState) -> None:
    """Begin a new game: nothing in it is random."""
    copy_state(tables, state, start)


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    target.masks[:] = source.masks
    target.counts[:] = source.counts
    target.points[:] = source.points
    target.totals[:] = source.totals
    if tables.n_comparing_kinds:
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
        target.neighbour_totals[:] = source.neighbour_totals
    for index in range(source.turn[DEPTH] * FRAME):
        target.stack[index] = source.stack[index]


def decider(tables: GameTables, state: GameState) -> int:
    """The player who decides; -1 if the game is over."""
    return -1 if state.turn[NEED] == OVER else state.turn[DECIDER]


def is_turn(tables: GameTables, state: GameState) -> bool:
    """Whether a turn begins, not a step of a power."""
    return state.turn[NEED] == TURN


def standing(tables: GameTables, state: GameState, player: int) -> int:
    """A player's score."""
    return score(tables, state, player)


def outcome(tables: GameTables, state: GameState, player: int) -> int:
    """A player's share of the win, which all with the best score share."""
    best = score(tables, state, player)
    winners = 0
    for other in range(tables.players):
        points = score(tables, state, other)
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
