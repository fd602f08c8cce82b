"""Drawings: SVG files of the few elements and attributes that assets/README.md allows.

Every mistake has its place in the file; a drawing with mistakes must not be drawn. Points are
complex numbers, y downward; angles are radians, clockwise.
"""

import cmath
import math
import re
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from generator.core.diagnostics import Diagnostic, quoted, suggestion

MAX_BYTES = 200_000
MAX_DEPTH = 20
SIDE = 100  # units: every drawing has a box of 100 x 100
SVG = "http://www.w3.org/2000/svg"

Position = tuple[int, int]
"""A line and a column, from 1."""

Segment = tuple[str, tuple[complex, ...]]
"""A part of an outline: the operator of PDF (m, l, c or h) and its points. A c has three points for
each of its curves: an arc is one segment of several curves."""


class SvgProblem(NamedTuple):
    """A mistake in a drawing: its place, what it concerns (such as circle.fill), and what is wrong.
    It does not name the file: files with the same content share a Drawing."""

    position: Position
    key: str
    message: str

    def diagnostic(self, file: str) -> Diagnostic:
        return Diagnostic(file, *self.position, self.key, self.message, code="art")


class Transform(NamedTuple):
    """Maps the point x + y·i to x * x_axis + y * y_axis + origin."""

    x_axis: complex = 1 + 0j
    y_axis: complex = 1j
    origin: complex = 0j

    def apply(self, point: complex) -> complex:
        return point.real * self.x_axis + point.imag * self.y_axis + self.origin

    def after(self, first: "Transform") -> "Transform":
        """The transformation that applies `first`, then this one."""
        x_axis, y_axis = self.apply(first.x_axis), self.apply(first.y_axis)
        return Transform(x_axis - self.origin, y_axis - self.origin, self.apply(first.origin))

    @property
    def scale(self) -> float:
        """By how much lines get wider, on average over all directions."""
        return math.sqrt(abs((self.x_axis.conjugate() * self.y_axis).imag))


IDENTITY = Transform()


class Element:
    """One element, with the text directly in it, and the element that it is in. `foreign` says that
    it belongs to another namespace than SVG's, as an editor's own notes do. `words` and `numbers`
    are the values of its attributes and of what it inherits; `segments` the outline of a shape and
    `stroke_width` its pen, transforms applied."""

    def __init__(
        self,
        name: str,
        attributes: dict[str, str],
        parent: "Element | None",
        content: bytes,
        offset: int,
    ):
        """Names begin with their namespace, except attributes without one; the element begins at an
        offset of the content of its file."""
        namespace, _, self.name = name.rpartition(" ")
        self.foreign = namespace != SVG
        self.attributes, self.parent, self.text = attributes, parent, ""
        self._content, self._offset = content, offset
        self.words: dict[str, str] = {}
        self.numbers: dict[str, float] = {}
        self.transform = IDENTITY
        self.segments: Sequence[Segment] = ()
        self.stroke_width = 1.0
        self.is_refused = self.is_unmeasurable = False

    def position(self, attribute: str = "") -> Position:
        """Where an attribute begins, or the element if it lacks the attribute; expat only says
        where the tag begins."""
        start = self._offset
        if any(key.rpartition(" ")[2] == attribute for key in self.attributes):
            name = re.escape(attribute).encode()
            pattern = re.compile(rb"""\s((?:[^\s=<>/"':]+:)?%b)\s*=""" % name)
            match = pattern.search(self._content, start)
            start = match.start(1) if match else start
        return _position(self._content, start)

    def problem(self, attribute: str, message: str) -> SvgProblem:
        """A problem of an attribute, or of the whole element if the attribute is ""."""
        key = f"{self.name}.{attribute}" if attribute else self.name
        return SvgProblem(self.position(attribute), key, message)

    @property
    def is_line(self) -> bool:
        """Whether the shape is a single straight line, which has no inside."""
        return len(self.segments) == 2 and self.segments[1][0] == "l"

    @cached_property
    def path_operators(self) -> str:
        """The outline as operators of PDF, y upward, with two decimals."""
        words = []
        for operator, points in self.segments:
            of_one = 3 if operator == "c" else 1  # an arc is several curves
            for start in range(0, len(points) or 1, of_one):
                for point in points[start : start + of_one]:
                    words.append(f"{point.real:.2f} {SIDE - point.imag:.2f}")
                words.append(operator)
        return _SUPERFLUOUS.sub("", " ".join(words))


