"""What all parts of the rules sheet share: language, sizes, headings, captions, keys.

Input: a rolled game, settings, a scale. Output: Parts. At a scale of 1 text is set in 10 pt and
the spaces of figures are 10.5 mm wide.
"""

from collections.abc import Sequence

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals.definition import Figures
from generator.games.metals.examples import Example, cast
from generator.games.metals.factions import Faction
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.blocks import RISE, Part, column, label, paragraphs, row
from generator.games.metals.sheets.rule_figures import Figure, metal_on_marker
from generator.games.metals.sheets.spaces import HUE
from generator.games.metals.sheets.tokens import PLAYERS, stand_in
from generator.languages import load_language, localized
from generator.layout import theme
from generator.layout.page import Group, Oval, Rect, Text
from generator.layout.text import Style, line, wrap

EDGE = 11.0  # of the page
STRONG = theme.hue_colour(HUE, "strong")


class Leaf:
    """The rules sheet of a game at a scale."""

    def __init__(self, game: MetalsGame, settings: Settings, scale: float = 1.0):
        self.game, self.settings = game, settings
        self.paper = settings.paper.portrait
        self.area = self.paper.within(EDGE)
        self.text = Style(10.0 * scale, leading=1.25)
        self.small = Style(max(theme.FLOOR, 9.0 * scale), colour="slate")
        self.cell = 10.5 * scale
        self.gap = 8.0 * scale  # between columns
        self._emblems = {key: one.art for key, one in self.figures.factions.items()}

    @property
    def figures(self) -> Figures:
        """What is the same on every map."""
        return self.game.definition.figures

    @property
    def width(self) -> float:
        return self.area.w

    @property
    def half(self) -> float:
        """The width of one of two columns."""
        return (self.width - self.gap) / 2

    def say(self, key: str, **params: object) -> str:
        return load_language(self.settings.language_code).say(f"metals.rules.{key}", **params)

    def figure(self, example: Example, scale: float = 1.0) -> Figure:
        return Figure(example, self._emblems, self.cell * scale, self.settings.tinted)

    def tint(self, strength: str) -> str | None:
        """The colour of a large area; None in low ink."""
        return theme.hue_colour(HUE, strength) if self.settings.tinted else None

    def token(self, player: int, facing: Facing, side: float, *, damaged: bool = False) -> Part:
        """A Metal of a player on its marker, outside of any map."""
        emblem = self._faction(player).art
        items = metal_on_marker(emblem, player, facing, damaged, Box(0, 0, side, side))
        return Part(items, side, side)

    def stand_in(
        self, player: int, side: float, facing: Facing = "north", *, damaged: bool = False
    ) -> Part:
        """A Metal token of a player, its front or its back."""
        faction, owner, tinted = self._faction(player), PLAYERS[player], self.settings.tinted
        name = localized(faction.name, self.settings.language_code)
        box = Box(0, 0, side, side)
        cut = Rect(box, owner.colour if tinted else "white", "grey", theme.LINES["cut"])
        token = stand_in(faction, name, owner, tinted, damaged, box)
        # A picture of a token: that its name is small here says nothing of the token's.
        items = (item._replace(fitted=False) if isinstance(item, Text) else item for item in token)
        turn = 90 * FACINGS.index(facing)
        return Part((Group("token", box, (cut, *items), turn),), side, side)

    def _faction(self, player: int) -> Faction:
        """The one that stands for a player's Metals."""
        chosen = cast(self.figures)
        return self.figures.factions[chosen[player % len(chosen)]]

    def heading(self, key: str, number: int | None = None, *, sub: bool = False) -> Part:
        """A title, behind the number of a phase if it is one; smaller below another one."""
        size = (1.25 if sub else 1.5) * self.text.size
        title = label(self.say(key), Style(size, "title", "title", colour=STRONG))
        if number is not None:
            title = row([self.disc(number), title], self.text.em * 0.7, middle=True)
        return title

    def disc(self, number: int) -> Part:
        """A number in a circle."""
        side = self.text.em * 2.0
        digit = line(str(number), Style(1.25 * self.text.size, "title", "title", colour=STRONG))
        circle = Oval(Box(0, 0, side, side), "white", STRONG, theme.LINES["frame"])
        # The digits of Titan One are 0.7 em high: centred by that, not by the line's height.
        top = side / 2 - digit.style.em * (0.76 - 0.35)
        return Part((circle, *digit.items((side - digit.width) / 2, top)), side, side)

    def prose(self, texts: Sequence[str], width: float) -> Part:
        return paragraphs(texts, width, self.text)

    def under(self, heading: Part, *parts: Part) -> Part:
        """A section: its heading, and what stands below."""
        return column([heading, column(parts, self.text.em)], self.text.em * 0.7)

    def numbered(self, texts: Sequence[str], width: float) -> Part:
        """Steps, each hanging behind its number."""
        indent = 1.6 * self.text.em
        number = Style(self.text.size, "title", "title", colour=STRONG)
        steps = [
            row([label(f"{count}", number)._replace(width=indent), block], 0)
            for count, block in enumerate((self.prose([t], width - indent) for t in texts), 1)
        ]
        return column(steps, 0.45 * self.text.em)

    def halves(self, left: Part, right: Part) -> Part:
        """Two columns."""
        return row([left._replace(width=self.half), right], self.gap)

    def caption(self, text: str, width: float) -> Part:
        words = wrap(text, width, self.small)
        rise = self.small.em * RISE
        return Part(words.items(0, rise), width, rise + words.height)

    def captioned(self, figure: Part, text: str) -> Part:
        """A figure with a line or more below it, no wider than it is."""
        return column([figure, self.caption(text, figure.width)], 1.6)

    def key(self, entries: Sequence[tuple[Part, str]], width: float) -> Part:
        """Pictures with what they mean, one under the other."""
        left = max(picture.width for picture, _ in entries)
        rows = []
        for picture, text in entries:
            indented = Part(
                (picture.at("sign", (left - picture.width) / 2, 0),), left, picture.height
            )
            words = paragraphs([text], width - left - 2.0, self.small._replace(colour="ink"))
            rows.append(row([indented, words], 2.0, middle=True))
        return column(rows, 1.4)
