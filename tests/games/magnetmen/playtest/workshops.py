"""Small workshops for tests: boards that are played in no time, and made-up ones."""

from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial

from support import DATA, definition

from generator.core import workers
from generator.core.progress import SILENT
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.playtest.findings import Findings, findings
from generator.games.magnetmen.playtest.rows import Workshop, workshop
from generator.games.magnetmen.playtest.run import Played
from generator.games.magnetmen.playtest.study import Asked, Case, player
from generator.games.magnetmen.playtest.trials import KindTrial, Trial
from generator.games.magnetmen.simulation import observations as o
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.magnetmen.simulation.skill_ladder import Rung

QUICK = DATA / "quick"
GOALS = load_goals([QUICK])
SHIPPED = load_goals()
SMALL = Case("small", 2)
ASKED = Asked(("base",), (QUICK,), (SMALL,), 6, 4, player("greedy"), "lab")
HERE = partial(workers.local, 1)


@cache
def played(asked: Asked = ASKED, older=None) -> Findings:
    """Findings in this process."""
    against = "old" if older is not None else ""
    return findings(asked, against, older, HERE, SILENT)


def shop(*trials: Trial, of: MagnetmenDefinition | None = None) -> Workshop:
    """What made-up boards tell, by the goals that are shipped."""
    made = Played(ASKED, of or definition("base"), ASKED.player, {SMALL: trials}, {SMALL: 0})
    return workshop(made, SHIPPED)


def several(**update) -> Asked:
    return replace(ASKED, **update)


@contextmanager
def nobody():
    """Workers that must not be needed."""
    raise AssertionError("nothing was to be played")
    yield


def kind(name="base/a", power="1 point", variant=1, **sums: int) -> KindTrial:
    """A type with so many PICKS, CHANCES and so on."""
    numbers = [0] * o.KIND_COUNTERS
    for column, number in sums.items():
        numbers[getattr(o, column)] = number * (o.WHOLE if column == "CHANCES" else 1)
    return KindTrial(name, variant, power, 4, tuple(numbers))


def trial(number: int, *kinds: KindTrial, **named: float) -> Trial:
    """A board that meets every goal, but for what is said."""
    usual = {
        "turns": 10.0, "left": 0.5, "choices": 9.0, "tight": 0.0, "waiting": 0.0, "ties": 0.0,
        "margin": 0.1, "changes": 1.0, "decided": 0.9, "seat_deviation": 0.0,
    }  # fmt: skip
    return Trial(number, usual | named, (0.5, 0.5), kinds, {"greedy": Rung(3.0, 4)})
