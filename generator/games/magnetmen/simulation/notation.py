"""Write states and actions as text, for listings and for reading a game again.

Input: a State, an Action. Output: text. Players are numbered from 1; a square is a letter for its
column and a number for its row, a1 at the top left.
"""

from generator.games.magnetmen.simulation.game import Action, Game, State
from generator.languages import load_language

_MARKS = {"open": "", "crossed_out": "x", "destroyed": "#"}


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
