"""Which squares a player may take or destroy, and why not the others.

Input: a Position, a player, a square. Output: Reasons, none when it is allowed; and the next
Position. Pure functions. Scores are not worked out here, and a free-text power means nothing.

Players are numbered from 0 in turn order, clockwise, so that the next one sits to the left;
squares row by row. "Reading 8" and "facts" are those of docs/readings.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, TypeVar

from generator.games.magnetmen.filling import neighbours
from generator.games.magnetmen.powers import Power, Primitive
from generator.games.magnetmen.powers.base import fixed
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.immune import Immune
from generator.games.magnetmen.powers.limit import Limit
from generator.games.magnetmen.powers.needs_adjacent import NeedsAdjacent
from generator.games.magnetmen.powers.neighbour_can_take import NeighbourCanTake
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.roll import Board, RolledType
from generator.languages import Language

State = Literal["open", "crossed_out", "destroyed"]
"""What became of a square. A Police square taken once is crossed out (reading 8), although it can
be taken once more."""

Out = Literal["inventory_full", "four_of_a_kind", "retired"]
"""Why a player takes no more turns; each is for good (reading 7)."""

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

FOUR = 4  # of a kind end a player's turns under the advanced rules (facts: Rules)

# How many of a type one owns until it repels in each of the three ways (facts: Rules).
REPEL: tuple[tuple[Kind, int], ...] = (
    ("repel_side", 1),
    ("repel_above", 2),
    ("repel_diagonal", 3),
)

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a square can't be taken or destroyed.

    `squares` cause it, the type concerned is `type`, and `count` is how many of it the player
    has (Repel) or took (limit).
    """

    kind: Kind
    squares: tuple[int, ...] = ()
    type: RolledType | None = None
    count: int = 0

    def text(self, language: Language) -> str:
        """The reason in words, without a full stop. Raises MissingWordingError."""
        params: dict[str, object] = {"count": self.count, "number": self.count}
        if self.type:
            piece = self.type.piece
            params |= {
                "name": piece.name_for(language),
                "names": piece.name_for(language, self.count),
            }
        return language.say(f"magnetmen.rules.why.{self.kind}", **params)


@dataclass(frozen=True, slots=True)
class Inventory:
    """What a player has: how many icons of each type, how many slots are used.

    Slots are counted apart from icons because an icon destroyed in an inventory leaves its
    slot used (reading 10).
    """

    counts: tuple[int, ...]
    used: int = 0
    out: Out | None = None

    def with_icon(self, kind: int) -> "Inventory":
        """With one more icon, of that index into the types, in a free slot."""
        counts = _put(self.counts, kind, self.counts[kind] + 1)
        return replace(self, counts=counts, used=self.used + 1)


@dataclass(frozen=True, slots=True)
class Position:
    """A board in the middle of a game: all that decides what may be taken.

    `squares` are indexes into `types`; `taken_by` lists for each square the players who took
    it, in order, and keeps them when the square is destroyed.
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
        """The beginning of a game on a rolled board."""
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
        """The type on a square."""
        return self.types[self.squares[square]]

    def power_of(self, square: int) -> Power:
        """The power of the type on a square."""
        return self.types[self.squares[square]].power

    def own(self, player: int, square: int) -> int:
        """How many icons a player has of the type on a square."""
        return self.inventories[player].counts[self.squares[square]]

    def adjacent(self, square: int) -> tuple[int, ...]:
        """The squares that share a side with one (reading 5)."""
        return neighbours(square, self.columns, len(self.squares))

    def is_used_up(self, square: int) -> bool:
        """Whether nobody can take a square any more. A Police square is destroyed by its last
        taking; crossed out, it stands another one."""
        if self.states[square] == "crossed_out":
            return self.power_of(square).find(Capacity) is None
        return self.states[square] == "destroyed"

    def collected(self, player: int, kind: int) -> int:
        """How many icons of a type a player took from squares, also those destroyed since."""
        return sum(
            takers.count(player)
            for takers, other in zip(self.taken_by, self.squares, strict=True)
            if other == kind
        )

    def taken(self, player: int, square: int) -> "Position":
        """After a player took a square and drew its icon.

        Does not ask may_take, since a Pilot's second square ignores all rules. What a power
        lets players decide now (Destroy, TakeAgain, Gain) is not carried out: whoever plays the
        game reads power.on_take and goes on from here. Raises ValueError if it is used up.
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
        """After a square was destroyed; what was taken from it stays in the inventories.

        Does not ask may_destroy. Raises ValueError if it was destroyed before.
        """
        if self.states[square] == "destroyed":
            raise ValueError(f"square {square} is destroyed already")
        return replace(self, states=_put(self.states, square, "destroyed"))

    def _out(self, player: int, square: int, used: int) -> Out | None:
        """Whether the taking of a square was the player's last, with so many slots used by then.

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
    """A square's state once it was taken so many times (Police; reading 8)."""
    capacity = power.find(Capacity)
    return "destroyed" if capacity and times >= fixed(capacity.times) else "crossed_out"


