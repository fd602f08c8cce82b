"""Results for tests, counted once."""

from functools import cache
from pathlib import Path

from support import DATA

from generator.analysis.report import Report
from generator.analysis.stats import Results, publication, sample
from generator.core.progress import Progress
from generator.core.request import Request, SeedRange
from generator.core.workers import local
from generator.games.authoring_support import open_sampler

SETS_DIR = DATA / "sets"


def sample_request(
    game="magnetmen", sets=("base",), size="regular", seeds=300, sets_dirs=()
) -> Request:
    return Request(game, sets, size, 4, SeedRange("x", 1, seeds), sets_dirs=sets_dirs)


@cache
def results(
    game="magnetmen", sets=("base",), size="regular", seeds=300, sets_dirs: tuple[Path, ...] = ()
) -> Results:
    """The results of so many rolls, counted in this process."""
    request = sample_request(game, sets, size, seeds, sets_dirs)
    return sample(request, open_sampler, lambda: local(1), Progress())


def statistics_report(
    game="magnetmen", sets=("base",), size="regular", seeds=300, sets_dirs: tuple[Path, ...] = ()
) -> Report:
    """The report of these results."""
    return publication(results(game, sets, size, seeds, sets_dirs))
