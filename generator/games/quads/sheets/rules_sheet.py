"""The rules on reference cards, on one page and in a booklet, with the verdicts of the rules."""

from collections.abc import Iterator
from functools import partial
from itertools import product

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.definition import QuadsSet
from generator.games.quads.examples import Figure, Scene, figures
from generator.games.quads.pieces import NEUTRALS, PLAYERS, Owner, RotatedPiece, piece_showing
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import pieces_sheet
from generator.games.quads.sheets.pieces_sheet import HUE, STRONG, Solid, owner_name, solid
from generator.languages import load_language, localized
from generator.layout import flow, panels, theme
from generator.layout.booklet import Chapter, Picture
from generator.layout.box import BoxDesign
from generator.layout.flow import Block, badge, square_boxes
from generator.layout.page import Group, Item, Line, Oval, Page, Rect
from generator.layout.panels import CardDesign, Panel
from generator.layout.text import Style, wrap

# What stands on each side of a card, as panels.panel() takes it. The figure "pieces" shows them
# all, "backs" what an opponent sees of them, "key" what solid sides are in line art.
PANELS = {
    "goal": ("aim", "end", "figure pieces", "hand", "neutral"),
    "setup": ("lots", "first", "figure first_turn"),
    "opposite": ("rule", "figure opposite"),
    "placing": ("turn", "figure several", "figure key"),
    "matching": ("• solid", "• lines", "both", "figure matching"),
    "frame": ("rule", "figure frame"),
    "variants": ("hidden", "figure backs", "time"),
}
# Three rows, as they may come to lie in a game: owners, signs of the sides clockwise from the top.
COVER_PIECES: tuple[tuple[Owner, str], ...] = (
    *(("light", "||#="), ("light", "|#||"), ("light", "||=#")),
    *(("light", "#|=|"), ("neutral", "||||"), ("dark", "==#|")),
    *(("dark", "=|#="), ("dark", "|#=|"), ("dark", "#|##")),
)


def rule(quads: Quads, settings: Settings, key: str) -> str:
    """A sentence about the game by its key, such as "rules.placing.turn", as markup; where the
    set has another rule, the sentence about that."""
    if quads.quads_set.neutrals == "marked" and key in ("rules.setup.first", "rules.setup.lots"):
        key = f"{key}_marked"
    if key == "rules.frame.rule" and not quads.quads_set.is_lost_for_light:
        key = "rules.frame.only"
    return load_language(settings.language_code).say(
        f"quads.{key}",
        light=owner_name(quads, "light", settings),
        dark=owner_name(quads, "dark", settings),
        count=quads.quads_set.hand_size,
    )


def card_pages(quads: Quads, settings: Settings) -> list[Page]:
    """Cards, front and back. Raises TextOverflowError, PieceTooLargeError."""
    return panels.card_sheets(*_rules(quads, settings)[:2], settings)


def page(quads: Quads, settings: Settings) -> Page:
    """The one page. Raises TextOverflowError."""
    return panels.reference_page(*_rules(quads, settings), settings)


def chapter(quads: Quads, settings: Settings) -> Chapter:
    """The rules as a chapter of a booklet. Raises TextOverflowError."""
    return panels.chapter(*_rules(quads, settings), _pictures(quads, settings), settings)


def box_design(quads: Quads, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("quads.name"),
        hue=HUE,
        about=say("quads.about"),
        blurb=rule(quads, settings, "rules.goal.aim"),
        nouns={"pieces": "sheet.box.pieces", "cards": "sheet.box.cards"},
        pictures=_pictures(quads, settings),
        game_id=str(quads.game_id),
    )


def _pictures(quads: Quads, settings: Settings) -> tuple[Picture, ...]:
    """The picture of the booklet's cover and of the box: pieces that lie side by side."""

    def picture(box: Box) -> Iterator[Item]:
        side = box.w / 3
        yield Rect(box, "white")
        for number, (owner, signs) in enumerate(COVER_PIECES):
            row, column = divmod(number, 3)
            place = Box(box.x + column * side, box.y + row * side, side, side)
            look = solid(owner, quads.quads_set, settings)
            yield pieces_sheet.piece(piece_showing(owner, signs), look, place)
        yield Rect(box, None, STRONG, 2 * theme.LINES["bold"])

    return (picture,)


