"""The look of the game: its lettered logo, magnets at corners, the scene on covers."""

import math
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import cycle

from generator.core.paper import Box
from generator.languages import Language
from generator.layout import page, theme
from generator.layout.booklet import Picture
from generator.layout.flow import Block
from generator.layout.page import Art, Item
from generator.layout.text import fitted_line, title_style

HUE = "magnet"  # of sheets that belong to no single board
LOOK = theme.LOOKS[HUE]
POLES = "red", "blue"  # the colours of magnets, in turn
# The letters of the logo: how wide each is as a share of its height, with the gap behind it.
LETTERS = {"M": 1.05, "A": 0.92, "G": 0.95, "N": 0.93, "E": 0.72, "T": 0.83}
MAGNET = 0.19  # how thick the magnets at corners are, as a share of their side
# Where figures are in the scene of the cover, as shares of its side: left, top, side, their angle.
PLACES = (
    *((0.155, 0.115, 0.25, 0), (0.39, 0.175, 0.23, -6), (0.0, 0.44, 0.21, -24)),
    *((0.41, 0.575, 0.18, 0), (0.0, 0.71, 0.26, 0), (0.74, 0.71, 0.26, 0)),
    *((0.595, 0.115, 0.25, 0), (0.80, 0.44, 0.2, 20), (0.41, 0.0, 0.17, 12)),
)


@lru_cache(maxsize=256)
def logo(width: float, height: float, hue: str, language: Language) -> Block:
    """The name of the game, at most so wide and high; typed where it has other letters."""
    name, strong = language.say("magnetmen.name"), f"{hue}.strong"
    if not set(name.upper()) <= LETTERS.keys():
        text = fitted_line(name, width, title_style(2.2 * height, strong))
        return Block(text.items(0, 0), text.width, height, "logo")
    side = min(height, width / (math.fsum(map(LETTERS.__getitem__, name.upper())) + 0.1))
    x, poles, items = 0.0, cycle(POLES), list[Item]()
    for letter in name.upper():
        colour = next(poles) if letter == "N" else page.CURRENT
        items += LOOK.drawing(f"letter_{letter.lower()}", Box(x, 0, side, side), colour)
        x += LETTERS[letter] * side
    letters = Block(tuple(items), x + 0.1 * side, side, "letters").at(0, 0, colour=strong)
    return Block((letters,), letters.box.w, side, "logo")


def title(text: str, width: float, height: float, hue: str, language: Language) -> Block:
    """A logo of that height, with words behind it. Raises TextOverflowError."""
    name, strong = logo(width, height, hue, language), theme.hue_colour(hue, "strong")
    words = fitted_line(text, width - name.width - 4, title_style(1.9 * name.height, strong))
    behind = words.items(name.width + 4, 0.96 * name.height - words.ascent)
    return Block((*name.content, *behind), width, name.height)


def corners(box: Box, side: float) -> tuple[Art, ...]:
    """Magnets bent around the corners of a box, inside it, clockwise from the top left."""
    right, bottom = box.right - side, box.bottom - side
    places = (box.x, box.y), (right, box.y), (right, bottom), (box.x, bottom)
    return tuple(
        Art(f"{LOOK.art}corner", Box(*place, side, side), POLES[number % 2], 90 * number)
        for number, place in enumerate(places)
    )


def scene(arts: Sequence[str]) -> tuple[Picture]:
    """For covers: a giant magnet, which figures climb, hang on and fly to."""

    def picture(box: Box) -> Iterator[Item]:
        yield from LOOK.drawing("scene", box)
        for art, (x, y, side, angle) in zip(arts, PLACES, strict=False):
            place = Box(box.x + x * box.w, box.y + y * box.w, side * box.w, side * box.w)
            yield Art(f"magnetmen/{art}", place, angle=angle)

    return (picture,)