def takeable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may take."""
    return _allowed(position, lambda square: may_take(position, player, square))


def destroyable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may destroy instead of taking one."""
    return _allowed(position, lambda square: may_destroy(position, player, square))


def destroyable_by_power(position: Position) -> tuple[int, ...]:
    """The squares that a power such as the Explorer's may destroy."""
    return _allowed(position, lambda square: may_destroy_by_power(position, square))


def _allowed(position: Position, reasons: Callable[[int], tuple[Reason, ...]]) -> tuple[int, ...]:
    return tuple(square for square in range(len(position.squares)) if not reasons(square))


def may_take(position: Position, player: int, square: int) -> tuple[Reason, ...]:
    """Why a player can't take a square, Repel first; empty when allowed.

    Neither a player who is out nor a square that is used up is looked at any further.
    """
    return _closed(position, player, square, position.power_of(square).gate)


def may_destroy(position: Position, player: int, square: int) -> tuple[Reason, ...]:
    """Why a player can't destroy a square instead of taking one; empty when allowed.

    Only with the advanced rules (facts: Advanced rules); Repel has no say in it.
    """
    if not position.advanced:
        return (Reason("not_advanced"),)
    used = _out(position, player) or _used(position, square)
    return used or may_destroy_by_power(position, square)


def may_destroy_by_power(position: Position, square: int) -> tuple[Reason, ...]:
    """Why a power can't destroy a square; empty when it can.

    "Any square" is an open or a crossed-out one (reading 3), whoever carries it out.
    """
    if position.states[square] == "destroyed":
        return _used(position, square)
    if position.power_of(square).find(Immune):
        return (Reason("immune", (square,), position.type_of(square)),)
    return ()


def _closed(
    position: Position, player: int, square: int, gates: Iterable[Primitive]
) -> tuple[Reason, ...]:
    """may_take, with the gates of the square's type given."""
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
                for reason in TAKING_GATES[type(gate)](gate, position, player, square)
            ),
        )
    )


def _out(position: Position, player: int) -> tuple[Reason, ...]:
    """A player who is out takes no more turns (facts: Rules)."""
    out = position.inventories[player].out
    return (Reason(out),) if out else ()


def _used(position: Position, square: int) -> tuple[Reason, ...]:
    """Why a square is not an unused one, which alone can be taken, or destroyed as a turn
    (facts: Rules)."""
    state = position.states[square]
    if state == "open":
        return ()
    kind: Kind = "used" if state == "crossed_out" else "destroyed"
    return (Reason(kind, (square,), position.type_of(square)),)


@lru_cache(maxsize=4096)
def surroundings(square: int, columns: int, cells: int) -> tuple[tuple[int, ...], ...]:
    """The squares left and right of one, those above and below, those diagonally next to it."""
    row, column = divmod(square, columns)
    steps = (
        ((0, -1), (0, 1)),
        ((-1, 0), (1, 0)),
        ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    )
    return tuple(
        tuple(
            (row + down) * columns + column + right
            for down, right in group
            if 0 <= row + down < cells // columns and 0 <= column + right < columns
        )
        for group in steps
    )


