"""Pydantic's errors in words for a designer of board games.

Input: one of pydantic's error records. Output: what was expected, what was found and, where
there is a usual cause, what to do. A kind of error without an entry here keeps pydantic's
words.
"""

import re
from collections.abc import Callable
from typing import Any, get_args

from pydantic_core.core_schema import ErrorType

from generator.definitions.hints import Hints
from generator.definitions.problems import described, quoted, suggestion

_KNOWN = set(get_args(ErrorType)) - {"value_error", "assertion_error"}

_WHOLE, _NUMBER, _TEXT, _LIST = "a whole number", "a number", "text", "a list"
_BOOL, _BLOCK = "true or false", "'key: value' lines"
_EXPECTED = {
    "int_type": _WHOLE,
    "int_from_float": _WHOLE,
    "int_parsing": _WHOLE,
    "float_type": _NUMBER,
    "float_parsing": _NUMBER,
    "finite_number": _NUMBER,
    "string_type": _TEXT,
    "bool_type": _BOOL,
    "bool_parsing": _BOOL,
    "list_type": _LIST,
    "tuple_type": _LIST,
    "set_type": _LIST,
    "frozen_set_type": _LIST,
    "dict_type": _BLOCK,
    "mapping_type": _BLOCK,
    "model_type": _BLOCK,
    "model_attributes_type": _BLOCK,
    "none_required": "nothing",
}


def _count(number: int, name: str, names: str) -> str:
    return f"{number} {name if number == 1 else names}"


_LIMITS: dict[str, Callable[[dict[str, Any]], str]] = {
    "greater_than": lambda c: f"more than {c['gt']:g}",
    "greater_than_equal": lambda c: f"at least {c['ge']:g}",
    "less_than": lambda c: f"less than {c['lt']:g}",
    "less_than_equal": lambda c: f"at most {c['le']:g}",
    "multiple_of": lambda c: f"a multiple of {c['multiple_of']:g}",
    "too_short": lambda c: f"at least {_count(c['min_length'], 'entry', 'entries')}",
    "too_long": lambda c: f"at most {_count(c['max_length'], 'entry', 'entries')}",
    "string_too_short": lambda c: f"at least {_count(c['min_length'], 'letter', 'letters')}",
    "string_too_long": lambda c: f"at most {_count(c['max_length'], 'letter', 'letters')}",
}

_PATTERNS = {
    r"^[a-z][a-z0-9_]{0,39}$": "a name of at most 40 letters a-z, digits and '_', a letter first",
    r"^[a-z]{2}$": "a language code of two letters a-z, such as en or fr",
}


def message_for(error: Any, hints: Hints) -> str:
    """The message for one of ValidationError.errors(). `hints` is about its place."""
    kind, found, context = error["type"], error["input"], error.get("ctx", {})
    if kind in _EXPECTED:
        expected = _EXPECTED[kind]
        return f"expected {expected}, found {described(found)}{_advice(expected, found)}"
    if kind in _LIMITS:
        return f"expected {_LIMITS[kind](context)}, found {described(found)}"
    if kind in _WORDS:
        return _WORDS[kind](error, hints)
    if kind in _KNOWN:
        words = error["msg"].replace("Input should be", "expected").removesuffix(".")
        return f"{words[:1].lower()}{words[1:]}, found {described(found)}"
    return _own(error)


def _own(error: Any) -> str:
    """The words of a validator of ours, completed with what was found and a near name."""
    context = error.get("ctx", {})
    if "error" in context:
        return str(context["error"])
    words = error["msg"]
    if words.startswith("expected") and "found" not in words:
        words += f", found {described(error['input'])}"
    if "allowed" in context:
        words += suggestion(str(context.get("found", error["input"])), context["allowed"])
    return words


def _unknown_key(error: Any, hints: Hints) -> str:
    name = str(error["loc"][-1])
    if ":" in name:
        return f"unknown key {quoted(name)}; put a space behind the ':'"
    return f"unknown key {quoted(name)}{suggestion(name, hints.keys())}"


def _missing(error: Any, hints: Hints) -> str:
    last, kind = error["loc"][-1], hints.kind()
    name = f"entry {last + 1}" if isinstance(last, int) else f"the key {quoted(last)}"
    return f"{name} is missing{f', expected {kind}' if kind else ''}"


def _not_one_of(error: Any, hints: Hints) -> str:
    """For a closed list of names. Pydantic has them as one text: 'a', 'b' or 'c'."""
    context = error["ctx"]
    names = re.findall(
        r"'((?:[^'\\]|\\.)*)'", context.get("expected_tags", context.get("expected"))
    )
    found = context.get("tag", error["input"])
    if isinstance(found, str):
        return f"{described(found)} is not known here{suggestion(found, names)}"
    return f"expected one of: {', '.join(names)}; found {described(found)}"


def _not_like(error: Any, hints: Hints) -> str:
    pattern, found = error["ctx"]["pattern"], error["input"]
    expected = _PATTERNS.get(pattern, f"a text like {pattern}")
    name = re.sub(r"\W+", "_", found.strip().lower(), flags=re.ASCII).strip("_")
    advice = f"; write {name}" if re.search(pattern, name) else ""
    return f"expected {expected}, found {described(found)}{advice}"


_WORDS: dict[str, Callable[[Any, Hints], str]] = {
    "extra_forbidden": _unknown_key,
    "missing": _missing,
    "literal_error": _not_one_of,
    "enum": _not_one_of,
    "union_tag_invalid": _not_one_of,
    "string_pattern_mismatch": _not_like,
}


def _advice(expected: str, found: Any) -> str:
    """What to write instead, where the cause of a wrong kind of value is plain."""
    scalar = found is not None and not isinstance(found, (dict, list, tuple))
    if expected in (_WHOLE, _NUMBER) and isinstance(found, str):
        plain = re.sub(r"[_,' ](?=\d{3})", "", found.strip()).translate({0x2212: "-", 0x2013: "-"})
        number = re.fullmatch(r"([-+]?)0*(\d{1,15})" + r"(\.\d+)?" * (expected == _NUMBER), plain)
        if number and plain == found:
            return f"; write {found} without quotes"
        return f"; write {plain}" if number else ""
    if expected == _BOOL and isinstance(found, str):
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        word = meant.get(found.lower(), found.lower())
        return f"; write {word}" if word in ("true", "false") else ""
    if expected == _TEXT and scalar:
        return f"; put it in quotes: {quoted(described(found))}"
    if expected == _LIST and scalar:
        return f"; put it in brackets: [{described(found)}]"
    if expected == _BLOCK and isinstance(found, str) and ":" in found:
        return "; put a space behind the ':'"
    return ""
