"""What to write instead, where the cause of a wrong kind of value is obvious.

Input: the kind expected and the value found. Output: the end of a message, such as "; write 1000",
or "" when there is nothing to say.
"""

import re
from collections.abc import Callable
from typing import Any

from generator.core.diagnostics import described, quoted
from generator.schema.expected_values import PER_LANGUAGE

WHOLE, NUMBER, TEXT, LIST = "a whole number", "a number", "text", "a list"
BOOL, MAPPING = "true or false", "'key: value' lines"

_DASHES = {ord("\u2212"): "-", ord("\u2013"): "-"}  # minus and dash, as text programs write them
_NEEDS_NO_QUOTES = re.compile(r"[^\W\d]\w*( \w+)*")

# In this module Any is a value of a YAML file.


def remedy(expected: str, words: str, value: Any) -> str:
    """The remedy for a value where `expected`, one of the kinds above, was expected; `words` says
    the same more precisely: "a list of 2"."""
    if expected in (WHOLE, NUMBER) and isinstance(value, list):
        return f"; write {{choice: {_inline(value)}}}" if expected == WHOLE else ""
    if value is None or isinstance(value, (list, tuple)):
        return ""
    return _REMEDIES[expected](words, value)


def _number(words: str, value: Any) -> str:
    return _numeral(value, whole=False)


def _whole(words: str, value: Any) -> str:
    return _numeral(value, whole=True)


def _numeral(value: Any, whole: bool) -> str:
    """For texts such as '3', −3, 1_000, 2,5 and 20%."""
    if not isinstance(value, str):
        return ""
    text = value.translate(_DASHES).strip().rstrip("%").rstrip()
    text = re.sub(r"(?<=\d)[_,' ](?=\d{3}(\D|$))", "", text).replace(",", ".")
    text = re.sub(r"^([-+]?)(?=\.\d)", r"\g<1>0", text)
    number = re.fullmatch(r"([-+]?)0*(\d{1,15})" + r"(\.\d+)?" * (not whole), text)
    if not number:
        return ""
    plain = "".join(part or "" for part in number.groups())
    return f"; write {value} without quotes" if plain == value else f"; write {plain}"


def _truth(words: str, value: Any) -> str:
    if isinstance(value, str):
        meanings = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        word = meanings.get(value.lower(), value.lower())
        return f"; write {word}" if word in ("true", "false") else ""
    return ""


def _text(words: str, value: Any) -> str:
    return "" if isinstance(value, dict) else f"; put it in quotes: {quoted(described(value))}"


def _list(words: str, value: Any) -> str:
    if isinstance(value, dict):
        return "; begin each entry with '- '"
    if words == LIST:
        is_plain = not isinstance(value, str) or _NEEDS_NO_QUOTES.fullmatch(value)
        return f"; put it in brackets: {_inline([value])}" if is_plain else ""
    ends = re.fullmatch(r"(\d+)\D+(\d+)", value) if isinstance(value, str) else None
    return f"; write [{ends[1]}, {ends[2]}]" if ends else ""


def _mapping(words: str, value: Any) -> str:
    if isinstance(value, str) and ":" in value:
        return "; put a space behind the ':'"
    if words == PER_LANGUAGE or (words.count("...") == 1 and not isinstance(value, str)):
        return f"; write {words[words.index('{') :].replace('...', _inline(value))}"
    return ""


def _inline(value: Any) -> str:
    """A value as one would write it in YAML on one line."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    is_plain = isinstance(value, str) and _NEEDS_NO_QUOTES.fullmatch(value)
    return value if is_plain else described(value)


_REMEDIES: dict[str, Callable[[str, Any], str]] = {
    WHOLE: _whole,
    NUMBER: _number,
    TEXT: _text,
    LIST: _list,
    BOOL: _truth,
    MAPPING: _mapping,
    "nothing": lambda words, value: "",
}
