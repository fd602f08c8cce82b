"""The play card: what playing a board showed, in a few square centimetres of its sheet.

Input: a board with its certificate. Output: items and their height; or one line of text for where
there is no room for more.
"""

from generator import theme
from generator.games.magnetmen.play.figures import Figure
from generator.games.magnetmen.roll import Board
from generator.languages import Language
from generator.layout.page import Box, Item, Line, Rect
from generator.layout.text import Block, Style, TextTooLong, fitted_line, line, wrap

STYLE = Style(theme.FLOOR + 0.5, colour="charcoal")
SEAT = Style(theme.FLOOR, colour="charcoal")
GAP = 1.2  # between the text and the seats
CELL_GAP = 3.0  # between seats
BAR = 1.5  # height of a seat's bar
TICK = 0.5  # beyond the bar
MOST = 2.0  # fair shares that fill a bar


def card(board: Board, language: Language, width: float) -> tuple[tuple[Item, ...], float]:
    """The card from its top left corner: how long, what brings most, how often each seat wins.

    Returns its items and their height. Raises TextTooLong. The board must have a certificate.
    """
    told = wrap(_told(board, language), width, STYLE)
    items: list[Item] = list(told.items(0, 0))
    seats = board.certificate.figures.seats
    cell = (width + CELL_GAP) / len(seats) - CELL_GAP
    y = told.height + GAP
    labels = [_seat(number, seat, language) for number, seat in enumerate(seats, 1)]
    for number, (seat, label) in enumerate(zip(seats, labels, strict=True)):
        if label.width > cell:
            raise TextTooLong(f"a seat's share is wider than {cell:.1f} mm at {SEAT.size} pt")
        x = number * (cell + CELL_GAP)
        items += label.items(x, y)
        items += _bar(Box(x, y + label.height + TICK, cell, BAR), seat, len(seats), board.hue)
    return tuple(items), y + labels[0].height + 2 * TICK + BAR


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


def _told(board: Board, language: Language) -> str:
    certificate = board.certificate
    figures = certificate.figures
    best = max(range(len(figures.kinds)), key=lambda kind: figures.kinds[kind].share.value)
    return language.say(
        "magnetmen.play.card",
        minutes=certificate.minutes,
        turns=round(figures.named["turns"].value),
        name=board.types[best].piece.printed_name(language.code),
    )


def _seat(number: int, seat: Figure, language: Language) -> Block:
    share = _percent(seat)
    return line(language.say("magnetmen.play.seat", number=number, share=share), SEAT)


def _percent(seat: Figure) -> str:
    return f"{100 * seat.value:.0f}"


def _bar(box: Box, seat: Figure, players: int, hue: str) -> tuple[Item, ...]:
    """How often a seat wins, with a tick where all would win equally often."""
    fair = box.x + box.w / MOST
    share = min(1.0, seat.value * players / MOST)
    strong, tray = theme.hue_colour(hue, "strong"), theme.hue_colour(hue, "tray")
    thin = theme.LINES["thin"]
    return (
        Rect(box, "white", tray, thin, BAR / 2),
        Rect(Box(box.x, box.y, max(BAR, box.w * share), box.h), tray, strong, thin, BAR / 2),
        Line(fair, box.y - TICK, fair, box.bottom + TICK, strong, thin),
    )
