"""The calibration sheet: a page and its back, from which a printer's faults can be read.

Input: settings. Output: two portrait pages: two rulers, ladders at the edges that show which
margin stays blank, a point to push a pin through, and on the back a scale around that point.
"""

from collections.abc import Iterator

from generator.core.paper import Box
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import theme
from generator.layout.foot import RULER
from generator.layout.page import Group, Item, Line, Oval, Page
from generator.layout.text import Style, line, wrap

STEPS = range(1, 15)  # mm from the edge
STEP_LENGTH = 5.0
LADDER = 26.0  # from a corner to the first rung
REACH = 6  # mm, of the scale on the back to either side
TEXT_STYLE = Style(11.0, leading=1.25)
SMALL = Style(theme.FLOOR)
TITLE_STYLE = Style(theme.SIZES["title"], "title", "title", colour="navy")
TEXT_WIDTH = 120.0
RULER_STEPS = 10
THIN, CUT = theme.LINES["hair"], theme.LINES["cut"]


def pages(settings: Settings) -> list[Page]:
    """The front and the back. They do not use a printer's profile: they are there to make one."""
    paper = settings.paper.portrait
    whole = Box(0, 0, paper.width, paper.height)
    front = [*_instructions(whole, settings, "front", 4), *_rulers(whole), *_pin(*whole.centre)]
    front += _ladders(whole)
    back = [*_instructions(whole, settings, "back", 2), *_scale(*whole.centre)]
    return [Page(paper, tuple(front), "calibration"), Page(paper, tuple(back), "calibration back")]


def _instructions(whole: Box, settings: Settings, side: str, steps: int) -> Iterator[Item]:
    """The title and what to do, one numbered paragraph a step."""
    say = load_language(settings.language_code).say
    x, y = whole.centre[0] - TEXT_WIDTH / 2, 30.0
    title = line(say(f"calibration.{side}.title"), TITLE_STYLE)
    yield from title.items(x, y)
    y += title.height + 4
    for step in range(1, steps + 1):
        number = line(f"{step}.", TEXT_STYLE)
        block = wrap(say(f"calibration.{side}.step_{step}"), TEXT_WIDTH - 7, TEXT_STYLE)
        yield Group("step", Box(x, y, 7, number.height), number.items(0, 0))
        yield Group("told", Box(x + 7, y, TEXT_WIDTH - 7, block.height), block.items(0, 0))
        y += block.height + 2


def _rulers(whole: Box) -> Iterator[Item]:
    """100 mm across and 100 mm down, from one corner."""
    x, y = whole.centre[0] - RULER / 2, whole.bottom - 125.0
    for step in range(RULER_STEPS + 1):
        at, tick = step * RULER / RULER_STEPS, 4.0 if step % 5 == 0 else 2.5
        yield Line(x + at, y - tick, x + at, y, "ink", CUT)
        yield Line(x - tick, y + at, x, y + at, "ink", CUT)
    yield Line(x, y, x + RULER, y, "ink", CUT)
    yield Line(x, y, x, y + RULER, "ink", CUT)
    label = line("100 mm", SMALL)
    yield from label.items(x + RULER - label.width, y + 1)
    yield from label.items(x + 1.5, y + RULER - label.height)


def _pin(x: float, y: float) -> Iterator[Item]:
    """The point for the pin: crossed lines in a ring."""
    yield Oval(Box(x - 4, y - 4, 8, 8), None, "ink", CUT)
    yield Line(x - 7, y, x + 7, y, "ink", THIN)
    yield Line(x, y - 7, x, y + 7, "ink", THIN)


def _ladders(whole: Box) -> Iterator[Item]:
    """At each edge a rung for every mm, its number beside it, inside what every printer prints."""
    for step in STEPS:
        label, far = line(str(step), SMALL), LADDER + (step - 1) * (STEP_LENGTH + 1.5)
        x, y = whole.x + far, whole.y + far
        middle = STEP_LENGTH / 2
        for at in (whole.y + step, whole.bottom - step):
            yield Line(x, at, x + STEP_LENGTH, at, "ink", CUT)
        for at in (whole.x + step, whole.right - step):
            yield Line(at, y, at, y + STEP_LENGTH, "ink", CUT)
        across, down = x + middle - label.width / 2, y + middle - label.height / 2
        yield from label.items(across, whole.y + 16)
        yield from label.items(across, whole.bottom - 16 - label.height)
        yield from label.items(whole.x + 16, down)
        yield from label.items(whole.right - 16 - label.width, down)


def _scale(x: float, y: float) -> Iterator[Item]:
    """Behind the pin's point a grid of mm; what the hole's place is called stands above the grid
    (to the right) and left of it (down)."""
    for step in range(-REACH, REACH + 1):
        weight = CUT if step % 5 == 0 else THIN
        yield Line(x + step, y - REACH, x + step, y + REACH, "ink", weight)
        yield Line(x - REACH, y + step, x + REACH, y + step, "ink", weight)
    for step in (-5, 0, 5):
        label = line(f"{step}".replace("-", "−"), SMALL)
        above, beside = y - REACH - 1.5 - label.height, x - REACH - 2 - label.width
        yield from label.items(x + step - label.width / 2, above)
        yield from label.items(beside, y + step - label.height / 2)
