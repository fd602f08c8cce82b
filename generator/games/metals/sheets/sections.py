"""The sections of the rules sheet about the basic game, and the layout that all sections share.

At a scale of 1 the text is set in 10 pt, and the spaces of figures are 10.5 mm wide. Small paper is
narrow: figures are smaller there, and what lies side by side elsewhere lies one below the other.
"""

import math
from collections.abc import Sequence

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals import examples
from generator.games.metals.definition import Figures
from generator.games.metals.examples import BLUE, RED, Example, cast
from generator.games.metals.factions import Faction
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets.rule_figures import MapFigure, metal_on_marker, space_block
from generator.games.metals.sheets.spaces import (
    HUE,
    Pen,
    arrow,
    attack_block,
    badge,
    becomes_arrow,
    bold_pen,
    directions_block,
    free_block,
    halted_block,
)
from generator.games.metals.sheets.tokens import PLAYERS, stand_in
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.flow import Block, column, label, left_and_right, row
from generator.layout.page import Group, Line, Oval, Rect
from generator.layout.text import INLINE_ART_RISE, Style, fitted_line, line

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


STRIP = 8.1  # the width of a narrow figure with its caption, in spaces
PHASES = ("action", "assault", "occupation")


def idea(layout: RulesLayout) -> Block:
    """Aim and set-up in a frame, with a key to what Metals look like."""
    key = _metal_key(layout)
    width = layout.frame_width - (0 if layout.is_narrow else key.width + layout.gap)
    aim = layout.say("idea.aim", target=layout.game.target)
    steps = ("map", "colours", "pool", "first")
    setup = [layout.say(f"setup.{step}", count=layout.figures.on_map) for step in steps]
    texts = column(
        [
            layout.section(layout.heading("idea.head"), layout.prose([aim], width)),
            layout.section(layout.heading("setup.head"), layout.numbered_list(setup, width)),
        ],
        1.2 * layout.text.em,
    )
    if layout.is_narrow:
        inside = column([texts, key], 1.2 * layout.text.em)
    else:
        inside = left_and_right(texts, key, layout.frame_width)
    return layout.frame(inside, layout.width, "pale")


def _metal_key(layout: RulesLayout) -> Block:
    """A Metal of each player on its marker, a damaged one, tokens."""
    width = layout.frame_width if layout.is_narrow else 6.4 * layout.cell
    side = 1.15 * layout.cell
    entries = [
        (layout.token(RED, "west", side), layout.say("key.red")),
        (layout.token(BLUE, "north", side, damaged=True), layout.say("key.damaged")),
        (row([layout.stand_in(player) for player in (BLUE, RED)], 1.5), layout.say("key.tokens")),
    ]
    rows = [_front_of_metal(layout, width), layout.key(entries, width)]
    return layout.section(layout.heading("key.head"), column(rows, 2.0))


def _front_of_metal(layout: RulesLayout, width: float) -> Block:
    """The reader's Metal, with a line from the point on its rim to a text about that."""
    side = 1.5 * layout.cell
    picture, gap = layout.token(BLUE, "north", side), 2.5
    text = layout.prose([layout.say("key.front"), layout.say("key.blue")], width - side - gap)
    # At the middle of the first line's small letters, and just below the tip of the point.
    level = 0.63 * layout.text.em
    drop = max(0.0, level - 0.12 * side)
    leader = arrow((side + gap - 0.8, level), (side / 2, level), 0.0, Pen("ink", 0.8))
    dot = Oval(Box(side / 2 - 0.7, level - 0.7, 1.4, 1.4), "white", "ink", 0.8)
    items = (picture.at(0, drop, "metal"), *leader, dot, text.at(side + gap, 0, "words"))
    return Block(items, width, max(drop + side, text.height))


