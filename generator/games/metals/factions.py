"""Factions, and the conditions under which their attacks gain points.

A condition has its parameter, decides whether it holds for an assault, and words it as a clause
such as "when it attacks an enemy on a City space":

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

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, PrivateAttr, Tag
from pydantic_core import PydanticCustomError

from generator.languages import Language
from generator.schema.fields import Definition, LocalizedMarkup, exactly_one

Side = Literal["front", "side", "rear"]
"""A side of the Metal that is hit: the way it faces, left or right, behind."""

Ground = Literal["plain", "point_1", "point_2", "forest", "city", "corner"]
"""The space that a Metal stands on; "corner" for the plain spaces where Metals are deployed."""


class Assault(NamedTuple):
    """An attack of one Metal on another; both are indexes into Position.metals.

    `undamaged` is the state of the target before the assaults of the phase, `defeated` whether all
    of them together defeat it. `gain` is the number of points for the attacking player, and
    `condition` the one that holds for them.
    """

    attacker: int
    target: int
    side: Side
    attacker_on: Ground
    target_on: Ground
    undamaged: bool
    defeated: bool
    gain: int = 0
    condition: "Condition | None" = None


class _ConditionModel(Definition, ABC):
    """Base of all kinds of condition."""

    @abstractmethod
    def holds(self, assault: Assault) -> bool:
        """Whether an assault gains points."""

    @abstractmethod
    def clause(self, language: Language) -> str:
        """The condition in words that follow a number of points, without a full stop."""


class TargetOn(_ConditionModel):
    """The enemy stands on a kind of space. Not on a Forest, where nobody is attacked."""

    target_on: Literal["point_1", "point_2", "city", "corner"]
    """The kind of space the enemy is on."""

    def holds(self, assault: Assault) -> bool:
        return assault.target_on == self.target_on

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.target_on.{self.target_on}")


class AttackerOn(_ConditionModel):
    """The attacker itself stands on a kind of space."""

    attacker_on: Literal["point_1", "point_2", "city", "corner", "forest"]
    """The kind of space the attacker itself is on."""

    def holds(self, assault: Assault) -> bool:
        return assault.attacker_on == self.attacker_on

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.attacker_on.{self.attacker_on}")


class TargetIs(_ConditionModel):
    """The enemy is in that state before it is attacked."""

    target_is: Literal["undamaged", "damaged"]
    """What the enemy was before it is attacked."""

    def holds(self, assault: Assault) -> bool:
        return assault.undamaged == (self.target_is == "undamaged")

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.target_is.{self.target_is}")


def _sorted_sides(sides: tuple[Side, ...]) -> tuple[Side, ...]:
    """The sides in a fixed order, so that their order in a file does not matter."""
    in_order = tuple(side for side in get_args(Side) if side in sides)
    if len(in_order) < len(sides):
        raise ValueError(f"expected different sides, found {', '.join(sides)}")
    return in_order


class HitFrom(_ConditionModel):
    """The enemy is hit from one of these sides, seen from itself."""

    hit_from: Annotated[
        tuple[Side, ...],
        Field(min_length=1, max_length=2, strict=False),
        AfterValidator(_sorted_sides),
    ]
    """The sides on which the enemy is hit, seen from itself."""

    def holds(self, assault: Assault) -> bool:
        return assault.side in self.hit_from

    def clause(self, language: Language) -> str:
        return language.say(f"metals.factions.when.hit_from.{'_'.join(self.hit_from)}")


CONDITION_KINDS: dict[str, type[_ConditionModel]] = {
    next(iter(kind.model_fields)): kind for kind in (TargetOn, AttackerOn, TargetIs, HitFrom)
}


def _check_kind(entry: Any) -> Any:  # Any: whatever the YAML file holds
    """Refuse an entry whose first key is no kind of condition."""
    if isinstance(entry, _ConditionModel):
        return entry
    if not isinstance(entry, Mapping) or not entry:
        raise PydanticCustomError("condition", "expected a condition, such as 'target_on: city'")
    name = next(iter(entry))
    if name not in CONDITION_KINDS:
        context = {"loc": (name,), "found": name, "allowed": list(CONDITION_KINDS)}
        raise PydanticCustomError("unknown_condition", "unknown condition '{found}'", context)
    return entry


def _kind(entry: Any) -> str:  # Any: a mapping or a condition
    return next(iter(type(entry).model_fields if isinstance(entry, _ConditionModel) else entry))


class _ConditionSchema:
    """The JSON Schema of conditions: one mapping, whose keys editors offer and explain."""

    # Any in this method: as pydantic has it.

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
    BeforeValidator(_check_kind),
    _ConditionSchema(),
]
"""Exactly one condition, such as {hit_from: [front, rear]}."""


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
