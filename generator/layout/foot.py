"""The foot of a sheet to cut: instructions for making the pieces, a ruler, the game ID.

The box of instructions lies above the slug, which has the ruler, advice for printing and the game
ID.
"""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, wrap, wrap_id

CARD_WEIGHT = "200–300"  # g/m2, of cards and tokens
FOLDED_WEIGHT = "100–150"  # of those that two layers of paper are glued together for
DIE_WEIGHT = "160"  # g/m2, of what is folded

SLUG = 10.0  # height of the lines under the pieces: ruler, advice, game ID
SLUG_LINE = 3.4
MAX_SLUG_LINES = 2
GAP = 1.0  # above the slug, and above the box
RULER, SHORT_RULER = 100.0, 50.0
RULER_GAP = 5.0  # between the ruler and the texts beside it
INCHES_ROOM = 4.0  # besides, where "4 in" stands there
INCH = 25.4
SLUG_STYLE = Style(theme.FLOOR, leading=SLUG_LINE / (theme.FLOOR * MM_PER_POINT), colour="slate")
BACKS_STYLE = Style(theme.FLOOR, "bold")
BACKS_TOP = 6.0  # under the ruler
CLEAR_OF_MARKS = 10.0  # how far words under the ruler are moved away from a mark below them

MAKING_SIZE = 9.0  # pt
LARGE_SIZE = 11.0  # pt, where there is more room than on A4 and Letter
WIDE = 250.0  # mm, the shorter side of paper with room for that size
CUTTING_NOTES: dict[str, dict[str, str]] = {
    "usual": {},
    "corners": {"cards": "corners", "pieces": "corners", "tokens": "corner_markers"},
    "lines": {"pieces": "lines", "tokens": "line_markers"},
}
"""How to cut along printed marks, by the way for the usual marks where it is another."""
COLUMNS = 3
COLUMN_GAP = 5.0
FOLD_CLEARANCE = 3.0  # between a fold, whose edge is round, and what is beside it
PAD = 1.5  # in the box, around the texts
PARAGRAPH_GAP = 0.4  # em, between the notes of a column


def is_for_machine(settings: Settings) -> bool:
    """Whether marks are printed by which a machine finds its place."""
    return settings.marks in ("silhouette", "silhouette-4", "frame")


def area(paper: Paper) -> Box:
    """The area above the slug inside the margins, as far from the left edge as from the right."""
    left, top, right, bottom = paper.margins
    side = max(left, right)
    height = paper.height - top - bottom - SLUG - GAP
    return Box(side, top, paper.width - 2 * side, height)


def halves(settings: Settings) -> tuple[Box, Box]:
    """The areas left and right of the fold of a gutterfold. A frame for machines keeps away from
    the fold as from the edges."""
    whole, fold = area(settings.paper), settings.paper.fold
    clearance = settings.paper.margins[2] if settings.marks == "frame" else FOLD_CLEARANCE
    left = whole._replace(w=fold - clearance - whole.x)
    return left, left.moved(whole.right - left.right, 0)


def card_notes(settings: Settings, cutting: str, *more: str) -> tuple[str, ...]:
    """Notes on pieces of card with backs: paper, gluing if backs are beyond a fold, cutting, and
    more."""
    say = load_language(settings.language_code).say
    cutting_words = cutting_note(settings, cutting)
    if settings.is_gutterfold:
        paper = say("sheet.making.paper.one", weight=FOLDED_WEIGHT)
        return paper, say("sheet.making.fold"), cutting_words, *more
    sides = "both" if settings.is_duplex else "one"
    return say(f"sheet.making.paper.{sides}", weight=CARD_WEIGHT), cutting_words, *more


def thicker_notes(settings: Settings) -> tuple[str, ...]:
    """How to make thicker pieces; none for those that are glued anyway."""
    if settings.is_gutterfold:
        return ()
    say = load_language(settings.language_code).say
    return (say("sheet.making.thicker" if settings.is_duplex else "sheet.making.mounted"),)


