"""The rules in brief, on cards, on one page and in a booklet, with examples of the game's discs."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import rotate
from generator.games.discs.roll import WILD, Disc, DiscGame, Face, faces, matches
from generator.games.discs.sheets import discs_sheet
from generator.games.discs.sheets.discs_sheet import HUE, LOOK, STRONG, little_face
from generator.languages import load_language, localized
from generator.layout import flow, panels, theme
from generator.layout.booklet import Chapter, Picture
from generator.layout.box import BoxDesign
from generator.layout.flow import Block, badge, square_boxes
from generator.layout.page import Art, Item, Oval, Page
from generator.layout.panels import CardDesign, Panel
from generator.layout.text import Style, fitted_line, line, title_style, wrap

# What stands on each side of a card, under its title, as panels.panel() takes it.
PANELS = {
    "goal.title": ("goal.about", "figure discs", "goal.aim", "goal.setup", "goal.disc"),
    "rolling.title": (
        "• rolling.first",
        "• rolling.race",
        "• rolling.hand",
        "• rolling.both",
        "• rolling.next",
    ),
    "dice.title": ("figure key", "dice.both_white"),
    "example.exact.title": ("example.exact.rule", "figure exact"),
    "example.wild.title": ("example.wild.rule", "figure wild"),
    "ending.title": ("ending.wrong", "ending.end", "ending.young", "making.warning"),
    "making.title": ("making.parts", "making.card", "making.sheets"),
}
ON_CARDS = tuple(PANELS)[:-1]
STACK = 0.74  # of the picture of a cover, the side of the stack
FLYING = ((0.64, 0.42, 0.36), (0.63, 0.02, 0.3), (0.3, 0.0, 0.24))  # the left, top, side of discs
MAX_DISCS_PER_KIND = 3  # in an example: of those that match, and of those that do not


def card_pages(game: DiscGame, settings: Settings) -> list[Page]:
    """The cards. Raises TextOverflowError, PieceTooLargeError."""
    return panels.card_sheets(*_rules(game, settings, ON_CARDS), settings)


def page(game: DiscGame, settings: Settings) -> Page:
    """The rules on one page, with how to make the game. Raises TextOverflowError."""
    title = localized(game.disc_set.title, settings.language_code)
    say = load_language(settings.language_code).say
    subtitle = say("discs.subtitle", set=title, discs=len(game.discs))
    return panels.reference_page(*_rules(game, settings), subtitle, settings)


def chapter(game: DiscGame, settings: Settings) -> Chapter:
    """The rules as a chapter of a booklet. Raises TextOverflowError."""
    subtitle = localized(game.disc_set.title, settings.language_code)
    return panels.chapter(*_rules(game, settings), subtitle, _pictures(game, settings), settings)


def box_design(game: DiscGame, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("discs.name"),
        hue=HUE,
        about=say("discs.box.about"),
        blurb=f"{say('discs.goal.aim')} {say('discs.rolling.race')}",
        nouns={"discs": "discs.box.discs", "dice": "discs.box.dice", "cards": "sheet.box.cards"},
        pictures=_pictures(game, settings),
        game_id=str(game.game_id),
        warning=say("discs.making.warning"),
    )


def _pictures(game: DiscGame, settings: Settings) -> tuple[Picture, ...]:
    """The picture of the booklet's cover and of the box: discs fly towards a stack of them."""

    def picture(box: Box) -> Iterator[Item]:
        side = box.w
        yield Art(f"{LOOK.art}pattern", box, theme.hue_colour(HUE, "tray"), fine=True)
        stack = Box(box.x, box.bottom - STACK * side, STACK * side, STACK * side)
        yield Art(f"{LOOK.art}logo", stack, theme.hue_colour(HUE, "sign"), fine=True)
        for disc, (x, y, w) in zip(game.discs, FLYING, strict=False):
            place = Box(box.x + x * side, box.y + y * side, w * side, w * side)
            yield from _little_disc(disc, place, "ink", "bold", game, settings)

    return (picture,)


def _little_disc(
    disc: Disc, box: Box, edge: str, line: str, game: DiscGame, settings: Settings
) -> Iterator[Item]:
    yield Oval(box, "white", edge, theme.LINES[line])
    yield from discs_sheet.disc(disc, box, game.disc_set, settings)


def _rules(
    game: DiscGame, settings: Settings, titles: Iterable[str] = PANELS
) -> tuple[list[Panel], CardDesign]:
    figures = {
        "discs": partial(two_discs, game, settings),
        "key": partial(key, game, settings),
        "exact": partial(example, exact(game), game, settings),
        "wild": partial(example, wild(game), game, settings),
    }
    language, disc_set = load_language(settings.language_code), game.disc_set
    numbers: dict[str, dict[str, object]] = {
        "goal.disc": {"count": disc_set.symbols},
        "making.parts": {"count": disc_set.discs, "diameter": language.decimal(disc_set.diameter)},
    }

    def say(key: str) -> str:
        return language.say(f"discs.{key}", **numbers.get(key, {}))

    contents = [panels.panel(say(title), PANELS[title], say, figures) for title in titles]
    slug, card = discs_sheet.slug(game, settings), disc_set.card
    return contents, CardDesign(say("name"), HUE, slug, card.width, card.height)


class Example(NamedTuple):
    """What both dice show, and some discs, each with whether it matches."""

    shape: Face
    colour: Face
    discs: tuple[tuple[Disc, bool], ...]


def exact(game: DiscGame) -> Example:
    """A throw of a shape and a colour: the blue arrow, if the set has both."""
    colours = game.disc_set.colours
    return _example(game, "arrow", "blue" if "blue" in colours else next(iter(colours)))


def wild(game: DiscGame) -> Example:
    """A throw of a shape and a white colour face: the puzzle piece, if the set has it."""
    return _example(game, "puzzle", WILD)


