"""The PDF of a variant, which is what workers make: byte by byte what its own command would print,
such as `boards --id ...`."""

import threading
import traceback
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import fmean
from typing import Any

from generator.batch.manifest import Row, new_row
from generator.batch.plan import Variant, forget_definitions
from generator.core.errors import EXPECTED_ERRORS, GameIdError, PageCheckError
from generator.core.files import Output, write_atomically
from generator.printing import rolling, sheets

_DRAWING = threading.Lock()  # a cluster's worker may have several threads, which share fonts
_SCALE = 2.0  # 144 dpi: on smaller pictures, lines widened to a pixel count double
_MAX_SIDE = 3000  # pixels, however large the page


def print_variants(
    output: Output, is_remote: bool, variants: Iterable[Variant]
) -> list[tuple[Row, bytes]]:
    """Some variants, one by one: one that fails takes no other with it. Their own PDFs, if they
    have any, are written; a worker elsewhere (is_remote) returns what they hold. Raises OSError."""
    with _DRAWING, ThreadPoolExecutor(1) as writer:  # a disk takes as long as drawing
        done, files = [], []
        for variant in variants:
            row, content = _print(variant, output)
            if content and not is_remote:
                path = output.folder / variant.file
                files.append(writer.submit(write_atomically, path, content))
            done.append((row, content if is_remote else b""))
        for file in files:
            file.result()
        return done


def _print(variant: Variant, output: Output) -> tuple[Row, bytes]:
    try:
        value = roll_variant(variant)
        pages = sheets.pages(variant.job, [value])
        pdf = sheets.document(variant.job, [value], pages, Path(variant.file))
        row = done_row(variant, value, pdf.warnings)
        if output.ink_share:
            ink = round(fmean(ink_shares(pdf.content)), 4)
            row = row.model_copy(update={"ink_share": ink})
    except Exception as error:
        return failed_row(variant, error), b""
    if not output.has_own_pdfs:
        return row, b""
    return row.model_copy(update={"own_pages": len(pages)}), pdf.content


def done_row(variant: Variant, value: Any, warnings: tuple[str, ...] = ()) -> Row:
    """The row of a variant that was printed (Any: a rolled value of any game)."""
    summary = variant.game.record(value, variant.settings.language_code)["told"]
    result = getattr(value, "playtest_result", None) if variant.request.playtest else None
    figures = dict(result.columns()) if result else {}
    return new_row(variant, findings=warnings, rolled=tuple(summary), figures=figures)


def failed_row(variant: Variant, error: Exception) -> Row:
    """The error in words; one that nobody expected is a fault of the program and says so."""
    findings = error.findings if isinstance(error, PageCheckError) else ()
    words = "; ".join(str(error).splitlines())
    if not isinstance(error, EXPECTED_ERRORS):
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(place.filename).name}:{place.lineno}"
        words = f"a fault of the program: {type(error).__name__} at {where}: {words}"
    return new_row(variant, "failed", error=words, findings=findings)


def roll_variant(variant: Variant) -> Any:
    """The rolled value of a variant (Any: its type is the game's own). Raises GameIdError where the
    sets are not those of the plan, and as loading and rolling do."""
    job, request, game = variant.job, variant.request, variant.game
    if request.playtest:
        from generator.play.search import Options, play

        assert game.playtest is not None
        case = request.size, request.players, request.seed, request.sets_dirs
        value = play(game.playtest, job.definition, *case, Options(is_final=True))
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
    import pypdfium2  # type: ignore[import-untyped]  # it has no types

    shares = []
    with pypdfium2.PdfDocument(content) as document:
        for page in document:
            scale = min(_SCALE, _MAX_SIDE / max(page.get_size()))
            picture = page.render(scale=scale, grayscale=True).to_pil()
            levels = enumerate(picture.histogram())
            darkness = sum((255 - level) * count for level, count in levels)
            shares.append(darkness / (255 * picture.width * picture.height))
    return shares
