"""Whether an SVG file obeys the rules of assets/README.md, which depend on its folder."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from math import isclose
from pathlib import Path
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic, display_path, quoted
from generator.core.resources import assets_dir
from generator.core.yaml_source import read_source
from generator.layout.theme import NAMES_BY_HEX, PALETTE
from generator.pdf.svg import SIDE, Drawing, Element, Segment, read_drawing

MAX_OVERHANG = 0.5  # how far a drawing may reach over the edge of its box, in its own units


class _Rules(NamedTuple):
    """The rules that differ from piece to piece."""

    widths: tuple[float, ...]  # that lines may have
    max_segments: int  # of all lines and curves together
    max_strokes: int | None = None  # how often a pen may be put down; None for any number
    has_palette: bool = True  # whether colours of the palette are allowed
    has_current_colour: bool = False  # whether currentColor is


_PICTURE = _Rules((2, 2.5, 3, 4, 5, 6), max_segments=160)
# Drawn large, and once in a document.
_LOOK = _Rules((1.5, 2, 2.5, 3, 4, 5, 6), max_segments=240, has_current_colour=True)
_SYMBOL = _Rules(
    (7, 8, 9, 10), max_segments=40, max_strokes=4, has_palette=False, has_current_colour=True
)


def lint(path: Path) -> list[Diagnostic]:
    """Every breach of the rules in a drawing, in the order of the file."""
    drawing = read_drawing(path)
    rules = _folder_rules(path.absolute().parent.name)
    problems = {*drawing.problems}
    for element in drawing.elements:
        for attribute in ("fill", "stroke") if element.name != "title" else ():
            value = element.attributes.get(attribute)
            if value is not None and (message := _colour_problem(value, rules)):
                problems.add(element.problem(attribute, message))
    for shape in drawing.shapes:
        problems |= {shape.problem(*problem) for problem in _shape_problems(shape, rules)}
    for root in drawing.elements[:1]:
        problems |= {root.problem("", message) for message in _totals(drawing, rules)}
    return sorted(replace(problem, file=display_path(path)) for problem in problems)


@cache
def _folder_rules(folder: str) -> _Rules:
    """The rules of a folder of art: those of symbols, of looks, or of pictures as `rules.yaml` in
    the shipped folder of that name changes them."""
    if folder in ("symbols", "look"):
        return _SYMBOL if folder == "symbols" else _LOOK
    file = assets_dir() / folder / "rules.yaml"
    has_own_colour = file.is_file() and read_source(file).data.get("current_colour", False)
    return _PICTURE._replace(has_current_colour=bool(has_own_colour))


def _shape_problems(shape: Element, rules: _Rules) -> Iterator[tuple[str, str]]:
    """What only a shape shows, with all that it inherits: the attribute, and what is wrong."""
    if shape.name != "line" and "fill" not in shape.words:
        yield "", "the attribute 'fill' is missing, expected a colour or none"
    half_width = 0.0
    if shape.words.get("stroke", "none") != "none":
        widths = ", ".join(f"{width:g}" for width in rules.widths)
        expected = f"expected one of {widths}" if "," in widths else f"expected {widths}"
        written, drawn = shape.numbers.get("stroke-width"), shape.stroke_width
        half_width = drawn / 2
        if written is None:
            yield "", f"the attribute 'stroke-width' is missing, {expected}"
        elif not any(isclose(drawn, width, abs_tol=0.01) for width in rules.widths):
            is_scaled = not isclose(drawn, written, abs_tol=0.01)
            result = f", which its transforms make {drawn:.3g}" if is_scaled else ""
            yield "stroke-width", f"{expected}, found {written:g}{result}"
    if shape.segments:
        low, high = bounding_box(shape.segments)
        left, top = low.real - half_width, low.imag - half_width
        right, bottom = high.real + half_width, high.imag + half_width
        edges = left, top, SIDE - right, SIDE - bottom
        if min(edges) < -MAX_OVERHANG:
            x, y = f"{left:.1f} to {right:.1f}", f"{top:.1f} to {bottom:.1f}"
            yield "", f"leaves the box of 0 to {SIDE}: x {x}, y {y}, outline included"


def bounding_box(segments: Iterable[Segment]) -> tuple[complex, complex]:
    """The top left and the bottom right corner of the box around an outline that has points; curves
    are measured at 64 points each."""
    points, position, start = list[complex](), 0j, 0j
    for operator, ends in segments:
        if operator == "c":
            for first, second, end in zip(ends[::3], ends[1::3], ends[2::3], strict=True):
                for t in (step / 64 for step in range(1, 65)):
                    a, b, c = (1 - t) ** 3 * position, 3 * t * (1 - t) ** 2 * first, 3 * t**2
                    points.append(a + b + c * (1 - t) * second + t**3 * end)
                position = end
        else:
            points += ends
            position = ends[-1] if ends else start
            start = position if operator == "m" else start
    xs, ys = [point.real for point in points], [point.imag for point in points]
    return complex(min(xs), min(ys)), complex(max(xs), max(ys))


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


def _segment_count(shape: Element) -> int:
    """The number of lines and curves of a shape; a Z that draws nothing does not count."""
    if shape.name in ("circle", "ellipse", "rect"):
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
    if value == "none" or (value == "currentColor" and rules.has_current_colour):
        return None
    if value in NAMES_BY_HEX and rules.has_palette:
        return None
    if not rules.has_palette:
        return f"expected currentColor or none, found {quoted(value)}"
    if value == "currentColor":
        return "currentColor is only for symbols and the like, expected a colour or none"
    from PIL.ImageColor import getrgb  # knows #abc and black; only mistakes need it

    def distance(name: str) -> int:
        pairs = zip(getrgb(PALETTE.get(value, value)), getrgb(PALETTE[name]), strict=False)
        return sum((a - b) ** 2 for a, b in pairs)

    try:
        near = min(PALETTE, key=distance)
        hint = f"did you mean {near} {PALETTE[near]}?"
    except ValueError:  # it is no colour
        hint = "expected one such as #23263b"
    return f"{quoted(value)} is not a colour of the palette, {hint}"
