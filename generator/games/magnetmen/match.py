"""A game on a board, ready for series of games between programs, and what is counted in them."""

import sys
from functools import cached_property

from generator.games.magnetmen import engine, greedy, tables
from generator.games.magnetmen.engine import (
    TAKES,
    GameState,
    lowest_and_highest,
    outcome,
    unused_squares,
)
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.tables import GameTables, game_tables
from generator.play.engine import MAX_PLAYERS, Numbers
from generator.play.kernel import Source
from generator.play.masks import count_squares, get_mask
from generator.play.series import Match

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
                points = state.points[player * tables.types + kind]
                points += own * (tables.lowest[kind] * low + tables.highest[kind] * high)
                counters[row + ICONS] += own
                counters[row + POINTS] += points
                counters[row + OWNERS] += 1
                counters[row + WON_POINTS] += points * share
                counters[row + OWNERS_WON] += share


def own_counter(tables: GameTables, state: GameState) -> int:
    """The squares that nobody used."""
    return count_squares(unused_squares(state))


KERNEL = Source((tables, engine, greedy, sys.modules[__name__]), subject="board", seconds=30)


def start_state(tables: GameTables) -> GameState:
    """The state in which the first player's turn begins. Raises ValueError for over four
    players."""
    players, types, squares = tables.players, tables.types, tables.squares
    if players > MAX_PLAYERS:
        raise ValueError(f"expected at most {MAX_PLAYERS} players")
    origins = players * squares * tables.any_neighbour_points
    actions = 2 * squares + 1 + types + players * types + origins
    masks = [0] * engine.MASKS
    masks[engine.FREE] = (1 << squares) - 1
    turn = [0] * engine.TURN_NUMBERS
    turn[engine.PLAYER] = players - 1  # whose turn has just ended
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
        stack=[0] * (engine.FRAME * max(1, tables.slots * most_steps)),
        actions=[0] * actions,
        values=[0] * actions,
        random=[1] * 4,
    )
    engine.advance(tables, state)
    return state


class Game:
    """A game on a rolled board. Raises ValueError for over four players."""

    def __init__(self, board: Board):
        powers = [kind.power for kind in board.types]
        size = board.size
        self.tables = game_tables(
            powers, board.squares, size.columns, size.slots, board.players, board.advanced
        )

    @cached_property
    def match(self) -> Match:
        """The game for series of games between programs."""
        start = start_state(self.tables)
        return Match(KERNEL, self.tables, start, self.tables.types * KIND_COUNTERS)
