"""The basic game is lost for whoever starts: a proof in three steps, each checked exhaustively.

Dark answers every move on the opposite square (half a turn about the middle of the board) with the
piece of the same shape, turned by half a turn, whose lines run the other way: parallel ones become
perpendicular and the reverse. After each answer the board is the mirror image of itself in that
sense. So every square that is free for light has a free opposite, and

1. dark has the piece that answers, and has not played it yet;
2. the move and its answer never touch each other, as opposite squares are not adjacent;
3. the answer touches what the move touches, mirrored, and matches it just as the move does.

Dark can therefore answer whatever light plays, and light is the first who cannot move. On the
framed board the third step fails: a mirrored side has the wrong lines at the edge.

Where neutral pieces may not lie opposite each other, or lie on marked squares, no board is ever its
own image, whatever the symmetry and the lines: the last tests go through all.
"""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest
from games.quads.rules import FRAME, Move, Position, loser, mismatch, moves, play, violations
from short_run import budget, first

from generator.games.quads import engine
from generator.games.quads.definition import load_definition
from generator.games.quads.engine import FACES
from generator.games.quads.pieces import (
    NEUTRALS,
    OWN_SHAPES,
    PIECES,
    PUBLISHED,
    Mark,
    Piece,
    Setup,
    canonical_rotation,
    neighbours,
    piece_showing,
)
from generator.games.quads.roll import roll

OTHER_LINES = {
    Mark.SOLID: Mark.SOLID,
    Mark.PARALLEL: Mark.PERPENDICULAR,
    Mark.PERPENDICULAR: Mark.PARALLEL,
}
OTHER_OWNER = {"light": "dark", "dark": "light", "neutral": "neutral"}
GAMES = budget(60)


def opposite(square: int) -> int:
    return PUBLISHED.side**2 - 1 - square


def mirrored(move: Move) -> Move:
    """The answer to a move."""
    piece, sides = move.rotated_piece.piece, move.rotated_piece.sides
    turned = sides[2:] + sides[:2]
    signs = "".join(OTHER_LINES[mark] for mark in turned)
    return Move(opposite(move.square), piece_showing(OTHER_OWNER[piece.owner], signs))


def answering_piece(piece: Piece) -> Piece:
    sides = "".join(OTHER_LINES[mark] for mark in piece.sides)
    return piece_showing(OTHER_OWNER[piece.owner], sides).piece


def test_step_1_every_piece_has_one_that_answers_it():
    """One to one, and the answer to the answer is the piece itself."""
    answers = {piece: answering_piece(piece) for piece in PIECES}
    assert {answers[piece] for piece in PUBLISHED.hand("light")} == set(PUBLISHED.hand("dark"))
    assert {answers[piece] for piece in NEUTRALS} == set(NEUTRALS)
    assert all(answers[answer] == piece for piece, answer in answers.items())
    assert all(answers[piece] != piece for piece in PIECES)


def test_step_2_opposite_squares_are_never_the_same_or_adjacent():
    for square in range(PUBLISHED.side**2):
        assert opposite(square) not in (square, *neighbours(square, PUBLISHED.side))


def test_step_3_mirrored_sides_touch_as_the_sides_do():
    """For all pieces and marks, and whatever lies on neighbouring squares."""
    for one, other in product(PIECES, repeat=2):
        for mark, other_mark in product(Mark, repeat=2):
            image = mismatch(
                answering_piece(one), OTHER_LINES[mark],
                answering_piece(other), OTHER_LINES[other_mark],
            )  # fmt: skip
            assert image == mismatch(one, mark, other, other_mark)
    for square in range(PUBLISHED.side**2):
        around = neighbours(square, PUBLISHED.side)
        image = neighbours(opposite(square), PUBLISHED.side)
        mirrored_around = [None if each is None else opposite(each) for each in around]
        assert mirrored_around[2:] + mirrored_around[:2] == list(image)


