"""The steps of a preflight, in order.

Input: files of any program, or bytes. Output: a Preflight for each. Raises UnreadablePdfError for
what is no PDF; anything else that is broken becomes a diagnostic.
"""

import io
import json
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

import pikepdf
import pypdfium2  # type: ignore[import-untyped]  # it has no types
from PIL.Image import Image

from generator.core.diagnostics import Diagnostic, Severity
from generator.core.errors import UnreadablePdfError
from generator.pdf import text_boxes
from generator.pdf.file import RECORD
from generator.preflight.content_streams import ContentReader
from generator.preflight.documents import annotations, damages, document_diagnostics
from generator.preflight.fonts import font_diagnostics
from generator.preflight.ink import ink_share, render
from generator.preflight.object_checks import Limits, ObjectChecker
from generator.preflight.page_boxes import PrintedPage, read_page
from generator.preflight.page_objects import Font, page_objects
from generator.preflight.pdf_values import BROKEN_VALUE
from generator.preflight.report import FileReport, PageFacts, Preflight

_MAX_INK_SHARE = 0.5  # of full coverage: more cockles the paper and soon empties a cartridge
_MIN_INK_SHARE = 0.00002  # of full coverage: a full stop on A4
_MAX_CONTENT_LENGTH = 20_000_000  # bytes a page, with forms at each use: about ten seconds
_MAX_OBJECTS = 200_000  # on a page


def examine_files(files: Sequence[Path]) -> list[FileReport]:
    """Check every file; one that cannot be read does not stop the others."""
    return [_examine_file(file) for file in files]


def _examine_file(file: Path) -> FileReport:
    try:
        return FileReport(file, examine(file))
    except UnreadablePdfError as error:
        return FileReport(file, None, str(error))
    except OSError as error:
        return FileReport(file, None, f"{file}: cannot be read: {error.strerror or error}")


def examine(source: Path | bytes, limits: Limits = Limits()) -> Preflight:  # noqa: B008
    """Check a PDF against what prints well. Raises UnreadablePdfError, OSError."""
    name = "the document" if isinstance(source, bytes) else str(source)
    content = source if isinstance(source, bytes) else source.read_bytes()
    try:
        pdf = pikepdf.open(io.BytesIO(content), suppress_warnings=True)
    except pikepdf.PasswordError:
        raise UnreadablePdfError(f"{name}: locked with a password") from None
    except pikepdf.PdfError as error:
        reason = str(error).rpartition(">")[2].lstrip(": ")
        raise UnreadablePdfError(f"{name}: not a PDF that can be read ({reason})") from None
    with pdf:
        return _Examination(pdf, content, limits).preflight()


