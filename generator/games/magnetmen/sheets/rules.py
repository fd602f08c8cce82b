"""The rules sheet: two portrait pages, illustrated with positions that were really played.

Input: a definition, settings, a seed for the examples. Output: pages. The figures' marks are
verdicts of rules.py; the notes at the end are those that the chosen sets' powers call for.
"""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.magnetmen import examples
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.powers.capacity import Capacity
from generator.games.magnetmen.powers.condition import If
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.powers.for_each import ForEach
from generator.games.magnetmen.powers.neighbour_can_take import NeighbourCanTake
from generator.games.magnetmen.powers.power import Power
from generator.games.magnetmen.powers.same_as import SameAs
from generator.games.magnetmen.powers.take_again import TakeAgain
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import figures, legend, parts
from generator.layout.page import Art, Box, Group, Item, Page, Rect
from generator.layout.text import Block, Style, TextTooLong, line, wrap

EDGE = 13.0
PICTURE = 21.0  # the two magnets in the head of the first page
CAPTION = Style(9.0, colour="slate")
COLUMN_GAP = 7.0
SECTION_GAP = 5.5
PARAGRAPH_GAP = 2.2
HUE = "sky"
# Text size in points and sides of a square in small and big figures in mm, tried in turn.
FITS = ((10.5, 9.6, 13.0), (10.0, 9.2, 12.0), (9.5, 8.8, 11.0), (9.0, 8.2, 10.0))
OWN = 7.0  # height of the line with what a player owns
FOOT_STYLE = Style(theme.FLOOR, colour="slate")


class Part(NamedTuple):
    """Items from a top left corner of their own, and how much room they take."""

    items: tuple[Item, ...]
    width: float
    height: float


def pages(definition: MagnetmenDefinition, settings: Settings, seed: str) -> list[Page]:
    """Both pages, as large as fits. Raises NoExample, CannotRoll, TextTooLong."""
    shown = _Shown(definition, seed)
    for fit in FITS:
        sheet = _Sheet(shown, settings, *fit)
        first = [sheet.idea(), sheet.turn(), sheet.repel(), sheet.example()]
        second = [*sheet.destroying(), sheet.ending(), sheet.cases()]
        if sheet.fits(first, 1) and sheet.fits(second, 2):
            break
    else:
        raise TextTooLong("the rules do not fit two pages at 9 pt")
    extra = sheet.legend()
    if sheet.fits([*second, extra], 2):
        second.append(extra)
    return [sheet.page(first, 1), sheet.page(second, 2)]


class _Shown:
    """The examples of one rules sheet, each looked for once."""

    def __init__(self, definition: MagnetmenDefinition, seed: str):
        self.definition, self.seed = definition, seed

    @cached_property
    def repel(self) -> examples.Example:
        return examples.repel_example(self.definition, self.seed)

    @cached_property
    def turn(self) -> examples.TurnExample:
        return examples.turn_example(self.definition, self.seed)

    @cached_property
    def destroy(self) -> examples.DestroyExample:
        return examples.destroy_example(self.definition, self.seed)


