"""Charts: positions that follow from values, and everything inside its box."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import assert_sound

from generator.core.paper import PAPERS, Box
from generator.layout import axes, marks, plot
from generator.layout.axes import Axis
from generator.layout.cells import Cells
from generator.layout.page import Line, Oval, Page, Rect, Text, flatten
from generator.layout.plot import Bar, Bars, Bin, Dots, Histogram, Point, Scatter, Series

A4 = PAPERS["a4"]


def shown(chart, width=90.0):
    """The leaf items of a chart on a sound page, in mm from the chart's corner."""
    box = Box(20, 20, width, plot.height(chart, width))
    group = plot.placed(chart, box)
    page = Page(A4, (group,), "chart")
    assert_sound(page)
    return [each.item for each in flatten(Page(A4, group.items))]


def bars_of(items, fill="sky"):
    return [item.box for item in items if isinstance(item, Rect) and item.fill == fill]


def texts(items):
    return {item.text: item for item in items if isinstance(item, Text)}


_NUMBERS = st.floats(-1e6, 1e6).map(lambda value: round(value, 3))
_ENDS = st.tuples(_NUMBERS, _NUMBERS).filter(lambda ends: ends[1] - ends[0] > 0.01)


@given(_ENDS, st.booleans(), st.floats(50, 150))
def test_ticks_are_round_apart_and_around_the_values(ends, whole, length):
    scale = axes.scale(Axis(whole=whole), ends, 5.0, 5.0 + length, upright=False)
    slight = (ends[1] - ends[0]) / 1e6
    assert scale.low <= ends[0] + slight
    assert ends[1] <= scale.high + slight
    steps = {round(b - a, 6) for a, b in pairwise(scale.ticks)}
    assert len(steps) <= 1
    assert len(set(scale.texts)) == len(scale.texts)
    if whole:
        assert all(tick == round(tick) for tick in scale.ticks)
    for step in steps:
        assert f"{step:.0e}"[0] in "125"


def test_given_ends_are_kept_and_what_lies_outside_is_at_the_end():
    scale = axes.scale(Axis(low=0.5, high=1.5), [1.0], 10, 110, upright=False)
    assert (scale.low, scale.high) == (0.5, 1.5)
    assert scale.at(1.0) == pytest.approx(60)
    assert (scale.at(-3), scale.at(9)) == (10, 110)


@pytest.mark.parametrize(
    ("value", "decimals", "point", "text"),
    [
        (12.34, 1, ".", "12.3"), (12.34, 1, ",", "12,3"), (-2.0, 0, ".", "−2"),
        (-0.04, 1, ".", "0.0"), (9999, 0, ".", "9,999"), (12000.5, 1, ",", "12\u202f000,5"),
    ],
)  # fmt: skip
def test_numbers_are_written_as_a_language_does(value, decimals, point, text):
    assert axes.number(value, decimals, point) == text


def test_bars_are_as_long_as_their_values():
    marks_ = (Bar("Baker", 4.0), Bar("Judge", 8.0), Bar("King", -2.0))
    items = shown(Bars("Points", (Series("", marks_),), Axis("points")))
    four, eight, minus = bars_of(items)
    assert eight.w == pytest.approx(2 * four.w)
    assert minus.w == pytest.approx(four.w / 2)
    assert four.x == eight.x == pytest.approx(minus.right)
    assert {"Baker", "Judge", "King", "4.0", "8.0", "−2.0", "points", "Points"} <= set(texts(items))


def test_whiskers_and_expected_values_lie_where_the_axis_says():
    items = shown(Bars("", (Series("", (Bar("a", 5.0, 4.0, 7.0, target=10.0),)),), Axis()))
    (bar,) = bars_of(items)
    above, below = bars_of(items, "ink")
    per_unit = bar.w / 5
    (whisker,) = [
        item for item in items if isinstance(item, Line) and item.stroke == "ink" and item.box.w
    ]
    assert (whisker.x1 - bar.x, whisker.x2 - bar.x) == pytest.approx((4 * per_unit, 7 * per_unit))
    assert above.centre[0] == below.centre[0] == pytest.approx(bar.x + 10 * per_unit)
    assert above.y < bar.y < bar.bottom < below.bottom


