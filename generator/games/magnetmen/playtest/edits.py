"""What was edited between two versions of sets, or of readings of the rules.

Input: what was played of both. Output: an Edit for each value that differs, with the numbers it
concerns; which powers of the older version are which of the newer one.

Powers are matched by their place in the file. Where some were inserted, removed or moved, those
that are the same are partners, then those that differ in values only, then the others in order.
"""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from generator.core.diagnostics import key_path
from generator.games.magnetmen.authoring import SUPPORT
from generator.games.magnetmen.definition import MagnetmenDefinition, MagnetmenSet
from generator.games.magnetmen.playtest.run import Played
from generator.games.magnetmen.playtest.study import Asked, changed
from generator.schema.naming import key_in_words
from generator.schema.value_changes import matched_entries, value_changes

# Keys that no program looks at: what is printed, and for how many boards can be made.
_UNPLAYED = {"art", "title", "name", "plural", "players"}

Partners = dict[tuple[str, int], int | None]
"""The number of each older power, by type and number, in the newer version; None if it is gone."""


class Target(NamedTuple):
    """What an edit concerns: a type, one of its powers by number (0: none in particular), with the
    older number if it is gone; without a type the whole board."""

    subject: str = ""
    variant: int = 0
    gone: bool = False


class Edit(NamedTuple):
    """A value that differs: what it is, in words, before and after (None: not there)."""

    what: str
    old: Any
    new: Any
    target: Target = Target()


def edits(old: Played, new: Played) -> tuple[Edit, ...]:
    """All edits, readings of the rules first, then boards, then set by set."""
    return (
        *_readings(old.asked, new.asked),
        *_orders(old.definition, new.definition),
        *_values(old.definition, new.definition, new.asked),
    )


def _readings(old: Asked, new: Asked) -> Iterator[Edit]:
    for name in {**changed(old.options), **changed(new.options)}:
        values = (getattr(asked.options, name) for asked in (old, new))
        yield Edit(f"reading of the rules, {name}", *values)


def _orders(old: MagnetmenDefinition, new: MagnetmenDefinition) -> Iterator[Edit]:
    """The order of types, which has a part in what is rolled."""
    for before, after in zip(old.sets, new.sets, strict=True):
        orders = [[key for key in one.types if key in other.types]
                  for one, other in ((before, after), (after, before))]  # fmt: skip
        if orders[0] != orders[1]:
            yield Edit(f"order of the types in {after.key}", *map(", ".join, orders))


def _values(old: MagnetmenDefinition, new: MagnetmenDefinition, asked: Asked) -> Iterator[Edit]:
    played = {case.size for case in asked.cases}
    texts = {
        tuple(text.place.loc)
        for definition in (old, new)
        for text in SUPPORT.translatable_texts(definition)
    }
    for each in value_changes(old, new, texts):
        loc = each.path
        if _UNPLAYED & {loc[0], loc[-1]} or (loc[0] == "sizes" and loc[1] not in played):
            continue
        chosen = each.file.chosen
        of_set = chosen.key if isinstance(chosen, MagnetmenSet) else ""
        words = key_in_words(key_path(loc))
        gone = each.new is None
        yield Edit(words, each.old, each.new, _target(of_set, loc, gone))


def _target(of_set: str, loc: Sequence[str | int], gone: bool) -> Target:
    if loc[0] != "types" or len(loc) < 2 or not of_set:
        return Target()
    subject = f"{of_set}/{loc[1]}"
    if len(loc) < 4 or loc[2] != "powers":
        return Target(subject)
    return Target(subject, loc[3] + 1, gone and len(loc) == 4)


def partners(old: MagnetmenDefinition, new: MagnetmenDefinition) -> Partners:
    """Which powers of the types that both have are which."""
    found: Partners = {}
    for before, after in zip(old.sets, new.sets, strict=True):
        for key in before.types.keys() & after.types.keys():
            powers = (
                [power.model_dump(mode="json", by_alias=True) for power in chosen.types[key].powers]
                for chosen in (before, after)
            )
            for one, other in matched_entries(*powers):
                if one is not None:
                    number = None if other is None else other + 1
                    found[f"{after.key}/{key}", one + 1] = number
    return found
