"""Factions, and the conditions under which an attack of theirs gains points.

Input: mappings from YAML, `when: {target_on: point_2}`: the key is the kind of condition, its
value the parameter. Output: frozen Factions. A condition owns its parameter, whether it holds for
an assault, and its wording, a clause such as "when it attacks an enemy on a City space":

| below metals.factions.when | for each of | parameters |
|---|---|---|
| target_on.SPACE | point_1, point_2, city, corner | none |
| attacker_on.SPACE | point_1, point_2, city, corner, forest | none |
| target_is.STATE | undamaged, damaged | none |
| hit_from.SIDES | front, side, rear, front_side, front_rear, side_rear | none |

A new kind of condition is a class here, a name in Condition, and wording in each language.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import (
    AfterValidator,
    BeforeValidator,
    Discriminator,
    Field,
    PrivateAttr,
    Tag,
)
from pydantic_core import PydanticCustomError

from generator.languages import Language
from generator.schema.fields import Definition, exactly_one
from generator.schema.markup import LocalizedMarkup

Side = Literal["front", "side", "rear"]
"""Of the Metal that is hit: where it faces, left or right of that, behind."""

Ground = Literal["plain", "point_1", "point_2", "forest", "city", "corner"]
"""What a Metal stands on; "corner" for the plain spaces where Metals are deployed."""


class Assault(NamedTuple):
    """One Metal attacking another; `attacker` and `target` are indexes into Position.metals.

    `undamaged` is the target before the assaults of the phase, `defeated` what becomes of it by
    all of them. `gain` are points for the attacking player, got when `why` holds.
    """

    attacker: int
    target: int
    side: Side
    attacker_on: Ground
    target_on: Ground
    undamaged: bool
    defeated: bool
    gain: int = 0
    why: "Condition | None" = None


class _Kind(Definition, ABC):
    """Base of all kinds of condition."""

    @abstractmethod
    def holds(self, assault: Assault) -> bool:
        """Whether an assault gains points."""

    @abstractmethod
    def clause(self, language: Language) -> str:
        """The condition in words, to go on behind a number of points; no full stop."""


class TargetOn(_Kind):
    """The enemy stands on a kind of space. Not on a Forest, where nobody is attacked."""

    target_on: Literal["point_1", "point_2", "city", "corner"]
    """The kind of space the enemy is on."""

    def holds(self, assault: Assault) -> bool:
        return assault.target_on == self.target_on

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.target_on.{self.target_on}")


class AttackerOn(_Kind):
    """The attacker itself stands on a kind of space."""

    attacker_on: Literal["point_1", "point_2", "city", "corner", "forest"]
    """The kind of space the attacker itself is on."""

    def holds(self, assault: Assault) -> bool:
        return assault.attacker_on == self.attacker_on

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.attacker_on.{self.attacker_on}")


class TargetIs(_Kind):
    """The enemy is in that state before it is attacked."""

    target_is: Literal["undamaged", "damaged"]
    """What the enemy was before it is attacked."""

    def holds(self, assault: Assault) -> bool:
        return assault.undamaged == (self.target_is == "undamaged")

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.target_is.{self.target_is}")


def _different(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides in one order, so that the order in a file changes nothing."""
    ordered = tuple(side for side in get_args(Side) if side in sides)
    if len(ordered) < len(sides):
        raise ValueError(f"expected different sides, found {', '.join(sides)}")
    return ordered


class HitFrom(_Kind):
    """The enemy is hit from one of these sides, seen from itself."""

    hit_from: Annotated[
        tuple[Side, ...],
        Field(min_length=1, max_length=2, strict=False),
        AfterValidator(_different),
    ]
    """The sides on which the enemy is hit, seen from itself."""

    def holds(self, assault: Assault) -> bool:
        return assault.side in self.hit_from

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.hit_from.{'_'.join(self.hit_from)}")


KINDS: dict[str, type[_Kind]] = {
    next(iter(kind.model_fields)): kind for kind in (TargetOn, AttackerOn, TargetIs, HitFrom)
}


def _known(entry: Any) -> Any:
    """Refuses what has no kind of condition for its first key."""
    if isinstance(entry, _Kind):
        return entry
    if not isinstance(entry, Mapping) or not entry:
        raise PydanticCustomError("condition", "expected a condition, such as 'target_on: city'")
    name = next(iter(entry))
    if name not in KINDS:
        context = {"loc": (name,), "found": name, "allowed": list(KINDS)}
        raise PydanticCustomError("unknown_condition", "unknown condition '{found}'", context)
    return entry


def _kind(entry: Any) -> str:
    return next(iter(type(entry).model_fields if isinstance(entry, _Kind) else entry))


class _OneOfThem:
    """The conditions in JSON Schema: one mapping, of which editors offer and explain the keys."""

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        kinds = map(handler.resolve_ref_schema, handler(schema)["oneOf"])
        keys = {key: one for kind in kinds for key, one in kind["properties"].items()}
        return {
            "type": "object",
            "properties": keys,
            "additionalProperties": False,
            **exactly_one(keys),
        }


Condition = Annotated[
    Annotated[TargetOn, Tag("target_on")]
    | Annotated[AttackerOn, Tag("attacker_on")]
    | Annotated[TargetIs, Tag("target_is")]
    | Annotated[HitFrom, Tag("hit_from")],
    Discriminator(_kind),
    BeforeValidator(_known),
    _OneOfThem(),
]
"""Exactly one condition, as it is written: {hit_from: [front, rear]}."""


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


def with_keys(factions: dict[str, Faction]) -> dict[str, Faction]:
    """The factions, each knowing its key."""
    for key, faction in factions.items():
        faction._key = key
    return factions
