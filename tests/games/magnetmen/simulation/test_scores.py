"""What icons are worth: each published variant on a small board, computed by hand.

Whole games are compared with a second implementation in test_agreement.py.
"""

import pytest
from games.magnetmen.simulation.states import Game
from positions import position, published_powers


def scores(text, own=None, other=None, **more) -> tuple[int, ...]:
    return Game(position(text, own, other, **more)).state().scores


# variant, own icons, the other player's, the grid, what the own ones are worth together;
# x is the variant, g a Guitarist, v a Veterinarian.
CASES = [
    ("guitarist A", {"x": 3}, {}, "x", 3),
    ("veterinarian A", {"x": 3}, {}, "x", 6),
    ("ballerina A", {"x": 2}, {"x": 1}, "x", 8),
    ("ballerina A", {"x": 2}, {"x": 2}, "x", 8),  # reading 1: ties count
    ("ballerina A", {"x": 2}, {"x": 3}, "x", -8),
    ("knitting_lady A", {"x": 2}, {"x": 3}, "x", 6),
    ("knitting_lady A", {"x": 2}, {"x": 2}, "x", 6),
    ("knitting_lady A", {"x": 2}, {}, "x", -6),  # reading 1: none counts as zero
    ("athlete A", {"x": 1}, {}, "x", 1),
    ("athlete A", {"x": 4}, {"x": 2}, "x", 16),  # reading 4: each of four is worth 4
    ("baby A", {"x": 2, "g": 3, "v": 2}, {}, "x", 3 + 4 + 2 * 3),  # totals: 3 and 4
    ("baby A", {"x": 2, "j": 2, "v": 2}, {}, "x", -6 + 4 + 2 * -6),
    ("baby A", {"x": 2}, {}, "x", 0),
    ("baby A", {"x": 1, "o": 1, "v": 1}, {}, "x", 2 + 2 + 2),  # the Elderly Man is left out
    ("elderly_man A", {"x": 2, "g": 3, "v": 2}, {}, "x", 3 + 4 + 2 * 4),
    ("elderly_man A", {"x": 3, "j": 2}, {}, "x", -6 + 3 * -6),
    ("elderly_man A", {"x": 1, "b": 1}, {}, "x", 0),
    ("explorer A", {"x": 3}, {}, "x", 0),
    ("astronaut A", {"x": 2}, {}, "x", 2),
    ("astronaut B", {"x": 2}, {}, "x", 2),
    ("doctor A", {"x": 2}, {}, "x", 2),
    ("doctor B", {"x": 2}, {}, "x", 4),
    ("firefighter A", {"x": 2}, {}, "x", -8),
    ("firefighter B", {"x": 2}, {}, "x", -4),
    ("police A", {"x": 2}, {}, "x", 6),
    ("baker A", {"x": 2}, {}, "x", -30),
    ("baker A", {"x": 3}, {}, "x", 15),
    ("judge A", {"x": 1}, {}, "x", 3),
    ("judge A", {"x": 2}, {}, "x", -6),
    ("judge B", {"x": 1}, {}, "x", -4),
    ("judge B", {"x": 2}, {}, "x", 8),
    ("king A", {"x": 1}, {}, "x", 12),
    ("king B", {"x": 1}, {}, "x", 6),
    ("mail_carrier A", {"x": 2}, {}, "x", 4),
    ("mail_carrier B", {"x": 2}, {}, "x", 6),
    ("painter A", {"x": 2}, {}, "x x x x1 x# g x1#", 2 * 6),
    ("photographer A", {"x": 2}, {}, "x x0 x x1 x# g1 x1#", 2 * 2),
    ("hairdresser A", {"x": 2}, {}, "x0 g1 g# \n g g0 g", 2 * 2),  # reading 8: # is filled
    ("hairdresser B", {"x": 2}, {}, "x0 g1 g# \n g g0 g", 2 * 3 * 3),
    ("life_guard A", {"x": 2}, {}, "x", 6),
    ("life_guard B", {"x": 2}, {}, "x", 6),
    ("actress A", {"x": 2}, {}, "x", 0),
    ("actress B", {"x": 2}, {}, "x", 0),
    ("singer A", {"x": 2}, {}, "x", -10),
    ("singer B", {"x": 2}, {}, "x", -6),
    ("taxi_driver A", {"x": 1}, {}, "g1 g1 g \n g# x0 g1 \n g1 g g1", 2),
    ("taxi_driver A", {"x": 2}, {}, "x0 x0 g1 x1 g1", 1 + 2),
    ("taxi_driver A", {"x": 1}, {}, "g1 x0# g1", 0),  # that icon is nowhere any more
    ("taxi_driver A", {"x": 1}, {}, "g1 x g1", 0),  # one from an Actress
    ("pilot A", {"x": 2}, {}, "x", -4),
]
OTHERS = {
    "g": "guitarist A",
    "v": "veterinarian A",
    "o": "elderly_man A",
    "j": "judge A",
    "b": "baby A",
}


@pytest.mark.parametrize("variant, own, other, text, worth", CASES)
def test_a_variant_is_worth(variant, own, other, text, worth):
    assert scores(text, own, other, x=variant, **OTHERS)[0] == worth


def test_every_published_variant_is_there():
    assert {case[0] for case in CASES} == {*published_powers()}


def test_most_and_least_are_of_all_players():
    kinds = {"b": "ballerina A", "k": "knitting_lady A"}
    assert scores("b", {"b": 1}, {"b": 2}, players=3, **kinds)[:2] == (-4, 8)
    assert scores("k", {"k": 1}, {"k": 2}, players=3, **kinds)[:2] == (-3, -6)  # the third has none


def test_scores_only_come_from_what_is_owned():
    assert scores("x0 x1 v0", {}, {}, x="photographer A", v="veterinarian A") == (0, 0)
