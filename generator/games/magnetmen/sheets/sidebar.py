"""The sidebar of a board: title, how to play, the legend, the play card, the game ID.

Input: a rolled board, settings, the sidebar's box. Output: page items. The text is set as large
as fits: sizes are tried from the largest down to the floor, and what height is then left goes
between the legend's rows.
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from generator import theme
from generator.games.base import Settings
from generator.games.magnetmen.powers.destroy import Destroy
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, parts, playcard
from generator.languages import Language
from generator.layout.page import Art, Box, Group, Item, Line, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line, wrap

GAP = 2.4  # between the sidebar's parts
PARAGRAPH_GAP = 1.7
PAD = 3.0  # inside the how-to-play box
MAX_ROW_GAP = 5.0
TITLE = 16.0  # height of the title block
FOOTER_GAP = 1.6
CARD = "play card"
CARD_FLOOR = 8.5  # points: for smaller text in the legend the play card gives way

# Text size in points, portrait side and side of a square in the Repel picture in mm, from what
# looks best to what still may be printed. The first are for a sidebar as wide as that of A3.
FITS = (
    (14.0, 25.0, 7.6), (13.0, 22.0, 7.0), (12.0, 20.0, 6.4), (11.0, 18.0, 5.8),
    (10.0, 16.0, 5.4), (10.0, 15.0, 5.0), (9.5, 14.0, 4.6), (9.0, 13.0, 4.6), (9.0, 12.0, 4.2),
    (8.5, 12.0, 4.2), (8.5, 11.0, 4.0), (8.25, 10.5, 4.0), (8.0, 10.0, 3.8),
)  # fmt: skip
LARGEST = 10.0  # points, in a sidebar less than WIDE mm wide
WIDE = 110.0
CARD_STEPS = sum(size >= CARD_FLOOR for size, _, _ in FITS)


class _Guide(NamedTuple):
    """How to play: texts from the guide's top left corner, where its picture goes, its height."""

    texts: tuple[Item, ...]
    picture: parts.Repel
    height: float


class Fitted(NamedTuple):
    """The sidebar's parts that are as large as fits: which of FITS that is, the guide, the legend;
    and the footer, with the play card where there is room."""

    step: int
    guide: _Guide
    table: legend.Table
    foot: Group

    @property
    def carded(self) -> bool:
        """Whether the footer has the whole play card."""
        return any(isinstance(one, Group) and one.name == CARD for one in self.foot.items)


