"""What a random and a greedy player do next.

Input: Facts, a Moment in which somebody is to decide. Output: an action. Part of
the kernel, see legal.py.

A greedy player takes the best margin after the move: own score less the best other. What is
equally good is chosen among at random; but who gains nothing by it rather takes than stops, and
rather stops than destroys.
"""

from generator.games.magnetmen.play.chance import any_of, below
from generator.games.magnetmen.play.facts import (
    BREAKS,
    CROSSED,
    DECIDER,
    FREE,
    MAY_STOP,
    NOT_FIRST,
    NOT_LAST,
    ROOTS,
    SPLIT,
    TAKES,
    TELLING,
    Facts,
    Mask,
    Moment,
    at,
    bit,
    count,
    lowest,
    nothing,
    put,
    some,
)
from generator.games.magnetmen.play.legal import unused
from generator.games.magnetmen.play.scoring import (
    FAR,
    best_other,
    best_other_anew,
    score,
    score_anew,
    survey,
)
from generator.games.magnetmen.play.turns import add, destroy, mark, offers, uproot


def at_random(facts: Facts, moment: Moment) -> int:
    """Any legal action, each equally likely."""
    return moment.offers[below(moment, offers(facts, moment))]


def greedy(facts: Facts, moment: Moment) -> int:
    """An action with the best margin after it."""
    takes = at(moment.masks, TAKES)
    breaks = at(moment.masks, BREAKS)
    if some(takes) or some(breaks):
        return greedy_square(facts, moment, takes, breaks)
    player = moment.turn[DECIDER]
    others = best_other(facts, moment, player)
    best, ties, found = -FAR, 0, 0
    for index in range(offers(facts, moment)):
        action = moment.offers[index]
        value = value_of(facts, moment, player, action, others)
        if value > best:
            best, ties, found = value, 0, action
        if value == best:
            ties += 1
            if below(moment, ties) == 0:
                found = action
    return found


def greedy_square(facts: Facts, moment: Moment, takes: Mask, breaks: Mask) -> int:
    """The same where squares are offered, looking at one square of each class of them."""
    player = moment.turn[DECIDER]
    others = best_other(facts, moment, player)
    splits = split(facts, moment) if facts.on_board else 0
    value = score(facts, moment, player) - others
    best, among = best_of(facts, moment, player, takes, 0, others, splits)
    stops = moment.turn[MAY_STOP] and (value > best or not some(takes))
    if stops:
        best = value
    if some(breaks):
        telling = breaks & at(facts.marks, TELLING)
        first = facts.squares
        better, broken = best_of(facts, moment, player, telling, first, others, splits)
        if some(breaks & ~telling) and value >= better:
            broken = broken if value == better else nothing()
            better, broken = value, broken | breaks & ~telling
        if better > best:
            return facts.squares + any_of(moment, broken)
    return 2 * facts.squares if stops else any_of(moment, among)


def best_of(
    facts: Facts,
    moment: Moment,
    player: int,
    squares: Mask,
    first: int,
    others: int,
    splits: int,
) -> tuple[int, Mask]:
    """The best margin after an action on one of the squares, and all squares that have it;
    `first` is the action on square 0."""
    best = -FAR
    among = nothing()
    while some(squares):
        square = lowest(squares)
        group = alike(facts, moment, squares, square, splits)
        squares = squares & ~group
        value = value_of(facts, moment, player, first + square, others)
        if value > best:
            best = value
            among = group
        elif value == best:
            among = among | group
    return best, among


def alike(facts: Facts, moment: Moment, squares: Mask, square: int, splits: int) -> Mask:
    """Those squares on which an action changes all scores as it does on this one."""
    here = bit(square)
    if facts.one_by_one:
        return here
    group = squares & at(facts.areas, facts.kinds[square])
    if not facts.telling[facts.kinds[square]]:
        return group
    for index in range(splits):
        other = at(moment.masks, SPLIT + index)
        group = group & other if some(other & here) else group & ~other
    return group


def split(facts: Facts, moment: Moment) -> int:
    """Puts into masks what besides their type tells squares apart; returns how many there are."""
    crossed = at(moment.masks, CROSSED)
    put(moment.masks, SPLIT, crossed)
    found = 1
    if facts.any_lines:
        split_lines(facts, moment)
        found = 5
    if facts.any_capacity:
        put(moment.masks, SPLIT + found, last_takings(facts, moment))
        found += 1
    if facts.any_rooted:
        found = split_beside(facts, moment, crossed, found)
        for player in range(facts.players):
            roots = at(moment.masks, ROOTS + player)
            put(moment.masks, SPLIT + found, roots)
            found = split_beside(facts, moment, roots, found + 1)
    return found


