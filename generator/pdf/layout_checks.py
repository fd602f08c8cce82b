"""Checks of a layout: what leaves its box, what overlaps, what is too small or too thin.

Pages of one run are much alike, so the checker remembers the facts of shared groups, of groups at
one place, and of pairs of them. Pages can be checked one by one and forgotten.
"""

from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.errors import PageCheckError
from generator.core.paper import Box, Paper
from generator.layout.page import Art, Group, Item, Page, PageView, Text, box_in_parent, flatten
from generator.layout.theme import FLOOR, LINE_FLOOR

_TOLERANCE = 0.01  # mm by which blocks may overlap, and items may reach into the margin
_GROUP_TOLERANCE = 0.15  # mm by which an item may leave its group: half a line, a round letter
_TEXT_TOLERANCE = 0.35  # mm by which texts may overlap: a descender with no tall letter below it
_CACHE_SIZE = 4096  # entries of each cache, roughly
_NO_PAPER = Paper("", 0, 0)


class _Fault(NamedTuple):
    """A diagnostic before its page is known, in the coordinates of its group."""

    box: Box
    code: str
    message: str
    expected: str


class _Part(NamedTuple):
    """The facts of some items: the box around all of them (None if there are none), whether they
    include texts, and their faults. Holding the items keeps their id() unique."""

    items: tuple[Item, ...]
    extent: Box | None
    has_text: bool
    faults: tuple[_Fault, ...]


_Solid = Group | Text  # an item that must not overlap another one
_Pair = tuple[_Solid, _Solid]
_GroupKey = tuple[int, Box, int]  # the id of its items, its box, its turn


def check_layout(pages: Iterable[Page]) -> list[Diagnostic]:
    """Check every page.

    The faults are texts outside their boxes, too small, or overlapping; lines that are too thin;
    anything in the margins of the paper; and overlapping blocks.
    """
    checker = LayoutChecker()
    return [fault for page in pages for fault in checker.check(page)]


def reject_errors(diagnostics: Sequence[Diagnostic]) -> tuple[str, ...]:
    """The diagnostics as text, if all are warnings. Raises PageCheckError, with the errors before
    the warnings."""
    errors = [entry for entry in diagnostics if entry.severity == "error"]
    if errors:
        warnings = (entry for entry in diagnostics if entry.severity != "error")
        raise PageCheckError([*errors, *warnings])
    return tuple(map(str, diagnostics))


