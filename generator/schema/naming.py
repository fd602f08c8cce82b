"""Powers, keys and values of a set in words, for tables, reports and diffs."""

import re
from typing import Any

from generator.core.diagnostics import described

_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_POWER_PATH = re.compile(r"types\.(?P<type>.+?)\.powers\[(?P<number>\d+)\](?:\.(?P<rest>.+))?")
_LIST_ENTRY = re.compile(r"(\w+)\[(\d+)\]")


def ordinal(number: int) -> str:
    """The English word for a place in a list; 1 is the first."""
    if number <= len(_ORDINALS):
        return _ORDINALS[number - 1]
    ends = {1: "st", 2: "nd", 3: "rd"} if number // 10 % 10 != 1 else {}
    return f"{number}{ends.get(number % 10, 'th')}"


def key_in_words(key: str) -> str:
    """A key path of a set file in words: types.judge.powers[1].score[0].if.else becomes "judge,
    second power: score if else"."""
    match = _POWER_PATH.fullmatch(key)
    if match is None:
        section, _, place = key.partition(".")
        name, _, rest = place.partition(".")
        if section != "types" or not name:
            return key
        return f"{name}: {rest}" if rest else f"type {name}"
    words = f"{match['type']}, {ordinal(int(match['number']) + 1)} power"
    if match["rest"] is None:
        return words
    return f"{words}: {_LIST_ENTRY.sub(_entry, match['rest']).replace('.', ' ')}"


def value_text(value: Any) -> str:
    """A value of a set file (Any: whatever YAML holds) on one line."""
    if isinstance(value, float):
        return f"{value:g}"
    return " / ".join(described(value).splitlines())


def _entry(match: re.Match[str]) -> str:
    """An entry of a list inside a power; nearly all lists have only one."""
    name, number = match[1], int(match[2]) + 1
    return name if number == 1 else f"{ordinal(number)} {name}"
