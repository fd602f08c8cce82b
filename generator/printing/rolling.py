"""What is asked for, and what is rolled for it: the first two verbs.

Input: a Request, the user's folders. Output: rolled values, where programs can play a game what
plays best of each seed; what whoever prints it should know.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from operator import ne
from pathlib import Path
from typing import Any

from generator.core.errors import GameIdError, OptionError
from generator.core.game_id import GameId, explain_change
from generator.core.progress import SILENT, Progress
from generator.core.seeds import FIXED
from generator.games.base import Game, Playtest


@dataclass(frozen=True, slots=True)
class Request:
    """What to roll. seed is canonical; count > 1 numbers its variants seed-1, seed-2, ...

    seed_named says that the user chose the seed, and wants to hear if it changes nothing. playtest
    asks for what plays best of each seed.
    """

    sets: tuple[str, ...]
    size: str
    players: int
    seed: str
    count: int = 1
    game_id: GameId | None = None
    seed_named: bool = False
    playtest: bool = False

    @property
    def seeds(self) -> tuple[str, ...]:
        if self.count == 1:
            return (self.seed,)
        return tuple(f"{self.seed}-{number}" for number in range(1, self.count + 1))


def requested(game_id: GameId, playtest: bool = False) -> Request:
    """The request that rolls what an ID names."""
    return Request(
        game_id.sets, game_id.size, game_id.players, game_id.seed, game_id=game_id,
        playtest=playtest,
    )  # fmt: skip


def rolls(
    game: Game, request: Request, sets_dirs: Sequence[Path], progress: Progress = SILENT
) -> list[Any]:
    """The rolls that are asked for. Raises DefinitionError, GameIdError, OptionError, RollError."""
    if game.one_set and len(request.sets) > 1:
        raise OptionError(
            f"--set: {game.name} is played with one set, found {', '.join(request.sets)}"
        )
    definition = game.load(request.sets, sets_dirs)
    game.check_options(definition, request.size, request.players)
    chosen = definition, request.size, request.players
    first = game.roll(*chosen, request.seeds[0])
    check_id(game, request.game_id, first.game_id)
    if request.playtest and game.playtest:
        rolled = list(_playtested(game.playtest, definition, request, sets_dirs, progress))
    else:
        rolled = [first, *(game.roll(*chosen, seed) for seed in request.seeds[1:])]
    if request.count > 1 and rolled[0].game_id.seed == FIXED:
        raise OptionError(f"--count {request.count}: {_nothing_random(request)}")
    return rolled


def _playtested(
    playtest: Playtest,
    definition: Any,
    request: Request,
    sets_dirs: Sequence[Path],
    progress: Progress,
) -> Iterator[Any]:
    """What plays best of each seed, or the very one that an ID names."""
    progress.phase("playing" if request.game_id else "choosing by play", request.count)
    for seed in request.seeds:
        done = 0.0

        def tell(share: float) -> None:
            nonlocal done
            progress.step(share - done)
            done = share

        chosen = definition, request.size, request.players, seed
        yield playtest.play(*chosen, sets_dirs, request.game_id is not None, tell)


def remarks(game: Game, request: Request, rolled: Sequence[Any]) -> tuple[str, ...]:
    """What whoever prints these should know: a seed named for nothing, what is odd, what plays
    badly."""
    odd = dict.fromkeys(words for value in rolled for words in game.odd(value))
    return (*_idle(request, rolled), *odd, *_advice(game, request, rolled))


def _advice(game: Game, request: Request, rolled: Sequence[Any]) -> tuple[str, ...]:
    """What plays badly, of a few; of a whole run, how many do."""
    if not (request.playtest and game.playtest):
        return ()
    told = [game.playtest.advice(value, request.game_id is not None) for value in rolled]
    if len(rolled) == 1:
        return tuple(told[0])
    bad = sum(map(bool, told))
    return (f"{bad} of {len(rolled)} play less well than hoped: see inspect",) if bad else ()


def _idle(request: Request, rolled: Sequence[Any]) -> tuple[str, ...]:
    """A warning where a seed was named for nothing."""
    if request.seed_named and rolled[0].game_id.seed == FIXED != request.seed:
        return (f"--seed changes nothing: {_nothing_random(request)}",)
    return ()


def _nothing_random(request: Request) -> str:
    return f"nothing is random in the set {'+'.join(request.sets)}"


def check_id(game: Game, wanted: GameId | None, now: GameId) -> None:
    """Raises GameIdError, naming the files that changed, unless what is rolled now is what an ID
    names."""
    if wanted is None or wanted.fingerprint == now.fingerprint:
        return  # the other parts were asked for as they stand in the ID
    reason = changes(game, wanted, now)
    if _slip(wanted.fingerprint, now.fingerprint):
        reason += f"; only one letter differs, did you mean {now}?"
    raise GameIdError(f"{wanted} cannot be printed again: {reason}")


def _slip(typed: str, now: str) -> bool:
    """Whether one is the other with one letter mistyped: changes of sets change several."""
    return len(typed) == len(now) and sum(map(ne, typed, now)) == 1


def changes(game: Game, then: GameId, now: GameId) -> str:
    """Which files changed between two IDs of the same sets, in words; "" if none did."""
    common = [f"{game.catalogue.common}.yaml"] if game.catalogue.common else []
    names = [*common, *(f"set {name}" for name in now.sets)]
    return explain_change(then.fingerprint, now.fingerprint, names)
