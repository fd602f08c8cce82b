"""The commands batch and reprint."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple, cast

import typer

from generator import games
from generator.cli import options
from generator.cli.game_commands import check_thickness
from generator.cli.options import (
    Backs,
    Flip,
    Gap,
    Ink,
    LanguageCode,
    Marks,
    Output,
    Overlap,
    PaperName,
    Players,
    Playtest,
    Printer,
    Rules,
    Scale,
    Search,
    SetsDir,
    SetsToUse,
    Size,
    Thickness,
    Tile,
)
from generator.core.settings import OPTIONS

if TYPE_CHECKING:
    from generator.batch.batch_file import SettingsFor
    from generator.batch.earlier_run import RowStatus
    from generator.batch.manifest import Row
    from generator.batch.plan import Job, Plan
    from generator.batch.run import Result, StartWorkers
    from generator.core.files import Output as OutputPlace
    from generator.core.request import Request
    from generator.core.settings import Settings


_MAX_FAILURES = 10  # variants that are reported one by one

Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes. [default: one a core]")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Work on this Dask cluster.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print failures and paths only.")]


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

    def settings_for(values: Mapping[str, Any]) -> "Settings":
        return options.fitted(options.settings(**values), profile())

    return settings_for


def absolute_folders(sets_dir: Path | None) -> tuple[Path, ...]:
    """The folders of own sets, as other processes find them."""
    return tuple(folder.absolute() for folder in options.folders(sets_dir))


def print_plan(
    plan: "Plan",
    intact: Sequence["Row"],
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
        return run(plan, intact, workers, bar, manifest, others)


def report(result: "Result", quiet: bool, unprintable: Sequence[str] = ()) -> None:
    """Warnings, failures, how many there are; then the paths. Exit code 1 if anything failed."""
    for warning in result.warnings:
        typer.echo(warning, err=True)
    failures = [f"variant {row.number} {row.id} failed: {row.error}" for row in result.failed]
    failures += [f"variant {reason} (cannot be printed)" for reason in unprintable]
    for failure in failures[:_MAX_FAILURES]:
        typer.echo(failure, err=True)
    if len(failures) > _MAX_FAILURES:
        typer.echo(f"{len(failures) - _MAX_FAILURES:,} more failed, see the manifest", err=True)
    if not quiet:
        printed = len(result.rows) - len(result.failed)
        typer.echo(f"{printed:,} printed, {len(failures):,} failed", err=True)
    for path in result.paths:
        typer.echo(path)
    if failures:
        raise typer.Exit(1)


_PDFS = ("one", "each", "both")
_PREPARED_FROM = 50  # variants: several processes are surely used
# Options of one job, which a batch file holds itself.
_OF_A_JOB = (
    "game", "sets", "size", "players", "seed", "count", "sheet", "paper", "ink", "language",
    "rules", "backs", "flip", "marks", "gap", "tile", "overlap", "scale", "thickness", "playtest",
    "search", "keep", "of",
)  # fmt: skip

From = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="A batch file with jobs, instead.")
]
Seed = Annotated[
    str | None, typer.Option(metavar="TEXT", help="Variants are TEXT-1, ... [default: made up]")
]
Count = Annotated[int, typer.Option(metavar="N", min=1, max=100_000, help="How many variants.")]
Keep = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=100_000, help="Print only the N that play best."),
]
Of = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, max=100_000, help="Choose the --keep best from this many."),
]
Sheet = Annotated[str | None, typer.Option(metavar="NAME", help="One sheet only.")]
Pdfs = Annotated[str, typer.Option(metavar="WHICH", help="one (of all), each (variant), or both.")]
NamePattern = Annotated[
    str, typer.Option("--pattern", metavar="TEXT", help="Names of the PDFs of each variant.")
]
Contact = Annotated[
    bool, typer.Option("--contact", help="Print a contact sheet of all variants, too.")
]
InkShare = Annotated[
    bool, typer.Option("--ink-share", help="Measure how much ink each variant takes.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Continue a batch that was stopped; retry what failed.")
]


def batch(
    context: typer.Context,
    game: options.GameName = options.DEFAULT_GAME, source: From = None, sets: SetsToUse = None,
    size: Size = None, players: Players = None, seed: Seed = None, count: Count = 1,
    sheet: Sheet = None, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    rules: Rules = True, playtest: Playtest = True, search: Search = "usual",
    keep: Keep = None, of: Of = None,
    backs: Backs = "duplex", flip: Flip = "long", marks: Marks = "usual", gap: Gap = 0.0,
    tile: Tile = "", overlap: Overlap = 10.0, scale: Scale = 1.0, thickness: Thickness = 0.3,
    pdfs: Pdfs = "one", pattern: NamePattern = "{name}",
    contact: Contact = False, ink_share: InkShare = False, resume: Resume = False,
    jobs: Jobs = None, scheduler: Scheduler = None, quiet: Quiet = False,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print many variants, with a manifest that lists them."""
    options.one_of("--pdfs", pdfs, _PDFS)
    count = _number_of_variants(context, count, keep, of, playtest)
    _check_resume(resume, seed, source)
    with options.explained():
        session = Session(jobs, scheduler, quiet, _made_up_seed(seed, source))
        if (playtest or ink_share or pdfs != "one") and (source or count >= _PREPARED_FROM):
            session.prepare_workers()
        settings_for = settings_maker(printer, quiet)
        place = replace(
            _output(output, pdfs), pattern=pattern, ink_share=ink_share, contact_sheet=contact
        )
        sets_dirs = absolute_folders(sets_dir)
        if source is not None:
            _check_file_is_alone(context)
            plan = _plan_file(source, place, settings_for, sets_dirs, session)
        else:
            options.one_of("GAME", game, games.names())
            check_thickness(context, games.game(game), sheet or "")
            looks = {name: context.params[name] for name in OPTIONS}
            values = {"sets": sets, "size": size, "players": players,
                      "seed": session.made_up_seed or seed, "count": count,
                      "sheet": sheet, "playtest": playtest, "keep": keep,
                      "search": options.search_name(context, search, playtest)}  # fmt: skip
            plan = _plan_options(game, values, settings_for(looks), place, sets_dirs, session)
        _print(plan, session, resume)


