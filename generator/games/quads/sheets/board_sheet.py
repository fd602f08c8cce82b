"""The board: its squares in their true size, the frame around them, the rules in brief."""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product

from generator.core.errors import PieceTooLargeError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.pieces import NEUTRALS, PLAYERS, RotatedPiece
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import pieces_sheet
from generator.games.quads.sheets.pieces_sheet import HUE, LINE_COLOUR, LOOK, STRONG, owner_name
from generator.games.quads.sheets.rules_sheet import rule
from generator.languages import load_language, localized
from generator.layout import flow, panels, theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Group, Item, Page, Rect, Seams
from generator.layout.text import SMALL_PRINT, Style, fitted_line, line, title_style, wrap

HEAD = 11.0  # height of the title
GAP = 3.0  # at least, between the board and what is above and below
COLUMN_GAP = 7.0
SIZES = (14.0, 13.0, 12.0, 11.0, 10.5, 10.0, 9.5, 9.0)  # points
STYLES = (*(Style(size, leading=1.22) for size in SIZES), Style(9.0, leading=1.12))
TITLE_SCALE = 1.35  # the size of a heading in the rules, as a multiple of the text's
SENTENCE_GAP, TITLE_GAP = 2.27, 4.09  # above a sentence, above a title: times the line gap
BULLET_INDENT_EM = 0.9
SIGN_SHARE = 0.6  # of the height of the head: the diamond of a player
SIGN_GAP, PLAYER_GAP = 1.5, 6.0  # between a diamond and its name, between the players
INLAY = 0.09  # the diamonds where squares meet, of the side of a square
NAME_STYLE = title_style(13.5, STRONG)
# The rules under the board, shorter than on the cards: headings and sentences, with "• " before
# the items of a list.
OPPOSITE = ("rules.opposite.head", "rules.opposite.rule")
SECTIONS = (
    ("rules.goal.head", "rules.goal.aim", "rules.goal.end"),
    ("rules.setup.head", "rules.setup.first"),
    OPPOSITE,
    ("rules.placing.head", "rules.placing.turn"),
    (
        "rules.matching.head",
        "• rules.matching.solid",
        "• rules.matching.lines",
        "rules.matching.both",
        "board.frame",
    ),
)
COLUMNS = 3


def page(quads: Quads, settings: Settings) -> Page:
    """The page. Raises TextOverflowError if the rules do not fit under the board,
    PieceTooLargeError if the board itself does not fit."""
    paper, quads_set = settings.paper.portrait, quads.quads_set
    if (side := quads_set.whole) > paper.area.w:
        words = f"a board of {side:g} mm does not fit {paper.name}, which has {paper.area.w:.1f} mm"
        raise PieceTooLargeError(f"{words} between its margins as it is printed; use larger paper")
    room = paper.area.centred(side, paper.area.h)
    slug = pieces_sheet.slug(quads, settings, localized(quads_set.title, settings.language_code))
    foot = fitted_line(slug, side, SMALL_PRINT, pieces_sheet.slug(quads, settings))
    free = room.h - HEAD - side - foot.height - 3 * GAP
    columns = _columns(quads, settings, free) if settings.rules else []
    spare = free - max((column.height for column in columns), default=0.0)
    gap = GAP + min(spare / 4, GAP)
    top = room.y + (spare - (gap - GAP)) / 2
    head = Group("head", Box(room.x, top, side, HEAD), _head(quads, settings, side))
    top += HEAD + GAP
    board = Group("board", Box(room.x, top, side, side), tuple(_board(quads, settings)))
    texts = flow.side_by_side(columns, COLUMN_GAP, room.x, top + side + gap)
    foot_items = foot.items(room.right - foot.width, room.bottom - foot.height)
    around = board.box.inset(-gap / 2)
    xs, ys = Seams.of_grid(board.box.inset(quads_set.frame), *[quads_set.board] * 2)
    if columns:  # between the rules, no more than 2 mm from a line
        gaps = [(one.box.right + 0.3, other.box.x - 0.3) for one, other in pairwise(texts)]
        near = [(x, min(max(x, left), right)) for x in xs for left, right in gaps]
        xs = tuple(moved for x, moved in near if abs(moved - x) < 2)
    seams = Seams((around.x, *xs, around.right), (around.y, *ys, around.bottom))
    return Page(paper, (head, board, *texts, *foot_items), "board", seams=seams)


