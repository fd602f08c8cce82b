"""How a game goes on: actions, what they bring, whose decision is next.

Input: Facts, a Moment, an action. Output: the Moment changed. Part of the kernel, see
legal_moves.py.

An action is a number: taking a square; destroying one; passing or stopping; gaining an icon of a
type; destroying (scratching out) an icon of a player's type, one that is worth what is beside its
square by that square.
"""

from generator.games.magnetmen.simulation.legal_moves import takeable, unused
from generator.games.magnetmen.simulation.power_records import (
    BREAK_SQUARE,
    GAIN,
    NO_REPEL,
    NO_RULES,
    SCRATCH_ANY,
    SCRATCH_OWN,
    TAKE_AGAIN,
)
from generator.games.magnetmen.simulation.scoring import chosen, recount
from generator.games.magnetmen.simulation.square_changes import become, root
from generator.games.magnetmen.simulation.tables import (
    BREAKS,
    CROSSED,
    DECIDER,
    DEPTH,
    FOUR,
    FOUR_OF_A_KIND,
    FRAME,
    FREE,
    FULL,
    IMMUNE,
    IN,
    LEFT,
    MAY_STOP,
    MUST_DESTROY,
    NEED,
    OVER,
    PASSES,
    PLAYER,
    REPELS,
    RETIRED,
    ROOT,
    ROOTS,
    STEP,
    STUCK,
    TAKES,
    TOOK,
    TURN,
    WAITS,
    WHICH,
    WHO,
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

WIDTH = 7  # numbers in a record of Facts.steps
COUNT, OPTIONAL, BY, LINE, IGNORING, NO_SAME = range(1, WIDTH)


def apply(facts: GameTables, moment: GameState, action: int) -> None:
    """Carries out a legal action of the player to decide, and goes on to the next decision."""
    player = moment.turn[DECIDER]
    if moment.turn[NEED] == STEP:
        moment.stack[(moment.turn[DEPTH] - 1) * FRAME + LEFT] -= 1
    if action == 2 * facts.squares:
        stop(moment)
    else:
        moment.turn[PASSES] = 0
        act(facts, moment, player, action)
    settle(facts, moment)


def stop(moment: GameState) -> None:
    """Passes a turn, or leaves the rest of a step."""
    if moment.turn[NEED] == STEP:
        moment.stack[(moment.turn[DEPTH] - 1) * FRAME + LEFT] = 0
    else:
        moment.turn[PASSES] += 1


def act(facts: GameTables, moment: GameState, player: int, action: int) -> None:
    """Carries out any action but passing and stopping."""
    squares, types = facts.squares, facts.types
    icons = 2 * squares + 1
    if action < squares:
        take(facts, moment, player, action)
    elif action < icons:
        destroy(facts, moment, action - squares)
    elif action < icons + types:
        gain(facts, moment, player, action - icons)
    elif action < icons + types + facts.players * types:
        spot = action - icons - types
        scratch(facts, moment, spot // types, spot % types)
    else:
        spot = action - icons - types - facts.players * types
        root(facts, moment, spot // squares, spot % squares, -1)
        scratch(facts, moment, spot // squares, facts.kinds[spot % squares])


def take(facts: GameTables, moment: GameState, player: int, square: int) -> None:
    """Crosses a square out, draws its icon and brings what its power says."""
    kind = facts.kinds[square]
    if facts.lead_before:
        push(facts, moment, player, square)
    mark(facts, moment, player, square)
    moment.takings[player * facts.types + kind] += 1
    put(moment.masks, TOOK + player, at(moment.masks, TOOK + player) | bit(square))
    if facts.retires[kind]:
        moment.out[player] = RETIRED
    drawn(facts, moment, player, kind)
    if not facts.lead_before:
        push(facts, moment, player, square)


def mark(facts: GameTables, moment: GameState, player: int, square: int) -> None:
    """What of a taking counts for scores."""
    kind = facts.kinds[square]
    if facts.capacities[kind] == 0:
        become(facts, moment, square, False, True)
    else:
        moment.times[square] += 1
        if moment.times[square] >= facts.capacities[kind]:
            become(facts, moment, square, False, False)
        elif facts.first_crosses:
            become(facts, moment, square, True, True)
    add(facts, moment, player, kind, 1)
    root(facts, moment, player, square, 1)


def unmark(
    facts: GameTables, moment: GameState, player: int, square: int, free: bool, crossed: bool
) -> None:
    """Takes back what mark did to a square that was free, crossed out, both or neither."""
    kind = facts.kinds[square]
    root(facts, moment, player, square, -1)
    add(facts, moment, player, kind, -1)
    become(facts, moment, square, free, crossed)
    if facts.capacities[kind]:
        moment.times[square] -= 1


def destroy(facts: GameTables, moment: GameState, square: int) -> None:
    """Destroys a square: it is neither free nor crossed out any more."""
    become(facts, moment, square, False, False)


def gain(facts: GameTables, moment: GameState, player: int, kind: int) -> None:
    """Adds an icon that comes from no square."""
    add(facts, moment, player, kind, 1)
    drawn(facts, moment, player, kind)


def add(facts: GameTables, moment: GameState, player: int, kind: int, change: int) -> None:
    """Notes that a player has one icon of a type more or less: 1 or -1."""
    spot = player * facts.types + kind
    more = moment.counts[spot] if change > 0 else moment.counts[spot] - 1
    moment.counts[spot] += change
    recount(facts, moment, player, kind)
    if more < 3:
        place = REPELS + 3 * player + more
        put(moment.masks, place, at(moment.masks, place) ^ at(facts.areas, kind))


def drawn(facts: GameTables, moment: GameState, player: int, kind: int) -> None:
    """What drawing an icon means for the player's further turns."""
    moment.used[player] += 1
    spot = player * facts.types + kind
    four = moment.takings[spot] if facts.four_taken else moment.counts[spot]
    if moment.out[player] == IN:
        if facts.advanced and four >= FOUR:
            moment.out[player] = FOUR_OF_A_KIND
        elif moment.used[player] >= facts.slots:
            moment.out[player] = FULL


def scratch(facts: GameTables, moment: GameState, player: int, kind: int) -> None:
    """Destroys an icon in an inventory; its slot stays used (reading 10)."""
    add(facts, moment, player, kind, -1)
    moment.used[player] -= facts.slot_freed


def push(facts: GameTables, moment: GameState, player: int, square: int) -> None:
    """Puts the steps of a taking on the stack, the first on top."""
    kind = facts.kinds[square]
    for step in range(facts.step_at[kind + 1] - 1, facts.step_at[kind] - 1, -1):
        first = moment.turn[DEPTH] * FRAME
        moment.stack[first + WHICH] = step
        moment.stack[first + WHO] = chosen(facts, moment, facts.steps[step * WIDTH + BY], player)
        moment.stack[first + LEFT] = facts.steps[step * WIDTH + COUNT]
        moment.stack[first + ROOT] = square
        moment.turn[DEPTH] += 1


def settle(facts: GameTables, moment: GameState) -> None:
    """Goes on to the next decision that leaves a choice or a move, or to the end."""
    while moment.turn[DEPTH]:
        if next_step(facts, moment):
            return
        moment.turn[DEPTH] -= 1
    moment.turn[NEED] = TURN
    while moment.turn[PASSES] < facts.players:
        player = moment.turn[PLAYER] + 1
        moment.turn[PLAYER] = player if player < facts.players else 0
        if next_turn(facts, moment):
            return
        moment.turn[PASSES] += 1
    offer(moment, nothing(), nothing(), 0)
    moment.turn[NEED] = OVER


def offer(moment: GameState, takes: Mask, breaks: Mask, may_stop: int) -> None:
    """Notes what the player to decide may do to squares, and whether to pass or to stop."""
    put(moment.masks, TAKES, takes)
    put(moment.masks, BREAKS, breaks)
    moment.turn[MAY_STOP] = may_stop


def next_turn(facts: GameTables, moment: GameState) -> bool:
    """Offers the player's turn; false if there is no move (readings 7 and 9)."""
    player = moment.turn[PLAYER]
    if moment.out[player]:
        return False
    takes = takeable(facts, moment, player, 1)
    breaks = nothing()
    if facts.advanced and (some(takes) or facts.stuck != WAITS):
        breaks = unused(moment) & ~at(facts.marks, IMMUNE)
    if not some(takes) and not some(breaks):
        if not facts.returns:
            moment.out[player] = STUCK
        return False
    offer(moment, takes, breaks, 0 if some(takes) or facts.stuck == MUST_DESTROY else 1)
    moment.turn[DECIDER] = player
    return True


def next_step(facts: GameTables, moment: GameState) -> bool:
    """Offers the topmost step to the next of its players who can do it; false if nobody can."""
    first = (moment.turn[DEPTH] - 1) * FRAME
    step = moment.stack[first + WHICH]
    for seat in range(facts.players):
        player = moment.turn[PLAYER] + seat
        if player >= facts.players:
            player -= facts.players
        if moment.stack[first + WHO] >> player & 1:
            if moment.stack[first + LEFT] > 0 and offer_step(facts, moment, player, step):
                moment.turn[DECIDER] = player
                moment.turn[NEED] = STEP
                return True
            moment.stack[first + WHO] -= 1 << player
            moment.stack[first + LEFT] = facts.steps[step * WIDTH + COUNT]
    return False


def offer_step(facts: GameTables, moment: GameState, player: int, step: int) -> bool:
    """Offers a step to a player; false if there is nothing to do it to."""
    what = facts.steps[step * WIDTH]
    takes = nothing()
    breaks = nothing()
    can = False
    if what == BREAK_SQUARE:
        breaks = unused(moment)
        if facts.hits_crossed:
            breaks = breaks | at(moment.masks, CROSSED)
        breaks = breaks & ~at(facts.marks, IMMUNE)
    elif what == TAKE_AGAIN:
        takes = more_takes(facts, moment, player, step)
    elif what == GAIN:
        can = moment.used[player] < facts.slots
    else:
        can = has_icon(facts, moment, player, what)
    offer(moment, takes, breaks, facts.steps[step * WIDTH + OPTIONAL])
    return can or some(takes) or some(breaks)


def more_takes(facts: GameTables, moment: GameState, player: int, step: int) -> Mask:
    """What a player may take as a further square of the turn. Being out but for a full inventory
    does not matter: it ends one's turns, not this one."""
    first = step * WIDTH
    if moment.used[player] >= facts.slots:
        return nothing()
    if facts.steps[first + IGNORING] == NO_RULES:
        takes = at(moment.masks, FREE)
    else:
        repel = 0 if facts.steps[first + IGNORING] == NO_REPEL else 1
        takes = takeable(facts, moment, player, repel)
    square = moment.stack[(moment.turn[DEPTH] - 1) * FRAME + ROOT]
    if facts.steps[first + LINE]:
        takes = takes & (at(facts.row_of, square) | at(facts.column_of, square))
    if facts.steps[first + NO_SAME]:
        takes = takes & ~at(facts.areas, facts.kinds[square])
    return takes


def has_icon(facts: GameTables, moment: GameState, player: int, what: int) -> bool:
    """Whether there is an icon that a player may scratch out: in any inventory, or the own."""
    for spot in range(facts.players * facts.types):
        if can_scratch(facts, moment, player, what, spot):
            return True
    return False


def can_scratch(facts: GameTables, moment: GameState, player: int, what: int, spot: int) -> bool:
    """Whether a player may scratch out an icon of that player and type."""
    if moment.counts[spot] == 0 or (what == SCRATCH_OWN and spot // facts.types != player):
        return False
    return not facts.immune[spot % facts.types]


def offers(facts: GameTables, moment: GameState) -> int:
    """Lists all legal actions in moment.offers, in rising order but for the icons that have a
    square, and returns how many there are."""
    found = list_squares(moment, at(moment.masks, TAKES), 0, 0)
    found = list_squares(moment, at(moment.masks, BREAKS), facts.squares, found)
    if moment.turn[MAY_STOP]:
        moment.offers[found] = 2 * facts.squares
        found += 1
    if moment.turn[NEED] == STEP:
        what = facts.steps[moment.stack[(moment.turn[DEPTH] - 1) * FRAME + WHICH] * WIDTH]
        if what == GAIN:
            for kind in range(facts.types):
                moment.offers[found] = 2 * facts.squares + 1 + kind
                found += 1
        elif what in (SCRATCH_ANY, SCRATCH_OWN):
            found = list_icons(facts, moment, what, found)
    return found


def list_squares(moment: GameState, mask: Mask, first: int, found: int) -> int:
    """Adds an action for each square of a mask; `first` is that of square 0."""
    while some(mask):
        square = lowest(mask)
        mask = rest(mask)
        moment.offers[found] = first + square
        found += 1
    return found


def list_icons(facts: GameTables, moment: GameState, what: int, found: int) -> int:
    """Adds the icons that may be scratched out: one of those that are alike."""
    player = moment.turn[DECIDER]
    icons = 2 * facts.squares + 1 + facts.types
    rooted = icons + facts.players * facts.types
    for spot in range(facts.players * facts.types):
        if can_scratch(facts, moment, player, what, spot):
            loose = moment.counts[spot]
            if facts.rooted[spot % facts.types]:
                owner = spot // facts.types
                squares = at(moment.masks, ROOTS + owner) & at(facts.areas, spot % facts.types)
                while some(squares):
                    square = lowest(squares)
                    squares = rest(squares)
                    moment.offers[found] = rooted + owner * facts.squares + square
                    found += 1
                    loose -= moment.roots[owner * facts.squares + square]
            if loose > 0:
                moment.offers[found] = icons + spot
                found += 1
    return found
