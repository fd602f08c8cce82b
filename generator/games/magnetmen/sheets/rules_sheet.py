"""The rules sheet: two portrait pages, illustrated with positions that were really played."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.playtest import minutes_range
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.powers.primitives import (
    Capacity,
    Destroy,
    Flat,
    ForEach,
    Gain,
    If,
    Ignore,
    Limit,
    NeedsAdjacent,
    NeighbourCanTake,
    Retire,
    TakeAgain,
)
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import legend, parts, rule_figures
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.languages import Language, load_language, localized
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Item, Page
from generator.layout.text import Style, TextBlock, fitted_line, line, wrap

PowerTest = Callable[[Power], bool]


def _has(kind: type) -> PowerTest:
    return lambda power: bool(power.find(kind))


def _mentions(term: str) -> PowerTest:
    """Whether a power's wording has a term, which the legend of a board explains too."""
    return lambda power: any(term in primitive.terms for primitive in power.primitives())


def _counts(*what: str) -> PowerTest:
    return lambda power: any(
        isinstance(primitive, ForEach) and primitive.what in what
        for primitive in power.primitives()
    )


def _destroys_squares(power: Power) -> bool:
    return any(
        isinstance(primitive, Destroy) and primitive.where == "board" for primitive in power.on_take
    )


def _compares(power: Power) -> bool:
    return any(
        isinstance(primitive, If) and primitive.have is not None for primitive in power.score
    )


def _asks_leaders_or_last(power: Power) -> bool:
    return any(getattr(primitive, "who", "you") != "you" for primitive in power.on_take)


_beside = _counts("adjacent_crossed_out")
_squares = _counts("open_square", "crossed_out_square", "adjacent_crossed_out")
_needs_adjacent = _has(NeedsAdjacent)

# The notes, each with a test for the powers that need it; a note with None is always there.
_NOTES: tuple[tuple[str, PowerTest | None], ...] = (
    ("others", None),
    ("adjacent", _mentions("adjacent")),
    ("ignore", _has(Ignore)),  # reading 11
    ("most_least", _compares),
    ("same_as", _mentions("same_as")),
    ("any_square", _destroys_squares),
    ("capacity", _has(Capacity)),  # reading 8
    ("again", _has(TakeAgain)),  # reading 14
    ("gone", lambda power: _squares(power) or _needs_adjacent(power)),
    ("own_square", _beside),  # reading 13
    ("slots", _mentions("destroyed_icon")),  # readings 10 and 12
    ("gain", _has(Gain)),  # reading 15
    ("neighbour", _has(NeighbourCanTake)),
    ("lead", _asks_leaders_or_last),  # reading 16
)
_OF_FOUR = ("slots", "gain")  # notes with a sentence on four of a type, for the advanced rules


def power_notes(definition: MagnetmenDefinition, language: Language) -> list[str]:
    """The notes that the sets' powers need."""
    return list(_power_notes(definition, language))


def _power_notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    powers = [power for piece in definition.pieces for power in piece.powers if power.weight]
    for key, test in _NOTES:
        if test is None or any(map(test, powers)):
            text = language.say(f"magnetmen.rules.cases.{key}")
            if key in _OF_FOUR and definition.rules == "advanced":
                text += " " + language.say(f"magnetmen.rules.cases.{key}_four")
            yield text


def scoring(definition: MagnetmenDefinition, language: Language) -> str:
    """How icons score by the legend, with an example if a type has a simple score."""
    say = language.say
    text = say("magnetmen.rules.end.score")
    examples = [example for piece in definition.pieces if (example := _worth(piece))]
    if not examples:
        return text
    _, piece, count, points = min(examples, key=lambda example: example[0])
    names = piece.name_for(language, count)
    return f"{text} " + say(
        "magnetmen.rules.end.worth", number=count, names=names, each=points, total=count * points
    )


def _worth(piece: PieceType) -> tuple[int, PieceType, int, int] | None:
    """A type as an example: its rank (0 is the best), the type, a number of icons, what an icon is
    worth."""
    power, score = piece.common, piece.common.score
    if len(score) != 1 or power.is_open() or power.find(Retire) or power.find(Limit):
        return None
    match score[0]:
        case ForEach(what="own", points=int(points)) if points > 0:
            return 0, piece, 3, 3 * points
        case If(at_least=int(count), points=int(points)) if count > 1 and points > 0:
            return 1, piece, count, points
        case Flat(points=int(points)) if points > 0:
            return 2, piece, 2, points
    return None


