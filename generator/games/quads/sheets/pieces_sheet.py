"""The pieces to cut out, those of each player with a neutral one, and their backs.

Both players' pieces lie on one sheet where the paper has room. The pattern of every side continues
into the bleed, so that lines meet even where a cut is inaccurate.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.quads.pieces import PLAYERS, Owner, Piece, Player, RotatedPiece
from generator.games.quads.roll import Quads
from generator.games.quads.sheets import parts
from generator.games.quads.sheets.parts import owner_name, slug
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Group, Item, Page, Rect
from generator.layout.piece_grid import PieceFormat, PieceGrid, piece_area, stack_grids
from generator.layout.text import Style, fitted_line

GAP = 1.0  # of blank paper around a piece's bleed
HEAD_STYLE = Style(theme.SIZES["title"], "title", "title")
COUNT_STYLE = Style(theme.SIZES["text"], colour="slate")
HEAD_SIGN = 11.0  # the diamond before the title
HEAD_WIDTH = 120.0
HEAD_GAP = 2.0  # under the heading
HEAD = HEAD_SIGN + 1 + COUNT_STYLE.em + HEAD_GAP


def pages(quads: Quads, settings: Settings) -> list[Page]:
    """Fronts and backs. A player's pieces begin on a new sheet unless all fit on one. Raises
    PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_pages, quads), settings)


def _pages(quads: Quads, settings: Settings) -> list[Page]:
    side = quads.quads_set.piece
    bleed = parts.spacing(side) + GAP
    piece = PieceFormat(
        side, side, bleed, head=HEAD, gap=settings.gap, blank=GAP,
        with_crop_marks=settings.marks in ("usual", "corners"),
    )  # fmt: skip
    notes = foot.card_notes(settings, "pieces", *foot.thicker_notes(settings))
    instructions = foot.instructions(notes, settings)

    def sheets(players: Sequence[Player]) -> list[list[PieceGrid]]:
        piece_counts = [(piece, len(quads.starting_pieces(player))) for player in players]
        return stack_grids(settings, piece_counts, instructions)

    together = len(sheets(PLAYERS)) == 1
    groups = [PLAYERS] if together else [(player,) for player in PLAYERS]
    return [
        page
        for players in groups
        for page in _sheets(quads, players, sheets(players), settings, instructions)
    ]


def _sheets(
    quads: Quads,
    players: Sequence[Player],
    sheets: Sequence[Sequence[PieceGrid]],
    settings: Settings,
    instructions: Group,
) -> Iterator[Page]:
    """The pages of some players' pieces, at the positions of these sheets."""
    pieces = iter([piece for player in players for piece in quads.starting_pieces(player)])
    owners = iter(players)
    names = [owner_name(quads, player, load_language(settings.language_code)) for player in players]
    for number, sheet in enumerate(sheets, 1):
        words = foot.numbered_slug(slug(quads, settings, *names), number, len(sheets))
        fronts, backs, heads = [], [], []
        for grid in sheet:
            block = [next(pieces) for _ in grid.boxes]
            fronts.append(
                cut.PieceBlock(grid, [_front_face(piece, grid, quads, settings) for piece in block])
            )
            backs.append(
                cut.PieceBlock(grid, [_back_face(piece, grid, quads, settings) for piece in block])
            )
            if grid.format.head:
                heads.append(_head(quads, next(owners), settings, grid))
        front, *others = cut.sheet(
            fronts, backs, words, settings, ("pieces", "pieces back"),
            first=number == 1 and players[0] == PLAYERS[0], instructions=instructions,
        )  # fmt: skip
        yield front._replace(items=(*heads, *front.items))
        yield from others


def _head(quads: Quads, player: Player, settings: Settings, grid: PieceGrid) -> Group:
    """The owner of the pieces and their number, above their block."""
    left = HEAD_SIGN + 3
    width = min(HEAD_WIDTH, piece_area(settings).right - grid.block.x)
    title = fitted_line(
        owner_name(quads, player, load_language(settings.language_code)), width - left, HEAD_STYLE
    )
    words = load_language(settings.language_code).say(
        "quads.pieces.count", count=quads.quads_set.hand_size
    )
    count = fitted_line(words, width - left, COUNT_STYLE)
    solid = parts.solid(player, quads.quads_set, settings)
    items = (
        *parts.diamond(solid, Box(0, 0, HEAD_SIGN, HEAD_SIGN)),
        *title.items(left, (HEAD_SIGN - title.height) / 2),
        *count.items(left, HEAD_SIGN + 1),
    )
    top = grid.block.y - grid.format.margin - HEAD
    return Group("head", Box(grid.block.x, top, width, HEAD - HEAD_GAP), items)


def _front_face(piece: Piece, grid: PieceGrid, quads: Quads, settings: Settings) -> Group:
    return cut.face(piece.key, grid.format, partial(_front, piece, quads, settings))


def _back_face(piece: Piece, grid: PieceGrid, quads: Quads, settings: Settings) -> Group:
    return cut.face("back", grid.format, partial(_back, piece.owner, quads, settings))


def _front(piece: Piece, quads: Quads, settings: Settings, trim: Box) -> Iterator[Item]:
    solid = parts.solid(piece.owner, quads.quads_set, settings)
    yield parts.piece(RotatedPiece(piece, 0), solid, GAP, GAP, trim.w, trim.x - GAP)


def _back(owner: Owner, quads: Quads, settings: Settings, trim: Box) -> Iterator[Item]:
    """The owner's colour, which bleeds, with the owner's sign; white for neutral pieces."""
    if owner != "neutral" and settings.tinted:
        whole = Box(0, 0, trim.w + 2 * trim.x, trim.h + 2 * trim.y)
        yield Rect(whole.inset(GAP), quads.quads_set.owner(owner).colour)
    yield from parts.back(owner, quads.quads_set, settings, trim)
