"""The operators that paint paths, images, shadings and forms, and that set the state for them.

Input: a Run and the operands of an operator. Output: marks in the run's drawing. A table at the end
names the operators (ISO 32000-1, Annex A). Raises what content.Run turns into faults.
"""

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

import pikepdf

from generator.preflight.colours import CMYK, GREY, RGB, Space, space
from generator.preflight.geometry import Extent, Matrix, placed, times
from generator.preflight.marks import Fault, Mark, Use, blank
from generator.preflight.state import Paint, Path
from generator.preflight.values import matrix_of, number, numbers

if TYPE_CHECKING:
    from generator.preflight.content import Run

_NOWHERE = Extent(math.inf, math.inf, -math.inf, -math.inf)
_UNIT = Extent(0.0, 0.0, 1.0, 1.0)
_SLENDER = 4  # so many times as long as wide is a line, though it is filled
_CORNERS = 5  # pieces of a rectangle that is drawn line by line


@numbers
def _concatenate(run: "Run", *matrix: float) -> None:
    if len(matrix) != 6:
        raise ValueError("six numbers make a matrix")
    run.state.matrix = times(matrix, run.state.matrix)


@numbers
def _line_width(run: "Run", width: float) -> None:
    run.state.width = abs(width)


@numbers
def _line_cap(run: "Run", cap: float) -> None:
    run.state.cap = cap


def _graphics_state(run: "Run", name: pikepdf.Name) -> None:
    entries = run.resource("/ExtGState", name)
    if "/LW" in entries:
        run.state.width = abs(number(entries.LW))
    if "/Font" in entries:
        run.state.font_key, run.state.font = run.contents.font(entries.Font[0])
        run.state.size = number(entries.Font[1])


# Paths


@numbers
def _move(run: "Run", x: float, y: float) -> None:
    run.path.move(run.state.matrix, (x, y))


@numbers
def _line(run: "Run", x: float, y: float) -> None:
    run.path.line(run.state.matrix, (x, y))


@numbers
def _curve(run: "Run", a: float, b: float, c: float, d: float, e: float, f: float) -> None:
    run.path.curve(run.state.matrix, (a, b), (c, d), (e, f))


@numbers
def _curve_from_here(run: "Run", c: float, d: float, e: float, f: float) -> None:
    run.path.curve(run.state.matrix, run.path.here or (c, d), (c, d), (e, f))


@numbers
def _curve_to_end(run: "Run", a: float, b: float, e: float, f: float) -> None:
    run.path.curve(run.state.matrix, (a, b), (e, f), (e, f))


@numbers
def _rectangle(run: "Run", x: float, y: float, w: float, h: float) -> None:
    run.path.rectangle(run.state.matrix, x, y, w, h)


def _clip(run: "Run") -> None:
    run.clipping = True


def _painter(fill: bool = False, stroke: bool = False, close: bool = False) -> Callable:
    """An operator that paints the current path and ends it; W before it clips what follows."""

    def paint(run: "Run") -> None:
        if close:
            run.path.close()
        path, run.path = run.path, Path()
        clipping, run.clipping = run.clipping, False
        if path.extent and fill:
            _fill(run, path.extent, _thinness(path) if not stroke else math.inf)
        if path.extent and stroke:
            _stroke(run, path)
        if clipping:
            run.state.clip = (path.extent and run.state.visible(path.extent)) or _NOWHERE

    return paint


def _thinness(path: Path) -> float:
    """The width of a filled rectangle that is meant as a line; infinite for other shapes."""
    short, long = sorted((path.extent.width, path.extent.height))
    straight = not path.curves and len(path.pieces) <= _CORNERS
    slender = straight and long > _SLENDER * short
    return short if slender else math.inf


def _fill(run: "Run", extent: Extent, size: float = math.inf) -> None:
    paint, seen = run.state.fill, run.state.visible(extent)
    if seen is None:
        return
    run.drawing.marks.append(Mark("fill", seen, size, not paint.white, paint.faults))
    _show_cell(run, paint, seen)


def _stroke(run: "Run", path: Path) -> None:
    paint, state = run.state.stroke, run.state
    seen = state.visible(path.stroked(state.matrix, state.width, flat=state.cap == 0))
    if seen is None:
        return
    width = path.line_width(state.matrix, state.width)
    run.drawing.marks.append(Mark("line", seen, width, not paint.white, paint.faults))
    _show_cell(run, paint, seen)


def _show_cell(run: "Run", paint: Paint, over: Extent) -> None:
    if paint.cell:
        drawing, matrix = paint.cell
        run.drawing.marks.append(Use(drawing, matrix, over, over))


# Colours


def _device(colours: Space, target: str) -> Callable:
    @numbers
    def set_colour(run: "Run", *values: float) -> None:
        if len(values) != len(colours.white):
            raise ValueError(f"{len(values)} numbers for {colours.name}")
        setattr(run.state, target, Paint(colours, colours.is_white(values)))

    return set_colour


