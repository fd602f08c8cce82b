"""The commands `batch` and `reprint`; app.py puts them beside the others.

Input: options as typed. Output: files, the paths of those for people on standard output, progress
and failures on standard error; exit code 0 when all is printed, 1 when something failed or was
stopped, 2 for wrong usage.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli import batch_plan, options
from generator.cli.options import (
    Flip,
    Ink,
    LanguageCode,
    Output,
    PaperName,
    Playtest,
    Printer,
    Rules,
    SetsDir,
)
from generator.core.settings import Settings

if TYPE_CHECKING:
    from generator.batch.manifest import Row
    from generator.batch.plan import Plan
    from generator.batch.reprint import Compared
    from generator.batch.run import Result, Wanted

_PDFS = ("one", "each", "both")
_MANY = 50  # variants that several processes are surely wanted for
_SHOWN = 10  # failed variants that are told one by one
# Options of one job, which a batch file says itself.
_OF_A_JOB = (
    "game", "sets", "size", "players", "seed", "count", "sheet", "paper", "ink", "language",
    "rules", "flip", "playtest", "keep", "of",
)  # fmt: skip

Game = Annotated[str, typer.Argument(metavar="GAME", help="magnetmen, metals, quads or discs.")]
From = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="A batch file with jobs, instead.")
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="A set to use; repeat for more."),
]
Size = Annotated[str | None, typer.Option(metavar="NAME", help="A size, or metals' factions.")]
Players = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many players.")]
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
Pdfs = Annotated[str, typer.Option(metavar="WHICH", help="one of all, each a PDF, or both.")]
NamePattern = Annotated[
    str, typer.Option("--pattern", metavar="TEXT", help="Names of the PDFs of each variant.")
]
Contact = Annotated[bool, typer.Option("--contact", help="A contact sheet of all variants, too.")]
InkShare = Annotated[
    bool, typer.Option("--ink-share", help="Measure how much ink each variant takes.")
]
Resume = Annotated[
    bool, typer.Option("--resume", help="Go on with a batch that was stopped; print what failed.")
]
Jobs = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes. [default: one a core]")
]
Scheduler = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Work on this Dask cluster.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Tell failures and paths only.")]
Manifest = Annotated[Path, typer.Argument(metavar="MANIFEST", help="The .jsonl of a batch.")]
Ids = Annotated[
    list[str] | None,
    typer.Option("--id", metavar="GAME-ID", help="Print this one, stale or not; repeat for more."),
]
ListOnly = Annotated[bool, typer.Option("--list", help="List what is stale, print nothing.")]


def batch(
    context: typer.Context,
    game: Game = "magnetmen", source: From = None, sets: Sets = None, size: Size = None,
    players: Players = None, seed: Seed = None, count: Count = 1, sheet: Sheet = None,
    paper: PaperName = "a4", ink: Ink = "full", language: LanguageCode = "en",
    rules: Rules = True, playtest: Playtest = True, keep: Keep = None, of: Of = None,
    flip: Flip = "long", pdfs: Pdfs = "one", pattern: NamePattern = "{name}",
    contact: Contact = False, ink_share: InkShare = False, resume: Resume = False,
    jobs: Jobs = None, scheduler: Scheduler = None, quiet: Quiet = False,
    printer: Printer = None, output: Output = Path("output"), sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Print many variants at once, with a manifest of what is where."""
    options.one_of("--pdfs", pdfs, _PDFS)
    count = _tried(context, count, keep, of, playtest)
    if resume and seed is None and source is None:
        options.wrong_usage("--resume needs the --seed or the --from of the batch to go on with")
    with _explained():
        if (playtest or ink_share or pdfs != "one") and (source or count >= _MANY):
            _prepare(jobs, scheduler)
        from generator.batch.run import Wanted
        from generator.core.seeds import made_up_seed

        look_for = _look_for(printer, quiet)
        where = _where(output, pdfs), _absolute(sets_dir)
        wanted = Wanted(pdfs, _needed(ink_share, "pypdfium2", "--ink-share"), contact)
        workers = partial(_workers, jobs, scheduler)
        made_up = made_up_seed() if seed is None and source is None else ""
        playing = batch_plan.Playing(workers, quiet, pdfs != "one", made_up)
        if source is not None:
            _alone(context)
            plan = batch_plan.of_file(source, where, pattern, look_for, playing)
        else:
            typed = sets, size, players, seed if seed is not None else made_up, count, sheet
            names = ("paper", "ink", "language", "rules", "flip")
            values = (paper, ink, language, rules, flip)
            look = look_for(dict(zip(names, values, strict=True)))
            job, name = batch_plan.job(game, typed, look, playtest, keep)
            plan = batch_plan.of_job(job, name, where, pattern, playing)
        _run(plan, wanted, resume, playing)


