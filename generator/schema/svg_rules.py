"""Whether an SVG file obeys the rules of assets/README.md.

Which rules hold follows from the folder that the drawing lies in.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from math import isclose
from pathlib import Path

from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.resources import assets_dir
from generator.core.yaml_source import read_source
from generator.layout.theme import NAMES_BY_HEX, PALETTE
from generator.pdf.svg import (
    SIDE,
    Drawing,
    Element,
    Shape,
    SvgProblem,
    bounding_box,
    problem_at,
    read_drawing,
)

MAX_OVERHANG = 0.5  # how far a drawing may reach over the edge of its box, in its own units
_WITH_FOUR_SEGMENTS = {"circle", "ellipse", "rect"}


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

_Problems = Iterator[SvgProblem]


def lint(path: Path) -> list[Diagnostic]:
    """Every breach of the rules in a drawing, in the order of the file."""
    drawing = read_drawing(path)
    rules = _folder_rules(path.absolute().parent.name)
    problems = {*drawing.problems, *_breaches(drawing, rules)}
    return sorted(problem.diagnostic(display_path(path)) for problem in problems)


@cache
def _folder_rules(folder: str) -> _Rules:
    """The rules of a folder of art: those of symbols, or of pictures as `rules.yaml` in the shipped
    folder of that name changes them."""
    if folder == "symbols":
        return _SYMBOL
    file = assets_dir() / folder / "rules.yaml"
    has_own_colour = file.is_file() and read_source(file).data.get("current_colour", False)
    return replace(_PICTURE, current_colour=bool(has_own_colour))


def _breaches(drawing: Drawing, rules: _Rules) -> _Problems:
    """What breaks the rules in a drawing, as far as it can be read."""
    for element in drawing.elements:
        yield from _colour_problems(element, rules)
    for shape in drawing.shapes:
        yield from _shape_problems(shape, rules)
    if drawing.elements:
        root = drawing.elements[0]
        for message in _totals(drawing, rules):
            yield problem_at(root, "", message)


def _colour_problems(element: Element, rules: _Rules) -> _Problems:
    for attribute in ("fill", "stroke") if element.name != "title" else ():
        value = element.attributes.get(attribute)
        if value is not None and (message := _colour_problem(value, rules)):
            yield problem_at(element, attribute, message)


def _shape_problems(shape: Shape, rules: _Rules) -> _Problems:
    """What only the shape shows, with all that it inherits and its transforms."""
    element, words = shape.element, shape.values.words
    if element.name != "line" and "fill" not in words:
        message = "the attribute 'fill' is missing, expected a colour or none"
        yield problem_at(element, "", message)
    is_stroked = words.get("stroke", "none") != "none"
    if is_stroked:
        yield from _width_problems(shape, rules)
    if overhang := _overhang(shape, shape.stroke_width / 2 if is_stroked else 0):
        yield problem_at(element, "", overhang)


def _width_problems(shape: Shape, rules: _Rules) -> _Problems:
    """What is wrong with the width of a line, as written and as its transforms make it."""
    widths = ", ".join(f"{width:g}" for width in rules.widths)
    expected = f"expected one of {widths}" if "," in widths else f"expected {widths}"
    written, drawn = shape.values.numbers.get("stroke-width"), shape.stroke_width
    if written is None:
        message = f"the attribute 'stroke-width' is missing, {expected}"
        yield problem_at(shape.element, "", message)
    elif not any(isclose(drawn, width, abs_tol=0.01) for width in rules.widths):
        is_scaled = not isclose(drawn, written, abs_tol=0.01)
        result = f", which its transforms make {drawn:.3g}" if is_scaled else ""
        yield problem_at(shape.element, "stroke-width", f"{expected}, found {written:g}{result}")


def _totals(drawing: Drawing, rules: _Rules) -> Iterator[str]:
    """What is wrong with the drawing as a whole."""
    titles = [element.text for element in drawing.elements if element.name == "title"]
    if not any(title.strip() for title in titles):
        yield "a <title> is missing, the name of what is drawn"
    segments = sum(map(_segment_count, drawing.shapes))
    if segments > rules.max_segments:
        yield f"expected at most {rules.max_segments} segments, found {segments}"
    strokes = sum(operator == "m" for shape in drawing.shapes for operator, _ in shape.segments)
    if rules.max_strokes and strokes > rules.max_strokes:
        yield f"expected at most {rules.max_strokes} strokes of a pen, found {strokes}"


def _segment_count(shape: Shape) -> int:
    """The number of lines and curves of a shape; a Z that draws nothing does not count."""
    if shape.element.name in _WITH_FOUR_SEGMENTS:
        return 4
    count, start, position = 0, 0j, 0j
    for operator, points in shape.segments:
        if operator == "m":
            start = points[-1]
        else:
            count += operator != "h" or position != start
        position = points[-1] if points else start
    return count


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


def _overhang(shape: Shape, half_width: float) -> str | None:
    """Where a shape leaves the box of the drawing, if it does, with half the width of its line."""
    if not shape.segments:
        return None
    low, high = bounding_box(shape.segments)
    left, top = low.real - half_width, low.imag - half_width
    right, bottom = high.real + half_width, high.imag + half_width
    if all(-MAX_OVERHANG <= edge <= SIDE + MAX_OVERHANG for edge in (left, top, right, bottom)):
        return None
    x, y = f"{left:.1f} to {right:.1f}", f"{top:.1f} to {bottom:.1f}"
    return f"leaves the box of 0 to {SIDE}: x {x}, y {y}, outline included"
