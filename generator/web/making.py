"""How a sheet is made by hand or by machine: the choices of the page beside paper and ink.

Input: options by their names on the command line, with values as text. Output: settings; the
options and files that a sheet can use.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from generator import games
from generator.core.errors import CutError, OptionError
from generator.core.settings import NUMBERS, Settings, check_choice, with_making
from generator.games.base import AnyGame
from generator.layout.page import Page, PlacedPiece

OPTIONS = ("backs", "marks", "gap", "thickness", "tile", "overlap", "scale")
_CUTTING = ("backs", "marks", "gap")
_TILING = ("tile", "overlap", "scale")


def with_choices(settings: Settings, texts: Mapping[str, str]) -> Settings:
    """The settings with some options in place of the usual ones. Raises OptionError."""
    options: dict[str, str | float] = {}
    for name, text in texts.items():
        check_choice("making", name, OPTIONS)
        options[name] = _number(name, text) if name in NUMBERS else text
    settings = with_making(settings, options)
    return settings if settings.tile else settings.untiled


def _number(name: str, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise OptionError(f"{name} {text!r}: expected a number") from None


@cache
def usable_options(game_name: str) -> dict[str, list[str]]:
    """The options that each sheet of a game can use; "" is all of them, in one PDF. Found on the
    sheets of the default sets, so that sheets which those do not have are missing."""
    game = games.game(game_name)
    definition = game.load(game.default_sets, ())
    rolled = game.roll(definition, game.default_size, game.default_players, "any")
    result: dict[str, list[str]] = {sheet: [] for sheet in game.definition_sheets}
    for sheet, layout in game.named_sheets.items():
        try:
            pages = layout(rolled, Settings())
        except CutError:  # a box for nothing
            continue
        pieces = [piece for page in pages for piece in page.pieces]
        result[sheet] = _cutting(game, sheet, pieces) if pieces else _whole(game, sheet, pages)
    together = {name for sheet in game.rolled_sheets for name in result[sheet] if name in _CUTTING}
    of_board = result[game.board_sheet] if game.board_sheet else []
    result[""] = [name for name in OPTIONS if name in {*together, *of_board}]
    return result


def _cutting(game: AnyGame, sheet: str, pieces: Sequence[PlacedPiece]) -> list[str]:
    """The options of a sheet that is cut. A box is as large as what the other sheets hold."""
    if sheet in game.extra_sheets:
        return ["backs", "marks", "gap", "thickness"]
    return [*(["backs"] if any(piece.is_back for piece in pieces) else []), "marks", "gap"]


def _whole(game: AnyGame, sheet: str, pages: Sequence[Page]) -> list[str]:
    """The options of a sheet that stays whole."""
    tells_of_backs = sheet == game.rules_sheet and game.rules_tell_of_backs
    tiling = _TILING if all(page.seams for page in pages) else ()
    return [*(["backs"] if tells_of_backs else []), *tiling]


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
