"""The frames of texts: the box that each text of a page has to stay in.

Only the layout knows the frames, so the record in the file holds them. Input: pages, or what a
record holds. Output: data for JSON, or boxes in mm, one for each text in drawing order.

The data has two lists. `frames` holds runs [count, x, y, w, h]: a number of consecutive texts with
one frame, in tenths of a millimetre. `pages` holds for each page the indices of its runs. Boards
that differ only in their figures share nearly all runs, so a page takes about 20 bytes. `scale` is
that of the paper: text that is drawn smaller for one printer is not too small.
"""

from collections.abc import Sequence
from itertools import groupby
from typing import Any, NamedTuple

from generator.core.paper import Box
from generator.layout.page import Group, Item, Page, Text, box_in_parent

KEY = "frames"  # in the record
_UNITS_PER_MM = 10
_MAX_TEXTS = 10_000_000  # in a document; a record with more is not ours
_CACHE_SIZE = 4096  # groups, roughly
_Run = tuple[int, Box]  # a number of consecutive texts, and their frame
_GroupKey = tuple[int, Box, int]  # the id of its items, its box, its turn


class Frames(NamedTuple):
    """The frames in a record: the boxes of each page in mm, one for each text, and the scale at
    which the pages are drawn for their printer."""

    pages: list[list[Box]]
    scale: float


class FrameCollector:
    """Collects the frames of pages one by one. The frame of a text outside groups is the paper.
    Texts of a page that is shown on another have none: the view may cut them off."""

    def __init__(self) -> None:
        self._scale = 1.0
        self._indices: dict[tuple[int, ...], int] = {}  # by run, as the data holds it
        self._pages: list[list[int]] = []
        # Caches of shared groups, most of which have the same place on every page of a run.
        self._group_runs: dict[_GroupKey, list[_Run]] = {}
        self._group_indices: dict[_GroupKey, list[int]] = {}
        self._cached_items: list[tuple[Item, ...]] = []  # holding them keeps their id() unique

    def add(self, page: Page) -> None:
        """Add the next page."""
        if len(self._cached_items) > _CACHE_SIZE:
            self._group_indices.clear()
            self._group_runs.clear()
            self._cached_items.clear()
        self._scale = page.paper.scale
        paper = Box(0, 0, page.paper.width, page.paper.height)
        indices: list[int] = []
        for item in page.items:
            if type(item) is Group or type(item) is Text:  # most items are art
                indices += self._run_indices(item, paper)
        self._pages.append(indices)

    def data(self) -> dict[str, object]:
        """The data for the record."""
        runs = [list(run) for run in self._indices]
        return {"scale": self._scale, "frames": runs, "pages": self._pages}

    def _run_indices(self, item: Group | Text, paper: Box) -> list[int]:
        key = _group_key(item)
        if key and (indices := self._group_indices.get(key)) is not None:
            return indices
        rows = [_row(*run, self._scale) for run in self._runs((item,), paper)]
        indices = [self._indices.setdefault(row, len(self._indices)) for row in rows]
        if key:
            self._group_indices[key] = indices
        return indices

    def _runs(self, items: Sequence[Item], frame: Box) -> list[_Run]:
        """The texts of some items, in the coordinates of the frame's parent."""
        runs: list[_Run] = []
        for item in items:
            if isinstance(item, Group):
                runs += self._runs_of_group(item)
            elif isinstance(item, Text) and item.text:
                runs.append((1, frame))
        if len(runs) < 2:
            return runs
        by_frame = groupby(runs, key=lambda run: run[1])
        return [(sum(count for count, _ in alike), box) for box, alike in by_frame]

    def _runs_of_group(self, group: Group) -> list[_Run]:
        key = _group_key(group)
        if key and (runs := self._group_runs.get(key)) is not None:
            return runs
        runs = self._runs(group.items, _own_box(group))
        runs = [(count, box_in_parent(box, group.box, group.turn)) for count, box in runs]
        if key:
            self._group_runs[key] = runs
            self._cached_items.append(group.items)
        return runs


# Any: the data is JSON from a file that anybody may have made.
def read(data: Any) -> Frames | None:
    """The frames in the data of a FrameCollector; None for any other data."""
    try:
        runs = [
            (int(count), Box(*(value / _UNITS_PER_MM for value in box)))
            for count, *box in data["frames"]
        ]
        page_runs = [[runs[index] for index in page] for page in data["pages"]]
        scale = float(data["scale"])
        if sum(count for page in page_runs for count, _ in page) > _MAX_TEXTS:
            return None
    except (IndexError, KeyError, TypeError, ValueError):
        return None
    pages = [[box for count, box in page for _ in range(count)] for page in page_runs]
    return Frames(pages, scale)


def _group_key(item: Group | Text) -> _GroupKey | None:
    """The key of a group that may appear again; None for anything else."""
    if isinstance(item, Group) and (item.shared or item.only_shared):
        return id(item.items), item.box, item.turn
    return None


def _own_box(group: Group) -> Box:
    """The group's box in its own coordinates."""
    w, h = group.box.w, group.box.h
    return Box(0, 0, h, w) if group.turn in (90, 270) else Box(0, 0, w, h)


def _row(count: int, box: Box, scale: float) -> tuple[int, ...]:
    """A run as the data holds it."""
    return (count, *(round(value * scale * _UNITS_PER_MM) for value in box))
