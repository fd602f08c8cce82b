"""Two versions compared, for people and for programs.

Input: two loaded versions. Output: a Difference; as text, or as JSON.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from generator.authoring import diff
from generator.authoring.diff import Boards, Change, Loaded, Text
from generator.schema.differences import value_text
from generator.schema.naming import key_in_words

_SHOWN = 5  # seeds of boards that differ are named, so many


@dataclass(frozen=True, slots=True)
class Difference:
    """All that differs between two versions; boards is None where nothing is random."""

    old: str
    new: str
    keys: tuple[Change, ...]
    texts: tuple[Text, ...]
    odds: tuple[Change, ...]
    boards: Boards | None

    @property
    def any(self) -> bool:
        changed = self.boards is not None and len(self.boards.same) < self.boards.seeds
        return bool(self.keys or self.texts or self.odds or changed)


def compared(old: Loaded, new: Loaded, seeds: Sequence[str], size: str) -> Difference:
    """Raises RollError, OptionError."""
    return Difference(
        old.version.label,
        new.version.label,
        tuple(diff.changes(old, new)),
        tuple(diff.texts(old, new)),
        tuple(diff.odds(old, new)),
        diff.boards(old, new, seeds, size),
    )


def as_json(found: Difference) -> str:
    """The difference for programs."""
    data: dict[str, Any] = {
        "old": found.old,
        "new": found.new,
        "keys": [change._asdict() for change in found.keys],
        "texts": [text._asdict() for text in found.texts],
        "odds": [change._asdict() for change in found.odds],
        "boards": None,
    }
    if found.boards is not None:
        squares = [change._asdict() for change in found.boards.squares]
        data["boards"] = {**asdict(found.boards), "squares": squares}
    return json.dumps(data, indent=2, ensure_ascii=False)


def as_text(found: Difference) -> str:
    """The difference for people."""
    lines = [f"old: {found.old}", f"new: {found.new}"]
    if not found.any:
        return "\n".join([*lines, "nothing differs", *_boards(found.boards)])
    parts = {
        "texts": list(_texts(found.texts)),
        "keys": [_line(change, value_text) for change in found.keys],
        "odds": [_line(change, _percent) for change in found.odds],
        "boards": list(_boards(found.boards)),
    }
    for title, part in parts.items():
        lines += ["", f"{title}:", *(f"  {line}" for line in part)] if part else []
    return "\n".join(lines)


def _line(change: Change, show: Callable[[Any], str]) -> str:
    key = key_in_words(change.key)
    if change.old is None:
        return f"{key}: added{_inside(change.new, show)}"
    if change.new is None:
        return f"{key}: removed{_inside(change.old, show)}"
    return f"{key}: {show(change.old)} -> {show(change.new)}"


def _inside(value: Any, show: Callable[[Any], str]) -> str:
    """A value that came or went; what has others inside is told by its texts."""
    return "" if isinstance(value, dict | list) else f", {show(value)}"


def _percent(share: float) -> str:
    return f"{share:g}%"


def _texts(texts: Sequence[Text]) -> Iterator[str]:
    for key in dict.fromkeys(text.key for text in texts):
        yield f"{key_in_words(key)}:"
        for text in (each for each in texts if each.key == key):
            yield from (f"  {text.language} - {text.old}",) if text.old is not None else ()
            yield from (f"  {text.language} + {text.new}",) if text.new is not None else ()


def _boards(boards: Boards | None) -> Iterator[str]:
    if boards is None:
        return
    yield f"of {boards.seeds} seeds {len(boards.same)} roll the same{_share(boards.same, boards)}"
    if boards.powers:
        yield f"{len(boards.powers)} differ in powers only{_named(boards.powers)}"
    if boards.other:
        yield f"{len(boards.other)} differ in types or squares{_named(boards.other)}"
    for change in boards.squares:
        old, new = change.old or 0, change.new or 0
        yield f"{change.key}: {old:g} -> {new:g} squares in the mean of all {boards.size} boards"


def _share(seeds: Sequence[str], boards: Boards) -> str:
    return f" ({len(seeds) / boards.seeds:.0%})"


def _named(seeds: Sequence[str]) -> str:
    more = ", ..." if len(seeds) > _SHOWN else ""
    return f": {', '.join(seeds[:_SHOWN])}{more}"
