"""The graphics state of a content stream, and the path that is being built.

Input: numbers from operators. Output: extents and widths in the stream's own coordinates (those of
the matrix that the stream starts with).
"""

import math
from dataclasses import dataclass
from typing import NamedTuple

from generator.preflight.colours import GREY, Space
from generator.preflight.fonts import Font
from generator.preflight.geometry import (  # fmt: skip
    IDENTITY,
    Extent,
    Matrix,
    Point,
    around,
    curve_extent,
    moved,
    points_extent,
    scales,
    times,
)
from generator.preflight.marks import Drawing, Fault

_EVEN = 1.001  # scales that differ by less are one scale


@dataclass(slots=True)
class Paint:
    """What fills or strokes: a colour space, whether it leaves the paper white, a pattern's cell
    with its matrix."""

    space: Space = GREY
    white: bool = False
    cell: tuple[Drawing, Matrix] | None = None

    @property
    def faults(self) -> tuple[Fault, ...]:
        return (self.space.fault,) if self.space.fault else ()


class Inherited(NamedTuple):
    """The part of the state that a form starts with and that matters to a check (8.10.1)."""

    fill: Space = GREY
    fill_white: bool = False
    stroke: Space = GREY
    stroke_white: bool = False
    width: float = 1.0

    def state(self, clip: Extent) -> "State":
        fill, stroke = Paint(self.fill, self.fill_white), Paint(self.stroke, self.stroke_white)
        return State(IDENTITY, clip, fill, stroke, self.width)


@dataclass(slots=True)
class State:
    """What q saves and Q restores (ISO 32000-1, 8.4 and 9.3)."""

    matrix: Matrix
    clip: Extent
    fill: Paint
    stroke: Paint
    width: float = 1.0
    cap: float = 0.0
    font: Font | None = None
    font_key: object = None
    size: float = 0.0
    letter_space: float = 0.0
    word_space: float = 0.0
    stretch: float = 1.0
    leading: float = 0.0
    rise: float = 0.0
    mode: int = 0

    def visible(self, extent: Extent) -> Extent | None:
        return extent.common(self.clip)

    def inherited(self) -> Inherited:
        fill, stroke = self.fill, self.stroke
        return Inherited(fill.space, fill.white, stroke.space, stroke.white, self.width)


class Path:
    """The current path: its extent in the stream's coordinates, its straight pieces in those of
    their operators, where a line's width is measured."""

    def __init__(self) -> None:
        self.extent: Extent | None = None
        self.here: Point | None = None
        self.start: Point = (0.0, 0.0)
        self.curves: list[Extent] = []
        self.pieces: list[tuple[Point, Point]] = []

    def move(self, matrix: Matrix, to: Point) -> None:
        self.here = self.start = to
        self._reach(points_extent([moved(matrix, *to)]))

    def line(self, matrix: Matrix, to: Point) -> None:
        self.pieces.append((self._from(), to))
        self.here = to
        self._reach(points_extent([moved(matrix, *to)]))

    def curve(self, matrix: Matrix, first: Point, second: Point, to: Point) -> None:
        points = (self._from(), first, second, to)
        self.curves.append(curve_extent(tuple(moved(matrix, *point) for point in points)))
        self.here = to
        self._reach(self.curves[-1])

    def close(self) -> None:
        if self.here:
            self.pieces.append((self.here, self.start))
            self.here = self.start

    def rectangle(self, matrix: Matrix, x: float, y: float, w: float, h: float) -> None:
        self.move(matrix, (x, y))
        for corner in ((x + w, y), (x + w, y + h), (x, y + h)):
            self.line(matrix, corner)
        self.close()

    def line_width(self, matrix: Matrix, width: float) -> float:
        """The width of the thinnest piece when this is stroked."""
        least, most = scales(matrix)
        if self.curves or most <= least * _EVEN:
            return width * least
        lengths = [math.dist(moved(matrix, *a), moved(matrix, *b)) / math.dist(a, b)
                   for a, b in self.pieces if a != b]  # fmt: skip
        return width * least * most / max(lengths, default=most)

    def stroked(self, matrix: Matrix, width: float, flat: bool) -> Extent:
        """The extent when this is stroked; flat ends add nothing to the length of a line."""
        half = width / 2
        parts = [extent.grown(half * scales(matrix)[1]) for extent in self.curves]
        for (ax, ay), (bx, by) in self.pieces:
            length = math.dist((ax, ay), (bx, by))
            x, y = (half * (bx - ax) / length, half * (by - ay) / length) if length else (half, 0)
            ex, ey = (0, 0) if flat else (x, y)
            corners = [(ax - ex - y, ay - ey + x), (ax - ex + y, ay - ey - x),
                       (bx + ex - y, by + ey + x), (bx + ex + y, by + ey - x)]  # fmt: skip
            parts.append(points_extent([moved(matrix, *corner) for corner in corners]))
        return around(parts) or self.extent

    def _from(self) -> Point:
        if self.here is None:
            raise ValueError("a path that starts nowhere")
        return self.here

    def _reach(self, extent: Extent) -> None:
        self.extent = around([self.extent, extent]) if self.extent else extent


class TextObject:
    """What BT begins: the text matrix and the matrix of the line."""

    def __init__(self, thread: int) -> None:
        self.thread = thread
        self.matrix = self.line = IDENTITY

    def next_line(self, x: float, y: float) -> None:
        self.set((1.0, 0.0, 0.0, 1.0, x, y), self.line)

    def set(self, matrix: Matrix, after: Matrix = IDENTITY) -> None:
        self.matrix = self.line = times(matrix, after)

    def advance(self, x: float, y: float) -> None:
        self.matrix = times((1.0, 0.0, 0.0, 1.0, x, y), self.matrix)
