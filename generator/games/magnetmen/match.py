"""A game on a board as programs play it: what play/engine.py asks of it, counters, its match."""

import sys
from functools import cached_property

from generator.games.magnetmen import engine, greedy, tables
from generator.games.magnetmen.engine import (
    DECIDER,
    DEPTH,
    FRAME,
    NEED,
    OVER,
    TAKES,
    TURN,
    GameState,
    lowest_and_highest,
    standing,
    unused_squares,
)
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.tables import GameTables, game_tables
from generator.play.engine import WIN_PARTS, Numbers
from generator.play.kernel import Source
from generator.play.masks import count_squares, get_mask
from generator.play.series import Match


def start_game(tables: GameTables, state: GameState, start: GameState) -> None:
    """Begin a new game: nothing in it is random."""
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
    """The state in which the first player's turn begins."""
    players, types, squares = tables.players, tables.types, tables.squares
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
    """A game on a rolled board."""

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
