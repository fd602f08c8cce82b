"""The rules: two portrait pages, or more small ones in a booklet, illustrated with positions that
were really played."""

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, product
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.examples import DestroyExample, Example, Examples, examples
from generator.games.magnetmen.playtest import minutes_range
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import legend, rule_figures, squares
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.games.magnetmen.sheets.rule_figures import CAPTION, HUE, OWN, PICTURE_GAP, Picture
from generator.games.magnetmen.sheets.rule_notes import advanced_titles, power_notes, scoring
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter, art_pictures
from generator.layout.flow import Block
from generator.layout.page import Art, Page
from generator.layout.panels import even_columns
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

STRONG = theme.hue_colour(HUE, "strong")
COLUMN_GAP = 7.0
MIN_SECTION_GAP, MAX_SECTION_GAP = 4.0, 10.0
FOOT = 3.0
PARAGRAPH_GAP = 2.2
FRAME_PADDING = 4.0
BULLET_INDENT = 3.0
BULLET_GAP = 0.8 * PARAGRAPH_GAP
CASE_STYLE = Style(9.5, leading=1.22)
LEGEND_SIZE = LegendSize(9.5, 12.0)
BLOCK_GAP = 3.0  # between a text, its figure and its key


class RulesSize(NamedTuple):
    """The size of the text in points, the sides of a square in small and in big figures in mm."""

    text: float
    cell: float
    big_cell: float


SIZES = (
    RulesSize(10.5, 9.6, 13.0),
    RulesSize(10.0, 9.2, 12.0),
    RulesSize(9.5, 8.8, 11.0),
    RulesSize(9.0, 8.2, 10.0),
    RulesSize(9.0, 7.6, 9.0),
)
# The side of a square in mm in the figure of the second page, where it is as wide as the page.
WIDE_CELLS = (12.0, 11.0, 10.2)


def pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """Both pages, as large as fits. Raises NoExample, RollError, TextOverflowError."""
    moments = examples(definition, seed)

    def layout(size: RulesSize) -> list[Page]:
        return RulesSheet(definition, moments, settings, size).pages()

    return flow.largest_that_fits(SIZES, layout)


