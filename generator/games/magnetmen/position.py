"""A board in the middle of a game: what was taken and destroyed, and what each player has.

Input: a rolled board. Output: a frozen Position, and the next one after a square was taken or
destroyed. Pure functions. rules.py decides which squares may be taken.

Players are numbered from 0 in turn order, clockwise, so the next player sits to the left. Squares
are numbered row by row. "Reading 8" and "facts" are those of docs/readings.md.
"""

from dataclasses import dataclass, replace
from typing import Literal, TypeVar

from generator.games.magnetmen.filling import neighbours
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.base import fixed
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.retire import Retire
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
        """The type on a square."""
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
