"""What a player's icons are worth, and who is in the lead.

Input: Facts, a Moment, a player. Output: whole points. Part of the kernel, see legal_moves.py.
"""

from generator.games.magnetmen.simulation.power_records import LAST, LEADERS, MOST
from generator.games.magnetmen.simulation.tables import STALE, GameState, GameTables

SCORE = 4  # numbers in a record of Facts.scores
FAR = 1 << 40  # beyond every score


def score(facts: GameTables, moment: GameState, player: int) -> int:
    """The sum of a player's icons as they stand (readings 1 and 4)."""
    if not facts.compare:
        return moment.totals[player]
    if moment.turn[STALE] >> player & 1:
        moment.turn[STALE] ^= 1 << player
        moment.sums[player] = score_anew(facts, moment, player, -1)
    return moment.sums[player]


def score_anew(facts: GameTables, moment: GameState, player: int, anew: int) -> int:
    """The same where how many have icons of the type `anew` is no longer what it was when
    moment.points were noted."""
    total = moment.totals[player]
    if anew >= 0:
        total += worth(facts, moment, player, anew)
        total -= moment.points[player * facts.types + anew]
    lows = highs = 0
    for index in range(facts.compare):
        kind = facts.comparing[index]
        own = moment.counts[player * facts.types + kind]
        lows += own * facts.lowest[kind]
        highs += own * facts.highest[kind]
    if lows or highs:
        low, high = extremes(facts, moment, player, anew)
        total += lows * low + highs * high
    return total


def extremes(facts: GameTables, moment: GameState, player: int, anew: int) -> tuple[int, int]:
    """What the lowest- and the highest-scoring of a player's types bring, those left out that are
    worth what these are; 0 and 0 if there is none (reading 4). For `anew` see score_anew."""
    low, high = FAR, -FAR
    for kind in range(facts.types):
        own = moment.counts[player * facts.types + kind]
        if own and not facts.lowest[kind] and not facts.highest[kind]:
            points = moment.points[player * facts.types + kind]
            if kind == anew:
                points = worth(facts, moment, player, kind)
            if facts.compares_icons:
                points = points // own
            low = min(low, points)
            high = max(high, points)
    return (low, high) if low <= high else (0, 0)


def recount(facts: GameTables, moment: GameState, player: int, kind: int) -> None:
    """Notes anew what icons of a type are worth, a player having got or lost one."""
    if facts.contested[kind]:
        for one in range(facts.players):
            recount_for(facts, moment, one, kind)
    else:
        recount_for(facts, moment, player, kind)


def recount_for(facts: GameTables, moment: GameState, player: int, kind: int) -> None:
    """Notes anew what a player's icons of a type are worth."""
    spot = player * facts.types + kind
    points = worth(facts, moment, player, kind)
    worth_more(facts, moment, player, kind, points - moment.points[spot])


def worth_more(facts: GameTables, moment: GameState, player: int, kind: int, points: int) -> None:
    """Notes that a player's icons of a type are worth so many points more."""
    moment.points[player * facts.types + kind] += points
    moment.totals[player] += points
    moment.turn[STALE] |= 1 << player


def worth(facts: GameTables, moment: GameState, player: int, kind: int) -> int:
    """What a player's icons of a type are worth, but for types worth what another one is."""
    spot = player * facts.types + kind
    own = moment.counts[spot]
    points = facts.worths[kind * (facts.most + 1) + own]
    if facts.on_board:
        points += own * moment.board[kind]
    if facts.any_rooted:
        points += moment.grown[spot]
    if facts.contested[kind] and own:
        for record in range(facts.score_at[kind], facts.score_at[kind + 1]):
            first = record * SCORE
            what = facts.scores[first]
            if what >= MOST:
                holds = condition(facts, moment, player, kind, own, what)
                points += own * facts.scores[first + 1 if holds else first + 2]
    return points


def condition(
    facts: GameTables, moment: GameState, player: int, kind: int, own: int, what: int
) -> bool:
    """Whether a player who has so many of a type has the MOST or the LEAST of it."""
    sign = 1 if what == MOST else -1
    for other in range(facts.players):
        theirs = moment.counts[other * facts.types + kind]
        if other == player or (theirs == 0 and not facts.zero):
            continue
        if sign * theirs > sign * own or (theirs == own and not facts.ties):
            return False
    return True


def best_other(facts: GameTables, moment: GameState, player: int) -> int:
    """The highest score among a player's opponents."""
    best = -FAR
    for other in range(facts.players):
        if other != player:
            best = max(best, score(facts, moment, other))
    return best


def best_other_anew(facts: GameTables, moment: GameState, player: int, anew: int) -> int:
    """The same, see score_anew."""
    best = -FAR
    for other in range(facts.players):
        if other != player:
            if worth(facts, moment, other, anew) == moment.points[other * facts.types + anew]:
                best = max(best, score(facts, moment, other))
            else:
                best = max(best, score_anew(facts, moment, other, anew))
    return best


def chosen(facts: GameTables, moment: GameState, who: int, player: int) -> int:
    """Who carries out a step, as bits: the player, or all in the lead or in last place."""
    if who != LEADERS and who != LAST:
        return 1 << player
    sign = 1 if who == LEADERS else -1
    best = -FAR
    found = 0
    for one in range(facts.players):
        points = sign * score(facts, moment, one)
        if points > best:
            best = points
            found = 1 << one
        elif points == best:
            found = found | 1 << one if facts.ties else 0
    return found