class RulesSheet:
    """The parts of one rules sheet, which share definition, language and width."""

    edge = 13.0
    columns = 2  # of notes and legends
    # Of the head: the sides of the logo and the sizes of the title, on the first page and others;
    # how far the title is from the top; the side of the picture of two magnets, 0 for none.
    logos, titles, rise = (16.0, 11.0), (28.0, 18.0), 0.6
    about_style = Style(11, colour="slate")
    picture = 19.0

    def __init__(
        self,
        definition: MagnetmenDefinition,
        moments: Examples,
        settings: Settings,
        size: RulesSize,
    ):
        self.definition, self.moments = definition, moments
        self.text = Style(size.text, leading=1.25)
        self.cell, self.big_cell = size.cell, size.big_cell
        self.paper = settings.paper.portrait.for_text
        self.area = self.paper.within(self.edge)
        self.column_width = (self.area.w - (self.columns - 1) * COLUMN_GAP) / self.columns
        self.language = load_language(settings.language_code)
        turn, repel = moments.turn, moments.repel
        closed = rule_figures.marks(turn.after, turn.closed)
        name = turn.before.type_of(turn.square).piece.name_for(self.language)
        self.taken = {"name": name, "count": len(closed)}
        verdicts = rule_figures.marks(repel, range(len(repel.board.squares)))
        self.repel_picture = Picture(repel, verdicts)
        self.turn_pictures = (
            Picture(turn.before, {}, (turn.square,), self.say("example.before", **self.taken)),
            Picture(turn.after, closed, (), self.say("example.after", **self.taken)),
        )

    def say(self, key: str, **params: object) -> str:
        return self.language.say(f"magnetmen.rules.{key}", **params)

    def pages(self) -> list[Page]:
        """Both pages: their sections under each other, the free height shared out between them. The
        second has a large figure if there is room, and who is who, if possible with the powers."""
        boards = [self.moments.repel, self.moments.turn.before]
        first = [self.idea(), self.turn(), self.repel(), self.example(), self.who(boards)]
        second = next((page for page in self._second_pages() if self._fits(page, 2)), None)
        if second is None or not self._fits(first, 1):
            raise TextOverflowError(f"the rules do not fit two pages at {self.text.size:g} pt")
        result = []
        for number, sections in enumerate((first, second), 1):
            sets = " + ".join(
                localized(each.title, self.language.code) for each in self.definition.sets
            )
            words = self.say("foot", page=number, sets=sets)
            foot = fitted_line(words, self.area.w, SMALL_PRINT)
            heights = [*(section.height for section in sections), foot.height]
            room = self.area.h - self._head(number).height
            page = self._page(sections, number, flow.spread_gap(heights, room, MAX_SECTION_GAP))
            block = Block(foot.items(0, 0), foot.width, foot.height, "footer")
            footer = block.at(self.area.x, self.area.bottom - foot.height)
            result.append(page._replace(items=(*page.items, footer)))
        return result

    def _second_pages(self) -> Iterator[list[Block]]:
        """The sections of the second page, the best choice first."""
        moment = self.moments.destroy
        if moment is None:
            yield [self.ending(), self.cases(), self.legend([self.moments.repel])]
            yield [self.ending(), self.cases()]
            return
        for cell in (*WIDE_CELLS, None):
            destroying = self.destroying(moment, cell)
            yield [destroying, self.ending(), self.cases(), self.legend([moment.before])]
            yield [destroying, self.who([moment.before]), self.ending(), self.cases()]

    def _fits(self, sections: Sequence[Block], number: int) -> bool:
        """Whether a page holds the sections with a decent gap between them."""
        height = math.fsum(part.height + MIN_SECTION_GAP for part in sections)
        return self._head(number).height + height + FOOT <= self.area.h

    def _page(self, sections: Sequence[Block], number: int, gap: float) -> Page:
        """The sections under each other, without a foot."""
        area, head = self.area, self._head(number)
        below = flow.stack_items(sections, gap, area.x, area.y + head.height)
        return Page(self.paper, (head.at(area.x, area.y, "head"), *below), f"rules {number}")

    def _head(self, number: int) -> Block:
        """The logo and the title; on the first page also what is needed, and a picture if there is
        room."""
        is_first = number == 1
        side, size = self.logos[not is_first], self.titles[not is_first]
        left, width = side + 3, self.area.w - side - 3 - self.picture
        title = f"{self.language.say('magnetmen.name')} · {self.say('title')}"
        words = fitted_line(title, width, title_style(size, STRONG))
        logo = Art("shared/logo", Box(0, 0, side, side))
        if not is_first:
            items = words.items(left, (side - words.height) / 2)
            return Block((logo, *items), self.area.w, side + 4)
        folders = [file.path.parent for file in self.definition.files]
        shortest, longest = minutes_range(self.definition, folders)
        minutes = self.language.say("numbers.to", first=shortest, last=longest)
        about = wrap(self.say("about", minutes=minutes), width, self.about_style)
        side = max(side, words.height + about.height)
        items = (logo, *words.items(left, self.rise), *about.items(left, side - about.height))
        if self.picture:
            right = self.area.w - self.picture
            items += (Art("shared/repel", Box(right, 0, self.picture, self.picture)),)
        return Block(items, self.area.w, side + 4)

    # The sections.

    def idea(self) -> Block:
        """Aim and set-up, across the page."""
        return self._in_frame("idea", self._texts("idea", "aim", "setup"))

    def turn(self) -> Block:
        """What a turn is, across the page."""
        return self._text("turn", self._texts("turn", "take", "power", "full"), self.area.w)

    def repel(self) -> Block:
        """The Repel rule, with every square of one position judged."""
        figure = self._boards([self.repel_picture], self.big_cell)
        width = self.area.w - figure.width - COLUMN_GAP
        key = self._key([self.repel_picture, *self.turn_pictures], width, 2)
        below = flow.column([self._repel_minis(width, 6.2), key], 4.0)
        return self._beside("repel", self._texts("repel", "around", "gone"), figure, below)

    def _boards(self, pictures: Sequence[Picture], cell: float) -> Block:
        return rule_figures.boards(pictures, cell, self.say("repel.own"))

    def _key(self, pictures: Sequence[Picture], width: float, columns: int = 1) -> Block:
        return rule_figures.key(pictures, self.say, width, columns, COLUMN_GAP)

    def _repel_minis(self, width: float, cell: float) -> Block:
        """The pictures of what one, two and three icons close."""
        picture = squares.Repel(0, 0, width, cell)
        art = self.moments.repel.board.types[0].art
        items = (
            *squares.repel_squares(picture, HUE),
            *squares.repel_symbols(picture, art),
            *picture.captions(self.language, CAPTION),
        )
        return Block(items, width, picture.height(CAPTION))

    def example(self) -> Block:
        """A turn, with a board before and after a taking."""
        figure = self._boards(self.turn_pictures, self.cell)
        texts = self._texts("example", "choose", "closes", **self.taken)
        return self._beside("example", texts, figure, flow.EMPTY)

    def destroying(self, moment: DestroyExample, cell: float | None) -> Block:
        """Destroying, with squares of that side in a figure below the text, or small ones beside
        it."""
        pictures, texts = self._destroy_pictures(moment), self._destroy_texts(moment)
        figure = self._boards(pictures, cell or self.cell)
        key = self._key(pictures, self.area.w - figure.width - COLUMN_GAP)
        place = self._above if cell else self._beside
        return place("destroy", texts, figure, key)

    def _destroy_pictures(self, moment: DestroyExample) -> tuple[Picture, Picture]:
        """A board before and after a destruction, with the squares that it opens."""
        name = moment.after.type_of(moment.square).piece.name_for(self.language)
        closed = rule_figures.marks(moment.between, moment.opened)
        free = dict.fromkeys(moment.opened, "free")
        before, after = (
            self.say(f"destroy.{key}", name=name, count=len(free)) for key in ("before", "after")
        )
        return (
            Picture(moment.between, closed, (moment.square,), before),
            Picture(moment.after, free, (), after),
        )

    def _destroy_texts(self, moment: DestroyExample) -> list[str]:
        taker, sets = "", advanced_titles(self.definition, self.language)
        if moment.taken is not None:
            taker = moment.after.type_of(moment.taken).piece.name_for(self.language)
        keys = ["what", "by_power" if taker else "action"]
        if self.definition.rules != "basic":
            keys.append("advanced_with" if sets else "advanced")
        return self._texts("destroy", *keys, taken=taker, sets=sets)

    def ending(self) -> Block:
        """The end of the game and the score."""
        sets = advanced_titles(self.definition, self.language)
        is_advanced = self.definition.rules == "advanced"
        when = "when_with" if sets else "when_advanced" if is_advanced else "when"
        how = [self.say(f"end.{key}", sets=sets) for key in (when, *["pass"] * is_advanced, "sum")]
        score = scoring(self.definition, self.language)
        return self._in_frame("end", [" ".join(how), score, self.say("end.ties")])

    def cases(self) -> Block:
        """Notes on what players ask, for the powers of the chosen sets."""
        return self._cases_in(CASE_STYLE._replace(size=min(CASE_STYLE.size, self.text.size)))

    def _cases_in(self, style: Style) -> Block:
        """The notes as a list in columns, the left one a little higher."""
        heading, dot = self._heading("cases"), line("•", style)
        width = self.column_width - BULLET_INDENT
        texts = [wrap(text, width, style) for text in power_notes(self.definition, self.language)]
        bottoms = list(accumulate(text.height + PARAGRAPH_GAP for text in texts))
        split = len(texts) if self.columns == 1 else bisect_left(bottoms, bottoms[-1] / 2) + 1
        items, height = list(heading.content), heading.height
        for x, column in ((0.0, texts[:split]), (self.column_width + COLUMN_GAP, texts[split:])):
            y = heading.height
            for text in column:
                items += (*dot.items(x, y), *text.items(x + BULLET_INDENT, y))
                y += text.height + BULLET_GAP
            height = max(height, y - BULLET_GAP)
        return Block(tuple(items), self.area.w, height)

    def who(self, boards: Sequence[Example]) -> Block:
        """Portrait, symbol and name of each type in the figures of a page."""
        return rule_figures.who(self._types(boards), self.area.w, self.language)

    def legend(self, boards: Sequence[Example]) -> Block:
        """The same with the powers, as a board's legend has them."""
        heading, width = self._heading("legend"), self.column_width
        entries = self._types(boards)
        per_column = -(-len(entries) // self.columns)
        items, tallest = list(heading.content), 0.0
        for number in range(self.columns):
            column = entries[number * per_column : (number + 1) * per_column]
            rows = legend.lay_out(column, width, LEGEND_SIZE, HUE, self.language)
            x = number * (width + COLUMN_GAP)
            items += rows.items(x, heading.height, rows.height, legend.MIN_ROW_GAP)
            tallest = max(tallest, rows.height)
        return Block(tuple(items), self.area.w, heading.height + tallest)

    def _types(self, boards: Sequence[Example]) -> list[RolledType]:
        """Every type on these boards, once."""
        kinds = {kind.piece.key: kind for each in boards for kind in each.board.types}
        return [kinds[piece.key] for piece in self.definition.pieces if piece.key in kinds]

    # What the sections are made of.

    def _heading(self, section: str) -> Block:
        words = line(self.say(f"{section}.head"), title_style(16, STRONG))
        return Block(words.items(0, 0), words.width, words.height + 2.0)

    def _texts(self, section: str, *keys: str, **names: object) -> list[str]:
        return [self.say(f"{section}.{key}", **names) for key in keys]

    def _text(self, section: str, texts: Sequence[str], width: float) -> Block:
        heading = self._heading(section)
        text = flow.paragraphs(texts, width, self.text, PARAGRAPH_GAP, heading.height)
        return Block((*heading.content, *text.content), width, text.height, section)

    def _in_frame(self, section: str, texts: Sequence[str]) -> Block:
        text = self._text(section, texts, self.area.w - 2 * FRAME_PADDING)
        fill, thin = theme.hue_colour(HUE, "pale"), theme.LINES["thin"]
        return flow.frame(
            text, self.area.w, FRAME_PADDING, fill=fill, stroke=STRONG, line_weight=thin, radius=3
        )

    def _beside(self, section: str, texts: Sequence[str], figure: Block, below: Block) -> Block:
        """Text on the left with something below it, a figure on the right."""
        text = self._text(section, texts, self.area.w - figure.width - COLUMN_GAP)
        items = [text.at(0, 0), figure.at(self.area.w - figure.width, 0, f"{section} figure")]
        height = text.height
        if below.content:
            items.append(below.at(0, height + BLOCK_GAP, f"{section} key"))
            height += BLOCK_GAP + below.height
        return Block(tuple(items), self.area.w, max(height, figure.height))

    def _above(self, section: str, texts: Sequence[str], figure: Block, right: Block) -> Block:
        """Text across the page; below it a figure on the left, another block on the right."""
        text = self._text(section, texts, self.area.w)
        top = text.height + BLOCK_GAP
        items = (
            text.at(0, 0),
            figure.at(0, top, f"{section} figure"),
            right.at(self.area.w - right.width, top + OWN, f"{section} key"),
        )
        return Block(items, self.area.w, top + max(figure.height, OWN + right.height))


SMALL_SIZES = tuple(
    RulesSize(text, cell, big_cell)
    for cell, big_cell in ((10.5, 13.5), (10.5, 12.0), (9.6, 10.5), (8.2, 9.0))
    for text in (11.0, 10.5, 10.0, 9.5, 9.0)
)
CASE_SIZES = (10.0, 9.5, 9.25, 9.0)
PAGES = (6, 10, 14)  # that fill the sheets of a booklet together with its cover
LEGEND_SIZES = (LegendSize(12.0, 21.0), LegendSize(11.0, 18.0), LegendSize(10.0, 15.0), LEGEND_SIZE)
MAX_ROW_GAP = 6.0  # mm, in the legend
MAX_BLOCK_GAP = 9.0
MIN_PICTURE, MAX_PICTURE = 30.0, 66.0  # mm, of the magnets that fill the first page
MINI_CELL = 8.0  # mm, in the pictures of what one, two and three icons close
COVER_TYPES = 9
MIN_BESIDE = 42.0  # mm, the width of a text beside a figure


def chapter(definition: MagnetmenDefinition, settings: Settings, seed: str) -> Chapter:
    """The rules as a chapter of a booklet: on small paper the fewest pages that leave no blank
    ones, as large as fits. Raises NoExample, RollError, TextOverflowError."""
    name = load_language(settings.language_code).say("magnetmen.name")
    arts = (squares.portrait(piece.art) for piece in definition.pieces[:COVER_TYPES])
    if not settings.paper.is_small:
        sheet = pages(definition, settings, seed)
        # Without their last item, the foot: a booklet has numbers.
        without_foot = tuple(page._replace(items=page.items[:-1]) for page in sheet)
        return Chapter(name, HUE, art_pictures(arts), without_foot)
    moments = examples(definition, seed)

    def layout(candidate: tuple[int, RulesSize]) -> list[Page]:
        count, size = candidate
        return _SmallRules(definition, moments, settings, size).small_pages(count)

    small = flow.largest_that_fits(product(PAGES, SMALL_SIZES), layout)
    return Chapter(name, HUE, art_pictures(arts), tuple(small))


class _SmallRules(RulesSheet):
    """The parts of the rules on small pages: in one column, with figures below their texts."""

    edge = 8.0
    columns = 1
    logos, titles, rise = (15.0, 9.0), (24.0, CONTINUED_SIZE), 0.0
    about_style = Style(9.5, colour="slate")
    picture = 0.0

    def small_pages(self, count: int) -> list[Page]:
        """The sections in order, on pages about as full as each other. Raises TextOverflowError
        where they do not fit so many pages."""
        board = self.moments.turn.before.board.size
        self.cell = min(self.cell, (self.area.w - PICTURE_GAP) / (2 * board.columns))
        rooms = [self.area.h - self._head(number).height for number in range(1, count + 1)]
        dealt = even_columns(list(self._sections()), rooms, MIN_SECTION_GAP)
        result = []
        for number, (sections, room) in enumerate(zip(dealt, rooms, strict=True), 1):
            left = room - flow.stacked_height(sections, MAX_SECTION_GAP) - MAX_SECTION_GAP
            if number == 1 and left >= MIN_PICTURE:
                side = min(left, MAX_PICTURE)
                art = Art("shared/repel", Box((self.area.w - side) / 2, left - side, side, side))
                sections = [*sections, Block((art,), self.area.w, left)]
            gap = flow.spread_gap([each.height for each in sections], room, MAX_SECTION_GAP)
            result.append(self._page(sections, number, gap))
        return result

    def _sections(self) -> Iterator[Block]:
        yield from (self.idea(), self.turn(), self.repel(), self.example())
        boards = [self.moments.repel, self.moments.turn.before]
        if self.moments.destroy:
            yield self.destroying(self.moments.destroy, self.cell)
            boards.append(self.moments.destroy.before)
        yield from (self.ending(), self.cases(), self.legend(boards))

    @property
    def room(self) -> float:
        """The height for sections on a page after the first."""
        return self.area.h - self._head(2).height

    def repel(self) -> Block:
        """The large figure with its key beside it, below the small ones."""
        text = self._text("repel", self._texts("repel", "around", "gone"), self.area.w)
        figure = self._boards([self.repel_picture], self.big_cell)
        left = figure.width + COLUMN_GAP
        key = self._key([self.repel_picture, *self.turn_pictures], self.area.w - left)
        height = max(figure.height, OWN + key.height)
        below = Block((*figure.content, key.at(left, OWN, "marks")), self.area.w, height)
        return self._spread([text, self._repel_minis(self.area.w, MINI_CELL), below])

    def example(self) -> Block:
        """With a key to its marks and figures: what the pages before have is on another leaf."""
        key = self._key(self.turn_pictures, self.area.w, columns=2)
        return self._spread([super().example(), key, self.who([self.moments.turn.before])])

    def destroying(self, moment: DestroyExample, cell: float | None) -> Block:
        """With a key to its marks and figures."""
        pictures = self._destroy_pictures(moment)
        text = self._text("destroy", self._destroy_texts(moment), self.area.w)
        figure = self._boards(pictures, self.cell)
        key = self._key(pictures, self.area.w, columns=2)
        return self._spread([text, figure, key, self.who([moment.before])])

    def cases(self) -> Block:
        """As large as a page holds together with the end of the game."""
        room = self.room - self.ending().height - MIN_SECTION_GAP

        def layout(size: float) -> Block:
            block = self._cases_in(CASE_STYLE._replace(size=size))
            if block.height > room:
                raise TextOverflowError(f"notes of {block.height:.0f} mm exceed {room:.0f} mm")
            return block

        return flow.largest_that_fits((self.text.size, *CASE_SIZES), layout)

    def _spread(self, blocks: Sequence[Block]) -> Block:
        """Blocks of one page under each other, with gaps that fill it."""
        gap = flow.spread_gap([block.height for block in blocks], self.room, MAX_BLOCK_GAP)
        return flow.column(blocks, max(gap, BLOCK_GAP))

    def legend(self, boards: Sequence[Example]) -> Block:
        """As large as a page holds."""
        heading = self._heading("legend")
        room = self.room - heading.height
        entries = self._types(boards)

        def layout(size: LegendSize) -> legend.Legend:
            rows = legend.lay_out(entries, self.area.w, size, HUE, self.language)
            if rows.height > room:
                raise TextOverflowError(f"a legend of {rows.height:.0f} mm exceeds {room:.0f} mm")
            return rows

        rows = flow.largest_that_fits(LEGEND_SIZES, layout)
        items = rows.items(0, heading.height, room, MAX_ROW_GAP)
        loose = rows.height + (MAX_ROW_GAP - legend.MIN_ROW_GAP) * len(entries)
        height = heading.height + max(rows.height, min(room, loose))
        return Block((*heading.content, *items), self.area.w, height)

    def _beside(self, section: str, texts: Sequence[str], figure: Block, below: Block) -> Block:
        """The figure below the text, where it leaves too little room beside it."""
        is_wide = self.area.w - figure.width - COLUMN_GAP >= MIN_BESIDE
        place = super()._beside if is_wide else self._above
        return place(section, texts, figure, below)
