"""The rules of Magnetmen a second time: slow, and as close to the printed rules as possible.

A Position says which squares a player may take or destroy, else why not; a SlowGame plays on. Both
are written from the facts and docs/readings.md with tuples, lists and recursion. Players are
numbered from 0 in turn order, clockwise; squares row by row.
"""

from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, NamedTuple, TypeVar

from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    Destroy,
    Flat,
    ForEach,
    Gain,
    If,
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
from generator.games.magnetmen.roll import Board, RolledType

State = Literal["open", "crossed_out", "destroyed"]
"""What has happened to a square. A Police square that was taken once is crossed out (reading 8),
although it can be taken once more."""

Out = Literal["inventory_full", "four_of_a_kind", "retired"]
"""Why a player takes no more turns, for the rest of the game (reading 7)."""

FOUR = 4  # of a kind end a player's turns under the advanced rules (facts: Rules)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a player has: the number of icons of each type, and the number of used slots.

    Slots are counted apart from icons, because an icon that is destroyed in an inventory leaves its
    slot used (reading 10).
    """

    counts: tuple[int, ...]
    used: int = 0
    out: Out | None = None

    def with_icon(self, kind: int) -> "Inventory":
        """The inventory with one more icon in a free slot; `kind` is an index into the types."""
        counts = _put(self.counts, kind, self.counts[kind] + 1)
        return replace(self, counts=counts, used=self.used + 1)


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game: everything that decides which squares may be taken.

    `squares` are indexes into `types`. `taken_by` lists for each square the players who took it, in
    order, and keeps them when the square is destroyed.
    """

    types: tuple[RolledType, ...]
    columns: int
    squares: tuple[int, ...]
    slots: int
    advanced: bool
    states: tuple[State, ...]
    taken_by: tuple[tuple[int, ...], ...]
    inventories: tuple[Inventory, ...]

    @classmethod
    def start(cls, board: Board) -> "Position":
        """The position at the beginning of a game on a rolled board."""
        squares = len(board.squares)
        is_open: State = "open"
        empty = Inventory((0,) * len(board.types))
        return cls(
            types=board.types,
            columns=board.size.columns,
            squares=board.squares,
            slots=board.size.slots,
            advanced=board.advanced,
            states=(is_open,) * squares,
            taken_by=((),) * squares,
            inventories=(empty,) * board.players,
        )

    def type_of(self, square: int) -> RolledType:
        return self.types[self.squares[square]]

    def power_of(self, square: int) -> Power:
        """The power of the type on a square."""
        return self.types[self.squares[square]].power

    def own(self, player: int, square: int) -> int:
        """How many icons a player has of the type on a square."""
        return self.inventories[player].counts[self.squares[square]]

    def adjacent(self, square: int) -> tuple[int, ...]:
        """The squares that share a side with this one (reading 5)."""
        column, cells = square % self.columns, len(self.squares)
        sides = ((square - 1, column > 0), (square + 1, column < self.columns - 1))
        ends = ((square - self.columns, square >= self.columns),)
        below = ((square + self.columns, square + self.columns < cells),)
        return tuple(other for other, is_inside in (*sides, *ends, *below) if is_inside)

    def is_used_up(self, square: int) -> bool:
        """Whether nobody can take a square any more. A crossed-out Police square can be taken
        again; the last taking destroys it."""
        if self.states[square] == "crossed_out":
            return self.power_of(square).find(Capacity) is None
        return self.states[square] == "destroyed"

    def collected(self, player: int, kind: int) -> int:
        """How many icons of a type a player took from squares, destroyed since or not."""
        return sum(
            takers.count(player)
            for takers, other in zip(self.taken_by, self.squares, strict=True)
            if other == kind
        )

    def taken(self, player: int, square: int) -> "Position":
        """The position after a player took a square and drew its icon.

        Does not check may_take, since a Pilot's second square ignores all rules. Does not carry out
        the powers that let players decide something now (Destroy, TakeAgain, Gain): the caller
        reads power.on_take and continues from here. Raises ValueError if the square is used up.
        """
        if self.is_used_up(square):
            raise ValueError(f"square {square} is {self.states[square]}, it can't be taken")
        power, takers = self.power_of(square), (*self.taken_by[square], player)
        after = replace(
            self,
            states=_put(self.states, square, _state_after(power, len(takers))),
            taken_by=_put(self.taken_by, square, takers),
        )
        inventory = self.inventories[player].with_icon(self.squares[square])
        out = inventory.out or after._out(player, square, inventory.used)
        inventory = replace(inventory, out=out)
        return replace(after, inventories=_put(self.inventories, player, inventory))

    def destroyed(self, square: int) -> "Position":
        """The position after a square was destroyed. Icons taken from it stay in the inventories.

        Does not check may_destroy. Raises ValueError if the square was destroyed before.
        """
        if self.states[square] == "destroyed":
            raise ValueError(f"square {square} is destroyed already")
        return replace(self, states=_put(self.states, square, "destroyed"))

    def _out(self, player: int, square: int, used: int) -> Out | None:
        """Why taking this square ends the player's turns, if it does; `used` slots are then full.

        Four of a kind counts what was collected (readings 12 and 15).
        """
        if self.power_of(square).find(Retire):
            return "retired"
        if self.advanced and self.collected(player, self.squares[square]) >= FOUR:
            return "four_of_a_kind"
        return "inventory_full" if used >= self.slots else None


