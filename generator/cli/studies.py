"""The commands in which programs roll or play many boards: stats, playtest, vetted."""

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options
from generator.cli.batch import Jobs, Quiet, Scheduler, Session
from generator.cli.options import SetsDir

if TYPE_CHECKING:
    from generator.analysis.report import Publication
    from generator.analysis.stats import Results
    from generator.core.request import Request


Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="All figures as CSV.")]
HtmlReport = Annotated[
    Path | None,
    typer.Option("--report", metavar="FILE", help="A report with charts, to open in a browser."),
]
AsJson = Annotated[bool, typer.Option("--json", help="All figures as JSON instead of tables.")]


def check_report(report: Path | None) -> None:
    """Ends the run before long work, if a report could not be written behind it."""
    if report is None:
        return
    if report.suffix.lower() != ".html":
        options.wrong_usage(f"--report {str(report)!r}: expected the name of an .html file")
    options.require("vl_convert", "--report", "report")


def publish(
    publication: "Publication",
    csv: Path | None,
    report: Path | None,
    as_json: bool,
    quiet: bool = False,
) -> None:
    """Write the files that have a path; print tables or JSON, then the paths of the files."""
    paths = _write(publication, csv, report)
    if as_json:
        from generator.analysis.report import as_json as json_text

        typer.echo(json_text(publication.data))
    elif quiet and publication.report.lines:
        typer.echo("\n".join(publication.report.lines))
    else:
        from rich.console import Console

        from generator.analysis import console

        console.show(
            publication.report,
            Console(width=None if sys.stdout.isatty() else console.DEFAULT_WIDTH),
        )
    for path in paths:
        typer.echo(path, err=as_json)


