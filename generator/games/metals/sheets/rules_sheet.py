"""The rules sheet, illustrated with positions that the engine has evaluated. At a scale of 1 the
text is set in 10 pt, and the spaces of figures are 10.5 mm wide."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from math import fsum

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.games.metals import examples
from generator.games.metals.definition import Figures, emblem
from generator.games.metals.examples import BLUE, RED, Example, Metal
from generator.games.metals.map import FACINGS, Facing
from generator.games.metals.roll import MetalsGame
from generator.games.metals.sheets import rule_figures
from generator.games.metals.sheets.map_sheet import HUE, LOOK, PHASES, STRONG, phase
from generator.games.metals.sheets.rule_figures import MapFigure, Pen
from generator.games.metals.sheets.tokens import LIVERIES, PLAYERS, stand_in
from generator.languages import load_language, localized
from generator.layout import flow, theme
from generator.layout.booklet import CONTINUED_SIZE, Chapter
from generator.layout.box import BoxDesign
from generator.layout.flow import Block, column, label, left_and_right, row
from generator.layout.page import Art, Group, Item, Line, Oval, Page, Rect
from generator.layout.text import INLINE_ART_RISE, SMALL_PRINT, Style, fitted_line, title_style

# The fewest pages come first, and for each number of pages the largest scale.
# Smaller figures than these have captions on more lines, and save no height.
LETTERING_HEIGHT = 0.32  # as a share of its width
HEAD_FOOT = 2.2  # mm, with the line
SCALES = tuple(percent / 100 for percent in range(160, 81, -3))
PAGE_COUNTS = range(2, 13)
PAGE_EDGE, SMALL_PAGE_EDGE = 11.0, 8.0
MIN_SECTION_GAP, MAX_SECTION_GAP = 4.2, 11.0
HEAD_GAP, FOOT_GAP = 2.5, 4.0
SMALL_CELL, MIN_CELL = 8.8, 8.0  # mm, on small paper; labels with points fit a space
MIN_ACROSS = 17.4  # spaces across a page elsewhere: two figures of three lie in a column
FRAME_PADDING = 3.6
PARAGRAPH_GAP_EM = 0.7
TIGHT = 0.85  # the scale below which lines are closer
# As shares of the side of a space in most figures:
TOKEN_SIDE = 1.03  # of the picture of a token
STRIP = 8.1  # the width of a narrow figure with its caption
EMBLEM_SIDE = 0.95  # of an emblem in the table
DUEL_SCALE = 0.95  # of a space in the table
ROW_PADDING = 1.0  # mm, in the table
KEY_GAP, ROW_GAP = 2.0, 1.4  # mm, in keys: between a picture and its text, between these and others
# The picture of covers: the number of a faction, what bears its emblem, in which colour; left, top
# and side, as shares of the whole. Where emblems are on it likewise, as shares of what bears them.
SCENE = (
    (0, "banner", "denim", (0.04, 0.22, 0.19)),
    (2, "banner", "denim", (0.22, 0.14, 0.17)),
    (5, "banner", "red", (0.61, 0.14, 0.17)),
    (1, "banner", "red", (0.77, 0.22, 0.19)),
    (3, "knight_left", "denim", (0.0, 0.4, 0.32)),
    (6, "knight_right", "red", (0.68, 0.4, 0.32)),
    (4, "knight_left", "denim", (0.07, 0.46, 0.51)),
    (1, "knight_right", "red", (0.42, 0.46, 0.51)),
)
ON_BANNER, HEAD = (0.22, 0.17, 0.56), (0.25, -0.04, 0.53)


def pages(game: MetalsGame, settings: Settings) -> list[Page]:
    """Raises TextOverflowError for a word wider than its column, a section higher than a page."""
    layout = partial(_layout, game, settings, game.factions)
    rules, blocks = flow.largest_that_fits(layout, PAGE_COUNTS, SCALES)
    return [rules.page(page, number, len(blocks)) for number, page in enumerate(blocks, 1)]


def chapter(game: MetalsGame, settings: Settings) -> Chapter:
    """The rules, with the factions as a variant of the basic game. Raises TextOverflowError."""
    layout = partial(_layout, game, settings, True)
    rules, blocks = flow.largest_that_fits(layout, PAGE_COUNTS, SCALES)
    *_, before, last = blocks
    room = rules.room(2)
    while len(before) > 1:
        used = flow.stacked_height(last, MIN_SECTION_GAP)
        if used > room / 2 or used + MIN_SECTION_GAP + before[-1].height > room:
            break
        last.insert(0, before.pop())  # else the last page would be more than half empty
    sheet = tuple(rules.page(page, number) for number, page in enumerate(blocks, 1))
    pictures = (partial(scene, rules.figures),)
    return Chapter(rules.language.say("metals.name"), HUE, pictures, sheet)


def box_design(game: MetalsGame, settings: Settings) -> BoxDesign:
    say = load_language(settings.language_code).say
    return BoxDesign(
        title=say("metals.name"),
        hue=HUE,
        about=say("metals.rules.about"),
        blurb=say("metals.rules.idea.aim", target=game.target),
        nouns={"tokens": "metals.box.tokens", "cards": "sheet.box.cards"},
        pictures=(partial(scene, game.definition.figures),),
        game_id=str(game.game_id),
    )


def _part(box: Box, place: tuple[float, float, float]) -> Box:
    """A square inside a box, given as shares of its width: left, top, side."""
    x, y, side = (share * box.w for share in place)
    return Box(box.x + x, box.y + y, side, side)


def bearer(art: str, paint: str, sign: str, box: Box) -> Iterator[Item]:
    """A banner or a knight with an emblem."""
    yield Art(LOOK.art + art, box, paint, fine=True)
    yield Art(sign, _part(box, ON_BANNER if art == "banner" else HEAD), fine=True)


def scene(figures: Figures, box: Box) -> Iterator[Item]:
    """Two armies meet below their banners, between a forest and a city."""
    signs = [emblem(key) for key in figures.factions]
    yield Art(f"{LOOK.art}battlefield", box, fine=True)
    for number, art, paint, place in SCENE:
        yield from bearer(art, paint, signs[number % len(signs)], _part(box, place))


def _layout(
    game: MetalsGame, settings: Settings, factions: bool, count: int, scale: float
) -> tuple["RulesLayout", list[list[Block]]]:
    """The sections on at most so many pages at a scale. Raises TextOverflowError."""
    rules = RulesLayout(game, settings, scale)
    compositions = [idea, turn, action, assault, damage, occupation, ending]
    compositions += [introduction, table] if factions else []
    sections = (compose(rules)._replace(name="section") for compose in compositions)
    return rules, flow.paginate(
        sections, rules.room(2), first_room=rules.room(1), gap=MIN_SECTION_GAP, max_pages=count
    )


def prose(texts: Sequence[str], width: float, style: Style) -> Block:
    """Paragraphs, with room above the first line for a picture in it. Raises TextOverflowError."""
    em = style.em
    return flow.paragraphs(texts, width, style, PARAGRAPH_GAP_EM * em, INLINE_ART_RISE * em)


class RulesLayout:
    """The sizes of a game's rules sheet at a scale, and the blocks that its sections are made of:
    cell is the side of a space in a figure, gap the room between columns, both in mm."""

    def __init__(self, game: MetalsGame, settings: Settings, scale: float):
        self.game, self.figures, self.tinted = game, game.definition.figures, settings.tinted
        self.backs = "none" if settings.backs == "none" else "backs"
        self.language = load_language(settings.language_code)
        self.paper = settings.paper.portrait
        self.is_narrow = self.paper.is_small
        self.area = self.paper.within(SMALL_PAGE_EDGE if self.is_narrow else PAGE_EDGE)
        self.width = self.area.w
        self.frame_width = self.width - 2 * FRAME_PADDING  # inside a frame as wide as the page
        self.text = Style(max(theme.FLOOR, 10.0 * scale), leading=1.25 if scale >= TIGHT else 1.18)
        self.legend = Style(max(theme.FLOOR, 9.0 * scale))
        self.small = self.legend._replace(colour="slate")
        self.cell = min(10.5 * scale, self.width / MIN_ACROSS)
        if self.is_narrow:
            self.cell = max(MIN_CELL, SMALL_CELL * scale)
        self.gap = 8.0 * (self.cell / 10.5)
        self.column_width = self.width if self.is_narrow else (self.width - self.gap) / 2

    def room(self, number: int) -> float:
        """The height for sections on a page, in mm."""
        return self.area.h - self._head(number).height - HEAD_GAP - FOOT_GAP - SMALL_PRINT.em

    def page(self, blocks: Sequence[Block], number: int, count: int = 0) -> Page:
        """The sections one below the other, the leftover height shared out between them; at the
        foot the number of the page, if there is a count."""
        area, head = self.area, self._head(number)
        heights = [block.height for block in blocks]
        gap = flow.spread_gap(heights, self.room(number), MAX_SECTION_GAP)
        top = area.y + head.height + HEAD_GAP
        colour = STRONG if self.tinted else "ink"
        width = (head.height - HEAD_FOOT) / LETTERING_HEIGHT
        letters = LOOK.lettered(area.x, area.y, width, colour)
        sections = flow.stack_items(blocks, gap, area.x, top)
        items = (head.at(area.x, area.y, "head"), *letters, *sections)
        if count:
            foot = label(self.say("foot", page=number, pages=count), SMALL_PRINT)
            items = (*items, foot.at(area.x, area.bottom - foot.height, "foot"))
        return Page(self.paper, items, f"rules {number}")

    def _head(self, number: int) -> Block:
        """The lettering and the title, larger on the first page; two Metals to their right."""
        first, others, about = (22, CONTINUED_SIZE, 9) if self.is_narrow else (28, 18, 11)
        style = title_style(first if number == 1 else others, STRONG)
        words = label(self.say("title").upper(), style)
        if number == 1:
            words = column([words, label(self.say("about"), Style(about, colour="slate"))], 1.5)
        side = words.height
        letters = Block((), side / LETTERING_HEIGHT, side)  # of a square, which does not fit here
        rule = Line(0, 0.5, self.width, 0.5, STRONG, theme.LINES["bold"])
        metals = [self.token(BLUE, "east", side), self.token(RED, "west", side)]
        title = row([letters, words], side * 0.3)
        head = left_and_right(title, row(metals, side * 0.2), self.width)
        return column([head, Block((rule,), self.width, 1.0)], HEAD_FOOT - 1.0)

    def say(self, key: str, **params: object) -> str:
        return self.language.say(f"metals.rules.{key}", **params)

    def title_style(self, scale: float) -> Style:
        return title_style(scale * self.text.size, STRONG)

    def figure(self, example: Example, scale: float = 1.0) -> MapFigure:
        return MapFigure(example, self.cell * scale, self.tinted)

    def token(self, player: int, facing: Facing, side: float, *, damaged: bool = False) -> Block:
        metal = Metal(player, None, facing, self._faction(player), damaged)
        return rule_figures.metal_on_marker(metal, side)

    def stand_in(self, player: int, facing: Facing = "north", *, damaged: bool = False) -> Block:
        """A player's Metal token, too small for a name."""
        owner, side = PLAYERS[player], TOKEN_SIDE * self.cell
        box, scale = Box(0, 0, side, side), side / self.figures.tokens.size
        cut = Rect(box, LIVERIES[owner] if self.tinted else "white", "grey", theme.LINES["cut"])
        items = stand_in(emblem(self._faction(player)), "", owner, self.tinted, damaged, box, scale)
        turn = 90 * FACINGS.index(facing)
        return Block((Group("token", box, (cut, *items), turn),), side, side)

    def _faction(self, player: int) -> str:
        factions = examples.cast(self.figures)
        return factions[player % len(factions)]

    def heading(self, key: str, number: int | None = None) -> Block:
        title = label(self.say(key).upper(), self.title_style(1.4))
        if number:
            title = row([self.disc(number), title], self.text.em * 0.7, align="middle")
        return title

    def disc(self, number: int) -> Block:
        side = self.text.em * 2.0
        digit = phase(number, 1.1 * self.text.size, self.tinted, Box(0, 0, side, side))
        return Block(tuple(digit), side, side)

    def prose(self, width: float, *keys: str, **params: object) -> Block:
        return prose([self.say(key, **params) for key in keys], width, self.text)

    def section(self, heading: Block, *blocks: Block) -> Block:
        return column([heading, column(blocks, self.text.em)], self.text.em * 0.7)

    def frame(self, inside: Block, width: float, tint: str) -> Block:
        fill, weight = theme.hue_colour(HUE, tint) if self.tinted else None, theme.LINES["thin"]
        return flow.frame(inside, width, FRAME_PADDING, fill, STRONG, weight)

    def with_caption(self, figure: Block, key: str, **params: object) -> Block:
        caption = prose([self.say(key, **params)], figure.width, self.small)
        return column([figure, caption], 1.6)

    def strip(self, figures: Sequence[Block], key: str) -> Block:
        figure = row(figures, 1.2, align="middle")
        width = STRIP * self.cell - figure.width - 2.5
        return row([figure, prose([self.say(key)], width, self.small)], 2.5, align="middle")

    def beside(self, heading: str, texts: Sequence[str], strips: Block) -> Block:
        right = strips._replace(width=STRIP * self.cell)
        words = self.prose(self.width - right.width - self.gap, *texts)
        title = label(self.say(heading).upper(), self.title_style(1.15))
        return left_and_right(self.section(title, words), right, self.width)

    def key(self, pictures: Mapping[str, Block], width: float) -> Block:
        """Pictures one below the other, with their meanings, by the keys of these."""
        left, rows = max(picture.width for picture in pictures.values()), []
        for key, picture in pictures.items():
            sign = picture.at((left - picture.width) / 2, 0, "sign")
            words = prose([self.say(key)], width - left - KEY_GAP, self.legend)
            rows.append(row([Block((sign,), left, picture.height), words], KEY_GAP, align="middle"))
        return column(rows, ROW_GAP)


