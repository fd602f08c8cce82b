"""The command `stats`."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from generator.cli import options
from generator.cli.batch_session import Jobs, Quiet
from generator.cli.options import SetsDir
from generator.cli.study_output import AsJson, Csv, HtmlReport, check_report, publish

if TYPE_CHECKING:
    from generator.analysis.stats import Results
    from generator.core.request import Request

Sets = Annotated[
    list[str] | None,
    typer.Argument(metavar="SET...", help="Sets of one game. [default: base, or classic]"),
]
Game = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="A game with random sheets. [default: whose sets they are]"),
]
Size = Annotated[str | None, typer.Option(metavar="NAME", help="A size. [default: regular]")]
Players = Annotated[int | None, typer.Option(metavar="N", min=1, help="How many players.")]
Seeds = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=1_000_000, help="How many rolls. [default: as many as take seconds]"
    ),
]
Seed = Annotated[str, typer.Option(metavar="TEXT", help="Rolls are those of TEXT-1, TEXT-2, ...")]


def stats(
    sets: Sets = None, game: Game = None, size: Size = None, players: Players = None,
    seeds: Seeds = None, seed: Seed = "statistics", csv: Csv = None, report: HtmlReport = None,
    as_json: AsJson = False, jobs: Jobs = None, quiet: Quiet = False, sets_dir: SetsDir = None,
) -> None:  # fmt: skip
    """Roll a set thousands of times and report frequencies."""
    from generator import games
    from generator.analysis.stats import publication
    from generator.games.parts import statistics_of

    check_report(report)
    sets_dirs = options.folders(sets_dir)
    game = _game(game, tuple(sets or ()), sets_dirs)
    names = tuple(sets or games.game(game).default_sets)
    with options.explained():
        request = _request(game, names, sets_dirs, size, players, seed, seeds)
        results = _results(request, jobs, quiet)
        publish(publication(request, results, statistics_of(game)), csv, report, as_json)


def _game(name: str | None, sets: tuple[str, ...], sets_dirs: tuple[Path, ...]) -> str:
    """The game of that name; without one the default game if it has all the sets, else the one that
    has them."""
    from generator import games

    if name is not None:
        options.one_of("--game", name.lower(), games.names())
        return name.lower()
    matches = [
        game
        for game in games.names()
        if set(sets) <= set(games.game(game).catalogue.available(sets_dirs))
    ]
    if not matches or options.DEFAULT_GAME in matches:
        return options.DEFAULT_GAME  # which says what is wrong with unknown sets
    if len(matches) > 1:
        names = "+".join(sets)
        options.wrong_usage(f"--game: expected one of {', '.join(matches)}, which all have {names}")
    return matches[0]


def _request(
    game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], size: str | None,
    players: int | None, seed: str, seeds: int | None,
) -> "Request":  # fmt: skip
    from generator import games
    from generator.core.request import Request, SeedRange
    from generator.games.parts import statistics_of

    contract, statistics = games.game(game), statistics_of(game)
    absolute_dirs = tuple(folder.absolute() for folder in sets_dirs)  # for other processes
    return Request(
        game, tuple(dict.fromkeys(sets)), (size or contract.default_size).lower(),
        players or contract.default_players,
        SeedRange(options.canonical(seed), 1, seeds or statistics.seeds), sets_dirs=absolute_dirs,
    )  # fmt: skip


def _results(request: "Request", jobs: int | None, quiet: bool) -> "Results":
    from generator.analysis.stats import SEEDS_PER_TASK, sample
    from generator.core import progress, workers
    from generator.core.process import cores
    from generator.games.parts import open_sampler

    tasks = -(-request.count // SEEDS_PER_TASK)
    start = partial(workers.local, min(jobs or cores(), tasks))
    with options.stoppable("nothing is written"), progress.open_display(quiet) as display:
        return sample(request, open_sampler, start, display)
