"""How sheets look, and how pieces are made. Nothing here changes what is rolled.

A field of Settings that is made by `_option` is an option wherever settings are written or read."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, NamedTuple

from generator.core.errors import OptionError
from generator.core.paper import PAPERS, Paper
from generator.core.resources import LANGUAGES

Value = str | float | bool
"""What people choose of an option: a name ("" for none), a number, yes or no."""


class Bounds(NamedTuple):
    """The least and the most that a number may be, how many decimals count, and its unit."""

    least: float
    most: float
    decimals: int
    unit: str = " mm"


class Option(NamedTuple):
    """A setting as people choose it: one of some choices, a number with bounds, or a switch.
    choices has the values in Settings by their names (Any: papers, or the names themselves), suffix
    how names of files have it. The option has an effect only where the setting `needs` is not
    false."""

    name: str
    default: Value
    metavar: str
    help: str
    choices: Mapping[str, Any] | None
    bounds: Bounds | None
    suffix: str
    needs: str
    is_everywhere: bool

    def parsed(self, value: Any, prefix: str = "") -> Any:
        """The value in Settings (Any: of any type) for one that somebody chose, or for its text.
        Raises OptionError, whose message has the name with that prefix."""
        name = prefix + self.name
        if self.choices:
            text = str(value or "").lower()
            if text != self.default:
                check_choice(name, text, self.choices)
            return self.choices.get(text)
        if not self.bounds:
            return type(self.default)(value)
        try:
            number = float(value)
        except ValueError:
            raise OptionError(f"{name} {value!r}: expected a number") from None
        if not self.bounds.least <= number <= self.bounds.most:  # nor NaN
            words = f"expected {self.bounds.least:g} to {self.bounds.most:g}{self.bounds.unit}"
            raise OptionError(f"{name} {number:g}: {words}")
        return round(number, self.bounds.decimals)

    def words(self, value: Value) -> list[str]:
        """The option on the command line."""
        if isinstance(value, bool):
            return [f"--{'' if value else 'no-'}{self.name}"]
        return [f"--{self.name}", value if isinstance(value, str) else f"{value:g}"]


def check_choice(name: str, value: str, allowed: Iterable[str]) -> None:
    """Raises OptionError unless a value is one of those allowed."""
    if value not in allowed:
        raise OptionError(f"{name} {value!r}: expected {', '.join(filter(None, allowed))}")


def _option(
    default: Any,
    metavar: str,
    about: str,
    allowed: Bounds | Mapping[str, Any] | tuple[str, ...] | None = None,
    suffix: str = "{}",
    needs: str = "",
    is_everywhere: bool = False,
) -> Any:
    """A field that is an option, see Option."""
    bounds = allowed if isinstance(allowed, Bounds) else None
    choices = None if isinstance(allowed, Bounds) else allowed
    if isinstance(choices, tuple):
        choices = dict(zip(choices, choices, strict=True))
    usual = "" if default is None else getattr(default, "name", default)
    option = Option("", usual, metavar, about, choices, bounds, suffix, needs, is_everywhere)
    return field(default=default, metadata={"option": option})


INK_MODES = ("full", "low", "grey")
BACKS = ("duplex", "gutterfold", "none")
MARKS = ("usual", "lines", "corners", "none", "silhouette", "silhouette-4", "frame")
TILES = {name: PAPERS[name] for name in ("a4", "letter")}  # that hold a large sheet in parts
OVERLAPS = Bounds(3, 100, 1)  # glue needs some
SCALES = Bounds(1, 10, 3, "")
CARD_THICKNESS = 0.3  # mm, of card of 250 to 300 g/m2
_PAPER_HELP = f"The paper: {', '.join(PAPERS)}."
_INK_HELP = "The ink: full, low (line art on white) or grey."
_LANGUAGE_HELP = f"The language: {', '.join(LANGUAGES)}."
_BACKS_HELP = "Backs of pieces: duplex, gutterfold (fold, glue) or none."
_FLIP_HELP = "The edge your printer turns paper about: long, short."
_MARKS_HELP = (
    "What shows the cuts of pieces: usual (crop marks, or lines where no colour bleeds), "
    "silhouette or silhouette-4 (3 or 4 registration marks), frame (for other machines), "
    "corners, lines, none."
)
_TILE_HELP = (
    "Print the board or map in parts on a4 or letter, to glue together. Other sheets stay "
    "whole. [default: in one part]"
)
_OVERLAP_HELP = "How far the parts of --tile overlap, 3 to 100."
_SCALE_HELP = "With --tile, draw so many times larger, 1 to 10."


@dataclass(frozen=True, slots=True)
class Settings:
    """How a sheet looks. back_offset moves backs to the right and down, in mm, so that they lie
    behind their fronts; fitted says that paper and offset are those of a printer's profile."""

    paper: Paper = _option(PAPERS["a4"], "NAME", _PAPER_HELP, PAPERS, is_everywhere=True)
    ink: str = _option("full", "MODE", _INK_HELP, INK_MODES, is_everywhere=True)
    language_code: str = _option("en", "CODE", _LANGUAGE_HELP, LANGUAGES, is_everywhere=True)
    rules: bool = _option(True, "", "With or without the sidebar of rules.", None, "norules")
    backs: str = _option("duplex", "WHERE", _BACKS_HELP, BACKS, "backs-{}")
    flip: str = _option("long", "EDGE", _FLIP_HELP, ("long", "short"), needs="is_duplex")
    marks: str = _option("usual", "KIND", _MARKS_HELP, MARKS)
    gap: float = _option(
        0.0, "MM", "The least distance between pieces to cut out.", Bounds(0, 50, 2), "gap{:g}"
    )
    thickness: float = _option(  # from thin paper to a disc on a magnet
        CARD_THICKNESS, "MM", "Of a piece, for --sheet box.", Bounds(0.05, 5, 3), "thick{:g}"
    )
    tile: Paper | None = _option(None, "PAPER", _TILE_HELP, TILES, "tiles-{}")
    overlap: float = _option(10.0, "MM", _OVERLAP_HELP, OVERLAPS, "overlap{:g}", "tile")
    scale: float = _option(1.0, "FACTOR", _SCALE_HELP, SCALES, "scale{:g}", "tile")
    back_offset: tuple[float, float] = (0.0, 0.0)
    fitted: bool = False

    @property
    def is_duplex(self) -> bool:
        return self.backs == "duplex"

    @property
    def is_gutterfold(self) -> bool:
        return self.backs == "gutterfold"

    @property
    def printed_paper(self) -> Paper:
        """The paper that the printer takes."""
        return self.tile or self.paper

    @property
    def untiled(self) -> "Settings":
        """The settings of a whole sheet on the paper that the printer takes."""
        whole = self.only({*OPTIONS} - {"tile", "overlap", "scale"})
        return replace(whole, paper=self.printed_paper)

    @property
    def tinted(self) -> bool:
        """Whether large areas may carry a tint."""
        return self.ink != "low"

    def only(self, names: Iterable[str]) -> "Settings":
        """With the usual values but for the options with these names, and those of every sheet."""
        names = {*names, *EVERYWHERE}
        others = [_FIELDS[name] for name in OPTIONS if name not in names]
        return replace(self, **{name: getattr(USUAL, name) for name in others})

    def values(self) -> dict[str, Value]:
        """The value of every option, as people choose it; the usual one where it has no effect."""
        result: dict[str, Value] = {}
        for name, option in OPTIONS.items():
            value = getattr(self, _FIELDS[name])
            is_idle = value is None or (option.needs and not getattr(self, option.needs))
            result[name] = option.default if is_idle else getattr(value, "name", value)
        return result

    def idle_options(self) -> list[Option]:
        """Those that somebody chose without the option that they need."""
        return [
            option
            for name, option in OPTIONS.items()
            if option.needs in OPTIONS and not getattr(self, option.needs)
            if getattr(self, _FIELDS[name]) != option.default
        ]

    def words(self) -> list[str]:
        """All options of the command line; a printer's profile is not among them."""
        return [
            word
            for name, value in self.values().items()
            if name in LOOKS or value != OPTIONS[name].default
            for word in OPTIONS[name].words(value)
        ]

    def file_suffix(self) -> str:
        """What is not the default, so that files of two settings have two names: ".letter.low"."""
        parts = [
            OPTIONS[name].suffix.format(value)
            for name, value in self.values().items()
            if value != OPTIONS[name].default
        ]
        return "".join(f".{part}" for part in [*parts, *["printer"] * self.fitted])

    def with_options(self, values: Mapping[str, Any], prefix: str = "") -> "Settings":
        """The settings with some options by their names (Any: as people choose them, or as text).
        Raises OptionError; the prefix comes before the names in messages."""
        changes = {}
        for name, value in values.items():
            check_choice("option", name, OPTIONS)
            changes[_FIELDS[name]] = OPTIONS[name].parsed(value, prefix)
        return replace(self, **changes)


_FIELDS = {each.name.removesuffix("_code"): each.name for each in fields(Settings) if each.metadata}
OPTIONS: dict[str, Option] = {
    name: Settings.__dataclass_fields__[each].metadata["option"]._replace(name=name)
    for name, each in _FIELDS.items()
}
EVERYWHERE = tuple(name for name, option in OPTIONS.items() if option.is_everywhere)
LOOKS = tuple(name for name in EVERYWHERE if OPTIONS[name].choices)  # a batch combines several
USUAL = Settings()