def idea(layout: RulesLayout) -> Block:
    """Aim and set-up, with a key to what Metals look like."""
    key, em, count = _metal_key(layout), layout.text.em, layout.figures.on_map
    width = layout.frame_width - (0 if layout.is_narrow else key.width + layout.gap)
    indent, steps = 1.6 * em, []
    for number, step in enumerate(("map", "colours", "pool", "first"), 1):
        margin = label(f"{number}", layout.title_style(1))._replace(width=indent)
        steps.append(row([margin, layout.prose(width - indent, f"setup.{step}", count=count)], 0))
    aim = layout.prose(width, "idea.aim", target=layout.game.target)
    setup = layout.section(layout.heading("setup.head"), column(steps, 0.45 * em))
    texts = column([layout.section(layout.heading("idea.head"), aim), setup], 1.2 * em)
    inside = left_and_right(texts, key, layout.frame_width)
    if layout.is_narrow:
        inside = column([texts, key], 1.2 * em)
    return layout.frame(inside, layout.width, "pale")


def _metal_key(layout: RulesLayout) -> Block:
    """The reader's Metal, with a line from the point on its rim to a text; below it others."""
    width = layout.frame_width if layout.is_narrow else 6.4 * layout.cell
    side, small, ink = 1.5 * layout.cell, 1.15 * layout.cell, Pen("ink", 0.8)
    pictures = {
        "key.blue": layout.token(BLUE, "east", small),
        "key.red": layout.token(RED, "west", small),
        "key.damaged": layout.token(BLUE, "north", small, damaged=True),
        "key.tokens": row([layout.stand_in(player) for player in (BLUE, RED)], 1.5),
    }
    left = pictures["key.tokens"].width  # the widest
    text = prose([layout.say("key.front")], width - left - KEY_GAP, layout.legend)
    # At the middle of the first line's small letters, and just below the tip of the point.
    level = 0.63 * layout.legend.em
    drop = max(0.0, level - 0.12 * side)
    leader = rule_figures.arrow((left + KEY_GAP - 0.8, level), (left / 2, level), 0.0, ink)
    dot = Oval(Box(left / 2 - 0.7, level - 0.7, 1.4, 1.4), "white", *ink)
    metal = layout.token(BLUE, "north", side).at((left - side) / 2, drop, "metal")
    items = (metal, *leader, dot, text.at(left + KEY_GAP, 0, "words"))
    front = Block(items, width, max(drop + side, text.height))
    rows = column([front, layout.key(pictures, width)], ROW_GAP)
    return layout.section(layout.heading("key.head"), rows)


