"""Checks of a layout: what leaves its box, what overlaps, what is too small or too thin."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.paper import Box
from generator.layout import page as layout
from generator.layout.page import Art, Group, Item, Page, PageView, Text
from generator.layout.theme import FLOOR, LINE_FLOOR

_TOLERANCE = 0.01  # mm by which blocks may overlap, and items may reach into the margin
_GROUP_TOLERANCE = 0.15  # mm by which an item may leave its group: half a line, a round letter
_TEXT_TOLERANCE = 0.35  # mm by which texts may overlap: a descender with no tall letter below it
_CACHE_SIZE = 4096  # entries of each cache, roughly


class _Fault(NamedTuple):
    """A diagnostic before its page is known, in the coordinates of its group."""

    box: Box
    code: str
    message: str
    expected: str


class _Facts(NamedTuple):
    """What is known of some items: the box around all of them, whether they include texts, their
    faults, which groups overlap. Holding the items keeps their id() unique."""

    items: tuple[Item, ...]
    extent: Box | None
    has_text: bool
    faults: Sequence[_Fault]
    overlapping: Sequence[tuple[Group, Group]] = ()


class LayoutChecker:
    """Checks pages one by one and numbers them."""

    def __init__(self) -> None:
        self._page_number = 0
        self._inside: dict[int, _Facts] = {}  # of groups and shown pages, by the id of their items
        self._placed: dict[tuple[int, Box, int], _Facts] = {}  # also by box and turn of the group
        self._text_overlaps: dict[tuple[object, ...], list[_Fault]] = {}  # of such groups
        self._pairs: dict[tuple[Box, ...], list[tuple[int, int]]] = {}

    def check(self, page: Page) -> list[Diagnostic]:
        """The faults of the next page: texts outside boxes, too small, or overlapping; thin lines;
        anything in the margins; overlapping blocks."""
        self._page_number += 1
        if len(self._pairs) > _CACHE_SIZE:
            self._pairs.clear()
        if len(self._inside) + len(self._placed) > _CACHE_SIZE:
            for cache in (self._inside, self._placed, self._text_overlaps):
                cache.clear()  # all at once: what is held keeps the ids unique
        return [
            Diagnostic("", 0, 0, "", message, None, code, "error", expected, self._page_number, box)
            for box, code, message, expected in self._page_faults(page)
        ]

    def _page_faults(self, page: Page) -> Iterator[_Fault]:
        facts, area = self._examine(page.items), page.paper.area
        yield from facts.faults
        if facts.extent and not area.contains(facts.extent):
            expected = "nothing in the margins of the paper"
            yield from _outside(page.items, area, _TOLERANCE, "edge", "too near the edge", expected)
        for one, other in facts.overlapping:
            if one.box != other.box:
                message = f"{one.name!r} lies on {other.name!r}"
                yield _Fault(one.box, "overlap", message, "blocks side by side")

    def _examine(self, items: tuple[Item, ...]) -> _Facts:
        """The facts of a page's or group's items, in their own coordinates."""
        extents: list[Box] = []
        solids: list[Group | Text] = []  # must not overlap each other
        with_text: set[int] = set()  # indices of the solids that contain text
        faults: list[_Fault] = []
        for item in items:
            if type(item) is Art:  # most items are; a run of boards has a million of them
                extents.append(item.box)
                continue
            facts = self._facts_of(item)
            faults += facts.faults
            if facts.extent:
                extents.append(facts.extent)
            if isinstance(item, Group | Text):
                if facts.has_text:
                    with_text.add(len(solids))
                solids.append(item)
        boxes = tuple([solid.box for solid in solids])
        if (pairs := self._pairs.get(boxes)) is None:
            pairs = self._pairs[boxes] = list(_overlapping_pairs(boxes))
        overlapping = []
        for number, other_number in pairs:
            one, other = solids[number], solids[other_number]
            if number in with_text and other_number in with_text:
                faults += self._overlaps_of(one, other)
            if isinstance(one, Group) and isinstance(other, Group):
                overlapping.append((one, other))
        extent = Box.around(extents) if extents else None
        return _Facts(items, extent, bool(with_text), faults, overlapping)

    def _facts_of(self, item: Item) -> _Facts:
        """The facts of an item at its place. The page that a view shows is checked as a page of its
        own, however small it is shown: a picture of a page need not be readable."""
        if isinstance(item, PageView):
            items, paper = item.page.items, item.page.paper
            if id(items) not in self._inside:
                faults = list(self._page_faults(item.page))
                self._inside[id(items)] = _Facts(items, None, False, faults)
            is_whole = item.window == (0, 0, paper.width, paper.height)
            return self._inside[id(items)]._replace(extent=None if is_whole else item.box)
        if not isinstance(item, Group):
            return _Facts((item,), item.box, isinstance(item, Text), _size_faults(item))
        if not item.shared and not all(getattr(each, "shared", False) for each in item.items):
            return _in_parent(item, self._examine(item.items))
        key = id(item.items)
        place = key, item.box, item.turn
        if place not in self._placed:
            if key not in self._inside:
                self._inside[key] = self._examine(item.items)
            self._placed[place] = _in_parent(item, self._inside[key])
        return self._placed[place]

    def _overlaps_of(self, one: Group | Text, other: Group | Text) -> list[_Fault]:
        """The texts of one item that lie on texts of another."""
        if isinstance(one, Text) or isinstance(other, Text) or not (one.shared and other.shared):
            return list(_text_overlaps(one, other))
        pair = id(one.items), one.box, one.turn, id(other.items), other.box, other.turn
        if pair not in self._text_overlaps:
            self._text_overlaps[pair] = list(_text_overlaps(one, other))
        return self._text_overlaps[pair]


def _in_parent(group: Group, facts: _Facts) -> _Facts:
    """Facts in the coordinates of their group's parent, with faults for what leaves the group."""
    box, turn = group.box, group.turn
    faults = [
        fault._replace(box=layout.box_in_parent(fault.box, box, turn)) for fault in facts.faults
    ]
    extent = facts.extent and layout.box_in_parent(facts.extent, box, turn)
    if extent and not box.contains(extent, _GROUP_TOLERANCE):
        message = f"leaves its group {group.name!r}"
        faults += _outside((group,), box, _GROUP_TOLERANCE, "overflow", message, "all of it inside")
    return _Facts(facts.items, extent, facts.has_text, faults)


