"""Sets as large as the definitions allow: a sound sheet, or an error that says what to shorten."""

from dataclasses import replace

import pytest
from support import SHIPPED, assert_sound, definition, settings

from generator.core.errors import TextOverflowError
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import Alone
from generator.games.magnetmen.roll import roll
from generator.games.magnetmen.sheets import board_sheet, inventories, legend, rules_sheet


def with_key(game_set, key):
    copy = game_set.model_copy()
    copy._key = key
    return copy


def test_a_type_with_fifty_variants_breaks_across_pages():
    base = definition("base")
    types = dict(base.sets[0].types)
    many = types["ballerina"].powers * 50
    types["ballerina"] = types["ballerina"].model_copy(update={"powers": many})
    types["ballerina"]._key = "ballerina"
    game_set = with_key(base.sets[0].model_copy(update={"types": types}), "many")
    for page in legend.pages(replace(base, sets=(game_set,)), settings()):
        assert_sound(page)


def test_a_power_that_fills_more_than_a_page_is_refused():
    base = definition("base")
    types = dict(base.sets[0].types)
    long = types["baby"].powers[0].model_copy(update={"score": (), "text": {"en": "word " * 3000}})
    types["baby"] = types["baby"].model_copy(update={"powers": (long,)})
    types["baby"]._key = "baby"
    game_set = with_key(base.sets[0].model_copy(update={"types": types}), "long")
    with pytest.raises(TextOverflowError, match=r"legend row is \d+ mm high") as caught:
        legend.pages(replace(base, sets=(game_set,)), settings())
    assert caught.value.text.startswith("word word")


@pytest.mark.parametrize("names", [1, 3])
@pytest.mark.parametrize("with_rules", [True, False])
def test_long_names_of_sets_fit_or_are_refused(names, with_rules):
    definition_of_sets = definition(*SHIPPED)
    sets = tuple(
        with_key(one, f"{'x' * 39}{i}") for i, one in enumerate(definition_of_sets.sets[:names])
    )
    board = roll(
        replace(definition_of_sets, sets=sets), "regular", 4, "the-longest-seed-that-may-be-used"
    )
    for compose in (lambda look: [board_sheet.page(board, look)], lambda look:
                    inventories.pages(board, look)):  # fmt: skip
        try:
            pages = compose(settings(rules=with_rules))
        except TextOverflowError as error:
            assert "does not fit" in str(error)
            continue
        for page in pages:
            assert_sound(page)


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("columns, rows", [(30, 2), (12, 6), (5, 12), (4, 30)])
def test_flat_and_narrow_boards_have_room_for_slots(columns, rows, players):
    board = roll(of_size(columns=columns, rows=rows), "regular", players, "flat")
    for with_rules in (True, False):
        assert_sound(board_sheet.page(board, settings(rules=with_rules)))


def of_size(**change):
    """The base set, with another regular board."""
    base = definition("base")
    sizes = dict(base.boards.sizes)
    sizes["regular"] = sizes["regular"].model_copy(update=change)
    return replace(base, boards=base.boards.model_copy(update={"sizes": sizes}))


@pytest.mark.parametrize("count", [8, 11, 16, 24])
def test_many_types_fit_or_are_refused(count):
    definition_of_sets = definition(*SHIPPED)
    alone = Alone(types=(count, count))
    types = {piece.key: piece for one in definition_of_sets.sets for piece in one.pieces}
    one = with_key(
        definition_of_sets.sets[0].model_copy(update={"types": types, "alone": alone}), "all"
    )
    board = roll(replace(definition_of_sets, sets=(one,)), "huge", 2, "many")
    assert len(board.types) == count
    for compose in (board_sheet.page, inventories.pages):
        try:
            pages = compose(board, settings())
        except TextOverflowError as error:
            assert "legend" in str(error) or "too many for an inventory" in str(error)
            continue
        for page in pages if isinstance(pages, list) else [pages]:
            assert_sound(page)


@pytest.mark.slow
def test_rules_of_sets_that_destroy_nothing_leave_destroying_out():
    base = definition("base")
    types = {key: piece for key, piece in base.sets[0].types.items() if key != "explorer"}
    alone = Alone(types=(5, 6))
    game_set = with_key(base.sets[0].model_copy(update={"types": types, "alone": alone}), "calm")
    calm = replace(base, sets=(game_set,))
    assert not examples.can_destroy(calm)
    pages = rules_sheet.pages(calm, settings(), "x")
    assert len(pages) == 2
    for page in pages:
        assert_sound(page)
