"""Positions of Metals as pictures, by the oracle and by the engine.

A picture has a word a space and " / " between rows; plain rows below, up to three, are left out. A
word starts with the space: . plain, 1, 2, F, C. Behind it may stand a Metal: its owner (b for
player 0, r for player 1), where it looks (^ > v <), then * if damaged and ! if deployed just now.
"""

from functools import cache

from games.metals import oracle
from games.metals.oracle import Action, Metal, Position

from generator.games.metals import engine
from generator.games.metals.definition import Figures, load_definition
from generator.games.metals.examples import Example
from generator.games.metals.map import CHARACTERS, FACINGS, Map

LOOKS = dict(zip("^>v<", FACINGS, strict=True))


@cache
def shipped_definition(name: str = "classic"):
    """A shipped definition, read once."""
    return load_definition([name])


def position(picture: str, pools: str = "", factions: dict | None = None, **more) -> Position:
    """The position in a picture, Metals in reading order, then those of the pools ("bbr").

    `factions` maps b and r to the faction of all Metals of that player, and makes their powers
    count. The target is 10 unless told otherwise.
    """
    rows = [row.split() for row in picture.split("/")]
    rows += [["."] * len(rows[0])] * (3 - len(rows))
    words = [word for row in rows for word in row]
    factions = factions or {}
    metals = []
    for space, word in [*enumerate(words), *((None, f".{owner}^") for owner in pools)]:
        if len(word) > 1:
            who = "br".index(word[1]), factions.get(word[1])
            metals.append(Metal(*who, space, LOOKS[word[2]], "*" in word, "!" in word))
    powers = shipped_definition().figures.factions if factions else {}
    board = Map(len(rows[0]), len(rows), tuple(CHARACTERS[word[0]] for word in words))
    return Position(board, **{"target": 10, "metals": tuple(metals), "factions": powers} | more)


def on_the_map(of: Position) -> set[Metal]:
    return {metal for metal in of.metals if metal.space is not None}


def of_example(example: Example, figures: Figures) -> Position:
    """The position of an example of the rules sheet, before an assault."""
    metals = []
    for number, (player, place, facing, faction, damaged) in example.metals.items():
        space, fresh = place and example.map.index(*place), number == example.deployed
        metals.append(Metal(player, faction, space, facing, damaged, fresh))
    powers = figures.factions if example.tables.factions else {}
    return Position(
        example.map, example.tables.target, tuple(metals), powers, active=example.active
    )


def by_engine(of: Position) -> tuple:
    """The tables and the state of the engine, and its number of each Metal."""
    teams = [[i for i, metal in enumerate(of.metals) if metal.player == p] for p in range(2)]
    figures, pool = shipped_definition().figures, max(map(len, teams))
    tables = engine.game_tables(of.map, figures, bool(of.factions))
    state, numbers, keys = engine.empty_state(), {}, list(of.factions)
    for number, index in (pair for p in range(2) for pair in enumerate(teams[p], p * pool)):
        metal, numbers[index] = of.metals[index], number
        state.damaged[number] = int(metal.damaged)
        state.faction[number] = keys.index(metal.faction) if metal.faction in keys else engine.NONE
        if metal.space is not None:
            state.space[number], state.facing[number] = metal.space, FACINGS.index(metal.facing)
            state.occupant[metal.space] = number
    state.scores[:], state.turn[engine.ACTIVE] = of.scores, of.active
    return tables._replace(pool=pool, target=of.target), state, numbers


def snapshot(state) -> tuple:
    arrays = state.space, state.facing, state.damaged, state.faction, state.occupant, state.scores
    return (*map(tuple, arrays), state.turn[engine.ACTIVE])


def play(before: Position, metal: int, space: int, look: str) -> Position:
    """The position after a turn, by both."""
    after = oracle.play(before, Action(metal, space, LOOKS[look]))
    tables, state, numbers = by_engine(before)
    engine.apply(tables, state, (numbers[metal] * tables.spaces + space) * 4 + "^>v<".index(look))
    assert snapshot(state) == snapshot(by_engine(after)[1])
    return after


def after_assault(before: Position) -> Position:
    """The position after an enemy assault, by both."""
    after = oracle.after_assault(before)
    tables, state, numbers = by_engine(before)
    fresh = [numbers[i] for i, metal in enumerate(before.metals) if metal.just_deployed]
    engine.assault(tables, state, before.active, *fresh or [engine.NONE])
    assert snapshot(state) == snapshot(by_engine(after)[1])
    return after
