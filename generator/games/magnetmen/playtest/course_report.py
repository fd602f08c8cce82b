"""The part of a report about the course of games.

Input: the trials of a case. Output: blocks with the chances of the players in a few typical games.
"""

from collections.abc import Iterator, Sequence
from statistics import median_low

from generator.analysis import charts
from generator.analysis.report import Block, Chart, Charts, Heading, Paragraph
from generator.games.magnetmen.playtest.game_course import SETTLED
from generator.games.magnetmen.playtest.trials import Trial

_TYPICAL_GAMES = 3
NOTE = (
    "Each player’s chance of winning before each turn: the share of 64 games, played on from there "
    "by greedy players, that the player wins. The games are the three whose length is nearest to "
    "the median. The favourite changes when another player’s chance exceeds the favourite’s by 10 "
    f"points; a game is settled when the winner’s chance stays at {SETTLED:.0%} or more. What the "
    "best choice gains is by how much it raises the mover’s chance above that of an average "
    "choice; where it is near 0, it does not matter what players choose."
)


def course_blocks(trials: Sequence[Trial]) -> Iterator[Block]:
    """Charts of typical games, and how to read them."""
    yield Heading("How games go", 3)
    yield Charts(tuple(map(_chart, typical_games(trials))))
    yield Paragraph(NOTE, is_note=True)


def typical_games(trials: Sequence[Trial]) -> list[Trial]:
    """The trials whose recorded games have the most usual lengths, in their order."""
    middle = median_low(len(trial.chances) for trial in trials)
    nearest = sorted(trials, key=lambda trial: abs(len(trial.chances) - middle))
    return sorted(nearest[:_TYPICAL_GAMES], key=lambda trial: trial.number)


def _chart(trial: Trial) -> Chart:
    seats = zip(*trial.chances, strict=True)
    lines = {f"Seat {number}": chances for number, chances in enumerate(seats, 1)}
    title = f"A game on board {trial.number}"
    return charts.line_chart(title, lines, ("turn", "chance of winning"), ".0%")
