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


def boxes(composed: Block) -> list[Box]:
    return [item.box for item in composed.content]


def test_a_block_is_placed_as_a_group_with_its_own_origin():
    items = block(3, 2, "coin").items(10, 20)
    assert items == (Group("coin", Box(10, 20, 3, 2), (Rect(Box(0, 0, 3, 2), "ink"),)),)


def test_a_block_can_be_given_another_name_when_it_is_placed():
    group = block(3, 2).at(0, 0, "sign", shared=True, colour="sky.strong")
    assert (group.name, group.shared, group.colour) == ("sign", True, "sky.strong")


def test_a_column_is_as_wide_as_its_widest_box_and_has_gaps_between_them():
    column = flow.column([block(3, 2), block(5, 4)], 1)
    assert (column.width, column.height) == (5, 7)
    assert boxes(column) == [Box(0, 0, 3, 2), Box(0, 3, 5, 4)]


def test_a_centred_column_has_the_middles_of_its_boxes_in_line():
    assert boxes(flow.column([block(3, 2), block(5, 4)], 1, align="centre"))[0].x == 1


def test_a_row_is_as_high_as_its_highest_box():
    row = flow.row([block(3, 2), block(5, 4)], 1)
    assert (row.width, row.height) == (9, 4)
    assert boxes(row) == [Box(0, 0, 3, 2), Box(4, 0, 5, 4)]


def test_a_row_can_have_the_middles_of_its_boxes_in_line():
    assert boxes(flow.row([block(3, 2), block(5, 4)], 1, align="middle"))[0].y == 1


@pytest.mark.parametrize("compose", [flow.column, flow.row])
def test_nothing_takes_no_room(compose):
    assert compose([], 5)[:3] == ((), 0, 0)


def test_text_in_a_column_lies_directly_in_it():
    words = line("words", STYLE)
    column = flow.column([words, words], 1)
    first, second = column.content
    assert isinstance(first, Text) and isinstance(second, Text)
    assert second.y - first.y == pytest.approx(words.height + 1)


def test_stacked_boxes_begin_at_a_corner():
    items = flow.stack_items([block(3, 2), block(5, 4)], 1, 10, 20)
    assert [item.box for item in items] == [Box(10, 20, 3, 2), Box(10, 23, 5, 4)]


def test_boxes_at_both_ends_of_a_width():
    both = flow.left_and_right(block(3, 2), block(5, 4), 20)
    assert (both.width, both.height) == (20, 4)
    assert boxes(both) == [Box(0, 0, 3, 2), Box(15, 0, 5, 4)]


def test_a_frame_is_padded_on_every_side():
    framed = flow.frame(block(3, 2), 9, 3, fill=None, stroke="ink", line_weight=1.0, radius=2.0)
    assert (framed.width, framed.height) == (9, 8)
    assert framed.content[0] == Rect(Box(0, 0, 9, 8), None, "ink", 1.0, 2.0)
    assert framed.content[1].box == Box(3, 3, 3, 2)


def test_paragraphs_are_wrapped_one_below_the_other():
    texts = ["one two three four five six seven", "eight"]
    blocks = [wrap(text, 20, STYLE) for text in texts]
    column = flow.paragraphs(texts, 20, STYLE, 2, rise=1)
    assert column.height == pytest.approx(1 + blocks[0].height + 2 + blocks[1].height)
    assert column.content[0].y == pytest.approx(1 + blocks[0].items(0, 0)[0].y)


def test_a_label_is_as_wide_as_its_text():
    assert flow.label("words", STYLE)[1:3] == (
        line("words", STYLE).width,
        line("words", STYLE).height,
    )


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


@pytest.mark.parametrize("halve", [False, True])
@pytest.mark.parametrize(("limit", "size"), [(12, 10), (9, 9), (8.5, 8)])
def test_the_largest_size_that_fits(limit, size, halve):
    assert flow.largest_that_fits((10, 9, 8), at_most(limit), halve=halve) == f"set in {size}"


def test_where_no_size_fits_the_error_is_that_of_the_smallest():
    with pytest.raises(TextOverflowError, match="8 is too large"):
        flow.largest_that_fits((10, 9, 8), at_most(7))


def test_no_size_is_tried_after_the_first_that_fits():
    sizes = iter((10, 9, 8))
    flow.largest_that_fits(sizes, at_most(9))
    assert list(sizes) == [8]


def test_boxes_side_by_side_begin_at_a_corner():
    items = flow.side_by_side([block(3, 2), block(5, 4)], 1, 10, 20)
    assert [item.box for item in items] == [Box(10, 20, 3, 2), Box(14, 20, 5, 4)]


def heights(pages: list[list[Block]]) -> list[list[float]]:
    return [[part.height for part in page] for page in pages]


def test_blocks_are_dealt_onto_pages_in_order():
    blocks = [block(3, height) for height in (4, 4, 4, 9, 1)]
    assert heights(flow.paginate(blocks, 10)) == [[4, 4], [4], [9, 1]]
    assert heights(flow.paginate(blocks, 10, gap=3)) == [[4], [4], [4], [9], [1]]
    assert heights(flow.paginate(blocks, 10, first_room=5)) == [[4], [4, 4], [9, 1]]


def test_a_block_that_is_higher_than_a_page_is_refused_with_its_text():
    high = block(3, 11, "table row")._replace(text="a long text")
    with pytest.raises(
        TextOverflowError, match="a table row is 11 mm high, a page holds 10"
    ) as info:
        flow.paginate([high], 10)
    assert info.value.text == "a long text"


def test_no_more_pages_are_composed_than_allowed():
    blocks = (block(3, height) for height in (9, 9, 9, 9))
    with pytest.raises(TextOverflowError, match="do not fit 2 pages"):
        flow.paginate(blocks, 10, max_pages=2)
    assert len(list(blocks)) == 1
