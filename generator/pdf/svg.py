"""Drawings: SVG files of the few elements and attributes that assets/README.md allows. A drawing
with mistakes must not be drawn. Points are complex numbers, y downward."""

import cmath
import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from reportlab.graphics import transform

from generator.core.diagnostics import Diagnostic, quoted, suggestion

MAX_BYTES = 200_000
SIDE = 100  # units: every drawing has a box of 100 x 100
SVG = "http://www.w3.org/2000/svg"

Segment = tuple[str, tuple[complex, ...]]
"""A part of an outline: the operator of PDF (m, l, c or h) and its points. A c has three points for
each of its curves: an arc is one segment of several curves."""


@dataclass(eq=False)
class Element:
    """One element, which begins at an offset of the content of its file, with the text directly in
    it. `words` and `numbers` are the values of its attributes and of what it inherits, `matrix` is
    of its transforms; `segments` are the outline of a shape, and `stroke_width` is its pen, with
    transforms applied."""

    name: str
    is_foreign: bool  # of another namespace than SVG's, as an editor's own notes are
    attributes: dict[str, str]  # a name begins with its namespace, if it has one
    parent: "Element | None"
    content: bytes
    offset: int
    text: str = ""
    words: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, float] = field(default_factory=dict)
    matrix: tuple[float, ...] = transform.nullTransform()
    segments: Sequence[Segment] = ()
    stroke_width: float = 1.0
    is_refused: bool = False
    is_unmeasurable: bool = False

    def problem(self, attribute: str, message: str) -> Diagnostic:
        """A problem of an attribute, or of the whole element if the attribute is ""; there too if
        it has no such attribute. It names no file: those with the same content share a Drawing."""
        start = self.offset
        if any(key.rpartition(" ")[2] == attribute for key in self.attributes):
            # expat only says where the tag begins.
            name = re.escape(attribute).encode()
            pattern = re.compile(rb"""\s((?:[^\s=<>/"':]+:)?%b)\s*=""" % name)
            match = pattern.search(self.content, start)
            start = match.start(1) if match else start
        key = f"{self.name}.{attribute}" if attribute else self.name
        return _problem(self.content, start, key, message)

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


class Drawing(NamedTuple):
    """What is in a file: the elements that are allowed where they are, the shapes among them that
    can be drawn, and all problems."""

    elements: tuple[Element, ...] = ()
    shapes: tuple[Element, ...] = ()
    problems: tuple[Diagnostic, ...] = ()


class SvgError(ValueError):
    """A file, or a value in it, cannot be read from an offset on, in bytes or letters: there the
    first group of numbers is wrong, or the command before it if it has no other group."""

    def __init__(self, message: str = "", offset: int = 0):
        super().__init__(message)
        self.offset = offset


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
_ELEMENTS = {
    "svg": (("viewBox",), _ANY),
    "title": ((), ("id",)),
    "g": ((), ("transform", *_ANY)),
    **_SHAPES,
}
_CHILDREN = {"svg": ("title", "g", *_SHAPES), "g": ("g", *_SHAPES)}
_NOT_SVG = "not a part of SVG; delete it (in Inkscape: save as plain SVG)"
_PLAIN, _SIZE = "expected only plain fills and strokes", "the viewBox is all the size a drawing has"
_REASONS = {
    **dict.fromkeys(("opacity", "fill-opacity", "stroke-opacity"), _PLAIN),
    **dict.fromkeys(("filter", "mask", "clip-path"), _PLAIN),
    **dict.fromkeys(("width", "height"), _SIZE),
    "style": "write each part as an attribute: fill='none' stroke='#23263b'",
}


def read_drawing(path: Path) -> Drawing:
    """The drawing in a file. A file that cannot be read is a drawing with one problem."""
    try:
        with path.open("rb") as stream:
            return _parse(stream.read(MAX_BYTES + 1))
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        reason = getattr(error, "strerror", None) or error
        return Drawing(problems=(_problem(b"", 0, "", f"this file cannot be read: {reason}"),))


