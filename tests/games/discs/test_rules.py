"""The rules, a row for every sentence."""

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
        ("foot", WILD, True),  # a white colour die: that shape in any colour
        ("flower", WILD, False),
        (WILD, "green", True),  # a white shape die: that colour in any shape
        (WILD, "purple", False),
        (WILD, WILD, True),  # two white dice: every disc
    ],
)
def test_a_disc_must_show_the_rolled_shape_in_the_rolled_colour(shape, colour, match):
    assert matches(DISC, shape, colour) == match
