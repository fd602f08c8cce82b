"""The kinds of files that designers write: as JSON Schema for editors, and as Markdown tables.

The help is a text below a field in the source of its model. The compiler drops such texts, so
programs that print never pay for them. They are read from the source when a schema is made. Lines
such as "- own: icons of this type" in it describe the values of a closed list.
"""

import ast
import inspect
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from textwrap import dedent
from typing import Any, NamedTuple

import yaml
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from generator.languages import languages
from generator.layout.theme import PALETTE
from generator.schema.fields import LANGUAGE_CODE

_VALUE_LINE = re.compile(r"^- (\w+): (.*)$")


class Help(NamedTuple):
    """What a field means, and what each of its values means, if it is a closed list."""

    text: str
    values: dict[str, str]


def schema_of(model: type[BaseModel], title: str) -> JsonSchemaValue:
    """The JSON Schema of a kind of file."""
    schema = model.model_json_schema(schema_generator=_EditorSchema)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "title": title}


def help_of(model: type[BaseModel]) -> dict[str, Help]:
    """The help of every field that has some, by the field's name. The help of a subclass takes the
    place of that of its base."""
    help_by_field: dict[str, Help] = {}
    for cls in reversed(model.__mro__):
        if issubclass(cls, BaseModel) and cls.__module__ != BaseModel.__module__:
            help_by_field |= {name: _field_help(text) for name, text in _texts_below(cls).items()}
    return help_by_field


