"""Figures for tests, counted once."""

from functools import cache
from pathlib import Path

from support import DATA

from generator.analysis.sampling import Asked, collected
from generator.analysis.results import Figures
from generator.core.progress import Silent
from generator.core.workers import local

SETS_DIR = DATA / "sets"


def asked(game="magnetmen", sets=("base",), size="regular", seeds=300, sets_dirs=()) -> Asked:
    players = {"magnetmen": 4, "metals": 2, "discs": 6}[game]
    return Asked(game, sets, sets_dirs, size, players, "x", seeds)


@cache
def figures(
    game="magnetmen", sets=("base",), size="regular", seeds=300, sets_dirs: tuple[Path, ...] = ()
) -> Figures:
    """The figures of so many rolls, made in this process."""
    wanted = asked(game, sets, size, seeds, sets_dirs)
    return collected(wanted, lambda: local(1), Silent())