def _print(plan: "Plan", session: Session, resume: bool) -> None:
    """Print what is not there yet, and report."""
    from generator.batch.earlier_run import intact_rows

    intact = intact_rows(plan, resume)
    result = print_plan(plan, intact, session, session.how_to_continue("--resume"))
    if resume and not session.quiet:
        typer.echo(f"{len(intact):,} of {len(plan.variants):,} were there already", err=True)
    report(result, session.quiet)


def _number_of_variants(
    context: typer.Context, count: int, keep: int | None, of: int | None, playtest: bool
) -> int:
    """How many variants there are, from --count or --of."""
    if keep is not None and not playtest:
        options.wrong_usage("--keep needs the playtest, by which variants are told apart")
    if of is None and keep is None:
        return count
    if of is None:
        options.wrong_usage(f"--keep {keep}: expected --of with the number of variants to try")
    if keep is None or keep > of:
        options.wrong_usage(f"--of {of}: expected --keep with a number up to that")
    if options.is_typed(context, "count"):
        options.wrong_usage("--count cannot be combined with --of, which already says it")
    return of


def _check_resume(resume: bool, seed: str | None, source: Path | None) -> None:
    if resume and seed is None and source is None:
        options.wrong_usage("--resume needs the --seed or the --from of the batch to continue")


def _made_up_seed(seed: str | None, source: Path | None) -> str:
    """A seed where the user named neither one nor a batch file; else ""."""
    if seed is not None or source is not None:
        return ""
    from generator.core.seeds import made_up_seed

    return made_up_seed()


def _output(output: Path, pdfs: str) -> "OutputPlace":
    """The folder, and the file that may be named."""
    from generator.core.files import Output as OutputPlace
    from generator.core.files import Pdfs as WhichPdfs

    place = OutputPlace.at(options.checked_output(output))
    if place.file_name and pdfs == "each":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    return replace(place, pdfs=cast(WhichPdfs, pdfs))


