"""What figures of several games share: signs of a few strokes, and squares in even rows."""

from collections.abc import Iterator

from generator.core.paper import Box
from generator.layout.page import Item, Line, Oval

Strokes = tuple[tuple[float, float, float, float], ...]
"""The strokes of a sign in a circle of diameter 1, as (x1, y1, x2, y2)."""

# The strokes of the tick are at right angles, and the first is half a pen longer, so that they meet
# in a clean corner.
TICK: Strokes = ((0.23, 0.54, 0.48, 0.74), (0.43, 0.70, 0.75, 0.30))
CROSS: Strokes = ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3))


# The colours of a badge's disc and strokes, by whether it is a tick and whether it is tinted.
BADGES = {
    (True, True): ("forest", "white"),
    (False, True): ("red", "white"),
    (True, False): ("white", "ink"),
    (False, False): ("ink", "white"),
}
BADGE_PEN = 0.35  # points for each mm of a badge's diameter


def drawn(strokes: Strokes, box: Box, colour: str, weight: float) -> Iterator[Line]:
    """A sign that fills a square box, with a pen of that weight in points."""
    for x1, y1, x2, y2 in strokes:
        ends = (box.x + x1 * box.w, box.y + y1 * box.w, box.x + x2 * box.w, box.y + y2 * box.w)
        yield Line(*ends, colour, weight)


def badge(is_right: bool, box: Box, tinted: bool) -> Iterator[Item]:
    """A disc with a tick or a cross that fills a square box."""
    disc, pen = BADGES[is_right, tinted]
    weight = BADGE_PEN * box.w * (1 if tinted else 2)  # line art makes strokes thinner
    yield Oval(box, disc, pen, weight / 2)
    yield from drawn(TICK if is_right else CROSS, box, pen, weight)


def square_boxes(
    count: int, columns: int, width: float, gap: float, largest: float, top: float = 0.0
) -> list[Box]:
    """Squares in rows of so many, the first at `top`, in the middle of a width in mm: as large as
    fits with these gaps, up to the largest side."""
    side = min(largest, (width + gap) / columns - gap)
    left, step = max(0.0, (width - columns * (side + gap) + gap) / 2), side + gap
    places = (divmod(number, columns) for number in range(count))
    return [Box(left + column * step, top + row * step, side, side) for row, column in places]
