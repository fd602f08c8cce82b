"""The foot of a sheet to cut: how to make the pieces, a ruler, advice for printing, the game ID."""

import math
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from operator import itemgetter

from generator.core.errors import TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Group, Item, Line, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, title_style, wrap, wrap_id

CARD_WEIGHT = "200–300"  # g/m2, of cards and tokens
FOLDED_WEIGHT = "100–150"  # of those that two layers of paper are glued together for
DIE_WEIGHT = "160"  # g/m2, of what is folded

SLUG = 10.0  # height of the lines under the pieces: ruler, advice, game ID
SLUG_LINE = 3.4
MAX_SLUG_LINES = 2
GAP = 1.0  # above the slug, and above the box
RULER, SHORT_RULER = 100.0, 50.0
RULER_GAP = 4.0  # between the ruler and the texts beside it
LABEL_GAP = 0.9  # between a tick and what it measures
INCH = 25.4
SLUG_STYLE = Style(theme.FLOOR, leading=SLUG_LINE / (theme.FLOOR * MM_PER_POINT), colour="slate")
BACKS_STYLE = Style(theme.FLOOR, "bold")
BACKS_TOP = 6.3  # under the ruler
CLEAR_OF_MARKS = 10.0  # how far words under the ruler are moved away from a mark below them

MAKING_SIZE = 9.0  # pt
LARGE_SIZE = 11.0  # pt, where there is more room than on A4 and Letter
WIDE = 250.0  # mm, the shorter side of paper with room for that size
# How to cut along printed marks, by the way for the usual marks where it is another.
CUTTING_NOTES: dict[str, dict[str, str]] = {
    "usual": {},
    "corners": {"cards": "corners", "pieces": "corners", "tokens": "corner_markers"},
    "lines": {"pieces": "lines", "tokens": "line_markers"},
}
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
    return Box(side, top, paper.width - 2 * side, paper.height - top - bottom - SLUG - GAP)


def halves(settings: Settings) -> tuple[Box, Box]:
    """The areas beside the fold; a frame for machines keeps away from it as from the edges."""
    paper, whole = settings.paper, area(settings.paper)
    edge = paper.margins[2] - paper.real_sheet.x
    clearance = edge if settings.marks == "frame" else FOLD_CLEARANCE
    left = whole._replace(w=paper.fold - clearance - whole.x)
    return left, left.moved(whole.right - left.right, 0)


def card_notes(settings: Settings, cutting: str, *more: str) -> tuple[str, ...]:
    """Notes on pieces of card with backs: paper, gluing beyond a fold, cutting, and more."""
    say = load_language(settings.language_code).say
    sides = "both" if settings.is_duplex else "one"
    weight = FOLDED_WEIGHT if settings.is_gutterfold else CARD_WEIGHT
    glued = [say("sheet.making.fold")] if settings.is_gutterfold else []
    paper = say(f"sheet.making.paper.{sides}", weight=weight)
    return (paper, *glued, cutting_note(settings, cutting), *more)


def thicker_notes(settings: Settings) -> tuple[str, ...]:
    """How to make thicker pieces; none for those that are glued anyway."""
    say, way = load_language(settings.language_code).say, settings.backs
    ways = {"duplex": "thicker", "none": "mounted"}
    return (say(f"sheet.making.{ways[way]}"),) if way in ways else ()


def cutting_note(settings: Settings, cutting: str) -> str:
    """How to cut the pieces: the way named for the usual marks, else as the marks have it."""
    say, notes = load_language(settings.language_code).say, CUTTING_NOTES.get(settings.marks)
    note = "machine" if notes is None else notes.get(cutting, cutting)
    if settings.gap and note == "cards":  # which share no lines then
        note = "lines"
    words = say(f"sheet.making.cut.{note}")
    is_unglued = note == "cards" and not settings.is_gutterfold
    return f"{words} {say('sheet.making.unglued')}" if is_unglued else words


def instructions(notes: Sequence[str], settings: Settings, hue: str = "") -> Group:
    """The box that says how to make the pieces: a title and, in up to three columns, notes, which
    are markup, in the look of a hue; with a fold a box on either side of it."""
    room, gutter = area(settings.paper), COLUMN_GAP
    size = LARGE_SIZE if settings.paper.portrait.width > WIDE else MAKING_SIZE
    words = load_language(settings.language_code).say("sheet.making.title")
    title, style = line(words, title_style(size, hue, "ink")), Style(size)
    rule = 2 * PAD + title.width + gutter / 2
    boxes = halves(settings) if settings.is_gutterfold else (room,)
    count = 1 if settings.is_gutterfold else min(COLUMNS, len(notes))
    lefts: list[float] = []
    widths: list[float] = []
    for box in boxes:
        left = box.x - room.x + (PAD if lefts else rule + gutter / 2)
        width = (box.x - room.x + box.w - PAD - left - (count - 1) * gutter) / count
        lefts += [left + number * (width + gutter) for number in range(count)]
        widths += [width] * count
    columns, height = _columns(notes, widths, style)
    height += 2 * PAD
    pen, items = theme.LINES["thin"], list[Item]()
    for box in boxes:
        frame = Box(box.x - room.x, 0, box.w, height).inset(pen * MM_PER_POINT / 2)
        items.append(Rect(frame, None, "grey", pen, 1.5))
    items.append(Line(rule, PAD, rule, height - PAD, "grey", pen))
    items += title.items(2 * PAD, (height - title.height) / 2)
    for left, column in zip(lefts, columns, strict=True):
        y = PAD
        for block in column:
            items += block.items(left, y)
            y += block.height + PARAGRAPH_GAP * style.em
    return Group("instructions", Box(room.x, room.bottom - height, room.w, height), tuple(items))


