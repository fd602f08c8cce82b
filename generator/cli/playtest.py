"""The command `playtest`."""

from contextlib import nullcontext
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli import options
from generator.cli.batch_session import Jobs, Quiet
from generator.cli.options import SetsDir
from generator.cli.study_output import AsJson, Csv, HtmlReport, check_report, publish

if TYPE_CHECKING:
    from generator.games.playtest_study import PlaytestStudy

SLOW = "without numba this takes a hundred times as long (pip install numba)"

Game = Annotated[str, typer.Option("--game", metavar="NAME", help="A game that programs can play.")]
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
Games = Annotated[
    int, typer.Option("--games", metavar="N", min=2, max=100_000, help="Games on each board.")
]
Rolls = Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many boards.")]
Player = Annotated[
    str | None,
    typer.Option(metavar="WHO", help="A program: random, greedy, ... [default: the usual one]"),
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
        help="Compare with the sets in a folder or a revision of git; usual: with the usual "
        "readings of the rules.",
    ),
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Reuse boards that an earlier run has played.")
]


def playtest(
    game: Game = options.DEFAULT_GAME, sets: Sets = None, players: Players = None,
    size: Size = None, games_per_board: Games = 64, rolls: Rolls = 100, player: Player = None,
    seed: Seed = "playtest", readings: Readings = None, against: Against = None,
    resume: Resume = False, csv: Csv = None, as_json: AsJson = False, report: HtmlReport = None,
    jobs: Jobs = None, quiet: Quiet = False, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Let programs play many boards, and report what happens."""
    from generator import games
    from generator.games.parts import playtest_study
    from generator.games.playtest_study import StudyOptions

    check_report(report)
    sets_dirs = tuple(folder.absolute() for folder in options.folders(sets_dir))
    options.one_of("--game", game, games.names())
    with options.explained():
        command = playtest_study(game)
        if resume and not command.saves_boards:
            options.wrong_usage(f"--resume: results of {game} are not saved between runs")
        study = command.design(StudyOptions(
            sets or (), sets_dirs, size or (), players or (), rolls, games_per_board, player,
            options.canonical(seed), readings or (),
        ))  # fmt: skip
        findings = _run(command, game, study, against or "", jobs, resume, quiet)
        if command.is_empty(findings):
            options.failed(
                "no program can play these boards: powers in free text, or too many squares"
            )
        publish(command.publication(findings), csv, report, as_json)


def _run(
    command: "PlaytestStudy[Any, Any]",
    game: str,
    study: object,
    against: str,
    jobs: int | None,
    resume: bool,
    quiet: bool,
) -> object:
    """The findings of a study; Ctrl-C keeps what has been played."""
    from generator.core import progress, workers
    from generator.core.process import cores

    start = partial(workers.local, min(jobs or cores(), command.boards(study)))
    advice = (
        "run the same command with --resume to continue with the other boards"
        if command.saves_boards
        else "nothing is saved"
    )
    older = command.baseline(against, study) if against else nullcontext()
    with options.stoppable(advice), older as baseline, progress.open_display(quiet) as bar:
        options.prepare_playtest(game, quiet, SLOW)
        return command.run(study, against, baseline, start, bar, resume)
