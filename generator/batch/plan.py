"""What a batch is to print: numbered variants with game IDs and names of files; of a game that
programs play, those that play best. All of it is plain data, which can go to another machine."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import product
from pathlib import Path, PurePath, PureWindowsPath
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, Field

from generator import __version__, games
from generator.core.diagnostics import quoted
from generator.core.errors import EXPECTED_ERRORS, OptionError, RollError
from generator.core.files import Output
from generator.core.game_id import GameId
from generator.core.progress import Progress
from generator.core.request import Request
from generator.core.seeds import FIXED
from generator.core.settings import Settings, Value
from generator.core.workers import Workers
from generator.pdf.document import printer_words
from generator.printing.rolling import Job as PrintJob
from generator.printing.rolling import check_id
from generator.printing.sheets import stem
from generator.schema.fields import Definition

if TYPE_CHECKING:
    from generator.play.result import Result

_MAX_FAILED_SEEDS = 20  # until a job is given up: most jobs fail with all seeds or with none


def check_name(name: str) -> str:
    """The name, if it is a path that stays in its folder. Raises ValueError."""
    path = PurePath(name)
    odd = path.is_absolute() or PureWindowsPath(name).anchor or ".." in path.parts
    if odd or not path.name or name.endswith("/") or not name.isprintable():
        raise ValueError(f"{quoted(name)} is no file in the folder of the batch")
    return name


_Name = Annotated[str, AfterValidator(check_name)]
_Lines = Annotated[tuple[str, ...], Field(strict=False)]  # lists in JSON


class Row(Definition):
    """A variant in the manifest. Its own PDF is `file` if it has own_pages; in that of all,
    joint_file, it begins on joint_page (from 1). rolled and findings are lines of text; printer is
    what a printer's profile changed ("": there was none). playtest says that the best of its seed
    is printed, figures what playing it showed."""

    number: int
    id: str
    status: Literal["done", "failed"] = "done"
    error: str = ""
    sheet: str
    settings: dict[str, Value]
    printer: str
    file: _Name
    own_pages: int = 0
    joint_file: _Name | Literal[""] = ""
    joint_page: int = 0
    joint_pages: int = 0
    findings: _Lines = ()
    rolled: _Lines = ()
    playtest: bool = False
    figures: dict[str, float | str] = Field(default_factory=dict)
    version: str = Field(default=__version__)


@lru_cache(maxsize=32)
def _load(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], fingerprint: str) -> Any:
    """What is rolled from (Any: its type is the game's own), read once for each fingerprint of a
    game ID. Raises DefinitionError."""
    return games.game(game).load(sets, sets_dirs)


class Job(NamedTuple):
    """A request, and the settings in which each of its seeds is printed."""

    request: Request
    settings: tuple[Settings, ...]


class Variant(NamedTuple):
    """One game to print: its row as it is when all goes well, but for what is only known then; the
    request with its game ID, its settings."""

    row: Row
    request: Request
    settings: Settings

    @classmethod
    def of(cls, number: int, request: Request, settings: Settings, file: str) -> "Variant":
        planned: dict[str, Any] = {"number": number, "id": str(request.game_id), "file": file}
        planned |= {"playtest": request.playtest, "sheet": request.sheet}
        printer = "; ".join(printer_words(settings))
        return cls(Row(settings=settings.values(), printer=printer, **planned), request, settings)

    @property
    def job(self) -> PrintJob:
        """Raises DefinitionError."""
        request = self.request
        assert request.game_id
        of_sets = request.game, request.sets, request.sets_dirs, request.game_id.fingerprint
        return PrintJob(games.game(request.game), _load(*of_sets), request, self.settings)

    def roll(self) -> Any:
        """The rolled value (Any: its type is the game's own). Raises GameIdError where the sets are
        not those of the plan, and as loading and rolling do."""
        job, request = self.job, self.request
        if request.playtest:
            from generator.play.search import Options, play

            assert job.game.playtest is not None
            case = request.size, request.players, request.seed, request.sets_dirs
            value = play(job.game.playtest, job.definition, *case, Options(is_final=True))
        else:
            value = job.roll(request.seed)
        check_id(job.game, request.game_id, value.game_id)
        return value


class Plan(NamedTuple):
    """A whole batch: the stem of its files, where they go, the command that prints it again, the
    manifest; its variants; tables of what was tried, by their names."""

    name: str
    output: Output
    words: tuple[str, ...]
    manifest: Path
    variants: tuple[Variant, ...] = ()
    tables: Mapping[str, Sequence[dict[str, Any]]] = {}

    @property
    def documents(self) -> Mapping[str, Sequence[Variant]]:
        """The variants of one game and one sheet in one setting, by a stem that tells this if there
        are other ones. Raises DefinitionError."""
        alike: dict[Any, list[Variant]] = {}
        for each in self.variants:  # pictures of one name differ from folder to folder
            art_dirs = each.job.definition.art_dirs
            key = each.request.game, each.request.sheet, each.settings, art_dirs
            alike.setdefault(key, []).append(each)
        if len(alike) == 1:
            return {self.name: self.variants}
        documents = dict[str, Sequence[Variant]]()
        for (game, sheet, settings, _), members in alike.items():
            stem = ".".join(filter(None, (self.name, game, sheet))) + settings.file_suffix()
            documents[f"{stem}.{len(documents) + 1}" if stem in documents else stem] = members
        return documents


def plan_jobs(jobs: Iterable[Job], draft: Plan) -> Plan:
    """The plan with the variants of all jobs, each once, in their order; within a job first all
    seeds in one setting, or as many as are kept. Raises DefinitionError, OptionError; RollError for
    a job of which nothing can be printed."""
    variants: list[Variant] = []
    planned = set()
    for request, job_settings in jobs:
        first, game = first_game_id(request), games.game(request.game)
        seeds = request.seeds[: request.keep] if request.count > 1 else (first.seed,)
        for settings, seed in product(job_settings, seeds):
            game_id, job = replace(first, seed=seed), PrintJob(game, None, request, settings)
            how = request.sheet, request.playtest, request.sets_dirs
            own, file = Request.of_game_id(game_id, *how), f"{stem(job, (game_id,))}.pdf"
            if (own, settings) not in planned:
                planned.add((own, settings))
                variants.append(Variant.of(len(variants) + 1, own, settings, file))
    return draft._replace(variants=tuple(variants))


def first_game_id(request: Request) -> GameId:
    """The ID of a request's first seed that can be rolled; the other IDs differ in their seed.
    Raises DefinitionError, OptionError, RollError."""
    game, failure = games.game(request.game), None
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    if request.sheet in game.shared_sheets and request.count > 1:
        raise OptionError(f"--sheet {request.sheet!r}: it is the same for every seed")
    for seed in request.seeds[:_MAX_FAILED_SEEDS]:
        try:
            game_id: GameId = game.roll(definition, request.size, request.players, seed).game_id
        except RollError as error:
            failure = failure or error
            continue
        # A seed may be called FIXED in a random game, too.
        if game_id.seed == FIXED and request.count > 1 and not game.is_random(definition):
            raise OptionError(f"{request.count} seeds: {game.nothing_random(request.sets)}")
        return game_id
    raise failure or RollError("no seed")


def run_trial(request: Request) -> "tuple[GameId, Result | None] | None":
    """The game ID of the best board of a request's seed, with what playing it showed, if it was
    played. None if none can be rolled: printing it will say why. Raises GameIdError where the sets
    are not those of the request's own ID."""
    from generator.play.search import Options, play

    game = games.game(request.game)
    assert game.playtest
    # The best of many were also lucky: what is kept is judged again, by other games, when printed.
    options = Options(search=request.search, games="fresh" if request.keep is None else "tried")
    case = request.size, request.players, request.seed, request.sets_dirs
    try:
        value = play(game.playtest, game.load(request.sets, request.sets_dirs), *case, options)
    except EXPECTED_ERRORS:
        return None
    check_id(game, request.game_id, value.game_id)
    return value.game_id, value.playtest_result


def select(jobs: Sequence[Job], draft: Plan, workers: Workers, progress: Progress) -> Plan:
    """The plan of the best boards of each job: of all seeds in their order or, best first, of those
    that are kept (of one job), with a table of all that were tried. Raises as planning does;
    GameIdError where sets change meanwhile, RollError for nothing to keep, WorkersError."""
    first_ids = [first_game_id(job.request) for job in jobs]
    trials = [
        replace(job.request, seeds=(seed,), game_ids=(first,))
        for job, first in zip(jobs, first_ids, strict=True)
        for seed in (job.request.seeds if job.request.playtest else ())
    ]
    progress.phase("choosing by play", len(trials))
    results = []
    for _, result in workers.results(run_trial, trials):
        results.append(result)
        progress.step()
    selected, tables = [], {}
    for job, first in zip(jobs, first_ids, strict=True):
        request = job.request
        check_id(games.game(request.game), first, first_game_id(request))
        if not request.playtest:
            selected.append(job)
            continue
        own, results = results[: request.count], results[request.count :]
        played = [(game_id, result) for game_id, result in filter(None, own) if result]
        played.sort(key=lambda trial: trial[1].penalty)
        if request.keep is None:
            pairs = zip(request.seeds, own, strict=True)
            seeds = [trial[0].seed if trial else seed for seed, trial in pairs]
        elif played:
            seeds = [game_id.seed for game_id, _ in played[: request.keep]]
            tables[f"{draft.name}.tried.csv"] = [
                {"rank": rank, "id": str(game_id), "goal_penalty": result.penalty}
                | result.columns()
                for rank, (game_id, result) in enumerate(played, 1)
            ]
        else:
            raise RollError(f"nothing to keep: no program can play {request.game} with these sets")
        selected.append(job._replace(request=replace(request, seeds=tuple(seeds))))
    return plan_jobs(selected, draft)._replace(tables=tables)
