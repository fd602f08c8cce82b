"""The model of goals.yaml: the goals of good maps, and how maps are searched for.

Input: the user's folders, the figures of a map. Output: Goals; the goals that a map misses.
docs/playtest.md explains the shipped numbers.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.games.metals.definition import CATALOGUE
from generator.games.metals.map_result import MissedGoal
from generator.games.metals.roll import MetalsGame
from generator.games.metals.simulation import bots
from generator.games.metals.simulation.players import Player
from generator.schema.fields import Definition, Key, check_fewer_each_round

NAME = "goals"
MAX_GAMES = 100_000  # for a map; the shipped search has some 5,000
_MAX_USAGE = 10.0  # so that no goal outweighs all others

_Share = Annotated[float, Field(ge=0.01, le=1)]


class PanelPlayer(Definition):
    """A program that judges maps."""

    plies: Annotated[int, Field(ge=1, le=2)]
    """How many turns it looks ahead: 1 is its own, 2 the opponent's too."""

    careless: Annotated[int, Field(ge=0, le=100)] = 0
    """In how many of 100 turns it plays any action."""

    @property
    def player(self) -> Player:
        """The player of the kernel."""
        return Player(bots.TWO_PLY if self.plies == 2 else bots.GREEDY, self.careless)


class Round(Definition):
    """A round of the search."""

    maps: Annotated[int, Field(ge=1, le=1000)]
    """How many maps are played: the best of the round before; in the first all of a seed."""

    games: Annotated[int, Field(ge=2, le=10_000)]
    """How many games each player of the panel plays on each of them."""


class Search(Definition):
    """How a map is looked for."""

    rounds: Annotated[tuple[Round, ...], Field(strict=False, min_length=1, max_length=10)]
    """The rounds; each has fewer maps than the one before."""

    fresh: Annotated[int, Field(ge=20, le=10_000)]
    """The games of each player of the panel on the winner, whose figures are shown."""

    @model_validator(mode="after")
    def _narrows(self) -> "Search":
        check_fewer_each_round("maps", [round_.maps for round_ in self.rounds])
        return self

    @property
    def games(self) -> int:
        """The games of each player of the panel."""
        return self.fresh + sum(round_.maps * round_.games for round_ in self.rounds)


def _in_order(ends: tuple[int, int]) -> tuple[int, int]:
    if ends[0] > ends[1]:
        raise ValueError(f"expected the fewest, then the most, found {ends[0]}, {ends[1]}")
    return ends


class Limits(Definition):
    """What every player of the panel should find on a good map."""

    first_player: Annotated[float, Field(ge=0.01, le=0.5)]
    """How far the first player's share of wins may be from one half."""

    turns: Annotated[
        tuple[Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]],
        Field(strict=False),
        AfterValidator(_in_order),
    ]
    """The fewest and the most turns of both players."""

    lead_changes: Annotated[float, Field(ge=0, le=100)]
    """How often the lead should change in a game at least."""

    spaces: _Share
    """The least share of the spaces that Metals should use."""

    def ranges(self) -> dict[str, tuple[float | None, float | None]]:
        """The lowest and the highest value of each figure."""
        return {
            "first_player": (0.5 - self.first_player, 0.5 + self.first_player),
            "turns": self.turns,
            "lead_changes": (self.lead_changes, None),
            "spaces": (self.spaces, None),
        }

    def missed(self, player: str, figures: Mapping[str, float]) -> Iterator[MissedGoal]:
        """The goals that the figures of a player miss."""
        for name, (low, high) in self.ranges().items():
            value = figures[name]
            if (low is not None and value < low) or (high is not None and value > high):
                yield MissedGoal(player, name, value, low, high)

    def penalty(self, panel: Iterable[Mapping[str, float]]) -> float:
        """How far a map is from its goals, by the figures of each player: the largest share of a
        limit that is used up. Other figures than first_player only count where they miss theirs, so
        that no map is chosen for being longer than it has to be."""
        return max(usage for figures in panel for usage in self._usages(figures))

    def _usages(self, figures: Mapping[str, float]) -> Iterator[float]:
        yield min(_MAX_USAGE, abs(figures["first_player"] - 0.5) / self.first_player)
        for name, (low, high) in self.ranges().items():
            value = figures[name]
            if name == "first_player":
                continue
            if low is not None and value < low:
                yield min(_MAX_USAGE, low / value) if value else _MAX_USAGE
            if high is not None and value > high:
                yield min(_MAX_USAGE, value / high)


class GoalsOfForms(Definition):
    """What a good map is in each form of the game."""

    basic: Limits
    """In the basic game."""

    factions: Limits
    """With the powers of the factions."""


class Goals(Definition):
    """What a good map is, and how one is looked for."""

    game: Literal["metals"]
    """The game this file is of."""

    panel: Annotated[dict[Key, PanelPlayer], Field(min_length=1, max_length=8)]
    """The programs that judge a map, each below its name in results."""

    search: Search
    """How a map is looked for."""

    goals: GoalsOfForms
    """What good maps keep to."""

    @model_validator(mode="after")
    def _bounded(self) -> "Goals":
        if (games := self.search.games * len(self.panel)) > MAX_GAMES:
            words = f"expected at most {MAX_GAMES:,} games for a map, found {games:,}"
            raise PydanticCustomError("search", "{words}", {"words": words, "loc": ("search",)})
        return self

    def of(self, game: MetalsGame) -> Limits:
        """The goals for a game."""
        return self.goals.factions if game.factions else self.goals.basic


def load_goals(folders: Sequence[Path] = ()) -> Goals:
    """Read goals.yaml from the user's folders, else the shipped one. Raises DefinitionError."""
    return CATALOGUE.read_other(Goals, NAME, folders).content
