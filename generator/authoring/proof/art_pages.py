"""Art at every size at which it is printed, and everything small that is cut out.

Input: the art and the pieces that a set prints. Output: landscape pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.authoring.proof.content import ArtKey
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import proof_page
from generator.layout.flow import EMPTY, Block
from generator.layout.page import Art, Group, Item, Page
from generator.layout.proof_page import Section
from generator.layout.text import Style, TextBlock, fitted_line, line

GAP = 2.0  # mm
LEADING = 0.6  # mm, between the lines of a caption
SAME_SIZE_RATIO = 0.88  # of two sizes that are nearer to each other, one is shown
PAD = 2.2  # mm, above and below a row
NAME_STYLE = Style(10.0, "bold")
SIDES_STYLE = Style(9.0, colour="slate")

Sides = dict[ArtKey, set[float]]
"""The sides in mm at which each piece of art is printed."""


def pages(title: str, sides: Sides, settings: Settings) -> list[Page]:
    """The art in three columns, by name. Raises TextOverflowError."""
    width = proof_page.columns(settings.paper)[0].w
    rows = []
    for name, keys in groupby(sorted(sides, key=_short_name), key=_short_name):
        sides_of_name = {key: sides[key] for key in keys}
        caption = _caption(name, sides_of_name, settings, width)
        rows.append(_row(caption, sides_of_name, width))
    note = load_language(settings.language_code).say("proof.pictures")
    section = Section(EMPTY, tuple(rows))
    return proof_page.section_pages(settings.paper, title, note, [section], "proof pictures")


def _short_name(key: ArtKey) -> str:
    """The name that the pictures of one thing share: portrait and symbol of a type, colours."""
    return key[0].rpartition("/")[2]


def _caption(
    name: str, sides: Sides, settings: Settings, width: float
) -> tuple[TextBlock, TextBlock]:
    """A name, and its smallest and largest size."""
    say = load_language(settings.language_code).say
    decimal = say("numbers.decimal")
    values = [round(side, 1) for of_key in sides.values() for side in of_key]
    smallest, largest = (f"{side:g}".replace(".", decimal) for side in (min(values), max(values)))
    range_text = f"{smallest}–{largest}" if largest != smallest else smallest
    label = fitted_line(name.replace("_", " "), width, NAME_STYLE)
    return label, line(say("proof.sides", sizes=range_text), SIDES_STYLE)


def _row(caption: tuple[TextBlock, TextBlock], sides: Sides, width: float) -> Block:
    """The pictures, line by line; the caption at the end of the last line if there is room."""
    label, sizes = caption
    caption_width = max(label.width, sizes.width)
    lines = [
        pictures
        for key in sorted(sides, key=lambda key: -max(sides[key]))
        for pictures in _picture_lines(key, sides[key], width)
    ]
    if sum(art.box.w + GAP for art in lines[-1]) + caption_width > width:
        lines.append([])
    items: list[Item] = []
    y = PAD
    for pictures in lines:
        height = max((art.box.h for art in pictures), default=0.0)
        if pictures is lines[-1]:
            height = max(height, label.height + sizes.height + LEADING)
        items += [art._replace(box=art.box.moved(0, y + height - art.box.h)) for art in pictures]
        y += height + GAP
    bottom = y - GAP
    items += sizes.items(width - sizes.width, bottom - sizes.height)
    items += label.items(width - label.width, bottom - sizes.height - LEADING - label.height)
    return Block(tuple(items), width, bottom + PAD, "table row")


def _picture_lines(key: ArtKey, sides: Iterable[float], width: float) -> Iterator[list[Art]]:
    """A piece at each of its sizes, from the largest to the smallest, in lines no wider than the
    width, each from (0, 0)."""
    name, colour = key
    pictures: list[Art] = []
    x = 0.0
    for side in _distinct_sides(sides):
        if pictures and x + side > width:
            yield pictures
            pictures, x = [], 0.0
        pictures.append(Art(name, Box(x, 0, side, side), colour))
        x += side + GAP
    yield pictures


def _distinct_sides(sides: Iterable[float]) -> list[float]:
    """The sizes from the largest, without those that look like the next larger one; the smallest
    is always among them."""
    result: list[float] = []
    smallest = min(sides)
    for side in sorted(sides, reverse=True):
        if not result or side == smallest or side < SAME_SIZE_RATIO * result[-1]:
            result.append(side)
    return result


def piece_pages(title: str, pieces: Sequence[Group], settings: Settings) -> Iterator[Page]:
    """Pieces that are cut out, line by line over the whole width."""
    paper, area = settings.paper, proof_page.area(settings.paper)
    note = load_language(settings.language_code).say("proof.faces")
    head = proof_page.head(paper, title, note)
    items: list[Item] = []
    x, y, height = area.x, area.y + proof_page.HEAD, 0.0
    for piece in pieces:
        if x + piece.box.w > area.right:
            x, y, height = area.x, y + height + GAP, 0.0
        if y + piece.box.h > area.bottom:
            yield Page(paper.landscape, (head, *items), "proof faces")
            items, x, y, height = [], area.x, area.y + proof_page.HEAD, 0.0
        items.append(piece.at(x, y))
        x, height = x + piece.box.w + GAP, max(height, piece.box.h)
    if items:
        yield Page(paper.landscape, (head, *items), "proof faces")