def _colour_space(target: str) -> Callable:
    def set_space(run: "Run", name: pikepdf.Name) -> None:
        setattr(run.state, target, Paint(run.space(name)))

    return set_space


def _colour(target: str) -> Callable:
    def set_colour(run: "Run", *operands) -> None:
        old: Paint = getattr(run.state, target)
        if operands and isinstance(operands[-1], pikepdf.Name):
            paint = _pattern(run, run.resource("/Pattern", operands[-1]), old)
        else:
            values = tuple(number(value) for value in operands)
            paint = Paint(old.space, old.space.is_white(values))
        setattr(run.state, target, paint)

    return set_colour


def _pattern(run: "Run", entry, old: Paint) -> Paint:
    """A tiling pattern paints its cell, a shading pattern the colours of its shading (8.7)."""
    if int(entry.PatternType) == 2:
        return Paint(space(entry.Shading.ColorSpace, run.resources))
    drawing = run.contents.form(entry, run.resources)
    own = int(entry.get("/PaintType", 1)) == 1
    white = own and blank(drawing.marks)
    matrix = matrix_of(entry)
    return Paint(Space("pattern") if own else old.space, white, (drawing, matrix))


# Images, shadings, forms


def _external(run: "Run", name: pikepdf.Name) -> None:
    entry = run.resource("/XObject", name)
    if entry.get("/Subtype") == "/Image":
        _image(run, entry)
    elif entry.get("/Subtype") == "/Form":
        inherited = run.state.inherited()
        run.use(run.contents.form(entry, run.resources, inherited), matrix_of(entry))
    else:
        raise ValueError("neither an image nor a form")


def _inline_image(run: "Run", image: pikepdf.PdfInlineImage) -> None:
    _image(run, image.obj)


def _image(run: "Run", entry) -> None:
    seen = run.state.visible(placed(run.state.matrix, _UNIT))
    if seen is None:
        return
    mask = bool(entry.get("/ImageMask", False))
    if mask:
        faults, inked = run.state.fill.faults, not run.state.fill.white
    else:
        faults, inked = _image_faults(run, entry), True
    size = _pixels(run.state.matrix, int(entry.Width), int(entry.Height))
    run.drawing.marks.append(Mark("image", seen, size, inked, faults))


def _image_faults(run: "Run", entry) -> tuple[Fault, ...]:
    named = entry.get("/ColorSpace")
    fault = space(named, run.resources).fault if named is not None else None
    return (fault,) if fault else ()


def _pixels(matrix: Matrix, columns: int, rows: int) -> float:
    """Pixels per unit along the coarser side; a single row or column is a flat colour there."""
    a, b, c, d, _, _ = matrix
    sides = ((columns, math.hypot(a, b)), (rows, math.hypot(c, d)))
    return min((count / side for count, side in sides if count > 1 and side), default=math.inf)


def _shading(run: "Run", name: pikepdf.Name) -> None:
    entry = run.resource("/Shading", name)
    run.state.fill, before = Paint(space(entry.ColorSpace, run.resources)), run.state.fill
    _fill(run, run.state.clip)
    run.state.fill = before


OPERATORS: dict[str, Callable] = {
    "q": lambda run: run.save(),
    "Q": lambda run: run.restore(),
    "cm": _concatenate,
    "w": _line_width,
    "J": _line_cap,
    "gs": _graphics_state,
    "m": _move,
    "l": _line,
    "c": _curve,
    "v": _curve_from_here,
    "y": _curve_to_end,
    "re": _rectangle,
    "h": lambda run: run.path.close(),
    "W": _clip,
    "W*": _clip,
    "n": _painter(),
    "S": _painter(stroke=True),
    "s": _painter(stroke=True, close=True),
    "f": _painter(fill=True),
    "F": _painter(fill=True),
    "f*": _painter(fill=True),
    "B": _painter(fill=True, stroke=True),
    "B*": _painter(fill=True, stroke=True),
    "b": _painter(fill=True, stroke=True, close=True),
    "b*": _painter(fill=True, stroke=True, close=True),
    "g": _device(GREY, "fill"),
    "G": _device(GREY, "stroke"),
    "rg": _device(RGB, "fill"),
    "RG": _device(RGB, "stroke"),
    "k": _device(CMYK, "fill"),
    "K": _device(CMYK, "stroke"),
    "cs": _colour_space("fill"),
    "CS": _colour_space("stroke"),
    "sc": _colour("fill"),
    "scn": _colour("fill"),
    "SC": _colour("stroke"),
    "SCN": _colour("stroke"),
    "Do": _external,
    "sh": _shading,
    "INLINE IMAGE": _inline_image,
}
