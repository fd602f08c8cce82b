"""The values of SVG attributes: numbers, words, points, paths, transforms.

Input: the name of an attribute and its text. Output: Values. Raises SvgValueError, whose message
says what is wrong. Points are complex numbers, y downward.
"""

import cmath
import math
import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from generator.core.diagnostics import quoted, suggestion
from generator.pdf.svg_path import (
    GAP,
    NUMBER,
    NUMBERS,
    Segment,
    UnreadableAtError,
    parse_path,
    parse_points,
)

_COLOURS = ("fill", "stroke")
_CHOICES = {
    "stroke-linecap": ("butt", "round", "square"),
    "stroke-linejoin": ("miter", "round", "bevel"),
    "fill-rule": ("nonzero", "evenodd"),
}
_NON_NEGATIVE = ("width", "height", "r", "rx", "ry", "stroke-width")
_EXAMPLES = {
    "d": "M10 10 L90 90",
    "points": "10,10 90,10 50,90",
    "transform": "rotate(45 50 50)",
}
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

    def add(self, attribute: str, text: str) -> None:
        """Add the value of an attribute. Raises SvgValueError."""
        if attribute in _COLOURS:
            self.words[attribute] = text
        elif choices := _CHOICES.get(attribute):
            self.words[attribute] = _parse_choice(text, choices)
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


def _parse_choice(text: str, choices: Sequence[str]) -> str:
    if text not in choices:
        raise SvgValueError(f"{quoted(text)} is not known here{suggestion(text, choices)}")
    return text


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