def _put(values: tuple[T, ...], index: int, value: T) -> tuple[T, ...]:
    return (*values[:index], value, *values[index + 1 :])


def _state_after(power: Power, times: int) -> State:
    """The state of a square that was taken `times` times (Police; reading 8)."""
    capacity = power.find(Capacity)
    return "destroyed" if capacity and times >= fixed(capacity.times) else "crossed_out"


Kind = Literal[
    "repel_side",
    "repel_above",
    "repel_diagonal",
    "closed_to_everyone",
    "closed_to_you",
    "needs_adjacent_some",
    "needs_adjacent_none",
    "limit",
    "left_neighbour_cannot",
    "right_neighbour_cannot",
    "used",
    "destroyed",
    "immune",
    "not_advanced",
    Out,
]

# How many icons of a type a player must have for it to repel in each direction (facts: Rules).
REPEL: tuple[tuple[Kind, int], ...] = (("repel_side", 1), ("repel_above", 2), ("repel_diagonal", 3))


def takeable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may take."""
    return _allowed(position, lambda square: may_take(position, player, square))


def destroyable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may destroy instead of taking one."""
    return _allowed(position, lambda square: may_destroy(position, player, square))


def destroyable_by_power(position: Position) -> tuple[int, ...]:
    """The squares that a power such as the Explorer's may destroy, whoever uses it."""
    return _allowed(position, lambda square: may_destroy_by_power(position, square))


def _allowed(position: Position, reasons: Callable[[int], tuple[Kind, ...]]) -> tuple[int, ...]:
    return tuple(square for square in range(len(position.squares)) if not reasons(square))


def may_take(position: Position, player: int, square: int) -> tuple[Kind, ...]:
    """Why a player can't take a square, Repel first; empty when allowed.

    If the player is out, or the square is used up, that is the only reason.
    """
    return _closed(position, player, square, position.power_of(square).gate)


def may_destroy(position: Position, player: int, square: int) -> tuple[Kind, ...]:
    """Why a player can't destroy a square instead of taking one; empty when allowed.

    Only allowed by the advanced rules (facts: Advanced rules). Repel does not matter.
    """
    if not position.advanced:
        return ("not_advanced",)
    return (
        _out(position, player) or _used(position, square) or may_destroy_by_power(position, square)
    )


