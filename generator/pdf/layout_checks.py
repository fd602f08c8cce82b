"""Faults that only the layout can tell: what leaves its box, what lies on what.

Input: pages of placed items. Output: findings, with boxes in mm. Pages of a run are much alike, so
what is known of a shared group, of where groups stand, or of two on each other is kept; pages may
come one by one and be forgotten.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import NamedTuple

from generator.core.paper import Box, Paper
from generator.layout.page import Art, Group, Item, Page, Text, placed, turned
from generator.layout.theme import FLOOR, LINE_FLOOR
from generator.pdf.findings import Finding

_TOUCH = 0.01  # mm that blocks may share, and items may reach into the margin
_FRAME = 0.15  # mm that an item may stand out of its group: half a line, a round letter
_TEXTS = 0.35  # mm that boxes of texts may share: a descender under which no letter rises
_KEPT = 4096  # of each kind of thing that is remembered, about
_ANY = Paper("", 0, 0)


class _Fault(NamedTuple):
    """A finding before its page is known, in the coordinates of the part it was found in."""

    box: Box
    kind: str
    message: str
    expected: str


class _Part(NamedTuple):
    """What is known of some items: the box around all of them (None if there are none), whether
    there are texts, the faults inside. The items are held, so that their id stays theirs."""

    items: tuple[Item, ...]
    extent: Box | None
    texts: bool
    faults: tuple[_Fault, ...]


_Pair = tuple[Item, Item]


def layout_findings(pages: Iterable[Page]) -> list[Finding]:
    """Texts outside their boxes, too small or on each other; lines too thin; anything in the
    margins of the paper; blocks of a page on each other."""
    checker = Checker()
    return [found for page in pages for found in checker.page(page)]


class Checker:
    """Looks at pages, which it numbers, and remembers: parts by their items, and by where they
    stand; which of some boxes overlap; the faults of two groups that do."""

    def __init__(self) -> None:
        self._number = 0
        self._parts: dict[tuple, _Part] = {}
        self._pairs: dict[tuple[Box, ...], tuple[tuple[int, int], ...]] = {}
        self._clashes: dict[tuple, tuple[_Fault, ...]] = {}

    def page(self, page: Page) -> list[Finding]:
        """The findings of the next page."""
        self._number += 1
        if len(self._pairs) > _KEPT:
            self._pairs.clear()
        if len(self._parts) > _KEPT:
            self._parts.clear()
            self._clashes.clear()  # they know groups by ids that the parts keep
        return [Finding(self._number, *fault) for fault in self._page_faults(page)]

    def _page_faults(self, page: Page) -> Iterator[_Fault]:
        part, pairs = self._examined(page.items)
        yield from part.faults
        safe = page.paper.area
        if part.extent and not safe.contains(part.extent):
            expected = "nothing in the margins of the paper"
            yield from _outside(page.items, safe, _TOUCH, "edge", "too near the edge", expected)
        for one, other in pairs:
            groups = isinstance(one, Group) and isinstance(other, Group)
            if groups and one.box != other.box:
                message = f"{one.name!r} lies on {other.name!r}"
                yield _Fault(one.box, "overlap", message, "blocks side by side")

    def _examined(self, items: tuple[Item, ...]) -> tuple[_Part, list[_Pair]]:
        """A group's items, or a page's, in their own coordinates; which groups and texts of them
        lie on each other."""
        extents: list[Box] = []
        solids: list[Item] = []
        texts: set[int] = set()  # which of the solids have some
        faults: list[_Fault] = []
        for item in items:
            kind = type(item)  # most are art; a run of boards has a million items
            if kind is Art:
                extents.append(item.box)
                continue
            if kind is Group:
                part = self._group(item)
                faults += part.faults
                if part.texts:
                    texts.add(len(solids))
                if part.extent:
                    extents.append(part.extent)
                solids.append(item)
                continue
            extents.append(item.box)
            faults += _measured(item)
            if kind is Text:
                texts.add(len(solids))
                solids.append(item)
        pairs = self._overlapping(tuple([item.box for item in solids]))
        for one, other in pairs:
            if one in texts and other in texts:
                faults += self._clash(solids[one], solids[other])
        part = _Part(items, _around(extents), bool(texts), tuple(faults))
        return part, [(solids[one], solids[other]) for one, other in pairs]

    def _group(self, group: Group) -> _Part:
        """A group where it stands; most stand at the same place on every page of a run."""
        if not (group.shared or group.layered):
            return _stood(group, self._examined(group.items)[0])
        key = id(group.items), group.box, group.turn
        part = self._parts.get(key)
        if part is None:
            if key[:1] not in self._parts:
                self._parts[key[:1]], _ = self._examined(group.items)
            part = self._parts[key] = _stood(group, self._parts[key[:1]])
        return part

    def _overlapping(self, boxes: tuple[Box, ...]) -> tuple[tuple[int, int], ...]:
        """Which boxes overlap."""
        pairs = self._pairs.get(boxes)
        if pairs is None:
            pairs = self._pairs[boxes] = tuple(_overlaps(boxes))
        return pairs

    def _clash(self, one: Item, other: Item) -> tuple[_Fault, ...]:
        """Texts of one item that lie on texts of another."""
        if not (getattr(one, "shared", False) and getattr(other, "shared", False)):
            return tuple(_texts_on_texts(one, other))
        key = id(one.items), one.box, one.turn, id(other.items), other.box, other.turn
        if key not in self._clashes:
            self._clashes[key] = tuple(_texts_on_texts(one, other))
        return self._clashes[key]


def _stood(group: Group, part: _Part) -> _Part:
    """A part in the coordinates of its group's parent, with what leaves the group's box."""
    box, turn = group.box, group.turn
    faults = [fault._replace(box=turned(fault.box, box, turn)) for fault in part.faults]
    extent = part.extent and turned(part.extent, box, turn)
    if extent and not box.contains(extent, _FRAME):
        what = f"leaves its group {group.name!r}"
        faults += _outside((group,), box, _FRAME, "overflow", what, "all of it inside")
    return _Part(part.items, extent, part.texts, tuple(faults))


def _measured(item: Item) -> Iterator[_Fault]:
    """A text that is too small, a line that is too thin."""
    if isinstance(item, Text):
        if item.size < FLOOR:
            what = f"{_name(item)} of {item.size:g} pt"
            yield _Fault(item.box, "text", what, f"at least {FLOOR:g} pt")
    elif 0 < item.line < LINE_FLOOR:
        what = f"a line of {item.line:g} pt"
        yield _Fault(item.box, "line", what, f"at least {LINE_FLOOR:g} pt")


def _outside(
    items: tuple[Item, ...], frame: Box, tolerance: float, kind: str, what: str, expected: str
) -> Iterator[_Fault]:
    for each in placed(Page(_ANY, items)):
        if not frame.contains(each.box, tolerance):
            yield _Fault(each.box, kind, f"{_name(each.item)} {what}", expected)


def _name(item: Item) -> str:
    kind = type(item).__name__.lower()
    label = item.text if isinstance(item, Text) else getattr(item, "name", "")
    return f"{kind} {label!r}" if label else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _texts_on_texts(one: Item, other: Item) -> Iterator[_Fault]:
    theirs = list(_texts(other))
    for box, text in _texts(one):
        for place, word in theirs:
            if box.overlaps(place, _TEXTS):
                message = f"{_name(text)} lies on {_name(word)}"
                yield _Fault(box, "overlap", message, "texts side by side")


def _texts(item: Item) -> Iterator[tuple[Box, Text]]:
    for each in placed(Page(_ANY, (item,))):
        if isinstance(each.item, Text):
            yield each.box, each.item


def _overlaps(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    """The numbers of boxes that overlap; a box is compared only with those that begin above its
    foot."""
    order = sorted((y, number, x, x + w, y + h) for number, (x, y, w, h) in enumerate(boxes))
    for index, (_, one, left, right, foot) in enumerate(order, 1):
        for top, other, start, end, _ in order[index:]:
            if top >= foot:
                break
            beside = start >= right or end <= left
            if not beside and boxes[one].overlaps(boxes[other], _TOUCH):
                yield one, other


def _around(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    lefts, tops, widths, heights = zip(*boxes, strict=True)
    x, y = min(lefts), min(tops)
    return Box(x, y, max(map(add, lefts, widths)) - x, max(map(add, tops, heights)) - y)
