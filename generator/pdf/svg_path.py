"""Path data of SVG, which is the value of the attribute `d`, as segments.

Input: the text. Output: segments in the coordinates of the shape. Points are complex numbers, y
downward. Raises UnreadableAtError; ArithmeticError or ValueError for numbers that are too large.
"""

import math
import re
from collections.abc import Iterator, Sequence

from generator.pdf import arc

# The quantifiers are possessive (such as ++), so that a long wrong text is refused in one pass.
_NUMBER = r"[+-]?+(?:[0-9]++\.?+[0-9]*+|\.[0-9]++)(?:[eE][+-]?+[0-9]{1,2})?+"
SPACE = " \t\r\n"
GAP = rf"[{SPACE}]*+,?+[{SPACE}]*+"
NUMBER = re.compile(_NUMBER)
NUMBERS = rf"(?:{_NUMBER}{GAP})*+"
_COMMAND = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz]){GAP}({NUMBERS})")
_FLAG = re.compile("[01]")
_ARC = (NUMBER, NUMBER, NUMBER, _FLAG, _FLAG, NUMBER, NUMBER)  # a flag needs no gap after it
_GAP = re.compile(GAP)
# How many numbers a command takes.
_COUNTS = {
    **dict.fromkeys("MmLlTt", 2),
    **dict.fromkeys("HhVv", 1),
    **dict.fromkeys("SsQq", 4),
    **dict.fromkeys("Cc", 6),
    **dict.fromkeys("Aa", len(_ARC)),
    **dict.fromkeys("Zz", 0),
}


class UnreadableAtError(ValueError):
    """A text cannot be read from an offset on: the first group of numbers that is wrong, or the
    command before it if it has no other group."""

    def __init__(self, offset: int):
        super().__init__(f"cannot be read from offset {offset} on")
        self.offset = offset


Segment = tuple[str, tuple[complex, ...]]
"""A part of an outline: the operator of PDF (m, l, c or h) and its points. A c has three points for
each of its curves: an arc is one segment of several curves."""


def arc_segment(part: arc.Arc) -> Segment:
    """An arc as one segment."""
    return "c", sum(part.curves(), ())


def parse_path(text: str) -> tuple[Segment, ...]:
    """The segments of a path, in absolute coordinates."""
    pen, offset = _Pen(), len(text) - len(text.lstrip(SPACE))
    if text[offset : offset + 1] not in ("M", "m"):
        raise UnreadableAtError(0)
    while offset < len(text):
        match = _COMMAND.match(text, offset)
        if not match:
            raise UnreadableAtError(offset)
        pen.draw(match[1], _groups(match))
        offset = match.end()
    return tuple(pen.segments)


def parse_points(text: str) -> tuple[Segment, ...]:
    """The lines through two or more points."""
    if command := re.search("[A-DF-Za-df-z]", text):  # e is part of a number
        raise UnreadableAtError(command.start())
    try:
        segments = parse_path(f"M{text}")
    except UnreadableAtError as error:
        raise UnreadableAtError(max(0, error.offset - 1)) from None
    if len(segments) < 2:
        raise UnreadableAtError(0)
    return segments


def _groups(command: re.Match[str]) -> list[list[float]]:
    """The numbers of a command, as many at a time as its letter takes."""
    letter, text = command.groups()
    count = _COUNTS[letter]
    if count == len(_ARC):
        words = [word[0] for word in _arc_words(command)]
    else:
        words = NUMBER.findall(text)
    if len(words) == count:
        return [[*map(float, words)]]
    if not words or not count or len(words) % count:
        raise UnreadableAtError(_first_incomplete_group(command, count))
    numbers = [*map(float, words)]
    return [numbers[start : start + count] for start in range(0, len(numbers), count)]


def _arc_words(command: re.Match[str]) -> Iterator[re.Match[str]]:
    """The numbers and flags of an arc command, up to the first that is wrong."""
    offset, index = command.start(2), 0
    while offset < command.end():
        word = _ARC[index % len(_ARC)].match(command.string, offset)
        if not word:
            return
        yield word
        gap = _GAP.match(command.string, word.end())
        offset, index = gap.end() if gap else word.end(), index + 1


def _first_incomplete_group(command: re.Match[str], count: int) -> int:
    """The offset of the first group of numbers that is incomplete."""
    numbers = NUMBER.finditer(command.string, command.start(2), command.end())
    words = [*(_arc_words(command) if count == len(_ARC) else numbers)]
    complete = len(words) // count * count if count else 0
    return words[complete].start() if complete else command.start()


class _Pen:
    """Draws the commands of a path, one after the other."""

    def __init__(self) -> None:
        self.segments: list[Segment] = []
        self._position = self._start_of_subpath = 0j
        # By C or Q, after such a curve: where a smooth one (S, T) has its first control point.
        self._smooth_controls: dict[str, complex] = {}

    def draw(self, letter: str, groups: Sequence[Sequence[float]]) -> None:
        """Draw a command with each of its groups of numbers."""
        command = letter.upper()
        for numbers in groups:
            base = self._position if letter != command else 0j
            if command in "ML":
                self._append("m" if command == "M" else "l", (base + complex(*numbers),))
            elif command == "C":
                a, b, c, d, x, y = numbers
                self._draw_cubic(base + complex(a, b), base + complex(c, d), base + complex(x, y))
            elif command == "Z":
                self._append("h", ())
                self._position = self._start_of_subpath
            elif command == "A":
                self._draw_arc(numbers, base)
            else:
                self._draw_rare(command, numbers, base)
            if command == "M":
                self._start_of_subpath = self._position
                command, letter = "L", "L" if letter == "M" else "l"  # further pairs are lines

    def _draw_rare(self, command: str, numbers: Sequence[float], base: complex) -> None:
        smooth_controls = self._smooth_controls
        if command == "H":
            self._append("l", (complex(base.real + numbers[0], self._position.imag),))
            return
        if command == "V":
            self._append("l", (complex(self._position.real, base.imag + numbers[0]),))
            return
        points = [base + point for point in map(complex, numbers[::2], numbers[1::2])]
        match command:
            case "S":
                self._draw_cubic(smooth_controls.get("C", self._position), *points)
            case "Q":
                self._draw_quadratic(*points)
            case "T":
                self._draw_quadratic(smooth_controls.get("Q", self._position), *points)

    def _draw_cubic(self, first: complex, second: complex, end: complex) -> None:
        self._append("c", (first, second, end))
        self._smooth_controls = {"C": 2 * end - second}

    def _draw_quadratic(self, control: complex, end: complex) -> None:
        """Draw the cubic curve that is equal to a quadratic one."""
        start = self._position
        first = start + (control - start) * (2 / 3)
        self._append("c", (first, end + (control - end) * (2 / 3), end))
        self._smooth_controls = {"Q": 2 * end - control}

    def _draw_arc(self, numbers: Sequence[float], base: complex) -> None:
        rx, ry, degrees, large, clockwise, x, y = numbers
        start, end = self._position, base + complex(x, y)
        if start == end:
            return  # as SVG 1.1, F.6.2 says; a line without radii, too
        if rx and ry:
            rotation = math.radians(degrees)
            part = arc.between(start, abs(rx), abs(ry), rotation, large == 1, clockwise == 1, end)
            self._append(*arc_segment(part))
        else:
            self._append("l", (end,))

    def _append(self, operator: str, points: tuple[complex, ...]) -> None:
        self.segments.append((operator, points))
        self._smooth_controls = {}
        if points:
            self._position = points[-1]