class _Examination:
    """The check of one document."""

    def __init__(self, pdf: pikepdf.Pdf, content: bytes, limits: Limits) -> None:
        self._pdf, self._content, self._limits = pdf, content, limits
        self._reader = ContentReader()
        self._diagnostics: list[Diagnostic] = []
        self._fonts: dict[Font, int] = {}  # with the first page that uses each

    def preflight(self) -> Preflight:
        pages = self._pages()
        self._diagnostics += document_diagnostics(self._pdf)
        text_counts = self._recorded_text_counts(len(pages))
        try:
            document = pypdfium2.PdfDocument(self._content)
        except pypdfium2.PdfiumError:
            document = None
        facts = tuple(
            self._page(number, page, document, text_counts.get(number))
            for number, page in enumerate(pages, 1)
        )
        if document is not None:
            document.close()
        self._diagnostics += font_diagnostics(self._pdf, self._fonts)
        self._diagnostics += damages(self._pdf)
        return Preflight(facts, tuple(sorted(self._diagnostics, key=_order)))

    def _pages(self) -> list[pikepdf.Page]:
        try:
            return list(self._pdf.pages)
        except BROKEN_VALUE as error:
            self._add(0, "pages", f"pages that cannot be read ({error})", "a whole page tree")
            return []

    def _recorded_text_counts(self, page_count: int) -> dict[int, int]:
        """The number of texts on each page, if this program made the file and its record is
        sound. Also scales the limits, if the file is drawn for one printer."""
        record = _recorded_frames(self._pdf)
        if record is None:
            return {}
        self._limits = self._limits.scaled(min(1.0, record.scale))
        if len(record.pages) != page_count:
            expected = f"{len(record.pages)}, as the record says"
            self._add(0, "pages", f"{page_count} pages", expected)
            return {}
        return {number: len(frames) for number, frames in enumerate(record.pages, 1)}

    def _page(
        self,
        number: int,
        page: pikepdf.Page,
        document: pypdfium2.PdfDocument | None,
        text_count: int | None,
    ) -> PageFacts:
        printed_page, box_diagnostics = read_page(number, page.obj)
        self._diagnostics += box_diagnostics
        try:
            self._diagnostics += annotations(number, page.obj)
        except BROKEN_VALUE as error:
            message = f"annotations that cannot be read ({error})"
            self._add(number, "annotation", message, "none", "warning")
        content = self._reader.read_page(page)
        self._diagnostics += [fault.on_page(number) for fault in content.faults]
        if content.length > _MAX_CONTENT_LENGTH:
            message = f"a page of {content.length:,} bytes of content, too much to draw here"
            self._add(number, "ink", message, f"{_MAX_CONTENT_LENGTH:,} at most", "warning")
            return _facts(printed_page, None)
        return _facts(printed_page, self._drawn_page(printed_page, document, text_count))

    def _drawn_page(
        self, page: PrintedPage, document: pypdfium2.PdfDocument | None, text_count: int | None
    ) -> float | None:
        """Check a page as PDFium draws it; the ink share, None for a page it cannot draw."""
        try:
            pdfium_page = document[page.number - 1] if document is not None else None
        except pypdfium2.PdfiumError:
            pdfium_page = None
        picture = render(pdfium_page) if pdfium_page is not None else None
        if pdfium_page is None or picture is None:
            self._add(page.number, "ink", "a page that PDFium cannot draw", "one that it can")
            return None
        has_objects = self._check_objects(page, pdfium_page, picture)
        share = ink_share(picture)
        pdfium_page.close()
        if text_count == 0 and not has_objects:
            return 0.0  # left blank in a file of this program, so that a new sheet of paper begins
        if share < _MIN_INK_SHARE:
            self._add(page.number, "blank", "a blank page", "something on it", "warning")
        elif share > _MAX_INK_SHARE:
            message = f"ink on {share:.0%} of the page"
            self._add(page.number, "ink", message, f"{_MAX_INK_SHARE:.0%} at most", "warning")
        return share

    def _check_objects(
        self, page: PrintedPage, pdfium_page: pypdfium2.PdfPage, picture: Image
    ) -> bool:
        """Check the objects of a page; whether there are any."""
        checker = ObjectChecker(page, self._limits, picture)
        text_page = pdfium_page.get_textpage()
        objects = page_objects(pdfium_page, page.to_mm)
        count = 0
        for object_ in islice(objects, _MAX_OBJECTS):
            count += 1
            is_text = object_.kind == "text"
            is_visible = not is_text or object_.is_visible_text
            if is_text and (is_visible or object_.has_missing_letters(text_page)):
                self._fonts.setdefault(object_.font(), page.number)
            if not is_visible:
                continue
            for fault in checker.faults(object_):
                text = object_.text(text_page) if is_text else ""
                self._diagnostics.append(checker.diagnostic(object_, fault, text))
        text_page.close()
        if count == _MAX_OBJECTS:
            message, expected = "more objects than this check looks at", f"{_MAX_OBJECTS:,} at most"
            self._add(page.number, "content", message, expected, "warning")
        return count > 0

    def _add(
        self, page: int, code: str, message: str, expected: str, severity: Severity = "error"
    ) -> None:
        diagnostic = Diagnostic.on_page(page, None, code, message, expected, severity)
        self._diagnostics.append(diagnostic)


def _order(diagnostic: Diagnostic) -> tuple[int, str, str]:
    return diagnostic.page, diagnostic.severity, diagnostic.code


def _facts(page: PrintedPage, share: float | None) -> PageFacts:
    return PageFacts(page.number, page.paper.w, page.paper.h, page.paper_name, page.boxes, share)


def _recorded_frames(pdf: pikepdf.Pdf) -> text_boxes.Frames | None:
    try:
        private = pdf.Root.PieceInfo[f"/{RECORD}"].Private
        return text_boxes.read(json.loads(private.read_bytes())[text_boxes.KEY])
    except (*BROKEN_VALUE, RecursionError):
        return None