@pytest.mark.parametrize("seed", first(1, range(5)))
def test_whoever_answers_like_this_wins(seed):
    """As a check of the proof: light plays at random."""
    source = random.Random(seed)
    for _ in range(max(1, GAMES // 5)):
        position = Position.start()
        while loser(position) is None:
            move = source.choice(list(moves(position)))
            position = play(position, move)
            answer = mirrored(move)
            assert not violations(position, answer)
            position = play(position, answer)
        assert loser(position) == "light"


def test_the_framed_board_takes_the_strategy_away():
    """Sides at the edge must have the frame's lines; those of an answer never have."""
    assert OTHER_LINES[FRAME] != FRAME
    source = random.Random("framed")
    for _ in range(GAMES):
        position, is_broken = Position.start(Setup(framed=True)), False
        while loser(position) is None and not is_broken:
            move = source.choice(list(moves(position)))
            position = play(position, move)
            answer = mirrored(move)
            is_broken = bool(violations(position, answer))
            if not is_broken:
                position = play(position, answer)
        assert is_broken


# Other sets: the images that a player could answer with are the symmetries of the board, each with
# the marks as they are or with the lines exchanged. Solid marks stay: they are the owner's.


def symmetries(side: int) -> list[dict[int, int]]:
    """The eight ways to lay a board on itself: the image of each square."""
    images = []
    for turn, is_flipped in product(range(4), (False, True)):
        image = {}
        for square in range(side**2):
            row, column = divmod(square, side)
            if is_flipped:
                row, column = column, row
            for _ in range(turn):
                row, column = column, side - 1 - row
            image[square] = row * side + column
        images.append(image)
    return images


def answers_all(image: dict[int, int], side: int) -> bool:
    """Whether a move and its image are always two squares that do not touch, and the image of the
    image is the move: what steps 1 and 2 need."""
    return all(
        image[other] == square and other not in (square, *neighbours(square, side))
        for square, other in image.items()
    )


@pytest.mark.parametrize("side", [5, 6, 7])
def test_only_half_a_turn_answers_every_move(side):
    """And nothing does on boards with a middle square."""
    assert len({tuple(image.values()) for image in symmetries(side)}) == 8
    answers = [image for image in symmetries(side) if answers_all(image, side)]
    half_turn = {square: side**2 - 1 - square for square in range(side**2)}
    assert answers == ([half_turn] if side % 2 == 0 else [])


def neutral_squares(setup: Setup) -> Iterator[tuple[int, int]]:
    """The squares of the parallel and of the perpendicular piece after the first turns."""
    for move in moves(Position.start(setup)):
        position = play(Position.start(setup), move)
        for other in moves(position):
            there = {move.rotated_piece.piece: move.square, other.rotated_piece.piece: other.square}
            yield there[NEUTRALS[0]], there[NEUTRALS[1]]


def test_the_neutral_pieces_keep_every_board_from_being_its_own_image():
    """On no board that the set `apart` allows or the set `lots` rolls does an answer to every move
    carry the neutral pieces to each other, or to themselves; on some published board one does."""
    (half_turn,) = [image for image in symmetries(6) if answers_all(image, 6)]

    def is_own_image(parallel: int, perpendicular: int) -> bool:
        stays = half_turn[parallel] == parallel and half_turn[perpendicular] == perpendicular
        return stays or half_turn[parallel] == perpendicular

    apart = set(neutral_squares(Setup(may_be_opposite=False)))
    setup = Setup()
    marked = {
        (one, other)
        for one, other in product(range(36), repeat=2)
        if setup.may_be_marked(one, other)
    }
    published = set(neutral_squares(setup))
    assert apart == marked and len(marked) == 36 * 35 - 2 * 60 - 36
    assert not any(is_own_image(*squares) for squares in apart)
    assert any(is_own_image(*squares) for squares in published)


def test_dark_mostly_lacks_an_answer_where_15_shapes_are_drawn():
    """Few such sets of shapes are the same with the lines exchanged."""
    other_lines = {
        shape: canonical_rotation(tuple(map(OTHER_LINES.get, shape))) for shape in OWN_SHAPES
    }
    omitted_pairs = list(combinations(OWN_SHAPES, 2))
    closed = [pair for pair in omitted_pairs if {other_lines[shape] for shape in pair} == set(pair)]
    assert len(omitted_pairs) == 136
    assert len(closed) == 8


def is_answer(tables, state, action: int) -> bool:
    """Whether an action is the answer to the piece that lies opposite."""
    square, face = divmod(action, engine.FACES_COUNT)
    there = state.faces[tables.squares - 1 - square]
    return there >= 0 and mirrored(Move(0, FACES[there])).rotated_piece == FACES[face]


def dark_wins(setup: Setup, source: random.Random) -> bool:
    """Whether dark wins who answers on the opposite square with the piece of the strategy wherever
    that is legal, and plays greedily elsewhere, as light always does."""
    tables = engine.game_tables(setup)
    state, trial = (engine.game_start(setup, tables) for _ in range(2))
    while (player := engine.decider(tables, state)) >= 0:
        actions = state.actions[: engine.list_actions(tables, state)]
        answers = [action for action in actions if player and is_answer(tables, state, action)]
        if not answers:
            values = []
            for action in actions:
                engine.copy_state(tables, trial, state)
                engine.apply(tables, trial, action)
                values.append(engine.state_value(tables, trial, player))
            best = max(values)
            answers = [
                action for action, value in zip(actions, values, strict=True) if value == best
            ]
        engine.apply(tables, state, source.choice(answers))
    return engine.outcome(tables, state, 1) > 0


# The least and the most of 40 games that dark wins, with a wide margin.
WINS_OF_DARK = {"classic": (40, 40), "apart": (8, 26), "lots": (8, 28), "small": (8, 26)}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "least_and_most"), WINS_OF_DARK.items())
def test_what_answering_on_the_opposite_square_is_worth(name, least_and_most):
    definition, source = load_definition([name]), random.Random(name)
    setups = [roll(definition, "regular", 2, f"seed-{number}").setup for number in range(40)]
    least, most = least_and_most
    assert least <= sum(dark_wins(setup, source) for setup in setups) <= most
