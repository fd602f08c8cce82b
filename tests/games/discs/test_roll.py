"""A roll: a whole set of discs, the same for the same seed."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.core.errors import OptionError
from generator.games.discs import GAME
from generator.games.discs.roll import VERSION


def test_a_roll_has_every_disc_of_the_set(roll_game):
    game = roll_game()
    assert len(game.discs) == 36
    assert len({frozenset(disc.symbols) for disc in game.discs}) == 36
    for disc in game.discs:
        assert len({symbol.shape for symbol in disc.symbols}) == 3
        assert len({symbol.colour for symbol in disc.symbols}) == 3
        assert {symbol.shape for symbol in disc.symbols} <= game.disc_set.shapes.keys()
        assert {symbol.colour for symbol in disc.symbols} <= game.disc_set.colours.keys()


def test_every_roll_of_the_dice_has_a_match(roll_game):
    game = roll_game()
    symbols = {symbol for disc in game.discs for symbol in disc.symbols}
    assert symbols == {
        (shape, colour) for shape in game.disc_set.shapes for colour in game.disc_set.colours
    }


def test_the_same_seed_gives_the_same_discs(roll_game):
    assert roll_game("sunday") == roll_game("sunday")
    assert roll_game("sunday").discs != roll_game("monday").discs


def test_discs_lie_in_every_direction_and_symbols_in_every_order(roll_game):
    """So that the place of a symbol gives nothing away."""
    discs = [disc for seed in range(10) for disc in roll_game(str(seed)).discs]
    assert all(0 <= disc.turn < 360 for disc in discs)
    assert {disc.turn // 30 for disc in discs} == set(range(12))
    for place in range(3):
        assert {disc.symbols[place].shape for disc in discs} == roll_game().disc_set.shapes.keys()


def test_game_id(roll_game):
    game = roll_game("sunday")
    assert (
        str(game.game_id)
        == f"discs.regular.classic.6.sunday.{VERSION}-{game.definition.digests[0]}"
    )


def test_a_roll_never_changes(roll_game):
    """Raise roll.VERSION when this has to be written anew."""
    first, second = roll_game("sunday").discs[:2]
    assert [tuple(first.symbols), first.turn, tuple(second.symbols), second.turn] == EXPECTED


EXPECTED = [
    (("foot", "purple"), ("arrow", "yellow"), ("flower", "green")),
    86,
    (("flower", "purple"), ("foot", "red"), ("star", "blue")),
    125,
]

SCRIPT = """
from generator.games.discs.definition import load_definition
from generator.games.discs.roll import roll
print(roll(load_definition(["classic"]), "regular", 6, "sunday").discs)
"""


def test_nothing_depends_on_the_order_of_hashes(roll_game):
    outputs = {
        subprocess.run(
            [sys.executable, "-c", SCRIPT],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(Path.cwd())},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert outputs == {f"{roll_game('sunday').discs}\n"}


def test_the_record(roll_game):
    game = roll_game("sunday")
    record = GAME.record(game, "fr")
    assert record["id"] == str(game.game_id)
    assert len(record["told"]) == 36
    assert record["told"][0] == "pied (violet), flèche (jaune), fleur (vert)"


@pytest.mark.parametrize(
    ("size", "players", "words"),
    [("big", 6, "--size 'big': expected regular"), ("regular", 3, "--players 3: expected 6")],
)
def test_options_there_are_not(roll_game, size, players, words):
    with pytest.raises(OptionError, match=words):
        GAME.check_options(roll_game().definition, size, players)


def test_options_there_are(roll_game):
    GAME.check_options(roll_game().definition, GAME.default_size, GAME.default_players)
