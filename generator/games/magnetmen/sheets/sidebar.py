"""The sidebar of a board: title, how to play, the legend; the game ID beside it.

The text is set as large as fits: sizes are tried from the largest, in each of the boxes that the
sidebar may take. Where the legend's rows are close, the title is smaller.
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
from generator.games.magnetmen.sheets.legend import Legend, LegendSize
from generator.languages import Language, load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import LINE_HEIGHT, Art, Group, Item, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, wrap

GAP = 2.0  # between the sidebar's parts
PARAGRAPH_GAP = 1.4
PAD = 3.0  # inside the how-to-play box
MAX_ROW_GAP = 5.0
LOGO, SMALL_LOGO = 16.0, 9.0
SMALL_NAME = 16.0  # points
LOGO_GAP, SMALL_LOGO_GAP = 2.0, 1.5
NAME_ROOM, SMALL_NAME_ROOM = 9.3, 6.6  # height above the lines below the name
TITLE_EDGE = 0.3  # above and below the texts


class SidebarSize(NamedTuple):
    """The size of the legend, the side of a square in the Repel picture in mm."""

    legend: LegendSize
    cell: float


SIZES = (
    SidebarSize(LegendSize(10.0, 16.0), 5.4),
    SidebarSize(LegendSize(9.5, 14.0), 4.6),
    SidebarSize(LegendSize(9.5, 13.0), 3.8),
    SidebarSize(LegendSize(9.0, 12.0), 3.6),
    SidebarSize(LegendSize(9.0, 9.0), 3.6),
)


class _Guide(NamedTuple):
    """How to play: texts from the guide's top left corner, where its picture goes, its height."""

    texts: tuple[Item, ...]
    picture: parts.Repel
    height: float


class _Candidate(NamedTuple):
    """A box, the index of a size in SIZES, whether the title is small, whether the legend may have
    its smallest gaps."""

    box: Box
    step: int
    small_title: bool
    tight: bool = False


class FittedSidebar(NamedTuple):
    """The parts of a sidebar that are as large as fits, the box they fit, the index of their size
    in SIZES."""

    box: Box
    step: int
    title: Group
    guide: _Guide
    legend: Legend

    @property
    def legend_top(self) -> float:
        return self.guide_top + self.guide.height + GAP

    @property
    def guide_top(self) -> float:
        return self.title.box.bottom + GAP

    @property
    def legend_room(self) -> float:
        """The height for the legend, in mm."""
        return self.box.bottom - self.legend_top


def sidebar(board: Board, fit: FittedSidebar) -> tuple[Item, ...]:
    """The sidebar's items."""
    box, guide = fit.box, fit.guide
    guide_box = Box(box.x, fit.guide_top, box.w, guide.height)
    picture = _how_to_play(guide, box.w, board.hue, board.types[0].art)
    return (
        fit.title,
        Group("how to play", guide_box, picture),
        *fit.legend.items(box.x, fit.legend_top, fit.legend_room, MAX_ROW_GAP),
    )


def fit_sidebar(board: Board, settings: Settings, boxes: Sequence[Box]) -> FittedSidebar:
    """The sidebar in the first of the boxes that holds it at a good size; in the last box, as
    large as fits, where none does.

    Raises LegendOverflowError when the legend does not fit at the smallest size, TextOverflowError
    for a word that is wider than its column.
    """
    language = load_language(settings.language_code)
    entries, notes = legend.entries(board, language), legend.notes(board, language)
    paragraphs = _paragraphs(board)

    def lay_out(candidate: _Candidate, *, must_fit: bool = True) -> FittedSidebar:
        box, step, small_title, tight = candidate
        size, cell = SIZES[step]
        guide = _guide(paragraphs, box.w, size.text, cell, language)
        head = title(board, settings, box, small_title)
        room = box.bottom - head.box.bottom - guide.height - 2 * GAP
        if must_fit and legend.min_height(len(entries), box.w, size.portrait, language) > room:
            raise TextOverflowError("the portraits are too high")  # known before wrapping any row
        rows = legend.lay_out(entries, box.w, size, board.hue, language, notes)
        if must_fit and (rows.height if tight else rows.good_height) > room:
            raise TextOverflowError("the legend is too high")
        return FittedSidebar(box, step, head, guide, rows)

    candidates = _candidates(tuple(boxes))
    try:
        return flow.largest_that_fits(candidates, lay_out)
    except TextOverflowError:
        over = lay_out(candidates[-1], must_fit=False)
        raise legend.LegendOverflowError(
            board, settings, over.legend, over.legend_room, SIZES[-1].legend.text
        ) from None


@lru_cache(maxsize=64)
def _candidates(boxes: tuple[Box, ...]) -> tuple[_Candidate, ...]:
    """What to try, the best first: a small title is better than a smaller board, and that is better
    than small gaps in the legend."""
    *others, last = range(len(SIZES))
    steps = (*((step, False) for step in others), (last, False), (last, True))
    good = [_Candidate(box, *step) for box in boxes for step in steps]
    return (*good, good[-1]._replace(tight=True))


