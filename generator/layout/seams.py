"""Where the tiles of a page meet: on lines that its sheet names, away from texts and pictures."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator
from math import ceil

from generator.layout.page import Art, Page, Text, flatten

CLEARANCE = 0.3  # mm, between a seam and a text or a picture
SLACK = 3.0  # mm, as far as a line may be moved for that

Span = tuple[float, float]


def choices(page: Page, axis: int) -> list[list[float]]:
    """The lines of a page for vertical seams (axis 0) or horizontal ones (axis 1), in mm on the
    page: first those that cross neither texts nor pictures, then all that its sheet names."""
    if not page.seams:
        return [[]]
    boxes = [entry.box for entry in flatten(page) if isinstance(entry.item, Text | Art)]
    blocks = _joined(
        (box[axis] - CLEARANCE, box[axis] + box[axis + 2] + CLEARANCE) for box in boxes
    )
    named = page.seams[axis]
    return [[clear for line in named for clear in _moved_out(line, blocks)], [*named]]


def _moved_out(line: float, blocks: Iterable[Span]) -> Iterator[float]:
    """A line out of the block that holds it, if an end of that is near."""
    ends = next((block for block in blocks if block[0] < line < block[1]), (line, line))
    place = min(ends, key=lambda end: abs(end - line))
    if abs(place - line) <= SLACK:
        yield place


def _joined(spans: Iterable[Span]) -> list[Span]:
    """Spans with those that overlap made one."""
    result: list[Span] = []
    for start, end in sorted(spans):
        if result and start <= result[-1][1]:
            result[-1] = result[-1][0], max(end, result[-1][1])
        else:
            result.append((start, end))
    return result


def tile_starts(
    length: float, longest: float, overlap: float, lines: Iterable[float]
) -> list[float]:
    """Where tiles begin that show a length in mm, and where another would: on these lines, in as
    few tiles as reach from one to the next, about as long as each other.

    A tile shows `longest` at most, the end of which lies under its neighbour. Where two lines are
    farther apart, as on either side of a picture that is larger than the paper, even cuts lie
    between them.
    """
    reach, end = longest - overlap + 1e-6, length - overlap
    stops = [0.0]
    for line in (*sorted(line for line in lines if 0 < line < end), end):
        start = stops[-1]
        count = max(1, ceil((line - start) / reach))
        stops += [start + (line - start) * number / count for number in range(1, count)]
        stops.append(line)
    farthest = [bisect_right(stops, stop + reach) - 1 for stop in stops]
    tiles = [0] * len(stops)  # that it takes from each stop to the end
    for at in reversed(range(len(stops) - 1)):
        tiles[at] = tiles[farthest[at]] + 1
    at, starts = 0, [0.0]
    while tiles[at]:
        even = stops[at] + (end - stops[at]) / tiles[at]
        nearer = (stop for stop in range(at + 1, farthest[at] + 1) if tiles[stop] < tiles[at])
        at = min(nearer, key=lambda stop: abs(stops[stop] - even))
        starts.append(stops[at])
    return starts
