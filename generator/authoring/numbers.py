"""Numbers left to the roll that leave it no choice, or not all that is written.

Input: a definition of any game. Output: a warning for each {range: ...} or {choice: ...} that is
always the same, and for each range whose steps miss its highest number.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.authoring.checks import Place
from generator.core.diagnostics import Diagnostic
from generator.core.yaml_source import Loc
from generator.schema.set_files import SetFile


def odd(game: str, definition: Any) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    for file in definition.files:
        yield from _inside(file, (), file.source.data)


def _inside(file: SetFile, loc: Loc, value: Any) -> Iterator[Diagnostic]:
    if isinstance(value, dict) and (words := _oddity(value)):
        yield Place(file, loc).warning(words, "number")
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict | list):
            yield from _inside(file, (*loc, key), entry)


def _oddity(number: Mapping[str, Any]) -> str:
    """What is odd about a mapping, if it is a number and odd."""
    match number:
        case {"choice": [first, *others]} if {*others} == {first}:
            return f"this is always {first}"
        case {"range": [low, high], "step": step}:
            last = range(low, high + 1, step)[-1]
            if last == low:
                return f"this is always {low}: a step of {step} leads past {high}"
            if last != high:
                return f"this is never {high}: in steps of {step} from {low} it ends at {last}"
    return ""
