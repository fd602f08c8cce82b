"""The commands in which programs roll or play many boards: stats, playtest, vetted."""

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import games
from generator.cli import options
from generator.cli.options import Number, Option, Place, command
from generator.core import progress
from generator.core.request import SeedRange
from generator.core.seeds import canonical_seed

if TYPE_CHECKING:
    from generator.analysis.report import Report

CSV = Place("--csv", "FILE", "All figures as CSV.", kind=Path)
REPORT = Place("--report", "FILE", "A report to open in a browser.", kind=Path)
AS_JSON = Place("--json as_json", "", "All figures as JSON instead of tables.")


PUBLISHED = (CSV, REPORT, AS_JSON, options.JOBS, options.QUIET, options.SETS_DIR)


def check_report(values: Mapping[str, Any]) -> None:
    """Ends the run before long work, if a report could not be written behind it."""
    report = values["report"]
    if report and report.suffix.lower() != ".html":
        options.wrong_usage(f"--report {str(report)!r}: expected the name of an .html file")


def publish(made: "Report", values: Mapping[str, Any]) -> None:
    """Write the files that are wanted, once all of them are complete; print tables or JSON, then
    the paths of the files. Any: values of the options of PUBLISHED."""
    from generator.analysis import console, html_report
    from generator.analysis import report as texts
    from generator.core.files import write_atomically

    csv, report, as_json = values["csv"], values["report"], values["as_json"]
    contents = [(csv, texts.as_csv(made.data).encode())] if csv else []
    contents += [(report, html_report.as_html(made))] if report else []
    paths = [write_atomically(*content) for content in contents]
    if as_json:
        click.echo(texts.as_json(made.data))
    elif values["quiet"]:
        click.echo("".join(f"{line}\n" for line in made.lines), nl=False)
    else:
        from rich.console import Console

        console.show(made, Console(width=None if sys.stdout.isatty() else console.DEFAULT_WIDTH))
    for path in paths:
        click.echo(path, err=as_json)


@command(
    click.Argument(["sets"], nargs=-1, metavar="[SET...]", help="The sets. [default: base]"),
    Option("--game", "NAME", "A game with statistics.", options.DEFAULT_GAME),
    options.SIZE.copy(about="A size. [default: regular]"),
    options.PLAYER_COUNT,
    Option("--seeds", "N", "How many rolls. [default: for seconds]", kind=Number(1, 1_000_000)),
    options.SEED.copy(about="Rolls are those of TEXT-1, TEXT-2, ...", default="statistics"),
    *PUBLISHED,
)
def stats(sets: tuple[str, ...], game: str, seeds: int | None, **values: Any) -> None:
    from generator.analysis.stats import SEEDS_PER_TASK, publication, sample
    from generator.games.authoring_support import open_sampler, statistics_of

    check_report(values)
    game = game.lower()
    options.one_of("--game", game, games.names())
    request = options.request(games.game(game), "", {**values, "sets": tuple(dict.fromkeys(sets))})
    seeds = seeds or statistics_of(game).seeds
    request = replace(request, seeds=SeedRange(request.seed, 1, seeds))
    start = options.worker_starter(values["jobs"])(-(-seeds // SEEDS_PER_TASK))
    with options.stoppable("nothing is written"), progress.open_display(values["quiet"]) as bar:
        results = sample(request, open_sampler, start, bar)
    publish(publication(results), values)


SLOW = "without numba this takes a hundred times as long (pip install numba)"


@command(
    Option("--game", "NAME", "A game that programs can play.", options.DEFAULT_GAME),
    options.SETS.copy(about="A set to use; repeat for more. [default: base]"),
    options.PLAYER_COUNT.copy("How many players; repeat for more. [default: 4]", multiple=True),
    Option("--size sizes", "NAME", "A size; repeat for more. [default: regular]", multiple=True),
    Option("--games games_on_each", "N", "Games on each board.", 64, Number(2, 100_000)),
    Option("--rolls", "N", "How many boards.", 100, options.MANY),
    Option("--player", "WHO", "A program: random, greedy, ... [default: the usual one]"),
    options.SEED.copy(about="Boards are those of TEXT-1, TEXT-2, ...", default="playtest"),
    Option("--against", "FOLDER", "Compare with the older sets in a folder."),
    *PUBLISHED,
)
def playtest(game: str, seed: str, against: str | None, **values: Any) -> None:
    from generator.studies import study as studies
    from generator.studies.report import publication

    check_report(values)
    options.one_of("--game", game, games.names())
    names = ("sets", "sizes", "players", "rolls", "games_on_each", "player")
    choices = {name: values[name] for name in names}
    seed, folders = canonical_seed(seed), values["sets_dirs"]
    study = studies.design(game, seed=seed, folders=folders, **choices)
    start = options.worker_starter(values["jobs"])(study.rolls * len(study.cases))
    with options.stoppable("nothing is saved"), progress.open_display(values["quiet"]) as bar:
        prepare = partial(options.prepare_playtest, game, values["quiet"], SLOW)
        findings = studies.run(study, against or "", start, bar, prepare)
    if not any(case.trials for case in findings.cases.values()):
        options.failed("no program can play these boards: powers in free text, or too many squares")
    publish(publication(findings), values)


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
    game: str, sets: Sequence[str], size: str | None, players: int | None, **values: Any
) -> None:
    """Continues where an earlier run was stopped."""
    from generator.studies import vetting

    options.one_of("GAME", game, games.names())
    choice = games.game(game).catalogue.canonical(sets) if sets else None
    plan = {
        case: values["count"] or number
        for case, number in vetting.plan(game).items()
        if choice in (None, tuple(case.sets))
        and size in (None, case.size)
        and players in (None, case.players)
    }
    if not plan:
        options.wrong_usage("nothing is vetted for these sets, this size and so many players")
    workers = options.worker_starter(values["jobs"], values["scheduler"])(sum(plan.values()))
    quiet, advice = values["quiet"], "run the same command to continue"
    with options.stoppable(advice), progress.open_display(quiet) as display:
        options.prepare_playtest(game, quiet)
        found = vetting.extend(plan, workers, display)
    click.echo(f"{found:,} found", err=True)
