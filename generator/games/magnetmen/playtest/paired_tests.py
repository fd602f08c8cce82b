"""Compare the estimates of two versions of sets, with a paired test for each number.

Input: the summaries of both versions, which have the same cases; what was edited. Output:
Differences, first those of everything that was edited, then all others.

Both versions are rolled from the same seeds and played with the same random numbers, so boards are
compared in pairs, and whatever an edit does not affect cancels out. The test is Student's for
paired differences. p-values are corrected by Holm's method in two families: what was edited, and
everything else. A difference is significant if its corrected p-value is below 0.05.
"""

from collections.abc import Collection, Iterator
from typing import Literal, NamedTuple

from generator.analysis.estimators import (
    Statistic,
    difference,
    holm_corrected,
    p_value,
)
from generator.games.magnetmen.playtest.edits import Edit, EditTarget, PowerMatches
from generator.games.magnetmen.playtest.measures import MeasureKey, Statistics
from generator.games.magnetmen.playtest.summary import StudySummary, types_with_powers
from generator.games.playtest_study import Case

SIGNIFICANCE_LEVEL = 0.05

Verdict = Literal["same", "more", "within", "few", ""]


class Difference(NamedTuple):
    """A number in both versions; None in a version that lacks it.

    Keys have the numbers of powers in the newer version; that of a removed power has its number in
    the older version. `change` is new minus old with its interval (None for too few boards), `p`
    the corrected p-value.
    """

    case: Case
    key: MeasureKey
    old: float | None
    new: float | None
    change: float | None = None
    low: float | None = None
    high: float | None = None
    p: float | None = None
    edited: bool = False
    removed: bool = False

    @property
    def is_significant(self) -> bool:
        """Whether chance alone does not explain it."""
        return self.p is not None and self.p < SIGNIFICANCE_LEVEL

    @property
    def verdict(self) -> Verdict:
        """The same on all boards, more than chance, within chance, or too few boards to judge.

        Empty where one version lacks the number.
        """
        if self.change is None:
            return ""
        if self.is_significant:
            return "more"
        if self.change == 0 and self.p == 1:
            return "same"
        return "few" if self.low is None else "within"


def compare(
    old: StudySummary,
    new: StudySummary,
    edits: Collection[Edit] = (),
    matches: PowerMatches | None = None,
) -> list[Difference]:
    """Every number of either version; those of both with a test."""
    differences: list[Difference] = []
    for case in new.cases:
        differences += _tested(case, old, new, edits, matches)
    for edited in (True, False):
        tested = [
            (index, each.p)
            for index, each in enumerate(differences)
            if each.p is not None and each.edited == edited
        ]
        corrected = holm_corrected([p for _, p in tested])
        for (index, _), p in zip(tested, corrected, strict=True):
            differences[index] = differences[index]._replace(p=p)
    return differences


def _tested(
    case: Case,
    old: StudySummary,
    new: StudySummary,
    edits: Collection[Edit],
    matches: PowerMatches | None,
) -> Iterator[Difference]:
    """The differences of a case, with p-values that are not corrected."""
    old_statistics, new_statistics = (summary.cases[case].statistics for summary in (old, new))
    multiple = types_with_powers(old_statistics) | types_with_powers(new_statistics)
    targets = set(_targets(edits, multiple))
    for key, removed, before, after in _matched(old_statistics, new_statistics, matches or {}):
        if key.of_power and key.subject not in multiple:
            continue  # the type's only power: its numbers are those of the type
        subject = key.subject if key.of_type else ""
        edited = EditTarget(subject, key.variant, removed) in targets
        yield _test(case, key, before, after)._replace(edited=edited, removed=removed)


def _test(
    case: Case, key: MeasureKey, before: Statistic | None, after: Statistic | None
) -> Difference:
    if before is None or after is None:
        old, new = (each.value if each else None for each in (before, after))
        return Difference(case, key, old, new)
    change = difference(after, before)
    low, high = change.interval or (None, None)
    return Difference(
        case, key, before.value, after.value, change.value, low, high, p_value(change)
    )


def _targets(edits: Collection[Edit], multiple: Collection[str]) -> Iterator[EditTarget]:
    """What edits concern: always the type, and the power if the type has more than one."""
    for edit in edits:
        yield edit.target._replace(variant=0, removed=False)
        if edit.target.subject in multiple:
            yield edit.target


def _matched(
    old: Statistics, new: Statistics, matches: PowerMatches
) -> Iterator[tuple[MeasureKey, bool, Statistic | None, Statistic | None]]:
    """Every key, whether its power was removed, and the statistics of both versions."""
    renumbered: Statistics = {}
    removed: Statistics = {}
    for key, statistic in old.items():
        number = matches.get((key.subject, key.variant), key.variant)
        if number is None:
            removed[key] = statistic
        else:
            renumbered[key._replace(variant=number)] = statistic
    for key in dict.fromkeys([*new, *renumbered]):
        yield key, False, renumbered.get(key), new.get(key)
    for key, statistic in removed.items():
        yield key, True, statistic, None
