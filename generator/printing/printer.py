"""A printer's faults: the sheet they are read from, and the profile that makes up for them."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from generator.core.files import Output, write_atomically
from generator.core.paper import Box, Paper
from generator.core.settings import Settings
from generator.languages import load_language
from generator.layout import theme
from generator.layout.foot import RULER
from generator.layout.page import Group, Item, Line, Oval, Page
from generator.layout.text import Style, line, wrap
from generator.pdf.document import Report, document, write
from generator.pdf.file import About
from generator.schema.fields import Definition

_Offset = Annotated[float, Field(ge=-5, le=5)]
_Margin = Annotated[float, Field(ge=0, le=25)]
_Margins = tuple[_Margin, _Margin, _Margin, _Margin]


class Printer(Definition):
    """What a printer does to a page, as read off the calibration sheet."""

    ruler: Annotated[float, Field(ge=90, le=110)] = 100
    """How long the sheet's 100 mm come out, in mm."""

    back_offset: Annotated[tuple[_Offset, _Offset], Field(strict=False)] = (0, 0)
    """Where the back's zero must move to, in mm: to the right, then down."""

    margins: Annotated[_Margins, Field(strict=False)] = (0, 0, 0, 0)
    """What stays blank, in mm: left, top, right, bottom."""

    @property
    def unscaled_back_offset(self) -> tuple[float, float]:
        """The offset of backs in mm, right and down, before pages are scaled."""
        return self.back_offset[0] * self.ruler / 100, self.back_offset[1] * self.ruler / 100

    def adapt(self, paper: Paper) -> Paper:
        """The paper with the printer's margins and with a scale that makes up for its error."""
        left, top, right, bottom = map(max, self.margins, paper.margins)
        return paper._replace(margins=(left, top, right, bottom)).enlarged(100 / self.ruler)


_OPTIONS = {
    "ruler": ("--scale", "a number of mm from 90 to 110"),
    "back_offset": ("--back-offset", "two numbers of mm from -5 to 5, such as 1.5,-0.5"),
    "margins": ("--margins", "four numbers of mm from 0 to 25, such as 4,4,4,6"),
}


def from_options(options: Mapping[str, float | str], known: Printer) -> Printer:
    """A known profile with new numbers, or comma-separated texts of them. Raises ValueError."""
    fields: dict[str, Any] = known.model_dump()
    for name, value in options.items():
        try:
            fields[name] = (
                [float(part) for part in value.split(",")] if isinstance(value, str) else value
            )
            Printer.model_validate({name: fields[name]})
        except ValueError:
            option, expected = _OPTIONS[name]
            raise ValueError(f"{option} {value!r}: expected {expected}") from None
    return Printer.model_validate(fields)


def read(path: Path) -> Printer:
    """The profile in a file. Raises DefinitionError."""
    from generator.core.yaml_source import read_source
    from generator.schema.set_files import check

    return check(Printer, read_source(path))


def save(path: Path, printer: Printer) -> Path:
    """Write a profile and return its path. Raises OSError."""
    offset = ", ".join(f"{value:g}" for value in printer.back_offset)
    margins = ", ".join(f"{value:g}" for value in printer.margins)
    text = (
        "# What board-generator knows of the printer here; see `board-generator calibrate`.\n"
        f"ruler: {printer.ruler:g}              # how long the 100 mm of its sheet come out\n"
        f"back_offset: [{offset}]    # how far backs move to the right, and down, in mm\n"
        f"margins: [{margins}]  # what stays blank: left, top, right, bottom, in mm\n"
    )
    return write_atomically(path, text.encode())


STEPS = range(1, 15)  # mm from the edge
SMALL = Style(theme.FLOOR)
THIN, CUT = theme.LINES["hair"], theme.LINES["cut"]


def calibration_pages(settings: Settings) -> list[Page]:
    """The front and the back. They do not use a printer's profile: they are there to make one."""
    paper = settings.paper.portrait
    whole = Box(0, 0, paper.width, paper.height)
    front = [*_instructions(whole, settings, "front", 4), *_front(whole)]
    back = [*_instructions(whole, settings, "back", 2), *_pin_scale(*whole.centre)]
    return [Page(paper, tuple(front), "calibration"), Page(paper, tuple(back), "calibration back")]


