"""The steps of a preflight, in order.

Input: a file or bytes. Output: a Preflight. Raises UnreadablePdfError for what is no PDF at all;
anything else that is broken is a finding.
"""

import io
import json
from collections import deque
from collections.abc import Iterator
from itertools import repeat
from pathlib import Path

import pikepdf

from generator.core.errors import UnreadablePdfError
from generator.core.paper import Box
from generator.pdf import text_boxes
from generator.pdf.findings import Finding, PageFacts, Preflight
from generator.pdf.record import RECORD
from generator.preflight.content import Contents
from generator.preflight.documents import annotations, document_findings, font_findings
from generator.preflight.fonts import BROKEN
from generator.preflight.ink import Ink
from generator.preflight.judging import Judge, Limits
from generator.preflight.marks import Drawing, Fault, Use
from generator.preflight.sheets import Sheet, inherited, sheet
from generator.preflight.texts import overflowing

_DARK = 0.5  # of full coverage: paper cockles, and a cartridge is soon empty
_TRACE = 0.00002  # of full coverage: a full stop on A4
_HEAVY = 500_000  # marks on a page; drawing more takes minutes, or for ever
_DAMAGES = 5  # told of a damaged file; one damage brings many


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
        return _Examination(pdf, limits).report(content)


class _Examination:
    """One document being examined."""

    def __init__(self, pdf: pikepdf.Pdf, limits: Limits) -> None:
        self.pdf, self.limits = pdf, limits
        self.contents = Contents()
        self.findings: list[Finding] = []
        self._first_pages: dict[object, int] = {}
        self._told: set[int] = set()

    def report(self, content: bytes) -> Preflight:
        pages = self._pages()
        self.findings += document_findings(self.pdf)
        boxes = self._frames(len(pages))  # and the limits, if it is drawn for one printer
        with Ink(content) as ink:
            numbered = enumerate(zip(pages, boxes, strict=False), 1)  # there may be more boxes
            facts = tuple(self._page(number, *each, ink) for number, each in numbered)
        self.findings += font_findings(self.pdf, self.contents, self._first_pages)
        self.findings += self._damages()
        return Preflight(facts, tuple(sorted(self.findings, key=_order)))

    def _pages(self) -> list[pikepdf.Page]:
        try:
            return list(self.pdf.pages)
        except BROKEN as error:
            self._tell(None, "pages", f"pages that cannot be read ({error})", "a whole page tree")
            return []

    def _page(
        self, number: int, page: pikepdf.Page, texts: list[Box] | None, ink: Ink
    ) -> PageFacts:
        paper, found = sheet(number, page.obj)
        self.findings += found
        drawing = self.contents.page(page, inherited(page.obj, "/Resources"))
        judge = Judge(paper, self.limits, every=texts is not None)
        self.findings += judge.findings(drawing)
        if texts is not None:
            self.findings += overflowing(paper, judge.texts, texts)
        self._note(number, page, drawing)
        if drawing.hull is None and texts == []:
            return _facts(paper, 0.0)  # left blank: what follows in our own file begins a new leaf
        return _facts(paper, self._ink(number, drawing, ink))

    def _note(self, number: int, page: pikepdf.Page, drawing: Drawing) -> None:
        """Fonts, faults of streams, annotations: each where it is first met."""
        for key in drawing.fonts:
            self._first_pages.setdefault(key, number)
        for fault in _stream_faults(drawing, self._told):
            self._tell(number, fault.kind, fault.message, fault.expected, fault.severity)
        try:
            self.findings += annotations(number, page.obj)
        except BROKEN as error:
            message = f"annotations that cannot be read ({error})"
            self._tell(number, "annotation", message, "none", "warning")

    def _ink(self, number: int, drawing: Drawing, ink: Ink) -> float | None:
        if drawing.weight > _HEAVY:
            what = f"a page of {drawing.weight:,} marks, too many to draw here"
            self._tell(number, "ink", what, f"{_HEAVY:,} at most", "warning")
            return None
        share = ink.share(number)
        if share is None:
            self._tell(number, "ink", "a page that PDFium cannot draw", "one that it can")
        elif share < _TRACE:
            self._tell(number, "blank", "a blank page", "something on it", "warning")
        elif drawing.hull is None:
            self._tell(number, "ink", "ink that this check cannot account for", "known operators")
        elif share > _DARK:
            message = f"ink on {share:.0%} of the page"
            self._tell(number, "ink", message, f"{_DARK:.0%} at most", "warning")
        return share

    def _frames(self, count: int) -> Iterator[list[Box] | None]:
        """The boxes of texts by page, where the file has a record that tells of them."""
        found = _recorded_frames(self.pdf)
        if found is None:
            return repeat(None)
        self.limits = self.limits.scaled(min(1.0, found.scale))
        if len(found.pages) == count:
            return iter(found.pages)
        self._tell(None, "pages", f"{count} pages", f"{len(found.pages)}, as the record says")
        return repeat(None)

    def _damages(self) -> Iterator[Finding]:
        """What reading had to repair."""
        damages = [warning.rpartition(">")[2].strip() for warning in self.pdf.get_warnings()]
        for damage in list(dict.fromkeys(damages))[:_DAMAGES]:
            yield Finding(None, None, "file", f"a damaged file: {damage}", "a whole one")

    def _tell(self, page, kind: str, message: str, expected: str, severity="error") -> None:
        self.findings.append(Finding(page, None, kind, message, expected, severity))


def _order(finding: Finding) -> tuple:
    return finding.page or 0, finding.severity, finding.kind


def _facts(paper: Sheet, share: float | None) -> PageFacts:
    boxes = {name: paper.box(extent) for name, extent in paper.boxes.items()}
    size = paper.paper
    return PageFacts(paper.number, size.width, size.height, paper.name, boxes, share)


def _stream_faults(drawing: Drawing, told: set[int]) -> Iterator[Fault]:
    """The faults of a drawing and of those placed in it, each drawing once."""
    waiting = deque([drawing])
    while waiting:
        each = waiting.popleft()
        if each.flawed and id(each) not in told:
            told.add(id(each))
            yield from each.faults
            waiting += (mark.drawing for mark in each.marks if isinstance(mark, Use))


def _recorded_frames(pdf: pikepdf.Pdf) -> text_boxes.Frames | None:
    try:
        private = pdf.Root.PieceInfo[f"/{RECORD}"].Private
        return text_boxes.read(json.loads(private.read_bytes())[text_boxes.KEY])
    except (*BROKEN, RecursionError):
        return None
