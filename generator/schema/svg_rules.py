"""Whether an SVG file obeys the rules of assets/README.md.

Input: the path of a drawing. Output: a Diagnostic for each breach, at the line and column of its
element or attribute. Which rules hold follows from the folder that the drawing lies in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import isclose, isfinite
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from generator.core.diagnostics import Diagnostic, display_path, quoted, suggestion
from generator.core.errors import DefinitionError
from generator.core.resources import assets_dir
from generator.core.yaml_source import read_source
from generator.layout.theme import NAMES_BY_HEX, PALETTE
from generator.schema.svg_source import SVG, Element, read_svg
from generator.schema.svg_values import value_problem

SIDE = 100  # of the box, in the drawing's own units
MAX_OVERHANG = 0.5  # how far a drawing may reach over the edge of its box, in the same units

_PAINT_ATTRIBUTES = (
    "fill",
    "stroke",
    "stroke-width",
    "stroke-linecap",
    "stroke-linejoin",
    "fill-rule",
)
# For each shape: the attributes without which it shows nothing, and those that are optional.
_SHAPES: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "path": (("d",), ()),
    "rect": (("width", "height"), ("x", "y", "rx", "ry")),
    "circle": (("r",), ("cx", "cy")),
    "ellipse": (("rx", "ry"), ("cx", "cy")),
    "line": ((), ("x1", "y1", "x2", "y2")),
    "polyline": (("points",), ()),
    "polygon": (("points",), ()),
}
_ATTRIBUTES: dict[str, tuple[str, ...]] = {
    "svg": ("viewBox", *_PAINT_ATTRIBUTES, "id"),
    "title": ("id",),
    "g": ("transform", *_PAINT_ATTRIBUTES, "id"),
    **{
        name: (*required, *optional, "transform", *_PAINT_ATTRIBUTES, "id")
        for name, (required, optional) in _SHAPES.items()
    },
}
_REQUIRED = {"svg": ("viewBox",), **{name: required for name, (required, _) in _SHAPES.items()}}
_CHILDREN = {"svg": ("title", "g", *_SHAPES), "g": ("g", *_SHAPES)}
_WITH_FOUR_SEGMENTS = {"circle", "ellipse", "rect"}
_NOT_SVG = "not a part of SVG; delete it (in Inkscape: save as plain SVG)"
_EFFECTS = ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "clip-path")
_REASONS = {
    **dict.fromkeys(_EFFECTS, ", expected only plain fills and strokes"),
    **dict.fromkeys(("width", "height"), ", the viewBox is all the size a drawing has"),
    "style": ", write each part as an attribute: fill='none' stroke='#23263b'",
}


@dataclass(frozen=True)
class _Rules:
    """The rules that differ from piece to piece.

    widths: the allowed widths of lines. max_segments: of all lines and curves together.
    max_strokes: how often a pen may be put down; None for any number. palette: whether colours of
    the palette are allowed; current_colour: whether currentColor is.
    """

    widths: tuple[float, ...]
    max_segments: int
    max_strokes: int | None = None
    palette: bool = True
    current_colour: bool = False


_PICTURE = _Rules(widths=(2, 2.5, 3, 4, 5, 6), max_segments=160)
_SYMBOL = _Rules(
    widths=(7, 8, 9, 10), max_segments=40, max_strokes=4, palette=False, current_colour=True
)
_RULES_BY_FILE = {"shared/crossed.svg": replace(_PICTURE, widths=(8,))}

_Problems = Iterator[tuple[str, str]]
"""An attribute ("" for the element), and what is wrong with it."""


def lint(path: Path) -> list[Diagnostic]:
    """Every breach of the rules in a drawing, in the order of the file."""
    try:
        elements = read_svg(path)
    except DefinitionError as error:
        return list(error.problems)
    folder, name = path.absolute().parent.name, path.name
    rules = _RULES_BY_FILE.get(f"{folder}/{name}") or _folder_rules(folder)
    return sorted(set(_Linter(display_path(path), rules).problems(elements)))


@cache
def _folder_rules(folder: str) -> _Rules:
    """The rules of a folder of art: those of symbols, or of pictures as `rules.yaml` in the shipped
    folder of that name changes them."""
    if folder == "symbols":
        return _SYMBOL
    file = assets_dir() / folder / "rules.yaml"
    has_own_colour = file.is_file() and read_source(file).data.get("current_colour", False)
    return replace(_PICTURE, current_colour=bool(has_own_colour))


class _Linter:
    """Checks the elements of one file in order."""

    def __init__(self, file: str, rules: _Rules):
        self.file, self.rules = file, rules
        self.segments = self.strokes = 0
        self.refused: set[Element] = set()  # elements inside them are not checked
        self.unmeasurable: set[Element] = set()  # nor can elements inside these be measured

    def problems(self, elements: list[Element]) -> Iterator[Diagnostic]:
        root = elements[0]
        for element in elements:
            if element.parent in self.refused:
                self.refused.add(element)
                continue
            for attribute, message in self._element(element):
                name = element.name if root not in self.refused else ""
                key = f"{name}.{attribute}" if attribute else name
                yield Diagnostic(self.file, *element.place(attribute), key, message, code="art")
        if root not in self.refused:
            for message in self._totals(elements):
                yield Diagnostic(self.file, *root.place(), root.name, message, code="art")

    def _element(self, element: Element) -> _Problems:
        if message := _misplaced(element):
            self.refused.add(element)
            yield "", message
            return
        yield from _attribute_problems(element)
        if element.name != "title" and element.text.strip():
            yield "", f"text cannot be drawn, found {quoted(element.text.strip())}"
        values = _allowed_values(element)
        problems = list(_value_problems(values))
        yield from problems
        yield from self._colours(values)
        if problems or element.parent in self.unmeasurable:
            self.unmeasurable.add(element)
        elif element.name in _SHAPES:
            yield from self._shape(element)

    def _colours(self, values: dict[str, str]) -> _Problems:
        for attribute in ("fill", "stroke"):
            value = values.get(attribute)
            if value is not None and (message := _colour_problem(value, self.rules)):
                yield attribute, message

    def _shape(self, element: Element) -> _Problems:
        """What only the outline shows, with all that the shape inherits and its transforms."""
        values = _inherited(element)
        is_stroked = values.get("stroke", "none") != "none"
        if element.name != "line" and "fill" not in values:
            yield "", "the attribute 'fill' is missing, expected a colour or none"
        try:
            outline = _outline(element.name, values)
            self.segments += 4 if element.name in _WITH_FOUR_SEGMENTS else _segments(outline)
            self.strokes += _strokes(outline)
            box = _box(outline)
        except (ArithmeticError, ValueError):  # svgelements gives up
            yield "", "this shape cannot be measured, are its numbers right?"
            return
        if is_stroked:
            yield from self._width(values, outline.stroke_width)
        if box and (message := _overhang(box, outline.stroke_width / 2 if is_stroked else 0)):
            yield "", message

    def _width(self, values: dict[str, str], drawn_width: float) -> _Problems:
        """What is wrong with the width of a line, as written and as its transforms make it."""
        widths = ", ".join(f"{width:g}" for width in self.rules.widths)
        expected = f"expected one of {widths}" if "," in widths else f"expected {widths}"
        text = values.get("stroke-width")
        if text is None:
            yield "", f"the attribute 'stroke-width' is missing, {expected}"
        elif not any(isclose(drawn_width, width, abs_tol=0.01) for width in self.rules.widths):
            is_scaled = not isclose(drawn_width, float(text), abs_tol=0.01)
            result = f", which its transforms make {drawn_width:.3g}" if is_scaled else ""
            yield "stroke-width", f"{expected}, found {text.strip()}{result}"

    def _totals(self, elements: list[Element]) -> Iterator[str]:
        """What is wrong with the drawing as a whole."""
        titles = [element.text for element in elements if element.name == "title"]
        if not any(title.strip() for title in titles):
            yield "a <title> is missing, the name of what is drawn"
        if self.segments > self.rules.max_segments:
            yield f"expected at most {self.rules.max_segments} segments, found {self.segments}"
        max_strokes = self.rules.max_strokes
        if max_strokes and self.strokes > max_strokes:
            yield f"expected at most {max_strokes} strokes of a pen, found {self.strokes}"


def _misplaced(element: Element) -> str | None:
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


def _attribute_problems(element: Element) -> _Problems:
    """Attributes that are not allowed, and those that are missing."""
    allowed = _ATTRIBUTES[element.name]
    for name in element.foreign_attributes:
        yield name, _NOT_SVG
    for name in element.attributes:
        if name not in allowed:
            yield name, f"not allowed{_REASONS.get(name) or suggestion(name, allowed)}"
    for name in _REQUIRED.get(element.name, ()):
        if name not in element.attributes:
            yield "", f"the attribute {name!r} is missing"


def _allowed_values(element: Element) -> dict[str, str]:
    """The attributes of an element that are allowed."""
    allowed = _ATTRIBUTES[element.name]
    return {name: value for name, value in element.attributes.items() if name in allowed}


def _value_problems(values: dict[str, str]) -> _Problems:
    for name, value in values.items():
        if message := value_problem(name, value):
            yield name, message


def _colour_problem(value: str, rules: _Rules) -> str | None:
    if value == "none" or (value == "currentColor" and rules.current_colour):
        return None
    if value in NAMES_BY_HEX and rules.palette:
        return None
    if not rules.palette:
        return f"expected currentColor or none, found {quoted(value)}"
    if value == "currentColor":
        return "currentColor is only for symbols and the like, expected a colour or none"
    near = _nearest(value)
    hint = f"did you mean {near} {PALETTE[near]}?" if near else "expected one such as #23263b"
    return f"{quoted(value)} is not a colour of the palette, {hint}"


def _nearest(value: str) -> str | None:
    """The name of the palette's colour that looks most like one; None if it is no colour."""
    from PIL.ImageColor import getrgb  # knows #abc and black; only mistakes need it

    if value in PALETTE:
        return value
    try:
        rgb = getrgb(value)[:3]
    except ValueError:
        return None

    def distance(name: str) -> int:
        return sum((a - b) ** 2 for a, b in zip(rgb, getrgb(PALETTE[name]), strict=True))

    return min(PALETTE, key=distance)


