"""Drawings: SVG files of the few elements and attributes that assets/README.md allows.

Every mistake has its place in the file. A drawing with mistakes must not be drawn.
"""

import cmath
import math
import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from generator.core.diagnostics import Diagnostic, quoted, suggestion
from generator.pdf.svg_values import (
    IDENTITY,
    Arc,
    Segment,
    SvgValueError,
    Values,
    arc_segment,
    whole_ellipse,
)

MAX_BYTES = 200_000
MAX_DEPTH = 20

SVG = "http://www.w3.org/2000/svg"
_BOM = b"\xef\xbb\xbf"
_DOCTYPE = "delete the DOCTYPE (in Inkscape: save as plain SVG)"
_INSTRUCTION = "only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"
_NOT_UTF_8 = "this file is not UTF-8, save it again so"
_LINE_END = rb"\r\n|\n|\r"  # only mistakes need the places, so these are compiled when needed
_TAG = rb"<[^\s/>]++"
_ATTRIBUTE = rb"""([^\s=<>/"']++)\s*+=\s*+(?:"[^"]*+"|'[^']*+')"""

Position = tuple[int, int]
"""A line and a column, from 1."""


class UnreadableSvgError(ValueError):
    """No elements can be read from the bytes; `position` is where reading stopped."""

    def __init__(self, message: str, position: Position = (1, 1)):
        super().__init__(message)
        self.position = position


class Element:
    """One element: `text` is the text directly in it, `parent` the element that it is in.

    `foreign` says that an element belongs to another namespace than SVG's, as an editor's own notes
    do; foreign_attributes are the names of such attributes.
    """

    def __init__(
        self,
        name: str,
        attributes: dict[str, str],
        parent: "Element | None",
        lines: "_Lines",
        offset: int,
    ):
        """Names begin with their namespace, except attributes without one."""
        namespace, _, self.name = name.rpartition(" ")
        self.foreign = namespace != SVG
        self.foreign_attributes = [key.rpartition(" ")[2] for key in attributes if " " in key]
        if self.foreign_attributes:
            attributes = {key: value for key, value in attributes.items() if " " not in key}
        self.attributes, self.parent, self.text = attributes, parent, ""
        self._lines, self._offset = lines, offset

    def position(self, attribute: str = "") -> Position:
        """Where an attribute begins, or the element if it lacks the attribute."""
        offsets = dict(self._attribute_offsets()) if attribute else {}
        return self._lines.position(offsets.get(attribute, self._offset))

    def _attribute_offsets(self) -> Iterator[tuple[str, int]]:
        """The offset of each attribute in the tag; expat only says where the tag begins."""
        remaining = len(self.attributes) + len(self.foreign_attributes)
        tag = re.compile(_TAG).match(self._lines.content, self._offset)
        start = tag.end() if tag else self._offset
        for match in re.compile(_ATTRIBUTE).finditer(self._lines.content, start):
            name = match[1].decode()
            if name == "xmlns" or name.startswith("xmlns:"):
                continue
            yield name.rpartition(":")[2], match.start()
            remaining -= 1
            if not remaining:
                return


class _Lines:
    """The bytes of a file, and the offsets at which its lines begin."""

    def __init__(self, content: bytes):
        self.content = content

    @cached_property
    def _starts(self) -> list[int]:
        return [0, *(end.end() for end in re.finditer(_LINE_END, self.content))]

    def position(self, offset: int) -> Position:
        line = bisect_right(self._starts, offset)
        before = self.content[self._starts[line - 1] : offset]
        return line, len(before.decode(errors="replace")) + 1