def advanced_titles(definition: MagnetmenDefinition, language: Language) -> str:
    """The titles of the sets with the advanced rules, joined by "or"; "" if all sets of the
    definition have them, or none."""
    titles = [
        localized(game_set.title, language.code)
        for game_set in definition.sets
        if game_set.rules == "advanced"
    ]
    if len(titles) in (0, len(definition.sets)):
        return ""
    *first, last = titles
    if not first:
        return last
    return language.say("numbers.or", first=", ".join(first), last=last)


EDGE = 13.0
PICTURE = 19.0  # the two magnets in the head of the first page
CAPTION = Style(9.0, colour="slate")
COLUMN_GAP = 7.0
MIN_SECTION_GAP, MAX_SECTION_GAP = 4.0, 10.0
FOOT = 3.0
PARAGRAPH_GAP = 2.2
FRAME_PADDING = 4.0
HUE = "sky"
OWN = 7.0  # height of the line with what a player owns
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
BULLET_INDENT = 3.0
CASE_STYLE = Style(9.5, leading=1.22)
LEGEND_SIZE = LegendSize(9.5, 12.0)
PICTURE_GAP = 5.0  # between the boards of a figure
BLOCK_GAP = 3.0  # between a text, its figure and its key
REPEL_TEXTS = ("around", "gone")


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
    moments = examples.examples(definition, seed)

    def layout(size: RulesSize) -> list[Page]:
        sheet = RulesSheet(definition, moments, settings, size)
        first = sheet.first_page()
        second = next((page for page in sheet.second_pages() if sheet.fits(page, 2)), None)
        if second is None or not sheet.fits(first, 1):
            raise TextOverflowError(f"the rules do not fit two pages at {size.text:g} pt")
        return [sheet.page(first, 1), sheet.page(second, 2)]

    return flow.largest_that_fits(SIZES, layout)