def title(board: Board, settings: Settings, box: Box, small: bool = False) -> Group:
    """The logo, the game's name, what board this is, at the top of a box."""
    language = load_language(settings.language_code)
    sets, shape = board.subtitle(language)
    long = minutes_text(board, language)
    subtitle = (sets, shape, long) if long else (sets, shape)
    block = _title_block(box.w, small, board.hue, language, subtitle)
    return block.at(box.x, box.y, shared=True)


@lru_cache(maxsize=1024)
def _title_block(
    width: float, small: bool, hue: str, language: Language, subtitle: tuple[str, ...]
) -> Block:
    logo, size = (SMALL_LOGO, SMALL_NAME) if small else (LOGO, theme.SIZES["title"])
    strong = theme.hue_colour(hue, "strong")
    left = logo + (SMALL_LOGO_GAP if small else LOGO_GAP)
    title = language.say("game.magnetmen")
    name = fitted_line(title, width - left, Style(size, "title", "title", colour=strong))
    below = _subtitle(subtitle, width - left)
    gap = below[-1].style.em * (below[-1].style.leading - LINE_HEIGHT)
    lines = flow.stacked_height(below, gap) + TITLE_EDGE
    height = max(logo, (SMALL_NAME_ROOM if small else NAME_ROOM) + lines)
    items = (
        Art("shared/logo", Box(0, (height - logo) / 2, logo, logo)),
        *name.items(left, TITLE_EDGE),
        *flow.stack_items(below, gap, left, height - lines),
    )
    return Block(items, width, height, "title")


def _subtitle(texts: tuple[str, ...], width: float) -> list[TextBlock]:
    """The sets, the size and players, and how long the board takes, on one line where they fit it,
    else on two: designers' titles may be long, and leave no room for the last."""
    style = Style(9.5, colour="slate")
    sets, *rest = texts
    with suppress(TextOverflowError):
        return [fitted_line(" · ".join(texts), width, style)]
    style = style._replace(size=theme.FLOOR)
    with suppress(TextOverflowError):
        return [fitted_line(text, width, style) for text in (sets, " · ".join(rest))]
    block = wrap(" · ".join(texts[:2]), width, style)
    if len(block.lines) > 2:
        raise TextOverflowError(f"does not fit two lines of {width:.1f} mm: {sets}", sets)
    return [block]


def minutes_text(board: Board, language: Language) -> str:
    """About how long the board takes; nothing where no program has played it."""
    if board.playtest_result is None:
        return ""
    return language.say("magnetmen.board.minutes", minutes=board.playtest_result.minutes)


def _paragraphs(board: Board) -> tuple[str, ...]:
    """The paragraphs of the guide, as keys of the wording."""
    if board.advanced:
        return "take", "repel", "destroy", "four", "end_advanced"
    scratches = any("destroyed_square" in kind.terms for kind in board.types)
    return "take", "repel", *(("scratch",) if scratches else ()), "full", "end"


@lru_cache(maxsize=1024)
def _guide(
    paragraphs: tuple[str, ...], width: float, size: float, cell: float, language: Language
) -> _Guide:
    """How to play in a few words, at a text size in points.

    paragraphs are keys of the wording; cell is the side of a square in the picture, in mm.
    """
    style, inner = Style(size), width - 2 * PAD
    texts: list[Item] = []
    y = PAD
    for key in paragraphs:
        block = wrap(language.say(f"magnetmen.board.{key}"), inner, style)
        texts += block.items(PAD, y)
        y += block.height + PARAGRAPH_GAP
        if key == "repel":
            picture = parts.Repel(PAD, y + 0.3, inner, cell)
            texts += picture.captions_below(parts.own_captions(language), style)
            y += 0.3 + picture.height(style) + PARAGRAPH_GAP
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


def game_id_beside(board: Board, settings: Settings, box: Box) -> Group:
    """The game ID on one line from the foot of a box to its head. Raises TextOverflowError."""
    text = parts.game_id_text(board.game_id, load_language(settings.language_code), box.h)
    return Group("game ID", box, text.items(0, (box.w - text.height) / 2), 270)


def footer_line(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The game ID under a board without a sidebar, and how long the board takes where there is
    room. Raises TextOverflowError."""
    language = load_language(settings.language_code)
    text = parts.game_id_text(board.game_id, language, box.w)
    items = text.items(0, box.h - text.height)
    if minutes := minutes_text(board, language):
        note = line(minutes, parts.ID_STYLE)
        if text.width + GAP + note.width <= box.w:
            items += note.items(box.w - note.width, box.h - text.height)
    return (Group("footer", box, items),)