def _rules(quads: Quads, settings: Settings) -> tuple[list[Panel], CardDesign, str]:
    """The panels, without figures that the set has no need of, or no pieces for; their design; the
    subtitle of a page."""
    quads_set, language = quads.quads_set, load_language(settings.language_code)
    name, about = language.say("quads.name"), language.say("quads.about")
    own = figures(quads.setup).items()
    compositions = {key: partial(figure_block, each, quads_set, settings) for key, each in own}
    compositions["pieces"] = partial(all_pieces, quads, settings)
    compositions["backs"] = partial(backs, quads_set, settings)
    if not settings.tinted:
        compositions["key"] = partial(solid_key, quads, settings)

    def say(section: str, key: str) -> str:
        return rule(quads, settings, f"rules.{section}.{key}")

    contents = [
        panels.panel(say(section, "head"), keys, partial(say, section), compositions)
        for section, keys in PANELS.items()
        if section != "opposite" or not quads.setup.may_be_opposite
    ]
    slug, card = pieces_sheet.slug(quads, settings), quads_set.card
    design = CardDesign(name, HUE, slug, card.width, card.height, copies=len(PLAYERS))
    return contents, design, f"{localized(quads_set.title, language.code)} · {about}"


BADGE_DIAMETER, MIN_BADGE = 0.4, 3.4  # of a piece's side; mm
MIDDLE = 0.25  # the dot in the middle of the board, of a piece's side
# Points, on the narrowest and on the widest figure; mm, the widths of these.
REASON_SIZES, REASON_WIDTHS = (9.0, 10.0), (57.0, 90.0)
GAP, REASON_GAP = 2.0, 0.9  # mm between scenes, above a reason
FIGURE_GAP = 0.7  # mm above and below a figure, besides the gap between paragraphs
MAX_SQUARE = 0.25  # the side of a square, as a share of the width
MAX_HEIGHT = 34.0  # mm, of a scene
KEY_SIDE_EM = 4.0  # a side of a piece in the key to solid sides
KEY_SIGN_GAP_EM, KEY_GAP_EM = 0.4, 0.9  # between a sign and its name, between entries of the key
PIECE_GAP, PIECE_COLUMNS = 1.0, 7  # mm; in the figure of all pieces
BACKS, MAX_BACK = 5, 11.0  # in the figure of backs; mm, the side of one
FRAME_LINES = 2  # of the board's frame, in a scene that shows it
# Shares of a square's side.
FRAME = FRAME_LINES / pieces_sheet.LINES_TO_A_SIDE  # the width of the frame
BEYOND = 0.6  # what is seen of the board to the right of a scene, and below it


def figure_block(figure: Figure, quads_set: QuadsSet, settings: Settings, width: float) -> Block:
    """The scenes in rows, in the middle of the width, as large as fits, with the reasons below
    those that are wrong. Raises TextOverflowError for a word that is wider than a scene."""
    columns, say = len(figure[0]), load_language(settings.language_code).say
    first = figure[0][0]  # as large as the others
    more = FRAME + BEYOND if first.framed else 0.0
    wide, high = first.columns + more, first.rows + more
    side = (width - (columns - 1) * GAP) / columns / wide
    side = min(side, MAX_SQUARE * width, MAX_HEIGHT / high)
    w, h = wide * side, high * side
    left = (width - columns * w - (columns - 1) * GAP) / 2
    style, y = _reason_style(width), FIGURE_GAP
    items: list[Item] = []
    for row in figure:
        tallest = 0.0
        for number, scene in enumerate(row):
            box = Box(left + number * (w + GAP), y, w, h)
            items.append(Group("scene", box, tuple(_scene(scene, quads_set, settings, side))))
            if scene.claim:
                reason = wrap(say(f"quads.reason.{scene.claim}"), w, style)
                items += reason.items(box.x, box.bottom + REASON_GAP, "centre")
                tallest = max(tallest, REASON_GAP + reason.height)
        y += h + tallest + GAP
    return Block(tuple(items), width, y - GAP + FIGURE_GAP)


def _reason_style(width: float) -> Style:
    """The style of reasons and of the key, larger on a wide page than on a card."""
    (small, large), (narrow, wide) = REASON_SIZES, REASON_WIDTHS
    share = min(1.0, max(0.0, (width - narrow) / (wide - narrow)))
    return Style(small + share * (large - small), leading=1.05)


