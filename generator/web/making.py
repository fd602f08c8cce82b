"""How a sheet is made by hand or by machine: the choices of the page beside paper and ink.

Input: options by their names on the command line, with values as text. Output: settings; the
options and files that a sheet can use.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache

from generator import games
from generator.core.errors import CutError, OptionError
from generator.core.paper import PAPERS
from generator.core.settings import (
    BACKS,
    MARKS,
    MAX_GAP,
    MAX_OVERLAP,
    MAX_SCALE,
    MIN_OVERLAP,
    THICKNESSES,
    TILES,
    Settings,
)
from generator.games.base import AnyGame
from generator.layout.page import PlacedPiece
from generator.printing.command_line import effective_settings

_CUTTING = ("backs", "marks", "gap")
_TILING = ("tile", "overlap", "scale")


def with_making(settings: Settings, making: Mapping[str, str]) -> Settings:
    """The settings with some options in place of the usual ones. Raises OptionError."""
    for name, text in making.items():
        if name not in _CHANGES:
            raise OptionError(f"{name}: expected {', '.join(_CHANGES)}")
        settings = _CHANGES[name](settings, text)
    return settings if settings.tile else settings.untiled


def _backs(settings: Settings, text: str) -> Settings:
    return replace(settings, backs=one_of("backs", text, BACKS))


def _marks(settings: Settings, text: str) -> Settings:
    return replace(settings, marks=one_of("marks", text, MARKS))


def _gap(settings: Settings, text: str) -> Settings:
    return replace(settings, gap=round(_number("gap", text, 0, MAX_GAP, " mm"), 2))


def _tile(settings: Settings, text: str) -> Settings:
    return replace(settings, tile=PAPERS[one_of("tile", text, TILES)])


def _overlap(settings: Settings, text: str) -> Settings:
    overlap = _number("overlap", text, MIN_OVERLAP, MAX_OVERLAP, " mm")
    return replace(settings, overlap=round(overlap, 1))


def _scale(settings: Settings, text: str) -> Settings:
    return replace(settings, scale=round(_number("scale", text, 1, MAX_SCALE), 3))


def _thickness(settings: Settings, text: str) -> Settings:
    return replace(settings, thickness=round(_number("thickness", text, *THICKNESSES, " mm"), 3))


_CHANGES: dict[str, Callable[[Settings, str], Settings]] = {
    "backs": _backs, "marks": _marks, "gap": _gap, "thickness": _thickness, "tile": _tile,
    "overlap": _overlap, "scale": _scale,
}  # fmt: skip


OPTIONS = tuple(_CHANGES)


def one_of(name: str, value: str, allowed: tuple[str, ...]) -> str:
    """The value. Raises OptionError unless it is allowed."""
    if value not in allowed:
        raise OptionError(f"{name} {value!r}: expected {', '.join(filter(None, allowed))}")
    return value


def _number(name: str, text: str, least: float, most: float, unit: str = "") -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not least <= value <= most:  # nor NaN
        raise OptionError(f"{name} {text}: expected {least:g} to {most:g}{unit}")
    return value


@cache
def usable_options(game_name: str) -> dict[str, list[str]]:
    """The options that each sheet of a game can use; "" is all of them, in one PDF. Found on the
    sheets of the default sets, so that sheets which those do not have are missing."""
    game = games.game(game_name)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "any")
    result = {sheet: _tiling(game, sheet) for sheet in game.definition_sheets}
    for sheet, layout in game.named_sheets.items():
        try:
            pages = layout(rolled, Settings())
        except CutError:  # a box for nothing
            continue
        pieces = [piece for page in pages for piece in page.pieces]
        result[sheet] = _cutting(game, sheet, pieces) if pieces else _tiling(game, sheet)
    together = {name for sheet in game.rolled_sheets for name in result[sheet] if name in _CUTTING}
    of_board = result[game.board_sheet] if game.board_sheet else []
    result[""] = [name for name in _CHANGES if name in {*together, *of_board}]
    return result


def _cutting(game: AnyGame, sheet: str, pieces: Sequence[PlacedPiece]) -> list[str]:
    """The options of a sheet that is cut. A box is as large as what the other sheets hold."""
    if sheet in game.extra_sheets:
        return ["backs", "gap", "thickness"]
    return [*(["backs"] if any(piece.is_back for piece in pieces) else []), "marks", "gap"]


def _tiling(game: AnyGame, sheet: str) -> list[str]:
    """The options of a sheet that stays whole."""
    if sheet not in {command.sheet for command in games.commands(game.name)} | {
        *game.rolled_sheets
    }:
        return []  # rules, whose command is that of all games
    tiled = replace(Settings(), tile=PAPERS["a4"])
    return [*_TILING] if effective_settings(game, sheet, tiled).tile else []


def files_of_sheets(game_name: str) -> dict[str, list[str]]:
    """What is saved beside the PDF of each sheet of a game, as files.py names it."""
    game = games.game(game_name)
    result: dict[str, list[str]] = {}
    for sheet, options in usable_options(game_name).items():
        if sheet in game.extra_sheets:
            result[sheet] = ["cut"]
        elif sheet not in game.definition_sheets:
            result[sheet] = [*(["cut", "pieces"] if "marks" in options else []), "table"]
    return result
