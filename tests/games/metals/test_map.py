"""The grid, drawings of maps, and the classic map."""

import pytest
from games.metals.pictures import shipped_definition
from hypothesis import given
from hypothesis import strategies as st

from generator.games.metals.map import CHARACTERS, COLUMNS, FACINGS, ROWS, Grid, Map, read_map

GRIDS = st.builds(Grid, st.integers(*COLUMNS), st.integers(*ROWS))


def test_spaces_are_numbered_row_by_row():
    grid = Grid(3, 4)
    assert [grid.place(index) for index in (0, 2, 3, 11)] == [(0, 0), (2, 0), (0, 1), (2, 3)]
    assert grid.corners == (0, 2, 9, 11)


def test_ahead():
    grid = Grid(3, 3)
    assert [grid.ahead(4, facing) for facing in FACINGS] == [1, 5, 7, 3]
    assert [grid.ahead(2, facing) for facing in FACINGS] == [None, None, 5, 1]


@given(GRIDS)
def test_half_a_turn(grid):
    for index in range(len(grid)):
        column, row = grid.place(index)
        opposite = grid.index(grid.columns - 1 - column, grid.rows - 1 - row)
        assert grid.half_turn(index) == opposite
        assert grid.from_corner(index) == grid.from_corner(opposite)


@given(GRIDS)
def test_steps_are_the_moves_it_takes(grid):
    reached, steps = {0}, 0
    while reached:
        assert all(grid.steps(0, index) == steps for index in reached)
        onward = {grid.ahead(index, facing) for index in reached for facing in FACINGS}
        reached = {i for i in onward if i is not None and grid.steps(0, i) > steps}
        steps += 1
    assert steps == grid.columns + grid.rows - 1


def test_points_are_those_printed_on_the_space():
    spaces = ("plain", "point_1", "point_2", "forest", "city", "plain")
    game_map = Map(3, 2, spaces)
    assert [game_map.points(index) for index in range(6)] == [0, 1, 2, 0, 0, 0]
    assert [game_map.ground(index) for index in (0, 1, 4)] == ["corner", "point_1", "city"]


def test_a_drawing_is_read_row_by_row():
    game_map = read_map(".F.\n1C2\n...\n...\n")
    assert (game_map.columns, game_map.rows) == (3, 4)
    assert game_map.spaces[:6] == ("plain", "forest", "plain", "point_1", "city", "point_2")
    assert set(CHARACTERS.values()) == set(game_map.spaces)


# The classic map


@pytest.fixture(scope="module")
def classic() -> Map:
    return read_map(shipped_definition("classic").sets[0].map.drawn)


def on(kind: Map, *kinds: str) -> list[int]:
    return [index for index, space in enumerate(kind.spaces) if space in kinds]


def test_the_classic_map_fills_a4_with_spaces_for_figurines(classic):
    assert (classic.columns, classic.rows) == (5, 7)
    widest = shipped_definition("classic").figures.figurine.base[1]
    assert classic.columns * widest <= 210 - 20
    assert classic.rows * widest <= 297 - 20 - 50  # two score tracks


def test_the_classic_map_has_every_kind_of_space(classic):
    assert set(classic.spaces) == set(CHARACTERS.values())


def test_nobody_scores_on_the_classic_map_with_the_first_move(classic):
    assert min(map(classic.from_corner, on(classic, "point_1", "point_2"))) >= 2


def test_the_two_points_of_the_classic_map_are_contested(classic):
    """Equally far from either side, and in one line of sight."""
    one, other = on(classic, "point_2")
    assert classic.from_corner(one) == classic.from_corner(other) == 4
    assert classic.place(one)[0] == classic.place(other)[0]


def test_no_city_of_the_classic_map_is_next_to_a_corner(classic):
    assert min(map(classic.from_corner, on(classic, "city"))) >= 2