def reprint(
    manifest: Manifest, ids: Ids = None, list_only: ListOnly = False, jobs: Jobs = None,
    scheduler: Scheduler = None, quiet: Quiet = False, printer: Printer = None,
    sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """List what of a batch is stale, and print it anew."""
    sets_dirs = _absolute(sets_dir)
    with _explained():
        from generator.batch import manifest as manifests
        from generator.batch import reprint as stale

        rows = manifests.read(manifest)
        found = stale.compared(rows, manifest.parent, sets_dirs, _look_of(printer, quiet))
        chosen = _chosen(found, ids) if ids else [each for each in found if each.why]
        for each in chosen:
            typer.echo(each)
        if not chosen and not quiet:
            typer.echo("nothing is stale", err=True)
        if chosen and not list_only:
            _fitted(chosen, printer)
            plan = stale.plan(manifest, chosen, sets_dirs)
            _print_anew(plan, manifest, chosen, rows, _workers(jobs, scheduler, len(chosen)), quiet)


def _tried(
    context: typer.Context, count: int, keep: int | None, of: int | None, playtest: bool
) -> int:
    """How many variants there are; of which some may be kept."""
    if keep is not None and not playtest:
        options.wrong_usage("--keep needs the playtest, by which variants are told apart")
    if of is None and keep is None:
        return count
    if of is None:
        options.wrong_usage(f"--keep {keep}: expected --of with the number of variants to try")
    if keep is None or keep > of:
        options.wrong_usage(f"--of {of}: expected --keep with a number up to that")
    source = context.get_parameter_source("count")
    if source is not None and source.name == "COMMANDLINE":
        options.wrong_usage("--count cannot be combined with --of, which already says it")
    return of


def _run(plan: "Plan", wanted: "Wanted", resume: bool, playing: batch_plan.Playing) -> None:
    from generator.batch import manifest as manifests
    from generator.batch.resume import whole
    from generator.batch.run import run
    from generator.core import progress

    manifest = plan.folder / f"{plan.name}.jsonl"
    rows = manifests.read(manifest) if manifest.is_file() else []
    _no_other(plan, rows, manifest)
    kept = whole(plan, wanted, rows if resume else [])
    workers, advice = playing.workers(len(plan.variants)), playing.going_on("--resume")
    with options.stoppable(advice), progress.shown(playing.quiet) as told:
        result = run(plan, wanted, manifest, kept, workers, told)
    if resume and not playing.quiet:
        typer.echo(f"{len(kept):,} of {len(plan.variants):,} were there already", err=True)
    _tell(result, playing.quiet)


def _no_other(plan: "Plan", rows: Sequence["Row"], manifest: Path) -> None:
    """A batch must not be written over another one that happens to have its name, nor its table
    over somebody's own."""
    from generator.batch import manifest as manifests

    planned = {(variant.sheet, str(variant.game_id)) for variant in plan.variants}
    others = [row for row in rows if (row.sheet, row.id) not in planned]
    if reasons := _changes(plan, others):
        options.failed(
            f"{manifest} lists games that are others now: {reasons}; "
            f"`reprint {manifest}` prints them anew, another --output begins a new batch"
        )
    if others:
        options.failed(
            f"{manifest} lists another batch, such as {others[0].id}, which would be lost: "
            "choose another --output, or remove it"
        )
    table = manifest.with_suffix(".csv")
    if not manifest.is_file() and table.is_file() and not manifests.is_table(table):
        options.failed(f"{table} is not of a batch, and would be lost: choose another --output")


def _changes(plan: "Plan", others: Sequence["Row"]) -> str:
    """Which sets changed since these rows were printed; "" if some are of no variant at all."""
    from generator import games
    from generator.core.game_id import GameId, parse
    from generator.printing.rolling import changes

    def asked(game_id: GameId) -> GameId:
        return replace(game_id, seed=game_id.seed.partition("+")[0], fingerprint="")

    present = {asked(variant.game_id): variant.game_id for variant in plan.variants}
    reasons: dict[str, None] = {}
    for then in (parse(row.id) for row in others):
        now = present.get(asked(then), then)
        reasons[changes(games.game(then.game), then, now)] = None
    return "" if "" in reasons else "; ".join(reasons)


def _print_anew(
    plan: "Plan", manifest: Path, chosen: Sequence["Compared"], rows: Sequence["Row"],
    workers: batch_plan.Start, quiet: bool,
) -> None:  # fmt: skip
    from generator.batch.run import Wanted, run
    from generator.core import progress

    first = chosen[0].row
    wanted = Wanted(first.pdfs, any(row.ink_share is not None for row in rows))
    with options.stoppable("`reprint` goes on"), progress.shown(quiet) as told:
        result = run(plan, wanted, manifest, (), workers, told, rows)
    _tell(result, quiet, lost=[each for each in chosen if each.variant is None])


def _tell(result: "Result", quiet: bool, lost: Sequence["Compared"] = ()) -> None:
    """Warnings, failures, how many there are; then the paths. Exit code 1 if anything failed."""
    for warning in result.warnings:
        typer.echo(warning, err=True)
    failures = [f"variant {row.number} {row.id} failed: {row.error}" for row in result.failed]
    failures += [f"variant {each} (cannot be printed)" for each in lost]
    for failure in failures[:_SHOWN]:
        typer.echo(failure, err=True)
    if len(failures) > _SHOWN:
        typer.echo(f"{len(failures) - _SHOWN:,} more failed, see the manifest", err=True)
    if not quiet:
        printed = len(result.rows) - len(result.failed)
        typer.echo(f"{printed:,} printed, {len(failures):,} failed", err=True)
    for path in result.paths:
        typer.echo(path)
    if failures:
        raise typer.Exit(1)


def _chosen(found: Sequence["Compared"], ids: Sequence[str]) -> list["Compared"]:
    """All that have one of the IDs: a game is there once for each sheet and look it was printed
    with."""
    from generator.core.diagnostics import suggestion
    from generator.core.errors import GameIdError
    from generator.core.game_id import parse

    known = {each.row.id for each in found}
    named = set()
    for text in ids:
        try:
            game_id = str(parse(text))
        except GameIdError as error:
            options.wrong_usage(str(error))
        if game_id not in known:
            near = suggestion(game_id, known)
            options.wrong_usage(f"--id {text!r}: the manifest has no such variant{near}")
        named.add(game_id)
    return [each for each in found if each.row.id in named]


def _fitted(chosen: Sequence["Compared"], printer: str | None) -> None:
    """What was fitted to a printer is not printed otherwise unless somebody says so."""
    unfitted = any(
        each.row.printer and each.variant and not each.variant.look.fitted for each in chosen
    )
    if unfitted and printer is None:
        options.wrong_usage(
            "these were fitted to a printer, and there is no printer.yaml here: expected --printer "
            "with its profile, or --printer none"
        )


def _workers(
    jobs: int | None, scheduler: str | None, variants: int, at_a_time: int = 0
) -> batch_plan.Start:
    from generator.batch.run import CHUNK
    from generator.core import workers
    from generator.core.process import cores

    if scheduler is not None:
        if jobs is not None:
            options.wrong_usage("--jobs cannot be combined with --scheduler, whose workers count")
        _needed(True, "distributed", "--scheduler")
        return partial(workers.cluster, scheduler)
    chunks = -(-variants // (at_a_time or CHUNK))
    return partial(workers.local, min(jobs or cores(), chunks))


def _prepare(jobs: int | None, scheduler: str | None) -> None:
    """What several processes need is read while this one reads definitions."""
    from generator.core import workers
    from generator.core.process import cores

    if scheduler is None and (jobs or cores()) > 1:
        workers.prepare()


def _needed(wanted: bool, package: str, option: str) -> bool:
    """Whether the option is wanted; what it needs must be installed then."""
    if wanted and find_spec(package) is None:
        options.failed(f"{option} needs the package {package}, which is not installed")
    return wanted


def _look_for(printer: str | None, quiet: bool) -> Callable[[Mapping[str, Any]], "Settings"]:
    """Looks for a printer that has a profile, or none."""
    profile = cache(partial(options.profile, printer, quiet))  # read, and told, once

    def look_for(values: Mapping[str, Any]) -> "Settings":
        return options.fitted(options.settings(**values), profile())

    return look_for


def _look_of(printer: str | None, quiet: bool) -> Callable[["Row"], "Settings"]:
    """The look of a row; the profile counts for what was printed with one."""
    plain, fitted = (_look_for(which, quiet) for which in (options.NO_PRINTER, printer))

    @cache
    def look(is_fitted: bool, values: tuple[tuple[str, Any], ...]) -> "Settings":
        return (fitted if is_fitted else plain)(dict(values))

    def look_of(row: "Row") -> "Settings":
        values = row.paper, row.ink, row.language, row.rules, row.flip
        names = ("paper", "ink", "language", "rules", "flip")
        return look(bool(row.printer), tuple(zip(names, values, strict=True)))

    return look_of


def _where(output: Path, pdfs: str) -> tuple[Path, str]:
    """The folder, and the stem of all names ("" for the usual one)."""
    output = options.checked_output(output)
    if output.suffix.lower() != ".pdf":
        return output, ""
    if pdfs == "each":
        options.wrong_usage(f"--output {str(output)!r}: expected a folder, each variant is a file")
    return output.parent, output.stem


def _absolute(sets_dir: Path | None) -> tuple[Path, ...]:
    """The folders of own sets, as other processes find them."""
    return tuple(folder.absolute() for folder in options.folders(sets_dir))


def _alone(context: typer.Context) -> None:
    for name in _OF_A_JOB:
        source = context.get_parameter_source(name)
        if source is not None and source.name == "COMMANDLINE":
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
