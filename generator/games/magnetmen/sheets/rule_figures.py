"""Figures of the rules sheet: a little board at one moment, marked by its example's verdicts."""

import math
from collections.abc import Mapping, Sequence

from generator.core.paper import Box
from generator.games.magnetmen.examples import Example
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets import parts
from generator.languages import Language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Line, Oval, Rect
from generator.layout.text import Style, fitted_line, line, wrap

BADGE = 3.3  # diameter of a mark
MARK_STYLE = Style(9.0)
OWNED_SIDE = 5.0  # of a symbol among what a player owns; smaller where there are many
OWNED_GAP = 0.7
GROUP_GAP = 1.4  # between types
KEY_GAP = 1.2  # between the entries of a key
FACE, SYMBOL = 9.0, 6.5  # sides of a portrait and a symbol in who is who
MIN_WHO_GAP, MAX_WHO_GAP = 3.0, 14.0  # between types in who is who
WHO_STYLE = Style(9.0, "bold")

# A mark's strokes on a square of side 1, as (x1, y1, x2, y2): a tick, then a bar along the
# direction that closes the square.
STROKES: dict[str, tuple[tuple[float, float, float, float], ...]] = {
    "free": ((0.26, 0.52, 0.43, 0.70), (0.43, 0.70, 0.75, 0.30)),
    "repel_side": ((0.22, 0.5, 0.78, 0.5),),
    "repel_above": ((0.5, 0.22, 0.5, 0.78),),
    "repel_diagonal": ((0.3, 0.3, 0.7, 0.7), (0.3, 0.7, 0.7, 0.3)),
    "other": ((0.47, 0.5, 0.53, 0.5),),
}
# What players draw on a square: a cross over its spot, or a scribble over all of it.
CROSS, SCRIBBLE = "shared/crossed", "shared/destroyed"
OVERLAYS = ("crossed_out", "destroyed")
CROSS_SHARE, MAX_CROSS_SHARE = 0.35, 0.45  # the side of a cross, as shares of a square's
MIN_CROSS = 3.8  # mm, for it is seen at arm's length; less where MAX_CROSS_SHARE is
CROSS_SPOT_SHARE = 0.8  # the diameter of the spot under a cross, as a share of its side
FRAME = 0.8  # width of the frame around a square that a caption speaks of


def mark_of(kind: str) -> str:
    """The mark for what Example.mark says; "" for a square that is used up."""
    if kind in ("used", "destroyed"):
        return ""
    return kind if kind in STROKES else "other"


def shown_marks(example: Example, marks: Mapping[int, str]) -> set[str]:
    """All that a figure marks squares with, as key() takes it."""
    return {*marks.values(), *set(OVERLAYS) & set(example.states)}


def verdict_marks(example: Example) -> dict[int, str]:
    """A mark for every square that is not used up."""
    marks = {square: mark_of(example.mark(square)) for square in range(len(example.board.squares))}
    return {square: mark for square, mark in marks.items() if mark}


def side_lengths(example: Example, cell: float) -> tuple[float, float]:
    """Width and height of a figure with squares of that side."""
    size = example.board.size
    return size.columns * cell, size.rows * cell


def board(
    example: Example,
    x: float,
    y: float,
    cell: float,
    hue: str,
    marks: Mapping[int, str],
    framed_squares: tuple[int, ...] = (),
) -> list[Item]:
    """The board at that moment; some squares with a mark, some in a bold frame."""  # fmt: skip
    w, h = side_lengths(example, cell)
    squares = [
        square.moved(x, y)
        for square in parts.squares(round(w / cell), round(h / cell), (cell,) * 2)
    ]
    items: list[Item] = []
    for square, kind in enumerate(example.board.squares):
        items += _square(example, square, kind, squares[square], hue, marks.get(square, ""))
    strong = theme.hue_colour(hue, "strong")
    items.append(Rect(Box(x, y, w, h), None, strong, theme.LINES["frame"]))
    items += [Group("framed", squares[square], _frame(cell)) for square in framed_squares]
    return items


def cross_box(square: Box) -> Box:
    """The place of a cross in a square of a figure: its top right corner."""
    side = min(max(CROSS_SHARE * square.w, MIN_CROSS), MAX_CROSS_SHARE * square.w)
    return Box(square.right - side, square.y, side, side)


def _spot_box(cross: Box) -> Box:
    """The spot under a cross, which is a little larger."""
    return cross.centred(cross.w * CROSS_SPOT_SHARE, cross.h * CROSS_SPOT_SHARE)


def _frame(cell: float) -> tuple[Rect, ...]:
    """Four bars: fills, since low ink turns lines thin and grey."""
    bars = (
        Box(0, 0, cell, FRAME),
        Box(0, cell - FRAME, cell, FRAME),
        Box(0, FRAME, FRAME, cell - 2 * FRAME),
        Box(cell - FRAME, FRAME, FRAME, cell - 2 * FRAME),
    )
    return tuple(Rect(bar, "ink") for bar in bars)


