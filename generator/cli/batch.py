"""The commands batch and reprint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

import click

from generator import games
from generator.cli import options
from generator.cli.games import check_thickness
from generator.cli.options import PLACES, SETTINGS, Option, command
from generator.core.settings import OPTIONS, Settings

if TYPE_CHECKING:
    from generator.batch.batch_file import SettingsFor
    from generator.batch.manifest import Row
    from generator.batch.plan import Job, Plan
    from generator.batch.run import Result, StartWorkers
    from generator.batch.stale import RowStatus
    from generator.core.files import Output as OutputPlace
    from generator.core.request import Request


_MAX_FAILURES = 10  # variants that are reported one by one

SCHEDULER = Option("--scheduler", "ADDRESS", "Work on this Dask cluster.")


class Session(NamedTuple):
    """How a run is carried out: on how many processes (None: one a core) or which scheduler,
    whether progress is shown, and the seed if the program made it up."""

    processes: int | None
    scheduler: str | None
    quiet: bool
    made_up_seed: str = ""

    def workers(self, tasks: int, chunk_size: int = 0) -> "StartWorkers":
        """What starts workers for so many tasks, in chunks (0: those of run.py)."""
        from generator.batch.run import CHUNK_SIZE
        from generator.core import workers

        if self.scheduler is not None:
            if self.processes is not None:
                options.wrong_usage(
                    "--jobs cannot be combined with --scheduler, whose workers count"
                )
            options.require("distributed", "--scheduler", "cluster")
            return partial(workers.connect, self.scheduler)
        chunks = -(-tasks // (chunk_size or CHUNK_SIZE))
        return partial(workers.local, min(self.processes or workers.cores(), chunks))

    def prepare_workers(self) -> None:
        """Loads what several processes need while this one reads definitions."""
        from generator.core import workers

        if self.scheduler is None and (self.processes or workers.cores()) > 1:
            workers.prepare()

    def how_to_continue(self, *more: str) -> str:
        """What to do after the run was stopped."""
        words = [f"--seed {self.made_up_seed}"] if self.made_up_seed else []
        addition = " ".join((*words, *more))
        return f"run the same command{addition and f' with {addition}'} to continue"


def settings_maker(printer: str | None, quiet: bool) -> "SettingsFor":
    """Makes settings for a printer that has a profile, or none."""
    profile = cache(partial(options.profile, printer, quiet))  # read, and reported, once

    def settings_for(values: Mapping[str, Any]) -> Settings:
        return options.fitted(options.settings(**values), profile())

    return settings_for


def print_plan(
    plan: "Plan",
    kept: Sequence["Row"],
    session: Session,
    advice: str,
    manifest: Path | None = None,
    others: Sequence["Row"] = (),
) -> "Result":
    """Print a plan as run.run does, with progress, on the workers of the session. Ctrl-C ends it
    with the advice."""
    from generator.batch.run import run
    from generator.core import progress

    workers = session.workers(len(plan.variants))
    with options.stoppable(advice), progress.open_display(session.quiet) as bar:
        return run(plan, kept, workers, bar, manifest, others)


def report(result: "Result", quiet: bool, unprintable: Sequence[str] = ()) -> None:
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


_PDFS = ("one", "each", "both")
_PREPARED_FROM = 50  # variants: several processes are surely used
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
    Option("--from source", "FILE", "A batch file with jobs, instead.", kind=Path),
    Option("--pdfs", "WHICH", "one (of all), each (variant), or both.", "one", group=options.WHERE),
    Option(
        "--pattern", "TEXT", "Names of the PDFs of each variant.", "{name}", group=options.WHERE
    ),
    Option("--contact", "", "Print a contact sheet of all variants, too."),
    Option("--ink-share", "", "Measure how much ink each variant takes."),
    Option("--resume", "", "Continue a batch that was stopped; retry what failed."),
    options.JOBS,
    SCHEDULER,
    options.QUIET,
    *PLACES,
)
def batch(
    game: str,
    source: Path | None,
    seed: str | None,
    count: int,
    sheet: str | None,
    playtest: bool,
    search: str,
    keep: int | None,
    of: int | None,
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
    """Print many variants, with a manifest that lists them."""
    options.one_of("--pdfs", pdfs, _PDFS)
    count = _number_of_variants(count, keep, of, playtest)
    if resume and seed is None and source is None:
        options.wrong_usage("--resume needs the --seed or the --from of the batch to continue")
    session = Session(jobs, scheduler, quiet, _made_up_seed(seed, source))
    if (playtest or ink_share or pdfs != "one") and (source or count >= _PREPARED_FROM):
        session.prepare_workers()
    settings_for = settings_maker(printer, quiet)
    place = replace(
        _output(output, pdfs), pattern=pattern, ink_share=ink_share, contact_sheet=contact
    )
    folders = tuple(folder.absolute() for folder in sets_dirs)  # as other processes find them
    if source is not None:
        _check_file_is_alone()
        plan = _plan_file(source, place, settings_for, folders, session)
    else:
        options.one_of("GAME", game, games.names())
        check_thickness(games.game(game), sheet or "")
        looks = {name: values.pop(name) for name in OPTIONS}
        values |= {
            "seed": session.made_up_seed or seed,
            "count": count,
            "sheet": sheet,
            "playtest": playtest,
            "keep": keep,
            "search": options.search_name(search, playtest),
        }
        plan = _plan_options(game, values, settings_for(looks), place, folders, session)
    _print(plan, session, resume)


def _print(plan: "Plan", session: Session, resume: bool) -> None:
    """Print what is not there yet, and report."""
    from generator.batch.manifest import check_is_same_batch, kept_rows

    kept = kept_rows(plan) if resume else []
    check_is_same_batch(plan)
    result = print_plan(plan, kept, session, session.how_to_continue("--resume"))
    if resume and not session.quiet:
        click.echo(f"{len(kept):,} of {len(plan.variants):,} were there already", err=True)
    report(result, session.quiet)


def _number_of_variants(count: int, keep: int | None, of: int | None, playtest: bool) -> int:
    """How many variants there are, from --count or --of."""
    if keep is not None and not playtest:
        options.wrong_usage("--keep needs the playtest, by which variants are told apart")
    if of is None and keep is None:
        return count
    if of is None:
        options.wrong_usage(f"--keep {keep}: expected --of with the number of variants to try")
    if keep is None or keep > of:
        options.wrong_usage(f"--of {of}: expected --keep with a number up to that")
    if options.is_typed("count"):
        options.wrong_usage("--count cannot be combined with --of, which already says it")
    return of


def _made_up_seed(seed: str | None, source: Path | None) -> str:
    """A seed where the user named neither one nor a batch file; else ""."""
    if seed is not None or source is not None:
        return ""
    from generator.core.seeds import made_up_seed

    return made_up_seed()


def _output(output: Path, pdfs: str) -> "OutputPlace":
    """The folder, and the file that may be named."""
    from generator.core.files import Pdfs as WhichPdfs

    place = options.checked_output(output)
    if place.file_name and pdfs == "each":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    return replace(place, pdfs=cast(WhichPdfs, pdfs))


def _check_file_is_alone() -> None:
    for option in _OF_A_JOB:
        if options.is_typed(option.name or ""):
            name = "GAME" if isinstance(option, click.Argument) else option.opts[0]
            options.wrong_usage(f"{name} cannot be combined with --from, whose jobs say it")


def _plan_file(
    source: Path,
    output: "OutputPlace",
    settings_for: "SettingsFor",
    sets_dirs: tuple[Path, ...],
    session: Session,
) -> "Plan":
    from generator.batch.batch_file import read
    from generator.batch.plan import begin_plan

    jobs = read(source, sets_dirs, settings_for)
    draft = begin_plan(output.stem or source.stem, output, ("batch", "--from", source.name))
    return _plan(jobs, draft, session)


def _plan_options(
    game: str,
    values: Mapping[str, Any],
    settings: Settings,
    output: "OutputPlace",
    sets_dirs: tuple[Path, ...],
    session: Session,
) -> "Plan":
    from generator.batch.plan import Job, begin_plan
    from generator.printing.sheets import batch_command

    request = _request(game, values, sets_dirs)
    name = output.stem or _default_name(request, settings)
    draft = begin_plan(name, output, batch_command(request, settings))
    return _plan([Job(request, (settings,))], draft, session)


def _is_drawn(job: "Job") -> bool:
    """Whether nothing is random in a job: then there was nothing to choose."""
    from generator.core.seeds import FIXED

    return job.request.seed == FIXED and not any(job.ranks)


def _request(game: str, values: Mapping[str, Any], sets_dirs: tuple[Path, ...]) -> "Request":
    """The request of a batch, from the values of its options (Any: of any type)."""
    from generator.batch.plan import default_sheet
    from generator.core.request import Request, SeedRange

    contract, sheet = games.game(game), values["sheet"]
    if values["keep"] is not None and contract.playtest is None:
        options.wrong_usage(f"--keep: no program can play {game}")
    if values["search"] != "usual" and "search" not in contract.play_options:
        options.wrong_usage(f"--search: {game} has no choice of searches")
    if sheet is not None:
        options.one_of("--sheet", sheet, contract.named_sheets)
    return Request(
        game,
        contract.catalogue.canonical(values["sets"] or contract.default_sets),
        (values["size"] or contract.default_size).lower(),
        values["players"] or contract.default_players,
        SeedRange(options.canonical(values["seed"]), 1, values["count"]),
        default_sheet(game) if sheet is None else sheet,
        playtest=values["playtest"] and contract.playtest is not None,
        keep=values["keep"],
        sets_dirs=sets_dirs,
        search=values["search"],
    )


def _default_name(request: "Request", settings: Settings) -> str:
    """The stem of the files of a batch of one job."""
    from generator.printing.rolling import effective_settings

    parts = ([] if request.sheet in ("", "boards") else [request.sheet]) + [
        request.game,
        request.size,
        "+".join(request.sets),
        str(request.players),
        request.master_seed,
    ]
    effective = effective_settings(games.game(request.game), request.sheet, settings)
    return ".".join(parts) + effective.file_suffix() + ".batch"


def _plan(jobs: Sequence["Job"], draft: "Plan", session: Session) -> "Plan":
    """The plan of some jobs; for those that are playtested, programs select boards first. Raises
    DefinitionError, OptionError, RollError, FileNameError."""
    from generator.batch import selection
    from generator.batch.plan import check_job_settings, check_jobs, plan_jobs
    from generator.core import progress
    from generator.core.files import exclusive_lock

    boards = sum(job.request.count for job in jobs if job.request.playtest)
    if not boards:
        plan = plan_jobs(jobs, draft)
        check_job_settings(jobs)
        return plan
    check_jobs(jobs, draft)
    advice = f"{session.how_to_continue()}: what was played is kept"
    with options.stoppable(advice), exclusive_lock(draft.manifest):
        for game in {job.request.game for job in jobs if job.request.playtest}:
            options.prepare_playtest(game)
        with progress.open_display(session.quiet) as bar, session.workers(boards, 1)() as pool:
            selected = selection.select(jobs, pool, bar)
    drawn = sum(map(_is_drawn, selected.jobs))
    if unplayed := boards - drawn - sum(map(len, selected.tables)):
        click.echo(f"{unplayed} of {boards} are not playtested: see inspect", err=True)
    return selection.plan_selected(selected, draft)


@command(
    click.Argument(["manifest"], type=Path, help="The .jsonl of a batch."),
    Option("--id ids", "GAME-ID", "Print this one, stale or not; repeat for more.", multiple=True),
    Option("--list list_only", "", "List what is stale, print nothing."),
    options.JOBS,
    SCHEDULER,
    options.QUIET,
    options.PRINTER,
    options.SETS_DIR,
)
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
    """Find stale variants of a batch and print them again."""
    from generator.batch import manifest as manifests
    from generator.batch.stale import check_rows

    folders = tuple(folder.absolute() for folder in sets_dirs)
    rows = manifests.read(manifest)
    statuses = check_rows(rows, manifest.parent, folders, _settings_of(printer, quiet))
    selected = _with_ids(statuses, ids) if ids else [status for status in statuses if status.reason]
    for status in selected:
        click.echo(status)
    if not selected and not quiet:
        click.echo("nothing is stale", err=True)
    if selected and not list_only:
        _check_printer(selected, printer)
        _print_again(manifest, selected, rows, Session(jobs, scheduler, quiet))


def _print_again(
    manifest: Path, selected: Sequence["RowStatus"], rows: Sequence["Row"], session: Session
) -> None:
    from generator.batch.stale import reprint_plan
    from generator.core.files import Output as OutputPlace

    ink_share = any(row.ink_share is not None for row in rows)
    first = selected[0].row
    pdfs: Literal["one", "each", "both"] = "one" if first.joint else "each"
    if first.own and first.joint:
        pdfs = "both"
    output = OutputPlace(manifest.parent, pdfs=pdfs, ink_share=ink_share)
    plan = reprint_plan(manifest, selected, output)
    result = print_plan(plan, (), session, "run `reprint` again to continue", manifest, rows)
    unprintable = [str(status) for status in selected if status.variant is None]
    report(result, session.quiet, unprintable)


def _with_ids(statuses: Sequence["RowStatus"], ids: Sequence[str]) -> list["RowStatus"]:
    """All that have one of the IDs: a game is there once for each sheet and setting it was printed
    in."""
    from generator.core.diagnostics import suggestion
    from generator.core.errors import GameIdError
    from generator.core.game_id import parse

    known = {status.row.id for status in statuses}
    requested = set()
    for text in ids:
        try:
            game_id = str(parse(text))
        except GameIdError as error:
            options.wrong_usage(str(error))
        if game_id not in known:
            near = suggestion(game_id, known)
            options.wrong_usage(f"--id {text!r}: the manifest has no such variant{near}")
        requested.add(game_id)
    return [status for status in statuses if status.row.id in requested]


def _check_printer(selected: Sequence["RowStatus"], printer: str | None) -> None:
    """What was fitted to a printer is not printed otherwise unless the user says so."""
    unfitted = any(
        status.row.printer and status.variant and not status.variant.settings.fitted
        for status in selected
    )
    if unfitted and printer is None:
        options.wrong_usage(
            "these were fitted to a printer, and there is no printer.yaml here: expected --printer "
            "with its profile, or --printer none"
        )


def _settings_of(printer: str | None, quiet: bool) -> Callable[["Row"], Settings]:
    """The settings of a row; the profile counts for what was printed with one."""
    plain, fitted = (settings_maker(which, quiet) for which in (options.NO_PRINTER, printer))

    @cache
    def settings(is_fitted: bool, values: tuple[tuple[str, Any], ...]) -> Settings:
        return (fitted if is_fitted else plain)(dict(values))

    def settings_of(row: "Row") -> Settings:
        return settings(bool(row.printer), tuple(row.settings.items()))

    return settings_of
