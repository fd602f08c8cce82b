"""What a batch is to print: its variants, numbered, with their game IDs and names of files.

All of it is plain data, which can be sent to another process or machine. What cannot be printed as
a whole is refused here.
"""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path, PurePath, PureWindowsPath
from string import Formatter
from typing import Any, NamedTuple

from generator import games
from generator.core.diagnostics import quoted, suggestion
from generator.core.errors import FileNameError, OptionError, RollError
from generator.core.files import Output
from generator.core.game_id import GameId
from generator.core.request import Request
from generator.core.seeds import FIXED
from generator.core.settings import Settings
from generator.games.base import Game
from generator.printing.rolling import Job as PrintJob
from generator.printing.sheets import check_settings, file_stem

_LOOKS = ("paper", "ink", "language")
_FIELDS = ("name", "number", "id", "game", "sheet", "size", "sets", "players", "seed", *_LOOKS)
_SAMPLE = dict.fromkeys(_FIELDS, "x") | {"number": 1, "players": 2}
_ENDING = ".pdf"
_MAX_NAME_BYTES = 240  # of 255 that file systems take: some are for a file's unfinished state


def check_pattern(pattern: str) -> str:
    """The pattern, if it gives names. Raises FileNameError."""
    try:
        parts = list(Formatter().parse(pattern))
        for _, field, layout, _ in parts:
            if field is not None and field not in _FIELDS:
                raise FileNameError(f"there is no {{{field}}}{suggestion(field, _FIELDS)}")
            if re.search(r"[1-9]\d{3}", layout or ""):  # it would be made before it is refused
                raise FileNameError(
                    f"{quoted(layout or '')} is longer than {_MAX_NAME_BYTES} letters"
                )
        check_name(pattern.format(**_SAMPLE))
    except (FileNameError, ValueError, LookupError) as error:
        raise FileNameError(f"--pattern {quoted(pattern)}: {error}") from None
    return pattern


def check_name(name: str) -> str:
    """The name, if it is a path that stays in its folder. Raises FileNameError."""
    path = PurePath(name)
    odd = path.is_absolute() or PureWindowsPath(name).anchor or ".." in path.parts
    if odd or not path.name or name.endswith("/") or not name.isprintable():
        raise FileNameError(f"{quoted(name)} is no file in the folder of the batch")
    if any(len(part.encode()) > _MAX_NAME_BYTES for part in path.parts):
        raise FileNameError(f"{quoted(name)} is longer than {_MAX_NAME_BYTES} letters")
    return name


def file_name(
    pattern: str, number: int, game_id: GameId, sheet: str, settings: Settings, name: str
) -> str:
    """The file of a variant; name is what its file is called usually. Raises FileNameError."""
    values: dict[str, Any] = {
        "name": name,
        "number": number,
        "id": str(game_id),
        "game": game_id.game,
        "sheet": sheet or "all",
        "size": game_id.size,
        "sets": "+".join(game_id.sets),
        "players": game_id.players,
        "seed": game_id.seed,
        "paper": settings.paper.name,
        "ink": settings.ink,
        "language": settings.language_code,
    }
    return check_name(pattern.format(**values).removesuffix(_ENDING)) + _ENDING


def load_definition(request: Request, fingerprint: str = "") -> Any:
    """What a request is rolled from (Any: its type is the game's own). The fingerprint is that of
    its game ID, if it has one. Raises DefinitionError."""
    if request.game_id:
        fingerprint = request.game_id.fingerprint
    return _load(request.game, request.sets, request.sets_dirs, fingerprint)


def forget_definitions() -> None:
    _load.cache_clear()


@lru_cache(maxsize=32)
def _load(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], fingerprint: str) -> Any:
    return games.game(game).load(sets, sets_dirs)


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
        assert self.request.game_id is not None
        return self.request.game_id

    @property
    def game(self) -> Game:
        return games.game(self.request.game)

    @property
    def sheet(self) -> str:
        return self.request.sheet  # "" for all of the game

    @property
    def job(self) -> PrintJob:
        """Raises DefinitionError."""
        return PrintJob(self.game, load_definition(self.request), self.request, self.settings)


class Group(NamedTuple):
    """Variants that can share a document, and the stem of its name."""

    stem: str
    variants: tuple[Variant, ...]

    @property
    def file(self) -> str:
        return f"{self.stem}.pdf"

    @property
    def contact_sheet(self) -> str:
        return f"{self.stem}.contact.pdf"


