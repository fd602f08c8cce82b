"""Rolled numbers that leave the roll no choice, or not every choice that they seem to.

Input: a definition of any game. Output: a warning for each {range: ...} or {choice: ...} that is
always the same, and for each range whose steps miss its highest number.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from generator.core.diagnostics import Diagnostic
from generator.core.yaml_source import Loc
from generator.schema.set_files import GameDefinition, SetFile
from generator.schema.set_texts import Place


def constant_numbers(game: str, definition: GameDefinition) -> Iterator[Diagnostic]:
    """Every warning, file by file."""
    for file in definition.files:
        yield from _warnings(file, (), file.source.data)


def _warnings(file: SetFile[Any], loc: Loc, value: Any) -> Iterator[Diagnostic]:
    # Any: a mapping or a list of a YAML file.
    if isinstance(value, dict) and (message := _message(value)):
        yield Place(file, loc).warning(message, "number")
    entries = value.items() if isinstance(value, dict) else enumerate(value)
    for key, entry in entries:
        if isinstance(entry, dict | list):
            yield from _warnings(file, (*loc, key), entry)


def _message(mapping: Mapping[str, Any]) -> str:
    """What is wrong with a mapping if it is such a number; "" otherwise."""
    match mapping:
        case {"choice": [first, *others]} if {*others} == {first}:
            return f"this is always {first}"
        case {"range": [low, high], "step": step}:
            last = range(low, high + 1, step)[-1]
            if last == low:
                return f"this is always {low}: a step of {step} leads past {high}"
            if last != high:
                return f"this is never {high}: in steps of {step} from {low} it ends at {last}"
    return ""
