"""The same pages drawn with protograf, a program for the sheets of games (PyPI, `protograf`).

Input: finished pages. Output: a PDF in a folder. It draws shapes, texts and pictures by one call
each, as ours are placed; its texts are in a font of its own. Version 0.2.5 needs pymupdf before
1.26.4.
"""

from collections.abc import Iterable
from pathlib import Path

import protograf

from generator.core.resources import find_art
from generator.layout import theme
from generator.layout.page import Art, Line, Oval, Page, Placed, Rect, Text, placed

CM = 10  # mm


def draw(pages: Iterable[Page], path: Path) -> None:
    """A PDF with the pages. protograf writes into the working directory; the path is a name."""
    protograf.Create(filename=path.name, paper="A4-l", margin=0)
    for number, page in enumerate(pages):
        if number:
            protograf.PageBreak()
        for each in placed(page):
            _WAYS[type(each.item)](each)
    protograf.Save()


def _box(each: Placed) -> dict[str, float]:
    box = each.box
    return {"x": box.x / CM, "y": box.y / CM, "width": box.w / CM, "height": box.h / CM}


def _looks(item: Rect | Oval | Line) -> dict[str, object]:
    fill = getattr(item, "fill", None)
    looks: dict[str, object] = {"fill": theme.COLOURS[fill] if fill else None}
    looks["stroke"] = theme.COLOURS[item.stroke] if item.stroke else None
    return looks | {"stroke_width": item.line}


def _rect(each: Placed) -> None:
    protograf.Rectangle(**_box(each), **_looks(each.item), rounding=each.item.radius / CM)


def _oval(each: Placed) -> None:
    protograf.Ellipse(**_box(each), **_looks(each.item))


def _line(each: Placed) -> None:
    box, looks = each.box, _looks(each.item)
    del looks["fill"]
    ends = {"x": box.x / CM, "y": box.y / CM, "x1": box.right / CM, "y1": box.bottom / CM}
    protograf.Line(**ends, **looks)


def _text(each: Placed) -> None:
    item, box = each.item, each.box
    place = {"x": box.x / CM, "y": box.bottom / CM}
    colour = theme.COLOURS[item.colour]
    protograf.Text(**place, text=item.text, font_size=item.size, align="left", stroke=colour)


def _art(each: Placed) -> None:
    protograf.Image(str(find_art(each.item.name)), **_box(each))


_WAYS = {Rect: _rect, Oval: _oval, Line: _line, Text: _text, Art: _art}
