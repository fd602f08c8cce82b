"""The commands of the games, made from what each game says of itself (games/base.py)."""

from collections.abc import Callable
from copy import copy
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from generator import games
from generator.cli import options
from generator.core.settings import OPTIONS
from generator.games.base import Command, Option

if TYPE_CHECKING:
    from generator.games.base import Game

# By name: how a parameter is called, its type with the texts of its help, its default.
_OPTIONS: dict[str, tuple[str, Any, Any]] = {  # Any: annotations, and defaults of any type
    "set": ("sets", options.Set, None),
    "size": ("size", options.Size, None),
    "players": ("players", options.Players, None),
    "seed": ("seed", options.Seed, None),
    "count": ("count", options.Count, 1),
    "sheet": ("sheet", options.Sheet, ""),
    "paper": ("paper", options.PaperName, "a4"),
    "ink": ("ink", options.Ink, "full"),
    "language": ("language", options.LanguageCode, "en"),
    "backs": ("backs", options.Backs, "duplex"),
    "flip": ("flip", options.Flip, "long"),
    "marks": ("marks", options.Marks, "usual"),
    "gap": ("gap", options.Gap, 0.0),
    "cut": ("cut", options.Cut, None),
    "tile": ("tile", options.Tile, ""),
    "overlap": ("overlap", options.Overlap, 10.0),
    "scale": ("scale", options.Scale, 1.0),
    "thickness": ("thickness", options.Thickness, 0.3),
    "rules": ("rules", options.Rules, True),
    "playtest": ("playtest", options.Playtest, True),
    "search": ("search", options.Search, "usual"),
    "id": ("game_id", options.Id, None),
    "printer": ("printer", options.Printer, None),
    "output": ("output", options.Output, Path("output")),
    "sets-dir": ("sets_dir", options.SetsDir, None),
}
_COMMON = ("printer", "output", "sets-dir")


def add_commands(app: typer.Typer) -> None:
    """Adds the commands of all games, those of the default game first."""
    for name in sorted(games.names(), key=lambda name: name != options.DEFAULT_GAME):
        for command in games.game(name).commands:
            app.command(name=command.name, help=command.help)(_function(name, command))


def check_thickness(context: typer.Context, game: "Game", sheet: str) -> None:
    """Wrong usage if a thickness was typed for a sheet that does not depend on it."""
    if options.is_typed(context, "thickness") and "thickness" not in game.options(sheet):
        thick = " or ".join(each.name for each in game.sheets if "thickness" in each.options)
        needed = f" needs --sheet {thick}" if thick else f": no sheet of {game.name} depends on it"
        options.wrong_usage(f"--thickness{needed}")


def _function(game: str, command: Command) -> Callable[..., None]:
    """The function behind a command. `...`: typer calls it with the options of its signature."""

    def print_sheets(context: typer.Context, **values: Any) -> None:
        _print(context, game, command, values)

    parameters = [Parameter("context", Parameter.KEYWORD_ONLY, annotation=typer.Context)]
    names = (*games.game(game).options_of(command), *_COMMON)
    parameters += [_parameter(option) for option in names]
    if command.form:
        parameters.insert(2, _form_parameter(command))
    print_sheets.__signature__ = Signature(parameters)  # type: ignore[attr-defined] # typer reads it
    print_sheets.__annotations__ = {each.name: each.annotation for each in parameters}
    return print_sheets


def _parameter(option: str | Option) -> Parameter:
    name, annotation, default = _OPTIONS[option if isinstance(option, str) else option.name]
    if isinstance(option, Option):
        annotation = _with_help(annotation, option.help)
        default = option.default
    return Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _with_help(annotation: Any, text: str) -> Any:
    """An option with another help."""
    kind, info = get_args(annotation)
    info = copy(info)
    info.help = text
    return Annotated[kind, info]


def _form_parameter(command: Command) -> Parameter:
    assert command.form
    flags = f"--{command.form.name}/--no-{command.form.name}"
    annotation = Annotated[bool, typer.Option(flags, help=command.form.help)]
    return Parameter("form", Parameter.KEYWORD_ONLY, default=False, annotation=annotation)


def _print(context: typer.Context, game: str, command: Command, values: dict[str, Any]) -> None:
    contract = games.game(game)
    looks = {name: values[name] for name in OPTIONS if name in values}
    settings = options.settings(**looks, printer=values["printer"])
    sheet = command.sheet or values.get("sheet", "")
    if sheet:
        options.one_of("--sheet", sheet, (*contract.sheet_names, *contract.extra_sheets))
    check_thickness(context, contract, sheet)
    if sheet in contract.definition_sheets:
        options.print_definition(
            contract, sheet, values["sets"], settings, values["output"], values["sets_dir"]
        )
        return
    if command.form:
        values["size"] = command.form.name if values["form"] else contract.default_size
    request = options.request(context, contract, sheet, values)
    options.print_rolled(
        request, settings, values["output"], options.is_typed(context, "seed"),
        values.get("cut") or (),
    )  # fmt: skip
