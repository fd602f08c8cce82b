"""What `batch` is to print, from options or a batch file; programs play it first where they can.

Input: options as typed. Output: a Plan; beside it, where only the best are kept, a table of all
variants that were tried.
"""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer

from generator.cli import options
from generator.core.settings import Settings

if TYPE_CHECKING:
    from generator.batch.plan import Job, Plan, Variant
    from generator.core.workers import Workers

Where = tuple[tuple[Path, str], tuple[Path, ...]]
"""The folder and the stem of all names ("" for the usual one); the folders of own sets."""

Typed = tuple[list[str] | None, str | None, int | None, str, int, str | None]
"""Sets, size, players, seed, count, sheet, as typed."""

Start = Callable[[], AbstractContextManager["Workers"]]
"""Starts workers."""

Size = Callable[..., Start]
"""The same, told of how many variants, and how many of them at a time."""


class Playing(NamedTuple):
    """How boards are played before they are printed: who does it, whether nothing is told, whether
    each is to have a PDF of its own; and the seed, if nobody named one."""

    workers: Size
    quiet: bool
    own: bool
    made_up: str

    def going_on(self, *more: str) -> str:
        """What to do when this is stopped."""
        words = [f"--seed {self.made_up}"] if self.made_up else []
        said = " ".join((*words, *more))
        return f"the same command{said and f' with {said}'} goes on"


def job(
    game: str, typed: Typed, look: "Settings", playtest: bool, keep: int | None
) -> tuple["Job", str]:
    """A batch of one job, and its seed."""
    from generator import games
    from generator.batch.plan import Job, numbered, standard_sheet

    options.one_of("GAME", game, games.NAMES)
    sets, size, players, seed, count, sheet = typed
    chosen = games.game(game)
    if keep is not None and chosen.playtest is None:
        options.wrong_usage(f"--keep: no program can play {game}")
    if sheet is not None:
        options.one_of("--sheet", sheet, tuple(chosen.rolled_sheets))
    sheet = standard_sheet(game) if sheet is None else sheet
    seed = options.canonical(seed)
    size, players = (size or chosen.size).lower(), players or chosen.players
    used = chosen.catalogue.canonical(sets or chosen.standard)
    playtest = playtest and chosen.playtest is not None
    seeds = numbered(seed, 1, count)
    return Job(game, sheet, used, size, players, seeds, (look,), playtest, keep), seed


def of_job(job: "Job", seed: str, where: Where, pattern: str, playing: Playing) -> "Plan":
    from generator.batch import file_names
    from generator.batch.plan import Plan
    from generator.printing import build

    (folder, name), sets_dirs = where
    checked = file_names.checked(pattern)
    if not name:
        parts = ([] if job.sheet in ("", "boards") else [job.sheet]) + [job.game, job.size]
        parts += ["+".join(job.sets), str(job.players), seed]
        name = ".".join(parts) + build.non_default_suffix(job.looks[0]) + ".batch"
    place = folder, file_names.inside(name)
    variants, beside = _planned([job], checked, place, sets_dirs, playing)
    return Plan(name, folder, variants, sets_dirs, _words(job, seed), beside)


def _words(job: "Job", seed: str) -> tuple[str, ...]:
    """What prints the same PDF of all again."""
    look = job.looks[0]
    words = ["batch", job.game, *(word for name in job.sets for word in ("--set", name))]
    words += ["--size", job.size, "--players", str(job.players), "--seed", seed]
    number = str(len(job.seeds))
    words += ["--count", number] if job.keep is None else ["--keep", str(job.keep), "--of", number]
    words += ["--sheet", job.sheet] if job.sheet else []
    words += ["--paper", look.paper.name, "--ink", look.ink, "--language", look.language_code]
    words += ["--flip", look.flip] if look.flip != "long" else []
    words += [] if job.playtest else ["--no-playtest"]
    return (*words, *([] if look.rules else ["--no-rules"]))


def of_file(
    source: Path, where: Where, pattern: str, look_for: Callable, playing: Playing
) -> "Plan":
    from generator.batch import file_names
    from generator.batch.batch_file import read
    from generator.batch.plan import Plan

    (folder, name), sets_dirs = where
    jobs, checked = read(source, sets_dirs, look_for), file_names.checked(pattern)
    place = folder, file_names.inside(name or source.stem)
    variants, beside = _planned(jobs, checked, place, sets_dirs, playing)
    return Plan(place[1], folder, variants, sets_dirs, ("batch", "--from", source.name), beside)


def _planned(
    jobs: Sequence["Job"], pattern: str, place: tuple[Path, str], sets_dirs: tuple[Path, ...],
    playing: Playing,
) -> tuple[tuple["Variant", ...], tuple[tuple[Path, bytes], ...]]:  # fmt: skip
    """The variants of all jobs, those that are playtested being chosen first; and files with all
    that was tried where some are kept."""
    from generator.batch import selection
    from generator.batch.plan import planned
    from generator.core import progress
    from generator.core.files import exclusive_lock

    boards = sum(len(job.seeds) for job in jobs if job.playtest)
    if not boards:
        return planned(jobs, sets_dirs, pattern), ()
    _draft(jobs, pattern, place, sets_dirs, playing)
    folder, name = place
    advice = f"{playing.going_on()}: what was played is kept"
    with options.stoppable(advice), exclusive_lock(folder / f"{name}.jsonl"):
        options.ready_engine()
        with progress.shown(playing.quiet) as told, playing.workers(boards, 1)() as pool:
            choice = selection.choose(jobs, sets_dirs, pool, told)
    if unplayed := boards - sum(map(len, choice.tables)):
        typer.echo(f"{unplayed} of {boards} are not playtested: see inspect", err=True)
    beside = []
    for number, (job, rows) in enumerate(zip(jobs, choice.tables, strict=True), 1):
        if job.keep is not None:
            which = f".{number}" if len(jobs) > 1 else ""
            beside.append((folder / f"{name}{which}.tried.csv", selection.table(rows)))
    return planned(choice.jobs, sets_dirs, pattern), tuple(beside)


def _draft(
    jobs: Sequence["Job"], pattern: str, place: tuple[Path, str], sets_dirs: tuple[Path, ...],
    playing: Playing,
) -> None:  # fmt: skip
    """Has mistakes told before hours of play: as if the first board of each seed were printed."""
    from generator.batch.combined_pdf import groups
    from generator.batch.plan import Plan, identified, planned
    from generator.batch.run import check_names
    from generator.core.errors import RollError

    for job in jobs:
        identified(job, sets_dirs)
    kept = [job._replace(seeds=job.seeds[: job.keep]) for job in jobs]
    with suppress(RollError):  # those first seeds; others can be rolled
        draft = Plan(place[1], place[0], planned(kept, sets_dirs, pattern), sets_dirs, ())
        if playing.own:
            check_names(draft, groups(draft))
