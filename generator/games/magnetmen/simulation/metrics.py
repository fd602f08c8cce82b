"""Compute the figures of a board: duration, fairness, choice, and how its types fare.

Input: observations of games on it. Output: BoardFigures, each with its 95% confidence interval.
Shares are from 0 to 1.
"""

from collections.abc import Sequence

from generator.analysis.intervals import (
    Estimate,
    block_ratio_estimate,
    mean_estimate,
    ratio_estimate,
    share_estimate,
)
from generator.games.magnetmen.playtest_result import BoardFigures, TypeFigures
from generator.games.magnetmen.simulation import observations as o
from generator.games.magnetmen.simulation.players import Observations

SHARES = ("left", "tight", "waiting", "ties", "margin", "decided")  # never below 0 or above 1


def board_figures(
    observations: Observations, by: str, kinds: Sequence[str], squares: int
) -> BoardFigures:
    """The figures of at least two games on a board with `squares` squares and types of these
    names, between players of the kind `by`."""
    seats = seat_estimates(observations.scores)
    winners_points = [_winners_points(block) for block in observations.blocks]
    type_figures = tuple(
        _type_figures(
            name, [block[kind] for block in observations.blocks], winners_points, len(seats)
        )
        for kind, name in enumerate(kinds)
    )
    estimates = _named_figures(observations, seats, squares)
    return BoardFigures(by, len(observations.games), estimates, seats, type_figures)


def _named_figures(
    observations: Observations, seats: Sequence[Estimate], squares: int
) -> dict[str, Estimate]:
    estimates = {
        "turns": mean_estimate(_column(observations, o.TURNS)),
        "left": mean_estimate(row[o.UNUSED] / squares for row in observations.games),
        "choices": ratio_estimate(_column(observations, o.CHOICES), _column(observations, o.TURNS)),
        "tight": ratio_estimate(_column(observations, o.TIGHT), _column(observations, o.TURNS)),
        "waiting": ratio_estimate(
            _column(observations, o.PASSED),
            [row[o.PASSED] + row[o.TURNS] for row in observations.games],
        ),
        "ties": share_estimate(
            sum(_winners(points) > 1 for points in observations.scores), len(observations.scores)
        ),
        "margin": mean_estimate(map(_margin, observations.scores)),
        "changes": mean_estimate(_column(observations, o.CHANGES)),
        "decided": mean_estimate(row[o.DECIDED] / row[o.TURNS] for row in observations.games),
        "seat_deviation": _deviation(seats),
    }
    return {name: _within_0_and_1(name, figure) for name, figure in estimates.items()}


def _within_0_and_1(name: str, figure: Estimate) -> Estimate:
    value, low, high = figure
    return Estimate(value, max(0.0, low), min(1.0, high)) if name in SHARES else figure


def _type_figures(
    name: str, blocks: Sequence[tuple[int, ...]], winners_points: Sequence[int], players: int
) -> TypeFigures:
    """The figures of a type, from its sums in each block of games."""

    def column(index: int, scale: float = 1) -> list[float]:
        return [block[index] * scale for block in blocks]

    fair_share = 1 / players
    return TypeFigures(
        name,
        pick_ratio=block_ratio_estimate(column(o.PICKS), column(o.CHANCES, 1 / o.WHOLE)),
        icon_points=block_ratio_estimate(column(o.POINTS), column(o.ICONS)),
        share=block_ratio_estimate(column(o.WON_POINTS), list(winners_points)),
        owners=block_ratio_estimate(
            column(o.OWNERS_WON, 1 / o.WIN_PARTS), column(o.OWNERS, fair_share)
        ),
    )


def _winners_points(block: Sequence[tuple[int, ...]]) -> int:
    """The sum of winners' points in a block."""
    return sum(row[o.WON_POINTS] for row in block)


def _column(observations: Observations, column: int) -> list[int]:
    return [row[column] for row in observations.games]


def _winners(points: Sequence[int]) -> int:
    return points.count(max(points))


def _margin(points: Sequence[int]) -> float:
    """The winner's lead over the next, by the winner's points; at most 1."""
    best, second = sorted(points, reverse=True)[:2]
    return min(1.0, (best - second) / best) if best > 0 else float(best > second)


def seat_estimates(scores: Sequence[tuple[int, ...]]) -> tuple[Estimate, ...]:
    """The share of wins of each seat, given the scores of each game; a tie is shared out."""
    wins = [0.0] * len(scores[0])
    for points in scores:
        best = max(points)
        for seat, own in enumerate(points):
            if own == best:
                wins[seat] += 1 / points.count(best)
    return tuple(share_estimate(of_seat, len(scores)) for of_seat in wins)


def _deviation(seats: Sequence[Estimate]) -> Estimate:
    """The distance from its fair share of wins of the seat that is furthest from it."""
    fair_share = 1 / len(seats)
    furthest = max(seats, key=lambda seat: abs(seat.value - fair_share))
    ends = sorted((abs(furthest.low - fair_share), abs(furthest.high - fair_share)))
    is_inside = furthest.low <= fair_share <= furthest.high
    return Estimate(abs(furthest.value - fair_share), 0.0 if is_inside else ends[0], ends[1])