def _check_file_is_alone(context: typer.Context) -> None:
    for name in _OF_A_JOB:
        if options.is_typed(context, name):
            option = {"sets": "--set", "game": "GAME"}.get(name, f"--{name}")
            options.wrong_usage(f"{option} cannot be combined with --from, whose jobs say it")


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
    settings: "Settings",
    output: "OutputPlace",
    sets_dirs: tuple[Path, ...],
    session: Session,
) -> "Plan":
    from generator.batch.plan import Job, begin_plan
    from generator.printing.command_line import batch_command

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
        game, contract.catalogue.canonical(values["sets"] or contract.default_sets),
        (values["size"] or contract.default_size).lower(),
        values["players"] or contract.default_players,
        SeedRange(options.canonical(values["seed"]), 1, values["count"]),
        default_sheet(game) if sheet is None else sheet,
        playtest=values["playtest"] and contract.playtest is not None,
        keep=values["keep"], sets_dirs=sets_dirs, search=values["search"],
    )  # fmt: skip


def _default_name(request: "Request", settings: "Settings") -> str:
    """The stem of the files of a batch of one job."""
    from generator.printing.command_line import effective_settings

    parts = ([] if request.sheet in ("", "boards") else [request.sheet]) + [
        request.game, request.size, "+".join(request.sets), str(request.players),
        request.master_seed,
    ]  # fmt: skip
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
        typer.echo(f"{unplayed} of {boards} are not playtested: see inspect", err=True)
    return selection.plan_selected(selected, draft)


Manifest = Annotated[Path, typer.Argument(metavar="MANIFEST", help="The .jsonl of a batch.")]
Ids = Annotated[
    list[str] | None,
    typer.Option("--id", metavar="GAME-ID", help="Print this one, stale or not; repeat for more."),
]
ListOnly = Annotated[bool, typer.Option("--list", help="List what is stale, print nothing.")]


def reprint(
    manifest: Manifest, ids: Ids = None, list_only: ListOnly = False, jobs: Jobs = None,
    scheduler: Scheduler = None, quiet: Quiet = False, printer: Printer = None,
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Find stale variants of a batch and print them again."""
    sets_dirs = absolute_folders(sets_dir)
    with options.explained():
        from generator.batch import manifest as manifests
        from generator.batch.earlier_run import check_rows

        rows = manifests.read(manifest)
        statuses = check_rows(rows, manifest.parent, sets_dirs, _settings_of(printer, quiet))
        selected = (
            _with_ids(statuses, ids) if ids else [status for status in statuses if status.reason]
        )
        for status in selected:
            typer.echo(status)
        if not selected and not quiet:
            typer.echo("nothing is stale", err=True)
        if selected and not list_only:
            _check_printer(selected, printer)
            _print_again(manifest, selected, rows, Session(jobs, scheduler, quiet))


def _print_again(
    manifest: Path, selected: Sequence["RowStatus"], rows: Sequence["Row"], session: Session
) -> None:
    from generator.batch.earlier_run import reprint_plan
    from generator.core.files import Output as OutputPlace

    ink_share = any(row.ink_share is not None for row in rows)
    output = OutputPlace(manifest.parent, pdfs=selected[0].row.pdfs, ink_share=ink_share)
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


def _settings_of(printer: str | None, quiet: bool) -> Callable[["Row"], "Settings"]:
    """The settings of a row; the profile counts for what was printed with one."""
    plain, fitted = (settings_maker(which, quiet) for which in (options.NO_PRINTER, printer))

    @cache
    def settings(is_fitted: bool, values: tuple[tuple[str, Any], ...]) -> "Settings":
        return (fitted if is_fitted else plain)(dict(values))

    def settings_of(row: "Row") -> "Settings":
        return settings(bool(row.printer), tuple(row.settings.items()))

    return settings_of
