"""The model of play.yaml: who judges boards, how one is looked for, what a good one keeps to."""

import math
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from generator.analysis.intervals import Estimate
from generator.play.figures import FIGURES, Limited
from generator.play.series import Player
from generator.schema.fields import IN_ORDER, Definition, Key, check_fewer_each_round

NAME = "play"
MAX_EFFORT = 500_000  # thousand actions, some minutes; shipped rounds have up to 30,000
MAX_USAGE = 10.0  # so that no limit outweighs all others

_Factor = Annotated[float, Field(ge=0.01, le=100)]
_Share = Annotated[float, Field(ge=0, le=1)]
_Effort = Annotated[int, Field(ge=1, le=MAX_EFFORT)]
_End = Annotated[float, Field(ge=0, le=10_000)]


Ends = tuple[float, float]
Range = Annotated[tuple[_End, _End], Field(strict=False), IN_ORDER]
_Turns = Annotated[int, Field(ge=1, le=10_000)]
TurnsRange = Annotated[tuple[_Turns, _Turns], Field(strict=False), IN_ORDER]
LimitsByFigure = Mapping[Limited, Ends]
Limits = Annotated[dict[Limited, Range], Field(min_length=1)]
"""The least and the most of each figure, such as `ties: [0, 0.2]`. docs/playtest.md says what the
figures are."""


class Judge(Definition):
    """A kind of player who judges boards by playing against its like."""

    name: Key
    """What the player is called where figures are shown."""

    kind: Literal["greedy", "two_ply", "monte_carlo", "tree_search"]
    """How the player chooses; docs/playtest.md explains it."""

    candidates: Annotated[int, Field(ge=1, le=100)] = 8
    """How many moves a searching player looks at for each decision."""

    playouts: Annotated[int, Field(ge=1, le=2000)] = 8
    """How many games greedy players finish for a decision: for monte_carlo for each candidate, for
    tree_search in all."""

    errors: Annotated[int, Field(ge=0, le=99)] = 0
    """How many of 100 decisions are made at random."""

    games: Annotated[int, Field(ge=10, le=100_000)] = 1_000
    """How many games it plays on a board before the board comes with the program."""

    seat_deviation: Annotated[tuple[_Share, _Share, _Share], Field(strict=False)] = (0.05,) * 3
    """How far the worst seat of two, of three and of four may be from its fair share of the wins in
    these games."""

    @property
    def player(self) -> Player:
        return Player(self.kind, self.candidates, self.playouts, self.errors)


Judges = Annotated[tuple[Judge, ...], Field(strict=False, min_length=1, max_length=8)]
Panels = Annotated[dict[Key, Judges], Field(min_length=1)]
"""The judges for each form of the rules. A form that is not named has those of the first."""


WhoJudges = Literal["scout", "scouts", "panel", "vetting_scouts", "vetting"]


class Round(Definition):
    """A round of the search, in which some boards are judged."""

    boards: Annotated[int, Field(ge=1, le=1000)]
    """How many boards take part, the best so far; fewer if the effort is too small."""

    judges: WhoJudges
    """Who plays them: the first of the scouts, all of them, or the panel; of vetting, the scouts
    and `vetted_scouts`, or the panel and `vetted_judges`."""

    effort: _Effort
    """How much is played, in thousands of actions of all playouts; half a million take about 0.2 s.
    The part of a judge grows with the root of what its games cost: weaker ones play more games."""


class Search(Definition):
    """How a board is looked for."""

    rolls: Annotated[int, Field(ge=1, le=100)]
    """How many rolls are tried."""

    layouts: Annotated[int, Field(ge=1, le=100)] = 1
    """How many layouts of each roll are tried."""

    sieve: Annotated[int, Field(ge=2, le=10_000)] = 30
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
    """Limits beyond which another size or number of players would be better."""

    left: _Share = 1.0
    """Squares that nobody uses, as a share of all."""

    waiting: _Share = 1.0
    """Turns missed because nothing can be done, as a share of all."""

    minutes: Annotated[int, Field(ge=1)] = 1_000
    """How long a game takes."""


