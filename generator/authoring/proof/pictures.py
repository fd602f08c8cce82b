"""Art at every size it is printed in, and everything small that is cut out.

Input: what a set prints. Output: landscape pages.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from generator.authoring.proof import frame
from generator.authoring.proof.frame import Section
from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout.flow import EMPTY, Block
from generator.layout.page import Art, Group, Item, Page
from generator.layout.text import Style, TextBlock, fitted_line, line

GAP = 2.0
LEAD = 0.6  # between the lines of a caption
ALIKE = 0.88  # sizes nearer to each other than that are shown once
PAD = 2.2  # above and below a row
NAME_STYLE = Style(10.0, "bold")
SIDES_STYLE = Style(9.0, colour="slate")

Key = tuple[str, str]  # name and colour of some art
Sides = dict[Key, set[float]]


def pages(title: str, sides: Sides, settings: Settings) -> list[Page]:
    """The pictures in three columns, by their names. Raises TextOverflowError."""
    width = frame.columns(settings.paper)[0].w
    rows = []
    for name, keys in groupby(sorted(sides, key=_label), key=_label):
        found = {key: sides[key] for key in keys}
        rows.append(_row(_caption(name, found, settings, width), found, width))
    note = load_language(settings.language_code).say("proof.pictures")
    section = Section(EMPTY, tuple(rows))
    return frame.flowing(settings.paper, title, note, [section], "proof pictures")


def _label(key: Key) -> str:
    """What the pictures of one thing have in common: portrait and symbol of a type, colours."""
    return key[0].rpartition("/")[2]


def _caption(
    name: str, found: Sides, settings: Settings, width: float
) -> tuple[TextBlock, TextBlock]:
    """A name, and the smallest and the largest size there is."""
    say = load_language(settings.language_code).say
    decimal = say("numbers.decimal")
    every = sorted({round(side, 1) for some in found.values() for side in some})
    first, last = (f"{side:g}".replace(".", decimal) for side in (every[0], every[-1]))
    sizes = f"{first}–{last}" if last != first else first
    label = fitted_line(name.replace("_", " "), width, NAME_STYLE)
    return label, line(say("proof.sides", sizes=sizes), SIDES_STYLE)


def _row(caption: tuple[TextBlock, TextBlock], found: Sides, width: float) -> Block:
    """The pictures, line by line; the caption at the end of the last line where there is room."""
    label, told = caption
    wide = max(label.width, told.width)
    shelves = [
        shelf
        for key in sorted(found, key=lambda key: -max(found[key]))
        for shelf in _shelves(key, found[key], width)
    ]
    if sum(art.box.w + GAP for art in shelves[-1]) + wide > width:
        shelves.append([])
    items: list[Item] = []
    y = PAD
    for shelf in shelves:
        high = max((art.box.h for art in shelf), default=0.0)
        if shelf is shelves[-1]:
            high = max(high, label.height + told.height + LEAD)
        items += [art._replace(box=art.box.moved(0, y + high - art.box.h)) for art in shelf]
        y += high + GAP
    bottom = y - GAP
    items += told.items(width - told.width, bottom - told.height)
    items += label.items(width - label.width, bottom - told.height - LEAD - label.height)
    return Block(tuple(items), width, bottom + PAD, "table row")


def _shelves(key: Key, sides: Iterable[float], width: float) -> Iterator[list[Art]]:
    """A piece at each of its sizes, from the largest to the smallest, as lines that are no wider
    than that, each from (0, 0)."""
    name, colour = key
    shelf: list[Art] = []
    x = 0.0
    for side in _told_apart(sides):
        if shelf and x + side > width:
            yield shelf
            shelf, x = [], 0.0
        shelf.append(Art(name, Box(x, 0, side, side), colour))
        x += side + GAP
    yield shelf


def _told_apart(sides: Iterable[float]) -> list[float]:
    """The sizes without those that nobody could tell from the next larger; the least is kept."""
    result: list[float] = []
    least = min(sides)
    for side in sorted(sides, reverse=True):
        if not result or side == least or side < ALIKE * result[-1]:
            result.append(side)
    return result


def face_pages(title: str, faces: Sequence[Group], settings: Settings) -> Iterator[Page]:
    """What is cut out, line by line over the whole width."""
    paper, area = settings.paper, frame.area(settings.paper)
    note = load_language(settings.language_code).say("proof.faces")
    items: list[Item] = []
    x, y, height = area.x, area.y + frame.HEAD, 0.0
    for face in faces:
        if x + face.box.w > area.right:
            x, y, height = area.x, y + height + GAP, 0.0
        if y + face.box.h > area.bottom:
            yield Page(paper.landscape, (frame.head(paper, title, note), *items), "proof faces")
            items, x, y, height = [], area.x, area.y + frame.HEAD, 0.0
        items.append(face.at(x, y))
        x, height = x + face.box.w + GAP, max(height, face.box.h)
    if items:
        yield Page(paper.landscape, (frame.head(paper, title, note), *items), "proof faces")
