"""Make sets of discs in which any two symbols are on the same number of discs, give or take one.

A symbol (shape, colour) is an edge of the complete bipartite graph of shapes and colours, and a
disc a matching of k edges. Any number n of different discs can be balanced:

1. Take any n different discs, and two shapes a and b. The *twin* of a disc has a and b exchanged.
   A disc whose twin is among the n counts for both alike, in every colour. Draw every other disc
   that shows a or b as an arc, from the colour of its b to the colour of its a; a missing shape
   counts as an additional node, "none". At every colour, the arcs in minus the arcs out are by how
   many discs a is ahead of b in that colour; at "none", by how many a is behind b in total.
2. Replacing a disc by its twin reverses its arc and leaves the n discs different. A graph can
   always be directed so that in and out differ by at most one at every node: walk trails, from
   nodes of odd degree first. So a and b can be made to differ by at most one in every colour and in
   total, without a change for other shapes or in how many discs have a colour. The same holds for
   two colours.
3. Repeat this while any two shapes or two colours differ by more. The sum of the squares of all
   these numbers falls each time, so the repetition ends.
4. Then any two symbols differ by at most one. Otherwise (a, x) would be on at least v + 2 discs and
   (b, y) on v. Symbols of one shape, and of one colour, differ by at most one, so (a, y) and (b, x)
   are on v + 1, all of a on v + 1 or v + 2, all of b on v or v + 1; so a would be on at least two
   discs more than b. Likewise for the numbers of discs with each shape, and with each colour.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, islice
from math import comb, perm

from generator.core.seeds import Stream

IndexDisc = frozenset[tuple[int, int]]  # pairs of the index of a shape and that of a colour
_NONE = -1  # the node for a shape or colour that a disc lacks


def different_discs(shapes: int, colours: int, symbols: int) -> int:
    """The number of different discs; 0 if a disc would have to show a shape or a colour twice."""
    return comb(shapes, symbols) * perm(colours, symbols)


def balanced_discs(
    shapes: int, colours: int, symbols: int, discs: int, stream: Stream
) -> tuple[IndexDisc, ...]:
    """Different discs, at most different_discs() of them, balanced."""
    available = different_discs(shapes, colours, symbols)
    sample: dict[int, None] = {}  # Floyd's algorithm
    for top in range(available - discs, available):
        number = stream.below(top + 1)
        sample[top if number in sample else number] = None
    result = [_disc_of_rank(rank, shapes, colours, symbols) for rank in sample]
    exchanges = [(0, a, b) for a, b in combinations(range(shapes), 2)]
    exchanges += [(1, a, b) for a, b in combinations(range(colours), 2)]
    while any(_balance(result, *exchange) for exchange in exchanges):
        pass
    # Balancing gives the odd disc to lower indexes a little more often than to others; after a
    # random permutation no shape and no colour is at an advantage.
    new_shapes, new_colours = stream.shuffled(range(shapes)), stream.shuffled(range(colours))
    return tuple(
        frozenset((new_shapes[shape], new_colours[colour]) for shape, colour in disc)
        for disc in result
    )


def _disc_of_rank(rank: int, shapes: int, colours: int, symbols: int) -> IndexDisc:
    """The disc of a rank, from 0 to different_discs() - 1."""
    rank, order = divmod(rank, perm(colours, symbols))
    unused_colours = list(range(colours))
    disc = []
    for shape in next(islice(combinations(range(shapes), symbols), rank, None)):
        order, index = divmod(order, len(unused_colours))
        disc.append((shape, unused_colours.pop(index)))
    return frozenset(disc)


def _balance(discs: list[IndexDisc], side: int, a: int, b: int) -> bool:
    """Make two shapes (side 0), or two colours (1), equally frequent, give or take one (2. above).
    Returns whether there was something to do."""
    present, other = set(discs), {a: b, b: a}
    arcs: dict[int, tuple[int, int]] = {}
    twins: dict[int, IndexDisc] = {}
    surplus = Counter[int]()
    for number, disc in enumerate(discs):
        partners = {symbol[side]: symbol[1 - side] for symbol in disc}
        if a not in partners and b not in partners:
            continue
        exchanged = [(other.get(key, key), partner) for key, partner in partners.items()]
        twin = frozenset(exchanged if side == 0 else ((one, two) for two, one in exchanged))
        if twin not in present:
            start, end = arcs[number] = partners.get(b, _NONE), partners.get(a, _NONE)
            twins[number] = twin
            surplus[start] -= 1
            surplus[end] += 1
    if all(abs(value) <= 1 for value in surplus.values()):
        return False
    for number, start in _trails(arcs):
        if arcs[number][0] != start:
            discs[number] = twins[number]
    return True


def _trails(arcs: dict[int, tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """The number of each arc, and the node from which a walk enters it: a walk continues until it
    finds no arc, and a node of odd degree is an end of one walk only."""
    arcs_at: dict[int, list[int]] = {}
    for number, ends in arcs.items():
        for node in ends:
            arcs_at.setdefault(node, []).append(number)
    odd = [node for node, numbers in arcs_at.items() if len(numbers) % 2]
    walked_arcs: set[int] = set()
    for node in (*odd, *arcs_at):
        while free := [number for number in arcs_at[node] if number not in walked_arcs]:
            yield free[0], node
            walked_arcs.add(free[0])
            node = sum(arcs[free[0]]) - node  # its other end
