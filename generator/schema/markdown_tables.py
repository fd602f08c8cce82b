"""Parts of a JSON Schema as Markdown tables with a row for each key.

What many keys share (numbers, texts, colours) is explained once on the page and only linked here.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import yaml

from generator.layout.theme import PALETTE
from generator.schema.fields import LANGUAGE_CODE

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
    low, high = node[f"min{of}"], node.get(f"max{of}")
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
