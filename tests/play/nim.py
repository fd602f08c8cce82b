"""Nim with one heap, as small a game as a kernel can play: whoever takes the last of it wins."""

from typing import Annotated, NamedTuple

from generator.play.engine import WIN_PARTS, Numbers
from generator.play.kernel import Length
from generator.play.players import Engine
from generator.play.series import Match

MOST = 3  # that may be taken at once


class GameTables(NamedTuple):
    players: int
    max_actions: int


class GameState(NamedTuple):
    heap: Annotated[Numbers, Length(1)]
    taken: Annotated[Numbers, Length(1)]  # how often
    random: Annotated[Numbers, Length(4)]
    actions: Annotated[Numbers, Length(MOST)]
    values: Annotated[Numbers, Length(MOST)]


def start_game(tables: GameTables, state: GameState, start: GameState) -> None:
    copy_state(tables, state, start)


def copy_state(tables: GameTables, target: GameState, source: GameState) -> None:
    target.heap[0] = source.heap[0]
    target.taken[0] = source.taken[0]


def decider(tables: GameTables, state: GameState) -> int:
    return state.taken[0] % tables.players if state.heap[0] else -1


def list_actions(tables: GameTables, state: GameState) -> int:
    count = min(MOST, state.heap[0])
    for index in range(count):
        state.actions[index] = index + 1
    return count


def apply(tables: GameTables, state: GameState, action: int) -> None:
    state.heap[0] -= action
    state.taken[0] += 1


def standing(tables: GameTables, state: GameState, player: int) -> int:
    """1 for the winner and -1 for others, at the end."""
    if state.heap[0]:
        return 0
    return 1 if outcome(tables, state, player) else -1


def outcome(tables: GameTables, state: GameState, player: int) -> int:
    if state.heap[0] or (state.taken[0] - 1) % tables.players != player:
        return 0
    return WIN_PARTS


ENGINE = Engine(
    start_game=start_game,
    copy_state=copy_state,
    decider=decider,
    list_actions=list_actions,
    apply=apply,
    standing=standing,
    outcome=outcome,
    state_value=standing,
)


def start_of(heap: int) -> GameState:
    return GameState([heap], [0], [1] * 4, [0] * MOST, [0] * MOST)


def match_of(heap: int = 21) -> Match:
    return Match(ENGINE, GameTables(2, heap), start_of(heap))