def _write(publication: "Publication", csv: Path | None, report: Path | None) -> list[Path]:
    """The paths of the files, which are written once all of them are complete."""
    from generator.core.files import write_atomically

    contents: list[tuple[Path, bytes]] = []
    if csv is not None:
        from generator.analysis.report import as_csv

        contents.append((csv, as_csv(publication.data).encode()))
    if report is not None:
        from generator.analysis.html_report import as_html

        contents.append((report, as_html(publication.report)))
    return [write_atomically(*content) for content in contents]


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
    seeds: Seeds = None, seed: Seed = "statistics", csv: Csv = None, report: HtmlReport = None,
    as_json: AsJson = False, jobs: Jobs = None, quiet: Quiet = False, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Roll a set thousands of times and report frequencies."""
    from generator import games
    from generator.analysis.stats import publication

    check_report(report)
    sets_dirs = options.folders(sets_dir)
    game = _game(game, tuple(sets or ()), sets_dirs)
    names = tuple(sets or games.game(game).default_sets)
    with options.explained():
        request = _request(game, names, sets_dirs, size, players, seed, seeds)
        publish(publication(_results(request, jobs, quiet)), csv, report, as_json)


def _game(name: str | None, sets: tuple[str, ...], sets_dirs: tuple[Path, ...]) -> str:
    """The game of that name; without one the default game if it has all the sets, else the one that
    has them."""
    from generator import games

    if name is not None:
        options.one_of("--game", name.lower(), games.names())
        return name.lower()
    matches = [
        game
        for game in games.names()
        if set(sets) <= set(games.game(game).catalogue.available(sets_dirs))
    ]
    if not matches or options.DEFAULT_GAME in matches:
        return options.DEFAULT_GAME  # which says what is wrong with unknown sets
    if len(matches) > 1:
        names = "+".join(sets)
        options.wrong_usage(f"--game: expected one of {', '.join(matches)}, which all have {names}")
    return matches[0]


def _request(
    game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], size: str | None,
    players: int | None, seed: str, seeds: int | None,
) -> "Request":  # fmt: skip
    from generator import games
    from generator.core.request import Request, SeedRange
    from generator.games.authoring_support import statistics_of

    contract, statistics = games.game(game), statistics_of(game)
    absolute_dirs = tuple(folder.absolute() for folder in sets_dirs)  # for other processes
    return Request(
        game, tuple(dict.fromkeys(sets)), (size or contract.default_size).lower(),
        players or contract.default_players,
        SeedRange(options.canonical(seed), 1, seeds or statistics.seeds), sets_dirs=absolute_dirs,
    )  # fmt: skip


def _results(request: "Request", jobs: int | None, quiet: bool) -> "Results":
    from generator.analysis.stats import SEEDS_PER_TASK, sample
    from generator.core import progress, workers
    from generator.core.workers import cores
    from generator.games.authoring_support import open_sampler

    tasks = -(-request.count // SEEDS_PER_TASK)
    start = partial(workers.local, min(jobs or cores(), tasks))
    with options.stoppable("nothing is written"), progress.open_display(quiet) as display:
        return sample(request, open_sampler, start, display)


SLOW = "without numba this takes a hundred times as long (pip install numba)"

PlayedGame = Annotated[
    str, typer.Option("--game", metavar="NAME", help="A game that programs can play.")
]
PlayedSets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more. [default: base]"),
]
PlayedPlayers = Annotated[
    list[int] | None,
    typer.Option(metavar="N", min=1, help="How many players; repeat for more. [default: 4]"),
]
PlayedSize = Annotated[
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
PlayedSeed = Annotated[
    str, typer.Option(metavar="TEXT", help="Boards are those of TEXT-1, TEXT-2, ...")
]
Against = Annotated[
    str | None, typer.Option(metavar="FOLDER", help="Compare with the older sets in a folder.")
]


def playtest(
    game: PlayedGame = options.DEFAULT_GAME, sets: PlayedSets = None, players: PlayedPlayers = None,
    size: PlayedSize = None, games_per_board: Games = 64, rolls: Rolls = 100,
    player: Player = None, seed: PlayedSeed = "playtest", against: Against = None, csv: Csv = None,
    as_json: AsJson = False, report: HtmlReport = None, jobs: Jobs = None, quiet: Quiet = False,
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Let programs play many boards, and report what happens."""
    from generator import games
    from generator.core import progress, workers
    from generator.core.workers import cores
    from generator.studies import study as studies
    from generator.studies.report import publication

    check_report(report)
    sets_dirs = tuple(folder.absolute() for folder in options.folders(sets_dir))
    options.one_of("--game", game, games.names())
    with options.explained():
        study = studies.design(
            game, sets or (), sets_dirs, size or (), players or (), rolls, games_per_board, player,
            options.canonical(seed),
        )  # fmt: skip
        start = partial(workers.local, min(jobs or cores(), study.rolls * len(study.cases)))
        with options.stoppable("nothing is saved"), progress.open_display(quiet) as bar:
            options.prepare_playtest(game, quiet, SLOW)
            findings = studies.run(study, against or "", start, bar)
        if not any(case.trials for case in findings.cases.values()):
            options.failed(
                "no program can play these boards: powers in free text, or too many squares"
            )
        publish(publication(findings), csv, report, as_json, quiet)


VettedSets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="Only for this choice of sets; repeat for more."),
]
VettedSize = Annotated[str | None, typer.Option(metavar="NAME", help="Only for this size.")]
VettedPlayers = Annotated[int | None, typer.Option(metavar="N", help="Only for so many players.")]
Count = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=1000, help="How many for each case. [default: the game's]"
    ),
]


def vetted(
    game: options.GameName = options.DEFAULT_GAME, sets: VettedSets = None, size: VettedSize = None,
    players: VettedPlayers = None, count: Count = None, jobs: Jobs = None,
    scheduler: Scheduler = None, quiet: Quiet = False,
) -> None:  # fmt: skip
    """Search thoroughly for what plays best, and keep it: what is printed without --seed.

    Continues where an earlier run was stopped.
    """
    from generator import games
    from generator.core import progress
    from generator.studies import vetting

    options.one_of("GAME", game, games.names())
    choice = games.game(game).catalogue.canonical(sets) if sets else None
    with options.explained():
        plan = {
            case: count or number
            for case, number in vetting.plan(game).items()
            if choice in (None, tuple(case.sets))
            and size in (None, case.size)
            and players in (None, case.players)
        }
    if not plan:
        options.wrong_usage("nothing is vetted for these sets, this size and so many players")
    workers = Session(jobs, scheduler, quiet).workers(sum(plan.values()), chunk_size=1)
    advice = "run the same command to continue"
    with options.explained(), options.stoppable(advice), progress.open_display(quiet) as display:
        options.prepare_playtest(game, quiet)
        found = vetting.extend(plan, workers, display)
    typer.echo(f"{found:,} found", err=True)
