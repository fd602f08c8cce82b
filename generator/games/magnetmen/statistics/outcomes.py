"""Every power that can be rolled for a type, with its chance.

Input: a type. Output: its variants, and of a variant with open numbers every way they can come out.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

from generator.games.magnetmen.definition import PieceType
from generator.games.magnetmen.powers import Power

T = TypeVar("T")

MOST = 60  # outcomes of a variant that are told apart


class Outcome(NamedTuple):
    """A power with nothing open, how likely it is among those of its type, and how likely any of
    its variant is."""

    power: Power
    chance: float
    of_variant: float


class _Script:
    """In place of a stream of random numbers: takes the choices it is told to, the first one where
    it is told nothing."""

    def __init__(self, told: Sequence[int]):
        self._told = list(told)
        self.taken: list[tuple[int, int]] = []  # which, of how many
        self.chance = 1.0

    def choice(self, items: Sequence[T]) -> T:
        at = len(self.taken)
        which = self._told[at] if at < len(self._told) else 0
        self.taken.append((which, len(items)))
        self.chance /= len(items)
        return items[which]

    def following(self) -> list[int] | None:
        """The choices of the next script; None behind the last one."""
        taken = list(self.taken)
        while taken and taken[-1][0] == taken[-1][1] - 1:
            taken.pop()
        if not taken:
            return None
        return [*(which for which, _ in taken[:-1]), taken[-1][0] + 1]


def outcomes(piece: PieceType) -> dict[str, Outcome]:
    """The outcomes by their mark. Those of a variant behind the first MOST are left out, so the
    chances may add up to less than 1."""
    total = sum(power.weight for power in piece.powers)
    found: dict[str, Outcome] = {}
    for power in piece.powers:
        likely = power.weight / total
        for rolled, chance in _each(power):
            key = mark(rolled)
            before = found.get(key, Outcome(rolled, 0.0, 0.0))
            found[key] = Outcome(
                rolled, before.chance + chance * likely, max(before.of_variant, likely)
            )
    return found


def _each(variant: Power) -> Iterator[tuple[Power, float]]:
    told: list[int] | None = []
    for _ in range(MOST):
        if told is None:
            return
        script = _Script(told)
        yield variant.rolled(script), script.chance
        told = script.following()


def mark(power: Power) -> str:
    """What tells a rolled power from others of its type."""
    return power.model_dump_json()
