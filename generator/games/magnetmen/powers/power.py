"""A power: what an icon of a type is worth, and how it is taken.

Input: a mapping from YAML with the parts score, gate, repel and on_take, each a list of
one-key mappings {primitive: {its parameters}}; or with a free `text` instead. Output: a frozen
Power with the primitives as typed objects, its legend sentence, and what it means for taking.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Self, TypeVar, Union

from pydantic import BeforeValidator, ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError, core_schema

from generator.core.diagnostics import described
from generator.core.seeds import Stream
from generator.games.magnetmen.powers.base import Primitive
from generator.games.magnetmen.powers.flat import Flat
from generator.games.magnetmen.powers.ignore import ICONS, Icons, Ignore
from generator.games.magnetmen.powers.parts import PARTS
from generator.games.magnetmen.powers.same_as import SameAs
from generator.games.magnetmen.powers.wording import NO_BREAK
from generator.languages import Language, localized
from generator.schema.fields import Definition, Weight
from generator.schema.markup import LocalizedMarkup

if TYPE_CHECKING:
    from generator.games.magnetmen.definition import PieceType

P = TypeVar("P", bound=Primitive)

_PART_OF = {kind.name: part for part, kinds in PARTS.items() for kind in kinds}


def _name_of(entry: Any) -> str:
    return entry.name if isinstance(entry, Primitive) else next(iter(entry))


class _Keyed:
    """The mapping {name: parameters} around the parameters."""

    def __init__(self, name: str):
        self.name = name

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return handler(Annotated[source, BeforeValidator(self._inside)])

    def _inside(self, entry: Any) -> Any:
        return entry if isinstance(entry, Primitive) else entry[self.name]


class _UnionOfOne:
    """A union with a single branch, which Union cannot say: its tag is in errors' locations."""

    def __init__(self, name: str):
        self.name = name

    def __get_pydantic_core_schema__(self, source: Any, handler: Any) -> Any:
        return core_schema.tagged_union_schema({self.name: handler(source)}, _name_of)


class _Entry:
    """An entry of a part in JSON Schema: a mapping of one key; a name alone will do where no
    parameter must be given.

    A union of mappings would say the same, but editors offer and explain the keys of one mapping
    better.
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
    """Brings what may stand in a part into the form {name: parameters}, or refuses it."""

    def check(entry: Any) -> Any:
        if isinstance(entry, Primitive):
            name, parameters = entry.name, {}
        elif isinstance(entry, str):
            name, parameters = entry, None
        elif isinstance(entry, Mapping) and len(entry) == 1:
            name, parameters = next(iter(entry.items()))
        else:
            example = f"'- {PARTS[part][0].name}: {{...}}'"
            words = f"expected one kind of power with its parameters, such as {example}"
            if isinstance(entry, Mapping) and entry:
                words += f", found {described(entry)}; begin each kind of power with '- ' and "
                words += "indent its parameters below it"
            raise PydanticCustomError("one_primitive", words)
        if _PART_OF.get(name) != part:
            raise _misplaced(name, part)
        if parameters is None:
            _refuse_bare(name, part)
            parameters = {}
        return entry if isinstance(entry, Primitive) else {name: parameters}

    return BeforeValidator(check)


def _refuse_bare(name: str, part: str) -> None:
    """Refuses a name on its own where the primitive has parameters that must be given."""
    kind = next(kind for kind in PARTS[part] if kind.name == name)
    needed = [key for key, field in kind.model_fields.items() if field.is_required()]
    if needed:
        words = f"expected its parameters, '- {name}: {{{needed[0]}: ...}}', found none"
        raise PydanticCustomError("no_parameters", words, {"loc": (name,)})


def _misplaced(name: str, part: str) -> PydanticCustomError:
    context = {"loc": (name,), "found": name}
    if name in _PART_OF:
        words = f"{name} does not belong in {part}, move it to {_PART_OF[name]}"
        return PydanticCustomError("wrong_part", words, context)
    allowed = [kind.name for kind in PARTS[part]]
    message = "unknown kind of power '{found}'"
    return PydanticCustomError("unknown_primitive", message, {**context, "allowed": allowed})


def _part(part: str) -> Any:
    """The type of a part's list."""
    kinds = tuple(Annotated[kind, _Keyed(kind.name), Tag(kind.name)] for kind in PARTS[part])
    if len(kinds) == 1:
        one = Annotated[kinds[0], _UnionOfOne(PARTS[part][0].name)]
    else:
        one = Annotated[Union[kinds], Discriminator(_name_of)]  # noqa: UP007
    return Annotated[
        tuple[Annotated[one, _keyed_entry(part), _Entry(part)], ...],
        Field(strict=False, json_schema_extra={"minItems": 1}),
    ]


