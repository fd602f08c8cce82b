"""The contract of `playtest`, a study in which programs play many boards of a game; and what its
figures mean, as a part of its report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from generator.analysis.report import Block, Column, Heading, Publication, Table
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


class PlaytestStudy(Protocol, Generic[StudyT, FindingsT]):
    """What the command asks of a game. StudyT and FindingsT are the game's own."""

    def design(self, options: StudyOptions, /) -> StudyT:
        """The study of some options. Raises OptionError, DefinitionError."""

    def prepare(self) -> None:
        """Compile what programs need, once before several processes would."""

    def boards(self, study: StudyT, /) -> int: ...

    def run(
        self,
        study: StudyT,
        against: str,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
    ) -> FindingsT:
        """Play; also the boards of the older sets in the folder `against`, if it is not "". Raises
        DefinitionError, OptionError, RollError."""

    def is_empty(self, findings: FindingsT, /) -> bool: ...

    def publication(self, findings: FindingsT, /) -> Publication: ...


def meanings(figures: Mapping[str, str]) -> Iterator[Block]:
    """What figures mean, by their names, as the last part of a report."""
    yield Heading("What the figures mean")
    columns = Column("Figure", width=60), Column("Meaning", width=110)
    yield Table(columns, tuple(figures.items()))
