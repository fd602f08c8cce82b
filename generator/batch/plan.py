"""What a batch is to print: its variants, numbered.

Input: jobs, each a request with the settings it is printed in. Output: Variants, which know their
game ID before they are rolled, and the name of their own file. All of it is plain data, which can
be sent to another process or machine.
"""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from generator import games
from generator.batch.file_names import file_name
from generator.core.errors import OptionError, RollError
from generator.core.game_id import GameId
from generator.core.output import Output
from generator.core.request import Request
from generator.core.seeds import FIXED
from generator.core.settings import Settings
from generator.printing.sheets import file_stem

_MAX_FAILED_SEEDS = 20  # until a job is given up: most jobs fail with all seeds or with none


class Job(NamedTuple):
    """A request, and the settings in which each of its seeds is printed. Once the best boards are
    selected, ranks holds the place of each among all that were tried."""

    request: Request
    settings: tuple[Settings, ...]
    ranks: tuple[int, ...] = ()


class Variant(NamedTuple):
    """One game to print: its number in the plan (from 1), the request with its game ID, its
    settings, the name of its own file in the folder of the batch, and its rank among those that
    were tried (0: none)."""

    number: int
    request: Request
    settings: Settings
    file: str
    rank: int = 0

    @property
    def game_id(self) -> GameId:
        """The ID of the game."""
        assert self.request.game_id is not None
        return self.request.game_id

    @property
    def sheet(self) -> str:
        """The sheet; "" for all of the game."""
        return self.request.sheet

    @property
    def sheets(self) -> tuple[str, ...]:
        """The names of the sheets it has."""
        return (self.sheet,) if self.sheet else tuple(games.game(self.request.game).rolled_sheets)


class Plan(NamedTuple):
    """A whole batch: the stem of its files, where they go, the variants, the command that prints it
    again, and further files that are ready to be written."""

    name: str
    output: Output
    variants: tuple[Variant, ...]
    words: tuple[str, ...]
    extra_files: tuple[tuple[Path, bytes], ...] = ()

    @property
    def folder(self) -> Path:
        """The folder of all its files."""
        return self.output.folder

    @property
    def manifest(self) -> Path:
        """The file that lists the variants."""
        return self.folder / f"{self.name}.jsonl"


def plan_variants(jobs: Iterable[Job], pattern: str) -> tuple[Variant, ...]:
    """The variants of all jobs, in their order; within a job first all seeds in one setting.

    Raises DefinitionError, OptionError, RollError for a job of which nothing can be printed;
    FileNameError where the pattern gives no name.
    """
    variants: list[Variant] = []
    for request, job_settings, job_ranks in jobs:
        first = first_game_id(request)
        seeds = (FIXED,) if first.seed == FIXED else request.seeds
        ranks = job_ranks or (0,) * len(seeds)
        for settings in job_settings:
            for seed, rank in zip(seeds, ranks, strict=True):
                variants.append(
                    _variant(
                        len(variants) + 1,
                        request,
                        replace(first, seed=seed),
                        settings,
                        rank,
                        pattern,
                    )
                )
    return tuple(variants)


def _variant(
    number: int, request: Request, game_id: GameId, settings: Settings, rank: int, pattern: str
) -> Variant:
    own = Request.of_game_id(game_id, request.sheet, request.playtest, request.sets_dirs)
    stem = file_stem(request.sheet, (game_id,), settings)
    file = file_name(pattern, number, game_id, request.sheet, settings, stem)
    return Variant(number, own, settings, file, rank)


def first_game_id(request: Request) -> GameId:
    """The ID of a request's first seed that can be rolled; the other IDs differ in their seed.
    Raises DefinitionError, OptionError, RollError."""
    game = games.game(request.game)
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    if request.sheet in game.shared_sheets and request.count > 1:
        raise OptionError(f"--sheet {request.sheet!r}: it is the same for every seed")
    failure = None
    # A seed may be called FIXED in a random game, too: only others show whether it is one.
    for seed in sorted(request.seeds[:_MAX_FAILED_SEEDS], key=lambda seed: seed == FIXED):
        try:
            rolled = game.roll(definition, request.size, request.players, seed)
        except RollError as error:
            failure = failure or error
            continue
        if rolled.game_id.seed == FIXED and request.count > 1:
            names = "+".join(request.sets)
            raise OptionError(f"{request.count} seeds: nothing is random in the set {names}")
        game_id: GameId = rolled.game_id
        return game_id
    raise failure or RollError("no seed")


def default_sheet(game: str) -> str:
    """What is printed when no sheet is named: all ("") where the game's command does so."""
    contract = games.game(game)
    return "" if contract.is_bundle else next(iter(contract.rolled_sheets))
