"""A power of a type as data: a list of primitives, part by part, or a free text."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import chain, combinations
from typing import Annotated, Any, Self, TypeVar, cast

from pydantic import ConfigDict, Field, GetCoreSchemaHandler, model_validator
from pydantic_core import PydanticCustomError, core_schema

from generator.core.diagnostics import described
from generator.core.seeds import Stream
from generator.games.magnetmen import primitives as p
from generator.games.magnetmen.primitives import PARTS, Primitive
from generator.languages import Language, localized
from generator.schema.fields import Definition, LocalizedMarkup, Weight

_PART_OF = {kind.name: part for part, kinds in PARTS.items() for kind in kinds}


class Entry:
    """An entry of a part: {name: parameters}, or a name. Errors are located below the name."""

    def __init__(self, part: str):
        self.part, self.kinds = part, {kind.name: kind for kind in PARTS[part]}

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> core_schema.CoreSchema:
        before = core_schema.no_info_before_validator_function
        kinds: dict[Any, core_schema.CoreSchema] = {
            name: before(lambda entry: entry[1], handler.generate_schema(kind))
            for name, kind in self.kinds.items()
        }
        # An entry that is read has been keyed; a primitive that is written has not.
        union = core_schema.tagged_union_schema(
            kinds, lambda entry: entry.name if isinstance(entry, Primitive) else entry[0]
        )
        return before(self._keyed, union)

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        """A single mapping, whose keys editors complete and explain better than a union's."""
        kinds = dict(zip(self.kinds, handler(schema)["oneOf"], strict=True))
        bare = []
        for name, kind in kinds.items():
            parameters = handler.resolve_ref_schema(kind)
            if "required" not in parameters:
                kinds[name] = {**parameters, "type": ["object", "null"]}
                bare.append(name)
        entry = {"type": "object", "properties": kinds, "additionalProperties": False}
        entry |= {"minProperties": 1, "maxProperties": 1}
        return {"anyOf": [entry, {"enum": bare}]} if bare else entry

    def _keyed(self, entry: Any) -> tuple[str, Any]:
        if isinstance(entry, Primitive):
            name, parameters = entry.name, entry
        elif isinstance(entry, str):
            name, parameters = entry, None
        elif isinstance(entry, Mapping) and len(entry) == 1:
            name, parameters = next(iter(entry.items()))
        else:
            words = "expected one kind of power with its parameters, such as "
            words += f"'- {next(iter(self.kinds))}: {{...}}'"
            if isinstance(entry, Mapping) and entry:
                words += f", found {described(entry)}; begin each kind of power with '- ' and "
                words += "indent its parameters below it"
            raise PydanticCustomError("one_primitive", words)
        if _PART_OF.get(name, self.part) != self.part:
            words = f"{name} does not belong in {self.part}, move it to {_PART_OF[name]}"
            raise PydanticCustomError("wrong_part", words, {"loc": (name,), "found": name})
        if name not in self.kinds:
            known = {"loc": (name,), "found": name, "allowed": list(self.kinds)}
            raise PydanticCustomError("unknown_primitive", "unknown kind of power '{found}'", known)
        fields = self.kinds[name].model_fields.items()
        required = [key for key, field in fields if field.is_required()]
        if parameters is None and required:
            words = f"expected its parameters, '- {name}: {{{required[0]}: ...}}', found none"
            raise PydanticCustomError("no_parameters", words, {"loc": (name,)})
        return name, {} if parameters is None else parameters


_LIST = Field(strict=False, json_schema_extra={"minItems": 1})
_GIVEN: dict[str, Any] = {
    "anyOf": [{"required": [part]} for part in (*PARTS, "text")],
    "not": {"required": ["text"], "anyOf": [{"required": [part]} for part in PARTS]},
}

PrimitiveT = TypeVar("PrimitiveT", bound=Primitive)
EffectT = TypeVar("EffectT", bound=p.Effect)


