"""Parts that several sheets of the disc race share: a disc, a face of a die, the slug."""

from collections.abc import Iterator

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import MARK_DROP, MARK_SHARE, Spot, room, rotate, spots
from generator.games.discs.definition import DiscSet, art_name
from generator.games.discs.roll import WILD, Disc, DiscGame, Face, Symbol
from generator.languages import load_language
from generator.layout import theme
from generator.layout.page import Art, Item, Rect

HUE = "iris"
STRONG = theme.hue_colour(HUE, "strong")
_FACE_ART = {"shapes": 0.7, "colours": 0.56}  # of a face's side
_WHITE_ART = {"shapes": "discs/wild_shapes", "colours": "discs/wild"}


def disc(disc: Disc, box: Box, disc_set: DiscSet, settings: Settings) -> Iterator[Item]:
    """The symbols of a disc that fills the box, each with the mark of its colour on it.

    Their layout is that of the disc to cut out, whatever the size of the box.
    """
    radius, (x, y) = box.w / 2, box.centre
    places = spots(len(disc.symbols), disc.turn, room(disc_set.diameter))
    for each, spot in zip(disc.symbols, places, strict=True):
        place = Spot(x + spot.x * radius, y + spot.y * radius, spot.side * radius, spot.angle)
        yield from symbol(each, place, disc_set, settings)


def symbol(symbol: Symbol, spot: Spot, disc_set: DiscSet, settings: Settings) -> Iterator[Item]:
    """A shape in its colour with the mark of the colour; the spot counts in mm."""
    shape = _square(spot.x, spot.y, spot.side)
    colour = printed_colour(symbol.colour, disc_set, settings)
    yield Art(art_name("shapes", symbol.shape), shape, colour, angle=spot.angle)
    dx, dy = rotate(0, MARK_DROP * spot.side, spot.angle)
    mark = _square(spot.x + dx, spot.y + dy, MARK_SHARE * spot.side)
    yield Art(art_name("colours", symbol.colour), mark, angle=spot.angle)


def _square(x: float, y: float, side: float) -> Box:
    """The square with its middle at (x, y)."""
    return Box(x - side / 2, y - side / 2, side, side)


def printed_colour(key: str, disc_set: DiscSet, settings: Settings) -> str:
    """What a colour is printed in. Grey ink has greys that are far apart, in the order of how light
    the colours are."""
    if settings.ink != "grey":
        return disc_set.colours[key].colour

    def lightness(key: str) -> tuple[float, ...]:
        return theme.ink_colour(disc_set.colours[key].colour, "fill", "grey") or ()

    order = sorted(disc_set.colours, key=lightness)
    return f"grey.{1 + round(order.index(key) * (len(theme.GREYS) - 1) / (len(order) - 1))}"


def ground(section: str, face: Face, disc_set: DiscSet, settings: Settings) -> str:
    """The colour of a die's face: that of its colour on the colour die, else white."""
    if section == "colours" and face is not WILD:
        return printed_colour(face, disc_set, settings)
    return "white"


def face_art(section: str, face: Face, box: Box) -> Art:
    """The art on a face of a die: a shape without its colours, the mark of a colour, or on a white
    face the sign for any shape or colour."""
    if face is WILD:
        return Art(_WHITE_ART[section], box.inset(box.w * 0.1))
    side = box.w * _FACE_ART[section]
    return Art(art_name(section, face), box.centred(side, side), "steel")


def little_face(
    section: str, face: Face, box: Box, disc_set: DiscSet, settings: Settings
) -> Iterator[Item]:
    """A small picture of a die with this face up."""
    fill = ground(section, face, disc_set, settings)
    yield Rect(box, fill, "ink", theme.LINES["frame"], box.w * 0.18)
    yield face_art(section, face, box)


def diameter(game: DiscGame, settings: Settings) -> str:
    """The diameter of a disc in mm, as a printed number."""
    return f"{game.disc_set.diameter:g}".replace(
        ".", load_language(settings.language_code).say("numbers.decimal")
    )


def slug(game: DiscGame, settings: Settings) -> str:
    """The text in the foot of every sheet."""
    return f"{load_language(settings.language_code).say('discs.name')} · {game.game_id}"
