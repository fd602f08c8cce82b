"""Figures of the rules: scenes side by side, with a tick or a cross, and why a scene is wrong."""

from collections.abc import Iterator
from itertools import pairwise

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.examples import ExamplePiece, Figure, Scene
from generator.games.quads.pieces import NEUTRALS, PLAYERS, Mark, RotatedPiece
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import parts
from generator.games.quads.sheets.parts import owner_name
from generator.languages import load_language
from generator.layout import theme
from generator.layout.flow import Block, column, label, paragraphs, row
from generator.layout.page import Art, Group, Item, Line, Oval, Rect
from generator.layout.text import Style, TextBlock, wrap

BADGE_DIAMETER, MIN_BADGE = 0.4, 3.4  # of a piece's side; mm
BADGE_PEN = 0.35  # points for each mm of a badge's diameter; line art makes strokes thinner
MIDDLE = 0.25  # the dot in the middle of the board, of a piece's side
GAP = 2.0  # mm between scenes
REASON_SIZES = (9.0, 10.0)  # points, on the narrowest and on the widest figure
REASON_WIDTHS = (57.0, 90.0)  # mm, of these figures
REASON_GAP = 0.9  # mm above a reason
FIGURE_GAP = 0.7  # mm above and below a figure, besides the gap between paragraphs
MAX_SQUARE = 0.25  # the side of a square, as a share of the width
MAX_HEIGHT = 34.0  # mm, of a scene
KEY_SIDE_EM = 4.0  # a side of a piece in the key to solid sides
KEY_SIGN_GAP_EM, KEY_GAP_EM = 0.4, 0.9  # between a sign and its name, between entries of the key
PIECE_GAP = 1.0  # mm between pieces in the figure of all pieces
PIECE_COLUMNS = 7  # in that figure
BACKS, MAX_BACK = 5, 11.0  # in the figure of backs; mm, the side of one
FRAME_LINES = 2  # of the board's frame, in a scene that shows it
# Shares of a square's side.
FRAME = FRAME_LINES / parts.LINES_TO_A_SIDE  # the width of the frame
BEYOND = 0.6  # what is seen of the board to the right of a scene, and below it
TOOTH = 0.2  # where the board is torn off; FRAME + BEYOND are four of them
TEAR_INSET = 0.1  # mm by which the board ends before the teeth, lest their edges show a fringe

# The colours of a badge's disc and strokes, by whether the scene is right and whether it is tinted.
BADGES = {
    (True, True): ("forest", "white"),
    (False, True): ("red", "white"),
    (True, False): ("white", "ink"),
    (False, False): ("ink", "white"),
}
# A badge's strokes in a circle of diameter 1, as (x1, y1, x2, y2). Those of the tick are at right
# angles, and the first is half a pen longer, so that they meet in a clean corner.
TICK = ((0.23, 0.54, 0.48, 0.74), (0.43, 0.70, 0.75, 0.30))
CROSS = ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3))


def figure_block(figure: Figure, quads_set: QuadsSet, settings: Settings, width: float) -> Block:
    """The scenes in rows, in the middle of the width, as large as fits, with the reasons below
    those that are wrong. Raises TextOverflowError for a word that is wider than a scene."""
    columns = figure.per_row
    more = FRAME + BEYOND if any(scene.setup.framed for scene in figure.scenes) else 0.0
    wide = max(scene.columns for scene in figure.scenes) + more
    high = max(scene.rows for scene in figure.scenes) + more
    side = (width - (columns - 1) * GAP) / columns / wide
    side = min(side, MAX_SQUARE * width, MAX_HEIGHT / high)
    w, h = wide * side, high * side
    left = (width - columns * w - (columns - 1) * GAP) / 2
    style = _reason_style(width)
    items: list[Item] = []
    y = FIGURE_GAP
    for start in range(0, len(figure.scenes), columns):
        row = figure.scenes[start : start + columns]
        reasons = [_reason(scene, settings, w, style) for scene in row]
        for number, (scene, reason) in enumerate(zip(row, reasons, strict=True)):
            box = Box(left + number * (w + GAP), y, w, h)
            items.append(Group("scene", box, tuple(_scene(scene, quads_set, settings, side))))
            items += reason.items(box.x, box.bottom + REASON_GAP, "centre")
        tallest = max(reason.height for reason in reasons)
        y += h + (REASON_GAP + tallest if tallest else 0.0) + GAP
    return Block(tuple(items), width, y - GAP + FIGURE_GAP)


