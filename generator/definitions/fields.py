"""Field types that the definitions of every game share.

Input: values read from YAML. Output: frozen pydantic models; a wrong value raises
pydantic.ValidationError, which load.py turns into located problems.
"""

from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)
from pydantic_core import PydanticCustomError

from generator import theme
from generator.seeds import Stream

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""A name that files, IDs and other definitions use: lower case, digits and underscores."""

Weight = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
"""How likely something is, relative to its neighbours; 0 switches it off."""

Localized = Annotated[
    dict[Annotated[str, Field(pattern=r"^[a-z]{2}$")], Annotated[str, Field(min_length=1)]],
    Field(min_length=1),
]
"""A text per language, by its two-letter code: {en: Baker, fr: Boulangère}."""


def _of_the_palette(name: str) -> str:
    if name not in theme.PALETTE:
        context = {"found": name, "allowed": list(theme.PALETTE)}
        raise PydanticCustomError("unknown_colour", "there is no colour '{found}'", context)
    return name


PaletteColour = Annotated[str, AfterValidator(_of_the_palette)]
"""The name of a colour of theme.PALETTE."""


class Definition(BaseModel):
    """Base of all definitions: nothing unknown, nothing converted, nothing changed later."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class Choice(Definition):
    """A whole number that each roll picks from a list, every entry equally likely."""

    choice: Annotated[tuple[int, ...], Field(min_length=2, max_length=100, strict=False)]

    def roll(self, stream: Stream) -> int:
        return stream.choice(self.choice)

    def values(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.choice)))


class Range(Definition):
    """A whole number that each roll picks between two ends, both included."""

    range: Annotated[tuple[int, int], Field(strict=False)]
    step: Annotated[int, Field(ge=1)] = 1

    @model_validator(mode="after")
    def _ends_in_order(self) -> "Range":
        low, high = self.range
        if low >= high:
            raise ValueError(f"range must go from low to high, not from {low} to {high}")
        if high - low > 10_000:
            raise ValueError("range must not span more than 10000")
        return self

    def roll(self, stream: Stream) -> int:
        return stream.choice(self.values())

    def values(self) -> tuple[int, ...]:
        return tuple(range(self.range[0], self.range[1] + 1, self.step))


def _kind_of_number(value: Any) -> str | None:
    if isinstance(value, Choice) or (isinstance(value, dict) and "choice" in value):
        return "choice"
    if isinstance(value, Range) or (isinstance(value, dict) and "range" in value):
        return "range"
    return "number" if isinstance(value, int) and not isinstance(value, bool) else None


Number = Annotated[
    Annotated[int, Tag("number")]
    | Annotated[Choice, Tag("choice")]
    | Annotated[Range, Tag("range")],
    Discriminator(
        _kind_of_number,
        custom_error_type="number",
        custom_error_message="expected a whole number, {choice: [1, 2]} or {range: [1, 4]}",
    ),
]
"""A whole number, or how the roll finds one."""


def rolled(number: int | Choice | Range, stream: Stream) -> int:
    """The number itself, or what the stream picks for it."""
    return number if isinstance(number, int) else number.roll(stream)


def possible(number: int | Choice | Range) -> tuple[int, ...]:
    """Every value a number can come out as, in rising order."""
    return (number,) if isinstance(number, int) else number.values()


def between(low: int, high: int) -> AfterValidator:
    """The check that all a Number can come out as lies between two bounds, both included."""

    def check(number: int | Choice | Range) -> int | Choice | Range:
        for value in possible(number):
            if not low <= value <= high:
                words = f"expected a whole number from {low} to {high}, found {value}"
                raise PydanticCustomError("number_between", words)
        return number

    return AfterValidator(check)


__all__ = [
    "Choice",
    "Definition",
    "Key",
    "Localized",
    "Number",
    "PaletteColour",
    "Range",
    "Weight",
    "between",
    "possible",
    "rolled",
]
