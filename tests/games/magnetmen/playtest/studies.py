"""Small studies for tests: boards that are played in no time, and made-up ones."""

from dataclasses import replace
from functools import cache, partial

from support import DATA, definition

from generator.core import workers
from generator.core.progress import SILENT
from generator.games.magnetmen import match as o
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest.command import STUDY as COMMAND
from generator.games.magnetmen.playtest.measures import StudySummary, summarize
from generator.games.magnetmen.playtest.report import Findings
from generator.games.magnetmen.playtest.study import Sample, Study, Trial, TypeTrial, parse_player
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.study import Case

QUICK = DATA / "quick"
GOALS = load_goals([QUICK])
SHIPPED = load_goals()
SMALL = Case("small", 2)
STUDY = Study(("base",), (QUICK,), (SMALL,), 6, 4, parse_player("greedy"), "lab")
WORKERS = partial(workers.local, 1)


@cache
def findings_of(study: Study = STUDY, against: str = "") -> Findings:
    """Findings in this process."""
    return COMMAND.run(study, against, WORKERS, SILENT)


def summary(*trials: Trial, of: MagnetmenDefinition | None = None) -> StudySummary:
    """What made-up boards tell, by the goals that are shipped."""
    made = Sample(STUDY, of or definition("base"), STUDY.player, {SMALL: trials}, {SMALL: 0})
    return summarize(made, SHIPPED)


def study_with(**update) -> Study:
    return replace(STUDY, **update)


def kind(name="base/a", power="1 point", variant=1, **sums: int) -> TypeTrial:
    """A type with so many PICKS, CHANCES and so on."""
    numbers = [0] * o.KIND_COUNTERS
    for column, number in sums.items():
        numbers[getattr(o, column)] = number * (o.WHOLE if column == "CHANCES" else 1)
    return TypeTrial(name, variant, power, 4, tuple(numbers))


def trial(number: int, *kinds: TypeTrial, **named: float) -> Trial:
    """A board that meets every goal, but for what is said."""
    usual = {
        "turns": 10.0, "left": 0.5, "choices": 9.0, "tight": 0.0, "waiting": 0.0, "ties": 0.0,
        "margin": 0.1, "changes": 1.0, "decided": 0.9, "seat_deviation": 0.0,
    }  # fmt: skip
    return Trial(number, usual | named, (0.5, 0.5), kinds, {})
