"""The rules: two portrait pages, or more small ones, with positions that were really played."""

from collections.abc import Iterator, Sequence
from contextlib import suppress

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition, PieceType
from generator.games.magnetmen.examples import Change, Example, Examples, NoExample, examples
from generator.games.magnetmen.playtest import minutes_range
from generator.games.magnetmen.primitives import Flat, ForEach, If, Limit, Retire
from generator.games.magnetmen.roll import Board, RolledType
from generator.games.magnetmen.sheets import board_sheet, legend, look, rule_figures
from generator.games.magnetmen.sheets.legend import LegendSize
from generator.games.magnetmen.sheets.rule_figures import CAPTION, COLUMN_GAP, OWN, Picture
from generator.languages import Language, load_language, localized
from generator.layout import flow, theme
from generator.layout.booklet import Chapter
from generator.layout.flow import Block
from generator.layout.page import Group, Line, Page
from generator.layout.panels import Bullet, even_columns
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

MIN_SECTION_GAP, MAX_SECTION_GAP = 4.0, 10.0
PARAGRAPH_GAP, FRAME_PADDING = 2.2, 4.0
FRAME_CORNER, SIGN, INDENT = 10.0, 6.0, 7.6  # sides of magnets in frames, before headings
BULLET_GAP = 0.8 * PARAGRAPH_GAP
CASE_STYLE = Style(9.5, leading=1.22)
LEGEND_SIZE = LegendSize(9.5, 12.0)
FOOT = 7.0  # on large pages, with the gap above it
BLOCK_GAP = 3.0  # between a text, its figure and its key
MINI_CELL, SMALL_MINI_CELL = 6.2, 8.0  # in the pictures of what one, two and three icons close

RulesSize = tuple[float, float, float]
"""The size of the text in points, the sides of a square in small and in big figures in mm."""
RulesLook = tuple[RulesSize, str]  # and a hue

SIZES: tuple[RulesSize, ...] = (
    (10.5, 9.6, 13.0),
    (10.0, 9.2, 12.0),
    (9.5, 8.8, 11.0),
    (9.0, 8.2, 10.0),
    (9.0, 7.6, 9.0),
    (9.0, 6.8, 8.0),
    (9.0, 6.2, 7.0),
)
SMALL_SIZES: tuple[RulesSize, ...] = tuple(
    (text, *cells)
    for cells in ((10.5, 13.5), (10.5, 12.0), (9.6, 10.5), (8.2, 9.0))
    for text in (11.0, 10.5, 10.0, 9.5, 9.0)
)
# The side of a square in mm in the figure of the second page, where it is as wide as the page.
WIDE_CELLS = (12.0, 11.0, 10.2)
CASE_SIZES = (10.0, 9.5, 9.25, 9.0)
BOOKLET_PAGES = (6, 10, 14)  # that fill the sheets of a booklet together with its cover
LEGEND_SIZES = (LegendSize(12.0, 21.0), LegendSize(11.0, 18.0), LegendSize(10.0, 15.0), LEGEND_SIZE)
MAX_ROW_GAP, MAX_BLOCK_GAP = 6.0, 9.0  # mm; rows are those of the legend
MIN_PICTURE, MAX_PICTURE = 30.0, 48.0  # mm, of the magnets that fill the first page


def pages(
    definition: MagnetmenDefinition, settings: Settings, seed: str, hue: str = look.HUE
) -> list[Page]:
    """Raises NoExample, RollError, TextOverflowError."""
    language = load_language(settings.language_code)
    sets = " + ".join(localized(each.title, language.code) for each in definition.sets)
    result = []
    for number, page in enumerate(_pages(definition, settings, seed, hue), 1):
        area = page.paper.within(RulesSheet.edge)
        words = language.say("magnetmen.rules.foot", page=number, sets=sets)
        foot = fitted_line(words, area.w, SMALL_PRINT)
        box = Box(area.x, area.bottom - foot.height, foot.width, foot.height)
        result.append(page._replace(items=(*page.items, Group("footer", box, foot.items(0, 0)))))
    return result


