"""Change the state of squares, and keep scores that depend on squares up to date.

Input: GameTables, a GameState, a square. Output: the GameState, changed. Part of the kernel, see
legal_moves.py.

Such scores are not recounted: each change of a square adds the difference it makes, to
state.board_points for scores of squares and lines, to state.neighbour_totals for scores of adjacent
squares.
"""

from generator.games.magnetmen.powers.effects import (
    CROSSED_LINE,
    CROSSED_SQUARE,
    INTACT_LINE,
    OPEN_SQUARE,
)
from generator.games.magnetmen.simulation.kernel_data import (
    CROSSED,
    FREE,
    ORIGINS,
    SCORE_WIDTH,
    GameState,
    GameTables,
    Mask,
    count_squares,
    get_mask,
    has_squares,
    lowest_square,
    set_mask,
    square_mask,
    without_lowest,
)
from generator.games.magnetmen.simulation.legal_moves import unused_squares
from generator.games.magnetmen.simulation.scoring import add_points


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
    """Whether a square is crossed out."""
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
    """The number of crossed-out squares adjacent to a square."""
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
