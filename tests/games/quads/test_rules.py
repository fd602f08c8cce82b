"""The rules of Quads, one test a sentence, then what holds in all games."""

import random

import pytest
from games.quads.rules import (
    IllegalMoveError,
    Move,
    Position,
    hand,
    loser,
    mismatch,
    mismatches,
    moves,
    play,
    to_move,
    violations,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from short_run import budget

from generator.games.quads.pieces import (
    NEUTRALS,
    PIECES,
    PUBLISHED,
    Mark,
    Piece,
    Setup,
    neighbours,
    piece_showing,
)

RINGS, RAYS = (piece_showing("neutral", sign * 4) for sign in "=|")
MIDDLE = 14  # square in the third row and the third column


def board(*rotated_piece, framed=False, side=6):
    """A board with (square, owner, signs) on it."""
    position = Position.start(Setup(side, framed=framed))
    for square, owner, signs in rotated_piece:
        position = position.with_piece(Move(square, piece_showing(owner, signs)))
    return position


def violations_of(position, square, owner, signs):
    return violations(position, Move(square, piece_showing(owner, signs)))


# The first turn


def test_light_puts_a_neutral_piece_on_any_square():
    start = Position.start()
    assert to_move(start) == "light"
    assert hand(start) == NEUTRALS
    assert {(move.square, move.rotated_piece) for move in moves(start)} == {
        (square, rotated_piece) for square in range(36) for rotated_piece in (RINGS, RAYS)
    }


@pytest.mark.parametrize("square", [0, 3, MIDDLE, 35])
@pytest.mark.parametrize("first, other", [(RINGS, RAYS), (RAYS, RINGS)])
def test_dark_puts_the_other_on_a_square_that_is_not_adjacent(square, first, other):
    position = play(Position.start(), Move(square, first))
    assert to_move(position) == "dark"
    allowed = set(range(36)) - {square, *neighbours(square, 6)}
    assert set(moves(position)) == {Move(free, other) for free in allowed}


def test_adjacent_means_sharing_a_side():
    position = board((MIDDLE, "neutral", "===="))
    beside = [square for square in range(36) if violations_of(position, square, "neutral", "||||")]
    assert beside == [8, 13, MIDDLE, 15, 20]
    assert violations_of(position, 13, "neutral", "||||") == {"beside_neutral"}


def test_then_light_goes_on_with_an_own_piece():
    position = play(play(Position.start(), Move(0, RINGS)), Move(35, RAYS))
    assert to_move(position) == "light"
    assert hand(position) == PUBLISHED.hand("light")


# Placing a piece


def test_players_take_turns():
    position = play(play(Position.start(), Move(0, RINGS)), Move(35, RAYS))
    for player in ("light", "dark", "light", "dark"):
        assert to_move(position) == player
        move = next(moves(position))
        assert move.rotated_piece.piece.owner == player
        position = play(position, move)


def test_a_piece_goes_on_a_free_square():
    position = board((MIDDLE, "neutral", "===="))
    assert violations_of(position, MIDDLE, "light", "#===") == {"taken"}


def test_it_touches_at_least_one_piece():
    position = board((MIDDLE, "neutral", "===="))
    touching = [13, 15, 8, 20]
    for square in set(range(36)) - {MIDDLE}:
        alone = "touches_nothing" in violations_of(position, square, "light", "#===")
        assert alone == (square not in touching)


@pytest.mark.parametrize(
    "there, added, allowed",
    [
        (("light", "==#="), ("light", "#==="), True),  # light with light
        (("dark", "==#="), ("dark", "#==="), True),  # dark with dark
        (("light", "==#="), ("dark", "#==="), False),
        (("dark", "==#="), ("light", "#==="), False),
        (("light", "#==="), ("light", "=#=="), True),  # lines of the same direction
        (("light", "#=|="), ("light", "|#=="), True),
        (("light", "#==="), ("light", "|#=="), False),  # lines of another
        (("light", "#=|="), ("light", "=#=="), False),
        (("light", "==#="), ("light", "=#=="), False),  # a solid side with lines
        (("light", "#==="), ("light", "#==="), False),
        (("light", "#==="), ("dark", "=#=="), True),  # light touches dark along lines
        (("dark", "#=|="), ("light", "|#=="), True),
        (("neutral", "===="), ("dark", "=#=="), True),
        (("neutral", "||||"), ("light", "=#=="), False),
    ],
)
def test_touching_sides_match(there, added, allowed):
    position = board((MIDDLE, *there))
    assert violations_of(position, MIDDLE + 6, *added) == (set() if allowed else {"mismatch"})


@pytest.mark.parametrize(
    "there, added, reason",
    [
        (("light", "==#="), ("dark", "#==="), "colours"),
        (("light", "#==="), ("light", "|#=="), "directions"),
        (("neutral", "||||"), ("light", "=#=="), "directions"),
        (("light", "==#="), ("light", "=#=="), "solid_on_lines"),
        (("dark", "#==="), ("light", "#==="), "solid_on_lines"),
    ],
)
def test_why_sides_do_not_match(there, added, reason):
    position = board((MIDDLE, *there))
    assert mismatches(position, Move(MIDDLE + 6, piece_showing(*added))) == {reason}


def test_a_piece_may_be_wrong_for_several_reasons():
    position = board((8, "light", "##=|"), (13, "light", "#=||"), (15, "dark", "|==#"))
    rotated_piece = piece_showing("light", "=#|=")
    assert mismatches(position, Move(MIDDLE, rotated_piece)) == {"colours"}
    rotated_piece = piece_showing("light", "##|=")
    assert mismatches(position, Move(MIDDLE, rotated_piece)) == {"solid_on_lines", "colours"}


@pytest.mark.parametrize("square, signs", [(8, "##=#"), (15, "###="), (20, "=###"), (13, "#=##")])
def test_only_the_side_that_touches_must_match(square, signs):
    position = board((MIDDLE, "neutral", "===="))
    assert violations_of(position, square, "light", signs) == set()
    assert violations_of(position, square, "light", signs[2:] + signs[:2]) == {"mismatch"}


def test_a_piece_may_touch_several_and_then_must_match_all():
    around = [(8, "light", "##=|"), (13, "light", "#=||"), (15, "dark", "|==#")]
    position = board(*around)
    assert violations_of(position, MIDDLE, "dark", "=#|=") == set()
    assert violations_of(position, MIDDLE, "dark", "=#|#") == {"mismatch"}
    assert violations_of(position, MIDDLE, "light", "=#|=") == {"mismatch"}


def test_a_piece_may_be_turned():
    position = board((MIDDLE, "neutral", "===="), (35, "neutral", "||||"))
    turns = {
        "".join(move.rotated_piece.sides)
        for move in moves(position)
        if move.square == 15 and move.rotated_piece.piece == piece_showing("light", "#=#|").piece
    }
    assert turns == {"#|#="}


def test_one_places_a_piece_of_ones_own_that_one_still_has():
    position = play(play(Position.start(), Move(0, RINGS)), Move(35, RAYS))
    with pytest.raises(IllegalMoveError, match="light has no piece dark #==="):
        play(position, Move(1, piece_showing("dark", "#===")))
    position = play(
        play(position, Move(1, piece_showing("light", "#==="))),
        Move(6, piece_showing("dark", "=#==")),
    )
    with pytest.raises(IllegalMoveError, match="light has no piece light #==="):
        play(position, Move(2, piece_showing("light", "#===")))


def test_a_forbidden_move_says_why():
    position = play(play(Position.start(), Move(0, RINGS)), Move(35, RAYS))
    with pytest.raises(IllegalMoveError, match=r"light #=== on square 1: mismatch"):
        play(position, Move(1, piece_showing("light", "===#")))


# The end


def test_who_cannot_play_loses():
    neutrals = (2, "neutral", "===="), (3, "neutral", "||||")
    beside_light = board((0, "light", "=#=="), *neutrals, side=2)
    assert to_move(beside_light) == "dark"
    assert loser(beside_light) == "dark"  # the free square asks for a light solid side
    assert loser(board((0, "light", "#==="), *neutrals, side=2)) is None


def test_when_the_board_is_full_light_cannot_play():
    assert loser(Position((RINGS,) * 36)) == "light"


# Variant 2


@pytest.mark.parametrize(
    "square, signs, allowed",
    [
        (1, "=#|=", True),  # upper edge: lines along the frame
        (1, "|=#=", False),  # lines from the frame
        (1, "#||=", False),  # solid
        (6, "=#|=", True),  # left edge
        (6, "=#=|", False),
    ],
)
def test_a_side_at_the_edge_carries_the_lines_of_the_frame(square, signs, allowed):
    framed = board((0, "neutral", "===="), framed=True)
    free = board((0, "neutral", "===="))
    assert violations_of(free, square, "light", signs) == set()
    assert violations_of(framed, square, "light", signs) == (set() if allowed else {"frame"})


def test_the_frame_concerns_no_square_inside():
    framed = board((MIDDLE, "neutral", "===="), framed=True)
    assert violations_of(framed, 15, "light", "|#|=") == set()


def test_in_a_corner_two_sides_are_at_the_edge():
    framed = board((1, "neutral", "===="), framed=True)
    assert violations_of(framed, 0, "light", "==#=") == set()
    assert violations_of(framed, 0, "light", "==#|") == {"frame"}


# All games

owners = st.sampled_from(PIECES)


@given(owners, st.sampled_from(Mark), owners, st.sampled_from(Mark))
def test_matching_is_mutual(piece, mark, other, other_mark):
    assert mismatch(piece, mark, other, other_mark) == mismatch(other, other_mark, piece, mark)


@given(st.integers(1, 9), st.data())
def test_neighbours_are_mutual(side, data):
    square = data.draw(st.integers(0, side**2 - 1))
    for direction, other in enumerate(neighbours(square, side)):
        assert other is None or neighbours(other, side)[(direction + 2) % 4] == square


def random_game(seed: int, framed: bool) -> list[Position]:
    """The positions of a game in which both move at random."""
    chance = random.Random(seed)
    positions = [Position.start(Setup(framed=framed))]
    while options := list(moves(positions[-1])):
        positions.append(play(positions[-1], chance.choice(options)))
    return positions


@settings(max_examples=budget(8))
@given(st.integers(0, 10**9), st.booleans())
def test_random_games(seed, framed):
    game = random_game(seed, framed)
    last = game[-1]
    assert 4 < len(game) <= 37
    assert all(loser(position) is None for position in game[:-1:6])
    assert loser(last) == to_move(last)
    assert len(set(last.pieces)) == len(last.pieces) == len(game) - 1
    _assert_sides_match(last)


def _assert_sides_match(position: Position) -> None:
    """Checks every touching pair with a naive second implementation."""
    sides_by_piece: dict[tuple[int, int], tuple[Piece, dict[tuple[int, int], str]]] = {}
    for square, rotated_piece in enumerate(position.squares):
        if rotated_piece:
            steps = ((-1, 0), (0, 1), (1, 0), (0, -1))
            sides_by_piece[divmod(square, 6)] = (
                rotated_piece.piece,
                dict(zip(steps, rotated_piece.sides, strict=True)),
            )
    for (row, column), (piece, sides) in sides_by_piece.items():
        for (down, right), mark in sides.items():
            there = row + down, column + right
            if there in sides_by_piece:
                other, others = sides_by_piece[there]
                assert others[-down, -right] == mark
                assert mark != "#" or other.owner == piece.owner
            elif position.setup.framed and not (0 <= there[0] < 6 and 0 <= there[1] < 6):
                assert mark == "=" or piece.owner == "neutral"


def test_a_position_has_as_many_squares_as_its_side_says():
    with pytest.raises(ValueError, match="35 squares do not make 6 x 6"):
        Position((None,) * 35)
