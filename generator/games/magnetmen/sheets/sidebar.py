"""The sidebar of a board: title, how to play, the legend, the game ID.

Input: a rolled board, settings, the sidebar's box. Output: page items. The text is set as large
as fits: sizes are tried from the largest down to the floor, and what height is then left goes
between the legend's rows.
"""

from functools import lru_cache
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, parts
from generator.languages import Language
from generator.layout.page import Art, Box, Group, Item, Line, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line, wrap

GAP = 2.4  # between the sidebar's parts
PARAGRAPH_GAP = 1.7
PAD = 3.0  # inside the how-to-play box
MAX_ROW_GAP = 5.0
TITLE = 16.0  # height of the title block
FOOTER_GAP = 1.6

# Text size in points, portrait side and side of a square in the Repel picture in mm, from what
# looks best to what still may be printed.
FITS = (
    (10.0, 16.0, 5.4), (10.0, 15.0, 5.0), (9.5, 14.0, 4.6), (9.0, 13.0, 4.6), (9.0, 12.0, 4.2),
    (8.5, 12.0, 4.2), (8.5, 11.0, 4.0), (8.25, 10.5, 4.0), (8.0, 10.0, 3.8),
)  # fmt: skip


class _Look(NamedTuple):
    """What the fixed parts depend on; equal looks share their drawing."""

    width: float
    hue: str
    language: Language
    advanced: bool
    scratches: bool
    symbol: str


def sidebar(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The sidebar's items. Raises TextTooLong when the legend cannot fit at 8 pt."""
    scratches = any(kind.power.find(Destroy) for kind in board.types)
    look = _Look(box.w, board.hue, settings.language, board.advanced, scratches, board.types[0].art)
    foot = _footer(board, settings, box)
    rows = tuple(legend.entry(kind, settings.language) for kind in board.types)
    top = box.y + TITLE + GAP
    for size, side, cell in FITS:
        guide, height = _how_to_play(look, size, cell)
        y = top + height + GAP
        room = box.bottom - foot.box.h - GAP - y
        try:
            table = legend.table(rows, box.w, size, side, board.hue, settings.language)
        except TextTooLong:
            continue
        if table.height <= room:
            break
    else:
        raise TextTooLong(f"the legend of {board.game_id} does not fit the sheet at 8 pt")
    return (
        _title(board, settings, box),
        Group("how to play", Box(box.x, top, box.w, height), guide, shared=True),
        *table.items(box.x, y, room, MAX_ROW_GAP),
        foot,
    )


def _title(board: Board, settings: Settings, box: Box) -> Group:
    language = settings.language
    items = _title_items(box.w, board.hue, language.say("game.magnetmen"), board.subtitle(language))
    return Group("title", Box(box.x, box.y, box.w, TITLE), items, shared=True)


@lru_cache(maxsize=64)
def _title_items(width: float, hue: str, title: str, subtitle: str) -> tuple[Item, ...]:
    strong = theme.hue_colour(hue, "strong")
    room = width - TITLE - 2
    name = fitted_line(title, room, Style(theme.SIZES["title"], "title", "title", colour=strong))
    below = _subtitle(subtitle, room)
    return (
        Art("shared/logo", Box(0, 0, TITLE, TITLE)),
        *name.items(TITLE + 2, 0.3),
        *below.items(TITLE + 2, TITLE - below.height - 0.3),
    )


def _subtitle(text: str, width: float) -> Block:
    """On one line where it fits, else on two: designers' titles may be long."""
    try:
        return fitted_line(text, width, Style(9.5, colour="slate"))
    except TextTooLong:
        block = wrap(text, width, Style(theme.FLOOR, colour="slate"))
        if len(block.lines) > 2:
            raise
        return block


@lru_cache(maxsize=4096)
def _how_to_play(look: _Look, size: float, cell: float) -> tuple[tuple[Item, ...], float]:
    """How to play in a few words, with the Repel picture; its items and its height."""
    say, style = look.language.say, Style(size)
    width = look.width - 2 * PAD
    items: list[Item] = []
    y = PAD
    for key in _paragraphs(look.advanced, look.scratches):
        block = wrap(say(f"magnetmen.board.{key}"), width, style)
        items += block.items(PAD, y)
        y += block.height + PARAGRAPH_GAP
        if key == "repel":
            captions = [say(f"magnetmen.board.own.{number}") for number in ("one", "two", "three")]
            picture, height = parts.repel_picture(
                PAD, y + 0.3, width, cell, look.symbol, captions, look.hue,
                Style(max(theme.FLOOR, size - 1)),
            )  # fmt: skip
            items += picture
            y += height + 0.3 + PARAGRAPH_GAP
    height = y - PARAGRAPH_GAP + PAD
    frame = Rect(
        Box(0, 0, look.width, height),
        theme.hue_colour(look.hue, "pale"),
        theme.hue_colour(look.hue, "strong"),
        theme.LINES["thin"],
        2.2,
    )
    return (frame, *items), height


def _paragraphs(advanced: bool, scratches: bool) -> tuple[str, ...]:
    if advanced:
        return "take", "repel", "destroy", "four", "end_advanced"
    scratch = ("scratch",) if scratches else ()
    return "take", "repel", *scratch, "full", "end"


def _footer(board: Board, settings: Settings, box: Box) -> Group:
    """The game ID, in as many lines as it needs, at the foot of the sidebar."""
    texts, height = parts.game_id(board.game_id, settings.language, box.w)
    rule = Line(0, 0, box.w, 0, theme.hue_colour(board.hue, "tray"), theme.LINES["thin"])
    height += FOOTER_GAP
    lowered = tuple(text._replace(y=text.y + FOOTER_GAP) for text in texts)
    return Group("footer", Box(box.x, box.bottom - height, box.w, height), (rule, *lowered))


def footer_line(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The game ID under a board without a sidebar. Raises TextTooLong."""
    texts, height = parts.game_id(board.game_id, settings.language, box.w)
    if height > box.h:
        raise TextTooLong(f"{board.game_id} does not fit one line under the board")
    lowered = tuple(text._replace(y=text.y + box.h - height) for text in texts)
    return (Group("footer", box, lowered),)
