"""The command `reprint`."""

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.cli import options
from generator.cli.batch_session import (
    Jobs,
    Quiet,
    Scheduler,
    Session,
    absolute_folders,
    print_plan,
    report,
    settings_maker,
)
from generator.cli.options import Printer, SetsDir
from generator.core.settings import OPTIONS

if TYPE_CHECKING:
    from generator.batch.earlier_run import RowStatus
    from generator.batch.manifest import Row
    from generator.core.settings import Settings

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
    from generator.core.output import Output as OutputPlace

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
        return settings(bool(row.printer), tuple((name, getattr(row, name)) for name in OPTIONS))

    return settings_of
