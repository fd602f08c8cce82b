"""What does not change in a game on a board, as numbers for the engine: powers become GameTables.

Masks (play/masks.py) are sets of squares. A type of icon is an index, called `kind`.
"""

from collections.abc import Iterable
from itertools import accumulate
from typing import Annotated, NamedTuple

from generator.games.magnetmen import primitives as p
from generator.games.magnetmen.primitives import MAX_TYPES
from generator.games.magnetmen.roll import Board
from generator.play.engine import Numbers
from generator.play.kernel import Length
from generator.play.masks import Mask, Masks

# The largest game that can be compiled.
MAX_SQUARES = 128  # two words of 64 bits
MAX_SLOTS = 60

STEP_WIDTH = len(p.Step._fields)  # numbers of a record in GameTables.steps
SCORE_WIDTH = len(p.Score._fields)  # numbers of a record in GameTables.scores

# GameTables.marks, besides those that powers give: squares not in the first or last column; that
# can be taken several times; whose type scores its own squares; whose icons score the squares
# adjacent to theirs.
NOT_FIRST, NOT_LAST, HAS_CAPACITY, COUNTED_SQUARES, SCORES_NEIGHBOURS = range(
    p.RETIRES + 1, p.RETIRES + 6
)
MARKS, AMOUNTS = SCORES_NEIGHBOURS + 1, p.HIGHEST + MAX_TYPES

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
    amounts: Annotated[Numbers, Length(AMOUNTS)]  # see primitives.LIMIT
    repelling_icons: PerTypeAndCount  # 1: open icons repel, 2: crossed-out ones do, 3: both do
    repel_varies: int  # whether any of these is less than 3
    has_barriers: int  # whether engine.barred_squares has anything to do
    any_capacity: int
    immune: PerType  # whether its icons cannot be destroyed
    steps: Annotated[Numbers, Length(2 * MAX_TYPES * STEP_WIDTH)]  # see primitives.Step
    first_step: FirstOfType
    fixed_points: PerTypeAndCount  # of all icons, for scores that depend on their number only
    scores: Annotated[Numbers, Length(2 * MAX_TYPES * SCORE_WIDTH)]  # the others; see Score
    first_score: FirstOfType
    same_as_kinds: PerType  # the types that score the total of the lowest or highest other type
    n_same_as_kinds: int
    recounted: PerType  # whether a type has other scores than for squares and lines of the board
    squares_matter: PerType  # whether any score depends on the state of squares of the type
    board_kinds: PerType  # the types that score squares or lines of the board
    n_board_kinds: int
    fresh_points: PerType  # of an icon, for the squares and lines of a board without takings
    any_crossed_line: int  # whether rows and columns score that are crossed out, or intact
    any_intact_line: int
    any_neighbour_points: int  # whether any square has the mark SCORES_NEIGHBOURS


def mask_of(squares: Iterable[int]) -> Mask:
    return sum(1 << square for square in set(squares))


