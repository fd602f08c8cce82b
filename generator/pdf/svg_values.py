"""The values of SVG attributes: numbers, words, paths with their arcs, transforms.

Points are complex numbers, y downward; angles are radians, clockwise.
"""

import cmath
import math
import re
from cmath import phase, rect
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.core.diagnostics import quoted, suggestion

_QUARTER = math.pi / 2
Curve = tuple[complex, complex, complex]


class Arc(NamedTuple):
    """A part of an ellipse. The ellipse is a circle of radius 1 stretched along two semi-axes. The
    arc begins at an angle of the circle and sweeps over another angle to its end."""

    centre: complex
    first_axis: complex
    second_axis: complex
    angle: float
    sweep: float
    end: complex

    def curves(self) -> Iterator[Curve]:
        """One curve for each quarter turn, which is off by up to 0.2% of the radius."""
        pieces = max(1, math.ceil(abs(self.sweep) / _QUARTER - 1e-6))
        step = self.sweep / pieces
        reach = math.sin(step) * (math.sqrt(4 + 3 * math.tan(step / 2) ** 2) - 1) / 3
        point, tangent = self._at(self.angle)
        for piece in range(1, pieces + 1):
            first_control = point + reach * tangent
            point, tangent = self._at(self.angle + piece * step)
            if piece == pieces:
                point = self.end
            yield first_control, point - reach * tangent, point

    def _at(self, angle: float) -> tuple[complex, complex]:
        """The point at an angle, and the tangent there."""
        cos, sin = math.cos(angle), math.sin(angle)
        point = self.centre + (self.first_axis * cos + self.second_axis * sin)
        return point, self.second_axis * cos - self.first_axis * sin


def whole_ellipse(centre: complex, rx: float, ry: float) -> Arc:
    """A whole ellipse, starting at its right end."""
    return Arc(centre, complex(rx), complex(0, ry), 0.0, math.tau, centre + rx)


def arc_between(
    start: complex,
    rx: float,
    ry: float,
    rotation: float,
    large: bool,
    clockwise: bool,
    end: complex,
) -> Arc:
    """The arc between two different points, as SVG paths describe it (SVG 1.1, F.6): by the radii
    of the ellipse, its rotation, and which of the four possible arcs it is."""
    direction = rect(1, rotation)
    half = (start - end) / 2 * direction.conjugate()
    x, y = half.real, half.imag
    if (excess := (x / rx) ** 2 + (y / ry) ** 2) > 1:  # the ellipse is too small to reach the end
        rx, ry = rx * math.sqrt(excess), ry * math.sqrt(excess)
    across, along = (rx * y) ** 2, (ry * x) ** 2
    share = math.sqrt(abs(((rx * ry) ** 2 - across - along) / (across + along)))
    share = -share if large == clockwise else share
    middle = complex(share * rx * y / ry, -share * ry * x / rx)
    begin, finish = (
        phase(complex((point - middle).real / rx, (point - middle).imag / ry))
        for point in (half, -half)
    )
    sweep = (finish - begin) % math.tau - (0 if clockwise else math.tau)
    centre = direction * middle + (start + end) / 2
    return Arc(centre, direction * rx, direction * complex(0, ry), begin, sweep, end)


# The quantifiers are possessive (such as ++), so that a long wrong text is refused in one pass.
_NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]{1,2})?+"
SPACE = " \t\r\n"
GAP = rf"[{SPACE}]*+,?+[{SPACE}]*+"
NUMBER = re.compile(_NUMBER)
NUMBERS = rf"(?:{_NUMBER}{GAP})*+"
_COMMAND = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz]){GAP}({NUMBERS})")
_FLAG = re.compile("[01]")
_ARC = (NUMBER, NUMBER, NUMBER, _FLAG, _FLAG, NUMBER, NUMBER)  # a flag needs no gap after it
_GAP = re.compile(GAP)
# How many numbers a command takes.
_COUNTS = {
    **dict.fromkeys("MmLlTt", 2),
    **dict.fromkeys("HhVv", 1),
    **dict.fromkeys("SsQq", 4),
    **dict.fromkeys("Cc", 6),
    **dict.fromkeys("Aa", len(_ARC)),
    **dict.fromkeys("Zz", 0),
}


