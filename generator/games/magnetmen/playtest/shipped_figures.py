"""How a set's figures compare with those of the shipped sets.

Input: a figure of a case. Output: the share of shipped boards that have less. The distributions are
in sets/magnetmen/shipped_figures.csv, a row for each case and figure; `python -m` of this module
plays the boards and writes them anew.
"""

import csv
import io
import sys
from bisect import bisect_left
from collections.abc import Iterator
from functools import cache, partial
from pathlib import Path

from generator.analysis.estimators import quantile
from generator.core import workers
from generator.core.files import write_atomically
from generator.core.process import cores
from generator.core.progress import open_display
from generator.core.resources import sets_dir
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest.measures import FIGURES
from generator.games.magnetmen.playtest.sample import Sample, collect_sample, study_player
from generator.games.magnetmen.playtest.study import Study
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.playtest_study import Case

PERCENTS = range(5, 100, 5)
"""The percentages of boards whose figures are stored: below the first, "less than 5%" is all that
can be said."""

_BASIC, _ADVANCED = ("base",), ("base", "advanced", "expert")
_SIZES = {_BASIC: ("small", "regular", "big", "huge"), _ADVANCED: ("regular", "big")}
_ROLLS, _GAMES = 24, 16


def shipped_sets(definition: MagnetmenDefinition) -> tuple[str, ...]:
    """The shipped sets that are compared with: all of them where the rules are advanced."""
    return _ADVANCED if definition.rules == "advanced" else _BASIC


def share_below(sets: tuple[str, ...], case: Case, figure: str, value: float) -> str:
    """The share of shipped boards of a case with a lower figure, in words; "" if none were played.
    It is interpolated, and rounded to tenths: the shipped boards are few."""
    values = _distributions().get(("+".join(sets), case.size, case.players, figure))
    if values is None:
        return ""
    if value <= values[0]:
        return f"< {PERCENTS[0]}%"
    if value > values[-1]:
        return f"> {PERCENTS[-1]}%"
    upper = bisect_left(values, value, lo=1)
    low, high = values[upper - 1], values[upper]
    part = (value - low) / (high - low) if high > low else 0.0
    return f"{round(PERCENTS[upper - 1] + part * PERCENTS.step, -1):.0f}%"


def file() -> Path:
    """The file with the distributions."""
    return sets_dir() / "magnetmen" / "shipped_figures.csv"


@cache
def _distributions() -> dict[tuple[str, str, int, str], list[float]]:
    """The values at PERCENTS by sets, size, players, figure."""
    rows = csv.reader(file().read_text("utf-8").splitlines()[1:])
    return {
        (sets, size, int(players), figure): [float(value) for value in values]
        for sets, size, players, figure, *values in rows
    }


def _samples() -> Iterator[Sample]:
    goals = load_goals()
    for sets, sizes in _SIZES.items():
        cases = tuple(Case(size, players) for size in sizes for players in (2, 3, 4))
        # Named, so that the panel does not play, too: its games are none of these figures.
        player = study_player(
            Study(sets, (), cases, _ROLLS, _GAMES, None, ""), load_definition(sets), goals
        )
        study = Study(sets, (), cases, _ROLLS, _GAMES, player, "shipped")
        start = partial(workers.local, cores())
        with open_display(quiet=False) as progress:
            yield collect_sample(study, goals, start, progress, resume=True)


def _rows(sample: Sample) -> Iterator[list[str]]:
    for case, trials in sample.trials.items():
        for figure in FIGURES:
            values = [trial.figures[figure] for trial in trials]
            ends = [f"{quantile(values, percent / 100):.4g}" for percent in PERCENTS]
            yield ["+".join(sample.study.sets), case.size, str(case.players), figure, *ends]


def _write() -> None:
    """Play the boards, and write the file. An interrupted run is continued."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    percents = (f"p{percent}" for percent in PERCENTS)
    table.writerow(["sets", "size", "players", "figure", *percents])
    for sample in _samples():
        table.writerows(_rows(sample))
    write_atomically(file(), text.getvalue().encode())


if __name__ == "__main__":
    _write()
    print(file(), file=sys.stderr)
