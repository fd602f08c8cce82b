"""Two versions of sets side by side.

Input: two Workshops of the same cases, what was edited. Output: Differences: first the numbers of
everything that was edited, then all others.

Both versions are rolled from the same seeds and played with the same random numbers, so boards are
compared in pairs: whatever a change leaves alone cancels. The test is Student's for paired
differences. p-values are corrected by Holm's method, those of what was edited among themselves,
and all others among themselves; below 0.05 a number differs by more than chance.
"""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from generator.games.magnetmen.playtest.edits import Edit, Partners, Target
from generator.games.magnetmen.playtest.estimates import Statistic, chance, corrected, less
from generator.games.magnetmen.playtest.measures import Found, Key
from generator.games.magnetmen.playtest.rows import Workshop, with_powers
from generator.games.magnetmen.playtest.study import Case

LIMIT = 0.05

Verdict = Literal["same", "more", "within", "few", ""]


class Difference(NamedTuple):
    """A number in both versions; None where a version has it not. Keys have the numbers of powers
    in the newer version, of a power that is gone that in the older one. The difference is new less
    old with its interval (None for too few boards); p is corrected."""

    case: Case
    key: Key
    old: float | None
    new: float | None
    difference: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    edited: bool = False
    gone: bool = False

    @property
    def marked(self) -> bool:
        """Whether chance does not explain it."""
        return self.p is not None and self.p < LIMIT

    @property
    def verdict(self) -> Verdict:
        """The same on all boards, more than chance, within chance, too few boards to tell; nothing
        of what one version has not."""
        if self.difference is None:
            return ""
        if self.marked:
            return "more"
        if self.difference == 0 and self.p == 1:
            return "same"
        return "few" if self.low is None else "within"


def compared(
    old: Workshop, new: Workshop, edits: Collection[Edit] = (), partners: Partners | None = None
) -> list[Difference]:
    """Every number that a version has, those of both with a test."""
    pairs = [pair for case in new.cases for pair in _pairs(case, old, new, edits, partners or {})]
    families = {edited: [] for edited in (True, False)}
    for at, (each, p) in enumerate(pairs):
        if p is not None:
            families[each.edited].append(at)
    chances: dict[int, float] = {}
    for places in families.values():
        chances |= zip(places, corrected([pairs[at][1] for at in places]), strict=True)
    return [each._replace(p=chances.get(at)) for at, (each, _) in enumerate(pairs)]


def _pairs(
    case: Case, old: Workshop, new: Workshop, edits: Collection[Edit], partners: Partners
) -> Iterator[tuple[Difference, float | None]]:
    """Each difference, and how likely chance alone makes it."""
    before, after = (workshop.cases[case].found for workshop in (old, new))
    several = with_powers(before) | with_powers(after)
    targets = set(_targets(edits, several))
    for key, gone, one, other in _matched(before, after, partners):
        if key.of_power and key.subject not in several:
            continue  # the type's only power: its numbers are those of the type
        edited = Target(key.subject if key.of_type else "", key.variant, gone) in targets
        values = (each.value if each else None for each in (one, other))
        difference = Difference(case, key, *values, edited=edited, gone=gone)
        if one is None or other is None:
            yield difference, None
            continue
        change = less(other, one)
        low, high = change.interval or (None, None)
        yield difference._replace(difference=change.value, low=low, high=high), chance(change)


def _targets(edits: Collection[Edit], several: Collection[str]) -> Iterator[Target]:
    """What edits concern: of a type with one power the type, of another one both."""
    for each in edits:
        yield each.target._replace(variant=0, gone=False)
        if each.target.subject in several:
            yield each.target


def _matched(
    before: Found, after: Found, partners: Partners
) -> Iterator[tuple[Key, bool, Statistic | None, Statistic | None]]:
    """Every key with whether its power is gone, and what both versions have of it."""
    renumbered: dict[Key, Statistic] = {}
    gone: dict[Key, Statistic] = {}
    for key, statistic in before.items():
        number = partners.get((key.subject, key.variant), key.variant)
        if number is None:
            gone[key] = statistic
        else:
            renumbered[key._replace(variant=number)] = statistic
    for key in dict.fromkeys([*after, *renumbered]):
        yield key, False, renumbered.get(key), after.get(key)
    for key, statistic in gone.items():
        yield key, True, statistic, None
