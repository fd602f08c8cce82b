"""The parts of the rules sheet about the basic game, from the idea to the end.

Input: the leaf they are on. Output: Parts as wide as the leaf.
"""

from collections.abc import Sequence

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
from generator.games.metals.sheets.leaf import STRONG, Leaf
from generator.games.metals.sheets.map import HUE
from generator.games.metals.sheets.marks import (
    badge_part,
    becomes_part,
    burst_part,
    halted_part,
    pen,
)
from generator.games.metals.sheets.tokens import PLAYERS
from generator.layout.text import Style

STRIP = 7.9  # the width of a narrow figure with its caption, in spaces
PHASES = ("action", "assault", "occupation")


def idea(leaf: Leaf) -> Part:
    """Aim and set-up, framed; what a Metal looks like."""
    key = _metal_key(leaf)
    width = leaf.width - 2 * PAD - key.width - leaf.gap
    aim = leaf.say("idea.aim", target=leaf.figures.target.basic)
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
    side = 1.3 * leaf.cell
    tokens = {
        "blue": leaf.token(BLUE, "north", side),
        "red": leaf.token(RED, "west", side),
        "damaged": leaf.token(BLUE, "north", side, damaged=True),
    }
    entries = [(token, leaf.say(f"key.{name}")) for name, token in tokens.items()]
    width = 4.4 * leaf.cell
    front = leaf.prose([leaf.say("key.front")], width)
    return leaf.under(leaf.heading("key.head"), front, leaf.key(entries, width))


def turn(leaf: Leaf) -> Part:
    """The three phases at a glance."""
    gap = 0.5 * leaf.gap
    width = (leaf.width - 2 * gap) / 3
    style = Style(1.2 * leaf.text.size, "title", "title", colour=STRONG)
    cards = []
    for number, phase in enumerate(PHASES, 1):
        title = label(leaf.say(f"turn.{phase}"), style)
        head = row([leaf.disc(number), title], 0.7 * leaf.text.em, middle=True)
        text = leaf.prose([leaf.say(f"turn.{phase}_short")], width - 2 * PAD)
        cards.append(column([head, text], 0.5 * leaf.text.em))
    tallest = max(card.height for card in cards)
    even = [card._replace(height=tallest) for card in cards]
    boxes = [framed(card, width, HUE, leaf.tint("square")) for card in even]
    return leaf.under(leaf.heading("turn.head"), row(boxes, gap))


def action(leaf: Leaf) -> Part:
    """Deploying and moving, side by side."""
    most = leaf.figures.on_map
    shown = leaf.figure(examples.deploying(leaf.figures), 0.95)
    pool = column([shown.pool(BLUE), label(leaf.say("deploy.pool"), leaf.small)], 1.6)
    board = leaf.captioned(shown.actions(), leaf.say("deploy.caption"))
    deploy = [
        leaf.prose([leaf.say("deploy.what", count=most)], leaf.half),
        row([board, pool], 2.5),
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
        (burst_part(leaf.cell), leaf.say("sight.hit")),
        (halted_part(leaf.cell, drawn), leaf.say("sight.bar")),
        (badge_part("spared", leaf.cell), leaf.say("sight.spared")),
    ]
    text = leaf.under(leaf.heading("turn.assault", 2), texts, leaf.key(entries, width))
    return spread(text, figure, leaf.width)


def damage(leaf: Leaf) -> Part:
    """What becomes of a Metal that is hit; who is not attacked."""
    captions = [leaf.say(f"hits.{key}") for key in ("once", "again", "twice")]
    hits = [
        _strip(leaf, _outcome(leaf, shown), text)
        for shown, text in zip(examples.hits(leaf.figures), captions, strict=False)
    ]
    captions = [leaf.say(f"safe.{key}") for key in ("forest", "fresh")]
    spared = [
        _strip(leaf, leaf.figure(shown).assaults(), text)
        for shown, text in zip(examples.sparing(leaf.figures), captions, strict=True)
    ]
    texts = [leaf.say(f"hits.{key}") for key in ("damaged", "defeated")]
    rows = [
        _beside_strips(leaf, leaf.heading("hits.head", 2), texts, hits),
        _beside_strips(leaf, leaf.heading("safe.head"), [leaf.say("safe.what")], spared),
    ]
    return column(rows, 1.2 * leaf.text.em)


def _outcome(leaf: Leaf, shown: Example) -> Part:
    """An assault, and what becomes of the Metal that is hit."""
    target = shown.assaults[0].target
    after = leaf.figure(shown.after).outcome(target)
    arrow = becomes_part(leaf.cell, leaf.settings.tinted)
    return row([leaf.figure(shown).assaults(), arrow, after], 1.2, middle=True)


def _strip(leaf: Leaf, figure: Part, text: str) -> Part:
    """A figure with a caption on its right."""
    words = leaf.caption(text, STRIP * leaf.cell - figure.width - 2.5)
    return row([figure, words], 2.5, middle=True)


def _beside_strips(leaf: Leaf, heading: Part, texts: Sequence[str], strips: Sequence[Part]) -> Part:
    figures = column(strips, 1.8)._replace(width=STRIP * leaf.cell)
    width = leaf.width - figures.width - leaf.gap
    return spread(leaf.under(heading, leaf.prose(texts, width)), figures, leaf.width)


def occupation(leaf: Leaf) -> Part:
    """What is scored, and who recovers."""
    shown = examples.occupying(leaf.figures)
    points = sum(one.points for one in shown.occupied)
    board = leaf.figure(shown, 1.15).occupied()
    figure = leaf.captioned(board, leaf.say("occupation.scored", points=points))
    width = leaf.width - figure.width - leaf.gap
    parts = [leaf.prose([leaf.say(f"occupation.{key}") for key in ("score", "recover")], width)]
    if any(one.recovered for one in shown.occupied):
        entries = [(badge_part("recovers", leaf.cell), leaf.say("occupation.recovers"))]
        parts.append(leaf.key(entries, width))
    text = leaf.under(leaf.heading("turn.occupation", 3), *parts)
    return spread(text, figure, leaf.width)


def ending(leaf: Leaf) -> Part:
    """How the game is won."""
    target = leaf.figures.target.basic
    width = leaf.width - 2 * PAD
    texts = leaf.prose([leaf.say("end.target", target=target), leaf.say("end.stuck")], width)
    inside = leaf.under(leaf.heading("end.head"), texts)
    return framed(inside, leaf.width, HUE, leaf.tint("pale"))
