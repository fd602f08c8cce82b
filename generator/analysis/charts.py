"""Charts as Vega-Lite specifications (vega.github.io/vega-lite), as wide as the page.

Labels stand above their marks, so that long ones are read on a phone, too.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from generator.analysis.report import Chart, Number
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
    marks: Sequence[tuple[str, Number]],
    axis: str,
    note: str = "",
    reference: float | None = None,
) -> Chart:
    """Labelled numbers as dots with the whiskers of their intervals, one below the other, from 0.

    reference is a dashed line. A number that is unknown or vague has a label without a mark.
    """
    values: list[Spec] = []
    for label, number in marks:
        numbers = {"value": number.value, "low": number.low, "high": number.high}
        numbers = dict.fromkeys(numbers) if number.is_vague else numbers
        values.append({"label": label, **numbers})
    form = marks[0][1].form
    labels = {
        "field": "label", "type": "nominal", "sort": list(dict.fromkeys(dict(marks))),
        "scale": {"paddingInner": 0, "paddingOuter": 0.2},
        "axis": {"labelAlign": "left", "labelPadding": -4, "labelOffset": -12,
                 "labelLimit": _MAX_LABEL, "ticks": False, "domain": False, "title": None,
                 "zindex": 1, "labelBaseline": "middle"},
    }  # fmt: skip
    x: Spec = {"type": "quantitative", "scale": {"zero": True, "nice": True}}
    if all(value["value"] is None for value in values):
        x["scale"] = {"domain": [0, 1]}
    tooltip = _tooltip(form, ("label", "value", "low", "high"), values)
    layers: list[Spec] = [] if reference is None else [_reference_line(reference)]
    if any(value["low"] is not None for value in values):
        layers.append({
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}, "y": labels,
                         **_COLOUR},
        })  # fmt: skip
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
    tooltip = _tooltip(form, ("low", "high"), values) + _tooltip(".1%", ("share",), values)
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
    min_step = span / _TARGET_BINS
    power = 10.0 ** math.floor(math.log10(min_step))
    steps = (power * factor for factor in (1, 2, 5, 10))
    step = next(step for step in steps if step >= min_step * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.floor(high / step + 1e-9) + 1
    edges = [step * count for count in range(first, last + 1)]
    counts = [0] * (len(edges) - 1)
    for value in values:
        counts[min(int((value - edges[0]) / step + 1e-9), len(counts) - 1)] += 1
    pairs = zip(edges, edges[1:], counts, strict=False)
    return [Bar(low, high, count / len(values)) for low, high, count in pairs]


def _number_axis(title: str, form: str) -> Spec:
    coarse = {".1%": ".0%", ",.2f": ",.2~f"}.get(form, form)
    return {"title": title, "format": coarse, "grid": True, "tickCount": 5}


def _reference_line(value: float) -> Spec:
    return {"mark": {"type": "rule", "strokeDash": [5, 4], "color": PALETTE["slate"]},
            "encoding": {"x": {"datum": value, "type": "quantitative"}}}  # fmt: skip


def _tooltip(form: str, fields: Iterable[str], values: Sequence[Spec]) -> list[Spec]:
    """The fields that any value has, numbers in their format."""
    return [
        {"field": field, "type": "nominal"} if field == "label"
        else {"field": field, "type": "quantitative", "format": form, "title": field}
        for field in fields
        if any(value.get(field) is not None for value in values)
    ]  # fmt: skip


def _spec(values: Sequence[Spec], layers: list[Spec], height: int) -> Spec:
    """Numbers have six places: more would differ with the order of sums."""
    rounded = [
        {key: round(each, 6) + 0.0 if isinstance(each, float) else each
         for key, each in value.items()}
        for value in values
    ]  # fmt: skip
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json", "width": "container",
        "height": height, "data": {"values": rounded}, "layer": layers,
    }  # fmt: skip