def cutting_note(settings: Settings, cutting: str) -> str:
    """How to cut the pieces: the way named for the usual marks, else as the marks have it."""
    say = load_language(settings.language_code).say
    notes = CUTTING_NOTES.get(settings.marks)
    note = notes.get(cutting, cutting) if notes is not None else "machine"
    if settings.gap and note == "cards":  # which share no lines then
        note = "lines"
    words = say(f"sheet.making.cut.{note}")
    is_unglued = note == "cards" and not settings.is_gutterfold
    return f"{words} {say('sheet.making.unglued')}" if is_unglued else words


def instructions(notes: Sequence[str], settings: Settings) -> Group:
    """The box that says how to make the pieces, as wide as the sheet: a title, and behind it the
    notes, which are markup, in up to three columns; with a fold a box on either side of it."""
    room = area(settings.paper)
    size = LARGE_SIZE if settings.paper.portrait.width > WIDE else MAKING_SIZE
    title = line(
        load_language(settings.language_code).say("sheet.making.title"),
        Style(size, "title", "title"),
    )
    rule = 2 * PAD + title.width + COLUMN_GAP / 2
    boxes = halves(settings) if settings.is_gutterfold else (room,)
    columns = 1 if settings.is_gutterfold else min(COLUMNS, len(notes))
    places: list[tuple[float, float]] = []  # of columns: where they begin, how wide they are
    for box in boxes:
        left = box.x - room.x + (PAD if places else rule + COLUMN_GAP / 2)
        free = box.x - room.x + box.w - PAD - left
        width = (free - (columns - 1) * COLUMN_GAP) / columns
        places += [(left + number * (width + COLUMN_GAP), width) for number in range(columns)]
    style = Style(size)
    texts = _columns(notes, [width for _, width in places], style)
    height = max(_height(column, style) for column in texts) + 2 * PAD
    pen = theme.LINES["thin"]
    frames = [Box(box.x - room.x, 0, box.w, height) for box in boxes]
    items: list[Item] = [
        # no pen in the margin
        *(Rect(frame.inset(pen * MM_PER_POINT / 2), None, "grey", pen, 1.5) for frame in frames),
        Line(rule, PAD, rule, height - PAD, "grey", pen),
        *title.items(2 * PAD, (height - title.height) / 2),
    ]
    for column, (left, _) in zip(texts, places, strict=True):
        items += _column(column, left, style)
    return Group("instructions", Box(room.x, room.bottom - height, room.w, height), tuple(items))


def _columns(notes: Sequence[str], widths: Sequence[float], style: Style) -> list[list[TextBlock]]:
    """The notes in order in columns of these widths, the tallest as low as can be."""

    def split(breaks: Sequence[int]) -> list[list[TextBlock]]:
        spans = pairwise((0, *breaks, len(notes)))
        return [
            [wrap(note, width, style) for note in notes[start:end]]
            for (start, end), width in zip(spans, widths, strict=True)
        ]

    ways = map(split, combinations(range(1, len(notes)), len(widths) - 1))
    return min(ways, key=lambda way: max(_height(column, style) for column in way))


def _height(column: Sequence[TextBlock], style: Style) -> float:
    gaps = (len(column) - 1) * PARAGRAPH_GAP * style.em
    return math.fsum(block.height for block in column) + gaps


def _column(column: Sequence[TextBlock], x: float, style: Style) -> Iterator[Item]:
    y = PAD
    for block in column:
        yield from block.items(x, y)
        y += block.height + PARAGRAPH_GAP * style.em


