"""A game on a board as numbers: the GameTables of the kernel, and the GameState of a position."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import accumulate, chain

from generator.games.magnetmen import primitives
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import SCORE_BASIS, Basis, Effect
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.rules import Position, State
from generator.games.magnetmen.simulation import counters, engine, greedy, kernel_data
from generator.games.magnetmen.simulation import kernel_data as k
from generator.games.magnetmen.simulation.counters import KIND_COUNTERS
from generator.games.magnetmen.simulation.engine import change_origin, set_square
from generator.games.magnetmen.simulation.kernel_data import GameState, GameTables, Numbers
from generator.play.kernel import Source
from generator.play.masks import Mask, Masks
from generator.play.series import Match

_UPDATED = {Basis.OWN_SQUARES, Basis.LINES, Basis.NEIGHBOURS}  # by engine.py
_WITHOUT_OTHER_SQUARES = {Basis.OWN_ICONS, Basis.INVENTORIES, Basis.OWN_SQUARES}
_OUT = {
    None: k.IN,
    "inventory_full": k.FULL,
    "four_of_a_kind": k.FOUR_OF_A_KIND,
    "retired": k.RETIRED,
}


KERNEL = Source((kernel_data, engine, greedy, counters), subject="board", seconds=30)


class Game:
    """A game on a rolled board, or on any position. Raises ValueError for over four players."""

    def __init__(self, board: Board | Position):
        self.position = board if isinstance(board, Position) else Position.start(board)
        if len(self.position.inventories) > k.MAX_PLAYERS:
            raise ValueError(f"expected at most {k.MAX_PLAYERS} players")

    @cached_property
    def tables(self) -> GameTables:
        return game_tables(self.position)

    @cached_property
    def match(self) -> Match:
        """The game for series of games between programs."""
        return Match(KERNEL, self.tables, self.start(), self.tables.types * KIND_COUNTERS)

    def start(self, player: int = 0) -> GameState:
        """The state of the game's position in which a player is to move, if possible."""
        state = initial_state(self.position, self.tables, player)
        engine.advance(self.tables, state)
        return state


def effect_of(power: Power) -> Effect:
    effect = Effect()
    for primitive in power.primitives():
        primitive.add_effect(effect)
    return effect


def mask_of(squares: Iterable[int]) -> Mask:
    return sum(1 << square for square in set(squares))


