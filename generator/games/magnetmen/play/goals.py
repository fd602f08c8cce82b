"""What a good board is, and how one is looked for: the file play.yaml.

Input: the user's folders. Output: Goals; what a board's figures fall short of. Where the numbers
come from is told in docs/playtest.md.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from generator.definitions.fields import Definition
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.play.figures import Figure, Figures
from generator.games.magnetmen.roll import Board

_Share = Annotated[float, Field(ge=0, le=1)]
_Count = Annotated[int, Field(ge=1, le=100_000)]

NAME = "play"
AT_LEAST = frozenset({"decided"})  # of this a board wants much, of everything else little


class Limits(Definition):
    """What figures of a board should keep to, by their names in figures.py: at least that much of
    `decided`, at most that much of everything else."""

    seat_deviation: _Share
    ties: _Share
    margin: _Share
    decided: _Share
    left: _Share
    tight: _Share


class Goal(Limits):
    """The limits for boards with these rules, so many squares and players."""

    rules: Literal["basic", "advanced"]
    squares: Annotated[int, Field(ge=1)]
    players: Annotated[int, Field(ge=2, le=4)]


class Searching(Definition):
    """How many games a board is judged by, and the Monte Carlo players of them: so many candidates
    for each decision, so many greedy playouts of each."""

    games: Annotated[int, Field(ge=2, le=100_000)]
    candidates: Annotated[int, Field(ge=1, le=100)] = 8
    playouts: Annotated[int, Field(ge=1, le=1000)] = 8


class Search(Definition):
    """How a board is looked for.

    `quick` games of greedy players on each layout tell whether a roll is hopeless. Each layout of
    a roll is judged by `few` games, the best `finalists` by `more`; if the best of them does not
    keep to its goal, another roll is tried, `rolls` in all. `fresh` games certify the winner.
    """

    rolls: Annotated[int, Field(ge=1, le=100)]
    layouts: Annotated[int, Field(ge=1, le=100)]
    quick: Annotated[int, Field(ge=2, le=100_000)]
    few: Searching
    finalists: Annotated[int, Field(ge=1, le=100)]
    more: Searching
    fresh: Searching


class Minutes(Definition):
    """How long people take: to get ready and to count, and for a turn."""

    start: Annotated[float, Field(ge=0, le=120)]
    turn: Annotated[float, Field(ge=0.01, le=60)]

    def estimate(self, turns: float) -> int:
        """The minutes of a game of so many turns, in steps of five."""
        return max(5, 5 * round((self.start + turns * self.turn) / 5))


class Goals(Definition):
    """The file play.yaml. hopeless are limits that greedy players' figures must keep to in the
    middle of all layouts."""

    game: Literal["magnetmen"]
    minutes: Minutes
    hopeless: Limits
    search: dict[Literal["basic", "advanced"], Search]
    goals: Annotated[tuple[Goal, ...], Field(strict=False, min_length=1)]

    def of(self, board: Board) -> Goal:
        """The goal for a board: that of the same rules and players whose number of squares is
        nearest."""
        rules = "advanced" if board.advanced else "basic"
        size = len(board.squares)

        def distance(goal: Goal) -> tuple:
            return goal.rules != rules, abs(goal.players - board.players), abs(goal.squares - size)

        return min(self.goals, key=distance)

    def search_for(self, board: Board) -> Search:
        """How a board with its rules is looked for."""
        return self.search["advanced" if board.advanced else "basic"]


class Short(NamedTuple):
    """A figure that does not keep to its limit."""

    name: str
    value: float
    limit: float

    def __str__(self) -> str:
        words = "at least" if self.name in AT_LEAST else "at most"
        return f"{self.name} {self.value:.2f}, expected {words} {self.limit:.2f}"


def strains(named: Mapping[str, Figure], limits: Limits) -> dict[str, float]:
    """How much of each limit is used up; above 1 it is not kept."""
    return {name: _strain(name, named[name].value, getattr(limits, name)) for name in _LIMITED}


def strain(named: Mapping[str, Figure], limits: Limits) -> float:
    """One number for how far from good a board is: the squares of the strains, so that one that is
    far off weighs more than several that are near."""
    return sum(value * value for value in strains(named, limits).values())


def shortfalls(figures: Figures, limits: Limits) -> tuple[Short, ...]:
    """The figures that do not keep to the limits."""
    return tuple(
        Short(name, figures.named[name].value, getattr(limits, name))
        for name, value in strains(figures.named, limits).items()
        if value > 1
    )


def _strain(name: str, value: float, limit: float) -> float:
    part, whole = (limit, value) if name in AT_LEAST else (value, limit)
    return min(part / whole, _MOST) if whole else _MOST * (part > 0)


_LIMITED = tuple(Limits.model_fields)
_MOST = 10.0  # no strain is greater, so that none outweighs all others


def load_goals(folders: Sequence[Path] = ()) -> Goals:
    """The goals, of the user's folders before the shipped ones. Raises BadDefinitions."""
    return CATALOGUE.read_other(Goals, NAME, folders).chosen
