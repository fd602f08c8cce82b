"""The token sheets: for each player, to cut out. The back of a stand-in is turned over about the
line through the point at its front, so that the Metal on it, now damaged, faces the same way."""

from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache, partial
from itertools import chain, islice

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.definition import emblem
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.map_sheet import HUE
from generator.languages import load_language, localized
from generator.layout import cut, foot, page, theme
from generator.layout.page import Art, Group, Item, Rect
from generator.layout.pieces import PieceFormat, stack_grids
from generator.layout.text import Style, fitted_line

PLAYERS = ("blue", "red")  # as names of art have them
LIVERIES = {"blue": "denim", "red": "red"}  # the colours of their tokens
NAME_STYLE = Style(9.0, "bold")
FRAME_RADIUS = 1.5
FRAME_DASH = (1.6, 1.1)  # of the red player's frame: dash, gap
HEAVY_FRAME = 6.0  # points, of which line art draws a third
FRAME_PADDING = 0.9  # between a token's frame and the plate with its name
NAME_GAP = 0.4  # between a Metal and that plate
PLATE_PAD = 0.35  # in the plate, above its text and beside it; below are descenders
MARKER_BLEED = 1.5  # of identification markers; their art is drawn with it
# The outline of the marker with teeth, as shares of its size: half the width of a tooth, and the
# distance from the middle at which teeth begin.
HALF_TOOTH, TOOTH_ROOT = 0.18, 0.388
BURST_SIDE = 0.42  # of a burst, as a share of the figurine's
BURST_RISE = 0.05  # from the figurine's foot up to a burst, as a share of the figurine's side
# An emblem's middle and side inside the figurine's box, as shares of it (assets/README.md).
EMBLEM_AT, EMBLEM_SIDE = (0.5, 0.59), 0.82


# A kind of token: its format, fronts with their backs, the colour of its ground or "".
_Kind = tuple[PieceFormat, list[tuple[Group, Group]], str]


