"""The points of players' icons, and who is in the lead.

Input: GameTables, a GameState, a player. Output: whole points. Part of the kernel, see
legal_moves.py.
"""

from generator.games.magnetmen.powers.effects import LAST, LEADERS, LEAST, MOST
from generator.games.magnetmen.simulation.kernel_data import (
    SCORE_WIDTH,
    STALE,
    GameState,
    GameTables,
)

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
    """Update the points of a player's icons of a type."""
    points = points_of_type(tables, state, player, kind)
    change = points - state.points[player * tables.types + kind]
    add_points(tables, state, player, kind, change)


def add_points(tables: GameTables, state: GameState, player: int, kind: int, points: int) -> None:
    """Add to the points of a player's icons of a type."""
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
    """The highest score among a player's opponents."""
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
