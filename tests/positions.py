"""Positions of Magnetmen that fit into a test: written as a grid of tokens.

A letter is a square's type, and behind it stands what became of the square: nothing (open), the
players who took it (a0, p01), # (destroyed). The type "." is one nobody owns. Verdicts are read
back as a picture with one letter a square, see MARKS.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

from games.magnetmen.oracle import Inventory, Position, may_take
from support import SHIPPED, definition

from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.roll import RolledType

MARKS = {
    "free": "o",
    "repel_side": "s",
    "repel_above": "v",
    "repel_diagonal": "d",
    "used": "x",
    "destroyed": "#",
}


def plain(name: str) -> PieceType:
    return PieceType.model_validate(
        {"name": {"en": name}, "powers": [{"score": [{"flat": {"points": 1}}]}]}
    )


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
    piece, power = published_powers().get(name) or (plain(name), plain(name).powers[0])
    return RolledType("", piece, power, 0)


def position(text, own=None, other=None, *, players=2, slots=99, advanced=True, **names):
    """A position from a grid.

    `own` and `other` say what players 0 and 1 have, whatever the grid says they took; `names`
    which published power a letter has: a="astronaut A".
    """
    rows = [line.split() for line in text.strip().splitlines()]
    tokens = [token for row in rows for token in row]
    letters = sorted({".", *(token[0] for token in tokens), *(own or {}), *(other or {})})
    types = tuple(type_called(names.get(letter, letter)) for letter in letters)
    squares = tuple(letters.index(token[0]) for token in tokens)
    result = fresh(types, len(rows[0]), squares, players, slots, advanced)
    for square, token in enumerate(tokens):
        for taker in token[1:].strip("#"):
            result = result.taken(int(taker), square)
        if token.endswith("#"):
            result = result.destroyed(square)
    has = [having(letters, own or {}), having(letters, other or {})]
    return replace(result, inventories=(*has, *result.inventories[2:]))


def fresh(types, columns, squares, players, slots, advanced) -> Position:
    """A position in which nothing has happened yet."""
    return Position(
        types, columns, squares, slots, advanced,
        states=("open",) * len(squares),
        taken_by=((),) * len(squares),
        inventories=(Inventory((0,) * len(types)),) * players,
    )  # fmt: skip


def having(letters: list[str], own: Mapping[str, int]) -> Inventory:
    return Inventory(tuple(own.get(letter, 0) for letter in letters), sum(own.values()))


def kinds(reasons) -> list[str]:
    return list(reasons)


def verdicts(position: Position, player: int = 0) -> str:
    """One letter a square: the mark of the first reason, "!" for one without a mark."""
    marks = []
    for square in range(len(position.squares)):
        reasons = may_take(position, player, square)
        marks.append(MARKS.get(reasons[0] if reasons else "free", "!"))
    rows = [marks[i : i + position.columns] for i in range(0, len(marks), position.columns)]
    return "\n".join(" ".join(row) for row in rows)


def picture(text: str) -> str:
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())
