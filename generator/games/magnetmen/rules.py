"""A board in the middle of a game; which squares a player may take or destroy, else why not.

A power in free text has no effect. Players are numbered from 0 in turn order, clockwise; squares
row by row. "Reading 8" and "facts" are those of docs/readings.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar

from generator.games.magnetmen.filling import neighbours
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import (
    Capacity,
    CloseAdjacent,
    Immune,
    Limit,
    NeedsAdjacent,
    NeighbourCanTake,
    Primitive,
    Retire,
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
        return neighbours(square, self.columns, len(self.squares))

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
    crossed = [position.states[other] == "crossed_out" for other in position.adjacent(square)]
    if gate.allows(sum(crossed)):
        return None
    return "needs_adjacent_some" if gate.crossed_out == "some" else "needs_adjacent_none"


def _limit(gate: Limit, position: Position, player: int, square: int) -> Kind | None:
    """King B: counts the squares taken, including those destroyed since, but no icons gained in
    other ways."""
    taken = position.collected(player, position.squares[square])
    return None if gate.allows(taken) else "limit"


def _neighbour_can_take(
    gate: NeighbourCanTake, position: Position, player: int, square: int
) -> Kind | None:
    """Life Guard: whether the neighbour could take the square. The neighbour is checked without
    this gate, so that the check does not go on to the next neighbour (reading 9)."""
    neighbour = (player + gate.step) % len(position.inventories)
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