class LayoutChecker:
    """Checks pages one by one and numbers them."""

    def __init__(self) -> None:
        self._page_number = 0
        self._parts: dict[int, _Part] = {}  # by the id of a group's items
        self._parts_by_place: dict[_GroupKey, _Part] = {}
        self._shown_pages: dict[int, _Part] = {}  # by the id of their items
        self._pairs: dict[tuple[Box, ...], tuple[tuple[int, int], ...]] = {}
        self._overlaps: dict[tuple[_GroupKey, _GroupKey], tuple[_Fault, ...]] = {}

    def check(self, page: Page) -> list[Diagnostic]:
        """The faults of the next page."""
        self._page_number += 1
        if len(self._pairs) > _CACHE_SIZE:
            self._pairs.clear()
        if len(self._parts) + len(self._parts_by_place) > _CACHE_SIZE:
            self._parts.clear()
            self._parts_by_place.clear()
            self._shown_pages.clear()
            self._overlaps.clear()  # its keys are ids that the parts keep unique
        return [
            Diagnostic("", 0, 0, "", message, None, code, "error", expected, self._page_number, box)
            for box, code, message, expected in self._page_faults(page)
        ]

    def _page_faults(self, page: Page) -> Iterator[_Fault]:
        part, pairs = self._examine(page.items)
        yield from part.faults
        safe_area = page.paper.area
        if part.extent and not safe_area.contains(part.extent):
            expected = "nothing in the margins of the paper"
            yield from _outside(
                page.items, safe_area, _TOLERANCE, "edge", "too near the edge", expected
            )
        for one, other in pairs:
            if isinstance(one, Group) and isinstance(other, Group) and one.box != other.box:
                message = f"{one.name!r} lies on {other.name!r}"
                yield _Fault(one.box, "overlap", message, "blocks side by side")

    def _examine(self, items: tuple[Item, ...]) -> tuple[_Part, list[_Pair]]:
        """The facts of a page's or group's items, in their own coordinates, and the groups and
        texts among them that overlap."""
        extents: list[Box] = []
        solids: list[_Solid] = []
        with_text: set[int] = set()  # indices of the solids that contain text
        faults: list[_Fault] = []
        for item in items:
            if type(item) is Art:  # most items are; a run of boards has a million of them
                extents.append(item.box)
                continue
            part = self._part_of(item)
            faults += part.faults
            if part.extent:
                extents.append(part.extent)
            if isinstance(item, Group | Text):
                if part.has_text:
                    with_text.add(len(solids))
                solids.append(item)
        pairs = self._overlapping_pairs(tuple([solid.box for solid in solids]))
        for one, other in pairs:
            if one in with_text and other in with_text:
                faults += self._text_overlaps(solids[one], solids[other])
        part = _Part(items, _bounding_box(extents), bool(with_text), tuple(faults))
        return part, [(solids[one], solids[other]) for one, other in pairs]

    def _part_of(self, item: Item) -> _Part:
        if isinstance(item, Group):
            return self._group_part(item)
        if isinstance(item, PageView):
            return self._view_part(item)
        return _Part((item,), item.box, isinstance(item, Text), tuple(_size_faults(item)))

    def _view_part(self, view: PageView) -> _Part:
        """The facts of a view. The page that it shows is checked as a page of its own, however
        small it is shown: a picture of a page need not be readable."""
        items = view.page.items
        key = id(items)
        if key not in self._shown_pages:
            faults = tuple(self._page_faults(view.page))
            extent = _bounding_box([box for box, _ in _flat(items)])
            self._shown_pages[key] = _Part(items, extent, False, faults)
        part = self._shown_pages[key]
        return part._replace(extent=part.extent and _shown_box(view, part.extent))

    def _group_part(self, group: Group) -> _Part:
        """The facts of a group at its place; most groups keep theirs on every page of a run."""
        if not (group.shared or group.only_shared):
            return _part_at(group, self._examine(group.items)[0])
        key = _group_key(group)
        part = self._parts_by_place.get(key)
        if part is None:
            if key[0] not in self._parts:
                self._parts[key[0]], _ = self._examine(group.items)
            part = self._parts_by_place[key] = _part_at(group, self._parts[key[0]])
        return part

    def _overlapping_pairs(self, boxes: tuple[Box, ...]) -> tuple[tuple[int, int], ...]:
        pairs = self._pairs.get(boxes)
        if pairs is None:
            pairs = self._pairs[boxes] = tuple(_overlapping_pairs(boxes))
        return pairs

    def _text_overlaps(self, one: _Solid, other: _Solid) -> tuple[_Fault, ...]:
        """The texts of one item that lie on texts of another."""
        if not (isinstance(one, Group) and isinstance(other, Group)):
            return tuple(_text_overlaps(one, other))
        if not (one.shared and other.shared):
            return tuple(_text_overlaps(one, other))
        key = _group_key(one), _group_key(other)
        if key not in self._overlaps:
            self._overlaps[key] = tuple(_text_overlaps(one, other))
        return self._overlaps[key]


def _group_key(group: Group) -> _GroupKey:
    return id(group.items), group.box, group.turn


