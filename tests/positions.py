"""Positions of Magnetmen that fit into a test: written as a grid of tokens, rows between slashes.

A letter is a square's type, and behind it stands what became of the square: nothing (open), the
players who took it (a0, p01), # (destroyed). The type "." is one nobody owns. Verdicts are read
back as a picture with one sign a square, see MARKS.
"""

from collections.abc import Callable, Collection
from functools import cache

from games.magnetmen.oracle import Inventory, Position, fresh, put
from support import SHIPPED, definition

from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import RolledType

MARKS = {"out": "-", "used": "x", "destroyed": "#", "repel_side": "s", "repel_above": "v"}
MARKS |= {"repel_diagonal": "d", "power": "!"}


@cache
def published_powers() -> dict[str, tuple[PieceType, Power]]:
    """Every published variant, such as "astronaut B"; a lone one is an A."""
    return {
        f"{piece.key} {'AB'[number]}": (piece, power)
        for piece in definition(*SHIPPED).pieces
        for number, power in enumerate(piece.powers)
    }


@cache
def type_called(name: str) -> RolledType:
    """A published variant, or a plain type for any other name."""
    if name in published_powers():
        return RolledType("", *published_powers()[name], 0)
    return with_power({"score": [{"flat": {"points": 1}}]}, name)


def with_power(parts: dict, name: str = "made up") -> RolledType:
    """A type with a power that a designer may make up."""
    piece = PieceType.model_validate({"name": {"en": name}, "powers": [parts]})
    return RolledType("", piece, piece.powers[0], 0)


def position(text, own="", other="", *, players=2, slots=99, advanced=True, **names):
    """A position from a grid.

    `own` and `other` say what players 0 and 1 have, a letter for each icon, whatever the grid says
    they took; `names` which power a letter has: a="astronaut A", or one as data.
    """
    rows = [line.split() for line in text.split("/")]
    tokens = [token for row in rows for token in row]
    letters = sorted({".", *(token[0] for token in tokens), *own, *other})
    powers = [names.get(letter, letter) for letter in letters]
    types = (with_power(one) if isinstance(one, dict) else type_called(one) for one in powers)
    squares = tuple(letters.index(token[0]) for token in tokens)
    result = fresh(tuple(types), len(rows[0]), squares, players, slots, advanced)
    for square, token in enumerate(tokens):
        for taker in token[1:].strip("#"):
            result = result.taken(int(taker), square)
        if token.endswith("#"):
            result = result.destroyed(square)
    for player, has in enumerate((own, other)):
        icons: list[tuple[int, int | None]] = []
        for kind, letter in enumerate(letters):
            origins = [icon for icon in result.inventories[player].icons if icon[0] == kind]
            icons += [*origins, *[(kind, None)] * has.count(letter)][: has.count(letter)]
        inventory = Inventory(tuple(icons), len(icons), len(icons) >= slots)
        result = result._replace(inventories=put(result.inventories, player, inventory))
    return result


def verdicts(position: Position, whys_of: Callable[[int], Collection[str]]) -> str:
    """One sign a square, "o" if it is free, else that of the first reason in MARKS."""
    signs = [
        next((mark for why, mark in MARKS.items() if why in whys_of(square)), "o")
        for square in range(len(position.squares))
    ]
    starts = range(0, len(signs), position.columns)
    return " ".join("".join(signs[at : at + position.columns]) for at in starts)