def test_series_stand_side_by_side_and_differ_in_more_than_colour():
    series = tuple(Series(name, (Bar("a", 3.0), Bar("b", 2.0))) for name in ("old", "new", "next"))
    items = shown(Bars("Versions", series, Axis()))
    assert {"old", "new", "next"} <= set(texts(items))
    lanes = [bars_of(items, fill)[1:] for fill in ("sky", "cream", "white")]  # 0 is the legend's
    tops = [lane[0].y for lane in lanes]
    assert tops == sorted(tops)
    assert all(b - a == pytest.approx(plot.LANE) for a, b in pairwise(tops))
    hatched = [list(marks.bar(Box(0, 0, 9, 3), number)) for number in range(3)]
    slopes = [{item.y2 < item.y1 for item in each if isinstance(item, Line)} for each in hatched]
    assert slopes == [set(), {True}, {False}]


@given(st.floats(0.05, 80), st.floats(0.5, 20), st.integers(0, 2))
def test_hatches_stay_in_their_bar(width, height, series):
    box = Box(3, 4, width, height)
    assert all(box.contains(item.box) for item in marks.bar(box, series))


def test_dots_need_no_zero_and_keep_to_their_reference():
    chart = Dots("", (Series("", (Bar("a", 1.1, 1.05, 1.2),)),), Axis(decimals=2), reference=1.0)
    items = shown(chart)
    (dot,) = [item for item in items if isinstance(item, Oval)]
    (reference,) = [item for item in items if isinstance(item, Line) and item.stroke == "red"]
    assert reference.x1 < dot.box.centre[0]
    assert "0.00" not in texts(items)
    assert "1.10" in texts(items)


def _histogram(shares, title="Squares"):
    bins = tuple(Bin(n - 0.5, n + 0.5, share, share, share) for n, share in shares.items())
    return Histogram(title, (Series("", bins),), Axis("squares", whole=True), Axis("%"))


def test_bins_stand_over_their_values():
    items = shown(_histogram({3: 10.0, 4: 40.0, 5: 0.0}))
    three, four = bars_of(items)
    assert four.h == pytest.approx(4 * three.h)
    assert three.bottom == four.bottom
    for name, bar in (("3", three), ("4", four)):
        box = texts(items)[name].box
        assert box.centre[0] == pytest.approx(bar.centre[0], abs=0.1)
        assert box.y > bar.bottom


def test_a_histogram_has_a_line_at_its_reference():
    chart = _histogram({1: 20, 2: 60, 3: 20})._replace(reference=2.5)
    items = shown(chart)
    (reference,) = [item for item in items if isinstance(item, Line) and item.stroke == "red"]
    _, second, third = sorted(bars_of(items), key=lambda box: box.x)
    assert second.right < reference.x1 < third.x


@pytest.mark.parametrize("side", [-1, 1])
def test_an_arrow_points_to_the_good_side_of_a_goal(side):
    series = (Series("", tuple(Bin(n, n + 1, 10.0) for n in range(4))),)
    chart = Histogram("Turns", series, Axis(), Axis("% of boards"), reference=2.0, side=side)
    red = [item for item in shown(chart) if isinstance(item, Line) and item.stroke == "red"]
    (goal,) = (item for item in red if item.dash)
    ends = [x for item in red for x in (item.x1, item.x2)]
    assert all(side * (x - goal.x1) >= 0 for x in ends)
    assert max(side * (x - goal.x1) for x in ends) > 3
    assert all(item.y2 <= goal.y1 for item in red if not item.dash)
    assert [item for item in shown(chart._replace(side=0)) if item in red] == [goal]


def test_what_is_not_known_has_a_dash_and_no_mark():
    bars = (Bar("One", 3.0, 2.0, 4.0), Bar("Two", None))
    for chart in (Bars("Points", (Series("", bars),), Axis()),
                  Dots("Points", (Series("", bars),), Axis(), reference=1.0)):  # fmt: skip
        items = shown(chart)
        assert {"One", "Two", "3.0", "–"} <= set(texts(items))
        assert len(bars_of(items)) + sum(isinstance(item, Oval) for item in items) == 1


