"""What a workshop plays: which sets, in which cases, how often, by whom, by which reading.

Input: words as they are typed. Output: Asked; OptionError for a word that means nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple, get_args

from generator.core.errors import OptionError
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.simulation.players import GREEDY, MONTE_CARLO, RANDOM, Player
from generator.games.magnetmen.simulation.readings import Options

_PLAYERS = {"random": RANDOM, "greedy": GREEDY, "monte_carlo": MONTE_CARLO}
_MOST = {"candidates": 100, "playouts": 1000}
_TRUTHS = {"true": True, "yes": True, "false": False, "no": False}


class Case(NamedTuple):
    """A size of boards and a number of players."""

    size: str
    players: int

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is to be played: on each of so many rolls of a case so many games. The rolls are those
    of the seeds TEXT-1, TEXT-2, ... player is None for the one that play.yaml has for such boards;
    folders are absolute, as other processes find them."""

    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: Player | None
    seed: str
    options: Options = field(default_factory=Options)


def player(text: str) -> Player:
    """The player of a name, or CxP: Monte Carlo with C candidates and P playouts."""
    name = text.lower().replace("-", "_")
    if name in _PLAYERS:
        return _PLAYERS[name]
    found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", name)
    numbers = [int(number) for number in found.groups()] if found else [0, 0]
    if any(not 1 <= n <= most for n, most in zip(numbers, _MOST.values(), strict=True)):
        words = "greedy, monte_carlo, random, or CxP with 1 to 100 candidates, 1 to 1000 playouts"
        raise OptionError(f"--player {text!r}: expected {words}")
    return Player("monte_carlo", *numbers)


def named_sets(names: Iterable[str]) -> tuple[str, ...]:
    """Each set once, in the order that game IDs have."""
    return CATALOGUE.canonical(names)


def cases(sizes: Iterable[str], players: Iterable[int]) -> tuple[Case, ...]:
    """Every size with every number of players, each once."""
    names = dict.fromkeys(size.lower() for size in sizes)
    return tuple(Case(size, number) for size in names for number in dict.fromkeys(players))


def options(words: Iterable[str]) -> Options:
    """The readings that NAME=VALUE asks for, all others as docs/readings.md has them."""
    known = {each.name: each.type for each in fields(Options)}
    chosen: dict[str, Any] = {}
    for word in words:
        name, _, value = word.partition("=")
        if name not in known:
            raise OptionError(f"--option {word!r}: expected NAME=VALUE, NAME one of {_list(known)}")
        values = _TRUTHS if known[name] is bool else {v: v for v in get_args(known[name])}
        if value.lower() not in values:
            raise OptionError(f"--option {word!r}: expected {name}= one of {_list(values)}")
        chosen[name] = values[value.lower()]
    return Options(**chosen)


def changed(chosen: Options) -> dict[str, Any]:
    """The readings that are not the usual ones."""
    usual = Options()
    return {
        each.name: getattr(chosen, each.name)
        for each in fields(chosen)
        if getattr(chosen, each.name) != getattr(usual, each.name)
    }


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
