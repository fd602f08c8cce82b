"""The rules, a test for every sentence."""

import pytest

from generator.games.discs.rules import (
    WILD,
    Grab,
    Symbol,
    game_is_over,
    grab,
    matches,
    roll_is_over,
    winners,
)

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


def test_it_goes_on_until_no_disc_shows_the_combination():
    other = (Symbol("arrow", "red"),)
    assert not roll_is_over([other, DISC], "arrow", "blue")
    assert roll_is_over([other], "arrow", "blue")
    assert roll_is_over([], WILD, WILD)


def test_a_right_disc_is_won():
    assert grab(is_match=True, stack=0) == Grab(discs_won=1, returned_discs=0)


def test_a_wrong_disc_goes_back_with_one_penalty_disc():
    assert grab(is_match=False, stack=5) == Grab(discs_won=-1, returned_discs=2)


def test_a_player_without_discs_just_gives_it_back():
    assert grab(is_match=False, stack=0) == Grab(discs_won=0, returned_discs=1)


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize("stack", [0, 1, 2, 7])
def test_no_disc_is_lost(right, stack):
    """One is taken from the middle; it is on the stack or back again afterwards."""
    result = grab(right, stack)
    assert result.discs_won + result.returned_discs == 1
    assert stack + result.discs_won >= 0


def test_the_game_ends_when_the_last_disc_is_taken():
    assert game_is_over(0)
    assert not game_is_over(1)


def test_the_tallest_stack_wins():
    assert winners([3, 12, 5]) == [1]
    assert winners([4, 7, 7]) == [1, 2]
