"""How sheets look: paper, ink, language, and how pieces are made. Nothing here changes what is
rolled."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from generator.core.errors import OptionError
from generator.core.paper import PAPERS, Paper


class Bounds(NamedTuple):
    """The least and the most that a number may be, how many decimals count, and its unit."""

    least: float
    most: float
    decimals: int
    unit: str = " mm"

    def rounded(self, name: str, value: float) -> float:
        """The value, rounded. Raises OptionError if it is out of bounds."""
        if not self.least <= value <= self.most:  # nor NaN
            words = f"expected {self.least:g} to {self.most:g}{self.unit}"
            raise OptionError(f"{name} {value:g}: {words}")
        return round(value, self.decimals)


FLIPS = ("long", "short")  # the edges about which a printer can turn paper
BACKS = ("duplex", "gutterfold", "none")
MARKS = ("usual", "silhouette", "silhouette-4", "frame", "corners", "lines", "none")
TILES = ("a4", "letter")  # papers that a large sheet can be printed on in parts
OVERLAP = 10.0  # mm, the usual one
CARD_THICKNESS = 0.3  # mm, of card of 250 to 300 g/m2
GAPS = Bounds(0, 50, 2)
OVERLAPS = Bounds(3, 100, 1)  # glue needs some
SCALES = Bounds(1, 10, 3, "")
THICKNESSES = Bounds(0.05, 5, 3)  # of pieces: from thin paper to a disc on a magnet

CHOICES = {"backs": BACKS, "flip": FLIPS, "marks": MARKS, "tile": TILES}
NUMBERS = {"gap": GAPS, "overlap": OVERLAPS, "scale": SCALES, "thickness": THICKNESSES}
OPTIONS = ("paper", "ink", "language", "rules", *CHOICES, *NUMBERS)
"""The options of the command line that settings come from, besides a printer's profile."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a sheet looks.

    flip is the edge about which the printer turns paper over. back_offset moves backs to the right
    and down, in mm, so that they lie behind their fronts. backs says where the backs of pieces are,
    one of BACKS: on the back of the paper, on the same page beyond a fold, or nowhere; only the
    first depends on flip and back_offset. fitted says that paper and offset are those of a
    printer's profile. marks says what shows the cuts of a cut sheet, one of MARKS, and gap how far
    apart its pieces are at least, in mm. With tile, boards and maps are printed in parts on that
    paper, each of which overlaps its neighbours by so many mm, and are drawn so many times larger
    than their own paper. thickness is that of a piece, in mm: a box is as deep as its
    pieces are high.
    """

    paper: Paper = PAPERS["a4"]
    ink: str = "full"
    language_code: str = "en"
    rules: bool = True
    flip: str = "long"
    back_offset: tuple[float, float] = (0.0, 0.0)
    fitted: bool = False
    marks: str = "usual"
    gap: float = 0.0
    backs: str = "duplex"
    tile: Paper | None = None
    overlap: float = OVERLAP
    scale: float = 1.0
    thickness: float = CARD_THICKNESS

    @property
    def is_duplex(self) -> bool:
        """Whether the backs of pieces are on the back of the paper."""
        return self.backs == "duplex"

    @property
    def is_gutterfold(self) -> bool:
        """Whether the backs of pieces are on the page of their fronts, beyond a fold."""
        return self.backs == "gutterfold"

    @property
    def printed_paper(self) -> Paper:
        """The paper that the printer takes."""
        return self.tile or self.paper

    @property
    def untiled(self) -> "Settings":
        """The settings of a whole sheet on the paper that the printer takes."""
        paper = self.printed_paper
        return replace(self, paper=paper, tile=None, overlap=OVERLAP, scale=1.0)

    @property
    def tinted(self) -> bool:
        """Whether large areas may carry a tint."""
        return self.ink != "low"

    def look_words(self) -> list[str]:
        """The options of the command line that every sheet takes."""
        words = ["--paper", self.paper.name, "--ink", self.ink, "--language", self.language_code]
        if not self.tile:
            return words
        words += ["--tile", self.tile.name]
        words += ["--overlap", f"{self.overlap:g}"] if self.overlap != OVERLAP else []
        return [*words, *(["--scale", f"{self.scale:g}"] if self.scale != 1 else [])]

    def words(self) -> list[str]:
        """All options of the command line; a printer's profile is not among them."""
        words = self.look_words()
        words += ["--backs", self.backs] if not self.is_duplex else []
        words += ["--flip", self.flip] if self.flip != "long" and self.is_duplex else []
        words += ["--marks", self.marks] if self.marks != "usual" else []
        words += ["--gap", f"{self.gap:g}"] if self.gap else []
        if self.thickness != CARD_THICKNESS:
            words += ["--thickness", f"{self.thickness:g}"]
        return words if self.rules else [*words, "--no-rules"]

    def file_suffix(self) -> str:
        """What is not the default, so that files of two settings have two names: ".letter.low"."""
        looks = (self.paper.name, self.ink, self.language_code)
        parts = [
            look for look, usual in zip(looks, ("a4", "full", "en"), strict=True) if look != usual
        ]
        parts += [] if self.rules else ["norules"]
        parts += {"gutterfold": ["gutterfold"], "none": ["nobacks"]}.get(self.backs, [])
        parts += [self.flip] if self.flip != "long" and self.is_duplex else []
        parts += [self.marks] if self.marks != "usual" else []
        parts += [f"gap{self.gap:g}"] if self.gap else []
        if self.tile:
            parts += [f"tiles-{self.tile.name}"]
            parts += [f"overlap{self.overlap:g}"] if self.overlap != OVERLAP else []
            parts += [f"scale{self.scale:g}"] if self.scale != 1 else []
        parts += [f"thick{self.thickness:g}"] if self.thickness != CARD_THICKNESS else []
        parts += ["printer"] if self.fitted else []
        return "".join(f".{part}" for part in parts)


def check_choice(name: str, value: str, allowed: Collection[str]) -> None:
    """Raises OptionError unless a value is one of those allowed."""
    if value not in allowed:
        raise OptionError(f"{name} {value!r}: expected {', '.join(filter(None, allowed))}")


def with_making(
    settings: Settings, options: Mapping[str, str | float], prefix: str = ""
) -> Settings:
    """The settings with some of CHOICES and NUMBERS; "" stands for no tiles. The prefix comes
    before the names of options in messages. Raises OptionError."""
    changes: dict[str, Any] = {}  # Any: names, numbers, a paper
    for name, value in options.items():
        if isinstance(value, str):
            value = value.lower()
            if value or name != "tile":
                check_choice(f"{prefix}{name}", value, CHOICES[name])
            changes[name] = PAPERS.get(value) if name == "tile" else value
        else:
            changes[name] = NUMBERS[name].rounded(f"{prefix}{name}", value)
    return replace(settings, **changes)


def _paper(data: Sequence[Any]) -> Paper:
    """The paper in JSON data."""
    name, width, height, margins, scale = data
    return Paper(name, width, height, tuple(margins), scale)
