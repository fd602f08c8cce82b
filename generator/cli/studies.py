"""The commands in which programs roll or play many boards: stats, playtest, vetted."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator import games
from generator.cli import options
from generator.cli.options import WHERE, Number, Option, command

if TYPE_CHECKING:
    from generator.analysis.report import Report
    from generator.analysis.stats import Results
    from generator.core.request import Request


CSV = Option("--csv", "FILE", "All figures as CSV.", kind=Path, group=WHERE)
REPORT = Option("--report", "FILE", "A report to open in a browser.", kind=Path, group=WHERE)
AS_JSON = Option("--json as_json", "", "All figures as JSON instead of tables.", group=WHERE)


def check_report(report: Path | None) -> None:
    """Ends the run before long work, if a report could not be written behind it."""
    if report and report.suffix.lower() != ".html":
        options.wrong_usage(f"--report {str(report)!r}: expected the name of an .html file")


def publish(
    publication: "Report",
    csv: Path | None,
    report: Path | None,
    as_json: bool,
    quiet: bool = False,
) -> None:
    """Write the files that have a path; print tables or JSON, then the paths of the files."""
    paths = _write(publication, csv, report)
    if as_json:
        from generator.analysis.report import as_json as json_text

        click.echo(json_text(publication.data))
    elif quiet and publication.lines:
        click.echo("\n".join(publication.lines))
    else:
        from rich.console import Console

        from generator.analysis import console

        console.show(
            publication,
            Console(width=None if sys.stdout.isatty() else console.DEFAULT_WIDTH),
        )
    for path in paths:
        click.echo(path, err=as_json)


def _write(publication: "Report", csv: Path | None, report: Path | None) -> list[Path]:
    """The paths of the files, which are written once all of them are complete."""
    from generator.core.files import write_atomically

    contents: list[tuple[Path, bytes]] = []
    if csv is not None:
        from generator.analysis.report import as_csv

        contents.append((csv, as_csv(publication.data).encode()))
    if report is not None:
        from generator.analysis.html_report import as_html

        contents.append((report, as_html(publication)))
    return [write_atomically(*content) for content in contents]


@command(
    click.Argument(
        ["sets"], nargs=-1, metavar="[SET...]", help="Sets of one game. [default: base, or classic]"
    ),
    Option("--game", "NAME", "A game with random sheets. [default: whose sets they are]"),
    options.SIZE.copy(about="A size. [default: regular]"),
    options.PLAYER_COUNT,
    Option(
        "--seeds",
        "N",
        "How many rolls. [default: as many as take seconds]",
        kind=Number(1, 1_000_000),
    ),
    options.SEED.copy(about="Rolls are those of TEXT-1, TEXT-2, ...", default="statistics"),
    CSV,
    REPORT,
    AS_JSON,
    options.JOBS,
    options.QUIET,
    options.SETS_DIR,
)
def stats(
    sets: tuple[str, ...],
    game: str | None,
    size: str | None,
    players: int | None,
    seeds: int | None,
    seed: str,
    csv: Path | None,
    report: Path | None,
    as_json: bool,
    jobs: int | None,
    quiet: bool,
    sets_dirs: tuple[Path, ...],
) -> None:
    from generator.analysis.stats import publication

    check_report(report)
    game = _game(game, sets, sets_dirs)
    names = sets or games.game(game).default_sets
    request = _request(game, names, sets_dirs, size, players, seed, seeds)
    publish(publication(_results(request, jobs, quiet)), csv, report, as_json)


def _game(name: str | None, sets: tuple[str, ...], sets_dirs: tuple[Path, ...]) -> str:
    """The game of that name; without one the default game if it has all the sets, else the one that
    has them."""

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
    game: str,
    sets: tuple[str, ...],
    sets_dirs: tuple[Path, ...],
    size: str | None,
    players: int | None,
    seed: str,
    seeds: int | None,
) -> "Request":
    from generator.core.request import Request, SeedRange
    from generator.games.authoring_support import statistics_of

    contract, statistics = games.game(game), statistics_of(game)
    absolute_dirs = tuple(folder.absolute() for folder in sets_dirs)  # for other processes
    return Request(
        game,
        tuple(dict.fromkeys(sets)),
        (size or contract.default_size).lower(),
        players or contract.default_players,
        SeedRange(options.canonical(seed), 1, seeds or statistics.seeds),
        sets_dirs=absolute_dirs,
    )


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


@command(
    Option("--game", "NAME", "A game that programs can play.", options.DEFAULT_GAME),
    options.SETS.copy(about="A set to use; repeat for more. [default: base]"),
    Option(
        "--players",
        "N",
        "How many players; repeat for more. [default: 4]",
        kind=options.PLAYERS,
        multiple=True,
    ),
    Option("--size", "NAME", "A size; repeat for more. [default: regular]", multiple=True),
    Option("--games games_per_board", "N", "Games on each board.", 64, Number(2, 100_000)),
    Option("--rolls", "N", "How many boards.", 100, options.MANY),
    Option("--player", "WHO", "A program: random, greedy, ... [default: the usual one]"),
    options.SEED.copy(about="Boards are those of TEXT-1, TEXT-2, ...", default="playtest"),
    Option("--against", "FOLDER", "Compare with the older sets in a folder."),
    CSV,
    AS_JSON,
    REPORT,
    options.JOBS,
    options.QUIET,
    options.SETS_DIR,
)
def playtest(
    game: str,
    sets: Sequence[str],
    players: Sequence[int],
    size: Sequence[str],
    games_per_board: int,
    rolls: int,
    player: str | None,
    seed: str,
    against: str | None,
    csv: Path | None,
    as_json: bool,
    report: Path | None,
    jobs: int | None,
    quiet: bool,
    sets_dirs: tuple[Path, ...],
) -> None:
    from generator.core import progress, workers
    from generator.studies import study as studies
    from generator.studies.report import publication

    check_report(report)
    folders = tuple(folder.absolute() for folder in sets_dirs)
    options.one_of("--game", game, games.names())
    study = studies.design(
        game, sets, folders, size, players, rolls, games_per_board, player, options.canonical(seed)
    )
    start = partial(workers.local, min(jobs or workers.cores(), study.rolls * len(study.cases)))
    with options.stoppable("nothing is saved"), progress.open_display(quiet) as bar:
        prepare = partial(options.prepare_playtest, game, quiet, SLOW)
        findings = studies.run(study, against or "", start, bar, prepare)
    if not any(case.trials for case in findings.cases.values()):
        options.failed("no program can play these boards: powers in free text, or too many squares")
    publish(publication(findings), csv, report, as_json, quiet)


@command(
    options.GAME,
    options.SETS.copy(about="Only for this choice of sets; repeat for more."),
    options.SIZE.copy(about="Only for this size."),
    options.PLAYER_COUNT.copy(about="Only for so many players."),
    Option("--count", "N", "How many for each case. [default: the game's]", kind=Number(1, 1000)),
    options.JOBS,
    options.SCHEDULER,
    options.QUIET,
)
def vetted(
    game: str,
    sets: Sequence[str],
    size: str | None,
    players: int | None,
    count: int | None,
    jobs: int | None,
    scheduler: str | None,
    quiet: bool,
) -> None:
    """Continues where an earlier run was stopped."""
    from generator.core import progress
    from generator.studies import vetting

    options.one_of("GAME", game, games.names())
    choice = games.game(game).catalogue.canonical(sets) if sets else None
    plan = {
        case: count or number
        for case, number in vetting.plan(game).items()
        if choice in (None, tuple(case.sets))
        and size in (None, case.size)
        and players in (None, case.players)
    }
    if not plan:
        options.wrong_usage("nothing is vetted for these sets, this size and so many players")
    workers = options.worker_starter(jobs, scheduler)(sum(plan.values()))
    advice = "run the same command to continue"
    with options.stoppable(advice), progress.open_display(quiet) as display:
        options.prepare_playtest(game, quiet)
        found = vetting.extend(plan, workers, display)
    click.echo(f"{found:,} found", err=True)
