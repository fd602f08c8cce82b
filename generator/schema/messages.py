"""Pydantic's errors in words for a designer of board games.

Input: one of pydantic's error records. Output: what was expected, what was found and, where
there is a usual cause, what to do. A kind of error without an entry here keeps pydantic's
words.
"""

import re
from collections.abc import Callable
from typing import Any, get_args

from pydantic_core.core_schema import ErrorType

from generator.core.diagnostics import described, quoted, suggestion
from generator.languages import languages
from generator.schema.expected_values import Hints
from generator.schema.fields import LANGUAGE_CODE
from generator.schema.remedies import BLOCK, BOOL, LIST, NUMBER, TEXT, WHOLE, advice

_KNOWN = set(get_args(ErrorType)) - {"value_error", "assertion_error"}

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
    "dict_type": BLOCK,
    "mapping_type": BLOCK,
    "model_type": BLOCK,
    "model_attributes_type": BLOCK,
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
    LANGUAGE_CODE: f"a language that can be printed ({', '.join(languages())})",
}


def message_for(error: Any, hints: Hints) -> str:
    """The message for one of ValidationError.errors(). `hints` is about its place."""
    kind, found, context = error["type"], error["input"], error.get("ctx", {})
    if kind in _EXPECTED:
        return _wrong_kind(_EXPECTED[kind], found, hints)
    if kind == "too_short" and found == {} and hints.kind():
        return f"expected {hints.kind()}, found no keys"
    if kind in _LIMITS:
        return f"expected {_LIMITS[kind](context)}, found {described(found)}"
    if kind in _WORDS:
        return _WORDS[kind](error, hints)
    if kind in _KNOWN:
        words = error["msg"].replace("Input should be", "expected").removesuffix(".")
        return f"{words[:1].lower()}{words[1:]}, found {described(found)}"
    return _own(error)


def _wrong_kind(expected: str, found: Any, hints: Hints) -> str:
    words = hints.kind() if expected in (BLOCK, LIST) else ""
    words = words or expected
    return f"expected {words}, found {described(found)}{advice(expected, words, found)}"


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


def _number(error: Any, hints: Hints) -> str:
    """For the Number of fields.py: a whole number, a choice or a range."""
    found = error["input"]
    if isinstance(found, dict):
        return f"{error['msg']}, found {described(found)}" + "".join(
            suggestion(name, ["choice", "range"]) for name in [*found][:1]
        )
    return f"{error['msg']}, found {described(found)}{advice(WHOLE, '', found)}"


def _unknown_key(error: Any, hints: Hints) -> str:
    name, keys = str(error["loc"][-1]), hints.keys()
    if ":" in name:
        return f"unknown key {quoted(name)}; put a space behind the ':'"
    if keys is not None and not keys:
        return f"unknown key {quoted(name)}, expected none here"
    if name in (keys or []):
        return f"{quoted(name)} does not go together with the other keys here, leave one out"
    return f"unknown key {quoted(name)}{suggestion(name, keys or [])}"


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
    words = f"one of: {', '.join(names)};" if len(names) > 1 else f"{names[0]},"
    return f"expected {words} found {described(found)}"


def _not_like(error: Any, hints: Hints) -> str:
    pattern, found = error["ctx"]["pattern"], error["input"]
    expected = _PATTERNS.get(pattern, f"a text like {pattern}")
    if ":" in found:
        return f"expected {expected}, found {described(found)}; put a space behind the ':'"
    name = re.sub(r"[^a-z0-9]+", "_", found.lower().removesuffix(".svg")).strip("_")
    name = name[:2] if pattern == LANGUAGE_CODE else name  # of en_gb, or of english
    write = f"; write {name}" if re.search(pattern, name) else ""
    return f"expected {expected}, found {described(found)}{write}"


_WORDS: dict[str, Callable[[Any, Hints], str]] = {
    "extra_forbidden": _unknown_key,
    "missing": _missing,
    "number": _number,
    "literal_error": _not_one_of,
    "enum": _not_one_of,
    "union_tag_invalid": _not_one_of,
    "string_pattern_mismatch": _not_like,
}
