"""The key on the short sides of the map: what the spaces do, and the phases of a turn.

Input: settings, the room there is. Output: page items, the phases on the first lines and the
spaces on the others, as large as fits.
"""

from collections.abc import Sequence
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.sheets.spaces import HUE, MARKS
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Art, Item, Oval
from generator.layout.text import Style, TextBlock, line

GAP = 0.8  # below the key
SIZES = tuple(half / 2 for half in range(28, 15, -1))  # 14 to 8 pt
SPACES = ("forest", "city", "corner")
PHASES = ("action", "assault", "occupation")
# How many lines at most, and the size in points: a line for the phases and one for the spaces are
# best where that leaves at least 9 pt.
ATTEMPTS = (
    *((2, size) for size in SIZES if size >= 9),
    *((len(SPACES) + len(PHASES), size) for size in SIZES),
)
LEADING = 1.42  # from line to line, in em
SIGN = 1.3  # the side of a sign, in em
SIGN_GAP = 0.4  # between a sign and its text, in em
BETWEEN = 1.1  # between two entries at least, in em


class Entry(NamedTuple):
    """A sign, the digit of a phase or the mark of a space, and what it means."""

    sign: str
    words: TextBlock

    @property
    def width(self) -> float:
        return (SIGN + SIGN_GAP) * self.words.style.em + self.words.width


def items(settings: Settings, room: Box) -> tuple[Item, ...]:
    """The key in a box. Raises TextOverflowError when it does not fit at the smallest size."""
    for most, size in ATTEMPTS:
        style = Style(size)
        lines = [
            line
            for part, names in (("phases", PHASES), ("spaces", SPACES))
            for line in _lines([_entry(settings, part, name, style) for name in names], room.w)
        ]
        step = LEADING * style.em
        narrow = all(_width(line) <= room.w for line in lines)
        if narrow and len(lines) <= most and len(lines) * step <= room.h:
            y = room.y + (room.h - len(lines) * step) / 2
            return tuple(
                item
                for number, entries in enumerate(lines)
                for item in _placed(entries, room, y + (number + 0.5) * step, settings.tinted)
            )
    raise TextOverflowError(f"the key of the map does not fit at {SIZES[-1]} pt")


def _entry(settings: Settings, part: str, name: str, style: Style) -> Entry:
    say = load_language(settings.language_code).say
    title = say(f"metals.rules.turn.{name}") if part == "phases" else ""
    words = line(say(f"metals.map.{part}.{name}", name=title), style)
    sign = str(PHASES.index(name) + 1) if part == "phases" else MARKS[name][0]
    return Entry(sign, words)


def _lines(entries: Sequence[Entry], width: float) -> list[list[Entry]]:
    """Entries in order on as few lines as hold them."""
    lines: list[list[Entry]] = [[]]
    for entry in entries:
        if lines[-1] and _width([*lines[-1], entry]) > width:
            lines.append([])
        lines[-1].append(entry)
    return lines


def _width(entries: Sequence[Entry]) -> float:
    gaps = (len(entries) - 1) * BETWEEN * entries[0].words.style.em
    return sum(entry.width for entry in entries) + gaps


def _placed(entries: Sequence[Entry], room: Box, y: float, tinted: bool) -> list[Item]:
    """A line of entries about a height, spread over the width."""
    result: list[Item] = []
    free = room.w - sum(entry.width for entry in entries)
    gap, x = free / (len(entries) + 1), room.x
    for entry in entries:
        x += gap
        em = entry.words.style.em
        result += _sign(entry.sign, Box(x, y - SIGN * em / 2, SIGN * em, SIGN * em), em, tinted)
        result += entry.words.items(x + (SIGN + SIGN_GAP) * em, y - em * (0.76 - 0.35))
        x += entry.width
    return result


def _sign(sign: str, box: Box, em: float, tinted: bool) -> list[Item]:
    """A mark, or a digit in a circle."""
    if not sign.isdigit():
        return [Art(sign, box)]
    strong = theme.hue_colour(HUE, "strong")
    colour = "white" if tinted else strong
    size = max(theme.FLOOR, 0.85 * em / MM_PER_POINT)
    digit = line(sign, Style(size, "title", "title", colour=colour))
    x, y = box.centre
    top = y - digit.style.em * (0.76 - 0.35)
    disc = Oval(box, strong if tinted else None, strong, theme.LINES["thin"])
    return [disc, *digit.items(x - digit.width / 2, top)]
