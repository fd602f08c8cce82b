"""Pydantic's errors as diagnostics at their places, in words for a designer of board games."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, get_args

from pydantic import BaseModel, PydanticUserError
from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

from generator.core.diagnostics import described, key_path, near, quoted, suggestion
from generator.core.yaml_source import KeyPath
from generator.languages import languages
from generator.schema.fields import LANGUAGE_CODE

WHOLE, NUMBER, TEXT, LIST = "a whole number", "a number", "text", "a list"
BOOL, MAPPING = "true or false", "'key: value' lines"
_KINDS = {
    "integer": WHOLE,
    "number": NUMBER,
    "string": TEXT,
    "boolean": BOOL,
    "array": LIST,
    "object": MAPPING,
}
PER_LANGUAGE = "a text for each language, {en: ...}"
_MAX_KEYS_WRITTEN_OUT = 3

_Node = dict[str, Any]
"""A part of a JSON Schema."""


class ExpectedValues:
    """What a model accepts at one place: at `path` in `data`, where it refused the value."""

    def __init__(self, model: type[BaseModel], data: Any, path: Sequence[str | int]):
        self._schema = _schema(model)
        self.data = data  # what a YAML file holds
        self.path = path

    def keys(self) -> list[str] | None:
        """The keys that are allowed in place of the last key of the path; None if unknown. Of
        several shapes, those count that share most keys with the mapping."""
        mapping = self.data
        for entry in self.path[:-1]:
            mapping = mapping[entry]
        nodes = self._nodes(self.path[:-1])
        shapes = [node["properties"] for node in nodes if "properties" in node]
        if not shapes:
            return None
        shared_keys = [len(shape.keys() & mapping.keys()) for shape in shapes]
        most = max(shared_keys)
        likely = [shape for shape, count in zip(shapes, shared_keys, strict=True) if count == most]
        return list(dict.fromkeys(name for shape in likely for name in shape))

    def kind(self) -> str:
        """What is allowed at the path, such as "a number or text"; "" if unknown."""
        kinds = list(dict.fromkeys(filter(None, map(_kind, self._nodes(self.path)))))
        return " or ".join([", ".join(kinds[:-1]), kinds[-1]] if len(kinds) > 1 else kinds)

    def place_of(self, block: Any) -> KeyPath:
        """The path at which the model knows a mapping that it does not know here: inside a key of
        this level, or one level further out; () if it knows none."""
        *above, name = self.path
        inside = [(*above, key) for key in self.keys() or ()]
        for place in [*inside, tuple(above[:-1])] if isinstance(block, dict) else ():
            for node in self._nodes((*place, name)):
                if (required := node.get("required")) and {*required} <= block.keys():
                    return (*place, name)
        return ()

    def is_field(self, path: Sequence[str | int]) -> bool:
        """Whether the last key of a path is one that the model names, rather than the designer."""
        return any(path[-1] in node.get("properties", {}) for node in self._nodes(path[:-1]))

    def is_text(self, path: Sequence[str | int]) -> bool:
        """Whether a text by language, or one of its texts, stands at a path."""
        nodes = [*self._nodes(path), *self._nodes(path[:-1])]
        return any(LANGUAGE_CODE in node.get("patternProperties", {}) for node in nodes)

    def example(self, path: Sequence[str | int]) -> Any:
        """A small value that is allowed at a path; its texts are unlike all others."""
        nodes = self._nodes(path)
        return self._example(nodes[0], key_path(path)) if nodes else None

    def _example(self, node: _Node, text: str) -> Any:
        if "properties" not in node:
            node = next(self._branches(node))
        if values := node.get("enum", [node["const"]] if "const" in node else []):
            return values[0]
        kind = node.get("type", "object")
        kind = kind[0] if isinstance(kind, list) else kind
        if kind == "array":
            fixed = node.get("prefixItems", [])
            items = fixed or [node.get("items", {})] * node.get("minItems", 0)
            return [self._example(item, text) for item in items]
        if kind in ("integer", "number"):
            return node.get("minimum", node.get("exclusiveMinimum", 0) + 1)
        if kind != "object":
            return {"string": "x", "boolean": False}.get(kind)
        if LANGUAGE_CODE in node.get("patternProperties", {}):
            return {"en": text}
        inside = node.get("properties", {})
        one_of = [branch["required"] for branch in node.get("anyOf", ()) if "required" in branch]
        keys = [*node.get("required", ()), *(one_of[0] if one_of else ())]
        keys = keys or [*inside][: node.get("minProperties", 0)]
        return {key: self._example(inside[key], f"{text}.{key}") for key in keys}

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


_DASHES = {ord("\u2212"): "-", ord("\u2013"): "-"}  # minus and dash, as text programs write them
_NEEDS_NO_QUOTES = re.compile(r"[^\W\d]\w*( \w+)*")


def _remedy(expected: str, words: str, value: Any) -> str:
    """The remedy for a value where `expected`, one of the kinds above, was expected; `words` says
    the same more precisely: "a list of 2"."""
    text = value if isinstance(value, str) else None
    if isinstance(value, list):
        return f"; write {{choice: {_inline(value)}}}" if expected == WHOLE else ""
    if value is None or isinstance(value, tuple):
        return ""
    if expected in (WHOLE, NUMBER) and text is not None:
        return _numeral(text, expected == WHOLE)
    if expected == BOOL and text is not None:
        meanings = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        word = meanings.get(text.lower(), text.lower())
        return f"; write {word}" if word in ("true", "false") else ""
    if expected == TEXT:
        is_mapping = isinstance(value, dict)
        return "" if is_mapping else f"; put it in quotes: {quoted(described(value))}"
    if expected == LIST:
        if isinstance(value, dict):
            return "; begin each entry with '- '"
        if words == LIST:
            is_plain = text is None or _NEEDS_NO_QUOTES.fullmatch(text)
            return f"; put it in brackets: {_inline([value])}" if is_plain else ""
        ends = re.fullmatch(r"(\d+)\D+(\d+)", text or "")
        return f"; write [{ends[1]}, {ends[2]}]" if ends else ""
    if expected == MAPPING:
        if text is not None and ":" in text:
            return "; put a space behind the ':'"
        if (words == PER_LANGUAGE and text != "") or (words.count("...") == 1 and text is None):
            return f"; write {words[words.index('{') :].replace('...', _inline(value))}"
    return ""


def _numeral(value: str, whole: bool) -> str:
    """For texts such as '3', −3, 1_000, 2,5 and 20%."""
    text = value.translate(_DASHES).strip().rstrip("%").rstrip()
    text = re.sub(r"(?<=\d)[_,' ](?=\d{3}(\D|$))", "", text).replace(",", ".")
    text = re.sub(r"^([-+]?)(?=\.\d)", r"\g<1>0", text)
    number = re.fullmatch(r"([-+]?)0*(\d{1,15})" + r"(\.\d+)?" * (not whole), text)
    if not number:
        return ""
    plain = "".join(part or "" for part in number.groups())
    return f"; write {value} without quotes" if plain == value else f"; write {plain}"


def _inline(value: Any) -> str:
    """A value as one would write it in YAML on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    is_plain = isinstance(value, str) and _NEEDS_NO_QUOTES.fullmatch(value)
    return value if is_plain else described(value)