def may_destroy_by_power(position: Position, square: int) -> tuple[Kind, ...]:
    """Why a power can't destroy a square; empty when it can.

    "Any square" is an open or a crossed-out one (reading 3), whichever player uses the power.
    """
    if position.states[square] == "destroyed":
        return ("destroyed",)
    return ("immune",) if position.power_of(square).find(Immune) else ()


def _closed(
    position: Position, player: int, square: int, gates: Iterable[Primitive]
) -> tuple[Kind, ...]:
    """See may_take; `gates` are those of the square's type that count."""
    return (
        _out(position, player)
        or (_used(position, square) if position.is_used_up(square) else ())
        or (
            *_repelled(position, player, square),
            *_closed_by_adjacent(position, player, square),
            *(
                reason
                for gate in gates
                if type(gate) in TAKING_GATES
                if (reason := TAKING_GATES[type(gate)](gate, position, player, square))
            ),
        )
    )


def _out(position: Position, player: int) -> tuple[Kind, ...]:
    """The reason for a player who is out, who takes no more turns (facts: Rules)."""
    out = position.inventories[player].out
    return (out,) if out else ()


def _used(position: Position, square: int) -> tuple[Kind, ...]:
    """The reason for a square that is crossed out or destroyed. Only an unused square can be
    destroyed as a turn (facts: Rules)."""
    state = position.states[square]
    if state == "open":
        return ()
    return ("used",) if state == "crossed_out" else ("destroyed",)


@lru_cache(maxsize=4096)
def surroundings(square: int, columns: int, cells: int) -> tuple[tuple[int, ...], ...]:
    """The squares left and right of this one, those above and below, and those diagonally next to
    it, on a board of that many cells."""
    row, column = divmod(square, columns)
    steps = (((0, -1), (0, 1)), ((-1, 0), (1, 0)), ((-1, -1), (-1, 1), (1, -1), (1, 1)))
    return tuple(
        tuple(
            (row + down) * columns + column + right
            for down, right in group
            if 0 <= row + down < cells // columns and 0 <= column + right < columns
        )
        for group in steps
    )


def _repelled(position: Position, player: int, square: int) -> Iterator[Kind]:
    """Repel: the directions in which icons of types that the player owns close the square.

    All visible icons count, crossed out or not, but never destroyed ones (reading 2). The type of
    the square itself may ignore some of them (Astronaut, Doctor).
    """
    repelling_states = position.power_of(square).repelling(position.own(player, square))
    counts = position.inventories[player].counts
    around = surroundings(square, position.columns, len(position.squares))
    for (why, needed), others in zip(REPEL, around, strict=True):
        if any(
            counts[position.squares[other]] >= needed and position.states[other] in repelling_states
            for other in others
        ):
            yield why


def _closed_by_adjacent(position: Position, player: int, square: int) -> Iterator[Kind]:
    """A crossed-out Singer closes adjacent squares to everyone, a King to the player who took it.

    A destroyed one closes nothing: its icon is no longer on the board for any rule (facts: Rules).
    """
    for other in position.adjacent(square):
        takers = position.taken_by[other]
        if not takers or position.states[other] == "destroyed":
            continue
        auras = position.power_of(other).on_take
        closed_to = {aura.to for aura in auras if isinstance(aura, CloseAdjacent)}
        if "you" in closed_to and player in takers:
            yield "closed_to_you"
        elif "everyone" in closed_to:
            yield "closed_to_everyone"


def _needs_adjacent(
    gate: NeedsAdjacent, position: Position, player: int, square: int
) -> Kind | None:
    """Mail Carrier: can be taken only beside a crossed-out square, or only beside none."""
    crossed = any(position.states[other] == "crossed_out" for other in position.adjacent(square))
    if gate.crossed_out == "some":
        return None if crossed else "needs_adjacent_some"
    return "needs_adjacent_none" if crossed else None


def _limit(gate: Limit, position: Position, player: int, square: int) -> Kind | None:
    """King B: counts the squares taken, including those destroyed since, but no icons gained in
    other ways."""
    taken = position.collected(player, position.squares[square])
    return None if taken < fixed(gate.per_player) else "limit"