def game_tables(position: Position) -> GameTables:
    """The tables of a game on a position's board, however far it has been played."""
    every = [effect_of(kind.power) for kind in position.types]
    squares, columns = len(position.squares), position.columns
    rows, lines, max_icons = squares // columns, _lines(position), _max_icons(position)
    squares_of = [
        mask_of(square for square, kind in enumerate(position.squares) if kind == index)
        for index in range(len(every))
    ]
    board_kinds = [
        kind
        for kind, effect in enumerate(every)
        if _has(effect, Basis.OWN_SQUARES) or _has(effect, Basis.LINES)
    ]
    comparing_kinds = [kind for kind, effect in enumerate(every) if effect.lowest or effect.highest]
    neighbour_points = [_neighbour_points(effect) for effect in every]
    codes = {score.what for effect in every for score in effect.scores}
    varying = [
        [score for score in effect.scores if score.basis is not Basis.OWN_ICONS] for effect in every
    ]
    return GameTables(
        players=len(position.inventories),
        squares=squares,
        columns=columns,
        rows=rows,
        types=len(every),
        slots=position.slots,
        max_icons=max_icons,
        advanced=int(position.advanced),
        max_actions=_max_actions(position, every),
        max_pending_steps=max(1, position.slots * max(len(effect.steps) for effect in every)),
        kinds=list(position.squares),
        squares_of=squares_of,
        adjacent_to=[mask_of(position.adjacent(square)) for square in range(squares)],
        lines=lines,
        row_of=[lines[square // columns] for square in range(squares)],
        column_of=[lines[rows + square % columns] for square in range(squares)],
        marks=_marks(position, every, squares_of),
        repelling_icons=[
            _repelling_icons(kind.power, own)
            for kind in position.types
            for own in range(max_icons + 1)
        ],
        repel_varies=int(any(effect.ignores_repel for effect in every)),
        asks_neighbours=int(any(effect.neighbours_asked for effect in every)),
        has_barriers=int(
            any(effect.needs_crossed_out or effect.closes or effect.limit for effect in every)
        ),
        limits=[effect.limit for effect in every],
        capacities=[effect.capacity for effect in every],
        any_capacity=int(any(effect.capacity for effect in every)),
        immune=[int(effect.immune) for effect in every],
        retires=[int(effect.retires) for effect in every],
        steps=_flat(chain.from_iterable(effect.steps for effect in every)),
        first_step=_starts(len(effect.steps) for effect in every),
        fixed_points=[
            _fixed_points(effect, own) for effect in every for own in range(max_icons + 1)
        ],
        scores=_flat(chain.from_iterable(varying)),
        first_score=_starts(map(len, varying)),
        has_score=[int(code in codes) for code in range(len(SCORE_BASIS))],
        n_board_kinds=len(board_kinds),
        board_kinds=board_kinds,
        n_comparing_kinds=len(comparing_kinds),
        comparing_kinds=comparing_kinds,
        lowest=[effect.lowest for effect in every],
        highest=[effect.highest for effect in every],
        recounted=[int(_is_recounted(effect)) for effect in every],
        neighbour_points=neighbour_points,
        any_neighbour_points=int(any(neighbour_points)),
        squares_matter=_squares_matter(every),
    )


def _marks(
    position: Position, effects_by_kind: Sequence[Effect], squares_of: Sequence[Mask]
) -> Masks:
    """GameTables.marks."""

    def squares_where(flags: Iterable[bool]) -> Mask:
        """The squares of the types whose flag is set."""
        return sum(squares for squares, flag in zip(squares_of, flags, strict=True) if flag)

    every, squares, columns = effects_by_kind, range(len(position.squares)), position.columns
    marks = {
        k.NOT_FIRST: mask_of(square for square in squares if square % columns),
        k.NOT_LAST: mask_of(square for square in squares if (square + 1) % columns),
        k.NEEDS_SOME: squares_where(True in effect.needs_crossed_out for effect in every),
        k.NEEDS_NONE: squares_where(False in effect.needs_crossed_out for effect in every),
        k.CLOSES_ALL: squares_where(primitives.EVERYONE in effect.closes for effect in every),
        k.CLOSES_OWN: squares_where(primitives.TAKER in effect.closes for effect in every),
        k.ASKS_LEFT: squares_where(1 in effect.neighbours_asked for effect in every),
        k.ASKS_RIGHT: squares_where(-1 in effect.neighbours_asked for effect in every),
        k.IMMUNE: squares_where(effect.immune for effect in every),
        k.COUNTED_SQUARES: squares_where(_has(effect, Basis.OWN_SQUARES) for effect in every),
        k.SCORES_NEIGHBOURS: squares_where(bool(_neighbour_points(effect)) for effect in every),
    }
    return [marks[index] for index in range(k.MARKS)]


def _repelling_icons(power: Power, own: int) -> int:
    icons = power.repelling(own)
    return ("open" in icons) + 2 * ("crossed_out" in icons)


def _is_recounted(effect: Effect) -> bool:
    """GameTables.recounted of a type: scores that are neither fixed nor updated are recounted."""
    return any(score.basis not in {Basis.OWN_ICONS, *_UPDATED} for score in effect.scores)


def _has(effect: Effect, basis: Basis) -> bool:
    return any(score.basis is basis for score in effect.scores)


def _fixed_points(effect: Effect, own: int) -> int:
    """The points of `own` icons, from scores that depend on nothing else."""
    scores = (score for score in effect.scores if score.basis is Basis.OWN_ICONS)
    return own * sum(score.worth(own) for score in scores)


def _squares_matter(every: Sequence[Effect]) -> Numbers:
    """GameTables.squares_matter: some bases make the squares of all types matter."""
    all_matter = any(
        score.basis not in _WITHOUT_OTHER_SQUARES for effect in every for score in effect.scores
    )
    return [int(all_matter or _has(effect, Basis.OWN_SQUARES)) for effect in every]


def _neighbour_points(effect: Effect) -> int:
    return sum(score.points for score in effect.scores if score.basis is Basis.NEIGHBOURS)


def _flat(rows: Iterable[Iterable[int]]) -> Numbers:
    return [int(number) for row in rows for number in row]


def _starts(lengths: Iterable[int]) -> Numbers:
    return [0, *accumulate(lengths)]


def _lines(position: Position) -> Masks:
    count, width = len(position.squares), position.columns
    rows = [range(first, first + width) for first in range(0, count, width)]
    columns = [range(first, count, width) for first in range(width)]
    return [mask_of(line) for line in (*rows, *columns)]


def _max_icons(position: Position) -> int:
    """The most icons of a type that a player can get, whatever the position has already."""
    owned = (sum(inventory.counts) for inventory in position.inventories)
    return max(position.slots, *owned) + 1


def _max_actions(position: Position, every: Sequence[Effect]) -> int:
    """An upper bound of a game's actions: a taking uses up something for good and brings a limited
    number of steps, each of which destroys or gains something, or is stopped; and between two moves
    nobody passes twice."""
    players = len(position.inventories)
    steps = [sum(step.times + 1 for step in effect.steps) for effect in every]
    takings = sum(max(1, every[kind].capacity) for kind in position.squares)
    moves = takings * (1 + players * max(steps, default=0)) + len(position.squares)
    return (moves + 1) * (players + 1)


def initial_state(position: Position, tables: GameTables, player: int) -> GameState:
    """The state of a position in which the turn of the player before `player` has just ended:
    engine.advance continues from here."""
    state = _fresh_state(tables)
    for square, square_state in enumerate(position.states):
        if square_state != "open" or position.taken_by[square]:
            _set_square(state, tables, square, square_state, position.taken_by[square])
    for owner, inventory in enumerate(position.inventories):
        state.used_slots[owner] = inventory.used
        state.out[owner] = _OUT[inventory.out]
        for kind, count in enumerate(inventory.counts):
            for _ in range(count):
                engine.change_icons(tables, state, owner, kind, 1)
    state.turn[k.PLAYER] = (player - 1) % tables.players
    return state


def _fresh_state(tables: GameTables) -> GameState:
    """The state of a board on which nothing has happened yet."""
    players, types, squares = tables.players, tables.types, tables.squares
    origins = players * squares * tables.any_neighbour_points
    masks = [0] * k.MASKS
    masks[k.FREE] = mask_of(range(squares))
    return GameState(
        masks=masks,
        counts=[0] * (players * types),
        points=[0] * (players * types),
        totals=[0] * players,
        scores=[0] * players,
        board_points=[_fresh_board_points(tables, kind) for kind in range(types)],
        neighbour_totals=[0] * (players * types),
        takings=[0] * (players * types),
        used_slots=[0] * players,
        out=[0] * players,
        times_taken=[0] * (squares * tables.any_capacity),
        origins=[0] * origins,
        turn=[0] * k.TURN_NUMBERS,
        stack=[0] * (k.FRAME * tables.max_pending_steps),
        actions=[0] * (2 * squares + 1 + types + players * types + origins),
        values=[0] * (2 * squares + 1 + types + players * types + origins),
        random=[1] * 4,
    )


def _fresh_board_points(tables: GameTables, kind: int) -> int:
    """GameState.board_points of a type while all squares are free: no line is crossed out, all are
    intact."""
    counts = {
        primitives.OPEN_SQUARE: tables.squares_of[kind].bit_count(),
        primitives.INTACT_LINE: len(tables.lines),
    }
    points = 0
    for record in range(tables.first_score[kind], tables.first_score[kind + 1]):
        what, points_each = tables.scores[record * k.SCORE_WIDTH :][:2]
        points += points_each * counts.get(what, 0)
    return points


def _set_square(
    state: GameState, tables: GameTables, square: int, square_state: State, takers: Sequence[int]
) -> None:
    here, kind = 1 << square, tables.kinds[square]
    is_crossed = square_state == "crossed_out"
    is_free = square_state == "open" or (is_crossed and tables.capacities[kind] > 0)
    set_square(tables, state, square, is_free, is_crossed)
    if tables.capacities[kind]:
        state.times_taken[square] = len(takers)
    for player in takers:
        state.masks[k.TOOK + player] |= here
        state.takings[player * tables.types + kind] += 1
        change_origin(tables, state, player, square, 1)
