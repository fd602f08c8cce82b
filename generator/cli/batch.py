"""The options of batch and reprint; batch_run.py has what these commands do."""

from pathlib import Path
from typing import Any

import click

from generator.cli import options
from generator.cli.options import PLACES, SCHEDULER, SETTINGS, Option, command
from generator.core import workers

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
    Option("--contact contact_sheet", "", "Print a contact sheet of all variants, too."),
    Option("--ink-share", "", "Measure how much ink each variant takes."),
    Option("--resume", "", "Continue a batch that was stopped; retry what failed."),
    options.JOBS,
    SCHEDULER,
    options.QUIET,
    *PLACES,
)
def batch(**values: Any) -> None:
    for option in _OF_A_JOB if values["source"] else ():
        if options.is_typed(option.name or ""):
            name = "GAME" if isinstance(option, click.Argument) else option.opts[0]
            options.wrong_usage(f"{name} cannot be combined with --from, whose jobs say it")
    is_long = values["source"] or max(values["count"], values["of"] or 0) >= _PREPARED_FROM
    is_parallel = values["playtest"] or values["pdfs"] != "one" or values["ink_share"]
    if is_long and is_parallel and values["scheduler"] is None and values["jobs"] != 1:
        workers.prepare()  # reads what they need while this process does
    from generator.cli import batch_run

    batch_run.batch(**values)


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
def reprint(**values: Any) -> None:
    from generator.cli import batch_run

    batch_run.reprint(**values)
