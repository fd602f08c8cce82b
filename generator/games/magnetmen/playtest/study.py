"""The design of a playtest study: sets, cases, numbers of boards and games, player, readings.

Input: words from the command line. Output: a Study; OptionError for a word that means nothing.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, get_args

from generator.core.errors import OptionError
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    MONTE_CARLO,
    RANDOM,
    TREE_SEARCH,
    Player,
)
from generator.games.magnetmen.simulation.readings import Options
from generator.games.playtest_study import Case

_PLAYERS: dict[str, Player] = {
    player.kind: player for player in (RANDOM, GREEDY, MONTE_CARLO, TREE_SEARCH)
}
_SEARCHING = re.compile(r"(?:(monte_carlo|tree_search) )?(\d{1,4})x(\d{1,4})")
_MAX_CANDIDATES = 100
_MAX_PLAYOUTS = 1000
_BOOLEANS = {"true": True, "yes": True, "false": False, "no": False}


@dataclass(frozen=True, slots=True)
class Study:
    """What to play: `rolls` boards of each case, and `games` games on each board.

    The boards are those of the seeds `seed`-1, `seed`-2 and so on. `player` is None for the player
    that play.yaml names for such boards. `folders` are absolute, as other processes read them.
    """

    sets: tuple[str, ...]
    folders: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: Player | None
    seed: str
    options: Options = field(default_factory=Options)


def parse_player(text: str) -> Player:
    """A player by its kind, or by its kind and CxP: C candidates and P playouts. The kind
    monte_carlo may be left out.

    Raises OptionError.
    """
    name = text.lower().replace("-", "_")
    if name in _PLAYERS:
        return _PLAYERS[name]
    if match := _SEARCHING.fullmatch(name):
        kind, candidates, playouts = match[1] or "monte_carlo", int(match[2]), int(match[3])
        if 1 <= candidates <= _MAX_CANDIDATES and 1 <= playouts <= _MAX_PLAYOUTS:
            return replace(_PLAYERS[kind], candidates=candidates, playouts=playouts)
    words = f"expected {_list(_PLAYERS)}, or CxP with 1 to 100 candidates, 1 to 1000 playouts"
    raise OptionError(f"--player {text!r}: {words}")


def canonical_sets(names: Iterable[str]) -> tuple[str, ...]:
    """The names without repetition, in the order of game IDs."""
    return CATALOGUE.canonical(names)


def cases(sizes: Iterable[str], players: Iterable[int]) -> tuple[Case, ...]:
    """Every size with every number of players, without repetition."""
    names = dict.fromkeys(size.lower() for size in sizes)
    return tuple(Case(size, number) for size in names for number in dict.fromkeys(players))


def parse_readings(words: Iterable[str]) -> Options:
    """The readings of the rules that words such as NAME=VALUE ask for.

    Readings that are not named have their default in docs/readings.md. Raises OptionError.
    """
    types = {option.name: option.type for option in fields(Options)}
    readings: dict[str, Any] = {}  # Any: a bool or a name, as the option's type says
    for word in words:
        name, _, value = word.partition("=")
        if name not in types:
            raise OptionError(f"--option {word!r}: expected NAME=VALUE, NAME one of {_list(types)}")
        values = _BOOLEANS if types[name] is bool else {v: v for v in get_args(types[name])}
        if value.lower() not in values:
            raise OptionError(f"--option {word!r}: expected {name}= one of {_list(values)}")
        readings[name] = values[value.lower()]
    return Options(**readings)


def changed_readings(options: Options) -> dict[str, bool | str]:
    """The readings that differ from their defaults, by name."""
    defaults = Options()
    return {
        option.name: getattr(options, option.name)
        for option in fields(options)
        if getattr(options, option.name) != getattr(defaults, option.name)
    }


def _list(names: Iterable[str]) -> str:
    return ", ".join(names)
