"""Powers, keys and values of a set in words, for tables, reports and diffs."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Any

from generator.core.diagnostics import described

GAP = "…"  # in place of words that are left out
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
)  # fmt: skip
_POWER_PATH = re.compile(r"types\.(?P<type>.+?)\.powers\[(?P<number>\d+)\](?:\.(?P<rest>.+))?")
_LIST_ENTRY = re.compile(r"(\w+)\[(\d+)\]")
_MIN_GAP_LENGTH = 5  # characters; shorter runs inside a text are not left out


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


def differing_parts(texts: Sequence[str]) -> list[str]:
    """Each text without the words that all other texts share with it, which GAP replaces. A text
    of which nothing would remain stays whole."""
    word_lists = [text.split() for text in texts]
    return [
        _without(words, _shared(words, [other for other in word_lists if other is not words]))
        for words in word_lists
    ]


def _shared(words: Sequence[str], others: Sequence[Sequence[str]]) -> list[bool]:
    """For each word, whether all other texts have it in the same place."""
    shared = [bool(others)] * len(words)
    for other in others:
        matcher = SequenceMatcher(None, words, other, autojunk=False)
        matching = {
            block.a + offset
            for block in matcher.get_matching_blocks()
            for offset in range(block.size)
        }
        shared = [is_shared and at in matching for at, is_shared in enumerate(shared)]
    return shared


def _without(words: Sequence[str], shared: Sequence[bool]) -> str:
    """The words with GAP in place of each long enough run of shared ones."""
    if all(shared):
        return " ".join(words)
    parts: list[str] = []
    at = 0
    while at < len(words):
        end = at
        while end < len(words) and shared[end] == shared[at]:
            end += 1
        is_inside = at > 0 and end < len(words)
        run = words[at:end]
        is_long = len(" ".join(run)) >= _MIN_GAP_LENGTH
        parts += [GAP] if shared[at] and (is_long or not is_inside) else run
        at = end
    return " ".join(parts)
