"""The larger inventories, with a box for each number that players must write; the legend tables."""

from dataclasses import replace
from itertools import combinations

import pytest
from games.magnetmen.sets import BASE, base_with
from positions import with_power
from short_run import cases
from support import PAPERS, SHIPPED, SIZES, assert_sound, definition, rolled, settings

from generator.games.magnetmen.sheets import inventories, legend
from generator.languages import languages
from generator.layout.page import Art, Group, Oval, Rect, Text, flatten


def tables(board) -> list[Group]:
    """The table for the scores of each player."""
    pages = inventories.pages(board, settings())
    return [item for page in pages for item in page.items if getattr(item, "name", "") == "scores"]


CROSSED_OUT = {"for_each": {"what": "adjacent_crossed_out"}}


@pytest.mark.parametrize(
    ("parts", "writing", "numbers"),
    [
        ({"score": [{"flat": {"points": 2}}]}, 2, ["2"]),
        ({"score": [{"flat": {"points": -4}}]}, 2, ["−4"]),
        ({"score": [{"flat": {"points": 3}}, {"flat": {"points": -1}}]}, 2, ["2"]),
        ({"score": [{"for_each": {"what": "own", "points": 1}}]}, 3, []),
        ({"score": [{"if": {"have": "most", "points": 4, "else": -4}}]}, 3, []),
        ({"score": [{"flat": {"points": 1}}, {"for_each": {"what": "own"}}]}, 3, []),
        ({"score": [CROSSED_OUT]}, 1, []),
        ({"score": [{"flat": {"points": 1}}, CROSSED_OUT]}, 1, []),
        ({"on_take": [{"destroy": {"count": 1, "where": "board"}}]}, 0, ["0"]),
        ({"text": {"en": "Whatever you like."}}, 3, []),
    ],
)
def test_there_are_boxes_for_what_differs_only(parts, writing, numbers):
    table = tables(replace(rolled(), types=(with_power(parts),), squares=(0,) * 64))[0]
    boxes = [item for item in table.items if isinstance(item, Rect | Oval) and item.stroke]
    assert len(boxes) == 2 + writing  # and those of the symbol and the total
    given = [item for item in table.items if getattr(item, "name", "") == "given"]
    assert [item.items[0].text for item in given] == numbers


@pytest.mark.parametrize(
    ("size", "players", "paper", "code"),
    cases(SIZES, (2, 3, 4), PAPERS, languages(), always=[("huge", 4, "a4-letter-safe", "de")]),
)
def test_inventories_are_sound_and_no_half_page_is_left_empty(size, players, paper, code):
    board = rolled("half", SHIPPED, size, players)
    pages = inventories.pages(board, settings(paper, code=code))
    assert len(pages) == (players + 1) // 2
    for page in pages:
        assert_sound(page)
        lower = [item for item in page.items if item.box.y > page.paper.height / 2]
        assert max(item.box.bottom for item in lower) > 0.9 * page.paper.height
    items = [item for page in pages for item in page.items]
    rows = [item for item in items if getattr(item, "name", "") == "legend row"]
    assert len(rows) == (len(board.types) if players == 3 else 0)
    notes = [item for item in items if getattr(item, "name", "") == "notes"]
    assert len(notes) == (players == 3 and legend.Fitter(board, settings(code=code)).notes != "")
    for group in (item for item in items if getattr(item, "name", "") == "slots"):
        slots = [
            item.box
            for item in group.items
            if isinstance(item, Rect) and item.fill == "white" and item.stroke
        ]
        assert len(slots) == board.size.slots and min(min(slot[2:]) for slot in slots) > 10
        assert not any(one.overlaps(other) for one, other in combinations(slots, 2))
    for table in tables(board):
        symbols = [item for item in table.items if isinstance(item, Art) and "symb" in item.name]
        assert len(symbols) == len(board.types)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("code", languages())
def test_tables_are_sound_and_complete(code, paper):
    """Designers are told where odds are estimates: the published rules say which of two powers is
    more common, but not by how much."""
    pages = legend.pages(definition(*SHIPPED), settings(paper, code=code))
    texts = {"players": [], "designers": []}
    for page in pages:
        assert_sound(page)
        of_whom = texts[page.name.rpartition(" ")[2]]
        of_whom += [entry.item.text for entry in flatten(page) if isinstance(entry.item, Text)]
    for piece in definition(*SHIPPED).pieces:
        for of_whom in texts.values():
            assert piece.name[code] in " ".join(of_whom)
    variants = sum(len(piece.powers) for piece in definition(*SHIPPED).pieces)
    assert " ".join(texts["designers"]).count("%") == variants
    assert sum(text.endswith("%*") for text in texts["designers"]) == 20
    assert sum(text.startswith("*") for text in texts["designers"]) == 2  # of three sets


@pytest.mark.parametrize("times", [4, 50])
def test_long_sets_break_across_pages(times):
    """A set of many types, and a type of many variants."""
    types = {f"{key}_{n}": piece for n in range(4) for key, piece in BASE.items()}
    if times == 50:
        powers = BASE["ballerina"].powers * times
        types = {**BASE, "ballerina": BASE["ballerina"].model_copy(update={"powers": powers})}
    pages = legend.pages(base_with(types, "long", alone=None), settings())
    assert len(pages) > 2
    for page in pages:
        assert_sound(page)
