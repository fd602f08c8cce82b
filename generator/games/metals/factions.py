"""Factions, and the conditions under which their attacks gain points.

A new kind of condition is a field of Condition, a line of its `holds`, and wording in each
language: metals.factions.when.FIELD.VALUE is a clause such as "when it attacks an enemy on a City
space".
"""

from typing import Annotated, Literal, NamedTuple, get_args

from pydantic import AfterValidator, ConfigDict, Field, PrivateAttr, model_validator

from generator.games.metals.map import Ground
from generator.languages import Language
from generator.schema.fields import Definition, LocalizedMarkup, exactly_one

Side = Literal["front", "side", "rear"]
"""A side of the Metal that is hit: the way it faces, left or right, behind."""


class Assault(NamedTuple):
    """An attack of one Metal on another, as conditions ask about it; `undamaged` is the state of
    the target before the assaults of the phase."""

    side: Side
    attacker_on: Ground
    target_on: Ground
    undamaged: bool


def _sorted_sides(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides in a fixed order, so that their order in a file does not matter."""
    in_order = tuple(side for side in get_args(Side) if side in sides)
    if len(in_order) < len(sides):
        raise ValueError(f"expected different sides, found {', '.join(sides)}")
    return in_order


_Sides = Annotated[
    tuple[Side, ...],
    Field(min_length=1, max_length=2, strict=False),
    AfterValidator(_sorted_sides),
]
CONDITIONS = ("target_on", "attacker_on", "target_is", "hit_from")


class Condition(Definition):
    """Exactly one condition, such as {hit_from: [front, rear]}."""

    model_config = ConfigDict(json_schema_extra=exactly_one(CONDITIONS))

    target_on: Literal["point_1", "point_2", "city", "corner"] | None = None
    """The kind of space the enemy is on."""  # never a Forest, where nobody is attacked

    attacker_on: Literal["point_1", "point_2", "city", "corner", "forest"] | None = None
    """The kind of space the attacker itself is on."""

    target_is: Literal["undamaged", "damaged"] | None = None
    """What the enemy was before it is attacked."""

    hit_from: _Sides | None = None
    """The sides on which the enemy is hit, seen from itself."""

    @model_validator(mode="after")
    def _exactly_one(self) -> "Condition":
        given = [name for name, value in self if value]
        if len(given) != 1:
            found = " and ".join(given) or "none"
            raise ValueError(f"expected one of {', '.join(CONDITIONS)}, found {found}")
        return self

    def holds(self, assault: Assault) -> bool:
        """Whether an assault gains points."""
        if self.hit_from:
            return assault.side in self.hit_from
        if self.target_is:
            return assault.undamaged == (self.target_is == "undamaged")
        if self.target_on:
            return assault.target_on == self.target_on
        return assault.attacker_on == self.attacker_on

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

    _key: str = PrivateAttr("")

    @property
    def key(self) -> str:
        """Its name in the file, and that of its emblem."""
        return self._key

    @property
    def art(self) -> str:
        """Its emblem, such as "metals/emblems/artemisia"."""
        return f"metals/emblems/{self._key}"


def assign_keys(factions: dict[str, Faction]) -> dict[str, Faction]:
    """The factions, after each has been given its key."""
    for key, faction in factions.items():
        faction._key = key
    return factions