def companions(boards: Sequence[Board], settings: Settings) -> list[list[Page]]:
    """Legends of the boards, unless their sheets have them on pages of their own; the rules."""
    legends = [board_sheet.legend_page(each, settings) for each in boards if settings.rules]
    seed, definition = boards[0].game_id.seed.partition("+")[0], boards[0].definition
    hue = look.HUE if len(boards) > 1 else boards[0].hue
    if len(boards) == 1:  # only its types and powers, so that nothing contradicts it
        powers = {kind.name: (kind.power,) for kind in boards[0].types}
        with suppress(NoExample):  # few types may not be enough for examples
            only = definition.narrowed(powers, rules=definition.rules)
            return [legends, pages(only, settings, seed, hue)]
    return [legends, pages(definition, settings, seed, hue)]


def chapter(definition: MagnetmenDefinition, settings: Settings, seed: str) -> Chapter:
    """Raises NoExample, RollError, TextOverflowError."""
    language = load_language(settings.language_code)
    name, arts = language.say("magnetmen.name"), [piece.art for piece in definition.pieces]
    logo = look.logo(0.76 * settings.paper.width, 20.0, look.HUE, language)
    pages = tuple(_pages(definition, settings, seed, look.HUE))
    return Chapter(name, look.HUE, look.scene(arts), pages, logo._replace(height=logo.height + 3))


def _pages(definition: MagnetmenDefinition, settings: Settings, seed: str, hue: str) -> list[Page]:
    found, is_small = examples(definition, seed), settings.paper.is_small
    counts, sizes = (BOOKLET_PAGES, SMALL_SIZES) if is_small else ((2,), SIZES)

    def layout(count: int, size: RulesSize) -> list[Page]:
        rules = (_SmallRules if is_small else RulesSheet)(definition, found, settings, (size, hue))
        rooms = [rules.room(number) for number in range(1, count + 1)]
        return [rules.page(part, number) for number, part in enumerate(rules.dealt(rooms), 1)]

    return flow.largest_that_fits(layout, counts, sizes)


