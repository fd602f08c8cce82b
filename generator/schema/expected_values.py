"""What a model accepts at a place in a file: keys, and kinds of values.

Input: a model, the data that were checked and a path in them. Output: names and words for a
message. They come from the model's JSON Schema, which is only made when something is wrong.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, PydanticUserError

from generator.schema.fields import LANGUAGE_CODE

_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "'key: value' lines",
}
PER_LANGUAGE = "a text for each language, {en: ...}"
_MAX_KEYS_WRITTEN_OUT = 3

_Node = dict[str, Any]
"""A part of a JSON Schema."""


class ExpectedValues:
    """What a model accepts at one place: at `path` in `data`, where it refused the value."""

    def __init__(self, model: type[BaseModel], data: Any, path: Sequence[str | int]):
        # data is what a YAML file holds.
        self._schema = _schema(model)
        self._data = data
        self._path = path

    def keys(self) -> list[str] | None:
        """The keys that are allowed in place of the last key of the path; None if unknown.

        If a mapping may have several shapes, those count that share most keys with it.
        """
        mapping = self._data
        for entry in self._path[:-1]:
            mapping = mapping[entry]
        shapes = [
            node["properties"] for node in self._nodes(self._path[:-1]) if "properties" in node
        ]
        if not shapes:
            return None
        shared_keys = [len(shape.keys() & mapping.keys()) for shape in shapes]
        most = max(shared_keys)
        likely = [shape for shape, count in zip(shapes, shared_keys, strict=True) if count == most]
        return list(dict.fromkeys(name for shape in likely for name in shape))

    def kind(self) -> str:
        """The kinds of value that are allowed at the path, such as "a number or text"; "" if
        unknown."""
        kinds = list(dict.fromkeys(filter(None, map(_kind, self._nodes(self._path)))))
        return " or ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)

    def _nodes(self, path: Sequence[str | int]) -> list[_Node]:
        """Every part of the schema that describes the value at the path."""
        nodes = list(self._branches(self._schema))
        for entry in path:
            inner = [part for node in nodes for part in _parts_for_entry(node, entry)]
            nodes = [branch for part in inner for branch in self._branches(part)]
        return nodes

    def _branches(self, node: _Node) -> Iterator[_Node]:
        """The node itself, or what it refers to and the branches that it is the union of."""
        if "$ref" in node:
            yield from self._branches(self._schema["$defs"][node["$ref"].rpartition("/")[2]])
        elif "properties" in node:  # a oneOf beside them says which of them exclude each other
            yield node
        elif branches := node.get("anyOf") or node.get("oneOf") or node.get("allOf"):
            for branch in branches:
                yield from self._branches(branch)
        else:
            yield node


def _parts_for_entry(node: _Node, entry: str | int) -> Iterator[_Node]:
    """The parts of a node that describe an entry (a key or an index) in its value."""
    if isinstance(entry, int):
        items = node.get("prefixItems", [])
        parts = items[entry : entry + 1] or [node.get("items")]
    elif entry in node.get("properties", {}):
        parts = [node["properties"][entry]]
    else:
        parts = [node.get("additionalProperties"), *node.get("patternProperties", {}).values()]
    yield from (part for part in parts if isinstance(part, dict))


def _kind(node: _Node) -> str:
    """One kind of value in words; a small mapping as it is written: {choice: ...}."""
    if names := node.get("enum", [node["const"]] if "const" in node else []):
        return " or ".join(map(str, names))
    if "prefixItems" in node:
        return f"a list of {len(node['prefixItems'])}"
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return PER_LANGUAGE
    properties = node.get("properties")
    if properties == {}:
        return "nothing"
    kind = node.get("type", "")
    if isinstance(kind, list):  # a mapping that is optional: its first key is the usual one
        return f"{{{next(iter(properties or ()))}: ...}}"
    required = node.get("required")
    if required and len(properties or ()) <= _MAX_KEYS_WRITTEN_OUT:
        return f"{{{', '.join(f'{name}: ...' for name in required)}}}"
    return _KINDS.get(kind, "")


@cache
def _schema(model: type[BaseModel]) -> _Node:
    try:
        return model.model_json_schema()
    except PydanticUserError:  # part of the model has no JSON Schema: nothing is known then
        return {}
