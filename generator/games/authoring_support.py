"""What the commands for designers ask a game about its sets. Its module `authoring` has SUPPORT and
FILE_KINDS, the kinds of files that designers write."""

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, cast

from generator import games
from generator.core.diagnostics import Diagnostic
from generator.core.errors import OptionError
from generator.core.resources import sets_dir
from generator.core.settings import Settings
from generator.languages import Language, localized
from generator.schema.set_checks import Place, PrintedText, SetText, TranslatableText
from generator.schema.set_files import SetDefinition

if TYPE_CHECKING:
    from pydantic import BaseModel

    from generator.analysis.stats import Sampler, Statistics
    from generator.core.request import Request
    from generator.schema.reference import FileKind

LONG_SEED = "the-longest-seed-that-is-allowed"


class AuthoringSupport:
    """What one game knows about its sets; this is a game of which only the printed texts of a file
    are known. Any: its own types of definitions and rolled values."""

    tightest_rolls: int | None = None
    """Texts that fit the first so many of `fullest_rolls` fit all of them; None where every one has
    texts of its own."""
    interchangeable_art: tuple[str, ...] = ()
    """Folders of art in which the roll decides which piece is printed in which place."""

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

    def legend(self, definition: Any, size: str, language: Language) -> Iterator[dict[str, Any]]:
        """The types of a game whose types have variants, with their odds on boards of a size, as
        LegendType in studio/api.ts. Raises OptionError."""
        return iter(())

    def is_on(self, rolled: Any, of_set: str, type: str, power: int | None) -> bool:
        """Whether a type of a set was rolled, with one of its powers if one is named."""
        return True

    def new_type(self, key: str) -> tuple[str, str, str] | None:
        """What a type made from a picture needs: the names of its picture and of the symbol that
        players draw, the lines of YAML that add it to a set. None in a game without such types."""
        return None


def authoring_support(game: str) -> AuthoringSupport:
    return cast(AuthoringSupport, games.game(game).part("authoring:SUPPORT"))


def file_kinds(game: str) -> "tuple[FileKind, ...]":
    return cast("tuple[FileKind, ...]", games.game(game).part("authoring:FILE_KINDS"))


def file_kind(name: str, model: "type[BaseModel]", title: str, about: str = "") -> "FileKind":
    """The kind of the sets of a game, or of another file beside them if the name is GAME-FILE; the
    example is the usual set, or that file. Without `about`, the docstring of the model says it."""
    from generator.schema.reference import FileKind

    game, _, file = name.partition("-")
    example = sets_dir() / game / f"{file or games.game(game).default_sets[0]}.yaml"
    text = model.__doc__ or ""
    about = f"`sets/{game}/{file or 'NAME'}.yaml`: {about or text[:1].lower() + text[1:]}"
    return FileKind(name, model, title, about, (example,), game=game)


def statistics_of(game: str) -> "Statistics":
    """Raises OptionError for a game that has none."""
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
