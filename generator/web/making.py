"""How a sheet is made by hand or by machine: the choices of the page beside paper and ink.

Input: options by their names on the command line, with values as text. Output: settings; the
options and files that a sheet can use.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cache

from generator import games
from generator.core.errors import OptionError
from generator.core.settings import BACKS, MARKS, MAX_GAP, Settings


def with_making(settings: Settings, making: Mapping[str, str]) -> Settings:
    """The settings with some options in place of the usual ones. Raises OptionError."""
    for name, text in making.items():
        if name not in _CHANGES:
            raise OptionError(f"{name}: expected {', '.join(_CHANGES)}")
        settings = _CHANGES[name](settings, text)
    return settings


def _backs(settings: Settings, text: str) -> Settings:
    return replace(settings, backs=one_of("backs", text, BACKS))


def _marks(settings: Settings, text: str) -> Settings:
    return replace(settings, marks=one_of("marks", text, MARKS))


def _gap(settings: Settings, text: str) -> Settings:
    return replace(settings, gap=round(_number("gap", text, 0, MAX_GAP, " mm"), 2))


_CHANGES: dict[str, Callable[[Settings, str], Settings]] = {
    "backs": _backs, "marks": _marks, "gap": _gap,
}  # fmt: skip


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
    """The options that each sheet of a game can use; "" is all of them. Found on the sheets of the
    default sets."""
    game = games.game(game_name)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "any")
    result: dict[str, list[str]] = {sheet: [] for sheet in game.definition_sheets}
    for sheet, layout in game.rolled_sheets.items():
        pieces = [piece for page in layout(rolled, Settings()) for piece in page.pieces]
        has_backs = any(piece.is_back for piece in pieces)
        result[sheet] = [*(["backs"] if has_backs else []), *(["marks", "gap"] if pieces else [])]
    result[""] = [name for name in _CHANGES if any(name in names for names in result.values())]
    return result


def files_of_sheets(game_name: str) -> dict[str, list[str]]:
    """What is saved beside the PDF of each sheet of a game, as files.py names it."""
    definition_sheets = games.game(game_name).definition_sheets
    return {
        sheet: [*(["cut", "pieces"] if "marks" in options else []), "table"]
        for sheet, options in usable_options(game_name).items()
        if sheet not in definition_sheets
    }
