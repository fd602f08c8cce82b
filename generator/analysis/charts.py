"""Charts as Vega-Lite specifications (vega.github.io/vega-lite), as wide as the page.

Labels stand above their marks, so that long ones are read on a phone, too.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple

from generator.analysis.report import Chart, Number
from generator.layout.theme import PALETTE

_ROW = 34  # pixels of a labelled mark; further versions take _VERSION more each
_VERSION = 12
_HISTOGRAM = 150  # pixels
_TARGET_BINS = 12  # about how many a histogram has
_SPAN_OF_EQUAL_VALUES = 0.1  # of a histogram, relative to the value or to 1
_ROUNDING_ERROR = 1e-9
_MAX_LABEL = 620  # pixels
_SLATE = PALETTE["slate"]
_VERSION_COLOURS = [PALETTE["amber"], PALETTE["blue"]]  # before, after
_COLOUR = PALETTE["blue"]

WHOLE = ",.0f"
"""The format of whole numbers."""

Spec = dict[str, Any]
"""JSON."""


class Mark(NamedTuple):
    """A labelled number. version: which version of the sets it is of, where two are compared."""

    label: str
    number: Number
    version: str = ""


class Bar(NamedTuple):
    """The share of the cases from low to high; version as in Mark."""

    low: float
    high: float
    share: float
    version: str = ""


def interval_chart(
    title: str, marks: Sequence[Mark], axis: str, note: str = "", reference: float | None = None
) -> Chart:
    """Numbers as dots with the whiskers of their intervals, one below the other, from 0.

    reference is a dashed line. A number that is unknown or vague has a label without a mark.
    """
    values = [_mark_values(mark) for mark in marks]
    labels = list(dict.fromkeys(mark.label for mark in marks))
    versions = list(dict.fromkeys(mark.version for mark in marks))
    shared: Spec = {"y": _label_axis(labels)}
    if len(versions) > 1:
        shared["yOffset"] = {"field": "version", "sort": versions}
    layers = _interval_layers(values, axis, marks[0].number.form, _version_colour(versions))
    for layer in layers:
        layer["encoding"] |= shared
    if reference is not None:
        layers.insert(0, _reference_line(reference))
    height = (_ROW + _VERSION * (len(versions) - 1)) * len(labels)
    return Chart(title, _spec(values, layers, height), note)


def _interval_layers(values: Sequence[Spec], axis: str, form: str, colour: Spec) -> list[Spec]:
    """Whiskers and dots; Vega-Lite warns of whiskers where there are none."""
    x: Spec = {"type": "quantitative", "scale": {"zero": True, "nice": True}}
    if not _any_known(values, "value"):
        x["scale"] = {"domain": [0, 1]}
    tooltip = _tooltip(form, ("label", "version", "value", "low", "high"), values)
    dots: Spec = {
        "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
        "encoding": {"x": {"field": "value", **x, "axis": _number_axis(axis, form)}, **colour,
                     "tooltip": tooltip},
    }  # fmt: skip
    whiskers: Spec = {
        "mark": {"type": "rule", "strokeWidth": 2},
        "encoding": {"x": {"field": "low", **x}, "x2": {"field": "high"}, **colour},
    }
    return [*([whiskers] if _any_known(values, "low") else []), dots]


def _any_known(values: Sequence[Spec], field: str) -> bool:
    return any(value[field] is not None for value in values)


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
    versions = list(dict.fromkeys(bar.version for bar in bars))
    colour = _version_colour(versions)
    ends = [end for bar in bars for end in (bar.low, bar.high)] + [*goals]
    scale = {"domain": [min(ends), max(ends)], "nice": False}
    x_axis = _number_axis(axis, form)
    if form == WHOLE:
        x_axis["values"] = list(range(math.ceil(min(ends)), math.floor(max(ends)) + 1))
    x = {"field": "low", "type": "quantitative", "scale": scale, "axis": x_axis}
    y = {"type": "quantitative", "axis": _number_axis(up, ".0%"), "stack": None}
    tooltip = _tooltip(form, ("version", "low", "high"), values)
    tooltip.append({"field": "share", "type": "quantitative", "format": ".1%", "title": "share"})
    opacity = 0.55 if len(versions) > 1 else 0.85
    layers: list[Spec] = [
        {"mark": {"type": "bar", "opacity": opacity, "binSpacing": 1},
         "encoding": {"x": {**x, "bin": "binned"}, "x2": {"field": "high"},
                      "y": {"field": "share", **y}, **colour, "tooltip": tooltip}}
    ]  # fmt: skip
    layers += map(_reference_line, goals)
    return Chart(title, _spec(values, layers, _HISTOGRAM), note)


def binned(
    values_by_version: Mapping[str, Sequence[float]], included: Sequence[float]
) -> list[Bar]:
    """The shares of values in bins with round edges, which also hold what is `included`."""
    edges = _bin_edges([*chain(*values_by_version.values(), included)])
    return [
        bar
        for version, values in values_by_version.items()
        for bar in _bars(values, edges, version)
    ]


def _bars(values: Sequence[float], edges: Sequence[float], version: str) -> Iterator[Bar]:
    counts = [0] * (len(edges) - 1)
    step = edges[1] - edges[0]
    for value in values:
        counts[min(int((value - edges[0]) / step + 1e-9), len(counts) - 1)] += 1
    for low, high, count in zip(edges, edges[1:], counts, strict=False):
        yield Bar(low, high, count / len(values), version=version)


def _bin_edges(values: Sequence[float]) -> list[float]:
    """Round edges of bins that hold all values."""
    low, high = min(values), max(values)
    span = high - low
    if span < _ROUNDING_ERROR:
        span = _SPAN_OF_EQUAL_VALUES * max(abs(high), 1.0)
    min_step = span / _TARGET_BINS
    power = 10.0 ** math.floor(math.log10(min_step))
    steps = (power * factor for factor in (1, 2, 5, 10))
    step = next(step for step in steps if step >= min_step * (1 - 1e-9))
    first, last = math.floor(low / step + 1e-9), math.floor(high / step + 1e-9) + 1
    return [step * count for count in range(first, last + 1)]


def _mark_values(mark: Mark) -> Spec:
    number = mark.number
    numbers = {"value": number.value, "low": number.low, "high": number.high}
    if number.is_vague:
        numbers = dict.fromkeys(numbers)
    return {"label": mark.label, "version": mark.version, **numbers}


def _label_axis(labels: Sequence[str]) -> Spec:
    """Labels in their order, each above its mark."""
    axis = {"labelAlign": "left", "labelPadding": -4, "labelOffset": -12, "labelLimit": _MAX_LABEL,
            "ticks": False, "domain": False, "title": None, "zindex": 1,
            "labelBaseline": "middle"}  # fmt: skip
    return {"field": "label", "type": "nominal", "sort": list(labels), "axis": axis,
            "scale": {"paddingInner": 0, "paddingOuter": 0.2}}  # fmt: skip


def _number_axis(title: str, form: str) -> Spec:
    coarse = {".1%": ".0%", ",.2f": ",.2~f"}.get(form, form)
    return {"title": title, "format": coarse, "grid": True, "tickCount": 5}


def _reference_line(value: float) -> Spec:
    return {"mark": {"type": "rule", "strokeDash": [5, 4], "color": _SLATE},
            "encoding": {"x": {"datum": value, "type": "quantitative"}}}  # fmt: skip


def _version_colour(versions: Sequence[str]) -> Spec:
    """The colours of two versions, with a legend; one colour for a single version."""
    if len(versions) == 1:
        return {"color": {"value": _COLOUR}}
    return {"color": {"field": "version", "type": "nominal", "sort": list(versions),
                      "scale": {"domain": list(versions), "range": _VERSION_COLOURS},
                      "legend": {"title": None, "orient": "top"}}}  # fmt: skip


def _tooltip(form: str, fields: Iterable[str], values: Sequence[Spec]) -> list[Spec]:
    """The fields that any value has, numbers in their format."""
    texts = ("label", "version")
    return [
        {"field": field, "type": "nominal"} if field in texts
        else {"field": field, "type": "quantitative", "format": form}
        for field in fields
        if any(value.get(field) not in (None, "") for value in values)
    ]  # fmt: skip


def _spec(values: Sequence[Spec], layers: list[Spec], height: int) -> Spec:
    return {
        "$schema": "https://vega.github.io/schema/vega-lite/v6.json",
        "width": "container",
        "height": height,
        "data": {"values": [_rounded(value) for value in values]},
        "layer": layers,
    }


def _rounded(value: Spec) -> Spec:
    """Numbers to six places: more would differ with the order of sums."""
    return {key: round(number, 6) + 0.0 if isinstance(number, float) else number
            for key, number in value.items()}  # fmt: skip
