"""The first two verbs, load and roll."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from operator import ne
from typing import Any

from generator.core.errors import GameIdError, OptionError
from generator.core.game_id import GameId, explain_change
from generator.core.progress import SILENT, Progress
from generator.core.request import Request
from generator.core.seeds import FIXED, Stream
from generator.games.base import Game
from generator.play import vetted


def rolls(
    game: Game, request: Request, progress: Progress = SILENT, pick_vetted: bool = False
) -> list[Any]:
    """A rolled value for each seed; with `pick_vetted` a vetted one in its place, if there is one.

    Raises DefinitionError, GameIdError, OptionError, RollError. Any, here and below: each game has
    its own type of value.
    """
    definition, first = _first(game, request)
    if request.count > 1 and first.game_id.seed == FIXED:
        raise OptionError(f"--count {request.count}: {game.nothing_random(request.sets)}")
    if request.playtest and game.playtest:
        if pick_vetted and (value := _vetted(game, definition, request, first.game_id)):
            return [value]
        return list(_playtested(game, definition, request, progress))
    others = request.seeds[1:]
    return [first, *(game.roll(definition, request.size, request.players, seed) for seed in others)]


def _first(game: Game, request: Request) -> tuple[Any, Any]:
    """The definition of a request and the value of its first seed. Raises as rolls."""
    check_sets(game, request)
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    first = game.roll(definition, request.size, request.players, request.seed)
    check_id(game, request.game_id, first.game_id)
    return definition, first


def vetted_roll(game: Game, request: Request) -> Any | None:
    """A vetted value with its result: that of the request's game ID, or one picked by its seed.
    None if there is none. Nothing is played. Raises as rolls."""
    definition, first = _first(game, request)
    if request.game_id is None:
        return _vetted(game, definition, request, first.game_id)
    if not (programs := game.playtest):
        return None
    from generator.play.search import basis

    goals = programs.load_goals(request.sets_dirs)
    result = vetted.result_of(first.game_id, basis(programs, first.game_id, goals))
    return None if result is None else _with_result(first, result)


def check_sets(game: Game, request: Request) -> None:
    """Raises OptionError for several sets of a game that is played with one."""
    if game.single_set and len(request.sets) > 1:
        raise OptionError(
            f"--set: {game.name} is played with one set, found {', '.join(request.sets)}"
        )


def _vetted(game: Game, definition: Any, request: Request, first: GameId) -> Any | None:
    """A vetted value with its result, if one value is wanted, and there is one."""
    programs = game.playtest
    if request.game_id or request.count > 1 or not programs:
        return None
    from generator.play.search import basis

    goals = programs.load_goals(request.sets_dirs)
    vetted_games = vetted.games_of(vetted.case_of(first), basis(programs, first, goals))
    if not vetted_games:
        return None
    picked = Stream(request.seed, "vetted").choice(vetted_games)
    value = game.roll(definition, request.size, request.players, picked.seed)
    return _with_result(value, picked.result)


def _with_result(value: Any, data: dict[str, Any]) -> Any:
    from generator.play.result import Result

    return replace(value, playtest_result=Result.of(data))


def _playtested(game: Game, definition: Any, request: Request, progress: Progress) -> Iterator[Any]:
    """What plays best of each seed, or the very value that an ID names."""
    from generator.play import kernel, search

    programs = game.playtest
    assert programs is not None

    @cache
    def prepare() -> None:
        """What programs need to play, and a word about it if it takes long."""
        if notice := kernel.notice(programs.kernel()):
            progress.note(notice)
        kernel.prepare(programs.kernel())

    progress.phase("playing" if request.game_id else "choosing by play", request.count)
    for seed in request.seeds:
        done = 0.0

        def report(share: float) -> None:
            nonlocal done
            progress.step(share - done)
            done = share

        options = search.Options(
            is_final=request.game_id is not None,
            search=request.search,
            may_stop=request.count == 1,
            report=report,
            prepare=prepare,
        )
        yield search.play(
            programs, definition, request.size, request.players, seed, request.sets_dirs, options
        )


def warnings(
    game: Game, request: Request, rolled: Sequence[Any], seed_is_chosen: bool
) -> tuple[str, ...]:
    """What the person who prints these should know: a chosen seed that changes nothing, drawings
    that are alike, what plays badly."""
    all_words = (words for value in rolled for words in game.call(game.warnings_at, value))
    of_values = dict.fromkeys(all_words)
    idle = seed_is_chosen and rolled[0].game_id.seed == FIXED != request.seed
    reason = game.nothing_random(request.sets, hint=False)
    of_seed = (f"--seed changes nothing: {reason}",) if idle else ()
    return (*of_seed, *of_values, *_advice(game, request, rolled))


def _advice(game: Game, request: Request, rolled: Sequence[Any]) -> tuple[str, ...]:
    """What plays badly; for a run of several, how many play badly."""
    programs = game.playtest
    if not (request.playtest and programs):
        return ()
    from generator.play.result import advice

    def of(value: Any) -> list[str]:
        if value.playtest_result is None:
            why = programs.why_not(value)
            return [f"not playtested: {why}"] if why else []
        return list(advice(value.playtest_result, request.game_id is not None, programs.noun))

    if len(rolled) == 1:
        return tuple(of(rolled[0]))
    bad = sum(bool(of(value)) for value in rolled)
    return (f"{bad} of {len(rolled)} play less well than hoped: see inspect",) if bad else ()


def check_id(game: Game, expected: GameId | None, now: GameId) -> None:
    """Raises GameIdError, naming the files that changed, unless what is rolled now is what an ID
    names."""
    if expected is None or expected.fingerprint == now.fingerprint:
        return  # the other parts were requested as they stand in the ID
    reason, then = changes(game, expected, now), expected.fingerprint
    # One letter is mistyped: changes of sets change several.
    if len(then) == len(now.fingerprint) and sum(map(ne, then, now.fingerprint)) == 1:
        reason += f"; only one letter differs, did you mean {now}?"
    raise GameIdError(f"{expected} cannot be printed again: {reason}")


def changes(game: Game, then: GameId, now: GameId) -> str:
    """Which files changed between two IDs of the same sets, in words; "" if none did."""
    common = [f"{game.catalogue.common}.yaml"] if game.catalogue.common else []
    names = [*common, *(f"set {name}" for name in now.sets)]
    return explain_change(then.fingerprint, now.fingerprint, names)
