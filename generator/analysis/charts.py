"""Charts as Vega-Lite specifications (vega.github.io/vega-lite), as wide as the page.

Labels stand above their marks, so that long ones are read on a phone, too.
"""

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from generator.analysis.intervals import Estimate
from generator.analysis.report import Chart
from generator.layout.theme import PALETTE

_ROW = 34  # pixels of a labelled mark
_HISTOGRAM = 150  # pixels
_TARGET_BINS = 12  # about how many a histogram has
_SPAN_OF_EQUAL_VALUES = 0.1  # of a histogram, relative to the value or to 1
_ROUNDING_ERROR = 1e-9
_MAX_LABEL = 620  # pixels
_COLOUR = {"color": {"value": PALETTE["blue"]}}

WHOLE = ",.0f"
"""The format of whole numbers."""

Spec = dict[str, Any]
"""JSON."""


class Bar(NamedTuple):
    """The share of the cases from low to high."""

    low: float
    high: float
    share: float


def interval_chart(
    title: str,
    marks: Sequence[tuple[str, Estimate | None]],
    form: str,
    axis: str,
    note: str = "",
    reference: float | None = None,
) -> Chart:
    """Labelled estimates as dots with the whiskers of their intervals, one below the other, from 0.

    reference is a dashed line. What is unknown or vague has a label without a mark.
    """
    known = [None if number is None or number.is_vague else number for _, number in marks]
    values: list[Spec] = [
        {"label": label, **dict(zip(Estimate._fields, number or [None] * 3, strict=True))}
        for (label, _), number in zip(marks, known, strict=True)
    ]
    labels = {
        "field": "label", "type": "nominal", "sort": [*dict(marks)],
        "scale": {"paddingInner": 0, "paddingOuter": 0.2},
        "axis": {"labelAlign": "left", "labelPadding": -4, "labelOffset": -12,
                 "labelLimit": _MAX_LABEL, "ticks": False, "domain": False, "title": None,
                 "zindex": 1, "labelBaseline": "middle"},
    }  # fmt: skip
    x: Spec = {"type": "quantitative", "scale": {"zero": True, "nice": True}}
    tooltip: list[Spec] = [{"field": "label", "type": "nominal"}]
    layers = [] if reference is None else [_reference_line(reference)]
    if any(known):
        tooltip += _tooltip(form, *Estimate._fields)
        layers.append({
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}, "y": labels,
                         **_COLOUR},
        })  # fmt: skip
    else:
        x["scale"] = {"domain": [0, 1]}
    layers.append({
        "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
        "encoding": {"x": {"field": "value", **x, "axis": _number_axis(axis, form)}, "y": labels,
                     **_COLOUR, "tooltip": tooltip},
    })  # fmt: skip
    return Chart(title, _spec(values, layers, _ROW * len(values)), note)


def histogram(
    title: str,
    bars: Sequence[Bar],
    axis: str,
    up: str,
    form: str,
    note: str = "",
    goals: Sequence[float] = (),
) -> Chart:
    """The shares of the cases by value; goals are dashed lines."""
    values = [bar._asdict() for bar in bars]
    ends = [end for bar in bars for end in bar[:2]] + [*goals]
    x_axis = _number_axis(axis, form)
    if form == WHOLE:
        x_axis["values"] = list(range(math.ceil(min(ends)), math.floor(max(ends)) + 1))
    scale = {"domain": [min(ends), max(ends)], "nice": False}
    x = {"field": "low", "type": "quantitative", "scale": scale, "axis": x_axis, "bin": "binned"}
    y = {"field": "share", "type": "quantitative", "axis": _number_axis(up, ".0%")}
    tooltip = _tooltip(form, "low", "high") + _tooltip(".1%", "share")
    layers: list[Spec] = [{
        "mark": {"type": "bar", "opacity": 0.85, "binSpacing": 1},
        "encoding": {"x": x, "x2": {"field": "high"}, "y": y, **_COLOUR, "tooltip": tooltip},
    }]  # fmt: skip
    return Chart(title, _spec(values, [*layers, *map(_reference_line, goals)], _HISTOGRAM), note)


def binned(values: Sequence[float], included: Sequence[float] = ()) -> list[Bar]:
    """The shares of values in bins with round edges, which also hold what is `included`."""
    low, high = min((*values, *included)), max((*values, *included))
    span = high - low
    if span < _ROUNDING_ERROR:
        span = _SPAN_OF_EQUAL_VALUES * max(abs(high), 1.0)
    min_step = span / _TARGET_BINS * (1 - _ROUNDING_ERROR)
    power = 10.0 ** math.floor(math.log10(span / _TARGET_BINS))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= min_step)

    def bin_of(value: float) -> int:
        return math.floor(value / step + _ROUNDING_ERROR)

    counts = Counter(map(bin_of, values))
    return [
        Bar(step * number, step * (number + 1), counts[number] / len(values))
        for number in range(bin_of(low), bin_of(high) + 1)
    ]


def _number_axis(title: str, form: str) -> Spec:
    coarse = {".1%": ".0%", ",.2f": ",.2~f"}.get(form, form)
    return {"title": title, "format": coarse, "grid": True, "tickCount": 5}


def _reference_line(value: float) -> Spec:
    return {"mark": {"type": "rule", "strokeDash": [5, 4], "color": PALETTE["slate"]},
            "encoding": {"x": {"datum": value, "type": "quantitative"}}}  # fmt: skip


def _tooltip(form: str, *fields: str) -> list[Spec]:
    return [
        {"field": field, "type": "quantitative", "format": form, "title": field} for field in fields
    ]


def _spec(values: Sequence[Spec], layers: list[Spec], height: int) -> Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json", "width": "container",
        "height": height, "data": {"values": values}, "layer": layers,
    }  # fmt: skip
