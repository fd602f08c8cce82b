"""One PDF of many variants.

Input: variants that can share a document: of one game, sheet and look. Output: the document, and
for each variant its pages or why it is not in it. Pages are laid out while they are drawn, so that
those of ten thousand variants are never all in memory. One process does it: what two could share,
the layout, takes less time than sending finished pages from one to the other.
"""

import hashlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.batch import variant_pdf
from generator.batch.manifest import Place
from generator.batch.plan import Plan, Variant
from generator.batch.variant_pdf import Failed, Made, definition, failed, laid_out, rolled, told
from generator.core.progress import Progress, Silent
from generator.layout.page import Page
from generator.pdf.file_checks import check_file, reject_errors
from generator.pdf.layout_checks import LayoutChecker
from generator.printing import build


class Group(NamedTuple):
    """Variants that can share a document, and the stem of its name."""

    stem: str
    variants: tuple[Variant, ...]

    @property
    def file(self) -> str:
        return f"{self.stem}.pdf"


class Rolled(NamedTuple):
    """A variant and what was rolled for it."""

    variant: Variant
    value: Any


@dataclass(slots=True)
class Joint:
    """The document of a group (None if nothing of it can be printed), and what became of each of
    its variants, by number; places are those of the others."""

    document: build.Document | None = None
    results: dict[int, Made | Failed] = field(default_factory=dict)
    places: dict[int, Place] = field(default_factory=dict)


def groups(plan: Plan) -> list[Group]:
    """The documents that a plan makes: one, if it is of one game, one sheet and one look. Raises
    DefinitionError."""
    alike: dict[tuple, list[Variant]] = {}
    for variant in plan.variants:
        art_dirs = definition(variant, plan.sets_dirs).art_dirs
        key = variant.game_id.game, variant.sheet, variant.look, art_dirs
        alike.setdefault(key, []).append(variant)
    if len(alike) == 1:
        return [Group(plan.name, plan.variants)]
    result: dict[str, Group] = {}
    for (game, sheet, look, _), variants in alike.items():
        name = ".".join(filter(None, (plan.name, game, sheet))) + build.non_default_suffix(look)
        if name in result:  # the same sheets with pictures from another folder
            name += f".{len(result) + 1}"
        result[name] = Group(name, tuple(variants))
    return list(result.values())


def joined(group: Group, plan: Plan, progress: Progress) -> Joint:
    """The document of a group. A variant that fails is left out, and what is left drawn again."""
    joint = Joint()
    left = _all_rolled(group, plan.sets_dirs, joint)
    while left:
        pages = _Pages(left, joint, progress)
        try:
            document = _document(group, plan, left, pages)
        except Exception as error:  # art that cannot be drawn: no telling whose
            for variant, _ in left:
                if variant.number not in pages.lost:
                    joint.results[variant.number] = failed(variant, error)
            return joint
        if not pages.lost:
            joint.document = document
            joint.places = pages.places(group.file, document.content)
            return joint
        left = [each for each in left if each.variant.number not in pages.lost]
        progress = Silent()
    return joint


def _all_rolled(group: Group, sets_dirs: Sequence[Path], joint: Joint) -> list[Rolled]:
    left = []
    for variant in group.variants:
        try:
            left.append(Rolled(variant, rolled(variant, sets_dirs)))
        except Exception as error:
            joint.results[variant.number] = failed(variant, error)
    return left


def _document(group: Group, plan: Plan, left: Sequence[Rolled], pages: "_Pages") -> build.Document:
    first = left[0].variant
    game = games.game(first.game_id.game)
    values = [each.value for each in left]
    document = build.rolled_document(
        game, first.sheet, pages, values, plan.words, first.look, Path(group.file),
        check=False,
    )  # fmt: skip
    reject_errors(check_file(document.content, pages.blank))  # the layout is checked by variant
    return document


class _Pages:
    """The pages of some rolls, one after the other, and what is to be kept of them."""

    def __init__(self, left: Iterable[Rolled], joint: Joint, progress: Progress):
        self._left, self._joint, self._progress = left, joint, progress
        self._printed: set[tuple] = set()  # sheets that are the same for several variants
        self._spans: dict[int, tuple[int, int]] = {}  # first page, number of pages
        self._checker = LayoutChecker()
        self.blank: list[Page] = []  # the pages without their items
        self.lost: set[int] = set()

    def __iter__(self) -> Iterator[Page]:
        for variant, value in self._left:
            self._progress.step()
            try:
                pages = self._laid_out(variant, value)
            except Exception as error:
                self._joint.results[variant.number] = failed(variant, error)
                self.lost.add(variant.number)
                continue
            if not variant.sheet and len(self.blank) % 2:  # all sheets: each begins on a new leaf
                self.blank.append(Page(self.blank[-1].paper, (), "blank"))
                yield self.blank[-1]
            self._spans[variant.number] = len(self.blank) + 1, len(pages)
            self.blank += [page._replace(items=()) for page in pages]
            yield from pages

    def _laid_out(self, variant: Variant, value: Any) -> list[Page]:
        game, settings = games.game(variant.game_id.game), variant.look
        same = {sheet: (sheet, replace(variant.game_id, seed=""))
                for sheet in variant.sheets if sheet in game.once}  # fmt: skip
        sheets = [each for each in variant.sheets if same.get(each) not in self._printed]
        pages = laid_out(variant, value, settings, sheets)
        findings = reject_errors([
            replace(found, page=number)
            for number, page in enumerate(pages, 1) for found in self._checker.check(page)
        ])  # fmt: skip
        self._joint.results[variant.number] = Made(
            variant.number, b"", "", len(pages), told(value, settings), findings, None,
            variant_pdf.figures(variant, value),
        )  # fmt: skip
        self._printed.update(same.values())
        return pages

    def places(self, file: str, content: bytes) -> dict[int, Place]:
        """Where each variant is in the finished document."""
        sha256 = hashlib.sha256(content).hexdigest()
        return {
            number: Place(file=file, page=page, pages=pages, sha256=sha256)
            for number, (page, pages) in self._spans.items()
        }
