"""The rules on small pages, as a chapter of a booklet: the sections of the rules sheet."""

from collections.abc import Iterator, Sequence
from itertools import product

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.examples import DestroyExample
from generator.games.magnetmen.sheets import legend, parts, rule_figures, rules_sheet
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.games.magnetmen.sheets.rules_sheet import (
    BLOCK_GAP,
    CASE_STYLE,
    COLUMN_GAP,
    HUE,
    LEGEND_SIZE,
    MAX_SECTION_GAP,
    MIN_SECTION_GAP,
    OWN,
    PICTURE_GAP,
    REPEL_TEXTS,
    RulesSheet,
    RulesSize,
)
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter, art_pictures
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Page
from generator.layout.panels import even_columns
from generator.layout.text import Style, fitted_line, wrap

SIZES = tuple(
    RulesSize(text, cell, big_cell)
    for cell, big_cell in ((10.5, 13.5), (10.5, 12.0), (9.6, 10.5), (8.2, 9.0))
    for text in (11.0, 10.5, 10.0, 9.5, 9.0)
)
PAGES = (6, 10, 14)  # that fill the sheets of a booklet together with its cover
LEGEND_SIZES = (LegendSize(12.0, 21.0), LegendSize(11.0, 18.0), LegendSize(10.0, 15.0), LEGEND_SIZE)
MAX_ROW_GAP = 6.0  # mm, in the legend
MAX_BLOCK_GAP = 9.0
MIN_PICTURE, MAX_PICTURE = 30.0, 66.0  # mm, of the magnets that fill the first page
MINI_CELL = 8.0  # mm, in the pictures of what one, two and three icons close
COVER_TYPES = 9
LOGO, SMALL_LOGO = 15.0, 9.0
MIN_BESIDE = 42.0  # mm, the width of a text beside a figure


def chapter(definition: MagnetmenDefinition, settings: Settings, seed: str) -> Chapter:
    """The rules of a definition. Raises NoExample, RollError, TextOverflowError."""
    name = load_language(settings.language_code).say("magnetmen.name")
    pictures = art_pictures(parts.portrait(piece.art) for piece in definition.pieces[:COVER_TYPES])
    sheet = _small_pages if settings.paper.is_small else _large_pages
    return Chapter(name, HUE, pictures, tuple(sheet(definition, settings, seed)))


def _large_pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """The pages of the rules sheet without their last item, the foot: a booklet has numbers."""
    sheet = rules_sheet.pages(definition, settings, seed)
    return [page._replace(items=page.items[:-1]) for page in sheet]


def _small_pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """The fewest pages that leave no blank ones, as large as fits. Raises TextOverflowError."""
    moments = examples.examples(definition, seed)

    def layout(candidate: tuple[int, RulesSize]) -> list[Page]:
        count, size = candidate
        return _SmallRules(definition, moments, settings, size).pages(count)

    return flow.largest_that_fits(product(PAGES, SIZES), layout)


