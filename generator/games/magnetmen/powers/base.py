"""The base class of primitives, the kinds of power.

A primitive is one class in a file of its own. Its fields are the parameters that a designer writes
in YAML. `name` is its key there, and the section of its wording in generator/languages; `clause`
puts wording and parameters together. `add_effect` states its effect for the rules engine. So the
printed text and the rule come from the same numbers.
"""

from abc import ABC, abstractmethod
from typing import Annotated, Any, ClassVar, Literal, Protocol, Self

from pydantic import SerializerFunctionWrapHandler, model_serializer

from generator.core.seeds import Stream
from generator.games.magnetmen.powers import effects
from generator.games.magnetmen.powers.effects import Effect
from generator.languages import Language
from generator.schema.fields import Between, Choice, Definition, Number, Range

# The bounds keep a typing slip (40 for 4 is fine, 4000 is not) from breaking a printed legend.
Points = Annotated[Number, Between(-999, 999)]
"""Points that somebody gets; a minus takes them away."""

Count = Annotated[Number, Between(1, 99)]
"""A number of things."""

Who = Literal["you", "leaders", "last"]
"""Who carries out what a power says: the player who took the square, or everybody who has
the most or the least points after the taking (readings 1 and 10)."""

WHO: dict[Who, int] = {
    "you": effects.YOU,
    "leaders": effects.LEADERS,
    "last": effects.LAST,
}
"""The codes of these for the rules engine."""


class NamedType(Protocol):
    """The type of icon that a clause is about. PieceType is one."""

    def name_for(self, language: Language, count: int | None = 1) -> str:
        """Its name in the form that goes with a count; None is the plural."""


def fixed(number: int | Choice | Range) -> int:
    """A number that the roll has fixed. Raises ValueError for one that is still open."""
    if not isinstance(number, int):
        raise ValueError(f"{number!r} has not been rolled")
    return number


class Primitive(Definition, ABC):
    """Base class of all kinds of power."""

    name: ClassVar[str]

    once: ClassVar[bool] = False
    """Whether a power may have only one: a second would contradict the first, or be void."""

    @property
    def terms(self) -> tuple[str, ...]:
        """The terms of its clause that a board explains in a note: "adjacent", "same_as",
        "destroyed_icon", "destroyed_square"."""
        return ()

    @abstractmethod
    def clause(self, piece: NamedType, language: Language) -> str:
        """Its wording in the legend, without a full stop; `piece` is the type that has it."""

    @abstractmethod
    def add_effect(self, effect: Effect) -> None:
        """Add its effect to that of its power. Its numbers must have been rolled."""

    def is_open(self) -> bool:
        """Whether the roll has yet to fix one of its numbers."""
        return any(isinstance(value, Choice | Range) for _, value in self)

    def rolled(self, stream: Stream) -> Self:
        """Return it with every number drawn from the stream, in the order of the fields."""
        numbers = {
            name: value.roll(stream) for name, value in self if isinstance(value, Choice | Range)
        }
        return self.model_copy(update=numbers) if numbers else self

    @model_serializer(mode="wrap")
    def _keyed(self, parameters: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """As in YAML, under its name: parameters alone do not identify the kind."""
        return {self.name: parameters(self)}

    def say(self, key: str, language: Language, **params: object) -> str:
        """A text of the primitive's own section of wording ("" is the section itself)."""
        return language.say(f"magnetmen.powers.{self.name}{key and '.'}{key}", **params)
