"""Properties of all positions, also of those that no legal play reaches."""

from dataclasses import replace

from games.magnetmen.oracle import (
    Inventory,
    Position,
    destroyable,
    destroyable_by_power,
    may_destroy,
    may_take,
    takeable,
)
from hypothesis import given
from hypothesis import strategies as st
from positions import fresh, published_powers, type_called

from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    NeedsAdjacent,
    NeighbourCanTake,
)

PLAIN = tuple("abcd")


@st.composite
def positions(draw, names=None):
    """Positions after random takings and destructions, with published or plain types."""
    names_on_board = st.lists(
        st.sampled_from(names or sorted(published_powers())), min_size=2, max_size=5
    )
    types = tuple(type_called(name) for name in draw(names_on_board))
    columns, rows = draw(st.integers(2, 5)), draw(st.integers(1, 5))
    cells, players = columns * rows, draw(st.integers(2, 4))
    squares = draw(
        st.lists(st.integers(0, len(types) - 1), min_size=cells, max_size=cells).map(tuple)
    )
    result = fresh(types, columns, squares, players, draw(st.integers(4, 20)), draw(st.booleans()))
    events = st.tuples(st.integers(0, players), st.integers(0, cells - 1))
    for player, square in draw(st.lists(events, max_size=20)):
        if player == players and result.states[square] != "destroyed":
            result = result.destroyed(square)
        elif player < players and not result.is_used_up(square):
            result = result.taken(player, square)
    return result


def without(*kinds_of_power) -> list[str]:
    """The published variants without such powers."""
    return [
        name
        for name, (_, power) in published_powers().items()
        if not any(power.find(kind) for kind in kinds_of_power)
    ]


def closes_by_repel(position: Position, player: int, square: int) -> bool:
    """A second implementation of Repel, as naive as possible, for types without powers."""
    row, column = divmod(square, position.columns)
    for other, kind in enumerate(position.squares):
        down, right = (abs(a - b) for a, b in zip(
            divmod(other, position.columns), (row, column), strict=True))  # fmt: skip
        needed = {(0, 1): 1, (1, 0): 2, (1, 1): 3}.get((down, right))
        if needed is None or position.states[other] == "destroyed":
            continue
        if position.inventories[player].counts[kind] >= needed:
            return True
    return False


@given(positions(PLAIN))
def test_repel_is_what_a_second_implementation_says(position):
    for player, inventory in enumerate(position.inventories):
        naive = tuple(
            square
            for square, state in enumerate(position.states)
            if state == "open" and not closes_by_repel(position, player, square)
        )
        assert takeable(position, player) == (() if inventory.out else naive)


@given(positions())
def test_squares_without_reasons_are_those_that_are_allowed(position):
    squares = range(len(position.squares))
    for player in range(len(position.inventories)):
        taking = {square for square in squares if may_take(position, player, square) == ()}
        acting = {square for square in squares if may_destroy(position, player, square) == ()}
        assert taking == set(takeable(position, player))
        assert acting == set(destroyable(position, player))
        assert acting <= set(destroyable_by_power(position))


@given(positions(), st.data())
def test_destroying_closes_only_its_square_unless_a_mail_carrier_needs_it(position, data):
    squares = [square for square, state in enumerate(position.states) if state != "destroyed"]
    if squares:
        destroyed_square = data.draw(st.sampled_from(squares))
        after = position.destroyed(destroyed_square)
        for player in range(len(position.inventories)):
            for square in (
                {*takeable(position, player)} - {*takeable(after, player)} - {destroyed_square}
            ):
                gate = position.power_of(square).find(NeedsAdjacent)
                assert gate and gate.crossed_out == "some"
                assert destroyed_square in position.adjacent(square)


def with_one_more(position: Position, player: int, kind: int) -> Position:
    """The same with an icon that did not come from the board."""
    inventories = list(position.inventories)
    inventories[player] = inventories[player].with_icon(kind)
    return replace(position, inventories=tuple(inventories))


@given(positions(), st.data())
def test_owning_more_opens_nothing_but_doctors(position, data):
    player = data.draw(st.integers(0, len(position.inventories) - 1))
    kind = data.draw(st.integers(0, len(position.types) - 1))
    after = with_one_more(position, player, kind)
    for square in {*takeable(after, player)} - {*takeable(position, player)}:
        assert position.type_of(square) == type_called("doctor B")
        assert position.squares[square] == kind


@given(positions(without(CloseAdjacent, Capacity, NeedsAdjacent, NeighbourCanTake)), st.data())
def test_a_taking_changes_nothing_else_for_others_unless_a_power_says_so(position, data):
    squares = [square for square, state in enumerate(position.states) if state == "open"]
    if squares:
        square = data.draw(st.sampled_from(squares))
        after = position.taken(0, square)
        for player in range(1, len(position.inventories)):
            changes = {*takeable(position, player)} ^ {*takeable(after, player)}
            ignoring = {one for one in changes - {square} if position.power_of(one).repel}
            assert changes <= {square} | ignoring


@given(positions(without(NeighbourCanTake)), st.integers(2, 4))
def test_numbers_of_players_matter_to_life_guards_only(position, players):
    more = (*position.inventories, *[Inventory((0,) * len(position.types))] * players)
    assert takeable(position, 0) == takeable(replace(position, inventories=more), 0)