def game_tables(board: Board) -> GameTables:
    squares, columns, players = board.squares, board.size.columns, board.players
    rows, numbers_of_icons = len(squares) // columns, range(board.size.slots + 2)
    powers = [kind.power for kind in board.types]
    every = [power.effects(p.Score) for power in powers]
    steps = [power.effects(p.Step) for power in powers]

    def types_counting(codes: set[int]) -> list[int]:
        return [int(any(score.what in codes for score in scores)) for scores in every]

    squares_of = [
        mask_of(square for square, other in enumerate(squares) if other == kind)
        for kind in range(len(powers))
    ]
    marks, amounts = [0] * MARKS, [0] * AMOUNTS
    for kind, power in enumerate(powers):
        for (mark,) in power.effects(p.Mark):
            marks[mark] |= squares_of[kind]
        for first, number in power.effects(p.Amount):
            amounts[first + kind] += number
        marks[HAS_CAPACITY] |= squares_of[kind] * bool(amounts[p.CAPACITY + kind])
        for score in every[kind]:
            marks[COUNTED_SQUARES] |= squares_of[kind] * (score.what in p.BY_OWN_SQUARES)
            marks[SCORES_NEIGHBOURS] |= squares_of[kind] * (score.what == p.ADJACENT)
    marks[NOT_FIRST] = mask_of(square for square in range(len(squares)) if square % columns)
    marks[NOT_LAST] = mask_of(square for square in range(len(squares)) if (square + 1) % columns)
    limits, capacities = (amounts[first : first + MAX_TYPES] for first in (p.LIMIT, p.CAPACITY))
    scores = [[score for score in each if score.what not in p.BY_OWN_ICONS] for each in every]
    codes = {score.what for of_type in scores for score in of_type}
    # A score that is not known here may depend on any square: that costs time, and is never wrong.
    all_matter = not codes <= p.BY_INVENTORIES | p.BY_OWN_SQUARES
    scores_board = types_counting(p.BY_OWN_SQUARES | p.BY_LINES)
    board_kinds = [kind for kind, is_one in enumerate(scores_board) if is_one]
    same_as_kinds = [
        kind for kind in range(len(powers)) if amounts[p.LOWEST + kind] or amounts[p.HIGHEST + kind]
    ]
    in_rows = [mask_of(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    in_columns = [mask_of(range(column, len(squares), columns)) for column in range(columns)]
    repelling = [
        ("open" in icons) + 2 * ("crossed_out" in icons)
        for power in powers
        for icons in map(power.repelling, numbers_of_icons)
    ]
    at_first = [
        {p.OPEN_SQUARE: squares.count(kind), p.INTACT_LINE: rows + columns}
        for kind in range(len(powers))
    ]
    # A taking uses up something for good and brings a limited number of steps, each of which
    # destroys or gains something, or is stopped; and between two moves nobody passes twice.
    most_steps = max(sum(step.times + 1 for step in of_type) for of_type in steps)
    takings = sum(max(1, capacities[kind]) for kind in squares)
    moves = takings * (1 + players * most_steps) + len(squares)
    return GameTables(
        players=players,
        squares=len(squares),
        columns=columns,
        rows=rows,
        types=len(powers),
        slots=board.size.slots,
        advanced=int(board.advanced),
        max_actions=(moves + 1) * (players + 1),
        kinds=list(squares),
        squares_of=squares_of,
        row_of=[mask for mask in in_rows for _ in range(columns)],
        column_of=in_columns * rows,
        marks=marks,
        amounts=amounts,
        repelling_icons=repelling,
        repel_varies=int(min(repelling) < 3),
        has_barriers=int(any(marks[: p.ASKS_LEFT]) or any(limits)),
        any_capacity=int(any(capacities)),
        immune=[int((p.IMMUNE,) in power.effects(p.Mark)) for power in powers],
        steps=[int(number) for of_type in steps for step in of_type for number in step],
        first_step=[0, *accumulate(map(len, steps))],
        fixed_points=[
            own * sum(one.worth(own) for one in of_type if one.what in p.BY_OWN_ICONS)
            for of_type in every
            for own in numbers_of_icons
        ],
        scores=[number for of_type in scores for score in of_type for number in score],
        first_score=[0, *accumulate(map(len, scores))],
        same_as_kinds=same_as_kinds,
        n_same_as_kinds=len(same_as_kinds),
        recounted=types_counting(codes - p.BY_OWN_SQUARES - p.BY_LINES),
        squares_matter=[int(all_matter or own) for own in types_counting(p.BY_OWN_SQUARES)],
        board_kinds=board_kinds,
        n_board_kinds=len(board_kinds),
        fresh_points=[
            sum(score.points * at_first[kind].get(score.what, 0) for score in of_type)
            for kind, of_type in enumerate(every)
        ],
        any_crossed_line=int(p.CROSSED_LINE in codes),
        any_intact_line=int(p.INTACT_LINE in codes),
        any_neighbour_points=int(marks[SCORES_NEIGHBOURS] > 0),
    )
