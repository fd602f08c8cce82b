"""What `batch` and `reprint` share: how a batch is carried out, and what is reported of it."""

from collections.abc import Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from generator.cli import options

if TYPE_CHECKING:
    from generator.batch.batch_file import SettingsFor
    from generator.batch.manifest import Row
    from generator.batch.plan import Plan
    from generator.batch.run import Result, StartWorkers
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
        from generator.core.process import cores

        if self.scheduler is not None:
            if self.processes is not None:
                options.wrong_usage(
                    "--jobs cannot be combined with --scheduler, whose workers count"
                )
            options.require("distributed", "--scheduler", "cluster")
            from generator.core import dask_cluster

            return partial(dask_cluster.connect, self.scheduler)
        chunks = -(-tasks // (chunk_size or CHUNK_SIZE))
        return partial(workers.local, min(self.processes or cores(), chunks))

    def prepare_workers(self) -> None:
        """Loads what several processes need while this one reads definitions."""
        from generator.core import process_pool
        from generator.core.process import cores

        if self.scheduler is None and (self.processes or cores()) > 1:
            process_pool.prepare()

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
