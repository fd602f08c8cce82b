"""The commands of the games, made from what each game says of itself (games/base.py)."""

from functools import cache, partial
from pathlib import Path
from typing import Any

import click

from generator import games
from generator.cli import options
from generator.core.settings import Settings
from generator.games.base import Command, Game

_OPTIONS: dict[str, options.Option] = options.SETTINGS | {
    "set": options.SETS.copy(about="The set. [default: classic]"),
    "size": options.SIZE,
    "players": options.PLAYER_COUNT,
    "seed": options.SEED,
    "count": options.COUNT,
    "sheet": options.SHEET,
    "cut": options.CUT,
    "playtest": options.PLAYTEST,
    "search": options.SEARCH,
    "id": options.ID.copy(about="Print this game again; repeat for more."),
}


@cache
def commands() -> dict[str, options.Command]:
    """The commands of all games by their names, those of the default game first."""
    names = sorted(games.names(), key=lambda name: name != options.DEFAULT_GAME)
    return {
        command.name: _command(games.game(name), command)
        for name in names
        for command in games.game(name).commands
    }


def _command(game: Game, command: Command) -> options.Command:
    parameters: list[click.Parameter] = [
        _OPTIONS[each]
        if isinstance(each, str)
        else _OPTIONS[each.name].copy(about=each.help, default=each.default)
        for each in game.options_of(command)
    ]
    if command.form:
        flags = f"--{command.form.name}/--no-{command.form.name}"
        parameters.insert(1, options.Option(f"{flags} form", "", command.form.help, False))
    function = partial(_print, game, command)
    return options.Command(command.name, function, [*parameters, *options.PLACES], command.help)


def _print(
    game: Game, command: Command, /, *, settings: Settings, output: Path, **values: Any
) -> None:
    """Print the sheets of a command. Any: values of options have any type."""
    from generator.cli import sheets  # which every other command does without

    sheet = command.sheet or values.get("sheet", "")
    if sheet:
        options.one_of("--sheet", sheet, (*game.sheet_names, *game.extra_sheets))
    if command.form:
        values["size"] = command.form.name if values["form"] else game.default_size
    request = options.request(game, sheet, values)
    sheets.print_request(request, settings, output, values.get("cut", ()))
