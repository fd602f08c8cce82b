"""Whether an SVG file obeys the rules of assets/README.md.

Input: the path of a drawing. Output: a Problem for each breach, at the line and column of its
element or attribute. What kind of piece it is follows from the folder it lies in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isclose, isfinite
from pathlib import Path
from typing import Any
from warnings import catch_warnings, simplefilter

from generator.core.diagnostics import Diagnostic, quoted, shown, suggestion
from generator.core.errors import DefinitionError
from generator.layout.theme import NAMES_BY_HEX, PALETTE
from generator.schema.svg_source import SVG, Element, read_svg
from generator.schema.svg_values import mistake

SIDE = 100
TOLERANCE = 0.5  # how far a drawing may reach over the edge of its box

_PAINT = ("fill", "stroke", "stroke-width", "stroke-linecap", "stroke-linejoin", "fill-rule")
# Each shape: the attributes without which it shows nothing, and those it may have besides.
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
    "svg": ("viewBox", *_PAINT, "id"),
    "title": ("id",),
    "g": ("transform", *_PAINT, "id"),
    **{name: (*must, *may, "transform", *_PAINT, "id") for name, (must, may) in _SHAPES.items()},
}
_REQUIRED = {"svg": ("viewBox",), **{name: must for name, (must, _) in _SHAPES.items()}}
_INSIDE = {"svg": ("title", "g", *_SHAPES), "g": ("g", *_SHAPES)}
_FOUR_SEGMENTS = {"circle", "ellipse", "rect"}
_EDITORS_OWN = "not a part of SVG; delete it (in Inkscape: save as plain SVG)"
_EFFECTS = ("opacity", "fill-opacity", "stroke-opacity", "filter", "mask", "clip-path")
_WHY = {
    **dict.fromkeys(_EFFECTS, ", expected only plain fills and strokes"),
    **dict.fromkeys(("width", "height"), ", the viewBox is all the size a drawing has"),
    "style": ", write each part as an attribute: fill='none' stroke='#23263b'",
}


@dataclass(frozen=True)
class _Kind:
    """The rules that differ from piece to piece."""

    widths: tuple[float, ...]
    segments: int
    strokes: int | None = None
    palette: bool = True
    current: bool = False


_PICTURE = _Kind(widths=(2, 2.5, 3, 4, 5, 6), segments=160)
_ONE_COLOUR = replace(_PICTURE, current=True)
_SYMBOL = _Kind(widths=(7, 8, 9, 10), segments=40, strokes=4, palette=False, current=True)
_FOLDERS = {"symbols": _SYMBOL, "discs": _ONE_COLOUR, "quads": _ONE_COLOUR}
_EXCEPTIONS = {"shared/crossed.svg": replace(_PICTURE, widths=(8,))}

_Found = Iterator[tuple[str, str]]  # the attribute ("" for the element), what is wrong


def lint(path: Path) -> list[Diagnostic]:
    """Every breach of the rules in a drawing, in the order of the file; none if it is fine."""
    try:
        elements = read_svg(path)
    except DefinitionError as bad:
        return list(bad.problems)
    full = path.absolute()
    kind = _EXCEPTIONS.get(f"{full.parent.name}/{full.name}") or _FOLDERS.get(full.parent.name)
    return sorted(set(_Linter(shown(path), kind or _PICTURE).problems(elements)))


class _Linter:
    """Goes through the elements of one file."""

    def __init__(self, file: str, kind: _Kind):
        self.file, self.kind = file, kind
        self.segments = self.strokes = 0
        self.refused: set[Element] = set()  # what is in them is not looked at
        self.unclear: set[Element] = set()  # what is in them cannot be measured

    def problems(self, elements: list[Element]) -> Iterator[Diagnostic]:
        root = elements[0]
        for element in elements:
            if element.around in self.refused:
                self.refused.add(element)
                continue
            for attribute, message in self._element(element):
                name = element.name if root not in self.refused else ""
                key = f"{name}.{attribute}" if attribute else name
                yield Diagnostic(self.file, *element.place(attribute), key, message, code="art")
        if root not in self.refused:
            for message in self._totals(elements):
                yield Diagnostic(self.file, *root.place(), root.name, message, code="art")

    def _element(self, element: Element) -> _Found:
        if message := _misplaced(element):
            self.refused.add(element)
            yield "", message
            return
        yield from _names(element)
        if element.name != "title" and element.text.strip():
            yield "", f"text cannot be drawn, found {quoted(element.text.strip())}"
        values = _values(element)
        wrong = list(_values_alone(values))
        yield from wrong
        yield from self._colours(values)
        if wrong or element.around in self.unclear:
            self.unclear.add(element)
        elif element.name in _SHAPES:
            yield from self._shape(element)

    def _colours(self, values: dict[str, str]) -> _Found:
        for attribute in ("fill", "stroke"):
            if attribute in values:
                message = _colour_mistake(values[attribute], self.kind)
                if message:
                    yield attribute, message

    def _shape(self, element: Element) -> _Found:
        """What only the drawn shape shows: with all it inherits, and its transforms."""
        values = _inherited(element)
        stroked = values.get("stroke", "none") != "none"
        if element.name != "line" and "fill" not in values:
            yield "", "the attribute 'fill' is missing, expected a colour or none"
        try:
            outline = _outline(element.name, values)
            self.segments += 4 if element.name in _FOUR_SEGMENTS else _segments(outline)
            self.strokes += _strokes(outline)
            box = _box(outline)
        except (ArithmeticError, ValueError):  # svgelements gives up
            yield "", "this shape cannot be measured, are its numbers right?"
            return
        if stroked:
            yield from self._width(values, outline.stroke_width)
        if box and (message := _outside(box, outline.stroke_width / 2 if stroked else 0)):
            yield "", message

    def _width(self, values: dict[str, str], drawn: float) -> _Found:
        scale = ", ".join(f"{width:g}" for width in self.kind.widths)
        expected = f"expected one of {scale}" if "," in scale else f"expected {scale}"
        written = values.get("stroke-width")
        if written is None:
            yield "", f"the attribute 'stroke-width' is missing, {expected}"
        elif not any(isclose(drawn, width, abs_tol=0.01) for width in self.kind.widths):
            scaled = not isclose(drawn, float(written), abs_tol=0.01)
            how = f", which its transforms make {drawn:.3g}" if scaled else ""
            yield "stroke-width", f"{expected}, found {written.strip()}{how}"

    def _totals(self, elements: list[Element]) -> Iterator[str]:
        titles = [each for each in elements if each.name == "title"]
        if not any(title.text.strip() for title in titles):
            yield "a <title> is missing, the name of what is drawn"
        if self.segments > self.kind.segments:
            yield f"expected at most {self.kind.segments} segments, found {self.segments}"
        most = self.kind.strokes
        if most and self.strokes > most:
            yield f"expected at most {most} strokes of a pen, found {self.strokes}"


def _misplaced(element: Element) -> str | None:
    """Why an element may not be where it is."""
    if element.around is None:
        if element.name != "svg":
            return f"expected an SVG drawing, found <{element.name}>"
        return f"expected <svg xmlns='{SVG}' ...>" if element.foreign else None
    if element.foreign:
        return _EDITORS_OWN
    allowed = _INSIDE.get(element.around.name, ())
    if element.name in allowed:
        return None
    return f"not allowed in <{element.around.name}>{suggestion(element.name, allowed)}"


def _names(element: Element) -> _Found:
    """Attributes that should not be there, and those that should."""
    allowed = _ATTRIBUTES[element.name]
    for name in element.foreign_attributes:
        yield name, _EDITORS_OWN
    for name in element.attributes:
        if name not in allowed:
            yield name, f"not allowed{_WHY.get(name) or suggestion(name, allowed)}"
    for name in _REQUIRED.get(element.name, ()):
        if name not in element.attributes:
            yield "", f"the attribute {name!r} is missing"


def _values(element: Element) -> dict[str, str]:
    """The attributes that its element may have."""
    allowed = _ATTRIBUTES[element.name]
    return {name: value for name, value in element.attributes.items() if name in allowed}


def _values_alone(values: dict[str, str]) -> _Found:
    for name, value in values.items():
        if message := mistake(name, value):
            yield name, message


def _colour_mistake(value: str, kind: _Kind) -> str | None:
    if value == "none" or (value == "currentColor" and kind.current):
        return None
    if value in NAMES_BY_HEX and kind.palette:
        return None
    if not kind.palette:
        return f"expected currentColor or none, found {quoted(value)}"
    if value == "currentColor":
        return "currentColor is only for symbols, discs and quads, expected a colour or none"
    near = _nearest(value)
    hint = f"did you mean {near} {PALETTE[near]}?" if near else "expected one such as #23263b"
    return f"{quoted(value)} is not a colour of the palette, {hint}"


def _nearest(value: str) -> str | None:
    """The name of the palette's colour that looks most like one; None if it is no colour."""
    from PIL.ImageColor import getrgb  # knows #abc and black; only mistakes need it

    if value in PALETTE:
        return value
    try:
        found = getrgb(value)[:3]
    except ValueError:
        return None

    def distance(name: str) -> int:
        return sum((a - b) ** 2 for a, b in zip(found, getrgb(PALETTE[name]), strict=True))

    return min(PALETTE, key=distance)


