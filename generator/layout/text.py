"""Fonts and widths, a small markup, line breaking at ordinary spaces, pictures inside a line."""

import math
import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import NamedTuple

from reportlab.pdfbase.ttfonts import TTFont

from generator.core.errors import MissingGlyphError, TextOverflowError
from generator.core.paper import Box
from generator.layout import theme
from generator.layout.page import ASCENT, LINE_HEIGHT, MM_PER_POINT, Art, Item, Text

FONTS = {
    "text": ("fontpkg_lato", "Lato-Regular.ttf"),
    "bold": ("fontpkg_lato", "Lato-Bold.ttf"),
    "title": ("fontpkg_titan_one", "TitanOne-Regular.ttf"),
    "slanted": ("fontpkg_lato", "Lato-BlackItalic.ttf"),
    "heavy": ("fontpkg_lato", "Lato-Black.ttf"),
}
INLINE_ART = {"points": "shared/points"}  # pictures inside a line, by their names in the markup
INLINE_ART_RISE = 0.12  # how far such a picture stands out above the top of its line, in em
_ICON_EMS = 1.08  # it is a little taller than the capitals
_ICON_DROP = 0.2  # and sits that far below the baseline, in em
# The parts of a game ID, with the signs before them.
_UNBREAKABLE = re.compile(r"[.+]*[^.+ ]+ *|[.+ ]+")
_CHARACTER = re.compile(r"-*[^-](?:-+[^-])*(?:-+$)?|-+")  # a hyphen and its neighbours
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\[([a-z_]+)\]")
_MIN_LAST_LINE = 0.2  # of the width: a shorter last line looks forgotten
_SIZE_STEP = 0.25  # points
_TOLERANCE = 1e-6  # mm, for rounding errors
_CAPITALS_MIDDLE = ASCENT - 0.35  # from the top of a line to the middle of its capitals, in em


def font_file(role: str) -> Path:
    """The file of a font, without the slow import of its package. Raises ModuleNotFoundError."""
    package, name = FONTS[role]
    spec = find_spec(package)
    if spec is None or not spec.submodule_search_locations:
        raise ModuleNotFoundError(f"the font package {package} is not installed")
    return Path(spec.submodule_search_locations[0]) / "files" / name


@cache
def font(role: str) -> TTFont:
    """The font of a role, read once per process."""
    return TTFont(f"board-{role}", str(font_file(role)), asciiReadable=1)


@cache
def _widths(role: str) -> dict[int, float]:
    """Advance widths in mm at a size of one point, by code point."""
    scale = MM_PER_POINT / 1000
    return {code: width * scale for code, width in font(role).face.charWidths.items()}


def missing_characters(role: str, text: str) -> list[str]:
    """The characters of a text that a font lacks, each once."""
    widths = _widths(role)
    return sorted({char for char in text if ord(char) not in widths})


@lru_cache(maxsize=8192)
def _unit_width(role: str, text: str) -> float:
    """The width of a text at a size of one point, in mm."""
    try:
        return math.fsum(map(_widths(role).__getitem__, map(ord, text)))
    except KeyError:
        missing = missing_characters(role, text)
        characters = ", ".join(f"{char!r} (U+{ord(char):04X})" for char in missing)
        raise MissingGlyphError(
            f"the font of {role!r} has no {characters}, needed by {text!r}"
        ) from None


def text_width(role: str, text: str, size: float) -> float:
    """The width of a text at a size in points, in mm. Raises MissingGlyphError."""
    return _unit_width(role, text) * size


def without_markup(markup: str) -> str:
    """A text as a terminal shows it, the points symbol as a star, which needs no translation."""
    return markup.replace("**", "").replace("[points]", "★").replace("\u00a0", " ")


class Style(NamedTuple):
    """How text is set: size in points, fonts by role, leading as a multiple of the size."""

    size: float
    font: str = "text"
    bold: str = "bold"
    leading: float = 1.2
    colour: str = "ink"

    @property
    def em(self) -> float:
        """The size in mm."""
        return self.size * MM_PER_POINT


