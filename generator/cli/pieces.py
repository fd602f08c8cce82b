"""The command `pieces`; app.py puts it beside the others.

Input: options as typed. Output: a folder with a PNG for each face of each piece, and a table; the
game ID and the path of the table on standard output.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options, requests
from generator.cli.options import GameName, Id, Ink, LanguageCode, PaperName, Seed, Set, SetsDir
from generator.cli.output_folder import checked_folder

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
    settings = options.settings(paper, ink, language)
    values = {"sets": sets, "seed": seed, "game_id": game_id, "sets_dir": sets_dir}
    request = requests.request(context, contract, sheet, values)
    folder = checked_folder(output) if output else None
    looks = ImageOptions(dpi, bleed, card_size.lower())
    with options.explained():
        report = write_pieces(request, settings, looks, folder, requests.is_typed(context, "seed"))
    options.show_report(report)