def all_pieces(quads: Quads, settings: Settings, width: float) -> Block:
    """A player's pieces in rows, with the neutral pieces at the end of the last row, after at least
    one empty place."""
    hand = quads.setup.hand("light")
    rows = -(-(len(hand) + len(NEUTRALS) + 1) // PIECE_COLUMNS)
    boxes = square_boxes(rows * PIECE_COLUMNS, PIECE_COLUMNS, width, PIECE_GAP, width, FIGURE_GAP)
    items: list[Item] = []
    for box, piece in (*zip(boxes, hand, strict=False), *zip(boxes[-2:], NEUTRALS, strict=True)):
        look = solid(piece.owner, quads.quads_set, settings)
        items += pieces_sheet.edged_piece(RotatedPiece(piece, 0), look, box)
    return Block(tuple(items), width, boxes[-1].bottom + PIECE_GAP)


def backs(quads_set: QuadsSet, settings: Settings, width: float) -> Block:
    boxes = square_boxes(BACKS, BACKS, width, PIECE_GAP, MAX_BACK, FIGURE_GAP)
    items: list[Item] = []
    for box in boxes:
        items += pieces_sheet.back_ground("dark", quads_set, settings, box)
        items += pieces_sheet.back_sign("dark", quads_set, settings, box)
    return Block(tuple(items), width, boxes[0].w + 2 * FIGURE_GAP)


def solid_key(quads: Quads, settings: Settings, width: float) -> Block:
    """What the solid sides of light and dark look like in line art, which leaves them almost white;
    on one line if it fits, else below a heading. Raises TextOverflowError for too long a word."""
    style = _reason_style(width)
    side, gap, wide = KEY_SIDE_EM * style.em, KEY_SIGN_GAP_EM * style.em, KEY_GAP_EM * style.em
    heading = flow.label(load_language(settings.language_code).say("quads.pieces.solid"), style)
    entries = []
    for player in PLAYERS:
        look = solid(player, quads.quads_set, settings)
        sign = Block(pieces_sheet.solid_side(look, side), side, side / 2)
        name, room = owner_name(quads, player, settings), width - side - gap
        words = flow.label(name, style)
        words = words if words.width <= room else flow.paragraphs([name], room, style, 0)
        entries.append(flow.row([sign, words], gap, align="middle"))
    in_row = flow.row(entries, wide, align="middle")
    ways = (
        flow.row([heading, in_row], wide, align="middle"),
        flow.column([heading, in_row], gap),
        flow.column([heading, *entries], gap),
    )
    return next((way for way in ways if way.width <= width), ways[-1])


def _scene(scene: Scene, quads_set: QuadsSet, settings: Settings, side: float) -> Iterator[Item]:
    frame = FRAME * side if scene.framed else 0.0
    board = Box(frame, frame, scene.columns * side, scene.rows * side)
    square = Box(0, 0, side, side)
    if scene.framed:
        yield from _corner(board, side, solid("light", quads_set, settings))
    else:
        for row, column in product(range(scene.rows), range(scene.columns)):
            place = square.moved(column * side, row * side)
            yield Rect(place, "white", "grey", theme.LINES["hair"])
    places = [square.moved(frame + x * side, frame + y * side) for *_, (y, x) in scene.pieces]
    for piece, place in zip(scene.pieces, places, strict=True):
        look = solid(piece.owner, quads_set, settings)
        yield from pieces_sheet.edged_piece(piece.rotated_piece, look, place)
    if scene.rows == scene.columns:  # all of the board: its edge and its middle
        yield Rect(board, None, "ink", theme.LINES["frame"])
        if scene.claim:
            ends = (*places[0].centre, *places[1].centre)
            yield Line(*ends, "ink", theme.LINES["frame"], (1.0, 0.8))
        yield Oval(board.centred(MIDDLE * side, MIDDLE * side), "ink")
    # The badge is in the middle of the piece, where it does not hide the sides.
    diameter = max(MIN_BADGE, BADGE_DIAMETER * side)
    yield from badge(scene.claim is None, places[-1].centred(diameter, diameter), settings.tinted)


def _corner(squares: Box, side: float, look: Solid) -> Iterator[Item]:
    """The top left corner of the board, a little beyond the squares of the scene."""
    inner = squares._replace(w=squares.w + BEYOND * side, h=squares.h + BEYOND * side)
    ground = "white" if look.line_art else theme.hue_colour(HUE, "square")
    yield Rect(Box(0, 0, inner.right, inner.bottom), ground)
    yield Rect(inner, "white")
    for number in range(1, int(inner.w / side) + 1):
        x = inner.x + number * side
        yield Line(x, inner.y, x, inner.bottom, "grey", theme.LINES["hair"])
    for number in range(1, int(inner.h / side) + 1):
        y = inner.y + number * side
        yield Line(inner.x, y, inner.right, y, "grey", theme.LINES["hair"])
    width = pieces_sheet.LINE_WIDTH * side
    for number in range(FRAME_LINES):
        near = inner.x - pieces_sheet.spacing(side) * (number + 0.5) - width / 2
        yield Rect(Box(near, near, inner.right - near, width), pieces_sheet.LINE_COLOUR)
        yield Rect(Box(near, near, width, inner.bottom - near), pieces_sheet.LINE_COLOUR)
    yield from pieces_sheet.stud(look, Box(0, 0, inner.x, inner.y))
    for x, y in ((inner.right, inner.y), (inner.x, inner.bottom)):
        yield Line(inner.x, inner.y, x, y, "ink", theme.LINES["frame"])
