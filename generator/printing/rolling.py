"""Jobs, which are what to print with all that printing needs, and what they roll.
Any: each game has its own types of definitions and rolled values."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from operator import ne
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import GameIdError, OptionError, TileError
from generator.core.game_id import GameId, explain_change, image_seed
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.seeds import FIXED, Stream
from generator.core.settings import Settings
from generator.games.base import TILING, Game
from generator.play import vetted


class Job(NamedTuple):
    """A request with its game and the definition that its sets make, and how its sheet looks, or
    all its sheets (sheet "")."""

    game: Game
    definition: Any
    request: Request
    settings: Settings

    @classmethod
    def of(cls, request: Request, settings: Settings) -> "Job":
        """Raises OptionError for several sets of a game with `single_set`, DefinitionError."""
        game = games.game(request.game)
        if game.single_set and len(request.sets) > 1:
            found = ", ".join(request.sets)
            raise OptionError(f"--set: {game.name} is played with one set, found {found}")
        return cls(game, game.load(request.sets, request.sets_dirs), request, settings)

    @property
    def sheet(self) -> str:
        return self.request.sheet

    @property
    def set_names(self) -> str:
        return "+".join(each.key for each in self.definition.sets)

    @property
    def sheets(self) -> tuple[str, ...]:
        """The sheets that are printed together."""
        return (self.sheet,) if self.sheet else self.game.rolled_sheets

    @property
    def needs_roll(self) -> bool:
        return self.sheet not in self.game.definition_sheets

    @property
    def example_seed(self) -> str:
        """The seed that picks the examples of rules that are not rolled."""
        is_rules = self.sheet == self.game.rules_sheet and not self.needs_roll
        return self.request.seed if is_rules else ""

    @property
    def effective_settings(self) -> Settings:
        return effective_settings(self.game, self.sheet, self.settings)

    def of_sheet(self, sheet: str) -> "Job":
        """The job of one of the sheets. Of all only the board is printed on tiles; the others are
        whole, on the paper of the tiles. Raises TileError for a game that has no board."""
        settings, board = self.settings, self.sheet or self.game.board_sheet
        if settings.tile and not board:
            name = settings.tile.name
            raise TileError(f"--tile {name}: no sheet of {self.game.name} is a board or a map")
        if settings.tile and sheet != board:
            settings = settings.untiled
        return self._replace(request=replace(self.request, sheet=sheet), settings=settings)

    def roll(self, seed: str) -> Any:
        """The value of a seed. Raises RollError."""
        return self.game.roll(self.definition, self.request.size, self.request.players, seed)


def effective_settings(game: Game, sheet: str, settings: Settings) -> Settings:
    """The settings that have an effect on a sheet, or on all of a game (sheet "")."""
    options = game.options(sheet)
    return (settings if "tile" in options else settings.untiled).only(options)


def check_use(game: Game, sheet: str, settings: Settings) -> None:
    """Raises OptionError for settings without an effect on a sheet, or on all of a game."""

    def used(name: str) -> list[str]:
        return settings.only((*TILING, *game.options(name))).words()

    if idle := [word for word in settings.words() if word not in used(sheet)]:
        others = [each.name for each in game.sheets if {*idle} <= {*used(each.name)}]
        advice = f", expected --sheet {', '.join(others)}" if others else ""
        raise OptionError(f"{' '.join(idle)}: no effect on {sheet or game.name}{advice}")


def rolls(job: Job, progress: Progress = SILENT, tells_vetted: bool = False) -> list[Any]:
    """A rolled value for each seed; with `tells_vetted`, or if they are playtested, those with a
    vetted ID have its result. Raises DefinitionError, GameIdError, OptionError, RollError."""
    game, request = job.game, job.request
    game.check_options(job.definition, request.size, request.players)
    first = job.roll(request.seed)
    check_id(game, request.game_id, first.game_id)
    if request.count > 1 and not game.is_random(job.definition):
        raise OptionError(f"--count {request.count}: {game.nothing_random(request.sets)}")
    known = _vetted(job, first.game_id) if request.playtest or tells_vetted else {}
    if request.playtest and game.playtest:
        others = [seed for seed in request.seeds if seed not in known]
        known |= zip(others, _playtested(job, others, progress), strict=True)
    known.setdefault(request.seed, first)
    return [known[seed] if seed in known else job.roll(seed) for seed in request.seeds]


def picked(job: Job, shown: Iterable[str] = (), progress: Progress = SILENT) -> Job:
    """The job with IDs of vetted values in place of its seeds, none of which was `shown` (IDs, or
    names of files with IDs in them), and its first seeds for the rest if too few are left. The same
    job if it has IDs already. Raises as rolls."""
    request, programs = job.request, job.game.playtest
    if not programs or request.game_ids:
        return job
    from generator.play.search import basis

    job.game.check_options(job.definition, request.size, request.players)
    game_id = job.roll(request.seed).game_id
    its_basis = basis(game_id, programs.load_goals(request.sets_dirs))
    known = vetted.games_of(vetted.case_of(game_id), its_basis)
    names, stream = [f".{name}." for name in shown], Stream(request.seed, "vetted")
    left = []
    for game in known:
        images = (image_seed(game.seed, image) for image in ("", *programs.images))
        ids = [replace(game_id, seed=seed) for seed in images]
        if unseen := [each for each in ids if not any(f".{each}." in name for name in names)]:
            left.append(stream.choice(unseen))
    if len(left) < request.count and known:
        words = f"{programs.noun}s that come with the program: {len(left)} of {len(known)} left"
        progress.note(f"{words} to print, others are looked for")
    ids = stream.shuffled(left)[: request.count]
    seeds = *(each.seed for each in ids), *request.seeds[: request.count - len(ids)]
    return job._replace(request=replace(request, game_ids=tuple(ids), seeds=seeds)) if ids else job


def _vetted(job: Job, first: GameId) -> dict[str, Any]:
    """The values of the vetted IDs among those of a job, with their results, by seed; first is the
    first ID, as it is now."""
    request, programs = job.request, job.game.playtest
    if not programs or not request.game_ids:
        return {}
    from generator.play.search import basis, vetted_result

    goals = programs.load_goals(request.sets_dirs)
    known, values = vetted.games_of(vetted.case_of(first), basis(first, goals)), dict[str, Any]()
    for game_id in request.game_ids:
        if entry := vetted.entry_of(game_id.seed, known):
            value = job.roll(game_id.seed)
            result = vetted_result(programs, value, goals, entry)
            values[game_id.seed] = replace(value, playtest_result=result)
    return values


def _playtested(job: Job, seeds: Sequence[str], progress: Progress) -> Iterator[Any]:
    """What plays best of each of these seeds, or the very value that an ID names."""
    from generator.play import kernel, search

    request, programs = job.request, job.game.playtest
    assert programs is not None

    @cache
    def prepare() -> None:
        kernel.prepare(programs.engine(), progress.note)

    named = {game_id.seed for game_id in request.game_ids}
    if seeds:
        progress.phase("playing" if named.issuperset(seeds) else "choosing by play", len(seeds))
    for seed in seeds:
        done = 0.0

        def report(share: float) -> None:
            nonlocal done
            progress.step(share - done)
            done = share

        options = search.Options(
            is_final=seed in named,
            search=request.search,
            may_stop=request.count == 1,
            report=report,
            prepare=prepare,
        )
        case = request.size, request.players, seed, request.sets_dirs
        yield search.play(programs, job.definition, *case, options)


def warnings(job: Job, rolled: Sequence[Any], seed_is_chosen: bool) -> tuple[str, ...]:
    """What the person who prints these should know; of a run of several, how many play badly."""
    game, request = job.game, job.request
    result = dict[str, None]()
    if seed_is_chosen and rolled[0].game_id.seed == FIXED != request.seed:
        reason = game.nothing_random(request.sets, hint=False)
        result[f"--seed changes nothing: {reason}"] = None
    for value in rolled:
        result |= dict.fromkeys(game.call(game.warnings_at, value))
    if (programs := game.playtest) and request.playtest:
        from generator.play.result import advice

        bad, is_chosen = [], bool(request.game_ids)
        for value in rolled:
            if value.playtest_result:
                words = [*advice(value.playtest_result, is_chosen, programs.noun)]
            else:
                words = [f"not playtested: {why}"] if (why := programs.why_not(value)) else []
            bad += [words] if words else []
        if bad and len(rolled) > 1:
            bad = [[f"{len(bad)} of {len(rolled)} play less well than hoped: see inspect"]]
        result |= dict.fromkeys(words for of_value in bad for words in of_value)
    return tuple(result)


def check_id(game: Game, expected: GameId | None, now: GameId) -> None:
    """Raises GameIdError unless what is rolled now is what an ID names."""
    if expected is None or expected.fingerprint == now.fingerprint:
        return  # the other parts were requested as they stand in the ID
    reason, then = changes(game, expected, now), expected.fingerprint
    # A slip changes one character, an edited set several. The first part is the roll's version.
    is_near = len(then) == len(now.fingerprint) and sum(map(ne, then, now.fingerprint)) == 1
    if is_near and then.split("-")[0] == now.fingerprint.split("-")[0]:
        reason += f"; only one character differs, did you mean {now}?"
    raise GameIdError(f"{expected} cannot be printed again: {reason}")


def changes(game: Game, then: GameId, now: GameId) -> str:
    """Which files changed between two IDs of the same sets, in words; "" if none did."""
    common = [f"{game.catalogue.common}.yaml"] if game.catalogue.common else []
    names = [*common, *(f"set {name}" for name in now.sets)]
    return explain_change(then.fingerprint, now.fingerprint, names)
