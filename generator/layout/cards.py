"""Reference cards to cut out, with one panel on each side, all in the largest size that fits."""

from collections.abc import Iterator, Sequence
from functools import partial

from generator.core.errors import TextOverflowError
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.layout import cut, flow, foot, theme
from generator.layout.flow import Block
from generator.layout.page import Group, Item, Page, Rect
from generator.layout.panels import CardDesign, Panel
from generator.layout.pieces import PieceFormat, piece_grid
from generator.layout.text import Style, fitted_line, line

TEXT_SIZES = (10.0, 9.5, 9.0)  # points
LEADING = 1.18
TITLE_SIZE, NAME_SIZE = 14.0, 26.0  # points: of a panel's title, of the name on a plain back
NOTE_SIZE = 9.0  # points
CORNER_RADIUS = 3.0
PADDING = 3.0  # between the cut and what is printed
BAND_HEIGHT = 8.5  # of the title band
BAND_GAP = 2.0
FOOT_HEIGHT = 4.0


class CardOverflowError(TextOverflowError):
    """Cards of the size that a set gives them do not hold the rules."""

    key = ("card",)


def sheets(panels: Sequence[Panel], design: CardDesign, settings: Settings) -> list[Page]:
    """Cards, front and back, in as many sets as the design wants, or as a sheet holds. A set is on
    one sheet if there is room. Without backs, each panel has a card of its own. Raises
    CardOverflowError for a panel that does not fit its side, PieceTooLargeError, CutError."""
    return cut.with_fewest_sheets(partial(_sheets, panels, design), settings)


def _sheets(panels: Sequence[Panel], design: CardDesign, settings: Settings) -> list[Page]:
    size, gap, radius = (design.card_width, design.card_height), settings.gap, CORNER_RADIUS
    card = PieceFormat(*size, bleed=0, shared_cuts=True, gap=gap, radius=radius)
    sides = []
    for number, content in enumerate(_contents(panels, design), 1):
        note = foot.numbered_slug(design.game_name, number, len(panels))
        compose = partial(_side, content, note, design.hue, settings.tinted)
        sides.append(cut.face(f"card {number}", card, compose))
    fronts, backs = sides, list[Group]()
    if settings.backs != "none":
        if len(sides) % 2:
            sides.append(cut.face("card back", card, partial(_plain_back, design, settings.tinted)))
        fronts, backs = sides[::2], sides[1::2]
    instructions = foot.instructions(foot.card_notes(settings, "cards"), settings)
    capacity = len(piece_grid(settings, card, 100, instructions).boxes)
    sets_on_sheet = capacity // len(fronts)
    capacity = sets_on_sheet * len(fronts) or capacity
    copies = design.copies or max(1, sets_on_sheet)
    faces, names = (fronts * copies, backs * copies), ("cards", "cards back")
    return cut.sheets(card, *faces, design.slug, settings, names, instructions, capacity)


def _contents(panels: Sequence[Panel], design: CardDesign) -> list[Block]:
    """The contents of all panels, named by their titles, in the largest size that fits."""
    width = design.card_width - 2 * PADDING
    room = design.card_height - 2 * PADDING - BAND_HEIGHT - BAND_GAP - FOOT_HEIGHT

    def layout(size: float) -> list[Block]:
        style = Style(size, leading=LEADING)
        contents = [panel.content(width, style) for panel in panels]
        if titles := ", ".join(block.name for block in contents if block.height > room):
            card = f"{design.card_width:g} x {design.card_height:g} mm"
            raise CardOverflowError(f"too much text for a card of {card}: {titles}")
        return contents

    return flow.largest_that_fits(TEXT_SIZES, layout)


def _side(content: Block, note: str, hue: str, tinted: bool, card: Box) -> Iterator[Item]:
    """A side of a card: the title band, the content, a note at the foot. Nothing reaches the edge,
    so that cards can share cut lines and backs may be a little off."""
    inner = card.inset(PADDING)
    band = Box(inner.x, inner.y, inner.w, BAND_HEIGHT)
    yield from _band(band, content.name, TITLE_SIZE, hue, tinted)
    yield content.at(inner.x, inner.y + BAND_HEIGHT + BAND_GAP)
    words = line(note, Style(NOTE_SIZE, colour="slate"))
    yield from words.items(card.centre[0] - words.width / 2, inner.bottom - words.height)


def _plain_back(design: CardDesign, tinted: bool, card: Box) -> Iterator[Item]:
    """The back of the last card where the number of panels is odd: the name of the game."""
    yield from _band(card.inset(PADDING), design.game_name, NAME_SIZE, design.hue, tinted)


def _band(box: Box, text: str, size: float, hue: str, tinted: bool) -> Iterator[Item]:
    """A title, white on colour; in low ink, dark on white with an outline."""
    strong = theme.hue_colour(hue, "strong")
    yield Rect(box, strong if tinted else None, strong, theme.LINES["frame"], 2.0)
    style = Style(size, "title", "title", colour="white" if tinted else "ink")
    title = fitted_line(text, box.w - 2 * PADDING, style)
    x, y = box.centre
    yield from title.items(x - title.width / 2, y - title.height / 2 + 0.4)