# In numbers with two decimals: the sign of a zero, and zeros at the end.
_SUPERFLUOUS = re.compile(r"-(?=0\.00\b)|\.00\b|(?<=\.[0-9])0\b")


def _position(content: bytes, offset: int) -> Position:
    lines = re.split(rb"\r\n|\n|\r", content[:offset])
    return len(lines), len(lines[-1].decode(errors="replace")) + 1


class Drawing(NamedTuple):
    """What is in a file: the elements that are allowed where they are, the shapes among them that
    can be drawn, and all problems."""

    elements: tuple[Element, ...] = ()
    shapes: tuple[Element, ...] = ()
    problems: tuple[SvgProblem, ...] = ()


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
_ATTRIBUTES = {
    name: dict.fromkeys((*required, *optional)) for name, (required, optional) in _ELEMENTS.items()
}
_CHILDREN = {"svg": ("title", "g", *_SHAPES), "g": ("g", *_SHAPES)}
_NOT_SVG = "not a part of SVG; delete it (in Inkscape: save as plain SVG)"
_REASONS = {
    **dict.fromkeys(
        ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "clip-path"),
        ", expected only plain fills and strokes",
    ),
    **dict.fromkeys(("width", "height"), ", the viewBox is all the size a drawing has"),
    "style": ", write each part as an attribute: fill='none' stroke='#23263b'",
}


