"""The play card: what playing a board showed, in a few square centimetres of its sheet.

Input: a board with its certificate. Output: items and their height; or one line of text for where
there is no room for more.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from generator import theme
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import parts
from generator.languages import Language
from generator.layout.page import Box, Group, Item, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line, line, wrap

if TYPE_CHECKING:
    from generator.games.magnetmen.play.figures import Figure  # needs the rules engine

STYLE = Style(theme.FLOOR + 0.5, colour="charcoal")
SEAT = Style(theme.FLOOR, colour="charcoal")
GAP = 1.2  # between the text and the seats
CELL_GAP = 1.8  # between seats
BAR = 1.5  # height of a seat's bar
DISC = 3.2  # diameter of a seat's number, drawn as it is where the player sits
DISC_GAP = 0.7
BAR_GAP = 0.6


def card(board: Board, language: Language, width: float) -> tuple[tuple[Item, ...], float]:
    """The card from its top left corner: how long, what brings most, how often each seat wins.

    Returns its items and their height. Raises TextTooLong. The board must have a certificate.
    """
    told = wrap(_told(board, language), width, STYLE)
    items: list[Item] = list(told.items(0, 0))
    seats = board.certificate.figures.seats
    cell = (width + CELL_GAP) / len(seats) - CELL_GAP
    y = told.height + GAP
    high = DISC + BAR_GAP + BAR
    for number, seat in enumerate(seats):
        drawn = tuple(_seat(number + 1, seat, cell, board.hue, language))
        items.append(Group("seat", Box(number * (cell + CELL_GAP), y, cell, high), drawn))
    return tuple(items), y + high


def note(board: Board, language: Language, width: float) -> tuple[tuple[Item, ...], float]:
    """The card without the seats, where there is less room. Raises TextTooLong."""
    told = wrap(_told(board, language), width, SEAT)
    return told.items(0, 0), told.height


def footnote(board: Board, language: Language, width: float, style: Style) -> Block:
    """The card in one line. Raises TextTooLong."""
    seats = " · ".join(_percent(seat) for seat in board.certificate.figures.seats)
    text = _told(board, language)
    return fitted_line(
        f"{text} {language.say('magnetmen.play.seats', seats=seats)}", width, style, style.size
    )


def aside(board: Board, language: Language, width: float, style: Style) -> Block:
    """Only how long, in one line, where there is hardly any room. Raises TextTooLong."""
    text = language.say("magnetmen.play.short", **_length(board))
    return fitted_line(text, width, style, style.size)


def _told(board: Board, language: Language) -> str:
    kinds = board.certificate.figures.kinds
    best = max(range(len(kinds)), key=lambda kind: kinds[kind].share.value)
    name = board.types[best].piece.printed_name(language.code)
    return language.say("magnetmen.play.card", **_length(board), name=name)


def _length(board: Board) -> dict[str, int]:
    """How long the board takes."""
    turns = board.certificate.figures.named["turns"].value
    return {"minutes": board.certificate.minutes, "turns": round(turns)}


def _seat(
    number: int, seat: "Figure", width: float, hue: str, language: Language
) -> Iterator[Item]:
    """How often a seat wins, in words and as a bar."""
    wins = line(language.say("magnetmen.play.seat", share=_percent(seat)), SEAT)
    left = DISC + DISC_GAP
    if left + wins.width > width:
        raise TextTooLong(f"a seat's share is wider than {width:.1f} mm at {SEAT.size} pt")
    yield from parts.player_number(
        0, DISC, number, theme.hue_colour(hue, "strong"), DISC, theme.FLOOR
    )
    yield from wins.items(left, (DISC - wins.height) / 2)
    yield from _bar(Box(0, DISC + BAR_GAP, width, BAR), seat, hue)


def _percent(seat: "Figure") -> str:
    return f"{100 * seat.value:.0f}"


def _bar(box: Box, seat: "Figure", hue: str) -> tuple[Item, ...]:
    """All games, and those that a seat wins."""
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    thin = theme.LINES["thin"]
    won = Box(box.x, box.y, max(BAR, box.w * seat.value), box.h)
    return (
        Rect(box, "white", tray, thin, BAR / 2),
        Rect(won, tray, strong, thin, BAR / 2),
    )
