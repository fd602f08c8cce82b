"""Paper and boxes on it: sizes and margins in mm, from the top left corner, y downward."""

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

MARGIN = 5.0  # home printers leave at most 4.23 mm blank; 5 is clear of all of them


class Box(NamedTuple):
    """A rectangle: left, top, width, height."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def centre(self) -> tuple[float, float]:
        return self.x + self.w / 2, self.y + self.h / 2

    @classmethod
    def around(cls, boxes: Sequence["Box"]) -> "Box":
        """The smallest box that holds these."""
        lefts, tops, widths, heights = zip(*boxes, strict=True)
        x, y = min(lefts), min(tops)
        return cls(x, y, max(map(add, lefts, widths)) - x, max(map(add, tops, heights)) - y)

    def inset(self, by: float, vertically: float | None = None) -> "Box":
        """The box without a rim of that width (another width above and below, if given)."""
        dy = by if vertically is None else vertically
        return Box(self.x + by, self.y + dy, self.w - 2 * by, self.h - 2 * dy)

    def moved(self, dx: float, dy: float) -> "Box":
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def centred(self, w: float, h: float) -> "Box":
        """A box of that size in the middle of this one."""
        return Box(self.x + (self.w - w) / 2, self.y + (self.h - h) / 2, w, h)

    def contains(self, other: "Box", tolerance: float = 0.01) -> bool:
        return (
            other.x >= self.x - tolerance
            and other.y >= self.y - tolerance
            and other.right <= self.right + tolerance
            and other.bottom <= self.bottom + tolerance
        )

    def overlaps(self, other: "Box", tolerance: float = 0.01) -> bool:
        return (
            self.x < other.right - tolerance
            and other.x < self.right - tolerance
            and self.y < other.bottom - tolerance
            and other.y < self.bottom - tolerance
        )


class Paper(NamedTuple):
    """A sheet of paper as it lies on the table, in mm, and what must stay blank: left, top, right,
    bottom. scale makes up for a printer that prints too small (or large): all is drawn larger."""

    name: str
    width: float
    height: float
    margins: tuple[float, float, float, float] = (MARGIN, MARGIN, MARGIN, MARGIN)
    scale: float = 1.0

    @property
    def landscape(self) -> "Paper":
        return self if self.width >= self.height else self._turned

    @property
    def portrait(self) -> "Paper":
        return self if self.height >= self.width else self._turned

    @property
    def _turned(self) -> "Paper":
        """Turned by a quarter; to which side, only the printer knows, so both margins count."""
        left, top, right, bottom = self.margins
        across, along = max(top, bottom), max(left, right)
        margins = (across, along, across, along)
        return self._replace(width=self.height, height=self.width, margins=margins)

    @property
    def fold(self) -> float:
        """Where a sheet is folded in half, from the left edge: its left and right edges meet."""
        return self.width / 2

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the real sheet."""
        return self.width * self.scale, self.height * self.scale

    @property
    def real_sheet(self) -> Box:
        """Where the edges of the real sheet are after a printer shrinks the page about its middle,
        in mm of the layout, which then are mm on the table."""
        return Box(0, 0, self.width, self.height).centred(*self.size)

    @property
    def for_text(self) -> "Paper":
        """The paper as sheets of text are laid out: paper larger than A4 is an A4 that is drawn
        larger, because longer lines of small text are no easier to read."""
        short, long = sorted(self.size)
        larger = round(min(short / 210, long / 297), 6)  # size may be off by a rounding error
        return self if larger <= 1 else self.enlarged(larger)

    def enlarged(self, times: float) -> "Paper":
        """The paper of a layout that is drawn so many times as large."""
        left, top, right, bottom = (margin / times for margin in self.margins)
        size, margins = (self.width / times, self.height / times), (left, top, right, bottom)
        return Paper(self.name, *size, margins, self.scale * times)

    @property
    def is_small(self) -> bool:
        """Whether it is as small as pages of booklets are, half a sheet of A4 or Letter."""
        return min(self.width, self.height) < 160

    def within(self, edge: float) -> Box:
        """What is at least so far from every edge, and inside the margins."""
        left, top, right, bottom = (max(edge, margin) for margin in self.margins)
        return Box(left, top, self.width - left - right, self.height - top - bottom)

    @property
    def area(self) -> Box:
        """What is inside the margins."""
        return self.within(0)


# A sheet of A4 that a printer centres on Letter loses 8.8 mm at the top and at the bottom.
_BOTH = (MARGIN, MARGIN + (297 - 279.4) / 2, MARGIN, MARGIN + (297 - 279.4) / 2)

PAPERS = {
    paper.name: paper
    for paper in (
        Paper("a4", 210, 297),  # ISO 216
        Paper("letter", 215.9, 279.4),  # ANSI A
        Paper("a3", 297, 420),
        Paper("a2", 420, 594),
        Paper("a4-letter-safe", 210, 297, _BOTH),
    )
}
