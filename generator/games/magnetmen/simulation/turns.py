"""Carry out actions, and find whose decision is next.

Input: GameTables, a GameState, an action. Output: the GameState, changed. Part of the kernel, see
legal_moves.py.

An action is a number. With n squares, t types and p players it is, in rising order: n to take a
square; n to destroy one; 1 to pass or stop; t to gain an icon of a type; p * t to destroy (scratch
out) an icon of a player's type; p * n to scratch out a player's icon by the square it came from,
where icons score their neighbours.
"""

from generator.games.magnetmen.powers.effects import (
    BREAK_SQUARE,
    GAIN,
    NO_REPEL,
    NO_RULES,
    SCRATCH_ANY,
    SCRATCH_OWN,
    TAKE_AGAIN,
)
from generator.games.magnetmen.simulation.kernel_data import (
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
    ORIGINS,
    OVER,
    PASSES,
    PLAYER,
    REPELS,
    RETIRED,
    ROOT,
    STEP,
    STEP_WIDTH,
    TAKES,
    TOOK,
    TURN,
    WHICH,
    WHO,
    GameState,
    GameTables,
    Mask,
    empty_mask,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    square_mask,
    without_lowest,
)
from generator.games.magnetmen.simulation.legal_moves import takeable_squares, unused_squares
from generator.games.magnetmen.simulation.scoring import recount, step_players
from generator.games.magnetmen.simulation.square_changes import change_origin, set_square

COUNT, OPTIONAL, STEP_WHO, LINE, IGNORING, NO_SAME = range(1, STEP_WIDTH)


def apply(tables: GameTables, state: GameState, action: int) -> None:
    """Carry out a legal action of the decider, and go on to the next decision."""
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
    """Carry out any action except passing and stopping."""
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
    """Change the number of a player's used slots."""
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
    """Whether there is an icon that a player may scratch out by this kind of step."""
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
