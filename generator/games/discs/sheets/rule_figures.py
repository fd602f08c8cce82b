"""Figures of the rules: the faces of the dice, and discs that match them or do not."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import NamedTuple

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import rotate
from generator.games.discs.roll import WILD, Disc, DiscGame, Face, faces, matches
from generator.games.discs.sheets import parts
from generator.languages import load_language
from generator.layout import theme
from generator.layout.flow import Block
from generator.layout.page import Item, Line, Oval
from generator.layout.panels import Figure
from generator.layout.text import Style, fitted_line, line, wrap

MAX_DISCS_PER_KIND = 3  # of those that match, and of those that do not


class Example(NamedTuple):
    """What both dice show, and some discs, each with whether it matches."""

    shape: Face
    colour: Face
    discs: tuple[tuple[Disc, bool], ...]


def exact(game: DiscGame) -> Example:
    """A throw of a shape and a colour: the blue arrow, if the set has both.

    Discs that show both, but not together, come first among those that do not match: players take
    them by mistake.
    """
    colour = _prefer("blue", game.disc_set.colours)
    return _pick(game, _prefer("arrow", game.disc_set.shapes), colour)


def wild(game: DiscGame) -> Example:
    """A throw of a shape and a white colour face: the puzzle piece, if the set has it."""
    return _pick(game, _prefer("puzzle", game.disc_set.shapes), WILD)


def _prefer(key: str, kinds: Collection[str]) -> str:
    """The key if there is such a kind, else the first kind."""
    return key if key in kinds else next(iter(kinds))


def _pick(game: DiscGame, shape: Face, colour: Face) -> Example:
    matching = [disc for disc in game.discs if matches(disc.symbols, shape, colour)]
    others = [disc for disc in game.discs if disc not in matching]
    others.sort(key=lambda disc: -_matching_dice(disc, shape, colour))
    selection = {*matching[:MAX_DISCS_PER_KIND], *others[:MAX_DISCS_PER_KIND]}
    discs = tuple((disc, disc in matching) for disc in game.discs if disc in selection)
    return Example(shape, colour, discs)


def _matching_dice(disc: Disc, shape: Face, colour: Face) -> int:
    """How many of the two dice a disc matches, each by itself."""
    return sum(
        face is not WILD and matches(disc.symbols, *dice)
        for face, dice in ((shape, (shape, WILD)), (colour, (WILD, colour)))
    )


# Sizes in a figure of this width, which is that of a poker card within its margins.
_REFERENCE_WIDTH = 57.0  # mm
_MAX_SCALE = 1.15
_GAP = 2.2  # mm
_LABEL_SIZE = 9.5  # points
_NAME_SIZE = 9.0  # points
_DIE_SIDE = 7.0  # mm
_ROW_HEIGHT = 7.7  # mm
_DISC_DIAMETER = 17.5  # mm
_LARGE_DISC_DIAMETER = 25.0  # mm
_SECTIONS = ("colours", "shapes")

_BADGE_RADIUS = 0.28  # of a disc's radius
_BADGE_ANGLE = 135  # degrees clockwise from the top
# Strokes in a badge of radius 1: a tick, a cross. Those of the tick are at right angles, and the
# first is half a pen longer, so that they meet in a clean corner.
_TICK = ((-0.54, 0.09, -0.03, 0.49), (-0.12, 0.42, 0.52, -0.4))
_CROSS = ((-0.4, -0.4, 0.4, 0.4), (-0.4, 0.4, 0.4, -0.4))


def _scale(width: float) -> float:
    return min(_MAX_SCALE, width / _REFERENCE_WIDTH)


def _size(points: float, width: float) -> float:
    """The size of a text in a figure of that width."""
    return max(theme.FLOOR, points * _scale(width))


def example(example: Example, game: DiscGame, settings: Settings) -> Figure:
    """A throw of both dice, and below it discs with a tick if they match, else with a cross."""
    return Figure(partial(_example, example, game, settings))


def _example(example: Example, game: DiscGame, settings: Settings, width: float) -> Block:
    dice = _dice(example, game, settings, width)
    items = [*dice.content]
    columns = -(-len(example.discs) // 2)
    gap = _GAP * _scale(width)
    side = min(_DISC_DIAMETER * _scale(width), (width + gap) / columns - gap)
    left = (width - columns * (side + gap) + gap) / 2
    y = dice.height + gap
    for number, (disc, right) in enumerate(example.discs):
        row, column = divmod(number, columns)
        box = Box(left + column * (side + gap), y + row * (side + gap), side, side)
        items += _disc_with_badge(disc, right, box, game, settings)
    rows = -(-len(example.discs) // columns)
    return Block(tuple(items), width, y + rows * (side + gap) - gap)


def _dice(example: Example, game: DiscGame, settings: Settings, width: float) -> Block:
    """The dice, and their faces in words after them."""
    die, space = _DIE_SIDE * _scale(width), 1.4 * _scale(width)
    plus = line("+", Style(_size(14, width), "title", "title", colour=parts.STRONG))
    right = die + plus.width + 2 * space
    left = right + die + 2 * space
    words = f"**{_combination(example, game, settings)}**"
    block = wrap(words, width - left, Style(_size(_LABEL_SIZE, width)))
    height = max(die, block.height)
    box = Box(0, (height - die) / 2, die, die)
    items = (
        *parts.little_face("colours", example.colour, box, game.disc_set, settings),
        *plus.items(die + space, (height - plus.height) / 2),
        *parts.little_face("shapes", example.shape, box.moved(right, 0), game.disc_set, settings),
        *block.items(left, (height - block.height) / 2),
    )
    return Block(items, width, height)


def _combination(example: Example, game: DiscGame, settings: Settings) -> str:
    """The faces of both dice in words: "Blue + arrow"."""
    names = (("colours", example.colour), ("shapes", example.shape))
    words = " + ".join(_name(section, face, game, settings) for section, face in names)
    return words[:1].upper() + words[1:]


def _name(section: str, face: Face, game: DiscGame, settings: Settings) -> str:
    """The name of a shape, of a colour, or of the white face."""
    if face is WILD:
        return load_language(settings.language_code).say("discs.white")
    types = game.disc_set.colours if section == "colours" else game.disc_set.shapes
    return types[face].printed_name(settings.language_code)


def _disc_with_badge(
    disc: Disc, right: bool, box: Box, game: DiscGame, settings: Settings
) -> Iterator[Item]:
    """A disc, turned so that its badge lies between two symbols."""
    rim = theme.LINES["bold" if right else "thin"]
    yield Oval(box, "white", parts.STRONG if right else "grey", rim)
    turn = _BADGE_ANGLE + 180 // len(disc.symbols)
    yield from parts.disc(disc._replace(turn=turn), box, game.disc_set, settings)
    yield from _badge(right, box, settings.tinted)


def _badge(right: bool, box: Box, tinted: bool) -> Iterator[Item]:
    """A tick or a cross on the rim of a disc that fills the box."""
    radius = box.w / 2
    dx, dy = rotate(0, -radius, _BADGE_ANGLE)
    x, y, r = box.centre[0] + dx, box.centre[1] + dy, _BADGE_RADIUS * radius
    fill = ("forest" if right else "red") if tinted else "white"
    yield Oval(Box(x - r, y - r, 2 * r, 2 * r), fill, "ink", theme.LINES["thin"])
    pen = theme.LINES["bold"] * (1 if tinted else 2)  # line art makes it thinner
    for x1, y1, x2, y2 in _TICK if right else _CROSS:
        ends = (x + x1 * r, y + y1 * r, x + x2 * r, y + y2 * r)
        yield Line(*ends, "white" if tinted else "ink", pen)


def key(game: DiscGame, settings: Settings) -> Figure:
    """All faces of both dice with their names, the white ones last."""
    return Figure(partial(_key, game, settings))


def _key(game: DiscGame, settings: Settings, width: float) -> Block:
    half, row = (width - _GAP) / 2, _ROW_HEIGHT * _scale(width)
    items: list[Item] = []
    bottom = 0.0
    for number, section in enumerate(_SECTIONS):
        x = number * (half + _GAP)
        words = f"**{load_language(settings.language_code).say(f'discs.dice.{section}')}**"
        head = fitted_line(words, half, Style(_size(_LABEL_SIZE, width)))
        items += head.items(x, 0)
        y = head.height + _GAP / 2
        for face in dict.fromkeys(faces(tuple(getattr(game.disc_set, section)))):
            entry = _key_row(section, face, Box(x, y, half, row), game, settings)
            items += entry.content
            y += entry.height
        bottom = max(bottom, y)
    return Block(tuple(items), width, bottom)


def _key_row(section: str, face: Face, box: Box, game: DiscGame, settings: Settings) -> Block:
    """A face and its name from the top of the box; the block's height includes the gap below."""
    if face is WILD:
        words = load_language(settings.language_code).say(f"discs.dice.any.{section}")
    else:
        words = _name(section, face, game, settings)
    side = box.h * _DIE_SIDE / _ROW_HEIGHT
    left = box.x + 1.25 * side
    block = wrap(words, box.right - left, Style(_size(_NAME_SIZE, 2 * box.w + _GAP), leading=1.05))
    height = max(side, block.height)
    die = Box(box.x, box.y + (height - side) / 2, side, side)
    items = (
        *parts.little_face(section, face, die, game.disc_set, settings),
        *block.items(left, box.y + (height - block.height) / 2),
    )
    return Block(items, box.w, height + box.h - side)


def some_discs(game: DiscGame, count: int, settings: Settings) -> Figure:
    """The first discs of the game, side by side."""
    return Figure(partial(_some_discs, game.discs[:count], game, settings))


def _some_discs(discs: tuple[Disc, ...], game: DiscGame, settings: Settings, width: float) -> Block:
    gap = _GAP * _scale(width)
    side = min(_LARGE_DISC_DIAMETER * _scale(width), (width + gap) / len(discs) - gap)
    left = (width - len(discs) * (side + gap) + gap) / 2
    items: list[Item] = []
    for number, disc in enumerate(discs):
        box = Box(left + number * (side + gap), 0, side, side)
        items.append(Oval(box, "white", parts.STRONG, theme.LINES["frame"]))
        items += parts.disc(disc, box, game.disc_set, settings)
    return Block(tuple(items), width, side)
