"""Games of the engine on a board, or from any position on."""

from types import SimpleNamespace

from games.magnetmen.oracle import Action, Position, start

from generator.games.magnetmen import engine as e
from generator.games.magnetmen import match, tables
from generator.games.magnetmen.primitives import CAPACITY
from generator.games.magnetmen.roll import Board
from generator.play.series import Match


class Game:
    """What the engine needs for a game, and the actions behind its numbers."""

    def __init__(self, board: Board | Position):
        self.position = board if isinstance(board, Position) else start(board)
        size = SimpleNamespace(columns=self.position.columns, slots=self.position.slots)
        here = {"types": self.position.types, "squares": self.position.squares, "size": size}
        rules = {"players": len(self.position.inventories), "advanced": self.position.advanced}
        self.tables = tables.game_tables(SimpleNamespace(**here, **rules))

    @property
    def match(self) -> Match:
        counters = self.tables.types * match.KIND_COUNTERS
        return Match(match.ENGINE, self.tables, self.start(), counters)

    def start(self, player: int = 0) -> e.GameState:
        """The state of the game's position in which a player is to move, if possible."""
        position, state = self.position, match.start_state(self.tables)
        for square, square_state in enumerate(position.states):
            takers, kind = position.taken_by[square], position.squares[square]
            is_crossed = square_state == "crossed_out"
            capacity = self.tables.amounts[CAPACITY + kind]
            is_free = square_state == "open" or (is_crossed and capacity > 0)
            e.set_square(self.tables, state, square, is_free, is_crossed)
            if capacity:
                state.times_taken[square] = len(takers)
            for taker in takers:
                state.masks[e.TOOK + taker] |= 1 << square
                state.takings[taker * self.tables.types + kind] += 1
        for owner, (icons, used, out) in enumerate(position.inventories):
            state.used_slots[owner], state.out[owner] = used, int(out)
            for kind, square in icons:
                origin = -1 if square is None else square
                e.change_icon(self.tables, state, owner, kind, origin, 1, 0)
        state.turn[:] = [0] * e.TURN_NUMBERS
        state.turn[e.STALE] = (1 << self.tables.players) - 1
        state.turn[e.PLAYER] = (player - 1) % self.tables.players
        e.advance(self.tables, state)
        return state

    def action(self, number: int) -> Action:
        """The action with a number of the engine, see engine.py."""
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

    def legal(self, state: e.GameState) -> list[int]:
        return state.actions[: e.list_actions(self.tables, state)]


def action_text(game: Game, number: int) -> str:
    """An action, such as "take c4", "scratch 2 taxi_driver b1", "pass". Players are numbered from
    1; a1 is the square at the top left."""
    do, square, kind, owner = game.action(number)
    piece = game.position.types[kind].piece if kind is not None else None
    name = (piece.key or piece.name["en"]) if piece else ""
    row, column = divmod(square or 0, game.tables.columns)
    where = "" if square is None else f"{'abcdefghijkl'[column]}{row + 1}"
    return " ".join(filter(None, (do, "" if owner is None else str(owner + 1), name, where)))


def legal_text(game: Game, state: e.GameState) -> str:
    """Who decides among what: "1: take a1 b3, pass"."""
    if state.turn[e.NEED] == e.OVER:
        return "over"
    whats: dict[str, list[str]] = {}
    for number in game.legal(state):
        do, _, what = action_text(game, number).partition(" ")
        whats.setdefault(do, []).append(what)
    groups = (f"{do} {' '.join(sorted(each))}".strip() for do, each in whats.items())
    return f"{state.turn[e.DECIDER] + 1}: {', '.join(groups)}"
