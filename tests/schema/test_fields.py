"""Field types of every game: what they take, and what they refuse."""

from typing import Annotated

import pytest
from pydantic import TypeAdapter, ValidationError

from generator.layout import theme
from generator.schema.fields import Between, Number, PaletteColour

NUMBER = TypeAdapter(Annotated[Number, Between(2, 5)])
COLOUR = TypeAdapter(PaletteColour)


@pytest.mark.parametrize(
    "number", [2, 5, {"choice": [5, 2]}, {"range": [2, 5]}, {"range": [2, 6], "step": 3}]
)
def test_numbers_between_the_bounds(number):
    NUMBER.validate_python(number)


@pytest.mark.parametrize(
    "number, found",
    [(1, 1), (6, 6), ({"choice": [3, 9]}, 9), ({"range": [1, 5]}, 1), ({"range": [2, 9]}, 9)],
)
def test_no_number_may_come_out_beyond_the_bounds(number, found):
    with pytest.raises(ValidationError, match=f"whole number from 2 to 5, found {found} "):
        NUMBER.validate_python(number)


def test_colours_are_those_of_the_palette():
    for name in theme.PALETTE:
        assert COLOUR.validate_python(name) == name
    for name in ("#23263b", "Ink", "iris.tray"):
        with pytest.raises(ValidationError, match=f"there is no colour '{name}'"):
            COLOUR.validate_python(name)
