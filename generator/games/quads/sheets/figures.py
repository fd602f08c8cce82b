"""Figures of the rules, drawn: scenes side by side, each marked right or wrong.

Input: a Figure, which the rules have judged, and a width. Output: items from (0, 0), and their
height, as layout/cards.py wants them.
"""

from collections.abc import Iterator

from generator import theme
from generator.games.base import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.figures import Figure, Put, Scene
from generator.games.quads.pieces import HANDS, NEUTRALS, Laid
from generator.games.quads.sheets import parts
from generator.layout.page import Box, Group, Item, Line, Oval, Rect

BADGE = 0.4  # diameter of a mark, of the side of the piece it stands on
BADGE_PEN = 0.14  # of its strokes, in points for each mm of the piece; line art makes it thinner
GAP = 2.4  # between scenes
AROUND = 0.7  # above and below a figure, besides the gap between paragraphs
LARGEST = 0.21  # side of a square, of the width
PIECE_GAP = 1.0  # between all pieces
FRAME_LINES = 2  # of the board's frame, where a scene shows it
FRAME = FRAME_LINES / parts.LINES_TO_A_SIDE  # its width, of a square's side

# A mark's disc and its strokes, when it is right and when it may be tinted.
BADGES = {
    (True, True): ("forest", "white"),
    (False, True): ("red", "white"),
    (True, False): ("white", "ink"),
    (False, False): ("ink", "white"),
}
# A mark's strokes in a circle of diameter 1, as (x1, y1, x2, y2).
TICK = ((0.26, 0.52, 0.43, 0.70), (0.43, 0.70, 0.75, 0.30))
CROSS = ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3))


def drawn(
    figure: Figure, chosen: QuadsSet, settings: Settings, width: float
) -> tuple[tuple[Item, ...], float]:
    """The scenes in rows, in the middle of the width, as large as fits."""
    columns = figure.in_row
    frame = FRAME if any(scene.framed for scene in figure.scenes) else 0.0
    wide = max(scene.columns for scene in figure.scenes) + frame
    high = max(scene.rows for scene in figure.scenes) + frame
    side = min(LARGEST * width, (width - (columns - 1) * GAP) / columns / wide)
    w, h = wide * side, high * side
    left = (width - columns * w - (columns - 1) * GAP) / 2
    items = []
    for number, scene in enumerate(figure.scenes):
        row, column = divmod(number, columns)
        box = Box(left + column * (w + GAP), AROUND + row * (h + GAP), w, h)
        items.append(Group("scene", box, tuple(_scene(scene, chosen, settings, side))))
    return tuple(items), items[-1].box.bottom + AROUND


def all_pieces(
    chosen: QuadsSet, settings: Settings, rows: int, width: float
) -> tuple[tuple[Item, ...], float]:
    """What a player has, in so many rows; at the end of the last the neutral pieces."""
    hand = HANDS["light"]
    columns = -(-(len(hand) + len(NEUTRALS) + 1) // rows)  # at least one place is left between
    side = (width - (columns - 1) * PIECE_GAP) / columns
    step = side + PIECE_GAP
    places = [*range(len(hand)), *range(rows * columns - len(NEUTRALS), rows * columns)]
    items: list[Item] = []
    for place, piece in zip(places, (*hand, *NEUTRALS), strict=True):
        box = Box(place % columns * step, AROUND + place // columns * step, side, side)
        look = parts.solid(piece.owner, chosen, settings)
        items.append(parts.piece(Laid(piece, 0), look, box.x, box.y, side))
        items.append(Rect(box, None, "grey", theme.LINES["hair"]))
    return tuple(items), AROUND + rows * step


def _scene(scene: Scene, chosen: QuadsSet, settings: Settings, side: float) -> Iterator[Item]:
    frame = FRAME * side if scene.framed else 0.0
    squares = Box(frame, frame, scene.columns * side, scene.rows * side)
    for square in range(scene.rows * scene.columns):
        row, column = divmod(square, scene.columns)
        yield Rect(_at(squares, (row, column), side), "white", "grey", theme.LINES["hair"])
    if scene.framed:
        yield from _frame(squares, side, settings.tinted)
    for put in (*scene.there, scene.added):
        yield from _piece(put, squares, chosen, settings, side)
    if scene.framed:
        for end in ((squares.right, squares.y), (squares.x, squares.bottom)):
            yield Line(squares.x, squares.y, *end, "ink", theme.LINES["frame"])
    yield from _badge(_at(squares, scene.added.spot, side), scene.claim is None, settings.tinted)


def _at(squares: Box, spot: tuple[int, int], side: float) -> Box:
    return Box(squares.x + spot[1] * side, squares.y + spot[0] * side, side, side)


def _piece(
    put: Put, squares: Box, chosen: QuadsSet, settings: Settings, side: float
) -> Iterator[Item]:
    box = _at(squares, put.spot, side)
    yield parts.piece(put.laid, parts.solid(put.owner, chosen, settings), box.x, box.y, side)
    yield Rect(box, None, "grey", theme.LINES["hair"])


def _frame(squares: Box, side: float, tinted: bool) -> Iterator[Item]:
    """The board's frame above and to the left of squares in its corner."""
    spacing, width = parts.spacing(side), parts.LINE_WIDTH * side
    if tinted:
        frame = FRAME * side
        top = Box(squares.x - frame, squares.y - frame, squares.w + frame, frame)
        yield Rect(top, parts.FRAME_TINT)
        yield Rect(Box(top.x, squares.y, frame, squares.h), parts.FRAME_TINT)
    for number in range(FRAME_LINES):
        x, y = (edge - spacing * (number + 0.5) for edge in (squares.x, squares.y))
        left, top = x - width / 2, y - width / 2
        yield parts.bar(left, top, squares.right - left, width)
        yield parts.bar(left, top, width, squares.bottom - top)


def _badge(piece: Box, right: bool, tinted: bool) -> Iterator[Item]:
    """A tick or a cross in the middle of a piece, where it leaves the sides to be seen."""
    disc, strokes = BADGES[right, tinted]
    side, weight = BADGE * piece.w, BADGE_PEN * piece.w * (1 if tinted else 2)
    box = piece.centred(side, side)
    yield Oval(box, disc, strokes, weight / 2)
    for x1, y1, x2, y2 in TICK if right else CROSS:
        ends = (box.x + x1 * side, box.y + y1 * side, box.x + x2 * side, box.y + y2 * side)
        yield Line(*ends, strokes, weight)
