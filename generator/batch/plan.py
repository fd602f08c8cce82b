"""What a batch is to print: its variants, numbered, with their game IDs and names of files. All of
it is plain data, which can be sent to another process or machine."""

import re
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from functools import lru_cache
from pathlib import Path, PurePath, PureWindowsPath
from typing import Any, NamedTuple

from generator import games
from generator.core.diagnostics import quoted, suggestion
from generator.core.errors import FileNameError, OptionError, RollError
from generator.core.files import Output
from generator.core.game_id import GameId
from generator.core.request import Request
from generator.core.seeds import FIXED
from generator.core.settings import LOOKS, Settings
from generator.games.base import Game
from generator.printing.rolling import Job as PrintJob
from generator.printing.sheets import check_settings, stem

_FIELDS = ("name", "number", "id", "game", "sheet", "size", "sets", "players", "seed", *LOOKS)
_FIELD = re.compile(r"\{(.*?)(?::0?(\d))?\}")  # {seed}, or {number:04} for 0001
_MAX_NAME_BYTES = 240  # of 255 that file systems take: some are for a file's unfinished state
CONTACT = ".contact.pdf"
_MAX_FAILED_SEEDS = 20  # until a job is given up: most jobs fail with all seeds or with none


def check_name(name: str) -> str:
    """The name, if it is a path that stays in its folder. Raises FileNameError."""
    path = PurePath(name)
    odd = path.is_absolute() or PureWindowsPath(name).anchor or ".." in path.parts
    if odd or not path.name or name.endswith("/") or not name.isprintable():
        raise FileNameError(f"{quoted(name)} is no file in the folder of the batch")
    if any(len(part.encode()) > _MAX_NAME_BYTES for part in path.parts):
        raise FileNameError(f"{quoted(name)} is longer than {_MAX_NAME_BYTES} letters")
    return name


def file_name(pattern: str, values: Mapping[str, object]) -> str:
    """The name of a PDF that a --pattern makes of the values of _FIELDS. Raises FileNameError."""

    def value(match: re.Match[str]) -> str:
        name, width = match.groups()
        if name not in _FIELDS:
            raise FileNameError(f"there is no {{{name}}}{suggestion(name, _FIELDS)}")
        return str(values[name]).zfill(int(width or 0))

    try:
        if re.search("[{}]", _FIELD.sub("", pattern)):
            raise FileNameError("expected names in braces, such as {seed} or {number:04}")
        return check_name(_FIELD.sub(value, pattern).removesuffix(".pdf")) + ".pdf"
    except FileNameError as error:
        raise FileNameError(f"--pattern {quoted(pattern)}: {error}") from None


def load_definition(request: Request) -> Any:
    """What a request is rolled from (Any: its type is the game's own), read once for each
    fingerprint of a game ID. Raises DefinitionError."""
    fingerprint = request.game_id.fingerprint if request.game_id else ""
    return _load(request.game, request.sets, request.sets_dirs, fingerprint)


@lru_cache(maxsize=32)
def _load(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], fingerprint: str) -> Any:
    return games.game(game).load(sets, sets_dirs)


forget_definitions = _load.cache_clear


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

    def with_variants(self, variants: Iterable[Variant]) -> "Plan":
        """The same for other variants. Raises DefinitionError; FileNameError where two of their own
        PDFs would have one name."""
        variants = tuple(variants)
        plan = self._replace(variants=variants, groups=_groups(self.name, variants))
        # Some systems do not tell names apart that differ in case only.
        joint = (f"{group.stem}{end}" for group in plan.groups for end in (".pdf", CONTACT))
        taken = {name.casefold(): "a file of the whole batch" for name in joint}
        for variant in variants if self.output.has_own_pdfs else ():
            name = variant.file.casefold()
            if name in taken:
                raise FileNameError(
                    f"variant {variant.number} would be {variant.file}, which is {taken[name]}; "
                    "--pattern can hold {number}, {paper}, {ink}, {language}"
                )
            taken[name] = f"variant {variant.number}"
        return plan


def begin_plan(name: str, output: Output, words: tuple[str, ...]) -> Plan:
    file_name(output.pattern, dict.fromkeys(_FIELDS, "x"))
    return Plan(check_name(name), output, words)


def check_jobs(jobs: Sequence[Job], draft: Plan) -> None:
    """Raises, before hours of play, what planning and check_job_settings would raise for the first
    board of each seed."""
    shortened = []
    for job in jobs:
        first_game_id(job.request)
        seeds = job.request.seeds[: job.request.keep]
        shortened.append(job._replace(request=replace(job.request, seeds=seeds)))
    with suppress(RollError):  # of those first seeds; others can be rolled
        plan_jobs(shortened, draft)
    check_job_settings(jobs)


def check_job_settings(jobs: Iterable[Job]) -> None:
    """Raises TileError or CutError if nothing can be printed in the settings of a job."""
    for job in jobs:
        for settings in job.settings:
            check_settings(PrintJob.of(job.request, settings))


def _groups(name: str, variants: tuple[Variant, ...]) -> tuple[Group, ...]:
    """The documents of a plan: one, if it is of one game and one sheet in one setting. Raises
    DefinitionError."""
    alike: dict[Any, list[Variant]] = {}  # pictures of one name differ from folder to folder
    for each in variants:
        art_dirs = load_definition(each.request).art_dirs
        key = each.request.game, each.request.sheet, each.settings, art_dirs
        alike.setdefault(key, []).append(each)
    if len(alike) == 1:
        return (Group(name, variants),)
    groups: dict[str, Group] = {}
    for (game, sheet, settings, _), members in alike.items():
        stem = ".".join(filter(None, (name, game, sheet))) + settings.file_suffix()
        stem += f".{len(groups) + 1}" if stem in groups else ""
        groups[stem] = Group(stem, tuple(members))
    return tuple(groups.values())


def plan_jobs(jobs: Iterable[Job], draft: Plan) -> Plan:
    """The plan with the variants of all jobs, in their order; within a job first all seeds in one
    setting. Raises DefinitionError, OptionError, FileNameError; RollError for a job of which
    nothing can be printed."""
    variants: list[Variant] = []
    for request, job_settings, job_ranks in jobs:
        first, sheet = first_game_id(request), request.sheet
        seeds = (FIXED,) if first.seed == FIXED else request.seeds
        ranks = job_ranks or (0,) * len(seeds)
        for settings in job_settings:
            looks = settings.values()
            for seed, rank in zip(seeds, ranks, strict=True):
                number, game_id = len(variants) + 1, replace(first, seed=seed)
                job = PrintJob(games.game(request.game), None, request, settings)
                name = stem(job, (game_id,))
                values = looks | asdict(game_id) | {"name": name, "number": number}
                values |= {"id": game_id, "sheet": sheet or "all", "sets": "+".join(game_id.sets)}
                own = Request.of_game_id(game_id, sheet, request.playtest, request.sets_dirs)
                file = file_name(draft.output.pattern, values)
                variants.append(Variant(number, own, settings, file, rank))
    return draft.with_variants(variants)


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
            game_id: GameId = game.roll(definition, request.size, request.players, seed).game_id
        except RollError as error:
            failure = failure or error
            continue
        if game_id.seed == FIXED and request.count > 1:
            raise OptionError(f"{request.count} seeds: {game.nothing_random(request.sets)}")
        return game_id
    raise failure or RollError("no seed")


def default_sheet(game: str) -> str:
    """What is printed when no sheet is named: all ("") where the game's command does so."""
    contract = games.game(game)
    return "" if contract.is_bundle else next(iter(contract.rolled_sheets))
