"""A booklet: pages of half a sheet, two on each side of a sheet that is folded and stapled."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import flow, theme
from generator.layout.flow import Block
from generator.layout.page import MM_PER_POINT, Art, Item, Line, Page, PageView, Rect
from generator.layout.text import Style, fitted_line, line, title_style, wrap

PAGES_PER_SHEET = 4
SCREEN = "screen"  # the name of half a sheet that is shown there
NUMBER_ROOM = 7.0  # mm, at the foot of each page
NOTE_PITCH = 9.0  # mm, between the lines of a page for notes
NUMBER_STYLE = Style(9.0, "bold", colour="slate")
COVER_EDGE = 9.0  # mm, from the edges of the paper to the panel of a cover
COVER_PAD = 8.0
TITLE_SIZE, SUBTITLE_SIZE, CONTENTS_SIZE = 44.0, 20.0, 14.0  # points
MAX_COVER_COLUMNS = 3
PICTURE_GAP = 6.0
CONTENTS_GAP = 9.0  # between the games
CONTENTS_PICTURE = 18.0
DOT, DOT_PITCH = 0.4, 2.0  # in the line from a name to its page number
LOGO = 30.0
CONTINUED_SIZE = 14.0  # points, of the titles on the pages of a chapter after its first
MAKING_SIZES = (10.0, 9.5, 9.0)  # points
STEP_INDENT_EM = 1.2  # of the text of a step, behind its number

Picture = Callable[[Box], Iterable[Item]]
"""A picture that fills any square box."""


class Chapter(NamedTuple):
    """The rules of a game: its name, the hue and the pictures of its cover, its pages, its logo."""

    name: str
    hue: str
    pictures: tuple[Picture, ...]
    pages: tuple[Page, ...]
    logo: Block | None = None


def art_pictures(names: Iterable[str]) -> tuple[Picture, ...]:
    return tuple(lambda box, name=name: (Art(name, box),) for name in names)


def half_paper(settings: Settings, name: str = "") -> Paper:
    """Half a sheet, with room for the page number, wherever it comes to lie left or right."""
    left, top, right, bottom = (sheet := settings.paper.landscape).margins
    side = max(left, right)
    margins = side, top, side, bottom + NUMBER_ROOM
    return Paper(name or f"half of {sheet.name}", sheet.width / 2, sheet.height, margins)


def impose(pages: Sequence[Page], settings: Settings) -> list[Page]:
    """The sides of the sheets for pages in reading order, a multiple of 4, the outermost first."""
    paper = settings.paper.landscape
    left = Box(0, 0, paper.width / 2, paper.height)
    sides = []
    for first in range(1, len(pages) // 2, 2):
        last = len(pages) + 1 - first
        for numbers in ((last, first), (first + 1, last - 1)):
            items = []
            for number, box in zip(numbers, (left, left.moved(left.w, 0)), strict=True):
                page = pages[number - 1]
                if page.items:
                    window = Box(0, 0, page.paper.width, page.paper.height)
                    items.append(PageView(page, window, box))
            sides.append(Page(paper, tuple(items), f"pages {numbers[0]} and {numbers[1]}"))
    return sides


def reading_order(chapters: Sequence[Chapter], settings: Settings) -> list[Page]:
    """Cover, contents where there are several games, rules, pages for notes, back cover."""
    paper = half_paper(settings)
    hue = chapters[0].hue if len(chapters) == 1 else theme.HOUSE
    inside = [page for chapter in chapters for page in chapter.pages]
    first = 2 + (len(chapters) > 1)
    spare = -(len(inside) + first) % PAGES_PER_SHEET
    inside += [_notes(hue, paper, settings)] * spare
    return [
        _cover(chapters, hue, paper, settings),
        *([_contents(chapters, first, paper, settings)] if first > 2 else []),
        *(_numbered(page, number) for number, page in enumerate(inside, first)),
        _back_cover(len(inside) + first, chapters, hue, paper, settings),
    ]


def _notes(hue: str, paper: Paper, settings: Settings) -> Page:
    area, strong = paper.within(COVER_EDGE), theme.hue_colour(hue, "strong")
    words = load_language(settings.language_code).say("booklet.notes")
    title = line(words, title_style(CONTINUED_SIZE, strong))
    count = int((area.h - title.height) / NOTE_PITCH)
    heights = [area.bottom - number * NOTE_PITCH for number in reversed(range(count))]
    tray, thin = theme.hue_colour(hue, "tray"), theme.LINES["thin"]
    lines = (Line(area.x, y, area.right, y, tray, thin) for y in heights)
    return Page(paper, (*title.items(area.x, area.y), *lines), "notes")


def _numbered(page: Page, number: int) -> Page:
    """A page with its number in the middle of its foot."""
    words, (left, top, right, bottom) = line(str(number), NUMBER_STYLE), page.paper.margins
    foot = bottom - NUMBER_ROOM / page.paper.scale
    paper = page.paper._replace(margins=(left, top, right, foot))
    x, y = (paper.width - words.width) / 2, paper.height - foot - words.height
    return Page(paper, (*page.items, *words.items(x, y)), page.name)


def _cover(chapters: Sequence[Chapter], hue: str, paper: Paper, settings: Settings) -> Page:
    """The title in a panel, with pictures of the game, or some of each of several."""
    say, (name, _, pictures, _, logo) = load_language(settings.language_code).say, chapters[0]
    panel, strong, look = _panel(paper), theme.hue_colour(hue, "strong"), theme.LOOKS[hue]
    large = title_style(TITLE_SIZE * look.size, strong)
    small = title_style(SUBTITLE_SIZE, strong) if logo else Style(SUBTITLE_SIZE, colour=strong)
    titles = [(name, large), (say("booklet.rules"), small)]
    if len(chapters) > 1:
        titles, logo = [(say("booklet.all"), large)], None
        pictures = tuple(each for one in chapters for each in one.pictures[:MAX_COVER_COLUMNS])
    items: list[Item] = [_ground(panel, hue, settings.tinted)]
    width, y = panel.w - 2 * COVER_PAD, panel.y + 1.6 * COVER_PAD
    letters = look.lettered(panel.x + COVER_PAD, y, width, strong if settings.tinted else "ink")
    items += letters
    y += (look.lettering * width + 2.5) * len(letters)
    for words, style in titles[len(letters) :]:
        text = logo if logo and words == name else fitted_line(words, width, style)
        items += text.items(panel.x + (panel.w - text.width) / 2, y)
        y += text.height + 2.5
    room = Box(panel.x + COVER_PAD, y + COVER_PAD, width, panel.bottom - y - 2 * COVER_PAD)
    items += picture_rows(pictures, room)
    return Page(paper, tuple(items), "cover")


def _panel(paper: Paper) -> Box:
    left, top, _, bottom = paper.margins
    return Box(0, 0, paper.width, paper.height).inset(max(COVER_EDGE, left, top, bottom))


def _ground(panel: Box, hue: str, tinted: bool) -> Rect:
    fill = theme.LOOKS[hue].cover or theme.hue_colour(hue, "square") if tinted else None
    pen = theme.LINES["bold"]
    frame = panel.inset(pen * MM_PER_POINT / 2)
    return Rect(frame, fill, theme.hue_colour(hue, "strong"), pen, 5.0)


def picture_rows(
    pictures: Sequence[Picture], room: Box, gap: float = PICTURE_GAP
) -> Iterator[Item]:
    """Pictures in rows of up to three, as large as the room allows, about its middle."""
    rows = -(-len(pictures) // MAX_COVER_COLUMNS)
    columns = -(-len(pictures) // rows)
    side = min((room.w - (columns - 1) * gap) / columns, (room.h - (rows - 1) * gap) / rows)
    step = side + gap
    block = room.centred(columns * step - gap, rows * step - gap)
    for number, picture in enumerate(pictures):
        row, column = divmod(number, columns)
        in_row = min(columns, len(pictures) - row * columns)
        x, y = block.x + (columns - in_row) * step / 2 + column * step, block.y + row * step
        yield from picture(Box(x, y, side, side))


def _contents(chapters: Sequence[Chapter], first: int, paper: Paper, settings: Settings) -> Page:
    """The name of each game with a picture, a line of dots, and the number of its first page."""
    words, panel = load_language(settings.language_code).say("booklet.contents"), _panel(paper)
    title = line(words, title_style(28.0, theme.hue_colour(theme.HOUSE, "strong")))
    items: list[Item] = list(title.items(panel.x, panel.y))
    x, y = panel.x, panel.y + title.height + 2 * CONTENTS_GAP
    for chapter in chapters:
        items += chapter.pictures[0](Box(x, y, CONTENTS_PICTURE, CONTENTS_PICTURE))
        number = line(str(first), Style(CONTENTS_SIZE, "bold"))
        left, far = x + CONTENTS_PICTURE + 5.0, panel.right - number.width
        style = title_style(CONTENTS_SIZE, theme.hue_colour(chapter.hue, "strong"))
        name = fitted_line(chapter.name, panel.right - left - number.width - 8.0, style)
        top = y + (CONTENTS_PICTURE - name.height) / 2
        baseline = top + name.ascent
        items += (*name.items(left, top), *number.items(far, baseline - number.ascent))
        # Whole dots, in columns. They have a length, for without one they are not always drawn.
        rooms = panel.right - left - name.width - DOT_PITCH, number.width + 2 * DOT_PITCH
        start, end = (panel.right - DOT_PITCH * int(room / DOT_PITCH) for room in rooms)
        dots = DOT, DOT_PITCH - DOT
        items.append(Line(start, baseline, end + DOT, baseline, "grey", DOT / MM_PER_POINT, dots))
        y += CONTENTS_PICTURE + CONTENTS_GAP
        first += len(chapter.pages)
    return Page(paper, tuple(items), "contents")


def _back_cover(
    count: int, chapters: Sequence[Chapter], hue: str, paper: Paper, settings: Settings
) -> Page:
    """How to print, fold and staple the booklet, at the foot, where no reader minds. A game with a
    lettered logo has its sign large, on white."""
    say, panel = load_language(settings.language_code).say, _panel(paper)
    inside, sheets = panel.inset(COVER_PAD), count // PAGES_PER_SHEET
    steps = [say(f"booklet.making.{key}", count=sheets) for key in ("print", "fold", "staple")]

    def layout(size: float) -> Block:
        title = wrap(say("booklet.making.title"), inside.w, title_style(1.2 * size, hue, "ink"))
        head = Block(title.items(0, 0), inside.w, title.height + 0.4)
        style, blocks = Style(size, leading=1.25), [head]
        indent = STEP_INDENT_EM * style.em
        for number, step in enumerate(steps, 1):
            text = wrap(step, inside.w - indent, style)
            items = (*line(f"**{number}.**", style).items(0, 0), *text.items(indent, 0))
            blocks.append(Block(items, inside.w, text.height, "step"))
        return flow.column(blocks, 1.2)

    making = flow.largest_that_fits(layout, MAKING_SIZES)
    above = panel._replace(h=panel.h - making.height - COVER_PAD)
    is_large = len(chapters) == 1 and chapters[0].logo is not None
    side, ground = LOGO * (1 + is_large), _ground(panel, hue, settings.tinted and not is_large)
    name, sign = f"{theme.LOOKS[hue].art or 'shared/'}logo", theme.hue_colour(hue, "sign")
    logo = Art(name, above.centred(side, side), sign)
    steps_group = making.at(inside.x, inside.bottom - making.height, "making")
    return Page(paper, (ground, logo, steps_group), "back cover")
