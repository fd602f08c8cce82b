"""The layout that all sections of the rules sheet share: sizes, headings, captions, keys.

Input: a rolled game, settings, a scale. Output: blocks. At a scale of 1 the text is set in 10 pt,
and the spaces of figures are 10.5 mm wide. Small paper is narrow: figures are smaller there, and
what lies side by side elsewhere lies one below the other.
"""

from collections.abc import Sequence

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.definition import Figures
from generator.games.metals.examples import Example, cast
from generator.games.metals.factions import Faction
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.rule_figures import MapFigure, metal_on_marker
from generator.games.metals.sheets.spaces import HUE
from generator.games.metals.sheets.tokens import PLAYERS, stand_in
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.flow import Block, column, label, row
from generator.layout.page import Group, Oval, Rect
from generator.layout.text import INLINE_ART_RISE, Style, line

PAGE_EDGE, SMALL_PAGE_EDGE = 11.0, 8.0
SMALL_CELL, MIN_CELL = 8.8, 8.0  # mm, on small paper; labels with points fit a space
MIN_ACROSS = 17.4  # spaces across a page elsewhere: two figures of three lie in a column
FRAME_PADDING = 3.6
PARAGRAPH_GAP_EM = 0.7
TIGHT = 0.85  # the scale below which lines are closer
TOKEN_SIDE = 1.03  # of the picture of a token, as a share of a space's
STRONG = theme.hue_colour(HUE, "strong")


def prose(texts: Sequence[str], width: float, style: Style) -> Block:
    """Paragraphs, with room above the first line for a picture in it.

    Raises TextOverflowError for a word that is wider than the column.
    """
    em = style.em
    return flow.paragraphs(texts, width, style, PARAGRAPH_GAP_EM * em, INLINE_ART_RISE * em)


