"""How the pieces of a game lie in a box: stacks of equal pieces, side by side and in layers.

Input: pages with pieces, how thick these are. Output: packings, each with a place for every
stack, and the size of a box around it. Cards lie at the back of the box, with stacks of smaller
pieces before them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from generator.core.paper import Box
from generator.layout.box_net import BoxSize
from generator.layout.page import Page
from generator.layout.pieces import different_pieces

PLAY = 2.0  # mm of room at least, in each direction
MIN_SIZE = BoxSize(56, 72, 0)  # mm; below it, title and picture get too small
MAX_EDGE = 400.0  # mm, of a box
# The depth of a box as a share of its width: in between, boxes look right and lie well in a hand.
FLATTEST, DEEPEST = 0.2, 0.5
TALLEST = 1.5  # the height of a box as a share of its width, likewise
_MAX_IN_A_ROW = 6  # pieces side by side
_MAX_STACKS = 40  # of one kind
_EDGES = 7  # widths and heights that are tried


class Kind(NamedTuple):
    """Pieces of one size: the sheet that they are cut out of, their footprint, how high one is, how
    many there are."""

    sheet: str
    w: float
    h: float
    thickness: float
    number: int


class Stack(NamedTuple):
    """Some pieces of a kind in the box: the area that they cover, from the left and from the top,
    how far from the back they begin, and how high the stack is."""

    kind: Kind
    number: int
    box: Box
    z: float

    @property
    def height(self) -> float:
        return self.number * self.kind.thickness


class Packing(NamedTuple):
    """Stacks, and the inside of the box for them."""

    stacks: tuple[Stack, ...]
    size: BoxSize

    @property
    def cost(self) -> float:
        """The volume, made larger for a box that is too deep or too tall. It never gets less for
        more pieces."""
        w, h, d = self.size
        odd = max(1.0, d / w / DEEPEST) * max(1.0, h / w / TALLEST)
        return w * h * d * odd**2


def kinds_of(sheets: Mapping[str, Sequence[Page]], thickness: float) -> list[Kind]:
    """The pieces on the pages of sheets, by sheet and size. A net with squares is that of a cube,
    which is as high as it is wide; all others are that thick, in mm."""
    numbers: dict[tuple[str, float, float, float], int] = {}
    for sheet, pages in sheets.items():
        for piece in different_pieces(pages):
            squares = piece.front.squares
            box, height = (squares[0], squares[0].h) if squares else (piece.front.box, thickness)
            edges = sorted((round(box.w, 6), round(box.h, 6)))
            key = sheet, edges[0], edges[1], height
            numbers[key] = numbers.get(key, 0) + piece.copies
    return [Kind(*key, number) for key, number in numbers.items()]


def packings(kinds: Sequence[Kind]) -> list[Packing]:
    """Ways to pack all pieces, the best first; of equal sizes the one with the fewest stacks."""
    widths = _edges([kind.w for kind in kinds])
    heights = _edges([kind.h for kind in kinds])
    found = [
        packing
        for w, h in product(widths, heights)
        if w <= h
        for packing in _packings(kinds, w, h)
        if max(packing.size) <= MAX_EDGE
    ]
    found.sort(key=lambda packing: (round(packing.cost, 3), packing.size, len(packing.stacks)))
    best = {packing.size: packing for packing in reversed(found)}
    return [best[size] for size in dict.fromkeys(packing.size for packing in found)]


def _edges(lengths: Sequence[float]) -> list[float]:
    """Lengths of an edge that pieces may fill: that of the largest, and rows of equal ones."""
    least = max(lengths)
    rows = {length * number for length in lengths for number in range(1, _MAX_IN_A_ROW + 1)}
    return sorted({least} | {round(row, 3) for row in rows if row > least})[:_EDGES]


def _packings(kinds: Sequence[Kind], w: float, h: float) -> Iterator[Packing]:
    """The packings on an area of that size, by how high stacks may be."""
    layers = [kind for kind in kinds if kind.w > w / 2 and kind.h > h / 2]
    others = [kind for kind in kinds if kind not in layers]
    stacks, z = [], 0.0
    for kind in sorted(layers, key=lambda kind: (-kind.w * kind.h, kind)):
        stacks.append(Stack(kind, kind.number, Box(0, 0, kind.w, kind.h), z))
        z += stacks[-1].height
    for limit in _heights(others):
        beside = _side_by_side(others, w, h, limit, z)
        if beside is not None:
            all_stacks = (*stacks, *beside)
            depth = max(stack.z + stack.height for stack in all_stacks)
            yield Packing(all_stacks, _size_around(w, h, depth))


def _size_around(w: float, h: float, depth: float) -> BoxSize:
    """The inside of the box for contents of that size."""
    width = max(w + PLAY, MIN_SIZE.w)
    edges = width, max(h + PLAY, MIN_SIZE.h), max(depth + PLAY, FLATTEST * width)
    return BoxSize(*(round(edge, 2) for edge in edges))


def _heights(kinds: Sequence[Kind]) -> list[float]:
    """How high stacks may be: as high as a kind gets in a number of stacks."""
    if not kinds:
        return [0.0]
    tallest = max(kind.thickness for kind in kinds)
    heights = {
        -(-kind.number // stacks) * kind.thickness
        for kind in kinds
        for stacks in range(1, min(kind.number, _MAX_STACKS) + 1)
    }
    return sorted(height for height in heights if height >= tallest)


def _side_by_side(
    kinds: Sequence[Kind], w: float, h: float, limit: float, z: float
) -> list[Stack] | None:
    """Stacks of at most that height, in rows from the left, the longest pieces first; None if they
    do not fit on the area."""
    stacks: list[Stack] = []
    x = y = row_height = 0.0
    for kind in sorted(kinds, key=lambda kind: (-kind.h, kind)):
        per_stack = int(limit / kind.thickness + 1e-9)
        left = kind.number
        while left > 0:
            if x + kind.w > w + 1e-6:
                x, y, row_height = 0.0, y + row_height, 0.0
            if y + kind.h > h + 1e-6 or kind.w > w + 1e-6:
                return None
            stacks.append(Stack(kind, min(left, per_stack), Box(x, y, kind.w, kind.h), z))
            left -= per_stack
            x, row_height = x + kind.w, max(row_height, kind.h)
    return stacks