def _neighbour_can_take(
    gate: NeighbourCanTake, position: Position, player: int, square: int
) -> Kind | None:
    """Life Guard: whether the neighbour could take the square. The neighbour is checked without
    this gate, so that the check does not go on to the next neighbour (reading 9)."""
    step = 1 if gate.side == "left" else -1
    neighbour = (player + step) % len(position.inventories)
    gates = (one for one in position.power_of(square).gate if not isinstance(one, NeighbourCanTake))
    if not _closed(position, neighbour, square, gates):
        return None
    return "left_neighbour_cannot" if gate.side == "left" else "right_neighbour_cannot"


# The gates that can keep a square from being taken. The other two, Capacity and Immune, never do.
# Any: every function is for the gate that it stands under.
TAKING_GATES: dict[type[Primitive], Callable[[Any, Position, int, int], Kind | None]] = {
    NeedsAdjacent: _needs_adjacent,
    NeighbourCanTake: _neighbour_can_take,
    Limit: _limit,
}


class Action(NamedTuple):
    """An action that a player chooses.

    `take` and `destroy` are about a `square`. `pass` gives up a turn, or the rest of a power that
    says "up to". `gain` adds an icon of a `kind` (an index into the types). `scratch` destroys an
    icon of that kind in the inventory of `owner`: the one from `square`, if icons of the kind score
    their neighbours.
    """

    do: Literal["take", "destroy", "pass", "gain", "scratch"]
    square: int | None = None
    kind: int | None = None
    owner: int | None = None


Decision = tuple[int, frozenset[Action]]
Deciding = Generator[Decision, Action, None]
PASS = Action("pass")