def pages(game: MetalsGame, settings: Settings) -> list[page.Page]:
    """Fronts and backs for both players. With a fold, which halves the room, what is left of both
    shares a sheet where it fits. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_pages, game), settings)


def _pages(game: MetalsGame, settings: Settings) -> list[page.Page]:
    say = load_language(settings.language_code).say
    notes = foot.card_notes(settings, "tokens", *foot.thicker_notes(settings))
    instructions = foot.instructions(notes, settings, HUE)
    stacked = partial(stack_grids, settings, instructions=instructions)
    stacks = {}
    rest = {}  # the tokens that no sheet has yet, in the order of the grids
    for player in PLAYERS:
        kinds = _kinds(game, player, settings)
        stacks[player] = stacked([(piece, len(faces)) for piece, faces, _ in kinds])
        rest[player] = iter([(ground, *pair) for _, faces, ground in kinds for pair in faces])
    rest["both"] = chain(*rest.values())
    if settings.is_gutterfold:
        left = [grid for stack in stacks.values() for last in stack[-1:] for grid in last]
        shared = stacked([(grid.format, len(grid.boxes)) for grid in left])
        if len(shared) == 1:
            stacks = {player: stack[:-1] for player, stack in stacks.items()} | {"both": shared}
    result: list[page.Page] = []
    for owner, stack in stacks.items():
        for number, grids in enumerate(stack, 1):
            blocks = []
            for grid in grids:
                grounds, *sides = zip(*islice(rest[owner], len(grid.boxes)), strict=True)
                blocks.append([cut.PieceBlock(grid, side, grounds[0]) for side in sides])
            fronts, backs = zip(*blocks, strict=True)
            slug = f"{say('metals.name')} · {say(f'metals.tokens.{owner}')} · {game.game_id}"
            slug = foot.numbered_slug(slug, number, len(stack))
            names = f"tokens {owner}", f"tokens {owner} backs"
            result += cut.sheet(fronts, backs, slug, settings, names, instructions)
    return result


def _kinds(game: MetalsGame, player: str, settings: Settings) -> list[_Kind]:
    figures, tinted, gap = game.definition.figures, settings.tinted, settings.gap
    counts, size = figures.tokens, figures.tokens.identification_size
    usual, sides = settings.marks == "usual", (counts.size, counts.damage_size, counts.score_size)
    square = partial(PieceFormat, shared_cuts=True, gap=gap, with_crop_marks=usual)
    metal, small, score = (square(side, side) for side in sides)
    outline = page.Circle(size / 2, size / 2, size / 2) if player == "blue" else _teeth(size)
    marker = PieceFormat(size, size, bleed=MARKER_BLEED, outline=outline, gap=gap)
    metals = []
    for key, faction in figures.factions.items():
        name = localized(faction.name, settings.language_code)
        make = partial(stand_in, emblem(key), name, player, tinted)
        front = cut.face(key, metal, partial(make, False))
        back = cut.face(f"{key} damaged", metal, partial(make, True))
        metals += [(front, back)] * counts.metals
    front, back = (
        cut.face("identification", marker, partial(_marker, player, marker, with_line))
        for with_line in (cut.shows_lines(settings), False)
    )
    hurt = cut.face("damage", small, partial(_picture, "damage"))
    scored = cut.face("score", score, partial(_picture, f"score_{player}"))
    ground = LIVERIES[player] if tinted else ""
    kinds = [
        (metal, metals, ground),
        (marker, [(front, back)] * counts.identification, ""),
        (small, [(hurt, hurt)] * counts.damage, ""),
        (score, [(scored, scored)] * counts.score, ground),
    ]
    return [kind for kind in kinds if kind[1]]


def stand_in(
    art: str, name: str, player: str, tinted: bool, damaged: bool, trim: Box, scale: float = 1.0
) -> Iterator[Item]:
    """A token that stands in for a Metal, but for its ground: the figurine facing up, its emblem,
    the name if there is one and room for it. The frame tells players apart without colour; in line
    art, where it is thin, red has dark corners too. A damaged one lies on a white field; in line
    art, where all fields are white, in a heavy frame. Pictures of tokens have a smaller scale."""
    colour = "white" if tinted and not damaged else "ink"
    weight = HEAVY_FRAME if damaged and not tinted else theme.LINES["frame"]
    printed = theme.line_weight(weight, "full" if tinted else "low") * page.MM_PER_POINT
    box = trim.inset((page.CUT_CLEARANCE + printed / 2) * scale)
    dash = tuple(length * scale for length in FRAME_DASH) if player == "red" else ()
    field = "white" if damaged and tinted else None
    yield Rect(box, field, colour, weight * scale, FRAME_RADIUS * scale, dash)
    if player == "red" and not tinted:
        yield Art("metals/tokens/corners", box)
    with suppress(TextOverflowError):  # the emblem shows the faction too
        if name:
            inner = box.inset(FRAME_PADDING)
            text = fitted_line(name, inner.w - 2 * PLATE_PAD, NAME_STYLE)
            top, middle = inner.bottom - text.height, box.centre[0]
            plate = Box(inner.x, top - PLATE_PAD, inner.w, text.height + PLATE_PAD)
            yield Rect(plate, "silver", radius=1.0)
            yield from text.items(middle - text.width / 2, top)
            side = plate.y - NAME_GAP - box.y
            box = Box(middle - side / 2, box.y, side, side)
    yield from figurine(art, box, damaged)


@lru_cache(maxsize=256)
def figurine(art: str, base: Box, damaged: bool) -> tuple[Item, ...]:
    """A Metal from above, facing up, with its emblem, and a burst if it is damaged."""
    side, burst = base.w * EMBLEM_SIDE, base.w * BURST_SIDE
    x, y = base.x + base.w * EMBLEM_AT[0], base.y + base.h * EMBLEM_AT[1]
    metal = Art("metals/tokens/figurine", base)
    badge = Art(art, Box(x - side / 2, y - side / 2, side, side))
    top = base.bottom - burst - BURST_RISE * base.h
    damage = Art("metals/tokens/damage", Box(base.right - burst, top, burst, burst))
    return (metal, badge, damage) if damaged else (metal, badge)


def _picture(art: str, trim: Box) -> Iterator[Item]:
    yield Art(f"metals/tokens/{art}", trim.inset(page.CUT_CLEARANCE))


def _marker(player: str, piece: PieceFormat, with_line: bool, trim: Box) -> Iterator[Item]:
    """An identification marker, which bleeds over its cut line; this is cased in white."""
    yield Art(f"metals/tokens/marker_{player}", trim.inset(-MARKER_BLEED))
    if with_line:
        yield from cut.cased(piece.cut_path(trim).drawn("ink", theme.LINES["cut"]))


def _teeth(size: float) -> page.Polygon:
    """The outline of the marker with four teeth, clockwise from the left of the upper tooth."""
    half, tooth, root = size / 2, HALF_TOOTH * size, TOOTH_ROOT * size
    corners, quarter = [], [(-tooth, -half), (tooth, -half), (tooth, -root), (root, -tooth)]
    for _ in range(4):
        corners += quarter
        quarter = [(-dy, dx) for dx, dy in quarter]
    return page.Polygon(tuple((half + dx, half + dy) for dx, dy in corners))