class RulesSheet:
    """The parts of one rules sheet, which share definition, language and width."""

    edge, foot, columns = 13.0, FOOT, 2  # columns of notes and legends
    logos = 11.0, 6.5  # the heights of the logo, on the first page and others
    about_style = Style(11, colour="slate")

    def __init__(
        self, definition: MagnetmenDefinition, found: Examples, settings: Settings, looks: RulesLook
    ):
        self.definition, self.moments, self.settings = definition, found, settings
        (text_size, self.cell, self.big_cell), self.hue = looks
        self.strong = theme.hue_colour(self.hue, "strong")
        self.text = Style(text_size, leading=1.25)
        self.case_sizes: tuple[float, ...] = (min(CASE_STYLE.size, text_size),)
        self.legend_sizes: tuple[LegendSize, ...] = (LEGEND_SIZE,)
        self.max_row_gap = legend.MIN_ROW_GAP
        self.paper = settings.paper.portrait.for_text
        self.area = self.paper.within(self.edge)
        self.column_width = (self.area.w - (self.columns - 1) * COLUMN_GAP) / self.columns
        self.language = load_language(settings.language_code)
        turn, repel = found.turn, found.repel
        closed = rule_figures.marks(turn.after, turn.changed)
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

    def dealt(self, rooms: Sequence[float]) -> Sequence[Sequence[Block]]:
        """The sections of each page. The second has a large figure if there is room, and who is
        who, if possible with the powers; beside the smallest figures, of both pages if there is no
        room on the first. Raises TextOverflowError."""
        shown = [self.moments.repel, self.moments.turn.before]
        first = [*self._opening(), self._who(shown)]
        moment, rest = self.moments.destroy, [self._ending(), self._cases()]

        def choices() -> Iterator[tuple[list[Block], list[Block]]]:
            if moment is None:
                yield from ((first, [*rest, self._legend([self.moments.repel])]), (first, rest))
                return
            for cell in (*WIDE_CELLS, 0.0):
                with suppress(TextOverflowError):  # beside the largest, a key may not fit
                    destroying = self._destroying(moment, cell)
                    yield first, [destroying, *rest, self._legend([moment.before])]
                    yield first, [destroying, self._who([moment.before]), *rest]
            if self.cell == SIZES[-1][1]:
                who = self._who([*shown, moment.before])
                yield first[:-1], [self._destroying(moment), who, *rest]

        for pages in choices():
            heights = [flow.stacked_height(page, MIN_SECTION_GAP) for page in pages]
            if all(height <= room for height, room in zip(heights, rooms, strict=True)):
                return pages
        raise TextOverflowError(f"the rules do not fit two pages at {self.text.size:g} pt")

    def room(self, number: int) -> float:
        return self.area.h - self._head(number).height - self.foot

    def page(self, sections: Sequence[Block], number: int) -> Page:
        heights = [section.height for section in sections]
        gap = flow.spread_gap(heights, self.room(number), MAX_SECTION_GAP)
        area, head = self.area, self._head(number)
        below = flow.stack_items(sections, gap, area.x, area.y + head.height)
        return Page(self.paper, (head.at(area.x, area.y, "head"), *below), f"rules {number}")

    def _head(self, number: int) -> Block:
        """On the first page also what is needed."""
        is_first = number == 1
        height, width = self.logos[not is_first], self.area.w
        title = look.title(self.say("title"), width, height, self.hue, self.language)
        if not is_first:
            rule = Line(0, height + 1.8, width, height + 1.8, self.strong, theme.LINES["frame"])
            return title._replace(content=(*title.content, rule), height=height + 5.4)
        folders = [file.path.parent for file in self.definition.files]
        shortest, longest = minutes_range(self.definition, folders)
        minutes = self.language.say("numbers.to", first=shortest, last=longest)
        about = wrap(self.say("about", minutes=minutes), width, self.about_style)
        items = (*title.content, *about.items(0, height + 2))
        return Block(items, width, height + 2 + about.height + 4)

    def _opening(self) -> list[Block]:
        example = self._texts("example", "choose", "closes", **self.taken)
        sets = advanced_titles(self.definition, self.language)
        must_take = sets or self.definition.rules == "basic"
        turn = "take" if must_take else "take_or_destroy", *["advanced_with"] * bool(sets), "power"
        return [
            self._in_frame("idea", self._texts("idea", "aim", "setup")),
            self._text("turn", self._texts("turn", *turn, sets=sets), self.area.w),
            self._repel(self._texts("repel", "around", "gone")),
            self._with_boards("example", example, self.turn_pictures),
        ]

    def _repel(self, texts: Sequence[str]) -> Block:
        figure = rule_figures.boards([self.repel_picture], self.big_cell, self.hue, self.settings)
        width = self.area.w - figure.width - COLUMN_GAP
        key = rule_figures.key([self.repel_picture, *self.turn_pictures], width, self.settings, 2)
        below = flow.column([self._repel_minis(width, MINI_CELL), key], 4.0)
        return self._beside("repel", texts, figure, below)

    def _repel_minis(self, width: float, cell: float) -> Block:
        picture = board_sheet.Repel(0, 0, width, cell)
        items = (
            *board_sheet.repel_squares(picture, self.hue),
            *board_sheet.repel_symbols(picture, self.moments.repel.board.types[0].piece.art),
            *picture.captions(self.language, CAPTION),
        )
        return Block(items, width, picture.height(CAPTION))

    def _destroying(self, moment: Change, cell: float = 0.0) -> Block:
        name = moment.after.type_of(moment.square).piece.name_for(self.language)
        closed = rule_figures.marks(moment.between, moment.changed)
        free = dict.fromkeys(moment.changed, "free")
        before, after = self._texts("destroy", "before", "after", name=name, count=len(free))
        destroyed = Picture(moment.between, closed, (moment.square,), before)
        pictures = destroyed, Picture(moment.after, free, (), after)
        taker = ""
        if moment.taken is not None:
            taker = moment.after.type_of(moment.taken).piece.name_for(self.language)
        texts = self._texts("destroy", "what", "by_power" if taker else "action", taken=taker)
        return self._with_boards("destroy", texts, pictures, cell)

    def _with_boards(
        self, section: str, texts: Sequence[str], pictures: Sequence[Picture], cell: float = 0.0
    ) -> Block:
        """A text with boards: below it with squares of that side, or small ones beside it."""
        figure = rule_figures.boards(pictures, cell or self.cell, self.hue, self.settings)
        explained = () if pictures is self.turn_pictures else pictures  # those have a key above
        key = rule_figures.key(explained, self.area.w - figure.width - COLUMN_GAP, self.settings)
        place = self._above if cell else self._beside
        return place(section, texts, figure, key)

    def _ending(self) -> Block:
        sets = advanced_titles(self.definition, self.language)
        is_advanced = self.definition.rules == "advanced"
        when = "when_with" if sets else "when_advanced" if is_advanced else "when"
        how = self._texts("end", when, *["pass"] * is_advanced, "sum", sets=sets)
        score = scoring(self.definition, self.language)
        return self._in_frame("end", [" ".join(how), score, self.say("end.ties")])

    def _cases(self) -> Block:
        """As large as a page holds together with the end of the game."""
        heading = self._heading("cases")
        room = self.room(2) - self._ending().height - MIN_SECTION_GAP - heading.height
        notes = list(power_notes(self.definition, self.language))

        def layout(size: float) -> Block:
            style = CASE_STYLE._replace(size=size)
            bullets = [Bullet(note).block(self.column_width, style) for note in notes]
            columns = even_columns(bullets, [room] * self.columns, BULLET_GAP)
            return flow.row([flow.column(column, BULLET_GAP) for column in columns], COLUMN_GAP)

        return flow.column([heading, flow.largest_that_fits(layout, self.case_sizes)], 0)

    def _who(self, boards: Sequence[Example]) -> Block:
        return rule_figures.who(self._types(boards), self.area.w, self.language)

    def _legend(self, boards: Sequence[Example]) -> Block:
        heading, kinds = self._heading("legend"), self._types(boards)
        entries, room = legend.entries(kinds, self.language), self.room(2) - heading.height

        def layout(size: LegendSize) -> Block:
            blocks = []
            for part in rule_figures.dealt(entries, self.columns):
                rows = legend.lay_out(part, self.column_width, size, self.hue, self.language)
                if rows.height > room:
                    raise TextOverflowError(f"a legend of {rows.height:.0f} mm is too high")
                loose = rows.height + (self.max_row_gap - legend.MIN_ROW_GAP) * len(part)
                items = rows.items(0, 0, height := min(room, loose), self.max_row_gap)
                blocks.append(Block(items, self.column_width, height))
            return flow.row(blocks, COLUMN_GAP)

        return flow.column([heading, flow.largest_that_fits(layout, self.legend_sizes)], 0)

    def _types(self, boards: Sequence[Example]) -> list[RolledType]:
        kinds = {kind.piece.key: kind for each in boards for kind in each.board.types}
        return [kinds[piece.key] for piece in self.definition.pieces if piece.key in kinds]

    def _heading(self, section: str) -> Block:
        words = line(self.say(f"{section}.head"), title_style(16, self.strong))
        sign = look.LOOK.drawing("ornament", Box(0, 0, SIGN, SIGN), self.strong)
        return Block((*sign, *words.items(INDENT, 0)), INDENT + words.width, words.height + 2.0)

    def _texts(self, section: str, *keys: str, **names: object) -> list[str]:
        return [self.say(f"{section}.{key}", **names) for key in keys]

    def _text(self, section: str, texts: Sequence[str], width: float) -> Block:
        heading = self._heading(section)
        text = flow.paragraphs(texts, width, self.text, PARAGRAPH_GAP, heading.height)
        return Block((*heading.content, *text.content), width, text.height, section)

    def _in_frame(self, section: str, texts: Sequence[str]) -> Block:
        text = self._text(section, texts, self.area.w - 2 * FRAME_PADDING)
        fill, thin = theme.hue_colour(self.hue, "pale"), theme.LINES["thin"]
        frame = flow.frame(text, self.area.w, FRAME_PADDING, fill, self.strong, thin)
        corners = look.corners(Box(0, 0, frame.width, frame.height), FRAME_CORNER)
        return frame._replace(content=(*frame.content, *corners))

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


