"""Everything that a workshop has to tell: what was found, and how it differs from an older version.

Input: what is asked, of which older sets. Output: Findings.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from generator.core.progress import Progress
from generator.core.workers import Workers
from generator.games.magnetmen.playtest.comparison import Difference, compared
from generator.games.magnetmen.playtest.edits import Edit, edits, partners
from generator.games.magnetmen.playtest.rows import Workshop, workshop
from generator.games.magnetmen.playtest.run import checked, definition_digest, played
from generator.games.magnetmen.playtest.study import Asked
from generator.games.magnetmen.simulation.goals import load_goals


@dataclass(frozen=True, slots=True)
class Findings:
    """A workshop; where two versions are compared, the older one's as well, what it is called, what
    was edited, and the differences."""

    found: Workshop
    old: Workshop | None = None
    against: str = ""
    differences: tuple[Difference, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def effects(self) -> list[Difference]:
        """The numbers of what was edited, also those that chance may explain."""
        return [each for each in self.differences if each.edited]

    @property
    def others(self) -> list[Difference]:
        """All other numbers of both versions."""
        return [each for each in self.differences if not each.edited and each.p is not None]

    @property
    def moved(self) -> list[Difference]:
        """Those of them that differ by more than chance."""
        return [each for each in self.others if each.marked]


def findings(
    asked: Asked,
    against: str,
    older: Asked | None,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
    resume: bool = False,
) -> Findings:
    """Plays what is not known; older is what is asked of the older version. Both versions are
    judged by the newer one's goals. Raises DefinitionError, OptionError, RollError."""
    goals = load_goals(asked.folders)
    if older is None:
        return Findings(workshop(played(asked, goals, workers, progress, resume), goals))
    both = (asked, older)
    contents = [
        (each.options, definition_digest(checked(each)))  # mistakes in either, before hours of play
        for each in both
    ]
    new = workshop(played(asked, goals, workers, progress, resume), goals)
    if contents[0] == contents[1]:
        return Findings(new, new, against, tuple(compared(new, new)))
    old = workshop(played(older, goals, workers, progress, resume), goals)
    return _comparison(old, new, against)


def _comparison(old: Workshop, new: Workshop, against: str) -> Findings:
    edited = edits(old.played, new.played)
    powers = partners(old.played.definition, new.played.definition)
    return Findings(new, old, against, tuple(compared(old, new, edited, powers)), edited)
