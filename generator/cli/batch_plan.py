"""The plan of a batch, from jobs; programs play the boards first where they can.

Input: jobs, an output. Output: a Plan.
"""

from collections.abc import Sequence
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING, NamedTuple

import typer

from generator.cli import options

if TYPE_CHECKING:
    from generator.batch.plan import Job, Plan
    from generator.batch.run import StartWorkers
    from generator.core.output import Output


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
            require("distributed", "--scheduler")
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
        return f"the same command{addition and f' with {addition}'} goes on"


def require(package: str, option: str) -> None:
    """Ends the run unless the package that an option needs is installed."""
    if find_spec(package) is None:
        options.failed(f"{option} needs the package {package}, which is not installed")


def default_name(job: "Job", seed: str) -> str:
    """The stem of the files of a batch of one job."""
    request = job.request
    parts = ([] if request.sheet in ("", "boards") else [request.sheet]) + [
        request.game, request.size, "+".join(request.sets), str(request.players), seed,
    ]  # fmt: skip
    return ".".join(parts) + job.settings[0].file_suffix() + ".batch"


def make_plan(
    jobs: Sequence["Job"], name: str, output: "Output", words: tuple[str, ...], session: Session
) -> "Plan":
    """The plan of some jobs, those that are playtested selected first. Raises DefinitionError,
    OptionError, RollError, FileNameError."""
    from generator.batch import file_names, selection
    from generator.batch.plan import Plan, plan_variants
    from generator.core import progress
    from generator.core.files import exclusive_lock

    file_names.check_pattern(output.pattern)
    draft = Plan(file_names.check_name(name), output, (), words)
    boards = sum(job.request.count for job in jobs if job.request.playtest)
    if not boards:
        return draft._replace(variants=plan_variants(jobs, output.pattern))
    selection.check_before_play(jobs, draft)
    advice = f"{session.how_to_continue()}: what was played is kept"
    with options.stoppable(advice), exclusive_lock(draft.manifest):
        for game in {job.request.game for job in jobs if job.request.playtest}:
            options.prepare_playtest(game)
        with progress.open_display(session.quiet) as bar, session.workers(boards, 1)() as pool:
            selected = selection.select(jobs, pool, bar)
    if unplayed := boards - sum(map(len, selected.tables)):
        typer.echo(f"{unplayed} of {boards} are not playtested: see inspect", err=True)
    return selection.plan_selected(jobs, selected, draft)
