"""Larger inventories with a table for the scores, two to a page; the legend on a spare half."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import starmap

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.primitives import Flat, Score
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.sheets import legend, look
from generator.games.magnetmen.sheets.board_sheet import game_id_line, player_number
from generator.games.magnetmen.sheets.legend import LegendSize, portrait, symbol
from generator.languages import Language, load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Art, Group, Item, Line, Oval, Page, Rect
from generator.layout.text import Style, TextBlock, fitted_line, line, title_style, wrap

EDGE = 10.0
GUTTER = 2 * EDGE  # between the two halves of a page; the cut line runs in its middle
HEAD, LOGO = 15.0, 6.6
FOOT = 7.0
TABLE_SHARE = 0.52  # of the width
BOX_ASPECT = 1.05  # of a box, width by height
GAP = 6.0
SLOT_GAP = 2.8
POLE, OUTLINE = 3.4, 0.4  # of the horseshoe: the height of its poles, the width of its outline
BETWEEN = 1.2  # between its arms, as a share of the step from slot to slot
OPENING, BEND = 4.0, 8.0  # its inner radius; half its outer one, and the room beside slots
MASCOT = 11.0
MAX_ROW = 14.0
SYMBOL = 8.0  # the side of its box, at most
MIN_CELL = 6.0  # a box for a two-digit number in handwriting
ROW_GAP = 1.8  # between the rows of boxes
SIGN = 4.2  # room between two boxes, for × and =
SIGNS = Style(11, "bold", colour="slate")
SCORE_HEAD = 5.2  # height of the column titles
SUM_GAP = 2.4  # above the sum, besides ROW_GAP
WORDS = Style(9, colour="slate")
LEGEND_HEAD = 9.0  # height of its title
MAX_LEGEND_GAP = 6.0  # between its rows
LEGEND_SIZES = tuple(starmap(LegendSize, ((12.0, 15.0), (11.0, 13.0), (10.0, 11.0), (9.0, 9.0))))


def pages(board: Board, settings: Settings) -> list[Page]:
    """Raises TextOverflowError."""
    paper, language = settings.paper.portrait.for_text, load_language(settings.language_code)
    area = paper.within(EDGE)
    half, middle = (area.h - GUTTER) / 2, area.y + area.h / 2
    upper, lower = area._replace(h=half), Box(area.x, area.bottom - half, area.w, half)
    cut = Line(area.x, middle, area.right, middle, "grey", theme.LINES["cut"], (1.5, 1.5))

    def legend_half(box: Box) -> tuple[Item, ...]:
        room = box.h - LEGEND_HEAD - FOOT
        fitter = legend.Fitter(board, settings)
        rows = flow.largest_that_fits(partial(fitter.legend, box.w, room), LEGEND_SIZES)
        style = title_style(16, theme.hue_colour(board.hue, "strong"))
        head = fitted_line(language.say("magnetmen.inventory.legend"), box.w, style)
        return (
            Group("legend title", box._replace(h=head.height), head.items(0, 0)),
            *rows.items(box.x, box.y + LEGEND_HEAD, room, MAX_LEGEND_GAP),
            _footer(board, language, box),
        )

    result = []
    for first in range(1, board.players + 1, 2):
        above = _inventory(board, language, first, upper)
        has_second = first < board.players
        below = _inventory(board, language, first + 1, lower) if has_second else legend_half(lower)
        result.append(Page(paper, (*above, cut, *below), f"{board.game_id} inventories {first}"))
    return result


def _footer(board: Board, language: Language, box: Box) -> Group:
    text = game_id_line(board, language, box.w)
    place = Box(box.x, box.bottom - text.height, box.w, text.height)
    return Group("footer", place, text.items(0, 0))


def _inventory(board: Board, language: Language, player: int, box: Box) -> tuple[Item, ...]:
    body = Box(box.x, box.y + HEAD, box.w, box.h - HEAD - FOOT)
    scores = _score_table(board, language, body.w * TABLE_SHARE, body.h)
    width, room = body.w - scores.width - GAP, body.h - SCORE_HEAD
    slots = width, min(room, max(width, scores.height - SCORE_HEAD))
    tray = Box(body.x, body.y + SCORE_HEAD, *slots)
    strong, say = theme.hue_colour(board.hue, "strong"), language.say
    logo = look.logo(scores.width, LOGO, board.hue, language)
    label = line(say("magnetmen.inventory.name"), Style(11))
    end = box.w * (1 - TABLE_SHARE) - GAP
    head = (
        *player_number(0, 9.2, player, strong),
        *label.items(7.5, 4.6 - label.style.em * 0.41),
        Line(9 + label.width, 7, end, 7, "grey", theme.LINES["thin"]),
        logo.at(box.w - logo.width, 0),
        *line(say("magnetmen.inventory.instead"), WORDS).items(0, 10.4),
    )
    return (
        Group(f"head {player}", box._replace(h=HEAD), head),
        Group("slots", tray, _slots(*slots, board.size.slots, board.hue), shared=True),
        scores.at(body.right - scores.width, body.y),
        _footer(board, language, box),
    )


@lru_cache(maxsize=64)
def _slots(width: float, height: float, count: int, hue: str) -> tuple[Item, ...]:
    """Slots on a horseshoe magnet, as large as can be: some beside each other on either arm, the
    others below, and the mascot between the arms."""

    def steps(wide: int, rows: int) -> tuple[float, float]:
        below = count - 2 * wide * rows
        across = min(width / (2 * wide + BETWEEN), (width - 2 * BEND) / below)
        return across, (height - POLE - SLOT_GAP) / (rows + 1)

    forms = [(wide, rows) for wide in range(1, 6) for rows in range((count - 1) // (2 * wide) + 1)]
    wide, rows = max(forms, key=lambda form: round(min(steps(*form)), 6))
    step_x, step_y = steps(wide, rows)
    w, h = step_x - SLOT_GAP, step_y - SLOT_GAP
    arm, below = wide * step_x + SLOT_GAP, count - 2 * wide * rows
    lefts = [SLOT_GAP + x * step_x for x in range(wide)]
    lefts += [width - arm + left for left in lefts]
    places = [(x, y) for y in range(rows) for x in lefts]
    places += [((width - below * step_x + SLOT_GAP) / 2 + x * step_x, rows) for x in range(below)]
    slots = [Box(x, POLE + SLOT_GAP + y * step_y, w, h) for x, y in places]
    between = Box(arm, POLE, width - 2 * arm, rows * step_y)
    strong, mascot = theme.hue_colour(hue, "strong"), min(MASCOT, 0.8 * between.w)
    return (
        *_horseshoe(Box(0, 0, width, height), between),
        *(Rect(slot, "white", strong, theme.LINES["thin"], 1.6) for slot in slots),
        *(look.LOOK.logo(hue, between.centred(mascot, mascot)) if rows else ()),
    )


def _horseshoe(box: Box, between: Box) -> Iterator[Rect]:
    """A magnet that fills a box, open at the top, with red and blue poles: its shape in ink, then
    the same without its outline in its colours."""
    bend, middle = min(2 * BEND, (box.h - POLE) / 2), box.w / 2
    for inset, (red, blue) in ((0.0, ("ink", "ink")), (OUTLINE, ("cherry.square", "sky.square"))):
        top, curve, arm = box.h - 2 * bend, bend - inset, between.x - 2 * inset
        h = 2 * bend - inset
        yield Rect(Box(inset, top, box.w - 2 * inset, h), blue, radius=curve)
        if red != blue:
            yield Rect(Box(inset, top, middle - inset + curve, h), red, radius=curve)
            yield Rect(Box(middle, top, curve, h), blue)
        for x, colour in ((inset, red), (between.right + inset, blue)):
            yield Rect(Box(x, POLE / 2, arm, top + bend - POLE / 2), colour)
    y = max(POLE / 2, between.bottom - 2 * bend)  # above the bend, and so in the open
    opening = between._replace(y=y, h=between.bottom - y)
    round_end = min(OPENING, opening.h / 2)
    yield Rect(opening.inset(-OUTLINE), "ink", radius=round_end + OUTLINE)
    yield Rect(opening, "white", radius=round_end)
    yield Rect(opening._replace(y=y - 1, h=1 + opening.h / 2), "white")
    for x, colour in ((0.0, "red"), (between.right, "blue")):
        pole = Box(x, 0, between.x, POLE).inset(OUTLINE / 2)
        yield Rect(pole, colour, "ink", OUTLINE / MM_PER_POINT, 0.8)


def _score_table(board: Board, language: Language, width: float, height: float) -> Block:
    types = len(board.types)
    rows = types + 1  # and the sum
    row = min(MAX_ROW, (height - SCORE_HEAD - SUM_GAP) / rows)
    cell = row - ROW_GAP
    if cell < MIN_CELL:
        raise TextOverflowError(f"{types} types are too many for an inventory's score table")
    strong, side = theme.hue_colour(board.hue, "strong"), min(cell - 1.6, SYMBOL)
    w = cell * BOX_ASPECT
    lefts = [width - (3 - i) * (w + SIGN) + SIGN for i in range(3)]
    names_x = cell + side + 3.2  # where names begin

    def names(style: Style) -> list[TextBlock]:
        words = [kind.piece.name_for(language) for kind in board.types]
        return [wrap(name, lefts[0] - names_x - 1.6, style) for name in words]

    items: list[Item] = []
    for x, key in zip(lefts, ("count", "each", "points"), strict=True):
        text = fitted_line(language.say(f"magnetmen.inventory.{key}"), w + SIGN - 1, WORDS)
        items += text.items(min(x + (w - text.width) / 2, width - text.width), 0)
    y = SCORE_HEAD
    styles = title_style(9.5, strong)._replace(leading=1.1), Style(9.5, "bold", leading=1.1)
    for kind, name in zip(board.types, flow.largest_that_fits(names, styles), strict=True):
        middle, art = y + cell / 2, kind.piece.art
        drawn = Box(cell + 1.4, middle - side / 2, side, side)
        items += (
            Art(portrait(art), Box(0, y, cell, cell)),
            Rect(drawn, "white", strong, theme.LINES["thin"], 1.2),
            Art(symbol(art), drawn.inset(0.12 * side)),
            *name.items(names_x, middle - name.height / 2),
        )
        items += _worth(kind.power, language, [Box(x, y, w, cell) for x in lefts], strong)
        y += row
    y += SUM_GAP
    total = Box(lefts[1], y, width - lefts[1], cell)
    label = line(language.say("magnetmen.inventory.sum"), title_style(13, strong))
    coin, above = min(cell * 0.45, 5.0), y - (SUM_GAP + ROW_GAP) / 2
    items += (
        Line(0, above, width, above, strong, theme.LINES["frame"]),
        *label.items(total.x - 3 - label.width, y + cell / 2 - label.style.em * 0.41),
        Rect(total, "cream", strong, theme.LINES["bold"], 1.6),
        Art("shared/points", Box(total.right - coin - 1.2, total.bottom - coin - 1.2, coin, coin)),
    )
    height = SCORE_HEAD + rows * row - ROW_GAP + SUM_GAP
    return Block(tuple(items), width, height, "scores")


def _worth(power: Power, language: Language, boxes: Sequence[Box], strong: str) -> Iterator[Item]:
    """Circles and a box for count × worth = points. The worth of an icon is printed if it is fixed.
    There is only the box where icons may differ, none where they are worth nothing."""
    count_box, worth_box, points_box = boxes
    pen = strong, theme.LINES["thin"]
    if power.simulated and not power.score:
        yield from (Rect(points_box, "cream", radius=1.2), _number("0", points_box, "slate"))
        return
    yield from (Rect(points_box, "cream", *pen, 1.2), *_sign("=", points_box))
    if "own_square" in power.notes:
        words, room = language.say("magnetmen.inventory.differs"), points_box.x - count_box.x - SIGN
        text = fitted_line(words, room, WORDS)
        x, y = points_box.x - SIGN - text.width, points_box.centre[1] - text.style.em * 0.46
        yield from text.items(x, y)
        return
    yield Oval(count_box.centred(count_box.h, count_box.h), "white", *pen)
    if power.score and all(isinstance(each, Flat) for each in power.score):
        points = sum(score.points for score in power.effects(Score))
        yield _number(language.typeset(str(points)), worth_box, "ink")
    else:
        yield Oval(worth_box.centred(worth_box.h, worth_box.h), "white", *pen)
    yield from _sign("×", worth_box)


def _number(number: str, box: Box, colour: str) -> Group:
    text = line(number, Style(12, "bold", colour=colour))
    return Group("given", box, text.centred_on(box.w / 2, box.h / 2))


def _sign(sign: str, box: Box) -> tuple[Item, ...]:
    mark = line(sign, SIGNS)
    return mark.items(box.x - (SIGN + mark.width) / 2, box.centre[1] - mark.style.em * 0.46)
