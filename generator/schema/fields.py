"""Field types that the definitions of every game share."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Annotated, Any

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    GetCoreSchemaHandler,
    PlainSerializer,
    Tag,
    ValidationError,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError, core_schema
from pydantic_core.core_schema import no_info_after_validator_function

from generator.core.seeds import Stream
from generator.languages import languages, original
from generator.layout import theme

Key = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,39}$")]
"""A name that files, IDs and other definitions use: lower-case letters, digits, underscores."""

Weight = Annotated[float, Field(ge=0, le=1_000_000, allow_inf_nan=False)]
"""How likely something is, relative to its neighbours; 0 switches it off."""

LANGUAGE_CODE = rf"^({'|'.join(languages())})$"
"""A pattern for the languages that can be printed; no sheet shows a text in another one."""

LocalizedText = Annotated[
    dict[Annotated[str, Field(pattern=LANGUAGE_CODE)], Annotated[str, Field(min_length=1)]],
    Field(min_length=1),
    PlainSerializer(original, str, when_used="json"),
]
"""A text per language, by its two-letter code: {en: Baker, fr: Boulangère}. Fingerprints are made
from JSON, which has the original only, so that a translation changes no game ID."""


class Definition(BaseModel):
    """Base of all definitions: no unknown keys, no conversions, no later changes."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, defer_build=True)


class Card(Definition):
    """The finished size of a reference card in mm: that of a poker card, or another."""

    width: Annotated[float, Field(ge=50, le=120, allow_inf_nan=False)]
    """In mm."""

    height: Annotated[float, Field(ge=76, le=170, allow_inf_nan=False)]
    """In mm; wide cards, whose pictures are larger, must be higher."""


def check_fewer_each_round(what: str, counts: Sequence[int]) -> None:
    """Raises PydanticCustomError unless each round of a search has fewer of something, such as
    "maps", than the round before."""
    for number, (before, after) in enumerate(pairwise(counts), 2):
        if after >= before:
            words = f"expected fewer {what} than in the round before ({before}), "
            words += f"found {after} in round {number}"
            raise PydanticCustomError("rounds", "{words}", {"words": words})


def _check_order(ends: tuple[Any, Any]) -> tuple[Any, Any]:  # Any: pydantic knows of each pair
    if ends[0] > ends[1]:
        raise ValueError(f"expected the smaller number first, found {ends[0]:g}, {ends[1]:g}")
    return ends


IN_ORDER = AfterValidator(_check_order)
"""For a pair of numbers, of which the second is not smaller."""


class Choice(Definition):
    """A whole number that each roll picks from a list, every entry equally likely."""

    choice: Annotated[tuple[int, ...], Field(min_length=2, max_length=100, strict=False)]
    """The numbers to pick from; one that stands twice is twice as likely."""

    def roll(self, stream: Stream) -> int:
        return stream.choice(self.choice)

    def values(self) -> tuple[int, ...]:
        return tuple(sorted(set(self.choice)))


class Range(Definition):
    """A whole number that each roll picks between two ends, both included."""

    range: Annotated[tuple[int, int], Field(strict=False)]
    """The lowest and the highest number it can be."""

    step: Annotated[int, Field(ge=1)] = 1
    """From one possible number to the next: {range: [2, 10], step: 4} is 2, 6 or 10."""

    @model_validator(mode="after")
    def _ends_in_order(self) -> "Range":
        low, high = self.range
        words = f"range must go from low to high, not from {low} to {high}" if low >= high else ""
        words = "range must not span more than 10000" if high - low > 10_000 else words
        if words:
            raise PydanticCustomError("range", "{words}", {"words": words, "loc": ("range",)})
        return self

    def roll(self, stream: Stream) -> int:
        return stream.choice(self.values())

    def values(self) -> tuple[int, ...]:
        return tuple(range(self.range[0], self.range[1] + 1, self.step))


