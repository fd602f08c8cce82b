"""Compare two versions of set files, value by value.

Input: the files of two definitions, read from sets of the same names. Output: the values that
differ, with their places. Entries of lists are compared with the entries that they most resemble.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from generator.core.diagnostics import described
from generator.schema.set_files import SetFile

# Any in this module: whatever a YAML file may hold.

Loc = tuple[str | int, ...]
"""A place in a file: keys, and indexes of list entries."""


class ValueDifference(NamedTuple):
    """A value that differs between two versions of a file; None where a version has no value.

    The place of a list entry is its place in the new file, or in the old one if it was removed.
    """

    file: SetFile[Any]
    loc: Loc
    old: Any
    new: Any


def file_differences(
    old_files: Sequence[SetFile[Any]], new_files: Sequence[SetFile[Any]]
) -> Iterator[ValueDifference]:
    """Every value that differs between the files, which are compared in pairs."""
    for old_file, new_file in zip(old_files, new_files, strict=True):
        for loc, old, new in _differences(file_values(old_file), file_values(new_file), ()):
            yield ValueDifference(new_file, loc, old, new)


def file_values(file: SetFile[Any]) -> dict[str, Any]:
    """The values of a file as JSON has them, defaults included."""
    values: dict[str, Any] = file.chosen.model_dump(mode="json", by_alias=True)
    return values


def _differences(old: Any, new: Any, loc: Loc) -> Iterator[tuple[Loc, Any, Any]]:
    """The innermost places where two values differ, with both values."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in dict.fromkeys([*old, *new]):
            yield from _differences(old.get(key), new.get(key), (*loc, key))
    elif isinstance(old, list) and isinstance(new, list):
        for old_index, new_index in aligned_entries(old, new):
            old_entry = None if old_index is None else old[old_index]
            new_entry = None if new_index is None else new[new_index]
            index = old_index if new_index is None else new_index
            assert index is not None, "one of the lists has the entry"
            yield from _differences(old_entry, new_entry, (*loc, index))
    elif old != new:
        yield loc, old, new


def aligned_entries(old: Sequence[Any], new: Sequence[Any]) -> list[tuple[int | None, int | None]]:
    """Pairs of the indexes of two lists, in the order of the new list.

    Equal entries are paired first, then entries that differ only in their values, then the rest in
    order. None stands for the missing partner of an entry that was added or removed.
    """
    unpaired = list(range(len(old)))
    partners: dict[int, int] = {}
    comparable_parts: tuple[Callable[[Any], Any], ...] = (_without_weight, _shape, _nothing)
    for comparable in comparable_parts:
        for new_index, entry in enumerate(new):
            if new_index in partners:
                continue
            candidates = (at for at in unpaired if comparable(old[at]) == comparable(entry))
            old_index = next(candidates, None)
            if old_index is not None:
                partners[new_index] = old_index
                unpaired.remove(old_index)
    pairs = [(partners.get(new_index), new_index) for new_index in range(len(new))]
    return [*pairs, *((old_index, None) for old_index in unpaired)]


def _without_weight(entry: Any) -> Any:
    """An entry without its odds: a power with another weight is the same power."""
    if isinstance(entry, dict):
        return {key: value for key, value in entry.items() if key != "weight"}
    return entry


def _shape(entry: Any) -> Any:
    """The keys and lists of an entry without its values."""
    if isinstance(entry, dict):
        return {key: _shape(value) for key, value in entry.items()}
    if isinstance(entry, list):
        return [_shape(value) for value in entry]
    return None


def _nothing(entry: Any) -> None:
    """The part that any two entries have in common."""


def value_text(value: Any) -> str:
    """A value of a set file on one line."""
    if isinstance(value, float):
        return f"{value:g}"
    return " / ".join(described(value).splitlines())
