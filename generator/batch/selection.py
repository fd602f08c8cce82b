"""Which board of each seed is printed, where programs can play: the one that plays best."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from generator import games
from generator.batch.manifest import table
from generator.batch.plan import Job, Plan, first_game_id, load_definition, plan_jobs
from generator.core.errors import EXPECTED_ERRORS, GameIdError, RollError
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.seeds import FIXED
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
    the figures that playing it showed, if it was played."""

    game_id: GameId
    goal_penalty: float = math.inf
    figures: dict[str, float | str] = {}  # noqa: RUF012  # nobody changes it


def run_trial(trial: Trial) -> TrialResult | None:
    """The best board of a seed. None if none can be rolled: printing it will say why. Raises
    GameIdError where the sets are not those that the batch began with."""
    request = trial.request
    programs = games.game(request.game).playtest
    assert programs is not None
    definition = load_definition(request, trial.fingerprint)
    options = Options(search=request.search, games=trial.games)
    size, players, seed = request.size, request.players, request.seed
    try:
        value = play(programs, definition, size, players, seed, request.sets_dirs, options)
    except EXPECTED_ERRORS:
        return None
    _check_sets(replace(value.game_id, fingerprint=trial.fingerprint), value.game_id)
    result = value.playtest_result
    if result is None:
        return TrialResult(value.game_id)
    return TrialResult(value.game_id, result.penalty, result.columns())


def _check_sets(expected: GameId, now: GameId) -> None:
    """What other sets selected is not what plays best. Raises GameIdError."""
    if reason := changes(games.game(now.game), expected, now):
        raise GameIdError(f"{now.seed} was played with other sets than are printed: {reason}")


def select(
    jobs: Sequence[Job], draft: Plan, workers: Workers, progress: Progress
) -> tuple[Plan, int]:
    """The plan of the best boards of each job: of all seeds in their order or, best first, of those
    that are kept, with a table of all that were tried; and how many boards no program can play.
    Raises as planning does; GameIdError where sets change meanwhile, RollError where there is
    nothing to keep, WorkersError."""
    first_ids = [first_game_id(job.request) for job in jobs]
    trials: list[list[Trial]] = []
    for (request, *_), first in zip(jobs, first_ids, strict=True):
        # The best of many were also lucky: what is kept is judged again, by other games, when
        # printed.
        judges = "fresh" if request.keep is None else "tried"
        seeds = request.seeds if request.playtest else ()
        requests = (replace(request, seeds=(seed,)) for seed in seeds)
        trials.append([Trial(single, judges, first.fingerprint) for single in requests])
    of_all = [trial for of_job in trials for trial in of_job]
    progress.phase("choosing by play", len(of_all))
    results: list[TrialResult | None] = []
    for _, result in workers.results(run_trial, of_all):
        results.append(result)
        progress.step()
    selected, tables, unplayed = [], [], 0
    for number, (job, first, of_job) in enumerate(zip(jobs, first_ids, trials, strict=True), 1):
        _check_sets(first_game_id(job.request), first)
        own, results = results[: len(of_job)], results[len(of_job) :]
        played = (result for result in own if result and result.figures)
        best_first = sorted(played, key=lambda result: result.goal_penalty)
        if first.seed != FIXED:
            unplayed += len(own) - len(best_first)
        selected.append(_selected(job, own, best_first))
        if job.request.keep is not None:
            which = f".{number}" if len(jobs) > 1 else ""
            path = draft.folder / f"{draft.name}{which}.tried.csv"
            tables.append((path, table(map(_line, enumerate(best_first, 1)))))
    return plan_jobs(selected, draft)._replace(extra_files=tuple(tables)), unplayed


def _selected(
    job: Job, results: Sequence[TrialResult | None], best_first: Sequence[TrialResult]
) -> Job:
    request = job.request
    if not request.playtest:
        return job
    if request.keep is not None:
        if not best_first:
            raise RollError(f"nothing to keep: no program can play {request.game} with these sets")
        seeds = tuple(result.game_id.seed for result in best_first[: request.keep])
        ranks = tuple(range(1, len(seeds) + 1))
    else:
        rank_of = {result.game_id: rank for rank, result in enumerate(best_first, 1)}
        pairs = list(zip(request.seeds, results, strict=True))
        seeds = tuple(result.game_id.seed if result else seed for seed, result in pairs)
        ranks = tuple(rank_of.get(result.game_id, 0) if result else 0 for result in results)
    return job._replace(request=replace(request, seeds=seeds), ranks=ranks)


def _line(ranked: tuple[int, TrialResult]) -> dict[str, Any]:
    rank, (game_id, penalty, figures) = ranked
    return {"rank": rank, "id": str(game_id), "goal_penalty": penalty, **figures}
