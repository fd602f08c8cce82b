"""What the games on a board show: what each figure is called and means, and how it is computed."""

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

from generator.analysis.intervals import Estimate, mean_estimate, ratio_estimate, share_estimate
from generator.play import players as m
from generator.play.engine import WIN_PARTS
from generator.play.series import Observations

Limited = Literal[
    "seat_deviation",
    "ties",
    "margin",
    "decided",
    "left",
    "tight",
    "waiting",
    "turns",
    "choices",
    "changes",
]
"""The figures that goals may limit."""


class Figure(NamedTuple):
    """What a figure is called, what it counts or is a share of, what it means, how it is written,
    and what no value is beyond."""

    name: str
    unit: str
    meaning: str
    form: str = ".0%"
    lowest: float = 0.0
    highest: float = math.inf

    @property
    def is_share(self) -> bool:
        return self.form.endswith("%")


def _share(name: str, unit: str, meaning: str) -> Figure:
    return Figure(name, unit, meaning, highest=1.0)


def _count(name: str, unit: str, meaning: str) -> Figure:
    return Figure(name, unit, meaning, ",.2f")


BOARD_FIGURES = {
    "turns": _count("Turns", "turns of all players", "Turns of all players together."),
    "choices": _count("Choices per turn", "choices", "Possible actions at the start of a turn."),
    "tight": _share(
        "Turns with two choices or fewer",
        "of turns",
        "Share of the turns with at most two possible actions.",
    ),
    "waiting": _share(
        "Turns missed",
        "of turns",
        "Share of the turns that were missed, as no action was possible.",
    ),
    "left": _share(
        "Squares nobody used", "of squares", "Share of the squares or spaces that nobody used."
    ),
    "ties": _share("Ties", "of games", "Share of the games that several players win, or nobody."),
    "margin": _share(
        "The winner’s lead",
        "of the winner’s points",
        "Lead over the next player, as a share of the winner’s points.",
    ),
    "changes": _count(
        "Lead changes", "times per game", "How often another player takes the lead, by points."
    ),
    "decided": _share(
        "When the game is decided",
        "of the game",
        "Share of the turns after which the winner is never behind again.",
    ),
    "seat_deviation": _share(
        "Seat imbalance",
        "of games, off a fair share",
        "Largest distance of a seat’s share of wins from a fair share.",
    ),
}
OF_POINTS = frozenset({"margin", "changes", "decided"})
"""Figures that say nothing where players have no points on the way."""

_OTHER_POWERS = (
    "The same for a power whose type is on (nearly) every board: against boards where the type has "
    "another power."
)
FIGURES = BOARD_FIGURES | {
    "seat": _share("Wins by seat", "of games", "How often each seat wins; a tie is shared out."),
    "panel": _share(
        "Wins by seat among the panel",
        "of games",
        "The same, where all players are one member of the panel.",
    ),
    "goal": _share(
        "Boards that meet it",
        "of boards",
        "Share of the boards whose figure is within its limits in play.yaml.",
    ),
    "boards": _share("Boards", "of boards", "Boards that have the type or power."),
    "pick_ratio": _count(
        "Taken",
        "times as often as by chance",
        "How often the type is taken; 1 is as often as if players picked at random among the "
        "squares that they can take.",
    ),
    "share": Figure(
        "Winners’ points",
        "of winners’ points",
        "Share of the winners’ points that it brings, on boards that have it.",
        lowest=-math.inf,
    ),
    "icon_points": Figure(
        "Points per icon", "points", "Points of an icon at the end of the game.", ",.2f", -math.inf
    ),
    "owners": _count(
        "Owners win",
        "times their fair share",
        "How often players win who own at least one at the end; 1 is as often as anybody.",
    ),
    "missed": Figure(
        "Goals missed",
        "of the goals, more than on boards without the type",
        "Share of goals missed on boards with it, minus that on boards without.",
        "+.0%",
        -math.inf,
    ),
    "length": _count(
        "Game length",
        "times as long as on boards without the type",
        "Length of games on boards with it, relative to boards without.",
    ),
    "missed_other": Figure(
        "Goals missed, against its other powers", "", _OTHER_POWERS, "+.0%", -math.inf
    ),
    "length_other": _count("Game length, against its other powers", "", _OTHER_POWERS),
}
"""All figures, in the order in which reports explain them."""


def board_figures(observed: Observations, squares: int) -> dict[str, Estimate]:
    """Of at least two games on a board."""
    turns, passed, shares = observed.column(m.TURNS), observed.column(m.PASSED), observed.shares
    seen = [number + missed for number, missed in zip(turns, passed, strict=True)]
    figures = {
        "turns": mean_estimate(turns),
        "choices": ratio_estimate(observed.column(m.CHOICES), turns),
        "tight": ratio_estimate(observed.column(m.TIGHT), turns),
        "waiting": ratio_estimate(passed, seen),
        "ties": share_estimate(sum(max(row) < WIN_PARTS for row in shares), len(shares)),
        "margin": mean_estimate(map(_margin, observed.points)),
        "changes": mean_estimate(observed.column(m.CHANGES)),
        "decided": mean_estimate(row[m.DECIDED] / row[m.TURNS] for row in observed.games),
        "seat_deviation": deviation(seat_estimates(shares)),
    }
    if squares:
        figures["left"] = mean_estimate(row[m.OWN_COUNT] / squares for row in observed.games)
    return {name: within_bounds(name, figures[name]) for name in BOARD_FIGURES if name in figures}


def within_bounds(name: str, estimate: Estimate) -> Estimate:
    """An estimate with an interval of possible values only."""
    figure = FIGURES[name]
    if math.isinf(estimate.high):  # too few cases for an interval
        return estimate
    low, high = max(figure.lowest, estimate.low), min(figure.highest, estimate.high)
    return estimate._replace(low=low, high=high)


def _margin(points: Sequence[int]) -> float:
    """The winner's lead over the next, by the winner's points; at most 1."""
    best, second = sorted(points, reverse=True)[:2]
    return min(1.0, (best - second) / best) if best > 0 else float(best > second)


def seat_estimates(shares: Sequence[tuple[int, ...]]) -> tuple[Estimate, ...]:
    """The share of wins of each seat, given the seats' shares of the win in each game."""
    wins = (sum(of_seat) / WIN_PARTS for of_seat in zip(*shares, strict=True))
    return tuple(share_estimate(of_seat, len(shares)) for of_seat in wins)


def deviation(seats: Sequence[Estimate]) -> Estimate:
    """The distance from its fair share of wins of the seat that is furthest from it."""
    fair = 1 / len(seats)
    furthest = max(seats, key=lambda seat: abs(seat.value - fair))
    value, *ends = (abs(each - fair) for each in furthest)
    return Estimate(value, 0.0 if furthest.low <= fair <= furthest.high else min(ends), max(ends))


USUAL_DEVIATION = 0.15
"""The standard deviation of seats' shares of wins on boards as they are rolled, about."""


class SeatShares(NamedTuple):
    """The shares of wins by seat, from `games` games between players of one kind: what the judge is
    called, and the player in full."""

    judge: str
    player: str
    games: int
    seats: tuple[Estimate, ...]

    @property
    def deviation(self) -> Estimate:
        """How far the seat that is furthest from its fair share of wins is from it.

        The furthest of several measured shares was also measured too far away. So the value is
        moved towards 0 by as much as USUAL_DEVIATION makes likely (the posterior mean with a normal
        prior). The interval is that of the seat's share as measured.
        """
        measured = deviation(self.seats)
        return measured._replace(value=measured.value * self._trust)

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
