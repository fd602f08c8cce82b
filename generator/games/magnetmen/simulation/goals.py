"""The model of play.yaml, whose numbers docs/playtest.md explains."""

import math
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator

from generator.analysis.intervals import Estimate
from generator.core.request import SearchName
from generator.games.magnetmen.definition import CATALOGUE, MagnetmenDefinition, in_order
from generator.games.magnetmen.playtest_result import MissedLimit
from generator.games.magnetmen.roll import Board
from generator.play.series import Player
from generator.schema.fields import Definition, check_fewer_each_round

_Factor = Annotated[float, Field(ge=0, le=100)]
_Share = Annotated[float, Field(ge=0, le=1)]


class Dominant(Definition):
    """What is too good: one of these is enough."""

    pick_ratio: _Factor
    """It is taken more than this many times as often as by chance."""

    share: _Share
    """It brings more than this share of winners' points."""


class Useless(Definition):
    """What hardly anybody takes."""

    pick_ratio: _Factor
    """It is taken less than this many times as often as by chance."""


class Trap(Definition):
    """What is taken, but does not help: both together."""

    pick_ratio: _Factor
    """It is taken more than this many times as often as by chance."""

    owners: _Factor
    """Its owners win less than this many times as often as an average player."""


class Breaking(Definition):
    """What spoils the game for all: one of these is enough. The powers of a type that is always on
    the board are compared with each other by the same limits, and flagged as uneven."""

    missed: _Share
    """Boards that have it miss more of the goals than boards without the type, by more than this
    share of all goals."""

    length: Annotated[float, Field(ge=1, le=10)]
    """Games are more than this many times as long, or as short, as on boards without the type."""


class Flags(Definition):
    """Limits beyond which a type, or a variant of its power, is out of the ordinary."""

    dominant: Dominant
    """What is too good."""

    useless: Useless
    """What hardly anybody takes."""

    trap: Trap
    """What is taken, but does not help."""

    breaking: Breaking
    """What spoils the game for all."""


_Turns = Annotated[int, Field(ge=1, le=10_000)]

NAME = "play"
MAX_EFFORT = 500_000  # thousand actions, some minutes; shipped rounds have up to 30,000
AT_LEAST = frozenset({"decided"})  # limits from below; all others are limits from above


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


class Member(Definition):
    """A kind of player who judges boards."""

    name: Annotated[str, Field(pattern="^[a-z]+$")]
    """What the player is called where figures are shown."""

    kind: Literal["greedy", "monte_carlo", "tree_search"]
    """How the player chooses; docs/playtest.md explains it."""

    candidates: Annotated[int, Field(ge=1, le=100)]
    """How many moves the player looks at for each decision."""

    playouts: Annotated[int, Field(ge=1, le=2000)]
    """How many games greedy players finish for a decision: for monte_carlo for each candidate, for
    tree_search in all."""

    errors: Annotated[int, Field(ge=0, le=99)] = 0
    """How many of 100 decisions are made at random."""

    @property
    def player(self) -> Player:
        return Player(self.kind, self.candidates, self.playouts, self.errors)


class Panels(Definition):
    """Who judges boards. The figures of a board other than those of seats are the first one's."""

    basic: Annotated[tuple[Member, ...], Field(strict=False, min_length=1, max_length=8)]
    """With the basic rules."""

    advanced: Annotated[tuple[Member, ...], Field(strict=False, min_length=1, max_length=8)]
    """With the advanced rules, whose games take longer to compute."""


_Effort = Annotated[int, Field(ge=1, le=MAX_EFFORT)]


class Round(Definition):
    """A round of the search, in which some boards are judged."""

    boards: Annotated[int, Field(ge=1, le=1000)]
    """How many boards take part, the best so far; fewer if the effort is too small."""

    judges: Literal["scouts", "panel"]
    """Who plays them."""

    effort: _Effort
    """How much is played, in thousands of actions of all playouts; half a million take about 0.2 s.
    The part of a judge grows with the root of what its games cost: weaker ones play more games."""


class Search(Definition):
    """How a board is looked for."""

    rolls: Annotated[int, Field(ge=1, le=100)]
    """How many rolls of types and powers are tried."""

    layouts: Annotated[int, Field(ge=1, le=100)]
    """How many layouts of each roll are tried."""

    sieve: Annotated[int, Field(ge=2, le=10_000)]
    """How many games greedy players play on each layout, to tell which rolls are hopeless."""

    rounds: Annotated[tuple[Round, ...], Field(strict=False, min_length=1, max_length=10)]
    """The rounds, each with fewer boards."""

    @model_validator(mode="after")
    def _narrows(self) -> "Search":
        check_fewer_each_round("boards", [judging.boards for judging in self.rounds])
        return self


class Searches(Definition):
    """How boards are looked for, by the value of `--search`."""

    quick: Search
    """About two seconds."""

    usual: Search
    """About three seconds."""

    thorough: Search
    """About twenty seconds."""

    def named(self, name: SearchName) -> Search:
        return {"quick": self.quick, "usual": self.usual, "thorough": self.thorough}[name]


class Minutes(Definition):
    """How long people take."""

    start: Annotated[float, Field(ge=0, le=120)]
    """Minutes to get ready and to count up."""

    turn: Annotated[float, Field(ge=0.01, le=60)]
    """Minutes for a turn of one player."""

    def estimate(self, turns: float) -> int:
        """The minutes of a game of so many turns, in steps of five."""
        return max(5, 5 * round((self.start + turns * self.turn) / 5))


