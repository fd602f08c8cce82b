"""Parts of a JSON Schema as Markdown tables: a row for each key.

Input: a schema as schema/json_schema.py makes it, a mapping in it. Output: Markdown. What many keys
have in common (numbers, texts, colours) is explained once, on the page, and only linked here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from generator.layout.theme import PALETTE
from generator.schema.fields import LANGUAGE_CODE

Node = Mapping[str, Any]

_TYPES = {"string": "text", "boolean": "`true` or `false`", "object": "keys, see below"}
_ENDLESS = 1_000_000  # a maximum from here on is only against slips


class Part(NamedTuple):
    """A mapping: the ways through a file that lead to it, such as "types.NAME", and its schema."""

    paths: list[str]
    node: Node


def resolved(schema: Node, node: Node) -> Node:
    """A node, or what it refers to."""
    ref = node.get("$ref")
    return schema["$defs"][ref.rpartition("/")[2]] if ref else node


def parts(schema: Node, node: Node) -> list[Part]:
    """A mapping and all those inside it, each kind once; entries of lists count as their list."""
    found: list[Part] = []
    for path, inner in _mappings(schema, node, ""):
        same = next((part for part in found if part.node == inner), None)
        if same:
            same.paths.append(path)
        else:
            found.append(Part([path], inner))
    return found


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
    """Whether it is a Number of schema/fields.py."""
    return "oneOf" in node and node["oneOf"][0].get("type") == "integer"


def table(schema: Node, node: Node, first: str = "key") -> str:
    """The keys of a mapping; what has to be there says so in place of a default."""
    rows = [f"| {first} | value | default | meaning |", "|---|---|---|---|"]
    for key, inner in node["properties"].items():
        needed = key in node.get("required", ())
        cells = f"`{key}`", value(schema, inner), "required" if needed else _default(inner)
        rows.append(f"| {' | '.join(cells)} | {_help(inner)} |")
    one_of = [f"`{key}`" for case in node.get("oneOf", ()) for key in case["required"]]
    return "\n".join([*rows, *([f"\nExactly one of {_or(one_of, 'and')}."] if one_of else [])])


def value(schema: Node, node: Node) -> str:
    """What a value can be, in words."""
    node = resolved(schema, node)
    if names := node.get("enum", [node["const"]] if "const" in node else []):
        return "[a colour](#colours)" if names == list(PALETTE) else _or([f"`{n}`" for n in names])
    if _is_number(node):
        return f"[a number](#numbers){_span(node['oneOf'][0])}"
    if "oneOf" in node and "properties" not in node:
        return "; or ".join(value(schema, branch) for branch in node["oneOf"])
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return "[a text](#texts)"
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
    """Between which bounds a number is: ", 1 to 99", " from 2"; "" without any."""
    low, high = node.get("minimum"), node.get("maximum")
    if high is not None and high < _ENDLESS:
        return f", {low:g} to {high:g}"
    return f" from {low:g}" if low is not None else ""


def _count(node: Node, of: str) -> str:
    """How many entries there may be."""
    low, high = node[f"min{of}"], node.get(f"max{of}")
    return f"{low} to {high}" if high else f"{low} or more"


def _default(node: Node) -> str:
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
    """The line of help, and a line for each value that has one."""
    meanings = zip(node.get("enum", ()), node.get("enumDescriptions", ()), strict=False)
    return "<br>".join([node["description"], *(f"`{name}`: {text}" for name, text in meanings)])


def _or(names: list[str], word: str = "or") -> str:
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