def _columns(
    notes: Sequence[str], widths: Sequence[float], style: Style
) -> tuple[list[list[TextBlock]], float]:
    """The notes in order in columns of these widths, the tallest as low as can be; its height."""
    ways = []
    for breaks in combinations(range(1, len(notes)), len(widths) - 1):
        columns, heights = list[list[TextBlock]](), list[float]()
        for width, (start, end) in zip(widths, pairwise((0, *breaks, len(notes))), strict=True):
            columns.append([wrap(note, width, style) for note in notes[start:end]])
            gaps = (end - start - 1) * PARAGRAPH_GAP * style.em
            heights.append(math.fsum(block.height for block in columns[-1]) + gaps)
        ways.append((columns, max(heights)))
    return min(ways, key=itemgetter(1))


def slug(paper: Paper, text: str, settings: Settings) -> Group:
    """A ruler to check the scale, how to print, the name of the sheet; how to print on both sides,
    or to fold. With a fold, the ruler is on its left, and short where half the paper is.
    Raises TextOverflowError."""
    say, inches = load_language(settings.language_code).say, paper.name == "letter"
    box, length = _slug_box(paper), RULER
    left = (4 * INCH if inches else RULER) + RULER_GAP
    if settings.is_gutterfold:
        half, other = halves(settings)
        length = RULER if half.w > 4 * INCH else SHORT_RULER
        left = other.x - box.x
    # Where margins are wide, the same in fewer words.
    long, short = (say(f"sheet.{key}", length=f"{length:g}") for key in ("scale", "ruler"))
    advice = fitted_line(long, box.w - left, SLUG_STYLE, short)
    items: list[Item] = [*ruler(inches, length), *advice.items(left, 0)]
    slug_text = wrap_id(text, box.w - left, SLUG_STYLE)
    if len(slug_text.lines) > MAX_SLUG_LINES:  # the ID names the game, too
        slug_text = wrap_id(text.split(" · ", 1)[-1], box.w - left, SLUG_STYLE)
    if len(slug_text.lines) > MAX_SLUG_LINES:
        raise TextOverflowError(f"does not fit under the ruler: {text}")
    items += slug_text.items(left, SLUG_LINE)
    if settings.is_gutterfold or settings.is_duplex:
        key = "gutterfold" if settings.is_gutterfold else f"duplex.{settings.flip}"
        indent = CLEAR_OF_MARKS if is_for_machine(settings) else 0.0
        room = half.w if length == SHORT_RULER else RULER - INCH / 2
        block = fitted_line(say(f"sheet.{key}"), room - indent, BACKS_STYLE)
        items += block.items(indent, BACKS_TOP)
    return Group("slug", box, tuple(items))


def back_slug(paper: Paper, text: str, settings: Settings) -> Group:
    """The name of the front, in the middle of the foot, where no offset moves it off the paper."""
    box = _slug_box(paper)
    front = load_language(settings.language_code).say("sheet.back", front=text)
    block = wrap_id(front, box.w * 0.8, SLUG_STYLE)
    return Group("slug", box, block.items((box.w - block.width) / 2, 0, "centre"))


def numbered_slug(slug: str, number: int, of: int) -> str:
    """A slug with the number of its sheet, where there are several."""
    return f"{slug} · {number}/{of}" if of > 1 else slug


def _slug_box(paper: Paper) -> Box:
    above = area(paper)
    return Box(above.x, above.bottom + GAP, above.w, SLUG)


@lru_cache(maxsize=4)
def ruler(inches: bool, length: float = RULER) -> tuple[Item, ...]:
    """A line with a tick every 10 mm, from (0, 0) down to 8; below a long one inches. What it
    measures stands on the left of the last tick, above the others."""
    weight, y = theme.LINES["cut"], 4.3
    items: list[Item] = [Line(0, y, length, y, "ink", weight)]
    for step in range(int(length / 10) + 1):
        tick = 1.4 if step % 5 else 2.4
        items.append(Line(step * 10, y - tick, step * 10, y, "ink", weight))
    label = line(f"{length:g} mm", SLUG_STYLE)
    items += label.items(length - LABEL_GAP - label.width, 0)
    if inches and length == RULER:  # below a short one are words
        items.append(Line(RULER, y, 4 * INCH, y, "ink", weight))
        for step in range(5):
            items.append(Line(step * INCH, y, step * INCH, y + 1.4, "ink", weight))
        label = line("4 in", SLUG_STYLE)
        items += label.items(4 * INCH - LABEL_GAP - label.width, y + 0.4)
    return tuple(items)
