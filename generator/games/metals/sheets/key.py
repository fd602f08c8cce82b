"""The key on the short sides of the map: what the spaces do, and the phases of a turn.

Input: settings, the box for the key, where it must be blank for the seams of tiles. Output: page
items as large as fits.
"""

from collections.abc import Sequence
from itertools import product
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
CLEARANCE = 0.6  # between the key and a line where it is blank
TEXT_SIZES = tuple(half / 2 for half in range(28, 17, -1))  # points, 14 to 9
SPACES = ("forest", "city", "corner")
PHASES = ("action", "assault", "occupation")

Cells = tuple[tuple[str, ...], ...]
"""The entries of a line: on the left, between two lines that must be blank, on the right."""

BESIDE: tuple[Cells, ...] = tuple(
    ((phase,), (), (space,)) for phase, space in zip(PHASES, SPACES, strict=True)
)
LOW: tuple[Cells, ...] = (
    (("action",), (), ("assault",)),
    (("occupation", "forest"), (), ("city", "corner")),
)
LOW_IN_THREE: tuple[Cells, ...] = (LOW[0], (("occupation", "forest"), ("corner",), ("city",)))
ACROSS: tuple[Cells, ...] = ((PHASES,), (SPACES,))  # blank nowhere
# Phases beside spaces look best.
CANDIDATES = (
    *product([BESIDE], TEXT_SIZES),
    *product([LOW, LOW_IN_THREE], TEXT_SIZES),
    *product([ACROSS], TEXT_SIZES),
)
LINE_PITCH_EM = 1.3
SIGN_EM = 1.2  # the side of a sign
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


class _Cell(NamedTuple):
    """Entries side by side on a line of the key, in a box as high as the key."""

    box: Box
    line: int
    entries: list[KeyEntry]

    @property
    def min_width(self) -> float:
        gaps = (len(self.entries) - 1) * MIN_ENTRY_GAP_EM * self.entries[0].em
        return sum(entry.width for entry in self.entries) + gaps


def items(settings: Settings, room: Box, breaks: Sequence[float]) -> tuple[Item, ...]:
    """The key in a box; where there is room, it is blank at the breaks, in mm from the left edge.
    Raises TextOverflowError when it does not fit at the smallest size."""
    left, right = breaks[0] - CLEARANCE, breaks[-1] + CLEARANCE
    parts = [
        room._replace(w=left),
        Box(room.x + left + 2 * CLEARANCE, room.y, right - left - 4 * CLEARANCE, room.h),
        Box(room.x + right, room.y, room.w - right, room.h),
    ]

    def layout(candidate: tuple[Sequence[Cells], float]) -> list[_Cell]:
        arrangement, size = candidate
        cells = [
            _Cell(box, number, [_entry(settings, name, Style(size)) for name in names])
            for number, names_of_cells in enumerate(arrangement)
            for box, names in zip(
                parts if names_of_cells[1:] else [room], names_of_cells, strict=True
            )
            if names
        ]
        height = len(arrangement) * cells[0].entries[0].height
        if height > room.h or any(cell.min_width > cell.box.w for cell in cells):
            raise TextOverflowError(f"the key of the map does not fit at {size} pt")
        return cells

    cells = flow.largest_that_fits(CANDIDATES, layout)
    pitch = cells[0].entries[0].height
    top = room.y + (room.h - (cells[-1].line + 1) * pitch) / 2
    result: list[Item] = []
    for cell in cells:
        # Single entries below each other begin at one place; several have equal gaps.
        alike = [other for other in cells if other.box == cell.box and len(other.entries) == 1]
        widest = max((other.min_width for other in alike), default=0.0)
        gap = (cell.box.w - widest) / 2
        if len(cell.entries) > 1:
            free = cell.box.w - sum(entry.width for entry in cell.entries)
            gap = free / (len(cell.entries) + 1)
        result += flow.side_by_side(cell.entries, gap, cell.box.x + gap, top + cell.line * pitch)
    return tuple(result)


def _entry(settings: Settings, name: str, style: Style) -> KeyEntry:
    return (_phase if name in PHASES else _space)(settings, name, style)


def _phase(settings: Settings, name: str, style: Style) -> KeyEntry:
    say = load_language(settings.language_code).say
    words = line(say(f"metals.map.phases.{name}", name=say(f"metals.rules.turn.{name}")), style)
    return KeyEntry(str(PHASES.index(name) + 1), words, settings.tinted)


def _space(settings: Settings, name: str, style: Style) -> KeyEntry:
    words = line(load_language(settings.language_code).say(f"metals.map.spaces.{name}"), style)
    art, _ = MARKS[name]
    return KeyEntry(art, words, settings.tinted)


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