def sidebar(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The sidebar's items; the play card as far as there is room. Raises TextTooLong when the
    legend cannot fit at 8 pt."""
    _, guide, table, foot = fitted(board, settings, box)
    top = box.y + TITLE + GAP
    y = top + guide.height + GAP
    picture = _how_to_play(guide, box.w, board.hue, board.types[0].art)
    return (
        _title(board, settings, box),
        Group("how to play", Box(box.x, top, box.w, guide.height), picture),
        *table.items(box.x, y, foot.box.y - GAP - y, MAX_ROW_GAP),
        foot,
    )


def fitted(board: Board, settings: Settings, box: Box) -> Fitted:
    """How large the sidebar can be set. Raises TextTooLong when the legend cannot fit at 8 pt: for
    a word that is too wide by itself, if there is one, or for the longest text."""
    found = []
    for foot in _feet(board, settings, box):
        if one := _above(foot, board, settings, box):
            if FITS[one.step][0] >= CARD_FLOOR:
                return one
            found.append(one)
    if found:
        return min(found, key=lambda one: one.step)
    size, side, _ = FITS[-1]
    legend.table(_rows(board, settings.language), box.w, size, side, board.hue, settings.language)
    longest = max((kind.sentence(settings.language) for kind in board.types), key=len)
    raise TextTooLong(f"the legend of {board.game_id} does not fit the sheet at 8 pt", longest)


def _feet(board: Board, settings: Settings, box: Box) -> Iterator[Group]:
    """Footers, from the one that says most to the game ID alone."""
    foot = _footer(board, settings, box)
    if board.certificate:
        for name, told in ((CARD, playcard.card), ("play note", playcard.note)):
            with suppress(TextTooLong):
                yield _with_card(foot, name, told(board, settings.language, box.w), box)
        with suppress(TextTooLong):
            yield _with_aside(foot, board, settings.language)
    yield foot


def _above(foot: Group, board: Board, settings: Settings, box: Box) -> Fitted | None:
    """How to play and the legend, as large as they fit above a footer, if they do."""
    told = _paragraphs(board)
    rows = _rows(board, settings.language)
    top = box.y + TITLE + GAP
    for step, (size, side, cell) in enumerate(FITS):
        if size > LARGEST and box.w < WIDE:
            continue
        guide = _guide(told, box.w, size, cell, settings.language)
        room = foot.box.y - GAP - (top + guide.height + GAP)
        if legend.least_height(len(rows), box.w, side, settings.language) > room:
            continue  # no row need be wrapped to know that
        try:
            table = legend.table(rows, box.w, size, side, board.hue, settings.language)
        except TextTooLong:
            continue
        if table.height <= room:
            return Fitted(step, guide, table, foot)
    return None


def _rows(board: Board, language: Language) -> tuple[legend.Entry, ...]:
    return tuple(legend.entry(kind, language) for kind in board.types)


def _title(board: Board, settings: Settings, box: Box) -> Group:
    language = settings.language
    items = _title_items(box.w, board.hue, language, board.subtitle(language))
    return Group("title", Box(box.x, box.y, box.w, TITLE), items, shared=True)


@lru_cache(maxsize=64)
def _title_items(width: float, hue: str, language: Language, subtitle: str) -> tuple[Item, ...]:
    strong = theme.hue_colour(hue, "strong")
    room = width - TITLE - 2
    title = language.say("game.magnetmen")
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


def _paragraphs(board: Board) -> tuple[str, ...]:
    """What has to be told, by keys of the wording."""
    if board.advanced:
        return "take", "repel", "destroy", "four", "end_advanced"
    scratches = any(kind.power.find(Destroy) for kind in board.types)
    return "take", "repel", *(("scratch",) if scratches else ()), "full", "end"


@lru_cache(maxsize=256)
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
            small = Style(max(theme.FLOOR, size - 1))
            captions = [say(f"magnetmen.board.own.{number}") for number in ("one", "two", "three")]
            picture = parts.Repel(PAD, y + 0.3, inner, cell)
            texts += picture.captions(captions, small)
            y += picture.height(small) + 0.3 + PARAGRAPH_GAP
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


@lru_cache(maxsize=256)
def _backdrop(picture: parts.Repel, box: Box, hue: str) -> tuple[Item, ...]:
    pale, strong = theme.hue_colour(hue, "pale"), theme.hue_colour(hue, "strong")
    return (Rect(box, pale, strong, theme.LINES["thin"], 2.2), *picture.squares(hue))


@lru_cache(maxsize=1024)
def _symbols(picture: parts.Repel, art: str) -> tuple[Item, ...]:
    return tuple(picture.symbols(art))


def _footer(board: Board, settings: Settings, box: Box) -> Group:
    """The game ID, in as many lines as it needs, at the foot of the sidebar."""
    texts, height = parts.game_id(board.game_id, settings.language, box.w)
    rule = Line(0, 0, box.w, 0, theme.hue_colour(board.hue, "tray"), theme.LINES["thin"])
    height += FOOTER_GAP
    lowered = tuple(text._replace(y=text.y + FOOTER_GAP) for text in texts)
    return Group("footer", Box(box.x, box.bottom - height, box.w, height), (rule, *lowered))


def _with_card(foot: Group, name: str, card: tuple[tuple[Item, ...], float], box: Box) -> Group:
    """The footer with a play card on top."""
    items, height = card
    rule, *texts = foot.items
    height += FOOTER_GAP
    lowered = [text._replace(y=text.y + height) for text in texts]
    told = Group(name, Box(0, FOOTER_GAP, box.w, height - FOOTER_GAP), items)
    whole = Box(box.x, foot.box.y - height, box.w, foot.box.h + height)
    return Group("footer", whole, (rule, told, *lowered))


def _with_aside(foot: Group, board: Board, language: Language) -> Group:
    """The footer with what there is room for behind the game ID. Raises TextTooLong."""
    used = foot.items[-1].x + foot.items[-1].width + GAP
    style = parts.ID_STYLE._replace(colour="charcoal")  # as cards are: it is no part of the ID
    note = playcard.aside(board, language, foot.box.w - used, style)
    items = note.items(foot.box.w - note.width, foot.box.h - note.height)
    return foot._replace(items=(*foot.items, *items))


def footer_line(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    """The game ID under a board without a sidebar, and what playing it showed where there is room.
    Raises TextTooLong."""
    texts, height = parts.game_id(board.game_id, settings.language, box.w)
    if height > box.h:
        raise TextTooLong(f"{board.game_id} does not fit one line under the board")
    lowered = [text._replace(y=text.y + box.h - height) for text in texts]
    if board.certificate:
        used = max(text.x + text.width for text in lowered) + GAP
        with suppress(TextTooLong):
            note = playcard.footnote(board, settings.language, box.w - used, parts.ID_STYLE)
            lowered += note.items(box.w - note.width, box.h - height)
    return (Group("footer", box, tuple(lowered)),)
