"""The sidebar of a board: title, how to play, the legend, the game ID.

Input: a rolled board, settings, the boxes that the sidebar may take. Output: page items. The text
is set as large as fits: sizes are tried from the largest down to GOOD, in each box; only what does
not even fit the last is set smaller, down to the floor. What height is then left goes between the
legend's rows.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, parts
from generator.languages import Language, load_language
from generator.layout import theme
from generator.layout.page import Art, Group, Item, Line, Rect
from generator.layout.text import Block, Style, fitted_line, line, wrap

GAP = 2.0  # between the sidebar's parts
PARAGRAPH_GAP = 1.4
PAD = 3.0  # inside the how-to-play box
MAX_ROW_GAP = 5.0
TITLE = 16.0  # height of the title block
FOOTER_GAP = 1.6
OWNED = ("1", "2", "3+")  # how many of a type, beside the three parts of the Repel picture
GOOD = 9.0  # points: the least for legend and how to play, as long as the widest sidebar allows it

# Text size in points, portrait side and side of a square in the Repel picture in mm, from what
# looks best to what still may be printed.
FITS = (
    (10.0, 16.0, 5.4), (9.5, 14.0, 4.6), (9.0, 12.0, 3.6), (9.0, 9.0, 3.6),
    (8.5, 9.0, 3.6), (8.0, 9.0, 3.6),
)  # fmt: skip
GOOD_STEPS = range(sum(size >= GOOD for size, _, _ in FITS))


class _Guide(NamedTuple):
    """How to play: texts from the guide's top left corner, where its picture goes, its height."""

    texts: tuple[Item, ...]
    picture: parts.Repel
    height: float


class Fitted(NamedTuple):
    """The sidebar's parts that are as large as fits: in which of the boxes, which of FITS that is,
    the guide, the legend, the footer."""

    box: Box
    step: int
    guide: _Guide
    table: legend.Table
    foot: Group


def sidebar(board: Board, settings: Settings, found: Fitted) -> tuple[Item, ...]:
    """The sidebar's items."""
    box, guide, foot = found.box, found.guide, found.foot
    top = box.y + TITLE + GAP
    y = top + guide.height + GAP
    picture = _how_to_play(guide, box.w, board.hue, board.types[0].art)
    return (
        title(board, settings, box),
        Group("how to play", Box(box.x, top, box.w, guide.height), picture),
        *found.table.items(box.x, y, foot.box.y - GAP - y, MAX_ROW_GAP),
        foot,
    )


def fitted(board: Board, settings: Settings, boxes: Sequence[Box]) -> Fitted:
    """How large the sidebar can be set, in the first of the boxes that holds it at GOOD or larger,
    or else in the last. Raises LegendOverflowError when the legend cannot fit at 8 pt,
    TextOverflowError for a word that is too wide by itself."""
    language = load_language(settings.language_code)
    shown = legend.entries(board, language), legend.notes(board, language)
    for box in boxes:
        if found := _largest(board, settings, shown, box, GOOD_STEPS):
            return found
    if found := _largest(board, settings, shown, box, range(GOOD_STEPS.stop, len(FITS))):
        return found
    raise _too_high(board, settings, shown, box)


def _too_high(
    board: Board, settings: Settings, shown: tuple[tuple[legend.Entry, ...], str], box: Box
) -> legend.LegendOverflowError:
    """What is wrong at the least size. Raises TextOverflowError for a word that is too wide by
    itself."""
    size, side, cell = FITS[-1]
    table = legend.table(
        shown[0], box.w, size, side, board.hue, load_language(settings.language_code), shown[1]
    )
    guide = _guide(_paragraphs(board), box.w, size, cell, load_language(settings.language_code))
    foot = footer(board, settings, box)
    room = foot.box.y - GAP - (box.y + TITLE + GAP + guide.height + GAP)
    return legend.LegendOverflowError(board, settings, table, room, size)


def _largest(
    board: Board,
    settings: Settings,
    shown: tuple[tuple[legend.Entry, ...], str],
    box: Box,
    steps: range,
) -> Fitted | None:
    """The parts at the first of some steps at which they fit a box, if they do; shown are the rows
    of the legend and its notes."""
    rows, notes = shown
    language, told, foot = (
        load_language(settings.language_code),
        _paragraphs(board),
        footer(board, settings, box),
    )
    for step in steps:
        size, side, cell = FITS[step]
        guide = _guide(told, box.w, size, cell, language)
        room = foot.box.y - GAP - (box.y + TITLE + GAP + guide.height + GAP)
        if legend.least_height(len(rows), box.w, side, language) > room:
            continue  # no row need be wrapped to know that
        with suppress(TextOverflowError):
            table = legend.table(rows, box.w, size, side, board.hue, language, notes)
            if table.height <= room:
                return Fitted(box, step, guide, table, foot)
    return None


def title(board: Board, settings: Settings, box: Box) -> Group:
    """The logo, the game's name, what board this is, at the top of a box."""
    language = load_language(settings.language_code)
    sets, shape = board.subtitle(language)
    long = how_long(board, language)
    items = _title_items(box.w, board.hue, language, (sets, shape, long) if long else (sets, shape))
    return Group("title", Box(box.x, box.y, box.w, TITLE), items, shared=True)


