"""The command `table`; app.py puts it beside the others.

Input: options as typed. Output: a folder with a saved object of Tabletop Simulator and its
pictures; the game ID and the path of the object on standard output.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options, requests
from generator.cli.options import (
    GameName,
    Id,
    Ink,
    LanguageCode,
    PaperName,
    Players,
    Playtest,
    Rules,
    Search,
    Seed,
    SetsDir,
    SetsToUse,
    Size,
)
from generator.cli.output_folder import checked_folder

Url = Annotated[
    str,
    typer.Option(
        metavar="URL", help="Where you will put the pictures. [default: this machine's folder]"
    ),
]
Dpi = Annotated[
    int, typer.Option(metavar="N", min=72, max=600, help="Pixels to the inch; fewer load faster.")
]
Folder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where to. [default: output/table. and the game ID]"),
]


def table(
    context: typer.Context, game: GameName, sets: SetsToUse = None, size: Size = None,
    players: Players = None, seed: Seed = None, url: Url = "", dpi: Dpi = 300,
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en", rules: Rules = True,
    playtest: Playtest = True, search: Search = "usual", game_id: Id = None, output: Folder = None,
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Save a game for Tabletop Simulator: boards, decks, tiles, dice.

    A saved object, and the pictures that it shows.
    """
    from generator import games
    from generator.printing.tabletop import SCHEMES, write_table

    options.one_of("GAME", game, games.names())
    if url and not url.startswith(SCHEMES):
        options.wrong_usage(f"--url {url!r}: expected an address that begins with {SCHEMES[1]}")
    settings = options.settings(paper, ink, language, rules=rules)
    values = {
        "sets": sets, "size": size, "players": players, "seed": seed, "playtest": playtest,
        "search": search, "game_id": game_id, "sets_dir": sets_dir,
    }  # fmt: skip
    request = requests.request(context, games.game(game), "", values)
    folder = checked_folder(output) if output else None
    seed_is_chosen = requests.is_typed(context, "seed")
    with options.explained(), options.playtesting(request.playtest) as progress:
        report = write_table(
            request, settings, folder, url, dpi, progress, seed_is_chosen,
            vetted=not seed_is_chosen and request.search == "usual",
        )  # fmt: skip
    options.show_report(report)
