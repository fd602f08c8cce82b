"""How games go, judged by the players' estimated chances of winning.

Input: Forecasts. Output: figures of a board. The score of the moment says little in this game: an
icon may be worth nothing until the end. So a favourite is who would win most playouts.

Changes of the favourite and settling follow the lead changes and the decisiveness of C. Browne,
Automatic Generation and Evaluation of Recombination Games (Queensland University of Technology,
2008), with chances instead of his evaluation functions.
"""

from collections.abc import Iterable, Sequence
from statistics import fmean

from generator.games.magnetmen.simulation.players import Forecast, ForecastTurn

COURSE_FIGURES = ("favourite_changes", "settled", "choice_gain")
"""The figures of this module."""

SETTLED = 0.8
"""The chance from which on a game is settled, if the winner's never falls below it again."""

CLEAR = 0.1
"""By so much a chance must exceed the favourite's: less may be noise of the playouts."""


def course_figures(games: Iterable[Forecast]) -> dict[str, float]:
    """The means of all figures over at least one game."""
    rows = [
        (favourite_changes(game.turns), settled(game), choice_gain(game.turns)) for game in games
    ]
    return dict(zip(COURSE_FIGURES, map(fmean, zip(*rows, strict=True)), strict=True))


def favourite_changes(turns: Sequence[ForecastTurn]) -> int:
    """How often another player becomes the favourite, with a chance that is clearly higher."""
    changes = 0
    favourite = _best(turns[0].chances)
    for turn in turns[1:]:
        best = _best(turn.chances)
        if turn.chances[best] >= turn.chances[favourite] + CLEAR:
            favourite = best
            changes += 1
    return changes


def settled(game: Forecast) -> float:
    """The share of the turns after which a winner's chance stays at SETTLED or more; of several
    winners, the one for whom it is smallest."""
    best = max(game.scores)
    winners = [seat for seat, points in enumerate(game.scores) if points == best]
    return min(_settled_for(seat, game.turns) for seat in winners)


def _settled_for(seat: int, turns: Sequence[ForecastTurn]) -> float:
    open_turns = [n for n, turn in enumerate(turns, 1) if turn.chances[seat] < SETTLED]
    return (open_turns[-1] if open_turns else 0) / len(turns)


def choice_gain(turns: Sequence[ForecastTurn]) -> float:
    """By how much the best choice raises the mover's chance above an average one, on average."""
    return fmean(turn.gain for turn in turns)


def _best(chances: Sequence[float]) -> int:
    return max(range(len(chances)), key=chances.__getitem__)
