"""Which board of each seed is printed, where programs can play: the one that plays best."""

import csv
import io
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from generator import games
from generator.batch.plan import Job, Plan, first_game_id, load_definition, plan_jobs
from generator.core.errors import EXPECTED_ERRORS, GameIdError, RollError
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.workers import Workers
from generator.play.search import Options, play
from generator.printing.rolling import changes


class Trial(NamedTuple):
    """A request with one seed whose best board is looked for, the name of the games that judge it,
    and the fingerprint that the sets should have."""

    request: Request
    games: str
    fingerprint: str


class TrialResult(NamedTuple):
    """The best board of a seed: its game ID, how far it is from the goals (0: it meets them), and
    the figures that playing it showed."""

    game_id: GameId
    goal_penalty: float
    figures: dict[str, float | str]


def run_trial(trial: Trial) -> TrialResult | None:
    """The best board of a seed. None if none can be rolled: printing it will say why. Raises
    GameIdError where the sets are not those that the batch began with."""
    request = trial.request
    programs = games.game(request.game).playtest
    assert programs is not None
    definition = load_definition(request, trial.fingerprint)
    try:
        value = play(
            programs, definition, request.size, request.players, request.seed, request.sets_dirs,
            Options(search=request.search, games=trial.games),
        )  # fmt: skip
    except EXPECTED_ERRORS:
        return None
    _check_sets(replace(value.game_id, fingerprint=trial.fingerprint), value.game_id)
    result = value.playtest_result
    if result is None:
        return TrialResult(value.game_id, math.inf, {})
    return TrialResult(value.game_id, result.penalty, result.columns())


def _check_sets(expected: GameId, now: GameId) -> None:
    """What other sets selected is not what plays best. Raises GameIdError."""
    if reason := changes(games.game(now.game), expected, now):
        raise GameIdError(f"{now.seed} was played with other sets than are printed: {reason}")


class Selection(NamedTuple):
    """The jobs as they are to be printed, and for each the results of its trials, best first."""

    jobs: list[Job]
    tables: list[list[TrialResult]]


def select(jobs: Sequence[Job], workers: Workers, progress: Progress) -> Selection:
    """The jobs with their seeds selected: all in their order, or those that are kept, best first.
    Raises DefinitionError, GameIdError where sets change meanwhile, RollError where there is
    nothing to keep, SchedulerError."""
    first_ids = [first_game_id(job.request) for job in jobs]
    trials: list[list[Trial]] = []
    for (request, *_), first in zip(jobs, first_ids, strict=True):
        # The best of many were also lucky: what is kept is judged again, by other games, when
        # printed.
        judges = "fresh" if request.keep is None else "tried"
        seeds = request.seeds if request.playtest else ()
        requests = (request.with_seeds((seed,)) for seed in seeds)
        trials.append([Trial(single, judges, first.fingerprint) for single in requests])
    of_all = [trial for of_job in trials for trial in of_job]
    progress.phase("choosing by play", len(of_all))
    results: list[TrialResult | None] = []
    for _, result in workers.results(run_trial, of_all):
        results.append(result)
        progress.step()
    selected, tables = [], []
    for job, first, of_job in zip(jobs, first_ids, trials, strict=True):
        _check_sets(first_game_id(job.request), first)
        own, results = results[: len(of_job)], results[len(of_job) :]
        played = (result for result in own if result and result.figures)
        table = sorted(played, key=lambda result: result.goal_penalty)
        if job.request.keep is not None and not table:
            raise RollError(
                f"nothing to keep: no program can play {job.request.game} with these sets"
            )
        selected.append(_selected(job, own, table))
        tables.append(table)
    return Selection(selected, tables)


def _selected(job: Job, results: Sequence[TrialResult | None], table: Sequence[TrialResult]) -> Job:
    request = job.request
    if not request.playtest:
        return job
    if request.keep is not None:
        seeds = tuple(result.game_id.seed for result in table[: request.keep])
        ranks = tuple(range(1, len(seeds) + 1))
    else:
        rank_of = {result.game_id: rank for rank, result in enumerate(table, 1)}
        seeds = tuple(
            result.game_id.seed if result else seed
            for seed, result in zip(request.seeds, results, strict=True)
        )
        ranks = tuple(rank_of.get(result.game_id, 0) if result else 0 for result in results)
    return job._replace(request=request.with_seeds(seeds), ranks=ranks)


def plan_selected(selection: Selection, draft: Plan) -> Plan:
    """The plan of what was selected, with a table of all that was tried for each job that keeps
    some."""
    files = []
    for number, (job, results) in enumerate(zip(*selection, strict=True), 1):
        if job.request.keep is not None:
            which = f".{number}" if len(selection.jobs) > 1 else ""
            path = draft.folder / f"{draft.name}{which}.tried.csv"
            files.append((path, trial_table(results)))
    return plan_jobs(selection.jobs, draft)._replace(extra_files=tuple(files))


def trial_table(results: Sequence[TrialResult]) -> bytes:
    """What was tried as CSV, best first: rank, ID, goal penalty, figures."""
    text = io.StringIO()
    writer = None
    for rank, result in enumerate(results, 1):
        values = {
            "rank": rank,
            "id": str(result.game_id),
            "goal_penalty": result.goal_penalty,
            **result.figures,
        }
        if writer is None:
            writer = csv.DictWriter(text, list(values), lineterminator="\n")
            writer.writeheader()
        writer.writerow(values)
    return text.getvalue().encode("utf-8-sig")
