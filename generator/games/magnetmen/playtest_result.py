"""The result of playtesting a board, as plain data for caches. Shares are from 0 to 1."""

import math
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.analysis.intervals import Estimate


class TypeFigures(NamedTuple):
    """How players fared with a type of icon.

    pick_ratio: how often it is taken, divided by how often it would be if players chose squares at
    random. icon_points: the points of an icon at the end. share: its share of winners' points.
    owners: how often players win who have any, divided by how often anybody wins.
    """

    name: str
    pick_ratio: Estimate
    icon_points: Estimate
    share: Estimate
    owners: Estimate


@dataclass(frozen=True, slots=True)
class BoardFigures:
    """The figures of a board, from `games` games between players of the kind `by`.

    estimates holds, by name: turns (of all players together), left (share of squares nobody used),
    choices (actions offered at the beginning of a turn), tight (share of turns with two or fewer),
    waiting (share of turns passed over), ties (share of games with several winners), margin (the
    winner's lead over the next, as a share of the winner's points), changes (of the lead, in a
    game), decided (the share of turns after which the winner is never behind again),
    seat_deviation (the largest distance of a seat from its fair share of wins). seats are the
    shares of wins by seat; a tie is shared out.
    """

    by: str
    games: int
    estimates: dict[str, Estimate]
    seats: tuple[Estimate, ...]
    kinds: tuple[TypeFigures, ...]

    @property
    def players(self) -> int:
        return len(self.seats)

    def data(self) -> dict[str, Any]:  # Any: JSON
        return {
            "by": self.by,
            "games": self.games,
            "named": {name: list(figure.rounded()) for name, figure in self.estimates.items()},
            "seats": [list(seat.rounded()) for seat in self.seats],
            "kinds": [
                [kind.name, *(list(figure.rounded()) for figure in kind[1:])] for kind in self.kinds
            ],
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "BoardFigures":  # Any: JSON
        """Figures from such values. Raises KeyError, TypeError, ValueError for other values."""
        return cls(
            data["by"],
            data["games"],
            {name: Estimate(*figure) for name, figure in data["named"].items()},
            tuple(Estimate(*seat) for seat in data["seats"]),
            tuple(
                TypeFigures(name, *(Estimate(*figure) for figure in of_kind))
                for name, *of_kind in data["kinds"]
            ),
        )


class MissedLimit(NamedTuple):
    """A figure that does not keep to its limit."""

    name: str
    value: float
    limit: float


USUAL_DEVIATION = 0.15
"""The standard deviation of seats' shares of wins on boards as they are rolled, about."""


class SeatShares(NamedTuple):
    """The shares of wins by seat, from `games` games between players of one kind.

    name is what the kind is called, by the player in full.
    """

    name: str
    by: str
    games: int
    seats: tuple[Estimate, ...]

    @property
    def deviation(self) -> Estimate:
        """How far the seat that is furthest from its fair share of wins is from it.

        The furthest of several measured shares was also measured too far away. So the value is
        moved towards 0 by as much as USUAL_DEVIATION makes likely (the posterior mean with a normal
        prior). The interval is that of the seat's share as measured.
        """
        fair_share = 1 / len(self.seats)
        furthest = max(self.seats, key=lambda seat: abs(seat.value - fair_share))
        ends = sorted((abs(furthest.low - fair_share), abs(furthest.high - fair_share)))
        is_inside = furthest.low <= fair_share <= furthest.high
        value = abs(furthest.value - fair_share) * self._trust
        return Estimate(value, 0.0 if is_inside else ends[0], ends[1])

    @property
    def likely_deviation(self) -> float:
        """The root of the mean square that the distance of this seat is likely to have. Unlike the
        deviation, it is large if few games were played."""
        value = self.deviation.value
        return math.sqrt(value * value + self._trust * self._chance)

    @property
    def standard_error(self) -> float:
        """That of a seat's share, on average over seats."""
        return math.sqrt(self._chance)

    @property
    def _chance(self) -> float:
        """The variance of a measured share that is due to chance, on average over seats."""
        alike = math.fsum(seat.value * seat.value for seat in self.seats)
        return (1 - alike) / (self.games * len(self.seats))

    @property
    def _trust(self) -> float:
        """The part of a measured deviation that is likely to be the board's."""
        usual = USUAL_DEVIATION * USUAL_DEVIATION
        return usual / (usual + self._chance)

    def data(self) -> list[Any]:  # Any: JSON
        return [self.name, self.by, self.games, [list(seat.rounded()) for seat in self.seats]]

    @classmethod
    def of(cls, data: list[Any]) -> "SeatShares":  # Any: JSON
        """Shares from such values."""
        name, by, games, seats = data
        return cls(name, by, games, tuple(Estimate(*seat) for seat in seats))


class PlaytestResult(NamedTuple):
    """The result of playtesting a board.

    panel has the shares of each kind of player who judged it; figures are those of the first.
    goal_penalty measures how far the board is from its goals; less is better. hints are figures
    that another size or number of players would improve. search_stopped: whether the user stopped
    the search for the board; it is not stored.
    """

    figures: BoardFigures
    missed_goals: tuple[MissedLimit, ...]
    goal_penalty: float
    minutes: int
    hints: tuple[MissedLimit, ...] = ()
    panel: tuple[SeatShares, ...] = ()
    search_stopped: bool = False

    @property
    def furthest(self) -> SeatShares:
        """The shares of the members of the panel with which the seats are furthest from fair."""
        return max(self.panel, key=lambda shares: shares.deviation.value)

    def data(self) -> dict[str, Any]:  # Any: JSON
        # Caches and `inspect` have had these keys from the start.
        return {
            "figures": self.figures.data(),
            "short": [list(limit) for limit in self.missed_goals],
            "strain": self.goal_penalty,
            "minutes": self.minutes,
            "hints": [list(limit) for limit in self.hints],
            "panel": [shares.data() for shares in self.panel],
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "PlaytestResult":  # Any: JSON
        """A result from such values. Raises KeyError, TypeError, ValueError for other values."""
        missed, hints = (
            tuple(MissedLimit(*limit) for limit in data[key]) for key in ("short", "hints")
        )
        figures = BoardFigures.of(data["figures"])
        panel = tuple(map(SeatShares.of, data["panel"]))
        return cls(figures, missed, data["strain"], data["minutes"], hints, panel)

    def columns(self) -> dict[str, float | str]:
        """The main numbers by column of a table, figures with the ends of their intervals."""
        columns: dict[str, float | str] = {"minutes": self.minutes, "by": self.figures.by}
        columns["short"] = " ".join(limit.name for limit in self.missed_goals)
        seats = {f"seat_{number}": seat for number, seat in enumerate(self.figures.seats, 1)}
        panel = {f"seat_deviation_{shares.name}": shares.deviation for shares in self.panel}
        for name, figure in (self.figures.estimates | seats | panel).items():
            value, low, high = figure.rounded()
            columns |= {name: value, f"{name}_low": low, f"{name}_high": high}
        return columns
