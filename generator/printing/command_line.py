"""Jobs as words of the command line: what prints the same bytes again.

Own sets also need their --sets-dir, which is left out because it lies elsewhere on another machine.
"""

from collections.abc import Iterable, Sequence

from generator import games
from generator.core.game_id import GameId
from generator.core.request import Request, SeedRange
from generator.core.settings import Settings
from generator.games.base import Game
from generator.printing.rolling import Job, effective_settings


def sheet_command(job: Job, ids: Sequence[GameId] = ()) -> list[str]:
    """The command of a sheet, after `board-generator`; with the IDs of the rolls that it shows."""
    game, request, sheet = job.game, job.request, job.sheet
    looks = job.effective_settings.words()
    if not job.needs_roll:
        of_rules = [game.name] if sheet == game.rules_sheet else []
        seed = ["--seed", job.example_seed] if job.example_seed else []
        sets = set_words(each.key for each in job.definition.sets)
        return [sheet, *of_rules, *sets, *seed, *looks]
    name = game.name if game.is_bundle or sheet in game.extra_sheets or not sheet else sheet
    words = [name]
    if len(ids) == 1:
        words += ["--id", str(ids[0])]
    else:
        words += set_words(request.sets)
        (command,) = (command for command in game.commands if command.name == name)
        options = {getattr(option, "name", option) for option in command.first}
        if command.form:
            words += [f"--{command.form.name}"] if request.size == command.form.name else []
        else:
            words += ["--size", request.size] if "size" in options else []
            words += ["--players", str(request.players)] if "players" in options else []
        words += [*seed_words(request.seeds), *_search_words(request)]
    if sheet in game.extra_sheets or (game.is_bundle and sheet):
        words += ["--sheet", sheet]
    return [*words, *looks, *_playtest_words(game, request)]


def batch_command(request: Request, settings: Settings) -> tuple[str, ...]:
    """The command of a batch of one job."""
    game = games.game(request.game)
    words = ["batch", game.name, *set_words(request.sets)]
    words += ["--size", request.size, "--players", str(request.players)]
    words += [*seed_words(request.seeds, request.keep), *_search_words(request)]
    words += ["--sheet", request.sheet] if request.sheet else []
    looks = effective_settings(game, request.sheet, settings).words()
    return (*words, *looks, *_playtest_words(game, request))


def set_words(sets: Iterable[str]) -> list[str]:
    """The options that choose sets."""
    return [word for name in sets for word in ("--set", name)]


def seed_words(seeds: Sequence[str], keep: int | None = None) -> list[str]:
    """The options that choose seeds, and how many of them to keep. Raises ValueError for seeds that
    no option can choose: several that are not numbered from 1."""
    if not isinstance(seeds, SeedRange):
        (seed,) = seeds
        return ["--seed", seed]
    if seeds.first != 1:
        raise ValueError(f"no option chooses the seeds from {seeds[0]} to {seeds[-1]}")
    count = str(len(seeds))
    number = ["--count", count] if keep is None else ["--keep", str(keep), "--of", count]
    return ["--seed", seeds.master, *number]


def _search_words(request: Request) -> list[str]:
    return [] if request.search == "usual" else ["--search", request.search]


def _playtest_words(game: Game, request: Request) -> list[str]:
    return ["--no-playtest"] if game.playtest and not request.playtest else []
