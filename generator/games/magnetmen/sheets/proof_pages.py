"""The pages of a proof that only Magnetmen has: sidebars with the longest legends, by language."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.authoring import fullest_board
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets.frame import SIDEBAR_SHARES
from generator.games.magnetmen.sheets.sidebar import SIZES, fit_sidebar, sidebar
from generator.languages import languages, load_language, localized
from generator.layout import proof_page, theme
from generator.layout.page import Group, Item, Page
from generator.layout.text import Style, line

CAPTION_STYLE = Style(9.0, "bold", colour=proof_page.STRONG)


class _Sidebar(NamedTuple):
    """A sidebar with its caption. share is that of the width, settings have its own language."""

    caption: str
    share: float
    board: Board
    settings: Settings


def pages(definition: MagnetmenDefinition, settings: Settings) -> tuple[list[Page], list[str]]:
    """The pages, and what does not fit. Raises TextOverflowError if a caption does not fit."""
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
                groups.setdefault(_fit(board, in_language), []).append(board)
        for fit, boards in groups.items():
            if fit is None:
                problems.append(_problem(boards, code))
            else:
                caption = _caption(boards, fit[1], code, settings.language_code)
                sidebars.append(_Sidebar(caption, fit[0], boards[-1], in_language))
    return list(_pages(sidebars, settings)), problems


def _fit(board: Board, settings: Settings) -> tuple[float, int] | None:
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


def _caption(boards: list[Board], step: int, code: str, caption_code: str) -> str:
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


def _pages(sidebars: list[_Sidebar], settings: Settings) -> Iterator[Page]:
    """The sidebars by their width, as on a board, each with a vertical caption beside it."""
    for share in sorted({each.share for each in sidebars}):
        group = [each for each in sidebars if each.share == share]
        boxes = proof_page.columns(settings.paper, share)
        for start in range(0, len(group), len(boxes)):
            items: list[Item] = []
            for box, each in zip(boxes, group[start:], strict=False):
                items += _with_caption(each, box)
            page = Page(settings.paper.landscape, tuple(items), "proof sidebars")
            yield proof_page.with_bars(page, share)


def _with_caption(each: _Sidebar, box: Box) -> tuple[Item, ...]:
    text = line(each.caption, CAPTION_STYLE)
    place = Box(box.x - proof_page.STRIP, box.bottom - text.width, text.height, text.width)
    items = sidebar(each.board, fit_sidebar(each.board, each.settings, [box]))
    return (Group("caption", place, text.items(0, 0), 270), *items)
