"""What the commands batch and reprint do."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import Any, cast, get_args

import click

from generator import games
from generator.batch import manifest as manifests
from generator.batch import plan as plans
from generator.batch import run as batch_run
from generator.batch import selection
from generator.batch.batch_file import SettingsFor, read
from generator.batch.manifest import Row, RowStatus, check_rows, reprint_plan
from generator.batch.plan import Job, Plan
from generator.cli import options
from generator.cli.options import wrong_usage
from generator.cli.sheets import search_name
from generator.core import workers
from generator.core.diagnostics import suggestion
from generator.core.errors import GameIdError
from generator.core.files import Output, Pdfs, exclusive_lock
from generator.core.game_id import parse
from generator.core.progress import open_display
from generator.core.request import Request, SeedRange
from generator.core.seeds import made_up_seed
from generator.core.settings import OPTIONS, Settings
from generator.printing.rolling import effective_settings
from generator.printing.sheets import batch_command

_MAX_FAILURES = 10  # variants that are reported one by one
StartWorkers = Callable[[int], workers.StartWorkers]
"""What starts workers for so many tasks."""


def batch(
    game: str,
    source: Path | None,
    pdfs: str,
    pattern: str,
    contact: bool,
    ink_share: bool,
    resume: bool,
    jobs: int | None,
    scheduler: str | None,
    quiet: bool,
    printer: str | None,
    output: Path,
    sets_dirs: tuple[Path, ...],
    **values: Any,
) -> None:
    options.one_of("--pdfs", pdfs, get_args(Pdfs))
    place = options.checked_output(output)
    if place.file_name and pdfs == "each":
        wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    which = cast(Pdfs, pdfs)
    place = replace(place, pdfs=which, pattern=pattern, ink_share=ink_share, contact_sheet=contact)
    is_made_up = values["seed"] is None and source is None
    if resume and is_made_up:
        wrong_usage("--resume needs the --seed or the --from of the batch to continue")
    values["count"] = _number_of_variants(values)
    values["seed"] = made_up_seed() if is_made_up else values["seed"]
    start = options.worker_starter(jobs, scheduler)
    settings_for = _settings_maker(printer, quiet)
    folders = tuple(folder.absolute() for folder in sets_dirs)  # as other processes find them
    if source:
        planned = read(source, folders, settings_for)
        words: tuple[str, ...] = ("batch", "--from", source.name)
        draft = plans.begin_plan(place.stem or source.stem, place, words)
    else:
        options.one_of("GAME", game, games.names())
        settings = settings_for({name: values.pop(name) for name in OPTIONS})
        request = _request(game, values, folders)
        planned = [Job(request, (settings,))]
        name = place.stem or _default_name(request, settings)
        draft = plans.begin_plan(name, place, batch_command(request, settings))
    seed = f" with --seed {values['seed']}" if is_made_up else ""
    plan = _plan(planned, draft, start, quiet, f"run the same command{seed} to continue")
    kept = manifests.kept_rows(plan) if resume else []
    manifests.earlier_rows(plan)  # raises for those of another batch
    advice = f"run the same command{seed or ' with'} --resume to continue"
    result = _print(plan, kept, start, quiet, advice)
    if resume and not quiet:
        click.echo(f"{len(kept):,} of {len(plan.variants):,} were there already", err=True)
    _report(result, quiet)


def _number_of_variants(values: Mapping[str, Any]) -> int:
    """How many variants there are, from --count or --of."""
    keep, of = values["keep"], values["of"]
    count: int = values["count"]
    if keep is not None and not values["playtest"]:
        wrong_usage("--keep needs the playtest, by which variants are told apart")
    if of is None and keep is None:
        return count
    if of is None:
        wrong_usage(f"--keep {keep}: expected --of with the number of variants to try")
    if keep is None or keep > of:
        wrong_usage(f"--of {of}: expected --keep with a number up to that")
    if options.is_typed("count"):
        wrong_usage("--count cannot be combined with --of, which already says it")
    return int(of)


def _settings_maker(printer: str | None, quiet: bool) -> SettingsFor:
    """Makes settings for a printer that has a profile, or none."""
    profile = cache(partial(options.profile, printer, quiet))  # read, and reported, once

    def settings_for(values: Mapping[str, Any]) -> Settings:
        return options.fitted(options.settings(**values), profile())

    return settings_for


def _request(game: str, values: Mapping[str, Any], sets_dirs: tuple[Path, ...]) -> Request:
    """The request of a batch, from the values of its options (Any: of any type)."""
    contract, sheet = games.game(game), values["sheet"]
    search = search_name(values["search"], values["playtest"])
    if values["keep"] is not None and contract.playtest is None:
        wrong_usage(f"--keep: no program can play {game}")
    if search != "usual" and "search" not in contract.play_options:
        wrong_usage(f"--search: {game} has no choice of searches")
    if sheet is not None:
        options.one_of("--sheet", sheet, contract.named_sheets)
    return Request(
        game,
        contract.catalogue.canonical(values["sets"] or contract.default_sets),
        (values["size"] or contract.default_size).lower(),
        values["players"] or contract.default_players,
        SeedRange(options.canonical(values["seed"]), 1, values["count"]),
        plans.default_sheet(game) if sheet is None else sheet,
        playtest=values["playtest"] and contract.playtest is not None,
        keep=values["keep"],
        sets_dirs=sets_dirs,
        search=search,
    )


def _default_name(request: Request, settings: Settings) -> str:
    """The stem of the files of a batch of one job."""
    front = [] if request.sheet in ("", "boards") else [request.sheet]
    sets, players = "+".join(request.sets), str(request.players)
    parts = [*front, request.game, request.size, sets, players, request.master_seed]
    effective = effective_settings(games.game(request.game), request.sheet, settings)
    return ".".join(parts) + effective.file_suffix() + ".batch"


def _plan(jobs: Sequence[Job], draft: Plan, start: StartWorkers, quiet: bool, advice: str) -> Plan:
    """The plan of some jobs; for those that are playtested, programs select boards first. Raises
    DefinitionError, OptionError, RollError, FileNameError."""
    boards = sum(job.request.count for job in jobs if job.request.playtest)
    if not boards:
        plan = plans.plan_jobs(jobs, draft)
        plans.check_job_settings(jobs)
        return plan
    plans.check_jobs(jobs, draft)
    with options.stoppable(f"{advice}: what was played is kept"), exclusive_lock(draft.manifest):
        for game in {job.request.game for job in jobs if job.request.playtest}:
            options.prepare_playtest(game)
        with open_display(quiet) as bar, start(boards)() as pool:
            plan, unplayed = selection.select(jobs, draft, pool, bar)
    if unplayed:
        click.echo(f"{unplayed} of {boards} are not playtested: see inspect", err=True)
    return plan


def _print(
    plan: Plan,
    kept: Sequence[Row],
    start: StartWorkers,
    quiet: bool,
    advice: str,
    manifest: Path | None = None,
    others: Sequence[Row] = (),
) -> batch_run.Result:
    """Print a plan as run.run does, with progress. Ctrl-C ends it with the advice."""
    chunks = -(-len(plan.variants) // batch_run.CHUNK_SIZE)
    with options.stoppable(advice), open_display(quiet) as bar:
        return batch_run.run(plan, kept, start(chunks), bar, manifest, others)


def _report(result: batch_run.Result, quiet: bool, unprintable: Sequence[str] = ()) -> None:
    """Warnings, failures, how many there are; then the paths. Exit code 1 if anything failed."""
    for warning in result.warnings:
        click.echo(warning, err=True)
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


def reprint(
    manifest: Path,
    ids: Sequence[str],
    list_only: bool,
    jobs: int | None,
    scheduler: str | None,
    quiet: bool,
    printer: str | None,
    sets_dirs: tuple[Path, ...],
) -> None:
    start = options.worker_starter(jobs, scheduler)
    folders = tuple(folder.absolute() for folder in sets_dirs)
    rows = manifests.read(manifest)
    plain, fitted = (_settings_maker(which, quiet) for which in (options.NO_PRINTER, printer))

    @cache
    def settings(is_fitted: bool, values: tuple[tuple[str, Any], ...]) -> Settings:
        return (fitted if is_fitted else plain)(dict(values))

    def settings_of(row: Row) -> Settings:  # the profile counts for what was printed with one
        return settings(bool(row.printer), tuple(row.settings.items()))

    statuses = check_rows(rows, manifest.parent, folders, settings_of)
    selected = _with_ids(statuses, ids) if ids else [status for status in statuses if status.reason]
    for status in selected:
        click.echo(status)
    if not selected and not quiet:
        click.echo("nothing is stale", err=True)
    if list_only or not selected:
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
    first = selected[0].row
    pdfs: Pdfs = "each" if not first.joint_file else "both" if first.own_pages else "one"
    ink_share = any(row.ink_share is not None for row in rows)
    plan = reprint_plan(manifest, selected, Output(manifest.parent, pdfs=pdfs, ink_share=ink_share))
    result = _print(plan, (), start, quiet, "run `reprint` again to continue", manifest, rows)
    _report(result, quiet, [str(status) for status in selected if status.variant is None])


def _with_ids(statuses: Sequence[RowStatus], ids: Sequence[str]) -> list[RowStatus]:
    """All that have one of the IDs: a game is there once for each sheet and setting it was printed
    in."""
    known = {status.row.id for status in statuses}
    requested = set()
    for text in ids:
        try:
            game_id = str(parse(text))
        except GameIdError as error:
            wrong_usage(str(error))
        if game_id not in known:
            near = suggestion(game_id, known)
            wrong_usage(f"--id {text!r}: the manifest has no such variant{near}")
        requested.add(game_id)
    return [status for status in statuses if status.row.id in requested]