def _part_at(group: Group, part: _Part) -> _Part:
    """A part in the coordinates of its group's parent, with faults for what leaves the group."""
    box, turn = group.box, group.turn
    faults = [fault._replace(box=box_in_parent(fault.box, box, turn)) for fault in part.faults]
    extent = part.extent and box_in_parent(part.extent, box, turn)
    if extent and not box.contains(extent, _GROUP_TOLERANCE):
        message = f"leaves its group {group.name!r}"
        faults += _outside((group,), box, _GROUP_TOLERANCE, "overflow", message, "all of it inside")
    return _Part(part.items, extent, part.has_text, tuple(faults))


def _size_faults(item: Item) -> Iterator[_Fault]:
    """A text that is too small, or a line that is too thin."""
    if isinstance(item, Text):
        if item.size < FLOOR:
            message = f"{_label(item)} of {item.size:g} pt"
            yield _Fault(item.box, "text", message, f"at least {FLOOR:g} pt")
    elif not isinstance(item, Art | Group | PageView) and 0 < item.line < LINE_FLOOR:
        message = f"a line of {item.line:g} pt"
        yield _Fault(item.box, "line", message, f"at least {LINE_FLOOR:g} pt")


def _outside(
    items: tuple[Item, ...], frame: Box, tolerance: float, code: str, message: str, expected: str
) -> Iterator[_Fault]:
    """The items that leave a frame by more than the tolerance."""
    for box, item in _flat(items):
        if not frame.contains(box, tolerance):
            yield _Fault(box, code, f"{_label(item)} {message}", expected)


def _label(item: Item) -> str:
    kind = type(item).__name__.lower()
    label = item.text if isinstance(item, Text) else getattr(item, "name", "")
    return f"{kind} {label!r}" if label else f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _text_overlaps(one: Item, other: Item) -> Iterator[_Fault]:
    other_texts = list(_texts(other))
    for box, text in _texts(one):
        for other_box, other_text in other_texts:
            if box.overlaps(other_box, _TEXT_TOLERANCE):
                message = f"{_label(text)} lies on {_label(other_text)}"
                yield _Fault(box, "overlap", message, "texts side by side")


def _texts(item: Item) -> Iterator[tuple[Box, Text]]:
    for box, inner in _flat((item,)):
        if isinstance(inner, Text):
            yield box, inner


def _flat(items: tuple[Item, ...]) -> Iterator[tuple[Box, Item]]:
    """Every item with its box, inside groups too, and what views show of other pages."""
    for entry in flatten(Page(_NO_PAPER, items)):
        if isinstance(entry.item, PageView):
            for box, item in _flat(entry.item.page.items):
                if shown := _shown_box(entry.item, box):
                    yield shown, item
        else:
            yield entry.box, entry.item


def _shown_box(view: PageView, box: Box) -> Box | None:
    """Where a view shows a box of its page; None if it is outside the window."""
    window, scale = view.window, view.scale
    left, top = max(box.x, window.x), max(box.y, window.y)
    w, h = min(box.right, window.right) - left, min(box.bottom, window.bottom) - top
    if w < 0 or h < 0:
        return None
    x, y = view.box.x + (left - window.x) * scale, view.box.y + (top - window.y) * scale
    return Box(x, y, w * scale, h * scale)


def _overlapping_pairs(boxes: Sequence[Box]) -> Iterator[tuple[int, int]]:
    order = sorted((y, index, x, x + w, y + h) for index, (x, y, w, h) in enumerate(boxes))
    for position, (_, one, left, right, bottom) in enumerate(order, 1):
        for other_top, other, other_left, other_right, _ in order[position:]:
            if other_top >= bottom:
                break
            apart = other_left >= right or other_right <= left
            if not apart and boxes[one].overlaps(boxes[other], _TOLERANCE):
                yield one, other


def _bounding_box(boxes: Sequence[Box]) -> Box | None:
    if not boxes:
        return None
    lefts, tops, widths, heights = zip(*boxes, strict=True)
    x, y = min(lefts), min(tops)
    return Box(x, y, max(map(add, lefts, widths)) - x, max(map(add, tops, heights)) - y)
