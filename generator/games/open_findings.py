"""What programs did in games of open information, as plain data.

Output: OpenStudy, what was played; Findings, its figures by board. open_study.py plays, and
open_report.py shows them.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from generator.games.figure_definitions import Definition
from generator.games.playtest_study import Case
from generator.simulation.endgames import MAX_POSITIONS, SOLVED_EVERY


@dataclass(frozen=True, slots=True)
class Figure:
    """Something that is measured in each game: its name, its unit, the format of its values, what
    it is."""

    name: str
    unit: str
    form: str
    definition: Definition

    @property
    def is_share(self) -> bool:
        """Whether its values are shares, from 0 to 1."""
        return self.form.endswith("%")


FIGURES = {
    "first_player": Figure(
        "First player wins", "of games", ".0%",
        Definition("How often the player wins who moves first; a draw is shared out."),
    ),
    "draws": Figure(
        "Draws", "of games", ".0%", Definition("Share of the games that nobody wins alone.")
    ),
    "turns": Figure(
        "Turns", "turns of all players", ",.1f", Definition("Turns of all players together.")
    ),
    "lead_changes": Figure(
        "Lead changes", "times per game", ",.2f",
        Definition("How often another player takes the lead, by points."),
    ),
    "decided": Figure(
        "When the game is decided", "of the game", ".0%",
        Definition("Share of the turns after which the winner stays ahead; all of them in a draw."),
    ),
    "spaces": Figure(
        "Spaces used", "of the spaces", ".0%",
        Definition("Share of the spaces of the map that a Metal was on."),
    ),
    "endgame_solved": Figure(
        "Endgames solved exactly", "of games", ".0%",
        Definition(
            f"Of the games tried (one in {SOLVED_EVERY}), the share whose end a program can solve "
            f"exactly, searching at most {MAX_POSITIONS:,} positions."
        ),
    ),
    "endgame_mover": Figure(
        "Of these, won for whoever moves", "of endgames", ".0%",
        Definition("Share of the solved endgames that the player to move wins with best play."),
    ),
}  # fmt: skip
SEAT = "seat_"  # with the number of a seat: the same as first_player, of that seat


def figure_of(key: str) -> Figure:
    """The figure of a key, which may be that of a seat."""
    if key.startswith(SEAT):
        seat = key.removeprefix(SEAT)
        definition = Definition(f"How often seat {seat} wins; a draw is shared out.")
        return Figure(f"Seat {seat} wins", "of games", ".0%", definition)
    return FIGURES[key]


@dataclass(frozen=True, slots=True)
class OpenStudy:
    """What to play: `games` games on each of `rolls` boards of each case, all by one program."""

    game: str
    sets: tuple[str, ...]
    sets_dirs: tuple[Path, ...]
    cases: tuple[Case, ...]
    rolls: int
    games: int
    player: str
    seed: str
    variants: frozenset[str]


class BoardFigures(NamedTuple):
    """What a board's games showed: its ID, and the values of each figure, of the games that have
    it."""

    case: Case
    game_id: str
    values: dict[str, tuple[float, ...]]

    def mean(self, figure: str) -> float:
        values = self.values[figure]
        return sum(values) / len(values)


class Findings(NamedTuple):
    """A study and the figures of its boards."""

    study: OpenStudy
    boards: tuple[BoardFigures, ...]

    def of(self, case: Case) -> list[BoardFigures]:
        """The boards of a case."""
        return [board for board in self.boards if board.case == case]

    def figures(self, case: Case) -> list[str]:
        """The figures that games of a case have."""
        return list(dict.fromkeys(figure for board in self.of(case) for figure in board.values))
