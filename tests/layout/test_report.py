"""Reports: what stays together, what breaks, what is repeated."""

import pytest
from support import assert_sound

from generator.core.errors import TextOverflowError
from generator.core.paper import PAPERS
from generator.layout.axes import Axis
from generator.layout.flow import Block
from generator.layout.page import Group, Text, flatten
from generator.layout.plot import Bar, Bars, Series
from generator.layout.report import (
    BLOCK_GAP,
    HEAD,
    NARROW,
    Beside,
    Heading,
    Paragraph,
    Report,
    Table,
    _dealt,
    _Piece,
    report_pages,
)


def pages(*blocks, paper="a4"):
    result = report_pages(Report("Title", "Below it", blocks), PAPERS[paper])
    for page in result:
        assert_sound(page)
    return result


def texts(page):
    return [each.item.text for each in flatten(page) if isinstance(each.item, Text)]


def chart(title, rows=6):
    bars = tuple(Bar(f"Type {n}", float(n)) for n in range(rows))
    return Bars(title, (Series("", bars),), Axis())


@pytest.mark.parametrize("paper", PAPERS)
def test_all_blocks_are_there_in_order(paper):
    blocks = (
        Heading("Points"),
        Paragraph("Bars are **means**."),
        chart("One"),
        Beside((chart("Two"), chart("Three"), chart("Four")), 2),
        Table(("Type", "Points"), (("**Baker**", "12.0"), ("Judge", "7.5")), "lr"),
    )
    found = [text for page in pages(*blocks, paper=paper) for text in texts(page)]
    wanted = ["Title", "Below it", "Points", "One", "Two", "Three", "Four", "Baker", "Judge"]
    places = [found.index(text) for text in wanted]
    assert places == sorted(places)


def test_a_table_breaks_between_rows_and_repeats_its_head():
    rows = tuple((f"Row {n}", str(n)) for n in range(120))
    found = pages(Table(("Name", "Number"), rows, "lr"))
    assert len(found) > 1
    assert all("Name" in texts(page) for page in found)
    shown = [text for page in found for text in texts(page) if text.startswith("Row")]
    assert shown == [name for name, _ in rows]
    assert [texts(page)[-1] for page in found] == [
        f"{number} / {len(found)}" for number in range(1, len(found) + 1)
    ]


def test_a_heading_goes_with_what_follows():
    for filling in range(1, 30):
        found = pages(chart("First", filling), Heading("Kept"), chart("Second", 20))
        (page,) = [texts(page) for page in found if "Kept" in texts(page)]
        assert "Second" in page


def used(page):
    """The share of the page that its parts reach down to."""
    return max(box.bottom for box in parts(page)) / page.paper.height


def parts(page):
    return [item.box for item in page.items if isinstance(item, Group) and item.name == "part"]


@pytest.mark.parametrize("rows", range(40, 140, 3))
def test_the_last_page_is_never_nearly_empty(rows):
    table = Table(("Name", "Number"), tuple((f"Row {n}", str(n)) for n in range(rows)), "lr")
    found = pages(chart("First"), table, Heading("Notes"), Paragraph("A few words."))
    assert used(found[-1]) > 0.25
    assert [text for page in found for text in texts(page)].count("Name") <= len(found)


def test_narrower_gaps_save_a_page_and_are_only_as_narrow_as_needed():
    charts = [chart(f"Chart {n}", 3) for n in range(6)]
    rows = [(f"Row {n}", str(n)) for n in range(15)]
    sizes = []
    for more in range(1, 16):
        found = pages(*charts, Table(("Name", "Number"), tuple(rows[:more]), "lr"))
        boxes = parts(found[0])
        sizes.append((len(found), boxes[1].y - boxes[0].bottom))
    one_page = [gap for count, gap in sizes if count == 1]
    assert one_page == sorted(one_page, reverse=True)
    assert one_page[0] == pytest.approx(BLOCK_GAP)
    assert BLOCK_GAP * NARROW <= one_page[-1] < BLOCK_GAP


def test_no_row_of_a_table_is_alone_on_a_page():
    for more in range(2, 80):
        rows = tuple((f"Row {n}", str(n)) for n in range(more))
        for page in pages(Table(("Name", "Number"), rows, "lr"), chart("Last", 20)):
            assert sum(text.startswith("Row ") for text in texts(page)) != 1


