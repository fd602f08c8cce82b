"""The values that differ between two versions of the same sets."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, NamedTuple

from generator.core.diagnostics import described
from generator.schema.set_files import GameDefinition, SetFile

KeyPath = tuple[str | int, ...]
"""The keys and indexes that lead to a value in a file."""

# In this module Any is a value of a YAML file: a mapping, a list or a scalar.


class ValueChange(NamedTuple):
    """A value that differs; None where it is absent.

    The path to an entry of a list is that in the new file, or that in the old file for an entry
    that was removed.
    """

    file: SetFile[Any]
    path: KeyPath
    old: Any
    new: Any


def value_changes(
    old: GameDefinition, new: GameDefinition, excluded: Collection[KeyPath] = ()
) -> list[ValueChange]:
    """Every value that differs, file by file, except what lies at or below an excluded path."""
    return [
        ValueChange(new_file, path, old_value, new_value)
        for old_file, new_file in zip(old.files, new.files, strict=True)
        for path, old_value, new_value in _differences(_data(old_file), _data(new_file), ())
        if not any(path[:length] in excluded for length in range(len(path) + 1))
    ]


def _data(file: SetFile[Any]) -> Any:
    return file.content.model_dump(mode="json", by_alias=True)


def _differences(old: Any, new: Any, path: KeyPath) -> Iterator[tuple[KeyPath, Any, Any]]:
    """The paths at which two values differ, as deep inside as both have a value."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from _differences(old.get(key), new.get(key), (*path, key))
    elif isinstance(old, list) and isinstance(new, list):
        for pair in matched_entries(old, new):
            old_entry = None if pair.old is None else old[pair.old]
            new_entry = None if pair.new is None else new[pair.new]
            yield from _differences(old_entry, new_entry, (*path, pair.place))
    elif old != new:
        yield path, old, new


class EntryPair(NamedTuple):
    """The indexes of an entry in the old and in the new list; None where it is absent. At least
    one is a number."""

    old: int | None
    new: int | None

    @property
    def place(self) -> int:
        """The new index, or the old one of an entry that was removed."""
        place = self.old if self.new is None else self.new
        assert place is not None
        return place


def matched_entries(old: Sequence[Any], new: Sequence[Any]) -> list[EntryPair]:
    """The entries of two lists in pairs: in the order of the new list, then those removed.

    Entries that are equal but for their odds are partners, then those that differ in values only,
    then the others in order.
    """
    unmatched = list(range(len(old)))
    partners: dict[int, int] = {}
    fingerprints: tuple[Callable[[Any], Any], ...] = (_without_odds, _shape, lambda entry: None)
    for fingerprint in fingerprints:
        for index, entry in enumerate(new):
            if index in partners:
                continue
            alike = (at for at in unmatched if fingerprint(old[at]) == fingerprint(entry))
            partner = next(alike, None)
            if partner is not None:
                partners[index] = partner
                unmatched.remove(partner)
    pairs = [EntryPair(partners.get(index), index) for index in range(len(new))]
    return [*pairs, *(EntryPair(index, None) for index in unmatched)]


def _shape(entry: Any) -> Any:
    """An entry without its values: its keys, and how they are nested."""
    if isinstance(entry, dict):
        return {key: _shape(value) for key, value in entry.items()}
    if isinstance(entry, list):
        return [_shape(value) for value in entry]
    return None


def _without_odds(entry: Any) -> Any:
    """An entry without its weight: a power with other odds is the same power."""
    if isinstance(entry, dict):
        return {key: value for key, value in entry.items() if key != "weight"}
    return entry


def old_entry_paths(old: GameDefinition, new: GameDefinition) -> dict[KeyPath, KeyPath | None]:
    """The old path of every entry of a list, by its new path; None for entries that were added."""
    return {
        new_path: old_path
        for old_file, new_file in zip(old.files, new.files, strict=True)
        for new_path, old_path in _entry_paths(_data(old_file), _data(new_file), (), ())
    }


def _entry_paths(
    old: Any, new: Any, old_path: KeyPath, new_path: KeyPath
) -> Iterator[tuple[KeyPath, KeyPath | None]]:
    if isinstance(old, dict) and isinstance(new, dict):
        for key in old.keys() & new.keys():
            yield from _entry_paths(old[key], new[key], (*old_path, key), (*new_path, key))
    elif isinstance(old, list) and isinstance(new, list):
        for pair in matched_entries(old, new):
            if pair.new is not None:
                yield (*new_path, pair.new), None if pair.old is None else (*old_path, pair.old)


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
