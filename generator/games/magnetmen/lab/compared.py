"""Two versions of sets side by side.

Input: two Workshops of the same cases. Output: Differences, those marked that chance does not
explain.

Both versions are rolled from the same seeds and played with the same random numbers, so boards are
compared in pairs: whatever a change leaves alone cancels. The test is Student's for paired
differences; p-values are corrected for all rows that are looked at (Holm), and a row is marked
below 0.05.
"""

from collections.abc import Iterator
from typing import NamedTuple

from generator.games.magnetmen.lab.asked import Case
from generator.games.magnetmen.lab.estimates import chance, corrected, less
from generator.games.magnetmen.lab.measured import Key
from generator.games.magnetmen.lab.rows import Workshop

LIMIT = 0.05


class Difference(NamedTuple):
    """A number in both versions; None where a version has it not. The difference is new less old
    with its interval; p is corrected. marked: more than chance."""

    case: Case
    key: Key
    old: float | None
    new: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None

    @property
    def marked(self) -> bool:
        return self.p is not None and self.p < LIMIT


def compared(old: Workshop, new: Workshop) -> list[Difference]:
    """Every number that a version has, those of both with a test."""
    pairs = list(_pairs(old, new))
    tested = [at for at, (_, test) in enumerate(pairs) if test is not None]
    chances = corrected([pairs[at][1] for at in tested])
    by_place = dict(zip(tested, chances, strict=True))
    return [each._replace(p=by_place.get(at)) for at, (each, _) in enumerate(pairs)]


def _pairs(old: Workshop, new: Workshop) -> Iterator[tuple[Difference, float | None]]:
    """Each difference, and how likely chance alone makes it."""
    for case, measured in new.cases.items():
        before = old.cases[case].found
        for key in dict.fromkeys([*measured.found, *before]):
            one, other = before.get(key), measured.found.get(key)
            values = tuple(each.value if each else None for each in (one, other))
            if one is None or other is None:
                yield Difference(case, key, *values), None
                continue
            change = less(other, one)
            ends = change.interval or (None, None)
            yield Difference(case, key, *values, change.value, *ends), chance(change)
