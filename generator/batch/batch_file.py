"""A batch file: jobs, each with lists of what to combine. What a game says of its sets, sizes and
players is checked too, so that a batch of hours does not fail for a slip."""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, Discriminator, Field, Tag, create_model, model_validator
from pydantic_core import PydanticCustomError

from generator import games
from generator.batch.plan import Job, first_game_id
from generator.core.diagnostics import Diagnostic
from generator.core.errors import CutError, DefinitionError, OptionError, RollError, TileError
from generator.core.request import Request, SearchName, SeedRange
from generator.core.seeds import canonical_seed
from generator.core.settings import LOOKS, OPTIONS, Option, Settings
from generator.core.yaml_source import Source, read_source
from generator.printing.rolling import Job as PrintJob
from generator.schema.fields import Definition, Key, OneOf
from generator.schema.set_files import checked


def _impossible(key: str, words: str) -> PydanticCustomError:
    return PydanticCustomError(key, words, {"loc": (key,)})


_Seed = Annotated[str, AfterValidator(canonical_seed)]
_Number = Annotated[int, Field(ge=1, le=100_000)]
_Many = Field(min_length=1, strict=False)


class NumberedSeeds(Definition):
    """The variants of a master seed with these numbers."""

    of: _Seed
    """The master seed: `sunday` stands for sunday-1, sunday-2 and so on."""

    range: Annotated[tuple[_Number, _Number], Field(strict=False)]
    """The first and the last number."""

    def seeds(self) -> SeedRange:
        first, last = self.range
        if first > last:
            words = f"expected two numbers, the smaller one first, found {first} and {last}"
            raise _impossible("range", words)
        return SeedRange(self.of, first, last)


_SHAPES: dict[Any, str] = {list: "list", dict: "numbered"}
_Seeds: Any = Annotated[
    Annotated[tuple[_Seed, ...], _Many, Tag("list")]
    | Annotated[NumberedSeeds, AfterValidator(NumberedSeeds.seeds), Tag("numbered")],
    Discriminator(
        lambda value: _SHAPES.get(type(value)),
        custom_error_type="seeds",
        custom_error_message="expected a list of seeds or {of: sunday, range: [1, 100]}",
    ),
]


class _Job(Definition):
    """One job: every combination of its lists is printed. What is left out is as in the game's own
    command."""

    game: Annotated[str, OneOf(games.names())]
    """The game to print."""

    seeds: _Seeds  # a Sequence[str], once it is read
    """The seeds, as a list or numbered."""

    sheet: Annotated[Key, Field(examples=["boards"])] | None = None
    """One sheet only; left out, what the game's own command prints."""

    sets: Annotated[tuple[str, ...], _Many, Field(examples=[["base", "base+expert"]])] | None = None
    """The sets; an entry is one, or several joined by +."""

    sizes: Annotated[tuple[Key, ...], _Many, Field(examples=[["regular", "big"]])] | None = None
    """The sizes, as `--size` takes them; for Metals basic or factions."""

    players: Annotated[tuple[int, ...], _Many] | None = None
    """The numbers of players."""

    playtest: bool = True
    """Whether the board of each seed that plays best is printed, or the first at once."""

    search: SearchName = "usual"
    """How long the board that plays best is looked for."""

    @model_validator(mode="after")
    def _makes_sense(self) -> "_Job":
        """Raises PydanticCustomError for the first key that cannot have an effect."""
        for option in Settings().with_options(self.settings()).idle_options():
            raise _impossible(option.name, f"only with the key {option.needs!r}")
        return self

    def settings(self) -> dict[str, Any]:
        """The values of all settings but the looks, which are lists. Any: of any type."""
        return {name: getattr(self, name) for name in OPTIONS if name not in LOOKS}