def read_drawing(path: Path) -> Drawing:
    """The drawing in a file. A file that cannot be read is a drawing with one problem."""
    try:
        with path.open("rb") as stream:
            return _parse(stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return Drawing(problems=(SvgProblem((1, 1), "", f"this file cannot be read: {reason}"),))


@lru_cache(maxsize=1024)
def _parse(content: bytes) -> Drawing:
    """The same content is parsed once, for whoever checks it and whoever draws it."""
    elements, shapes, problems = [], [], []
    try:
        found = _read_elements(content)
    except _UnreadableFileError as error:
        return Drawing(problems=(SvgProblem(error.position, "", str(error)),))
    for element in found:
        if element.parent and element.parent.is_refused:
            element.is_refused = True
        elif message := _misplacement(element):
            element.is_refused = True
            key = element.name if element.parent else ""
            problems.append(SvgProblem(element.position(), key, message))
        else:
            elements.append(element)
            problems += [element.problem(*problem) for problem in _read_values(element)]
            if element.name in _SHAPES and not element.is_unmeasurable:
                shapes.append(element)
    return Drawing(tuple(elements), tuple(shapes), tuple(problems))


class _UnreadableFileError(ValueError):
    """No elements can be read from the bytes; `position` is where reading stopped."""

    def __init__(self, message: str, position: Position = (1, 1)):
        super().__init__(message)
        self.position = position


def _read_elements(content: bytes) -> list[Element]:
    """The elements of a file, the root first. Raises _UnreadableFileError."""
    if len(content) > MAX_BYTES:
        message = f"this file is bigger than {MAX_BYTES:,} bytes, expected a simple drawing"
        raise _UnreadableFileError(message)
    content = content.removeprefix(b"\xef\xbb\xbf")
    if not content.strip():
        raise _UnreadableFileError("this file is empty, expected an SVG drawing")
    not_utf_8 = "this file is not UTF-8, save it again so"
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise _UnreadableFileError(not_utf_8, _position(content, error.start)) from None
    if b"\0" in content:  # UTF-16: expat would read it as that
        raise _UnreadableFileError(not_utf_8)
    elements: list[Element] = []
    ancestors: list[Element] = []
    parser = expat.ParserCreate("UTF-8", namespace_separator=" ")

    def stop(message: str) -> NoReturn:
        raise _UnreadableFileError(message, _position(content, parser.CurrentByteIndex))

    def declaration(_version: str, encoding: str | None, _standalone: int) -> None:
        if encoding and encoding.lower() != "utf-8":
            stop(f"expected encoding='UTF-8', found '{encoding}'")

    def doctype(*_: object) -> NoReturn:
        message = "delete the DOCTYPE (in Inkscape: save as plain SVG)"
        raise _UnreadableFileError(message, _position(content, content.find(b"<!DOCTYPE")))

    def begin(name: str, attributes: dict[str, str]) -> None:
        if len(ancestors) >= MAX_DEPTH:
            stop(f"nested deeper than {MAX_DEPTH} levels")
        parent = ancestors[-1] if ancestors else None
        elements.append(Element(name, attributes, parent, content, parser.CurrentByteIndex))
        ancestors.append(elements[-1])

    def text(words: str) -> None:
        ancestors[-1].text += words

    instruction = "only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"
    parser.buffer_text = True
    parser.XmlDeclHandler = declaration
    parser.StartDoctypeDeclHandler = doctype
    parser.ProcessingInstructionHandler = lambda *_: stop(instruction)
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: ancestors.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "unknown error"
        message = f"this is not XML that can be read: {reason}"
        raise _UnreadableFileError(message, (error.lineno, error.offset + 1)) from None
    return elements


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


def _read_values(element: Element) -> Iterator[tuple[str, str]]:
    """Parse an element that is allowed where it is. Yields what is wrong with it: an attribute, ""
    for the element, and the message."""
    allowed, is_unmeasurable = _ATTRIBUTES[element.name], False
    if parent := element.parent:
        is_unmeasurable, element.transform = parent.is_unmeasurable, parent.transform
        element.words, element.numbers = parent.words.copy(), parent.numbers.copy()
    for attribute, text in element.attributes.items():
        if " " in attribute:
            yield attribute.rpartition(" ")[2], _NOT_SVG
            continue
        if attribute not in allowed:
            reason = _REASONS.get(attribute) or suggestion(attribute, allowed)
            yield attribute, f"not allowed{reason}"
            continue
        try:
            _read_value(element, attribute, text)
        except _ValueError as error:
            is_unmeasurable = True
            yield attribute, str(error)
    for name in _ELEMENTS[element.name][0]:
        if name not in element.attributes:
            yield "", f"the attribute {name!r} is missing"
    if element.name != "title" and (text := element.text.strip()):
        yield "", f"text cannot be drawn, found {quoted(text)}"
    element.is_unmeasurable = is_unmeasurable
    if element.name in _SHAPES and not is_unmeasurable:
        try:
            _measure(element)
        except (ArithmeticError, ValueError):
            element.is_unmeasurable = True
            yield "", "this shape cannot be measured, are its numbers right?"


class _ValueError(ValueError):
    """The text is no value of the attribute."""


class UnreadableAtError(ValueError):
    """A text cannot be read from an offset on: the first group of numbers that is wrong, or the
    command before it if it has no other group."""

    def __init__(self, offset: int):
        super().__init__(f"cannot be read from offset {offset} on")
        self.offset = offset


_CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NON_NEGATIVE = ("width", "height", "r", "rx", "ry", "stroke-width")
_EXAMPLES = {"d": "M10 10 L90 90", "points": "10,10 90,10 50,90", "transform": "rotate(45 50 50)"}


def _read_value(element: Element, attribute: str, text: str) -> None:
    """Read the value of an attribute. Raises _ValueError."""
    if attribute in ("fill", "stroke"):
        element.words[attribute] = text
    elif choices := _CHOICES.get(attribute):
        if text not in choices:
            raise _ValueError(f"{quoted(text)} is not known here{suggestion(text, choices)}")
        element.words[attribute] = text
    elif attribute in _EXAMPLES:
        try:
            if attribute == "d":
                element.segments = parse_path(text)
            elif attribute == "points":
                element.segments = _parse_points(text, element.name == "polygon")
            else:
                element.transform = element.transform.after(_parse_transform(text))
        except UnreadableAtError as error:
            example = f"expected something like {quoted(_EXAMPLES[attribute])}"
            message = f"cannot be read from {quoted(text[error.offset :])} on, {example}"
            raise _ValueError(message if text.strip() else f"{example}, found nothing") from None
        except (ArithmeticError, ValueError):
            raise _ValueError("cannot be measured, are its numbers right?") from None
    elif attribute == "viewBox":
        if re.split(r"[\s,]+", text.strip()) != ["0", "0", "100", "100"]:
            raise _ValueError(f"expected '0 0 100 100', found {quoted(text)}")
    elif attribute != "id":  # for which any text will do
        element.numbers[attribute] = _parse_number(text, attribute in _NON_NEGATIVE)


# The quantifiers are possessive (such as ++), so that a long wrong text is refused in one pass.
_NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]{1,2})?+"
_SPACE = " \t\r\n"
_GAP = rf"[{_SPACE}]*+,?+[{_SPACE}]*+"
_AFTER_LETTER = re.compile(f".{_GAP}")
_ONE_NUMBER = re.compile(_NUMBER)
_TRANSFORM = re.compile(rf"([a-zA-Z]+)\({_GAP}((?:{_NUMBER}{_GAP})*+)\){_GAP}")


