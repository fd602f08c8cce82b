"""The token sheets: for each player, to cut out, with backs.

Tokens that stand in for Metals are flat and square. Both players see them from above, with their
sides along those of the space, so it is clear where they face; and unlike folded tents they neither
hide the marks of a space nor fall over. A gold point shows the front. The back shows the same Metal
damaged: a token that is turned over about the line through its point still faces the same way.
Players who print on one side only put a damage token on top. Identification markers, one round and
one with teeth, are cut along their outlines; both sides show the same. What reaches a cut bleeds
over it; everything else stays 2 mm away from it.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.factions import Faction
from generator.games.metals.roll import MetalsGame
from generator.languages import load_language, localized
from generator.layout import cut, foot, theme
from generator.layout.page import (
    CUT_CLEARANCE,
    MM_PER_POINT,
    Art,
    Circle,
    CutPath,
    Group,
    Item,
    Page,
    Polygon,
    Rect,
)
from generator.layout.piece_grid import PieceFormat, PieceGrid, stack_grids
from generator.layout.text import Style, TextBlock, fitted_line

NAME_STYLE = Style(9.0, "bold")
FRAME_RADIUS = 1.5
FRAME_DASH = (1.6, 1.1)  # of the red player's frame: dash, gap
HEAVY_FRAME = 5.0  # points, of which line art draws a third
FRAME_PADDING = 0.9  # between a token's frame and its name
NAME_GAP, TIP_GAP = 0.5, 0.3  # between a Metal and its name, and its frame
MARKER_BLEED = 1.5  # of identification markers; their art is drawn with it
# The outline of the marker with teeth, as shares of its size: half the width of a tooth, and the
# distance from the middle at which teeth begin.
HALF_TOOTH, TOOTH_ROOT = 0.18, 0.388
FIGURINE, DAMAGE = "metals/tokens/figurine", "metals/tokens/damage"
BURST_SIDE = 0.42  # of a burst, as a share of the figurine's
BURST_RISE = 0.05  # from the figurine's foot up to a burst, as a share of the figurine's side
# An emblem's middle and side inside the figurine's box, as shares of it (assets/README.md).
EMBLEM_AT = (0.5, 0.6)
EMBLEM_SIDE = 0.76


class Player(NamedTuple):
    """A player: the key in the names of art, the colour of the tokens."""

    key: str
    colour: str


PLAYERS = (Player("blue", "blue"), Player("red", "red"))


class _Kind(NamedTuple):
    """A kind of token: its format, fronts and backs, and the colour of its ground ("" for none)."""

    piece: PieceFormat
    fronts: list[Group]
    backs: list[Group]
    ground: str = ""


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """Fronts and backs for both players.

    Raises PieceTooLargeError, and TextOverflowError for a game ID too long for the foot of a page.
    """
    return cut.with_fewest_sheets(partial(_pages, game), settings)


def _pages(game: MetalsGame, settings: Settings) -> list[Page]:
    kinds = {player: _kinds(game, player, settings) for player in PLAYERS}
    notes = foot.card_notes(settings, "tokens", *foot.thicker_notes(settings))
    instructions = foot.instructions(notes, settings)
    sheets = _sheets(kinds, settings, instructions)
    remaining = _Remaining([kind for player in PLAYERS for kind in kinds[player]])
    pages: list[Page] = []
    for index, (players, grids) in enumerate(sheets):
        fronts, backs = remaining.take(grids)
        numbers = [number for number, (owners, _) in enumerate(sheets) if owners == players]
        key = players[0].key if len(players) == 1 else "both"
        title = f"tokens {key}"
        slug = foot.numbered_slug(
            _slug(game, key, settings), numbers.index(index) + 1, len(numbers)
        )
        front, *others = cut.sheet(
            fronts, backs, slug, settings, (title, f"{title} backs"),
            first=not index, instructions=instructions,
        )  # fmt: skip
        if settings.marks == "usual":
            front = _with_white_cut_lines(front, [block.grid for block in fronts if block.ground])
        pages += front, *others
    return pages


def _slug(game: MetalsGame, key: str, settings: Settings) -> str:
    say = load_language(settings.language_code).say
    return f"{say('metals.name')} · {say('metals.tokens.' + key)} · {game.game_id}"


def _sheets(
    kinds: Mapping[Player, Sequence[_Kind]], settings: Settings, instructions: Group
) -> list[tuple[tuple[Player, ...], list[PieceGrid]]]:
    """Whose tokens are on each sheet, and their grids. Each player has sheets of their own; but
    with a fold, which halves the room, what is left of both players shares one where it fits."""
    stacks = {}
    for player in PLAYERS:
        counts = [(kind.piece, len(kind.fronts)) for kind in kinds[player]]
        stacks[player] = stack_grids(settings, counts, instructions)
    own = [((player,), grids) for player in PLAYERS for grids in stacks[player]]
    last = [grid for player in PLAYERS for grids in stacks[player][-1:] for grid in grids]
    left = [(grid.format, len(grid.boxes)) for grid in last]
    shared = stack_grids(settings, left, instructions) if settings.is_gutterfold else []
    if len(shared) != 1:
        return [*own]
    whole = [((player,), grids) for player in PLAYERS for grids in stacks[player][:-1]]
    return [*whole, (PLAYERS, shared[0])]


class _Remaining:
    """The faces that no sheet has yet."""

    def __init__(self, kinds: Sequence[_Kind]):
        # By identity, because the formats of both players may be equal.
        self._kinds = {id(kind.piece): kind for kind in kinds}
        self._taken = dict.fromkeys(self._kinds, 0)

    def take(self, grids: Sequence[PieceGrid]) -> tuple[list[cut.PieceBlock], list[cut.PieceBlock]]:
        """The next fronts and backs for these grids."""
        fronts, backs = [], []
        for grid in grids:
            key = id(grid.format)
            kind, start = self._kinds[key], self._taken[key]
            self._taken[key] = end = start + len(grid.boxes)
            fronts.append(cut.PieceBlock(grid, kind.fronts[start:end], kind.ground))
            backs.append(cut.PieceBlock(grid, kind.backs[start:end], kind.ground))
        return fronts, backs


def _with_white_cut_lines(front: Page, grids: Sequence[PieceGrid]) -> Page:
    """The page with cut lines on the coloured ground of these grids, where only white shows."""
    lines = (line._replace(stroke="white") for grid in grids for line in cut.cut_lines(grid))
    return front._replace(items=(*front.items, *lines))


def _square(side: float, settings: Settings) -> PieceFormat:
    return PieceFormat(
        side, side, shared_cuts=True, gap=settings.gap, with_crop_marks=settings.marks == "usual"
    )


def _kinds(game: MetalsGame, player: Player, settings: Settings) -> list[_Kind]:
    """The kinds of tokens that a player has."""
    figures, tinted = game.definition.figures, settings.tinted
    counts = figures.tokens
    sides = (counts.size, counts.damage_size, counts.score_size)
    metal, small, score_marker = (_square(side, settings) for side in sides)
    size = counts.identification_size
    identification = PieceFormat(
        size, size, bleed=MARKER_BLEED, outline=_outline(player, size), gap=settings.gap
    )
    fronts, backs = [], []
    for faction in figures.factions.values():
        name = localized(faction.name, settings.language_code)
        make = partial(stand_in, faction, name, player, tinted)
        fronts += [cut.face(faction.key, metal, partial(make, False))] * counts.metals
        backs += [cut.face(f"{faction.key} damaged", metal, partial(make, True))] * counts.metals
    markers, marker_backs = (
        [cut.face("identification", identification, partial(_marker, player, identification, line))]
        * counts.identification
        for line in (cut.shows_lines(settings), False)
    )
    scores = [
        cut.face("score", score_marker, partial(_picture, f"score_{player.key}"))
    ] * counts.score
    damage = [cut.face("damage", small, partial(_picture, "damage"))] * counts.damage
    ground = player.colour if tinted else ""
    kinds = (
        _Kind(metal, fronts, backs, ground),
        _Kind(identification, markers, marker_backs),
        _Kind(small, damage, damage),
        _Kind(score_marker, scores, scores, ground),
    )
    return [kind for kind in kinds if kind.fronts]


def stand_in(
    faction: Faction,
    name: str,
    player: Player,
    tinted: bool,
    damaged: bool,
    trim: Box,
    scale: float = 1.0,
) -> Iterator[Item]:
    """A token that stands in for a Metal, but for its ground: the figurine facing up, its emblem,
    the faction's name if there is room. A damaged one has a burst, and lies on a white field; in
    line art, where all fields are white, in a heavy frame. Pictures of tokens have a smaller scale,
    and no name, for which they are too small."""
    colour = "white" if tinted and not damaged else "ink"
    weight = HEAVY_FRAME if damaged and not tinted else theme.LINES["frame"]
    frame = _frame(player, trim, colour, weight, scale)
    line = frame.box
    if damaged and tinted:
        yield frame._replace(fill="white", stroke=None, line=0, dash=())
    yield frame
    room = line.inset(FRAME_PADDING).w
    text = _name(name, room, NAME_STYLE._replace(colour=colour)) if name else None
    if text is None:
        yield from figurine(faction.art, line, damaged)
        return
    side = line.h - FRAME_PADDING - text.height - NAME_GAP - TIP_GAP
    base = Box(line.centre[0] - side / 2, line.y + TIP_GAP, side, side)
    yield from figurine(faction.art, base, damaged)
    top = line.bottom - FRAME_PADDING - text.height
    yield from text.items(line.centre[0] - text.width / 2, top)


def _name(name: str, width: float, style: Style) -> TextBlock | None:
    """A name on one line; None if it is too long, since the emblem shows the faction too."""
    try:
        return fitted_line(name, width, style)
    except TextOverflowError:
        return None


def figurine(emblem: str, base: Box, damaged: bool) -> Iterator[Art]:
    """A Metal from above, facing up, with the art of its emblem, and a burst if it is damaged."""
    yield Art(FIGURINE, base)
    yield Art(emblem, _emblem(base))
    if damaged:
        burst = base.w * BURST_SIDE
        top = base.bottom - burst - BURST_RISE * base.h
        yield Art(DAMAGE, Box(base.right - burst, top, burst, burst))


def _frame(player: Player, trim: Box, colour: str, weight: float, scale: float) -> Rect:
    """A frame that tells players apart without colour: plain for blue, dashed for red."""
    box = trim.inset((CUT_CLEARANCE + weight * MM_PER_POINT / 2) * scale)
    dash = tuple(length * scale for length in FRAME_DASH) if player.key == "red" else ()
    return Rect(box, None, colour, weight * scale, FRAME_RADIUS * scale, dash)


def _emblem(base: Box) -> Box:
    side = base.w * EMBLEM_SIDE
    x, y = base.x + base.w * EMBLEM_AT[0], base.y + base.h * EMBLEM_AT[1]
    return Box(x - side / 2, y - side / 2, side, side)


def _picture(art: str, trim: Box) -> Iterator[Item]:
    """A small token: its picture, as large as the cut allows."""
    yield Art(f"metals/tokens/{art}", trim.inset(CUT_CLEARANCE))


def _marker(player: Player, piece: PieceFormat, with_line: bool, trim: Box) -> Iterator[Item]:
    """An identification marker, which bleeds over its cut line; this is cased in white."""
    yield Art(f"metals/tokens/marker_{player.key}", trim.inset(-MARKER_BLEED))
    if with_line:
        for colour, weight in (("white", cut.CASING), ("ink", theme.LINES["cut"])):
            yield from piece.cut_path(trim).drawn(colour, weight)


def _outline(player: Player, size: float) -> CutPath:
    """The outline of a player's identification markers."""
    if player.key == "blue":
        return Circle(size / 2, size / 2, size / 2)
    return Polygon(tuple(_tooth_corners(Box(0, 0, size, size))))


def _tooth_corners(trim: Box) -> list[tuple[float, float]]:
    """The corners of the marker with four teeth, clockwise from the left one of the upper tooth."""
    (x, y), half = trim.centre, trim.w / 2
    tooth, root = HALF_TOOTH * trim.w, TOOTH_ROOT * trim.w
    quarter = [(-tooth, -half), (tooth, -half), (tooth, -root), (root, -tooth)]
    others = [[(-dy, dx) for dx, dy in quarter], [(-dx, -dy) for dx, dy in quarter]]
    others.append([(dy, -dx) for dx, dy in quarter])
    return [(x + dx, y + dy) for corners in (quarter, *others) for dx, dy in corners]