def turn(layout: RulesLayout) -> Block:
    """The three phases at a glance."""
    if layout.is_narrow:
        return _turn_in_rows(layout)
    gap = 0.5 * layout.gap
    width = (layout.width - 2 * gap) / 3
    style = Style(1.2 * layout.text.size, "title", "title", colour=STRONG)
    cards = []
    for number, phase in enumerate(PHASES, 1):
        disc, gap_after = layout.disc(number), 0.7 * layout.text.em
        room = width - 2 * FRAME_PADDING - disc.width - gap_after
        title = fitted_line(layout.say(f"turn.{phase}"), room, style)
        words = Block(title.items(0, 0), title.width, title.height)
        head = row([disc, words], gap_after, align="middle")
        text = layout.prose([layout.say(f"turn.{phase}_short")], width - 2 * FRAME_PADDING)
        cards.append(column([head, text], 0.5 * layout.text.em))
    tallest = max(card.height for card in cards)
    frames = [layout.frame(card._replace(height=tallest), width, "square") for card in cards]
    return layout.section(layout.heading("turn.head"), row(frames, gap))


def _turn_in_rows(layout: RulesLayout) -> Block:
    """The same one below the other."""
    rows = []
    for number, phase in enumerate(PHASES, 1):
        disc, gap = layout.disc(number), 0.7 * layout.text.em
        text = f"**{layout.say(f'turn.{phase}')}.** {layout.say(f'turn.{phase}_short')}"
        words = layout.prose([text], layout.frame_width - disc.width - gap)
        rows.append(row([disc, words], gap, align="middle"))
    inside = column(rows, 0.5 * layout.text.em)
    return layout.section(layout.heading("turn.head"), layout.frame(inside, layout.width, "square"))


def action(layout: RulesLayout) -> Block:
    """Deploying and moving, side by side."""
    max_on_map = layout.figures.on_map
    figure = layout.figure(examples.deploying(layout.figures), 0.8)
    deployments = figure.deployments(label(layout.say("deploy.pool"), layout.small))
    signs = [
        (directions_block(layout.cell), layout.say("deploy.free")),
        (
            space_block("corner", 0.7 * layout.cell, layout.settings.tinted),
            layout.say("deploy.corner"),
        ),
    ]
    key = layout.key(signs, layout.column_width - deployments.width - 0.5 * layout.gap)
    deploy = [
        layout.prose([layout.say("deploy.what", count=max_on_map)], layout.column_width),
        left_and_right(deployments, key, layout.column_width),
    ]
    before, after = (layout.figure(move, 1.2) for move in examples.moving(layout.figures))
    pictures = row(
        [
            layout.with_caption(before.actions(), layout.say("move.before")),
            layout.with_caption(after.plain(), layout.say("move.after")),
        ],
        layout.gap,
    )
    move = [layout.prose([layout.say("move.what")], layout.column_width), pictures]
    halves = [column(blocks, 0.8 * layout.text.em) for blocks in (deploy, move)]
    return layout.section(layout.heading("turn.action", 1), layout.two_columns(*halves))


def assault(layout: RulesLayout) -> Block:
    """Which Metals are seen and attacked."""
    figure = layout.figure(examples.seeing(layout.figures), 1.25).assaults()
    width = layout.width - figure.width - layout.gap
    texts = layout.prose([layout.say("sight.ahead"), layout.say("sight.open")], width)
    pen = bold_pen(PLAYERS[RED].colour, layout.settings.tinted)
    entries = [
        (attack_block(layout.cell, pen), layout.say("sight.hit")),
        (halted_block(layout.cell, pen), layout.say("sight.bar")),
        (free_block(layout.cell, pen), layout.say("sight.nobody")),
        (badge("spared", layout.cell), layout.say("sight.spared")),
    ]
    signs = [layout.key(pair, (width - layout.gap) / 2) for pair in (entries[::2], entries[1::2])]
    text = layout.section(layout.heading("turn.assault", 2), texts, row(signs, layout.gap))
    return left_and_right(text, figure, layout.width)