def _instructions(whole: Box, settings: Settings, side: str, steps: int) -> Iterator[Item]:
    """The title and what to do, one numbered paragraph a step."""
    say, style, width = load_language(settings.language_code).say, Style(11.0, leading=1.25), 120.0
    x, y = whole.centre[0] - width / 2, 30.0
    title_style = Style(theme.SIZES["title"], "title", "title", colour="navy")
    title = line(say(f"calibration.{side}.title"), title_style)
    yield from title.items(x, y)
    y += title.height + 4
    for step in range(1, steps + 1):
        number = line(f"{step}.", style)
        block = wrap(say(f"calibration.{side}.step_{step}"), width - 7, style)
        yield Group("step", Box(x, y, 7, number.height), number.items(0, 0))
        yield Group("told", Box(x + 7, y, width - 7, block.height), block.items(0, 0))
        y += block.height + 2


def _front(whole: Box) -> Iterator[Item]:
    # 100 mm across and 100 mm down, from one corner.
    x, y = whole.centre[0] - RULER / 2, whole.bottom - 125.0
    for step in range(11):
        at, tick = step * RULER / 10, 4.0 if step % 5 == 0 else 2.5
        yield Line(x + at, y - tick, x + at, y, "ink", CUT)
        yield Line(x - tick, y + at, x, y + at, "ink", CUT)
    yield Line(x, y, x + RULER, y, "ink", CUT)
    yield Line(x, y, x, y + RULER, "ink", CUT)
    label = line("100 mm", SMALL)
    yield from label.items(x + RULER - label.width, y + 1)
    yield from label.items(x + 1.5, y + RULER - label.height)
    # Where the pin goes through: crossed lines in a ring.
    x, y = whole.centre
    yield Oval(Box(x - 4, y - 4, 8, 8), None, "ink", CUT)
    yield Line(x - 7, y, x + 7, y, "ink", THIN)
    yield Line(x, y - 7, x, y + 7, "ink", THIN)
    # At each edge a rung of 5 mm for every mm, its number inside what every printer prints.
    for step in STEPS:
        label, far = line(str(step), SMALL), 26 + (step - 1) * 6.5
        for at in (step, whole.bottom - step):
            yield Line(far, at, far + 5, at, "ink", CUT)
        for at in (step, whole.right - step):
            yield Line(at, far, at, far + 5, "ink", CUT)
        across, down = far + 2.5 - label.width / 2, far + 2.5 - label.height / 2
        yield from label.items(across, 16)
        yield from label.items(across, whole.bottom - 16 - label.height)
        yield from label.items(16, down)
        yield from label.items(whole.right - 16 - label.width, down)


def _pin_scale(x: float, y: float) -> Iterator[Item]:
    """Behind the pin's point a grid of 6 mm to either side; what the hole's place is called stands
    above the grid (to the right) and left of it (down)."""
    for step in range(-6, 7):
        weight = CUT if step % 5 == 0 else THIN
        yield Line(x + step, y - 6, x + step, y + 6, "ink", weight)
        yield Line(x - 6, y + step, x + 6, y + step, "ink", weight)
    for step in (-5, 0, 5):
        label = line(f"{step}".replace("-", "−"), SMALL)
        yield from label.items(x + step - label.width / 2, y - 7.5 - label.height)
        yield from label.items(x - 8 - label.width, y + step - label.height / 2)


def print_calibration(settings: Settings, output: Output) -> Report:
    """Print the sheet that a printer's profile is read from. Raises OSError."""
    title = load_language(settings.language_code).say("calibration.title")
    words = ["calibrate", "--paper", settings.paper.name, "--language", settings.language_code]
    about = About(title, "", settings.language_code, {"command": words, "games": []})
    path = output.path("calibration" + settings.file_suffix())
    # Its ladders reach into the margins on purpose, so its layout is not checked.
    return write([document(calibration_pages(settings), about, settings, path, check=False)])
