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
from games.quads.oracle import loser, moves, play
from short_run import budget, first

from generator.games.quads.definition import QuadsDefinition, load_definition
from generator.games.quads.fast_rules import FACES, QuadsRules
from generator.games.quads.pieces import (
    HANDS,
    NEUTRALS,
    OWN_SHAPES,
    PIECES,
    Mark,
    Piece,
    canonical_rotation,
    piece_showing,
)
from generator.games.quads.roll import roll
from generator.games.quads.rules import (
    FRAME,
    SIDE,
    Move,
    Position,
    Setup,
    mismatch,
    neighbours,
    violations,
)
from generator.simulation.play import GreedyPlayer, play_games

OTHER_LINES = {
    Mark.SOLID: Mark.SOLID,
    Mark.PARALLEL: Mark.PERPENDICULAR,
    Mark.PERPENDICULAR: Mark.PARALLEL,
}
OTHER_OWNER = {"light": "dark", "dark": "light", "neutral": "neutral"}
GAMES = budget(60)


def opposite(square: int) -> int:
    return SIDE**2 - 1 - square


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
    assert {answers[piece] for piece in HANDS["light"]} == set(HANDS["dark"])
    assert {answers[piece] for piece in NEUTRALS} == set(NEUTRALS)
    assert all(answers[answer] == piece for piece, answer in answers.items())
    assert all(answers[piece] != piece for piece in PIECES)


def test_step_2_opposite_squares_are_never_the_same_or_adjacent():
    for square in range(SIDE**2):
        assert opposite(square) not in (square, *neighbours(square, SIDE))


def test_step_3_mirrored_sides_touch_as_the_sides_do():
    """For all pieces and marks, and whatever lies on neighbouring squares."""
    for one, other in product(PIECES, repeat=2):
        for mark, other_mark in product(Mark, repeat=2):
            image = mismatch(
                answering_piece(one), OTHER_LINES[mark],
                answering_piece(other), OTHER_LINES[other_mark],
            )  # fmt: skip
            assert image == mismatch(one, mark, other, other_mark)
    for square in range(SIDE**2):
        around = neighbours(square, SIDE)
        image = neighbours(opposite(square), SIDE)
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


def is_answer(image: dict[int, int], side: int) -> bool:
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
    answers = [image for image in symmetries(side) if is_answer(image, side)]
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
    (half_turn,) = [image for image in symmetries(6) if is_answer(image, 6)]

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
    """Few such sets of shapes are the same with the lines exchanged. But dark can still answer most
    moves: docs/findings.md has what that is worth."""
    other_lines = {
        shape: canonical_rotation(tuple(map(OTHER_LINES.get, shape))) for shape in OWN_SHAPES
    }
    omitted_pairs = list(combinations(OWN_SHAPES, 2))
    closed = [pair for pair in omitted_pairs if {other_lines[shape] for shape in pair} == set(pair)]
    assert len(omitted_pairs) == 136
    assert len(closed) == 8


class OppositePlayer:
    """Answers on the opposite square with the piece of the strategy wherever that is legal; plays
    like the greedy player elsewhere."""

    name = "opposite"

    def choose(self, rules, state, source):
        answers = [
            action for action in rules.actions(state) if self.is_answer(rules, state, action)
        ]
        return source.choice(answers) if answers else GreedyPlayer().choose(rules, state, source)

    def is_answer(self, rules, state, action):
        """Whether an action is the answer to the piece that lies opposite."""
        face = state.squares[rules.setup.opposite(action.square)]
        return face >= 0 and mirrored(Move(0, FACES[face])).rotated_piece == FACES[action.face]


# What docs/findings.md says of 400 games, of which light plays all greedily.
WINS_OF_DARK = {
    "classic": 400,
    "apart": 166,
    "lots": 182,
    "small": 167,
    "fifteen": 251,
    "five": 194,
}


@pytest.mark.slow
@pytest.mark.parametrize(("name", "wins"), WINS_OF_DARK.items())
def test_what_answering_on_the_opposite_square_is_worth(name, wins):
    others = {"fifteen": {"pieces": 15}, "five": {"board": 5}}
    quads_set = load_definition([name if name not in others else "classic"]).quads_set
    definition = QuadsDefinition((quads_set.model_copy(update=others.get(name, {})),))
    result = 0.0
    for number in range(100):
        rules = QuadsRules(roll(definition, "regular", 2, f"seed-{number}").setup)
        seats = GreedyPlayer(), OppositePlayer()
        result += sum(game.wins[1] for game in play_games(rules, seats, 4, f"{name} {number}"))
    assert result == wins
