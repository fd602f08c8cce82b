"""The kinds of files that designers write: as JSON Schema for editors, and as Markdown tables.

The help is a text below a field in the source of its model. Lines such as "- own: icons of this
type" in it describe the values of a closed list.
"""

import ast
import inspect
import json
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Any

import yaml
from pydantic import BaseModel
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue

from generator.languages import languages
from generator.layout.theme import PALETTE
from generator.schema.fields import LANGUAGE_CODE, Choice, Range

Node = Mapping[str, Any]
"""A JSON Schema, or a part of one."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file. name is that of the game for its sets, GAME-FILE where the name is fixed.
    notes are functions that add Markdown to the reference page: each gets the schema, and its text
    follows the table of the keys at its path ("" for the end of the section)."""

    name: str
    model: type[BaseModel]
    title: str
    about: str
    examples: tuple[Path, ...]
    game: str = ""
    notes: Mapping[str, Callable[[Node], str]] = field(default_factory=dict)

    @property
    def stem(self) -> str:
        """The name that a file of this kind must have, without its ending; "" for any name."""
        return self.name.partition("-")[2] if self.game else ""

    @property
    def schema_file(self) -> str:
        return f"{self.name}.json"

    def schema_text(self) -> str:
        """Its JSON Schema as the text of a file."""
        return json.dumps(schema_of(self.model, self.title), ensure_ascii=False, indent=1) + "\n"


def schema_of(model: type[BaseModel], title: str) -> JsonSchemaValue:
    """The JSON Schema of a kind of file."""
    schema = model.model_json_schema(schema_generator=_EditorSchema)
    return {"$schema": "http://json-schema.org/draft-07/schema#", **schema, "title": title}


_PARSING = threading.Lock()  # Python 3.11 fails where two threads parse at once


@cache
def help_of(model: type[BaseModel]) -> dict[str, tuple[str, dict[str, str]]]:
    """What each field means that has help, and what its values mean, if they are a closed list. The
    help of a subclass takes the place of that of its base."""
    help_by_field: dict[str, tuple[str, dict[str, str]]] = {}
    for cls in reversed(model.__mro__):
        if issubclass(cls, BaseModel) and cls.__module__ != BaseModel.__module__:
            try:
                with _PARSING:
                    (definition,) = ast.parse(dedent(inspect.getsource(cls))).body
            except OSError:  # a model that was made from a table, with its help
                continue
            assert isinstance(definition, ast.ClassDef)
            for annotated, below in zip(definition.body, definition.body[1:], strict=False):
                match annotated, below:
                    case ast.AnnAssign(target=ast.Name(name)), ast.Expr(ast.Constant(str(text))):
                        # indented lines continue the line above
                        plain = re.sub(r"\n +", " ", inspect.cleandoc(text))
                        values = dict(re.findall(r"^- (\w+): (.*)$", plain, re.MULTILINE))
                        plain = re.sub(r"^- \w+: .*$", "", plain, flags=re.MULTILINE)
                        help_by_field[name] = " ".join(plain.split()), values
    return help_by_field


def _description(text: str) -> JsonSchemaValue:
    """Editors print characters such as ` as they are unless the text is declared to be Markdown."""
    return {"description": text, **({"markdownDescription": text} if "`" in text else {})}