def title_style(size: float, hue: str, colour: str = "") -> Style:
    """Of titles in the look of a hue, or of one of its colours, and in that colour or another."""
    look = theme.LOOKS[hue.partition(".")[0]]
    return Style(size * look.size, look.font, look.font, colour=colour or hue)


SMALL_PRINT = Style(theme.FLOOR, colour="slate")


class Run(NamedTuple):
    """Text in one font, or an inline picture (its `art`), with its offset in the line in mm."""

    x: float
    width: float
    text: str = ""
    font: str = ""
    art: str = ""


class TextBlock(NamedTuple):
    """Wrapped lines; the height is from the top of the first to the foot of the last, in mm."""

    style: Style
    lines: tuple[tuple[Run, ...], ...]
    width: float

    @property
    def height(self) -> float:
        if not self.lines:
            return 0.0
        return self.style.em * (LINE_HEIGHT + (len(self.lines) - 1) * self.style.leading)

    @property
    def ascent(self) -> float:
        """From the top of the first line to its baseline, in mm."""
        return self.style.em * ASCENT

    def items(self, x: float, y: float, align: str = "left") -> tuple[Item, ...]:
        """The page items, with the top left corner at (x, y); align is left, centre or right."""
        result: list[Item] = []
        em, size = self.style.em, self.style.size
        for number, runs in enumerate(self.lines):
            baseline = y + em * (ASCENT + number * self.style.leading)
            free = self.width - (runs[-1].x + runs[-1].width if runs else 0)
            left = x + {"left": 0, "centre": free / 2, "right": free}[align]
            for start, width, text, font, art in runs:
                if art:
                    side = em * _ICON_EMS
                    top = baseline + em * _ICON_DROP - side
                    result.append(Art(art, Box(left + start, top, side, side)))
                else:
                    colour = self.style.colour
                    result.append(Text(left + start, baseline, text, font, size, width, colour))
        return tuple(result)

    def centred_on(self, x: float, y: float) -> tuple[Item, ...]:
        """A single line with the middle of its capitals and digits at (x, y)."""
        return self.items(x - self.width / 2, y - self.style.em * _CAPITALS_MIDDLE)


_Word = list[Run]  # runs that stay together, the first at 0


@lru_cache(maxsize=4096)
def wrap(markup: str, width: float, style: Style) -> TextBlock:
    """Break markup into lines of a width in mm; a last line shorter than a fifth of it takes words
    from the line above. Raises TextOverflowError for too wide a word, MissingGlyphError."""
    space = text_width(style.font, " ", style.size)
    lines: list[list[_Word]] = []
    pen = 0.0
    for word in _words(markup, style):
        length = word[-1].x + word[-1].width
        if length > width + _TOLERANCE:
            words = f"a word is wider than {width:.1f} mm at {style.size} pt"
            raise TextOverflowError(f"{words}: {without_markup(markup)}", markup)
        if lines and pen + space + length <= width + _TOLERANCE:
            lines[-1].append(word)
            pen += space + length
        else:
            lines.append([word])
            pen = length
    shortest = _MIN_LAST_LINE * width
    while len(lines) > 1 and len(lines[-2]) > 1 and _length(lines[-1], space) < shortest:
        longer = [lines[-2][-1], *lines[-1]]
        if _length(longer, space) > width + _TOLERANCE:
            break
        lines[-2:] = [lines[-2][:-1], longer]
    return TextBlock(style, tuple(_runs_of_line(line, space, style) for line in lines), width)


def _length(words: list[_Word], space: float) -> float:
    return math.fsum(word[-1].x + word[-1].width for word in words) + space * (len(words) - 1)


def _runs_of_line(words: list[_Word], space: float, style: Style) -> tuple[Run, ...]:
    """The runs at their offsets from the start of the line. Neighbours of one font are one run with
    real spaces: fewer operators, and text that can be selected and searched."""
    runs: list[Run] = []
    start = 0.0
    for word in words:
        glue = " "
        for run in word:
            last = runs[-1] if runs else None
            if last and last.text and run.text and last.font == run.font:
                runs[-1] = last._replace(text=last.text + glue + run.text)
            else:
                runs.append(run._replace(x=start + run.x))
            glue = ""
        start += word[-1].x + word[-1].width + space
    return tuple(
        run if run.art else run._replace(width=text_width(run.font, run.text, style.size))
        for run in runs
    )


