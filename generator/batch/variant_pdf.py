"""One variant made: rolled, laid out, drawn, checked. This is what workers do.

Input: variants. Output: for each its PDF and what the manifest says of it, or why it failed. A
variant's PDF is byte by byte what its own command would print, such as `boards --id ...`.
"""

import hashlib
import sys
import threading
import traceback
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch.plan import Variant
from generator.core.errors import GameIdError, PageCheckError
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout.page import Page
from generator.printing import build, rolling

# A cluster's worker may have several threads, but drawing shares caches and fonts.
_ONE_AT_A_TIME = threading.Lock()


class Task(NamedTuple):
    """Some variants for one worker: whether their PDFs are wanted, and how much ink they take."""

    variants: tuple[Variant, ...]
    sets_dirs: tuple[Path, ...]
    keep: bool
    ink: bool


class Made(NamedTuple):
    """What became of a variant. content is empty where only ink was asked for; warnings are those
    of the preflight, and of pictures too coarse; figures are what playing it showed."""

    number: int
    content: bytes
    sha256: str
    pages: int
    told: tuple[str, ...]
    warnings: tuple[str, ...]
    ink: float | None
    figures: Mapping[str, float | str]


class Failed(NamedTuple):
    """Why there is no PDF of a variant."""

    number: int
    error: str
    findings: tuple[str, ...] = ()


def made(task: Task) -> list[Made | Failed]:
    """The variants of a task, one by one: a variant that fails takes no other with it."""
    with _ONE_AT_A_TIME:
        return [_tried(variant, task) for variant in task.variants]


def _tried(variant: Variant, task: Task) -> Made | Failed:
    try:
        return _made(variant, task)
    except Exception as error:
        return failed(variant, error)


def failed(variant: Variant, error: Exception) -> Failed:
    """The error in words; one that nobody expected is a fault of the program and says so."""
    findings = error.findings if isinstance(error, PageCheckError) else ()
    words = "; ".join(str(error).splitlines())
    if not isinstance(error, build.EXPECTED_ERRORS):
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        words = f"a fault of the program: {type(error).__name__} at {where}: {words}"
    return Failed(variant.number, words, findings)


def _made(variant: Variant, task: Task) -> Made:
    value = rolled(variant, task.sets_dirs)
    game, settings = games.game(variant.game_id.game), variant.look
    pages = laid_out(variant, value, settings, variant.sheets)
    request = rolling.requested(variant.game_id, variant.playtest)
    words = build.command(game, variant.sheet, request, settings, (value.game_id,))
    path = Path(variant.file)
    document = build.rolled_document(game, variant.sheet, pages, [value], words, settings, path)
    content = document.content
    return Made(
        variant.number,
        content if task.keep else b"",
        hashlib.sha256(content).hexdigest(),
        len(pages),
        told(value, settings),
        document.warnings,
        _ink(content, len(pages)) if task.ink else None,
        figures(variant, value),
    )


def rolled(variant: Variant, sets_dirs: Sequence[Path]) -> Any:
    """The rolled value of a variant. Raises GameIdError where the sets are others than the plan's,
    and as loading and rolling do."""
    wanted = variant.game_id
    game = games.game(wanted.game)
    chosen = definition(variant, sets_dirs)
    given = chosen, wanted.size, wanted.players, wanted.seed
    if variant.playtest:
        value = game.playtest.play(*given, sets_dirs, chosen=True)
    else:
        value = game.roll(*given)
    try:
        rolling.check_id(game, wanted, value.game_id)
    except GameIdError:
        _definition.cache_clear()
        raise
    return value


def definition(variant: Variant, sets_dirs: Sequence[Path]) -> Any:
    """The definition that a variant is rolled from. Raises DefinitionError."""
    wanted = variant.game_id
    return _definition(wanted.game, wanted.sets, tuple(sets_dirs), wanted.fingerprint)


@lru_cache(maxsize=32)
def _definition(game: str, sets: tuple[str, ...], sets_dirs: tuple[Path, ...], _: str) -> Any:
    """Read once for each fingerprint, because a process may see sets change."""
    return games.game(game).load(sets, sets_dirs)


def laid_out(variant: Variant, value: Any, settings: Settings, sheets: Iterable[str]) -> list[Page]:
    """The pages of some of the variant's sheets."""
    game = games.game(variant.game_id.game)
    return build.start_on_recto(
        [build.composed(game, sheet, [value], settings) for sheet in sheets]
    )


def told(value: Any, settings: Settings) -> tuple[str, ...]:
    """What was rolled, line by line."""
    game = games.game(value.game_id.game)
    # Lines are much alike: ten thousand variants share a few hundred.
    return tuple(
        map(sys.intern, game.summary(value, load_language(settings.language_code))["told"])
    )


def figures(variant: Variant, value: Any) -> dict[str, float | str]:
    """What playing a variant showed, for the manifest."""
    if not variant.playtest:
        return {}
    return games.game(variant.game_id.game).playtest.figures(value)


def _ink(content: bytes, pages: int) -> float | None:
    """The mean share of full ink coverage, as `check` measures it; None if it cannot be drawn."""
    from generator.preflight.ink import ink_shares

    known = [share for share in ink_shares(content) if share is not None]
    return round(sum(known) / len(known), 4) if known else None