def turn(layout: RulesLayout) -> Block:
    """The three phases at a glance, side by side, or one below the other where it is narrow."""
    gap, em = 0.5 * layout.gap, layout.text.em
    width = layout.width if layout.is_narrow else (layout.width - 2 * gap) / 3
    room, cards = width - 2 * FRAME_PADDING, []
    right = room - layout.disc(1).width - 0.7 * em
    names = [layout.say(f"turn.{key}") for key in PHASES]
    titles = (fitted_line(name.upper(), right, layout.title_style(1.2)) for name in names)
    style = min(title.style for title in titles)  # the smallest, for all
    for number, (key, name) in enumerate(zip(PHASES, names, strict=True), 1):
        disc, what = layout.disc(number), f"turn.{key}_short"
        if layout.is_narrow:
            words = prose([f"**{name}.** {layout.say(what)}"], right, layout.text)
            cards.append(row([disc, words], 0.7 * em, align="middle"))
        else:
            head = row([disc, label(name.upper(), style)], 0.7 * em, align="middle")
            cards.append(column([head, layout.prose(room, what)], 0.5 * em))
    if layout.is_narrow:
        phases = layout.frame(column(cards, 0.5 * em), width, "square")
    else:
        tallest = max(card.height for card in cards)
        cards = [layout.frame(card._replace(height=tallest), width, "square") for card in cards]
        phases = row(cards, gap)
    return layout.section(layout.heading("turn.head"), phases)