class Goal(Definition):
    """What a good board keeps to, with these rules, so many squares and players."""

    rules: Key
    """The form of the rules."""

    squares: Annotated[int, Field(ge=1)]
    """How many squares the board has; the goal nearest to a board's counts."""

    players: Annotated[int, Field(ge=2, le=4)]
    """How many players the board is for."""

    limits: Limits
    """The least and the most of each figure."""


class Stock(Definition):
    """Boards that come with the program."""

    sets: Annotated[tuple[Key, ...], Field(strict=False, min_length=1)]
    """The sets they are of."""

    sizes: Annotated[tuple[Key, ...], Field(strict=False, min_length=1)]
    """The sizes or forms they are of."""

    players: Annotated[tuple[int, ...], Field(strict=False, min_length=1)]
    """How many players they are for."""

    count: Annotated[int, Field(ge=1, le=1000)]
    """How many there are of each size and number of players."""


class Flags(Definition):
    """Limits beyond which `playtest` flags a type, or a variant of its power. The whole interval
    must lie beyond; what has no limit is not flagged."""

    dominant: dict[Literal["pick_ratio", "share"], _Factor]
    """Too good: taken more than this many times as often as by chance, or it brings more than this
    share of winners' points."""

    useless: dict[Literal["pick_ratio"], _Factor]
    """Hardly anybody takes it: less than this many times as often as by chance."""

    trap: dict[Literal["pick_ratio", "owners"], _Factor]
    """Taken, but of no help: taken more often than this, and owners win less than this many times
    as often as an average player."""

    breaking: dict[Literal["missed", "length"], _Factor]
    """Spoils the game for all: boards that have it miss more of the goals than others by more than
    this share, or games are more than this many times as long, or as short. The powers of a type
    that is on every board are compared with each other, and flagged as uneven."""


class Goals(Definition):
    """What a good board is, and how one is looked for."""

    FORMS: ClassVar[tuple[str, ...]]

    game: str
    """The game this file is of."""

    minutes: Minutes | None = None
    """How long people take, for the estimate that is printed."""

    turns: dict[Key, TurnsRange] = Field(default_factory=dict)
    """How many turns all players together take, for each form of the rules: where games are
    shortest, and where they are longest. Rules sheets print it in minutes."""

    hints: Hints = Hints()
    """What is said of a board besides its goals."""

    hopeless: Annotated[dict[Limited, Range], Field(default_factory=dict)]
    """What greedy players must keep to on half of a roll's layouts."""

    panel: Panels
    """Who judges boards, for each form of the rules: a good board is fair to all seats whoever of
    them plays. The figures of a board other than those of seats are the first one's."""

    scouts: Panels
    """Faster players, who stand in for the panel where many boards are compared."""

    search: Searches
    """How a board is looked for."""

    fresh: _Effort
    """The effort for new games of the panel on the winner, whose figures are shown; see Round."""

    goals: Annotated[tuple[Goal, ...], Field(strict=False, min_length=1)]
    """What good boards keep to."""

    vetted: Annotated[tuple[Stock, ...], Field(strict=False)] = ()
    """The boards that come with the program. They meet all goals."""

    vetted_judges: dict[Key, Judges] = Field(default_factory=dict)
    """Who judges the boards of `vetted` besides the panel, for each form of the rules."""

    vetted_scouts: dict[Key, Judges] = Field(default_factory=dict)
    """Who stands in for `vetted_judges` where many boards are compared."""

    vetted_search: Annotated[tuple[Search, ...], Field(strict=False)] = ()
    """How they are looked for: a search, then one from each board of its last round, and so on. The
    boards of the last are vetted. If none is given, it is the thorough search."""

    flags: Flags | None = None
    """Limits beyond which `playtest` flags types and variants of their powers."""

    @model_validator(mode="after")
    def _names_known_forms(self) -> "Goals":
        names: dict[tuple[str | int, ...], str] = {
            ("goals", index, "rules"): goal.rules for index, goal in enumerate(self.goals)
        }
        for key in ("turns", "panel", "scouts", "vetted_judges", "vetted_scouts"):
            names |= {(key, name): name for name in getattr(self, key)}
        for loc, name in names.items():
            if name not in self.FORMS:
                words = f"expected {' or '.join(self.FORMS)}, found {name!r}"
                raise PydanticCustomError("form", "{words}", {"words": words, "loc": loc})
        return self

    def nearest(self, rules: str, squares: int, players: int) -> Goal:
        """The goal of the same rules and players whose number of squares is nearest."""
        goals = sorted(self.goals, key=lambda goal: abs(goal.squares - squares))
        return min(goals, key=lambda goal: (goal.rules != rules, abs(goal.players - players)))

    def minutes_range(self, rules: str) -> tuple[int, int]:
        """The minutes of games with a form of the rules where they are shortest, and where longest;
        for a game that has `minutes` and `turns`."""
        assert self.minutes is not None, "minutes come with turns"
        shortest, longest = self.turns.get(rules) or next(iter(self.turns.values()))
        return self.minutes.estimate(shortest), self.minutes.estimate(longest)

    def judges(self, which: WhoJudges, rules: str) -> tuple[Judge, ...]:
        """The judges of a form of the rules; see Round."""
        panels, more = self.panel, self.vetted_judges
        if "scout" in which:
            panels, more = self.scouts, self.vetted_scouts
        judges = panels.get(rules) or next(iter(panels.values()))
        if which.startswith("vetting"):
            return *judges, *more.get(rules, ())
        return judges[:1] if which == "scout" else judges


