"""From powers to numbers: what the kernel has to know of a game, and where the game begins.

Input: a Position (of rules.py), Options. Output: Facts, and a Moment that stands for it. A power
in free text does nothing.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, chain

from generator.games.magnetmen.filling import neighbours
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.rules import Position, State, surroundings
from generator.games.magnetmen.simulation import power_records, scoring, turns
from generator.games.magnetmen.simulation import tables as f
from generator.games.magnetmen.simulation.power_records import Effect
from generator.games.magnetmen.simulation.readings import Options
from generator.games.magnetmen.simulation.square_changes import become, root
from generator.games.magnetmen.simulation.tables import GameState, GameTables, Mask

_STUCK = {"may_destroy": f.MAY_DESTROY, "must_destroy": f.MUST_DESTROY, "waits": f.WAITS}
_OUT = {
    None: f.IN,
    "inventory_full": f.FULL,
    "four_of_a_kind": f.FOUR_OF_A_KIND,
    "retired": f.RETIRED,
}
_LINE_SCORES = {power_records.CROSSED_LINE, power_records.INTACT_LINE}
_SQUARE_SCORES = {power_records.OPEN_SQUARE, power_records.CROSSED_SQUARE}
_BOARD_SCORES = {*_LINE_SCORES, *_SQUARE_SCORES}


def effect_of(power: Power) -> Effect:
    """All that a power does, as each of its primitives wrote it down."""
    effect = Effect()
    for primitive in power.primitives():
        primitive.lower(effect)
    return effect


def mask(squares: Iterable[int]) -> Mask:
    """The squares as a mask."""
    return Mask(sum(1 << square for square in set(squares)))


def lower(position: Position, options: Options) -> GameTables:
    """The facts of a game on a position's board, however far it has been played."""
    effects = [effect_of(kind.power) for kind in position.types]
    squares, columns = len(position.squares), position.columns
    rows, lines = squares // columns, _lines(position)
    areas = [
        mask(at for at, kind in enumerate(position.squares) if kind == index)
        for index in range(len(effects))
    ]
    return GameTables(
        players=len(position.inventories),
        squares=squares,
        columns=columns,
        types=len(effects),
        slots=position.slots,
        most=_most(position),
        advanced=int(position.advanced),
        longest=_longest(position, effects),
        deepest=_deepest(position, effects, options),
        kinds=list(position.squares),
        areas=areas,
        beside=_beside(position, options),
        lines=lines,
        row_of=[lines[square // columns] for square in range(squares)],
        column_of=[lines[rows + square % columns] for square in range(squares)],
        rows=rows,
        marks=_marks(position, effects, areas),
        **_taking(position, effects),
        **_scoring(effects, _most(position)),
        **_readings(options),
    )


def _marks(position: Position, effects: Sequence[Effect], areas: Sequence[Mask]) -> list[Mask]:
    """Facts.marks."""

    def of(told: Iterable[bool]) -> Mask:
        return Mask(sum(area for area, yes in zip(areas, told, strict=True) if yes))

    squares, columns = range(len(position.squares)), position.columns
    marks = {
        f.NOT_FIRST: mask(at for at in squares if at % columns),
        f.NOT_LAST: mask(at for at in squares if (at + 1) % columns),
        f.NEEDS_SOME: of(True in each.needs_crossed_out for each in effects),
        f.NEEDS_NONE: of(False in each.needs_crossed_out for each in effects),
        f.CLOSES_ALL: of(power_records.EVERYONE in each.closes for each in effects),
        f.CLOSES_OWN: of(power_records.TAKER in each.closes for each in effects),
        f.ASKS_LEFT: of(1 in each.asks for each in effects),
        f.ASKS_RIGHT: of(-1 in each.asks for each in effects),
        f.IMMUNE: of(each.immune for each in effects),
        f.COUNTED: of(_counted(effects)),
        f.ROOTED: of(map(_beside_points, effects)),
    }
    return [marks[index] for index in range(f.MARKS)]


def _taking(position: Position, effects: Sequence[Effect]) -> dict:
    """The facts about taking and its steps."""
    sees = [_seen(kind.power, own) for kind in position.types for own in range(_most(position) + 1)]
    return {
        "sees": sees,
        "repel_varies": int(any(each.ignores_repel for each in effects)),
        "asks": int(any(each.asks for each in effects)),
        "gated": int(any(each.needs_crossed_out or each.closes or each.limit for each in effects)),
        "limits": [each.limit for each in effects],
        "capacities": [each.capacity for each in effects],
        "any_capacity": int(any(each.capacity for each in effects)),
        "immune": [int(each.immune) for each in effects],
        "retires": [int(each.retires) for each in effects],
        "steps": _flat(chain.from_iterable(each.steps for each in effects)),
        "step_at": _starts(len(each.steps) for each in effects),
    }


def _seen(power: Power, own: int) -> int:
    icons = power.repelling(own)
    return ("open" in icons) + 2 * ("crossed_out" in icons)


def _scoring(effects: Sequence[Effect], most: int) -> dict:
    """The facts about scores."""
    varying = [[one for one in each.scores if not one.is_fixed] for each in effects]
    counted = [{score.what for score in each.scores} for each in effects]
    rooted = [_beside_points(each) for each in effects]
    in_lines = any(each & _LINE_SCORES for each in counted)
    on_board = [kind for kind, each in enumerate(counted) if each & _BOARD_SCORES]
    comparing = [kind for kind, each in enumerate(effects) if each.lowest or each.highest]
    return {
        "worths": [
            own * sum(one.worth(own) for one in each.scores if one.is_fixed)
            for each in effects
            for own in range(most + 1)
        ],
        "scores": _flat(chain.from_iterable(varying)),
        "score_at": _starts(map(len, varying)),
        "on_board": len(on_board),
        "counting": on_board,
        "compare": len(comparing),
        "comparing": comparing,
        "lowest": [each.lowest for each in effects],
        "highest": [each.highest for each in effects],
        "contested": [
            int(bool(each & {power_records.MOST, power_records.LEAST})) for each in counted
        ],
        "rooted": rooted,
        "telling": [int(any(rooted) or in_lines or each) for each in _counted(effects)],
        "any_rooted": int(any(rooted)),
        "crossed_lines": int(any(power_records.CROSSED_LINE in each for each in counted)),
        "intact_lines": int(any(power_records.INTACT_LINE in each for each in counted)),
    }


def _counted(effects: Sequence[Effect]) -> list[bool]:
    """Of each type whether a score counts its squares."""
    return [any(one.what in _SQUARE_SCORES for one in each.scores) for each in effects]


def _beside_points(effect: Effect) -> int:
    """Facts.rooted."""
    return sum(score.points for score in effect.scores if score.what == power_records.ADJACENT)


def _readings(options: Options) -> dict[str, int]:
    return {
        "ties": int(options.ties),
        "zero": int(options.zero),
        "hits_crossed": int(options.destroys == "visible"),
        "compares_icons": int(options.compares == "icons"),
        "around": int(options.adjacent == "around"),
        "stuck": _STUCK[options.stuck],
        "returns": int(options.returns),
        "first_crosses": int(options.first_taking == "crossed_out"),
        "fills": int(options.destroyed_fills),
        "ask_out": int(options.neighbour_out == "cannot"),
        "lead_before": int(options.lead == "before"),
        "slot_freed": int(options.slot == "free"),
        "four_taken": int(options.four == "taken"),
        "roots_last": int(options.scratched_out == "counts"),
    }


def _flat(rows: Iterable[Iterable[int]]) -> list[int]:
    return [int(number) for row in rows for number in row]


def _starts(lengths: Iterable[int]) -> list[int]:
    return [0, *accumulate(lengths)]


def _beside(position: Position, options: Options) -> list[Mask]:
    squares = len(position.squares)
    found = []
    for square in range(squares):
        adjacent = set(neighbours(square, position.columns, squares))
        if options.adjacent == "around":
            adjacent.update(*surroundings(square, position.columns, squares))
        found.append(mask(adjacent))
    return found


def _lines(position: Position) -> list[Mask]:
    squares, columns = len(position.squares), position.columns
    rows = [range(first, first + columns) for first in range(0, squares, columns)]
    return [mask(line) for line in (*rows, *(range(at, squares, columns) for at in range(columns)))]


def _most(position: Position) -> int:
    """What nobody has more icons of a type than, whatever the position has already."""
    return max(position.slots, *(sum(one.counts) for one in position.inventories)) + 1


def _takings(position: Position, effects: Sequence[Effect]) -> int:
    """How many takings all squares stand together."""
    return sum(max(1, effects[kind].capacity) for kind in position.squares)


def _longest(position: Position, effects: Sequence[Effect]) -> int:
    """What no game's actions are more than: each taking uses something up for good and brings so
    many steps, each step destroys something, gains an icon or is stopped, and between two moves
    nobody passes twice."""
    players, takings = len(position.inventories), _takings(position, effects)
    steps = [sum(step.count + 1 for step in each.steps) for each in effects]
    moves = takings * (1 + players * max(steps, default=0)) + len(position.squares)
    return (moves + 1) * (players + 1)


def _deepest(position: Position, effects: Sequence[Effect], options: Options) -> int:
    """What no turn has more steps waiting than: each taking needs a slot."""
    takings = position.slots if options.slot == "used" else _takings(position, effects)
    return max(1, takings * max((len(each.steps) for each in effects), default=0))


def moment(position: Position, facts: GameTables, player: int) -> GameState:
    """The position as the kernel sees it, the turn of the player before `player` just over, so
    that turns.settle goes on from here."""
    found = _blank(facts)
    for square, state in enumerate(position.states):
        _set_square(found, facts, square, state, position.taken_by[square])
    for index, inventory in enumerate(position.inventories):
        for kind, count in enumerate(inventory.counts):
            for _ in range(count):
                turns.add(facts, found, index, kind, 1)
        found.used[index] = inventory.used
        found.out[index] = _OUT[inventory.out]
    found.turn[f.PLAYER] = (player - 1) % facts.players
    return found


def _blank(facts: GameTables) -> GameState:
    """A moment of the right sizes with a fresh board."""
    players, types, squares = facts.players, facts.types, facts.squares
    roots = players * squares * facts.any_rooted
    masks = [0] * f.MASKS
    masks[f.FREE] = mask(range(squares))
    return GameState(
        masks=masks,
        counts=[0] * (players * types),
        points=[0] * (players * types),
        totals=[0] * players,
        sums=[0] * players,
        board=[_fresh(facts, kind) for kind in range(types)],
        grown=[0] * (players * types),
        takings=[0] * (players * types),
        used=[0] * players,
        out=[0] * players,
        times=[0] * (squares * facts.any_capacity),
        roots=[0] * roots,
        turn=[0] * f.TURN_NUMBERS,
        stack=[0] * (f.FRAME * facts.deepest),
        offers=[0] * (2 * squares + 1 + types + players * types + roots),
        random=[1] * 4,
    )


def _fresh(facts: GameTables, kind: int) -> int:
    """Moment.board of a type where all squares are free: no line is crossed out, all are intact."""
    counts = {
        power_records.OPEN_SQUARE: facts.areas[kind].bit_count(),
        power_records.INTACT_LINE: len(facts.lines),
    }
    scores = range(facts.score_at[kind], facts.score_at[kind + 1])
    rows = (facts.scores[one * scoring.SCORE :][:2] for one in scores)
    return sum(points * counts.get(what, 0) for what, points in rows)


def _set_square(
    found: GameState, facts: GameTables, square: int, state: State, takers: Sequence[int]
) -> None:
    here, kind = 1 << square, facts.kinds[square]
    again = state == "crossed_out" and facts.capacities[kind] > 0  # it can be taken once more
    crossed = state == "crossed_out" and not (again and not facts.first_crosses)
    become(facts, found, square, state == "open" or again, crossed)
    if facts.capacities[kind]:
        found.times[square] = len(takers)
    for player in takers:
        found.masks[f.TOOK + player] |= here
        found.takings[player * facts.types + kind] += 1
        root(facts, found, player, square, 1)
