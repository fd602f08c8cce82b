"""List what was edited between two versions of sets, or of readings of the rules.

Input: the samples of both versions. Output: an Edit for each value that differs, with the type or
power it concerns; and which powers of the older version are which of the newer one.

Powers are matched by their place in the file. Where some were inserted, removed or moved, equal
ones are matched first, then those that differ in values only, then the others in order.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.core.diagnostics import key_path
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet
from generator.games.magnetmen.playtest.sample import Sample
from generator.games.magnetmen.playtest.study import Study, changed_readings
from generator.schema.naming import key_in_words
from generator.schema.value_changes import KeyPath, matched_entries, value_changes

# Keys that no program looks at: printed texts and art, and the numbers of players there are.
_IRRELEVANT_KEYS = {"art", "title", "name", "plural", "text", "players"}

PowerMatches = dict[tuple[str, int], int | None]
"""The number of each older power, by type and number, in the newer version; None if removed."""


class EditTarget(NamedTuple):
    """What an edit concerns: a type, or one of its powers by number (0: none in particular).

    A power that was removed has its older number. Without a type it is the whole board.
    """

    subject: str = ""
    variant: int = 0
    removed: bool = False


class Edit(NamedTuple):
    """A value that differs: its name in words, and both values; None where there is none."""

    what: str
    old: Any  # whatever a YAML file may hold
    new: Any
    target: EditTarget = EditTarget()


def edits(old: Sample, new: Sample) -> tuple[Edit, ...]:
    """All edits: readings of the rules first, then boards, then set by set."""
    return (
        *_readings(old.study, new.study),
        *_orders(old.definition, new.definition),
        *_values(old.definition, new.definition, new.study),
    )


def _readings(old: Study, new: Study) -> Iterator[Edit]:
    for name in {**changed_readings(old.options), **changed_readings(new.options)}:
        old_value, new_value = getattr(old.options, name), getattr(new.options, name)
        yield Edit(f"reading of the rules, {name}", old_value, new_value)


def _orders(old: MagnetmenDefinition, new: MagnetmenDefinition) -> Iterator[Edit]:
    """The order of types, which affects the roll."""
    for old_set, new_set in zip(old.sets, new.sets, strict=True):
        old_order = [key for key in old_set.types if key in new_set.types]
        new_order = [key for key in new_set.types if key in old_set.types]
        if old_order != new_order:
            what = f"order of the types in {new_set.key}"
            yield Edit(what, ", ".join(old_order), ", ".join(new_order))


def _values(old: MagnetmenDefinition, new: MagnetmenDefinition, study: Study) -> Iterator[Edit]:
    sizes = {case.size for case in study.cases}
    for change in value_changes(old, new):
        path = change.path
        if _IRRELEVANT_KEYS & {path[0], path[-1]} or (path[0] == "sizes" and path[1] not in sizes):
            continue
        content = change.file.content
        set_name = content.key if isinstance(content, MagnetmenSet) else ""
        what = key_in_words(key_path(path))
        target = _target(set_name, path, change.new is None)
        yield Edit(what, change.old, change.new, target)


def _target(set_name: str, path: KeyPath, removed: bool) -> EditTarget:
    if path[0] != "types" or len(path) < 2 or not set_name:
        return EditTarget()
    subject = f"{set_name}/{path[1]}"
    if len(path) < 4 or path[2] != "powers":
        return EditTarget(subject)
    return EditTarget(subject, int(path[3]) + 1, removed and len(path) == 4)


def power_matches(old: MagnetmenDefinition, new: MagnetmenDefinition) -> PowerMatches:
    """Which powers are which, for the types of both versions."""
    matches: PowerMatches = {}
    for old_set, new_set in zip(old.sets, new.sets, strict=True):
        for key in old_set.types.keys() & new_set.types.keys():
            pairs = matched_entries(_power_values(old_set, key), _power_values(new_set, key))
            for pair in pairs:
                if pair.old is not None:
                    number = None if pair.new is None else pair.new + 1
                    matches[f"{new_set.key}/{key}", pair.old + 1] = number
    return matches


def _power_values(magnetmen_set: MagnetmenSet, key: str) -> Sequence[dict[str, Any]]:
    powers = magnetmen_set.types[key].powers
    return [power.model_dump(mode="json", by_alias=True) for power in powers]
