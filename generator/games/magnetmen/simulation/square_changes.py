"""What becomes of squares, and what icons are worth for it.

Input: Facts, a Moment, a square. Output: the Moment changed. Part of the kernel, see
legal_moves.py.

What hangs on the board is not counted anew: of each square that changes it is noted what that
changes. moment.board has by type what each icon is worth for the squares and lines of the board,
moment.grown by player and type what all of them are worth for what is beside their squares.
"""

from generator.games.magnetmen.simulation.power_records import (
    CROSSED_LINE,
    CROSSED_SQUARE,
    INTACT_LINE,
    OPEN_SQUARE,
)
from generator.games.magnetmen.simulation.scoring import SCORE, worth_more
from generator.games.magnetmen.simulation.tables import (
    CROSSED,
    FREE,
    ROOTS,
    GameState,
    GameTables,
    Mask,
    at,
    bit,
    count,
    lowest,
    put,
    rest,
    some,
)


def become(facts: GameTables, moment: GameState, square: int, free: bool, crossed: bool) -> None:
    """Makes a square one that is free, crossed out, both or (destroyed) neither."""
    if facts.telling[facts.kinds[square]]:
        if facts.on_board:
            weigh(facts, moment, square, free, crossed)
        if facts.any_rooted:
            surround(facts, moment, square, free, crossed)
    here = bit(square)
    frees, crosseds = at(moment.masks, FREE), at(moment.masks, CROSSED)
    put(moment.masks, FREE, frees | here if free else frees & ~here)
    put(moment.masks, CROSSED, crosseds | here if crossed else crosseds & ~here)


def is_free(moment: GameState, square: int) -> bool:
    """Whether a square can be taken as far as it is concerned."""
    return some(at(moment.masks, FREE) & bit(square))


def is_crossed(moment: GameState, square: int) -> bool:
    """Whether a square is crossed out."""
    return some(at(moment.masks, CROSSED) & bit(square))


def weigh(facts: GameTables, moment: GameState, square: int, free: bool, crossed: bool) -> None:
    """Notes what icons are worth by then, but for what is beside their squares."""
    was_free, was_crossed = is_free(moment, square), is_crossed(moment, square)
    crossing = int(crossed) - int(was_crossed)
    opening = int(free and not crossed) - int(was_free and not was_crossed)
    ending = int(was_free or was_crossed) - int(free or crossed)
    spoiling = opening if facts.fills else -crossing
    for index in range(facts.on_board):
        kind = facts.counting[index]
        change = 0
        for record in range(facts.score_at[kind], facts.score_at[kind + 1]):
            what, points = facts.scores[record * SCORE], facts.scores[record * SCORE + 1]
            if what == OPEN_SQUARE and kind == facts.kinds[square]:
                change += points * opening
            elif what == CROSSED_SQUARE and kind == facts.kinds[square]:
                change += points * crossing
            elif what == CROSSED_LINE and spoiling:
                change -= points * spoiling * lines_through(facts, square, to_cross(facts, moment))
            elif what == INTACT_LINE and ending:
                change -= points * ending * lines_through(facts, square, destroyed(moment))
        if change:
            moment.board[kind] += change
            for player in range(facts.players):
                own = moment.counts[player * facts.types + kind]
                if own:
                    worth_more(facts, moment, player, kind, own * change)


def lines_through(facts: GameTables, square: int, spoilt: Mask) -> int:
    """How many of a square's row and column have no other square of a mask."""
    others = spoilt & ~bit(square)
    in_row, in_column = at(facts.row_of, square) & others, at(facts.column_of, square) & others
    return int(not some(in_row)) + int(not some(in_column))


def to_cross(facts: GameTables, moment: GameState) -> Mask:
    """The squares without which their row or column is crossed out (reading 8)."""
    crossed = at(moment.masks, CROSSED)
    return at(moment.masks, FREE) & ~crossed if facts.fills else ~crossed


def destroyed(moment: GameState) -> Mask:
    """The squares that are neither free nor crossed out; and what is off the board."""
    return ~(at(moment.masks, FREE) | at(moment.masks, CROSSED))


def surround(facts: GameTables, moment: GameState, square: int, free: bool, crossed: bool) -> None:
    """Notes what icons are worth for what is beside their squares."""
    here = bit(square)
    crosseds = at(moment.masks, CROSSED)
    visible = at(moment.masks, FREE) | crosseds
    crossing = int(crossed) - int(some(crosseds & here))
    showing = int(free or crossed) - int(some(visible & here))
    for player in range(facts.players):
        rooted = at(moment.masks, ROOTS + player)
        if crossing:
            near = rooted & at(facts.beside, square)
            if not facts.roots_last:
                near = near & visible
            while some(near):
                grow(facts, moment, player, lowest(near), crossing)
                near = rest(near)
        if showing and not facts.roots_last and some(rooted & here):
            grow(facts, moment, player, square, showing * crossed_beside(facts, moment, square))


def crossed_beside(facts: GameTables, moment: GameState, square: int) -> int:
    """How many squares beside a square are crossed out."""
    return count(at(moment.masks, CROSSED) & at(facts.beside, square))


def grow(facts: GameTables, moment: GameState, player: int, square: int, times: int) -> None:
    """Notes that so many more crossed-out squares are beside the player's icons of a square."""
    kind = facts.kinds[square]
    more = moment.roots[player * facts.squares + square] * facts.rooted[kind] * times
    moment.grown[player * facts.types + kind] += more
    worth_more(facts, moment, player, kind, more)


def root(facts: GameTables, moment: GameState, player: int, square: int, change: int) -> None:
    """Notes that one icon of a player more or less (1 or -1) has its square there, if it is worth
    what is beside it."""
    kind = facts.kinds[square]
    if not facts.rooted[kind]:
        return
    here = bit(square)
    spot = player * facts.squares + square
    moment.roots[spot] += change
    mask = at(moment.masks, ROOTS + player)
    put(moment.masks, ROOTS + player, mask | here if moment.roots[spot] else mask & ~here)
    if facts.roots_last or not some(here & destroyed(moment)):
        more = change * facts.rooted[kind] * crossed_beside(facts, moment, square)
        moment.grown[player * facts.types + kind] += more
        worth_more(facts, moment, player, kind, more)
