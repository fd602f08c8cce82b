"""The pieces to cut out: a player's own and a neutral one, and their backs.

Input: a rolled game, a player, settings. Output: a page of fronts and the page behind it. Every
side's pattern runs on into the bleed, so that lines meet even where a cut is a little off.
"""

from collections.abc import Iterator
from functools import partial

from generator import theme
from generator.games.base import Settings
from generator.games.quads.pieces import HANDS, Laid, Owner, Piece, Player
from generator.games.quads.roll import Quads, handed_out
from generator.games.quads.sheets import parts
from generator.games.quads.wording import owner_name, slug
from generator.layout import cut
from generator.layout.page import Box, Group, Item, Line, Oval, Page, Rect
from generator.layout.text import Style, fitted_line, wrap

GAP = 1.0  # of paper around a piece's bleed, where its cut lines show
BACK_SIGN = 0.3  # of the side: the diamond in the middle of a back
HEAD_STYLE = Style(theme.SIZES["title"], "title", "title")
ADVICE_STYLE = Style(theme.SIZES["text"], colour="slate")
HEAD_SIGN = 11.0  # the diamond before the title
HEAD_WIDTH = 120.0
HEAD_GAP = 2.0


def pages(quads: Quads, player: Player, settings: Settings) -> list[Page]:
    """Fronts and backs. Pieces are never so large that a page does not hold them all."""
    side = quads.chosen.piece
    form = cut.Format(side, side, bleed=parts.spacing(side) + GAP)
    hand = handed_out(player)
    where = cut.places(settings.paper, form, len(hand))
    fronts = [cut.face(piece.key, form, partial(_front, piece, quads, settings)) for piece in hand]
    backs = [cut.face("back", form, partial(_back, piece.owner, quads, settings)) for piece in hand]
    head = _head(quads, player, settings, where)
    words = slug(quads, settings, owner_name(quads, player, settings.language))
    front = cut.front(where, fronts, words, settings, player, duplex=True)
    back = cut.back(where, backs, words, settings, f"{player} back")
    return [front._replace(items=(head, *front.items)), back]


def _head(quads: Quads, player: Player, settings: Settings, where: cut.Places) -> Group:
    """Whose pieces these are, and what to do with the sheet; above the pieces."""
    say, left = settings.language.say, HEAD_SIGN + 3
    name = owner_name(quads, player, settings.language)
    title = fitted_line(name, HEAD_WIDTH - left, HEAD_STYLE)
    advice = f"{say('quads.pieces.advice', count=len(HANDS[player]))} {say('quads.pieces.cut')}"
    text = wrap(advice, HEAD_WIDTH - left, ADVICE_STYLE)
    look = parts.solid(player, quads.chosen, settings)
    items = (
        *parts.diamond(look, Box(0, 0, HEAD_SIGN, HEAD_SIGN)),
        *title.items(left, (HEAD_SIGN - title.height) / 2),
        *text.items(left, HEAD_SIGN + 1),
    )
    height = HEAD_SIGN + 1 + text.height
    top = where.block.y - where.format.around - HEAD_GAP - height
    return Group("head", Box(where.block.x, top, HEAD_WIDTH, height), items)


def _front(piece: Piece, quads: Quads, settings: Settings, trim: Box) -> Iterator[Item]:
    look = parts.solid(piece.owner, quads.chosen, settings)
    yield parts.piece(Laid(piece, 0), look, GAP, GAP, trim.w, trim.x - GAP)
    yield from _ticks(trim)


def _ticks(trim: Box) -> Iterator[Line]:
    """The ends of the cut lines in the paper around a piece."""
    far = trim.w + 2 * trim.x
    for cut_line in (trim.x, trim.right):
        for start, end in ((0.0, GAP), (far - GAP, far)):
            yield Line(cut_line, start, cut_line, end, "ink", cut.MARK_LINE)
            yield Line(start, cut_line, end, cut_line, "ink", cut.MARK_LINE)


def _back(owner: Owner, quads: Quads, settings: Settings, trim: Box) -> Iterator[Item]:
    """The owner's colour, and a diamond that looks the same however the piece is turned; a ring on
    white where there is no owner."""
    sign = trim.centred(BACK_SIGN * trim.w, BACK_SIGN * trim.w)
    if owner == "neutral":
        yield Oval(sign, None, parts.LINE_COLOUR, theme.LINES["bold"])
        return
    look = parts.solid(owner, quads.chosen, settings)
    if settings.tinted:
        whole = Box(0, 0, trim.w + 2 * trim.x, trim.h + 2 * trim.y)
        yield Rect(whole.inset(GAP), look.colour)
        look = parts.Solid("white")
    yield from parts.diamond(look, sign)