def _example(game: DiscGame, shape: str, colour: Face) -> Example:
    """Of a shape, or of the first one of a set without it. Of the discs that do not match, those
    come first that show both, but not together: players take them by mistake."""
    shape = shape if shape in game.disc_set.shapes else next(iter(game.disc_set.shapes))
    right = [disc for disc in game.discs if matches(disc.symbols, shape, colour)]
    wrong = [disc for disc in game.discs if disc not in right]
    dice = (shape, WILD), (WILD, colour)
    wrong.sort(key=lambda disc: -sum(matches(disc.symbols, *die) for die in dice))
    shown = {*right[:MAX_DISCS_PER_KIND], *wrong[:MAX_DISCS_PER_KIND]}
    return Example(shape, colour, tuple((d, d in right) for d in game.discs if d in shown))


# Sizes in a figure of this width, which is that of a poker card within its margins; mm, points.
_REFERENCE_WIDTH = 57.0
_MAX_SCALE = 1.15
_GAP = 2.2
_LABEL_SIZE, _NAME_SIZE = 9.5, 9.0
_DIE_SIDE, _ROW_GAP = 7.0, 0.7
_DISC_DIAMETER, _LARGE_DISC_DIAMETER = 17.5, 25.0
_BADGE_SHARE = 0.28  # the diameter of a badge, as a share of a disc's
_BADGE_ANGLE = 135  # degrees clockwise from the top


def _scale(width: float) -> float:
    return min(_MAX_SCALE, width / _REFERENCE_WIDTH)


def _size(points: float, width: float) -> float:
    """The size of a text in a figure of that width."""
    return max(theme.FLOOR, points * _scale(width))


def example(example: Example, game: DiscGame, settings: Settings, width: float) -> Block:
    """A throw of both dice, and below it discs with a tick if they match, else with a cross."""
    side, space = _DIE_SIDE * _scale(width), 1.4 * _scale(width)
    shown: tuple[tuple[str, Face], ...] = ("colours", example.colour), ("shapes", example.shape)
    colour, shape = (_die(*each, side, game, settings) for each in shown)
    plus = line("+", title_style(_size(14, width), STRONG))
    dice = flow.row([colour, plus, shape], space, align="middle")
    words = " + ".join(_name(*each, "white", game, settings) for each in shown)  # "Blue + arrow"
    style, room = Style(_size(_LABEL_SIZE, width)), width - dice.width - 2 * space
    label = wrap(f"**{words[:1].upper()}{words[1:]}**", room, style)
    dice = flow.row([dice, label], 2 * space, align="middle")
    columns, gap = -(-len(example.discs) // 2), _GAP * _scale(width)
    largest, top = _DISC_DIAMETER * _scale(width), dice.height + gap
    boxes = square_boxes(len(example.discs), columns, width, gap, largest, top)
    items = list(dice.items(0, 0))
    for (disc, right), box in zip(example.discs, boxes, strict=True):
        edge, pen = (STRONG, "bold") if right else ("grey", "thin")
        # It is turned so that its badge lies between two symbols.
        disc = disc._replace(turn=_BADGE_ANGLE + 180 // len(disc.symbols))
        items += _little_disc(disc, box, edge, pen, game, settings)
        diameter = _BADGE_SHARE * box.w
        place = box.centred(diameter, diameter).moved(*rotate(0, -box.w / 2, _BADGE_ANGLE))
        items += badge(right, place, settings.tinted)
    return Block(tuple(items), width, boxes[-1].bottom)


def _die(section: str, face: Face, side: float, game: DiscGame, settings: Settings) -> Block:
    items = little_face(section, face, Box(0, 0, side, side), game.disc_set, settings)
    return Block(tuple(items), side, side, "die")


def _name(section: str, face: Face, white: str, game: DiscGame, settings: Settings) -> str:
    """The name of a shape or of a colour; that of the white face is said by its wording."""
    if face is WILD:
        return load_language(settings.language_code).say(f"discs.{white}")
    name: Mapping[str, str] = getattr(game.disc_set, section)[face].name
    return localized(name, settings.language_code)


def key(game: DiscGame, settings: Settings, width: float) -> Block:
    """All faces of both dice with their names, the white ones last."""
    say = load_language(settings.language_code).say
    half, side, gap = (width - _GAP) / 2, _DIE_SIDE * _scale(width), _ROW_GAP * _scale(width)
    style = Style(_size(_NAME_SIZE, width), leading=1.05)
    columns = []
    for section in ("colours", "shapes"):
        words = f"**{say(f'discs.dice.{section}')}**"
        head = fitted_line(words, half, Style(_size(_LABEL_SIZE, width)))
        rows = []
        for face in dict.fromkeys(faces(tuple(getattr(game.disc_set, section)))):
            name = _name(section, face, f"dice.any.{section}", game, settings)
            die = _die(section, face, side, game, settings)
            text = wrap(name, half - 1.25 * side, style)
            rows.append(flow.row([die, text], 0.25 * side, align="middle"))
        faces_block = flow.column(rows, gap)
        columns.append(flow.column([head, faces_block], _GAP / 2)._replace(width=half))
    both = flow.row(columns, _GAP)
    return both._replace(height=both.height + gap)


def two_discs(game: DiscGame, settings: Settings, width: float) -> Block:
    """The first discs of the game, side by side."""
    gap, largest = _GAP * _scale(width), _LARGE_DISC_DIAMETER * _scale(width)
    boxes = square_boxes(2, 2, width, gap, largest)
    items: list[Item] = []
    for disc, box in zip(game.discs, boxes, strict=False):
        items += _little_disc(disc, box, STRONG, "frame", game, settings)
    return Block(tuple(items), width, boxes[0].h)
