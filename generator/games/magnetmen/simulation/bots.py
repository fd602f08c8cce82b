"""What a random and a greedy player do next.

Input: Facts, a Moment in which somebody is to decide. Output: an action. Part of
the kernel, see legal_moves.py.

A greedy player takes the best margin after the move: own score less the best other. What is
equally good is chosen among at random; but who gains nothing by it rather takes than stops, and
rather stops than destroys.
"""

from generator.games.magnetmen.simulation.legal_moves import adjacent
from generator.games.magnetmen.simulation.random_numbers import any_of, below
from generator.games.magnetmen.simulation.scoring import (
    FAR,
    best_other,
    best_other_anew,
    score,
    score_anew,
)
from generator.games.magnetmen.simulation.square_changes import (
    become,
    destroyed,
    is_crossed,
    is_free,
    root,
    to_cross,
)
from generator.games.magnetmen.simulation.tables import (
    BREAKS,
    COUNTED,
    CROSSED,
    DECIDER,
    FREE,
    MAY_STOP,
    ROOTED,
    ROOTS,
    SPLIT,
    TAKES,
    GameState,
    GameTables,
    Mask,
    at,
    bit,
    lowest,
    nothing,
    put,
    rest,
    some,
)
from generator.games.magnetmen.simulation.turns import add, destroy, mark, offers, unmark

LINE_SPLITS = 4


def at_random(facts: GameTables, moment: GameState) -> int:
    """Any legal action, each equally likely."""
    return moment.offers[below(moment, offers(facts, moment))]


def greedy(facts: GameTables, moment: GameState) -> int:
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


def greedy_square(facts: GameTables, moment: GameState, takes: Mask, breaks: Mask) -> int:
    """The same where squares are offered, looking at one square of each class of them."""
    player = moment.turn[DECIDER]
    others = best_other(facts, moment, player)
    value = score(facts, moment, player) - others
    near = beside_roots(facts, moment) if facts.any_rooted else nothing()
    splits = split(facts, moment)
    alone = near | at(facts.marks, ROOTED)
    best, among = best_of(facts, moment, player, takes, 0, others, splits, alone)
    stops = moment.turn[MAY_STOP] and (value > best or not some(takes))
    if stops:
        best = value
    if some(breaks):
        alone = near & (at(moment.masks, CROSSED) | at(facts.marks, ROOTED))
        telling = breaks & (at(facts.marks, COUNTED) | alone | in_lines(facts, moment))
        first = facts.squares
        better, broken = best_of(facts, moment, player, telling, first, others, splits, alone)
        if some(breaks & ~telling) and value >= better:
            broken = broken if value == better else nothing()
            better, broken = value, broken | breaks & ~telling
        if better > best:
            return facts.squares + any_of(moment, broken)
    return 2 * facts.squares if stops else any_of(moment, among)


def best_of(
    facts: GameTables,
    moment: GameState,
    player: int,
    squares: Mask,
    first: int,
    others: int,
    splits: int,
    alone: Mask,
) -> tuple[int, Mask]:
    """The best margin after an action on one of the squares, and all squares that have it.

    `first` is the action on square 0, `others` the highest score of an opponent now; squares of
    `alone` are like no other, the rest are told apart by type and so many `splits`.
    """
    best = -FAR
    among = nothing()
    while some(squares):
        square = lowest(squares)
        group = alike(facts, moment, squares, square, splits, alone)
        squares = squares & ~group
        value = value_of(facts, moment, player, first + square, others)
        if value > best:
            best = value
            among = group
        elif value == best:
            among = among | group
    return best, among


def alike(
    facts: GameTables, moment: GameState, squares: Mask, square: int, splits: int, alone: Mask
) -> Mask:
    """Those squares on which an action changes all scores as it does on this one; for `splits` and
    `alone` see best_of."""
    here = bit(square)
    if some(here & alone):
        return here
    group = squares & at(facts.areas, facts.kinds[square]) & ~alone
    for index in range(splits):
        other = at(moment.masks, SPLIT + index)
        group = group & other if some(other & here) else group & ~other
    return group


def beside_roots(facts: GameTables, moment: GameState) -> Mask:
    """The squares of icons that are worth what is beside them, and the squares beside them."""
    rooted = nothing()
    for player in range(facts.players):
        rooted = rooted | at(moment.masks, ROOTS + player)
    return rooted | adjacent(facts, rooted)