def _size_faults(item: Item) -> Sequence[_Fault]:
    """A text that is too small, or a line that is too thin."""
    if isinstance(item, Text):
        if item.size < FLOOR:
            message = f"{_label(item)} of {item.size:g} pt"
            return [_Fault(item.box, "text", message, f"at least {FLOOR:g} pt")]
    elif not isinstance(item, Art | Group | PageView) and 0 < item.line < LINE_FLOOR:
        message = f"a line of {item.line:g} pt"
        return [_Fault(item.box, "line", message, f"at least {LINE_FLOOR:g} pt")]
    return ()


def _outside(
    items: Iterable[Item], frame: Box, tolerance: float, code: str, message: str, expected: str
) -> Iterator[_Fault]:
    """The items that leave a frame by more than the tolerance."""
    for entry in layout.flatten_items(items):
        if not frame.contains(entry.box, tolerance):
            yield _Fault(entry.box, code, f"{_label(entry.item)} {message}", expected)


def _label(item: Item) -> str:
    kind = type(item).__name__.lower()
    label = item.text if isinstance(item, Text) else getattr(item, "name", "")
    return f"{kind} {label!r}" if label else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _text_overlaps(one: Item, other: Item) -> Iterator[_Fault]:
    texts, others = (
        [
            (entry.box, entry.item)
            for entry in layout.flatten_items((each,))
            if isinstance(entry.item, Text)
        ]
        for each in (one, other)
    )
    for (box, text), (other_box, other_text) in product(texts, others):
        if box.overlaps(other_box, _TEXT_TOLERANCE):
            message = f"{_label(text)} lies on {_label(other_text)}"
            yield _Fault(box, "overlap", message, "texts side by side")


def _overlapping_pairs(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    order = sorted((y, index, x, x + w, y + h) for index, (x, y, w, h) in enumerate(boxes))
    for position, (_, one, left, right, bottom) in enumerate(order, 1):
        for other_top, other, other_left, other_right, _ in order[position:]:
            if other_top >= bottom:
                break
            apart = other_left >= right or other_right <= left
            if not apart and boxes[one].overlaps(boxes[other], _TOLERANCE):
                yield one, other
