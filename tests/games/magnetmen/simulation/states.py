"""Games and their states action by action, and as text, to be read and played again.

Players are numbered from 1 in texts; a square is a letter for its column and a number for its row,
a1 at the top left.
"""

from types import SimpleNamespace
from typing import Literal

from games.magnetmen.oracle import Action, Position

from generator.games.magnetmen import engine as e
from generator.games.magnetmen import match, tables
from generator.games.magnetmen.engine import GameState
from generator.games.magnetmen.primitives import CAPACITY
from generator.games.magnetmen.roll import Board
from generator.languages import load_language
from generator.play.series import Match

_MARKS = {"open": "", "crossed_out": "x", "destroyed": "#"}
_OUT = {
    None: e.IN,
    "inventory_full": e.FULL,
    "four_of_a_kind": e.FOUR_OF_A_KIND,
    "retired": e.RETIRED,
}


class Game:
    """A game on a board, or on any position, whose states can be played action by action."""

    def __init__(self, board: Board | Position):
        self.position = board if isinstance(board, Position) else Position.start(board)
        size = SimpleNamespace(columns=self.position.columns, slots=self.position.slots)
        self.tables = tables.game_tables(SimpleNamespace(
            types=self.position.types, squares=self.position.squares, size=size,
            players=len(self.position.inventories), advanced=self.position.advanced,
        ))  # fmt: skip

    @property
    def match(self) -> Match:
        counters = self.tables.types * match.KIND_COUNTERS
        return Match(match.KERNEL, self.tables, self.start(), counters)

    def start(self, player: int = 0) -> GameState:
        """The state of the game's position in which a player is to move, if possible."""
        position, state = self.position, match.start_state(self.tables)
        for square, square_state in enumerate(position.states):
            takers, kind = position.taken_by[square], position.squares[square]
            is_crossed = square_state == "crossed_out"
            is_free = square_state == "open" or (
                is_crossed and self.tables.amounts[CAPACITY + kind] > 0
            )
            e.set_square(self.tables, state, square, is_free, is_crossed)
            if self.tables.amounts[CAPACITY + kind]:
                state.times_taken[square] = len(takers)
            for taker in takers:
                state.masks[e.TOOK + taker] |= 1 << square
                state.takings[taker * self.tables.types + kind] += 1
        for owner, inventory in enumerate(position.inventories):
            state.used_slots[owner] = inventory.used
            state.out[owner] = _OUT[inventory.out]
            for kind, count in enumerate(inventory.counts):
                origins = [
                    square
                    for square, takers in enumerate(position.taken_by)
                    for _ in range(takers.count(owner) * (position.squares[square] == kind))
                ]
                for square in (origins + [-1] * count)[:count]:
                    e.change_icon(self.tables, state, owner, kind, square, 1, 0)
        state.turn[:] = [0] * e.TURN_NUMBERS
        state.turn[e.STALE] = (1 << self.tables.players) - 1
        state.turn[e.PLAYER] = (player - 1) % self.tables.players
        e.advance(self.tables, state)
        return state

    def state(self, player: int = 0) -> "State":
        """The same, to be played."""
        return State(self, self.start(player))

    def action(self, number: int) -> Action:
        """The action with a number of the kernel, see engine.py."""
        squares, types = self.tables.squares, self.tables.types
        if number < squares:
            return Action("take", number)
        if number < 2 * squares:
            return Action("destroy", number - squares)
        if (number := number - 2 * squares) == 0:
            return Action("pass")
        if (number := number - 1) < types:
            return Action("gain", kind=number)
        if (number := number - types) < self.tables.players * types:
            return Action("scratch", kind=number % types, owner=number // types)
        owner, square = divmod(number - self.tables.players * types, squares)
        return Action("scratch", square, self.tables.kinds[square], owner)


class State:
    """A moment of a game in which a player has to decide, or its end."""

    def __init__(self, game: Game, kernel_state: GameState):
        self.game = game
        self.kernel_state = kernel_state

    @property
    def is_over(self) -> bool:
        """Whether nobody can move any more."""
        return self.kernel_state.turn[e.NEED] == e.OVER

    @property
    def current_player(self) -> int | None:
        """The player who has to decide, from 0 in turn order; None at the end."""
        return None if self.is_over else self.kernel_state.turn[e.DECIDER]

    @property
    def within_turn(self) -> bool:
        """Whether the decision is a step of a power, within a turn."""
        return self.kernel_state.turn[e.NEED] == e.STEP

    @property
    def scores(self) -> tuple[int, ...]:
        """The score of each player if the game ended here."""
        tables = self.game.tables
        return tuple(
            e.standing(tables, self.kernel_state, player) for player in range(tables.players)
        )

    @property
    def inventories(self) -> tuple[tuple[int, ...], ...]:
        """The number of icons of each type, by player."""
        types = self.game.tables.types
        counts = self.kernel_state.counts
        return tuple(tuple(counts[first : first + types]) for first in range(0, len(counts), types))

    def square(self, square: int) -> Literal["open", "crossed_out", "destroyed"]:
        """The state of a square."""
        here = 1 << square
        if self.kernel_state.masks[e.CROSSED] & here:
            return "crossed_out"
        return "open" if self.kernel_state.masks[e.FREE] & here else "destroyed"

    def legal_actions(self) -> tuple[Action, ...]:
        """The actions among which the player has to decide; none at the end."""
        return tuple(self._numbers())

    def apply(self, action: Action) -> None:
        """Carry out an action, and go on to the next decision. Raises ValueError if the action is
        not legal."""
        number = self._numbers().get(action)
        if number is None:
            raise ValueError(f"{action} is not legal here")
        e.apply(self.game.tables, self.kernel_state, number)

    def copy(self) -> "State":
        """Return an independent copy."""
        return State(self.game, GameState(*(list(numbers) for numbers in self.kernel_state)))

    def _numbers(self) -> dict[Action, int]:
        """The legal actions with their numbers."""
        if self.is_over:
            return {}
        numbers = self.kernel_state.actions[: e.list_actions(self.game.tables, self.kernel_state)]
        return {self.game.action(number): number for number in numbers}


def square_name(game: Game, square: int) -> str:
    """The name of a square, such as c4."""
    row, column = divmod(square, game.tables.columns)
    letter = chr(ord("a") + column % 26)
    return f"{letter * (1 + column // 26)}{row + 1}"


def type_name(game: Game, kind: int) -> str:
    """The key of a type; its first name if it comes from no set."""
    piece = game.position.types[kind].piece
    return piece.key or next(iter(piece.name.values()))


def action_text(game: Game, action: Action) -> str:
    """An action, such as "take c4 doctor", "scratch 2 taxi_driver b1", "pass"."""
    kind, where = action.kind, ""
    if action.square is not None:
        kind = game.tables.kinds[action.square]
        where = square_name(game, action.square)
    what = "" if kind is None else type_name(game, kind)
    parts = [where, what]
    if action.owner is not None:
        parts = [str(action.owner + 1), what, where]
    return " ".join([action.do, *filter(None, parts)])


def board_text(game: Game) -> str:
    """The types with letters and with powers as in the legend, and the grid."""
    english = load_language("en")
    lines = [
        f"{_letter(kind)} {type_name(game, kind)}: {rolled.sentence(english)}"
        for kind, rolled in enumerate(game.position.types)
    ]
    return "\n".join([*lines, *_grid(game, [_letter(kind) for kind in game.tables.kinds])])


def state_text(state: State) -> str:
    """The grid (x: crossed out, #: destroyed), what each player has, and who decides."""
    game = state.game
    cells = [
        _letter(kind) + _MARKS[state.square(square)]
        for square, kind in enumerate(game.tables.kinds)
    ]
    lines = _grid(game, cells)
    for player, counts in enumerate(state.inventories):
        icons = "".join(_letter(kind) * count for kind, count in enumerate(counts))
        lines.append(f"{player + 1}: {icons or '-'} = {state.scores[player]}")
    player_to_decide = state.current_player
    turn = "over" if player_to_decide is None else f"{player_to_decide + 1} to decide"
    return "\n".join([*lines, turn])


def _letter(kind: int) -> str:
    return chr(ord("a") + kind)


def _grid(game: Game, cells: list[str]) -> list[str]:
    columns = game.tables.columns
    rows = [cells[first : first + columns] for first in range(0, len(cells), columns)]
    return ["  " + " ".join(f"{cell:2}" for cell in row).rstrip() for row in rows]