def _problem(content: bytes, offset: int, key: str, message: str) -> Diagnostic:
    lines = re.split(rb"\r\n|\n|\r", content[:offset])
    column = len(lines[-1].decode(errors="replace")) + 1
    return Diagnostic("", len(lines), column, key, message, code="art")


@lru_cache(maxsize=1024)
def _parse(content: bytes) -> Drawing:
    """The same content is parsed once, for whoever checks it and whoever draws it."""
    content = content.removeprefix(b"\xef\xbb\xbf")
    elements, shapes, problems = [], [], []
    try:
        found = _read_elements(content)
    except SvgError as error:
        return Drawing(problems=(_problem(content, error.offset, "", str(error)),))
    for element in found:
        parent = element.parent
        allowed = _CHILDREN.get(parent.name, ()) if parent else ("svg",)
        if parent and parent.is_refused:
            element.is_refused = True
        elif element.is_foreign or element.name not in allowed:
            element.is_refused = True
            place = f"not allowed in <{parent and parent.name}>{suggestion(element.name, allowed)}"
            problems.append(element.problem("", _NOT_SVG if element.is_foreign else place))
        else:
            elements.append(element)
            problems += [element.problem(*problem) for problem in _read_values(element)]
            if element.name in _SHAPES and not element.is_unmeasurable:
                shapes.append(element)
    return Drawing(tuple(elements), tuple(shapes), tuple(problems))


def _read_elements(content: bytes) -> list[Element]:
    """The elements of a file, the root first. Raises SvgError."""
    if len(content) > MAX_BYTES:
        raise SvgError(f"this file is bigger than {MAX_BYTES:,} bytes, expected a simple drawing")
    if not content.strip():
        raise SvgError("this file is empty, expected an SVG drawing")
    not_utf_8 = "this file is not UTF-8, save it again so"
    if b"\0" in content:  # UTF-16: expat would read it as that
        raise SvgError(not_utf_8)
    try:
        content.decode()
    except UnicodeDecodeError as error:
        raise SvgError(not_utf_8, error.start) from None
    elements: list[Element] = []
    ancestors: list[Element] = []
    parser = expat.ParserCreate("UTF-8", namespace_separator=" ")

    def doctype(*_: object) -> None:
        message = "delete the DOCTYPE (in Inkscape: save as plain SVG)"
        raise SvgError(message, content.find(b"<!DOCTYPE"))

    def instruction(*_: object) -> None:
        message = "only '<?xml ...?>' at the very beginning is allowed of what stands in <? ?>"
        raise SvgError(message, parser.CurrentByteIndex)

    def begin(name: str, attributes: dict[str, str]) -> None:
        (namespace, _, name), offset = name.rpartition(" "), parser.CurrentByteIndex
        if not elements and name != "svg":
            raise SvgError(f"expected an SVG drawing, found <{name}>", offset)
        if not elements and namespace != SVG:
            raise SvgError(f"expected <svg xmlns='{SVG}' ...>", offset)
        parent = ancestors[-1] if ancestors else None
        elements.append(Element(name, namespace != SVG, attributes, parent, content, offset))
        ancestors.append(elements[-1])

    def text(words: str) -> None:
        ancestors[-1].text += words

    parser.buffer_text = True
    parser.StartDoctypeDeclHandler = doctype
    parser.ProcessingInstructionHandler = instruction
    parser.StartElementHandler = begin
    parser.EndElementHandler = lambda _: ancestors.pop()
    parser.CharacterDataHandler = text
    try:
        parser.Parse(content, True)
    except expat.ExpatError as error:
        reason = expat.ErrorString(error.code) or "unknown error"
        message = f"this is not XML that can be read: {reason}"
        raise SvgError(message, parser.ErrorByteIndex) from None
    return elements


def _read_values(element: Element) -> Iterator[tuple[str, str]]:
    """Parse an element that is allowed where it is. Yields what is wrong with it: an attribute, ""
    for the element, and the message."""
    (required, optional), is_unmeasurable = _ELEMENTS[element.name], False
    allowed = (*required, *optional)
    if parent := element.parent:
        is_unmeasurable, element.matrix = parent.is_unmeasurable, parent.matrix
        element.words, element.numbers = parent.words.copy(), parent.numbers.copy()
    for attribute, text in element.attributes.items():
        if " " in attribute:
            yield attribute.rpartition(" ")[2], _NOT_SVG
        elif attribute not in allowed:
            reason = _REASONS.get(attribute)
            reason = f", {reason}" if reason else suggestion(attribute, allowed)
            yield attribute, f"not allowed{reason}"
        else:
            try:
                _read_value(element, attribute, text)
            except SvgError as error:
                is_unmeasurable = True
                yield attribute, str(error)
    for name in required:
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


CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NON_NEGATIVE = ("width", "height", "r", "rx", "ry", "stroke-width")
_EXAMPLES = {"d": "M10 10 L90 90", "points": "10,10 90,10 50,90", "transform": "rotate(45 50 50)"}


def _read_value(element: Element, attribute: str, text: str) -> None:
    """Read the value of an attribute. Raises SvgError, with a message."""
    if attribute in ("fill", "stroke"):
        element.words[attribute] = text
    elif choices := CHOICES.get(attribute):
        if text not in choices:
            raise SvgError(f"{quoted(text)} is not known here{suggestion(text, choices)}")
        element.words[attribute] = text
    elif attribute in _EXAMPLES:
        try:
            if attribute == "d":
                element.segments = parse_path(text)
            elif attribute == "points":
                if rest := _PAIRS.sub("", text, count=1):
                    raise SvgError("", len(text) - len(rest))
                element.segments = parse_path(f"M{text}{'Z' * (element.name == 'polygon')}")
            else:
                element.matrix = transform.mmult(element.matrix, _parse_transform(text))
        except SvgError as error:
            example = f"expected something like {quoted(_EXAMPLES[attribute])}"
            message = f"cannot be read from {quoted(text[error.offset :])} on, {example}"
            raise SvgError(message if text.strip() else f"{example}, found nothing") from None
        except (ArithmeticError, ValueError):
            raise SvgError("cannot be measured, are its numbers right?") from None
    elif attribute == "viewBox":
        if re.split(r"[\s,]+", text.strip()) != ["0", "0", "100", "100"]:
            raise SvgError(f"expected '0 0 100 100', found {quoted(text)}")
    elif attribute != "id":  # for which any text will do
        if not _ONE_NUMBER.fullmatch(text.strip(_SPACE)):
            raise SvgError(f"expected a number without a unit, found {quoted(text)}")
        number = float(text)
        if attribute in _NON_NEGATIVE and number < 0:
            raise SvgError(f"expected a number that is not negative, found {text.strip(_SPACE)}")
        element.numbers[attribute] = number


# The quantifiers are possessive (such as ++), so that a long wrong text is refused in one pass.
_NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]{1,2})?+"
_SPACE = " \t\r\n"
_GAP = rf"[{_SPACE}]*+,?+[{_SPACE}]*+"
_AFTER_LETTER = re.compile(f".{_GAP}")
_ONE_NUMBER = re.compile(_NUMBER)
_PAIRS = re.compile(rf"[{_SPACE}]*+(?:{_NUMBER}{_GAP}{_NUMBER}{_GAP})*+")
_TRANSFORM = re.compile(rf"([a-zA-Z]+)\({_GAP}((?:{_NUMBER}{_GAP})*+)\){_GAP}")


def _numbers(*patterns: str) -> re.Pattern[str]:
    return re.compile("".join(f"({pattern}){_GAP}" for pattern in patterns))


# The numbers that a command takes once; after more of them it is drawn again.
_COMMANDS = {
    **dict.fromkeys("MmLlTt", _numbers(_NUMBER, _NUMBER)),
    **dict.fromkeys("HhVv", _numbers(_NUMBER)),
    **dict.fromkeys("SsQq", _numbers(*[_NUMBER] * 4)),
    **dict.fromkeys("Cc", _numbers(*[_NUMBER] * 6)),
    **dict.fromkeys("Aa", _numbers(*[_NUMBER] * 3, "[01]", "[01]", *[_NUMBER] * 2)),
    **dict.fromkeys("Zz", _numbers()),
}


