"""The study of Magnetmen behind the contract of games/study.py."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from generator.analysis.report import Publication
from generator.core.progress import Progress
from generator.core.workers import Workers
from generator.games.magnetmen.definition import CATALOGUE
from generator.games.magnetmen.playtest import report
from generator.games.magnetmen.playtest.measures import StudySummary, differences, summarize
from generator.games.magnetmen.playtest.report import Findings
from generator.games.magnetmen.playtest.study import (
    Study,
    cases,
    collect_sample,
    load_checked_definition,
    older_study,
    parse_player,
)
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.study import StudyOptions


class MagnetmenStudy:
    """See PlaytestStudy."""

    def design(self, options: StudyOptions) -> Study:
        return Study(
            CATALOGUE.canonical(options.sets or ["base"]),
            options.sets_dirs,
            cases(options.sizes or ["regular"], options.players or [4]),
            options.rolls,
            options.games,
            None if options.player is None else parse_player(options.player),
            options.seed,
        )

    def boards(self, study: Study) -> int:
        return study.rolls * len(study.cases)

    def run(
        self,
        study: Study,
        against: str,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
    ) -> Findings:
        goals = load_goals(study.folders)
        studies = [study, *([older_study(against, study)] if against else [])]
        # Loaded before hours of play, so that mistakes in either version are reported at once.
        for each in studies:
            load_checked_definition(each)

        def summary_of(each: Study) -> StudySummary:
            return summarize(collect_sample(each, goals, workers, progress), goals)

        new, *older = map(summary_of, studies)
        if not older:
            return Findings(new)
        return Findings(new, older[0], against, tuple(differences(older[0], new)))

    def is_empty(self, findings: Findings) -> bool:
        return not any(case.boards for case in findings.summary.cases.values())

    def publication(self, findings: Findings) -> Publication:
        return report.publication(findings)


STUDY = MagnetmenStudy()
