"""Reference cards and their page: panels to sides, one size of text, everything inside."""

from dataclasses import replace
from itertools import permutations
from math import dist, hypot

import pytest
from support import assert_sound, settings

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS, Box
from generator.core.settings import BACKS
from generator.layout.flow import Block
from generator.layout.page import Group, Line, Rect, Text, flatten
from generator.layout.panels import (
    Bullet,
    CardDesign,
    Figure,
    Panel,
    Paragraph,
    card_sheets,
    reference_page,
)

DESIGN = CardDesign("Quads", "honey", "Quads · an ID")
FIGURE = Figure(lambda width: Block((Rect(Box(0, 0, width, 20), "sand"),), width, 20.0))


def panels(count: int, words: int = 30) -> list[Panel]:
    elements = (Paragraph("word " * words), FIGURE, Bullet("one thing to do " * 3))
    return [Panel(f"Panel {number}", elements) for number in range(1, count + 1)]


def titles(page) -> list[str]:
    """Of panels, cards and the page, but not of the instructions."""
    return [
        entry.item.text
        for entry in flatten(page)
        if isinstance(entry.item, Text) and entry.item.font == "title"
        if "instructions" not in [group.name for group in entry.groups]
    ]


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [1, 2, 5, 8, 23])
def test_cards_are_sound(count, paper):
    for page in card_sheets(panels(count), DESIGN, settings(paper)):
        assert_sound(page)


def test_fronts_and_backs_take_turns():
    """In whole sets; an odd side gets a back with the name."""
    fronts, backs = (titles(page) for page in card_sheets(panels(4), DESIGN, settings()))
    assert fronts[:2] == ["Panel 1", "Panel 3"]
    assert backs[:2] == ["Panel 2", "Panel 4"]
    assert len(fronts) == len(backs) == 6
    backs = titles(card_sheets(panels(3), DESIGN, settings())[1])
    assert backs[:2] == ["Panel 2", "Quads"]


@pytest.mark.parametrize("copies", [1, 2, 7])
@pytest.mark.parametrize("count", [4, 22])
@pytest.mark.parametrize("backs", BACKS)
def test_as_many_sets_as_wanted_whatever_becomes_of_backs(backs, count, copies):
    """On as many sheets as it takes, each with whole sets where there is room for one."""
    looks = replace(settings(), backs=backs)
    fronts = [
        [piece.face.name for piece in page.pieces if not piece.is_back]
        for page in card_sheets(panels(count), DESIGN._replace(copies=copies), looks)
        if page.cuts
    ]
    one_set = [f"card {n}" for n in range(1, count + 1, 1 if backs == "none" else 2)]
    assert [name for names in fronts for name in names] == one_set * copies
    if count == 4:
        assert all(names == one_set * (len(names) // len(one_set)) for names in fronts)


@pytest.mark.parametrize("marks", ["usual", "corners", "lines"])
@pytest.mark.parametrize("gap", [0.0, 2.0])
def test_cards_have_round_corners_of_3_mm(marks, gap):
    """In the cut path, and in what is printed: arcs of lines, within 0.01 mm of a circle."""
    page = card_sheets(panels(4), DESIGN, replace(settings(), marks=marks, gap=gap))[0]
    lines = [item for item in page.items if isinstance(item, Line)]
    ends = [end for line in lines for end in ((line.x1, line.y1), (line.x2, line.y2))]
    printed = {(round(x, 3), round(y, 3)) for x, y in ends}
    for piece, path in zip(page.pieces, page.cuts, strict=True):
        box, inner = piece.box, piece.box.inset(3)
        assert len(path.corners) == 4 * 11
        for x, y in path.corners:
            dx = max(inner.x - x, 0, x - inner.right)
            dy = max(inner.y - y, 0, y - inner.bottom)
            assert hypot(dx, dy) == pytest.approx(3, abs=0.001)
            assert (round(x, 3), round(y, 3)) in printed
        for corner in ((box.x, box.y), (box.right, box.bottom)):
            assert all(dist(end, corner) > 1 for end in ends), "a corner is cut straight"


def test_all_sides_are_set_in_one_size_the_largest_that_fits():
    def sizes(words):
        page = card_sheets(panels(2, words), DESIGN, settings())[0]
        items = [entry.item for entry in flatten(page)]
        return {i.size for i in items if isinstance(i, Text) and i.text.startswith("word")}

    assert sizes(10) == {10.0}
    (small,) = sizes(70)
    assert 9.0 <= small < 10.0
    with pytest.raises(TextOverflowError, match="too much text for a card of 63 x 88 mm: Panel 1"):
        sizes(300)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("count", [1, 2, 4, 5, 7, 8])
def test_the_page_is_sound_and_in_order_and_its_slug_stands_apart(count, paper):
    page = reference_page(panels(count), DESIGN, "for two", settings(paper))
    assert_sound(page)
    blocks = [item for item in page.items if isinstance(item, Group) and "Panel" in item.name]
    names = dict.fromkeys(block.name.removesuffix(" …") for block in blocks)
    assert list(names) == [f"Panel {n}" for n in range(1, count + 1)]
    assert sorted(blocks, key=lambda block: (block.box.x, block.box.y)) == blocks
    assert page.items[-1].y - max(block.box.bottom for block in blocks) > 4


def test_a_page_that_is_too_full_is_refused():
    with pytest.raises(TextOverflowError, match="too much text for one page of a4"):
        reference_page(panels(30, 80), DESIGN, "for two", settings())


def test_low_ink_has_no_large_dark_areas():
    page = card_sheets(panels(3), DESIGN, settings(ink="low"))[1]
    filled = {getattr(entry.item, "fill", None) for entry in flatten(page)}
    assert filled <= {None, "sand"}, "sand is the figure's own"


@pytest.mark.parametrize("paper", PAPERS)
def test_figures_and_bullets_stay_with_the_paragraph_before_them(paper):
    """However panels are broken: no column begins with them."""
    tall, bullet = Paragraph("word " * 120), Bullet("one thing to do " * 9)
    one = Panel("One", (tall, bullet, FIGURE, FIGURE, Paragraph("word " * 20), FIGURE))
    two = Panel("Two", (tall, bullet, bullet, FIGURE))
    for order in permutations((one, two, one)):
        page = reference_page(order, DESIGN, "x", settings(paper))
        assert_sound(page)
        for block in page.items:
            if isinstance(block, Group) and block.name.endswith("…"):
                first = block.items[-1].items[0].items[0]
                assert isinstance(first, Text) and first.text.startswith("word")


def test_a_panel_goes_on_in_a_column_that_would_be_rather_empty():
    tall = Panel("Tall", (Paragraph("word " * 40),) * 4)
    three = [tall._replace(title=title) for title in ("One", "Two", "Three")]
    page = reference_page(three, DESIGN, "x", settings())
    assert_sound(page)
    assert titles(page)[1:] == ["One", "Two", "Two …", "Three"]
    columns = [group.box for group in page.items if isinstance(group, Group)][1:]
    ends = [max(box.bottom for box in columns if box.x == x) for x in {box.x for box in columns}]
    assert len(ends) == 2
    assert min(ends) > 0.8 * max(ends)
