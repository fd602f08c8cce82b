"""The rules sheet: two portrait pages, illustrated with positions that were really played.

Input: a definition, settings, a seed for the examples. Output: pages. The figures' marks are
verdicts of rules_sheet.py, and each page has a key to the marks and the types in its figures; the
notes at the end are those that the chosen sets' powers call for.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import legend, notes, parts, rule_figures
from generator.languages import load_language, localized
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Page, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, wrap

EDGE = 13.0
PICTURE = 19.0  # the two magnets in the head of the first page
CAPTION = Style(9.0, colour="slate")
COLUMN_GAP = 7.0
SECTION_GAP, MOST_GAP = 4.0, 10.0  # between sections
FOOT = 3.0
PARAGRAPH_GAP = 2.2
HUE = "sky"
# Text size in points and sides of a square in small and big figures in mm, tried in turn.
FITS = ((10.5, 9.6, 13.0), (10.0, 9.2, 12.0), (9.5, 8.8, 11.0), (9.0, 8.2, 10.0))
WIDE = (12.0, 11.0, 10.2)  # the same on the second page where its figure has the width for itself
OWN = 7.0  # height of the line with what a player owns
FOOT_STYLE = Style(theme.FLOOR, colour="slate")


class Part(NamedTuple):
    """Items from a top left corner of their own, and how much room they take."""

    items: tuple[Item, ...]
    width: float
    height: float


def pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """Both pages, as large as fits. Raises NoExample, RollError, TextOverflowError."""
    shown = examples.examples(definition, seed)
    for fit in FITS:
        sheet = _Sheet(definition, shown, settings, *fit)
        first = sheet.first_page()
        second = next((each for each in sheet.second_pages() if sheet.fits(each, 2)), None)
        if second is not None and sheet.fits(first, 1):
            return [sheet.page(first, 1), sheet.page(second, 2)]
    raise TextOverflowError("the rules do not fit two pages at 9 pt")


class _Sheet:
    """The parts of one rules sheet, which share definition, language and width."""

    def __init__(
        self,
        definition: MagnetmenDefinition,
        shown: examples.Examples,
        settings: Settings,
        size: float,
        *cells: float,
    ):
        self.definition, self.shown = definition, shown
        self.text = Style(size, leading=1.25)
        self.cell, self.big_cell = cells
        self.paper = settings.paper.portrait.for_text
        self.area = self.paper.within(EDGE)
        self.language = load_language(settings.language_code)

    def say(self, key: str, **params: object) -> str:
        return self.language.say(f"magnetmen.rules.{key}", **params)

    def page(self, sections: Sequence[Part], number: int) -> Page:
        """The sections under each other, the free height shared out between them."""
        area = self.area
        sets = " + ".join(
            localized(each.title, self.language.code) for each in self.definition.sets
        )
        foot = fitted_line(self.say("foot", page=number, sets=sets), area.w, FOOT_STYLE)
        foot_box = Box(area.x, area.bottom - foot.height, foot.width, foot.height)
        head = self._head(number)
        room = area.h - head.height - foot.height - sum(part.height for part in sections)
        gap = min(MOST_GAP, room / len(sections))
        y = area.y + head.height
        items: list[Item] = [Group("head", Box(area.x, area.y, area.w, head.height), head.items)]
        for count, part in enumerate(sections):
            box = Box(area.x, y, area.w, part.height)
            items.append(Group(f"section {count + 1}", box, part.items))
            y += part.height + gap
        items.append(Group("footer", foot_box, foot.items(0, 0)))
        return Page(self.paper, tuple(items), f"rules {number}")

    def first_page(self) -> list[Part]:
        """Its sections."""
        shown = [self.shown.repel, self.shown.turn.before]
        return [self.idea(), self.turn(), self.repel(), self.example(), self.who(shown)]

    def second_pages(self) -> Iterator[list[Part]]:
        """Its sections, the best choice first: a large figure, then who is who with the powers."""
        if self.shown.destroy is None:
            yield [self.ending(), self.cases(), self.legend([self.shown.repel])]
            yield [self.ending(), self.cases()]
            return
        boards = [self.shown.destroy.before]
        for cell in (*WIDE, None):
            destroying = self.destroying(self.shown.destroy, cell)
            yield [destroying, self.ending(), self.cases(), self.legend(boards)]
            yield [destroying, self.who(boards), self.ending(), self.cases()]

    def fits(self, sections: Sequence[Part], number: int) -> bool:
        """Whether a page holds the sections with a decent gap between them."""
        used = sum(part.height + SECTION_GAP for part in sections)
        return self._head(number).height + used + FOOT <= self.area.h

    def _head(self, number: int) -> Part:
        side = 16.0 if number == 1 else 11.0
        strong = theme.hue_colour(HUE, "strong")
        name = self.language.say("game.magnetmen")
        title = f"{name} · {self.say('title')}"
        words = line(title, Style(28 if number == 1 else 18, "title", "title", colour=strong))
        items: list[Item] = [Art("shared/logo", Box(0, 0, side, side))]
        items += words.items(side + 3, 0.6 if number == 1 else side / 2 - words.height / 2)
        if number == 1:
            about = line(self.say("about"), Style(11, colour="slate"))
            items += about.items(side + 3, side - about.height)
            items.append(Art("shared/repel", Box(self.area.w - PICTURE, 0, PICTURE, PICTURE)))
        return Part(tuple(items), self.area.w, side + 4)

    # The sections.

    def idea(self) -> Part:
        """Aim and set-up, across the page."""
        return self._boxed("idea", [self.say("idea.aim"), self.say("idea.setup")])

    def turn(self) -> Part:
        """What a turn is, across the page."""
        return self._text("turn", ["take", "power", "full"], self.area.w)

    def repel(self) -> Part:
        """The Repel rule, with every square of one position judged."""
        found = self.shown.repel
        w, h = rule_figures.side_lengths(found, self.big_cell)
        items = rule_figures.owned(found, 0, 0, w, self.say("repel.own"))
        marks = rule_figures.verdict_marks(found)
        items += rule_figures.board(found, 0, OWN, self.big_cell, HUE, marks)
        figure = Part(tuple(items), w, OWN + h)
        width = self.area.w - w - COLUMN_GAP
        art = found.position.types[0].art
        captions = [self.language.say(f"magnetmen.board.own.{n}") for n in ("one", "two", "three")]
        minis = parts.repel_picture(0, 0, width, 6.2, art, captions, HUE, CAPTION)
        marks = rule_figures.verdict_marks(found)
        others = (self.shown.turn.before, self.shown.turn.after)
        used = rule_figures.shown_marks(found, marks).union(
            *(rule_figures.shown_marks(each, {}) for each in others)
        )
        key = self._key(used, width, columns=2)
        box = Box(0, minis[1] + 4, width, key.height)
        below = Part((*minis[0], Group("marks", box, key.items)), width, box.bottom)
        return self._beside("repel", ["around", "gone"], figure, below)

    def example(self) -> Part:
        """A turn, with a board before and after a taking."""
        found = self.shown.turn
        marks = {square: rule_figures.mark_of(found.after.mark(square)) for square in found.closed}
        before = _Shot(found.before, {}, (found.square,), "example.before")
        after = _Shot(found.after, marks, (), "example.after")
        name = found.before.position.type_of(found.square).piece.named(self.language)
        figure = self._shots([before, after], self.cell, name=name, count=len(marks))
        return self._beside("example", ["choose", "closes"], figure, name=name)

    def destroying(self, found: examples.DestroyExample, cell: float | None) -> Part:
        """Destroying, with a board before and after, and the squares that opens: with squares of
        that side below the text, or small ones beside it."""
        shut = {square: rule_figures.mark_of(found.between.mark(square)) for square in found.opened}
        free = dict.fromkeys(found.opened, "free")
        before = _Shot(found.between, shut, (found.square,), "destroy.before")
        after = _Shot(found.after, free, (), "destroy.after")
        types = found.after.position.type_of
        taker = types(found.taken).piece.named(self.language) if found.taken is not None else ""
        name = types(found.square).piece.named(self.language)
        figure = self._shots([before, after], cell or self.cell, name=name, count=len(free))
        used = rule_figures.shown_marks(found.between, shut) | rule_figures.shown_marks(
            found.after, free
        )
        keys = ["what", "action" if found.taken is None else "by_power", *self._advanced()]
        titles = notes.advanced_titles(self.definition, self.language)
        names = {"taken": taker, "sets": titles}
        width = self.area.w - figure.width - COLUMN_GAP
        if cell is None:
            return self._beside("destroy", keys, figure, self._key(used, width), **names)
        text = self._text("destroy", keys, self.area.w, **names)
        return self._above("destroy", text, figure, self._key(used, width))

    def _advanced(self) -> list[str]:
        """The key of what only the advanced rules allow, where there are any."""
        if self.definition.rules == "basic":
            return []
        some = notes.advanced_titles(self.definition, self.language)
        return ["advanced_with" if some else "advanced"]

    def _key(self, marks: set[str], width: float, columns: int = 1) -> Part:
        """What marks mean, in a fixed order, in columns."""
        order = [mark for mark in (*rule_figures.STROKES, *rule_figures.OVERLAYS) if mark in marks]
        entries = [(mark, self.say(f"repel.key.{mark}")) for mark in order]
        each, step = -(-len(entries) // columns), (width + COLUMN_GAP) / columns
        items: list[Item] = []
        tallest = 0.0
        for number in range(columns):
            part = entries[number * each : (number + 1) * each]
            column, height = rule_figures.key(part, step - COLUMN_GAP)
            box = Box(number * step, 0, step - COLUMN_GAP, height)
            items.append(Group("marks", box, tuple(column)))
            tallest = max(tallest, height)
        return Part(tuple(items), width, tallest)

    def ending(self) -> Part:
        """The end of the game and the score."""
        sets = notes.advanced_titles(self.definition, self.language)
        advanced = self.definition.rules == "advanced"
        when = "when_with" if sets else "when_advanced" if advanced else "when"
        how = [self.say(f"end.{key}", sets=sets) for key in (when, *["pass"] * advanced, "sum")]
        score = notes.scoring(self.definition, self.language)
        return self._boxed("end", [" ".join(how), score, self.say("end.ties")])

    def cases(self) -> Part:
        """Notes on what players ask, for the powers of the chosen sets."""
        half = (self.area.w - COLUMN_GAP) / 2
        heading = self._heading("cases")
        style = Style(min(CASE_STYLE.size, self.text.size), leading=CASE_STYLE.leading)
        texts = notes.notes(self.definition, self.language)
        blocks = [wrap(text, half - BULLET, style) for text in texts]
        items, height = list(heading.items), heading.height
        for number, column in enumerate(_balanced(blocks)):
            x, y = number * (half + COLUMN_GAP), heading.height
            for block in column:
                items += line("•", style).items(x, y)
                items += block.items(x + BULLET, y)
                y += block.height + PARAGRAPH_GAP * 0.8
            height = max(height, y - PARAGRAPH_GAP * 0.8)
        return Part(tuple(items), self.area.w, height)

    def who(self, boards: Sequence[examples.Example]) -> Part:
        """Portrait, symbol and name of each type in the figures of a page."""
        items, height = rule_figures.who(self._types(boards), self.area.w, self.language)
        return Part(items, self.area.w, height)

    def legend(self, boards: Sequence[examples.Example]) -> Part:
        """The same with the powers, as a board's legend has them."""
        heading = self._heading("legend")
        half = (self.area.w - COLUMN_GAP) / 2
        rows = [legend.entry(kind, self.language) for kind in self._types(boards)]
        items, tallest = list(heading.items), 0.0
        for number, column in enumerate(
            (rows[: (len(rows) + 1) // 2], rows[(len(rows) + 1) // 2 :])
        ):
            table = legend.table(tuple(column), half, CASE_STYLE.size, 12.0, HUE, self.language)
            x = number * (half + COLUMN_GAP)
            items += table.items(x, heading.height, table.height, legend.ROW_GAP)
            tallest = max(tallest, table.height)
        return Part(tuple(items), self.area.w, heading.height + tallest)

    def _types(self, boards: Sequence[examples.Example]) -> list[RolledType]:
        """Every type on these boards, once."""
        kinds = {kind.piece.key: kind for each in boards for kind in each.position.types}
        return [kinds[piece.key] for piece in self.definition.pieces if piece.key in kinds]

    # What the sections are made of.

    def _heading(self, section: str) -> Part:
        strong = theme.hue_colour(HUE, "strong")
        words = line(self.say(f"{section}.head"), Style(16, "title", "title", colour=strong))
        return Part(words.items(0, 0), words.width, words.height + 2.0)

    def _text(self, section: str, keys: Sequence[str], width: float, **names: str) -> Part:
        texts = [self.say(f"{section}.{key}", **names) for key in keys]
        return self._paragraphs(section, texts, width)

    def _paragraphs(self, section: str, texts: Sequence[str], width: float) -> Part:
        heading = self._heading(section)
        items, y = list(heading.items), heading.height
        for text in texts:
            block = wrap(text, width, self.text)
            items += block.items(0, y)
            y += block.height + PARAGRAPH_GAP
        return Part(tuple(items), width, y - PARAGRAPH_GAP)

    def _boxed(self, section: str, texts: Sequence[str]) -> Part:
        pad = 4.0
        text = self._paragraphs(section, texts, self.area.w - 2 * pad)
        height = text.height + 2 * pad
        frame = Rect(
            Box(0, 0, self.area.w, height),
            theme.hue_colour(HUE, "pale"),
            theme.hue_colour(HUE, "strong"),
            theme.LINES["thin"],
            3,
        )
        inside = Group(section, Box(pad, pad, text.width, text.height), text.items)
        return Part((frame, inside), self.area.w, height)

    def _beside(
        self,
        section: str,
        keys: Sequence[str],
        figure: Part,
        below: Part | None = None,
        **names: str,
    ) -> Part:
        """Text on the left (with something below it), a figure on the right."""
        width = self.area.w - figure.width - COLUMN_GAP
        text = self._text(section, keys, width, **names)
        left = text.height + (below.height + 3 if below else 0)
        height = max(left, figure.height)
        groups = [
            Group(section, Box(0, 0, width, text.height), text.items),
            Group(
                f"{section} figure",
                Box(self.area.w - figure.width, 0, figure.width, figure.height),
                figure.items,
            ),
        ]
        if below:
            box = Box(0, text.height + 3, width, below.height)
            groups.append(Group(f"{section} key", box, below.items))
        return Part(tuple(groups), self.area.w, height)

    def _above(self, section: str, text: Part, figure: Part, right: Part) -> Part:
        """Text across the page; below it a figure on the left, and something on its right."""
        top = text.height + 3
        groups = (
            Group(section, Box(0, 0, text.width, text.height), text.items),
            Group(f"{section} figure", Box(0, top, figure.width, figure.height), figure.items),
            Group(
                f"{section} key",
                Box(self.area.w - right.width, top + OWN, right.width, right.height),
                right.items,
            ),
        )
        return Part(groups, self.area.w, top + max(figure.height, OWN + right.height))

    def _shots(self, shots: Sequence["_Shot"], cell: float, **names: object) -> Part:
        """Boards side by side, each with what the player owns above and a caption below."""
        items: list[Item] = []
        gap, x, height = 5.0, 0.0, 0.0
        for shot in shots:
            w, h = rule_figures.side_lengths(shot.example, cell)
            items += rule_figures.owned(shot.example, x, 0, w, self.say("repel.own"))
            items += rule_figures.board(shot.example, x, OWN, cell, HUE, shot.marks, shot.framed)
            words = wrap(self.say(shot.caption, **names), w, CAPTION)
            items += words.items(x, OWN + h + 1.8)
            height = max(height, OWN + h + 1.8 + words.height)
            x += w + gap
        return Part(tuple(items), x - gap, height)


class _Shot(NamedTuple):
    """One board of a figure: its squares' marks, the framed ones, the caption's key."""

    example: examples.Example
    marks: dict[int, str]
    framed: tuple[int, ...]
    caption: str


BULLET = 3.0  # hanging indent of a note
CASE_STYLE = Style(9.5, leading=1.22)


def _balanced(blocks: list[TextBlock]) -> tuple[list[TextBlock], list[TextBlock]]:
    """The blocks in two columns, in order, the left one the higher by little."""
    total, used = sum(block.height + PARAGRAPH_GAP for block in blocks), 0.0
    for number, block in enumerate(blocks):
        used += block.height + PARAGRAPH_GAP
        if used >= total / 2:
            return blocks[: number + 1], blocks[number + 1 :]
    return blocks, []
