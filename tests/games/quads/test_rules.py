"""The rules of Quads for readers, one test a sentence, then what holds in all games."""

import random

import pytest
from games.quads import rules
from games.quads.rules import Move, Position, loser, moves, play
from hypothesis import given, settings
from hypothesis import strategies as st
from short_run import budget

from generator.games.quads import pieces
from generator.games.quads.pieces import Setup, neighbours, piece_showing

RINGS, RAYS = (piece_showing("neutral", sign * 4) for sign in "=|")
MIDDLE = 14  # square in the third row and the third column
ABOVE, LEFT, RIGHT, BELOW = 8, 13, 15, 20
AFTER_FIRST_TURNS = play(play(Position.start(), Move(0, RINGS)), Move(35, RAYS))
AROUND = (ABOVE, "light", "##=|"), (LEFT, "light", "#=||"), (RIGHT, "dark", "|==#")
IN_THE_MIDDLE = (MIDDLE, "neutral", "====")


def board(*there, framed=False, side=6):
    """A board with (square, owner, signs) on it."""
    position = Position.start(Setup(side), framed)
    for square, owner, signs in there:
        position = position.with_piece(Move(square, piece_showing(owner, signs)))
    return position


def violations_of(position, square, owner, signs):
    return rules.violations(position, Move(square, piece_showing(owner, signs)))


def test_light_puts_a_neutral_piece_on_any_square():
    start = Position.start()
    assert (rules.to_move(start), rules.hand(start)) == ("light", pieces.NEUTRALS)
    anywhere = {Move(square, piece) for square in range(36) for piece in (RINGS, RAYS)}
    assert set(moves(start)) == anywhere


@pytest.mark.parametrize("square", [0, 3, MIDDLE, 35])
@pytest.mark.parametrize("first, other", [(RINGS, RAYS), (RAYS, RINGS)])
def test_dark_puts_the_other_on_a_square_that_shares_no_side(square, first, other):
    position = play(Position.start(), Move(square, first))
    assert rules.to_move(position) == "dark"
    allowed = set(range(36)) - {square, *neighbours(square, 6)}
    assert set(moves(position)) == {Move(free, other) for free in allowed}
    assert neighbours(MIDDLE, 6) == (ABOVE, RIGHT, BELOW, LEFT)


def test_players_take_turns_with_pieces_of_their_own_that_they_still_have():
    position = AFTER_FIRST_TURNS
    for player in ("light", "dark", "light", "dark"):
        assert rules.to_move(position) == player
        left = [piece for piece in pieces.PUBLISHED.hand(player) if piece not in position.placed]
        assert rules.hand(position) == tuple(left)
        position = play(position, next(moves(position)))


def test_a_piece_touches_at_least_one_other():
    position = board(IN_THE_MIDDLE)
    for square in set(range(36)) - {MIDDLE}:
        alone = "touches_nothing" in violations_of(position, square, "light", "#===")
        assert alone == (square not in (ABOVE, LEFT, RIGHT, BELOW))


@pytest.mark.parametrize(
    "there, added, reasons",
    [
        (("light", "==#="), ("light", "#==="), set()),  # light with light
        (("dark", "==#="), ("dark", "#==="), set()),  # dark with dark
        (("light", "==#="), ("dark", "#==="), {"colours"}),
        (("dark", "==#="), ("light", "#==="), {"colours"}),
        (("light", "#==="), ("light", "=#=="), set()),  # lines of the same direction
        (("light", "#=|="), ("light", "|#=="), set()),
        (("light", "#==="), ("light", "|#=="), {"directions"}),
        (("light", "#=|="), ("light", "=#=="), {"directions"}),
        (("light", "==#="), ("light", "=#=="), {"solid_on_lines"}),
        (("dark", "#==="), ("light", "#==="), {"solid_on_lines"}),
        (("light", "#==="), ("dark", "=#=="), set()),  # light touches dark along lines
        (("dark", "#=|="), ("light", "|#=="), set()),
        (("neutral", "===="), ("dark", "=#=="), set()),
        (("neutral", "||||"), ("light", "=#=="), {"directions"}),
    ],
)
def test_touching_sides_match(there, added, reasons):
    assert violations_of(board((MIDDLE, *there)), BELOW, *added) == reasons


