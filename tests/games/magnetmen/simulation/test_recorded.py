"""Recorded random plays, replayed line by line: one for each published variant that does more
than score a fixed number.

UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/simulation/test_recorded.py writes them anew.
"""

import os

import pytest
from games.magnetmen.simulation.boards import ENGINES
from games.magnetmen.simulation.recorded import RULE, Board, first_difference, parse, record_text
from positions import published_powers
from support import GOLDEN

from generator.core.seeds import Stream
from generator.games.magnetmen.primitives import Flat
from generator.play.series import RANDOM

FOLDER = GOLDEN / "plays"
FILLERS = ("athlete A", "explorer A", "elderly_man A")
VARIANTS = {
    name.replace(" ", "_"): name
    for name, (_, power) in published_powers().items()
    if any(not isinstance(one, Flat) for one in power.primitives())
}


def board(name: str, number: int) -> Board:
    """A small board of a variant and others, the first ones the most frequent."""
    stream = Stream(name, f"board {number}")
    types = VARIANTS[name], *(one for one in FILLERS if one != VARIANTS[name])
    grid = tuple(min(stream.below(len(types)), stream.below(len(types))) for _ in range(20))
    return Board(stream.below(2) + 2, 5, True, 5, types, grid)


def record(name: str) -> str:
    """The first random play in which the variant matters."""
    kind = VARIANTS[name].split()[0]
    for number in range(400):
        one = board(name, number)
        text = record_text(one, next(one.game().match.play([RANDOM] * one.players, name, 1)))
        lines = text.split(f"{RULE}\n")[1].splitlines()
        if any(f" take {line.split()[2]} {kind}" in line for line in lines):
            return text
    raise AssertionError(f"no play shows {name}")


@pytest.mark.parametrize("name", VARIANTS)
def test_a_play_goes_as_it_was_recorded(name):
    path = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(record(name), encoding="utf-8")
    text = path.read_text(encoding="utf-8")
    one, lines = parse(text)
    assert one.text == text.split(f"\n{RULE}\n")[0]
    assert first_difference(one.game(), lines) is None


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("name", VARIANTS)
def test_random_players_play_it_again(name, compiled):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    one, _ = parse(text)
    (play,) = one.game().match.play([RANDOM] * one.players, name, 1, compiled=compiled)
    assert record_text(one, play) == text


def test_every_variant_is_recorded():
    assert {path.stem for path in FOLDER.glob("*.txt")} == VARIANTS.keys()


def test_every_kind_of_power_in_shipped_sets_is_recorded():
    powers = {name: power for name, (_, power) in published_powers().items()}
    kinds = {kind.name for name in VARIANTS.values() for kind in powers[name].primitives()}
    assert kinds == {kind.name for power in powers.values() for kind in power.primitives()}
