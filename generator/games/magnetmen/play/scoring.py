"""What a player's icons are worth, and who is in the lead.

Input: Facts, a Moment, a player. Output: whole points. Part of the kernel, see legal.py.
"""

from generator.games.magnetmen.play.facts import (
    CROSSED,
    FREE,
    ROOTS,
    Facts,
    Moment,
    at,
    count,
    lowest,
    rest,
    some,
)
from generator.games.magnetmen.play.legal import unused
from generator.games.magnetmen.play.records import (
    ADJACENT,
    ALWAYS,
    AT_LEAST,
    CROSSED_LINE,
    CROSSED_SQUARE,
    EXACTLY,
    INTACT_LINE,
    LAST,
    LEADERS,
    MOST,
    OPEN_SQUARE,
    OWN,
)

SCORE = 4  # numbers in a record of Facts.scores
FAR = 1 << 40  # beyond every score


def score(facts: Facts, moment: Moment, player: int) -> int:
    """The sum of a player's icons as they stand (readings 1 and 4)."""
    total = 0
    low, high = FAR, -FAR
    lows = highs = 0
    for kind in range(facts.types):
        own = moment.counts[player * facts.types + kind]
        if own:
            points = own * worth(facts, moment, player, kind, own)
            if facts.rooted[kind]:
                points += roots_worth(facts, moment, player, kind)
            total += points
            if facts.lowest[kind] or facts.highest[kind]:
                lows += own * facts.lowest[kind]
                highs += own * facts.highest[kind]
            else:
                compared = points // own if facts.compares_icons else points
                low = min(low, compared)
                high = max(high, compared)
    if low <= high:
        total += lows * low + highs * high
    return total


def worth(facts: Facts, moment: Moment, player: int, kind: int, own: int) -> int:
    """What one icon of a type is worth to a player who has so many, but for what is beside it."""
    points = 0
    for record in range(facts.score_at[kind], facts.score_at[kind + 1]):
        first = record * SCORE
        what = facts.scores[first]
        if what == ALWAYS:
            points += facts.scores[first + 1]
        elif what == OWN:
            points += facts.scores[first + 1] * own
        elif what >= MOST:
            holds = condition(facts, moment, player, kind, own, what, facts.scores[first + 3])
            points += facts.scores[first + 1] if holds else facts.scores[first + 2]
        else:
            points += facts.scores[first + 1] * counted(facts, moment, kind, what)
    return points


def condition(
    facts: Facts, moment: Moment, player: int, kind: int, own: int, what: int, number: int
) -> bool:
    """Whether the condition of an `if` holds for a player who has so many of a type."""
    if what == EXACTLY:
        return own == number
    if what == AT_LEAST:
        return own >= number
    sign = 1 if what == MOST else -1
    for other in range(facts.players):
        theirs = moment.counts[other * facts.types + kind]
        if other == player or (theirs == 0 and not facts.zero):
            continue
        if sign * theirs > sign * own or (theirs == own and not facts.ties):
            return False
    return True


def counted(facts: Facts, moment: Moment, kind: int, what: int) -> int:
    """How much there is on the board of what a for_each counts."""
    if what == OPEN_SQUARE:
        return count(unused(moment) & at(facts.areas, kind))
    if what == CROSSED_SQUARE:
        return count(at(moment.masks, CROSSED) & at(facts.areas, kind))
    if what in (CROSSED_LINE, INTACT_LINE):
        return lines(facts, moment, what)
    return 0


def lines(facts: Facts, moment: Moment, what: int) -> int:
    """How many rows and columns are crossed out (reading 8), or have no destroyed square."""
    found = 0
    crossed = at(moment.masks, CROSSED)
    spoilt = ~(crossed | at(moment.masks, FREE))
    if what == CROSSED_LINE:
        spoilt = unused(moment) if facts.fills else ~crossed
    for line in range(facts.rows + facts.columns):
        if not some(at(facts.lines, line) & spoilt):
            found += 1
    return found


def roots_worth(facts: Facts, moment: Moment, player: int, kind: int) -> int:
    """What a player's icons of a type are worth for the crossed-out squares beside theirs."""
    crossed = at(moment.masks, CROSSED)
    rooted = at(moment.masks, ROOTS + player) & at(facts.areas, kind)
    if not facts.roots_last:
        rooted = rooted & (crossed | at(moment.masks, FREE))
    found = 0
    while some(rooted):
        square = lowest(rooted)
        rooted = rest(rooted)
        icons = moment.roots[player * facts.squares + square]
        found += icons * count(crossed & at(facts.beside, square))
    return found * rate(facts, kind)


def rate(facts: Facts, kind: int) -> int:
    """Points for each crossed-out square beside an icon's own."""
    points = 0
    for record in range(facts.score_at[kind], facts.score_at[kind + 1]):
        what = facts.scores[record * SCORE]
        if what == ADJACENT:
            points += facts.scores[record * SCORE + 1]
    return points


def best_other(facts: Facts, moment: Moment, player: int) -> int:
    """The highest score among a player's opponents."""
    best = -FAR
    for other in range(facts.players):
        if other != player:
            best = max(best, score(facts, moment, other))
    return best


def chosen(facts: Facts, moment: Moment, who: int, player: int) -> int:
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
