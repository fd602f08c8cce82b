"""The look of the box: the middle of the map with Metals of both players, and all emblems.

Input: a rolled game, settings. Output: a BoxDesign.
"""

from collections.abc import Iterator
from functools import partial
from itertools import cycle

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.map import Facing
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.rule_figures import MARKER_SIDE, metal_on_marker, space_block
from generator.games.metals.sheets.spaces import HUE, TERRAIN, field
from generator.languages import load_language
from generator.layout.box_faces import BoxDesign, largest_grid, places_in_row
from generator.layout.page import Art, Item

SIDES = (3, 4)  # spaces in a row of the part of the map that is shown, and rows
FIELD_GAP = 0.35  # mm from the edge of a space to its frame

NOUNS = {"tokens": "metals.box.tokens", "cards": "sheet.box.cards"}


def design(game: MetalsGame, settings: Settings) -> BoxDesign:
    """The design of the box."""
    say = load_language(settings.language_code).say
    blurb = say("metals.rules.idea.aim", target=game.target)
    return BoxDesign(
        say("game.metals"), HUE, say("metals.rules.about"), blurb, NOUNS,
        partial(_picture, game, settings), partial(_ornament, game), str(game.game_id),
    )  # fmt: skip


def _picture(game: MetalsGame, settings: Settings, box: Box) -> Iterator[Item]:
    """As many spaces from the middle of the map as fill the box best, with Metals of both players
    in the corners and in the middle."""
    grid = game.map
    shapes = ((c, r) for c in SIDES for r in SIDES if c <= grid.columns and r <= grid.rows)
    columns, rows, places = largest_grid(box, shapes)
    left, top = (grid.columns - columns) // 2, (grid.rows - rows) // 2
    emblems = cycle(faction.art for faction in game.definition.figures.factions.values())
    metals: dict[tuple[int, int], tuple[int, Facing]] = {
        (0, 0): (1, "east"), (columns - 1, 0): (0, "south"),
        (0, rows - 1): (0, "north"), (columns - 1, rows - 1): (1, "west"),
    }  # fmt: skip
    if columns % 2 and rows % 2:
        metals[columns // 2, rows // 2] = (0, "east")
    for number, place in enumerate(places):
        row, column = divmod(number, columns)
        kind, metal = grid.space(left + column, top + row), metals.get((column, row))
        if metal is None and kind in TERRAIN:
            yield space_block(kind, place.w, settings.tinted).at(place.x, place.y)
        else:
            yield field(kind, place.inset(FIELD_GAP), settings.tinted, 1.0)
        if metal:
            spot = place.inset((1 - MARKER_SIDE) / 2 * place.w)
            yield from metal_on_marker(next(emblems), *metal, False, spot)


def _ornament(game: MetalsGame, box: Box) -> Iterator[Item]:
    """A row of all emblems."""
    emblems = [faction.art for faction in game.definition.figures.factions.values()]
    for place, emblem in zip(places_in_row(box, len(emblems)), emblems, strict=False):
        yield Art(emblem, place)