def action(layout: RulesLayout) -> Block:
    width, gap, cell = layout.column_width, layout.gap, layout.cell
    figure = layout.figure(examples.deploying(layout.figures), 0.72)
    name = label(layout.say("deploy.pool"), layout.small)
    pool = column([figure.pool(BLUE), name], 1.0, align="centre")
    becomes = rule_figures.becomes_arrow(figure.cell, layout.tinted)
    deployments = row([pool, becomes, figure.actions()], 1.2, align="middle")
    signs = {
        "deploy.free": rule_figures.directions(rule_figures.DIRECTIONS_DIAMETER * cell),
        "deploy.corner": rule_figures.space_block("corner", 0.7 * cell, layout.tinted),
    }
    key = layout.key(signs, width - deployments.width - 0.5 * gap)
    what = layout.prose(width, "deploy.what", count=layout.figures.on_map)
    before, after = (layout.figure(move, 1.2) for move in examples.moving(layout.figures))
    captioned = layout.with_caption
    moves = captioned(before.actions(), "move.before"), captioned(after.plain(), "move.after")
    deploy = [what, left_and_right(deployments, key, width)]
    move = [layout.prose(width, "move.what"), row(moves, gap)]
    left, right = (column(blocks, 0.8 * layout.text.em) for blocks in (deploy, move))
    halves = row([left._replace(width=width), right], gap)
    if layout.is_narrow:
        halves = column([left, right], layout.text.em)
    return layout.section(layout.heading("turn.action", 1), halves)


