"""Figures of the rules: boards at one moment, marked by verdicts; keys to marks, who is who."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeVar

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.magnetmen.examples import Example
from generator.games.magnetmen.roll import RolledType
from generator.games.magnetmen.sheets.board_sheet import portrait_box, spot, squares
from generator.games.magnetmen.sheets.legend import portrait, symbol
from generator.languages import Language, load_language
from generator.layout import flow, theme
from generator.layout.flow import CROSS, TICK, Block, Strokes, drawn
from generator.layout.page import Art, Group, Item, Oval, Rect
from generator.layout.text import Style, fitted_line, line, wrap

Part = TypeVar("Part")

OWN = 7.0  # mm, height of the line with what a player owns
CAPTION = Style(9.0, colour="slate")
CAPTION_GAP = 1.8
PICTURE_GAP = 5.0  # between the boards of a figure
COLUMN_GAP = 7.0
BADGE, DOT = 3.3, 1.0  # diameters of a mark, and of a dot in it
PEN = 1.2  # points, of its strokes, in line art too: ink would run over thinner white ones
MARK_STYLE = Style(9.0)
OWNED_SIDE = 5.0  # of a symbol among what a player owns; smaller where there are many
OWNED_GAP = 0.7
GROUP_GAP = 1.4  # between types
KEY_GAP = 1.2  # between the entries of a key
FACE, SYMBOL = 9.0, 6.5  # sides of a portrait and a symbol in who is who
MIN_WHO_GAP, MAX_WHO_GAP = 3.0, 14.0  # between types in who is who
WHO_STYLE = Style(9.0, "bold")

# A mark's strokes: a tick, then a bar along the direction that closes the square; without: a dot.
STROKES: dict[str, Strokes] = {
    "free": TICK,
    "repel_side": ((0.22, 0.5, 0.78, 0.5),),
    "repel_above": ((0.5, 0.22, 0.5, 0.78),),
    "repel_diagonal": CROSS,
    "other": (),
}
# What players draw on a square: a cross over its spot, or a scribble over all of it.
OVERLAYS = {"crossed_out": "shared/crossed", "destroyed": "shared/destroyed"}
CROSS_SHARE, MAX_CROSS_SHARE = 0.35, 0.45  # the side of a cross, as shares of a square's
MIN_CROSS = 3.8  # mm, for it is seen at arm's length; less where MAX_CROSS_SHARE is
CROSS_SPOT_SHARE = 0.8  # the diameter of the spot under a cross, as a share of its side
FRAME = 0.8  # width of the frame around a square that a caption speaks of


class Picture(NamedTuple):
    example: Example
    marks: dict[int, str]
    framed: tuple[int, ...] = ()
    caption: str = ""

    @property
    def shown(self) -> set[str]:
        return {*self.marks.values(), *OVERLAYS.keys() & set(self.example.states)}


def marks(example: Example, chosen: Iterable[int]) -> dict[int, str]:
    """The marks of these squares but those that are used up: why they are closed, or free."""
    return {
        square: kind if kind in STROKES else "other"
        for square in chosen
        if (kind := example.marks[square]) not in ("used", "destroyed")
    }


def boards(pictures: Iterable[Picture], cell: float, hue: str, settings: Settings) -> Block:
    """Boards side by side, each with what the player owns above and a caption below."""
    blocks, language, tinted = [], load_language(settings.language_code), settings.tinted
    for picture in pictures:
        size = picture.example.board.size
        box = Box(0, OWN, size.columns * cell, size.rows * cell)
        items = _owned(picture.example, box.w, language) + _board(picture, box, cell, hue, tinted)
        bottom = box.bottom
        if picture.caption:
            words = wrap(picture.caption, box.w, CAPTION)
            items += words.items(0, bottom + CAPTION_GAP)
            bottom += CAPTION_GAP + words.height
        blocks.append(Block(tuple(items), box.w, bottom, "board"))
    return flow.row(blocks, PICTURE_GAP)


def _owned(example: Example, width: float, language: Language) -> list[Item]:
    label = line(language.say("magnetmen.rules.repel.own"), MARK_STYLE)
    items, left = list(label.items(0, (OWNED_SIDE - label.height) / 2)), label.width + 2
    gaps = GROUP_GAP * sum(count > 0 for count in example.counts)
    side = min(OWNED_SIDE, (width - left - gaps) / max(1, sum(example.counts)) - OWNED_GAP)
    for kind, count in zip(example.board.types, example.counts, strict=True):
        for _ in range(count):
            items += _framed_symbol(kind.piece.art, Box(left, (OWNED_SIDE - side) / 2, side, side))
            left += side + OWNED_GAP
        left += GROUP_GAP if count else 0
    return items


def _framed_symbol(art: str, box: Box) -> tuple[Item, ...]:
    frame = Rect(box, "white", "grey", theme.LINES["hair"], 0.8)
    return frame, Art(symbol(art), box.inset(0.5))


def _board(picture: Picture, box: Box, cell: float, hue: str, tinted: bool) -> list[Item]:
    example, strong = picture.example, theme.hue_colour(hue, "strong")
    size = example.board.size
    boxes, items = squares(size.columns, size.rows, (cell, cell), box.x, box.y), list[Item]()
    for number, (square, state) in enumerate(zip(boxes, example.states, strict=True)):
        mark = picture.marks.get(number, "")
        side = min(max(CROSS_SHARE * cell, MIN_CROSS), MAX_CROSS_SHARE * cell)
        cross = Box(square.right - side, square.y, side, side)
        shade = theme.hue_colour(hue, "square" if mark else "pale")
        ground = "white" if mark == "free" else shade
        items += (
            Rect(square, ground, theme.hue_colour(hue, "tray"), theme.LINES["hair"]),
            Art(portrait(example.type_of(number).piece.art), portrait_box(square), fine=True),
            _spot_below(cross, strong),
        )
        if overlay := OVERLAYS.get(state):
            place = cross if state == "crossed_out" else square.inset(square.w * 0.04)
            items.append(Art(overlay, place))
        if mark:
            corner = Box(square.right - BADGE - 0.5, square.bottom - BADGE - 0.5, BADGE, BADGE)
            items.append(Group(f"mark {mark}", corner, _badge(mark, tinted)))
    items.append(Rect(box, None, strong, theme.LINES["frame"]))
    # Four bars: fills, since low ink turns lines thin and grey.
    far, inner = cell - FRAME, cell - 2 * FRAME
    flat = (Box(0, y, cell, FRAME) for y in (0, far))
    high = (Box(x, FRAME, FRAME, inner) for x in (0, far))
    frame = tuple(Rect(bar, "ink") for bar in (*flat, *high))
    return [*items, *(Group("framed", boxes[number], frame) for number in picture.framed)]


def _spot_below(cross: Box, stroke: str) -> Oval:
    return spot(cross.centred(cross.w * CROSS_SPOT_SHARE, cross.h * CROSS_SPOT_SHARE), stroke)


def _badge(mark: str, tinted: bool) -> tuple[Item, ...]:
    box, weight = Box(0, 0, BADGE, BADGE), PEN if tinted else PEN / theme.LINE_ART_LINE
    disc, pen = ("white", "ink") if mark == "free" else ("ink", "white")
    strokes = drawn(STROKES[mark], box, pen, weight)
    sign = strokes if STROKES[mark] else (Oval(box.centred(DOT, DOT), pen),)
    return (Oval(box, disc, "ink", theme.LINES["thin"]), *sign)


def dealt(parts: Sequence[Part], count: int) -> list[Sequence[Part]]:
    """In order, in at most that many as long as each other; the last may be shorter."""
    length = max(1, -(-len(parts) // count))
    return [parts[start : start + length] for start in range(0, len(parts), length)]


def key(pictures: Iterable[Picture], width: float, settings: Settings, columns: int = 1) -> Block:
    """The marks of pictures with their meanings, in columns."""
    say, tinted = load_language(settings.language_code).say, settings.tinted
    shown = set[str]().union(*(picture.shown for picture in pictures))
    column_width = (width + COLUMN_GAP) / columns - COLUMN_GAP
    entries = []
    for mark in (*STROKES, *OVERLAYS):
        if mark in shown:
            meaning = say(f"magnetmen.rules.repel.key.{mark}")
            words = wrap(meaning, column_width - BADGE - 2, MARK_STYLE)
            box = Box(0, (MARK_STYLE.em * 0.97 - BADGE) / 2, BADGE, BADGE)
            items = (Group(f"key {mark}", box, _sign(mark, tinted)), *words.items(BADGE + 2, 0))
            entries.append(Block(items, column_width, words.height, "mark"))
    parts = (flow.column(part, KEY_GAP) for part in dealt(entries, columns))
    in_columns = [part._replace(width=column_width) for part in parts]
    return flow.row(in_columns, COLUMN_GAP)._replace(width=width)


def _sign(mark: str, tinted: bool) -> tuple[Item, ...]:
    box = Box(0, 0, BADGE, BADGE)
    if mark == "crossed_out":
        return _spot_below(box, "slate"), Art(OVERLAYS[mark], box)
    if mark == "destroyed":
        paper = Rect(box, "white", "grey", theme.LINES["hair"])
        return paper, Art(OVERLAYS[mark], box.inset(0.2))
    return _badge(mark, tinted)


def who(kinds: Sequence[RolledType], width: float, language: Language) -> Block:
    """In as few rows as hold them, about as long as each other, in columns. Raises
    TextOverflowError."""
    faces = []
    for kind in kinds:
        name = fitted_line(kind.piece.name_for(language), width, WHO_STYLE)
        frame = Box(FACE + 1.5, (FACE - SYMBOL) / 2, SYMBOL, SYMBOL)
        face = Art(portrait(kind.piece.art), Box(0, 0, FACE, FACE))
        items = (face, *_framed_symbol(kind.piece.art, frame), *name.items(0, FACE + 1.0))
        size = max(frame.right, name.width), FACE + 1.0 + name.height
        faces.append(Block(items, *size, "who"))
    widest = max(face.width for face in faces)
    across = int((width + MIN_WHO_GAP) / (widest + MIN_WHO_GAP))
    rows = dealt([face._replace(width=widest) for face in faces], -(-len(faces) // across))
    gap = flow.spread_gap([widest] * len(rows[0]), width, MAX_WHO_GAP)
    return flow.column([flow.row(row, gap) for row in rows], MIN_WHO_GAP)._replace(width=width)
