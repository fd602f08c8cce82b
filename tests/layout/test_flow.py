"""Columns, rows, frames, shared-out height, the largest size that fits: as values."""

import pytest

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout import flow
from generator.layout.flow import Block
from generator.layout.page import Rect
from generator.layout.text import Style

STYLE = Style(10.0)


def block(width: float, height: float, name: str = "block") -> Block:
    return Block((Rect(Box(0, 0, width, height), "ink"),), width, height, name)


BOTH = [block(3, 2), block(5, 4)]


@pytest.mark.parametrize(
    ("composed", "size", "first", "second"),
    [
        (flow.column(BOTH, 1), (5, 7), (0, 0), (0, 3)),
        (flow.column(BOTH, 1, align="centre"), (5, 7), (1, 0), (0, 3)),
        (flow.row(BOTH, 1), (9, 4), (0, 0), (4, 0)),
        (flow.row(BOTH, 1, align="middle"), (9, 4), (0, 1), (4, 0)),
        (flow.left_and_right(*BOTH, 20), (20, 4), (0, 0), (15, 0)),
        (Block(flow.stack_items(BOTH, 1, 10, 20), 5, 7), (5, 7), (10, 20), (10, 23)),
        (Block(flow.side_by_side(BOTH, 1, 10, 20), 9, 4), (9, 4), (10, 20), (14, 20)),
    ],
)
def test_boxes_are_placed_with_gaps_in_what_is_as_large_as_the_largest(
    composed, size, first, second
):
    assert (composed.width, composed.height) == size
    assert [item.box[:2] for item in composed.content] == [first, second]


@pytest.mark.parametrize(
    ("sizes", "room", "largest", "gap"),
    [([2, 3, 4], 15, 10, 3), ([2, 3, 4], 15, 2, 2), ([2], 15, 10, 10), ([8, 8], 15, 10, -1)],
)
def test_leftover_room_is_shared_out_between_boxes(sizes, room, largest, gap):
    assert flow.spread_gap(sizes, room, largest) == gap


def at_most(limit: float):
    """A layout that fits up to a size."""

    def layout(size: float) -> str:
        if size > limit:
            raise TextOverflowError(f"{size} is too large")
        return f"set in {size}"

    return layout


def test_the_first_size_that_fits_is_found_without_trying_all():
    tried = []

    def layout(count, size):
        tried.append(size)
        return count, at_most(count * limit)(size)

    sizes = range(30, 0, -1)
    for limit in range(1, 31):
        tried.clear()
        assert flow.largest_that_fits(layout, (1, 2), sizes) == (1, f"set in {limit}")
        assert len(tried) <= 10
    limit = 0.5
    assert flow.largest_that_fits(layout, (1, 2), sizes) == (2, "set in 1")
    with pytest.raises(TextOverflowError, match="8 is too large"):
        flow.largest_that_fits(at_most(7), (10, 9, 8))


@pytest.mark.parametrize(
    ("options", "pages"),
    [
        ({}, [[4, 4], [4], [9, 1]]),
        ({"gap": 3}, [[4], [4], [4], [9], [1]]),
        ({"first_room": 5}, [[4], [4, 4], [9, 1]]),
    ],
)
def test_blocks_are_dealt_onto_pages_in_order(options, pages):
    blocks = [block(3, height) for height in (4, 4, 4, 9, 1)]
    dealt = flow.paginate(blocks, 10, **options)
    assert [[part.height for part in page] for page in dealt] == pages


def test_a_block_higher_than_a_page_is_refused_with_its_text_and_so_are_too_many_pages():
    high = block(3, 11, "table row")._replace(text="a long text")
    message = "a table row is 11 mm high, a page holds 10"
    with pytest.raises(TextOverflowError, match=message) as info:
        flow.paginate([high], 10)
    assert info.value.text == "a long text"
    blocks = (block(3, height) for height in (9, 9, 9, 9))
    with pytest.raises(TextOverflowError, match="do not fit 2 pages"):
        flow.paginate(blocks, 10, max_pages=2)
    assert len(list(blocks)) == 1, "no more pages are composed than allowed"