def _reason_style(width: float) -> Style:
    """The style of reasons and of the key, larger on a wide page than on a card."""
    (small, large), (narrow, wide) = REASON_SIZES, REASON_WIDTHS
    share = min(1.0, max(0.0, (width - narrow) / (wide - narrow)))
    return Style(small + share * (large - small), leading=1.05)


def _reason(scene: Scene, settings: Settings, width: float, style: Style) -> TextBlock:
    """Why the rules forbid a scene; nothing for one that is right."""
    words = (
        load_language(settings.language_code).say(f"quads.reason.{scene.claim}")
        if scene.claim
        else ""
    )
    return wrap(words, width, style)


def all_pieces(quads: Quads, settings: Settings, width: float) -> Block:
    """A player's pieces in rows, with the neutral pieces at the end of the last row, after at least
    one empty place."""
    hand = quads.setup.hand("light")
    columns, rows = PIECE_COLUMNS, -(-(len(hand) + len(NEUTRALS) + 1) // PIECE_COLUMNS)
    side = (width - (columns - 1) * PIECE_GAP) / columns
    step = side + PIECE_GAP
    places = [*range(len(hand)), *range(rows * columns - len(NEUTRALS), rows * columns)]
    items: list[Item] = []
    for place, piece in zip(places, (*hand, *NEUTRALS), strict=True):
        box = Box(place % columns * step, FIGURE_GAP + place // columns * step, side, side)
        look = parts.solid(piece.owner, quads.quads_set, settings)
        items.append(parts.piece(RotatedPiece(piece, 0), look, box.x, box.y, side))
        items.append(Rect(box, None, "grey", theme.LINES["hair"]))
    return Block(tuple(items), width, FIGURE_GAP + rows * step)


def backs(quads_set: QuadsSet, settings: Settings, width: float) -> Block:
    side = min(MAX_BACK, (width + PIECE_GAP) / BACKS - PIECE_GAP)
    left = (width - BACKS * (side + PIECE_GAP) + PIECE_GAP) / 2
    fill = quads_set.owners.dark.colour if settings.tinted else None
    items: list[Item] = []
    for number in range(BACKS):
        box = Box(left + number * (side + PIECE_GAP), FIGURE_GAP, side, side)
        items.append(Rect(box, fill, "grey", theme.LINES["hair"]))
        items += parts.back("dark", quads_set, settings, box)
    return Block(tuple(items), width, side + 2 * FIGURE_GAP)


def solid_key(quads: Quads, settings: Settings, width: float) -> Block:
    """What the solid sides of light and dark look like in line art, which leaves them almost white;
    on one line if it fits, else below a heading. Raises TextOverflowError for a word that is too
    wide."""
    language, style = load_language(settings.language_code), _reason_style(width)
    em, side = style.em, KEY_SIDE_EM * style.em
    heading, entries = label(language.say("quads.pieces.solid"), style), []
    for player in PLAYERS:
        look = parts.solid(player, quads.quads_set, settings)
        sign = Block(parts.solid_side(look, side), side, side / 2)
        name = label(owner_name(quads, player, language), style)
        room = width - side - KEY_SIGN_GAP_EM * em
        if name.width > room:
            name = paragraphs([owner_name(quads, player, language)], room, style, 0)
        entries.append(row([sign, name], KEY_SIGN_GAP_EM * em, align="middle"))
    in_row, gap = row(entries, KEY_GAP_EM * em, align="middle"), KEY_SIGN_GAP_EM * em
    on_one_line = row([heading, in_row], KEY_GAP_EM * em, align="middle")
    if on_one_line.width <= width:
        return on_one_line
    return column([heading, *([in_row] if in_row.width <= width else entries)], gap)


def _scene(scene: Scene, quads_set: QuadsSet, settings: Settings, side: float) -> Iterator[Item]:
    frame = FRAME * side if scene.setup.framed else 0.0
    squares = Box(frame, frame, scene.columns * side, scene.rows * side)
    if scene.setup.framed:
        yield from _corner(squares, side, settings.tinted)
    else:
        for square in range(scene.rows * scene.columns):
            box = _square_box(squares, divmod(square, scene.columns), side)
            yield Rect(box, "white", "grey", theme.LINES["hair"])
    for piece in (*scene.pieces, scene.new_piece):
        yield from _piece(piece, squares, quads_set, settings, side)
    if scene.shows_board:
        yield from _middle(scene, squares, side)
    yield from _badge(
        _square_box(squares, scene.new_piece.spot, side), scene.claim is None, settings.tinted
    )


def _square_box(squares: Box, spot: tuple[int, int], side: float) -> Box:
    return Box(squares.x + spot[1] * side, squares.y + spot[0] * side, side, side)


def _middle(scene: Scene, squares: Box, side: float) -> Iterator[Item]:
    """The edge and the middle of the board; through it a line from a piece to an opposite one."""
    yield Rect(squares, None, "ink", theme.LINES["frame"])
    if scene.claim == "opposite_neutral":
        ends = [_square_box(squares, piece.spot, side) for piece in scene.pieces]
        ends.append(_square_box(squares, scene.new_piece.spot, side))
        yield Line(*ends[0].centre, *ends[1].centre, "ink", theme.LINES["frame"], (1.0, 0.8))
    x, y = squares.centre
    yield Oval(Box(x, y, 0, 0).inset(-MIDDLE * side / 2), "ink")


def _piece(
    piece: ExamplePiece, squares: Box, quads_set: QuadsSet, settings: Settings, side: float
) -> Iterator[Item]:
    box = _square_box(squares, piece.spot, side)
    solid = parts.solid(piece.owner, quads_set, settings)
    yield parts.piece(piece.rotated_piece, solid, box.x, box.y, side)
    yield Rect(box, None, "grey", theme.LINES["hair"])


def _corner(squares: Box, side: float, tinted: bool) -> Iterator[Item]:
    """The top left corner of the board, torn off a little beyond the squares of the scene."""
    beyond = BEYOND * side - TEAR_INSET
    inner = Box(squares.x, squares.y, squares.w + beyond, squares.h + beyond)
    whole = Box(0, 0, inner.right, inner.bottom)
    yield Rect(whole, parts.FRAME_TINT if tinted else "white")
    yield Rect(inner, "white")
    yield from _lines(inner, side)
    for x, y in ((inner.right, inner.y), (inner.x, inner.bottom)):
        yield Line(inner.x, inner.y, x, y, "ink", theme.LINES["frame"])
    yield from _torn_edges(Box(0, 0, whole.w + TEAR_INSET, whole.h + TEAR_INSET), TOOTH * side)


def _lines(inner: Box, side: float) -> Iterator[Item]:
    """The lines between the squares, and those of the frame."""
    for number in range(1, int(inner.w / side) + 1):
        x = inner.x + number * side
        yield Line(x, inner.y, x, inner.bottom, "grey", theme.LINES["hair"])
    for number in range(1, int(inner.h / side) + 1):
        y = inner.y + number * side
        yield Line(inner.x, y, inner.right, y, "grey", theme.LINES["hair"])
    width = parts.LINE_WIDTH * side
    for number in range(FRAME_LINES):
        near = inner.x - parts.spacing(side) * (number + 0.5) - width / 2
        yield parts.bar(near, near, inner.right - near, width)
        yield parts.bar(near, near, width, inner.bottom - near)


def _torn_edges(board: Box, tooth: float) -> Iterator[Item]:
    """Zigzags of paper along the right and the lower edge, whose lengths are multiples of a tooth:
    they meet in one point near the corner."""
    half = tooth / 2
    down = [(board.right - n % 2 * half, n * half) for n in range(round(board.h / half))]
    along = [(n * half, board.bottom - n % 2 * half) for n in range(round(board.w / half))]
    for zigzag, angle in ((down, 90), (along, 180)):
        for x, y in zigzag[1::2]:
            yield Art(Mark.SOLID.art, Box(x - half, y - half, tooth, tooth), "white", angle=angle)
    for zigzag in (down, along):
        for start, end in pairwise(zigzag):
            yield Line(*start, *end, "grey", theme.LINES["hair"])


def _badge(piece: Box, right: bool, tinted: bool) -> Iterator[Item]:
    """A tick or a cross in the middle of a piece, where it does not hide the sides."""
    disc, strokes = BADGES[right, tinted]
    side = max(MIN_BADGE, BADGE_DIAMETER * piece.w)
    weight = BADGE_PEN * side * (1 if tinted else 2)
    box = piece.centred(side, side)
    yield Oval(box, disc, strokes, weight / 2)
    for x1, y1, x2, y2 in TICK if right else CROSS:
        ends = (box.x + x1 * side, box.y + y1 * side, box.x + x2 * side, box.y + y2 * side)
        yield Line(*ends, strokes, weight)