def split_lines(facts: Facts, moment: Moment) -> None:
    """The squares that are the last unused one of their row or column, and those whose row or
    column is without a destroyed square."""
    free = unused(moment) if facts.fills else ~at(moment.masks, CROSSED)
    gone = ~(at(moment.masks, FREE) | at(moment.masks, CROSSED))
    for index in range(4):
        put(moment.masks, SPLIT + 1 + index, nothing())
    for index in range(facts.rows + facts.columns):
        line = at(facts.lines, index)
        place = SPLIT + 1 if index < facts.rows else SPLIT + 2
        if count(line & free) == 1:
            put(moment.masks, place, at(moment.masks, place) | line)
        if not some(line & gone):
            put(moment.masks, place + 2, at(moment.masks, place + 2) | line)


def last_takings(facts: Facts, moment: Moment) -> Mask:
    """The squares that can be taken several times, but only once more."""
    found = nothing()
    for square in range(facts.squares):
        if facts.capacities[facts.kinds[square]] == moment.times[square] + 1:
            found = found | bit(square)
    return found


def split_beside(facts: Facts, moment: Moment, squares: Mask, found: int) -> int:
    """What is beside these squares, by direction; returns how many masks there are now."""
    left = (squares & at(facts.marks, NOT_FIRST)) >> 1
    right = (squares & at(facts.marks, NOT_LAST)) << 1
    put(moment.masks, SPLIT + found, left)
    put(moment.masks, SPLIT + found + 1, right)
    put(moment.masks, SPLIT + found + 2, squares >> facts.columns)
    put(moment.masks, SPLIT + found + 3, squares << facts.columns)
    if not facts.around:
        return found + 4
    put(moment.masks, SPLIT + found + 4, left >> facts.columns)
    put(moment.masks, SPLIT + found + 5, left << facts.columns)
    put(moment.masks, SPLIT + found + 6, right >> facts.columns)
    put(moment.masks, SPLIT + found + 7, right << facts.columns)
    return found + 8


def value_of(facts: Facts, moment: Moment, player: int, action: int, others: int) -> int:
    """The player's margin after an action, before what it brings; `others` is the highest score
    of an opponent now."""
    squares = facts.squares
    icons = 2 * squares + 1
    if action < squares:
        return value_of_taking(facts, moment, player, action, others)
    if action < 2 * squares:
        return value_of_destroying(facts, moment, player, action - squares, others)
    if action < icons:
        return score(facts, moment, player) - others
    if action < icons + facts.types:
        return value_of_icon(facts, moment, player, action - icons, others)
    return value_of_scratching(facts, moment, player, action - icons - facts.types)


def margin(facts: Facts, moment: Moment, player: int) -> int:
    """A player's score less the best other."""
    return score(facts, moment, player) - best_other(facts, moment, player)


def value_of_icon(facts: Facts, moment: Moment, player: int, kind: int, others: int) -> int:
    """The margin with one icon more."""
    spot = player * facts.types + kind
    moment.counts[spot] += 1
    if facts.contested[kind]:
        others = best_other_anew(facts, moment, player, kind)
    value = score_anew(facts, moment, player, kind) - others
    moment.counts[spot] -= 1
    return value


def value_of_taking(facts: Facts, moment: Moment, player: int, square: int, others: int) -> int:
    """The margin after a square is taken."""
    kind = facts.kinds[square]
    if not facts.telling[kind]:
        return value_of_icon(facts, moment, player, kind, others)
    free = at(moment.masks, FREE)
    crossed = at(moment.masks, CROSSED)
    mark(facts, moment, player, square)
    value = margin(facts, moment, player)
    put(moment.masks, FREE, free)
    put(moment.masks, CROSSED, crossed)
    survey(facts, moment)
    add(facts, moment, player, kind, -1)
    if facts.capacities[kind]:
        moment.times[square] -= 1
    if facts.rooted[kind]:
        uproot(facts, moment, player, square)
    return value


def value_of_destroying(facts: Facts, moment: Moment, player: int, square: int, others: int) -> int:
    """The margin after a square is destroyed."""
    if not facts.telling[facts.kinds[square]]:
        return score(facts, moment, player) - others
    free = at(moment.masks, FREE)
    crossed = at(moment.masks, CROSSED)
    destroy(facts, moment, square)
    value = margin(facts, moment, player)
    put(moment.masks, FREE, free)
    put(moment.masks, CROSSED, crossed)
    survey(facts, moment)
    return value


def value_of_scratching(facts: Facts, moment: Moment, player: int, spot: int) -> int:
    """The margin after an icon is destroyed in an inventory: by player and type, then by player
    and square, as in turns.act."""
    root = spot - facts.players * facts.types
    if root >= 0:
        owner = root // facts.squares
        square = root % facts.squares
        spot = owner * facts.types + facts.kinds[square]
        uproot(facts, moment, owner, square)
    owner, kind = spot // facts.types, spot % facts.types
    add(facts, moment, owner, kind, -1)
    value = margin(facts, moment, player)
    add(facts, moment, owner, kind, 1)
    if root >= 0:
        moment.roots[root] += 1
        put(moment.masks, ROOTS + owner, at(moment.masks, ROOTS + owner) | bit(square))
    return value