class _EditorSchema(GenerateJsonSchema):
    """Pydantic's schema, but in draft 7, with help, and short. Any: its types are not public."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False  # they only repeat the names

    def model_schema(self, schema: Any) -> JsonSchemaValue:
        """With a title in words, such as "Piece type", and the help of the model and its fields."""
        result, model = super().model_schema(schema), schema["cls"]
        result["title"] = re.sub(r"\B(?=[A-Z])", " ", model.__name__.strip("_")).capitalize()
        paragraphs = (inspect.getdoc(model) or "").split("\n\n")
        result.update(_description("\n\n".join(" ".join(part.split()) for part in paragraphs)))
        for name, (text, values) in help_of(model).items():
            if name in model.model_fields:
                node = result["properties"][model.model_fields[name].alias or name]
                node.update(_description(text))
                if values:
                    node["enumDescriptions"] = [values[key] for key in node["enum"]]
        return result

    def tagged_union_schema(self, schema: Any) -> JsonSchemaValue:
        """With the types of its branches, or editors do not know that a value has to follow."""
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
        """Without other keys than those of the pattern; a description of each language."""
        result = super().dict_schema(schema)
        if patterns := result.get("patternProperties"):
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


# Markdown ------------------------------------------------------------------------------------

_TYPES = {"string": "text", "boolean": "`true` or `false`", "object": "keys, see below"}
_MAX_SHOWN_LIMIT = 1_000_000  # a larger maximum is only there to catch slips

_OPENING = """\
# The files designers write

