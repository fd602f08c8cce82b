"""Properties of rolled maps over thousands of seeds, and that they never change."""

import os
from itertools import combinations
from pathlib import Path

import pytest
from games.metals.pictures import shipped_definition
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from support import DATA

from generator.core.errors import RollError
from generator.core.game_id import parse
from generator.games.metals.definition import (
    CATALOGUE,
    MapSource,
    MetalsDefinition,
    load_definition,
)
from generator.games.metals.map import CHARACTERS, FACINGS, Map, RolledMap, read_map
from generator.games.metals.roll import VERSION, roll
from generator.schema.fields import possible

GOLDEN = Path(__file__).parent / "maps.txt"
SEEDS = [f"s{n}" for n in range(2000)]


@pytest.fixture(scope="module")
def maps() -> list[Map]:
    return [roll(shipped_definition("wilds"), "basic", 2, seed).map for seed in SEEDS]


def drawing(rolled_map: Map) -> str:
    chars = {space: char for char, space in CHARACTERS.items()}
    letters = [chars[space] for space in rolled_map.spaces]
    starts = range(0, len(rolled_map), rolled_map.columns)
    return "\n".join("".join(letters[start : start + rolled_map.columns]) for start in starts)


def assert_keeps(rolled_map: Map, rules: RolledMap) -> None:
    """Asserts that a map keeps all rules of rolled maps."""
    assert rolled_map.columns in possible(rules.columns)
    assert rolled_map.rows in possible(rules.rows)
    assert rolled_map.spaces == rolled_map.spaces[::-1]
    assert all(rolled_map.spaces[corner] == "plain" for corner in rolled_map.corners)
    for kind, spread in rules.spaces.kinds().items():
        there = [index for index, space in enumerate(rolled_map.spaces) if space == kind]
        assert len(there) in possible(spread.count)
        assert all(rolled_map.from_corner(index) >= spread.from_corner for index in there)
        assert all(rolled_map.steps(*pair) >= spread.apart for pair in combinations(there, 2))


def test_every_map_of_the_wilds_keeps_their_rules(maps):
    for rolled_map in maps:
        assert_keeps(rolled_map, shipped_definition("wilds").sets[0].map.rolled)


def test_the_gorge_has_two_sizes_and_numbers_of_cities():
    rules = shipped_definition("gorge").sets[0].map.rolled
    rolls = [roll(shipped_definition("gorge"), "basic", 2, seed).map for seed in SEEDS[:200]]
    for rolled_map in rolls:
        assert_keeps(rolled_map, rules)
    assert {(board.columns, board.rows, board.spaces.count("city")) for board in rolls} == {
        (4, rows, cities) for rows in (6, 7) for cities in (2, 4)
    }


def test_nobody_scores_in_the_wilds_with_the_first_move(maps):
    for rolled_map in maps:
        with_points = [index for index in range(len(rolled_map)) if rolled_map.points(index)]
        assert min(map(rolled_map.from_corner, with_points)) >= 2


def test_every_map_could_have_been_drawn(maps):
    """A rolled map passes all checks of a drawn one."""
    for rolled_map in maps[:200]:
        assert read_map(MapSource(drawn=drawing(rolled_map)).drawn) == rolled_map


def test_every_space_is_reached_on_foot_from_every_corner(maps):
    for rolled_map in maps[:50]:
        for corner in rolled_map.corners:
            reached, new = set(), {corner}
            while new:
                reached |= new
                ahead = {rolled_map.ahead(index, facing) for index in new for facing in FACINGS}
                new = ahead - reached - {None}
            assert len(reached) == len(rolled_map)


def test_the_wilds_differ_from_seed_to_seed(maps):
    assert len({rolled_map.spaces for rolled_map in maps}) > 0.99 * len(SEEDS)


def test_every_count_comes_out_equally_often(maps):
    for kind, spread in shipped_definition("wilds").sets[0].map.rolled.spaces.kinds().items():
        counts = [rolled_map.spaces.count(kind) for rolled_map in maps]
        values = possible(spread.count)
        assert set(counts) == set(values)
        for value in values:
            share = 1 / len(values)
            deviation = (share * (1 - share) / len(counts)) ** 0.5
            assert abs(counts.count(value) / len(counts) - share) <= 5 * deviation


def test_every_space_a_kind_may_be_on_has_it_in_time(maps):
    middle = len(maps[0]) // 2
    for kind, spread in shipped_definition("wilds").sets[0].map.rolled.spaces.kinds().items():
        indexes = {
            index
            for rolled_map in maps
            for index, space in enumerate(rolled_map.spaces)
            if space == kind
        }
        expected = {
            index
            for index in range(len(maps[0]))
            if index == middle or spread.allows(maps[0], index)
        }
        assert indexes == expected - ({middle} if kind != "point_2" else set())


# The game around the map


def test_the_form_of_the_game_does_not_change_the_map():
    basic, factions = (
        roll(shipped_definition("wilds"), form, 2, "x") for form in ("basic", "factions")
    )
    assert basic.map == factions.map
    assert (basic.factions, basic.target) == (False, 10)
    assert (factions.factions, factions.target) == (True, 20)


def test_the_id_of_a_rolled_map_has_its_seed():
    game = roll(shipped_definition("wilds"), "factions", 2, "sunday")
    assert str(game.game_id).startswith(f"metals.factions.wilds.2.sunday.{VERSION}-")
    assert parse(str(game.game_id)) == game.game_id
    assert game.game_id.fingerprint.count("-") == 2


