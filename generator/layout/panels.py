"""Panels: a title with paragraphs, bullets and figures under it.

Reference cards (layout/cards.py) have one panel on each side; a reference page
(layout/reference_page.py) has all of them in columns.
"""

from collections.abc import Callable
from typing import NamedTuple

from generator.layout import flow
from generator.layout.flow import Block
from generator.layout.text import Style, line, wrap

ELEMENT_GAP_EM = 0.55
BULLET_INDENT_EM = 0.9
BULLET_EDGE_EM = 0.1


class Paragraph(NamedTuple):
    """A paragraph of markup."""

    markup: str

    def block(self, width: float, style: Style) -> Block:
        """The paragraph wrapped to a width. Raises TextOverflowError for too long a word."""
        return flow.paragraphs([self.markup], width, style, 0)


class Bullet(NamedTuple):
    """A paragraph of markup that is indented behind a dot."""

    markup: str

    def block(self, width: float, style: Style) -> Block:
        """The paragraph wrapped to a width. Raises TextOverflowError for too long a word."""
        indent = style.em * BULLET_INDENT_EM
        dot, text = line("•", style), wrap(self.markup, width - indent, style)
        items = (*dot.items(style.em * BULLET_EDGE_EM, 0), *text.items(indent, 0))
        return Block(items, width, text.height, "bullet")


class Figure(NamedTuple):
    """A picture; compose returns it as a block for a width in mm."""

    compose: Callable[[float], Block]

    def block(self, width: float, style: Style) -> Block:
        return self.compose(width)._replace(width=width, name="figure")


Element = Paragraph | Bullet | Figure


class Panel(NamedTuple):
    """A title and the elements under it, from top to bottom."""

    title: str
    elements: tuple[Element, ...]

    def content(self, width: float, style: Style) -> Block:
        """The elements one below the other, without the title. Raises TextOverflowError."""
        blocks = [element.block(width, style) for element in self.elements]
        gap = style.em * ELEMENT_GAP_EM
        return Block(
            flow.stack_items(blocks, gap), width, flow.stacked_height(blocks, gap), self.title
        )


class CardDesign(NamedTuple):
    """What all reference cards of a game share.

    hue is that of the title bands, slug the text at the foot of the sheet; the finished size of a
    card is in mm; copies is the number of sets of cards to print, 0 for all that fit on a sheet.
    """

    game_name: str
    hue: str
    slug: str
    card_width: float = 63.0
    card_height: float = 88.0
    copies: int = 0
