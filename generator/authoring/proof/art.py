"""Contact sheets of the art: every piece at board size, at legend size and at 6 mm, in the
three ink modes.

Input: the user's folders with art, settings. Output: portrait pages, the pieces in rows, folder
by folder.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path

from generator.core.paper import Box
from generator.core.resources import ART_SUFFIXES, assets_dir
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, table, theme
from generator.layout.flow import Block
from generator.layout.page import Art, Group, Item, Page
from generator.layout.text import Style, fitted_line, line

EDGE = 10.0
SIZES = (17.0, 10.0, 6.0)  # mm: on a board, in a legend, the least a symbol is drawn
GAP = 3.0
ROW_PAD = 1.2
HEAD = 19.0
NAME_STYLE = Style(9.0)
HEAD_STYLE = Style(8.5, "bold", colour="slate")


def own_art(sets_dirs: Iterable[Path]) -> Iterator[Path]:
    """The folders with a designer's own art: `assets` in the folder or beside its sets."""
    for folder in sets_dirs:
        for place in (folder / "assets", *sorted(folder.glob("*/assets"))):
            if place.is_dir():
                yield place


def pages(folders: Sequence[Path], settings: Settings) -> list[Page]:
    """All pages. Raises TextOverflowError for a name wider than its column."""
    area = settings.paper.portrait.within(EDGE)
    result: list[Page] = []
    for place, names in groupby(_names(folders), key=lambda name: name.rpartition("/")[0]):
        rows = [_row(name, area.w) for name in names]
        for dealt in flow.paginate(rows, area.h - HEAD):
            result.append(_page(place, dealt, area, settings))
    return result


def _names(folders: Sequence[Path]) -> list[str]:
    """Every art name there is, by folder."""
    names = {
        path.relative_to(folder).with_suffix("").as_posix()
        for folder in (*folders, assets_dir())
        for path in folder.rglob("*")
        if path.suffix in ART_SUFFIXES
    }
    return sorted(names, key=lambda name: (name.rpartition("/")[0], name))


def _page(place: str, rows: Sequence[Block], area: Box, settings: Settings) -> Page:
    say = load_language(settings.language_code).say
    title = line(f"{say('proof.title')} · {place}", Style(18, "title", "title", colour="navy"))
    items: list[Item] = [*title.items(0, 0)]
    for x, mode in zip(_lefts(area.w), theme.INK_MODES, strict=True):
        items += line(say(f"proof.{mode}"), HEAD_STYLE).items(x, HEAD - 6)
    head = Group("head", Box(area.x, area.y, area.w, HEAD), tuple(items))
    body = table.ruled(rows, area.x, area.y + HEAD, area.w, "steel", theme.LINES["hair"])
    return Page(settings.paper.portrait, (head, *body), f"proof {place}")


def _lefts(width: float) -> list[float]:
    """Where each ink mode's pictures begin."""
    block = sum(SIZES) + GAP * len(SIZES) + GAP
    return [width - block * (len(theme.INK_MODES) - number) for number in range(3)]


def _row(name: str, width: float) -> Block:
    height = SIZES[0] + 2 * ROW_PAD
    lefts = _lefts(width)
    label = fitted_line(name.rpartition("/")[2].replace("_", " "), lefts[0] - GAP, NAME_STYLE)
    items: list[Item] = [*label.items(0, (height - label.height) / 2)]
    for left, mode in zip(lefts, theme.INK_MODES, strict=True):
        x = left
        for side in SIZES:
            items.append(Art(name, Box(x, (height - side) / 2, side, side), "ink", mode))
            x += side + GAP
    return Block(tuple(items), width, height, "table row")
