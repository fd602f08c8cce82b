"""The contract between a game and the rest of the program.

A game is a folder beside this file, whose package has GAME, a value of the class Game. Its
functions and sheets are named by "module:function" in that folder and imported when they are
called: help imports no more than GAME. Nothing outside the folder knows a game by name; its name,
and those of its sheets, sizes and sets, are in generator/languages/<code>/<game>.yaml.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

if TYPE_CHECKING:
    from generator.core.settings import Settings
    from generator.layout.booklet import Chapter
    from generator.layout.page import Page
    from generator.play.search import Programs
    from generator.schema.set_files import Catalogue

CUTTING = ("backs", "flip", "marks", "gap", "cut")  # of sheets of pieces with backs
BOX = (*CUTTING, "thickness")
TILING = ("tile", "overlap", "scale")  # of a board or a map
BUNDLE = ("set", "seed", "count", "sheet")
"""The first options of a command that prints all sheets of a game."""


class Sheet(NamedTuple):
    """A kind of sheet. `place` names a function, "module:function" in the game's folder, that gets
    a value and Settings and returns a Page, several, or a BoxDesign: the box for what is cut out of
    the sheets in its `nouns`. It raises TextOverflowError, PieceTooLargeError, CutError."""

    name: str
    place: str
    per: Literal["roll", "run", "sets"] = "roll"
    """The value: one for each roll; a roll, of which all of a run have the same sheet; a definition
    (with the seed that picks the examples, if these are the rules)."""
    options: tuple[str, ...] = ()  # settings, and "cut", that make a difference
    is_alone: bool = False  # printed only where it is named, not with the others


class Option(NamedTuple):
    """An option of cli/games.py by its name, where help or default are the game's own."""

    name: str
    help: str
    default: str | int | None = None


class Command(NamedTuple):
    """A command that prints a sheet of a game, or all of them (sheet ""). `first` are its first
    options, before those of Game.options_of. `form` is a flag, such as --factions/--no-factions,
    that chooses the size of its name over the usual one."""

    name: str
    help: str
    sheet: str = ""
    first: tuple[str | Option, ...] = BUNDLE
    form: Option | None = None