class _SmallRules(RulesSheet):
    """The parts of the rules on small pages: in one column, with figures below their texts."""

    edge = 8.0
    columns = 1

    def __init__(
        self,
        definition: MagnetmenDefinition,
        moments: examples.Examples,
        settings: Settings,
        size: RulesSize,
    ):
        super().__init__(definition, moments, settings, size)
        columns = moments.turn.before.board.size.columns
        self.cell = min(size.cell, (self.area.w - PICTURE_GAP) / (2 * columns))

    def pages(self, count: int) -> list[Page]:
        """The sections in order, on pages about as full as each other. Raises TextOverflowError
        where they do not fit so many pages."""
        rooms = [self.area.h - self._head(number).height for number in range(1, count + 1)]
        dealt = even_columns(list(self._sections()), rooms, MIN_SECTION_GAP)
        pages = []
        for number, (sections, room) in enumerate(zip(dealt, rooms, strict=True), 1):
            left = room - flow.stacked_height(sections, MAX_SECTION_GAP) - MAX_SECTION_GAP
            if number == 1 and left >= MIN_PICTURE:
                side = min(left, MAX_PICTURE)
                art = Art("shared/repel", Box((self.area.w - side) / 2, left - side, side, side))
                sections = [*sections, Block((art,), self.area.w, left)]
            gap = flow.spread_gap([each.height for each in sections], room, MAX_SECTION_GAP)
            pages.append(self.plain_page(sections, number, gap))
        return pages

    def _sections(self) -> Iterator[Block]:
        yield self.idea()
        yield self.turn()
        yield self.repel()
        yield self.example()
        boards = [self.moments.repel, self.moments.turn.before]
        if self.moments.destroy:
            yield self.destroying(self.moments.destroy, self.cell)
            boards.append(self.moments.destroy.before)
        yield self.ending()
        yield self.cases()
        yield self.legend(boards)

    def repel(self) -> Block:
        """The large figure with its key beside it, below the small ones."""
        text = self._text("repel", REPEL_TEXTS, self.area.w)
        figure = self._repel_figure()
        key = self._key(self._marks_of_page(), self.area.w - figure.width - COLUMN_GAP)
        minis = self._repel_minis(self.area.w, MINI_CELL)
        below = Block((*figure.content, key.at(figure.width + COLUMN_GAP, OWN, "marks")),
                      self.area.w, max(figure.height, OWN + key.height))  # fmt: skip
        return self._spread([text, minis, below])

    def example(self) -> Block:
        """With a key to its marks and figures: what the pages before have is on another leaf."""
        turn, marks = self.moments.turn, self._closed_marks()
        marks_of_both = rule_figures.shown_marks(turn.before, {})
        marks_of_both |= rule_figures.shown_marks(turn.after, marks)
        key = self._key(marks_of_both, self.area.w, columns=2)
        return self._spread([super().example(), key, self.who([turn.before])])

    def destroying(self, moment: DestroyExample, cell: float | None) -> Block:
        """With a key to its marks and figures."""
        keys, names = self._destroy_texts(moment)
        text = self._text("destroy", keys, self.area.w, **names)
        figure, marks = self._destroy_figure(moment, self.cell)
        key = self._key(marks, self.area.w, columns=2)
        return self._spread([text, figure, key, self.who([moment.before])])

    def cases(self) -> Block:
        """As large as a page holds together with the end of the game."""
        room = self.area.h - self._head(2).height - self.ending().height - MIN_SECTION_GAP

        def layout(size: float) -> Block:
            block = self.cases_in(Style(size, leading=CASE_STYLE.leading))
            if block.height > room:
                raise TextOverflowError(f"notes of {block.height:.0f} mm exceed {room:.0f} mm")
            return block

        return flow.largest_that_fits((self.text.size, 10.0, 9.5, 9.25, 9.0), layout)

    def _spread(self, blocks: Sequence[Block]) -> Block:
        """Blocks of one page under each other, with gaps that fill it."""
        room = self.area.h - self._head(2).height
        gap = flow.spread_gap([block.height for block in blocks], room, MAX_BLOCK_GAP)
        return flow.column(blocks, max(gap, BLOCK_GAP))

    def legend(self, boards: Sequence[examples.Example]) -> Block:
        """As large as a page holds."""
        heading = self._heading("legend")
        room = self.area.h - self._head(2).height - heading.height
        entries = tuple(legend.entry(kind, self.language) for kind in self._types(boards))
        rows = legend.largest(entries, self.area.w, room, LEGEND_SIZES, HUE, self.language)
        items = rows.items(0, heading.height, room, MAX_ROW_GAP)
        height = max(
            rows.height, min(room, rows.height + (MAX_ROW_GAP - legend.MIN_ROW_GAP) * len(entries))
        )
        return Block((*heading.content, *items), self.area.w, heading.height + height)

    def _head(self, number: int) -> Block:
        side = LOGO if number == 1 else SMALL_LOGO
        left = side + 3
        strong = theme.hue_colour(HUE, "strong")
        title = f"{self.language.say('magnetmen.name')} · {self.say('title')}"
        style = Style(24 if number == 1 else CONTINUED_SIZE, "title", "title", colour=strong)
        words = fitted_line(title, self.area.w - left, style)
        items: list[Item] = [Art("shared/logo", Box(0, 0, side, side))]
        if number == 1:
            about = wrap(self.about(), self.area.w - left, Style(9.5, colour="slate"))
            side = max(side, words.height + about.height)
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
