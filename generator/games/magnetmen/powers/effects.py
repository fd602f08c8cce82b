"""The effects of powers on the rules of play, as plain numbers: the one list that the engine knows.

SCORE_BASIS says what each score depends on; tables.py derives from it how the engine keeps a score
up to date. "A new effect" in CONTRIBUTING.md says what else one needs.
"""

from dataclasses import dataclass, field
from enum import Enum, auto
from typing import NamedTuple

# Codes of scores: what an icon is worth points for.
(
    ALWAYS, OWN, OPEN_SQUARE, CROSSED_SQUARE, CROSSED_LINE, INTACT_LINE, ADJACENT,
    MOST, LEAST, EXACTLY, AT_LEAST,
) = range(11)  # fmt: skip


class Basis(Enum):
    """What the worth of an icon depends on, and where the engine works it out."""

    OWN_ICONS = auto()
    """On the number of icons of its type that its owner has: Score.worth, put into a table."""

    INVENTORIES = auto()
    """On how many icons of its type the players have: engine.points_of_type, whenever one of them
    gets or loses one. A basis that is not listed here is recounted in the same way, and wherever
    else engine.recount is called."""

    OWN_SQUARES = auto()
    """On the state of the squares of its type: engine.update_board_points, whenever one
    of these squares changes."""

    LINES = auto()
    """On rows and columns: the same function, whenever any square changes."""

    NEIGHBOURS = auto()
    """On the squares adjacent to the one it was taken from: engine.points_of_type, whenever
    one of these squares changes."""


SCORE_BASIS = {
    ALWAYS: Basis.OWN_ICONS,
    OWN: Basis.OWN_ICONS,
    OPEN_SQUARE: Basis.OWN_SQUARES,
    CROSSED_SQUARE: Basis.OWN_SQUARES,
    CROSSED_LINE: Basis.LINES,
    INTACT_LINE: Basis.LINES,
    ADJACENT: Basis.NEIGHBOURS,
    MOST: Basis.INVENTORIES,
    LEAST: Basis.INVENTORIES,
    EXACTLY: Basis.OWN_ICONS,
    AT_LEAST: Basis.OWN_ICONS,
}
"""Every score. A score that is missing here cannot be lowered."""

# Codes of steps: what a player decides after a taking.
BREAK_SQUARE, SCRATCH_ANY, SCRATCH_OWN, TAKE_AGAIN, GAIN = range(5)

YOU, LEADERS, LAST = range(3)  # who carries out a step
BOUND, NO_REPEL, NO_RULES = range(3)  # what a further taking ignores: nothing, Repel, all rules
EVERYONE, TAKER = range(2)  # for whom a taken square closes the squares adjacent to it


class Score(NamedTuple):
    """`points` for each thing counted; for a condition, `points` if it holds, else `otherwise`.

    `number` is the number of icons that EXACTLY and AT_LEAST require.
    """

    what: int
    points: int
    otherwise: int = 0
    number: int = 0

    @property
    def basis(self) -> Basis:
        """What it depends on. Raises KeyError for a code that SCORE_BASIS lacks."""
        return SCORE_BASIS[self.what]

    def worth(self, own: int) -> int:
        """The points of one icon for an owner of `own` of its type, if it depends on nothing else
        (Basis.OWN_ICONS). Raises ValueError for other scores."""
        if self.what == ALWAYS:
            return self.points
        if self.what == OWN:
            return self.points * own
        if self.what == EXACTLY:
            return self.points if own == self.number else self.otherwise
        if self.what == AT_LEAST:
            return self.points if own >= self.number else self.otherwise
        raise ValueError(f"Score.worth has no rule for the score {self.what}")


class Step(NamedTuple):
    """A decision that follows a taking: `who` does it, up to or exactly `times` times.

    `line`, `ignoring` and `no_same` (not the type of the square itself) restrict a further taking.
    """

    what: int
    times: int
    optional: bool = False
    who: int = YOU
    line: bool = False
    ignoring: int = BOUND
    no_same: bool = False


@dataclass(slots=True)
class Effect:
    """All effects of a power. Zero and False mean none."""

    scores: list[Score] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    lowest: int = 0  # how many times it scores the total of the lowest-scoring other type
    highest: int = 0  # the same for the highest
    limit: int = 0  # squares of the type that each player may take
    capacity: int = 0  # takings after which a square of the type is destroyed
    immune: bool = False
    needs_crossed_out: list[bool] = field(default_factory=list)  # adjacent squares: some, or none
    neighbours_asked: list[int] = field(default_factory=list)  # steps from seat to neighbour's seat
    ignores_repel: bool = False  # in some cases: see Power.repelling
    closes: list[int] = field(default_factory=list)  # the adjacent squares, for whom
    retires: bool = False