@lru_cache(maxsize=1024)
def _title_items(
    width: float, hue: str, language: Language, subtitle: tuple[str, ...]
) -> tuple[Item, ...]:
    strong = theme.hue_colour(hue, "strong")
    room = width - TITLE - 2
    title = language.say("game.magnetmen")
    name = fitted_line(title, room, Style(theme.SIZES["title"], "title", "title", colour=strong))
    below = _subtitle(subtitle, room)
    step = below[-1].style.em * below[-1].style.leading
    top = TITLE - 0.3 - below[-1].height - (len(below) - 1) * step
    lines = [
        item
        for number, block in enumerate(below)
        for item in block.items(TITLE + 2, top + number * step)
    ]
    return (
        Art("shared/logo", Box(0, 0, TITLE, TITLE)),
        *name.items(TITLE + 2, 0.3),
        *lines,
    )


def _subtitle(texts: tuple[str, ...], width: float) -> list[Block]:
    """The sets, the size and players, and how long the board takes, on one line where they fit,
    else on two: designers' titles may be long, and leave no room for the last."""
    style = Style(9.5, colour="slate")
    sets, *rest = texts
    with suppress(TextOverflowError):
        return [fitted_line(" · ".join(texts), width, style, GOOD)]
    with suppress(TextOverflowError):
        style = style._replace(size=8.5)
        return [fitted_line(text, width, style) for text in (sets, " · ".join(rest))]
    block = wrap(" · ".join(texts[:2]), width, style._replace(size=theme.FLOOR, fitted=True))
    if len(block.lines) > 2:
        raise TextOverflowError(f"does not fit two lines of {width:.1f} mm: {sets}", sets)
    return [block]


def how_long(board: Board, language: Language) -> str:
    """About how long the board takes; nothing where no program has played it."""
    if board.playtest_result is None:
        return ""
    return language.say("magnetmen.board.minutes", minutes=board.playtest_result.minutes)


def _paragraphs(board: Board) -> tuple[str, ...]:
    """What has to be told, by keys of the wording."""
    if board.advanced:
        return "take", "repel", "destroy", "four", "end_advanced"
    scratches = any("destroyed_square" in kind.terms for kind in board.types)
    return "take", "repel", *(("scratch",) if scratches else ()), "full", "end"


@lru_cache(maxsize=1024)
def _guide(
    told: tuple[str, ...], width: float, size: float, cell: float, language: Language
) -> _Guide:
    """How to play in a few words, at a text size in points; cell is a square of the picture."""
    say, style, inner = language.say, Style(size), width - 2 * PAD
    texts: list[Item] = []
    y = PAD
    for key in told:
        block = wrap(say(f"magnetmen.board.{key}"), inner, style)
        texts += block.items(PAD, y)
        y += block.height + PARAGRAPH_GAP
        if key == "repel":
            picture = parts.Repel(PAD, y + 0.3, inner, cell)
            texts += picture.captions_beside(OWNED, Style(size + 3, "title", "title"))
            y += picture.side + 0.6 + PARAGRAPH_GAP
    return _Guide(tuple(texts), picture, y - PARAGRAPH_GAP + PAD)


@lru_cache(maxsize=4096)
def _how_to_play(guide: _Guide, width: float, hue: str, art: str) -> tuple[Item, ...]:
    """The guide in three layers, for boards share some of them: frame and squares with all of
    their hue, symbols with those that have the same first type, texts with those as crowded."""
    whole = Box(0, 0, width, guide.height)
    layers = {
        "frame": _backdrop(guide.picture, whole, hue),
        "symbols": _symbols(guide.picture, art),
        "texts": guide.texts,
    }
    return tuple(Group(name, whole, items, shared=True) for name, items in layers.items())


@lru_cache(maxsize=1024)
def _backdrop(picture: parts.Repel, box: Box, hue: str) -> tuple[Item, ...]:
    pale, strong = theme.hue_colour(hue, "pale"), theme.hue_colour(hue, "strong")
    return (Rect(box, pale, strong, theme.LINES["thin"], 2.2), *picture.squares(hue))


@lru_cache(maxsize=1024)
def _symbols(picture: parts.Repel, art: str) -> tuple[Item, ...]:
    return tuple(picture.symbols(art))


def footer(board: Board, settings: Settings, box: Box) -> Group:
    """The game ID, in as many lines as it needs, at the foot of the sidebar."""
    texts, height = parts.game_id(board.game_id, load_language(settings.language_code), box.w)
    rule = Line(0, 0, box.w, 0, theme.hue_colour(board.hue, "tray"), theme.LINES["thin"])
    height += FOOTER_GAP
    lowered = tuple(text._replace(y=text.y + FOOTER_GAP) for text in texts)
    return Group("footer", Box(box.x, box.bottom - height, box.w, height), (rule, *lowered))


def footer_line(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The game ID under a board without a sidebar, and how long it takes where there is room.
    Raises TextOverflowError."""
    texts, height = parts.game_id(board.game_id, load_language(settings.language_code), box.w)
    if height > box.h:
        raise TextOverflowError(f"{board.game_id} does not fit one line under the board")
    lowered = [text._replace(y=text.y + box.h - height) for text in texts]
    if long := how_long(board, load_language(settings.language_code)):
        note = line(long, parts.ID_STYLE)
        if max(text.x + text.width for text in lowered) + GAP + note.width <= box.w:
            lowered += list(note.items(box.w - note.width, box.h - height))
    return (Group("footer", box, tuple(lowered)),)