def _texts_below(cls: type) -> dict[str, str]:
    """The texts that stand alone below an annotated name in the body of a class, by this name."""
    try:
        (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
    except OSError:  # a model that was made from a table, with its help
        return {}
    assert isinstance(definition, ast.ClassDef)
    texts: dict[str, str] = {}
    for annotated, below in zip(definition.body, definition.body[1:], strict=False):
        match annotated, below:
            case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                texts[name] = inspect.cleandoc(text)
    return texts


def _field_help(text: str) -> Help:
    """The help in a text. Indented lines continue the line above."""
    lines = re.sub(r"\n +", " ", text).split("\n")
    values = {
        match[1]: match[2] for line in lines if (match := _VALUE_LINE.match(line)) is not None
    }
    plain = " ".join(line for line in lines if not _VALUE_LINE.match(line))
    return Help(" ".join(plain.split()), values)


def _description(text: str) -> JsonSchemaValue:
    """A description. Editors print characters such as ` as they are unless the text is declared to
    be Markdown."""
    description = {"description": text}
    return {**description, "markdownDescription": text} if "`" in text else description


def _class_title(name: str) -> str:
    """The name of a class in words: "Piece type"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", name.strip("_")).capitalize()


class _EditorSchema(GenerateJsonSchema):
    """Pydantic's schema, but in draft 7, with help, and short.

    The parameters are pydantic's own core schemas: Any, because their types are not public.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No: pydantic's titles only repeat the names."""
        return False

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        """With the help of the model and of its fields."""
        result, model = super().model_schema(schema), schema["cls"]
        result["title"] = _class_title(model.__name__)
        paragraphs = (inspect.getdoc(model) or "").split("\n\n")
        result.update(_description("\n\n".join(" ".join(part.split()) for part in paragraphs)))
        for name, field_help in help_of(model).items():
            if name in model.model_fields:
                node = result["properties"][model.model_fields[name].alias or name]
                node.update(_description(field_help.text))
                if field_help.values:
                    node["enumDescriptions"] = [field_help.values[key] for key in node["enum"]]
        return result

    def tagged_union_schema(self, schema: Any) -> JsonSchemaValue:
        """With the types of its branches: without them, editors do not know that a value has to
        follow."""
        result = super().tagged_union_schema(schema)
        types = [self.resolve_ref_schema(branch).get("type") for branch in result["oneOf"]]
        return {"type": list(dict.fromkeys(types)), **result}

    def tuple_schema(self, schema: Any) -> JsonSchemaValue:
        """With the key that draft 7 has for the entries of a tuple."""
        result = super().tuple_schema(schema)
        if "prefixItems" in result:
            result["items"] = result.pop("prefixItems")
        return result

    def dict_schema(self, schema: Any) -> JsonSchemaValue:
        """Without other keys than those of the pattern; texts by language with a description of
        each language."""
        result = super().dict_schema(schema)
        patterns = result.get("patternProperties", {})
        if patterns:
            result["additionalProperties"] = False
        if text := patterns.get(LANGUAGE_CODE):
            result["properties"] = {
                code: {**text, **_description(f"The text that `--language {code}` prints.")}
                for code in languages()
            }
        return result

    def nullable_schema(self, schema: Any) -> JsonSchemaValue:
        """Without null: a key without a value is one whose writing was not finished."""
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: Any) -> JsonSchemaValue:
        """With a default only where one would write it: no null, nothing empty, no mapping."""
        result = super().default_schema(schema)
        default = result.get("default")
        if default is None or default in ("", []) or isinstance(default, dict):
            result.pop("default", None)
        return result


Node = Mapping[str, Any]
"""A JSON Schema, or a part of one."""

_TYPES = {"string": "text", "boolean": "`true` or `false`", "object": "keys, see below"}
_MAX_SHOWN_LIMIT = 1_000_000  # a larger maximum is only there to catch slips


class Part(NamedTuple):
    """A mapping: the paths through a file that lead to it, such as "types.NAME", and its schema."""

    paths: list[str]
    node: Node


def resolved(schema: Node, node: Node) -> Node:
    """A node, or the node that it refers to."""
    if ref := node.get("$ref"):
        target: Node = schema["$defs"][ref.rpartition("/")[2]]
        return target
    return node


def parts(schema: Node, node: Node) -> list[Part]:
    """A mapping and all mappings inside it, each once; entries of a list have the path of the
    list."""
    result: list[Part] = []
    for path, inner in _mappings(schema, node, ""):
        same = next((part for part in result if part.node == inner), None)
        if same:
            same.paths.append(path)
        else:
            result.append(Part([path], inner))
    return result


def _mappings(schema: Node, node: Node, path: str) -> Iterator[tuple[str, Node]]:
    node = resolved(schema, node)
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return
    if "properties" in node:
        if "description" not in node:  # an entry of a power
            return
        yield path, node
        for key, inner in node["properties"].items():
            yield from _mappings(schema, inner, f"{path}.{key}" if path else key)
    for inner in node.get("patternProperties", {}).values():
        yield from _mappings(schema, inner, f"{path}.NAME")
    if isinstance(node.get("items"), dict):
        yield from _mappings(schema, node["items"], path)
    if not _is_number(node):
        for branch in node.get("oneOf", ()):
            yield from _mappings(schema, branch, path)


def _is_number(node: Node) -> bool:
    """Whether a node is a Number of fields.py."""
    return "oneOf" in node and node["oneOf"][0].get("type") == "integer"


def table(schema: Node, node: Node, title: str = "key") -> str:
    """A table of the keys of a mapping under the title of their column; in place of a default,
    required keys say so."""
    rows = [f"| {title} | value | default | meaning |", "|---|---|---|---|"]
    for key, inner in node["properties"].items():
        is_required = key in node.get("required", ())
        cells = f"`{key}`", value(schema, inner), "required" if is_required else _default(inner)
        rows.append(f"| {' | '.join(cells)} | {_help(inner)} |")
    one_of = [f"`{key}`" for case in node.get("oneOf", ()) for key in case["required"]]
    return "\n".join([*rows, *([f"\nExactly one of {_listing(one_of, 'and')}."] if one_of else [])])


def value(schema: Node, node: Node) -> str:
    """The values that a node allows, in words."""
    node = resolved(schema, node)
    if names := node.get("enum", [node["const"]] if "const" in node else []):
        return (
            "[a colour](#colours)"
            if names == list(PALETTE)
            else _listing([f"`{n}`" for n in names])
        )
    if _is_number(node):
        return f"[a number](#numbers){_span(node['oneOf'][0])}"
    if "oneOf" in node and "properties" not in node:
        return "; or ".join(value(schema, branch) for branch in node["oneOf"])
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return "[a text](#texts)"
    if names := node.get("propertyNames"):
        keys = _listing([f"`{name}`" for name in names.get("enum", [names.get("const")])], "and")
        return f"any of the keys {keys}, each {value(schema, node['additionalProperties'])}"
    if "patternProperties" in node:
        return f"{_count(node, 'Properties')} names, each with keys of its own, see below"
    if node["type"] == "array":
        return _list(schema, node)
    if node["type"] in ("integer", "number"):
        whole = "a whole number" if node["type"] == "integer" else "a number"
        return f"{whole}{_span(node)}"
    return "a name" if "pattern" in node else _TYPES[node["type"]]


def _list(schema: Node, node: Node) -> str:
    items = node["items"]
    if isinstance(items, list):
        return f"a list of {len(items)}, each {value(schema, items[0])}"
    if "$ref" in items:
        return f"a list of {_count(node, 'Items')} entries with keys of their own, see below"
    if "anyOf" in items or "properties" in items:
        return "a list of kinds of power, see below"
    return f"a list, each {value(schema, items)}"


def _span(node: Node) -> str:
    """The bounds of a number, such as ", 1 to 99" or " from 2"; "" if it has none."""
    low, high = node.get("minimum"), node.get("maximum")
    if high is not None and high < _MAX_SHOWN_LIMIT:
        return f", {low:g} to {high:g}"
    return f" from {low:g}" if low is not None else ""


def _count(node: Node, of: str) -> str:
    """How many entries (`of`: Items or Properties) there may be."""
    low, high = node.get(f"min{of}", 0), node.get(f"max{of}")
    return f"{low} to {high}" if high else f"{low} or more"


def _default(node: Node) -> str:
    """The default as one would write it; "" if there is none."""
    default = node.get("default", "")
    if default == "":
        return ""
    text = yaml.safe_dump(default, default_flow_style=True).removesuffix("\n...\n").strip()
    return f"`{text}`"


def yaml_on_a_line(values: Node) -> str:
    """A mapping as YAML on one line."""
    text: str = yaml.safe_dump(values, default_flow_style=True, sort_keys=False, width=1000)
    return text.strip()


def _help(node: Node) -> str:
    """The line of help, and a line for each value that has help of its own."""
    meanings = zip(node.get("enum", ()), node.get("enumDescriptions", ()), strict=False)
    return "<br>".join([node["description"], *(f"`{name}`: {text}" for name, text in meanings)])


def _listing(names: list[str], word: str = "or") -> str:
    """Names in words, such as "a, b or c"."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


Schema = Mapping[str, Any]
"""A JSON Schema, or a part of one, as plain data."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file.

    name is that of its schema: that of the game for its sets, GAME-FILE for a file of a game that
    has a fixed name. title and about say what the file is and where it lies; examples are files to
    show. notes are functions that add Markdown to the reference page: each gets the schema, and its
    text follows the table of the keys at its path ("" for the end of the section).
    """

    name: str
    model: type[BaseModel]
    title: str
    about: str
    examples: tuple[Path, ...]
    game: str = ""
    notes: Mapping[str, Callable[[Schema], str]] = field(default_factory=dict)

    @property
    def stem(self) -> str:
        """The name that a file of this kind must have, without its ending; "" for any name."""
        return self.name.partition("-")[2] if self.game else ""

    @property
    def schema_file(self) -> str:
        """The name of the file with its JSON Schema."""
        return f"{self.name}.json"

    def schema_text(self) -> str:
        """Its JSON Schema as the text of a file."""
        schema = schema_of(self.model, self.title)
        return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"