_PYDANTIC_KINDS = set(get_args(ErrorType)) - {"value_error", "assertion_error"}
_EXPECTED = {  # by how the kinds of pydantic's errors begin
    "int": WHOLE,
    "float": NUMBER,
    "finite": NUMBER,
    "string": TEXT,
    "bool": BOOL,
    "list": LIST,
    "tuple": LIST,
    "dict": MAPPING,
    "model": MAPPING,
}
_LIMITS = {  # the words, the entry of the context of pydantic's error, and what is counted
    "greater_than": ("more than", "gt", ()),
    "greater_than_equal": ("at least", "ge", ()),
    "less_than": ("less than", "lt", ()),
    "less_than_equal": ("at most", "le", ()),
    "multiple_of": ("a multiple of", "multiple_of", ()),
    "too_short": ("at least", "min_length", (" entry", " entries")),
    "too_long": ("at most", "max_length", (" entry", " entries")),
    "string_too_short": ("at least", "min_length", (" letter", " letters")),
    "string_too_long": ("at most", "max_length", (" letter", " letters")),
}
_PATTERNS = {
    r"^[a-z][a-z0-9_]{0,39}$": "a name of at most 40 letters a-z, digits and '_', a letter first",
    LANGUAGE_CODE: f"a language that can be printed ({', '.join(languages())})",
}


