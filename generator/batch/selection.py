"""Which game of each seed is printed, where programs can play it: the one that plays best.

Input: jobs, workers. Output: the jobs with the seeds of what was chosen, ranked, and on demand only
the best of them; what was tried, as a table. Workers do it, because it takes seconds for each seed.
"""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch.plan import Job, identified
from generator.core.errors import GameIdError, RollError
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.workers import WorkerFailure, Workers
from generator.printing import build
from generator.printing.rolling import changes


class Asked(NamedTuple):
    """A seed of which the best is wanted, the name of the games that judge it, and the fingerprint
    of the sets that are meant."""

    game: str
    sets: tuple[str, ...]
    size: str
    players: int
    seed: str
    sets_dirs: tuple[Path, ...]
    games: str
    fingerprint: str


class Tried(NamedTuple):
    """What was chosen for a seed: the game ID, how far it is from good (less is better), and the
    figures that playing it showed."""

    game_id: GameId
    goal_penalty: float
    figures: dict[str, float | str]


def tried(asked: Asked) -> Tried | None:
    """The best game of a seed. None if none can be rolled: printing it will say why. Raises
    GameIdError where the sets are others than those that are meant."""
    game = games.game(asked.game)
    definition = _definition(asked.game, asked.sets, asked.sets_dirs, asked.fingerprint)
    chosen = definition, asked.size, asked.players, asked.seed
    try:
        value = game.playtest.play(*chosen, asked.sets_dirs, games=asked.games)
    except build.EXPECTED_ERRORS:
        return None
    _check(replace(value.game_id, fingerprint=asked.fingerprint), value.game_id)
    return Tried(value.game_id, game.playtest.goal_penalty(value), game.playtest.figures(value))


@lru_cache(maxsize=32)
def _definition(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], _: str) -> Any:
    return games.game(game).load(sets, sets_dirs)


def _check(wanted: GameId, now: GameId) -> None:
    """What was chosen by other sets is not what plays best. Raises GameIdError."""
    if reason := changes(games.game(now.game), wanted, now):
        raise GameIdError(f"{now.seed} was played with other sets than are printed: {reason}")


class Choice(NamedTuple):
    """The jobs as they are to be printed, and of each what was tried, best first."""

    jobs: list[Job]
    tables: list[list[Tried]]


def choose(
    jobs: Sequence[Job],
    sets_dirs: tuple[Path, ...],
    workers: Workers,
    progress: Progress,
) -> Choice:
    """The jobs with their seeds chosen: all in their order, or those that are to be kept, best
    first. Raises DefinitionError, GameIdError where sets change meanwhile, RollError where there is
    nothing to keep, SchedulerError."""
    before = [identified(job, sets_dirs) for job in jobs]
    asked = [list(_asked(*pair, sets_dirs)) for pair in zip(jobs, before, strict=True)]
    every = [each for of_job in asked for each in of_job]
    found = iter(_played(every, workers, progress))
    for job, game_id in zip(jobs, before, strict=True):
        _check(identified(job, sets_dirs), game_id)
    pairs = [[(each, next(found)) for each in of_job] for of_job in asked]
    tables = [_table(of_job) for of_job in pairs]
    for job, rows in zip(jobs, tables, strict=True):
        if job.keep is not None and not rows:
            raise RollError(f"nothing to keep: no program can play {job.game} with these sets")
    chosen = [
        _job(job, of_job, table) for job, of_job, table in zip(jobs, pairs, tables, strict=True)
    ]
    return Choice(chosen, tables)


def _played(every: Sequence[Asked], workers: Workers, progress: Progress) -> list[Tried | None]:
    progress.phase("choosing by play", len(every))
    results = []
    for _, result in workers.results(tried, every, lambda one: [one]):
        results.append(None if isinstance(result, WorkerFailure) else result)
        progress.step()
    return results


def _asked(job: Job, first: GameId, sets_dirs: tuple[Path, ...]) -> Iterator[Asked]:
    # Of many the best were also lucky: what is kept is judged anew, by other games, when printed.
    judged = "fresh" if job.keep is None else "tried"
    for seed in job.seeds if job.playtest else ():
        given = job.game, job.sets, job.size, job.players, seed, sets_dirs
        yield Asked(*given, judged, first.fingerprint)


def _table(of_job: Sequence[tuple[Asked, Tried | None]]) -> list[Tried]:
    """What was played, best first: not what no program can play."""
    played = (result for _, result in of_job if result and result.figures)
    return sorted(played, key=lambda one: one.goal_penalty)


def _job(
    job: Job,
    of_job: Sequence[tuple[Asked, Tried | None]],
    table: Sequence[Tried],
) -> Job:
    if not job.playtest:
        return job
    ranks = {each.game_id: rank for rank, each in enumerate(table, 1)}
    if job.keep is not None:
        seeds = tuple(each.game_id.seed for each in table[: job.keep])
        return job._replace(seeds=seeds, ranks=tuple(range(1, len(seeds) + 1)))
    seeds = tuple(result.game_id.seed if result else asked.seed for asked, result in of_job)
    return job._replace(
        seeds=seeds,
        ranks=tuple(ranks.get(result.game_id, 0) if result else 0 for _, result in of_job),
    )


def table(rows: Sequence[Tried]) -> bytes:
    """What was tried as CSV, best first: rank, ID, grade, figures."""
    text = io.StringIO()
    writer = None
    for rank, each in enumerate(rows, 1):
        values = {"rank": rank, "id": str(each.game_id), "grade": each.goal_penalty, **each.figures}
        if writer is None:
            writer = csv.DictWriter(text, list(values), lineterminator="\n")
            writer.writeheader()
        writer.writerow(values)
    return text.getvalue().encode("utf-8-sig")
