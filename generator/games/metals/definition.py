"""The models of a Metals set (a map, drawn or rolled) and of the figures that all sets share. A
new condition of a faction also needs wording: metals.factions.when.FIELD.VALUE."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.game_id import digest
from generator.games.metals.map import Ground, MapDrawing, RolledMap
from generator.languages import Language
from generator.schema import set_checks
from generator.schema.fields import IN_ORDER, Definition, Key, LocalizedMarkup, exactly_one
from generator.schema.set_checks import SetText
from generator.schema.set_files import Catalogue, SetDefinition, SetFile, art_dirs, load_all, refuse

CATALOGUE = Catalogue("metals", ("classic", "wilds", "gorge"), common="figures", others=("play",))
FORMS = ("basic", "factions")  # the forms of the game, as game IDs name them
MIN_MARKER_MARGIN_MM = 3.0  # how much wider a marker is than the base of the figurine on it

_Target = Annotated[int, Field(ge=1, le=40)]
_Millimetres = Annotated[float, Field(ge=15, le=60)]
_Tokens = Annotated[int, Field(ge=0, le=24)]

Side = Literal["front", "side", "rear"]  # of the Metal that is hit, seen from itself


def _sorted_sides(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides in a fixed order, so that their order in a file does not matter."""
    if len(set(sides)) < len(sides):
        raise ValueError(f"expected different sides, found {', '.join(sides)}")
    return tuple(sorted(sides, key=get_args(Side).index))


_Sides = Annotated[
    tuple[Side, ...], Field(min_length=1, max_length=2, strict=False), AfterValidator(_sorted_sides)
]


class _OneOf(Definition):
    """Mappings that must have exactly one of their keys."""

    model_config = ConfigDict(
        json_schema_extra=lambda schema: schema.update(exactly_one(schema["properties"]))
    )

    @model_validator(mode="after")
    def _has_one(self) -> Self:
        given = [name for name, value in self if value]
        if len(given) != 1:
            keys, found = ", ".join(type(self).model_fields), " and ".join(given) or "none"
            raise ValueError(f"expected one of {keys}, found {found}")
        return self


class Condition(_OneOf):
    """Exactly one condition, such as {hit_from: [front, rear]}."""

    target_on: Literal["point_1", "point_2", "city", "corner"] | None = None
    """The kind of space the enemy is on."""  # never a Forest, where nobody is attacked

    attacker_on: Literal["point_1", "point_2", "city", "corner", "forest"] | None = None
    """The kind of space the attacker itself is on."""

    target_is: Literal["undamaged", "damaged"] | None = None
    """What the enemy was before it is attacked."""

    hit_from: _Sides | None = None
    """The sides on which the enemy is hit, seen from itself."""

    def holds(self, attacker_on: Ground, target_on: Ground, side: Side, undamaged: bool) -> bool:
        """Whether an assault gains points. `undamaged` is what the target was before all assaults
        of the phase."""
        if self.hit_from:
            return side in self.hit_from
        if self.target_is:
            return undamaged == (self.target_is == "undamaged")
        if self.target_on:
            return target_on == self.target_on
        return attacker_on == self.attacker_on

    def clause(self, language: Language) -> str:
        """The condition in words that follow a number of points, without a full stop."""
        ((name, value),) = ((name, value) for name, value in self if value)
        ending = value if isinstance(value, str) else "_".join(value)
        return language.say(f"metals.factions.when.{name}.{ending}")


class Faction(Definition):
    """A family of Metals, whose attacks gain points when a condition holds."""

    name: LocalizedMarkup
    """What it is called, as printed: a proper name, the same in every language."""

    gain: Annotated[int, Field(ge=1, le=9)] = 1
    """The victory points that an attack gains."""

    when: Condition
    """The one condition for that."""


def emblem(faction: str) -> str:
    """The art of the faction with this key."""
    return f"metals/emblems/{faction}"


class Target(Definition):
    """The victory points that win the game, in each of its forms."""

    basic: _Target
    """Without the powers of the factions."""

    factions: _Target
    """With them."""


class Figurine(Definition):
    """The figurines a space has room for."""

    base: Annotated[tuple[_Millimetres, _Millimetres], Field(strict=False), IN_ORDER]
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

    factions: Annotated[dict[Key, Faction], Field(min_length=1, max_length=24)]
    """The families of Metals, each below a key that is the name of its emblem."""

    @model_validator(mode="after")
    def _markers_show(self) -> Self:
        base, size = self.figurine.base[1], self.tokens.identification_size
        if size < (least := base + MIN_MARKER_MARGIN_MM):
            words = f"expected {least:g} or more, so that it is seen around a base of {base:g}, "
            loc = ("tokens", "identification_size")
            context = {"words": f"{words}found {size:g}", "loc": loc}
            raise PydanticCustomError("hidden", "{words}", context)
        return self

    def target_with(self, factions: bool) -> int:
        return self.target.factions if factions else self.target.basic


class MapSource(_OneOf):
    """Where a map comes from: a drawing, or rules for one that differs from seed to seed."""

    drawn: MapDrawing | None = None
    """A row of characters for each row of spaces: . plain, 1 one point, 2 two points, F Forest,
    C City. The map must be the same after half a turn."""

    rolled: RolledMap | None = None
    """The rules that every rolled map keeps to."""


class MetalsSet(SetDefinition):
    """A set: one map."""

    game: Literal["metals"]

    map: MapSource
    """The map, either drawn or rolled."""


@dataclass(frozen=True)
class MetalsDefinition:
    """One set, alone in `sets`, and the figures; see GameDefinition."""

    sets: tuple[MetalsSet, ...]
    figures: Figures
    art_dirs: tuple[Path, ...]
    # Any: the first file has Figures, the second a MetalsSet.
    files: tuple[SetFile[Any], ...] = field(compare=False, repr=False)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """The digests that the game ID contains: of the figures, then of the set."""
        return tuple(digest(part) for part in (self.figures, *self.sets))


def load_definition(set_names: Sequence[str], folders: Sequence[Path] = ()) -> MetalsDefinition:
    """Raises DefinitionError with the mistakes of both files, also for several names."""
    jobs: list[Callable[[], SetFile[Any]]] = [  # Any: the files have different models
        partial(CATALOGUE.read_other, Figures, "figures", folders),
        partial(CATALOGUE.read_set, MetalsSet, CATALOGUE.only(set_names), folders),
    ]
    files = figures, metals_set = load_all(jobs)
    own_art, title = art_dirs(files), ("title",)
    factions = figures.content.factions
    texts = [SetText(("factions", key, "name"), factions[key].name, title) for key in factions]
    known = set_checks.drawing_names("metals/emblems", own_art)
    problems = [
        *set_checks.alike(figures, "factions", factions),
        *set_checks.unprintable(figures, texts),
        *set_checks.unprintable(metals_set, [SetText(title, metals_set.content.title, title)]),
        *set_checks.art_problems(map(emblem, factions), own_art),
    ]
    for key in factions:
        if not set_checks.find_art_file(emblem(key), own_art):
            place = figures, ("factions", key), [emblem(key)]
            problems.append(set_checks.missing_art(*place, known, ", add it", folders=own_art))
    refuse(files, problems)
    return MetalsDefinition((metals_set.content,), figures.content, own_art, tuple(files))
