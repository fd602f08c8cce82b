"""The models of a Metals set (a map, drawn or rolled) and of the figures that all sets share; their
files, checked against the art and the fonts there are."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.diagnostics import Diagnostic
from generator.core.errors import DefinitionError
from generator.core.game_id import digest
from generator.games.metals.factions import Faction, assign_keys
from generator.games.metals.map import MapDrawing, RolledMap
from generator.schema import set_checks
from generator.schema.fields import Definition, Key, exactly_one
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, art_dirs, load_all

CATALOGUE = Catalogue(
    "metals",
    ("classic", "wilds", "gorge"),
    common="figures",
    common_holds="the factions and tokens",
    others=(("play", "what a good map is"),),
)

MIN_MARKER_MARGIN_MM = 3.0  # how much wider a marker is than the base of the figurine on it

_Target = Annotated[int, Field(ge=1, le=40)]
_Millimetres = Annotated[float, Field(ge=15, le=60)]
_Tokens = Annotated[int, Field(ge=0, le=24)]

FORMS = ("basic", "factions")  # the forms of the game, as game IDs name them


class Target(Definition):
    """The victory points that win the game, in each of its forms."""

    basic: _Target
    """Without the powers of the factions."""

    factions: _Target
    """With them."""


def _in_order(ends: tuple[float, float]) -> tuple[float, float]:
    if ends[0] > ends[1]:
        words = f"expected the smallest, then the largest, found {ends[0]:g}, {ends[1]:g}"
        raise ValueError(words)
    return ends


class Figurine(Definition):
    """The figurines a space has room for."""

    base: Annotated[
        tuple[_Millimetres, _Millimetres], Field(strict=False), AfterValidator(_in_order)
    ]
    """How wide their bases are, in mm: the smallest, then the largest."""


class Tokens(Definition):
    """How many tokens are printed, and how large."""

    metals: _Tokens
    """Stand-ins for missing figurines, for each faction and player."""

    identification: _Tokens
    """Tokens that say whose a figurine is, for each player."""

    score: Annotated[int, Field(ge=1, le=4)]
    """Score markers for each player."""

    damage: _Tokens
    """Damage tokens for each player."""

    size: _Millimetres
    """The side of a stand-in, in mm."""

    identification_size: _Millimetres
    """The width of an identification marker, in mm: at least 3 mm more than the widest base, so
    that its colour is seen around it. A space is never smaller."""

    damage_size: Annotated[float, Field(ge=8, le=30)]
    """The side of a damage token, in mm."""

    score_size: Annotated[float, Field(ge=8, le=20)]
    """The side of a score marker, in mm; the boxes of the score track are made to hold it."""


class Figures(Definition):
    """What is the same on every map."""

    game: Literal["metals"]
    """The game this file is for."""

    target: Target
    """The victory points that win at once."""

    on_map: Annotated[int, Field(ge=1, le=9)]
    """The most Metals of one player on the map."""

    figurine: Figurine
    """The figurines that find room on a space."""

    tokens: Tokens
    """The tokens to cut out."""

    factions: Annotated[
        dict[Key, Faction], Field(min_length=1, max_length=24), AfterValidator(assign_keys)
    ]
    """The families of Metals, each below a key that is the name of its emblem."""

    @model_validator(mode="after")
    def _markers_show(self) -> "Figures":
        """Check that a marker can be seen around the figurine on it."""
        base, tokens = self.figurine.base[1], self.tokens
        smallest = base + MIN_MARKER_MARGIN_MM
        if tokens.identification_size < smallest:
            words = (
                f"expected {smallest:g} or more, so that it is seen around a base of {base:g}, "
                f"found {tokens.identification_size:g}"
            )
            loc = ("tokens", "identification_size")
            raise PydanticCustomError("hidden", "{words}", {"words": words, "loc": loc})
        return self


class MapSource(Definition):
    """Where a map comes from: a drawing, or rules for one that differs from seed to seed."""

    model_config = ConfigDict(json_schema_extra=exactly_one(("drawn", "rolled")))

    drawn: MapDrawing | None = None
    """A row of characters for each row of spaces: . plain, 1 one point, 2 two points, F Forest,
    C City. The map must be the same after half a turn."""

    rolled: RolledMap | None = None
    """The rules that every rolled map keeps to."""

    @model_validator(mode="after")
    def _exactly_one(self) -> "MapSource":
        if (self.drawn is None) == (self.rolled is None):
            raise ValueError("expected either drawn or rolled")
        return self


class MetalsSet(SetDefinition):
    """A set: one map."""

    game: Literal["metals"]

    map: MapSource
    """The map, either drawn or rolled."""


@dataclass(frozen=True)
class MetalsDefinition:
    """One set, alone in `sets`, and the figures.

    `art_dirs` are the folders with the sets' own art, searched before the shipped art; `files` are
    the files of the figures and of the set.
    """

    sets: tuple[MetalsSet, ...]
    figures: Figures
    art_dirs: tuple[Path, ...] = ()
    # Any: the first file has Figures, the second a MetalsSet.
    files: tuple[SetFile[Any], ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests that the game ID contains: of the figures, then of the set."""
        return tuple(digest(part) for part in (self.figures, *self.sets))


_EMBLEMS = "metals/emblems"
_FONTS = ("title",)


def problems(
    figures: SetFile[Figures], metals_set: SetFile[MetalsSet], art_folders: Sequence[Path]
) -> list[Diagnostic]:
    """Every problem of the two files. `art_folders` hold the sets' own art."""
    factions = figures.content.factions
    names = {key: faction.name for key, faction in factions.items()}
    return [
        *set_checks.duplicate_names(figures, "factions", names),
        *set_checks.missing_glyphs(figures, printed_names(figures.content)),
        *set_checks.missing_glyphs(metals_set, printed_texts(metals_set.content)),
        *_missing_art(figures, art_folders),
        *set_checks.art_problems((faction.art for faction in factions.values()), art_folders),
    ]


def printed_texts(metals_set: MetalsSet) -> Iterator[SetText]:
    """Every printed text of a set, as the file has it."""
    yield SetText(("title",), metals_set.title, _FONTS)


def printed_names(figures: Figures) -> Iterator[SetText]:
    """The names of the factions, which are the same in every language."""
    for key, faction in figures.factions.items():
        yield SetText(("factions", key, "name"), faction.name, _FONTS)


def _missing_art(figures: SetFile[Figures], art_folders: Sequence[Path]) -> Iterator[Diagnostic]:
    for key, faction in figures.content.factions.items():
        if not set_checks.find_art_file(faction.art, art_folders):
            drawings = set_checks.drawing_names(_EMBLEMS, art_folders)
            loc = ("factions", key)
            yield set_checks.missing_art(
                figures, loc, [faction.art], drawings, ", add it", folders=art_folders
            )


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MetalsDefinition:
    """Return the set of this name and the figures. Raises DefinitionError with the mistakes of
    both files, also for several names."""
    jobs: list[Callable[[], SetFile[Any]]] = [  # Any: the files have different models
        partial(CATALOGUE.read_common, Figures, folders),
        partial(CATALOGUE.read_set, MetalsSet, CATALOGUE.only(set_names), folders),
    ]
    figures, metals_set = load_all(jobs)
    files = (figures, metals_set)
    definition = MetalsDefinition((metals_set.content,), figures.content, art_dirs(files), files)
    if found := problems(figures, metals_set, definition.art_dirs):
        raise DefinitionError(found)
    return definition
