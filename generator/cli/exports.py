"""The commands pieces and table, which write folders of pictures for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
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
    Set,
    SetsDir,
    SetsToUse,
    Size,
)

SheetName = Annotated[
    str, typer.Option("--sheet", metavar="NAME", help="Of one sheet only. [default: all pieces]")
]
Dpi = Annotated[int, typer.Option(metavar="N", min=72, max=1200, help="Pixels to the inch.")]
Bleed = Annotated[
    float, typer.Option(metavar="MM", min=0, max=10, help="What is shown beyond the cut.")
]
CardSize = Annotated[
    str,
    typer.Option(
        "--size", metavar="NAME",
        help="Fit cards to a size of print services: poker, bridge, tarot or mini.",
    ),
]  # fmt: skip
Folder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where to. [default: output/pieces. and the game ID]"),
]


def pieces(
    context: typer.Context, game: GameName, sets: Set = None, seed: Seed = None,
    sheet: SheetName = "", dpi: Dpi = 300, bleed: Bleed = 3.175, card_size: CardSize = "",
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en", game_id: Id = None,
    output: Folder = None, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Save a picture of each piece to cut out, front and back.

    For print services and other programs. A table, pieces.csv, has counts and sizes.
    """
    from generator import games
    from generator.layout.pieces import CARD_SIZES
    from generator.printing.piece_images import ImageOptions, write_pieces

    options.one_of("GAME", game, games.names())
    contract = games.game(game)
    if sheet:
        options.one_of("--sheet", sheet, contract.rolled_sheets)
    if card_size:
        options.one_of("--size", card_size.lower(), CARD_SIZES)
    settings = options.settings(paper=paper, ink=ink, language=language)
    values = {"sets": sets, "seed": seed, "game_id": game_id, "sets_dir": sets_dir}
    request = options.request(context, contract, sheet, values)
    folder = checked_folder(output) if output else None
    looks = ImageOptions(dpi, bleed, card_size.lower())
    with options.explained():
        report = write_pieces(request, settings, looks, folder, options.is_typed(context, "seed"))
    options.show_report(report)


Url = Annotated[
    str,
    typer.Option(
        metavar="URL", help="Where you will put the pictures. [default: this machine's folder]"
    ),
]
TableDpi = Annotated[
    int, typer.Option(metavar="N", min=72, max=600, help="Pixels to the inch; fewer load faster.")
]
TableFolder = Annotated[
    Path | None,
    typer.Option(metavar="FOLDER", help="Where to. [default: output/table. and the game ID]"),
]


def table(
    context: typer.Context, game: GameName, sets: SetsToUse = None, size: Size = None,
    players: Players = None, seed: Seed = None, url: Url = "", dpi: TableDpi = 300,
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en", rules: Rules = True,
    playtest: Playtest = True, search: Search = "usual", game_id: Id = None,
    output: TableFolder = None, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Save a game for Tabletop Simulator: boards, decks, tiles, dice.

    A saved object, and the pictures that it shows.
    """
    from generator import games
    from generator.printing.tabletop import SCHEMES, write_table

    options.one_of("GAME", game, games.names())
    if url and not url.startswith(SCHEMES):
        options.wrong_usage(f"--url {url!r}: expected an address that begins with {SCHEMES[1]}")
    settings = options.settings(paper=paper, ink=ink, language=language, rules=rules)
    values = {
        "sets": sets, "size": size, "players": players, "seed": seed, "playtest": playtest,
        "search": search, "game_id": game_id, "sets_dir": sets_dir,
    }  # fmt: skip
    request = options.request(context, games.game(game), "", values)
    folder = checked_folder(output) if output else None
    seed_is_chosen = options.is_typed(context, "seed")
    with options.explained(), options.playtesting(request.playtest) as progress:
        report = write_table(
            request, settings, folder, url, dpi, progress, seed_is_chosen,
            vetted=not seed_is_chosen and request.search == "usual",
        )  # fmt: skip
    options.show_report(report)


def checked_folder(output: Path) -> Path:
    """The folder for many files."""
    folder = options.checked_output(output)
    if folder.suffix.lower() == ".pdf" or folder.is_file():
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, there are many files")
    return folder
