"""The command `playtest`."""

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
Against = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Compare with the older sets in a folder.")
]


def playtest(
    game: Game = options.DEFAULT_GAME, sets: Sets = None, players: Players = None,
    size: Size = None, games_per_board: Games = 64, rolls: Rolls = 100, player: Player = None,
    seed: Seed = "playtest", against: Against = None, csv: Csv = None, as_json: AsJson = False,
    report: HtmlReport = None, jobs: Jobs = None, quiet: Quiet = False, sets_dir: SetsDir = None,
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
        study = command.design(StudyOptions(
            sets or (), sets_dirs, size or (), players or (), rolls, games_per_board, player,
            options.canonical(seed),
        ))  # fmt: skip
        findings = _run(command, game, study, against or "", jobs, quiet)
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
    quiet: bool,
) -> object:
    """The findings of a study."""
    from generator.core import progress, workers
    from generator.core.process import cores

    start = partial(workers.local, min(jobs or cores(), command.boards(study)))
    with options.stoppable("nothing is saved"), progress.open_display(quiet) as bar:
        options.prepare_playtest(game, quiet, SLOW)
        return command.run(study, against, start, bar)
