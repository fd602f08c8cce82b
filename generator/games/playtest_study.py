"""The contract of `playtest`: a study in which programs play many boards of a game.

A game that has one has a module `playtest.command` with STUDY.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from generator.analysis.export import Publication
from generator.core.progress import Progress
from generator.core.workers import Workers

StudyT = TypeVar("StudyT")
FindingsT = TypeVar("FindingsT")


class Case(NamedTuple):
    """What is played: a size, by how many players."""

    size: str
    players: int

    def __str__(self) -> str:
        return f"{self.size}, {self.players} players"


class StudyOptions(NamedTuple):
    """The options of `playtest` as the user wrote them; empty or None stands for the default."""

    sets: Sequence[str]
    sets_dirs: tuple[Path, ...]
    sizes: Sequence[str]
    players: Sequence[int]
    rolls: int
    games: int
    player: str | None
    seed: str
    readings: Sequence[str]


class PlaytestStudy(Protocol, Generic[StudyT, FindingsT]):
    """What the command asks of a game. StudyT and FindingsT are the game's own."""

    @property
    def saves_boards(self) -> bool:
        """whether the results of boards are saved, so that a run can be resumed."""

    def design(self, options: StudyOptions, /) -> StudyT:
        """The study of some options. Raises OptionError, DefinitionError."""

    def boards(self, study: StudyT, /) -> int:
        """How many boards are played."""

    def baseline(self, against: str, study: StudyT, /) -> AbstractContextManager[StudyT]:
        """The same study of an older version. Raises OptionError, DefinitionError."""

    def run(
        self,
        study: StudyT,
        baseline_name: str,
        baseline: StudyT | None,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
        resume: bool,
    ) -> FindingsT:
        """Play. Raises DefinitionError, OptionError, RollError."""

    def is_empty(self, findings: FindingsT, /) -> bool:
        """Whether no program could play any of the boards."""

    def publication(self, findings: FindingsT, /) -> Publication:
        """All figures: a report, records, data."""
