"""One PDF of many variants.

Input: variants that can share a document: of one game and sheet, in one setting. Output: the
document, and for each variant its pages or why it is missing. Pages are laid out while they are
drawn, so that those of ten thousand variants are never all in memory. One process does it: what two
could share, the layout, takes less time than sending finished pages from one to the other.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch import variant_pdf
from generator.batch.manifest import Place
from generator.batch.plan import Group, Plan, Variant
from generator.batch.variant_pdf import (
    Failed,
    Printed,
    failure,
    lay_out,
    recorded_lines,
    roll_variant,
)
from generator.core.game_id import GameId
from generator.core.progress import Progress, Silent
from generator.layout.page import Page
from generator.pdf.document import Document, document
from generator.pdf.layout_checks import LayoutChecker, reject_errors
from generator.printing.command_line import effective_settings
from generator.printing.sheets import rolled_contents


class RolledVariant(NamedTuple):
    """A variant with its rolled value (Any: its type is the game's own)."""

    variant: Variant
    value: Any


@dataclass(slots=True)
class Combined:
    """The document of a group (None if nothing of it can be printed); by number what became of each
    of its variants, and the places of those that are in it."""

    document: Document | None = None
    results: dict[int, Printed | Failed] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)


def combine(group: Group, plan: Plan, progress: Progress) -> Combined:
    """The document of a group. A variant that fails is left out, and the rest drawn again."""
    combined = Combined()
    left = _roll_all(group, combined)
    while left:
        pages = _Pages(left, combined, progress)
        try:
            finished = _document(group, plan, left, pages)
        except Exception as error:  # art that cannot be drawn: no telling whose
            for variant, _ in left:
                if variant.number not in pages.failed:
                    combined.results[variant.number] = failure(variant, error)
            return combined
        if not pages.failed:
            combined.document = finished
            combined.places = pages.places(group.file, finished.content)
            return combined
        left = [roll for roll in left if roll.variant.number not in pages.failed]
        progress = Silent()
    return combined


def _roll_all(group: Group, combined: Combined) -> list[RolledVariant]:
    rolled = []
    for variant in group.variants:
        try:
            rolled.append(RolledVariant(variant, roll_variant(variant)))
        except Exception as error:
            combined.results[variant.number] = failure(variant, error)
    return rolled


def _document(
    group: Group, plan: Plan, rolled: Sequence[RolledVariant], pages: "_Pages"
) -> Document:
    first = rolled[0].variant
    values = [roll.value for roll in rolled]
    game = games.game(first.request.game)
    contents = rolled_contents(game, first.sheet, values, plan.words, first.settings)
    # _Pages checks the layout of each variant.
    return document(pages, contents, first.settings, Path(group.file), check=False)


def _starts_on_recto(variant: Variant) -> bool:
    """Whether a variant has several sheets, whose backs are on the back of the paper."""
    game = games.game(variant.request.game)
    return not variant.sheet and effective_settings(game, "", variant.settings).is_duplex


class _Pages:
    """The pages of some rolls, one after the other, and what is to be kept of them."""

    def __init__(self, rolled: Iterable[RolledVariant], combined: Combined, progress: Progress):
        self._rolled, self._combined, self._progress = rolled, combined, progress
        self._shared: set[tuple[str, GameId]] = set()  # sheets that serve several variants
        self._spans: dict[int, tuple[int, int]] = {}  # first page, number of pages
        self._checker = LayoutChecker()
        self._page_count = 0
        self.failed: set[int] = set()

    def __iter__(self) -> Iterator[Page]:
        last_page: Page | None = None
        for variant, value in self._rolled:
            self._progress.step()
            try:
                pages = self._lay_out(variant, value)
            except Exception as error:
                self._combined.results[variant.number] = failure(variant, error)
                self.failed.add(variant.number)
                continue
            if last_page and self._page_count % 2 and _starts_on_recto(variant):
                self._page_count += 1
                yield Page(last_page.paper, (), "blank")
            self._spans[variant.number] = self._page_count + 1, len(pages)
            self._page_count += len(pages)
            yield from pages
            last_page = pages[-1] if pages else last_page

    def _lay_out(self, variant: Variant, value: Any) -> list[Page]:
        game = games.game(variant.request.game)
        shared = {sheet: (sheet, replace(variant.game_id, seed=""))
                  for sheet in variant.sheets if sheet in game.shared_sheets}  # fmt: skip
        pages = lay_out(variant, value, [
            sheet for sheet in variant.sheets if shared.get(sheet) not in self._shared
        ])  # fmt: skip
        findings = reject_errors([
            replace(fault, page=number)
            for number, page in enumerate(pages, 1) for fault in self._checker.check(page)
        ])  # fmt: skip
        self._combined.results[variant.number] = Printed(
            variant.number, b"", "", len(pages), recorded_lines(game, value, variant.settings),
            findings, None, variant_pdf.figures(variant, value),
        )  # fmt: skip
        self._shared.update(shared.values())
        return pages

    def places(self, file: str, content: bytes) -> dict[int, Place]:
        """Where each variant is in the finished document."""
        sha256 = hashlib.sha256(content).hexdigest()
        return {
            number: Place(file=file, page=page, pages=pages, sha256=sha256)
            for number, (page, pages) in self._spans.items()
        }
