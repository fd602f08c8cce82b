"""Which board of each seed is printed, where programs can play: the one that plays best."""

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

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


class TrialResult(NamedTuple):
    """The best board of a seed: its game ID, how far it is from the goals (0: it meets them), and
    the figures that playing it showed, if it was played."""

    game_id: GameId
    goal_penalty: float = math.inf
    figures: dict[str, float | str] = {}  # noqa: RUF012  # nobody changes it


def run_trial(request: Request) -> TrialResult | None:
    """The best board of the seed of a request, whose game ID has the fingerprint that the sets
    should have. None if none can be rolled: printing it will say why. Raises GameIdError where the
    sets are not those that the batch began with."""
    programs = games.game(request.game).playtest
    assert programs and request.game_id
    # The best of many were also lucky: what is kept is judged again, by other games, when printed.
    options = Options(search=request.search, games="fresh" if request.keep is None else "tried")
    case = request.size, request.players, request.seed, request.sets_dirs
    try:
        value = play(programs, load_definition(request), *case, options)
    except EXPECTED_ERRORS:
        return None
    _check_sets(request.game_id, value.game_id)
    result = value.playtest_result
    played = (result.penalty, result.columns()) if result else ()
    return TrialResult(value.game_id, *played)


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
    trials = [
        replace(job.request, seeds=(seed,), game_id=first)
        for job, first in zip(jobs, first_ids, strict=True)
        for seed in (job.request.seeds if job.request.playtest else ())
    ]
    progress.phase("choosing by play", len(trials))
    results: list[TrialResult | None] = []
    for _, result in workers.results(run_trial, trials):
        results.append(result)
        progress.step()
    selected, tables, unplayed = [], [], 0
    for number, (job, first) in enumerate(zip(jobs, first_ids, strict=True), 1):
        request = job.request
        _check_sets(first_game_id(request), first)
        if not request.playtest:
            selected.append(job)
            continue
        own, results = results[: request.count], results[request.count :]
        played = [result for result in own if result and result.figures]
        best_first = sorted(played, key=lambda result: result.goal_penalty)
        if first.seed != FIXED:
            unplayed += len(own) - len(played)
        rank_of = {result.game_id: rank for rank, result in enumerate(best_first, 1)}
        if request.keep is None:
            pairs = zip(request.seeds, own, strict=True)
            seeds = [result.game_id.seed if result else seed for seed, result in pairs]
            ranks = [rank_of.get(result.game_id, 0) if result else 0 for result in own]
        elif best_first:
            seeds = [result.game_id.seed for result in best_first[: request.keep]]
            ranks = list(range(1, len(seeds) + 1))
            which = f".{number}" if len(jobs) > 1 else ""
            path = draft.folder / f"{draft.name}{which}.tried.csv"
            rows = [
                {"rank": rank, "id": str(game_id), "goal_penalty": penalty, **figures}
                for rank, (game_id, penalty, figures) in enumerate(best_first, 1)
            ]
            tables.append((path, table(rows)))
        else:
            raise RollError(f"nothing to keep: no program can play {request.game} with these sets")
        selected.append(
            job._replace(request=replace(request, seeds=tuple(seeds)), ranks=tuple(ranks))
        )
    return plan_jobs(selected, draft)._replace(extra_files=tuple(tables)), unplayed