class Turns(Definition):
    """How many turns games take, with these rules and so many squares."""

    rules: Literal["basic", "advanced"]
    """The rules of the boards."""

    squares: Annotated[int, Field(ge=1)]
    """How many squares the boards have; the row nearest to a board's counts."""

    range: Annotated[tuple[_Turns, _Turns], Field(strict=False), AfterValidator(in_order)]
    """The turns of all players together where games are shortest, and where they are longest."""


class Hints(Definition):
    """Limits beyond which another size or number of players would be better."""

    left: _Share
    """Squares that nobody uses, as a share of all."""

    waiting: _Share
    """Turns missed because nothing can be done, as a share of all."""

    minutes: Annotated[int, Field(ge=1)]
    """How long a game takes."""

    def of(self, estimates: Mapping[str, Estimate], minutes: int) -> tuple[MissedLimit, ...]:
        """The values of a board that exceed these limits."""
        shares = {"left": estimates["left"].value, "waiting": estimates["waiting"].value}
        return tuple(
            MissedLimit(name, value, getattr(self, name))
            for name, value in {**shares, "minutes": minutes}.items()
            if value > getattr(self, name)
        )


class Goals(Definition):
    """What a good board is, and how one is looked for."""

    game: Literal["magnetmen"]
    """The game this file is of."""

    minutes: Minutes
    """How long people take, for the estimate that is printed."""

    turns: Annotated[tuple[Turns, ...], Field(strict=False, min_length=1)]
    """How many turns games take, for the range of minutes on rules sheets."""

    hints: Hints
    """What is said of a board besides its goals."""

    hopeless: Limits
    """What greedy players must keep to on half of a roll's layouts."""

    panel: Panels
    """Who judges boards: a good board is fair to all seats whoever of them plays."""

    scouts: Panels
    """Faster players, who stand in for the panel where many boards are compared."""

    search: Searches
    """How a board is looked for."""

    fresh: _Effort
    """The effort for new games of the panel on the winner, whose figures are shown; see Round."""

    goals: Annotated[tuple[Goal, ...], Field(strict=False, min_length=1)]
    """What good boards keep to."""

    flags: Flags
    """Limits beyond which `playtest` flags types and variants of their powers."""

    def of(self, board: Board) -> Goal:
        rules = "advanced" if board.advanced else "basic"
        return self.nearest(rules, len(board.squares), board.players)

    def nearest(self, rules: str, squares: int, players: int) -> Goal:
        """The goal of the same rules and players whose number of squares is nearest."""

        def distance(goal: Goal) -> tuple[bool, int, int]:
            return goal.rules != rules, abs(goal.players - players), abs(goal.squares - squares)

        return min(self.goals, key=distance)

    def minutes_range(self, definition: MagnetmenDefinition) -> tuple[int, int]:
        """The minutes of games of these sets where they are shortest, and where longest."""

        def nearest(squares: int) -> Turns:
            return min(
                self.turns,
                key=lambda row: (row.rules != definition.rules, abs(row.squares - squares)),
            )

        ranges = [nearest(size.squares).range for size in definition.boards.sizes.values()]
        shortest, longest = min(low for low, _ in ranges), max(high for _, high in ranges)
        return self.minutes.estimate(shortest), self.minutes.estimate(longest)

    def judges(self, which: Literal["scouts", "panel"], board: Board) -> tuple[Member, ...]:
        panels = self.scouts if which == "scouts" else self.panel
        return panels.advanced if board.advanced else panels.basic


def limit_usage(estimates: Mapping[str, Estimate], limits: Limits) -> dict[str, float]:
    """The share of each limit that the figures use up; above 1 the limit is missed."""
    return {name: _usage(name, estimates[name].value, getattr(limits, name)) for name in LIMITED}


def goal_penalty(
    estimates: Mapping[str, Estimate], limits: Limits, deviations: Iterable[float] = ()
) -> float:
    """One number for the distance of a board from its goal; less is better. `deviations` of seats,
    one for each kind of player, replace that of the estimates.

    It is the 4-norm of the limit usages: with squares instead of fourth powers, figures better
    than required would make up for a missed limit. Square roots round alike on all platforms.
    """
    usages = limit_usage(estimates, limits)
    if seats := [_usage("seat_deviation", value, limits.seat_deviation) for value in deviations]:
        del usages["seat_deviation"]
    fourth_powers = (math.prod([usage] * 4) for usage in (*usages.values(), *seats))
    return math.sqrt(math.sqrt(math.fsum(fourth_powers)))


def missed_limits(estimates: Mapping[str, Estimate], limits: Limits) -> tuple[MissedLimit, ...]:
    return tuple(
        MissedLimit(name, estimates[name].value, getattr(limits, name))
        for name, usage in limit_usage(estimates, limits).items()
        if usage > 1
    )


def _usage(name: str, value: float, limit: float) -> float:
    part, whole = (limit, value) if name in AT_LEAST else (value, limit)
    return min(part / whole, _MAX_USAGE) if whole else _MAX_USAGE * (part > 0)


_MAX_USAGE = 10.0  # so that no limit outweighs all others


def load_goals(folders: Sequence[Path] = ()) -> Goals:
    """Read play.yaml from the user's folders, else the shipped one. Raises DefinitionError."""
    return CATALOGUE.read_other(Goals, NAME, folders).content