class _SmallRules(RulesSheet):
    """The parts of the rules on small pages: in one column, with figures below their texts."""

    edge, foot = 8.0, 0.0
    columns = 1
    logos = 8.4, 5.0
    about_style = Style(9.5, colour="slate")

    def dealt(self, rooms: Sequence[float]) -> Sequence[Sequence[Block]]:
        """The sections in order, on pages about as full as each other."""
        self.case_sizes = (self.text.size, *CASE_SIZES)
        self.legend_sizes, self.max_row_gap = LEGEND_SIZES, MAX_ROW_GAP
        columns = self.moments.turn.before.board.size.columns
        self.cell = min(self.cell, (self.area.w - rule_figures.PICTURE_GAP) / (2 * columns))
        sections, boards = self._opening(), [self.moments.repel, self.moments.turn.before]
        if self.moments.destroy:
            sections.append(self._destroying(self.moments.destroy))
            boards.append(self.moments.destroy.before)
        sections += [self._ending(), self._cases(), self._legend(boards)]
        first, *others = even_columns(sections, rooms, MIN_SECTION_GAP)
        left = rooms[0] - flow.stacked_height(first, MAX_SECTION_GAP) - MAX_SECTION_GAP
        if left >= MIN_PICTURE:
            side = min(left, MAX_PICTURE)
            art = look.LOOK.logo(self.hue, Box((self.area.w - side) / 2, left - side, side, side))
            first = [*first, Block(art, self.area.w, left)]
        return first, *others

    def _repel(self, texts: Sequence[str]) -> Block:
        figure = rule_figures.boards([self.repel_picture], self.big_cell, self.hue, self.settings)
        width = self.area.w - figure.width - COLUMN_GAP
        key = rule_figures.key([self.repel_picture, *self.turn_pictures], width, self.settings)
        below = flow.row([figure, key], COLUMN_GAP, align="middle")
        minis = self._repel_minis(self.area.w, SMALL_MINI_CELL)
        return self._spread([self._text("repel", texts, self.area.w), minis, below])

    def _with_boards(
        self, section: str, texts: Sequence[str], pictures: Sequence[Picture], cell: float = 0.0
    ) -> Block:
        """With a key to marks and figures: what the pages before have is on another leaf."""
        text = self._text(section, texts, self.area.w)
        figure = rule_figures.boards(pictures, self.cell, self.hue, self.settings)
        key = rule_figures.key(pictures, self.area.w, self.settings, 2)
        return self._spread([text, figure, key, self._who([pictures[0].example])])

    def _spread(self, blocks: Sequence[Block]) -> Block:
        gap = flow.spread_gap([block.height for block in blocks], self.room(2), MAX_BLOCK_GAP)
        return flow.column(blocks, max(gap, BLOCK_GAP))