def _inherited(element: Element) -> dict[str, str]:
    """The values that count for an element: its own, and those of the groups around it."""
    outer = _inherited(element.around) if element.around else {}
    own = _values(element)
    turns = f"{outer.get('transform', '')} {own.get('transform', '')}"
    return {**outer, **own, "transform": turns.strip()}


def _outline(name: str, values: dict[str, str]) -> Any:
    """The shape as a path of svgelements, transforms applied, as pdf/svg_general.py reads it."""
    import svgelements  # here, because only sets with art of their own need it

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
    """What a path covers. Where numpy is installed, svgelements measures with it, and numpy warns
    of numbers that are too large."""
    with catch_warnings():
        simplefilter("ignore", RuntimeWarning)
        box = outline.bbox()
    if box and not all(map(isfinite, box)):
        raise ArithmeticError("numbers that are too large")
    return box


def _segments(outline: Any) -> int:
    """The lines and curves of a path; a Z that draws nothing is none."""
    from svgelements import Close, Move

    drawn = [segment for segment in outline if not isinstance(segment, Move)]
    return sum(not isinstance(each, Close) or each.start != each.end for each in drawn)


def _strokes(outline: Any) -> int:
    """How often a pen is put down to draw a path."""
    from svgelements import Move

    return sum(isinstance(segment, Move) for segment in outline)


def _outside(box: tuple[float, float, float, float], rim: float) -> str | None:
    """Where a shape with an outline leaves the box, if it does."""
    left, top, right, bottom = box[0] - rim, box[1] - rim, box[2] + rim, box[3] + rim
    if all(-TOLERANCE <= place <= SIDE + TOLERANCE for place in (left, top, right, bottom)):
        return None
    x, y = f"{left:.1f} to {right:.1f}", f"{top:.1f} to {bottom:.1f}"
    return f"leaves the box of 0 to {SIDE}: x {x}, y {y}, outline included"