def _numbers(*patterns: str) -> re.Pattern[str]:
    return re.compile("".join(f"({pattern}){_GAP}" for pattern in patterns))


_PAIR = _numbers(_NUMBER, _NUMBER)
# The numbers that a command takes once; after more of them it is drawn again.
_COMMANDS = {
    **dict.fromkeys("MmLlTt", _PAIR),
    **dict.fromkeys("HhVv", _numbers(_NUMBER)),
    **dict.fromkeys("SsQq", _numbers(*[_NUMBER] * 4)),
    **dict.fromkeys("Cc", _numbers(*[_NUMBER] * 6)),
    **dict.fromkeys("Aa", _numbers(*[_NUMBER] * 3, "[01]", "[01]", *[_NUMBER] * 2)),
    **dict.fromkeys("Zz", _numbers()),
}


@lru_cache(maxsize=1024)
def _parse_number(text: str, must_not_be_negative: bool) -> float:
    match = _ONE_NUMBER.fullmatch(text.strip(_SPACE))
    if not match:
        raise _ValueError(f"expected a number without a unit, found {quoted(text)}")
    number = float(match[0])
    if must_not_be_negative and number < 0:
        raise _ValueError(f"expected a number that is not negative, found {match[0]}")
    return number


def _parse_transform(text: str) -> Transform:
    """The product of the transforms in a text, the outermost first. Raises UnreadableAtError."""
    result, offset = IDENTITY, len(text) - len(text.lstrip(_SPACE))
    while offset < len(text):
        found = _TRANSFORM.match(text, offset)
        numbers = [*map(float, _ONE_NUMBER.findall(found[2]))] if found else []
        match found and found[1], numbers:
            case "matrix", [a, b, c, d, e, f]:
                transform = Transform(complex(a, b), complex(c, d), complex(e, f))
            case "translate", [x, *rest] if len(rest) < 2:
                transform = Transform(origin=complex(x, *rest))
            case "scale", [x, *rest] if len(rest) < 2:
                transform = Transform(complex(x), complex(0, rest[0] if rest else x))
            case "rotate", [degrees, *rest] if len(rest) in (0, 2):
                centre, x_axis = complex(*rest), cmath.rect(1, math.tau * degrees / 360)
                about = Transform(x_axis, x_axis * 1j).after(Transform(origin=-centre))
                transform = Transform(origin=centre).after(about)
            case "skewX", [degrees]:
                transform = Transform(y_axis=complex(math.tan(math.radians(degrees)), 1))
            case "skewY", [degrees]:
                transform = Transform(x_axis=complex(1, math.tan(math.radians(degrees))))
            case _:
                raise UnreadableAtError(offset)
        assert found
        result, offset = result.after(transform), found.end()
    return result