@dataclass(frozen=True)
class Game:
    """One game. Fields that end in `_at` name its functions, "module:function" in its folder; "" is
    none. Any: each game has its own types of definitions and rolled values."""

    name: str
    default_sets: tuple[str, ...]  # that are used when none is named
    sheets: tuple[Sheet, ...]  # the usual one first
    commands: tuple[Command, ...]
    single_set: bool = True  # whether it is played with one set at a time
    sizes: tuple[str, ...] = ("regular",)  # the usual one first
    players: tuple[int, ...] = (4,)  # the usual number first
    rules_sheet: str = "rules"  # what the command `rules` prints, one of the sheets
    play_options: tuple[str, ...] = ()  # of the commands, where programs choose what is printed

    roll_at: str = "roll:roll"
    """(definition, size, players, seed) -> the value that sheets are laid out from, with nothing
    random left, its `definition`, and the `game_id` that rolls it again, whose seed is FIXED where
    nothing is random. Raises RollError."""
    record_at: str = "roll:record"
    """(rolled, language code) -> what the PDF records of a value, as JSON data: `id`; `told`, lines
    of text for people."""
    combinations_at: str = ""
    """(definition) -> all sizes with numbers of players; without it, those of the fields above."""
    check_at: str = ""
    """(definition, size): raises DefinitionError if the sets leave no way to roll for that size."""
    warnings_at: str = ""
    """(rolled value, or definition) -> what players will stumble over, in words."""
    companions_at: str = ""
    """(rolls, settings) -> lists of pages that players need with these rolls besides all sheets."""
    chapter_at: str = "sheets.rules_sheet:chapter"
    """(value, settings and seed as the rules sheet gets them) -> the Chapter of a booklet; "" for
    the rules sheet on small paper."""
    proof_pages_at: str = ""
    """(definition, settings) -> pages that only the proof has, words for what does not fit."""
    statistics_at: str = ""
    """Where the Statistics stand that `stats` counts in many rolls."""
    programs_at: str = ""
    """Where the Programs stand: what programs that play the game are told of it."""

    def part(self, place: str) -> Any:
        """What stands at a place of the game's folder."""
        module, name = place.split(":")
        return getattr(import_module(f"generator.games.{self.name}.{module}"), name)

    def call(self, place: str, *arguments: Any) -> Any:
        """What the function at a place returns; () for none ("")."""
        return self.part(place)(*arguments) if place else ()

    @property
    def catalogue(self) -> Catalogue:
        return cast("Catalogue", self.part("definition:CATALOGUE"))

    def load(self, sets: Sequence[str], sets_dirs: Sequence[Path] = ()) -> Any:
        """A definition. Raises DefinitionError."""
        return self.call("definition:load_definition", sets, sets_dirs)

    def roll(self, definition: Any, size: str, players: int, seed: str) -> Any:
        """Raises RollError."""
        return self.call(self.roll_at, definition, size, players, seed)

    def record(self, rolled: Any, language_code: str) -> dict[str, Any]:
        return cast(dict[str, Any], self.call(self.record_at, rolled, language_code))

    def combinations(self, definition: Any) -> list[tuple[str, int]]:
        """All sizes and numbers of players that can be rolled."""
        own = self.call(self.combinations_at, definition)
        return list(own or product(self.sizes, self.players))

    def check_options(self, definition: Any, size: str, players: int) -> None:
        """Raises OptionError; DefinitionError where the sets leave no way to roll for that size."""
        from generator.core.errors import OptionError

        sizes, numbers = map(dict.fromkeys, zip(*self.combinations(definition), strict=True))
        if size not in sizes:
            raise OptionError(f"--size {size!r}: expected {', '.join(sizes)}")
        if players not in numbers:
            raise OptionError(f"--players {players}: expected {', '.join(map(str, numbers))}")
        self.call(self.check_at, definition, size)

    @property
    def default_size(self) -> str:
        return self.sizes[0]

    @property
    def default_players(self) -> int:
        return self.players[0]

    @property
    def programs(self) -> Programs | None:
        return self.part(self.programs_at) if self.programs_at else None

    @property
    def playtest(self) -> Programs | None:
        """The programs that choose what is printed, if there are any."""
        programs = self.programs
        return programs if programs and programs.goals else None

    def _sheets(self, *kinds: str, alone: bool = False) -> tuple[str, ...]:
        return tuple(e.name for e in self.sheets if e.per in kinds and e.is_alone == alone)

    @property
    def rolled_sheets(self) -> tuple[str, ...]:
        """The names of the sheets of a roll that are printed together."""
        return self._sheets("roll", "run")

    @property
    def definition_sheets(self) -> tuple[str, ...]:
        return self._sheets("sets")

    @property
    def extra_sheets(self) -> tuple[str, ...]:
        """Those of a roll that are printed only where they are named."""
        return self._sheets("roll", alone=True)

    @property
    def named_sheets(self) -> tuple[str, ...]:
        return (*self.rolled_sheets, *self.extra_sheets)

    @property
    def sheet_names(self) -> tuple[str, ...]:
        return (*self.rolled_sheets, *self.definition_sheets)

    @property
    def shared_sheets(self) -> tuple[str, ...]:
        return self._sheets("run")

    @property
    def piece_sheets(self) -> tuple[str, ...]:
        return tuple(name for name in self.rolled_sheets if "marks" in self.options(name))

    @property
    def board_sheet(self) -> str:
        """The one that `--tile` enlarges where all are printed; "" if there is none."""
        return next((name for name in self.rolled_sheets if "tile" in self.options(name)), "")

    def options(self, *sheets: str) -> tuple[str, ...]:
        """Those that make a difference to some sheets, or to all that are printed together
        (sheet ""), in the order of the help."""
        from generator.core.settings import OPTIONS

        names = {*sheets} - {""} or self.rolled_sheets
        used = {option for each in self.sheets if each.name in names for option in each.options}
        order = {name: number for number, name in enumerate((*OPTIONS, "cut"))}
        return tuple(sorted(used, key=order.__getitem__))

    @property
    def is_bundle(self) -> bool:
        """Whether all sheets are printed together, and none by a command of its own."""
        return not any(command.sheet for command in self.commands)

    @property
    def default_sheet(self) -> str:
        """What is printed when no sheet is named: all ("") where the game's command does so."""
        return "" if self.is_bundle else self.rolled_sheets[0]

    def options_of(self, command: Command) -> tuple[str | Option, ...]:
        """Those that a command has beside --printer, --output and --sets-dir, as help has them."""
        from generator.core.settings import EVERYWHERE

        making = self.options(*([command.sheet] if command.sheet else self.named_sheets))
        of_all = (*command.first, *EVERYWHERE, *making)
        is_rolled = command.sheet not in self.definition_sheets
        return (*of_all, *self.play_options, "id") if is_rolled else of_all

    def pages(self, sheet: str, value: Any, settings: Settings, seed: str = "") -> list[Page]:
        """Lay out a sheet of a rolled value or, where it is per sets, of a definition. The seed
        picks the examples of rules that are not rolled. Raises as the sheet does."""
        from generator.layout.page import Page

        (kind,) = (each for each in self.sheets if each.name == sheet)
        has_seed = kind.per == "sets" and sheet == self.rules_sheet
        made = self.call(kind.place, value, settings, *([seed] if has_seed else []))
        if isinstance(made, Page):
            made = [made]
        elif hasattr(made, "nouns"):
            made = self._box(sheet, made, value, settings)
        return self.themed(getattr(value, "definition", value), made)

    def themed(self, definition: Any, pages: Iterable[Page]) -> list[Page]:
        """Pages in the look of the sets, if they have one."""
        from generator.layout.theme import renamer
        from generator.schema.set_files import theme_of

        if not (theme := theme_of(definition.sets)):
            return list(pages)
        return list(map(renamer(frozenset(theme.names(self.name).items())), pages))

    def _box(self, sheet: str, design: Any, rolled: Any, settings: Settings) -> list[Page]:
        """The box for what is cut out of other sheets. Raises as they do, naming the sheet."""
        from generator.core.errors import CutError, PieceTooLargeError
        from generator.layout import box

        sheets = {}
        for name in design.nouns:
            try:
                sheets[name] = self.pages(name, rolled, settings)
            except (CutError, PieceTooLargeError) as error:
                whose = f"--sheet {sheet}, for what is cut out of {name}"
                raise type(error)(f"{whose}: {error}") from None
        return box.pages(design, box.kinds_of(sheets, settings.thickness), settings)

    def booklet_chapter(self, definition: Any, settings: Settings, seed: str) -> Chapter:
        """The rules, on pages as large as the paper of the settings. Raises TextOverflowError."""
        from generator.languages import load_language
        from generator.layout.booklet import Chapter, art_pictures

        arguments: tuple[Any, ...] = definition, settings, seed
        if self.rules_sheet not in self.definition_sheets:
            rolled = self.roll(definition, self.default_size, self.default_players, seed)
            arguments = rolled, settings
        if self.chapter_at:
            return cast("Chapter", self.call(self.chapter_at, *arguments))
        pages = self.pages(self.rules_sheet, *arguments)
        title = load_language(settings.language_code).say(f"{self.name}.name")
        return Chapter(title, "sky", art_pictures(["shared/logo"]), tuple(pages))

    def is_random(self, definition: Any) -> bool:
        """Whether seeds make a difference. Raises RollError."""
        from generator.core.seeds import FIXED

        size, players = self.combinations(definition)[0]
        return bool(self.roll(definition, size, players, "any").game_id.seed != FIXED)

    def nothing_random(self, sets: Sequence[str], hint: bool = True) -> str:
        """What a message says of sets in which nothing is random; with a hint, it ends in the
        shipped sets in which something is: ", try the set wilds or gorge"."""
        shipped = self.catalogue.shipped if hint else ()
        known = [name for name in shipped if self.is_random(self.load((name,)))]
        end = f", try the set {' or '.join(known)}" if known else ""
        return f"nothing is random in the set {'+'.join(sets)}{end}"
