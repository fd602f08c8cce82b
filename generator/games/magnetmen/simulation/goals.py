"""What a good board is, and how one is looked for: the file play.yaml.

Input: the user's folders. Output: Goals; what a board's figures fall short of. Where the numbers
come from is told in docs/playtest.md.
"""

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal, NamedTuple

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.flags import Flags
from generator.games.magnetmen.simulation.metrics import Figure, Figures
from generator.schema.fields import Definition

_Share = Annotated[float, Field(ge=0, le=1)]

NAME = "play"
MAX_COST = 1_000_000  # some minutes for each board; the shipped searches have up to 16,000
AT_LEAST = frozenset({"decided"})  # of this a board wants much, of everything else little


class Limits(Definition):
    """What figures of a board should keep to; docs/playtest.md says what they are."""

    seat_deviation: _Share
    """How far a seat may be from its fair share of wins."""

    ties: _Share
    """The most games that may end in a tie, as a share of all."""

    margin: _Share
    """The most by which winners may lead over the next, as a share of their points."""

    decided: _Share
    """The least share of the turns after which the winner may never be behind again."""

    left: _Share
    """The most squares that nobody may use, as a share of all."""

    tight: _Share
    """The most turns that may offer two choices or fewer, as a share of all."""


LIMITED = tuple(Limits.model_fields)


class Goal(Limits):
    """What a good board keeps to, with these rules, so many squares and players."""

    rules: Literal["basic", "advanced"]
    """The rules of the board."""

    squares: Annotated[int, Field(ge=1)]
    """How many squares the board has; the goal nearest to a board's counts."""

    players: Annotated[int, Field(ge=2, le=4)]
    """How many players the board is for."""


class Searching(Definition):
    """How many games a board is judged by, and the Monte Carlo players of them."""

    games: Annotated[int, Field(ge=2, le=100_000)]
    """How many games are played."""

    candidates: Annotated[int, Field(ge=1, le=100)]
    """How many moves a player looks at for each decision."""

    playouts: Annotated[int, Field(ge=1, le=1000)]
    """How often each of them is played to the end by greedy players."""

    @property
    def cost(self) -> int:
        """How many games are played to the end for one decision in each game."""
        return self.games * self.candidates * self.playouts


class Search(Definition):
    """How a board is looked for."""

    rolls: Annotated[int, Field(ge=1, le=100)]
    """How many rolls of types and powers are tried."""

    layouts: Annotated[int, Field(ge=1, le=100)]
    """How many layouts of each roll are tried."""

    quick: Annotated[int, Field(ge=2, le=10_000)]
    """How many games greedy players play on each layout, to tell which rolls are hopeless and
    which layouts come on the shortlist."""

    shortlist: Annotated[int, Field(ge=1, le=1000)]
    """How many of the best layouts of all rolls are judged by searching players."""

    few: Searching
    """The games that judge each layout on the shortlist."""

    finalists: Annotated[int, Field(ge=1, le=100)]
    """How many of the best of those are judged again."""

    more: Searching
    """The games that judge each finalist."""

    fresh: Searching
    """The games on the winner, whose figures are shown."""

    @model_validator(mode="after")
    def _bounded(self) -> "Search":
        cost = self.shortlist * self.few.cost + self.finalists * self.more.cost + self.fresh.cost
        if cost > MAX_COST:
            raise PydanticCustomError(
                "search_cost",
                "expected at most {most} games x candidates x playouts for a board, found {cost}",
                {"most": f"{MAX_COST:,}", "cost": f"{cost:,}"},
            )
        return self


class Searches(Definition):
    """How boards are looked for; advanced games take far longer to compute."""

    basic: Search
    """With the basic rules."""

    advanced: Search
    """With the advanced rules."""


class Minutes(Definition):
    """How long people take."""

    start: Annotated[float, Field(ge=0, le=120)]
    """Minutes to get ready and to count up."""

    turn: Annotated[float, Field(ge=0.01, le=60)]
    """Minutes for a turn of one player."""

    def estimate(self, turns: float) -> int:
        """The minutes of a game of so many turns, in steps of five."""
        return max(5, 5 * round((self.start + turns * self.turn) / 5))


class Hints(Definition):
    """From where on another size or number of players would do better."""

    left: _Share
    """Squares that nobody uses, as a share of all."""

    waiting: _Share
    """Turns missed because nothing can be done, as a share of all."""

    minutes: Annotated[int, Field(ge=1)]
    """How long a game takes."""

    def of(self, named: Mapping[str, Figure], minutes: int) -> "tuple[Short, ...]":
        """What is beyond that on a board."""
        found = {"left": named["left"].value, "waiting": named["waiting"].value}
        return tuple(
            Short(name, value, getattr(self, name))
            for name, value in {**found, "minutes": minutes}.items()
            if value > getattr(self, name)
        )


class Goals(Definition):
    """What a good board is, and how one is looked for."""

    game: Literal["magnetmen"]
    """The game this file is of."""

    minutes: Minutes
    """How long people take, for the estimate that is printed."""

    hints: Hints
    """What is said of a board besides its goals."""

    hopeless: Limits
    """What greedy players must keep to on half of a roll's layouts."""

    search: Searches
    """How a board is looked for."""

    goals: Annotated[tuple[Goal, ...], Field(strict=False, min_length=1)]
    """What good boards keep to."""

    flags: Flags
    """From where on `playtest` marks types and variants of their powers."""

    def of(self, board: Board) -> Goal:
        """The goal for a board."""
        rules = "advanced" if board.advanced else "basic"
        return self.nearest(rules, len(board.squares), board.players)

    def nearest(self, rules: str, squares: int, players: int) -> Goal:
        """The goal of the same rules and players whose number of squares is nearest."""

        def distance(goal: Goal) -> tuple:
            return goal.rules != rules, abs(goal.players - players), abs(goal.squares - squares)

        return min(self.goals, key=distance)

    def search_for(self, board: Board) -> Search:
        """How a board with its rules is looked for."""
        return self.search.advanced if board.advanced else self.search.basic


class Short(NamedTuple):
    """A figure that does not keep to its limit."""

    name: str
    value: float
    limit: float


def strains(named: Mapping[str, Figure], limits: Limits) -> dict[str, float]:
    """How much of each limit is used up; above 1 it is not kept."""
    return {name: _strain(name, named[name].value, getattr(limits, name)) for name in LIMITED}


def strain(named: Mapping[str, Figure], limits: Limits) -> float:
    """One number for how far from good a board is: the length of its strains, with fourth powers.
    With squares, figures that are better than they need to be would make up for one that misses
    its limit. Rounded alike everywhere, as roots of roots are."""
    powers = (math.prod([value] * 4) for value in strains(named, limits).values())
    return math.sqrt(math.sqrt(math.fsum(powers)))


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


_MOST = 10.0  # no strain is greater, so that none outweighs all others


def load_goals(folders: Sequence[Path] = ()) -> Goals:
    """The goals, of the user's folders before the shipped ones. Raises DefinitionError."""
    return CATALOGUE.read_other(Goals, NAME, folders).chosen
