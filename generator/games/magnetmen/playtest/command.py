"""The study of Magnetmen behind the contract of games/playtest_study.py."""

from collections.abc import Callable
from contextlib import AbstractContextManager

from generator.analysis.export import Publication
from generator.core.progress import Progress
from generator.core.workers import Workers
from generator.games.magnetmen.playtest import export, study
from generator.games.magnetmen.playtest.baseline import baseline_study
from generator.games.magnetmen.playtest.findings import Findings, run_study
from generator.games.magnetmen.playtest.study import Study
from generator.games.playtest_study import StudyOptions


class MagnetmenStudy:
    """See PlaytestStudy."""

    saves_boards = True

    def design(self, options: StudyOptions) -> Study:
        return Study(
            study.canonical_sets(options.sets or ["base"]),
            options.sets_dirs,
            study.cases(options.sizes or ["regular"], options.players or [4]),
            options.rolls,
            options.games,
            None if options.player is None else study.parse_player(options.player),
            options.seed,
            study.parse_readings(options.readings),
        )

    def boards(self, study: Study) -> int:
        return study.rolls * len(study.cases)

    def baseline(self, against: str, study: Study) -> AbstractContextManager[Study]:
        return baseline_study(against, study)

    def run(
        self,
        study: Study,
        baseline_name: str,
        baseline: Study | None,
        workers: Callable[[], AbstractContextManager[Workers]],
        progress: Progress,
        resume: bool,
    ) -> Findings:
        return run_study(study, baseline_name, baseline, workers, progress, resume)

    def is_empty(self, findings: Findings) -> bool:
        return not any(case.boards for case in findings.summary.cases.values())

    def publication(self, findings: Findings) -> Publication:
        return export.publication(findings)


STUDY = MagnetmenStudy()
