"""The grid, drawings of maps, and the classic map."""

from games.metals.pictures import shipped_definition
from hypothesis import given
from hypothesis import strategies as st

from generator.games.metals.map import CHARACTERS, COLUMNS, FACINGS, ROWS, Map, read_map

MAPS = st.builds(Map, st.integers(*COLUMNS), st.integers(*ROWS))


def test_spaces_are_numbered_row_by_row():
    grid = Map(3, 3)
    assert [grid.place(index) for index in (0, 2, 3, 8)] == [(0, 0), (2, 0), (0, 1), (2, 2)]
    assert grid.corners == (0, 2, 6, 8)
    assert [grid.ahead(4, facing) for facing in FACINGS] == [1, 5, 7, 3]
    assert [grid.ahead(2, facing) for facing in FACINGS] == [None, None, 5, 1]


@given(MAPS)
def test_half_a_turn(grid):
    for index in range(len(grid)):
        column, row = grid.place(index)
        opposite = grid.index(grid.columns - 1 - column, grid.rows - 1 - row)
        assert grid.half_turn(index) == opposite
        assert grid.from_corner(index) == grid.from_corner(opposite)


@given(MAPS)
def test_steps_are_the_moves_it_takes(grid):
    reached, steps = {0}, 0
    while reached:
        assert all(grid.steps(0, index) == steps for index in reached)
        onward = {grid.ahead(index, facing) for index in reached for facing in FACINGS}
        reached = {i for i in onward if i is not None and grid.steps(0, i) > steps}
        steps += 1
    assert steps == grid.columns + grid.rows - 1


def test_a_drawing_is_read_row_by_row():
    board = read_map(".F.\n1C2\n...\n...\n")
    assert (board.columns, board.rows) == (3, 4)
    assert board.spaces[:6] == ("plain", "forest", "plain", "point_1", "city", "point_2")
    assert [board.points(index) for index in (1, 3, 4, 5)] == [0, 1, 0, 2]
    assert [board.ground(index) for index in (0, 3, 4)] == ["corner", "point_1", "city"]


def test_the_classic_map():
    """It has every kind of space. Nobody scores with the first move; the two points are equally far
    from either side, and in one line of sight."""
    board = read_map(shipped_definition("classic").sets[0].map.drawn)
    assert (board.columns, board.rows) == (5, 7)
    assert set(board.spaces) == set(CHARACTERS.values())
    near = {board.spaces[index] for index in range(35) if board.from_corner(index) < 2}
    assert near == {"plain", "forest"}
    one, other = [index for index, space in enumerate(board.spaces) if space == "point_2"]
    assert board.from_corner(one) == board.from_corner(other) == 4
    assert board.place(one)[0] == board.place(other)[0]
