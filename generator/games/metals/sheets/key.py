"""The key on the short sides of the map: what the spaces do, and the phases of a turn.

Input: settings, the box for the key. Output: page items as large as fits, the phases on the first
lines and the spaces on the others.
"""

from collections.abc import Sequence
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.sheets.spaces import HUE, MARKS
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.page import MM_PER_POINT, Art, Item, Oval
from generator.layout.text import Style, TextBlock, line

GAP = 0.8  # below the key
TEXT_SIZES = tuple(half / 2 for half in range(28, 15, -1))  # points, 14 to 8
SPACES = ("forest", "city", "corner")
PHASES = ("action", "assault", "occupation")
# The largest number of lines, and the size of the text in points. One line for the phases and one
# for the spaces look best, if the text can be 9 pt or larger.
CANDIDATES = (
    *((2, size) for size in TEXT_SIZES if size >= 9),
    *((len(SPACES) + len(PHASES), size) for size in TEXT_SIZES),
)
LINE_PITCH_EM = 1.42
SIGN_EM = 1.3  # the side of a sign
SIGN_GAP_EM = 0.4  # between a sign and its text
MIN_ENTRY_GAP_EM = 1.1


class KeyEntry(NamedTuple):
    """A sign (the digit of a phase, or the art of a mark) and its meaning."""

    sign: str
    words: TextBlock
    tinted: bool

    @property
    def em(self) -> float:
        return self.words.style.em

    @property
    def width(self) -> float:
        return (SIGN_EM + SIGN_GAP_EM) * self.em + self.words.width

    @property
    def height(self) -> float:
        return LINE_PITCH_EM * self.em

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        em, middle = self.em, y + self.height / 2
        sign = Box(x, middle - SIGN_EM * em / 2, SIGN_EM * em, SIGN_EM * em)
        left = x + (SIGN_EM + SIGN_GAP_EM) * em
        words = self.words.centred_on(left + self.words.width / 2, middle)
        return (*_sign(self.sign, sign, em, self.tinted), *words)


def items(settings: Settings, room: Box) -> tuple[Item, ...]:
    """The key in a box. Raises TextOverflowError when it does not fit at the smallest size."""

    def layout(candidate: tuple[int, float]) -> list[list[KeyEntry]]:
        max_lines, size = candidate
        style = Style(size)
        lines = [
            *_lines([_phase(settings, name, style) for name in PHASES], room.w),
            *_lines([_space(settings, name, style) for name in SPACES], room.w),
        ]
        height = len(lines) * lines[0][0].height
        if max(map(_width, lines)) > room.w or len(lines) > max_lines or height > room.h:
            raise TextOverflowError(f"the key of the map does not fit at {size} pt")
        return lines

    lines = flow.largest_that_fits(CANDIDATES, layout)
    pitch = lines[0][0].height
    top = room.y + (room.h - len(lines) * pitch) / 2
    return tuple(
        item
        for number, entries in enumerate(lines)
        for item in _justify(entries, room, top + number * pitch)
    )


def _phase(settings: Settings, name: str, style: Style) -> KeyEntry:
    say = load_language(settings.language_code).say
    words = line(say(f"metals.map.phases.{name}", name=say(f"metals.rules.turn.{name}")), style)
    return KeyEntry(str(PHASES.index(name) + 1), words, settings.tinted)


def _space(settings: Settings, name: str, style: Style) -> KeyEntry:
    words = line(load_language(settings.language_code).say(f"metals.map.spaces.{name}"), style)
    art, _ = MARKS[name]
    return KeyEntry(art, words, settings.tinted)


def _lines(entries: Sequence[KeyEntry], width: float) -> list[list[KeyEntry]]:
    """The entries in order, on as few lines as they fit."""
    lines: list[list[KeyEntry]] = [[]]
    for entry in entries:
        if lines[-1] and _width([*lines[-1], entry]) > width:
            lines.append([])
        lines[-1].append(entry)
    return lines


def _width(entries: Sequence[KeyEntry]) -> float:
    gaps = (len(entries) - 1) * MIN_ENTRY_GAP_EM * entries[0].em
    return sum(entry.width for entry in entries) + gaps


def _justify(entries: Sequence[KeyEntry], room: Box, y: float) -> tuple[Item, ...]:
    """A line of entries with equal gaps between and around them."""
    free = room.w - sum(entry.width for entry in entries)
    gap = free / (len(entries) + 1)
    return flow.side_by_side(entries, gap, room.x + gap, y)


def _sign(sign: str, box: Box, em: float, tinted: bool) -> list[Item]:
    """The art of a mark, or a digit in a circle."""
    if not sign.isdigit():
        return [Art(sign, box)]
    strong = theme.hue_colour(HUE, "strong")
    colour = "white" if tinted else strong
    size = max(theme.FLOOR, 0.85 * em / MM_PER_POINT)
    digit = line(sign, Style(size, "title", "title", colour=colour))
    disc = Oval(box, strong if tinted else None, strong, theme.LINES["thin"])
    return [disc, *digit.centred_on(*box.centre)]
