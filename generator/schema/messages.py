"""Pydantic's errors in words for a designer of board games.

Input: one of pydantic's error records. Output: what was expected, what was found and, where there
is a usual cause, what to do. A kind of error without an entry here keeps pydantic's words.
"""

import re
from collections.abc import Callable
from typing import Any, get_args

from pydantic_core import ErrorDetails
from pydantic_core.core_schema import ErrorType

from generator.core.diagnostics import described, quoted, suggestion
from generator.languages import languages
from generator.schema.expected_values import ExpectedValues
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.remedies import BOOL, LIST, MAPPING, NUMBER, TEXT, WHOLE, remedy

_PYDANTIC_KINDS = set(get_args(ErrorType)) - {"value_error", "assertion_error"}

_EXPECTED = {
    "int_type": WHOLE,
    "int_from_float": WHOLE,
    "int_parsing": WHOLE,
    "float_type": NUMBER,
    "float_parsing": NUMBER,
    "finite_number": NUMBER,
    "string_type": TEXT,
    "bool_type": BOOL,
    "bool_parsing": BOOL,
    "list_type": LIST,
    "tuple_type": LIST,
    "set_type": LIST,
    "frozen_set_type": LIST,
    "dict_type": MAPPING,
    "mapping_type": MAPPING,
    "model_type": MAPPING,
    "model_attributes_type": MAPPING,
    "none_required": "nothing",
}


def _count(number: int, singular: str, plural: str) -> str:
    return f"{number} {singular if number == 1 else plural}"


_LIMITS: dict[str, Callable[[dict[str, Any]], str]] = {  # from the context of pydantic's error
    "greater_than": lambda context: f"more than {context['gt']:g}",
    "greater_than_equal": lambda context: f"at least {context['ge']:g}",
    "less_than": lambda context: f"less than {context['lt']:g}",
    "less_than_equal": lambda context: f"at most {context['le']:g}",
    "multiple_of": lambda context: f"a multiple of {context['multiple_of']:g}",
    "too_short": lambda context: f"at least {_count(context['min_length'], 'entry', 'entries')}",
    "too_long": lambda context: f"at most {_count(context['max_length'], 'entry', 'entries')}",
    "string_too_short": lambda context: (
        f"at least {_count(context['min_length'], 'letter', 'letters')}"
    ),
    "string_too_long": lambda context: (
        f"at most {_count(context['max_length'], 'letter', 'letters')}"
    ),
}

_PATTERNS = {
    r"^[a-z][a-z0-9_]{0,39}$": "a name of at most 40 letters a-z, digits and '_', a letter first",
    LANGUAGE_CODE: f"a language that can be printed ({', '.join(languages())})",
}


def message_for(error: ErrorDetails, expected: ExpectedValues) -> str:
    """The message for one of ValidationError.errors(); `expected` is about its place."""
    kind, value, context = error["type"], error["input"], error.get("ctx", {})
    if kind in _EXPECTED:
        return _wrong_kind(_EXPECTED[kind], value, expected)
    if kind == "too_short" and value == {} and expected.kind():
        return f"expected {expected.kind()}, found no keys"
    if kind in _LIMITS:
        return f"expected {_LIMITS[kind](context)}, found {described(value)}"
    if kind in _WORDS:
        return _WORDS[kind](error, expected)
    if kind in _PYDANTIC_KINDS:
        message = error["msg"].replace("Input should be", "expected").removesuffix(".")
        return f"{message[:1].lower()}{message[1:]}, found {described(value)}"
    return _validator_message(error)


def _wrong_kind(kind: str, value: Any, expected: ExpectedValues) -> str:
    # Any: whatever a YAML file holds at the place.
    words = expected.kind() if kind in (MAPPING, LIST) else ""
    words = words or kind
    return f"expected {words}, found {described(value)}{remedy(kind, words, value)}"


def _validator_message(error: ErrorDetails) -> str:
    """The message of a validator of ours, with what was found and a similar name."""
    context = error.get("ctx", {})
    if "error" in context:
        return str(context["error"])
    message = error["msg"]
    if message.startswith("expected") and "found" not in message:
        message += f", found {described(error['input'])}"
    if "allowed" in context:
        message += suggestion(str(context.get("found", error["input"])), context["allowed"])
    return message


def _number(error: ErrorDetails, expected: ExpectedValues) -> str:
    """For the Number of fields.py: a whole number, a choice or a range."""
    value = error["input"]
    message = f"{error['msg']}, found {described(value)}"
    if isinstance(value, dict):
        return message + "".join(suggestion(name, ["choice", "range"]) for name in [*value][:1])
    return f"{message}{remedy(WHOLE, '', value)}"


def _unknown_key(error: ErrorDetails, expected: ExpectedValues) -> str:
    name, keys = str(error["loc"][-1]), expected.keys()
    if ":" in name:
        return f"unknown key {quoted(name)}; put a space behind the ':'"
    if keys is not None and not keys:
        return f"unknown key {quoted(name)}, expected none here"
    if name in (keys or []):
        return f"{quoted(name)} does not go together with the other keys here, leave one out"
    return f"unknown key {quoted(name)}{suggestion(name, keys or [])}"


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
    if isinstance(value, str):
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
