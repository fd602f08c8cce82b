"""What a batch is to print: its variants, numbered.

Input: jobs, each one choice of game, sheet, sets, size and players with its seeds and looks.
Output: Variants, which know their game ID before they are rolled, and the name of their own file.
All of it is plain data, which can be sent to another process or machine.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.batch.file_names import file_name
from generator.core.errors import OptionError, RollError
from generator.core.game_id import GameId
from generator.core.seeds import FIXED
from generator.core.settings import Settings
from generator.printing import build

_TRIES = 20  # seeds that may fail before a job is given up: most jobs fail with all or none


class Job(NamedTuple):
    """Variants that differ in seed and look only. Sheet "" stands for all of the game's. With
    playtest the best game of each seed is printed, of all seeds the best that are to be kept; once
    these are chosen, ranks says which place each has among all that were tried."""

    game: str
    sheet: str
    sets: tuple[str, ...]
    size: str
    players: int
    seeds: tuple[str, ...]
    looks: tuple[Settings, ...]
    playtest: bool = False
    keep: int | None = None
    ranks: tuple[int, ...] = ()


class Variant(NamedTuple):
    """One game to print: its number in the plan (from 1), ID, sheet and look, and the name of its
    own file in the folder of the batch; whether it is printed with what playing it showed, and its
    rank among those that were tried (0: none)."""

    number: int
    game_id: GameId
    sheet: str
    look: Settings
    file: str
    playtest: bool = False
    rank: int = 0

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of the sheets it has."""
        return (self.sheet,) if self.sheet else tuple(games.game(self.game_id.game).rolled_sheets)


class Plan(NamedTuple):
    """A whole batch. name is what its files are called, words the command that prints it again;
    beside are files that are ready to be written."""

    name: str
    folder: Path
    variants: tuple[Variant, ...]
    sets_dirs: tuple[Path, ...]
    words: tuple[str, ...]
    beside: tuple[tuple[Path, bytes], ...] = ()


def numbered(seed: str, first: int, last: int) -> tuple[str, ...]:
    """The seeds of some variants of a master seed, as `boards --count` numbers them. A single one
    has its number too: which game a number gives must not depend on how many there are."""
    return tuple(f"{seed}-{number}" for number in range(first, last + 1))


def planned(jobs: Iterable[Job], sets_dirs: Sequence[Path], pattern: str) -> tuple[Variant, ...]:
    """The variants of all jobs, in their order, within a job look by look.

    Raises DefinitionError, OptionError, RollError for a job of which nothing can be printed;
    FileNameError where it gives no name.
    """
    variants: list[Variant] = []
    for job in jobs:
        game_id = identified(job, sets_dirs)
        seeds = (FIXED,) if game_id.seed == FIXED else job.seeds
        ranks = job.ranks or (0,) * len(seeds)
        for look in job.looks:
            settings = look
            for seed, rank in zip(seeds, ranks, strict=True):
                own, number = replace(game_id, seed=seed), len(variants) + 1
                name = build.file_stem(job.sheet, (own,), settings)
                file = file_name(pattern, number, own, job.sheet, settings, name)
                made = Variant(number, own, job.sheet, look, file, job.playtest, rank)
                variants.append(made)
    return tuple(variants)


def identified(job: Job, sets_dirs: Sequence[Path]) -> GameId:
    """The ID of the first variant of a job; those of the others differ in their seed. Raises
    DefinitionError, OptionError, RollError."""
    game = games.game(job.game)
    definition = game.load(job.sets, sets_dirs)
    game.check_options(definition, job.size, job.players)
    if job.sheet in game.once and len(job.seeds) > 1:
        raise OptionError(f"--sheet {job.sheet!r}: it is the same for every seed")
    failure = None
    # A seed may be called FIXED in a random game, too: only others tell whether it is one.
    for seed in sorted(job.seeds[:_TRIES], key=lambda seed: seed == FIXED):
        try:
            game_id = game.roll(definition, job.size, job.players, seed).game_id
        except RollError as error:
            failure = failure or error
            continue
        if game_id.seed == FIXED and len(job.seeds) > 1:
            names = "+".join(job.sets)
            raise OptionError(f"{len(job.seeds)} seeds: nothing is random in the set {names}")
        return game_id
    raise failure or RollError("no seed")


def standard_sheet(game: str) -> str:
    """What is printed when no sheet is named: all ("") where the game's command does so."""
    chosen = games.game(game)
    return "" if chosen.bundled else next(iter(chosen.rolled_sheets))