class RulesSheet:
    """The parts of one rules sheet, which share definition, language and width. rules_booklet.py
    has those of small pages."""

    edge = EDGE
    columns = 2  # of notes and legends

    def __init__(
        self,
        definition: MagnetmenDefinition,
        moments: examples.Examples,
        settings: Settings,
        size: RulesSize,
    ):
        self.definition, self.moments = definition, moments
        self.text = Style(size.text, leading=1.25)
        self.cell, self.big_cell = size.cell, size.big_cell
        self.paper = settings.paper.portrait.for_text
        self.area = self.paper.within(self.edge)
        gaps = (self.columns - 1) * COLUMN_GAP
        self.column_width = (self.area.w - gaps) / self.columns
        self.language = load_language(settings.language_code)

    def say(self, key: str, **params: object) -> str:
        return self.language.say(f"magnetmen.rules.{key}", **params)

    def page(self, sections: Sequence[Block], number: int) -> Page:
        """The sections under each other, the free height shared out between them."""
        foot = self._foot(number)
        gap = flow.spread_gap(
            [*(section.height for section in sections), foot.height],
            self.area.h - self._head(number).height,
            MAX_SECTION_GAP,
        )
        page = self.plain_page(sections, number, gap)
        footer = foot.at(self.area.x, self.area.bottom - foot.height, "footer")
        return page._replace(items=(*page.items, footer))

    def plain_page(self, sections: Sequence[Block], number: int, gap: float) -> Page:
        """The sections under each other, without a foot."""
        area, head = self.area, self._head(number)
        items = (
            head.at(area.x, area.y, "head"),
            *flow.stack_items(sections, gap, area.x, area.y + head.height),
        )
        return Page(self.paper, items, f"rules {number}")

    def _foot(self, number: int) -> Block:
        sets = " + ".join(
            localized(each.title, self.language.code) for each in self.definition.sets
        )
        text = fitted_line(self.say("foot", page=number, sets=sets), self.area.w, FOOT_STYLE)
        return Block(text.items(0, 0), text.width, text.height)

    def about(self) -> str:
        """Players, minutes and what is needed, in one line."""
        folders = [file.path.parent for file in self.definition.files]
        shortest, longest = minutes_range(self.definition, folders)
        minutes = self.language.say("numbers.to", first=shortest, last=longest)
        return self.say("about", minutes=minutes)

    def first_page(self) -> list[Block]:
        """Its sections."""
        boards = [self.moments.repel, self.moments.turn.before]
        return [self.idea(), self.turn(), self.repel(), self.example(), self.who(boards)]

    def second_pages(self) -> Iterator[list[Block]]:
        """Its sections, the best choice first: a large figure, then who is who with the powers."""
        if self.moments.destroy is None:
            yield [self.ending(), self.cases(), self.legend([self.moments.repel])]
            yield [self.ending(), self.cases()]
            return
        boards = [self.moments.destroy.before]
        for cell in (*WIDE_CELLS, None):
            destroying = self.destroying(self.moments.destroy, cell)
            yield [destroying, self.ending(), self.cases(), self.legend(boards)]
            yield [destroying, self.who(boards), self.ending(), self.cases()]

    def fits(self, sections: Sequence[Block], number: int) -> bool:
        """Whether a page holds the sections with a decent gap between them."""
        height = math.fsum(part.height + MIN_SECTION_GAP for part in sections)
        return self._head(number).height + height + FOOT <= self.area.h

    def _head(self, number: int) -> Block:
        side = 16.0 if number == 1 else 11.0
        strong = theme.hue_colour(HUE, "strong")
        name = self.language.say("magnetmen.name")
        title = f"{name} · {self.say('title')}"
        words = line(title, Style(28 if number == 1 else 18, "title", "title", colour=strong))
        items: list[Item] = [Art("shared/logo", Box(0, 0, side, side))]
        items += words.items(side + 3, 0.6 if number == 1 else side / 2 - words.height / 2)
        if number == 1:
            about = line(self.about(), Style(11, colour="slate"))
            items += about.items(side + 3, side - about.height)
            items.append(Art("shared/repel", Box(self.area.w - PICTURE, 0, PICTURE, PICTURE)))
        return Block(tuple(items), self.area.w, side + 4)

    # The sections.

    def idea(self) -> Block:
        """Aim and set-up, across the page."""
        return self._in_frame("idea", [self.say("idea.aim"), self.say("idea.setup")])

    def turn(self) -> Block:
        """What a turn is, across the page."""
        return self._text("turn", ["take", "power", "full"], self.area.w)

    def repel(self) -> Block:
        """The Repel rule, with every square of one position judged."""
        figure = self._repel_figure()
        width = self.area.w - figure.width - COLUMN_GAP
        minis, key = self._repel_minis(width, 6.2), self._key(self._marks_of_page(), width, 2)
        return self._beside("repel", REPEL_TEXTS, figure, flow.column([minis, key], 4.0))

    def _repel_figure(self) -> Block:
        """The position with a mark on every square."""
        example, cell = self.moments.repel, self.big_cell
        w, h = rule_figures.side_lengths(example, cell)
        marks = rule_figures.verdict_marks(example)
        items = rule_figures.inventory_row(example, 0, 0, w, self.say("repel.own"))
        items += rule_figures.board(example, 0, OWN, cell, HUE, marks)
        return Block(tuple(items), w, OWN + h)

    def _repel_minis(self, width: float, cell: float) -> Block:
        """The pictures of what one, two and three icons close."""
        art = self.moments.repel.board.types[0].art
        return parts.repel_picture(
            width, cell, art, parts.own_captions(self.language), HUE, CAPTION
        )

    def _marks_of_page(self) -> set[str]:
        """The marks in the figures of the first page."""
        repel, turn = self.moments.repel, self.moments.turn
        marks = rule_figures.shown_marks(repel, rule_figures.verdict_marks(repel))
        others = (turn.before, turn.after)
        return marks.union(*(rule_figures.shown_marks(other, {}) for other in others))

    def example(self) -> Block:
        """A turn, with a board before and after a taking."""
        turn, marks = self.moments.turn, self._closed_marks()
        before = _Picture(turn.before, {}, (turn.square,), "example.before")
        after = _Picture(turn.after, marks, (), "example.after")
        name = turn.before.type_of(turn.square).piece.name_for(self.language)
        figure = self._pictures([before, after], self.cell, name=name, count=len(marks))
        return self._beside("example", ["choose", "closes"], figure, name=name)

    def _closed_marks(self) -> dict[int, str]:
        """The marks of the squares that the taking closes."""
        turn = self.moments.turn
        return {square: rule_figures.mark_of(turn.after.mark(square)) for square in turn.closed}

    def destroying(self, moment: examples.DestroyExample, cell: float | None) -> Block:
        """Destroying, with squares of that side in a figure below the text, or small ones beside
        it."""
        figure, marks = self._destroy_figure(moment, cell or self.cell)
        keys, names = self._destroy_texts(moment)
        width = self.area.w - figure.width - COLUMN_GAP
        if cell is None:
            return self._beside("destroy", keys, figure, self._key(marks, width), **names)
        text = self._text("destroy", keys, self.area.w, **names)
        return self._above("destroy", text, figure, self._key(marks, width))

    def _destroy_figure(
        self, moment: examples.DestroyExample, cell: float
    ) -> tuple[Block, set[str]]:
        """A board before and after a destruction, with the squares that it opens; its marks."""
        between = moment.between
        closed = {square: rule_figures.mark_of(between.mark(square)) for square in moment.opened}
        free = dict.fromkeys(moment.opened, "free")
        before = _Picture(between, closed, (moment.square,), "destroy.before")
        after = _Picture(moment.after, free, (), "destroy.after")
        name = moment.after.type_of(moment.square).piece.name_for(self.language)
        figure = self._pictures([before, after], cell, name=name, count=len(free))
        marks = rule_figures.shown_marks(between, closed)
        return figure, marks | rule_figures.shown_marks(moment.after, free)

    def _destroy_texts(self, moment: examples.DestroyExample) -> tuple[list[str], dict[str, str]]:
        """The keys of the texts about destroying, and the names in them."""
        taker = ""
        if moment.taken is not None:
            taker = moment.after.type_of(moment.taken).piece.name_for(self.language)
        keys = ["what", "action" if moment.taken is None else "by_power", *self._advanced_key()]
        titles = advanced_titles(self.definition, self.language)
        return keys, {"taken": taker, "sets": titles}

    def _advanced_key(self) -> list[str]:
        """The key of what only the advanced rules allow, where there are any."""
        if self.definition.rules == "basic":
            return []
        some = advanced_titles(self.definition, self.language)
        return ["advanced_with" if some else "advanced"]

    def _key(self, marks: set[str], width: float, columns: int = 1) -> Block:
        """What marks mean, in a fixed order, in columns."""
        order = [mark for mark in (*rule_figures.STROKES, *rule_figures.OVERLAYS) if mark in marks]
        entries = [(mark, self.say(f"repel.key.{mark}")) for mark in order]
        per_column, step = -(-len(entries) // columns), (width + COLUMN_GAP) / columns
        blocks = [
            rule_figures.key(entries[start : start + per_column], step - COLUMN_GAP)
            for start in range(0, columns * per_column, per_column)
        ]
        return flow.row(blocks, COLUMN_GAP)._replace(width=width)

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
        return self.cases_in(CASE_STYLE._replace(size=min(CASE_STYLE.size, self.text.size)))

    def cases_in(self, style: Style) -> Block:
        width = self.column_width
        heading = self._heading("cases")
        texts = power_notes(self.definition, self.language)
        bullets = [_Bullet(wrap(text, width - BULLET_INDENT, style)) for text in texts]
        items, height = list(heading.content), heading.height
        for number, column in enumerate(_in_columns(bullets, self.columns)):
            x, gap = number * (width + COLUMN_GAP), PARAGRAPH_GAP * 0.8
            items += flow.stack_items(column, gap, x, heading.height)
            height = max(height, heading.height + flow.stacked_height(column, gap))
        return Block(tuple(items), self.area.w, height)

    def who(self, boards: Sequence[examples.Example]) -> Block:
        """Portrait, symbol and name of each type in the figures of a page."""
        return rule_figures.who(self._types(boards), self.area.w, self.language)

    def legend(self, boards: Sequence[examples.Example]) -> Block:
        """The same with the powers, as a board's legend has them."""
        heading = self._heading("legend")
        width = self.column_width
        entries = [legend.entry(kind, self.language) for kind in self._types(boards)]
        per_column = -(-len(entries) // self.columns)
        items, tallest = list(heading.content), 0.0
        for number in range(self.columns):
            column = entries[number * per_column : (number + 1) * per_column]
            rows = legend.lay_out(tuple(column), width, LEGEND_SIZE, HUE, self.language)
            x = number * (width + COLUMN_GAP)
            items += rows.items(x, heading.height, rows.height, legend.MIN_ROW_GAP)
            tallest = max(tallest, rows.height)
        return Block(tuple(items), self.area.w, heading.height + tallest)

    def _types(self, boards: Sequence[examples.Example]) -> list[RolledType]:
        """Every type on these boards, once."""
        kinds = {kind.piece.key: kind for each in boards for kind in each.board.types}
        return [kinds[piece.key] for piece in self.definition.pieces if piece.key in kinds]

    # What the sections are made of.

    def _heading(self, section: str) -> Block:
        strong = theme.hue_colour(HUE, "strong")
        words = line(self.say(f"{section}.head"), Style(16, "title", "title", colour=strong))
        return Block(words.items(0, 0), words.width, words.height + 2.0)

    def _text(self, section: str, keys: Sequence[str], width: float, **names: str) -> Block:
        texts = [self.say(f"{section}.{key}", **names) for key in keys]
        return self._paragraphs(section, texts, width)

    def _paragraphs(self, section: str, texts: Sequence[str], width: float) -> Block:
        heading = self._heading(section)
        text = flow.paragraphs(texts, width, self.text, PARAGRAPH_GAP, heading.height)
        return Block((*heading.content, *text.content), width, text.height, section)

    def _in_frame(self, section: str, texts: Sequence[str]) -> Block:
        text = self._paragraphs(section, texts, self.area.w - 2 * FRAME_PADDING)
        fill, strong = (theme.hue_colour(HUE, strength) for strength in ("pale", "strong"))
        return flow.frame(
            text, self.area.w, FRAME_PADDING,
            fill=fill, stroke=strong, line_weight=theme.LINES["thin"], radius=3,
        )  # fmt: skip

    def _beside(
        self,
        section: str,
        keys: Sequence[str],
        figure: Block,
        below: Block = flow.EMPTY,
        **names: str,
    ) -> Block:
        """Text on the left with something below it, a figure on the right."""
        width = self.area.w - figure.width - COLUMN_GAP
        text = self._text(section, keys, width, **names)
        items: tuple[Item, ...] = (
            text.at(0, 0, section),
            figure.at(self.area.w - figure.width, 0, f"{section} figure"),
        )
        height = text.height
        if below.content:
            height += BLOCK_GAP
            items += (below.at(0, height, f"{section} key"),)
            height += below.height
        return Block(items, self.area.w, max(height, figure.height))

    def _above(self, section: str, text: Block, figure: Block, right: Block) -> Block:
        """Text across the page; below it a figure on the left, another block on the right."""
        top = text.height + BLOCK_GAP
        items = (
            text.at(0, 0, section),
            figure.at(0, top, f"{section} figure"),
            right.at(self.area.w - right.width, top + OWN, f"{section} key"),
        )
        return Block(items, self.area.w, top + max(figure.height, OWN + right.height))

    def _pictures(self, pictures: Sequence["_Picture"], cell: float, **names: object) -> Block:
        """Boards side by side, each with what the player owns above and a caption below."""
        items: list[Item] = []
        x = height = 0.0
        for picture in pictures:
            w, h = rule_figures.side_lengths(picture.example, cell)
            items += rule_figures.inventory_row(picture.example, x, 0, w, self.say("repel.own"))
            items += rule_figures.board(
                picture.example, x, OWN, cell, HUE, picture.marks, picture.framed_squares
            )
            words = wrap(self.say(picture.caption, **names), w, CAPTION)
            items += words.items(x, OWN + h + 1.8)
            height = max(height, OWN + h + 1.8 + words.height)
            x += w + PICTURE_GAP
        return Block(tuple(items), x - PICTURE_GAP, height)


class _Picture(NamedTuple):
    """One board of a figure: its squares' marks, the framed ones, the caption's key."""

    example: examples.Example
    marks: dict[int, str]
    framed_squares: tuple[int, ...]
    caption: str


class _Bullet(NamedTuple):
    """A text that is indented behind a dot."""

    text: TextBlock

    @property
    def width(self) -> float:
        return BULLET_INDENT + self.text.width

    @property
    def height(self) -> float:
        return self.text.height

    def items(self, x: float, y: float) -> tuple[Item, ...]:
        dot = line("•", self.text.style)
        return (*dot.items(x, y), *self.text.items(x + BULLET_INDENT, y))


def _in_columns(bullets: list[_Bullet], columns: int) -> tuple[list[_Bullet], ...]:
    """The bullets in order in one column, or in two, the left one a little higher."""
    if columns == 1:
        return (bullets,)
    total, height = math.fsum(bullet.height + PARAGRAPH_GAP for bullet in bullets), 0.0
    for number, bullet in enumerate(bullets, 1):
        height += bullet.height + PARAGRAPH_GAP
        if height >= total / 2:
            return bullets[:number], bullets[number:]
    return bullets, []
