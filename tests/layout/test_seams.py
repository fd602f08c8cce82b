"""Where seams of tiles lie: on lines, in as few tiles as reach from one to the next."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.layout.tiles import tile_starts

lengths = st.floats(0, 600).map(lambda length: round(length, 2))


@given(
    st.floats(60, 900), st.floats(30, 200), st.floats(3, 25), st.lists(lengths, max_size=30)
)  # fmt: skip
def test_tiles_cover_all_and_fit_their_paper(length, longest, overlap, lines):
    starts = tile_starts(length, longest, overlap, lines)
    assert (starts[0], starts[-1]) == (0, pytest.approx(length - overlap))
    assert all(0 < end - start <= longest - overlap + 1e-3 for start, end in pairwise(starts))


@given(st.floats(200, 900), st.floats(5, 60), st.floats(3, 25))
def test_with_lines_in_reach_of_each_other_all_seams_lie_on_them(length, pitch, overlap):
    lines = [number * pitch for number in range(1, int(length / pitch) + 1)]
    starts = tile_starts(length, 2 * pitch + overlap, overlap, lines)
    assert {*starts[1:-1]} <= {*lines}


def test_of_as_few_tiles_as_reach_the_longest_is_short():
    lines = [number * 30 for number in range(1, 12)]
    assert tile_starts(340, 250, 10, lines) == [0, 180, 330]
    assert tile_starts(340, 130, 10, lines) == [0, 120, 240, 330]


def test_without_lines_tiles_are_even():
    assert tile_starts(410, 190, 10, []) == [0, pytest.approx(400 / 3), pytest.approx(800 / 3), 400]


def test_only_where_no_line_is_in_reach_there_are_other_cuts():
    starts = tile_starts(490, 110, 10, [90, 390])
    assert {0, 90, 390, 480} < {*starts}
    assert len(starts) == 6
