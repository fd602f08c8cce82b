"""Wrapped text: a small markup, line breaking, fitting, pictures inside a line.

A line breaks at ordinary spaces only; a no-break space keeps its neighbours together. Each text is
measured once for a width and a style, then cached.
"""

import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout import fonts, theme
from generator.layout.page import ASCENT, LINE_HEIGHT, MM_PER_POINT, Art, Item, Text

# Pictures that may stand inside a line, by their markup name.
INLINE_ART = {"points": "shared/points"}
# The parts of a game ID, with the signs before them.
_UNBREAKABLE = re.compile(r"[.+]*[^.+ ]+ *|[.+ ]+")
_CHARACTER = re.compile(r"-*[^-](?:-+[^-])*(?:-+$)?|-+")  # a hyphen and its neighbours
_MARKUP = re.compile(r"\*\*(.+?)\*\*|\[([a-z_]+)\]")
_MIN_LAST_LINE = 0.2  # of the width: a shorter last line looks forgotten
_SIZE_STEP = 0.25  # points
_TOLERANCE = 1e-6  # mm, for rounding errors
_ICON_EMS = 1.08  # an inline picture is a little taller than the capitals
_ICON_DROP = 0.2  # and sits that far below the baseline, in em
INLINE_ART_RISE = 0.12  # how far it stands out above the top of its line, in em
_CAPITALS_MIDDLE = ASCENT - 0.35  # from the top of a line to the middle of its capitals, in em


def without_markup(markup: str) -> str:
    """A text as a terminal shows it. The points symbol becomes a star, as it is drawn, because a
    word would have to be in the text's language."""
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


def title_style(size: float, colour: str) -> Style:
    """How titles are set, at a size in points."""
    return Style(size, "title", "title", colour=colour)


SMALL_PRINT = Style(theme.FLOOR, colour="slate")


class Run(NamedTuple):
    """Text in one font, or an inline picture (its `art`), with its offset in the line in mm."""

    x: float
    width: float
    text: str = ""
    font: str = ""
    art: str = ""


class TextBlock(NamedTuple):
    """Wrapped lines. The height, in mm, is from the top of the first line to the foot of the
    last."""

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
        em = self.style.em
        for number, line in enumerate(self.lines):
            baseline = y + em * (ASCENT + number * self.style.leading)
            free = self.width - (line[-1].x + line[-1].width if line else 0)
            left = x + {"left": 0, "centre": free / 2, "right": free}[align]
            result.extend(self._item(run, left, baseline) for run in line)
        return tuple(result)

    def centred_on(self, x: float, y: float) -> tuple[Item, ...]:
        """A single line with the middle of its capitals and digits at (x, y)."""
        return self.items(x - self.width / 2, y - self.style.em * _CAPITALS_MIDDLE)

    def _item(self, run: Run, left: float, baseline: float) -> Item:
        style = self.style
        if run.art:
            side = style.em * _ICON_EMS
            top = baseline + style.em * _ICON_DROP - side
            return Art(run.art, Box(left + run.x, top, side, side))
        x, font, colour = left + run.x, run.font, style.colour
        return Text(x, baseline, run.text, font, style.size, run.width, colour)


@lru_cache(maxsize=4096)
def wrap(markup: str, width: float, style: Style) -> TextBlock:
    """Break markup into lines of at most that width in mm.

    A last line shorter than a fifth of the width takes words from the line above. Raises
    TextOverflowError for a word that is wider than the line, MissingGlyphError for a character
    that the font lacks.
    """
    space = fonts.width(style.font, " ", style.size)
    lines = _lines(markup, width, style, space)
    shortest = _MIN_LAST_LINE * width
    while len(lines) > 1 and len(lines[-2]) > 1 and _length(lines[-1], space) < shortest:
        longer = [lines[-2][-1], *lines[-1]]
        if _length(longer, space) > width + _TOLERANCE:
            break
        lines[-2:] = [lines[-2][:-1], longer]
    runs = (_runs_of_line(line, space) for line in lines)
    return TextBlock(style, tuple(tuple(_merge(line, space, style)) for line in runs), width)


_Word = list[Run]  # runs that stay together, the first at 0


def _length(words: list[_Word], space: float) -> float:
    return math.fsum(word[-1].x + word[-1].width for word in words) + space * (len(words) - 1)


def _lines(markup: str, width: float, style: Style, space: float) -> list[list[_Word]]:
    """The words of each line, as many as fit."""
    lines: list[list[_Word]] = []
    pen = 0.0
    for word in _words(markup, style):
        length = word[-1].x + word[-1].width
        if length > width + _TOLERANCE:
            words = f"a word is wider than {width:.1f} mm at {style.size} pt: {markup}"
            raise TextOverflowError(words, markup)
        if lines and pen + space + length <= width + _TOLERANCE:
            lines[-1].append(word)
            pen += space + length
        else:
            lines.append([word])
            pen = length
    return lines