def read_elements(content: bytes) -> list[Element]:
    """The elements of a file, the root first. Raises UnreadableSvgError."""
    if len(content) > MAX_BYTES:
        message = f"this file is bigger than {MAX_BYTES:,} bytes, expected a simple drawing"
        raise UnreadableSvgError(message)
    lines = _Lines(content.removeprefix(_BOM))
    if not lines.content.strip():
        raise UnreadableSvgError("this file is empty, expected an SVG drawing")
    try:
        lines.content.decode()
    except UnicodeDecodeError as error:
        raise UnreadableSvgError(_NOT_UTF_8, lines.position(error.start)) from None
    if b"\0" in content:  # UTF-16: expat would read it as that
        raise UnreadableSvgError(_NOT_UTF_8)
    reader = _ElementReader(lines)
    try:
        reader.parser.Parse(lines.content, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "unknown error"
        message = f"this is not XML that can be read: {reason}"
        raise UnreadableSvgError(message, (error.lineno, error.offset + 1)) from None
    return reader.elements


class _ElementReader:
    def __init__(self, lines: _Lines):
        self.lines = lines
        self.elements: list[Element] = []
        self.ancestors: list[Element] = []
        self.parser = expat.ParserCreate("UTF-8", namespace_separator=" ")
        self.parser.buffer_text = True
        self.parser.XmlDeclHandler = self._declaration
        self.parser.StartDoctypeDeclHandler = self._doctype
        self.parser.ProcessingInstructionHandler = lambda *_: self._stop(_INSTRUCTION)
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = lambda _: self.ancestors.pop()
        self.parser.CharacterDataHandler = self._text

    def _stop(self, message: str) -> NoReturn:
        raise UnreadableSvgError(message, self.lines.position(self.parser.CurrentByteIndex))

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            self._stop(f"expected encoding='UTF-8', found '{encoding}'")

    def _doctype(self, *_: object) -> NoReturn:
        # How far expat has read by now differs from version to version.
        start = self.lines.content.rfind(b"<!DOCTYPE", 0, self.parser.CurrentByteIndex + 9)
        raise UnreadableSvgError(_DOCTYPE, self.lines.position(start))

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        if len(self.ancestors) >= MAX_DEPTH:
            self._stop(f"nested deeper than {MAX_DEPTH} levels")
        parent = self.ancestors[-1] if self.ancestors else None
        offset = self.parser.CurrentByteIndex
        element = Element(name, attributes, parent, self.lines, offset)
        self.elements.append(element)
        self.ancestors.append(element)

    def _text(self, text: str) -> None:
        self.ancestors[-1].text += text


_CLOSE: Segment = ("h", ())
SIDE = 100  # units: every drawing has a box of 100 x 100
# In numbers with two decimals: the sign of a zero, and zeros at the end.
_SUPERFLUOUS = re.compile(r"-(?=0\.00\b)|\.00\b|(?<=\.[0-9])0\b")


class Shape:
    """A shape with what it inherits. Transforms are applied to `segments` and `stroke_width`.
    Raises ValueError or ArithmeticError for numbers that are too large."""

    def __init__(self, element: Element, values: Values):
        self.element, self.values = element, values
        self.segments: Sequence[Segment] = [*_OUTLINES[element.name](values)]
        self.stroke_width = values.numbers.get("stroke-width", 1.0)
        if (transform := values.transform) is not IDENTITY:
            apply = transform.apply
            self.segments = [(name, tuple(map(apply, points))) for name, points in self.segments]
            self.stroke_width *= transform.scale
        if not cmath.isfinite(sum([sum(points) for _, points in self.segments])):
            raise ArithmeticError("numbers that are too large")

    @property
    def is_line(self) -> bool:
        """Whether the shape is a single straight line, which has no inside."""
        return len(self.segments) == 2 and self.segments[1][0] == "l"

    @cached_property
    def path_operators(self) -> str:
        """The outline as operators of PDF, y upward, with two decimals."""
        pattern = " ".join([_pattern(operator, len(points)) for operator, points in self.segments])
        coordinates: list[float] = []
        for _, points in self.segments:
            for point in points:
                coordinates += point.real, SIDE - point.imag
        return _SUPERFLUOUS.sub("", pattern % tuple(coordinates))


@cache
def _pattern(operator: str, point_count: int) -> str:
    """What is formatted to a segment: "%.2f %.2f l"; an arc becomes several curves."""
    points_of_one = 3 if operator == "c" else point_count
    one = "%.2f " * (2 * points_of_one) + operator
    return " ".join([one] * (point_count // points_of_one)) if point_count else operator


def _rect(values: Values) -> Iterator[Segment]:
    get = values.numbers.get
    x, y, w, h = (get(name, 0.0) for name in ("x", "y", "width", "height"))
    rx = get("rx", get("ry", 0.0))
    ry = get("ry", rx)
    if not w or not h:
        return  # nothing is drawn without a size (SVG 1.1, 9.2), nor is a circle without a radius
    if rx and ry:
        yield from _rounded(x, y, w, h, min(rx, w / 2), min(ry, h / 2))
    else:
        right, bottom = x + w, y + h
        corners = complex(x, y), complex(right, y), complex(right, bottom), complex(x, bottom)
        yield from _open_polygon(corners)
    yield _CLOSE


def _rounded(x: float, y: float, w: float, h: float, rx: float, ry: float) -> Iterator[Segment]:
    """A rectangle with rounded corners: a side and a corner, four times, clockwise from the top
    left."""
    left, top, right, bottom = x + rx, y + ry, x + w - rx, y + h - ry
    centres = complex(right, top), complex(right, bottom), complex(left, bottom), complex(left, top)
    radii = complex(0, -ry), complex(rx), complex(0, ry), complex(-rx)
    yield "m", (centres[-1] + radii[0],)
    for index, centre in enumerate(centres):
        end, quarter = centre + radii[(index + 1) % 4], math.pi / 2
        yield "l", (centre + radii[index],)
        yield arc_segment(Arc(centre, radii[1], radii[2], (index - 1) * quarter, quarter, end))


def _ellipse(values: Values) -> Iterator[Segment]:
    radius = values.numbers.get("r", 0.0)
    rx, ry = (values.numbers.get(name, radius) for name in ("rx", "ry"))
    if rx and ry:
        ellipse = whole_ellipse(values.point("cx", "cy"), rx, ry)
        yield "m", (ellipse.end,)
        yield arc_segment(ellipse)
        yield _CLOSE


def _open_polygon(points: Sequence[complex]) -> Iterator[Segment]:
    return (("l" if index else "m", (point,)) for index, point in enumerate(points))


_OUTLINES: dict[str, Callable[[Values], Iterable[Segment]]] = {
    "path": lambda values: values.path,
    "rect": _rect,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "line": lambda values: _open_polygon([values.point("x1", "y1"), values.point("x2", "y2")]),
    "polyline": lambda values: values.path,
    "polygon": lambda values: (*values.path, _CLOSE) if values.path else (),
}


def bounding_box(segments: Iterable[Segment]) -> tuple[complex, complex]:
    """The top left and the bottom right corner of the box around an outline that has points."""
    points = [*_outermost_points(segments)]
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


def _outermost_points(segments: Iterable[Segment]) -> Iterator[complex]:
    """The ends of all segments, and where curves turn back in x or in y."""
    start = position = 0j
    for operator, points in segments:
        if operator == "c":
            for first, second, end in zip(points[::3], points[1::3], points[2::3], strict=True):
                yield from _turning_points(position, first, second, end)
                yield end
                position = end
        else:
            yield from points
            position = points[-1] if points else start
            start = position if operator == "m" else start


def _turning_points(
    start: complex, first: complex, second: complex, end: complex
) -> Iterator[complex]:
    """Where a cubic curve runs straight down or straight across."""
    # A third of its derivative at t is a * t**2 + b * t + c.
    a, b, c = end - start + 3 * (first - second), 2 * (start - 2 * first + second), first - start
    for t in (*_roots(a.real, b.real, c.real), *_roots(a.imag, b.imag, c.imag)):
        if 0 < t < 1:
            yield start + t * (3 * c + t * (1.5 * b + t * a))


def _roots(a: float, b: float, c: float) -> Iterator[float]:
    """The real roots of a polynomial of degree 2 or less."""
    if (discriminant := b * b - 4 * a * c) >= 0:
        q = -(b + math.copysign(math.sqrt(discriminant), b)) / 2  # no cancellation
        if a:
            yield q / a
        if q:
            yield c / q


_ANY = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule", "id")
# For each element: the attributes that it must have, and those that it may have.
_SHAPES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "path": (("d",), ("transform", *_ANY)),
    "rect": (("width", "height"), ("x", "y", "rx", "ry", "transform", *_ANY)),
    "circle": (("r",), ("cx", "cy", "transform", *_ANY)),
    "ellipse": (("rx", "ry"), ("cx", "cy", "transform", *_ANY)),
    "line": ((), ("x1", "y1", "x2", "y2", "transform", *_ANY)),
    "polyline": (("points",), ("transform", *_ANY)),
    "polygon": (("points",), ("transform", *_ANY)),
}
_ELEMENTS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "svg": (("viewBox",), _ANY),
    "title": ((), ("id",)),
    "g": ((), ("transform", *_ANY)),
    **_SHAPES,
}
_REQUIRED = {name: required for name, (required, _) in _ELEMENTS.items()}
_ATTRIBUTES = {
    name: dict.fromkeys((*required, *optional)) for name, (required, optional) in _ELEMENTS.items()
}
_CHILDREN = {"svg": ("title", "g", *_SHAPES), "g": ("g", *_SHAPES)}
_NOT_SVG = "not a part of SVG; delete it (in Inkscape: save as plain SVG)"
_EFFECTS = ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "clip-path")
_REASONS = {
    **dict.fromkeys(_EFFECTS, ", expected only plain fills and strokes"),
    **dict.fromkeys(("width", "height"), ", the viewBox is all the size a drawing has"),
    "style": ", write each part as an attribute: fill='none' stroke='#23263b'",
}

