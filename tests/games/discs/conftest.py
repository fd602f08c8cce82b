"""Fixtures of the disc race: rolled games of the shipped sets, and of invented ones."""

from collections.abc import Callable
from functools import cache

import pytest

from generator.games.discs.definition import DiscsDefinition, DiscSet, load_definition
from generator.games.discs.roll import DiscGame, roll

SHAPES = ("arrow", "star", "puzzle", "flower", "foot")
COLOURS = ("red", "green", "yellow", "blue", "purple")


@cache
def _definition(name: str) -> DiscsDefinition:
    return load_definition([name])


@pytest.fixture(scope="session")
def roll_game() -> Callable[..., DiscGame]:
    """A game of a shipped set."""
    return lambda seed="test", name="classic": roll(_definition(name), "regular", 6, seed)


@pytest.fixture(scope="session")
def roll_invented_game() -> Callable[..., DiscGame]:
    """A game of a set with other numbers."""

    def make(shapes=SHAPES, colours=COLOURS, seed="test", **numbers) -> DiscGame:
        disc_set = DiscSet(
            game="discs",
            title={"en": "Invented"},
            shapes={key: {"name": {"en": key}} for key in shapes},
            colours={key: {"name": {"en": key}, "colour": key} for key in colours},
            **{"discs": 12, "symbols": 3, **numbers},
        )
        disc_set._key = "invented"
        return roll(DiscsDefinition((disc_set,)), "regular", 6, seed)

    return make
