"""Each faction's power: attacks that gain a point, and some that do not; and its wording."""

import pytest
from games.metals.oracle import assaults, winner
from games.metals.pictures import after_assault, play, position, shipped_definition

from generator.games.metals.definition import Condition
from generator.languages import languages, load_language

# a faction: the map when it attacks and gains; when it does not
CASES = {
    "artemisia": ([".r> 2b^ ."], [".r> 1b^ .", ". 2r> .b^"]),
    "white_fang": ([".r> .b^ .", ".r> .bv ."], [".r> .b< .", ".r> .b> ."]),
    "zipang": ([".r> .b< .", ".r> .b> ."], [".r> .bv ."]),
    "metaclyon": ([". .r> .b^"], [".r> .b^ ."]),
    "dinorda": ([".r> Cb^ ."], [".r> .b^ .", ". Cr> .b^"]),
    "corsario": ([".r> .b^ ."], [".r> .b^* ."]),
    "obsidior": ([". 2r> .b^"], [". 1r> .b^", ".r> 2b^ ."]),
}


@pytest.mark.parametrize("faction", shipped_definition().figures.factions)
def test_each_gives_a_point_when_attacking(faction):
    for gain, pictures in zip((1, 0), CASES[faction], strict=True):
        for picture in pictures:
            before = position(picture, factions={"r": faction})
            assert [one.gain for one in assaults(before)] == [gain]
            assert after_assault(before).scores == (0, gain)


def test_the_points_go_to_the_attacking_player_and_win_at_once():
    """Reading 8: blue would score two points and win, but never comes to it."""
    power = {"r": "artemisia"}
    before = position(".r> 2 . / . .b^ .", factions=power, target=4, scores=(2, 3))
    after = play(before, 1, 1, "^")
    assert after.scores == (2, 4)
    assert winner(after) == 1


def test_every_attacker_gains_and_looks_at_the_target_as_it_was_before():
    """Readings 4 and 8: two Corsarios attack the same undamaged Metal."""
    after = after_assault(position(". .rv . / .r> .b^ .", factions={"r": "corsario"}))
    assert (after.scores, after.metals[2].space) == ((0, 2), None)


# Wording

GROUNDS = ("point_1", "point_2", "city", "corner")
SIDES = [["front"], ["side"], ["rear"], ["front", "side"], ["rear", "front"], ["rear", "side"]]
SAYINGS = [
    *({"target_on": ground} for ground in GROUNDS),
    *({"attacker_on": ground} for ground in (*GROUNDS, "forest")),
    *({"target_is": state} for state in ("undamaged", "damaged")),
    *({"hit_from": sides} for sides in SIDES),
]


@pytest.mark.parametrize("code", languages())
def test_every_condition_has_a_clause_of_its_own(code):
    assert {name for saying in SAYINGS for name in saying} == Condition.model_fields.keys()
    language = load_language(code)
    clauses = {Condition.model_validate(saying).clause(language) for saying in SAYINGS}
    assert len(clauses) == len(SAYINGS)
    assert not any(clause.endswith(".") or clause[0].isupper() for clause in clauses)
    sections = language.section("metals")["factions"]["when"].values()
    assert sum(map(len, sections)) == len(SAYINGS)


def test_the_order_of_sides_changes_nothing():
    one = Condition.model_validate({"hit_from": ["rear", "front"]})
    assert one == Condition.model_validate({"hit_from": ["front", "rear"]})
    assert Condition.model_validate(one) == one