def _runs_of_line(words: list[_Word], space: float) -> Iterator[Run]:
    """The runs of a line of words, at their offsets from its start."""
    start = 0.0
    for word in words:
        for run in word:
            yield run._replace(x=start + run.x)
        start += word[-1].x + word[-1].width + space


def line(markup: str, style: Style) -> TextBlock:
    """Set markup on one line, however long."""
    block = wrap(markup, 1e6, style)
    last = block.lines[0][-1] if block.lines else Run(0, 0)
    return TextBlock(style, block.lines, last.x + last.width)


def wrap_id(text: str, width: float, style: Style) -> TextBlock:
    """Wrap a text with a game ID in it. It breaks after spaces. Only an ID that is wider than a
    line breaks inside, before a dot or a plus sign: at the end of a line, a dot may be taken for a
    full stop. A part of that which is still wider breaks between any two characters but next to a
    hyphen, which would look like hyphenation. Raises TextOverflowError for a letter that is wider
    than the line.
    """
    lines: list[Run] = []
    line, width_of_line, pen = "", 0.0, 0.0
    for part in _parts(re.findall("[^ ]+ *", text), width, style):
        # Parts are measured, not lines: a run of boards has many lines, but few parts.
        length, step = _part(part, style.font, style.size)
        if line and pen + length > width:
            lines.append(Run(0.0, width_of_line, line.rstrip(), style.font))
            line, pen = "", 0.0
        line, width_of_line, pen = line + part, pen + length, pen + step
    lines.append(Run(0.0, width_of_line, line.rstrip(), style.font))
    longest = max(run.width for run in lines)
    if longest > width:
        raise TextOverflowError(f"does not fit {width:.1f} mm at {style.size} pt: {text}", text)
    return TextBlock(style, tuple((run,) for run in lines), longest)


def _parts(words: Iterable[str], width: float, style: Style) -> Iterator[str]:
    """The words; the parts of those that are wider than a line; the characters of such parts."""
    for breaks in (_UNBREAKABLE, _CHARACTER):
        words = [
            part
            for word in words
            for part in (
                (word,) if _part(word, style.font, style.size)[0] <= width else breaks.findall(word)
            )
        ]
    yield from words


@lru_cache(maxsize=4096)
def _part(text: str, font: str, size: float) -> tuple[float, float]:
    """The width of a part in mm: at the end of a line, and before another part."""
    return fonts.width(font, text.rstrip(), size), fonts.width(font, text, size)


def fitted_line(markup: str, width: float, style: Style, floor: float = theme.FLOOR) -> TextBlock:
    """One line in the size of the style, or smaller if it has to be.

    Raises TextOverflowError where it does not fit at the floor, which is in points.
    """
    for size in _sizes_down_to(floor, style.size):
        block = line(markup, style._replace(size=size))
        if block.width <= width + _TOLERANCE:
            return block
    raise TextOverflowError(f"does not fit {width:.1f} mm at {floor} pt: {markup}", markup)


def _sizes_down_to(floor: float, size: float) -> Iterator[float]:
    """Sizes from the largest to the floor, in points."""
    while size > floor:
        yield size
        size = max(size - _SIZE_STEP, floor)
    if size == floor:
        yield floor


def _words(markup: str, style: Style) -> Iterator[_Word]:
    """The words of a markup, each as runs that stay together."""
    word: list[Run] = []
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
                width = fonts.width(font, part, style.size)
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
            bold = Style(style.size, style.bold, style.bold)
            yield from _runs(match[1], bold)
        elif match[2] in INLINE_ART:
            yield "", "", INLINE_ART[match[2]]
        else:
            yield match[0], style.font, ""
        end = match.end()
    if end < len(markup):
        yield markup[end:], style.font, ""


def _merge(runs: Iterable[Run], space: float, style: Style) -> Iterator[Run]:
    """Merge neighbouring words of one font into one run with real spaces: fewer operators, and
    text that can be selected and searched."""
    last: Run | None = None
    end = 0.0
    for run in runs:
        if last and last.text and run.font == last.font and run.text:
            glue = " " if run.x - end > space / 2 else ""
            last = last._replace(text=last.text + glue + run.text)
        else:
            if last:
                yield _measure(last, style)
            last = run
        end = run.x + run.width
    if last:
        yield _measure(last, style)


def _measure(run: Run, style: Style) -> Run:
    """The run with its measured width."""
    if run.art:
        return run
    return run._replace(width=fonts.width(run.font, run.text, style.size))
