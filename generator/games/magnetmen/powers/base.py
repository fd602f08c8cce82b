"""The contract of a kind of power: its parameters, its wording, and how the roll fixes it.

A kind of power is one class, a primitive. Its fields are the parameters a designer writes in
YAML, `name` is its key there and the section of its wording in generator/languages, and
`clause` puts wording and parameters together. What the rules ask about it are methods and
fields of its own, and `lower` writes down its effect for the rules engine, so that the printed
text and the rule come from the same numbers.
"""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal, Self

from pydantic import SerializerFunctionWrapHandler, model_serializer

from generator.core.seeds import Stream
from generator.games.magnetmen.simulation import power_records
from generator.languages import Language
from generator.schema.fields import Between, Choice, Definition, Number, Range

if TYPE_CHECKING:
    from generator.games.magnetmen.definition import PieceType

# The bounds keep a typing slip (40 for 4 is fine, 4000 is not) from breaking a printed legend.
Points = Annotated[Number, Between(-999, 999)]
"""Points that somebody gets; a minus takes them away."""

Count = Annotated[Number, Between(1, 99)]
"""How many of something."""

Who = Literal["you", "leaders", "last"]
"""Who carries out what a power says: the player who took the square, or everybody who has
the most or the least points after the taking (readings 1 and 10)."""

WHO: dict[Who, int] = {
    "you": power_records.YOU,
    "leaders": power_records.LEADERS,
    "last": power_records.LAST,
}
"""The same for the rules engine."""


class Primitive(Definition, ABC):
    """Base of all kinds of power."""

    name: ClassVar[str]

    once: ClassVar[bool] = False
    """Whether a second one in the same power would contradict the first, or say nothing."""

    @property
    def terms(self) -> tuple[str, ...]:
        """What its clause says in words that a board explains once: "adjacent", "same_as",
        "destroyed_icon", "destroyed_square"."""
        return ()

    @abstractmethod
    def clause(self, piece: "PieceType", language: Language) -> str:
        """What the legend says about it, without a full stop; `piece` is the type it is for."""

    @abstractmethod
    def lower(self, effect: power_records.Effect) -> None:
        """Writes down what it does for the rules engine; its numbers have been rolled."""

    def is_open(self) -> bool:
        """Whether a number is still left to the roll."""
        return any(isinstance(value, Choice | Range) for _, value in self)

    def rolled(self, stream: Stream) -> Self:
        """The same with every number fixed, in the order of the fields."""
        fixed = {
            name: value.roll(stream) for name, value in self if isinstance(value, Choice | Range)
        }
        return self.model_copy(update=fixed) if fixed else self

    @model_serializer(mode="wrap")
    def _keyed(self, parameters: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As in YAML, under its name: parameters alone would not tell two kinds apart."""
        return {self.name: parameters(self)}

    def say(self, key: str, language: Language, **params: object) -> str:
        """One wording out of the primitive's own section ("" is the section itself)."""
        return language.say(f"magnetmen.powers.{self.name}{key and '.'}{key}", **params)
