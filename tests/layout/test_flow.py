"""Columns, rows, frames, shared-out height, the largest size that fits: as values."""

import pytest

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.layout import flow
from generator.layout.flow import Block
from generator.layout.page import Group, Rect, Text
from generator.layout.text import Style, line, wrap

STYLE = Style(10.0)


def block(width: float, height: float, name: str = "block") -> Block:
    return Block((Rect(Box(0, 0, width, height), "ink"),), width, height, name)


BOTH = [block(3, 2), block(5, 4)]


def test_a_block_is_placed_as_a_group_with_its_own_origin():
    (coin,) = block(3, 2, "coin").items(10, 20)
    assert coin == Group("coin", Box(10, 20, 3, 2), (Rect(Box(0, 0, 3, 2), "ink"),))
    sign = block(3, 2).at(0, 0, "sign", shared=True, colour="sky.strong")
    assert (sign.name, sign.shared, sign.colour) == ("sign", True, "sky.strong")


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


@pytest.mark.parametrize("compose", [flow.column, flow.row])
def test_nothing_takes_no_room(compose):
    assert compose([], 5)[:3] == ((), 0, 0)


def test_a_frame_is_padded_on_every_side():
    framed = flow.frame(block(3, 2), 9, 3, fill=None, stroke="ink", line_weight=1.0, radius=2.0)
    assert (framed.width, framed.height) == (9, 8)
    assert framed.content[0] == Rect(Box(0, 0, 9, 8), None, "ink", 1.0, 2.0)
    assert framed.content[1].box == Box(3, 3, 3, 2)


def test_paragraphs_are_wrapped_one_below_the_other_directly_in_their_column():
    texts = ["one two three four five six seven", "eight"]
    blocks = [wrap(text, 20, STYLE) for text in texts]
    column = flow.paragraphs(texts, 20, STYLE, 2, rise=1)
    assert column.height == pytest.approx(1 + blocks[0].height + 2 + blocks[1].height)
    assert all(isinstance(item, Text) for item in column.content)
    assert column.content[0].y == pytest.approx(1 + blocks[0].items(0, 0)[0].y)
    words = line("words", STYLE)
    assert flow.label("words", STYLE)[1:3] == (words.width, words.height)


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


def test_of_sizes_the_first_that_fits_is_taken_and_no_more_are_tried():
    sizes = iter((10, 9, 8))
    assert flow.largest_that_fits(sizes, at_most(9.5)) == "set in 9"
    assert list(sizes) == [8]
    with pytest.raises(TextOverflowError, match="8 is too large"):
        flow.largest_that_fits((10, 9, 8), at_most(7))


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