@pytest.mark.parametrize(
    "there, square, added, reasons",
    [
        ([IN_THE_MIDDLE], MIDDLE, ("light", "#==="), {"taken"}),
        ([IN_THE_MIDDLE], LEFT, ("neutral", "||||"), {"beside_neutral"}),
        # Only the side that touches must match.
        ([IN_THE_MIDDLE], ABOVE, ("light", "##=#"), set()),
        ([IN_THE_MIDDLE], ABOVE, ("light", "=###"), {"solid_on_lines"}),
        ([IN_THE_MIDDLE], RIGHT, ("light", "###="), set()),
        ([IN_THE_MIDDLE], RIGHT, ("light", "#=##"), {"solid_on_lines"}),
        # A piece may touch several, and must match all of them.
        (AROUND, MIDDLE, ("dark", "=#|="), set()),
        (AROUND, MIDDLE, ("dark", "=#|#"), {"solid_on_lines"}),
        (AROUND, MIDDLE, ("light", "=#|="), {"colours"}),
        (AROUND, MIDDLE, ("light", "##|="), {"solid_on_lines", "colours"}),
    ],
)
def test_a_piece_may_be_wrong_for_several_reasons(there, square, added, reasons):
    assert violations_of(board(*there), square, *added) == reasons


def test_a_piece_may_be_turned():
    position = board(IN_THE_MIDDLE, (35, "neutral", "||||"))
    piece = piece_showing("light", "#=#|").piece
    own = [move.rotated_piece for move in moves(position) if move.square == RIGHT]
    assert {"".join(each.sides) for each in own if each.piece == piece} == {"#|#="}


def test_who_cannot_play_loses():
    neutrals = (2, "neutral", "===="), (3, "neutral", "||||")
    beside_light = board((0, "light", "=#=="), *neutrals, side=2)
    assert loser(beside_light) == "dark"  # the free square asks for a light solid side
    assert loser(board((0, "light", "#==="), *neutrals, side=2)) is None
    assert loser(Position((RINGS,) * 36)) == "light"  # the board is full


@pytest.mark.parametrize(
    "there, square, signs, allowed",
    [
        (0, 1, "=#|=", True),  # upper edge: lines along the frame
        (0, 1, "|=#=", False),  # lines from the frame
        (0, 1, "#||=", False),  # solid
        (0, 6, "=#|=", True),  # left edge
        (0, 6, "=#=|", False),
        (MIDDLE, RIGHT, "|#|=", True),  # inside
        (1, 0, "==#=", True),  # in a corner two sides are at the edge
        (1, 0, "==#|", False),
    ],
)
def test_a_side_at_the_edge_carries_the_lines_of_the_frame(there, square, signs, allowed):
    framed, free = (board((there, "neutral", "===="), framed=each) for each in (True, False))
    assert violations_of(free, square, "light", signs) == set()
    assert violations_of(framed, square, "light", signs) == (set() if allowed else {"frame"})


@given(st.integers(1, 9), st.data())
def test_neighbours_are_mutual(side, data):
    square = data.draw(st.integers(0, side**2 - 1))
    for direction, other in enumerate(neighbours(square, side)):
        assert other is None or neighbours(other, side)[(direction + 2) % 4] == square


@settings(max_examples=budget(8))
@given(st.integers(0, 10**9), st.booleans())
def test_random_games(seed, framed):
    chance, game = random.Random(seed), [Position.start(framed=framed)]
    while options := list(moves(game[-1])):
        game.append(play(game[-1], chance.choice(options)))
    last = game[-1]
    assert 4 < len(game) <= 37
    assert all(loser(position) is None for position in game[:-1:6])
    assert loser(last) == rules.to_move(last)
    assert len(set(last.placed)) == len(last.placed) == len(game) - 1
    assert_sides_match(last)


def assert_sides_match(position: Position) -> None:
    """Checks every touching pair with a naive second implementation."""
    for square, one in enumerate(position.squares):
        right, below = square + 1 if square % 6 < 5 else 36, square + 6
        for there, side, facing in ((right, 1, 3), (below, 2, 0)):
            other = position.squares[there] if there < 36 else None
            if one and other:
                assert one.sides[side] == other.sides[facing]
                assert one.sides[side] != "#" or one.piece.owner == other.piece.owner
        if one and position.framed and one.piece.owner != "neutral":
            row, column = divmod(square, 6)
            at_edge = (row == 0, column == 5, row == 5, column == 0)
            assert all(mark == "=" for mark, edge in zip(one.sides, at_edge, strict=True) if edge)
