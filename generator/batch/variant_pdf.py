"""The PDF of a variant: rolled, laid out, drawn, checked. This is what workers do.

It is byte by byte what its own command would print, such as `boards --id ...`.
"""

import sys
import threading
import traceback
from collections.abc import Iterable, Mapping
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple

import pypdfium2  # type: ignore[import-untyped]  # it has no types

from generator.batch.plan import Variant, forget_definitions
from generator.core.errors import EXPECTED_ERRORS, GameIdError, PageCheckError
from generator.printing import rolling, sheets

_DRAWING = threading.Lock()  # a cluster's worker may have several threads, which share fonts
_SCALE = 2.0  # 144 dpi: on smaller pictures, lines widened to a pixel count double
_MAX_SIDE = 3000  # pixels, however large the page


class Printed(NamedTuple):
    """A variant that was printed. content is empty where only ink was measured; warnings are those
    of the checks; ink is the mean share of full coverage; figures are those of the playtest."""

    pages: int
    lines: tuple[str, ...]
    figures: Mapping[str, float | str]
    warnings: tuple[str, ...] = ()
    content: bytes = b""
    ink: float | None = None


class Failed(NamedTuple):
    """Why there is no PDF of a variant."""

    error: str
    findings: tuple[str, ...] = ()


Result = Printed | Failed


def print_variants(
    keep_content: bool, measure_ink: bool, variants: Iterable[Variant]
) -> list[Result]:
    """Some variants, one by one: a variant that fails takes no other with it."""
    with _DRAWING:
        return [_print(variant, keep_content, measure_ink) for variant in variants]


def _print(variant: Variant, keep_content: bool, measure_ink: bool) -> Result:
    try:
        value = roll_variant(variant)
        job = variant.job
        pages = sheets.pages(job, [value])
        pdf = sheets.document(job, [value], pages, Path(variant.file))
        ink = round(fmean(ink_shares(pdf.content)), 4) if measure_ink else None
        content = pdf.content if keep_content else b""
        return printed(variant, value, len(pages), pdf.warnings)._replace(content=content, ink=ink)
    except Exception as error:
        return failure(error)


def printed(variant: Variant, value: Any, pages: int, warnings: tuple[str, ...]) -> Printed:
    """What is told of a variant. Ten thousand variants share a few hundred lines."""
    told = variant.game.record(value, variant.settings.language_code)["told"]
    result = getattr(value, "playtest_result", None) if variant.request.playtest else None
    return Printed(
        pages, tuple(map(sys.intern, told)), result.columns() if result else {}, warnings
    )


def failure(error: Exception) -> Failed:
    """The error in words; one that nobody expected is a fault of the program and says so."""
    findings = error.findings if isinstance(error, PageCheckError) else ()
    words = "; ".join(str(error).splitlines())
    if not isinstance(error, EXPECTED_ERRORS):
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        words = f"a fault of the program: {type(error).__name__} at {where}: {words}"
    return Failed(words, findings)


def roll_variant(variant: Variant) -> Any:
    """The rolled value of a variant (Any: its type is the game's own). Raises GameIdError where the
    sets are not those of the plan, and as loading and rolling do."""
    job, request, game = variant.job, variant.request, variant.game
    if request.playtest:
        from generator.play.search import Options, play

        assert game.playtest is not None
        value = play(
            game.playtest,
            job.definition,
            request.size,
            request.players,
            request.seed,
            request.sets_dirs,
            Options(is_final=True),
        )
    else:
        value = job.roll(request.seed)
    try:
        rolling.check_id(game, variant.game_id, value.game_id)
    except GameIdError:
        forget_definitions()
        raise
    return value


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
