"""The rules of the race: what the dice show, and which discs match them.

A die shows the key of a shape or a colour, or WILD, its white face.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from generator.games.discs.definition import FACES

WILD = None

Face = str | None


class Symbol(NamedTuple):
    """One symbol of a disc: the key of its shape, the key of its colour."""

    shape: str
    colour: str


def matches(disc: Iterable[Symbol], shape: Face, colour: Face) -> bool:
    """Whether a disc with these symbols matches the dice.

    It must show the shape in the colour that the dice show. A white face stands for any colour or
    any shape, so with two white faces every disc matches.
    """
    return any(shape in (WILD, symbol.shape) and colour in (WILD, symbol.colour) for symbol in disc)


def faces(kinds: Sequence[str]) -> tuple[Face, ...]:
    """Every kind on the same number of faces, and at least one white face.

    Five kinds leave one white face, four leave two, three leave three; two kinds have two faces
    each and leave two.
    """
    faces_per_kind = (FACES - 1) // len(kinds)
    white_faces = FACES - faces_per_kind * len(kinds)
    return (*(kind for kind in kinds for _ in range(faces_per_kind)), *[WILD] * white_faces)
