"""The board sheet: the grid, the inventories around it, and the sidebar, or a page with the legend.

The text of a sidebar is set as large as fits; where the rows of its legend are close, the title is
smaller. The pages of a proof have sidebars with the longest legends.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from generator.core.errors import PieceTooLargeError, TextOverflowError
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, parts
from generator.games.magnetmen.sheets.legend import Legend, LegendSize
from generator.games.magnetmen.sheets.parts import (
    SIDEBAR_GAP,
    SIDEBAR_SHARES,
    BoardFrame,
    layout_frame,
)
from generator.languages import Language, languages, load_language, localized
from generator.layout import flow, proof_page, theme
from generator.layout.flow import Block
from generator.layout.page import LINE_HEIGHT, Art, Group, Item, Line, Page, Rect, Seams
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
    title = language.say("magnetmen.name")
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


def pages(board: Board, settings: Settings) -> list[Page]:
    """The board, and a page with its legend where it has no sidebar. Raises the same errors as
    page."""
    if settings.rules:
        return [page(board, settings)]
    return [page(board, settings), legend_page(board, settings)]


def page(board: Board, settings: Settings) -> Page:
    """The sheet that people play on.

    Raises TextOverflowError when the legend does not fit at the smallest size, PieceTooLargeError
    when the slots are too small.
    """
    paper, size = settings.paper.landscape.for_text, board.size
    shape = paper, size.columns, size.rows, size.slots, board.players
    items: tuple[Item, ...]
    if settings.rules:
        frames = {frame.sidebar: frame for frame in _frames(*shape) if frame.sidebar}
        fit = fit_sidebar(board, settings, list(frames))
        frame = frames[fit.box]
        items = (game_id_beside(board, settings, frame.footer), *sidebar(board, fit))
    else:
        frame = layout_frame(*shape, share=0)
        items = footer_line(board, settings, frame.footer)
    seams = Seams.of_grid(frame.grid, size.columns, size.rows)
    if frame.sidebar:
        seams = seams._replace(xs=(*seams.xs, frame.sidebar.x - SIDEBAR_GAP / 2))
    return Page(paper, (*_table(board, settings, frame), *items), str(board.game_id), seams=seams)


@lru_cache(maxsize=64)
def _frames(
    paper: Paper, columns: int, rows: int, slots: int, players: int
) -> tuple[BoardFrame, ...]:
    """Frames with sidebars of growing width, as long as the slots are large enough. Raises
    PieceTooLargeError where they never are."""
    result: list[BoardFrame] = []
    for share in SIDEBAR_SHARES:
        try:
            result.append(layout_frame(paper, columns, rows, slots, players, share))
        except PieceTooLargeError:
            if not result:
                raise
            break
    return tuple(result)


def _table(board: Board, settings: Settings, frame: BoardFrame) -> tuple[Item, ...]:
    """The grid and the inventories around it."""
    columns, hue = board.size.columns, board.hue
    strips = [
        parts.strip(frame, edge, number, board.size.slots, hue)
        for number, edge in enumerate(frame.strips, 1)
    ]
    grid = parts.grid(frame.grid, columns, frame.cell, hue, settings.tinted, board.arts)
    return (*grid, *strips)


LEGEND_EDGE = 10.0
PAGE_ROW_GAP = 6.0
PAGE_SIZES = (
    LegendSize(13.0, 24.0),
    LegendSize(12.0, 22.0),
    LegendSize(11.0, 19.0),
    LegendSize(10.0, 16.0),
    LegendSize(9.0, 13.0),
)


def legend_page(board: Board, settings: Settings) -> Page:
    """The page, half as wide legends side by side. Raises LegendOverflowError when a legend does
    not fit at 9 pt, TextOverflowError for a word that is too wide."""
    paper = settings.paper.landscape.for_text
    area = paper.within(LEGEND_EDGE)
    middle = paper.width / 2
    width = min(middle - area.x, area.right - middle) - LEGEND_EDGE
    items: list[Item] = []
    for x, x_of_id in (
        (middle - LEGEND_EDGE - width, middle - LEGEND_EDGE),
        (middle + LEGEND_EDGE, middle),
    ):
        items += _half(board, settings, Box(x, area.y, width, area.h))
        items.append(game_id_beside(board, settings, Box(x_of_id, area.y, LEGEND_EDGE, area.h)))
    rules = tuple({item.y1: None for item in items if isinstance(item, Line)})
    cut = Line(middle, area.y, middle, area.bottom, "grey", theme.LINES["cut"], (1.5, 1.5))
    name = f"{board.game_id} legend"
    return Page(paper, (cut, *items), name, seams=Seams((middle,), rules))


def _half(board: Board, settings: Settings, box: Box) -> tuple[Item, ...]:
    head = title(board, settings, box)
    top = head.box.bottom + 2 * GAP
    room = box.bottom - top
    rows = _largest_legend(board, settings, box.w, room)
    return (head, *rows.items(box.x, top, room, PAGE_ROW_GAP))


def _largest_legend(board: Board, settings: Settings, width: float, room: float) -> legend.Legend:
    """The legend as large as fits that height."""
    language = load_language(settings.language_code)
    entries, notes = legend.entries(board, language), legend.notes(board, language)
    try:
        return legend.largest(entries, width, room, PAGE_SIZES, board.hue, language, notes)
    except TextOverflowError:
        smallest = legend.lay_out(entries, width, PAGE_SIZES[-1], board.hue, language, notes)
        raise legend.LegendOverflowError(
            board, settings, smallest, room, PAGE_SIZES[-1].text
        ) from None


CAPTION_STYLE = Style(9.0, "bold", colour=proof_page.STRONG)


class _Sidebar(NamedTuple):
    """A sidebar with its caption. share is that of the width, settings have its own language."""

    caption: str
    share: float
    board: Board
    settings: Settings


def proof_pages(
    definition: MagnetmenDefinition, settings: Settings
) -> tuple[list[Page], list[str]]:
    """The pages, and what does not fit. Raises TextOverflowError if a caption does not fit."""
    from generator.games.magnetmen.authoring import fullest_board

    settings = replace(settings, paper=settings.paper.for_text)  # the paper of boards
    sidebars: list[_Sidebar] = []
    problems: list[str] = []
    for code in languages():
        in_language = replace(settings, language_code=code)
        # By the width of the sidebar and the size of its text, the last board is shown.
        groups: dict[tuple[float, int] | None, list[Board]] = {}
        for size, board_size in definition.boards.sizes.items():
            if definition.fillable(board_size.squares):
                board = fullest_board(definition, size, load_language(code))
                groups.setdefault(_proof_fit(board, in_language), []).append(board)
        for fit, boards in groups.items():
            if fit is None:
                problems.append(_problem(boards, code))
            else:
                caption = _proof_caption(boards, fit[1], code, settings.language_code)
                sidebars.append(_Sidebar(caption, fit[0], boards[-1], in_language))
    return list(_proof_of(sidebars, settings)), problems


def _proof_fit(board: Board, settings: Settings) -> tuple[float, int] | None:
    """The narrowest sidebar and the largest text with which a legend fits; None if none does."""
    boxes = [proof_page.columns(settings.paper, share)[0] for share in SIDEBAR_SHARES]
    try:
        fit = fit_sidebar(board, settings, boxes)
    except TextOverflowError:
        return None
    return SIDEBAR_SHARES[boxes.index(fit.box)], fit.step


def _problem(boards: list[Board], code: str) -> str:
    names = ", ".join(kind.piece.key for kind in boards[-1].types)
    sizes = ", ".join(board.game_id.size for board in boards)
    return f"{code}: a legend of {names} on a board ({sizes}), at {theme.FLOOR:g} pt"


def _proof_caption(boards: list[Board], step: int, code: str, caption_code: str) -> str:
    captions, (points, side) = load_language(caption_code), SIZES[step].legend
    parts = (
        load_language(code).say("proof.language"),
        ", ".join(localized(board.size.title, caption_code) for board in boards),
        captions.say(
            "proof.size",
            points=f"{points:g}".replace(".", captions.say("numbers.decimal")),
            side=f"{side:g}",
        ),
    )
    return captions.say("proof.fullest", what=" · ".join(parts))


def _proof_of(sidebars: list[_Sidebar], settings: Settings) -> Iterator[Page]:
    """The sidebars by their width, as on a board, each with a vertical caption beside it."""
    for share in sorted({each.share for each in sidebars}):
        group = [each for each in sidebars if each.share == share]
        boxes = proof_page.columns(settings.paper, share)
        for start in range(0, len(group), len(boxes)):
            items: list[Item] = []
            for box, each in zip(boxes, group[start:], strict=False):
                items += _with_caption(each, box)
            yield Page(settings.paper.landscape, tuple(items), "proof sidebars")


def _with_caption(each: _Sidebar, box: Box) -> tuple[Item, ...]:
    text = line(each.caption, CAPTION_STYLE)
    place = Box(box.x - proof_page.STRIP, box.bottom - text.width, text.height, text.width)
    items = sidebar(each.board, fit_sidebar(each.board, each.settings, [box]))
    return (Group("caption", place, text.items(0, 0), 270), *items)
