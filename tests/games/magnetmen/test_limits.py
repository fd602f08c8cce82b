"""Large sets and sizes: a sound sheet, or an error that says what to shorten; large paper."""

from dataclasses import replace

import pytest
from games.magnetmen.sets import BASE, base_with
from support import SHIPPED, assert_sound, definition, rolled, settings

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import Alone
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.sheets import board_sheet, inventories, legend, rules_sheet
from generator.layout.page import Text, flatten


def assert_sound_or_refused(board, with_rules: bool, *said: str) -> None:
    for pages_of in (board_sheet.pages, inventories.pages):
        try:
            pages = pages_of(board, settings(rules=with_rules))
        except TextOverflowError as error:
            assert any(words in str(error) for words in said)
        else:
            for page in pages:
                assert_sound(page)


def test_a_power_that_fills_more_than_a_page_is_refused():
    long = BASE["baby"].powers[0].model_copy(update={"score": (), "text": {"en": "word " * 3000}})
    types = {**BASE, "baby": BASE["baby"].model_copy(update={"powers": (long,)})}
    with pytest.raises(TextOverflowError, match=r"legend row is \d+ mm high") as caught:
        legend.pages(base_with(types), settings())
    assert caught.value.text.startswith("word word")


@pytest.mark.parametrize("names", [1, 3])
@pytest.mark.parametrize("with_rules", [True, False])
def test_long_names_of_sets_fit_or_are_refused(names, with_rules):
    sets = []
    for game_set in definition(*SHIPPED).sets[:names]:
        sets.append(game_set.model_copy())
        sets[-1]._key = f"{'x' * 39}{len(sets)}"
    named = replace(definition(*SHIPPED), sets=tuple(sets))
    board = roll(named, "regular", 4, "the-longest-seed-that-may-be-used")
    assert_sound_or_refused(board, with_rules, "does not fit")


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("columns, rows", [(16, 2), (12, 6), (5, 12), (4, 16)])
def test_flat_and_narrow_boards_have_room_for_slots(columns, rows, players):
    board = board_of(players, columns=columns, rows=rows)
    for with_rules in (True, False):
        assert_sound(board_sheet.page(board, settings(rules=with_rules)))


@pytest.mark.parametrize(
    "shape, key, what",
    [
        ({"slots": 60}, "slots", "60 slots on a4 are 4.6 mm across"),
        ({"columns": 30}, "columns", "30 x 8 squares on a4 are 5.8 mm across"),
        ({"rows": 30}, "rows", "8 x 30 squares on a4 are 5.6 mm across"),
    ],
)
def test_slots_and_squares_have_a_least_size_as_printed(shape, key, what):
    with pytest.raises(PieceTooLargeError, match=what) as caught:
        board_sheet.page(board_of(3, **shape), settings())
    assert caught.value.key == ("sizes", "regular", key)
    board_sheet.page(board_of(3, **shape), settings("a2", rules=False))


def board_of(players, **shape):
    sizes = dict(definition("base").boards.sizes)
    sizes["regular"] = sizes["regular"].model_copy(update=shape)
    return roll(base_with(boards={"sizes": sizes}), "regular", players, "flat")


@pytest.mark.parametrize("count", [8, 11, 16, 24])
def test_many_types_fit_or_are_refused(count):
    types = {piece.key: piece for piece in definition(*SHIPPED).pieces}
    board = roll(base_with(types, "all", alone=Alone(types=(count, count))), "huge", 2, "many")
    assert len(board.types) == count
    assert_sound_or_refused(board, True, "legend", "too many for an inventory")


@pytest.mark.parametrize(
    "pages_of",
    [
        lambda look: board_sheet.pages(rolled(), look),
        lambda look: inventories.pages(rolled(), look),
        lambda look: legend.pages(definition(*SHIPPED), look),
        lambda look: rules_sheet.pages(definition(*SHIPPED), look, "test"),
    ],
)
def test_text_on_a3_is_set_as_on_a4_and_drawn_larger(pages_of):
    def texts(paper):
        pages = pages_of(settings(paper))
        entries = [(entry.item, page) for page in pages for entry in flatten(page)]
        texts = [(item, page.paper.scale) for item, page in entries if isinstance(item, Text)]
        return [text.text for text, _ in texts], [text.size * scale for text, scale in texts]

    (words, sizes), larger = texts("a4"), texts("a3")
    assert larger == (words, pytest.approx([size * 2**0.5 for size in sizes], rel=0.001))


@pytest.mark.slow
def test_rules_of_sets_that_destroy_nothing_leave_destroying_out():
    types = {key: piece for key, piece in BASE.items() if key != "explorer"}
    calm = base_with(types, "calm", alone=Alone(types=(5, 6)))
    assert not examples.can_destroy(calm)
    pages = rules_sheet.pages(calm, settings(), "x")
    assert len(pages) == 2
    for page in pages:
        assert_sound(page)
