"""What the commands for designers (validate, diff, proof, ...) ask a game about its sets.

A game's folder has a module `authoring` with SUPPORT, an AuthoringSupport, and FILE_KINDS, the
kinds of files that designers write for it.
"""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from generator import games
from generator.core.diagnostics import Diagnostic
from generator.core.errors import OptionError
from generator.core.settings import Settings
from generator.languages import Language, localized
from generator.schema.set_checks import Place, PrintedText, SetText, TranslatableText
from generator.schema.set_files import SetDefinition

if TYPE_CHECKING:
    from generator.analysis.stats import Sampler, Statistics
    from generator.core.request import Request
    from generator.schema.reference import FileKind

LONG_SEED = "the-longest-seed-that-is-allowed"


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


class AuthoringSupport:
    """What one game knows about its sets that the commands for designers need; this is a game of
    which only the printed texts of a file are known. A game with more to say has a subclass. Any:
    its own types of definitions and rolled values.

    tightest_rolls: texts that fit the first so many of `fullest_rolls` fit all of them; None where
    every one has texts of its own. interchangeable_art: folders of art in which the roll decides
    which piece is printed in which place.
    """

    tightest_rolls: int | None = None
    interchangeable_art: tuple[str, ...] = ()

    def __init__(self, texts: Callable[[Any], Iterable[SetText]] = lambda content: ()):
        self._texts = texts

    def translatable_texts(self, definition: Any) -> Iterator[TranslatableText]:
        """Every text that the sets have by language."""
        for file in definition.files:
            for text in self._texts(file.content):
                yield TranslatableText(text.translations, Place(file, text.loc))

    def fullest_rolls(self, definition: Any, settings: Settings) -> Iterator[Any]:
        """Rolled values that make sheets as full as they can get."""
        game = games.game(definition.sets[0].game)
        for size, players in game.combinations(definition):
            yield game.roll(definition, size, players, LONG_SEED)

    def printed_texts(
        self, definition: Any, rolled: Any, language: Language
    ) -> Iterator[PrintedText]:
        """Every text of the sets as it is printed, with that of a rolled value if there is one."""
        for text in self.translatable_texts(definition):
            yield PrintedText(localized(text.translations, language.code), text.place)

    def warnings(self, definition: Any) -> Iterator[Diagnostic]:
        """What is likely to be a mistake in the values of the sets, such as odds."""
        return iter(())

    def is_playable_alone(self, game_set: SetDefinition) -> bool:
        """Whether a set says itself how it is played without other sets."""
        return False

    def legend(self, definition: Any, size: str, language: Language) -> Iterator[LegendType]:
        """The types of a game whose types have variants, with their odds on boards of a size."""
        return iter(())

    def new_type(self, key: str) -> NewType | None:
        """What a type made from a picture needs; None in a game without such types."""
        return None


def authoring_support(game: str) -> AuthoringSupport:
    """The support of a game."""
    return cast(AuthoringSupport, games.game(game).part("authoring:SUPPORT"))


def file_kinds(game: str) -> "tuple[FileKind, ...]":
    """The kinds of files that designers write for a game."""
    return cast("tuple[FileKind, ...]", games.game(game).part("authoring:FILE_KINDS"))


def statistics_of(game: str) -> "Statistics":
    """The statistics of a game. Raises OptionError for a game that has none."""
    if place := games.game(game).statistics_at:
        return cast("Statistics", games.game(game).part(place))
    others = ", ".join(name for name in games.names() if games.game(name).statistics_at)
    raise OptionError(f"there are no statistics of {game}, only of {others}")


def open_sampler(request: "Request") -> "Sampler":
    """Load the sets of a request. Raises DefinitionError, OptionError."""
    from generator.analysis.stats import Sampler

    statistics = statistics_of(request.game)
    game = games.game(request.game)
    definition = game.load(request.sets, request.sets_dirs)
    game.check_options(definition, request.size, request.players)
    roll = partial(game.roll, definition, request.size, request.players)
    return Sampler(definition, roll, statistics)


def prepare_programs() -> None:
    """Compile the rules engines of all games, as `make test` does first."""
    from generator.play import kernel

    for name in games.names():
        if programs := games.game(name).programs:
            kernel.prepare(programs.kernel(), partial(print, flush=True))