class RulesLayout:
    """The sizes of a game's rules sheet at a scale, and the blocks that its sections are made of.
    cell is the side of a space in a figure, gap the room between columns, both in mm.
    """

    def __init__(self, game: MetalsGame, settings: Settings, scale: float = 1.0):
        self.game, self.settings = game, settings
        self.paper = settings.paper.portrait
        self.is_narrow = self.paper.is_small
        self.area = self.paper.within(SMALL_PAGE_EDGE if self.is_narrow else PAGE_EDGE)
        leading = 1.25 if scale >= TIGHT else 1.18
        self.text = Style(max(theme.FLOOR, 10.0 * scale), leading=leading)
        self.small = Style(max(theme.FLOOR, 9.0 * scale), colour="slate")
        self.cell = min(10.5 * scale, self.width / MIN_ACROSS)
        if self.is_narrow:
            self.cell = max(MIN_CELL, SMALL_CELL * scale)
        self.gap = 8.0 * (self.cell / 10.5)
        self._emblems = {key: faction.art for key, faction in self.figures.factions.items()}

    @property
    def backs(self) -> str:
        """Whether tokens have backs, as texts about them are named."""
        return "none" if self.settings.backs == "none" else "backs"

    @property
    def figures(self) -> Figures:
        """The numbers of the game, which are the same for every map."""
        return self.game.definition.figures

    @property
    def width(self) -> float:
        return self.area.w

    @property
    def column_width(self) -> float:
        """The width of one of two columns; of the only one where the page is narrow."""
        return self.width if self.is_narrow else (self.width - self.gap) / 2

    @property
    def frame_width(self) -> float:
        """The width inside a frame that is as wide as the page."""
        return self.width - 2 * FRAME_PADDING

    def say(self, key: str, **params: object) -> str:
        return load_language(self.settings.language_code).say(f"metals.rules.{key}", **params)

    def figure(self, example: Example, scale: float = 1.0) -> MapFigure:
        return MapFigure(example, self._emblems, self.cell * scale, self.settings.tinted)

    def token(self, player: int, facing: Facing, side: float, *, damaged: bool = False) -> Block:
        """A player's Metal on its marker, outside of any map."""
        emblem = self._faction(player).art
        items = metal_on_marker(emblem, player, facing, damaged, Box(0, 0, side, side))
        return Block(items, side, side)

    def stand_in(self, player: int, facing: Facing = "north", *, damaged: bool = False) -> Block:
        """A player's Metal token, its front or its back, all at one scale, too small for names."""
        faction, owner, tinted = self._faction(player), PLAYERS[player], self.settings.tinted
        side = TOKEN_SIDE * self.cell
        box, scale = Box(0, 0, side, side), side / self.figures.tokens.size
        cut = Rect(box, owner.colour if tinted else "white", "grey", theme.LINES["cut"])
        items = stand_in(faction, "", owner, tinted, damaged, box, scale)
        turn = 90 * FACINGS.index(facing)
        return Block((Group("token", box, (cut, *items), turn),), side, side)

    def _faction(self, player: int) -> Faction:
        """The faction that a player has in the figures."""
        factions = cast(self.figures)
        return self.figures.factions[factions[player % len(factions)]]

    def heading(self, key: str, number: int | None = None, *, sub: bool = False) -> Block:
        """A title, after the number of its phase if it has one; smaller for a subsection."""
        size = (1.25 if sub else 1.5) * self.text.size
        title = label(self.say(key), Style(size, "title", "title", colour=STRONG))
        if number is not None:
            title = row([self.disc(number), title], self.text.em * 0.7, align="middle")
        return title

    def disc(self, number: int) -> Block:
        """A number in a circle."""
        side = self.text.em * 2.0
        digit = line(str(number), Style(1.25 * self.text.size, "title", "title", colour=STRONG))
        circle = Oval(Box(0, 0, side, side), "white", STRONG, theme.LINES["frame"])
        return Block((circle, *digit.centred_on(side / 2, side / 2)), side, side)

    def prose(self, texts: Sequence[str], width: float) -> Block:
        return prose(texts, width, self.text)

    def section(self, heading: Block, *blocks: Block) -> Block:
        """A heading with blocks below it."""
        return column([heading, column(blocks, self.text.em)], self.text.em * 0.7)

    def frame(self, inside: Block, width: float, tint: str) -> Block:
        """A block in a frame of that width in mm, on a tint; low ink leaves the tint out."""
        fill = theme.hue_colour(HUE, tint) if self.settings.tinted else None
        weight = theme.LINES["thin"]
        return flow.frame(
            inside, width, FRAME_PADDING, fill=fill, stroke=STRONG, line_weight=weight, radius=3.0
        )

    def numbered_list(self, texts: Sequence[str], width: float) -> Block:
        """Steps, each with its number in the margin."""
        indent = 1.6 * self.text.em
        style = Style(self.text.size, "title", "title", colour=STRONG)
        steps = []
        for number, text in enumerate(texts, 1):
            margin = label(f"{number}", style)._replace(width=indent)
            steps.append(row([margin, self.prose([text], width - indent)], 0))
        return column(steps, 0.45 * self.text.em)

    def two_columns(self, left: Block, right: Block) -> Block:
        if self.is_narrow:
            return column([left, right], self.text.em)
        return row([left._replace(width=self.column_width), right], self.gap)

    def caption(self, text: str, width: float) -> Block:
        return flow.paragraphs([text], width, self.small, 0, self.small.em * INLINE_ART_RISE)

    def with_caption(self, figure: Block, text: str) -> Block:
        """A figure with a caption below it, no wider than the figure."""
        return column([figure, self.caption(text, figure.width)], 1.6)

    def key(self, entries: Sequence[tuple[Block, str]], width: float) -> Block:
        """Pictures with their meanings, one below the other."""
        left = max(picture.width for picture, _ in entries)
        rows = []
        for picture, text in entries:
            sign = picture.at((left - picture.width) / 2, 0, "sign")
            cell = Block((sign,), left, picture.height)
            words = prose([text], width - left - 2.0, self.small._replace(colour="ink"))
            rows.append(row([cell, words], 2.0, align="middle"))
        return column(rows, 1.4)
