"""Each faction's power: an attack that gains a point, and one that does not; and its wording."""

import pytest
from games.metals.oracle import Assault, Move, apply, assault_phase, attacks, legal_actions, winner
from games.metals.pictures import position, shipped_definition

from generator.games.metals.definition import Condition
from generator.languages import languages, load_language

ROWS = "\n. . .\n. . ."

# faction of the attacker, red; the first row of the map; what the assault gains
CASES = {
    "Artemisia: an enemy on a 2-point space": ("artemisia", ".r> 2b^ .", 1),
    "Artemisia: not on a 1-point space": ("artemisia", ".r> 1b^ .", 0),
    "Artemisia: not from a 2-point space": ("artemisia", ". 2r> .b^", 0),
    "White Fang: an enemy from its left": ("white_fang", ".r> .b^ .", 1),
    "White Fang: an enemy from its right": ("white_fang", ".r> .bv .", 1),
    "White Fang: not from its front": ("white_fang", ".r> .b< .", 0),
    "White Fang: not from its rear": ("white_fang", ".r> .b> .", 0),
    "Zipang: an enemy from its front": ("zipang", ".r> .b< .", 1),
    "Zipang: an enemy from its rear": ("zipang", ".r> .b> .", 1),
    "Zipang: not from its side": ("zipang", ".r> .bv .", 0),
    "Metaclyon: an enemy on a corner space": ("metaclyon", ". .r> .b^", 1),
    "Metaclyon: not from a corner space": ("metaclyon", ".r> .b^ .", 0),
    "Dinorda: an enemy on a City space": ("dinorda", ".r> Cb^ .", 1),
    "Dinorda: not on a plain space": ("dinorda", ".r> .b^ .", 0),
    "Corsario: a Metal that is not damaged yet": ("corsario", ".r> .b^ .", 1),
    "Corsario: not one that is damaged": ("corsario", ".r> .b^* .", 0),
    "Obsidior: from a 2-point space": ("obsidior", ". 2r> .b^", 1),
    "Obsidior: not from a 1-point space": ("obsidior", ". 1r> .b^", 0),
    "Obsidior: not at an enemy on a 2-point space": ("obsidior", ".r> 2b^ .", 0),
}


@pytest.mark.parametrize("faction, row, gain", CASES.values(), ids=CASES)
def test_each_gives_a_point_when_attacking(faction, row, gain):
    before = position(row + ROWS, factions={"r": faction}, phase="assault")
    (assault,) = attacks(before)
    assert assault.gain == gain
    assert assault.condition == (
        shipped_definition().figures.factions[faction].when if gain else None
    )
    after, events = assault_phase(before)
    assert events == (assault,)
    assert after.scores == (0, gain)


@pytest.mark.parametrize("faction", shipped_definition().figures.factions)
def test_every_faction_has_a_positive_and_a_negative_case(faction):
    assert {gain for key, _, gain in CASES.values() if key == faction} == {0, 1}


def test_factions_mean_nothing_in_the_basic_game():
    before = position(".r> 2b^ ." + ROWS, factions={"r": "artemisia"}, phase="assault")
    basic = position(".r> 2b^ ." + ROWS, phase="assault")
    assert attacks(before)[0].gain == 1
    assert attacks(basic)[0].gain == 0


def test_the_points_go_to_the_attacking_player_and_win_at_once():
    """Reading 8: blue would score two points and win, but never comes to it."""
    before = position(
        ".r> 2 .\n. .b^ .\n. . .", factions={"r": "artemisia"}, target=4, scores=(2, 3)
    )
    after, events = apply(before, Move(1, 1, "north"))
    assert [type(event) for event in events] == [Move, Assault]
    assert after.scores == (2, 4)
    assert winner(after) == 1
    assert after.phase == "occupation"
    assert legal_actions(after) == ()


def test_every_attacker_gains_and_looks_at_the_target_as_it_was_before():
    """Readings 4 and 8: two Corsarios attack the same undamaged Metal."""
    before = position(". .rv .\n.r> .b^ .\n. . .", factions={"r": "corsario"}, phase="assault")
    after, events = assault_phase(before)
    assert [event.gain for event in events] == [1, 1]
    assert all(event.defeated for event in events)
    assert after.scores == (0, 2)


# Wording

GROUNDS = ("point_1", "point_2", "city", "corner")
SIDES = [["front"], ["side"], ["rear"], ["front", "side"], ["rear", "front"], ["rear", "side"]]
SAYINGS = [
    *({"target_on": ground} for ground in GROUNDS),
    *({"attacker_on": ground} for ground in (*GROUNDS, "forest")),
    *({"target_is": state} for state in ("undamaged", "damaged")),
    *({"hit_from": sides} for sides in SIDES),
]


def test_there_are_sayings_of_every_kind():
    assert {name for saying in SAYINGS for name in saying} == Condition.model_fields.keys()


@pytest.mark.parametrize("code", languages())
def test_every_condition_has_a_clause_of_its_own(code):
    clauses = [Condition.model_validate(saying).clause(load_language(code)) for saying in SAYINGS]
    assert len(set(clauses)) == len(SAYINGS)
    assert not any(clause.endswith(".") or clause[0].isupper() for clause in clauses)


@pytest.mark.parametrize("code", languages())
def test_every_clause_is_of_a_condition_there_is(code):
    sections = load_language(code).section("metals")["factions"]["when"]
    assert sum(len(section) for section in sections.values()) == len(SAYINGS)


def test_clauses():
    english, french = load_language("en"), load_language("fr")
    factions = shipped_definition().figures.factions
    assert {key: faction.when.clause(english) for key, faction in factions.items()} == {
        "artemisia": "when it attacks an enemy on a 2-point space",
        "white_fang": "when it attacks an enemy from the side",
        "zipang": "when it attacks an enemy from the front or the rear",
        "metaclyon": "when it attacks an enemy on a corner space",
        "dinorda": "when it attacks an enemy on a City space",
        "corsario": "when it attacks an undamaged enemy",
        "obsidior": "when it attacks from a 2-point space",
    }
    assert factions["zipang"].when.clause(french) == (
        "quand il attaque un ennemi de face ou par l’arrière"
    )


def test_the_order_of_sides_changes_nothing():
    one = Condition.model_validate({"hit_from": ["rear", "front"]})
    assert one == Condition.model_validate({"hit_from": ["front", "rear"]})
    assert Condition.model_validate(one) == one
