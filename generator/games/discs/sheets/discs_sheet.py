"""The discs to cut out: fronts, and behind them the backs."""

from collections.abc import Iterator
from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import room, rotate
from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.sheets import parts
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import Art, Circle, Group, Item, Oval, Page
from generator.layout.piece_grid import BLEED, PieceFormat, piece_grid

# The back of a disc: lengths are shares of the radius of the area that is clear of the cut.
_OUTER_RING, _INNER_RING = 0.955, 0.68  # radii
_LOGO_SIDE = 1.02
_STUD_COUNT = 18  # between the rings
_STUD_RADIUS, _STUD_DISTANCE = 0.05, 0.817  # the distance is from the middle of the back


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """All discs, as many to a sheet as fit. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_sheets, game), settings)


def _sheets(game: DiscGame, settings: Settings) -> list[Page]:
    diameter = game.disc_set.diameter
    outline = Circle(diameter / 2, diameter / 2, diameter / 2)
    piece = PieceFormat(diameter, diameter, outline=outline, gap=settings.gap)
    back = cut.face("disc back", piece, partial(_back, piece, settings))
    instructions = foot.instructions(_notes(game, settings), settings)
    capacity = len(piece_grid(settings, piece, len(game.discs), instructions).boxes)
    starts = range(0, len(game.discs), capacity)
    result = []
    for number, start in enumerate(starts, 1):
        slug = foot.numbered_slug(parts.slug(game, settings), number, len(starts))
        faces = [
            _face(disc, piece, game, settings) for disc in game.discs[start : start + capacity]
        ]
        grid = piece_grid(settings, piece, len(faces), instructions)
        result += cut.sheet(
            [cut.PieceBlock(grid, faces)],
            [cut.PieceBlock(grid, [back] * len(faces))],
            slug,
            settings,
            ("discs", "discs back"),
            first=number == 1,
            instructions=instructions,
        )
    return result


def _notes(game: DiscGame, settings: Settings) -> tuple[str, ...]:
    """How to make discs from card, or with magnets, and a warning about magnets; in line art, that
    shapes may be coloured in."""
    say = load_language(settings.language_code).say
    magnets = say(f"discs.making.magnets.{settings.backs}", diameter=parts.diameter(game, settings))
    poles = say(f"discs.making.{'poles_of_fronts' if settings.backs == 'none' else 'poles'}")
    notes = [f"{magnets} {poles}", say("discs.making.warning")]
    if not settings.tinted:
        notes.append(say("discs.making.colours", card=say("discs.dice.title")))
    return foot.card_notes(settings, "discs", *notes)


def _face(disc: Disc, piece: PieceFormat, game: DiscGame, settings: Settings) -> Group:
    return cut.face("disc", piece, partial(_front, disc, piece, game, settings))


def _front(
    disc: Disc, piece: PieceFormat, game: DiscGame, settings: Settings, trim: Box
) -> Iterator[Item]:
    yield from _cut_line(piece, trim, "ink", settings)
    yield from parts.disc(disc, trim, game.disc_set, settings)


def _cut_line(piece: PieceFormat, trim: Box, colour: str, settings: Settings) -> tuple[Item, ...]:
    if not cut.shows_lines(settings):
        return ()
    return piece.cut_path(trim).drawn(colour, cut.line_weight(settings))


def _back(piece: PieceFormat, settings: Settings, trim: Box) -> Iterator[Item]:
    """Rings and studs around the logo, on the game's colour, which bleeds.

    All backs are the same, so that they do not give discs away. The cut line is for players who
    glue fronts and backs together.
    """
    tinted = settings.tinted
    if tinted:
        yield Oval(trim.inset(-BLEED), parts.STRONG)
    yield from _cut_line(piece, trim, "white" if tinted else "ink", settings)
    clear = trim.centred(*[room(trim.w) * trim.w] * 2)
    yield _circle(clear, _OUTER_RING, None, "white" if tinted else parts.STRONG)
    for number in range(_STUD_COUNT):
        dx, dy = rotate(0, -_STUD_DISTANCE * clear.w / 2, 360 * number / _STUD_COUNT)
        fill = "amber" if tinted else None
        yield _circle(clear, _STUD_RADIUS, fill, None if tinted else parts.STRONG, dx, dy)
    yield _circle(clear, _INNER_RING, "white", parts.STRONG)
    side = _LOGO_SIDE * clear.w / 2
    yield Art("shared/logo", clear.centred(side, side))


def _circle(
    box: Box, share: float, fill: str | None, stroke: str | None, dx: float = 0, dy: float = 0
) -> Oval:
    """A circle whose radius is a share of that of the circle in a box; dx and dy move it, in mm."""
    side = share * box.w
    return Oval(
        box.centred(side, side).moved(dx, dy),
        fill,
        stroke,
        theme.LINES["bold" if share > _STUD_RADIUS else "thin"],
    )
