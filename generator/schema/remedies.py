"""What to write instead, where the cause of a wrong kind of value is plain.

Input: the kind expected and the value found. Output: the end of a message, such as
"; write 1000", or "" when there is nothing to say.
"""

import re
from collections.abc import Callable
from typing import Any

from generator.core.diagnostics import described, quoted
from generator.schema.expected_values import PER_LANGUAGE

WHOLE, NUMBER, TEXT, LIST = "a whole number", "a number", "text", "a list"
BOOL, BLOCK = "true or false", "'key: value' lines"

_DASHES = {ord("\u2212"): "-", ord("\u2013"): "-"}  # minus and dash, as text programs write them
_PLAIN = re.compile(r"[^\W\d]\w*( \w+)*")  # a text that needs no quotes


def advice(expected: str, words: str, found: Any) -> str:
    """The advice for a found value where `expected`, one of the kinds above, was expected.

    `words` says the same more closely: "a list of 2".
    """
    if expected in (WHOLE, NUMBER) and isinstance(found, list):
        return f"; write {{choice: {_inline(found)}}}" if expected == WHOLE else ""
    if found is None or isinstance(found, (list, tuple)):
        return ""
    return _ADVICE[expected](words, found)


def _number(words: str, found: Any) -> str:
    return _numeral(found, whole=False)


def _whole(words: str, found: Any) -> str:
    return _numeral(found, whole=True)


def _numeral(found: Any, whole: bool) -> str:
    """For texts such as '3', −3, 1_000, 2,5 and 20%."""
    if not isinstance(found, str):
        return ""
    text = found.translate(_DASHES).strip().rstrip("%").rstrip()
    text = re.sub(r"(?<=\d)[_,' ](?=\d{3}(\D|$))", "", text).replace(",", ".")
    text = re.sub(r"^([-+]?)(?=\.\d)", r"\g<1>0", text)
    number = re.fullmatch(r"([-+]?)0*(\d{1,15})" + r"(\.\d+)?" * (not whole), text)
    if not number:
        return ""
    plain = "".join(part or "" for part in number.groups())
    return f"; write {found} without quotes" if plain == found else f"; write {plain}"


def _truth(words: str, found: Any) -> str:
    if isinstance(found, str):
        meant = {"yes": "true", "on": "true", "no": "false", "off": "false"}
        word = meant.get(found.lower(), found.lower())
        return f"; write {word}" if word in ("true", "false") else ""
    return ""


def _text(words: str, found: Any) -> str:
    return "" if isinstance(found, dict) else f"; put it in quotes: {quoted(described(found))}"


def _list(words: str, found: Any) -> str:
    if isinstance(found, dict):
        return "; begin each entry with '- '"
    if words == LIST:
        plain = not isinstance(found, str) or _PLAIN.fullmatch(found)
        return f"; put it in brackets: {_inline([found])}" if plain else ""
    ends = re.findall(r"\d+", found) if isinstance(found, str) else []
    return f"; write [{ends[0]}, {ends[1]}]" if len(ends) == 2 else ""


def _block(words: str, found: Any) -> str:
    if isinstance(found, str) and ":" in found:
        return "; put a space behind the ':'"
    if words == PER_LANGUAGE or (words.count("...") == 1 and not isinstance(found, str)):
        return f"; write {words[words.index('{') :].replace('...', _inline(found))}"
    return ""


def _inline(value: Any) -> str:
    """A value as one would write it in YAML, in brackets."""
    if isinstance(value, list):
        return f"[{', '.join(map(_inline, value))}]"
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else described(value)


_ADVICE: dict[str, Callable[[str, Any], str]] = {
    WHOLE: _whole,
    NUMBER: _number,
    TEXT: _text,
    LIST: _list,
    BOOL: _truth,
    BLOCK: _block,
    "nothing": lambda words, found: "",
}
