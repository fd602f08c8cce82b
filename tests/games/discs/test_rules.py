"""The rules, a test for every sentence."""

import pytest

from generator.games.discs.roll import WILD, Symbol, matches

DISC = (Symbol("arrow", "blue"), Symbol("star", "red"), Symbol("foot", "green"))


@pytest.mark.parametrize(
    ("shape", "colour", "match"),
    [
        ("arrow", "blue", True),
        ("star", "red", True),
        ("arrow", "red", False),  # both are on it, but not together
        ("arrow", "yellow", False),
        ("flower", "blue", False),
        ("flower", "yellow", False),
    ],
)
def test_a_disc_must_show_the_rolled_shape_in_the_rolled_colour(shape, colour, match):
    assert matches(DISC, shape, colour) == match


@pytest.mark.parametrize(("shape", "match"), [("arrow", True), ("foot", True), ("flower", False)])
def test_a_white_colour_die_is_that_shape_in_any_colour(shape, match):
    assert matches(DISC, shape, WILD) == match


@pytest.mark.parametrize(("colour", "match"), [("blue", True), ("green", True), ("purple", False)])
def test_a_white_shape_die_is_that_colour_in_any_shape(colour, match):
    assert matches(DISC, WILD, colour) == match


def test_two_white_dice_are_every_disc():
    assert matches(DISC, WILD, WILD)
