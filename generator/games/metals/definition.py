"""What a Metals set is: one map, drawn or rolled; and the figures, which all sets share.

Input: names of sets, folders to look in. Output: a frozen MetalsDefinition, or DefinitionError
with every mistake in the files at its place.
"""

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from generator.core.game_id import digest
from generator.games.metals.drawn_map import Drawn
from generator.games.metals.factions import Faction, with_keys
from generator.games.metals.map_spread import RolledMap
from generator.schema.fields import Definition, Key, exactly_one
from generator.schema.set_files import Catalogue, SetDefinition, SetFile

CATALOGUE = Catalogue(
    "metals", ("classic", "wilds"), common="figures", common_holds="the factions and tokens"
)

Form = Literal["basic", "factions"]
"""How the game is played: without the powers of the factions, or with them."""

SEEN = 3.0  # how much wider than a figurine's base a marker below it is, in mm

_Target = Annotated[int, Field(ge=1, le=40)]
_Millimetres = Annotated[float, Field(ge=15, le=60)]
_Tokens = Annotated[int, Field(ge=0, le=24)]


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
        dict[Key, Faction], Field(min_length=1, max_length=24), AfterValidator(with_keys)
    ]
    """The families of Metals, each below a key that is the name of its emblem."""

    @model_validator(mode="after")
    def _markers_show(self) -> "Figures":
        """A marker is seen around the figurine on it."""
        base, counts = self.figurine.base[1], self.tokens
        if counts.identification_size < base + SEEN:
            words = (
                f"expected {base + SEEN:g} or more, so that it is seen around a base of {base:g}, "
                f"found {counts.identification_size:g}"
            )
            loc = ("tokens", "identification_size")
            raise PydanticCustomError("hidden", "{words}", {"words": words, "loc": loc})
        return self


class MapSource(Definition):
    """Where a map comes from: a drawing, or rules for one that differs from seed to seed."""

    model_config = ConfigDict(json_schema_extra=exactly_one(("drawn", "rolled")))

    drawn: Drawn | None = None
    """A row of characters for each row of spaces: . plain, 1 one point, 2 two points, F Forest,
    C City. The map must be the same after half a turn."""

    rolled: RolledMap | None = None
    """The rules that every rolled map keeps to."""

    @model_validator(mode="after")
    def _one_of_them(self) -> "MapSource":
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
    """The set that was chosen, alone in `sets`, and the figures.

    `art_dirs` are the folders with the sets' own art, looked in before the shipped one, `files`
    what they were read from.
    """

    sets: tuple[MetalsSet, ...]
    figures: Figures
    art_dirs: tuple[Path, ...] = ()
    files: tuple[SetFile, ...] = field(default=(), compare=False, repr=False)

    @cached_property
    def digests(self) -> tuple[str, ...]:
        """What a game ID says of the figures and of the set, in that order."""
        return tuple(digest(part) for part in (self.figures, *self.sets))