def _field(option: Option) -> tuple[Any, Any]:
    """The key of a setting: its type and its default. Of a look, several are combined."""
    kind: Any = type(option.default)
    default: Any = option.default
    if option.bounds:
        kind = Annotated[float, Field(ge=option.bounds.least, le=option.bounds.most)]
    elif option.choices:
        kind = Annotated[str, OneOf(option.choices)]
    if option.name in LOOKS:
        kind, default = Annotated[tuple[kind, ...], _Many], (default,)
    elif default == "":
        kind, default = kind | None, None
    return kind, Field(default, description=option.help)


_SETTINGS: dict[str, Any] = {
    f"{name}s" if name in LOOKS else name: _field(option) for name, option in OPTIONS.items()
}
JobEntry = create_model("JobEntry", __base__=_Job, __doc__=_Job.__doc__, **_SETTINGS)


class BatchFile(Definition):
    """What to print in one batch."""

    jobs: Annotated[tuple[JobEntry, ...], _Many]  # type: ignore[valid-type]  # made above
    """The jobs, printed one after the other."""


SettingsFor = Callable[[Mapping[str, Any]], Settings]
"""Makes settings of the options with these names; a printer's profile may change the paper."""


def read(path: Path, sets_dirs: tuple[Path, ...], settings_for: SettingsFor) -> list[Job]:
    """The jobs of a batch file: every combination of sets, sizes and players is one, to be printed
    in every combination of looks. Raises DefinitionError."""
    content, source, mistakes, made_up = checked(BatchFile, read_source(path))
    jobs, problems = list[Job](), dict.fromkeys(mistakes)
    entries: tuple[_Job, ...] = content.jobs if content else ()
    for index, entry in enumerate(entries):
        if f"jobs[{index}].game" in made_up:
            continue  # nobody knows which it should be
        game, same = games.game(entry.game), entry.settings()
        looks = product(*(getattr(entry, f"{name}s") for name in LOOKS))
        settings = tuple(settings_for(same | dict(zip(LOOKS, look, strict=True))) for look in looks)
        sets = entry.sets or ("+".join(game.default_sets),)
        sizes = entry.sizes or (game.default_size,)
        numbers = entry.players or (game.default_players,)
        sheet = entry.sheet if entry.sheet in game.named_sheets else game.default_sheet
        if entry.sheet not in (None, sheet):
            words = f"expected {', '.join(game.named_sheets)}, found {entry.sheet!r}"
            problems[source.problem(("jobs", index, "sheet"), words)] = None
        for (n, names), (m, size), (k, players) in product(
            enumerate(sets), enumerate(sizes), enumerate(numbers)
        ):
            case = game.catalogue.canonical(names.split("+")), size, players, entry.seeds
            how = entry.playtest and game.playtest is not None, None, sets_dirs, entry.search
            jobs.append(Job(Request(entry.game, *case, sheet, (), *how), settings))
            places = {"sets": n, "size": m, "players": k}
            for each in _problems(source, index, jobs[-1], places):
                if not any(key.startswith(each.key) for key in made_up):
                    problems[each] = None
    if problems:
        raise DefinitionError(problems)
    return jobs


def _problems(
    source: Source, index: int, job: Job, places: Mapping[str, int]
) -> Iterator[Diagnostic]:
    """What the game says against a job, at the place of what it concerns."""
    from generator.printing.sheets import check_settings  # `validate` of sets does not need it

    def problem(subject: str, words: str) -> Diagnostic:
        key = f"{subject}s" if subject in ("size", *LOOKS) else subject
        in_list = [places[subject]] if subject in places else []
        return source.problem(("jobs", index, key, *in_list), words)

    try:
        first_game_id(job.request)
        for settings in job.settings:
            check_settings(PrintJob.of(job.request, settings))
    except DefinitionError as error:
        for each in error.problems:
            yield each if each.line else problem("sets", f"{each.file}: {each.message}")
    except (OptionError, RollError, TileError, CutError) as error:
        # Messages begin with what they concern, such as "--size 'x': ...".
        known = "sheet", "size", "players", "seeds", *OPTIONS
        begin = str(error).partition(":")[0]
        subject = next((word for word in known if word in begin), "sets")
        yield problem(subject, re.sub(r"^--\w+ ", "", str(error)))
