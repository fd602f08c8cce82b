"""The operators that show text (ISO 32000-1, 9.3 and 9.4).

Input: a Run and the operands of an operator. Output: marks in the run's drawing, one for each shown
string. A Type 3 font's glyphs are drawings that are placed.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING

import pikepdf

from generator.preflight.fonts import Font, Glyph, Shown
from generator.preflight.geometry import Extent, Matrix, height, placed, times
from generator.preflight.marks import Fault, Mark
from generator.preflight.state import TextObject
from generator.preflight.values import number, numbers

if TYPE_CHECKING:
    from generator.preflight.content import Run

# From the baseline, as in layout.page.Text.box: tall letters, and feet of deep ones.
_ASCENT, _DESCENT = 0.76, -0.21
_CORE = 0.45  # the letters without what reaches up: none of it may be cut off
_TOLERANCE = 0.1  # of the height, because the form of each letter is not known
_LABEL = 30
_INVISIBLE = (3, 7)
_STROKED = (1, 2, 5, 6)
_FILLED = (0, 2, 4, 6)
CUT_OFF = Fault("overflow", "is cut off at the edge of its box", "all of it inside")


def _begin(run: "Run") -> None:
    run.drawing.threads += 1
    run.text = TextObject(run.drawing.threads)


def _font(run: "Run", name: pikepdf.Name, size) -> None:
    run.state.size = number(size)
    run.state.font_key, run.state.font = run.contents.font(run.resource("/Font", name))


def _setter(target: str, factor: float = 1.0) -> Callable:
    @numbers
    def set_state(run: "Run", value: float) -> None:
        setattr(run.state, target, value * factor)

    return set_state


@numbers
def _next_line(run: "Run", x: float, y: float) -> None:
    run.text.next_line(x, y)


@numbers
def _next_line_leading(run: "Run", x: float, y: float) -> None:
    run.state.leading = -y
    run.text.next_line(x, y)


@numbers
def _matrix(run: "Run", a: float, b: float, c: float, d: float, e: float, f: float) -> None:
    run.text.set((a, b, c, d, e, f))


def _new_line(run: "Run") -> None:
    run.text.next_line(0.0, -run.state.leading)


def _show(run: "Run", string: pikepdf.String) -> None:
    font = run.state.font
    if font is None:
        raise ValueError("no font is set")
    shown = font.show(bytes(string))
    if shown.glyphs:
        _show_shown(run, font, shown)


def _show_line(run: "Run", string: pikepdf.String) -> None:
    _new_line(run)
    _show(run, string)


def _show_spaced_line(run: "Run", word_space, letter_space, string: pikepdf.String) -> None:
    run.state.word_space, run.state.letter_space = number(word_space), number(letter_space)
    _show_line(run, string)


def _show_adjusted(run: "Run", parts: pikepdf.Array) -> None:
    for part in parts:
        if isinstance(part, pikepdf.String):
            _show(run, part)
        else:
            _advance(run, -number(part) / 1000 * run.state.size)


def _advance(run: "Run", by: float) -> None:
    font = run.state.font
    if font and font.vertical:
        run.text.advance(0.0, by)
    else:
        run.text.advance(by * run.state.stretch, 0.0)


def _show_shown(run: "Run", font: Font, shown: Shown) -> None:
    state = run.state
    matrix = times(run.text.matrix, state.matrix)
    spaces = sum(glyph.space for glyph in shown.glyphs)
    between = state.letter_space * (len(shown.glyphs) - 1) + state.word_space * spaces
    length = shown.advance / 1000 * state.size + between
    if state.mode not in _INVISIBLE:
        run.drawing.fonts.add(state.font_key)
        run.drawing.marks.append(_mark(run, font, shown, matrix, length))
        if font.procedures:
            _place_glyphs(run, font, shown.glyphs)
    _advance(run, length + state.letter_space)


def _mark(run: "Run", font: Font, shown: Shown, matrix: Matrix, length: float) -> Mark:
    state = run.state
    extent, core = (
        placed(matrix, _text_box(run, length, low, high))
        for low, high in ((_DESCENT, _ASCENT), (0.0, _CORE))
    )
    size = height(matrix) * abs(state.size) * font.em
    seen = state.visible(extent)
    inked = bool(shown.text.strip()) and seen is not None
    faults = _faults(run, font, shown)
    if inked and not core.within(state.clip, size * _TOLERANCE):
        faults += (CUT_OFF,)
    label = shown.text.strip()[:_LABEL]
    return Mark("text", seen or extent, size, inked, faults, label, run.text.thread, core)


def _text_box(run: "Run", length: float, low: float, high: float) -> Extent:
    """The box of a text in its own coordinates: to the right of the origin, or below it."""
    state = run.state
    if state.font and state.font.vertical:
        half = state.size / 2
        return Extent(-half, min(0.0, length), half, max(0.0, length))
    return Extent(
        0.0, state.rise + low * state.size, length * state.stretch, state.rise + high * state.size
    )


def _faults(run: "Run", font: Font, shown: Shown) -> tuple[Fault, ...]:
    state, faults = run.state, ()
    if shown.missing:
        codes = ", ".join(shown.missing)
        faults += (
            Fault("glyph", f"has no glyph in {font.name} for code {codes}", "a glyph for each"),
        )
    if "\ufffd" in shown.text:
        expected = "a Unicode value for every code"
        faults += (Fault("unicode", f"in {font.name} cannot be read back as text", expected,
                         "warning"),)  # fmt: skip
    if state.mode in _FILLED:
        faults += state.fill.faults
    if state.mode in _STROKED:
        faults += state.stroke.faults
    return faults


def _place_glyphs(run: "Run", font: Font, glyphs: tuple[Glyph, ...]) -> None:
    state, x = run.state, 0.0
    resources, inherited = font.resources or run.resources, state.inherited()
    for glyph in glyphs:
        if glyph.code in font.procedures:
            procedure = font.procedures[glyph.code]
            drawing = run.contents.form(procedure, resources, inherited)
            em = (state.size * state.stretch, 0.0, 0.0, state.size, x, state.rise)
            run.use(drawing, times(times(font.matrix, em), run.text.matrix))
        space = state.letter_space + (state.word_space if glyph.space else 0.0)
        x += (glyph.advance / 1000 * state.size + space) * state.stretch


OPERATORS: dict[str, Callable] = {
    "BT": _begin,
    "ET": lambda run: None,
    "Tf": _font,
    "Tc": _setter("letter_space"),
    "Tw": _setter("word_space"),
    "Tz": _setter("stretch", 0.01),
    "TL": _setter("leading"),
    "Ts": _setter("rise"),
    "Tr": _setter("mode"),
    "Td": _next_line,
    "TD": _next_line_leading,
    "Tm": _matrix,
    "T*": _new_line,
    "Tj": _show,
    "TJ": _show_adjusted,
    "'": _show_line,
    '"': _show_spaced_line,
}
