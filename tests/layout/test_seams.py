"""Where seams of tiles lie: in gaps within their reach, and never so that a tile is too long."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.seams import CLEARANCE, REACH, Division, best_seams, seam_cost

lengths = st.floats(0, 600).map(lambda length: round(length, 2))
spans = st.lists(st.tuples(lengths, st.floats(0, 80)).map(lambda pair: (pair[0], sum(pair))))


def seams(even: Division, figures=(), shapes=()) -> tuple[float, ...]:
    """The seams between tiles, without the ends."""
    return best_seams(even, seam_cost(figures, shapes))[1:-1]


@given(
    st.integers(1, 6), st.floats(20, 200).map(lambda pitch: round(pitch, 1)),
    st.floats(0, 80).map(lambda slack: round(slack, 1)), spans, spans,
)  # fmt: skip
def test_tiles_cover_all_and_fit_their_paper(tiles, pitch, slack, figures, shapes):
    even, cost = Division(tiles, pitch, slack), seam_cost(figures, shapes)
    edges = best_seams(even, cost)
    assert len(edges) == tiles + 1
    assert (edges[0], edges[-1]) == (0, pytest.approx(tiles * pitch))
    for start, end in pairwise(edges):
        assert (1 - 2 * REACH) * pitch - 1e-6 <= end - start <= pitch + slack + 1e-6
    assert edges[1] <= pitch + 1e-6  # the plan keeps its room beside the first tile
    before, after = (
        [sum(values) for values in zip((0, 0, 0), *map(cost, places), strict=True)]
        for places in ([n * pitch for n in range(1, tiles)], edges[1:-1])
    )
    assert after <= before


def test_a_seam_goes_into_a_gap_within_reach_and_keeps_clear_of_its_sides():
    (seam,) = seams(Division(2, 100, 30), [(0, 75), (80, 200)])
    assert seam == pytest.approx(80 - CLEARANCE)


def test_a_gap_that_is_too_narrow_to_keep_clear_is_still_better_than_a_figure():
    (seam,) = seams(Division(2, 100, 30), [(0, 89.2), (89.9, 200)])
    assert 89.1 <= seam <= 90


def test_figures_weigh_more_than_any_number_of_shapes():
    (seam,) = seams(Division(2, 100, 30), [(95, 105)], [(60, 94.9)] * 9)
    assert 94.8 <= seam <= 95.1
    (seam,) = seams(Division(2, 100, 30), [(85, 105)], [(60, 90)] * 9)
    assert seam <= 85.1


def test_squares_that_touch_are_parted_where_they_touch():
    side = 13.37
    squares = [(n * side, (n + 1) * side) for n in range(15)]
    (seam,) = seams(Division(2, 100, 30), [], squares)
    assert seam == pytest.approx(7 * side, abs=0.1)


def test_without_items_or_without_slack_seams_stay_even():
    assert seams(Division(4, 100, 30)) == (100, 200, 300)
    assert seams(Division(4, 100, 0), [(90, 110), (290, 310)]) == (100, 200, 300)


def test_a_gap_out_of_reach_is_no_reason_to_move():
    assert seams(Division(2, 100, 10), [(0, 80), (81, 200)]) == (100,)


def test_a_seam_gives_way_so_that_another_reaches_a_gap():
    """No tile may be longer than 120 mm, so the third seam follows the second, to 292 at most."""
    first, second, third = seams(Division(4, 100, 20), [(130, 168), (172, 250)])
    assert first == 100
    assert 168 <= second <= 172
    assert third == pytest.approx(second + 120)