class UnreadableAtError(ValueError):
    """A text cannot be read from an offset on: the first group of numbers that is wrong, or the
    command before it if it has no other group."""

    def __init__(self, offset: int):
        super().__init__(f"cannot be read from offset {offset} on")
        self.offset = offset


Segment = tuple[str, tuple[complex, ...]]
"""A part of an outline: the operator of PDF (m, l, c or h) and its points. A c has three points for
each of its curves: an arc is one segment of several curves."""


def arc_segment(part: Arc) -> Segment:
    return "c", sum(part.curves(), ())


def parse_path(text: str) -> tuple[Segment, ...]:
    """The segments of a path, in absolute coordinates."""
    pen, offset = _Pen(), len(text) - len(text.lstrip(SPACE))
    if text[offset : offset + 1] not in ("M", "m"):
        raise UnreadableAtError(0)
    while offset < len(text):
        match = _COMMAND.match(text, offset)
        if not match:
            raise UnreadableAtError(offset)
        pen.draw(match[1], _groups(match))
        offset = match.end()
    return tuple(pen.segments)


def parse_points(text: str) -> tuple[Segment, ...]:
    """The lines through two or more points."""
    if command := re.search("[A-DF-Za-df-z]", text):  # e is part of a number
        raise UnreadableAtError(command.start())
    try:
        segments = parse_path(f"M{text}")
    except UnreadableAtError as error:
        raise UnreadableAtError(max(0, error.offset - 1)) from None
    if len(segments) < 2:
        raise UnreadableAtError(0)
    return segments


def _groups(command: re.Match[str]) -> list[list[float]]:
    """The numbers of a command, as many at a time as its letter takes."""
    letter, text = command.groups()
    count = _COUNTS[letter]
    if count == len(_ARC):
        words = [word[0] for word in _arc_words(command)]
    else:
        words = NUMBER.findall(text)
    if len(words) == count:
        return [[*map(float, words)]]
    if not words or not count or len(words) % count:
        raise UnreadableAtError(_first_incomplete_group(command, count))
    numbers = [*map(float, words)]
    return [numbers[start : start + count] for start in range(0, len(numbers), count)]


def _arc_words(command: re.Match[str]) -> Iterator[re.Match[str]]:
    """The numbers and flags of an arc command, up to the first that is wrong."""
    offset, index = command.start(2), 0
    while offset < command.end():
        word = _ARC[index % len(_ARC)].match(command.string, offset)
        if not word:
            return
        yield word
        gap = _GAP.match(command.string, word.end())
        offset, index = gap.end() if gap else word.end(), index + 1


def _first_incomplete_group(command: re.Match[str], count: int) -> int:
    """The offset of the first group of numbers that is incomplete."""
    numbers = NUMBER.finditer(command.string, command.start(2), command.end())
    words = [*(_arc_words(command) if count == len(_ARC) else numbers)]
    complete = len(words) // count * count if count else 0
    return words[complete].start() if complete else command.start()


