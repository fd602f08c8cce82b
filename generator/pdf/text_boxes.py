"""The frames of texts: the box that each text of a page has to stay in.

Only the layout knows them, so they are kept with the record in the file: a check of the finished
file compares what is drawn with what was meant. Input: pages, or what a record holds. Output: plain
data for JSON, or boxes in mm, one for each text in drawing order.

The data has two lists. `frames` holds runs [texts, x, y, w, h]: so many texts in a row with one
frame, in tenths of a millimetre. `pages` holds for each page the numbers of its runs. Boards that
differ in their figures share nearly all runs, so that a page takes about 20 bytes. `scale` is that
of the paper: what is drawn smaller for one printer is not too small.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from generator.core.paper import Box
from generator.layout.page import Group, Item, Page, Text, turned

KEY = "frames"  # in the record
_UNIT = 10  # parts of a mm
_MOST = 10_000_000  # texts in a document; a record that tells of more is not ours
_KEPT = 4096  # groups that are remembered, about
Run = tuple[int, Box]


class Frames(NamedTuple):
    """What a record tells: each page's boxes in mm, one for each text, and the scale it is drawn at
    for its printer."""

    pages: list[list[Box]]
    scale: float


def frames(pages: Iterable[Page]) -> dict:
    """The data for the record."""
    collector = Collector()
    for page in pages:
        collector.add(page)
    return collector.data()


class Collector:
    """Takes pages one by one. A text that is in no group has the paper as its frame."""

    def __init__(self) -> None:
        self._scale = 1.0
        self._known: dict[tuple[int, ...], int] = {}
        self._pages: list[list[int]] = []
        # Of shared groups, most of which stand at the same place on every page of a run. The items
        # are kept, so that their id stays theirs.
        self._runs: dict[tuple, list[Run]] = {}
        self._numbers: dict[tuple, list[int]] = {}
        self._kept: list[tuple[Item, ...]] = []

    def add(self, page: Page) -> None:
        if len(self._kept) > _KEPT:
            self._numbers.clear()
            self._runs.clear()
            self._kept.clear()
        self._scale = page.paper.scale
        paper = Box(0, 0, page.paper.width, page.paper.height)
        found: list[int] = []
        for item in page.items:
            kind = type(item)  # most are art
            if kind is Group or kind is Text:
                found += self._numbered(item, paper)
        self._pages.append(found)

    def data(self) -> dict:
        runs = [list(run) for run in self._known]
        return {"scale": self._scale, "frames": runs, "pages": self._pages}

    def _numbered(self, item: Group | Text, paper: Box) -> list[int]:
        key = _key(item)
        if (known := self._numbers.get(key)) is not None:
            return known
        packed = [_packed(*run, self._scale) for run in self._found((item,), paper)]
        numbers = [self._known.setdefault(run, len(self._known)) for run in packed]
        if key:
            self._numbers[key] = numbers
        return numbers

    def _found(self, items: Sequence[Item], frame: Box) -> list[Run]:
        """The texts of some items, in the coordinates of the frame's parent."""
        runs: list[Run] = []
        for item in items:
            if isinstance(item, Group):
                runs += self._group(item)
            elif isinstance(item, Text) and item.text:
                runs.append((1, frame))
        if len(runs) < 2:
            return runs
        by_frame = groupby(runs, key=lambda run: run[1])
        return [(sum(count for count, _ in alike), box) for box, alike in by_frame]

    def _group(self, group: Group) -> list[Run]:
        key = _key(group)
        if (known := self._runs.get(key)) is not None:
            return known
        runs = self._found(group.items, _inside(group))
        runs = [(count, turned(box, group.box, group.turn)) for count, box in runs]
        if key:
            self._runs[key] = runs
            self._kept.append(group.items)
        return runs


def read(data: object) -> Frames | None:
    """What frames() wrote; None for anything else."""
    try:
        runs = [(int(run[0]), Box(*(value / _UNIT for value in run[1:]))) for run in data["frames"]]
        numbered = [[runs[number] for number in page] for page in data["pages"]]
        scale = float(data["scale"])
        if sum(count for page in numbered for count, _ in page) > _MOST:
            return None
    except (IndexError, KeyError, TypeError, ValueError):
        return None
    pages = [[box for count, box in page for _ in range(count)] for page in numbered]
    return Frames(pages, scale)


def _key(item: Group | Text) -> tuple:
    """What a group that may come again is known by; empty for anything else."""
    kept = isinstance(item, Group) and (item.shared or item.layered)
    return (id(item.items), item.box, item.turn) if kept else ()


def _inside(group: Group) -> Box:
    """The group's box in its own coordinates."""
    w, h = group.box.w, group.box.h
    return Box(0, 0, h, w) if group.turn in (90, 270) else Box(0, 0, w, h)


def _packed(count: int, box: Box, scale: float) -> tuple[int, ...]:
    return (count, *(round(value * scale * _UNIT) for value in box))
