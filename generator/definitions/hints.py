"""What a model would have taken at a place in a file: keys, and kinds of values.

Input: a model, the data checked and a path in it. Output: names and words for a message. They
come from the model's JSON Schema, which is made only once something is wrong.
"""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from pydantic import BaseModel, PydanticUserError

_KINDS = {
    "integer": "a whole number",
    "number": "a number",
    "string": "text",
    "boolean": "true or false",
    "array": "a list",
    "object": "'key: value' lines",
}

_Node = dict[str, Any]


class Hints:
    """Answers about one place: the value at `path` in `data`, which `model` refused."""

    def __init__(self, model: type[BaseModel], data: Any, path: Sequence[str | int]):
        self._schema = _schema(model)
        self._data = data
        self._path = path

    def keys(self) -> list[str]:
        """The keys that the model knows where the last key of the path stands."""
        present = self._data
        for entry in self._path[:-1]:
            present = present[entry]
        shapes = [node for node in self._nodes(self._path[:-1]) if "properties" in node]
        common = [len(node["properties"].keys() & present.keys()) for node in shapes]
        names = [
            name
            for node, count in zip(shapes, common, strict=True)
            if count == max(common)
            for name in node["properties"]
        ]
        return list(dict.fromkeys(names))

    def kind(self) -> str:
        """The kinds of value that fit at the path, such as "a number or text"; "" if unknown."""
        kinds = [_KINDS.get(node.get("type", ""), "") for node in self._nodes(self._path)]
        return " or ".join(dict.fromkeys(filter(None, kinds)))

    def _nodes(self, path: Sequence[str | int]) -> list[_Node]:
        """Every part of the schema that describes the value at the path."""
        nodes = list(self._branches(self._schema))
        for entry in path:
            inner = [part for node in nodes for part in _inside(node, entry)]
            nodes = [branch for part in inner for branch in self._branches(part)]
        return nodes

    def _branches(self, node: _Node) -> Iterator[_Node]:
        """The node itself, or what it refers to and the branches it is the union of."""
        if "$ref" in node:
            yield from self._branches(self._schema["$defs"][node["$ref"].rpartition("/")[2]])
        elif branches := node.get("anyOf") or node.get("oneOf") or node.get("allOf"):
            for branch in branches:
                yield from self._branches(branch)
        else:
            yield node


def _inside(node: _Node, entry: str | int) -> Iterator[_Node]:
    """The parts of the node that describe the entry in its value."""
    if isinstance(entry, int):
        items = node.get("prefixItems", [])
        parts = items[entry : entry + 1] or [node.get("items")]
    elif entry in node.get("properties", {}):
        parts = [node["properties"][entry]]
    else:
        parts = [node.get("additionalProperties"), *node.get("patternProperties", {}).values()]
    yield from (part for part in parts if isinstance(part, dict))


@cache
def _schema(model: type[BaseModel]) -> _Node:
    try:
        return model.model_json_schema()
    except PydanticUserError:  # part of the model has no JSON Schema: no hints then
        return {}
