"""The commands `batch` and `reprint`; app.py puts them beside the others.

Input: options as typed. Output: files, the paths of those for people on standard output, progress
and failures on standard error; exit code 0 when all is printed, 1 when something failed or was
stopped, 2 for wrong usage.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from generator.cli import batch_plan, options
from generator.cli.batch_plan import Session
from generator.cli.options import (
    Flip,
    Ink,
    LanguageCode,
    Output,
    PaperName,
    Players,
    Playtest,
    Printer,
    Rules,
    SetsDir,
    SetsToUse,
    Size,
)

if TYPE_CHECKING:
    from generator.batch.batch_file import SettingsFor
    from generator.batch.manifest import Row
    from generator.batch.plan import Plan
    from generator.batch.reprint import RowStatus
    from generator.batch.run import Result
    from generator.core.output import Output as OutputPlace
    from generator.core.request import Request
    from generator.core.settings import Settings

_PDFS = ("one", "each", "both")
_PREPARED_FROM = 50  # variants: several processes are surely used
_MAX_FAILURES = 10  # variants that are reported one by one
# Options of one job, which a batch file holds itself.
_OF_A_JOB = (
    "game", "sets", "size", "players", "seed", "count", "sheet", "paper", "ink", "language",
    "rules", "flip", "playtest", "keep", "of",
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
    typer.Option(metavar="N", min=1, max=100_000, help="Of how many variants --keep keeps some."),
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
Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes. [default: one a core]")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Work on this Dask cluster.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Print failures and paths only.")]
Manifest = Annotated[Path, typer.Argument(metavar="MANIFEST", help="The .jsonl of a batch.")]
Ids = Annotated[
    list[str] | None,
    typer.Option("--id", metavar="GAME-ID", help="Print this one, stale or not; repeat for more."),
]
ListOnly = Annotated[bool, typer.Option("--list", help="List what is stale, print nothing.")]


def batch(
    context: typer.Context,
    game: options.GameName = options.DEFAULT_GAME, source: From = None, sets: SetsToUse = None,
    size: Size = None, players: Players = None, seed: Seed = None, count: Count = 1,
    sheet: Sheet = None, paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    rules: Rules = True, playtest: Playtest = True, keep: Keep = None, of: Of = None,
    flip: Flip = "long", pdfs: Pdfs = "one", pattern: NamePattern = "{name}",
    contact: Contact = False, ink_share: InkShare = False, resume: Resume = False,
    jobs: Jobs = None, scheduler: Scheduler = None, quiet: Quiet = False,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print many variants, with a manifest of what is where."""
    options.one_of("--pdfs", pdfs, _PDFS)
    count = _number_of_variants(context, count, keep, of, playtest)
    if resume and seed is None and source is None:
        options.wrong_usage("--resume needs the --seed or the --from of the batch to go on with")
    with _explained():
        session = Session(jobs, scheduler, quiet, _made_up_seed(seed, source))
        if (playtest or ink_share or pdfs != "one") and (source or count >= _PREPARED_FROM):
            session.prepare_workers()
        if ink_share:
            batch_plan.require("pypdfium2", "--ink-share")
        settings_for = _settings_for(printer, quiet)
        place = replace(
            _output(output, pdfs), pattern=pattern, ink_share=ink_share, contact_sheet=contact
        )
        sets_dirs = _absolute(sets_dir)
        if source is not None:
            _check_file_is_alone(context)
            plan = _plan_of_file(source, place, settings_for, sets_dirs, session)
        else:
            looks = {"paper": paper, "ink": ink, "language": language, "rules": rules, "flip": flip}
            values = {"sets": sets, "size": size, "players": players, "seed": seed, "count": count,
                      "sheet": sheet, "playtest": playtest, "keep": keep}  # fmt: skip
            plan = _plan_of_options(game, values, settings_for(looks), place, sets_dirs, session)
        _run(plan, resume, session)


def _made_up_seed(seed: str | None, source: Path | None) -> str:
    """A seed where the user named neither one nor a batch file; else ""."""
    if seed is not None or source is not None:
        return ""
    from generator.core.seeds import made_up_seed

    return made_up_seed()


def _plan_of_file(
    source: Path,
    output: "OutputPlace",
    settings_for: "SettingsFor",
    sets_dirs: tuple[Path, ...],
    session: Session,
) -> "Plan":
    from generator.batch.batch_file import read

    jobs, words = read(source, sets_dirs, settings_for), ("batch", "--from", source.name)
    return batch_plan.make_plan(jobs, output.stem or source.stem, output, words, session)


def _plan_of_options(
    game: str,
    values: Mapping[str, Any],
    settings: "Settings",
    output: "OutputPlace",
    sets_dirs: tuple[Path, ...],
    session: Session,
) -> "Plan":
    from generator.batch.plan import Job
    from generator.printing.command_line import batch_command

    seed = options.canonical(session.made_up_seed or values["seed"])
    job = Job(_request(game, values, seed, sets_dirs), (settings,))
    name = output.stem or batch_plan.default_name(job, seed)
    words = batch_command(job.request, settings)
    return batch_plan.make_plan([job], name, output, words, session)


