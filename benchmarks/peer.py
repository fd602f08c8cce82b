"""The same pages drawn with protograf, a program for the sheets of games (PyPI, `protograf`).

Input: finished pages. Output: a PDF in a folder. It draws shapes, texts and pictures by one call
each, as ours are placed; its texts are in a font of its own. Version 0.2.5 needs pymupdf before
1.26.4.
"""

from collections.abc import Iterable
from pathlib import Path

import protograf

from generator.core.paper import Box
from generator.core.resources import find_art
from generator.layout import theme
from generator.layout.page import Art, Item, Line, Oval, Page, Rect, Text, flatten

CM = 10  # mm


def draw(pages: Iterable[Page], path: Path) -> None:
    """A PDF with the pages. protograf writes into the working directory; the path is a name."""
    protograf.Create(filename=path.name, paper="A4-l", margin=0)
    for number, page in enumerate(pages):
        if number:
            protograf.PageBreak()
        for each in flatten(page):
            _draw(each.item, each.box)
    protograf.Save()


def _draw(item: Item, box: Box) -> None:
    frame = {"x": box.x / CM, "y": box.y / CM, "width": box.w / CM, "height": box.h / CM}
    match item:
        case Rect():
            protograf.Rectangle(**frame, **_looks(item, item.fill), rounding=item.radius / CM)
        case Oval():
            protograf.Ellipse(**frame, **_looks(item, item.fill))
        case Line():
            ends = {"x": box.x / CM, "y": box.y / CM, "x1": box.right / CM, "y1": box.bottom / CM}
            protograf.Line(**ends, stroke=theme.COLOURS[item.stroke], stroke_width=item.line)
        case Text():
            place = {"x": box.x / CM, "y": box.bottom / CM}
            colour = theme.COLOURS[item.colour]
            protograf.Text(
                **place, text=item.text, font_size=item.size, align="left", stroke=colour
            )
        case Art():
            protograf.Image(str(find_art(item.name)), **frame)
        case _:
            raise TypeError(f"no way to draw {item}")


def _looks(item: Rect | Oval, fill: str | None) -> dict[str, object]:
    colours = {"fill": fill, "stroke": item.stroke}
    looks = {name: theme.COLOURS[colour] if colour else None for name, colour in colours.items()}
    return {**looks, "stroke_width": item.line}
