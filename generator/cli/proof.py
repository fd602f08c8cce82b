"""The command `proof`; app.py puts it beside the others.

Input: options as typed. Output: a PDF for designers to look at; its path on standard output, and on
standard error what does not fit.
"""

from pathlib import Path
from typing import Annotated

import typer

from generator.cli import options
from generator.cli.options import LanguageCode, Output, PaperName, SetsDir

ART = "art"

What = Annotated[
    list[str],
    typer.Argument(metavar="WHAT...", help="A set, or several on one board; or art: all art."),
]
OfGame = Annotated[str, typer.Option("--game", metavar="GAME", help=f"{options.GAME_NAMES}.")]


def proof(
    what: What, game: OfGame = options.DEFAULT_GAME, paper: PaperName = "a4",
    language: LanguageCode = "en", output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print what could go wrong on paper, in a set or in all art."""
    from generator import games
    from generator.authoring import proof as documents
    from generator.core.output import Output as OutputPlace

    options.one_of("--game", game, games.names())
    looks = options.settings(paper, "full", language)
    where = options.folders(sets_dir), OutputPlace.at(options.checked_output(output))
    with options.explained():
        if what == [ART]:
            report = documents.art_proof(looks, *where)
        else:
            report = documents.set_proof(games.game(game), what, looks, *where)
    options.show_report(report)