class Power(Definition):
    """One variant of what a type can do: at least one of its parts, or a free text."""

    model_config = ConfigDict(json_schema_extra=_GIVEN)

    weight: Weight = 1
    """Its odds among the type's variants; 0 switches it off."""

    score: Annotated[tuple[Annotated[Primitive, Entry("score")], ...], _LIST] = ()
    """What each icon is worth at the end; several are added up."""

    gate: Annotated[tuple[Annotated[Primitive, Entry("gate")], ...], _LIST] = ()
    """When a square may be taken, or destroyed."""

    repel: Annotated[tuple[Annotated[Primitive, Entry("repel")], ...], _LIST] = ()
    """How Repel treats it."""

    on_take: Annotated[tuple[Annotated[Primitive, Entry("on_take")], ...], _LIST] = ()
    """What happens when it is taken."""

    text: LocalizedMarkup | None = None
    """Instead of the parts, for experiments: what the legend prints. No rules engine plays it."""

    @model_validator(mode="after")
    def _has_parts_or_text(self) -> Self:
        for part in PARTS:
            if part in self.model_fields_set and not self.parts(part):
                words = "expected at least 1 entry, found an empty list"
                raise PydanticCustomError("empty_part", words, {"loc": (part,)})
            for (_, earlier), (index, later) in combinations(enumerate(self.parts(part)), 2):
                if words := later.clash(earlier):
                    raise PydanticCustomError("clash", words, {"loc": (part, index)})
        if self.text and any(self.primitives()):
            raise ValueError("expected either a text or the parts of a power, not both")
        if not self.text and not any(self.primitives()):
            raise ValueError(f"expected at least one of: {', '.join(PARTS)}, text")
        return self

    def __hash__(self) -> int:
        return hash((self.score, self.gate, self.repel, self.on_take))  # a text has none

    @property
    def simulated(self) -> bool:
        """Whether programs can play it."""
        return self.text is None

    @cached_property
    def notes(self) -> frozenset[str]:
        return frozenset(note for primitive in self.primitives() for note in primitive.notes)

    def parts(self, part: str) -> tuple[Primitive, ...]:
        return cast(tuple[Primitive, ...], getattr(self, part))

    def primitives(self) -> Iterator[Primitive]:
        """Taking another square comes last: until then, "it" is the square with the power."""
        last = sorted(self.on_take, key=lambda each: isinstance(each, p.TakeAgain))
        return chain(self.score, self.gate, self.repel, last)

    def find(self, kind: type[PrimitiveT]) -> PrimitiveT | None:
        return next((item for item in self.primitives() if isinstance(item, kind)), None)

    def effects(self, kind: type[EffectT]) -> list[EffectT]:
        """Of a power that has been rolled."""
        return [one for each in self.primitives() if isinstance(one := each.effect(), kind)]

    def repelling(self, own: int) -> frozenset[p.Icons]:
        """The icons that Repel counts around a square for a player who has `own` of the type."""
        ignored = (item.ignored(own) for item in self.repel if isinstance(item, p.Ignore))
        return p.ICONS.difference(*ignored)

    @cached_property
    def is_open(self) -> bool:
        return any(primitive.is_open() for primitive in self.primitives())

    def rolled(self, stream: Stream) -> Self:
        """With every number drawn from `stream`, which nothing else should use."""
        if not self.is_open:
            return self
        parts = {part: tuple(item.rolled(stream) for item in self.parts(part)) for part in PARTS}
        return self.model_copy(update={**parts, "is_open": False})  # which the copy would keep

    def sentence(self, piece: p.NamedType, language: Language) -> str:
        """The power in markup: further scores begin with "also", one without a score with 0 points.
        Raises WordingError."""
        if self.text:
            return localized(self.text, language.code).replace(" [points]", f"{p.NO_BREAK}[points]")
        parts = [*self.primitives()] if self.score else [p.Flat(points=0), *self.primitives()]
        clauses = [primitive.clause(piece, language) for primitive in parts]
        for index, clause in enumerate(clauses[1 : len(self.score)], 1):
            score = clause[:1].lower() + clause[1:]
            clauses[index] = language.say("magnetmen.legend.also", score=score)
        is_number = len(parts) == 1 and isinstance(parts[0], p.Flat)
        return clauses[0] if is_number else f"{'. '.join(clauses)}."
