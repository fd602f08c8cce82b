"""The study of Magnetmen behind the contract of games/playtest_study.py."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

from rich.console import Console

from generator.core.output import Output
from generator.core.progress import Progress
from generator.core.settings import Settings
from generator.core.workers import Workers
from generator.games.magnetmen.playtest import console as tables
from generator.games.magnetmen.playtest import export, study
from generator.games.magnetmen.playtest.baseline import baseline_study
from generator.games.magnetmen.playtest.findings import Findings, run_study
from generator.games.magnetmen.playtest.report_files import write_files
from generator.games.magnetmen.playtest.study import Study
from generator.games.playtest_study import StudyOptions


class MagnetmenStudy:
    """See PlaytestStudy."""

    table_width = tables.WIDTH

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

    def write(
        self, findings: Findings, settings: Settings, csv: Path | None, output: Output | None
    ) -> list[Path]:
        return write_files(findings, settings, csv, output)

    def as_json(self, findings: Findings) -> str:
        return export.as_json(findings)

    def show(self, findings: Findings, console: Console) -> None:
        tables.show(findings, console)


STUDY = MagnetmenStudy()