def test_a_reference_beyond_the_bins_is_on_the_axis():
    items = shown(_histogram({1: 20, 2: 60})._replace(reference=9.0))
    (reference,) = [item for item in items if isinstance(item, Line) and item.stroke == "red"]
    assert reference.x1 > max(box.right for box in bars_of(items)) + 20


def test_small_multiples_share_their_axes():
    one, other = plot.alike([_histogram({1: 10.0}), _histogram({6: 55.0, 7: 1.0})])
    assert (one.axis.low, one.axis.high, one.up.high) == (0.5, 7.5, 60.0)
    assert one.axis == other.axis
    assert one.up == other.up


def test_labels_of_points_keep_off_everything():
    crowd = tuple(Point(n, n * n, n * n - 9, n * n + 9, f"Type {n}") for n in range(40))
    chart = Scatter("", (Series("", crowd),), Axis("x"), Axis("y"), diagonal=True)
    items = shown(chart)  # which looks at whether texts lie on each other
    named = [item for item in items if isinstance(item, Text) and item.text.startswith("Type")]
    assert 0 < len(named) < 40
    dots = [item.box for item in items if isinstance(item, Oval)]
    assert not any(text.box.overlaps(dot) for text in named for dot in dots)


def test_points_lie_at_their_values():
    points = (Point(0, 0), Point(10, 10), Point(5, 10))
    items = shown(Scatter("", (Series("", points),), Axis(), Axis()))
    first, second, third = (item.box.centre for item in items if isinstance(item, Oval))
    assert third == pytest.approx(((first[0] + second[0]) / 2, second[1]))
    assert second[1] < first[1]


@given(
    st.lists(st.tuples(_NUMBERS, st.floats(0, 1e4)), min_size=1, max_size=9),
    st.integers(1, marks.SERIES),
    st.sampled_from([Bars, Dots]),
    st.sampled_from([55.0, 90.0, 180.0]),
)
def test_any_values_stay_in_the_box(values, count, kind, width):
    bars = tuple(Bar(f"Type {n}", v, v - d, v + d) for n, (v, d) in enumerate(values))
    shown(kind("Title", tuple(Series(f"s{n}", bars) for n in range(count)), Axis("axis")), width)


def test_more_series_than_looks_are_refused():
    chart = Bars("", (Series("", (Bar("a", 1.0),)),) * 4, Axis())
    with pytest.raises(plot.ChartError, match="at most 3 series, found 4"):
        plot.placed(chart, Box(0, 0, 90, 60))


def test_numbers_in_a_grid_stand_in_their_cells():
    numbers = ((1.0, None), (4.0, 9.0))
    items = shown(Cells("Pairs", ("a", "b"), ("first", "second"), numbers))
    boxes = {item.box.centre: item for item in items if isinstance(item, Rect)}
    assert len(boxes) == 3
    for text in ("1", "4", "9"):
        label = texts(items)[text].box
        (cell,) = [each for each in boxes.values() if each.box.contains(label)]
        assert label.centre[0] == pytest.approx(cell.box.centre[0])
    tints = [each.fill for _, each in sorted(boxes.items(), key=lambda pair: pair[0][::-1])]
    assert tints[0] is None  # of the lowest number
    assert len(set(tints)) == 3
    columns = [texts(items)[name].box.centre[0] for name in "ab"]
    assert columns == sorted({x for x, _ in boxes})


def test_long_names_stand_upright_or_are_cut_short():
    names = tuple(f"Knitting Lady {n}" for n in range(20))
    numbers = tuple(tuple(float(n) for n in range(20)) for _ in range(3))
    shown(Cells("", names, (*names[:2], "x" * 90), numbers), 180)
    found = texts(shown(Bars("W" * 90, (Series("", (Bar("y" * 90, 1.0),)),), Axis())))
    assert sum(text.endswith("…") for text in found) == 2


def test_a_map_has_square_cells():
    chart = Cells("", ("",) * 5, ("",) * 7, ((1.0,) * 5,) * 7, square=True)
    sides = {(box.box.w, box.box.h) for box in shown(chart, 40) if isinstance(box, Rect)}
    assert sides == {(8.0, 8.0)}
