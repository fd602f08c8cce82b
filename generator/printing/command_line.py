"""Requests and settings as words of the command line: what prints the same bytes again.

Own sets also need their --sets-dir, which is left out because it lies elsewhere on another machine.
"""

from collections.abc import Sequence

from generator import games
from generator.core.game_id import GameId
from generator.core.request import Request, SeedRange
from generator.core.settings import Settings
from generator.games.base import Game


def sheet_command(
    game: Game, request: Request, settings: Settings, ids: Sequence[GameId]
) -> list[str]:
    """The command of a sheet that was rolled, after `board-generator`."""
    words = [_command_name(game, request.sheet)]
    if len(ids) == 1:
        words += ["--id", str(ids[0])]
    else:
        words += set_words(request.sets)
        words += _size_words(game, request)
        words += seed_words(request.seeds)
        words += _search_words(request)
    if request.sheet in game.extra_sheets or (game.is_bundle and request.sheet):
        words += ["--sheet", request.sheet]
    words += effective_settings(game, request.sheet, settings).words()
    return words if request.playtest or not game.playtest else [*words, "--no-playtest"]


def batch_command(request: Request, settings: Settings) -> tuple[str, ...]:
    """The command of a batch of one job."""
    words = ["batch", request.game, *set_words(request.sets)]
    words += ["--size", request.size, "--players", str(request.players)]
    words += seed_words(request.seeds, request.keep)
    words += _search_words(request)
    words += ["--sheet", request.sheet] if request.sheet else []
    words += effective_settings(games.game(request.game), request.sheet, settings).words()
    return (*words, *([] if request.playtest else ["--no-playtest"]))


def definition_command(
    sheet: str, sets: Sequence[str], settings: Settings, example_seed: str = ""
) -> list[str]:
    """The command of a sheet that needs no roll."""
    words = [sheet, *set_words(sets)]
    words += ["--seed", example_seed] if example_seed else []
    return [*words, *settings.words()]


def set_words(sets: Sequence[str]) -> list[str]:
    """The options that choose sets."""
    return [word for name in sets for word in ("--set", name)]


def _search_words(request: Request) -> list[str]:
    """The option for how long the best board is looked for."""
    return [] if request.search == "usual" else ["--search", request.search]


def effective_settings(game: Game, sheet: str, settings: Settings) -> Settings:
    """The settings that have an effect on a sheet, or on all of a game (sheet ""). Others are the
    default."""
    options = game.options(sheet)
    return (settings if "tile" in options else settings.untiled).only(options)


def _size_words(game: Game, request: Request) -> list[str]:
    """The options that choose a size and a number of players, where the game's command has them."""
    name = _command_name(game, request.sheet)
    (command,) = (command for command in game.commands if command.name == name)
    if command.form:
        return [f"--{command.form.name}"] if request.size == command.form.name else []
    options = {getattr(option, "name", option) for option in command.first}
    words = ["--size", request.size] if "size" in options else []
    return [*words, *(["--players", str(request.players)] if "players" in options else [])]


def _command_name(game: Game, sheet: str) -> str:
    """The command that prints a sheet, or all of a game (sheet "")."""
    is_extra = sheet in game.extra_sheets
    return game.name if game.is_bundle or is_extra or not sheet else sheet


def seed_words(seeds: Sequence[str], keep: int | None = None) -> list[str]:
    """The options that choose seeds, and how many of them to keep. Raises ValueError for seeds that
    no option can choose: several that are not numbered from 1."""
    if not isinstance(seeds, SeedRange):
        (seed,) = seeds
        return ["--seed", seed]
    if seeds.first != 1:
        raise ValueError(f"no option chooses the seeds from {seeds[0]} to {seeds[-1]}")
    count = str(len(seeds))
    number = ["--count", count] if keep is None else ["--keep", str(keep), "--of", count]
    return ["--seed", seeds.master, *number]
