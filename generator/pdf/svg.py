"""Drawings: SVG files of the few elements and attributes that assets/README.md allows.

Input: the path of a file. Output: a Drawing, with the places of its elements, its shapes, and
everything in the file that is not allowed or cannot be read. A drawing with such problems must not
be drawn. schema/svg_rules.py has the rules of good art, such as its colours.
"""

from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic, quoted, suggestion
from generator.pdf.svg_elements import (
    MAX_BYTES,
    SVG,
    Element,
    Position,
    UnreadableSvgError,
    read_elements,
)
from generator.pdf.svg_shapes import Shape
from generator.pdf.svg_values import SvgValueError, Values

_ANY = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "fill-rule",
    "id",
)
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
    """Parses the elements of a drawing in order."""

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
                yield attribute, f"not allowed{_reason(attribute, allowed)}"
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
            yield from self._shape_problems(element, values)

    def _shape_problems(self, element: Element, values: Values) -> _Problems:
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


def _reason(attribute: str, allowed: Iterable[str]) -> str:
    """Why an attribute is not allowed, or what to write in its place."""
    return _REASONS.get(attribute) or suggestion(attribute, allowed)


def _other_problems(element: Element) -> _Problems:
    """Attributes of other namespaces, missing attributes, and text."""
    for name in element.foreign_attributes:
        yield name, _NOT_SVG
    for name in _REQUIRED[element.name]:
        if name not in element.attributes:
            yield "", f"the attribute {name!r} is missing"
    if element.name != "title" and (text := element.text.strip()):
        yield "", f"text cannot be drawn, found {quoted(text)}"
