"""Carry out a study, and compare it with a baseline if there is one.

Input: a Study, the study of an older version. Output: Findings.
"""

from dataclasses import dataclass

from generator.core.progress import Progress
from generator.games.magnetmen.playtest.edits import Edit, edits, power_matches
from generator.games.magnetmen.playtest.paired_tests import Difference, compare
from generator.games.magnetmen.playtest.sample import (
    WorkerPool,
    collect_sample,
    definition_digest,
    load_checked_definition,
)
from generator.games.magnetmen.playtest.study import Study
from generator.games.magnetmen.playtest.summary import StudySummary, summarize
from generator.games.magnetmen.simulation.goals import load_goals


@dataclass(frozen=True, slots=True)
class Findings:
    """The summary of a study. With a baseline also that of the baseline, the name the user gave it,
    what was edited since, and all differences."""

    summary: StudySummary
    baseline: StudySummary | None = None
    baseline_name: str = ""
    differences: tuple[Difference, ...] = ()
    edits: tuple[Edit, ...] = ()

    @property
    def effects(self) -> list[Difference]:
        """The differences of what was edited, also those that chance may explain."""
        return [difference for difference in self.differences if difference.edited]

    @property
    def tested_others(self) -> list[Difference]:
        """All other differences that were tested."""
        return [each for each in self.differences if not each.edited and each.p is not None]

    @property
    def side_effects(self) -> list[Difference]:
        """The significant ones among the others."""
        return [difference for difference in self.tested_others if difference.is_significant]


def run_study(
    study: Study,
    baseline_name: str,
    baseline: Study | None,
    workers: WorkerPool,
    progress: Progress,
    resume: bool = False,
) -> Findings:
    """Play the boards of a study, and those of its baseline if there is one.

    Both are judged by the goals of the newer version. Raises DefinitionError, OptionError,
    RollError.
    """
    goals = load_goals(study.folders)

    def summary_of(each: Study) -> StudySummary:
        return summarize(collect_sample(each, goals, workers, progress, resume), goals)

    if baseline is None:
        return Findings(summary_of(study))
    # Loaded before hours of play, so that mistakes in either version are reported at once.
    contents = [
        (each.options, definition_digest(load_checked_definition(each)))
        for each in (study, baseline)
    ]
    new = summary_of(study)
    if contents[0] == contents[1]:
        return Findings(new, new, baseline_name, tuple(compare(new, new)))
    return _comparison(summary_of(baseline), new, baseline_name)


def _comparison(old: StudySummary, new: StudySummary, baseline_name: str) -> Findings:
    edited = edits(old.sample, new.sample)
    matches = power_matches(old.sample.definition, new.sample.definition)
    differences = compare(old, new, edited, matches)
    return Findings(new, old, baseline_name, tuple(differences), edited)
