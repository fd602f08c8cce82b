"""What does not change in a game on a board, as numbers for the engine: powers become GameTables.

Masks (play/masks.py) are sets of squares. A type of icon is an index, called `kind`.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from typing import Annotated, NamedTuple

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    Destroy,
    Flat,
    ForEach,
    Gain,
    If,
    Ignore,
    Immune,
    Limit,
    NeedsAdjacent,
    NeighbourCanTake,
    Primitive,
    Retire,
    SameAs,
    TakeAgain,
    fixed,
)
from generator.games.magnetmen.roll import Board
from generator.play.engine import Numbers
from generator.play.kernel import Length
from generator.play.masks import Mask, Masks

# Scores: what an icon is worth points for.
ALWAYS, OWN, OPEN_SQUARE, CROSSED_SQUARE, CROSSED_LINE, INTACT_LINE, ADJACENT = range(7)
MOST, LEAST, EXACTLY, AT_LEAST = range(7, 11)

# What the worth of an icon depends on, and what counts it. A score in none of these sets is counted
# like BY_INVENTORIES.
BY_OWN_ICONS = {ALWAYS, OWN, EXACTLY, AT_LEAST}  # how many of its type its owner has: Score.worth
BY_INVENTORIES = {MOST, LEAST}  # how many the players have: engine.points_of_type
BY_OWN_SQUARES = {OPEN_SQUARE, CROSSED_SQUARE}  # squares of its type: engine.update_board_points
BY_LINES = {CROSSED_LINE, INTACT_LINE}  # rows and columns: the same function
BY_NEIGHBOURS = {ADJACENT}  # squares beside the one it came from: engine.count_beside_origins

# Steps: what a player decides after a taking, who does so, and what a further taking ignores.
BREAK_SQUARE, SCRATCH_ANY, SCRATCH_OWN, TAKE_AGAIN, GAIN = range(5)
YOU, LEADERS, LAST = range(3)
BOUND, NO_REPEL, NO_RULES = range(3)  # ignores nothing, Repel, all rules

# The same by the words of a set.
COUNTED = {
    "own": OWN,
    "open_square": OPEN_SQUARE,
    "crossed_out_square": CROSSED_SQUARE,
    "crossed_out_line": CROSSED_LINE,
    "intact_line": INTACT_LINE,
    "adjacent_crossed_out": ADJACENT,
}
DESTROYED = {"board": BREAK_SQUARE, "inventories": SCRATCH_ANY, "own_inventory": SCRATCH_OWN}
WHO = {"you": YOU, "leaders": LEADERS, "last": LAST}
IGNORING = {"nothing": BOUND, "repel": NO_REPEL, "all_rules": NO_RULES}


class Score(NamedTuple):
    """`points` for each thing counted; for a condition, `points` if it holds, else `otherwise`.

    `number` is the number of icons that EXACTLY and AT_LEAST require.
    """

    what: int
    points: int
    otherwise: int = 0
    number: int = 0

    def worth(self, own: int) -> int:
        """The points of one icon for an owner of `own` of its type, of the scores BY_OWN_ICONS."""
        if self.what == OWN:
            return self.points * own
        holds = self.what == ALWAYS or own == self.number
        holds |= self.what == AT_LEAST and own > self.number
        return self.points if holds else self.otherwise


class Step(NamedTuple):
    """A decision that follows a taking: `who` does it, up to or exactly `times` times.

    `line`, `ignoring` and `no_same` (not the type of the square itself) restrict a further taking.
    """

    what: int
    times: int
    optional: bool = False
    who: int = YOU
    line: bool = False
    ignoring: int = BOUND
    no_same: bool = False


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

    # steps, with the fields of Step
    steps: Annotated[Numbers, Length(2 * MAX_TYPES * STEP_WIDTH)]
    first_step: FirstOfType

    # scores, with the fields of Score, except those that are in fixed_points
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


def scores_of(power: Power) -> Iterator[Score]:
    """The scores of a power, which has been rolled, but those of SameAs."""
    for primitive in power.score:
        match primitive:
            case Flat():
                yield Score(ALWAYS, fixed(primitive.points))
            case ForEach():
                yield Score(COUNTED[primitive.what], fixed(primitive.points))
            case If():
                what, number = (MOST if primitive.have == "most" else LEAST), 0
                if primitive.exactly is not None:
                    what, number = EXACTLY, fixed(primitive.exactly)
                elif primitive.at_least is not None:
                    what, number = AT_LEAST, fixed(primitive.at_least)
                yield Score(what, fixed(primitive.points), fixed(primitive.otherwise), number)


def steps_of(power: Power) -> Iterator[Step]:
    """What is decided after a taking of a type with this power, which has been rolled."""
    for primitive in power.on_take:
        match primitive:
            case Destroy(where=where, count=count, optional=optional, who=who):
                yield Step(DESTROYED[where], fixed(count), optional, WHO[who])
            case TakeAgain(count=count, optional=optional, where=where, not_this_type=no_same):
                ignoring = IGNORING[primitive.ignoring]
                is_line = where == "same_line"
                yield Step(TAKE_AGAIN, fixed(count), optional, YOU, is_line, ignoring, no_same)
            case Gain(count=count, who=who):
                yield Step(GAIN, fixed(count), who=WHO[who])


def count_of(power: Power, kind: type[Primitive], **parameters: object) -> int:
    """How many primitives of a kind, with these parameters, a power has."""
    return sum(
        isinstance(one, kind) and parameters.items() <= vars(one).items()
        for one in power.primitives()
    )


def mask_of(squares: Iterable[int]) -> Mask:
    return sum(1 << square for square in set(squares))


def game_tables(board: Board) -> GameTables:
    """The tables of a game on a board."""
    squares, columns, players = board.squares, board.size.columns, board.players
    rows, numbers_of_icons = len(squares) // columns, range(board.size.slots + 2)
    powers = [kind.power for kind in board.types]
    every = [list(scores_of(power)) for power in powers]
    steps = [list(steps_of(power)) for power in powers]

    def counts(kind: type[Primitive], **parameters: object) -> list[int]:
        return [count_of(power, kind, **parameters) for power in powers]

    def counted(codes: set[int]) -> list[int]:
        return [int(any(score.what in codes for score in scores)) for scores in every]

    def squares_where(of_types: Sequence[int]) -> Mask:
        return mask_of(square for square, kind in enumerate(squares) if of_types[kind])

    limits = [fixed(limit.per_player) if (limit := each.find(Limit)) else 0 for each in powers]
    capacities = [fixed(gate.times) if (gate := each.find(Capacity)) else 0 for each in powers]
    marks = {
        NOT_FIRST: mask_of(square for square in range(len(squares)) if square % columns),
        NOT_LAST: mask_of(square for square in range(len(squares)) if (square + 1) % columns),
        NEEDS_SOME: squares_where(counts(NeedsAdjacent, crossed_out="some")),
        NEEDS_NONE: squares_where(counts(NeedsAdjacent, crossed_out="none")),
        CLOSES_ALL: squares_where(counts(CloseAdjacent, to="everyone")),
        CLOSES_OWN: squares_where(counts(CloseAdjacent, to="you")),
        ASKS_LEFT: squares_where(counts(NeighbourCanTake, side="left")),
        ASKS_RIGHT: squares_where(counts(NeighbourCanTake, side="right")),
        IMMUNE: squares_where(counts(Immune)),
        HAS_CAPACITY: squares_where(counts(Capacity)),
        COUNTED_SQUARES: squares_where(counted(BY_OWN_SQUARES)),
        SCORES_NEIGHBOURS: squares_where(counted(BY_NEIGHBOURS)),
    }
    scores = [[score for score in each if score.what not in BY_OWN_ICONS] for each in every]
    codes = {score.what for of_type in scores for score in of_type}
    # A score that is not known here may depend on any square: that costs time, and is never wrong.
    all_matter = not codes <= BY_INVENTORIES | BY_OWN_SQUARES
    board_kinds = [kind for kind, is_one in enumerate(counted(BY_OWN_SQUARES | BY_LINES)) if is_one]
    same_as_kinds = [kind for kind, number in enumerate(counts(SameAs)) if number]
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
        max_actions=_max_actions(squares, players, capacities, steps),
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
        repel_varies=int(any(counts(Ignore))),
        has_barriers=int(any((*counts(NeedsAdjacent), *counts(CloseAdjacent), *limits))),
        limits=limits,
        capacities=capacities,
        any_capacity=int(any(capacities)),
        retires=counts(Retire),
        immune=counts(Immune),
        steps=[int(number) for of_type in steps for step in of_type for number in step],
        first_step=[0, *accumulate(map(len, steps))],
        fixed_points=[
            own * sum(one.worth(own) for one in of_type if one.what in BY_OWN_ICONS)
            for of_type in every
            for own in numbers_of_icons
        ],
        scores=[number for of_type in scores for score in of_type for number in score],
        first_score=[0, *accumulate(map(len, scores))],
        lowest=counts(SameAs, type="lowest"),
        highest=counts(SameAs, type="highest"),
        same_as_kinds=same_as_kinds,
        n_same_as_kinds=len(same_as_kinds),
        recounted=counted(set(codes) - BY_OWN_SQUARES - BY_LINES),
        squares_matter=[int(all_matter or own) for own in counted(BY_OWN_SQUARES)],
        board_kinds=board_kinds,
        n_board_kinds=len(board_kinds),
        fresh_points=[
            sum(
                score.points
                * {OPEN_SQUARE: squares.count(kind), INTACT_LINE: rows + columns}.get(score.what, 0)
                for score in of_type
            )
            for kind, of_type in enumerate(every)
        ],
        any_crossed_line=int(CROSSED_LINE in codes),
        any_intact_line=int(INTACT_LINE in codes),
        any_neighbour_points=int(marks[SCORES_NEIGHBOURS] > 0),
    )


def _max_actions(
    squares: Sequence[int], players: int, capacities: Sequence[int], steps: Sequence[Sequence[Step]]
) -> int:
    """An upper bound of a game's actions: a taking uses up something for good and brings a limited
    number of steps, each of which destroys or gains something, or is stopped; and between two moves
    nobody passes twice."""
    most_steps = max(sum(step.times + 1 for step in of_type) for of_type in steps)
    takings = sum(max(1, capacities[kind]) for kind in squares)
    moves = takings * (1 + players * most_steps) + len(squares)
    return (moves + 1) * (players + 1)
