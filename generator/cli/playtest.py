"""The command `playtest`; app.py puts it beside the others.

Input: options as typed. Output: tables (or JSON) on standard output, behind them the paths of the
files that were asked for; progress on standard error.
"""

from functools import partial
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
    from generator.games.magnetmen.playtest.findings import Findings
    from generator.games.magnetmen.playtest.study import Study

SLOW = "without numba this takes a hundred times as long (pip install numba)"

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more. [default: base]"),
]
Players = Annotated[
    list[int] | None,
    typer.Option(metavar="N", min=1, help="How many players; repeat for more. [default: 4]"),
]
Size = Annotated[
    list[str] | None,
    typer.Option(metavar="NAME", help="A size; repeat for more. [default: regular]"),
]
Games = Annotated[int, typer.Option(metavar="N", min=2, max=100_000, help="Games on each board.")]
Rolls = Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many boards.")]
Player = Annotated[
    str | None,
    typer.Option(
        metavar="WHO", help="random, greedy, monte_carlo, or CxP. [default: as in play.yaml]"
    ),
]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Boards are those of TEXT-1, TEXT-2, ...")]
Readings = Annotated[
    list[str] | None,
    typer.Option(
        "--option", metavar="NAME=VALUE", help="Change the reading of a rule; repeat for more."
    ),
]
Against = Annotated[
    str | None,
    typer.Option(
        metavar="OLD",
        help="Tell what differs from the sets in a folder or a revision of git, what was edited "
        "first; usual: from the usual rules.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Keep what an earlier run of this command found out.")
]


def playtest(
    sets: Sets = None, players: Players = None, size: Size = None, games: Games = 64,
    rolls: Rolls = 100, player: Player = None, seed: Seed = "playtest",
    readings: Readings = None, against: Against = None, resume: Resume = False,
    csv: Csv = None, as_json: AsJson = False, output: Report = None, paper: PaperName = "a4",
    ink: Ink = "full", language: LanguageCode = "en", jobs: Jobs = None, quiet: Quiet = False,
    printer: Printer = None, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Let programs play many boards, and report what happens."""
    looks = options.settings(
        paper, ink, language, printer=options.NO_PRINTER if output is None else printer
    )
    from generator.core.output import Output as OutputPlace

    target = OutputPlace.at(options.checked_output(output)) if output is not None else None
    sets_dirs = tuple(folder.absolute() for folder in options.folders(sets_dir))
    seed = options.canonical(seed)
    with options.explained():
        from generator.games.magnetmen.playtest import study as design
        from generator.games.magnetmen.playtest.report_files import write_files

        study = design.Study(
            design.canonical_sets(sets or ["base"]), sets_dirs,
            design.cases(size or ["regular"], players or [4]), rolls, games,
            None if player is None else design.parse_player(player), seed,
            design.parse_readings(readings or ()),
        )  # fmt: skip
        found = _found(study, against, jobs, resume, quiet)
        if not any(case.boards for case in found.summary.cases.values()):
            options.failed(
                "no program can play these boards: powers in free text, or too many squares"
            )
        written = write_files(found, looks, csv, target)
    _tell(found, as_json)
    for path in written:
        typer.echo(path, err=as_json)


def _found(
    study: "Study", against: str | None, jobs: int | None, resume: bool, quiet: bool
) -> "Findings":
    """Plays; Ctrl-C keeps what is played."""
    from contextlib import nullcontext

    from generator.core import progress, workers
    from generator.core.process import cores
    from generator.games.magnetmen.playtest.baseline import baseline_study
    from generator.games.magnetmen.playtest.findings import run_study

    boards = study.rolls * len(study.cases)
    start = partial(workers.local, min(jobs or cores(), boards))
    advice = "the same command with --resume goes on, from the boards that were played"
    before = baseline_study(against, study) if against else nullcontext()
    with options.stoppable(advice), before as old, progress.open_display(quiet) as told:
        options.prepare_playtest(options.DEFAULT_GAME, quiet, SLOW)
        return run_study(study, against or "", old, start, told, resume)


def _tell(found: "Findings", as_json: bool) -> None:
    import sys

    from generator.games.magnetmen.playtest import export

    if as_json:
        typer.echo(export.as_json(found))
        return
    from rich.console import Console

    from generator.games.magnetmen.playtest import console

    console.show(found, Console(width=None if sys.stdout.isatty() else console.WIDTH))