def _parts_or_text() -> dict[str, Any]:
    """What JSON Schema adds: a text without parts, or parts without a text."""
    parts, text = [{"required": [part]} for part in PARTS], {"required": ["text"]}
    return {"anyOf": [*parts, text], "not": {**text, "anyOf": parts}}


class Power(Definition):
    """One variant of what a type can do: at least one of its parts, or a free text."""

    model_config = ConfigDict(json_schema_extra=_parts_or_text())

    weight: Weight = 1
    """Its odds among the type's variants; 0 switches it off."""

    score: _part("score") = ()
    """What each icon is worth at the end; several are added up."""

    gate: _part("gate") = ()
    """When a square may be taken, or destroyed."""

    repel: _part("repel") = ()
    """How Repel treats it."""

    on_take: _part("on_take") = ()
    """What happens when it is taken."""

    text: LocalizedMarkup | None = None
    """Instead of the parts, for experiments: what the legend prints. No rules engine plays it."""

    @model_validator(mode="after")
    def _says_something(self) -> "Power":
        for part in PARTS:
            if part in self.model_fields_set and not self.parts(part):
                words = "expected at least 1 entry, found an empty list"
                raise PydanticCustomError("empty_part", words, {"loc": (part,)})
        if self.text and any(self.primitives()):
            raise ValueError("expected either a text or the parts of a power, not both")
        if not self.text and not any(self.primitives()):
            raise ValueError(f"expected at least one of: {', '.join(PARTS)}, text")
        return self

    @model_validator(mode="after")
    def _kinds_once(self) -> "Power":
        for part in PARTS:
            names = [one.name for one in self.parts(part)]
            for number, one in enumerate(self.parts(part)):
                if one.once and one.name in names[:number]:
                    words = f"{one.name} is given twice in this power, keep one"
                    raise PydanticCustomError("given_twice", words, {"loc": (part, number)})
        return self

    @property
    def simulated(self) -> bool:
        """Whether the rules know what it does: not so for a free text."""
        return self.text is None

    @property
    def scores(self) -> bool:
        """Whether it gives points whatever the owner's other types are worth; a free text may."""
        own = any(not isinstance(one, SameAs) for one in self.score)
        return own or self.text is not None

    def parts(self, part: str) -> tuple[Primitive, ...]:
        """The primitives of the part "score", "gate", "repel" or "on_take"."""
        return getattr(self, part)

    def primitives(self) -> Iterator[Primitive]:
        """All primitives, part by part."""
        for part in PARTS:
            yield from self.parts(part)

    def find(self, kind: type[P]) -> P | None:
        """The first primitive of a kind, such as find(Limit); None if it has none."""
        return next((one for one in self.primitives() if isinstance(one, kind)), None)

    def repelling(self, own: int) -> frozenset[Icons]:
        """Which icons, "open" and "crossed_out", count for Repel around a square of this type
        when a player who has `own` icons of the type wants to take it."""
        ignored = (one.ignored(own) for one in self.repel if isinstance(one, Ignore))
        return ICONS.difference(*ignored)

    def is_open(self) -> bool:
        """Whether a number is still left to the roll."""
        return any(one.is_open() for one in self.primitives())

    def rolled(self, stream: Stream) -> Self:
        """The same power with every number fixed; `stream` should be the power's own."""
        if not self.is_open():
            return self
        fixed = {part: tuple(one.rolled(stream) for one in self.parts(part)) for part in PARTS}
        return self.model_copy(update=fixed)

    def sentence(self, piece: "PieceType", language: Language) -> str:
        """The power as the legend prints it, in the markup of languages/en.

        Raises MissingWordingError.
        """
        if self.text:
            text = language.typeset(localized(self.text, language.code))
            return text.replace(" [points]", f"{NO_BREAK}[points]")
        primitives = list(self.primitives())
        text = ". ".join(self._clauses(piece, language))
        # A value on its own is no sentence and takes no full stop.
        bare = len(primitives) == 1 and isinstance(primitives[0], Flat)
        return text if bare else f"{text}."

    def _clauses(self, piece: "PieceType", language: Language) -> Iterator[str]:
        """What is said of each primitive; of scores behind the first that they come on top, of a
        power without any that it scores 0."""
        if not self.score:
            yield Flat(points=0).clause(piece, language)
        for part in PARTS:
            for number, one in enumerate(self.parts(part)):
                clause = one.clause(piece, language)
                if part == "score" and number:
                    score = clause[:1].lower() + clause[1:]
                    clause = language.say("magnetmen.legend.also", score=score)
                yield clause
