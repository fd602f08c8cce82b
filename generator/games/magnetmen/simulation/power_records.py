"""What a power means to the rules engine: the records that kinds of power are lowered to.

Input: the primitives of a power, each writing down its own effect (Primitive.lower). Output: an
Effect. All are plain numbers, so that the kernel can work on them; the codes are the constants
here.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

# What a score counts.
(
    ALWAYS, OWN, OPEN_SQUARE, CROSSED_SQUARE, CROSSED_LINE, INTACT_LINE, ADJACENT,
    MOST, LEAST, EXACTLY, AT_LEAST,
) = range(11)  # fmt: skip

# What a step has somebody do.
BREAK_SQUARE, SCRATCH_ANY, SCRATCH_OWN, TAKE_AGAIN, GAIN = range(5)

YOU, LEADERS, LAST = range(3)  # who does it
BOUND, NO_REPEL, NO_RULES = range(3)  # what a further taking ignores: nothing, Repel, all rules
EVERYONE, TAKER = range(2)  # to whom a taken square closes those adjacent to it


class Score(NamedTuple):
    """`points` for each of what is counted; of a condition, `points` or `otherwise`.

    `number` is how many icons EXACTLY and AT_LEAST ask for.
    """

    what: int
    points: int
    otherwise: int = 0
    number: int = 0

    @property
    def is_fixed(self) -> bool:
        """Whether it hangs on nothing but how many icons of the type the player has."""
        return self.what in (ALWAYS, OWN, EXACTLY, AT_LEAST)

    def worth(self, own: int) -> int:
        """What one icon of so many is worth, if that is fixed."""
        if self.what == EXACTLY:
            return self.points if own == self.number else self.otherwise
        if self.what == AT_LEAST:
            return self.points if own >= self.number else self.otherwise
        return self.points * own if self.what == OWN else self.points


class Step(NamedTuple):
    """A decision that a taking brings: `who` does it, up to or exactly `count` times.

    `line`, `ignoring` and `no_same` (not the type of the square itself) bind a further taking.
    """

    what: int
    count: int
    optional: int = 0
    who: int = YOU
    line: int = 0
    ignoring: int = BOUND
    no_same: int = 0


@dataclass(slots=True)
class Effect:
    """All that a power does. Zero means it does not."""

    scores: list[Score] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    lowest: int = 0  # how often the total of the lowest other type
    highest: int = 0
    limit: int = 0  # squares of the type that each player may take
    capacity: int = 0  # takings that a square of the type stands until it is destroyed
    immune: bool = False
    needs_crossed_out: list[bool] = field(default_factory=list)  # adjacent squares: some, or none
    asks: list[int] = field(default_factory=list)  # seats from the player to the neighbour asked
    ignores_repel: bool = False  # at times; when, Power.repelling says
    closes: list[int] = field(default_factory=list)  # adjacent squares, to whom
    retires: bool = False
