"""Small studies for tests: boards that are played in no time, and made-up ones."""

from dataclasses import replace
from functools import cache, partial

from support import DATA

from generator.analysis.intervals import Estimate
from generator.core import workers
from generator.core.progress import SILENT
from generator.games.magnetmen.playtest import PROGRAMS
from generator.play.figures import BOARD_FIGURES
from generator.play.search import Part
from generator.play.series import GREEDY, RANDOM
from generator.studies import study as studies
from generator.studies.study import Case, CaseFindings, Findings, Study, Trial

QUICK = DATA / "quick"
SMALL = Case("small", 2)
STUDY = Study("magnetmen", ("base",), (QUICK,), (SMALL,), 6, 4, GREEDY, "lab")
METALS = replace(STUDY, game="metals", sets=("wilds",), cases=(Case("basic", 2),))
QUADS = replace(STUDY, game="quads", sets=("small",), cases=(Case("regular", 2),))
QUADS = replace(QUADS, rolls=3, player=RANDOM)
ALL = replace(STUDY, sets=("base", "advanced", "expert"), cases=(SMALL, Case("small", 4)), games=2)
WORKERS = partial(workers.local, 1)
FLAGS = PROGRAMS.load_goals().flags
LIMITS = {"seat_deviation": (0, 0.2), "ties": (0, 0.1), "margin": (0, 0.5), "decided": (0.4, 1)}
LIMITS |= {"left": (0, 0.8), "tight": (0, 0.2)}


@cache
def findings_of(study: Study = STUDY, against: str = "") -> Findings:
    """Findings in this process."""
    return studies.run(study, against, WORKERS, SILENT)


def made_up(*new: Trial, old: tuple[Trial, ...] = ()) -> Findings:
    """Findings of made-up boards, against others if there are any."""
    cases = []
    for trials in (new, old):
        statistics = studies._statistics(trials, LIMITS)
        rows = studies._rows(statistics, trials, FLAGS)
        cases.append({SMALL: CaseFindings(SMALL, trials, LIMITS, statistics, rows, 0)})
    return Findings(STUDY, "nobody", cases[0], *(["old", cases[1]] if old else []))


def part(key: str = "base/a", power: str = "1 point", variant: int = 1, **sums: tuple) -> Part:
    """A type with so many measures, as two sums each."""
    return Part(key, key.partition("/")[2].capitalize(), variant, f"power {variant}", power, sums)


def trial(number: int, *parts: Part, seats: float = 0.5, **named: float) -> Trial:
    """A board that meets every goal, but for what is said."""
    usual = {"turns": 10.0, "left": 0.5, "choices": 9.0, "decided": 0.9, "margin": 0.1}
    values = dict.fromkeys(BOARD_FIGURES, 0.0) | usual | named
    figures = {name: Estimate(value, value, value) for name, value in values.items()}
    shares = tuple(Estimate(share, share, share) for share in (seats, 1 - seats))
    return Trial(number, f"board {number}", figures, {"greedy": shares}, parts)
