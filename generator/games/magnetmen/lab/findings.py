"""Everything that a workshop has to tell: what was found, and how it differs from an older version.

Input: what is asked, of which older sets. Output: Findings.
"""

from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass

from generator.batch.workers import Workers
from generator.games.magnetmen.lab.asked import Asked
from generator.games.magnetmen.lab.compared import Difference, compared
from generator.games.magnetmen.lab.rows import Workshop, workshop
from generator.games.magnetmen.lab.run import checked, played
from generator.games.magnetmen.play.goals import load_goals
from generator.progress import Progress


@dataclass(frozen=True, slots=True)
class Findings:
    """A workshop; where two versions are compared, the older one's as well, what it is called, and
    the differences."""

    found: Workshop
    old: Workshop | None = None
    against: str = ""
    differences: tuple[Difference, ...] = ()


def findings(
    asked: Asked,
    against: str,
    older: Asked | None,
    workers: Callable[[], AbstractContextManager[Workers]],
    progress: Progress,
    resume: bool = False,
) -> Findings:
    """Plays what is not known; older is what is asked of the older version. Both versions are
    judged by the newer one's goals. Raises BadDefinitions, BadOption, CannotRoll."""
    goals = load_goals(asked.folders)
    if older is None:
        return Findings(workshop(played(asked, goals, workers, progress, resume), goals))
    both = (asked, older)
    for each in both:
        checked(each)  # mistakes in either are told before hours of play
    new, old = (workshop(played(each, goals, workers, progress, resume), goals) for each in both)
    return Findings(new, old, against, tuple(compared(old, new)))