def _kind_of_number(value: Any) -> str | None:
    """The tag of the branch of Number for a value, as no key is called: places stay clear."""
    if isinstance(value, Choice) or (isinstance(value, dict) and "choice" in value):
        return "<choice>"
    if isinstance(value, Range) or (isinstance(value, dict) and "range" in value):
        return "<range>"
    return "<number>" if isinstance(value, int) and not isinstance(value, bool) else None


Number = Annotated[
    Annotated[int, Tag("<number>")]
    | Annotated[Choice, Tag("<choice>")]
    | Annotated[Range, Tag("<range>")],
    Discriminator(
        _kind_of_number,
        custom_error_type="number",
        custom_error_message="expected a whole number, {choice: [1, 2]} or {range: [1, 4]}",
    ),
]
"""A whole number, or how a roll picks one."""


def rolled(number: int | Choice | Range, stream: Stream) -> int:
    """The number itself, or the one that the stream picks."""
    return number if isinstance(number, int) else number.roll(stream)


def possible(number: int | Choice | Range) -> tuple[int, ...]:
    """Every value that a roll can pick for a number, in rising order."""
    return (number,) if isinstance(number, int) else number.values()


class Between:
    """The check that every value of a Number lies between two bounds, both included."""

    def __init__(self, low: int, high: int):
        self._low, self._high = low, high

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return no_info_after_validator_function(self._checked, handler(source))

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """With the bounds of a plain number; a $ref to the others cannot hold them."""
        number = handler(schema)
        plain, *others = number["oneOf"]
        bounds = {"minimum": self._low, "maximum": self._high}
        return {**number, "oneOf": [plain | bounds, *others]}

    def _checked(self, number: int | Choice | Range) -> int | Choice | Range:
        values = possible(number)
        for value in (values[0], values[-1]):
            if not self._low <= value <= self._high:
                message = f"expected a whole number from {self._low} to {self._high}, found {value}"
                raise PydanticCustomError("number_between", message)
        return number


def exactly_one(keys: Iterable[str]) -> dict[str, Any]:
    """The addition to the JSON Schema of a mapping that must have exactly one of these keys."""
    return {"oneOf": [{"required": [key]} for key in keys]}


class OneOf:
    """Annotated[str, OneOf(PAPERS)]: unlike those of a Literal, the values can be computed."""

    def __init__(self, allowed: Iterable[str]):
        self.allowed = list(allowed)

    def __get_pydantic_core_schema__(
        self, source: object, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        return core_schema.literal_schema(self.allowed)


PaletteColour = Annotated[str, OneOf(theme.PALETTE)]
"""The name of a colour."""


PICTURES = frozenset({"points"})
"""The pictures that can stand in a line of text."""


def _markup_mistake(text: str) -> PydanticCustomError | None:
    """What is wrong with a text, if anything is."""
    if not text.strip():
        return PydanticCustomError("blank_text", "expected some text, found only spaces")
    if text.count("**") % 2:
        message = "a '**' has no partner, put one before and one behind the bold words"
        return PydanticCustomError("unbalanced_bold", message)
    outside = re.sub(r"\[[^][]*\]", "", text)
    if "[" in outside or "]" in outside:
        return PydanticCustomError("unbalanced_bracket", "a '[' or ']' has no partner, add it")
    for name in re.findall(r"\[([^][]*)\]", text):
        is_picture = re.fullmatch("[a-z_]+", name) or name.strip().lower() in PICTURES
        if is_picture and name not in PICTURES:
            context = {"found": name, "allowed": sorted(PICTURES)}
            return PydanticCustomError("unknown_picture", "there is no picture [{found}]", context)
    return None


def _checked_markup(texts: dict[str, str]) -> dict[str, str]:
    mistakes = [
        InitErrorDetails(type=mistake, loc=(code,), input=text)
        for code, text in texts.items()
        if (mistake := _markup_mistake(text))
    ]
    if mistakes:
        raise ValidationError.from_exception_data("LocalizedMarkup", mistakes)
    return {code: " ".join(text.split("\n")).strip() for code, text in texts.items()}


LocalizedMarkup = Annotated[LocalizedText, AfterValidator(_checked_markup)]
"""A text per language whose markup is in order."""
