"""Reports of checked PDFs, as text for people and as JSON for programs.

Input: the facts and diagnostics of files. Output: lines, or data.
"""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from generator.core.diagnostics import Diagnostic
from generator.core.paper import Box

_MAX_ALIKE = 5  # diagnostics of one kind on one page that are printed in full


class PageFacts(NamedTuple):
    """A page as it is printed: its size in mm, the name of that paper ("" for an unusual size), its
    boxes by their names in PDF (mm from the top left corner of the paper), and its share of full
    ink coverage, from 0 to 1 (None if it could not be drawn)."""

    number: int
    width: float
    height: float
    paper: str
    boxes: Mapping[str, Box]
    ink: float | None

    @property
    def size(self) -> str:
        return f"{self.paper or 'unusual paper'}, {self.width:.4g} x {self.height:.4g} mm"

    def data(self) -> dict[str, object]:
        """The page for JSON; boxes are x, y, width, height in mm."""
        boxes = {name: [round(value, 3) for value in box] for name, box in self.boxes.items()}
        return {
            "number": self.number,
            "width": round(self.width, 3),
            "height": round(self.height, 3),
            "paper": self.paper,
            "boxes": boxes,
            "ink": None if self.ink is None else round(self.ink, 4),
        }


class Preflight(NamedTuple):
    """The result of checking one document."""

    pages: tuple[PageFacts, ...]
    diagnostics: tuple[Diagnostic, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing would spoil the print."""
        return not any(diagnostic.severity == "error" for diagnostic in self.diagnostics)

    @property
    def summary(self) -> str:
        """One line: the numbers of pages, errors and warnings, and the ink they take."""
        counts = Counter(diagnostic.severity for diagnostic in self.diagnostics)
        shares = [page.ink for page in self.pages if page.ink is not None]
        parts = [_plural(len(self.pages), "page")]
        parts += [_plural(counts["error"], "error"), _plural(counts["warning"], "warning")]
        if shares:
            mean, most = sum(shares) / len(shares), max(shares)
            parts.append(f"ink {mean:.1%} of full coverage, {most:.1%} at most")
        return ", ".join(parts)

    def lines(self) -> Iterator[str]:
        """The report as text: pages, diagnostics, summary."""
        for size, pages in groupby(self.pages, key=lambda page: page.size):
            yield _pages_line(size, list(pages))
        for _, alike in groupby(self.diagnostics, key=lambda entry: (entry.page, entry.code)):
            first, *others = alike
            yield from (str(diagnostic) for diagnostic in [first, *others[: _MAX_ALIKE - 1]])
            if len(others) >= _MAX_ALIKE:
                more = len(others) - _MAX_ALIKE + 1
                yield f"page {first.page}: {more} more of the kind {first.code!r}"
        yield self.summary

    def data(self) -> dict[str, object]:
        """The report for JSON."""
        return {
            "ok": self.ok,
            "summary": self.summary,
            "pages": [page.data() for page in self.pages],
            "findings": [diagnostic.data() for diagnostic in self.diagnostics],
        }


class FileReport(NamedTuple):
    """A file with its preflight, or with the reason why there is none."""

    file: Path
    preflight: Preflight | None
    reason: str = ""

    @property
    def ok(self) -> bool:
        return self.preflight is not None and self.preflight.ok

    def lines(self) -> Iterator[str]:
        yield from self.preflight.lines() if self.preflight else [self.reason]

    def data(self) -> dict[str, object]:
        """The report for JSON."""
        unread: dict[str, object] = {"ok": False, "reason": self.reason}
        return {"file": str(self.file), **(self.preflight.data() if self.preflight else unread)}


def as_text(reports: Sequence[FileReport]) -> str:
    """All reports; with several files, each under the name of its file."""
    lines: list[str] = []
    for report in reports:
        if len(reports) > 1:
            lines.append(f"{report.file}:")
        lines += report.lines()
    return "\n".join(lines)


def as_json(reports: Sequence[FileReport]) -> str:
    return json.dumps([report.data() for report in reports], indent=2, ensure_ascii=False)


def _plural(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _pages_line(size: str, pages: list[PageFacts]) -> str:
    first, last = pages[0].number, pages[-1].number
    numbers = f"page {first}" if first == last else f"pages {first} to {last}"
    shares = [page.ink for page in pages if page.ink is not None]
    if not shares:
        return f"{numbers}: {size}"
    low, high = f"{min(shares):.1%}", f"{max(shares):.1%}"
    return f"{numbers}: {size}, ink {low if low == high else f'{low} to {high}'}"