def test_a_map_drawn_by_hand_is_the_same_for_every_seed():
    one, other = (
        roll(shipped_definition("classic"), "basic", 2, seed) for seed in ("one", "other")
    )
    assert one == other
    assert one.game_id.seed == "fixed"


def test_a_kind_of_space_does_not_move_those_that_find_room_before_it():
    """Each kind has a stream of its own."""
    rules = shipped_definition("wilds").sets[0].map.rolled
    spaces = rules.spaces.model_copy(
        update={"forest": rules.spaces.forest.model_copy(update={"count": 0})}
    )
    bare = with_rules(rules.model_copy(update={"spaces": spaces}))
    for seed in SEEDS[:100]:
        wooded = roll(shipped_definition("wilds"), "basic", 2, seed).map
        cleared = tuple("plain" if space == "forest" else space for space in wooded.spaces)
        assert roll(bare, "basic", 2, seed).map.spaces == cleared


# Other rules


def with_rules(rules: RolledMap) -> MetalsDefinition:
    """The wilds, with other rules for their maps."""
    (wilds,) = shipped_definition("wilds").sets
    metals_set = wilds.model_copy(update={"map": MapSource(rolled=rules)})
    metals_set._key = "mine"
    return MetalsDefinition((metals_set,), shipped_definition("wilds").figures)


SPREADS = st.fixed_dictionaries(
    {"count": st.integers(1, 4).map(lambda pairs: 2 * pairs)},
    optional={"apart": st.integers(1, 4), "from_corner": st.integers(1, 4)},
)
RULES = st.fixed_dictionaries(
    {
        "columns": st.integers(3, 8),
        "rows": st.integers(3, 10),
        "spaces": st.dictionaries(
            st.sampled_from(["point_2", "city", "point_1", "forest"]), SPREADS, max_size=3
        ).map(lambda spaces: {"point_1": {"count": 2}, **spaces}),
    }
)


@given(RULES, st.sampled_from(SEEDS))
def test_any_rules_give_a_map_that_keeps_them_or_a_reason(raw, seed):
    try:
        rules = RolledMap.model_validate(raw)
        rolled_map = roll(with_rules(rules), "basic", 2, seed).map
    except (ValidationError, RollError):
        return
    assert_keeps(rolled_map, rules)


def test_a_first_choice_that_leads_nowhere_is_taken_back():
    rules = {"columns": 5, "rows": 5, "spaces": {"point_1": {"count": 4, "apart": 4}}}
    narrow_definition = with_rules(RolledMap.model_validate(rules))
    for seed in SEEDS[:50]:
        assert_keeps(
            roll(narrow_definition, "basic", 2, seed).map, narrow_definition.sets[0].map.rolled
        )


@pytest.mark.parametrize(
    "columns, rows, spread, words",
    [
        (
            5, 5, {"count": 6, "apart": 4},
            "no map of 5 x 5 spaces can be made with point_1 6 times at least 4 apart; lower a "
            "count, 'apart' or 'from_corner'",
        ),
        (
            8, 10, {"count": 60, "apart": 2},
            "no map of 8 x 10 spaces was found with point_1 60 times at least 2 apart; lower a "
            "count, 'apart' or 'from_corner', or try another seed",
        ),
    ],
)  # fmt: skip
def test_a_map_that_cannot_be_is_explained(columns, rows, spread, words):
    rules = {"columns": columns, "rows": rows, "spaces": {"point_1": spread}}
    with pytest.raises(RollError) as cannot:
        roll(with_rules(RolledMap.model_validate(rules)), "basic", 2, "x")
    assert str(cannot.value) == words


def test_a_map_that_cannot_be_is_reported_at_its_place(tmp_path):
    rules = "columns: 5\n    rows: 5\n    spaces:\n      point_1: {count: 6, apart: 4}\n"
    text = f"game: metals\ntitle: {{en: Own}}\nmap:\n  rolled:\n    {rules}"
    (tmp_path / "own.yaml").write_text(text, encoding="utf-8")
    with pytest.raises(RollError) as cannot:
        roll(load_definition(["own"], [tmp_path]), "basic", 2, "x")
    assert str(cannot.value).startswith(
        f"{tmp_path}/own.yaml:4:3: map.rolled: no map of 5 x 5 spaces can be made with point_1 6 "
    )


def test_the_example_set_rolls_its_open_numbers():
    definition_of_sets = load_definition(["example"], [DATA / "sets"])
    rolls = [roll(definition_of_sets, "basic", 2, seed).map for seed in SEEDS[:100]]
    for roll_result in rolls:
        assert_keeps(roll_result, definition_of_sets.sets[0].map.rolled)
    assert {(roll_result.columns, roll_result.rows) for roll_result in rolls} == {
        (columns, rows) for columns in (4, 6) for rows in (5, 7, 9)
    }


def test_rolls_never_change():
    """A golden listing of maps. If it must change, raise roll.VERSION, so that old game IDs say
    why they can no longer be printed; then UPDATE_GOLDEN=1 writes it anew."""
    lines = [f"version {VERSION}"]
    for name in CATALOGUE.shipped:
        for seed in ("golden",) if name == "classic" else ("golden", "silver"):
            game = roll(shipped_definition(name), "basic", 2, seed)
            lines += ["", f"{name} {game.game_id.seed}", drawing(game.map)]
    text = "\n".join(lines) + "\n"
    if os.environ.get("UPDATE_GOLDEN"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
