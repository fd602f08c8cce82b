"""The profile of a printer, as its owner read it off the calibration sheet.

Input: the file printer.yaml, and a paper. Output: a Printer, and the paper adapted to that printer.
The profile corrects sizes, respects margins and moves backs; it never changes what is rolled.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

from pydantic import Field

from generator.core.files import write_atomically
from generator.core.paper import Paper
from generator.schema.fields import Definition

_Offset = Annotated[float, Field(ge=-5, le=5)]
_Margin = Annotated[float, Field(ge=0, le=25)]


class Printer(Definition):
    """What a printer does to a page, as read off the calibration sheet."""

    ruler: Annotated[float, Field(ge=90, le=110)] = 100
    """How long the sheet's 100 mm come out, in mm."""

    back_offset: Annotated[tuple[_Offset, _Offset], Field(strict=False)] = (0, 0)
    """Where the back's zero must move to, in mm: to the right, then down."""

    margins: Annotated[tuple[_Margin, _Margin, _Margin, _Margin], Field(strict=False)] = (
        0,
        0,
        0,
        0,
    )
    """What stays blank, in mm: left, top, right, bottom."""

    @property
    def unscaled_back_offset(self) -> tuple[float, float]:
        """The offset of backs in mm, right and down, before pages are scaled."""
        right, down = self.back_offset
        return right * self.ruler / 100, down * self.ruler / 100

    def adapt(self, paper: Paper) -> Paper:
        """The paper with the printer's margins and with a scale that makes up for its error."""
        scale = 100 / self.ruler
        left, top, right, bottom = (
            max(own, least) / scale for own, least in zip(self.margins, paper.margins, strict=True)
        )
        margins = left, top, right, bottom
        return Paper(paper.name, paper.width / scale, paper.height / scale, margins, scale)


_OPTIONS = {"ruler": "--scale", "back_offset": "--back-offset", "margins": "--margins"}
_EXPECTED = {
    "ruler": "a number of mm from 90 to 110",
    "back_offset": "two numbers of mm from -5 to 5, such as 1.5,-0.5",
    "margins": "four numbers of mm from 0 to 25, such as 4,4,4,6",
}


def from_options(options: Mapping[str, float | str]) -> Printer:
    """A profile from the values of options: a number, or numbers with commas between them. Raises
    ValueError for values outside their limits."""
    fields: dict[str, float | list[float]] = {}
    for name, value in options.items():
        try:
            if isinstance(value, str):
                fields[name] = [float(part) for part in value.split(",")]
            else:
                fields[name] = value
            Printer.model_validate({name: fields[name]})
        except ValueError:
            raise ValueError(f"{_OPTIONS[name]} {value!r}: expected {_EXPECTED[name]}") from None
    return Printer.model_validate(fields)


def read(path: Path) -> Printer:
    """The profile in a file. Raises DefinitionError."""
    from generator.core.yaml_source import read_source
    from generator.schema.load import check

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
