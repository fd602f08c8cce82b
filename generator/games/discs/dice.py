"""The faces of a die.

Input: the keys of the shapes or of the colours of a set. Output: six faces.
"""

from collections.abc import Sequence

from generator.games.discs.definition import FACES
from generator.games.discs.rules import WILD, Face


def faces(kinds: Sequence[str]) -> tuple[Face, ...]:
    """Every kind on the same number of faces, and at least one white face.

    Five kinds leave one white face, four leave two, three leave three; two kinds have two faces
    each and leave two.
    """
    faces_per_kind = (FACES - 1) // len(kinds)
    white_faces = FACES - faces_per_kind * len(kinds)
    return (*(kind for kind in kinds for _ in range(faces_per_kind)), *[WILD] * white_faces)
