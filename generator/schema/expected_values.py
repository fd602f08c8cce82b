"""What a model would have taken at a place in a file: keys, and kinds of values.

Input: a model, the data checked and a path in it. Output: names and words for a message. They
come from the model's JSON Schema, which is made only once something is wrong.
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
_FEW_KEYS = 3

_Node = dict[str, Any]


class Hints:
    """Answers about one place: the value at `path` in `data`, which `model` refused."""

    def __init__(self, model: type[BaseModel], data: Any, path: Sequence[str | int]):
        self._schema = _schema(model)
        self._data = data
        self._path = path

    def keys(self) -> list[str] | None:
        """The keys that the model knows where the last key of the path stands.

        None when that is unknown. Of several shapes a mapping may have, those count that have
        most of the keys that are there.
        """
        present = self._data
        for entry in self._path[:-1]:
            present = present[entry]
        shapes = [
            node["properties"] for node in self._nodes(self._path[:-1]) if "properties" in node
        ]
        if not shapes:
            return None
        common = [len(shape.keys() & present.keys()) for shape in shapes]
        likely = [shape for shape, n in zip(shapes, common, strict=True) if n == max(common)]
        return list(dict.fromkeys(name for shape in likely for name in shape))

    def kind(self) -> str:
        """The kinds of value that fit at the path, such as "a number or text"; "" if unknown."""
        kinds = list(dict.fromkeys(filter(None, map(_kind, self._nodes(self._path)))))
        return " or ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)

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
        elif "properties" in node:  # a oneOf beside them says which go together
            yield node
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


def _kind(node: _Node) -> str:
    """One kind of value in words; small mappings as they are written: {choice: ...}."""
    if names := node.get("enum", [node["const"]] if "const" in node else []):
        return " or ".join(map(str, names))
    if "prefixItems" in node:
        return f"a list of {len(node['prefixItems'])}"
    if LANGUAGE_CODE in node.get("patternProperties", {}):
        return PER_LANGUAGE
    known = node.get("properties")
    if known == {}:
        return "nothing"
    kind = node.get("type", "")
    if isinstance(kind, list):  # a mapping that may be left out: its first key is the usual one
        return f"{{{next(iter(known))}: ...}}"
    if (needed := node.get("required")) and len(known or ()) <= _FEW_KEYS:
        return f"{{{', '.join(f'{name}: ...' for name in needed)}}}"
    return _KINDS.get(kind, "")


@cache
def _schema(model: type[BaseModel]) -> _Node:
    try:
        return model.model_json_schema()
    except PydanticUserError:  # part of the model has no JSON Schema: no hints then
        return {}