_Problems = Iterator[tuple[str, str]]
"""An attribute ("" for the element), and what is wrong with it."""


class SvgProblem(NamedTuple):
    """A mistake in a drawing: its place, what it concerns (such as circle.fill), and what is wrong.
    It does not name the file: files with the same content share a Drawing."""

    position: Position
    key: str
    message: str

    def diagnostic(self, file: str) -> Diagnostic:
        """The mistake in a file of that name."""
        return Diagnostic(file, *self.position, self.key, self.message, code="art")


class Drawing(NamedTuple):
    """What is in a file: the elements that are allowed where they are, the shapes among them that
    can be drawn, and all problems."""

    elements: tuple[Element, ...] = ()
    shapes: tuple[Shape, ...] = ()
    problems: tuple[SvgProblem, ...] = ()


def read_drawing(path: Path) -> Drawing:
    """The drawing in a file. A file that cannot be read is a drawing with one problem."""
    try:
        with path.open("rb") as stream:
            return _parse(stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return _unreadable(f"this file cannot be read: {reason}")


def problem_at(element: Element, attribute: str, message: str) -> SvgProblem:
    """A problem of an attribute, or of the whole element if the attribute is ""."""
    key = f"{element.name}.{attribute}" if attribute else element.name
    return SvgProblem(element.position(attribute), key, message)


@lru_cache(maxsize=1024)
def _parse(content: bytes) -> Drawing:
    """The same content is parsed once, for whoever checks it and whoever draws it."""
    try:
        elements = read_elements(content)
    except UnreadableSvgError as error:
        return _unreadable(str(error), error.position)
    return _Parser().parse(elements)


def _unreadable(message: str, position: Position = (1, 1)) -> Drawing:
    return Drawing(problems=(SvgProblem(position, "", message),))


class _Parser:
    def __init__(self) -> None:
        self._values: dict[Element, Values] = {}  # of the elements that are allowed
        self._refused: set[Element] = set()  # elements inside them are not parsed
        self._unmeasurable: set[Element] = set()  # nor can shapes inside these be measured
        self._shapes: list[Shape] = []
        self._problems: list[SvgProblem] = []

    def parse(self, elements: Iterable[Element]) -> Drawing:
        for element in elements:
            if element.parent in self._refused:
                self._refused.add(element)
            elif message := _misplacement(element):
                self._refused.add(element)
                key = element.name if element.parent else ""
                self._problems.append(SvgProblem(element.position(), key, message))
            else:
                for attribute, message in self._element_problems(element):
                    self._problems.append(problem_at(element, attribute, message))
        return Drawing(tuple(self._values), tuple(self._shapes), tuple(self._problems))

    def _element_problems(self, element: Element) -> _Problems:
        """Parse an element that is allowed where it is, and yield what is wrong with it."""
        outer = self._values[element.parent] if element.parent else None
        values = self._values[element] = Values(outer)
        allowed = _ATTRIBUTES[element.name]
        is_measurable = element.parent not in self._unmeasurable
        for attribute, text in element.attributes.items():
            if attribute not in allowed:
                reason = _REASONS.get(attribute) or suggestion(attribute, allowed)
                yield attribute, f"not allowed{reason}"
                continue
            try:
                values.add(attribute, text)
            except SvgValueError as error:
                is_measurable = False
                yield attribute, str(error)
        yield from _other_problems(element)
        if not is_measurable:
            self._unmeasurable.add(element)
        elif element.name in _SHAPES:
            try:
                self._shapes.append(Shape(element, values))
            except (ArithmeticError, ValueError):
                yield "", "this shape cannot be measured, are its numbers right?"


def _misplacement(element: Element) -> str | None:
    """Why an element is not allowed where it is; None if it is."""
    if element.parent is None:
        if element.name != "svg":
            return f"expected an SVG drawing, found <{element.name}>"
        return f"expected <svg xmlns='{SVG}' ...>" if element.foreign else None
    if element.foreign:
        return _NOT_SVG
    allowed = _CHILDREN.get(element.parent.name, ())
    if element.name in allowed:
        return None
    return f"not allowed in <{element.parent.name}>{suggestion(element.name, allowed)}"


def _other_problems(element: Element) -> _Problems:
    """Attributes of other namespaces, missing attributes, and text."""
    for name in element.foreign_attributes:
        yield name, _NOT_SVG
    for name in _REQUIRED[element.name]:
        if name not in element.attributes:
            yield "", f"the attribute {name!r} is missing"
    if element.name != "title" and (text := element.text.strip()):
        yield "", f"text cannot be drawn, found {quoted(text)}"
