"""What the trials of a case say: every number as a statistic over boards, by a key.

Input: trials. Output: statistics by Key, and the spread of those that every board has a value of.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.core.sample_size import FEW
from generator.games.magnetmen.playtest.estimates import Statistic, less, mean, over, ratio
from generator.games.magnetmen.playtest.trials import KindTrial, Trial
from generator.games.magnetmen.playtest_result import Estimate
from generator.games.magnetmen.simulation import observations as o
from generator.games.magnetmen.simulation.goals import LIMITED, Limits, limit_usage

FIGURES = (
    "turns", "left", "choices", "tight", "waiting", "ties", "margin", "changes", "decided",
    "seat_deviation",
)  # fmt: skip
SHARES = frozenset({"goal", "boards"})  # of boards
IN_PERCENT = SHARES | {
    "left", "tight", "waiting", "ties", "margin", "decided", "seat_deviation", "seat", "ladder",
    "share", "missed", "missed_other",
}  # fmt: skip
DIFFERENCES = frozenset({"missed", "missed_other"})
BOUNDED = IN_PERCENT - DIFFERENCES - {"share"}  # from 0 to 1
SIGNED = DIFFERENCES | {"share", "icon_points"}  # what can be below 0, as points can
ALL = "all"
OTHER = "_other"  # measures that compare a power with other powers of its type end so


class Key(NamedTuple):
    """What a number is of: a figure; a seat, a goal or a rung (subject); a type, one of its powers
    by its number (variant, 1 is the first in the file), or one way in which the numbers of a power
    were rolled (power, in words)."""

    measure: str
    subject: str = ""
    variant: int = 0
    power: str = ""

    @property
    def of_type(self) -> bool:
        """Whether it is of a type or a power."""
        return "/" in self.subject

    @property
    def of_power(self) -> bool:
        """Whether it is of one of a type's powers, however its numbers were rolled."""
        return bool(self.variant and not self.power)


Found = dict[Key, Statistic]
Spread = dict[Key, tuple[float, ...]]  # a value of each board


def statistics(trials: Sequence[Trial], limits: Limits) -> tuple[Found, Spread]:
    """All of a case. Without trials nothing."""
    spread = {
        **{Key(name): tuple(trial.named[name] for trial in trials) for name in FIGURES},
        **{
            Key("seat", str(seat + 1)): tuple(trial.seats[seat] for trial in trials)
            for seat in range(len(trials[0].seats) if trials else 0)
        },
    }
    numbers = [trial.number for trial in trials]
    all_of = {key: dict(zip(numbers, values, strict=True)) for key, values in spread.items()}
    missed = {trial.number: _missed(trial, limits) for trial in trials}
    for name in (*LIMITED, ALL):
        all_of[Key("goal", name)] = {
            number: float(not (names if name == ALL else name in names))
            for number, names in missed.items()
        }
    found = {key: mean(values) for key, values in all_of.items()}
    found |= dict(_ladder(trials))
    part = {number: len(names) / len(LIMITED) for number, names in missed.items()}
    turns = {trial.number: trial.named["turns"] for trial in trials}
    found |= dict(_types(trials, part, turns))
    return {key: each for key, each in found.items() if each is not None}, spread


def _missed(trial: Trial, limits: Limits) -> set[str]:
    """The goals that a board misses."""
    named = {name: Estimate(value, value, value) for name, value in trial.named.items()}
    return {name for name, strain in limit_usage(named, limits).items() if strain > 1}


def _ladder(trials: Sequence[Trial]) -> Iterator[tuple[Key, Statistic | None]]:
    for name in trials[0].ladder if trials else ():
        wins = {trial.number: trial.ladder[name].wins for trial in trials}
        games = {trial.number: float(trial.ladder[name].games) for trial in trials}
        yield Key("ladder", name), ratio(wins, games)


def _types(
    trials: Sequence[Trial], missed: Mapping[int, float], turns: Mapping[int, float]
) -> Iterator[tuple[Key, Statistic | None]]:
    """Every type, each of its powers, and each way in which the numbers of a power were rolled."""
    won = {trial.number: sum(kind.sums[o.WON_POINTS] for kind in trial.kinds) for trial in trials}
    players = len(trials[0].seats) if trials else 0
    groups = _groups(trials)
    for (name, variant, power), kinds in groups.items():
        there = {trial.number: float(trial.number in kinds) for trial in trials}
        yield Key("boards", name, variant, power), mean(there)
        for measure, statistic in _of_type(kinds, won, players).items():
            yield Key(measure, name, variant, power), statistic
        having = groups[name, 0, ""]
        for measure, statistic in _of_boards(kinds, having, missed, turns):
            yield Key(measure, name, variant, power), statistic


def _groups(trials: Sequence[Trial]) -> dict[tuple[str, int, str], dict[int, KindTrial]]:
    """The boards of each type, power and rolled power, by their numbers. Where the numbers of a
    power were always the same, the rolled power is the power itself."""
    groups: dict[tuple[str, int, str], dict[int, KindTrial]] = {}
    for trial in trials:
        for kind in trial.kinds:
            for key in ((0, ""), (kind.variant, ""), (kind.variant, kind.power)):
                groups.setdefault((kind.name, *key), {})[trial.number] = kind
    rolls = Counter((name, variant) for name, variant, power in groups if power)
    return {key: kinds for key, kinds in groups.items() if not key[2] or rolls[key[:2]] > 1}


def _of_boards(
    kinds: Mapping[int, KindTrial],
    having: Mapping[int, KindTrial],
    missed: Mapping[int, float],
    turns: Mapping[int, float],
) -> Iterator[tuple[str, Statistic | None]]:
    """How boards with a type or a power compare with boards without the type. Where fewer boards
    than FEW are without it, powers are compared with its other powers, under names of their own;
    of a type that is always there with one power there is nothing to say."""
    others = [number for number in turns if number not in having]
    suffix = ""
    if len(others) < FEW:
        others, suffix = [number for number in having if number not in kinds], OTHER
    if not others:
        return
    for measure, values, compare in (("missed", missed, less), ("length", turns, over)):
        one, other = (mean({n: values[n] for n in numbers}) for numbers in (kinds, others))
        yield measure + suffix, compare(one, other)


def _of_type(
    kinds: Mapping[int, KindTrial], won: Mapping[int, int], players: int
) -> dict[str, Statistic | None]:
    def of(column: int, scale: float = 1.0) -> dict[int, float]:
        return {number: kind.sums[column] * scale for number, kind in kinds.items()}

    return {
        "squares": mean({number: float(kind.squares) for number, kind in kinds.items()}),
        "pick_ratio": ratio(of(o.PICKS), of(o.CHANCES, 1 / o.WHOLE)),
        "icon_points": ratio(of(o.POINTS), of(o.ICONS)),
        "share": ratio(of(o.WON_POINTS), {number: float(won[number]) for number in kinds}),
        "owners": ratio(of(o.OWNERS_WON, 1 / o.WIN_PARTS), of(o.OWNERS, 1 / players)),
    }
