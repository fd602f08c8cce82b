"""The PDF of a variant: rolled, laid out, drawn, checked. This is what workers do.

It is byte by byte what its own command would print, such as `boards --id ...`.
"""

import hashlib
import sys
import threading
import traceback
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator import games
from generator.batch.plan import Variant, forget_definitions, load_definition
from generator.core.errors import EXPECTED_ERRORS, GameIdError, PageCheckError
from generator.core.settings import Settings
from generator.games.base import Game
from generator.printing import rolling, sheets
from generator.printing.rolling import Job

# A cluster's worker may have several threads, but drawing shares caches and fonts.
_DRAWING = threading.Lock()


class Chunk(NamedTuple):
    """Some variants for one worker, whether it returns their PDFs, and whether it measures ink."""

    variants: tuple[Variant, ...]
    keep_content: bool
    measure_ink: bool


class Printed(NamedTuple):
    """A variant that was printed. content is empty where only ink was measured; warnings are those
    of the checks; ink is the mean share of full coverage; figures are those of the playtest."""

    number: int
    content: bytes
    sha256: str
    pages: int
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    ink: float | None
    figures: Mapping[str, float | str]


class Failed(NamedTuple):
    """Why there is no PDF of a variant."""

    number: int
    error: str
    findings: tuple[str, ...] = ()


def print_chunk(chunk: Chunk) -> list[Printed | Failed]:
    """The variants of a chunk, one by one: a variant that fails takes no other with it."""
    results: list[Printed | Failed] = []
    with _DRAWING:
        for variant in chunk.variants:
            try:
                results.append(_print(variant, chunk))
            except Exception as error:
                results.append(failure(variant, error))
    return results


def failure(variant: Variant, error: Exception) -> Failed:
    """The error in words; one that nobody expected is a fault of the program and says so."""
    findings = error.findings if isinstance(error, PageCheckError) else ()
    words = "; ".join(str(error).splitlines())
    if not isinstance(error, EXPECTED_ERRORS):
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        words = f"a fault of the program: {type(error).__name__} at {where}: {words}"
    return Failed(variant.number, words, findings)


def job_of(variant: Variant) -> Job:
    """What is printed of a variant, with its definition. Raises DefinitionError."""
    request, game = variant.request, games.game(variant.request.game)
    return Job(game, load_definition(request), request, variant.settings)


def _print(variant: Variant, chunk: Chunk) -> Printed:
    job = job_of(variant)
    value = roll_variant(job)
    of_sheet = sheets.pages(job, [value])
    pdf = sheets.document(job, [value], of_sheet, Path(variant.file))
    return Printed(
        variant.number,
        pdf.content if chunk.keep_content else b"",
        hashlib.sha256(pdf.content).hexdigest(),
        len(of_sheet),
        recorded_lines(job.game, value, job.settings),
        pdf.warnings,
        round(fmean(ink_shares(pdf.content)), 4) if chunk.measure_ink else None,
        figures(variant, value),
    )


def roll_variant(job: Job) -> Any:
    """The rolled value of a variant (Any: its type is the game's own). Raises GameIdError where the
    sets are not those of the plan, and as rolling does."""
    request, game = job.request, job.game
    if request.playtest:
        from generator.play.search import Options, play

        assert game.playtest is not None
        value = play(
            game.playtest, job.definition, request.size, request.players, request.seed,
            request.sets_dirs, Options(is_final=True),
        )  # fmt: skip
    else:
        value = job.roll(request.seed)
    try:
        rolling.check_id(game, request.game_id, value.game_id)
    except GameIdError:
        forget_definitions()
        raise
    return value


def recorded_lines(game: Game, value: Any, settings: Settings) -> tuple[str, ...]:
    """What was rolled, line by line. Ten thousand variants share a few hundred lines."""
    return tuple(map(sys.intern, game.record(value, settings.language_code)["told"]))


def figures(variant: Variant, value: Any) -> dict[str, float | str]:
    """What playing a variant showed, for the manifest."""
    result = getattr(value, "playtest_result", None) if variant.request.playtest else None
    return result.columns() if result else {}


_SCALE = 2.0  # 144 dpi: on smaller pictures, lines widened to a pixel count double
_MAX_SIDE = 3000  # pixels, however large the page


def ink_shares(content: bytes) -> list[float]:
    """The share of full coverage of each page of a PDF: 1 is a page that is black all over."""
    shares = []
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            scale = min(_SCALE, _MAX_SIDE / max(page.get_size()))
            picture = page.render(scale=scale, grayscale=True).to_pil()
            levels = enumerate(picture.histogram())
            darkness = sum((255 - level) * count for level, count in levels)
            shares.append(darkness / (255 * picture.width * picture.height))
    return shares
