"""Positions of Metals as pictures: a word a space, separated by spaces.

A word starts with the space: . plain, 1, 2, F, C. Behind it may stand a Metal: its owner (b for
player 0, r for player 1), where it looks (^ > v <), then * if damaged and ! if deployed just now.
"""

from functools import cache

from games.metals.oracle import Metal, Position

from generator.games.metals.definition import Figures, load_definition
from generator.games.metals.examples import Example
from generator.games.metals.map import CHARACTERS, Facing, Map

LOOKS: dict[str, Facing] = {"^": "north", ">": "east", "v": "south", "<": "west"}


@cache
def shipped_definition(name: str = "classic"):
    """A shipped definition, read once."""
    return load_definition([name])


def position(picture: str, pools: str = "", factions: dict | None = None, **more) -> Position:
    """The position in a picture, Metals in reading order, then those of the pools ("bbr").

    `factions` maps b and r to the faction of all Metals of that player, and makes their powers
    count. The target is 10 and 3 Metals may be on the map unless told otherwise.
    """
    rows = [row.split() for row in picture.strip().splitlines()]
    words = [word for row in rows for word in row]
    spaces = tuple(CHARACTERS[word[0]] for word in words)
    factions = factions or {}
    metals = [
        _metal(word[1:], space, factions) for space, word in enumerate(words) if len(word) > 1
    ]
    metals += [Metal("br".index(owner), factions.get(owner)) for owner in pools]
    powers = shipped_definition().figures.factions if factions else {}
    fields = {"target": 10, "on_map": 3, "factions": powers, **more}
    return Position(Map(len(rows[0]), len(rows), spaces), metals=tuple(metals), **fields)


def _metal(word: str, space: int, factions: dict) -> Metal:
    facing = LOOKS[word[1]]
    owner = "br".index(word[0])
    return Metal(owner, factions.get(word[0]), space, facing, "*" in word, "!" in word)


def of_example(example: Example, figures: Figures) -> Position:
    """The position of an example of the rules sheet, before an assault."""
    board, active = example.map, example.active
    metals = [
        Metal(
            metal.player, metal.faction, None if metal.place is None else board.index(*metal.place),
            metal.facing, metal.damaged, number == example.deployed,
        )
        for number, metal in example.metals.items()
    ]  # fmt: skip
    powers, target = (figures.factions, 20) if example.tables.factions else ({}, 10)
    on_map = figures.on_map
    return Position(board, target, on_map, tuple(metals), powers, active=active, phase="assault")


def picture(game_position: Position) -> str:
    """The picture of a position, words padded to equal width."""
    chars = {space: char for char, space in CHARACTERS.items()}
    looks = {facing: char for char, facing in LOOKS.items()}
    words = [chars[space] for space in game_position.map.spaces]
    for metal in game_position.metals:
        if metal.space is not None:
            marks = "*" * metal.damaged + "!" * metal.just_deployed
            words[metal.space] += "br"[metal.player] + looks[metal.facing] + marks
    columns = game_position.map.columns
    rows = [words[start : start + columns] for start in range(0, len(words), columns)]
    return "\n".join(" ".join(f"{word:<5}" for word in row).rstrip() for row in rows)
