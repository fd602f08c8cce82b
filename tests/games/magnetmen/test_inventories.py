"""The larger inventories: they have a box for each number that players must write."""

from dataclasses import replace

import pytest
from support import PAPERS, SHIPPED, assert_sound, definition, rolled, settings

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import inventories, legend
from generator.languages import languages
from generator.layout.page import Group, Rect, Text, flatten


def of_power(score: list[dict] | None = None, **parts):
    """The table of a board with one type, of that power."""
    board = rolled()
    power = Power.model_validate(parts or {"score": score})
    kind = RolledType("base", board.types[0].piece, power, 64)
    one = replace(board, types=(kind,), squares=(0,) * 64)
    page = inventories.pages(one, settings())[0]
    return next(item for item in page.items if getattr(item, "name", "") == "scores")


def boxes(table) -> list:
    """The boxes to write in, but that for the sum."""
    return [item for item in table.items if isinstance(item, Rect) and item.fill == "white"]


def printed_numbers(table) -> list[str]:
    return [item.items[0].text for item in table.items
            if isinstance(item, Group) and item.name == "given"]  # fmt: skip


@pytest.mark.parametrize(
    ("score", "writing", "numbers"),
    [
        ([{"flat": {"points": 2}}], 2, ["2"]),
        ([{"flat": {"points": -4}}], 2, ["−4"]),
        ([{"flat": {"points": 3}}, {"flat": {"points": -1}}], 2, ["2"]),
        ([{"for_each": {"what": "own", "points": 1}}], 3, []),
        ([{"if": {"have": "most", "points": 4, "else": -4}}], 3, []),
        ([{"flat": {"points": 1}}, {"for_each": {"what": "own", "points": 1}}], 3, []),
        ([{"for_each": {"what": "adjacent_crossed_out", "points": 1}}], 1, []),
        ([{"flat": {"points": 1}}, {"for_each": {"what": "adjacent_crossed_out"}}], 1, []),
    ],
)
def test_there_are_boxes_for_what_differs_only(score, writing, numbers):
    table = of_power(score)
    assert len(boxes(table)) == writing
    assert printed_numbers(table) == numbers


def test_a_type_without_points_shows_0():
    table = of_power(on_take=[{"destroy": {"count": 1, "where": "board"}}])
    assert boxes(table) == []
    assert printed_numbers(table) == ["0"]


def test_a_power_in_free_text_may_be_worth_anything():
    assert len(boxes(of_power(text={"en": "Whatever you like."}))) == 3


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("code", languages())
def test_no_half_page_is_left_empty(code, paper):
    for size in ("small", "huge"):
        for players in (2, 3, 4):
            board = rolled("half", SHIPPED, size, players)
            pages = inventories.pages(board, settings(paper, "full", code))
            for page in pages:
                assert_sound(page)
                middle = page.paper.height / 2
                lower = [item for item in page.items if item.box.y > middle]
                assert max(item.box.bottom for item in lower) > 0.9 * page.paper.height
            rows = [item for page in pages for item in page.items
                    if getattr(item, "name", "") == "legend row"]  # fmt: skip
            assert len(rows) == (len(board.types) if players == 3 else 0)
            if rows:
                smallest = min(
                    entry.item.size
                    for entry in flatten(pages[-1])
                    if isinstance(entry.item, Text)
                    and any(group.name == "legend row" for group in entry.groups)
                )
                assert smallest >= 9  # fmt: skip


@pytest.mark.parametrize("code", languages())
def test_designers_are_told_where_odds_are_estimates(code):
    """The published rules say which of two powers is more common, but not by how much."""
    for name, estimated in (("base", 0), ("advanced", 12), ("expert", 8)):
        page = legend.pages(definition(name), settings(code=code))[-1]
        texts = [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
        assert sum(text.endswith("%*") for text in texts) == estimated
        assert any(text.startswith("*") for text in texts) == bool(estimated)