def _inherited(element: Element) -> dict[str, str]:
    """The attributes that apply to an element: its own, and those of the groups around it."""
    outer = _inherited(element.parent) if element.parent else {}
    own = _allowed_values(element)
    transforms = f"{outer.get('transform', '')} {own.get('transform', '')}"
    return {**outer, **own, "transform": transforms.strip()}


# An outline is Any below: a Path of svgelements, which has no types.


def _outline(name: str, values: dict[str, str]) -> Any:
    """The shape as a path of svgelements, transforms applied, as pdf/svg_general.py reads it."""
    import svgelements  # here: only sets with art of their own need it

    plain = {key: value for key, value in values.items() if key not in ("fill", "stroke")}
    if name == "path":
        outline = svgelements.Path(plain)
    else:
        shape = getattr(svgelements, "SimpleLine" if name == "line" else name.title())(plain)
        shape.render(ppi=96, width=SIDE, height=SIDE)
        outline = svgelements.Path(shape)
    outline.reify()
    return outline


def _box(outline: Any) -> tuple[float, float, float, float] | None:
    """The left, top, right and bottom edge of an outline; None for one without points. Raises
    ArithmeticError. If numpy is installed, svgelements measures with it, and numpy warns of numbers
    that are too large."""
    with catch_warnings():
        simplefilter("ignore", RuntimeWarning)
        box: tuple[float, float, float, float] | None = outline.bbox()
    if box and not all(map(isfinite, box)):
        raise ArithmeticError("numbers that are too large")
    return box


def _segments(outline: Any) -> int:
    """The number of lines and curves of an outline; a Z that draws nothing does not count."""
    from svgelements import Close, Move

    drawn = [segment for segment in outline if not isinstance(segment, Move)]
    return sum(not isinstance(segment, Close) or segment.start != segment.end for segment in drawn)


def _strokes(outline: Any) -> int:
    """How often a pen is put down to draw an outline."""
    from svgelements import Move

    return sum(isinstance(segment, Move) for segment in outline)


def _overhang(box: tuple[float, float, float, float], half_width: float) -> str | None:
    """Where a shape leaves the box of the drawing, if it does, with half the width of its line."""
    left, top = box[0] - half_width, box[1] - half_width
    right, bottom = box[2] + half_width, box[3] + half_width
    if all(-MAX_OVERHANG <= edge <= SIDE + MAX_OVERHANG for edge in (left, top, right, bottom)):
        return None
    x, y = f"{left:.1f} to {right:.1f}", f"{top:.1f} to {bottom:.1f}"
    return f"leaves the box of 0 to {SIDE}: x {x}, y {y}, outline included"
