"""Plays as text: the board of a game, and each action with the scores after it.

A first line has the numbers, then come the types by letter and the grid, and below a rule one line
an action: player, action, of how many legal ones | scores then.
"""

from dataclasses import dataclass

from games.magnetmen.simulation.states import Action, Game, State, action_text
from positions import fresh, type_called

from generator.play.series import Play

RULE = "---"


@dataclass(frozen=True)
class Board:
    """What stands above the rule; `types` are published variants, `grid` indexes into them."""

    players: int
    slots: int
    advanced: bool
    columns: int
    types: tuple[str, ...]
    grid: tuple[int, ...]

    def game(self) -> Game:
        types = tuple(type_called(name) for name in self.types)
        position = fresh(types, self.columns, self.grid, self.players, self.slots, self.advanced)
        return Game(position)

    @property
    def text(self) -> str:
        rules = "advanced" if self.advanced else "basic"
        lines = [f"players {self.players}, slots {self.slots}, {rules}"]
        lines += [f"{letter(kind)} = {name}" for kind, name in enumerate(self.types)]
        cells = [letter(kind) for kind in self.grid]
        rows = [cells[at : at + self.columns] for at in range(0, len(cells), self.columns)]
        return "\n".join([*lines, *(" ".join(row) for row in rows)])


def letter(kind: int) -> str:
    return "abcdefghij"[kind]


def record_text(board: Board, play: Play) -> str:
    """The whole text of a play."""
    game = board.game()
    state, lines = game.state(), [board.text, RULE]
    for number in play.actions:
        lines.append(play_line(state, game.action(number)))
    return "\n".join(lines) + "\n"


def play_line(state: State, action: Action) -> str:
    """Carries out an action, and returns its line."""
    player, legal = state.current_player + 1, len(state.legal_actions())
    state.apply(action)
    scores = " ".join(map(str, state.scores))
    return f"{player} {action_text(state.game, action)}, of {legal} | {scores}"


def parse(text: str) -> tuple[Board, list[str]]:
    """The board and the lines of the text of a play."""
    above, below = text.split(f"{RULE}\n")
    first, *rest = above.splitlines()
    players, slots, rules = first.split(", ")
    types = [one.split(" = ")[1] for one in rest if " = " in one]
    rows = [one.split() for one in rest if set(map(len, one.split())) == {1} and "=" not in one]
    board = Board(
        int(players.split()[1]),
        int(slots.split()[1]),
        rules == "advanced",
        len(rows[0]),
        tuple(types),
        tuple("abcdefghij".index(cell) for row in rows for cell in row),
    )
    return board, below.splitlines()


def first_difference(game: Game, lines: list[str]) -> str | None:
    """The first line that can't be played or gives other scores; None if all can, and the game is
    over after them."""
    state = game.state()
    for expected in lines:
        text = expected.split(",")[0].split(" ", 1)[1]
        actions = {action_text(game, action): action for action in state.legal_actions()}
        if text not in actions or play_line(state, actions[text]) != expected:
            return expected
    return None if state.is_over else "the end"