def _words(markup: str, style: Style) -> Iterator[_Word]:
    word: _Word = []
    pen = 0.0
    for text, font, art in _runs(markup, style):
        if art:
            side = style.em * _ICON_EMS
            word.append(Run(pen, side, art=art))
            pen += side
            continue
        for number, part in enumerate(text.split(" ")):
            if number and word:
                yield word
                word, pen = [], 0.0
            if part:
                width = text_width(font, part, style.size)
                word.append(Run(pen, width, part, font))
                pen += width
    if word:
        yield word


def _runs(markup: str, style: Style) -> Iterator[tuple[str, str, str]]:
    """(text, font, art) for each stretch of the markup; one of text and art is empty."""
    end = 0
    for match in _MARKUP.finditer(markup):
        if match.start() > end:
            yield markup[end : match.start()], style.font, ""
        if match[1] is not None:
            yield from _runs(match[1], style._replace(font=style.bold))
        elif match[2] in INLINE_ART:
            yield "", "", INLINE_ART[match[2]]
        else:
            yield match[0], style.font, ""
        end = match.end()
    if end < len(markup):
        yield markup[end:], style.font, ""


def line(markup: str, style: Style) -> TextBlock:
    """Set markup on one line, however long."""
    block = wrap(markup, 1e6, style)
    last = block.lines[0][-1] if block.lines else Run(0, 0)
    return TextBlock(style, block.lines, last.x + last.width)


def fitted_line(markup: str, width: float, style: Style, shorter: str = "") -> TextBlock:
    """One line, smaller if it has to be; if it does not fit at FLOOR, a shorter text, if there is
    one. Raises TextOverflowError if that does not fit either."""
    size = style.size
    while (block := line(markup, style._replace(size=size))).width > width + _TOLERANCE:
        if size <= theme.FLOOR:
            if shorter:
                return fitted_line(shorter, width, style)
            message = f"does not fit {width:.1f} mm at {theme.FLOOR} pt: {without_markup(markup)}"
            raise TextOverflowError(message, markup)
        size = max(size - _SIZE_STEP, theme.FLOOR)
    return block


def wrap_id(text: str, width: float, style: Style) -> TextBlock:
    """Wrap a text with a game ID in it, after spaces. Only an ID wider than a line breaks inside,
    before a dot or plus: at the end of a line, a dot may be taken for a full stop. A part still
    wider breaks anywhere but beside a hyphen, which would look like hyphenation. Raises
    TextOverflowError."""
    parts = re.findall("[^ ]+ *", text)
    for breaks in (_UNBREAKABLE, _CHARACTER):
        pieces = (
            [part] if _part_widths(part, style)[0] <= width else breaks.findall(part)
            for part in parts
        )
        parts = list(chain.from_iterable(pieces))
    lines: list[Run] = []
    line, width_of_line, pen = "", 0.0, 0.0
    for part in parts:
        # Parts are measured, not lines: a run of boards has many lines, but few parts.
        length, step = _part_widths(part, style)
        if line and pen + length > width:
            lines.append(Run(0.0, width_of_line, line.rstrip(), style.font))
            line, pen = "", 0.0
        line, width_of_line, pen = line + part, pen + length, pen + step
    lines.append(Run(0.0, width_of_line, line.rstrip(), style.font))
    longest = max(run.width for run in lines)
    if longest > width:
        raise TextOverflowError(f"does not fit {width:.1f} mm at {style.size} pt: {text}", text)
    return TextBlock(style, tuple((run,) for run in lines), longest)


@lru_cache(maxsize=4096)
def _part_widths(text: str, style: Style) -> tuple[float, float]:
    """The width of a part in mm: at the end of a line, and before another part."""
    at_end = text_width(style.font, text.rstrip(), style.size)
    return at_end, text_width(style.font, text, style.size)