def message_for(error: ErrorDetails, expected: ExpectedValues) -> str:
    """The message for one of ValidationError.errors(); `expected` is about its place."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    found = f"found {described(value)}"
    if kind == "too_short" and value == {} and expected.kind():
        return f"expected {expected.kind()}, found no keys"
    if kind in _LIMITS:
        words, limit, counted = _LIMITS[kind]
        unit = counted[context[limit] != 1] if counted else ""
        return f"expected {words} {context[limit]:.9g}{unit}, {found}"
    if kind in _WORDS:
        return _WORDS[kind](error, expected)
    if wanted := _EXPECTED.get(kind.partition("_")[0]):
        words = (wanted in (MAPPING, LIST) and expected.kind()) or wanted
        return f"expected {words}, {found}{_remedy(wanted, words, value)}"
    message: str = error["msg"]
    if kind in _PYDANTIC_KINDS:
        message = message.replace("Input should be", "expected").removesuffix(".")
        return f"{message[:1].lower()}{message[1:]}, {found}"
    if "error" in context:  # of a validator of ours, like the rest
        return str(context["error"])
    if message.startswith("expected") and "found" not in message:
        message += f", {found}"
    if "allowed" in context:
        message += suggestion(str(context.get("found", value)), context["allowed"])
    return message


def _number(error: ErrorDetails, expected: ExpectedValues) -> str:
    """For the Number of fields.py: a whole number, a choice or a range."""
    value = error["input"]
    message = f"{error['msg']}, found {described(value)}"
    if isinstance(value, dict):
        return message + "".join(suggestion(name, ["choice", "range"]) for name in [*value][:1])
    return f"{message}{_remedy(WHOLE, '', value)}"


def _unknown_key(error: ErrorDetails, expected: ExpectedValues) -> str:
    name, keys = str(error["loc"][-1]), expected.keys()
    if ":" in name:
        return f"unknown key {quoted(name)}; put a space behind the ':'"
    if keys is not None and not keys:
        return f"unknown key {quoted(name)}, expected none here"
    if name in (keys or []):
        return f"{quoted(name)} does not go together with the other keys here, leave one out"
    advice = suggestion(name, keys or [])
    if place := expected.place_of(error["input"]):
        is_deeper = len(place) > len(expected.path)
        other, how = (place, "more") if is_deeper else (expected.path, "less")
        where = f"{'into' if is_deeper else 'beside'} {quoted(str(other[-2]))}"
        advice = f"; to put it {where}, indent it {how}"
    return f"unknown key {quoted(name)}{advice}"


def _missing(error: ErrorDetails, expected: ExpectedValues) -> str:
    last, kind = error["loc"][-1], expected.kind()
    name = f"entry {last + 1}" if isinstance(last, int) else f"the key {quoted(last)}"
    return f"{name} is missing{f', expected {kind}' if kind else ''}"


def _not_one_of(error: ErrorDetails, expected: ExpectedValues) -> str:
    """For a closed list of names, which pydantic gives as one text: 'a', 'b' or 'c'."""
    context = error["ctx"]
    listing = str(context.get("expected_tags", context.get("expected")))
    names = re.findall(r"'((?:[^'\\]|\\.)*)'", listing)
    value = context.get("tag", error["input"])
    if isinstance(value, str) and (len(names) > 1 or near(value, names)):
        return f"{described(value)} is not known here{suggestion(value, names)}"
    words = f"one of: {', '.join(names)};" if len(names) > 1 else f"{names[0]},"
    return f"expected {words} found {described(value)}"


def _pattern_mismatch(error: ErrorDetails, expected: ExpectedValues) -> str:
    pattern, value = error["ctx"]["pattern"], error["input"]
    words = _PATTERNS.get(pattern, f"a text like {pattern}")
    if ":" in value:
        return f"expected {words}, found {described(value)}; put a space behind the ':'"
    name = re.sub(r"[^a-z0-9]+", "_", value.lower().removesuffix(".svg")).strip("_")
    name = name[:2] if pattern == LANGUAGE_CODE else name  # of en_gb, or of english
    write = f"; write {name}" if re.search(pattern, name) else ""
    return f"expected {words}, found {described(value)}{write}"


_WORDS: dict[str, Callable[[ErrorDetails, ExpectedValues], str]] = {
    "extra_forbidden": _unknown_key,
    "missing": _missing,
    "number": _number,
    "literal_error": _not_one_of,
    "enum": _not_one_of,
    "union_tag_invalid": _not_one_of,
    "string_pattern_mismatch": _pattern_mismatch,
}