def parse_path(text: str) -> list[Segment]:
    """The segments of a path, in absolute coordinates. Raises UnreadableAtError."""
    pen, offset = _Pen(), len(text) - len(text.lstrip(_SPACE))
    if text[offset : offset + 1] not in ("M", "m"):
        raise UnreadableAtError(0)
    while offset < len(text):
        letter, gap = text[offset], _AFTER_LETTER.match(text, offset)
        if letter not in _COMMANDS or not gap:
            raise UnreadableAtError(offset)
        numbers = _COMMANDS[letter].match(text, gap.end())
        if not numbers:
            raise UnreadableAtError(offset)
        while numbers:
            pen.draw(letter, [*map(float, numbers.groups())])
            letter, offset = {"M": "L", "m": "l"}.get(letter, letter), numbers.end()
            numbers = _COMMANDS[letter].match(text, offset) if numbers[0] else None
    return pen.segments


def _parse_points(text: str, is_closed: bool) -> list[Segment]:
    """The lines through two or more points. Raises UnreadableAtError."""
    pen, offset = _Pen(), len(text) - len(text.lstrip(_SPACE))
    while point := _PAIR.match(text, offset):
        pen.draw("L" if pen.segments else "M", [*map(float, point.groups())])
        offset = point.end()
    if offset < len(text) or len(pen.segments) < 2:
        raise UnreadableAtError(offset if offset < len(text) else 0)
    if is_closed:
        pen.draw("Z", [])
    return pen.segments


