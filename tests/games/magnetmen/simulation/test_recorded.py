"""Recorded random plays, replayed line by line: one for each published variant that does more
than score a fixed number, and one for each reading that is not the default.

UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/simulation/test_recorded.py writes them anew.
"""

import os
from dataclasses import fields
from typing import get_args, get_type_hints

import pytest
from games.magnetmen.simulation.boards import ENGINES
from games.magnetmen.simulation.recorded import RULE, Board, first_difference, parse, record_text
from positions import published_powers
from support import GOLDEN

from generator.core.seeds import Stream
from generator.games.magnetmen.powers.flat import Flat
from generator.games.magnetmen.simulation.players import RANDOM, play_games
from generator.games.magnetmen.simulation.readings import Options

FOLDER = GOLDEN / "plays"
FILLERS = ("athlete A", "explorer A", "elderly_man A")
VARIANTS = {
    name.replace(" ", "_"): name
    for name, (_, power) in published_powers().items()
    if any(not isinstance(one, Flat) for one in power.primitives())
}
# What must be on the board for a reading to matter.
READINGS = {
    "ties": ("ballerina A",),
    "zero": ("knitting_lady A",),
    "destroys": ("explorer A",),
    "compares": ("baby A",),
    "adjacent": ("singer A",),
    "stuck": ("judge A",),
    "returns": ("explorer A",),
    "first_taking": ("police A", "mail_carrier A"),
    "destroyed_fills": ("hairdresser A",),
    "neighbour_out": ("life_guard A", "king A"),
    "lead": ("actress A", "taxi_driver A"),
    "slot": ("singer B",),
    "four": ("singer B",),
    "scratched_out": ("taxi_driver A",),
}
OTHERS = {
    f"{name}_{value}".lower(): (name, value)
    for name, kind in get_type_hints(Options).items()
    for value in (get_args(kind) or (False, True))
    if value != getattr(Options(), name)
}


def board(name: str, types: tuple[str, ...], options: Options, number: int) -> Board:
    """A small board of these types and others, the first ones the most frequent."""
    stream = Stream(name, f"board {number}")
    types += tuple(one for one in FILLERS if one not in types)
    grid = tuple(min(stream.below(len(types)), stream.below(len(types))) for _ in range(20))
    advanced = name not in ("returns_false", "slot_free")
    return Board(stream.below(2) + 2, 5, advanced, 5, options, types, grid)


def record(name: str) -> str:
    """The first random play in which the case matters."""
    option = OTHERS.get(name)
    options = Options(**dict([option])) if option else Options()
    types = READINGS[option[0]] if option else (VARIANTS[name],)
    for number in range(400):
        one = board(name, types, options, number)
        text = record_text(one, next(play_games(one.game(), [RANDOM] * one.players, name, 1)))
        lines = text.split(f"{RULE}\n")[1].splitlines()
        if option:
            shows = first_difference(one.game(Options()), lines)
        else:
            shows = any(f" take {square} {types[0].split()[0]}" in line
                        for line in lines for square in [line.split()[2]])  # fmt: skip
        if shows:
            return text
    raise AssertionError(f"no play shows {name}")


@pytest.mark.parametrize("name", [*VARIANTS, *OTHERS])
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
@pytest.mark.parametrize("name", [*VARIANTS, *OTHERS])
def test_random_players_play_it_again(name, compiled):
    text = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    one, _ = parse(text)
    (play,) = play_games(one.game(), [RANDOM] * one.players, name, 1, compiled=compiled)
    assert record_text(one, play) == text


@pytest.mark.parametrize("name", OTHERS)
def test_a_reading_shows(name):
    one, lines = parse((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))
    assert first_difference(one.game(Options()), lines) is not None


def test_every_variant_and_reading_is_recorded():
    assert {path.stem for path in FOLDER.glob("*.txt")} == {*VARIANTS, *OTHERS}
    assert READINGS.keys() == {field.name for field in fields(Options)}


def test_every_kind_of_power_in_shipped_sets_is_recorded():
    powers = {name: power for name, (_, power) in published_powers().items()}
    kinds = {kind.name for name in VARIANTS.values() for kind in powers[name].primitives()}
    assert kinds == {kind.name for power in powers.values() for kind in power.primitives()}
