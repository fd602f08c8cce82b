"""The model of a power: parts that are lists of {primitive: {parameters}}, or a free text."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Self, TypeVar, Union, cast

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError, core_schema

from generator.core.diagnostics import described
from generator.core.seeds import Stream
from generator.games.magnetmen.powers.primitives import (
    ICONS,
    NO_BREAK,
    Capacity,
    CloseAdjacent,
    Destroy,
    Flat,
    ForEach,
    Gain,
    Icons,
    If,
    Ignore,
    Immune,
    Limit,
    NamedType,
    NeedsAdjacent,
    NeighbourCanTake,
    Primitive,
    Retire,
    SameAs,
    TakeAgain,
)
from generator.languages import Language, localized
from generator.schema.fields import Definition, LocalizedMarkup, Weight

PARTS: dict[str, tuple[type[Primitive], ...]] = {
    # what each icon is worth at the end
    "score": (Flat, ForEach, SameAs, If),
    # when a square may be taken, or destroyed
    "gate": (NeedsAdjacent, NeighbourCanTake, Limit, Capacity, Immune),
    # how Repel treats it
    "repel": (Ignore,),
    # what happens when it is taken
    "on_take": (CloseAdjacent, Destroy, TakeAgain, Gain, Retire),
}


P = TypeVar("P", bound=Primitive)

_PART_OF = {kind.name: part for part, kinds in PARTS.items() for kind in kinds}


def _name_of(entry: Any) -> str:
    """The name of a primitive, also as {name: parameters}."""
    return entry.name if isinstance(entry, Primitive) else str(next(iter(entry)))


class _Keyed:
    """Unpacks the mapping {name: parameters} before the parameters are checked."""

    def __init__(self, name: str):
        self.name = name

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler(Annotated[source, BeforeValidator(self._parameters)])

    def _parameters(self, entry: Any) -> Any:
        return entry if isinstance(entry, Primitive) else entry[self.name]


class _UnionOfOne:
    """A tagged union with a single branch, which Union cannot express: the location of an error
    then has the tag, as in other unions."""

    def __init__(self, name: str):
        self.name = name

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return core_schema.tagged_union_schema({self.name: handler(source)}, _name_of)


class _Entry:
    """The JSON Schema of an entry of a part: a mapping with one key, or a name alone where no
    parameter is required.

    A union of mappings would mean the same, but editors complete and explain the keys of a single
    mapping better.
    """

    def __init__(self, part: str):
        self.names = [kind.name for kind in PARTS[part]]

    def __get_pydantic_json_schema__(self, schema: Any, handler: Any) -> Any:
        kinds = dict(zip(self.names, handler(schema)["oneOf"], strict=True))
        bare = []
        for name, kind in kinds.items():
            parameters = handler.resolve_ref_schema(kind)
            if "required" not in parameters:
                kinds[name] = {**parameters, "type": ["object", "null"]}
                bare.append(name)
        entry = {"type": "object", "properties": kinds, "additionalProperties": False}
        entry |= {"minProperties": 1, "maxProperties": 1}
        return {"anyOf": [entry, {"enum": bare}]} if bare else entry


def _keyed_entry(part: str) -> BeforeValidator:
    """Normalize an entry of a part to {name: parameters}. Raises PydanticCustomError for others."""

    def check(entry: Any) -> Any:
        parameters: Any = {}
        if isinstance(entry, Primitive):
            name = entry.name
        elif isinstance(entry, str):
            name, parameters = entry, None
        elif isinstance(entry, Mapping) and len(entry) == 1:
            name, parameters = next(iter(entry.items()))
        else:
            raise _not_one_primitive(entry, part)
        if _PART_OF.get(name) != part:
            raise _misplaced(name, part)
        if parameters is None:
            _refuse_bare(name, part)
            parameters = {}
        return entry if isinstance(entry, Primitive) else {name: parameters}

    return BeforeValidator(check)


def _not_one_primitive(entry: Any, part: str) -> PydanticCustomError:
    example = f"'- {PARTS[part][0].name}: {{...}}'"
    words = f"expected one kind of power with its parameters, such as {example}"
    if isinstance(entry, Mapping) and entry:
        words += f", found {described(entry)}; begin each kind of power with '- ' and "
        words += "indent its parameters below it"
    return _custom_error("one_primitive", words)


def _custom_error(code: str, message: str, **context: object) -> PydanticCustomError:
    """An error of pydantic with this message and context."""
    return PydanticCustomError(code, message, context)


def _refuse_bare(name: str, part: str) -> None:
    """Raise PydanticCustomError for a name without parameters if the primitive requires some."""
    kind = next(kind for kind in PARTS[part] if kind.name == name)
    required = [key for key, field in kind.model_fields.items() if field.is_required()]
    if required:
        words = f"expected its parameters, '- {name}: {{{required[0]}: ...}}', found none"
        raise _custom_error("no_parameters", words, loc=(name,))


def _misplaced(name: str, part: str) -> PydanticCustomError:
    """The error for a primitive of another part, or for none."""
    if name in _PART_OF:
        words = f"{name} does not belong in {part}, move it to {_PART_OF[name]}"
        return _custom_error("wrong_part", words, loc=(name,), found=name)
    allowed = [kind.name for kind in PARTS[part]]
    message = "unknown kind of power '{found}'"
    return _custom_error("unknown_primitive", message, loc=(name,), found=name, allowed=allowed)


class _EntriesOf:
    """Checks the list of a part: entries of the primitives in PARTS."""

    def __init__(self, part: str):
        self.part = part

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        entry: Any = Annotated[self._primitive(), _keyed_entry(self.part), _Entry(self.part)]
        return handler(tuple.__class_getitem__((entry, ...)))

    def _primitive(self) -> Any:
        """The union of the part's primitives, told apart by their names."""
        kinds = PARTS[self.part]
        branches = tuple(Annotated[kind, _Keyed(kind.name), Tag(kind.name)] for kind in kinds)
        if len(branches) == 1:
            return Annotated[branches[0], _UnionOfOne(kinds[0].name)]
        return Annotated[Union[branches], Discriminator(_name_of)]  # noqa: UP007