class _Pen:
    """Draws commands of a path, one after the other."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._position = self._start_of_subpath = 0j
        # After a curve of kind C or Q: where a smooth one (S, T) has its first control point.
        self._smooth_controls: dict[str, complex] = {}

    def draw(self, letter: str, numbers: Sequence[float]) -> None:
        """Draw a command with as many numbers as its letter takes once."""
        command, start, smooth_controls = letter.upper(), self._position, self._smooth_controls
        base = 0j if letter == command else start
        self._smooth_controls = {}
        if command == "Z":
            self.segments.append(("h", ()))
            self._position = self._start_of_subpath
            return
        if command == "H":
            points = [complex(base.real + numbers[0], start.imag)]
        elif command == "V":
            points = [complex(start.real, base.imag + numbers[0])]
        else:
            coordinates = numbers[-2:] if command == "A" else numbers
            points = [base + each for each in map(complex, coordinates[::2], coordinates[1::2])]
        end = self._position = points[-1]
        if command == "A":
            if start != end:  # nothing else is drawn then (SVG 1.1, F.6)
                self.segments.append(_arc(start, numbers, end))
            return
        if command in "ST":
            points = [smooth_controls.get("C" if command == "S" else "Q", start), *points]
        if command in "CS":
            self._smooth_controls = {"C": 2 * end - points[1]}
        elif command in "QT":
            control = points[0]
            self._smooth_controls = {"Q": 2 * end - control}
            points = [start + (control - start) * (2 / 3), end + (control - end) * (2 / 3), end]
        elif command == "M":
            self._start_of_subpath = end
        operator = "m" if command == "M" else "c" if len(points) == 3 else "l"
        self.segments.append((operator, tuple(points)))


def _arc(start: complex, numbers: Sequence[float], end: complex) -> Segment:
    """The arc between two different points, as SVG paths describe it (SVG 1.1, F.6): by the radii
    of the ellipse, its rotation in degrees, and which of the four possible arcs it is. One curve
    for each quarter turn, which is off by up to 0.2% of the radius; a line without radii."""
    rx, ry, degrees, large, clockwise = abs(numbers[0]), abs(numbers[1]), *numbers[2:5]
    if not rx or not ry:
        return "l", (end,)
    direction = cmath.rect(1, math.radians(degrees))
    half = (start - end) / 2 * direction.conjugate()
    x, y = half.real, half.imag
    if (excess := (x / rx) ** 2 + (y / ry) ** 2) > 1:  # the ellipse is too small to reach the end
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    across, along = (rx * y) ** 2, (ry * x) ** 2
    share = math.sqrt(abs(((rx * ry) ** 2 - across - along) / (across + along)))
    share = -share if large == clockwise else share
    middle = complex(share * rx * y / ry, -share * ry * x / rx)
    begin, finish = (
        cmath.phase(complex((point - middle).real / rx, (point - middle).imag / ry))
        for point in (half, -half)
    )
    sweep = (finish - begin) % math.tau - (0 if clockwise else math.tau)
    centre = direction * middle + (start + end) / 2
    pieces = max(1, math.ceil(abs(sweep) / (math.pi / 2) - 1e-6))
    step = sweep / pieces
    reach = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3
    points, knots = list[complex](), []
    for piece in range(pieces + 1):
        cos, sin = math.cos(begin + piece * step), math.sin(begin + piece * step)
        point = centre + direction * complex(rx * cos, ry * sin)
        knots.append((point, direction * complex(-rx * sin, ry * cos)))
    knots[-1] = end, knots[-1][1]
    for (point, tangent), (next_point, next_tangent) in pairwise(knots):
        points += point + reach * tangent, next_point - reach * next_tangent, next_point
    return "c", tuple(points)


def _measure(shape: Element) -> None:
    """Sets the outline and the pen of a shape. Raises ValueError or ArithmeticError for numbers
    that are too large."""
    segments = parse_path(path) if (path := _equal_path(shape)) else shape.segments
    shape.stroke_width = shape.numbers.get("stroke-width", 1.0)
    if (transform := shape.transform) is not IDENTITY:
        apply = transform.apply
        segments = [(name, tuple(map(apply, points))) for name, points in segments]
        shape.stroke_width *= transform.scale
    if not cmath.isfinite(sum([sum(points) for _, points in segments])):
        raise ArithmeticError("numbers that are too large")
    shape.segments = segments


def _equal_path(shape: Element) -> str:
    """The path that is equal to a shape (SVG 1.1, 9.2 to 9.5); "" for one that has points, or no
    size: then nothing is drawn."""
    get = shape.numbers.get
    if shape.name == "line":
        return "M{} {}L{} {}".format(*(get(name, 0.0) for name in ("x1", "y1", "x2", "y2")))
    if shape.name == "rect":
        x, y, w, h = (get(name, 0.0) for name in ("x", "y", "width", "height"))
        rx = get("rx", get("ry", 0.0))
        rx, ry, right, bottom = min(rx, w / 2), min(get("ry", rx), h / 2), x + w, y + h
        if not rx or not ry:
            return f"M{x} {y}H{right}V{bottom}H{x}Z" if w and h else ""
        corner = f"A{rx} {ry} 0 0 1"
        return (
            f"M{x + rx} {y}H{right - rx}{corner} {right} {y + ry}"
            f"V{bottom - ry}{corner} {right - rx} {bottom}"
            f"H{x + rx}{corner} {x} {bottom - ry}V{y + ry}{corner} {x + rx} {y}Z"
        )
    if shape.name in ("circle", "ellipse"):
        x, y, r = (get(name, 0.0) for name in ("cx", "cy", "r"))
        rx, ry = get("rx", r), get("ry", r)
        quarter = f"A{rx} {ry} 0 0 1"
        return (
            (
                f"M{x + rx} {y}{quarter} {x} {y + ry}{quarter} {x - rx} {y}"
                f"{quarter} {x} {y - ry}{quarter} {x + rx} {y}Z"
            )
            if rx and ry
            else ""
        )
    return ""