class SlowGame:
    """A position, and the icons each player has as (type, square it came from or None)."""

    def __init__(self, position: Position):
        self.position = position
        self.players = range(len(position.inventories))
        self.icons: list[list[tuple[int, int | None]]] = [
            [
                (kind, square)
                for square, kind in enumerate(position.squares)
                for _ in range(position.taken_by[square].count(player))
            ]
            for player in self.players
        ]
        self._deciding = self.run()
        self._decision: Decision = next(self._deciding, (-1, frozenset()))

    def decider(self) -> int:
        """The player who decides; -1 at the end."""
        return self._decision[0]

    def legal(self) -> frozenset[Action]:
        return self._decision[1]

    def apply(self, action: Action) -> None:
        try:
            self._decision = self._deciding.send(action)
        except StopIteration:
            self._decision = (-1, frozenset())

    def standings(self) -> list[int]:
        return [self.score(player) for player in self.players]

    def winners(self) -> set[int]:
        scores = self.standings()
        return {player for player in self.players if scores[player] == max(scores)}

    def margin_after(self, action: Action) -> int:
        """What the decider is ahead by after an action and before what follows it."""
        after = SlowGame.__new__(SlowGame)
        after.position, after.players = self.position, self.players
        after.icons = [list(icons) for icons in self.icons]
        if action != PASS:
            next(after.carry_out(self.decider(), action), None)
        scores = after.standings()
        return scores.pop(self.decider()) - max(scores)

    # The game, as a coroutine: it yields who decides among what, and is sent the decision.

    def run(self) -> Deciding:
        player, waiting = 0, 0
        while waiting < len(self.players):
            before = self.position
            yield from self.turn(player)
            waiting = waiting + 1 if self.position is before else 0
            player = (player + 1) % len(self.players)

    def turn(self, player: int) -> Deciding:
        takes = {Action("take", square) for square in takeable(self.position, player)}
        breaks = {Action("destroy", square) for square in destroyable(self.position, player)}
        if not takes and not breaks:
            return
        passing = set() if takes else {PASS}
        action = yield player, frozenset(takes | breaks | passing)
        if action.do == "take":
            yield from self.take(player, action.square)
        elif action.do == "destroy":
            self.position = self.position.destroyed(action.square)

    def take(self, player: int, square: int) -> Deciding:
        self.position = self.position.taken(player, square)
        self.icons[player].append((self.position.squares[square], square))
        steps = [
            (step, self.who(step, player))
            for step in self.position.power_of(square).on_take
            if not isinstance(step, CloseAdjacent | Retire)  # which Position knows
        ]
        for step, who in steps:
            for one in who:
                yield from self.step(step, one, square)

    def step(self, step, player: int, square: int) -> Deciding:
        for _ in range(step.count):
            choices = self.choices(step, player, square)
            if not choices:
                return
            optional = getattr(step, "optional", False)
            action = yield player, frozenset(choices | ({PASS} if optional else set()))
            if action == PASS:
                return
            yield from self.carry_out(player, action)

    def carry_out(self, player: int, action: Action) -> Deciding:
        if action.do == "take":
            yield from self.take(player, action.square)
        elif action.do == "destroy":
            self.position = self.position.destroyed(action.square)
        elif action.do == "gain":
            self.icons[player].append((action.kind, None))
            self.put(player, self.inventory(player).with_icon(action.kind))
            self.close_if_full(player)
        else:
            self.scratch(action)

    def who(self, step, player: int) -> list[int]:
        """In turn order from the player who took the square."""
        order = [(player + seat) % len(self.players) for seat in self.players]
        scores = [self.score(one) for one in self.players]
        match getattr(step, "who", "you"):
            case "leaders":
                return [one for one in order if scores[one] == max(scores)]
            case "last":
                return [one for one in order if scores[one] == min(scores)]
        return [player]

    def choices(self, step, player: int, square: int) -> set[Action]:
        match step:
            case TakeAgain():
                return {Action("take", one) for one in self.more(step, player, square)}
            case Gain() if self.inventory(player).used < self.position.slots:
                return {Action("gain", kind=kind) for kind in range(len(self.position.types))}
            case Destroy(where="board"):
                return {Action("destroy", one) for one in destroyable_by_power(self.position)}
            case Destroy(where="inventories"):
                return {action for one in self.players for action in self.scratchable(one)}
            case Destroy(where="own_inventory"):
                return set(self.scratchable(player))
            case Gain():
                return set()
        raise LookupError(f"oracle.py, SlowGame.choices: add the choices of {step.name}")

    def more(self, step: TakeAgain, player: int, square: int) -> set[int]:
        """A player who is out may still do this, with a free slot: it is the same turn."""
        inventory = self.inventory(player)
        if inventory.used >= self.position.slots:
            return set()
        still_in = self.replaced(player, Inventory(inventory.counts, inventory.used))
        columns, result = self.position.columns, set()
        for other in range(len(self.position.states)):
            kinds = set(may_take(still_in, player, other))
            if step.ignoring == "repel":
                kinds = {kind for kind in kinds if not kind.startswith("repel")}
            if step.ignoring == "all_rules":
                kinds = {"used"} if self.position.is_used_up(other) else set()
            in_line = other % columns == square % columns or other // columns == square // columns
            same = self.position.squares[other] == self.position.squares[square]
            if (
                not kinds
                and (in_line or step.where == "anywhere")
                and not (same and step.not_this_type)
            ):
                result.add(other)
        return result

    def scratchable(self, owner: int) -> list[Action]:
        """Icons worth the squares beside theirs differ by square, others are alike."""
        result = []
        for kind, square in self.icons[owner]:
            power = self.position.types[kind].power
            if not power.find(Immune):
                origin = square if self.scores_neighbours(kind) else None
                result.append(Action("scratch", origin, kind, owner))
        return result

    def scratch(self, action: Action) -> None:
        icons = self.icons[action.owner]
        icons.remove(next(
            icon for icon in icons
            if icon[0] == action.kind and action.square in (None, icon[1])
            and (action.square is not None or not self.rooted(icon))
        ))  # fmt: skip
        inventory = self.inventory(action.owner)
        counts = list(inventory.counts)
        counts[action.kind] -= 1
        self.put(action.owner, Inventory(tuple(counts), inventory.used, inventory.out))

    def rooted(self, icon: tuple[int, int | None]) -> bool:
        return self.scores_neighbours(icon[0]) and icon[1] is not None

    def scores_neighbours(self, kind: int) -> bool:
        scores = self.position.types[kind].power.score
        return any(getattr(one, "what", "") == "adjacent_crossed_out" for one in scores)

    def close_if_full(self, player: int) -> None:
        """Facts: a full inventory takes no more turns; an icon gained does (reading 15)."""
        inventory = self.inventory(player)
        if inventory.used >= self.position.slots:
            out = inventory.out or "inventory_full"
            self.put(player, Inventory(inventory.counts, inventory.used, out))

    def inventory(self, player: int) -> Inventory:
        return self.position.inventories[player]

    def put(self, player: int, inventory: Inventory) -> None:
        self.position = self.replaced(player, inventory)

    def replaced(self, player: int, inventory: Inventory) -> Position:
        inventories = list(self.position.inventories)
        inventories[player] = inventory
        return replace(self.position, inventories=tuple(inventories))

    # Scores

    def score(self, player: int) -> int:
        totals: dict[int, int] = {}
        for kind, square in self.icons[player]:
            totals[kind] = totals.get(kind, 0) + self.worth(player, kind, square)
        powers = {kind: self.position.types[kind].power for kind in totals}
        plain = [totals[kind] for kind in totals if not powers[kind].find(SameAs)]
        result = sum(totals.values())
        for kind, _ in self.icons[player]:
            for one in powers[kind].score:
                if isinstance(one, SameAs) and plain:
                    result += min(plain) if one.type == "lowest" else max(plain)
        return result

    def worth(self, player: int, kind: int, square: int | None) -> int:
        """One icon, same_as aside."""
        points = 0
        for one in self.position.types[kind].power.score:
            if isinstance(one, Flat):
                points += one.points
            elif isinstance(one, If):
                points += one.points if self.holds(one, player, kind) else one.otherwise
            elif isinstance(one, ForEach):
                points += one.points * self.counted(one.what, player, kind, square)
            elif not isinstance(one, SameAs):
                raise LookupError(f"oracle.py, SlowGame.worth: add what {one.name} is worth")
        return points

    def holds(self, one: If, player: int, kind: int) -> bool:
        have = [sum(icon[0] == kind for icon in icons) for icons in self.icons]
        if one.have:
            return have[player] == (max(have) if one.have == "most" else min(have))
        return have[player] == one.exactly or have[player] >= (one.at_least or 1000)

    def counted(self, what: str, player: int, kind: int, square: int | None) -> int:
        states = self.position.states
        cells, lines = range(len(states)), all_lines(len(states), self.position.columns)
        match what:
            case "own":
                return sum(icon[0] == kind for icon in self.icons[player])
            case "open_square" | "crossed_out_square":
                state = what.removesuffix("_square")
                mine = [at for at in cells if self.position.squares[at] == kind]
                return sum(states[at] == state for at in mine)
            case "crossed_out_line":
                return sum(all(states[at] != "open" for at in line) for line in lines)
            case "intact_line":
                return sum(all(states[at] != "destroyed" for at in line) for line in lines)
        if what != "adjacent_crossed_out":
            raise LookupError(f"oracle.py, SlowGame.counted: add how {what} is counted")
        if square is None or states[square] == "destroyed":
            return 0  # that icon is no longer on the board for any rule
        return sum(states[at] == "crossed_out" for at in self.position.adjacent(square))


@lru_cache
def all_lines(cells: int, columns: int) -> list[range]:
    """The squares of each row and each column."""
    rows = [range(first, first + columns) for first in range(0, cells, columns)]
    return rows + [range(first, cells, columns) for first in range(columns)]