def test_all_paragraphs_under_a_heading_go_with_what_they_are_about():
    told = (Heading("Powers"), Paragraph("Some words."), Paragraph("More words."))
    for rows in range(20, 41):
        for page in pages(chart("First", rows), *told, chart("Second", 20)):
            found = [text for text in texts(page) if text in ("Powers", "Some words.", "Second")]
            assert len(found) in (0, 3)


def test_a_paragraph_that_is_all_there_is_under_a_heading_drags_nothing_along():
    told = (Heading("What stands out"), Paragraph("Nothing."), Heading("Points"))
    found = pages(chart("First", 20), *told, chart("Second", 20))
    assert [("Nothing." in texts(page), "Points" in texts(page)) for page in found] == [
        (True, False), (False, True),
    ]  # fmt: skip


def test_a_page_takes_over_blocks_rather_than_half_a_table():
    rows = tuple((f"Row {n}", str(n)) for n in range(8))
    found = pages(
        chart("First", 20), chart("Second", 13), Table(("Name", "Number"), rows, "lr"),
        chart("Third", 3),
    )  # fmt: skip
    assert len(found) == 2
    assert {"Row 0", "Row 7", "Third"} <= set(texts(found[1]))


def test_also_after_a_page_is_saved_the_last_one_is_not_nearly_empty():
    pieces = [_Piece(Block((), 0.0, height), BLOCK_GAP) for height in (85, 90, 150, 15, 45)]
    dealt = [[piece.row.height for piece in page] for page in _dealt(pieces, 200)]
    assert dealt == [[85, 90], [150], [15, 45]]


def test_a_table_may_fill_its_page_to_the_last_bit():
    """Where the sum of such heights is a little more than the room that it fills."""
    row = Block((), 0.0, 1 / 7)
    pieces = [_Piece(Block((), 0.0, 5.0), BLOCK_GAP, holds_next=True), *[_Piece(row, 0.0)] * 5]
    (page,) = _dealt(pieces, HEAD + 5.0 + 5 / 7)
    assert len(page) == 6


def test_columns_are_as_wide_as_needed_and_the_widest_wraps():
    remark = "a long remark that goes on and on " * 8
    rows = (("**Knitting Lady**", "12.3", remark), ("Baby", "1", ""))
    (page,) = pages(Table(("Type", "Squares", "Remark"), rows, "lrl"))
    found = texts(page)
    assert "Knitting Lady" in found
    lines = [text for text in found if text in remark]
    assert len(lines) > 1
    assert " ".join(lines) == remark.strip()


def test_titles_wrap_before_the_widest_column_has_no_room():
    titles = ("Type", "A power that is told at length", *["Title of many words"] * 6)
    row = ("**Brandweervrouw**", "Brandweervrouwen, and some words more " * 3, *["0.00"] * 6)
    (page,) = pages(Table(titles, (row,), "ll" + "r" * 6))
    assert "Title of many words" not in texts(page)


def test_two_long_columns_share_the_room():
    words = "some words and more " * 8
    (page,) = pages(Table(("Type", "What"), ((words, words + words),), "ll"))
    lines = [each for each in flatten(page) if isinstance(each.item, Text)]
    (start,) = (each.box.x for each in lines if each.item.text == "What")
    assert start == pytest.approx(PAPERS["a4"].portrait.width / 2, abs=5)


def test_numbers_of_a_column_end_in_line():
    rows = (("a", "5"), ("b", "1234.5"))
    (page,) = pages(Table(("Type", "Squares"), rows, "lr"))
    shown = [each for each in flatten(page) if isinstance(each.item, Text)]
    ends = {each.box.right for each in shown if each.item.text in ("5", "1234.5", "Squares")}
    assert max(ends) - min(ends) < 0.01


def test_what_is_higher_than_a_page_is_refused():
    with pytest.raises(TextOverflowError, match="higher than a page"):
        pages(chart("Tall", 80))


def test_an_empty_report_is_a_page_with_its_title():
    (page,) = pages()
    assert texts(page) == ["Title", "Below it", "Title", "1 / 1"]


def test_plots_beside_each_other_begin_at_one_height():
    long = chart("A title that takes more than the one line there is")
    (page,) = pages(Beside((long, chart("Short"), chart("Short"))))
    tops = [
        each.box.y
        for each in flatten(page)
        if isinstance(each.item, Text) and each.item.text == "Type 0"
    ]
    assert len(tops) == 3
    assert max(tops) - min(tops) < 0.01