class _Sheet:
    """The parts of one rules sheet, which share definition, language and width."""

    def __init__(self, shown: _Shown, settings: Settings, size: float, *cells: float):
        self.shown, self.definition = shown, shown.definition
        self.text = Style(size, leading=1.25)
        self.cell, self.big_cell = cells
        self.paper = settings.paper.portrait.for_text
        self.area = self.paper.within(EDGE)
        self.language = settings.language

    def say(self, key: str, **params: object) -> str:
        return self.language.say(f"magnetmen.rules.{key}", **params)

    def page(self, sections: Sequence[Part], number: int) -> Page:
        """The sections under each other, the free height shared out between them."""
        area = self.area
        foot = line(self.say("foot", page=number), FOOT_STYLE)
        foot_box = Box(area.x, area.bottom - foot.height, foot.width, foot.height)
        head = self._head(number)
        room = area.h - head.height - foot.height - sum(part.height for part in sections)
        gap = min(1.8 * SECTION_GAP, room / len(sections))
        y = area.y + head.height
        items: list[Item] = [Group("head", Box(area.x, area.y, area.w, head.height), head.items)]
        for count, part in enumerate(sections):
            box = Box(area.x, y, area.w, part.height)
            items.append(Group(f"section {count + 1}", box, part.items))
            y += part.height + gap
        items.append(Group("footer", foot_box, foot.items(0, 0)))
        return Page(self.paper, tuple(items), f"rules {number}")

    def fits(self, sections: Sequence[Part], number: int) -> bool:
        """Whether a page holds the sections with a decent gap between them."""
        used = sum(part.height + SECTION_GAP for part in sections)
        return self._head(number).height + used + 5 <= self.area.h

    def _head(self, number: int) -> Part:
        side = 18.0 if number == 1 else 11.0
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
        return Part(tuple(items), self.area.w, side + 5)

    # The sections.

    def idea(self) -> Part:
        """Aim and set-up, across the page."""
        return self._boxed("idea", ["aim", "setup"])

    def turn(self) -> Part:
        """What a turn is, across the page."""
        return self._text("turn", ["take", "power", "full"], self.area.w)

    def repel(self) -> Part:
        """The Repel rule, with every square of one position judged."""
        found = self.shown.repel
        w, h = figures.side_lengths(found, self.big_cell)
        items = figures.owned(found, 0, 0, w, self.say("repel.own"))
        items += figures.board(found, 0, OWN, self.big_cell, HUE, figures.verdict_marks(found))
        figure = Part(tuple(items), w, OWN + h)
        width = self.area.w - w - COLUMN_GAP
        art = found.position.types[0].art
        captions = [self.language.say(f"magnetmen.board.own.{n}") for n in ("one", "two", "three")]
        minis = parts.repel_picture(0, 0, width, 6.2, art, captions, HUE, CAPTION)
        marks = ("free", "repel_side", "repel_above", "repel_diagonal")
        entries = [(mark, self.say(f"repel.key.{mark}")) for mark in marks]
        key = figures.key(0, minis[1] + 4, entries)
        below = Part((*minis[0], *key[0]), width, minis[1] + 4 + key[1])
        return self._beside("repel", ["around", "gone"], figure, below)

    def example(self) -> Part:
        """A turn, with a board before and after a taking."""
        found = self.shown.turn
        marks = {square: figures.mark_of(found.after.mark(square)) for square in found.closed}
        before = _Shot(found.before, {}, (found.square,), "example.before")
        after = _Shot(found.after, marks, (), "example.after")
        name = found.before.position.type_of(found.square).piece.named(self.language)
        figure = self._shots([before, after], name=name, count=len(marks))
        return self._beside("example", ["choose", "closes"], figure, name=name)

    def destroying(self) -> list[Part]:
        """Destroying, with a board before and after, and the squares that opens; nothing where
        these sets destroy nothing."""
        if not examples.can_destroy(self.definition):
            return []
        found = self.shown.destroy
        shut = {square: figures.mark_of(found.between.mark(square)) for square in found.opened}
        free = dict.fromkeys(found.opened, "free")
        before = _Shot(found.between, shut, (found.square,), "destroy.before")
        after = _Shot(found.after, free, (), "destroy.after")
        types = found.after.position.type_of
        taker = types(found.taken).piece.named(self.language) if found.taken is not None else ""
        name = types(found.square).piece.named(self.language)
        figure = self._shots([before, after], name=name, taken=taker, count=len(free))
        how = "action" if found.taken is None else "by_power"
        keys = ["what", how, "advanced", "four"]
        return [self._beside("destroy", keys, figure, taken=taker)]

    def ending(self) -> Part:
        """The end of the game and the score."""
        return self._boxed("end", ["when", "score", "ties"])

    def cases(self) -> Part:
        """Notes on what players ask, for the powers of the chosen sets."""
        shown = [key for key, needed in CASES if _any_power(self.definition, needed)]
        half = (self.area.w - COLUMN_GAP) / 2
        heading = self._heading("cases")
        blocks = [wrap(self.say(f"cases.{key}"), half - BULLET, CASE_STYLE) for key in shown]
        items, height = list(heading.items), heading.height
        for number, column in enumerate(_balanced(blocks)):
            x, y = number * (half + COLUMN_GAP), heading.height
            for block in column:
                items += line("•", CASE_STYLE).items(x, y)
                items += block.items(x + BULLET, y)
                y += block.height + PARAGRAPH_GAP * 0.8
            height = max(height, y - PARAGRAPH_GAP * 0.8)
        return Part(tuple(items), self.area.w, height)

    def legend(self) -> Part:
        """The legend of the examples' boards, for readers who wonder at a picture."""
        heading = self._heading("legend")
        half = (self.area.w - COLUMN_GAP) / 2
        rows = [legend.entry(kind, self.language) for kind in self._shown_types()]
        items, tallest = list(heading.items), 0.0
        for number, column in enumerate(
            (rows[: (len(rows) + 1) // 2], rows[(len(rows) + 1) // 2 :])
        ):
            table = legend.table(tuple(column), half, CASE_STYLE.size, 12.0, HUE, self.language)
            x = number * (half + COLUMN_GAP)
            items += table.items(x, heading.height, table.height, legend.ROW_GAP)
            tallest = max(tallest, table.height)
        return Part(tuple(items), self.area.w, heading.height + tallest)

    def _shown_types(self) -> list[RolledType]:
        """Every type on a board of the examples, once."""
        found = [self.shown.repel, self.shown.turn.before]
        if examples.can_destroy(self.definition):
            found.append(self.shown.destroy.before)
        kinds = {kind.piece.key: kind for each in found for kind in each.position.types}
        return [kinds[piece.key] for piece in self.definition.pieces if piece.key in kinds]

    # What the sections are made of.

    def _heading(self, section: str) -> Part:
        strong = theme.hue_colour(HUE, "strong")
        words = line(self.say(f"{section}.head"), Style(16, "title", "title", colour=strong))
        return Part(words.items(0, 0), words.width, words.height + 2.0)

    def _text(self, section: str, keys: Sequence[str], width: float, **names: str) -> Part:
        heading = self._heading(section)
        items, y = list(heading.items), heading.height
        for key in keys:
            block = wrap(self.say(f"{section}.{key}", **names), width, self.text)
            items += block.items(0, y)
            y += block.height + PARAGRAPH_GAP
        return Part(tuple(items), width, y - PARAGRAPH_GAP)

    def _boxed(self, section: str, keys: Sequence[str]) -> Part:
        pad = 4.0
        text = self._text(section, keys, self.area.w - 2 * pad)
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

    def _shots(self, shots: Sequence["_Shot"], **names: object) -> Part:
        """Boards side by side, each with what the player owns above and a caption below."""
        items: list[Item] = []
        gap, x, height = 5.0, 0.0, 0.0
        for shot in shots:
            w, h = figures.side_lengths(shot.example, self.cell)
            items += figures.owned(shot.example, x, 0, w, self.say("repel.own"))
            items += figures.board(shot.example, x, OWN, self.cell, HUE, shot.marks, shot.framed)
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

# Notes, each with what a power must have for players to ask; None is always shown.
CASES: tuple[tuple[str, Callable[[Power], bool] | None], ...] = (
    ("others", None),
    ("adjacent", None),
    ("most_least", lambda power: isinstance(power.find(If), If)),
    ("same_as", lambda power: power.find(SameAs) is not None),
    ("any_square", lambda power: power.find(Destroy) is not None),
    ("capacity", lambda power: power.find(Capacity) is not None),
    ("again", lambda power: power.find(TakeAgain) is not None),
    ("gone", lambda power: power.find(ForEach) is not None),
    ("slots", lambda power: _hits_inventories(power)),
    ("neighbour", lambda power: power.find(NeighbourCanTake) is not None),
    ("lead", lambda power: any(getattr(one, "who", "you") != "you" for one in power.on_take)),
)


def _hits_inventories(power: Power) -> bool:
    found = power.find(Destroy)
    return found is not None and found.where != "board"


def _any_power(definition: MagnetmenDefinition, needed: Callable[[Power], bool] | None) -> bool:
    powers = (power for piece in definition.pieces for power in piece.powers)
    return needed is None or any(needed(power) for power in powers)


def _balanced(blocks: list[Block]) -> tuple[list[Block], list[Block]]:
    """The blocks in two columns, in order, the left one the higher by little."""
    total, used = sum(block.height + PARAGRAPH_GAP for block in blocks), 0.0
    for number, block in enumerate(blocks):
        used += block.height + PARAGRAPH_GAP
        if used >= total / 2:
            return blocks[: number + 1], blocks[number + 1 :]
    return blocks, []
