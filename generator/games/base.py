"""The contract between a game and the rest of the program.

A game is a folder in this one. Its package has COMMANDS (see the package); its module `game` has
GAME, an instance of a subclass of Game. Nothing outside the folder knows the game by name.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from generator.core.errors import CutError, PieceTooLargeError
from generator.core.game_id import GameId
from generator.core.seeds import FIXED
from generator.core.settings import Settings
from generator.layout.page import Page
from generator.schema.set_files import Catalogue
from generator.schema.set_files import GameDefinition as GameDefinition

if TYPE_CHECKING:
    from generator.analysis.stats import Statistics
    from generator.layout.booklet import Chapter
    from generator.play.search import Programs


class RolledGame(Protocol):
    """A value with nothing random left, from which sheets are laid out."""

    @property
    def game_id(self) -> GameId:
        """The ID that rolls this value again. Its seed is FIXED where nothing is random."""

    @property
    def definition(self) -> Any:
        """The definition it was rolled from. Any: GameDefinition of the same game."""


DefinitionT = TypeVar("DefinitionT", bound=GameDefinition)
RolledT = TypeVar("RolledT", bound=RolledGame)


RolledSheet = Callable[[RolledT, Settings], list[Page]]
"""Lays out a sheet of a rolled game. Raises TextOverflowError, PieceTooLargeError."""
DefinitionSheet = Callable[..., list[Page]]
"""Lays out a sheet that needs no roll, from a definition, settings, and the seed that picks the
examples on a rules sheet, "" by default. Raises as above."""


class Game(Protocol[DefinitionT, RolledT]):
    """One game: how its definition is read and rolled, and the sheets it has."""

    name: str
    catalogue: Catalogue
    default_sets: tuple[str, ...]
    """The sets that are used when none is named."""

    single_set: bool = False
    """Whether the game is played with one set at a time."""

    default_size: str = "regular"
    default_players: int = 4

    is_bundle: bool = False
    """Whether all sheets are printed together, by a command of the game's name."""

    shared_sheets: frozenset[str] = frozenset()
    """The rolled sheets that are the same for every roll: a batch prints them once."""

    board_sheet: str = ""
    """The sheet with the board or map that players play on, one of all sheets; "" if there is none.
    Where all sheets are printed, `--tile` enlarges this one."""

    piece_sheets: tuple[str, ...] = ()
    """The rolled sheets that pieces are cut out of, which is what a box is for."""

    rules_sheet: str = "rules"
    """The sheet with the rules, one of all sheets: what the command `rules` prints."""

    rules_tell_of_backs: bool = False
    """Whether the rules say what backs of pieces are for: without backs they are others."""

    sheets: ClassVar[Mapping[str, str]] = {}
    """The sheets of a rolled value by name, the usual one first: what `call` calls for each."""

    box: str = ""
    """What gives the BoxDesign of a rolled value; "" for a game without one."""

    chapter: str = ""
    """What gives the chapter of a booklet, where the rules sheet does not fit small paper."""

    has_programs: bool = False
    """Whether programs can play the game: its module `playtest` has PROGRAMS."""

    @abstractmethod
    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path], /) -> DefinitionT:
        """The definition that the named sets make together. Raises DefinitionError."""

    @abstractmethod
    def check_options(self, definition: DefinitionT, size: str, players: int, /) -> None:
        """Raises OptionError, naming the choices; DefinitionError where the sets leave no way to
        roll for that size."""

    @abstractmethod
    def roll(self, definition: DefinitionT, size: str, players: int, seed: str, /) -> RolledT:
        """The value of a seed. Raises RollError."""

    @abstractmethod
    def record(self, rolled: RolledT, language_code: str, /) -> dict[str, Any]:
        """What the PDF records of a value, as JSON data: `id`; `told`, lines of text for people;
        `played`, the playtest result where there is one."""

    @property
    def rolled_sheets(self) -> Mapping[str, RolledSheet[RolledT]]:
        """The sheets of a rolled value, by name; the usual one first."""
        return {name: partial(self._pages, place) for name, place in self.sheets.items()}

    def _pages(self, place: str, rolled: RolledT, settings: Settings) -> list[Page]:
        pages = self.call(place, rolled, settings)
        return [pages] if isinstance(pages, Page) else list(pages)

    def call(self, place: str, *arguments: Any) -> Any:  # Any: as the function has it
        """Call a function of the game's folder by its "module:function", such as
        "sheets.tokens:pages". The module is imported then: one board is quick from cold."""
        module, name = place.split(":")
        folder = type(self).__module__.rpartition(".")[0]
        return getattr(import_module(f"{folder}.{module}"), name)(*arguments)

    @property
    def definition_sheets(self) -> Mapping[str, DefinitionSheet]:
        return {}

    def companions(self, rolls: Sequence[RolledT], settings: Settings, /) -> list[list[Page]]:
        """The sheets that players need with these rolls besides theirs, in the PDF of all sheets.
        Raises as the sheets do."""
        return []

    @property
    def extra_sheets(self) -> Mapping[str, RolledSheet[RolledT]]:
        """The sheets of a rolled value that are printed only where they are named."""
        return {"box": self._box}

    def _box(self, rolled: RolledT, settings: Settings, /) -> list[Page]:
        """The box for what is cut out of the other sheets. Raises CutError if nothing is, or if the
        game has no design for a box; as these sheets do, naming the sheet."""
        from generator.layout import box  # imported here: seldom printed

        if not self.piece_sheets:
            raise CutError(f"--sheet box: nothing is cut out of the sheets of {self.name}")
        if not self.box:
            raise CutError(f"--sheet box: {self.name} has no design for a box")
        sheets = {name: self._piece_pages(name, rolled, settings) for name in self.piece_sheets}
        design = self.call(self.box, rolled, settings)
        return box.pages(design, box.kinds_of(sheets, settings.thickness), settings)

    def _piece_pages(self, sheet: str, rolled: RolledT, settings: Settings) -> list[Page]:
        """The pages of a sheet that pieces for the box are cut out of."""
        try:
            return self.rolled_sheets[sheet](rolled, settings)
        except (CutError, PieceTooLargeError) as error:
            raise type(error)(f"--sheet box, for what is cut out of {sheet}: {error}") from None

    def size_words(self, size: str, players: int, /) -> list[str]:
        """The words of the command line that ask for a size and a number of players."""
        return []

    def combinations(self, definition: DefinitionT, /) -> Iterable[tuple[str, int]]:
        """All sizes and numbers of players that can be rolled."""
        return [(self.default_size, self.default_players)]

    def warnings(self, rolled: RolledT, /) -> Iterable[str]:
        """What players will stumble over, for the person who prints it."""
        return ()

    def definition_warnings(self, definition: DefinitionT, /) -> Iterable[str]:
        """The same for a sheet of a whole definition."""
        return ()

    @property
    def programs(self) -> "Programs | None":
        """What programs that play the game are told of it, if there are any."""
        if not self.has_programs:
            return None
        folder = type(self).__module__.rpartition(".")[0]
        return cast("Programs", import_module(f"{folder}.playtest").PROGRAMS)

    @property
    def playtest(self) -> "Programs | None":
        """The programs that choose what is printed, if there are any."""
        programs = self.programs
        return programs if programs and programs.goals else None

    def booklet_chapter(
        self, definition: DefinitionT, settings: Settings, example_seed: str, /
    ) -> "Chapter":
        """The rules as a chapter of a booklet, on pages as large as the paper of the settings.
        Raises TextOverflowError."""
        from generator.layout.booklet import Chapter, art_pictures

        if self.rules_sheet in self.definition_sheets:
            pages = self.definition_sheets[self.rules_sheet](definition, settings, example_seed)
        else:
            rolled = self.roll(definition, self.default_size, self.default_players, example_seed)
            if self.chapter:
                return cast("Chapter", self.call(self.chapter, rolled, settings))
            pages = self.rolled_sheets[self.rules_sheet](rolled, settings)
        pictures = art_pictures(["shared/logo"])
        return Chapter(self.name.capitalize(), "sky", pictures, tuple(pages))

    def statistics(self) -> "Statistics | None":
        """What `stats` counts in many rolls; None for nothing."""
        return None

    def proof_pages(self, definition: DefinitionT, settings: Settings, /) -> "ProofPages":
        """Pages that only the proof of this game's sets has, and words for what does not fit."""
        return [], []

    @property
    def named_sheets(self) -> Mapping[str, RolledSheet[RolledT]]:
        """The sheets of a rolled value that can be printed alone."""
        return {**self.rolled_sheets, **self.extra_sheets}

    @property
    def sheet_names(self) -> tuple[str, ...]:
        """All sheets but the extra ones: rolled ones first."""
        return (*self.rolled_sheets, *self.definition_sheets)


ProofPages = tuple[list[Page], list[str]]
AnyGame = Game[Any, Any]
"""A game whose types of definitions and rolls are not known: games are found by name."""


def is_random(game: AnyGame, definition: Any) -> bool:
    """Whether seeds make a difference. Any: each game has its own. Raises RollError."""
    size, players = next(iter(game.combinations(definition)))
    return bool(game.roll(definition, size, players, "any").game_id.seed != FIXED)


def nothing_random(sets: Sequence[str]) -> str:
    """What a message says of sets in which nothing is random."""
    return f"nothing is random in the set {'+'.join(sets)}"


def random_sets_hint(game: AnyGame) -> str:
    """The end of such a message: ", try the set wilds or gorge", with the shipped sets in which
    something is random. "" if there are none."""
    names = [name for name in game.catalogue.shipped if is_random(game, game.load((name,), ()))]
    return f", try the set {' or '.join(names)}" if names else ""
