"""What a content stream paints, in the stream's own coordinates.

A Drawing holds the marks of a page, a form, a glyph or a pattern cell. It is interpreted once and
then stands wherever it is used (Use), moved by a matrix. Its summary says whether anything in it
could be at fault at a given scale, so that a form that is placed a thousand times is looked into
only where it has to be.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from generator.pdf.findings import Severity
from generator.preflight.geometry import Extent, Matrix, around, placed, scales


class Fault(NamedTuple):
    """Something wrong with a mark wherever it stands."""

    kind: str
    message: str
    expected: str
    severity: Severity = "error"


class Mark(NamedTuple):
    """One painted thing, with the visible part of its extent.

    size is the height of a text, the width of a line (of a fill: infinite unless it is as thin as a
    line), or the pixels of an image per unit. inked is False for what leaves no trace: white
    paint, spaces. thread counts the text objects of its drawing; whole is the extent that must not
    be cut off by a clip.
    """

    kind: Literal["text", "line", "fill", "image"]
    extent: Extent
    size: float = math.inf
    inked: bool = True
    faults: tuple[Fault, ...] = ()
    label: str = ""
    thread: int = 0
    whole: Extent | None = None


class Use(NamedTuple):
    """A drawing placed in another. With `over`, it is the cell of a pattern: what it paints shows
    everywhere in that extent."""

    drawing: "Drawing"
    matrix: Matrix
    clip: Extent
    over: Extent | None = None


@dataclass(slots=True)
class Drawing:
    """All marks of one content stream, in drawing order, and faults of the stream as a whole."""

    marks: list[Mark | Use] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    fonts: set[object] = field(default_factory=set)
    threads: int = 0
    weight: int = 0  # marks and uses, with those inside
    # The summary, over everything inside: see close().
    hull: Extent | None = None
    text: float = math.inf
    line: float = math.inf
    pixels: float = math.inf
    flawed: bool = False
    texts: bool = False

    def close(self) -> "Drawing":
        """Sum up once all marks are there."""
        hulls = []
        for mark in self.marks:
            hull = self._add_use(mark) if isinstance(mark, Use) else self._add_mark(mark)
            if hull:
                hulls.append(hull)
        self.hull = around(hulls)
        self.flawed = self.flawed or bool(self.faults)
        return self

    def _add_mark(self, mark: Mark) -> Extent | None:
        self.weight += 1
        self.flawed = self.flawed or bool(mark.faults)
        if mark.kind == "text":
            self.texts = True
            if mark.inked:
                self.text = min(self.text, mark.size)
        elif mark.kind == "image":
            self.pixels = min(self.pixels, mark.size)
        else:
            self.line = min(self.line, mark.size)
        return mark.extent if mark.inked else None

    def _add_use(self, use: Use) -> Extent | None:
        inner, (least, most) = use.drawing, scales(use.matrix)
        self.weight += 1 + inner.weight
        self.flawed = self.flawed or inner.flawed
        self.texts = self.texts or inner.texts
        self.fonts |= inner.fonts
        self.text = min(self.text, _scaled(inner.text, least))
        self.line = min(self.line, _scaled(inner.line, least))
        self.pixels = min(self.pixels, inner.pixels / most if most else math.inf)
        if inner.texts and inner.hull and not use.over:
            # A clip may cut off a text, which only a closer look can tell.
            self.flawed = self.flawed or not placed(use.matrix, inner.hull).within(use.clip)
        return visible(use)


def visible(use: Use) -> Extent | None:
    """The part of the page around it that a use covers; None where nothing of it shows."""
    if use.over or not use.drawing.hull:
        return use.over
    return placed(use.matrix, use.drawing.hull).common(use.clip)


def _scaled(size: float, factor: float) -> float:
    return size if size == math.inf else size * factor


def blank(marks: Sequence[Mark | Use]) -> bool:
    """Whether nothing of this leaves a trace."""
    return not any(
        not blank(mark.drawing.marks) if isinstance(mark, Use) else mark.inked for mark in marks
    )
