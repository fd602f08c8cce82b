"""Which squares a player may take or destroy, and why not the others.

Input: a Position, a player, a square. Output: Reasons, none when it is allowed. Pure functions.
Scores are not computed here, and a power in free text has no effect.

"Reading 8" and "facts" are those of docs/readings.md.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, Protocol

from generator.games.magnetmen.position import Out, Position
from generator.games.magnetmen.powers import Primitive
from generator.games.magnetmen.powers.close_adjacent import CloseAdjacent
from generator.games.magnetmen.powers.immune import Immune
from generator.games.magnetmen.powers.limit import Limit
from generator.games.magnetmen.powers.needs_adjacent import NeedsAdjacent
from generator.games.magnetmen.powers.neighbour_can_take import NeighbourCanTake
from generator.games.magnetmen.roll import RolledType
from generator.languages import Language

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
REPEL: tuple[tuple[Kind, int], ...] = (
    ("repel_side", 1),
    ("repel_above", 2),
    ("repel_diagonal", 3),
)


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a square can't be taken or destroyed.

    squares: the squares that are the cause. type: the type concerned. count: how many of it the
    player has (Repel) or took (limit).
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
            params["name"] = piece.name_for(language)
            params["names"] = piece.name_for(language, self.count)
        return language.say(f"magnetmen.rules.why.{self.kind}", **params)


def takeable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may take."""
    return _allowed(position, lambda square: may_take(position, player, square))


def destroyable(position: Position, player: int) -> tuple[int, ...]:
    """The squares a player may destroy instead of taking one."""
    return _allowed(position, lambda square: may_destroy(position, player, square))


def destroyable_by_power(position: Position) -> tuple[int, ...]:
    """The squares that a power such as the Explorer's may destroy, whoever uses it."""
    return _allowed(position, lambda square: may_destroy_by_power(position, square))


def _allowed(position: Position, reasons: Callable[[int], tuple[Reason, ...]]) -> tuple[int, ...]:
    return tuple(square for square in range(len(position.squares)) if not reasons(square))


def may_take(position: Position, player: int, square: int) -> tuple[Reason, ...]:
    """Why a player can't take a square, Repel first; empty when allowed.

    If the player is out, or the square is used up, that is the only reason.
    """
    return _closed(position, player, square, position.power_of(square).gate)


def may_destroy(position: Position, player: int, square: int) -> tuple[Reason, ...]:
    """Why a player can't destroy a square instead of taking one; empty when allowed.

    Only allowed by the advanced rules (facts: Advanced rules). Repel does not matter.
    """
    if not position.advanced:
        return (Reason("not_advanced"),)
    used = _out(position, player) or _used(position, square)
    return used or may_destroy_by_power(position, square)


def may_destroy_by_power(position: Position, square: int) -> tuple[Reason, ...]:
    """Why a power can't destroy a square; empty when it can.

    "Any square" is an open or a crossed-out one (reading 3), whichever player uses the power.
    """
    if position.states[square] == "destroyed":
        return _used(position, square)
    if position.power_of(square).find(Immune):
        return (Reason("immune", (square,), position.type_of(square)),)
    return ()


def _closed(
    position: Position, player: int, square: int, gates: Iterable[Primitive]
) -> tuple[Reason, ...]:
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
                for reason in TAKING_GATES[type(gate)](gate, position, player, square)
            ),
        )
    )


def _out(position: Position, player: int) -> tuple[Reason, ...]:
    """The reason for a player who is out, who takes no more turns (facts: Rules)."""
    out = position.inventories[player].out
    return (Reason(out),) if out else ()


def _used(position: Position, square: int) -> tuple[Reason, ...]:
    """The reason for a square that is crossed out or destroyed. Only an unused square can be
    destroyed as a turn (facts: Rules)."""
    state = position.states[square]
    if state == "open":
        return ()
    kind: Kind = "used" if state == "crossed_out" else "destroyed"
    return (Reason(kind, (square,), position.type_of(square)),)


@lru_cache(maxsize=4096)
def surroundings(square: int, columns: int, cells: int) -> tuple[tuple[int, ...], ...]:
    """The squares left and right of this one, those above and below, and those diagonally next to
    it, on a board of that many cells."""
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
    """Repel: for each type that the player owns, the icons of it that close the square.

    All visible icons count, crossed out or not, but never destroyed ones (reading 2). The type of
    the square itself may ignore some of them (Astronaut, Doctor).
    """
    repelling_states = position.power_of(square).repelling(position.own(player, square))
    counts = position.inventories[player].counts
    around = surroundings(square, position.columns, len(position.squares))
    for (why, needed), others in zip(REPEL, around, strict=True):
        repelling: dict[int, list[int]] = {}
        for other in others:
            kind = position.squares[other]
            if counts[kind] >= needed and position.states[other] in repelling_states:
                repelling.setdefault(kind, []).append(other)
        for kind, causes in sorted(repelling.items()):
            yield Reason(why, tuple(causes), position.types[kind], counts[kind])


def _closed_by_adjacent(position: Position, player: int, square: int) -> Iterator[Reason]:
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
            yield Reason("closed_to_you", (other,), position.type_of(other))
        elif "everyone" in closed_to:
            yield Reason("closed_to_everyone", (other,), position.type_of(other))


def _needs_adjacent(
    gate: NeedsAdjacent, position: Position, player: int, square: int
) -> Iterator[Reason]:
    """Mail Carrier: can be taken only beside a crossed-out square, or only beside none."""
    adjacent = position.adjacent(square)
    crossed = tuple(other for other in adjacent if position.states[other] == "crossed_out")
    if not gate.allows(len(crossed)):
        kind = position.type_of(square)
        if gate.crossed_out == "some":
            yield Reason("needs_adjacent_some", adjacent, kind)
        else:
            yield Reason("needs_adjacent_none", crossed, kind)


def _limit(gate: Limit, position: Position, player: int, square: int) -> Iterator[Reason]:
    """King B: counts the squares taken, including those destroyed since, but no icons gained in
    other ways."""
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
    """Life Guard: whether the neighbour could take the square. The neighbour is checked without
    this gate, so that the check does not go on to the next neighbour (reading 9)."""
    neighbour = (player + gate.step) % len(position.inventories)
    gates = (one for one in position.power_of(square).gate if not isinstance(one, NeighbourCanTake))
    if reasons := _closed(position, neighbour, square, gates):
        why: Kind = "left_neighbour_cannot" if gate.side == "left" else "right_neighbour_cannot"
        causes = {cause for reason in reasons for cause in reason.squares}
        yield Reason(why, tuple(sorted(causes)), position.type_of(square))


class TakingGate(Protocol):
    """Why a gate keeps a player from taking a square."""

    def __call__(
        self, gate: Any, position: Position, player: int, square: int, /
    ) -> Iterator[Reason]:
        """Each reason. Any: every function is for the gate that it stands under in the table."""


# The gates that can keep a square from being taken. The other two, Capacity and Immune, never do.
TAKING_GATES: dict[type[Primitive], TakingGate] = {
    NeedsAdjacent: _needs_adjacent,
    NeighbourCanTake: _neighbour_can_take,
    Limit: _limit,
}