def _parse_transform(text: str) -> tuple[float, ...]:
    """The matrix of the transforms in a text, the outermost first. Raises SvgError."""
    result: tuple[float, ...] = transform.nullTransform()
    offset = len(text) - len(text.lstrip(_SPACE))
    while offset < len(text):
        found = _TRANSFORM.match(text, offset)
        numbers = [*map(float, _ONE_NUMBER.findall(found[2]))] if found else []
        match found and found[1], numbers:
            case "matrix", [_, _, _, _, _, _]:
                steps = [tuple(numbers)]
            case "translate", [_] | [_, _]:
                steps = [transform.translate(*numbers)]
            case "scale", [x, *rest] if len(rest) < 2:
                steps = [transform.scale(x, *rest or [x])]
            case "rotate", [degrees, *centre] if len(centre) in (0, 2):
                x, y = centre or (0.0, 0.0)
                steps = [transform.rotate(degrees, x, y), transform.translate(-x, -y)]
            case ("skewX" | "skewY") as name, [degrees]:
                steps = [getattr(transform, name)(degrees)]
            case _:
                raise SvgError("", offset)
        assert found
        offset = found.end()
        for step in steps:
            result = transform.mmult(result, step)
    return result


def _commands(text: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path, with as many numbers as their letters take once. Raises SvgError."""
    offset = len(text) - len(text.lstrip(_SPACE))
    if text[offset : offset + 1] not in ("M", "m"):
        raise SvgError
    while offset < len(text):
        letter, gap = text[offset], _AFTER_LETTER.match(text, offset)
        numbers = _COMMANDS[letter].match(text, gap.end()) if gap and letter in _COMMANDS else None
        if not numbers:
            raise SvgError("", offset)
        while numbers:
            yield letter, [*map(float, numbers.groups())]
            letter, offset = {"M": "L", "m": "l"}.get(letter, letter), numbers.end()
            numbers = _COMMANDS[letter].match(text, offset) if numbers[0] else None


def parse_path(text: str) -> list[Segment]:
    """The segments of a path, in absolute coordinates. Raises SvgError."""
    segments: list[Segment] = []
    end = start_of_subpath = 0j
    # After a curve of kind C or Q: where a smooth one (S, T) has its first control point.
    smooth_controls: dict[str, complex] = {}
    for letter, numbers in _commands(text):
        command, start, controls = letter.upper(), end, smooth_controls
        base = 0j if letter == command else start
        smooth_controls = {}
        if command == "Z":
            segments.append(("h", ()))
            end = start_of_subpath
            continue
        if command == "H":
            numbers = [*numbers, (start - base).imag]
        elif command == "V":
            numbers = [(start - base).real, *numbers]
        coordinates = numbers[-2:] if command == "A" else numbers
        points = [base + each for each in map(complex, coordinates[::2], coordinates[1::2])]
        end = points[-1]
        if command == "A":
            if start != end:  # nothing else is drawn then (SVG 1.1, F.6)
                segments.append(_arc(start, numbers, end))
            continue
        if command in "ST":
            points = [controls.get("C" if command == "S" else "Q", start), *points]
        if command in "CS":
            smooth_controls = {"C": 2 * end - points[1]}
        elif command in "QT":
            control = points[0]
            smooth_controls = {"Q": 2 * end - control}
            points = [start + (control - start) * (2 / 3), end + (control - end) * (2 / 3), end]
        elif command == "M":
            start_of_subpath = end
        operator = "m" if command == "M" else "c" if len(points) == 3 else "l"
        segments.append((operator, tuple(points)))
    return segments


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
    if (matrix := shape.matrix) != transform.nullTransform():
        a, b, c, d, e, f = matrix
        x_axis, y_axis, origin = complex(a, b), complex(c, d), complex(e, f)
        segments = [
            (name, tuple(point.real * x_axis + point.imag * y_axis + origin for point in points))
            for name, points in segments
        ]
        shape.stroke_width *= math.sqrt(abs(a * d - b * c))  # the mean over all directions
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
        if rx and ry:
            return (
                f"M{x + rx} {y}{quarter} {x} {y + ry}{quarter} {x - rx} {y}"
                f"{quarter} {x} {y - ry}{quarter} {x + rx} {y}Z"
            )
    return ""