class Missed(NamedTuple):
    figure: str
    value: float
    low: float
    high: float


def limit_usage(estimates: Mapping[str, Estimate], limits: LimitsByFigure) -> dict[Limited, float]:
    """The share of each limit that the figures use up; above 1 the limit is missed."""
    known = ((name, ends) for name, ends in limits.items() if name in estimates)
    return {name: _usage(name, estimates[name].value, ends) for name, ends in known}


def goal_penalty(
    estimates: Mapping[str, Estimate], limits: LimitsByFigure, deviations: Iterable[float] = ()
) -> float:
    """One number for the distance of a board from its goal; less is better. `deviations` of seats,
    one for each kind of player, replace that of the estimates.

    It is the 4-norm of the limit usages: with squares instead of fourth powers, figures better
    than required would make up for a missed limit. Square roots round alike on all platforms.
    """
    usages, seats = limit_usage(estimates, limits), [*deviations]
    values = [usage for name, usage in usages.items() if name != "seat_deviation" or not seats]
    if ends := limits.get("seat_deviation"):
        values += [_usage("seat_deviation", each, ends) for each in seats]
    fourth_powers = (math.prod([usage] * 4) for usage in values)
    return math.sqrt(math.sqrt(math.fsum(fourth_powers)))


def missed_limits(estimates: Mapping[str, Estimate], limits: LimitsByFigure) -> tuple[Missed, ...]:
    names = (name for name, usage in limit_usage(estimates, limits).items() if usage > 1)
    return tuple(Missed(name, round(estimates[name].value, 3), *limits[name]) for name in names)


def upper_limit(name: str, high: float) -> float | None:
    """The upper end of a range if it limits anything: no share is above 1."""
    return None if high == 1 and FIGURES[name].is_share else high


def _usage(name: str, value: float, ends: Ends) -> float:
    low, high = ends[0], upper_limit(name, ends[1])
    usage = low and (low / value if value else MAX_USAGE)
    if high is not None:
        usage = max(usage, value / high if high else MAX_USAGE * (value > 0))
    return min(usage, MAX_USAGE)