def slug(paper: Paper, text: str, settings: Settings, first: bool) -> Group:
    """The lines at the foot: a ruler to check the scale, how to print, the name of the sheet, and
    what to do about backs. With a fold, the ruler lies on its left, and is short where half the
    paper is."""
    inches = paper.name == "letter"
    box, length, left = _slug_box(paper), RULER, RULER + RULER_GAP + INCHES_ROOM * inches
    if settings.is_gutterfold:
        half, other = halves(settings)
        length = RULER if half.w > 4 * INCH else SHORT_RULER
        left = other.x - box.x
    advice = _advice(box.w - left, length, settings)
    items: list[Item] = [*ruler(inches, length), *advice.items(left, 0)]
    slug_text = wrap_id(text, box.w - left, SLUG_STYLE)
    if len(slug_text.lines) > MAX_SLUG_LINES:
        raise TextOverflowError(f"does not fit under the ruler: {text}")
    items += slug_text.items(left, SLUG_LINE)
    if words := _about_backs(settings, first):
        indent = CLEAR_OF_MARKS if is_for_machine(settings) else 0.0
        room = half.w if length == SHORT_RULER else RULER - INCH / 2
        block = fitted_line(words, room - indent, BACKS_STYLE)
        items += block.items(indent, BACKS_TOP)
    return Group("slug", box, tuple(items))


def _about_backs(settings: Settings, first: bool) -> str:
    """How to print on both sides, on the first sheet and on all that go through a machine one by
    one; or how to fold a gutterfold; "" for nothing to say."""
    say = load_language(settings.language_code).say
    if settings.is_gutterfold:
        return say("sheet.gutterfold")
    is_wanted = settings.is_duplex and (first or is_for_machine(settings))
    return say(f"sheet.duplex.{settings.flip}") if is_wanted else ""


def _advice(width: float, length: float, settings: Settings) -> TextBlock:
    """How to print, and what to check of a ruler of that length; only the latter where margins are
    wide."""
    say = load_language(settings.language_code).say
    try:
        return fitted_line(say("sheet.scale", length=f"{length:g}"), width, SLUG_STYLE)
    except TextOverflowError:
        return fitted_line(say("sheet.ruler", length=f"{length:g}"), width, SLUG_STYLE)


def back_slug(paper: Paper, text: str, settings: Settings) -> Group:
    """The name of the front of a page of backs, in the middle of the foot, where no offset moves it
    off the paper."""
    box = _slug_box(paper)
    front = load_language(settings.language_code).say("sheet.back", front=text)
    block = wrap_id(front, box.w * 0.8, SLUG_STYLE)
    items = block.items((box.w - block.width) / 2, 0, "centre")
    return Group("slug", box, items)


def numbered_slug(slug: str, number: int, of: int) -> str:
    """A slug with the number of its sheet, where there are several."""
    return f"{slug} · {number}/{of}" if of > 1 else slug


def _slug_box(paper: Paper) -> Box:
    above = area(paper)
    return Box(above.x, above.bottom + GAP, above.w, SLUG)


@lru_cache(maxsize=4)
def ruler(inches: bool, length: float = RULER) -> tuple[Item, ...]:
    """A line with a tick every 10 mm, from (0, 0) down to 7; below a long one inches."""
    weight = theme.LINES["cut"]
    y = 3.4
    items: list[Item] = [Line(0, y, length, y, "ink", weight)]
    for step in range(int(length / 10) + 1):
        tick = 1.4 if step % 5 else 2.4
        items.append(Line(step * 10, y - tick, step * 10, y, "ink", weight))
    label = line(f"{length:g} mm", SLUG_STYLE)
    if length == SHORT_RULER:  # below it are words
        return (*items, *label.items(length + 1.5, y - label.height / 2))
    items += label.items(length - 1 - label.width, y + 0.9)
    if inches:
        items.append(Line(RULER, y, 4 * INCH, y, "ink", weight))
        for step in range(5):
            items.append(Line(step * INCH, y, step * INCH, y + 1.4, "ink", weight))
        label = line("4 in", SLUG_STYLE)
        items += label.items(4 * INCH + 0.8, y - label.height / 2)
    return tuple(items)