def _head(quads: Quads, settings: Settings, width: float) -> tuple[Item, ...]:
    """The name of the game on the left; on the right the two players, and what is neutral: long
    names and small boards leave no room for it. Raises TextOverflowError."""
    say, sign = load_language(settings.language_code).say, HEAD * SIGN_SHARE
    logo = Block(LOOK.logo(HUE, Box(0, 0, HEAD, HEAD)), HEAD, HEAD)
    name = line(say("quads.name"), title_style(theme.SIZES["title"], STRONG))
    title = flow.row([logo, name], SIGN_GAP, align="middle")
    look, box = pieces_sheet.Solid(LINE_COLOUR), Box(0, 0, sign, sign)
    pictures = [
        Block(pieces_sheet.edged_piece(RotatedPiece(piece, 0), look, box), sign, sign)
        for piece in NEUTRALS
    ]
    words = flow.label(say("quads.board.neutral"), NAME_STYLE)

    def layout(neutral: Block) -> tuple[Item, ...]:
        items, x = list(title.items(0, (HEAD - title.height) / 2)), width
        taken = title.width + (neutral.width + PLAYER_GAP if neutral.width else 0)
        room = (width - taken) / 2 - sign - SIGN_GAP - PLAYER_GAP
        for player in reversed(PLAYERS):
            name = fitted_line(owner_name(quads, player, settings), room, NAME_STYLE)
            x -= name.width
            items += name.items(x, (HEAD - name.height) / 2)
            x -= sign + SIGN_GAP
            look = pieces_sheet.solid(player, quads.quads_set, settings)
            items += pieces_sheet.diamond(look, Box(x, (HEAD - sign) / 2, sign, sign))
            x -= PLAYER_GAP
        if neutral.width:
            # They end at a line between columns, on which tiles may meet.
            x -= (x - quads.quads_set.frame) % quads.quads_set.square
            items += neutral.items(x - neutral.width, (HEAD - neutral.height) / 2)
        return tuple(items)

    neutral = flow.row([*pictures, words], SIGN_GAP, align="middle")
    return flow.largest_that_fits(layout, (neutral, flow.EMPTY))


def _board(quads: Quads, settings: Settings) -> Iterator[Item]:
    quads_set = quads.quads_set
    whole, side = Box(0, 0, quads_set.whole, quads_set.whole), quads_set.square
    inner = whole.inset(quads_set.frame)
    if settings.tinted:
        yield Rect(whole, theme.hue_colour(HUE, "square"))
    pale = theme.hue_colour(HUE, "pale")
    squares = [
        Box(inner.x + column * side, inner.y + row * side, side, side)
        for row, column in product(range(quads_set.board), repeat=2)
    ]
    for number, square in enumerate(squares):
        is_pale = settings.tinted and sum(divmod(number, quads_set.board)) % 2
        yield Rect(square, pale if is_pale else "white", "grey", theme.LINES["hair"])
    for number, neutral in zip(quads.setup.marked, NEUTRALS, strict=False):
        yield pieces_sheet.outline(neutral, squares[number].centred(*[quads_set.piece] * 2))
    yield Rect(inner, None, "ink", theme.LINES["thin"])
    # The frame: rings, as many as fit; they continue the lines of pieces parallel to the edge. They
    # are filled like those of the art, because line art makes strokes thinner.
    spacing, width = pieces_sheet.spacing(side), pieces_sheet.LINE_WIDTH * side
    for number in range(int(quads_set.frame / spacing + 1e-6)):
        ring = inner.inset(-spacing * (number + 0.5) - width / 2)
        for far in (0, ring.w - width):
            yield Rect(Box(ring.x + far, ring.y, width, ring.h), LINE_COLOUR)
            yield Rect(Box(ring.x, ring.y + far, ring.w, width), LINE_COLOUR)
    studs = pieces_sheet.solid("light", quads_set, settings)
    for x, y in product((0, whole.w - quads_set.frame), repeat=2):
        yield from pieces_sheet.stud(studs, Box(x, y, quads_set.frame, quads_set.frame))
    for row, column in product(range(1, quads_set.board), repeat=2) if settings.tinted else ():
        crossing = Box(inner.x + column * side, inner.y + row * side, 0, 0)
        yield from pieces_sheet.diamond(studs, crossing.inset(-INLAY * side / 2))
    edge = theme.LINES["bold"]
    yield Rect(whole.inset(edge * MM_PER_POINT / 2), None, STRONG, edge)


def _columns(quads: Quads, settings: Settings, room: float) -> list[Block]:
    """The rules in brief in columns, as even and as large as fits that height."""
    width = (quads.quads_set.whole - (COLUMNS - 1) * COLUMN_GAP) / COLUMNS
    sections = [keys for keys in SECTIONS if keys != OPPOSITE or not quads.setup.may_be_opposite]

    def layout(style: Style) -> list[Block]:
        blocks = [_section(quads, settings, keys, width, style) for keys in sections]
        gap = style.em * (style.leading - 1) * TITLE_GAP
        columns = panels.even_columns(blocks, [room] * COLUMNS, gap)
        return [flow.column(column, gap) for column in columns]

    return flow.largest_that_fits(layout, STYLES)


def _section(
    quads: Quads, settings: Settings, keys: Sequence[str], width: float, style: Style
) -> Block:
    """A heading and sentences one below the other."""
    head, *sentences = keys
    title = title_style(style.size * TITLE_SCALE, STRONG)
    heading = fitted_line(rule(quads, settings, head), width, title)
    items, y = list(heading.items(0, 0)), heading.height
    for entry in sentences:
        bullet, _, key = entry.rpartition(" ")
        indent = style.em * BULLET_INDENT_EM if bullet else 0.0
        block = wrap(rule(quads, settings, key), width - indent, style)
        y += style.em * (style.leading - 1) * SENTENCE_GAP
        items += (*line(bullet, style).items(0, y), *block.items(indent, y))
        y += block.height
    return Block(tuple(items), width, y, head)
