"""The look of a disc and of a die's face on any scale; the discs to cut out, and their backs."""

from collections.abc import Iterator
from functools import partial

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import MARK_DROP, MARK_SHARE, room, rotate, spots
from generator.games.discs.definition import DiscSet, art_name
from generator.games.discs.roll import WILD, Disc, DiscGame, Face
from generator.languages import load_language
from generator.layout import cut, foot, theme
from generator.layout.page import CUT_CLEARANCE, Art, Circle, Item, Oval, Page, Rect
from generator.layout.pieces import BLEED, PieceFormat

HUE = "race"
STRONG, LOOK = theme.hue_colour(HUE, "strong"), theme.LOOKS[HUE]
_FACE_ART = {"shapes": 0.7, "colours": 0.56}  # of a face's side
# White faces: the art; shares of its side: the inset of each kind, its distance from the middle.
_WHITE = {"shapes": ("discs/wild_shapes", 0.375, 0.275), "colours": ("discs/wild", 0.405, 0.3)}
_DOT_PEN = 0.085  # around a colour there, in points for each mm of the art's side
# The back of a disc: lengths are shares of the radius of the area that is clear of the cut.
_HUB, _RING, _SIGN = 0.58, 0.49, 0.38  # the radius of the hub, of the ring in it; its sign's side


def disc(disc: Disc, box: Box, disc_set: DiscSet, settings: Settings) -> Iterator[Item]:
    """The symbols of a disc that fills the box, each with the mark of its colour on it, laid out as
    on the disc to cut out."""
    radius, (x, y) = box.w / 2, box.centre
    places = spots(len(disc.symbols), disc.turn, room(disc_set.diameter))
    for symbol, spot in zip(disc.symbols, places, strict=True):
        side, middle = spot.side * radius, Box(x + spot.x * radius, y + spot.y * radius, 0, 0)
        colour, shape = ground("colours", symbol.colour, disc_set, settings), symbol.shape
        yield Art(art_name("shapes", shape), middle.centred(side, side), colour, angle=spot.angle)
        mark = middle.centred(MARK_SHARE * side, MARK_SHARE * side)
        mark = mark.moved(*rotate(0, MARK_DROP * side, spot.angle))
        yield Art(art_name("colours", symbol.colour), mark, angle=spot.angle)


def ground(section: str, face: Face, disc_set: DiscSet, settings: Settings) -> str:
    """The colour of a die's face, and of the symbols in the colour of a face: white but on the
    colour die. Grey ink has greys that are far apart, in the order of how light the colours are."""
    if section != "colours" or face is WILD:
        return "white"
    colours = {key: kind.colour for key, kind in disc_set.colours.items()}
    if settings.ink != "grey":
        return colours[face]
    order = sorted(colours, key=lambda key: theme.ink_colour(colours[key], "fill", "grey") or ())
    return f"grey.{1 + round(order.index(face) * (len(theme.GREYS) - 1) / (len(order) - 1))}"


def face_art(
    section: str, face: Face, box: Box, disc_set: DiscSet, settings: Settings
) -> Iterator[Item]:
    """What is on a face of a die: a shape without its colours, the mark of a colour, or on a white
    face a ring with every shape or colour of the set."""
    if face is not WILD:
        side = box.w * _FACE_ART[section]
        yield Art(art_name(section, face), box.centred(side, side), theme.hue_colour(HUE, "tray"))
        return
    kinds, (art, inset, far) = getattr(disc_set, section), _WHITE[section]
    yield Art(art, ring := box.inset(box.w * 0.1))
    for n, key in enumerate(kinds):
        place = ring.inset(inset * ring.w).moved(*rotate(0, -far * ring.w, 360 * n / len(kinds)))
        if section == "shapes":
            yield Art(art_name(section, key), place, "steel")
        else:
            colour = ground(section, key, disc_set, settings)
            yield Oval(place, colour, "ink", _DOT_PEN * ring.w)


def little_face(
    section: str, face: Face, box: Box, disc_set: DiscSet, settings: Settings
) -> Iterator[Item]:
    """A small picture of a die with this face up."""
    fill = ground(section, face, disc_set, settings)
    yield Rect(box, fill, "ink", theme.LINES["frame"], box.w * 0.18)
    yield from face_art(section, face, box, disc_set, settings)


def slug(game: DiscGame, settings: Settings) -> str:
    """The text in the foot of every sheet."""
    return f"{load_language(settings.language_code).say('discs.name')} · {game.game_id}"


def pages(game: DiscGame, settings: Settings) -> list[Page]:
    """All discs, as many to a sheet as fit. Raises PieceTooLargeError, TextOverflowError."""
    return cut.with_fewest_sheets(partial(_sheets, game), settings)


def _sheets(game: DiscGame, settings: Settings) -> list[Page]:
    diameter = game.disc_set.diameter
    outline = Circle(diameter / 2, diameter / 2, diameter / 2)
    form = PieceFormat(diameter, diameter, outline=outline, gap=settings.gap)

    def front(each: Disc, trim: Box) -> Iterator[Item]:
        yield from _cut_line(form, trim, "ink", settings)
        yield from disc(each, trim, game.disc_set, settings)

    fronts = [cut.face("disc", form, partial(front, each)) for each in game.discs]
    back = cut.face("disc back", form, partial(_back, form, settings))
    backs, names = [back] * len(fronts), ("discs", "discs back")
    language = load_language(settings.language_code)
    say, across = language.say, language.decimal(diameter)
    magnets = say(f"discs.making.magnets.{settings.backs}", diameter=across)
    poles = say(f"discs.making.{'poles_of_fronts' if settings.backs == 'none' else 'poles'}")
    notes = [f"{magnets} {poles}", say("discs.making.warning")]
    if not settings.tinted:
        notes.append(say("discs.making.colours", card=say("discs.dice.title")))
    instructions = foot.instructions(foot.card_notes(settings, "discs", *notes), settings, HUE)
    return cut.sheets(form, fronts, backs, slug(game, settings), settings, names, instructions)


def _cut_line(form: PieceFormat, trim: Box, colour: str, settings: Settings) -> tuple[Item, ...]:
    """For players who glue fronts and backs together, backs have it as well."""
    if not cut.shows_lines(settings):
        return ()
    return form.cut_path(trim).drawn(colour, cut.line_weight(settings))


def _back(form: PieceFormat, settings: Settings, trim: Box) -> Iterator[Item]:
    """The spinning pattern on the game's colour, both of which bleed, around the sign of the pole
    that is up when the back is. All are the same, so that they do not give discs away."""
    tinted = settings.tinted
    if tinted:
        yield Oval(trim.inset(-BLEED), STRONG)
    spread = trim.inset(-BLEED if tinted else 1.2 * CUT_CLEARANCE)
    yield Art(f"{LOOK.art}pattern", spread, theme.hue_colour(HUE, "tray"), fine=not tinted)
    yield from _cut_line(form, trim, "white" if tinted else "ink", settings)
    clear = room(trim.w) * trim.w
    hub, ring, sign = (trim.centred(share * clear, share * clear) for share in (_HUB, _RING, _SIGN))
    yield Oval(hub, "white", STRONG, theme.LINES["bold"])
    yield Oval(ring, None, LOOK.accent, theme.LINES["bold"])
    yield Art("discs/pole", sign, STRONG)
