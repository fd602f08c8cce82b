"""An overview of all art: every piece at three sizes in the three ink modes.

Input: the user's folders with art, settings. Output: portrait pages with a row for each piece,
folder by folder.
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

EDGE = 10.0  # mm, as all lengths here
SIDES = (17.0, 10.0, 6.0)  # on a board, in a legend, the smallest that a symbol is printed
GAP = 3.0
ROW_PAD = 1.2
HEAD = 19.0
NAME_STYLE = Style(9.0)
HEAD_STYLE = Style(9.0, "bold", colour="slate")


def own_art_folders(sets_dirs: Iterable[Path]) -> Iterator[Path]:
    """The folders with a designer's own art: `assets` in a folder of sets, or beside its sets."""
    for sets_dir in sets_dirs:
        for folder in (sets_dir / "assets", *sorted(sets_dir.glob("*/assets"))):
            if folder.is_dir():
                yield folder


def pages(folders: Sequence[Path], settings: Settings) -> list[Page]:
    """All pages. Raises TextOverflowError for a name wider than its column."""
    area = settings.paper.portrait.within(EDGE)
    result: list[Page] = []
    for folder, names in groupby(_names(folders), key=_folder):
        rows = [_row(name, area.w) for name in names]
        for rows_of_page in flow.paginate(rows, area.h - HEAD):
            result.append(_page(folder, rows_of_page, area, settings))
    return result


def _folder(name: str) -> str:
    """The folder in the name of a piece of art, such as "magnetmen/symbols"."""
    return name.rpartition("/")[0]


def _names(folders: Sequence[Path]) -> list[str]:
    """The names of all art, folder by folder."""
    names = {
        path.relative_to(folder).with_suffix("").as_posix()
        for folder in (*folders, assets_dir())
        for path in folder.rglob("*")
        if path.suffix in ART_SUFFIXES
    }
    return sorted(names, key=lambda name: (_folder(name), name))


def _page(folder: str, rows: Sequence[Block], area: Box, settings: Settings) -> Page:
    say = load_language(settings.language_code).say
    title = line(f"{say('proof.title')} · {folder}", Style(18, "title", "title", colour="navy"))
    items: list[Item] = [*title.items(0, 0)]
    for x, mode in zip(_mode_lefts(area.w), theme.INK_MODES, strict=True):
        items += line(say(f"proof.{mode}"), HEAD_STYLE).items(x, HEAD - 6)
    head = Group("head", Box(area.x, area.y, area.w, HEAD), tuple(items))
    body = table.stack_with_rules(rows, area.x, area.y + HEAD, area.w, "steel", theme.LINES["hair"])
    return Page(settings.paper.portrait, (head, *body), f"proof {folder}")


def _mode_lefts(width: float) -> list[float]:
    """The left edge of the pictures of each ink mode."""
    block = sum(SIDES) + GAP * len(SIDES) + GAP
    return [width - block * (len(theme.INK_MODES) - number) for number in range(3)]


def _row(name: str, width: float) -> Block:
    height = SIDES[0] + 2 * ROW_PAD
    lefts = _mode_lefts(width)
    label = fitted_line(name.rpartition("/")[2].replace("_", " "), lefts[0] - GAP, NAME_STYLE)
    items: list[Item] = [*label.items(0, (height - label.height) / 2)]
    for left, mode in zip(lefts, theme.INK_MODES, strict=True):
        x = left
        for side in SIDES:
            items.append(Art(name, Box(x, (height - side) / 2, side, side), "ink", mode))
            x += side + GAP
    return Block(tuple(items), width, height, "table row")
