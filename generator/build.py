"""From sets to a finished PDF: load, roll, lay out, draw, finish.

Input: a Request (what to roll), Settings (how it looks), where to put it. Output: a file on
disk and a Report. Everything that can fail fails before an old file is touched.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.definitions.problems import BadDefinitions
from generator.draw.art import BadArt
from generator.draw.fonts import MissingGlyph
from generator.draw.pdf import About, pdf
from generator.game_id import BadGameId, GameId, explain_change
from generator.games.base import CannotRoll, Game, Settings
from generator.layout.page import Page
from generator.layout.text import TextTooLong
from generator.press.files import write_atomically
from generator.resources import find_art

# What can go wrong with files and requests; anything else is a fault of the program.
EXPECTED_ERRORS = (
    BadDefinitions, BadGameId, CannotRoll, TextTooLong, MissingGlyph, BadArt, OSError,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Request:
    """What to roll. seed is canonical; count > 1 numbers its variants seed-1, seed-2, ..."""

    sets: tuple[str, ...]
    size: str
    players: int
    seed: str
    count: int = 1
    game_id: GameId | None = None

    @property
    def seeds(self) -> tuple[str, ...]:
        if self.count == 1:
            return (self.seed,)
        return tuple(f"{self.seed}-{number}" for number in range(1, self.count + 1))


@dataclass(frozen=True, slots=True)
class Report:
    """What was made: the IDs of the games on it, in page order, and the file."""

    game_ids: tuple[GameId, ...]
    path: Path
    warnings: tuple[str, ...] = ()


def requested(game_id: GameId) -> Request:
    """The request that rolls what an ID names."""
    return Request(game_id.sets, game_id.size, game_id.players, game_id.seed, game_id=game_id)


def rolled_sheets(
    game: Game,
    sheet: str,
    request: Request,
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Path,
) -> Report:
    """Load, roll, lay out, draw and finish one of a game's rolled sheets.

    Raises BadDefinitions, BadGameId, the game's CannotRoll, TextTooLong, BadArt, OSError.
    """  # fmt: skip
    definition = game.load(request.sets, sets_dirs)
    game.check_options(definition, request.size, request.players)
    rolled = [game.roll(definition, request.size, request.players, seed) for seed in request.seeds]
    _check_id(game, request.game_id, rolled[0].game_id)
    compose = game.rolled_sheets[sheet]
    pages = [page for value in rolled for page in compose(value, settings)]
    ids = tuple(value.game_id for value in rolled)
    record = {
        "command": command(sheet, request, settings, ids),
        "games": [game.summary(value, settings.language) for value in rolled],
    }
    more = f" and {len(ids) - 1} more" if len(ids) > 1 else ""
    title = f"{sheet.capitalize()} {ids[0]}{more}"
    path = output_path(output, _file_name(sheet, ids) + _unusual(settings))
    return _finish(pages, title, settings, definition.art_dirs, path, record, ids)


def definition_sheets(
    game: Game,
    sheet: str,
    sets: Sequence[str],
    settings: Settings,
    sets_dirs: Sequence[Path],
    output: Path,
    **options: str,
) -> Report:
    """Load, lay out, draw and finish one of a game's sheets that need a definition only.

    Options, such as the seed of the rules' examples, go to the sheet. Raises BadDefinitions,
    TextTooLong, BadArt, OSError.
    """  # fmt: skip
    definition = game.load(sets, sets_dirs)
    pages = game.definition_sheets[sheet](definition, settings, **options)
    names = "+".join(chosen.key for chosen in definition.sets)
    parts = (sheet, game.name, names, *options.values())
    title = f"{sheet.capitalize()} {game.name} {names}"
    path = output_path(output, ".".join(parts) + _unusual(settings))
    words = [sheet, *(word for chosen in definition.sets for word in ("--set", chosen.key))]
    words += [word for name, value in options.items() for word in (f"--{name}", value)]
    record = {"command": [*words, *_looks(settings)], "games": []}
    return _finish(pages, title, settings, definition.art_dirs, path, record)


def _file_name(sheet: str, ids: Sequence[GameId]) -> str:
    """The ID is the name; other sheets of the game put theirs in front, runs their length."""
    run = f".x{len(ids)}" if len(ids) > 1 else ""
    return f"{'' if sheet == 'boards' else sheet + '.'}{ids[0]}{run}"


def art_proof(settings: Settings, sets_dirs: Sequence[Path], output: Path) -> Report:
    """Contact sheets of all art, the user's own first. Raises BadArt, OSError."""
    from generator import proof

    folders = tuple(proof.own_art(sets_dirs))
    pages = proof.pages(folders, settings)
    title = settings.language.say("proof.title")
    path = output_path(output, "proof.art" + _unusual(settings))
    command = ["proof", "art", "--paper", settings.paper.name]
    command += ["--language", settings.language.code]
    return _finish(pages, title, settings, folders, path, {"command": command, "games": []})


def _unusual(settings: Settings) -> str:
    """What of the looks is not the default, so that files of two looks have two names."""
    looks = (settings.paper.name, settings.ink, settings.language.code)
    named = [look for look, usual in zip(looks, ("a4", "full", "en"), strict=True) if look != usual]
    if not settings.rules:
        named.append("norules")
    return "".join(f".{look}" for look in named)


def _finish(
    pages: list[Page],
    title: str,
    settings: Settings,
    art_dirs: tuple[Path, ...],
    path: Path,
    record: dict,
    game_ids: tuple[GameId, ...] = (),
) -> Report:
    subject = f"{settings.paper.name}, {settings.ink} ink, {settings.language.code}"
    about = About(title, subject, settings.language.code, record)
    content = pdf(pages, about, settings.ink, lambda name: find_art(name, art_dirs))
    return Report(game_ids, write_atomically(path, content), tuple(_warnings(pages, art_dirs)))


def _warnings(pages: list[Page], art_dirs: tuple[Path, ...]) -> list[str]:
    if not art_dirs:
        return []
    from generator.draw.bitmap import too_coarse  # here: it needs Pillow, and few have own art

    return too_coarse(pages, art_dirs)


def _check_id(game: Game, wanted: GameId | None, now: GameId) -> None:
    if wanted is None or wanted.fingerprint == now.fingerprint:
        return  # the other parts were asked for as they stand in the ID
    common = [f"{game.library.common}.yaml"] if game.library.common else []
    names = [*common, *(f"set {name}" for name in now.sets)]
    raise BadGameId(
        f"{wanted} cannot be printed again: "
        + explain_change(wanted.fingerprint, now.fingerprint, names)
    )


def command(sheet: str, request: Request, settings: Settings, ids: Sequence[GameId]) -> list[str]:
    """The words that print the same bytes again, after `board-generator`; with own sets it also
    takes their folder, which is not kept because it lies elsewhere on another machine."""
    if len(ids) == 1:
        words = [sheet, "--id", str(ids[0])]
    else:
        words = [sheet, *(word for name in request.sets for word in ("--set", name))]
        words += ["--size", request.size, "--players", str(request.players)]
        words += ["--seed", request.seed, "--count", str(request.count)]
    words += _looks(settings)
    return words if settings.rules else [*words, "--no-rules"]


def _looks(settings: Settings) -> list[str]:
    look = {
        "paper": settings.paper.name,
        "ink": settings.ink,
        "language": settings.language.code,
    }
    return [word for name, value in look.items() for word in (f"--{name}", value)]


def output_path(output: Path, name: str) -> Path:
    """Where a result goes: the output itself if it names a PDF, else a file in that folder."""
    return output if output.suffix.lower() == ".pdf" else output / f"{name}.pdf"
