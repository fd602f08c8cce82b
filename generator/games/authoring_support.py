"""The questions that the commands for designers (validate, diff, proof) ask a game about its sets.

A game answers them in `games/<game>/authoring`, with a subclass of AuthoringSupport. The answers
are plain values that know where in a file they stand.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from typing import Any, Generic, NamedTuple, TypeVar

from generator.core.diagnostics import Diagnostic
from generator.core.settings import Settings
from generator.games.base import RolledGame
from generator.languages import Language, localized
from generator.schema.set_files import GameDefinition, SetDefinition
from generator.schema.set_texts import PrintedText, TranslatableText

LONG_SEED = "the-longest-seed-that-is-allowed"

DefinitionT = TypeVar("DefinitionT", bound=GameDefinition)
RolledT = TypeVar("RolledT", bound=RolledGame)


class LegendVariant(NamedTuple):
    """What a type may be able to do, as printed, and how often a roll picks it, in percent."""

    text: str
    odds: float


class LegendType(NamedTuple):
    """A type of a set with all its variants.

    presence: the share of boards that have the type, in percent; squares: on how many squares it is
    there in the mean. Both are None where they would take long to compute.
    """

    set: str
    name: str
    frequency: float
    variants: tuple[LegendVariant, ...]
    presence: float | None = None
    squares: float | None = None


class NewType(NamedTuple):
    """A type that is made from a picture: the names of its picture and of the symbol that players
    draw, and the lines of YAML that add it to a set."""

    picture: str
    symbol: str
    snippet: str


class AuthoringSupport(ABC, Generic[DefinitionT, RolledT]):
    """What one game knows about its sets that the commands for designers need.

    tightest_rolls: texts that fit the first so many of `fullest_rolls` fit all of them; None where
    every one has texts of its own. interchangeable_art: folders of art in which the roll decides
    which piece is printed in which place.
    """

    tightest_rolls: int | None = None
    interchangeable_art: tuple[str, ...] = ()

    @abstractmethod
    def translatable_texts(self, definition: DefinitionT) -> Iterator[TranslatableText]:
        """Every text that the sets have by language."""

    @abstractmethod
    def fullest_rolls(self, definition: DefinitionT, settings: Settings) -> Iterator[RolledT]:
        """Rolled values that make sheets as full as they can get."""

    def printed_texts(
        self, definition: DefinitionT, rolled: RolledT | None, language: Language
    ) -> Iterator[PrintedText]:
        """Every text of the sets as it is printed, with that of a rolled value if there is one."""
        for text in self.translatable_texts(definition):
            yield PrintedText(localized(text.translations, language.code), text.place)

    def warnings(self, definition: DefinitionT) -> Iterator[Diagnostic]:
        """What is likely to be a mistake in the values of the sets, such as odds."""
        return iter(())

    def is_playable_alone(self, game_set: SetDefinition) -> bool:
        """Whether a set says itself how it is played without other sets."""
        return False

    def legend(
        self, definition: DefinitionT, size: str, language: Language
    ) -> Iterator[LegendType]:
        """The types of a game whose types have variants, with their odds on boards of a size."""
        return iter(())

    def new_type(self, key: str) -> NewType | None:
        """What a type made from a picture needs; None in a game without such types."""
        return None


AnySupport = AuthoringSupport[Any, Any]
"""The support of whichever game: generic code hands a game's values back to it unread."""
