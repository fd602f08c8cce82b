"""The command `stats`; app.py puts it beside the others.

Input: options as typed. Output: tables (or JSON) on standard output, behind them the paths of the
files that were asked for; progress on standard error.
"""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options
from generator.cli.batch import Jobs, Quiet
from generator.cli.options import (
    AsJson,
    Csv,
    Ink,
    LanguageCode,
    PaperName,
    Printer,
    Report,
    SetsDir,
)

if TYPE_CHECKING:
    from generator.analysis.collect import Asked
    from generator.analysis.figures import Figures

Sets = Annotated[
    list[str] | None,
    typer.Argument(metavar="SET...", help="Sets of one game. [default: base, or classic]"),
]
Game = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="A game with random sheets. [default: whose sets they are]"),
]
Size = Annotated[str | None, typer.Option(metavar="NAME", help="A size. [default: regular]")]
Players = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many players.")]
Seeds = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=1_000_000, help="How many rolls. [default: as many as take seconds]"
    ),
]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Rolls are those of TEXT-1, TEXT-2, ...")]


def stats(
    sets: Sets = None, game: Game = None, size: Size = None, players: Players = None,
    seeds: Seeds = None, seed: Seed = "statistics", csv: Csv = None, output: Report = None,
    as_json: AsJson = False, paper: PaperName = "a4", ink: Ink = "full",
    language: LanguageCode = "en", jobs: Jobs = None, quiet: Quiet = False,
    printer: Printer = None, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Roll a set thousands of times and report frequencies."""
    from generator import games
    from generator.core.output import Output as OutputPlace

    looks = options.settings(
        paper, ink, language, printer=options.NO_PRINTER if output is None else printer
    )
    target = OutputPlace.at(options.checked_output(output)) if output is not None else None
    sets_dirs = options.folders(sets_dir)
    game = _game(game, tuple(sets or ()), sets_dirs)
    names = tuple(sets or games.game(game).default_sets)
    with options.explained():
        from generator.analysis.export import as_csv
        from generator.analysis.pdf_report import document
        from generator.core.files import write_atomically

        asked = _asked(game, names, sets_dirs, size, players, seed, seeds)
        figures = _collected(asked, jobs, quiet)
        files = [(csv, as_csv(figures).encode())] if csv is not None else []
        if target is not None:
            made = document(asked, figures, looks, target)
            files.append((made.path, made.content))
        paths = [write_atomically(*file) for file in files]
    _tell(asked, figures, as_json)
    for path in paths:
        typer.echo(path, err=as_json)


def _game(named: str | None, sets: tuple[str, ...], sets_dirs: tuple[Path, ...]) -> str:
    """The game that is named; else the default game if it has all the sets, else the one that has
    them."""
    from generator import games

    if named is not None:
        options.one_of("--game", named.lower(), games.names())
        return named.lower()
    having = [
        name
        for name in games.names()
        if set(sets) <= set(games.game(name).catalogue.available(sets_dirs))
    ]
    if not having or options.DEFAULT_GAME in having:
        return options.DEFAULT_GAME  # which says what is wrong with unknown sets
    if len(having) > 1:
        found = "+".join(sets)
        options.wrong_usage(f"--game: expected one of {', '.join(having)}, which all have {found}")
    return having[0]


def _asked(
    game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], size: str | None,
    players: int | None, seed: str, seeds: int | None,
) -> "Asked":  # fmt: skip
    from generator import games
    from generator.analysis.collect import Asked, statistics

    chosen, told = games.game(game), statistics(game)
    places = tuple(folder.absolute() for folder in sets_dirs)  # as other processes find them
    return Asked(
        game, tuple(dict.fromkeys(sets)), places, (size or chosen.default_size).lower(),
        players or chosen.default_players, options.canonical(seed), seeds or told.seeds,
    )  # fmt: skip


def _collected(asked: "Asked", jobs: int | None, quiet: bool) -> "Figures":
    from generator.analysis.collect import CHUNK, collected
    from generator.core import progress, workers
    from generator.core.process import cores

    tasks = -(-asked.seeds // CHUNK)
    start = partial(workers.local, min(jobs or cores(), tasks))
    with options.stoppable("nothing is written"), progress.shown(quiet) as told:
        return collected(asked, start, told)


def _tell(asked: "Asked", figures: "Figures", as_json: bool) -> None:
    import sys

    from generator.analysis import export
    from generator.analysis.collect import statistics

    if as_json:
        typer.echo(export.as_json(figures, asked.game))
        return
    from rich.console import Console

    width = None if sys.stdout.isatty() else export.WIDTH
    export.show(figures, statistics(asked.game), Console(width=width))
