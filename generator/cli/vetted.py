"""The command `vetted`."""

from typing import Annotated

import typer

from generator.cli import options
from generator.cli.batch_session import Jobs, Quiet, Scheduler, Session

Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="Only for this choice of sets; repeat for more."),
]
Size = Annotated[str | None, typer.Option(metavar="NAME", help="Only for this size.")]
Players = Annotated[int | None, typer.Option(metavar="N", help="Only for so many players.")]
Count = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, max=1000, help="How many for each case. [default: the game's]"
    ),
]


def vetted(
    game: options.GameName = options.DEFAULT_GAME, sets: Sets = None, size: Size = None,
    players: Players = None, count: Count = None, jobs: Jobs = None, scheduler: Scheduler = None,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Search thoroughly for what plays best, and keep it: what is printed without --seed.

    Continues where an earlier run was stopped.
    """
    from generator import games
    from generator.core import progress
    from generator.games import vetting

    options.one_of("GAME", game, games.names())
    choice = games.game(game).catalogue.canonical(sets) if sets else None
    with options.explained():
        plan = {
            case: count or number
            for case, number in vetting.vetting_of(game).plan().items()
            if choice in (None, tuple(case.sets))
            and size in (None, case.size)
            and players in (None, case.players)
        }
    if not plan:
        options.wrong_usage("nothing is vetted for these sets, this size and so many players")
    workers = Session(jobs, scheduler, quiet).workers(sum(plan.values()), chunk_size=1)
    advice = "run the same command to continue"
    with options.explained(), options.stoppable(advice), progress.open_display(quiet) as display:
        options.prepare_playtest(game, quiet)
        found = vetting.extend(plan, workers, display)
    typer.echo(f"{found:,} found", err=True)
