"""The rules on small pages, as a chapter of a booklet.

Input: a definition, settings whose paper is a page of the booklet, a seed for the examples. Output:
a chapter. The sections are those of the rules sheet, on as many pages as they take.
"""

from collections.abc import Iterator, Sequence
from itertools import product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.examples import DestroyExample
from generator.games.magnetmen.sheets import parts, rule_figures, rules_sheet
from generator.games.magnetmen.sheets.rules_sheet import (
    BLOCK_GAP,
    COLUMN_GAP,
    HUE,
    MAX_SECTION_GAP,
    MIN_SECTION_GAP,
    RulesSheet,
    RulesSize,
)
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter, art_pictures
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Page
from generator.layout.text import Style, fitted_line

SIZES = (
    RulesSize(9.5, 8.6, 8.4),
    RulesSize(9.5, 8.6, 7.6),
    RulesSize(9.25, 8.2, 7.6),
    RulesSize(9.0, 7.6, 7.6),
    RulesSize(9.0, 7.6, 7.0),
    RulesSize(8.5, 6.2, 7.6),
)
MAX_PAGES = (2, 6, 10, 14)  # that fill the sheets of a booklet together with its cover
# Numbers of pages that leave some blank are taken only if they are few and the text is large.
FEW_PAGES = (4, 5)
GOOD_SIZE = 9.0  # points
MAX_DESTROY_CELL = 6.8  # mm; the key is beside that figure
COVER_TYPES = 9
LOGO, SMALL_LOGO = 15.0, 9.0
MIN_BESIDE = 42.0  # mm, the width of a text beside a figure


def chapter(definition: MagnetmenDefinition, settings: Settings, seed: str) -> Chapter:
    """The rules of a definition. Raises NoExample, RollError, TextOverflowError."""
    name = load_language(settings.language_code).say("game.magnetmen")
    pictures = art_pictures(parts.portrait(piece.art) for piece in definition.pieces[:COVER_TYPES])
    sheet = _small_pages if settings.paper.is_small else _large_pages
    return Chapter(name, HUE, pictures, tuple(sheet(definition, settings, seed)))


def _large_pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """The pages of the rules sheet without their last item, the foot: a booklet has numbers."""
    sheet = rules_sheet.pages(definition, settings, seed)
    return [page._replace(items=page.items[:-1]) for page in sheet]


def _small_pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    moments = examples.examples(definition, seed)

    def layout(candidate: tuple[int, RulesSize]) -> list[Page]:
        max_pages, size = candidate
        return _SmallRules(definition, moments, settings, size).pages(max_pages)

    good = [size for size in SIZES if size.text >= GOOD_SIZE]
    candidates = (
        *product(MAX_PAGES[:1], SIZES), *product(FEW_PAGES, good), *product(MAX_PAGES[1:], SIZES)
    )  # fmt: skip
    return flow.largest_that_fits(candidates, layout)


class _SmallRules(RulesSheet):
    """The parts of the rules on small pages: in one column, with a wide figure below its text."""

    edge = 8.0
    columns = 1

    def pages(self, max_pages: int) -> list[Page]:
        """The sections in order, on as few pages as hold them. Raises TextOverflowError where they
        take more than max_pages."""
        first_room, room = (self.area.h - self._head(number).height for number in (1, 2))
        dealt = flow.paginate(
            self._sections(), room, first_room=first_room, gap=MIN_SECTION_GAP, max_pages=max_pages
        )
        pages = []
        for number, sections in enumerate(dealt, 1):
            heights = [section.height for section in sections]
            free = room if number > 1 else first_room
            gap = flow.spread_gap(heights, free, MAX_SECTION_GAP)
            pages.append(self.plain_page(sections, number, gap))
        return pages

    def _sections(self) -> Iterator[Block]:
        yield self.idea()
        yield self.turn()
        yield self.repel()
        yield self.example()
        boards = [self.moments.repel, self.moments.turn.before]
        if self.moments.destroy:
            yield self.destroying(self.moments.destroy, min(self.cell, MAX_DESTROY_CELL))
            boards.append(self.moments.destroy.before)
        yield self.ending()
        yield self.cases()
        yield self.legend(boards)

    def example(self) -> Block:
        """With a key to its marks and figures: what the pages before have is on another leaf."""
        turn, marks = self.moments.turn, self._closed_marks()
        marks_of_both = rule_figures.shown_marks(turn.before, {})
        marks_of_both |= rule_figures.shown_marks(turn.after, marks)
        key = self._key(marks_of_both, self.area.w, columns=2)
        return flow.column([super().example(), key, self.who([turn.before])], BLOCK_GAP)

    def destroying(self, moment: DestroyExample, cell: float | None) -> Block:
        """With a key to its figures."""
        who = self.who([moment.before])
        return flow.column([super().destroying(moment, cell), who], BLOCK_GAP)

    def _head(self, number: int) -> Block:
        side = LOGO if number == 1 else SMALL_LOGO
        left = side + 3
        strong = theme.hue_colour(HUE, "strong")
        title = f"{self.language.say('game.magnetmen')} · {self.say('title')}"
        style = Style(24 if number == 1 else CONTINUED_SIZE, "title", "title", colour=strong)
        words = fitted_line(title, self.area.w - left, style)
        items: list[Item] = [Art("shared/logo", Box(0, 0, side, side))]
        if number == 1:
            about = fitted_line(self.say("about"), self.area.w - left, Style(10, colour="slate"))
            items += [*words.items(left, 0), *about.items(left, side - about.height)]
        else:
            items += words.items(left, (side - words.height) / 2)
        return Block(tuple(items), self.area.w, side + 4)

    def _beside(
        self,
        section: str,
        keys: Sequence[str],
        figure: Block,
        below: Block = flow.EMPTY,
        **names: str,
    ) -> Block:
        """The figure below the text, where it leaves too little room beside it."""
        if self.area.w - figure.width - COLUMN_GAP >= MIN_BESIDE:
            return super()._beside(section, keys, figure, below, **names)
        text = self._text(section, keys, self.area.w, **names)
        return self._above(section, text, figure, below)
