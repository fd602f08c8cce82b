"""Charts of a workshop, in a language.

Input: Findings, a case. Output: charts of layout/plot.py.
"""

import math
from collections.abc import Callable, Sequence
from itertools import chain

from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import IN_PERCENT, Key
from generator.games.magnetmen.playtest.rows import Row, Workshop
from generator.games.magnetmen.playtest.study import Case
from generator.games.magnetmen.playtest.wording import Words
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.layout.axes import Axis
from generator.layout.plot import Bar, Bars, Bin, Dots, Histogram, Series

BINS = 12  # in a histogram, about
ROOM = 20.0  # mm, the height of a small histogram


def _factor(measure: str) -> float:
    return 100.0 if measure in IN_PERCENT else 1.0


def _versions(findings: Findings, words: Words) -> list[tuple[str, Workshop]]:
    """The workshops to be shown beside each other."""
    if findings.old is None:
        return [("", findings.found)]
    return [(words("old"), findings.old), (words("new"), findings.found)]


def histogram(findings: Findings, case: Case, name: str, words: Words) -> Histogram:
    """How a figure is distributed over boards; its goal as a line, an arrow to the good side."""
    factor = _factor(name)
    goal = getattr(findings.found.cases[case].goal, name, None)
    side = 0 if goal is None else 1 if name in AT_LEAST else -1
    spreads = {
        label: [factor * value for value in workshop.cases[case].spread[Key(name)]]
        for label, workshop in _versions(findings, words)
    }
    # The arrow needs room on the good side, also where no board is.
    room = [] if goal is None else [factor * goal * (1 + 0.1 * side)]
    edges = _edges([*chain(*spreads.values()), *room])
    series = tuple(Series(label, _bins(values, edges)) for label, values in spreads.items())
    axis = words.axis(name, words(f"axis.{name}"))
    up = Axis(words("axis.boards"), low=0.0, decimals=0, point=words.point)
    note = _note(findings, case, name, words)
    reference = None if goal is None else factor * goal
    return Histogram(words(f"figure.{name}"), series, axis, up, note, "", ROOM, reference, side)


def _note(findings: Findings, case: Case, name: str, words: Words) -> str:
    """The mean of a figure, its goal, how many boards meet it; of both versions."""
    few = any(workshop.row(case, Key(name)).few for _, workshop in _versions(findings, words))
    mean = told_of(findings, case, Key(name), words.interval, words)
    note = words("mean_few") if few else words("mean", value=mean)
    limit = getattr(findings.found.cases[case].goal, name, None)
    if limit is None:
        return note
    met = told_of(findings, case, Key("goal", name), words.value, words)
    goal = "at_least" if name in AT_LEAST else "at_most"
    return f"{note} {words(f'met.{goal}', limit=words.number(name, limit), share=met)}"


def told_of(
    findings: Findings, case: Case, key: Key, tell: Callable[[Row | None], str], words: Words
) -> str:
    """A number, behind that of the older version if there is one."""
    old = None if findings.old is None else tell(findings.old.row(case, key))
    return words.both(old, tell(findings.found.row(case, key)))


def _edges(values: Sequence[float]) -> list[float]:
    """Round edges of bins that hold all values."""
    low, high = min(values), max(values)
    least = max(high - low, 1e-6 * max(abs(high), 1.0)) / BINS
    power = 10.0 ** math.floor(math.log10(least))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= least * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.floor(high / step + 1e-9) + 1
    return [step * count for count in range(first, last + 1)]


def _bins(values: Sequence[float], edges: Sequence[float]) -> tuple[Bin, ...]:
    """The share of the values between each two edges, in percent."""
    counts = [0] * (len(edges) - 1)
    step = edges[1] - edges[0]
    for value in values:
        counts[min(int((value - edges[0]) / step + 1e-9), len(counts) - 1)] += 1
    return tuple(
        Bin(start, end, 100 * count / len(values))
        for start, end, count in zip(edges, edges[1:], counts, strict=False)
    )


def dots(
    findings: Findings,
    case: Case,
    labelled: Sequence[tuple[str, Key]],
    words: Words,
    title: str,
    reference: float,
    note: str = "",
) -> Dots:
    """Values with their intervals, against a reference. The note is that of the measure if none is
    given."""
    series, axis = _series(findings, case, labelled, words)
    factor = _factor(labelled[0][1].measure)
    note = note or words(f"note.{labelled[0][1].measure}")
    return Dots(title, series, axis, note, reference=factor * reference)


def bars(
    findings: Findings, case: Case, labelled: Sequence[tuple[str, Key]], words: Words, title: str
) -> Bars:
    """Values with their intervals, from 0."""
    series, axis = _series(findings, case, labelled, words)
    return Bars(title, series, axis, words(f"note.{labelled[0][1].measure}"))


def _series(
    findings: Findings, case: Case, labelled: Sequence[tuple[str, Key]], words: Words
) -> tuple[tuple[Series, ...], Axis]:
    """The rows of the keys in each version. What a version has not, or too rarely to tell, has no
    mark: all have the same labels."""
    measure = labelled[0][1].measure
    versions = _versions(findings, words)
    rows = [{row.key: row for row in workshop.rows if row.case == case} for _, workshop in versions]
    series = tuple(
        Series(name, tuple(_bar(label, of_one.get(key)) for label, key in labelled))
        for (name, _), of_one in zip(versions, rows, strict=True)
    )
    return series, words.axis(measure, words(f"axis.{measure}"))


def _bar(label: str, row: Row | None) -> Bar:
    if row is None or row.few:
        return Bar(label, None)
    factor = _factor(row.key.measure)
    low, high = (None if end is None else factor * end for end in (row.low, row.high))
    return Bar(label, factor * row.value, low, high)
