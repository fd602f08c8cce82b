"""The result of playtesting a map: plain frozen data, which rolled games carry along and caches
store as JSON. Shares are from 0 to 1."""

from typing import Any, NamedTuple

from generator.analysis.intervals import Estimate


class PlayerResult(NamedTuple):
    """What `games` games showed in which a program played against itself.

    estimates holds, by name: first_player (share of wins; a draw is half a win), draws (share of
    games), turns (of both players), lead_changes (in a game), decided (the share of the turns after
    which the winner stays ahead), spaces (the share of the spaces that a Metal was on).
    """

    player: str
    games: int
    estimates: dict[str, Estimate]


class MissedGoal(NamedTuple):
    """A figure outside its goal, with the player who showed it; no end, no limit there."""

    player: str
    name: str
    value: float
    low: float | None
    high: float | None


class MapResult(NamedTuple):
    """The result of playtesting a map. goal_penalty is 1 or less where all goals are met; less is
    better."""

    players: tuple[PlayerResult, ...]
    missed_goals: tuple[MissedGoal, ...]
    goal_penalty: float

    def data(self) -> dict[str, Any]:  # Any: JSON
        """The result as JSON values."""
        return {
            "players": [
                [player, games, {name: list(figure) for name, figure in estimates.items()}]
                for player, games, estimates in self.players
            ],
            "missed_goals": [list(goal) for goal in self.missed_goals],
            "goal_penalty": self.goal_penalty,
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "MapResult":  # Any: JSON
        """A result from such values. Raises KeyError, TypeError, ValueError for other values."""
        players = tuple(
            PlayerResult(player, games, {name: Estimate(*figure) for name, figure in named.items()})
            for player, games, named in data["players"]
        )
        missed_goals = tuple(MissedGoal(*goal) for goal in data["missed_goals"])
        return cls(players, missed_goals, data["goal_penalty"])

    def columns(self) -> dict[str, float | str]:
        """The figures by column of a table, with the ends of their intervals."""
        missed = " ".join(f"{goal.name}_{goal.player}" for goal in self.missed_goals)
        columns: dict[str, float | str] = {"missed_goals": missed}
        for result in self.players:
            for name, (value, low, high) in result.estimates.items():
                key = f"{name}_{result.player}"
                columns |= {key: value, f"{key}_low": low, f"{key}_high": high}
        return columns
