"""The parts of a report about balance among several players, and about the course of games.

Input: a case. Output: blocks: who wins among the members of the panel; the chances of the players
in a few typical games.
"""

from collections.abc import Iterator, Sequence
from statistics import median_low

from generator.analysis import charts
from generator.analysis.report import (
    Block,
    Cell,
    Chart,
    Charts,
    Column,
    Heading,
    Paragraph,
    Table,
)
from generator.games.magnetmen.playtest.game_course import CLEAR, SETTLED
from generator.games.magnetmen.playtest.names import PANEL_NOTE, number
from generator.games.magnetmen.playtest.summary import StudySummary
from generator.games.magnetmen.playtest.trials import FORECAST_PLAYOUTS, Trial
from generator.games.playtest_study import Case

_TYPICAL_GAMES = 3
NOTE = (
    f"Each player’s chance of winning before each turn: the share of {FORECAST_PLAYOUTS} games, "
    "played on from there by greedy players, that the player wins. The games are those of the most "
    "usual lengths. The favourite changes when another player’s chance exceeds the "
    f"favourite’s by {CLEAR:.0%} or more; a game is settled when the winner’s chance stays at "
    f"{SETTLED:.0%} or more. What the best choice gains is by how much, at least, it raises the "
    "mover’s chance above that of an average choice."
)


def course_blocks(trials: Sequence[Trial]) -> Iterator[Block]:
    """Charts of typical games, and how to read them."""
    yield Heading("How games go", 3)
    yield Charts(tuple(map(_chart, typical_games(trials))))
    yield Paragraph(NOTE, is_note=True)


def panel_blocks(summary: StudySummary, case: Case) -> Iterator[Block]:
    """The seats' shares of wins among each member of the panel, if it has played."""
    estimates = {each.key.subject: each for each in summary.estimates_of(case, "panel")}
    members = list(dict.fromkeys(subject.split()[0] for subject in estimates))
    if not members:
        return
    yield Heading(f"Wins by seat among the panel: {case}", 3)
    rows: list[tuple[Cell, ...]] = [
        (f"Seat {seat}", *(number(estimates[f"{member} {seat}"]) for member in members))
        for seat in range(1, case.players + 1)
    ]
    columns = Column("Seat"), *(Column(member.capitalize(), True) for member in members)
    yield Table(columns, tuple(rows))
    yield Paragraph(PANEL_NOTE, is_note=True)


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