class _Pen:
    """Draws the commands of a path, one after the other."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._position = self._start_of_subpath = 0j
        # By C or Q, after such a curve: where a smooth one (S, T) has its first control point.
        self._smooth_controls: dict[str, complex] = {}

    def draw(self, letter: str, groups: Sequence[Sequence[float]]) -> None:
        """Draw a command with each of its groups of numbers."""
        command = letter.upper()
        for numbers in groups:
            base = self._position if letter != command else 0j
            smooth_controls = self._smooth_controls
            if command == "A":
                self._draw_arc(numbers, base)
                continue
            if command == "H":
                numbers = (numbers[0], self._position.imag - base.imag)
            elif command == "V":
                numbers = (self._position.real - base.real, numbers[0])
            points = [base + point for point in map(complex, numbers[::2], numbers[1::2])]
            match command:
                case "M" | "L" | "H" | "V":
                    self._append("m" if command == "M" else "l", tuple(points))
                case "C":
                    self._draw_cubic(*points)
                case "S":
                    self._draw_cubic(smooth_controls.get("C", self._position), *points)
                case "Q":
                    self._draw_quadratic(*points)
                case "T":
                    self._draw_quadratic(smooth_controls.get("Q", self._position), *points)
                case "Z":
                    self._append("h", ())
                    self._position = self._start_of_subpath
            if command == "M":
                self._start_of_subpath = self._position
                command, letter = "L", "L" if letter == "M" else "l"  # further pairs are lines

    def _draw_cubic(self, first: complex, second: complex, end: complex) -> None:
        self._append("c", (first, second, end))
        self._smooth_controls = {"C": 2 * end - second}

    def _draw_quadratic(self, control: complex, end: complex) -> None:
        """Draw the cubic curve that is equal to a quadratic one."""
        start = self._position
        first = start + (control - start) * (2 / 3)
        self._append("c", (first, end + (control - end) * (2 / 3), end))
        self._smooth_controls = {"Q": 2 * end - control}

    def _draw_arc(self, numbers: Sequence[float], base: complex) -> None:
        rx, ry, degrees, large, clockwise, x, y = numbers
        start, end = self._position, base + complex(x, y)
        if start == end:
            return  # as SVG 1.1, F.6.2 says; a line without radii, too
        if rx and ry:
            rotation = math.radians(degrees)
            part = arc_between(start, abs(rx), abs(ry), rotation, large == 1, clockwise == 1, end)
            self._append(*arc_segment(part))
        else:
            self._append("l", (end,))

    def _append(self, operator: str, points: tuple[complex, ...]) -> None:
        self.segments.append((operator, points))
        self._smooth_controls = {}
        if points:
            self._position = points[-1]


_COLOURS = ("fill", "stroke")
_CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NON_NEGATIVE = ("width", "height", "r", "rx", "ry", "stroke-width")
_EXAMPLES = {"d": "M10 10 L90 90", "points": "10,10 90,10 50,90", "transform": "rotate(45 50 50)"}
_TRANSFORM = re.compile(rf"([a-zA-Z]+)\({GAP}({NUMBERS})\){GAP}")
_SPACE = " \t\r\n"


class SvgValueError(ValueError):
    """The text is no value of the attribute."""


class Transform(NamedTuple):
    """Maps the point x + y·i to x * x_axis + y * y_axis + origin."""

    x_axis: complex = 1 + 0j
    y_axis: complex = 1j
    origin: complex = 0j

    def apply(self, point: complex) -> complex:
        return self._apply_to_vector(point) + self.origin

    def _apply_to_vector(self, vector: complex) -> complex:
        return vector.real * self.x_axis + vector.imag * self.y_axis

    def after(self, first: "Transform") -> "Transform":
        """The transformation that applies `first`, then this one."""
        axes = self._apply_to_vector(first.x_axis), self._apply_to_vector(first.y_axis)
        return Transform(*axes, self.apply(first.origin))

    @property
    def scale(self) -> float:
        """By how much lines get wider, on average over all directions."""
        return math.sqrt(abs((self.x_axis.conjugate() * self.y_axis).imag))


IDENTITY = Transform()


class Values:
    """The values of an element's attributes and of what it inherits: `words` and `numbers` by
    attribute; `path` from the path data or the points of the element itself."""

    __slots__ = ("numbers", "path", "transform", "words")

    def __init__(self, outer: "Values | None" = None):
        """`outer` are the values of the element around this one."""
        self.words: dict[str, str] = outer.words.copy() if outer else {}
        self.numbers: dict[str, float] = outer.numbers.copy() if outer else {}
        self.transform: Transform = outer.transform if outer else IDENTITY
        self.path: tuple[Segment, ...] = ()

    def point(self, x: str, y: str) -> complex:
        """The point of two attributes, 0 where they are missing."""
        return complex(self.numbers.get(x, 0.0), self.numbers.get(y, 0.0))

    def add(self, attribute: str, text: str) -> None:
        """Add the value of an attribute. Raises SvgValueError."""
        if attribute in _COLOURS:
            self.words[attribute] = text
        elif choices := _CHOICES.get(attribute):
            if text not in choices:
                message = f"{quoted(text)} is not known here{suggestion(text, choices)}"
                raise SvgValueError(message)
            self.words[attribute] = text
        elif attribute in _EXAMPLES:
            self._add_list(attribute, text)
        elif attribute == "viewBox":
            if re.split(r"[\s,]+", text.strip()) != ["0", "0", "100", "100"]:
                raise SvgValueError(f"expected '0 0 100 100', found {quoted(text)}")
        elif attribute != "id":  # for which any text will do
            self.numbers[attribute] = _parse_number(text, attribute in _NON_NEGATIVE)

    def _add_list(self, attribute: str, text: str) -> None:
        """Add what consists of many numbers."""
        try:
            if attribute == "d":
                self.path = parse_path(text)
            elif attribute == "points":
                self.path = parse_points(text)
            else:
                self.transform = self.transform.after(_parse_transform(text))
        except UnreadableAtError as error:
            example = f"expected something like {quoted(_EXAMPLES[attribute])}"
            rest = quoted(text[error.offset :])
            message = f"cannot be read from {rest} on, {example}"
            raise SvgValueError(message if text.strip() else f"{example}, found nothing") from None
        except (ArithmeticError, ValueError):
            raise SvgValueError("cannot be measured, are its numbers right?") from None


@lru_cache(maxsize=1024)
def _parse_number(text: str, must_not_be_negative: bool) -> float:
    match = NUMBER.fullmatch(text.strip(_SPACE))
    if not match:
        raise SvgValueError(f"expected a number without a unit, found {quoted(text)}")
    number = float(match[0])
    if must_not_be_negative and number < 0:
        raise SvgValueError(f"expected a number that is not negative, found {match[0]}")
    return number


def _parse_transform(text: str) -> Transform:
    """The product of the transforms in a text, the outermost first."""
    result, offset = IDENTITY, len(text) - len(text.lstrip(_SPACE))
    while offset < len(text):
        match = _TRANSFORM.match(text, offset)
        transform = _single_transform(match[1], NUMBER.findall(match[2])) if match else None
        if not match or not transform:
            raise UnreadableAtError(offset)
        result, offset = result.after(transform), match.end()
    return result


def _single_transform(name: str, words: Sequence[str]) -> Transform | None:
    """The transform of a name such as "rotate"; None if there is none with so many numbers."""
    match name, [*map(float, words)]:
        case "matrix", [a, b, c, d, e, f]:
            return Transform(complex(a, b), complex(c, d), complex(e, f))
        case "translate", [x, *rest] if len(rest) < 2:
            return Transform(origin=complex(x, *rest))
        case "scale", [x]:
            return Transform(complex(x), complex(0, x))
        case "scale", [x, y]:
            return Transform(complex(x), complex(0, y))
        case "rotate", [degrees]:
            return _rotation(degrees)
        case "rotate", [degrees, x, y]:
            centre = complex(x, y)
            rotated = _rotation(degrees).after(Transform(origin=-centre))
            return Transform(origin=centre).after(rotated)
        case "skewX", [degrees]:
            return Transform(y_axis=complex(math.tan(math.radians(degrees)), 1))
        case "skewY", [degrees]:
            return Transform(x_axis=complex(1, math.tan(math.radians(degrees))))
    return None


def _rotation(degrees: float) -> Transform:
    x_axis = cmath.rect(1, math.tau * degrees / 360)
    return Transform(x_axis, x_axis * 1j)
