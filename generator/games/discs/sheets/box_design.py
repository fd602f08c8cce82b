"""The look of the box: discs and dice of the game.

Input: a rolled game, settings. Output: a BoxDesign.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import cycle

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.discs.arrangement import Spot
from generator.games.discs.roll import Disc, DiscGame
from generator.games.discs.rules import Face, Symbol, faces
from generator.games.discs.sheets import parts
from generator.languages import load_language
from generator.layout import theme
from generator.layout.box_faces import BoxDesign, places_in_row
from generator.layout.page import Item, Oval

ROWS = ((3, 2, 3), (4, 3, 4), (3, 2), (2, 1, 2), (3, 2, 3, 2, 3), (2, 1, 2, 1, 2))
ROW_STEP = 0.87  # from a row of discs to the next, as a share of their diameter
DISC_SHARE = 0.96  # of a disc, as a share of its place
DIE_SHARE = 0.46  # the side of a die at the end of a short row, likewise

NOUNS = {"discs": "discs.box.discs", "dice": "discs.box.dice", "cards": "sheet.box.cards"}


def design(game: DiscGame, settings: Settings) -> BoxDesign:
    """The design of the box."""
    say = load_language(settings.language_code).say
    blurb = f"{say('discs.goal.aim')} {say('discs.rolling.race')}"
    return BoxDesign(
        say("game.discs"), parts.HUE, say("discs.box.about"), blurb, NOUNS,
        partial(_picture, game, settings), partial(_ornament, game, settings), str(game.game_id),
        say("discs.making.warning"),
    )  # fmt: skip


def _picture(game: DiscGame, settings: Settings, box: Box) -> Iterator[Item]:
    """Discs in staggered rows, as large as possible; dice at the ends of the short rows."""
    rows = max(ROWS, key=lambda rows: sum(rows) * _diameter(rows, box) ** 2)
    step = _diameter(rows, box)
    height = step * (1 + ROW_STEP * (len(rows) - 1))
    discs, dice = cycle(game.discs), cycle(_dice(game))
    for number, count in enumerate(rows):
        y = box.centre[1] - height / 2 + step * (0.5 + ROW_STEP * number)
        for place in range(count):
            x = box.centre[0] + step * (place - (count - 1) / 2)
            yield from _disc(next(discs), _square(x, y, DISC_SHARE * step), game, settings)
        if count < max(rows):
            reach = step * (count / 2 + 0.27)
            for x in (box.centre[0] - reach, box.centre[0] + reach):
                yield from parts.little_face(
                    *next(dice), _square(x, y, DIE_SHARE * step), game.disc_set, settings
                )


def _diameter(rows: Sequence[int], box: Box) -> float:
    """The diameter of the places of discs in such rows."""
    return min(box.w / max(rows), box.h / (1 + ROW_STEP * (len(rows) - 1)))


def _disc(disc: Disc, box: Box, game: DiscGame, settings: Settings) -> Iterator[Item]:
    yield Oval(box, "white", parts.STRONG, theme.LINES["frame"])
    yield from parts.disc(disc, box, game.disc_set, settings)


def _dice(game: DiscGame) -> list[tuple[str, Face]]:
    """The faces of both dice by turns, as arguments of little_face."""
    colours, shapes = faces(tuple(game.disc_set.colours)), faces(tuple(game.disc_set.shapes))
    pairs = zip(colours, shapes, strict=True)
    return [face for colour, shape in pairs for face in (("colours", colour), ("shapes", shape))]


def _ornament(game: DiscGame, settings: Settings, box: Box) -> Iterator[Item]:
    """A row of the shapes in the colours."""
    symbols = [*map(Symbol, game.disc_set.shapes, cycle(game.disc_set.colours))]
    for place, symbol in zip(places_in_row(box, len(symbols)), symbols, strict=False):
        spot = Spot(*place.centre, place.w, 0)
        yield from parts.symbol(symbol, spot, game.disc_set, settings)


def _square(x: float, y: float, side: float) -> Box:
    """The square with its middle at (x, y)."""
    return Box(x - side / 2, y - side / 2, side, side)
