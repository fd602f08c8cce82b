"""Find the squares that a player may take: the rules of rules.py, for all squares at once.

Input: GameTables, a GameState, a player. Output: masks. Part of the kernel: functions of whole
numbers and masks that compiler.py can compile as they are.
"""

from generator.games.magnetmen.simulation.kernel_data import (
    ASKS_LEFT,
    ASKS_RIGHT,
    CLOSES_ALL,
    CLOSES_OWN,
    CROSSED,
    FREE,
    NEEDS_NONE,
    NEEDS_SOME,
    NOT_FIRST,
    NOT_LAST,
    REPELS,
    TOOK,
    GameState,
    GameTables,
    Mask,
    get_mask,
    has_squares,
)


def left_and_right(tables: GameTables, mask: Mask) -> Mask:
    """The squares directly left or right of those in a mask."""
    not_last, not_first = get_mask(tables.marks, NOT_LAST), get_mask(tables.marks, NOT_FIRST)
    return (mask & not_last) << 1 | (mask & not_first) >> 1


def above_and_below(tables: GameTables, mask: Mask) -> Mask:
    """The squares directly above or below. Some may be off the board: the caller drops them."""
    return mask << tables.columns | mask >> tables.columns


def adjacent_squares(tables: GameTables, mask: Mask) -> Mask:
    """The squares adjacent to those in a mask (reading 5). Some may be off the board."""
    return left_and_right(tables, mask) | above_and_below(tables, mask)


def unused_squares(state: GameState) -> Mask:
    """The squares neither crossed out nor destroyed."""
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
