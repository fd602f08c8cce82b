"""What does not change in a game on a board, as numbers for the engine: powers become GameTables.

Masks (play/masks.py) are sets of squares. A type of icon is an index, called `kind`.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate
from typing import Annotated, NamedTuple

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    CROSSED_LINE,
    EVERYONE,
    INTACT_LINE,
    OPEN_SQUARE,
    TAKER,
    Basis,
    Effect,
    Score,
    Step,
)
from generator.games.magnetmen.roll import Board
from generator.play.engine import Numbers
from generator.play.kernel import Length
from generator.play.masks import Mask, Masks

# The largest game that can be compiled.
MAX_SQUARES = 128  # two words of 64 bits
MAX_TYPES = 24
MAX_SLOTS = 60

STEP_WIDTH = len(Step._fields)  # numbers of a record in GameTables.steps
SCORE_WIDTH = len(Score._fields)  # numbers of a record in GameTables.scores

# GameTables.marks: squares not in the first or last column; that can only be taken with some, or no
# adjacent square crossed out; that, once crossed out, close adjacent squares to all, or to their
# taker; that can only be taken if the neighbour on the left, or right could; that cannot be
# destroyed; that can be taken several times; whose type scores its own squares; whose icons score
# the squares adjacent to theirs.
(
    NOT_FIRST, NOT_LAST, NEEDS_SOME, NEEDS_NONE, CLOSES_ALL, CLOSES_OWN, ASKS_LEFT, ASKS_RIGHT,
    IMMUNE, HAS_CAPACITY, COUNTED_SQUARES, SCORES_NEIGHBOURS,
) = range(12)  # fmt: skip
MARKS = 12

PerSquare = Annotated[Numbers, Length(MAX_SQUARES)]
MaskPerSquare = Annotated[Masks, Length(MAX_SQUARES, words=2)]
PerType = Annotated[Numbers, Length(MAX_TYPES)]
PerTypeAndCount = Annotated[Numbers, Length(MAX_TYPES * (MAX_SLOTS + 2))]
"""By type, then by the number of icons of the type that a player has: slots + 2 numbers of each."""
FirstOfType = Annotated[Numbers, Length(MAX_TYPES + 1)]
"""Index of each type's first record; the next type's is the end of it."""


class GameTables(NamedTuple):
    """All that does not change in a game. Flags are 0 or 1."""

    players: int
    squares: int
    columns: int
    rows: int
    types: int
    slots: int
    advanced: int
    max_actions: int  # no game has more actions

    kinds: PerSquare  # the type of each square
    squares_of: Annotated[Masks, Length(MAX_TYPES, words=2)]
    row_of: MaskPerSquare  # the squares in the row of each square
    column_of: MaskPerSquare
    marks: Annotated[Masks, Length(MARKS, words=2)]  # see NOT_FIRST

    # taking
    repelling_icons: PerTypeAndCount  # 1: open icons repel, 2: crossed-out ones do, 3: both do
    repel_varies: int  # whether any of these is less than 3
    has_barriers: int  # whether engine.barred_squares has anything to do
    limits: PerType  # squares each player may take; 0 is no limit
    capacities: PerType  # takings of a square; 0 is one taking
    any_capacity: int
    retires: PerType  # whether taking one is the player's last turn
    immune: PerType

    # steps, with the fields of primitives.Step
    steps: Annotated[Numbers, Length(2 * MAX_TYPES * STEP_WIDTH)]
    first_step: FirstOfType

    # scores, with the fields of primitives.Score, except those that are in fixed_points
    fixed_points: PerTypeAndCount  # of all icons, for scores that depend on their number only
    scores: Annotated[Numbers, Length(2 * MAX_TYPES * SCORE_WIDTH)]
    first_score: FirstOfType
    lowest: PerType  # how many times a type scores the total of the lowest other type
    highest: PerType
    same_as_kinds: PerType  # the types with either
    n_same_as_kinds: int
    recounted: PerType  # whether a type has other scores than for squares and lines of the board
    squares_matter: PerType  # whether any score depends on the state of squares of the type
    board_kinds: PerType  # the types that score squares or lines of the board
    n_board_kinds: int
    fresh_points: PerType  # of an icon, for the squares and lines of a board without takings
    any_crossed_line: int  # whether rows and columns score that are crossed out, or intact
    any_intact_line: int
    any_neighbour_points: int  # whether any square has the mark SCORES_NEIGHBOURS


def effect_of(power: Power) -> Effect:
    """All effects of a power, which has been rolled."""
    effect = Effect()
    for primitive in power.primitives():
        primitive.add_effect(effect)
    return effect


def mask_of(squares: Iterable[int]) -> Mask:
    return sum(1 << square for square in set(squares))


def game_tables(board: Board) -> GameTables:
    """The tables of a game on a board."""
    squares, columns, players = board.squares, board.size.columns, board.players
    every = [effect_of(kind.power) for kind in board.types]
    rows, numbers_of_icons = len(squares) // columns, range(board.size.slots + 2)

    def squares_where(test: Callable[[Effect], object]) -> Mask:
        return mask_of(square for square, kind in enumerate(squares) if test(every[kind]))

    marks = {
        NOT_FIRST: mask_of(square for square in range(len(squares)) if square % columns),
        NOT_LAST: mask_of(square for square in range(len(squares)) if (square + 1) % columns),
        NEEDS_SOME: squares_where(lambda effect: True in effect.needs_crossed_out),
        NEEDS_NONE: squares_where(lambda effect: False in effect.needs_crossed_out),
        CLOSES_ALL: squares_where(lambda effect: EVERYONE in effect.closes),
        CLOSES_OWN: squares_where(lambda effect: TAKER in effect.closes),
        ASKS_LEFT: squares_where(lambda effect: 1 in effect.neighbours_asked),
        ASKS_RIGHT: squares_where(lambda effect: -1 in effect.neighbours_asked),
        IMMUNE: squares_where(lambda effect: effect.immune),
        HAS_CAPACITY: squares_where(lambda effect: effect.capacity),
        COUNTED_SQUARES: squares_where(lambda effect: _has(effect, {Basis.OWN_SQUARES})),
        SCORES_NEIGHBOURS: squares_where(lambda effect: _has(effect, {Basis.NEIGHBOURS})),
    }
    scores = [
        [score for score in effect.scores if score.basis is not Basis.OWN_ICONS] for effect in every
    ]
    # A basis that is not known here may depend on any square: that costs time, and is never wrong.
    own_only = {Basis.OWN_ICONS, Basis.INVENTORIES, Basis.OWN_SQUARES}
    board_bases = {Basis.OWN_SQUARES, Basis.LINES}
    all_matter = any(_has(effect, set(Basis) - own_only) for effect in every)
    codes = {score.what for of_type in scores for score in of_type}
    board_kinds = [kind for kind, effect in enumerate(every) if _has(effect, board_bases)]
    same_as_kinds = [kind for kind, effect in enumerate(every) if effect.lowest or effect.highest]
    in_rows = [mask_of(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    in_columns = [mask_of(range(column, len(squares), columns)) for column in range(columns)]
    return GameTables(
        players=players,
        squares=len(squares),
        columns=columns,
        rows=rows,
        types=len(every),
        slots=board.size.slots,
        advanced=int(board.advanced),
        max_actions=_max_actions(squares, players, every),
        kinds=list(squares),
        squares_of=[
            mask_of(square for square, other in enumerate(squares) if other == kind)
            for kind in range(len(every))
        ],
        row_of=[mask for mask in in_rows for _ in range(columns)],
        column_of=in_columns * rows,
        marks=[marks[index] for index in range(MARKS)],
        repelling_icons=[
            ("open" in icons) + 2 * ("crossed_out" in icons)
            for kind in board.types
            for icons in map(kind.power.repelling, numbers_of_icons)
        ],
        repel_varies=int(any(effect.ignores_repel for effect in every)),
        has_barriers=int(
            any(effect.needs_crossed_out or effect.closes or effect.limit for effect in every)
        ),
        limits=[effect.limit for effect in every],
        capacities=[effect.capacity for effect in every],
        any_capacity=int(any(effect.capacity for effect in every)),
        retires=[int(effect.retires) for effect in every],
        immune=[int(effect.immune) for effect in every],
        steps=[int(number) for effect in every for step in effect.steps for number in step],
        first_step=[0, *accumulate(len(effect.steps) for effect in every)],
        fixed_points=[
            own * sum(one.worth(own) for one in effect.scores if one.basis is Basis.OWN_ICONS)
            for effect in every
            for own in numbers_of_icons
        ],
        scores=[number for of_type in scores for score in of_type for number in score],
        first_score=[0, *accumulate(map(len, scores))],
        lowest=[effect.lowest for effect in every],
        highest=[effect.highest for effect in every],
        same_as_kinds=same_as_kinds,
        n_same_as_kinds=len(same_as_kinds),
        recounted=[
            int(_has(effect, set(Basis) - {Basis.OWN_ICONS, *board_bases})) for effect in every
        ],
        squares_matter=[int(all_matter or _has(effect, {Basis.OWN_SQUARES})) for effect in every],
        board_kinds=board_kinds,
        n_board_kinds=len(board_kinds),
        fresh_points=[
            sum(
                score.points
                * {OPEN_SQUARE: squares.count(kind), INTACT_LINE: rows + columns}.get(score.what, 0)
                for score in effect.scores
            )
            for kind, effect in enumerate(every)
        ],
        any_crossed_line=int(CROSSED_LINE in codes),
        any_intact_line=int(INTACT_LINE in codes),
        any_neighbour_points=int(marks[SCORES_NEIGHBOURS] > 0),
    )


def _has(effect: Effect, bases: set[Basis]) -> bool:
    return any(score.basis in bases for score in effect.scores)


def _max_actions(squares: Sequence[int], players: int, every: Sequence[Effect]) -> int:
    """An upper bound of a game's actions: a taking uses up something for good and brings a limited
    number of steps, each of which destroys or gains something, or is stopped; and between two moves
    nobody passes twice."""
    steps = max(sum(step.times + 1 for step in effect.steps) for effect in every)
    takings = sum(max(1, every[kind].capacity) for kind in squares)
    moves = takings * (1 + players * steps) + len(squares)
    return (moves + 1) * (players + 1)