def _request(
    game: str, values: Mapping[str, Any], seed: str, sets_dirs: tuple[Path, ...]
) -> "Request":
    """The request of a batch, from the values of its options (Any: of any type)."""
    from generator import games
    from generator.batch.plan import default_sheet
    from generator.core.request import Request, SeedRange

    options.one_of("GAME", game, games.names())
    contract, sheet = games.game(game), values["sheet"]
    if values["keep"] is not None and contract.playtest is None:
        options.wrong_usage(f"--keep: no program can play {game}")
    if sheet is not None:
        options.one_of("--sheet", sheet, tuple(contract.rolled_sheets))
    return Request(
        game, contract.catalogue.canonical(values["sets"] or contract.default_sets),
        (values["size"] or contract.default_size).lower(),
        values["players"] or contract.default_players,
        SeedRange(seed, 1, values["count"]),
        default_sheet(game) if sheet is None else sheet,
        playtest=values["playtest"] and contract.playtest is not None,
        keep=values["keep"], sets_dirs=sets_dirs,
    )  # fmt: skip


def reprint(
    manifest: Manifest, ids: Ids = None, list_only: ListOnly = False, jobs: Jobs = None,
    scheduler: Scheduler = None, quiet: Quiet = False, printer: Printer = None,
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """List what of a batch is stale, and print it again."""
    sets_dirs = _absolute(sets_dir)
    with _explained():
        from generator.batch import manifest as manifests
        from generator.batch.reprint import check_rows

        rows = manifests.read(manifest)
        statuses = check_rows(rows, manifest.parent, sets_dirs, _settings_of(printer, quiet))
        selected = _of_ids(statuses, ids) if ids else [each for each in statuses if each.reason]
        for status in selected:
            typer.echo(status)
        if not selected and not quiet:
            typer.echo("nothing is stale", err=True)
        if selected and not list_only:
            _check_printer(selected, printer)
            _print_again(manifest, selected, rows, Session(jobs, scheduler, quiet))


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


def _run(plan: "Plan", resume: bool, session: Session) -> None:
    from generator.batch.earlier_run import intact_rows
    from generator.batch.run import run
    from generator.core import progress

    intact = intact_rows(plan, resume)
    workers = session.workers(len(plan.variants))
    with (
        options.stoppable(session.how_to_continue("--resume")),
        progress.open_display(session.quiet) as bar,
    ):
        result = run(plan, intact, workers, bar)
    if resume and not session.quiet:
        typer.echo(f"{len(intact):,} of {len(plan.variants):,} were there already", err=True)
    _report(result, session.quiet)


def _print_again(
    manifest: Path, selected: Sequence["RowStatus"], rows: Sequence["Row"], session: Session
) -> None:
    from generator.batch.reprint import reprint_plan
    from generator.batch.run import run
    from generator.core import progress
    from generator.core.output import Output as OutputPlace

    ink_share = any(row.ink_share is not None for row in rows)
    output = OutputPlace(manifest.parent, pdfs=selected[0].row.pdfs, ink_share=ink_share)
    plan = reprint_plan(manifest, selected, output)
    workers = session.workers(len(selected))
    with options.stoppable("`reprint` goes on"), progress.open_display(session.quiet) as bar:
        result = run(plan, (), workers, bar, manifest, rows)
    _report(result, session.quiet, lost=[status for status in selected if status.variant is None])


def _report(result: "Result", quiet: bool, lost: Sequence["RowStatus"] = ()) -> None:
    """Warnings, failures, how many there are; then the paths. Exit code 1 if anything failed."""
    for warning in result.warnings:
        typer.echo(warning, err=True)
    failures = [f"variant {row.number} {row.id} failed: {row.error}" for row in result.failed]
    failures += [f"variant {status} (cannot be printed)" for status in lost]
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


def _of_ids(statuses: Sequence["RowStatus"], ids: Sequence[str]) -> list["RowStatus"]:
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


def _settings_for(printer: str | None, quiet: bool) -> "SettingsFor":
    """Makes settings for a printer that has a profile, or none."""
    profile = cache(partial(options.profile, printer, quiet))  # read, and reported, once

    def settings_for(values: Mapping[str, Any]) -> "Settings":
        return options.fitted(options.settings(**values), profile())

    return settings_for


def _settings_of(printer: str | None, quiet: bool) -> Callable[["Row"], "Settings"]:
    """The settings of a row; the profile counts for what was printed with one."""
    plain, fitted = (_settings_for(which, quiet) for which in (options.NO_PRINTER, printer))

    @cache
    def settings(is_fitted: bool, values: tuple[tuple[str, Any], ...]) -> "Settings":
        return (fitted if is_fitted else plain)(dict(values))

    def settings_of(row: "Row") -> "Settings":
        values = row.paper, row.ink, row.language, row.rules, row.flip
        names = ("paper", "ink", "language", "rules", "flip")
        return settings(bool(row.printer), tuple(zip(names, values, strict=True)))

    return settings_of


def _output(output: Path, pdfs: str) -> "OutputPlace":
    """The folder, and the file that may be named."""
    from generator.core.output import Output as OutputPlace
    from generator.core.output import Pdfs as WhichPdfs

    place = OutputPlace.at(options.checked_output(output))
    if place.file_name and pdfs == "each":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    return replace(place, pdfs=cast(WhichPdfs, pdfs))


def _absolute(sets_dir: Path | None) -> tuple[Path, ...]:
    """The folders of own sets, as other processes find them."""
    return tuple(folder.absolute() for folder in options.folders(sets_dir))


def _check_file_is_alone(context: typer.Context) -> None:
    for name in _OF_A_JOB:
        if options.is_typed(context, name):
            option = {"sets": "--set", "game": "GAME"}.get(name, f"--{name}")
            options.wrong_usage(f"{option} cannot be combined with --from, whose jobs say it")


@contextmanager
def _explained() -> Iterator[None]:
    """As options.explained, also for a pattern that gives no names."""
    from generator.core.errors import FileNameError

    with options.explained():
        try:
            yield
        except FileNameError as error:
            options.wrong_usage(str(error))