def assault(layout: RulesLayout) -> Block:
    figure = layout.figure(examples.seeing(layout.figures), 1.25).assaults()
    width, cell = layout.width - figure.width - layout.gap, layout.cell
    pen = rule_figures.bold_pen(LIVERIES[PLAYERS[RED]], layout.tinted)
    sign = partial(rule_figures.sight_sign, cell=cell, pen=pen)
    spared = rule_figures.badge("spared", cell)
    left = {"sight.hit": sign("hit"), "sight.nobody": sign("nobody")}
    right = {"sight.bar": sign("bar"), "sight.spared": spared}
    keys = row([layout.key(one, (width - layout.gap) / 2) for one in (left, right)], layout.gap)
    texts = layout.prose(width, "sight.ahead", "sight.open")
    text = layout.section(layout.heading("turn.assault", 2), texts, keys)
    return left_and_right(text, figure, layout.width)


def damage(layout: RulesLayout) -> Block:
    """What happens to a Metal that is hit, and which Metals are not attacked."""
    becomes = rule_figures.becomes_arrow(layout.cell, layout.tinted)
    keys, hits = ("hits.once", "hits.again", "hits.twice"), []
    for example, key in zip(examples.hits(layout.figures), keys, strict=False):
        outcome = layout.figure(example.after_assault).outcome(min(example.metals))
        hits.append(layout.strip([layout.figure(example).assaults(), becomes, outcome], key))
    if layout.backs != "none":
        faces = _on_axis(layout, False), becomes, _on_axis(layout, True)
        hits.append(layout.strip(faces, "hits.over"))
    forest, fresh = (layout.figure(example) for example in examples.sparing(layout.figures))
    landed = row([fresh.pool(BLUE), becomes, fresh.assaults()], 1.2, align="middle")
    captioned = layout.with_caption
    safe = [captioned(forest.assaults(), "safe.forest"), captioned(landed, "safe.fresh")]
    gap = STRIP * layout.cell - fsum(figure.width for figure in safe)
    texts = [f"hits.damaged.{layout.backs}", "hits.defeated"]
    what_happens = layout.beside("hits.head", texts, column(hits, 1.4))
    not_attacked = layout.beside("safe.head", ["safe.what"], row(safe, gap))
    return column([what_happens, not_attacked], 1.2 * layout.text.em)


