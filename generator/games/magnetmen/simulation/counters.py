"""Count what happens to the types of icons in games. Part of the kernel, see engine.py."""

from generator.games.magnetmen.simulation.engine import lowest_and_highest, outcome, unused_squares
from generator.games.magnetmen.simulation.kernel_data import TAKES, GameState, GameTables, Numbers
from generator.play.masks import count_squares, get_mask

# Counters of a type, over a block of games: takings; expected takings if players chose squares at
# random, in units of 1 / WHOLE; icons at the end, and their points; points in winners' scores, in
# units of 1 / WIN_PARTS; players who have any; their wins, in the same units.
PICKS, CHANCES, ICONS, POINTS, WON_POINTS, OWNERS, OWNERS_WON = range(7)
KIND_COUNTERS = 7
WHOLE = 1 << 20


def note_action(
    tables: GameTables, state: GameState, action: int, counters: Numbers, block: int
) -> None:
    """Count a taking, and the expected takings of a random choice."""
    if action >= tables.squares:
        return
    takes = get_mask(state.masks, TAKES)
    total = count_squares(takes)
    counters[block + tables.kinds[action] * KIND_COUNTERS + PICKS] += 1
    for kind in range(tables.types):
        share = count_squares(takes & get_mask(tables.squares_of, kind)) * WHOLE // total
        counters[block + kind * KIND_COUNTERS + CHANCES] += share


def note_end(tables: GameTables, state: GameState, counters: Numbers, block: int) -> None:
    """Count the icons, points and wins of each type at the end of a game."""
    for player in range(tables.players):
        share = outcome(tables, state, player)
        low, high = lowest_and_highest(tables, state, player, -1)
        for kind in range(tables.types):
            own = state.counts[player * tables.types + kind]
            if own:
                row = block + kind * KIND_COUNTERS
                points = score_share(tables, state, player, kind, low, high)
                counters[row + ICONS] += own
                counters[row + POINTS] += points
                counters[row + OWNERS] += 1
                counters[row + WON_POINTS] += points * share
                counters[row + OWNERS_WON] += share


def score_share(
    tables: GameTables, state: GameState, player: int, kind: int, low: int, high: int
) -> int:
    """The part of a player's score that icons of a type contribute."""
    own = state.counts[player * tables.types + kind]
    more = own * (tables.lowest[kind] * low + tables.highest[kind] * high)
    return state.points[player * tables.types + kind] + more


def own_counter(tables: GameTables, state: GameState) -> int:
    """The squares that nobody used."""
    return count_squares(unused_squares(state))