class Plan(NamedTuple):
    """A whole batch: the stem of its files, where they go, the command that prints it again; its
    variants, those that can share a document in groups; and further files that are ready to be
    written."""

    name: str
    output: Output
    words: tuple[str, ...]
    variants: tuple[Variant, ...] = ()
    groups: tuple[Group, ...] = ()
    extra_files: tuple[tuple[Path, bytes], ...] = ()

    @property
    def folder(self) -> Path:
        return self.output.folder

    @property
    def manifest(self) -> Path:
        return self.folder / f"{self.name}.jsonl"

    @property
    def pdf_names(self) -> list[str]:
        """The names of all PDFs that may be made."""
        names = [name for group in self.groups for name in (group.file, group.contact_sheet)]
        return names + [variant.file for variant in self.variants]

    def with_variants(self, variants: Iterable[Variant]) -> "Plan":
        """The same for other variants. Raises DefinitionError; FileNameError where two of their own
        PDFs would have one name."""
        variants = tuple(variants)
        plan = self._replace(variants=variants, groups=tuple(_groups(self.name, variants)))
        if self.output.has_own_pdfs:
            _check_own_names(plan)
        return plan


def begin_plan(name: str, output: Output, words: tuple[str, ...]) -> Plan:
    """A plan that has no variants yet. Raises FileNameError."""
    check_pattern(output.pattern)
    return Plan(check_name(name), output, words)


def plan_jobs(jobs: Iterable[Job], draft: Plan) -> Plan:
    """The plan with the variants of all jobs. Raises as plan_variants and Plan.with_variants do."""
    return draft.with_variants(plan_variants(jobs, draft.output.pattern))


def check_jobs(jobs: Sequence[Job], draft: Plan) -> None:
    """Raises, before hours of play, what planning would raise for the first board of each seed, and
    what check_job_settings raises: DefinitionError, OptionError, FileNameError, TileError,
    CutError."""
    shortened = [
        job._replace(request=job.request.with_seeds(job.request.seeds[: job.request.keep]))
        for job in jobs
    ]
    for job in jobs:
        first_game_id(job.request)
    with suppress(RollError):  # of those first seeds; others can be rolled
        plan_jobs(shortened, draft)
    check_job_settings(jobs)


def check_job_settings(jobs: Iterable[Job]) -> None:
    """Raises TileError or CutError if nothing can be printed in the settings of a job."""
    for job in jobs:
        for settings in job.settings:
            check_settings(PrintJob.of(job.request, settings))


def _groups(name: str, variants: Sequence[Variant]) -> Iterable[Group]:
    """The documents of a plan: one, if it is of one game and one sheet in one setting. Raises
    DefinitionError."""
    alike: dict[tuple[str, str, Settings, tuple[Path, ...]], list[Variant]] = {}
    for variant in variants:
        art_dirs = load_definition(variant.request).art_dirs
        key = variant.request.game, variant.sheet, variant.settings, art_dirs
        alike.setdefault(key, []).append(variant)
    if len(alike) == 1:
        return [Group(name, tuple(variants))]
    groups: dict[str, Group] = {}
    for (game, sheet, settings, _), members in alike.items():
        stem = ".".join(filter(None, (name, game, sheet))) + settings.file_suffix()
        if stem in groups:  # the same sheets with pictures from another folder
            stem += f".{len(groups) + 1}"
        groups[stem] = Group(stem, tuple(members))
    return groups.values()


def _check_own_names(plan: Plan) -> None:
    """Every variant's own file needs a name of its own. Some systems do not tell names apart that
    differ in case only. Raises FileNameError."""
    taken = {
        name.casefold(): "a file of the whole batch"
        for group in plan.groups
        for name in (group.file, group.contact_sheet)
    }
    for variant in plan.variants:
        name = variant.file.casefold()
        if name in taken:
            raise FileNameError(
                f"variant {variant.number} would be {variant.file}, which is {taken[name]}; "
                "--pattern can hold {number}, {paper}, {ink}, {language}"
            )
        taken[name] = f"variant {variant.number}"


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
                number, game_id, sheet = len(variants) + 1, replace(first, seed=seed), request.sheet
                stem = file_stem(games.game(request.game), sheet, (game_id,), settings)
                file = file_name(pattern, number, game_id, sheet, settings, stem)
                own = Request.of_game_id(game_id, sheet, request.playtest, request.sets_dirs)
                variants.append(Variant(number, own, settings, file, rank))
    return tuple(variants)


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
            raise OptionError(f"{request.count} seeds: {game.nothing_random(request.sets)}")
        game_id: GameId = rolled.game_id
        return game_id
    raise failure or RollError("no seed")


def default_sheet(game: str) -> str:
    """What is printed when no sheet is named: all ("") where the game's command does so."""
    contract = games.game(game)
    return "" if contract.is_bundle else next(iter(contract.rolled_sheets))
