"""Requests from the options of a command.

Input: options as typed. Output: what to roll, or one message on standard error and exit code 2.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

import typer

from generator.cli.options import canonical, folders, one_of, wrong_usage

if TYPE_CHECKING:
    from generator.core.request import Request, SearchName
    from generator.games.base import AnyGame


def request(
    context: typer.Context, game: "AnyGame", sheet: str, values: Mapping[str, Any]
) -> "Request":
    """What to roll, from the values of a command's options (Any: of any type); an ID stands for all
    of it."""
    from generator.core.errors import GameIdError
    from generator.core.game_id import parse
    from generator.core.request import Request, SeedRange
    from generator.core.seeds import made_up_seed

    sets_dirs = folders(values["sets_dir"])
    playtest = bool(values.get("playtest")) and game.playtest is not None
    if values.get("game_id") is None:
        seed = canonical(values["seed"]) if values.get("seed") is not None else made_up_seed()
        count = values.get("count", 1)
        return Request(
            game.name, tuple(values["sets"] or game.default_sets),
            (values.get("size") or game.default_size).lower(),
            values.get("players") or game.default_players,
            (seed,) if count == 1 else SeedRange(seed, 1, count),
            sheet, playtest=playtest, sets_dirs=sets_dirs,
            search=search_name(context, values.get("search", "usual"), playtest),
        )  # fmt: skip
    _check_id_is_alone(context)
    try:
        game_id = parse(values["game_id"])
    except GameIdError as error:
        wrong_usage(str(error))
    if game_id.game != game.name:
        wrong_usage(
            f"--id {values['game_id']!r} is of the game {game_id.game!r}, expected {game.name}"
        )
    return Request.of_game_id(game_id, sheet, playtest, sets_dirs)


def search_name(context: typer.Context, text: str, playtest: bool) -> "SearchName":
    """The search that --search names."""
    from generator.core.request import SEARCHES

    one_of("--search", text.lower(), SEARCHES)
    if is_typed(context, "search") and not playtest:
        wrong_usage("--search needs the playtest, which chooses the board")
    return cast("SearchName", text.lower())


def _check_id_is_alone(context: typer.Context) -> None:
    """An ID says which sets, size, players and seed: naming one of them besides is a slip."""
    for name in ("sets", "size", "players", "form", "seed", "count"):
        if is_typed(context, name):
            wrong_usage(
                f"{_flag(context, name)} cannot be combined with --id, which already says it"
            )
    if is_typed(context, "search"):
        wrong_usage("--search cannot be combined with --id, whose board is not searched for")


def _flag(context: typer.Context, name: str) -> str:
    """How an option is written."""
    parameters = (each for each in context.command.params if each.name == name)
    return next(parameters).opts[0]


def is_typed(context: typer.Context, name: str) -> bool:
    """Whether the user typed an option; not so its default."""
    source = context.get_parameter_source(name)
    return source is not None and source.name == "COMMANDLINE"
