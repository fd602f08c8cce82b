"""Charts of a study's findings, in a language.

Input: Findings, a case. Output: charts of layout/plot.py.
"""

import math
from collections.abc import Callable, Sequence
from itertools import chain

from generator.games.magnetmen.playtest.findings import Findings
from generator.games.magnetmen.playtest.measures import IN_PERCENT, MeasureKey
from generator.games.magnetmen.playtest.study import Case
from generator.games.magnetmen.playtest.summary import Estimate, StudySummary
from generator.games.magnetmen.playtest.wording import Wording
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.layout.axes import Axis
from generator.layout.plot import Bar, Bars, Bin, Dots, Histogram, Series

_TARGET_BINS = 12  # about how many a histogram has
_HISTOGRAM_HEIGHT = 20.0  # mm
_MIN_RELATIVE_RANGE = 1e-6  # of the values of a histogram


def _factor(measure: str) -> float:
    return 100.0 if measure in IN_PERCENT else 1.0


def _versions(findings: Findings, wording: Wording) -> list[tuple[str, StudySummary]]:
    """The summaries to show beside each other, with their labels."""
    if findings.baseline is None:
        return [("", findings.summary)]
    return [(wording("old"), findings.baseline), (wording("new"), findings.summary)]


def histogram(findings: Findings, case: Case, name: str, wording: Wording) -> Histogram:
    """The distribution of a figure over boards. Its goal is a line with an arrow to the good
    side."""
    factor = _factor(name)
    goal = getattr(findings.summary.cases[case].goal, name, None)
    direction = 0 if goal is None else 1 if name in AT_LEAST else -1
    values_by_label = {
        label: [factor * value for value in summary.cases[case].distributions[MeasureKey(name)]]
        for label, summary in _versions(findings, wording)
    }
    # The arrow needs room on the good side, even where there is no board.
    arrow_end = [] if goal is None else [factor * goal * (1 + 0.1 * direction)]
    edges = _bin_edges([*chain(*values_by_label.values()), *arrow_end])
    series = tuple(Series(label, _bins(values, edges)) for label, values in values_by_label.items())
    return Histogram(
        wording(f"figure.{name}"),
        series,
        wording.axis(name, wording(f"axis.{name}")),
        Axis(wording("axis.boards"), low=0.0, decimals=0, point=wording.point),
        _histogram_note(findings, case, name, wording),
        "",
        _HISTOGRAM_HEIGHT,
        None if goal is None else factor * goal,
        direction,
    )


def _histogram_note(findings: Findings, case: Case, name: str, wording: Wording) -> str:
    """The mean of a figure, its goal, and how many boards meet it; for both versions."""
    key = MeasureKey(name)
    means = (summary.estimate(case, key) for _, summary in _versions(findings, wording))
    mean = with_baseline(findings, case, key, wording.interval, wording)
    is_vague = any(estimate is None or estimate.is_vague for estimate in means)
    note = wording("mean_few") if is_vague else wording("mean", value=mean)
    limit = getattr(findings.summary.cases[case].goal, name, None)
    if limit is None:
        return note
    share = with_baseline(findings, case, MeasureKey("goal", name), wording.value, wording)
    goal = "at_least" if name in AT_LEAST else "at_most"
    return f"{note} {wording(f'met.{goal}', limit=wording.number(name, limit), share=share)}"


def with_baseline(
    findings: Findings,
    case: Case,
    key: MeasureKey,
    write: Callable[[Estimate | None], str],
    wording: Wording,
) -> str:
    """An estimate as text, after that of the baseline if there is one."""
    old = None if findings.baseline is None else write(findings.baseline.estimate(case, key))
    return wording.both(old, write(findings.summary.estimate(case, key)))


def _bin_edges(values: Sequence[float]) -> list[float]:
    """Round edges of bins that hold all values."""
    low, high = min(values), max(values)
    min_step = max(high - low, _MIN_RELATIVE_RANGE * max(abs(high), 1.0)) / _TARGET_BINS
    power = 10.0 ** math.floor(math.log10(min_step))
    steps = (power * factor for factor in (1, 2, 5, 10))
    step = next(step for step in steps if step >= min_step * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.floor(high / step + 1e-9) + 1
    return [step * count for count in range(first, last + 1)]


def _bins(values: Sequence[float], edges: Sequence[float]) -> tuple[Bin, ...]:
    """The share of the values in each bin, in percent."""
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
    labelled_keys: Sequence[tuple[str, MeasureKey]],
    wording: Wording,
    title: str,
    reference: float,
    note: str = "",
) -> Dots:
    """Estimates of one measure with their intervals, against a reference value.

    The note is by default that of the measure.
    """
    series, axis = _series(findings, case, labelled_keys, wording)
    factor = _factor(labelled_keys[0][1].measure)
    note = note or wording(f"note.{labelled_keys[0][1].measure}")
    return Dots(title, series, axis, note, reference=factor * reference)


def bars(
    findings: Findings,
    case: Case,
    labelled_keys: Sequence[tuple[str, MeasureKey]],
    wording: Wording,
    title: str,
) -> Bars:
    """Estimates of one measure with their intervals, from 0."""
    series, axis = _series(findings, case, labelled_keys, wording)
    return Bars(title, series, axis, wording(f"note.{labelled_keys[0][1].measure}"))


def _series(
    findings: Findings,
    case: Case,
    labelled_keys: Sequence[tuple[str, MeasureKey]],
    wording: Wording,
) -> tuple[tuple[Series, ...], Axis]:
    """The estimates of the keys in each version. An estimate that is missing or vague has a label
    without a mark, so that all series have the same labels."""
    measure = labelled_keys[0][1].measure
    series = []
    for name, summary in _versions(findings, wording):
        estimates = {each.key: each for each in summary.estimates if each.case == case}
        labelled_bars = (_bar(label, estimates.get(key)) for label, key in labelled_keys)
        series.append(Series(name, tuple(labelled_bars)))
    return tuple(series), wording.axis(measure, wording(f"axis.{measure}"))


def _bar(label: str, estimate: Estimate | None) -> Bar:
    if estimate is None or estimate.is_vague:
        return Bar(label, None)
    factor = _factor(estimate.key.measure)
    low, high = (None if end is None else factor * end for end in (estimate.low, estimate.high))
    return Bar(label, factor * estimate.value, low, high)
