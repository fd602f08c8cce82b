"""Which squares a player may take: the rules of rules.py, for all squares at once.

Input: Facts, a Moment, a player. Output: masks. Part of the kernel: plain functions of plain
numbers, which machine_code.py can turn into machine code as they are.
"""

from generator.games.magnetmen.simulation.tables import (
    ASKS_LEFT,
    ASKS_RIGHT,
    CLOSES_ALL,
    CLOSES_OWN,
    CROSSED,
    FREE,
    NEEDS_NONE,
    NEEDS_SOME,
    NOT_FIRST,
    NOT_LAST,
    REPELS,
    TOOK,
    GameState,
    GameTables,
    Mask,
    at,
    some,
)


def sideways(facts: GameTables, mask: Mask) -> Mask:
    """The squares directly left or right of those in the mask."""
    return (mask & at(facts.marks, NOT_LAST)) << 1 | (mask & at(facts.marks, NOT_FIRST)) >> 1


def upright(facts: GameTables, mask: Mask) -> Mask:
    """The squares directly above or below; those off the board are the caller's to drop."""
    return mask << facts.columns | mask >> facts.columns


def adjacent(facts: GameTables, mask: Mask) -> Mask:
    """The squares adjacent to those in the mask (reading 5), likewise."""
    beside = sideways(facts, mask)
    if facts.around:
        return beside | upright(facts, mask | beside)
    return beside | upright(facts, mask)


def unused(moment: GameState) -> Mask:
    """The squares neither crossed out nor destroyed."""
    return at(moment.masks, FREE) & ~at(moment.masks, CROSSED)


def repelled(facts: GameTables, moment: GameState, player: int, icons: Mask) -> Mask:
    """The squares that Repel closes to a player, if these icons repel: one of a type sideways,
    two upright too, three all around (facts: Rules)."""
    first = REPELS + 3 * player
    ones = at(moment.masks, first) & icons
    twos = at(moment.masks, first + 1) & icons
    threes = at(moment.masks, first + 2) & icons
    return sideways(facts, ones) | upright(facts, twos | sideways(facts, threes))


def unrepelled(facts: GameTables, moment: GameState, player: int) -> Mask:
    """The free squares that Repel leaves a player; Astronauts and Doctors overlook icons."""
    free = at(moment.masks, FREE)
    crossed = at(moment.masks, CROSSED)
    result = free & ~repelled(facts, moment, player, free | crossed)
    if facts.repel_varies:
        for kind in range(facts.types):
            own = moment.counts[player * facts.types + kind]
            sees = facts.sees[kind * (facts.most + 1) + own]
            if sees != 3:
                area = at(facts.areas, kind)
                allowed = free & area
                if sees == 1:
                    allowed = allowed & ~repelled(facts, moment, player, free & ~crossed)
                elif sees == 2:
                    allowed = allowed & ~repelled(facts, moment, player, crossed)
                result = (result & ~area) | allowed
    return result


def barred(facts: GameTables, moment: GameState, player: int) -> Mask:
    """The squares that powers close to a player: those beside a Singer or the player's King, Mail
    Carriers, types of which the player took enough."""
    free = at(moment.masks, FREE)
    crossed = at(moment.masks, CROSSED)
    took = at(moment.masks, TOOK + player) & (free | crossed)
    near = adjacent(facts, crossed)
    closed = adjacent(
        facts, crossed & at(facts.marks, CLOSES_ALL) | took & at(facts.marks, CLOSES_OWN)
    )
    closed = closed | at(facts.marks, NEEDS_SOME) & ~near | at(facts.marks, NEEDS_NONE) & near
    for kind in range(facts.types):
        limit = facts.limits[kind]
        if limit and moment.takings[player * facts.types + kind] >= limit:
            closed = closed | at(facts.areas, kind)
    return closed


def allowed(facts: GameTables, moment: GameState, player: int, repel: int) -> Mask:
    """The squares a player may take as if no type asked for neighbours, with or without Repel."""
    found = unrepelled(facts, moment, player) if repel else at(moment.masks, FREE)
    return found & ~barred(facts, moment, player) if facts.gated else found


def asked(facts: GameTables, moment: GameState, neighbour: int, guards: Mask, found: Mask) -> Mask:
    """`found` without the Life Guards that a neighbour can't take (reading 9)."""
    if not some(found & guards):
        return found
    if moment.out[neighbour]:
        return found & ~guards if facts.ask_out else found
    return found & ~(guards & ~allowed(facts, moment, neighbour, 1))


def takeable(facts: GameTables, moment: GameState, player: int, repel: int) -> Mask:
    """The squares a player may take who is not out; without Repel if a power says so."""
    found = allowed(facts, moment, player, repel)
    if facts.asks:
        left = (player + 1) % facts.players
        right = (player - 1) % facts.players
        found = asked(facts, moment, left, at(facts.marks, ASKS_LEFT), found)
        found = asked(facts, moment, right, at(facts.marks, ASKS_RIGHT), found)
    return found