_LIST = Field(strict=False, json_schema_extra={"minItems": 1})


def _parts_or_text() -> dict[str, Any]:
    """What its JSON Schema adds: either a text or parts, not both."""
    parts, text = [{"required": [part]} for part in PARTS], {"required": ["text"]}
    return {"anyOf": [*parts, text], "not": {**text, "anyOf": parts}}


class Power(Definition):
    """One variant of what a type can do: at least one of its parts, or a free text."""

    model_config = ConfigDict(json_schema_extra=_parts_or_text())

    weight: Weight = 1
    """Its odds among the type's variants; 0 switches it off."""

    score: Annotated[tuple[Primitive, ...], _EntriesOf("score"), _LIST] = ()
    """What each icon is worth at the end; several are added up."""

    gate: Annotated[tuple[Primitive, ...], _EntriesOf("gate"), _LIST] = ()
    """When a square may be taken, or destroyed."""

    repel: Annotated[tuple[Primitive, ...], _EntriesOf("repel"), _LIST] = ()
    """How Repel treats it."""

    on_take: Annotated[tuple[Primitive, ...], _EntriesOf("on_take"), _LIST] = ()
    """What happens when it is taken."""

    text: LocalizedMarkup | None = None
    """Instead of the parts, for experiments: what the legend prints. No rules engine plays it."""

    @model_validator(mode="after")
    def _has_parts_or_text(self) -> "Power":
        for part in PARTS:
            if part in self.model_fields_set and not self.parts(part):
                words = "expected at least 1 entry, found an empty list"
                raise _custom_error("empty_part", words, loc=(part,))
        if self.text and any(self.primitives()):
            raise ValueError("expected either a text or the parts of a power, not both")
        if not self.text and not any(self.primitives()):
            raise ValueError(f"expected at least one of: {', '.join(PARTS)}, text")
        return self

    @model_validator(mode="after")
    def _kinds_once(self) -> "Power":
        for part in PARTS:
            names = [primitive.name for primitive in self.parts(part)]
            for index, primitive in enumerate(self.parts(part)):
                if primitive.once and primitive.name in names[:index]:
                    words = f"{primitive.name} is given twice in this power, keep one"
                    raise _custom_error("given_twice", words, loc=(part, index))
        return self

    @property
    def simulated(self) -> bool:
        """Whether programs can play it: false for a free text."""
        return self.text is None

    @property
    def scores(self) -> bool:
        """Whether it scores by itself, not only as many points as another type; a free text may."""
        scores = any(not isinstance(primitive, SameAs) for primitive in self.score)
        return scores or self.text is not None

    def parts(self, part: str) -> tuple[Primitive, ...]:
        """The primitives of the part "score", "gate", "repel" or "on_take"."""
        return cast(tuple[Primitive, ...], getattr(self, part))

    def primitives(self) -> Iterator[Primitive]:
        """All primitives, part by part."""
        for part in PARTS:
            yield from self.parts(part)

    def find(self, kind: type[P]) -> P | None:
        """The first primitive of a kind, such as find(Limit); None if it has none."""
        return next((item for item in self.primitives() if isinstance(item, kind)), None)

    def repelling(self, own: int) -> frozenset[Icons]:
        """The icons, "open" and "crossed_out", that Repel counts around a square of this type for
        a player who has `own` icons of the type."""
        ignored = (item.ignored(own) for item in self.repel if isinstance(item, Ignore))
        return ICONS.difference(*ignored)

    def is_open(self) -> bool:
        """Whether the roll has yet to fix one of its numbers."""
        return any(primitive.is_open() for primitive in self.primitives())

    def rolled(self, stream: Stream) -> Self:
        """Return the power with every number drawn from `stream`, which nothing else should use."""
        if not self.is_open():
            return self
        parts = {part: tuple(item.rolled(stream) for item in self.parts(part)) for part in PARTS}
        return self.model_copy(update=parts)

    def sentence(self, piece: NamedType, language: Language) -> str:
        """The power as the legend prints it, in the markup of languages/en.

        Raises MissingWordingError.
        """
        if self.text:
            text = language.typeset(localized(self.text, language.code))
            return text.replace(" [points]", f"{NO_BREAK}[points]")
        primitives = list(self.primitives())
        text = ". ".join(self._clauses(piece, language))
        is_number = len(primitives) == 1 and isinstance(primitives[0], Flat)
        return text if is_number else f"{text}."

    def _clauses(self, piece: NamedType, language: Language) -> Iterator[str]:
        """The clause of each primitive. Further scores begin with "also"; a power without a score
        begins with 0 points."""
        if not self.score:
            yield Flat(points=0).clause(piece, language)
        for part in PARTS:
            for index, primitive in enumerate(self.parts(part)):
                clause = primitive.clause(piece, language)
                if part == "score" and index:
                    score = clause[:1].lower() + clause[1:]
                    clause = language.say("magnetmen.legend.also", score=score)
                yield clause