def _square(example: Example, square: int, kind: int, box: Box, hue: str, mark: str) -> list[Item]:
    tint = "square" if mark and mark != "free" else "pale"
    items: list[Item] = [
        Rect(
            box,
            "white" if mark == "free" else theme.hue_colour(hue, tint),
            theme.hue_colour(hue, "tray"),
            theme.LINES["hair"],
        ),
        Art(parts.portrait(example.board.types[kind].art), parts.portrait_box(box), fine=True),
        parts.spot(_spot_box(cross_box(box)), theme.hue_colour(hue, "strong")),
    ]
    state = example.states[square]
    if state == "crossed_out":
        items.append(Art(CROSS, cross_box(box)))
    elif state == "destroyed":
        items.append(Art(SCRIBBLE, box.inset(box.w * 0.04)))
    if mark:
        corner = Box(box.right - BADGE - 0.5, box.bottom - BADGE - 0.5, BADGE, BADGE)
        items.append(Group(f"mark {mark}", corner, _badge(mark)))
    return items


def _badge(mark: str) -> tuple[Item, ...]:
    """A round mark: white with a tick, or dark with the bar of what closes the square."""
    free = mark == "free"
    side = BADGE
    disc = Oval(Box(0, 0, side, side), "white" if free else "ink", "ink", theme.LINES["thin"])
    strokes = (
        Line(
            x1 * side, y1 * side, x2 * side, y2 * side,
            "ink" if free else "white", theme.LINES["frame"] * 1.1,
        )
        for x1, y1, x2, y2 in STROKES[mark]
    )  # fmt: skip
    return (disc, *strokes)


def inventory_row(example: Example, x: float, y: float, width: float, text: str) -> list[Item]:
    """What the player owns: a label, then each symbol as often as they have it."""
    label = line(text, MARK_STYLE)
    items: list[Item] = [*label.items(x, y + (OWNED_SIDE - label.height) / 2)]
    counts = example.counts
    gaps = GROUP_GAP * sum(count > 0 for count in counts)
    side = min(OWNED_SIDE, (width - label.width - 2 - gaps) / max(1, sum(counts)) - OWNED_GAP)
    left, top = x + label.width + 2, y + (OWNED_SIDE - side) / 2
    for kind, count in enumerate(counts):
        art = parts.symbol(example.board.types[kind].art)
        for _ in range(count):
            box = Box(left, top, side, side)
            items.append(Rect(box, "white", "grey", theme.LINES["hair"], 0.8))
            items.append(Art(art, box.inset(0.5)))
            left += side + OWNED_GAP
        left += GROUP_GAP if count else 0
    return items


def key(entries: Sequence[tuple[str, str]], width: float) -> Block:
    """Marks with their meanings, one below the other."""
    items: list[Item] = []
    y = 0.0
    for mark, text in entries:
        words = wrap(text, width - BADGE - 2, MARK_STYLE)
        box = Box(0, y + (MARK_STYLE.em * 0.97 - BADGE) / 2, BADGE, BADGE)
        items += [Group(f"key {mark}", box, _sign(mark)), *words.items(BADGE + 2, y)]
        y += words.height + KEY_GAP
    return Block(tuple(items), width, max(0.0, y - KEY_GAP), "marks")


def _sign(mark: str) -> tuple[Item, ...]:
    """A mark as the key has it: a badge, a spot with its cross, a little square scratched out."""
    box = Box(0, 0, BADGE, BADGE)
    if mark == "crossed_out":
        return (parts.spot(_spot_box(box), "slate"), Art(CROSS, box))
    if mark == "destroyed":
        return (Rect(box, "white", "grey", theme.LINES["hair"]), Art(SCRIBBLE, box.inset(0.2)))
    return _badge(mark)


def who(kinds: Sequence[RolledType], width: float, language: Language) -> Block:
    """Portrait, symbol and name of types, in as few rows as hold them, about as long as each other.

    Raises TextOverflowError for a name that is wider than a row.
    """
    all_faces = [_face(kind, width, language) for kind in kinds]
    rows = _in_rows(all_faces, width, len(all_faces))
    even = _in_rows(all_faces, width, -(-len(all_faces) // len(rows)))
    if len(even) == len(rows):
        rows = even
    items: list[Item] = []
    y = 0.0
    for faces in rows:
        gap = flow.spread_gap([face.width for face in faces], width, MAX_WHO_GAP)
        items += flow.side_by_side(faces, gap, 0, y)
        y += max(face.height for face in faces) + MIN_WHO_GAP
    return Block(tuple(items), width, y - MIN_WHO_GAP)


def _in_rows(faces: Sequence[Block], width: float, most: int) -> list[list[Block]]:
    """Faces in rows of that width, at most so many in each."""
    rows: list[list[Block]] = [[]]
    for face in faces:
        is_full = len(rows[-1]) == most
        if (
            is_full
            or math.fsum(other.width + MIN_WHO_GAP for other in rows[-1]) + face.width > width
        ):
            rows.append([])
        rows[-1].append(face)
    return rows


def _face(kind: RolledType, width: float, language: Language) -> Block:
    """A type in who is who."""
    name = fitted_line(kind.piece.printed_name(language.code), width, WHO_STYLE)
    frame = Box(FACE + 1.5, (FACE - SYMBOL) / 2, SYMBOL, SYMBOL)
    items = (
        Art(parts.portrait(kind.art), Box(0, 0, FACE, FACE)),
        Rect(frame, "white", "grey", theme.LINES["hair"], 0.8),
        Art(parts.symbol(kind.art), frame.inset(0.5)),
        *name.items(0, FACE + 1.0),
    )
    height = FACE + 1.0 + name.height
    return Block(items, max(frame.right, name.width), height, "who")