def damage(layout: RulesLayout) -> Block:
    """What happens to a Metal that is hit, and which Metals are not attacked."""
    captions = [layout.say(f"hits.{key}") for key in ("once", "again", "twice")]
    hits = [
        _strip(layout, _outcome(layout, example), text)
        for example, text in zip(examples.hits(layout.figures), captions, strict=False)
    ]
    forest, fresh = examples.sparing(layout.figures)
    safe = [
        layout.with_caption(layout.figure(forest).assaults(), layout.say("safe.forest")),
        layout.with_caption(_from_the_pool(layout, fresh), layout.say("safe.fresh")),
    ]
    aside = row(safe, STRIP * layout.cell - math.fsum(figure.width for figure in safe))
    texts = [layout.say(f"hits.damaged.{layout.backs}"), layout.say("hits.defeated")]
    heading, strips = layout.heading("hits.head", sub=True), column(hits, 1.4)
    ways = [_beside(layout, heading, texts, strips)]
    if layout.backs != "none":
        over = _turning_over(layout)
        ways = [
            _beside(layout, heading, texts, strips, over),
            _beside(layout, heading, texts, column([strips, over], 1.4)),
        ]
    rows = [
        min(ways, key=lambda block: block.height),  # the token goes where it takes less room
        _beside(layout, layout.heading("safe.head", sub=True), [layout.say("safe.what")], aside),
    ]
    return column(rows, 1.2 * layout.text.em)


def _turning_over(layout: RulesLayout) -> Block:
    """The front and the back of a Metal token that faces sideways, on the line through its point
    about which it is turned over."""
    reach, faces = 0.25 * layout.cell, []
    for damaged in (False, True):
        token = layout.stand_in(BLUE, "east", damaged=damaged)
        side, weight = token.width, theme.LINES["thin"]
        axis = Line(0, side / 2, side + 2 * reach, side / 2, "slate", weight, (2.4, 1.2))
        items = (axis, token.at(reach, 0, "token"))
        faces.append(Block(items, side + 2 * reach, side))
    front, back = faces
    arrow = becomes_arrow(layout.cell, layout.settings.tinted)
    figure = row([front, arrow, back], 1.2, align="middle")
    return _strip(layout, figure, layout.say("hits.over"))


def _outcome(layout: RulesLayout, example: Example) -> Block:
    """An assault, and what happens to the Metal that is hit."""
    target = example.assaults[0].target
    after = layout.figure(example.after).outcome(target)
    arrow = becomes_arrow(layout.cell, layout.settings.tinted)
    return row([layout.figure(example).assaults(), arrow, after], 1.2, align="middle")


def _from_the_pool(layout: RulesLayout, example: Example) -> Block:
    """An assault on a Metal that has just come from the pool on its right."""
    figure = layout.figure(example)
    arrow = becomes_arrow(layout.cell, layout.settings.tinted, back=True)
    return row([figure.assaults(), arrow, figure.pool(BLUE)], 1.2, align="middle")


def _strip(layout: RulesLayout, figure: Block, text: str) -> Block:
    """A figure with a caption on its right."""
    words = layout.caption(text, STRIP * layout.cell - figure.width - 2.5)
    return row([figure, words], 2.5, align="middle")


def _beside(
    layout: RulesLayout, heading: Block, texts: Sequence[str], strips: Block, *below: Block
) -> Block:
    """A text with blocks below it, and strips on the right, for which the room is always equal."""
    right = strips._replace(width=STRIP * layout.cell)
    width = layout.width - right.width - layout.gap
    return left_and_right(
        layout.section(heading, layout.prose(texts, width), *below), right, layout.width
    )


def occupation(layout: RulesLayout) -> Block:
    """What Metals score, and which recover."""
    example = examples.occupying(layout.figures)
    points = sum(reward.points for reward in example.rewards)
    board = layout.figure(example, 1.25).rewards()
    figure = layout.with_caption(board, layout.say("occupation.scored", points=points))
    width = layout.width - figure.width - layout.gap
    texts = [layout.say("occupation.score"), layout.say(f"occupation.recover.{layout.backs}")]
    parts = [layout.prose(texts, width)]
    if any(reward.recovered for reward in example.rewards):
        entries = [(badge("recovers", layout.cell), layout.say("occupation.recovers"))]
        parts.append(layout.key(entries, width))
    text = layout.section(layout.heading("turn.occupation", 3), *parts)
    return left_and_right(text, figure, layout.width)


def ending(layout: RulesLayout) -> Block:
    end = layout.say("end.target", target=layout.game.target)
    texts = layout.prose([end, layout.say("end.stuck")], layout.frame_width)
    inside = layout.section(layout.heading("end.head"), texts)
    return layout.frame(inside, layout.width, "pale")
