"""The commands batch and reprint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, get_args

import click

from generator import games
from generator.batch import manifest as manifests
from generator.batch import plan as plans
from generator.batch import run as runs
from generator.batch.batch_file import SettingsFor, read
from generator.batch.plan import Job, Plan, Row
from generator.cli import options
from generator.cli.options import PLACES, SCHEDULER, SETTINGS, Option, command, wrong_usage
from generator.core import workers
from generator.core.diagnostics import Diagnostic, display_path, suggestion
from generator.core.errors import DefinitionError
from generator.core.files import Output, Pdfs, exclusive_lock
from generator.core.game_id import parse
from generator.core.progress import open_display
from generator.core.request import SeedRange
from generator.core.seeds import FIXED
from generator.core.settings import OPTIONS, Settings
from generator.printing.rolling import Job as PrintJob
from generator.printing.rolling import effective_settings
from generator.printing.sheets import batch_command, check_settings

_MAX_FAILURES = 10  # variants that are reported one by one
StartWorkers = Callable[[int], workers.StartWorkers]
"""What starts workers for so many tasks."""
_OF_A_JOB = (
    options.GAME,
    options.SETS,
    options.SIZE,
    options.PLAYER_COUNT,
    options.SEED.copy(about="Variants are TEXT-1, ... [default: made up]"),
    options.COUNT.copy(about="How many variants."),
    options.SHEET.copy(about="One sheet only.", default=None),
    options.PLAYTEST,
    options.SEARCH,
    Option("--keep", "N", "Print only the N that play best.", kind=options.MANY),
    Option("--of", "N", "Choose the --keep best from this many.", kind=options.MANY),
    *SETTINGS.values(),
)
"""The options of one job, which a batch file holds itself."""


@command(
    *_OF_A_JOB,
    Option("--from source", "FILE", "A batch file with jobs, instead.", kind=options.FILE),
    options.Place("--pdfs", "WHICH", "one (of all), each (variant), or both.", "one"),
    Option("--contact contact_sheet", "", "Print a contact sheet of all variants, too."),
    Option("--resume", "", "Continue a batch that was stopped; retry what failed."),
    options.JOBS,
    SCHEDULER,
    options.QUIET,
    *PLACES,
)
def batch(source: Path | None, output: Path, resume: bool, quiet: bool, **values: Any) -> None:
    options.one_of("--pdfs", values["pdfs"], get_args(Pdfs))
    place = options.checked_output(output)
    if place.file_name and values["pdfs"] == "each":
        wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    place = replace(place, **{name: values[name] for name in ("pdfs", "contact_sheet")})
    for option in _OF_A_JOB if source else ():
        if options.is_typed(option.name or ""):
            name = "GAME" if isinstance(option, click.Argument) else option.opts[0]
            wrong_usage(f"{name} cannot be combined with --from, whose jobs say it")
    is_made_up = values["seed"] is None and source is None
    if resume and is_made_up:
        wrong_usage("--resume needs the --seed or the --from of the batch to continue")
    start = options.worker_starter(values["jobs"], values["scheduler"])
    settings_for = _settings_maker(values["printer"], quiet)
    seed, again = "", "run the same command"
    words: tuple[str, ...]
    if source:
        planned = read(source, values["sets_dirs"], settings_for)
        name, words = source.stem, ("batch", "--from", source.name)
    else:
        job = _job(values, settings_for({name: values[name] for name in OPTIONS}))
        request, (settings,) = job
        check_settings(PrintJob.of(request, settings))
        planned, seed = [job], f" with --seed {request.master_seed}" if is_made_up else ""
        game, sets = games.game(request.game), "+".join(request.sets)
        front = [] if request.sheet in ("", "boards") else [request.sheet]
        parts = [*front, game.name, request.size, sets, str(request.players), request.master_seed]
        suffix = effective_settings(game, request.sheet, settings).file_suffix()
        name = f"{'.'.join(parts)}{suffix}.batch"
        words = batch_command(request, settings)
    name = place.stem or name
    draft = Plan(name, place, words, place.folder / f"{name}.jsonl")
    plan = _plan(planned, draft, start, quiet, f"{again}{seed} to continue")
    earlier = manifests.earlier_rows(plan)
    kept = manifests.kept_rows(plan, earlier) if resume else []
    if resume and not quiet:
        click.echo(f"{len(kept):,} of {len(plan.variants):,} were there already", err=True)
    others = [row for row in earlier if row.number <= len(plan.variants)]
    _print(plan, kept, start, quiet, f"{again}{seed or ' with'} --resume to continue", others)


def _job(values: Mapping[str, Any], settings: Settings) -> Job:
    """The job of the options (Any: of any type) in some settings."""
    options.one_of("GAME", values["game"], games.names())
    game, sheet, keep, of = games.game(values["game"]), *map(values.get, ("sheet", "keep", "of"))
    if keep is not None and not values["playtest"]:
        wrong_usage("--keep needs the playtest, by which variants are told apart")
    if keep is not None and game.playtest is None:
        wrong_usage(f"--keep: {game.name} is not chosen by play")
    if (keep or of) and not (keep and of and keep <= of):
        wrong_usage("expected --keep N together with --of M, the number to try, at least as large")
    if of is not None and options.is_typed("count"):
        wrong_usage("--count cannot be combined with --of, which already says it")
    if options.is_typed("search") and "search" not in game.play_options:
        wrong_usage(f"--search: {game.name} has no choice of searches")
    if sheet is not None:
        options.one_of("--sheet", sheet, game.named_sheets)
    sheet = game.default_sheet if sheet is None else sheet
    request = options.request(game, sheet, values)
    seeds = SeedRange(request.master_seed, 1, of or values["count"])
    sets = game.catalogue.canonical(request.sets)
    return Job(replace(request, sets=sets, seeds=seeds, keep=keep), (settings,))


def _settings_maker(printer: str | None, quiet: bool) -> SettingsFor:
    profile = cache(partial(options.profile, printer, quiet))  # read, and reported, once

    def settings_for(values: Mapping[str, Any]) -> Settings:
        return options.fitted(options.settings(**values), profile())

    return settings_for


def _plan(jobs: Sequence[Job], draft: Plan, start: StartWorkers, quiet: bool, advice: str) -> Plan:
    """The plan of some jobs; for those that are playtested, programs select boards first. Raises
    DefinitionError, OptionError, RollError."""
    plan = plans.plan_jobs(jobs, draft)
    boards = sum(job.request.count for job in jobs if job.request.playtest)
    if not boards:
        return plan
    with options.stoppable(f"{advice}: what was played is kept"), exclusive_lock(draft.manifest):
        requests = [job.request for job in jobs if job.request.playtest]
        played = [
            each for each in requests if each.count > 1 or plans.first_game_id(each).seed != FIXED
        ]
        for game in {each.game for each in played}:
            options.prepare_playtest(game, quiet)
        with open_display(quiet) as bar, start(boards)() as pool:
            return plans.select(jobs, draft, pool, bar)


def _print(
    plan: Plan,
    kept: Sequence[Row],
    start: StartWorkers,
    quiet: bool,
    advice: str,
    others: Sequence[Row] = (),
    unprintable: Sequence[str] = (),
) -> None:
    """Print a plan as run.run does, with progress; Ctrl-C ends it with the advice. Then report:
    warnings, failures, how many there are; the paths. Exit code 1 if anything failed."""
    with options.stoppable(advice), open_display(quiet) as bar:
        result = runs.run(plan, kept, start(len(plan.variants)), bar, others)
    for warning in result.warnings:
        click.echo(warning, err=True)
    done = [row for row in result.rows.values() if row.playtest and row.status == "done"]
    unplayed = [row for row in done if not row.figures and parse(row.id).seed != FIXED]
    if unplayed:
        click.echo(f"{len(unplayed)} of {len(done)} are not playtested: see inspect", err=True)
    failures = [f"variant {row.number} {row.id} failed: {row.error}" for row in result.failed]
    failures += [f"variant {reason} (cannot be printed)" for reason in unprintable]
    for failure in failures[:_MAX_FAILURES]:
        click.echo(failure, err=True)
    if len(failures) > _MAX_FAILURES:
        click.echo(f"{len(failures) - _MAX_FAILURES:,} more failed, see the manifest", err=True)
    if not quiet:
        printed = len(result.rows) - len(result.failed)
        click.echo(f"{printed:,} printed, {len(failures):,} failed", err=True)
    for path in result.paths:
        click.echo(path)
    if failures:
        raise click.exceptions.Exit(1)


@command(
    click.Argument(["manifest"], type=options.FILE, help="The .jsonl of a batch."),
    Option("--id ids", "GAME-ID", "Print this one, stale or not; repeat for more.", multiple=True),
    Option("--list list_only", "", "List what is stale, print nothing."),
    options.JOBS,
    SCHEDULER,
    options.QUIET,
    options.PRINTER,
    options.SETS_DIR,
)
def reprint(manifest: Path, ids: Sequence[str], quiet: bool, **values: Any) -> None:
    start = options.worker_starter(values["jobs"], values["scheduler"])
    rows, printer = manifests.read(manifest), values["printer"]
    if not rows:
        raise DefinitionError([Diagnostic(display_path(manifest), 1, 1, "", "it lists no variant")])
    plain, fitted = (_settings_maker(which, quiet) for which in (options.NO_PRINTER, printer))

    def settings_of(row: Row) -> Settings:  # the profile counts for what was printed with one
        return (fitted if row.printer else plain)(row.settings)

    # A game is there once for each sheet and setting that it was printed in.
    requested, known = {str(options.parsed_id(text)) for text in ids}, {row.id for row in rows}
    for game_id in sorted(requested - known):
        near = suggestion(game_id, known)
        wrong_usage(f"--id {game_id!r}: the manifest has no such variant{near}")
    checked = [row for row in rows if row.id in requested] if ids else rows
    statuses = manifests.check_rows(checked, manifest.parent, values["sets_dirs"], settings_of)
    selected = [each for each in statuses if ids or each.reason]
    for status in selected:
        click.echo(status)
    if not selected and not quiet:
        click.echo("nothing is stale", err=True)
    if values["list_only"] or not selected:
        return
    is_unfitted = any(
        status.row.printer and status.variant and not status.variant.settings.fitted
        for status in selected
    )
    if is_unfitted and printer is None:
        wrong_usage(
            "these were fitted to a printer, and there is no printer.yaml here: expected --printer "
            "with its profile, or --printer none"
        )
    is_joint, has_own = any(row.joint_file for row in rows), any(row.own_pages for row in rows)
    pdfs: Pdfs = "each" if not is_joint else "both" if has_own else "one"
    plan = manifests.reprint_plan(manifest, selected, Output(manifest.parent, pdfs=pdfs))
    unprintable = [str(status) for status in selected if status.variant is None]
    _print(plan, (), start, quiet, "run `reprint` again to continue", rows, unprintable)
