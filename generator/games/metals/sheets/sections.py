"""The parts of the rules sheet about the basic game, from the idea to the end.

Input: the leaf they are on. Output: Parts as wide as the leaf.
"""

from collections.abc import Sequence

from generator.core.paper import Box
from generator.games.metals import examples
from generator.games.metals.examples import BLUE, RED, Example
from generator.games.metals.sheets.blocks import (
    PAD,
    Part,
    column,
    framed,
    label,
    row,
    spread,
)
from generator.games.metals.sheets.marks import (
    Pen,
    arrow,
    attack_part,
    badge,
    becomes_part,
    directions_part,
    free_part,
    halted_part,
    pen,
)
from generator.games.metals.sheets.rule_figures import space_part
from generator.games.metals.sheets.rules_page import STRONG, Leaf
from generator.games.metals.sheets.spaces import HUE
from generator.games.metals.sheets.tokens import PLAYERS
from generator.layout import theme
from generator.layout.page import Line, Oval
from generator.layout.text import Style, fitted_line

STRIP = 8.1  # the width of a narrow figure with its caption, in spaces
PHASES = ("action", "assault", "occupation")


def idea(leaf: Leaf) -> Part:
    """Aim and set-up, framed; what a Metal looks like."""
    key = _metal_key(leaf)
    width = leaf.width - 2 * PAD - key.width - leaf.gap
    target = leaf.figures.target
    aim = leaf.say("idea.aim", target=target.basic, factions=target.factions)
    steps = ("map", "colours", "pool", "first")
    setup = [leaf.say(f"setup.{step}", count=leaf.figures.on_map) for step in steps]
    texts = column(
        [
            leaf.under(leaf.heading("idea.head"), leaf.prose([aim], width)),
            leaf.under(leaf.heading("setup.head"), leaf.numbered(setup, width)),
        ],
        1.2 * leaf.text.em,
    )
    inside = spread(texts, key, leaf.width - 2 * PAD)
    return framed(inside, leaf.width, HUE, leaf.tint("pale"))


def _metal_key(leaf: Leaf) -> Part:
    """A Metal of each player on its marker, one that is damaged, tokens."""
    width, side = 6.4 * leaf.cell, 1.15 * leaf.cell
    red = leaf.token(RED, "west", side), leaf.say("key.red")
    name = label(leaf.say("key.damaged"), leaf.small._replace(colour="ink"))
    damaged = row([leaf.token(BLUE, "north", side, damaged=True), name], 2.0, middle=True)
    others = [leaf.key([red], width - damaged.width - 2.0), damaged]
    tokens = row([leaf.stand_in(player, 1.5 * leaf.cell) for player in (BLUE, RED)], 1.5)
    rows = [
        _pointed_out(leaf, width),
        row(others, 2.0, middle=True),
        leaf.key([(tokens, leaf.say("key.tokens"))], width),
    ]
    return leaf.under(leaf.heading("key.head"), column(rows, 2.0))


def _pointed_out(leaf: Leaf, width: float) -> Part:
    """The reader's Metal, a line from the point on its rim to what that is."""
    side = 1.5 * leaf.cell
    picture, gap = leaf.token(BLUE, "north", side), 2.5
    text = leaf.prose([leaf.say("key.front"), leaf.say("key.blue")], width - side - gap)
    # Across the middle of the first line's small letters, just below the tip of the point.
    level = 0.63 * leaf.text.em
    drop = max(0.0, level - 0.12 * side)
    leader = arrow((side + gap - 0.8, level), (side / 2, level), 0.0, Pen("ink", 0.8))
    dot = Oval(Box(side / 2 - 0.7, level - 0.7, 1.4, 1.4), "white", "ink", 0.8)
    items = (picture.at("metal", 0, drop), *leader, dot, text.at("words", side + gap, 0))
    return Part(items, width, max(drop + side, text.height))


