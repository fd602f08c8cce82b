"""A roll: a whole set of discs, the same for the same seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.core.errors import OptionError
from generator.games.discs.game import GAME
from generator.games.discs.roll import VERSION


def test_a_roll_has_every_disc_of_the_set(rolled):
    game = rolled()
    assert len(game.discs) == 36
    assert len({frozenset(disc.symbols) for disc in game.discs}) == 36
    for disc in game.discs:
        assert len({symbol.shape for symbol in disc.symbols}) == 3
        assert len({symbol.colour for symbol in disc.symbols}) == 3
        assert {symbol.shape for symbol in disc.symbols} <= game.disc_set.shapes.keys()
        assert {symbol.colour for symbol in disc.symbols} <= game.disc_set.colours.keys()


def test_every_roll_of_the_dice_has_a_match(rolled):
    game = rolled()
    shown = {symbol for disc in game.discs for symbol in disc.symbols}
    assert shown == {
        (shape, colour) for shape in game.disc_set.shapes for colour in game.disc_set.colours
    }


def test_the_same_seed_gives_the_same_discs(rolled):
    assert rolled("sunday") == rolled("sunday")
    assert rolled("sunday").discs != rolled("monday").discs


def test_discs_lie_in_every_direction_and_symbols_in_every_order(rolled):
    """So that nothing can be told from where a symbol lies."""
    discs = [disc for seed in range(10) for disc in rolled(str(seed)).discs]
    assert all(0 <= disc.turn < 360 for disc in discs)
    assert {disc.turn // 30 for disc in discs} == set(range(12))
    for place in range(3):
        assert {disc.symbols[place].shape for disc in discs} == rolled().disc_set.shapes.keys()


def test_game_id(rolled):
    game = rolled("sunday")
    assert (
        str(game.game_id)
        == f"discs.regular.classic.6.sunday.{VERSION}-{game.definition.digests[0]}"
    )


def test_a_roll_never_changes(rolled):
    """Raise roll.VERSION when this has to be written anew."""
    first, second = rolled("sunday").discs[:2]
    assert [tuple(first.symbols), first.turn, tuple(second.symbols), second.turn] == EXPECTED


EXPECTED = [
    (("foot", "purple"), ("arrow", "yellow"), ("flower", "green")),
    86,
    (("flower", "purple"), ("foot", "red"), ("star", "blue")),
    125,
]

SCRIPT = """
from generator.games.discs.load import load_definition
from generator.games.discs.roll import roll
print(roll(load_definition(["classic"]), "regular", 6, "sunday").discs)
"""


def test_nothing_depends_on_the_order_of_hashes(rolled):
    found = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert found == {f"{rolled('sunday').discs}\n"}


def test_the_record(rolled):
    game = rolled("sunday")
    record = GAME.record(game, "fr")
    assert record["id"] == str(game.game_id)
    assert len(record["told"]) == 36
    assert record["told"][0] == "pied (violet), flèche (jaune), fleur (vert)"


@pytest.mark.parametrize(
    ("size", "players", "words"),
    [
        ("big", 6, "--size 'big': expected regular"),
        ("regular", 3, "--players 3: expected 6"),
    ],
)
def test_options_there_are_not(rolled, size, players, words):
    with pytest.raises(OptionError, match=words):
        GAME.check_options(rolled().definition, size, players)


def test_options_there_are(rolled):
    GAME.check_options(rolled().definition, GAME.default_size, GAME.default_players)