Every key, its values, and what it means. `make schema` writes this page from the definitions; an
editor that knows YAML [shows the same](designing.md#help-in-your-editor). Numbers in brackets, such
as (reading 4), are those of [readings.md](readings.md). `NAME` stands for a name you choose: a-z,
0-9 and _, a letter first."""
_TEXTS = """\
## Texts

A text that is printed stands below the code of each language: `{en: Baker, fr: Boulanger}`. A
language without one prints the English text, or else the first one there is. `**bold**` and
`[points]`, the drawn symbol, are understood."""


def page(kinds: Sequence[FileKind]) -> str:
    """The page docs/sets.md: all keys of all kinds of files, with examples."""
    contents = (
        f"- [{kind.title}](#{kind.title.lower().replace(' ', '-')}): {kind.about}" for kind in kinds
    )
    blocks = [_OPENING, "\n".join(contents)]
    for kind in kinds:
        schema = schema_of(kind.model, kind.title)
        blocks += [f"## {kind.title}", kind.about]
        for paths, node in _parts(schema):
            if paths != [""]:
                blocks.append("### " + ", ".join(f"`{path}`" for path in paths))
                blocks.append(node["description"])
            blocks.append(table(schema, node))
            blocks += [kind.notes[path](schema) for path in paths if path and path in kind.notes]
        if "" in kind.notes:
            blocks.append(kind.notes[""](schema))
        blocks.append("### Example" if len(kind.examples) == 1 else "### Examples")
        for file in kind.examples:
            lines = file.read_text(encoding="utf-8").splitlines()
            code = [re.sub(r"\s+# .*", "", line) for line in lines if not re.match(r"\s*#", line)]
            blocks.append("```yaml\n" + "\n".join(code).strip() + "\n```")
    blocks += ["## Numbers", "A number that is linked here can be left to the roll."]
    for model, example in ((Choice, "{choice: [1, 2, 5]}"), (Range, "{range: [1, 4]}")):
        schema = schema_of(model, "")
        blocks += [f"`{example}`: {schema['description']}", table(schema, schema)]
    names = ", ".join(f"`{name}`" for name in PALETTE)
    colours = f"The palette of [theme.py](../generator/layout/theme.py): {names}."
    return "\n\n".join([*blocks, _TEXTS, "## Colours", colours]) + "\n"


def resolved(schema: Node, node: Node) -> Node:
    """A node, or the node that it refers to."""
    if ref := node.get("$ref"):
        target: Node = schema["$defs"][ref.rpartition("/")[2]]
        return target
    return node


def _parts(schema: Node) -> list[tuple[list[str], Node]]:
    """A mapping and all mappings inside it, each once, with the paths through a file that lead to
    it, such as "types.NAME"; entries of a list have the path of the list."""
    result: list[tuple[list[str], Node]] = []
    for path, inner in _mappings(schema, schema, ""):
        same = next((paths for paths, node in result if node == inner), None)
        if same:
            same.append(path)
        else:
            result.append(([path], inner))
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
    """One of fields.py."""
    return "oneOf" in node and node["oneOf"][0].get("type") == "integer"


def table(schema: Node, node: Node, title: str = "key") -> str:
    """The keys of a mapping under the title of their column; values of a closed list that have help
    of their own have a line each."""
    rows = [f"| {title} | value | default | meaning |", "|---|---|---|---|"]
    for key, inner in node["properties"].items():
        default = f"`{yaml_on_a_line(inner['default'])}`" if "default" in inner else ""
        default = "required" if key in node.get("required", ()) else default
        meanings = zip(inner.get("enum", ()), inner.get("enumDescriptions", ()), strict=False)
        texts = [inner.get("description", ""), *(f"`{name}`: {text}" for name, text in meanings)]
        rows.append(f"| `{key}` | {_value(schema, inner)} | {default} | {'<br>'.join(texts)} |")
    one_of = [f"`{key}`" for case in node.get("oneOf", ()) for key in case["required"]]
    return "\n".join([*rows, *([f"\nExactly one of {_listing(one_of, 'and')}."] if one_of else [])])


def _value(schema: Node, node: Node) -> str:
    """The values that a node allows, in words."""
    node = resolved(schema, node)
    if names := node.get("enum", [node["const"]] if "const" in node else []):
        is_colour = names == list(PALETTE)
        return "[a colour](#colours)" if is_colour else _listing([f"`{name}`" for name in names])
    if _is_number(node):
        return f"[a number](#numbers){_span(node['oneOf'][0])}"
    if "properties" not in node and (branches := node.get("oneOf", node.get("anyOf"))):
        return "; or ".join(_value(schema, branch) for branch in branches)
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return "[a text](#texts)"
    if keys := node.get("propertyNames"):
        names = _listing([f"`{name}`" for name in keys.get("enum", [keys.get("const")])], "and")
        return f"any of the keys {names}, each {_value(schema, node['additionalProperties'])}"
    if "patternProperties" in node:
        return f"{_count(node, 'Properties')} names, each with keys of its own, see below"
    kind = node.get("type")
    if kind == "array":
        items = node["items"]
        if isinstance(items, list):
            return f"a list of {len(items)}, each {_value(schema, items[0])}"
        if "$ref" in items:
            return f"a list of {_count(node, 'Items')} entries with keys of their own, see below"
        is_power = "anyOf" in items or "properties" in items
        inside = "kinds of power, see below"
        return f"a list of {inside}" if is_power else f"a list, each {_value(schema, items)}"
    if kind in ("integer", "number"):
        return ("a whole number" if kind == "integer" else "a number") + _span(node)
    return "a name" if "pattern" in node else _TYPES.get(str(kind), "any value")


def _span(node: Node) -> str:
    """The bounds of a number, such as ", 1 to 99" or " from 2"; "" if it has none."""
    low, high = node.get("minimum"), node.get("maximum")
    above, below = node.get("exclusiveMinimum"), node.get("exclusiveMaximum")
    if high is not None and high >= _MAX_SHOWN_LIMIT:
        high = None
    if low is not None and high is not None:
        return f", {low:g} to {high:g}"
    bounds = {" from": low, " above": above, " up to": high, " below": below}
    return "".join(f"{word} {bound:g}" for word, bound in bounds.items() if bound is not None)


def _count(node: Node, of: str) -> str:
    """How many entries (`of`: Items or Properties) there may be."""
    low, high = node.get(f"min{of}", 0), node.get(f"max{of}")
    return f"{low} to {high}" if high else f"{low} or more"


def yaml_on_a_line(value: Any) -> str:
    """A value as YAML on one line."""
    text: str = yaml.safe_dump(value, default_flow_style=True, sort_keys=False, width=1000)
    return text.removesuffix("\n...\n").strip()


def _listing(names: list[str], word: str = "or") -> str:
    """Names in words, such as "a, b or c"."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