def turn(leaf: Leaf) -> Part:
    """The three phases at a glance."""
    gap = 0.5 * leaf.gap
    width = (leaf.width - 2 * gap) / 3
    style = Style(1.2 * leaf.text.size, "title", "title", colour=STRONG)
    cards = []
    for number, phase in enumerate(PHASES, 1):
        disc, apart = leaf.disc(number), 0.7 * leaf.text.em
        room = width - 2 * PAD - disc.width - apart
        title = fitted_line(leaf.say(f"turn.{phase}"), room, style)
        words = Part(title.items(0, 0), title.width, title.height)
        head = row([disc, words], apart, middle=True)
        text = leaf.prose([leaf.say(f"turn.{phase}_short")], width - 2 * PAD)
        cards.append(column([head, text], 0.5 * leaf.text.em))
    tallest = max(card.height for card in cards)
    even = [card._replace(height=tallest) for card in cards]
    boxes = [framed(card, width, HUE, leaf.tint("square")) for card in even]
    return leaf.under(leaf.heading("turn.head"), row(boxes, gap))


def action(leaf: Leaf) -> Part:
    """Deploying and moving, side by side."""
    most = leaf.figures.on_map
    shown = leaf.figure(examples.deploying(leaf.figures), 0.8)
    ways = shown.deployments(label(leaf.say("deploy.pool"), leaf.small))
    signs = [
        (directions_part(leaf.cell), leaf.say("deploy.free")),
        (space_part("corner", 0.7 * leaf.cell, leaf.settings.tinted), leaf.say("deploy.corner")),
    ]
    key = leaf.key(signs, leaf.half - ways.width - 0.5 * leaf.gap)
    deploy = [
        leaf.prose([leaf.say("deploy.what", count=most)], leaf.half),
        spread(ways, key, leaf.half),
    ]
    before, after = (leaf.figure(one, 1.2) for one in examples.moving(leaf.figures))
    shots = [
        leaf.captioned(before.actions(), leaf.say("move.before")),
        leaf.captioned(after.plain(), leaf.say("move.after")),
    ]
    move = [leaf.prose([leaf.say("move.what")], leaf.half), row(shots, leaf.gap)]
    halves = [column(parts, 0.8 * leaf.text.em) for parts in (deploy, move)]
    return leaf.under(leaf.heading("turn.action", 1), leaf.halves(*halves))


def assault(leaf: Leaf) -> Part:
    """Who is seen and attacked."""
    figure = leaf.figure(examples.seeing(leaf.figures), 1.25).assaults()
    width = leaf.width - figure.width - leaf.gap
    texts = leaf.prose([leaf.say("sight.ahead"), leaf.say("sight.open")], width)
    drawn = pen(PLAYERS[RED].colour, leaf.settings.tinted)
    entries = [
        (attack_part(leaf.cell, drawn), leaf.say("sight.hit")),
        (halted_part(leaf.cell, drawn), leaf.say("sight.bar")),
        (free_part(leaf.cell, drawn), leaf.say("sight.nobody")),
        (badge("spared", leaf.cell), leaf.say("sight.spared")),
    ]
    signs = [leaf.key(pair, (width - leaf.gap) / 2) for pair in (entries[::2], entries[1::2])]
    text = leaf.under(leaf.heading("turn.assault", 2), texts, row(signs, leaf.gap))
    return spread(text, figure, leaf.width)


def damage(leaf: Leaf) -> Part:
    """What becomes of a Metal that is hit; who is not attacked."""
    captions = [leaf.say(f"hits.{key}") for key in ("once", "again", "twice")]
    hits = [
        _strip(leaf, _outcome(leaf, shown), text)
        for shown, text in zip(examples.hits(leaf.figures), captions, strict=False)
    ]
    forest, fresh = examples.sparing(leaf.figures)
    spared = [
        leaf.captioned(leaf.figure(forest).assaults(), leaf.say("safe.forest")),
        leaf.captioned(_from_the_pool(leaf, fresh), leaf.say("safe.fresh")),
    ]
    aside = row(spared, STRIP * leaf.cell - sum(part.width for part in spared))
    texts = [leaf.say(f"hits.{key}") for key in ("damaged", "defeated")]
    over = _turned_over(leaf)
    heading, strips = leaf.heading("hits.head", sub=True), column(hits, 1.4)
    rows = [
        min(  # the figure goes where it takes the least room
            _beside(leaf, heading, texts, strips, over),
            _beside(leaf, heading, texts, column([strips, over], 1.4)),
            key=lambda part: part.height,
        ),
        _beside(leaf, leaf.heading("safe.head", sub=True), [leaf.say("safe.what")], aside),
    ]
    return column(rows, 1.2 * leaf.text.em)


