"""Which of the boards of a seed is meant: a seed stands for many, of which play picks the best.

Input: a seed as a game ID has it, such as "sunday" or "sunday+207". Output: a Candidate. The two
digits at the end number the layout, what stands before them the roll of types and powers; "sunday"
itself is the first layout of the first roll. People's seeds never hold a plus sign.
"""

from typing import NamedTuple

LAYOUTS = 100  # of a roll, at most


class Candidate(NamedTuple):
    """A board of a seed: which roll of types and powers, and which layout of it."""

    seed: str
    roll: int = 0
    layout: int = 0

    def __str__(self) -> str:
        number = self.roll * LAYOUTS + self.layout
        return f"{self.seed}+{number}" if number else self.seed

    @property
    def rolled_seed(self) -> str:
        """The seed of everything but the layout."""
        return str(self._replace(layout=0))

    @property
    def layout_stream(self) -> str:
        """The name of the layout's stream of random numbers under that seed."""
        return f"squares {self.layout}" if self.layout else "squares"


def candidate(seed: str) -> Candidate:
    """The candidate that a seed of a game ID names."""
    plain, _, number = seed.partition("+")
    return Candidate(plain, *divmod(int(number or 0), LAYOUTS))