# The notes in their order: "others" is always there, each of the rest if a power needs it.
NOTES = (
    "others",
    "adjacent",
    "ignore",  # reading 11
    "most_least",
    "same_as",
    "any_square",
    "capacity",  # reading 8
    "again",  # reading 14
    "gone",
    "own_square",  # reading 13
    "slots",  # readings 10 and 12
    "gain",  # reading 15
    "neighbour",
    "lead",  # reading 16
)
OF_FOUR = ("slots", "gain")  # notes with a sentence on four of a type, for the advanced rules


def power_notes(definition: MagnetmenDefinition, language: Language) -> Iterator[str]:
    powers = (power for piece in definition.pieces for power in piece.likely)
    needed = frozenset(("others",)).union(*(power.notes for power in powers))
    for key in NOTES:
        if key in needed:
            text = language.say(f"magnetmen.rules.cases.{key}")
            if key in OF_FOUR and definition.rules == "advanced":
                text += " " + language.say(f"magnetmen.rules.cases.{key}_four")
            yield text


def scoring(definition: MagnetmenDefinition, language: Language) -> str:
    """With an example if a type has a simple score."""
    text = language.say("magnetmen.rules.end.score")
    found = [example for piece in definition.pieces if (example := _simple_score(piece))]
    if not found:
        return text
    _, piece, count, points = min(found, key=lambda example: example[0])
    names, total = piece.name_for(language, count), count * points
    score = piece.common.score[0].clause(piece, language)
    numbers = {"number": count, "names": names, "each": points, "total": total}
    return f"{text} {language.say('magnetmen.rules.end.worth', score=score, **numbers)}"


def _simple_score(piece: PieceType) -> tuple[int, PieceType, int, int] | None:
    """As an example: its rank (0 is the best), the type, a number of icons, the worth of one."""
    power, score = piece.common, piece.common.score
    if len(score) != 1 or power.is_open or power.find(Retire) or power.find(Limit):
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
    """The titles of the sets with the advanced rules, joined by "or"; "" if all or none are."""
    advanced = [each for each in definition.sets if each.rules == "advanced"]
    titles = [localized(each.title, language.code) for each in advanced]
    if len(titles) in (0, len(definition.sets)):
        return ""
    *first, last = titles
    return language.say("numbers.or", first=", ".join(first), last=last) if first else last