def _turned_over(leaf: Leaf) -> Part:
    """A Metal token that faces a side of the reader's, its front and its back, on the line it is
    turned about, which is the one through its point."""
    side, reach = 0.95 * leaf.cell, 0.25 * leaf.cell
    axis = Line(0, side / 2, side + 2 * reach, side / 2, "slate", theme.LINES["thin"], (2.4, 1.2))
    faces = []
    for damaged in (False, True):
        token = leaf.stand_in(BLUE, side, "east", damaged=damaged)
        items = (axis, token.at("token", reach, 0))
        faces.append(Part(items, side + 2 * reach, side))
    front, back = faces
    arrow = becomes_part(leaf.cell, leaf.settings.tinted)
    figure = row([front, arrow, back], 1.2, middle=True)
    return _strip(leaf, figure, leaf.say("hits.over"))


def _outcome(leaf: Leaf, shown: Example) -> Part:
    """An assault, and what becomes of the Metal that is hit."""
    target = shown.assaults[0].target
    after = leaf.figure(shown.after).outcome(target)
    arrow = becomes_part(leaf.cell, leaf.settings.tinted)
    return row([leaf.figure(shown).assaults(), arrow, after], 1.2, middle=True)


def _from_the_pool(leaf: Leaf, shown: Example) -> Part:
    """An assault on a Metal that has just come from the pool on its right."""
    figure = leaf.figure(shown)
    arrow = becomes_part(leaf.cell, leaf.settings.tinted, back=True)
    return row([figure.assaults(), arrow, figure.pool(BLUE)], 1.2, middle=True)


def _strip(leaf: Leaf, figure: Part, text: str) -> Part:
    """A figure with a caption on its right."""
    words = leaf.caption(text, STRIP * leaf.cell - figure.width - 2.5)
    return row([figure, words], 2.5, middle=True)


def _beside(leaf: Leaf, heading: Part, texts: Sequence[str], strips: Part, *below: Part) -> Part:
    """A text, and what is below it, on the left of strips, which all have the same room."""
    room = strips._replace(width=STRIP * leaf.cell)
    width = leaf.width - room.width - leaf.gap
    return spread(leaf.under(heading, leaf.prose(texts, width), *below), room, leaf.width)


def occupation(leaf: Leaf) -> Part:
    """What is scored, and who recovers."""
    shown = examples.occupying(leaf.figures)
    points = sum(one.points for one in shown.rewards)
    board = leaf.figure(shown, 1.25).rewards()
    figure = leaf.captioned(board, leaf.say("occupation.scored", points=points))
    width = leaf.width - figure.width - leaf.gap
    parts = [leaf.prose([leaf.say(f"occupation.{key}") for key in ("score", "recover")], width)]
    if any(one.recovered for one in shown.rewards):
        entries = [(badge("recovers", leaf.cell), leaf.say("occupation.recovers"))]
        parts.append(leaf.key(entries, width))
    text = leaf.under(leaf.heading("turn.occupation", 3), *parts)
    return spread(text, figure, leaf.width)


def ending(leaf: Leaf) -> Part:
    """How the game is won."""
    target = leaf.figures.target
    reached = leaf.say("end.target", target=target.basic, factions=target.factions)
    texts = leaf.prose([reached, leaf.say("end.stuck")], leaf.width - 2 * PAD)
    inside = leaf.under(leaf.heading("end.head"), texts)
    return framed(inside, leaf.width, HUE, leaf.tint("pale"))
