"""What the faces of a die show.

Input: the shapes or the colours of a set, by their keys. Output: six faces.
"""

from collections.abc import Sequence

from generator.games.discs.definition import FACES
from generator.games.discs.rules import WILD, Face


def faces(kinds: Sequence[str]) -> tuple[Face, ...]:
    """Each kind on as many faces as any other, and white on what is left, on one at least: five
    shapes and one white face, four and two, three and three, but two shapes twice and two."""
    each = (FACES - 1) // len(kinds)
    return (*(kind for kind in kinds for _ in range(each)), *[WILD] * (FACES - each * len(kinds)))
