"""What a check found: findings and the report that holds them.

Input: findings and facts of pages. Output: lines for people, plain data for programs. Nothing here
reads a PDF, so that a build can use it without loading a library.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Literal, NamedTuple

from generator.core.errors import PageCheckError
from generator.core.paper import Box

Severity = Literal["error", "warning"]
_SHOWN = 5  # findings of one kind on one page that are told in full


class Finding(NamedTuple):
    """One thing that is wrong: on which page (from 1; None: in the document), where (mm from the
    top left corner; None: everywhere), what, and what was expected. An error spoils the print;
    a warning may be meant so."""

    page: int | None
    box: Box | None
    kind: str
    message: str
    expected: str
    severity: Severity = "error"

    def __str__(self) -> str:
        place = "document" if self.page is None else f"page {self.page}"
        if self.box:
            x, y, w, h = (round(value, 1) for value in self.box)
            place += f": {x:g} {y:g} {w:g} {h:g}"
        mark = "warning: " if self.severity == "warning" else ""
        return f"{place}: {mark}{self.message}, expected {self.expected}"


def approved(findings: Sequence[Finding]) -> tuple[str, ...]:
    """The findings in words, if they are warnings only. Raises PageCheckError."""
    errors = [finding for finding in findings if finding.severity == "error"]
    if errors:
        raise PageCheckError([*errors, *(each for each in findings if each not in errors)])
    return tuple(map(str, findings))


class PageFacts(NamedTuple):
    """A page as it is printed: its size in mm, the name of that paper ("" for an unusual one), its
    boxes by their names in PDF (mm from the top left corner of the paper), and how much of full
    ink coverage it takes, from 0 to 1 (None: it could not be drawn)."""

    number: int
    width: float
    height: float
    paper: str
    boxes: Mapping[str, Box]
    ink: float | None

    @property
    def size(self) -> str:
        return f"{self.paper or 'unusual paper'}, {self.width:.4g} x {self.height:.4g} mm"


class Preflight(NamedTuple):
    """The report of one document."""

    pages: tuple[PageFacts, ...]
    findings: tuple[Finding, ...]

    @property
    def ok(self) -> bool:
        """Whether nothing would spoil the print."""
        return not any(finding.severity == "error" for finding in self.findings)

    @property
    def summary(self) -> str:
        """One line: how many pages, errors and warnings, and how much ink they take."""
        counts = Counter(finding.severity for finding in self.findings)
        inks = [page.ink for page in self.pages if page.ink is not None]
        parts = [_number(len(self.pages), "page")]
        parts += [_number(counts[kind], kind) for kind in ("error", "warning")]
        if inks:
            mean, most = sum(inks) / len(inks), max(inks)
            parts.append(f"ink {mean:.1%} of full coverage, {most:.1%} at most")
        return ", ".join(parts)

    def text(self) -> Iterator[str]:
        """The report line by line: pages, findings, summary."""
        for size, some in groupby(self.pages, key=lambda page: page.size):
            yield _pages_line(size, list(some))
        for _, alike in groupby(self.findings, key=lambda each: (each.page, each.kind)):
            first, *more = alike
            yield from (str(finding) for finding in [first, *more[: _SHOWN - 1]])
            if len(more) >= _SHOWN:
                yield f"page {first.page}: {len(more) - _SHOWN + 1} more of the kind {first.kind!r}"
        yield self.summary

    def json(self) -> dict:
        """The report as data that JSON can hold; boxes are x, y, width, height in mm."""
        return {
            "ok": self.ok,
            "summary": self.summary,
            "pages": [_page_data(page) for page in self.pages],
            "findings": [_finding_data(finding) for finding in self.findings],
        }


def _number(count: int, noun: str) -> str:
    return f"{count:,} {noun}" if count == 1 else f"{count:,} {noun}s"


def _pages_line(size: str, pages: list[PageFacts]) -> str:
    first, last = pages[0].number, pages[-1].number
    where = f"page {first}" if first == last else f"pages {first} to {last}"
    inks = [page.ink for page in pages if page.ink is not None]
    if not inks:
        return f"{where}: {size}"
    low, high = f"{min(inks):.1%}", f"{max(inks):.1%}"
    return f"{where}: {size}, ink {low if low == high else f'{low} to {high}'}"


def _page_data(page: PageFacts) -> dict:
    return {
        "number": page.number,
        "width": round(page.width, 3),
        "height": round(page.height, 3),
        "paper": page.paper,
        "boxes": {name: _box_data(box) for name, box in page.boxes.items()},
        "ink": None if page.ink is None else round(page.ink, 4),
    }


def _finding_data(finding: Finding) -> dict:
    return finding._asdict() | {"box": _box_data(finding.box) if finding.box else None}


def _box_data(box: Box) -> list[float]:
    return [round(value, 3) for value in box]
