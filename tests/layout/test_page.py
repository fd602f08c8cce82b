"""Boxes, turned groups, flattening a page, paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.core.paper import PAPERS, Box
from generator.layout.page import Group, Page, Rect, box_in_parent, flatten
from generator.printing.printer import Printer

NUMBERS = st.floats(-100, 100, allow_nan=False)
SIZES = st.floats(0.1, 100)
BOXES = st.builds(Box, NUMBERS, NUMBERS, SIZES, SIZES)


@pytest.mark.parametrize(
    ("turn", "expected"),
    [(0, (11, 22, 3, 1)), (90, (37, 21, 1, 3)), (180, (36, 57, 3, 1)), (270, (12, 56, 1, 3))],
)
def test_turned_by_hand(turn, expected):
    """A box 1 right and 2 down of the origin of a group at (10, 20), 30 x 40 large, as the
    group's reader sees it: after a quarter turn its right is the page's down."""
    assert box_in_parent(Box(1, 2, 3, 1), Box(10, 20, 30, 40), turn) == pytest.approx(expected)


@given(BOXES, SIZES, SIZES, st.sampled_from([0, 90, 180, 270]))
def test_what_fits_a_group_fits_its_box_however_it_is_turned(size, w, h, turn):
    inner_w, inner_h = (size.h, size.w) if turn in (90, 270) else (size.w, size.h)
    inner = Box(0, 0, min(w, inner_w), min(h, inner_h))
    assert size.contains(box_in_parent(inner, size, turn), 1e-6)


def test_flatten_walks_nested_groups():
    inner = Group("inner", Box(5, 5, 4, 4), (Rect(Box(1, 0, 2, 2)),), 90)
    outer = Group("outer", Box(100, 100, 20, 20), (inner,), 180)
    (flat_item,) = flatten(Page(PAPERS["a4"], (outer,)))
    assert [group.name for group in flat_item.groups] == ["outer", "inner"]
    assert flat_item.turn == 270
    assert flat_item.frames[1] == pytest.approx(Box(111, 111, 4, 4))
    assert flat_item.box == pytest.approx(Box(111, 112, 2, 2))


def test_papers_turn_and_keep_their_margins():
    assert PAPERS["a4"].landscape[1:3] == (297, 210)
    assert PAPERS["letter"].portrait[1:3] == (215.9, 279.4)
    safe = PAPERS["a4-letter-safe"]
    assert safe.portrait == safe
    assert safe.landscape.margins == pytest.approx((13.8, 5, 13.8, 5))
    paper = PAPERS["a4"]._replace(margins=(4, 5, 6, 12))
    assert (paper.area, paper.within(6)) == (Box(4, 5, 200, 280), Box(6, 6, 198, 279))
    assert paper._replace(scale=1.01).size == pytest.approx((212.1, 299.97))


@pytest.mark.parametrize("ruler", [98, 100, 102])
def test_text_is_laid_out_on_a4_at_most(ruler):
    printer = Printer(ruler=ruler)
    for name in ("a4", "letter", "a4-letter-safe"):
        paper = printer.adapt(PAPERS[name])
        assert paper.for_text == paper
    large = printer.adapt(PAPERS["a3"]).portrait
    text = large.for_text
    assert text[1:3] == pytest.approx(printer.adapt(PAPERS["a4"])[1:3], abs=0.1)
    assert text.size == pytest.approx(large.size)
    assert text.area.x * text.scale == pytest.approx(large.area.x * large.scale)
    assert large.landscape.for_text.size == pytest.approx(large.landscape.size)


def test_what_survives_a4_and_letter():
    """Printed on Letter in the middle, all of it is 5 mm inside: 279.4 = 297 - 2 x 8.8."""
    area, letter = PAPERS["a4-letter-safe"].area, PAPERS["letter"]
    assert area.h == pytest.approx(letter.area.h)
    assert area.w <= letter.area.w