def _repelled(position: Position, player: int, square: int) -> Iterator[Reason]:
    """Repel: for each type one owns, the icons of it around the square that close it.

    All visible icons count, crossed out or not, never destroyed ones (reading 2); the type of
    the square one wants may overlook some (Astronaut, Doctor).
    """
    seen = position.power_of(square).repelling(position.own(player, square))
    counts = position.inventories[player].counts
    around = surroundings(square, position.columns, len(position.squares))
    for (why, needed), others in zip(REPEL, around, strict=True):
        repelling: dict[int, list[int]] = {}
        for other in others:
            kind = position.squares[other]
            if counts[kind] >= needed and position.states[other] in seen:
                repelling.setdefault(kind, []).append(other)
        for kind, causes in sorted(repelling.items()):
            yield Reason(why, tuple(causes), position.types[kind], counts[kind])


def _closed_by_adjacent(position: Position, player: int, square: int) -> Iterator[Reason]:
    """Squares beside a crossed-out Singer are closed to all, beside one's King to oneself.

    Not once it is destroyed: its icon is no longer on the board for any rule (facts: Rules).
    """
    for other in position.adjacent(square):
        takers, state = position.taken_by[other], position.states[other]
        if not takers or state == "destroyed":
            continue
        auras = position.power_of(other).on_take
        closed_to = {aura.to for aura in auras if isinstance(aura, CloseAdjacent)}
        if "you" in closed_to and player in takers:
            yield Reason("closed_to_you", (other,), position.type_of(other))
        elif "everyone" in closed_to and state == "crossed_out":
            yield Reason("closed_to_everyone", (other,), position.type_of(other))


def _needs_adjacent(
    gate: NeedsAdjacent, position: Position, player: int, square: int
) -> Iterator[Reason]:
    """Mail Carrier: only beside a crossed-out square, or only beside none."""
    adjacent = position.adjacent(square)
    crossed = tuple(other for other in adjacent if position.states[other] == "crossed_out")
    if not gate.allows(len(crossed)):
        kind = position.type_of(square)
        if gate.crossed_out == "some":
            yield Reason("needs_adjacent_some", adjacent, kind)
        else:
            yield Reason("needs_adjacent_none", crossed, kind)


def _limit(gate: Limit, position: Position, player: int, square: int) -> Iterator[Reason]:
    """King B: squares taken count, also those destroyed since; icons got otherwise do not."""
    kind = position.squares[square]
    count = position.collected(player, kind)
    if not gate.allows(count):
        causes = tuple(
            other
            for other, takers in enumerate(position.taken_by)
            if player in takers and position.squares[other] == kind
        )
        yield Reason("limit", causes, position.types[kind], count)


def _neighbour_can_take(
    gate: NeighbourCanTake, position: Position, player: int, square: int
) -> Iterator[Reason]:
    """Life Guard: asked of the neighbour without this very gate, so that it never asks on
    (reading 9)."""
    neighbour = (player + gate.step) % len(position.inventories)
    gates = (one for one in position.power_of(square).gate if not isinstance(one, NeighbourCanTake))
    if reasons := _closed(position, neighbour, square, gates):
        why: Kind = "left_neighbour_cannot" if gate.side == "left" else "right_neighbour_cannot"
        causes = {cause for reason in reasons for cause in reason.squares}
        yield Reason(why, tuple(sorted(causes)), position.type_of(square))


# The gates that keep a square from being taken; Capacity and Immune, the other two, do not.
TAKING_GATES: dict[type[Primitive], Callable[[Any, Position, int, int], Iterator[Reason]]] = {
    NeedsAdjacent: _needs_adjacent,
    NeighbourCanTake: _neighbour_can_take,
    Limit: _limit,
}
