"""The candidates of a seed: boards that it can stand for, of which playtests pick the best.

Input: the seed of a game ID, such as "sunday" or "sunday+207". Output: a Candidate. The last two
digits are the number of the layout, the digits before them that of the roll of types and powers.
"sunday" alone is the first layout of the first roll. Seeds of users never contain a plus sign.
"""

from typing import NamedTuple

LAYOUTS = 100  # at most, for each roll


class Candidate(NamedTuple):
    """A board of a seed: the number of the roll of types and powers, and that of its layout."""

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
        """The name of the layout's stream of random numbers, under `rolled_seed`."""
        return f"squares {self.layout}" if self.layout else "squares"


def candidate(seed: str) -> Candidate:
    """The candidate that the seed of a game ID names."""
    user_seed, _, number = seed.partition("+")
    return Candidate(user_seed, *divmod(int(number or 0), LAYOUTS))
