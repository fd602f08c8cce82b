"""The contract of `playtest`, a study in which programs play many boards of a game; and what its
figures mean, as a part of its report."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Generic, NamedTuple, Protocol, TypeVar

from generator.analysis.export import Publication
from generator.analysis.report import Block, Column, Heading, Paragraph, Table
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

    def boards(self, study: StudyT, /) -> int: ...

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

    def is_empty(self, findings: FindingsT, /) -> bool: ...

    def publication(self, findings: FindingsT, /) -> Publication: ...


REFERENCES = {
    "Browne 2008": "C. Browne, Automatic Generation and Evaluation of Recombination Games, "
    "Queensland University of Technology, 2008",
    "Jaffe 2012": "A. Jaffe and others, Evaluating Competitive Game Balance with Restricted Play, "
    "AIIDE 2012",
}
"""The works that figures are taken from."""


class Definition(NamedTuple):
    """What a figure is. follows says what it is taken from, such as "restricted play", and source
    is a key of REFERENCES; both are "" for a figure of this project's own."""

    meaning: str
    follows: str = ""
    source: str = ""

    def text(self) -> str:
        """The meaning, with the source if there is one."""
        after = f" After {self.follows} in {self.source}." if self.source else ""
        return self.meaning + after


def definition_blocks(definitions: Mapping[str, Definition]) -> Iterator[Block]:
    """A table of the meanings, then the full references."""
    yield Heading("What the figures mean")
    columns = Column("Figure", width=60), Column("Meaning", width=110)
    yield Table(columns, tuple((name, each.text()) for name, each in definitions.items()))
    sources = dict.fromkeys(each.source for each in definitions.values() if each.source)
    own = "The definitions are this project’s own."
    if sources:
        references = "; ".join(f"{source} is {REFERENCES[source]}" for source in sources)
        own = f"Sources: {references}. The other definitions are this project’s own."
    yield Paragraph(own, is_note=True)
