"""Sets of discs in which every symbol is on as many discs as any other, or on one more.

Input: numbers of shapes, colours, symbols per disc and discs; a stream. Output: discs, all
different, each with so many symbols of different shapes in different colours. Say a symbol
(shape, colour) is an edge of the complete bipartite graph of shapes and colours; then a disc is
a matching of k edges. There are comb(shapes, k) * perm(colours, k) of them, and any number n up
to that can be balanced:

1. Take any n different discs, and two shapes a and b. A disc's *twin* has a and b exchanged.
   Whoever has its twin among the n weighs on a and b alike, in every colour. Draw each other
   disc that shows a or b as an arc: from the colour its b has to the colour its a has; a shape
   it lacks counts as one more node, "none". At every colour, arcs in minus arcs out is how many
   more discs have a than b in that colour; at "none" it is how many fewer have a than b at all.
2. Replacing a disc by its twin turns its arc about, and leaves the n discs different. A graph can
   always be directed so that in and out differ by at most one at every node: walk trails, from
   nodes of odd degree first, and direct the arcs as walked. So a and b can be made to differ by
   at most one in every colour and in total, without any change for other shapes or in how many
   discs have a colour. The same goes for two colours.
3. Do that while any two shapes or two colours differ by more. The sum of the squares of all these
   numbers falls each time, so there is an end.
4. Then any two symbols differ by at most one. Else there were (a, x) on v + 2 discs or more and
   (b, y) on v. Symbols of one shape, and of one colour, differ by at most one, so (a, y) and
   (b, x) are on v + 1, all of a on v + 1 or v + 2, all of b on v or v + 1; so a would be on at
   least two discs more than b.

How often each shape, and each colour, is there also differs by at most one.
"""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import comb, perm

from generator.core.seeds import Stream

Disc = frozenset[tuple[int, int]]
"""The symbols of a disc, each (index of its shape, index of its colour)."""

_Exchange = tuple[int, int, int]
"""Two indexes to be exchanged: of shapes (side 0) or of colours (side 1)."""

_NONE = -1  # the node for a shape or colour that a disc lacks


def different_discs(shapes: int, colours: int, symbols: int) -> int:
    """How many different discs there are; 0 where one would have to show a shape or a colour
    twice."""
    return comb(shapes, symbols) * perm(colours, symbols)


def balanced_discs(
    shapes: int, colours: int, symbols: int, discs: int, stream: Stream
) -> tuple[Disc, ...]:
    """So many different discs, balanced. Raises ValueError where there are not so many."""
    known = different_discs(shapes, colours, symbols)
    if discs > known:
        raise ValueError(f"{discs} discs of {symbols} symbols, there are only {known}")
    ranks = _sample(known, discs, stream)
    found = [_unranked(rank, shapes, colours, symbols) for rank in ranks]
    exchanges = [(0, a, b) for a, b in combinations(range(shapes), 2)]
    exchanges += [(1, a, b) for a, b in combinations(range(colours), 2)]
    while any(_level(found, exchange) for exchange in exchanges):
        pass
    return tuple(_renamed(found, stream.shuffled(range(shapes)), stream.shuffled(range(colours))))


def _renamed(
    discs: Sequence[Disc], shapes: Sequence[int], colours: Sequence[int]
) -> Iterator[Disc]:
    """The discs with other shapes and colours in the places of these. Levelling leaves the odd disc
    to the lower indexes a little more often than to others; so none is at an advantage."""
    for disc in discs:
        yield frozenset((shapes[shape], colours[colour]) for shape, colour in disc)


def _sample(below: int, count: int, stream: Stream) -> list[int]:
    """So many different numbers, each choice equally likely (Floyd's algorithm)."""
    chosen: dict[int, None] = {}
    for top in range(below - count, below):
        number = stream.below(top + 1)
        chosen[top if number in chosen else number] = None
    return list(chosen)


def _unranked(rank: int, shapes: int, colours: int, symbols: int) -> Disc:
    """The disc with a number from 0 up to different_discs()."""
    rank, order = divmod(rank, perm(colours, symbols))
    left = list(range(colours))
    disc = []
    for shape in range(shapes):
        needed = symbols - len(disc)
        with_it = comb(shapes - shape - 1, needed - 1) if needed else 0
        if rank >= with_it:
            rank -= with_it
            continue
        order, which = divmod(order, len(left))
        disc.append((shape, left.pop(which)))
    return frozenset(disc)


def _level(discs: list[Disc], exchange: _Exchange) -> bool:
    """Makes two shapes, or colours, as frequent as each other, give or take one (2. above); tells
    whether they were not."""
    present = set(discs)
    arcs = {}
    for number, disc in enumerate(discs):
        if (twin := _twin(disc, exchange)) not in present:
            arcs[number] = _arc(disc, exchange), twin
    if _is_level([arc for arc, _ in arcs.values()]):
        return False
    for number, start in _trails({number: arc for number, (arc, _) in arcs.items()}):
        arc, twin = arcs[number]
        if arc[0] != start:
            discs[number] = twin
    return True


def _twin(disc: Disc, exchange: _Exchange) -> Disc:
    side, a, b = exchange
    other = {a: b, b: a}
    if side == 0:
        return frozenset((other.get(shape, shape), colour) for shape, colour in disc)
    return frozenset((shape, other.get(colour, colour)) for shape, colour in disc)


def _arc(disc: Disc, exchange: _Exchange) -> tuple[int, int]:
    """From the partner that b has on the disc to that of a."""
    side, a, b = exchange
    partners = {symbol[side]: symbol[1 - side] for symbol in disc}
    return partners.get(b, _NONE), partners.get(a, _NONE)


def _is_level(arcs: Sequence[tuple[int, int]]) -> bool:
    surplus: dict[int, int] = {}
    for start, end in arcs:
        surplus[start] = surplus.get(start, 0) - 1
        surplus[end] = surplus.get(end, 0) + 1
    return all(abs(value) <= 1 for value in surplus.values())


def _trails(arcs: dict[int, tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Each arc's number and the node that a walk comes to it from. A walk goes on until it finds
    no arc; every node of odd degree is the end of one walk only."""
    at: dict[int, list[int]] = {}
    for number, ends in arcs.items():
        for node in ends:
            at.setdefault(node, []).append(number)
    odd = [node for node, numbers in at.items() if len(numbers) % 2]
    walked: set[int] = set()
    for node in (*odd, *at):
        while free := [number for number in at[node] if number not in walked]:
            yield free[0], node
            walked.add(free[0])
            node = sum(arcs[free[0]]) - node  # its other end