def split(facts: GameTables, moment: GameState) -> int:
    """Puts into masks what besides their type tells squares apart; returns how many there are. The
    first four are those of in_lines."""
    if not facts.on_board:
        return 0
    found = 0
    if facts.crossed_lines or facts.intact_lines:
        split_lines(facts, moment)
        found = LINE_SPLITS
    put(moment.masks, SPLIT + found, at(moment.masks, CROSSED))
    found += 1
    if facts.any_capacity:
        put(moment.masks, SPLIT + found, last_takings(facts, moment))
        found += 1
    return found


def split_lines(facts: GameTables, moment: GameState) -> None:
    """The squares without which their row or column would be crossed out, and those whose row or
    column is intact, where scores count these."""
    spoilt, gone = to_cross(facts, moment), destroyed(moment)
    for index in range(LINE_SPLITS):
        put(moment.masks, SPLIT + index, nothing())
    for index in range(facts.rows + facts.columns):
        line = at(facts.lines, index)
        place = SPLIT if index < facts.rows else SPLIT + 1
        if facts.crossed_lines:
            last = line & spoilt
            if not some(last):
                put(moment.masks, place, at(moment.masks, place) | line)
            elif not some(rest(last)):
                put(moment.masks, place, at(moment.masks, place) | last)
        if facts.intact_lines and not some(line & gone):
            put(moment.masks, place + 2, at(moment.masks, place + 2) | line)


def in_lines(facts: GameTables, moment: GameState) -> Mask:
    """The squares whose end changes how many rows and columns are crossed out or intact."""
    found = nothing()
    if facts.crossed_lines or facts.intact_lines:
        for index in range(LINE_SPLITS):
            found = found | at(moment.masks, SPLIT + index)
    return found


def last_takings(facts: GameTables, moment: GameState) -> Mask:
    """The squares that can be taken several times, but only once more."""
    found = nothing()
    for kind in range(facts.types):
        if facts.capacities[kind]:
            squares = at(moment.masks, FREE) & at(facts.areas, kind)
            while some(squares):
                square = lowest(squares)
                squares = rest(squares)
                if facts.capacities[kind] == moment.times[square] + 1:
                    found = found | bit(square)
    return found


def value_of(facts: GameTables, moment: GameState, player: int, action: int, others: int) -> int:
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


def margin(facts: GameTables, moment: GameState, player: int) -> int:
    """A player's score less the best other."""
    return score(facts, moment, player) - best_other(facts, moment, player)


def value_of_icon(facts: GameTables, moment: GameState, player: int, kind: int, others: int) -> int:
    """The margin with one icon more."""
    spot = player * facts.types + kind
    moment.counts[spot] += 1
    if facts.contested[kind]:
        others = best_other_anew(facts, moment, player, kind)
    value = score_anew(facts, moment, player, kind) - others
    moment.counts[spot] -= 1
    return value


def value_of_taking(
    facts: GameTables, moment: GameState, player: int, square: int, others: int
) -> int:
    """The margin after a square is taken."""
    kind = facts.kinds[square]
    if not facts.telling[kind]:
        return value_of_icon(facts, moment, player, kind, others)
    free, crossed = is_free(moment, square), is_crossed(moment, square)
    mark(facts, moment, player, square)
    value = margin(facts, moment, player)
    unmark(facts, moment, player, square, free, crossed)
    return value


def value_of_destroying(
    facts: GameTables, moment: GameState, player: int, square: int, others: int
) -> int:
    """The margin after a square is destroyed."""
    if not facts.telling[facts.kinds[square]]:
        return score(facts, moment, player) - others
    free, crossed = is_free(moment, square), is_crossed(moment, square)
    destroy(facts, moment, square)
    value = margin(facts, moment, player)
    become(facts, moment, square, free, crossed)
    return value


def value_of_scratching(facts: GameTables, moment: GameState, player: int, spot: int) -> int:
    """The margin after an icon is destroyed in an inventory: by player and type, then by player
    and square, as in turns.act."""
    place = spot - facts.players * facts.types
    if place >= 0:
        owner = place // facts.squares
        square = place % facts.squares
        spot = owner * facts.types + facts.kinds[square]
        root(facts, moment, owner, square, -1)
    owner, kind = spot // facts.types, spot % facts.types
    add(facts, moment, owner, kind, -1)
    value = margin(facts, moment, player)
    add(facts, moment, owner, kind, 1)
    if place >= 0:
        root(facts, moment, owner, square, 1)
    return value
