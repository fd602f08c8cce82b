"""The board: its squares at their true size, the frame's lines around them, the rules in brief.

Input: a rolled game, settings. Output: one portrait page, for every paper at the same scale. The
frame carries on the pattern of pieces whose lines are parallel to the edge.
"""

from collections.abc import Iterator, Sequence

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.pieces import PLAYERS
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import parts
from generator.games.quads.wording import owner_name, rule, slug
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import MM_PER_POINT, Group, Item, Page, Rect
from generator.layout.text import Style, fitted_line, line, wrap

HEAD = 13.0  # height of the title
GAP = 4.0  # between the board and what is above and below
COLUMN_GAP = 7.0
SIZES = (
    14.0,
    13.0,
    12.0,
    11.0,
    10.5,
    10.0,
    9.5,
    9.0,
    8.5,
    8.0,
)  # of the rules in points, tried in turn
TITLE_STYLE = Style(theme.SIZES["title"], "title", "title", colour=parts.STRONG)
NAME_STYLE = Style(15.0, "title", "title")
FOOT_STYLE = Style(theme.FLOOR, colour="slate")
# What is told under the board, the cards telling all: titles, and sentences with "• " before those
# of a list.
COLUMNS = (
    ("rules.goal.head", "rules.goal.aim", "rules.setup.head", "rules.setup.first"),
    ("rules.placing.head", "rules.placing.turn", "• rules.placing.solid", "• rules.placing.lines"),
    (
        "rules.touching.head",
        "rules.touching.both",
        "rules.touching.several",
        "rules.goal.end",
        "board.frame",
    ),
)


def page(quads: Quads, settings: Settings) -> Page:
    """The board. Raises TextOverflowError when the rules do not fit under it."""
    paper, chosen = settings.paper.portrait, quads.quads_set
    side = chosen.whole
    room = paper.area.centred(side, paper.area.h)
    left = room.x
    foot = fitted_line(slug(quads, settings), side, FOOT_STYLE)
    free = room.h - HEAD - side - foot.height - 3 * GAP
    columns = _columns(quads, settings, free) if settings.rules else ()
    below = max((block.box.h for block in columns), default=0.0)
    spare = free - below
    gap = GAP + min(spare / 4, GAP)
    y = room.y + (spare - (gap - GAP)) / 2
    head = Group("head", Box(left, y, side, HEAD), _head(quads, settings, side))
    y += HEAD + GAP
    board = Group("board", Box(left, y, side, side), tuple(_board(chosen, settings)))
    y += side + gap
    texts = (block._replace(box=block.box.moved(left, y)) for block in columns)
    foot_items = foot.items(left + side - foot.width, room.bottom - foot.height)
    return Page(paper, (head, board, *texts, *foot_items), "board")


def _head(quads: Quads, settings: Settings, width: float) -> tuple[Item, ...]:
    """The name of the game, and the two players at the other end."""
    title = line(load_language(settings.language_code).say("game.quads"), TITLE_STYLE)
    items = list(title.items(0, (HEAD - title.height) / 2))
    sign, x = HEAD * 0.6, width
    room = (width - title.width) / 2 - sign - 7.5
    for player in reversed(PLAYERS):
        name = fitted_line(
            owner_name(quads, player, load_language(settings.language_code)), room, NAME_STYLE
        )
        x -= name.width
        items += name.items(x, (HEAD - name.height) / 2)
        x -= sign + 1.5
        look = parts.solid(player, quads.quads_set, settings)
        items += parts.diamond(look, Box(x, (HEAD - sign) / 2, sign, sign))
        x -= 6
    return tuple(items)


def _board(chosen: QuadsSet, settings: Settings) -> Iterator[Item]:
    whole = Box(0, 0, chosen.whole, chosen.whole)
    inner = whole.inset(chosen.frame)
    if settings.tinted:
        yield Rect(whole, parts.FRAME_TINT)
    yield from _squares(chosen, inner, settings)
    yield Rect(inner, None, "ink", theme.LINES["thin"])
    yield from _frame_lines(inner, chosen)
    edge = theme.LINES["frame"]
    yield Rect(whole.inset(edge * MM_PER_POINT / 2), None, parts.STRONG, edge)


def _frame_lines(inner: Box, chosen: QuadsSet) -> Iterator[Rect]:
    """Rings around the squares, as many as fit the frame."""
    spacing, width = parts.spacing(chosen.square), parts.LINE_WIDTH * chosen.square
    for number in range(int(chosen.frame / spacing + 1e-6)):
        ring = inner.inset(-spacing * (number + 0.5) - width / 2)
        for far in (0, ring.w - width):
            yield parts.bar(ring.x + far, ring.y, width, ring.h)
            yield parts.bar(ring.x, ring.y + far, ring.w, width)


def _squares(chosen: QuadsSet, inner: Box, settings: Settings) -> Iterator[Item]:
    """The squares, every other one tinted."""
    side, pale = chosen.square, theme.hue_colour(parts.HUE, "pale")
    for square in range(chosen.board**2):
        row, column = divmod(square, chosen.board)
        box = Box(inner.x + column * side, inner.y + row * side, side, side)
        fill = pale if settings.tinted and (row + column) % 2 else "white"
        yield Rect(box, fill, "grey", theme.LINES["hair"])


def _columns(quads: Quads, settings: Settings, room: float) -> tuple[Group, ...]:
    """The rules in brief side by side, from (0, 0), as large as fits."""
    width = (quads.quads_set.whole - (len(COLUMNS) - 1) * COLUMN_GAP) / len(COLUMNS)
    for size in SIZES:
        columns = [_column(quads, settings, keys, width, size) for keys in COLUMNS]
        if all(column.box.h <= room for column in columns):
            return tuple(
                column._replace(box=column.box.moved(number * (width + COLUMN_GAP), 0))
                for number, column in enumerate(columns)
            )
    raise TextOverflowError(f"the rules do not fit under the board at {SIZES[-1]} pt")


def _column(
    quads: Quads, settings: Settings, keys: Sequence[str], width: float, size: float
) -> Group:
    """Titles and sentences one under the other, from (0, 0)."""
    style = Style(size, leading=1.22)
    title = Style(size * 1.35, "title", "title", colour=parts.STRONG)
    items: list[Item] = []
    y = 0.0
    for entry in keys:
        bullet, _, key = entry.rpartition(" ")
        words, indent = rule(quads, settings, key), style.em * 0.9 if bullet else 0.0
        if key.endswith(".head"):
            y += style.em if y else 0.0
            block = fitted_line(words, width, title)
        else:
            y += style.em * 0.5
            block = wrap(words, width - indent, style)
        items += (*line(bullet, style).items(0, y), *block.items(indent, y))
        y += block.height
    return Group(keys[0], Box(0, 0, width, y), tuple(items))