def _on_axis(layout: RulesLayout, damaged: bool) -> Block:
    """A face of a Metal token, on the line through its point about which it is turned over."""
    token, reach = layout.stand_in(BLUE, "east", damaged=damaged), 0.25 * layout.cell
    side, width = token.width, token.width + 2 * reach
    axis = Line(0, side / 2, width, side / 2, "slate", theme.LINES["thin"], (2.4, 1.2))
    return Block((axis, token.at(reach, 0, "token")), width, side)


def occupation(layout: RulesLayout) -> Block:
    example = examples.occupying(layout.figures)
    points, recovered = zip(*example.rewards.values(), strict=True)
    board = layout.figure(example, 1.25).rewards()
    figure = layout.with_caption(board, "occupation.scored", points=sum(points))
    width = layout.width - figure.width - layout.gap
    parts = [layout.prose(width, "occupation.score", f"occupation.recover.{layout.backs}")]
    if any(recovered):
        sign = rule_figures.badge("recovers", layout.cell)
        parts.append(layout.key({"occupation.recovers": sign}, width))
    text = layout.section(layout.heading("turn.occupation", 3), *parts)
    return left_and_right(text, figure, layout.width)


def ending(layout: RulesLayout) -> Block:
    target = layout.game.target
    texts = layout.prose(layout.frame_width, "end.target", "end.stuck", target=target)
    return layout.frame(layout.section(layout.heading("end.head"), texts), layout.width, "pale")


def introduction(layout: RulesLayout) -> Block:
    """What changes with factions; beside it the sides of a Metal, if a faction depends on them."""
    say, last = layout.say, layout.say("factions.turn")
    later = "" if layout.game.factions else f"**{say('factions.later')}** "
    target = say("factions.target", target=layout.figures.target.factions)
    texts = [later + say("factions.what"), say("factions.count"), target]
    heading, example = layout.heading("factions.head"), examples.from_all_sides(layout.figures)
    if example is None:
        return layout.section(heading, prose([*texts, last], layout.width, layout.text))
    labels = {}
    for attacker, sight in example.sights.items():
        side = say(f"factions.{sight.side}")
        gains = sight.gain and say("factions.gains", side=side, gain=sight.gain)
        labels[attacker] = gains or side
    sides = layout.figure(example).labelled_assaults(labels, layout.legend)
    faction = layout.figures.factions[example.factions[min(labels)]]
    name = localized(faction.name, layout.language.code)
    texts.append(f"{say('factions.sides', faction=name)} {last}")
    words = prose(texts, layout.width - sides.width - layout.gap, layout.text)
    return left_and_right(layout.section(heading, words), sides, layout.width)


def table(layout: RulesLayout) -> Block:
    """All factions in columns: emblem, name, what gains points, an attack that does."""
    rows, side, factions = [], EMBLEM_SIDE * layout.cell, layout.figures.factions
    language, column_width = layout.language, layout.column_width
    style = layout.text._replace(size=layout.small.size, leading=1.15)
    for key, faction in factions.items():
        banner = bearer("banner", STRONG, emblem(key), Box(0, 0, side, side))
        duel = layout.figure(examples.duel(layout.figures, key), DUEL_SCALE).assaults()
        width = column_width - side - duel.width - 2 * 2.5
        gain = layout.say("factions.gain", gain=faction.gain, clause=faction.when.clause(language))
        name = localized(faction.name, language.code)
        title = flow.paragraphs([name], width, layout.title_style(1.1), 0)
        words = column([title, prose([gain], width, style)], 0.9)
        rows.append(row([Block(tuple(banner), side, side), words, duel], 2.5, align="middle"))
    height = max(block.height for block in rows) + 2 * ROW_PADDING
    half = len(rows) if layout.is_narrow else (len(rows) + 1) // 2
    items: list[Item] = []
    for number, block in enumerate(rows):
        x, y = number // half * (column_width + layout.gap), number % half * height
        rule = Line(x, y, x + column_width, y, theme.hue_colour(HUE, "tray"), theme.LINES["thin"])
        items += rule, block.at(x, y + (height - block.height) / 2, "faction")
    return Block(tuple(items), layout.width, half * height)
