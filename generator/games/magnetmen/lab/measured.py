"""What the trials of a case say: every number as a statistic over boards, by a key.

Input: trials. Output: statistics by Key, and the spread of those that every board has a value of.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.games.magnetmen.lab.estimates import Statistic, less, mean, over, ratio
from generator.games.magnetmen.lab.trials import KindTrial, Trial
from generator.games.magnetmen.play import observing as o
from generator.games.magnetmen.play.figures import Figure
from generator.games.magnetmen.play.goals import LIMITED, Limits, strains

FIGURES = (
    "turns", "left", "choices", "tight", "waiting", "ties", "margin", "changes", "decided",
    "seat_deviation",
)  # fmt: skip
SHARES = frozenset({"goal", "boards"})  # of boards
IN_PERCENT = SHARES | {
    "left", "tight", "waiting", "ties", "margin", "decided", "seat_deviation", "seat", "ladder",
    "share", "missed",
}  # fmt: skip
BOUNDED = IN_PERCENT - {"share", "missed"}  # from 0 to 1
DIFFERENCES = frozenset({"missed"})
SIGNED = DIFFERENCES | {"share", "icon_points"}  # what can be below 0, as points can
ALL = "all"


class Key(NamedTuple):
    """What a number is of: a figure; a seat, a goal or a rung (subject); a type, or one power of
    it (in words)."""

    measure: str
    subject: str = ""
    power: str = ""


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
    named = {name: Figure(value, value, value) for name, value in trial.named.items()}
    return {name for name, strain in strains(named, limits).items() if strain > 1}


def _ladder(trials: Sequence[Trial]) -> Iterator[tuple[Key, Statistic | None]]:
    for name in trials[0].ladder if trials else ():
        wins = {trial.number: trial.ladder[name].wins for trial in trials}
        games = {trial.number: float(trial.ladder[name].games) for trial in trials}
        yield Key("ladder", name), ratio(wins, games)


def _types(
    trials: Sequence[Trial], missed: Mapping[int, float], turns: Mapping[int, float]
) -> Iterator[tuple[Key, Statistic | None]]:
    """Every type, and every power of those that have several."""
    having: dict[tuple[str, str], dict[int, KindTrial]] = {}
    for trial in trials:
        for kind in trial.kinds:
            for power in ("", kind.power):
                having.setdefault((kind.name, power), {})[trial.number] = kind
    won = {trial.number: sum(kind.sums[o.WON_POINTS] for kind in trial.kinds) for trial in trials}
    players = len(trials[0].seats) if trials else 0
    powers = {name: sum(1 for other, _ in having if other == name) - 1 for name, _ in having}
    for (name, power), kinds in having.items():
        if power and powers[name] < 2:
            continue
        for measure, statistic in _of_type(kinds, won, players).items():
            yield Key(measure, name, power), statistic
        there = {trial.number: float(trial.number in kinds) for trial in trials}
        yield Key("boards", name, power), mean(there)
        yield Key("missed", name, power), _against(missed, kinds, less)
        yield Key("length", name, power), _against(turns, kinds, over)


def _of_type(
    kinds: Mapping[int, KindTrial], won: Mapping[int, int], players: int
) -> dict[str, Statistic | None]:
    def of(column: int, scale: float = 1.0) -> dict[int, float]:
        return {number: kind.sums[column] * scale for number, kind in kinds.items()}

    return {
        "pick_ratio": ratio(of(o.PICKS), of(o.CHANCES, 1 / o.WHOLE)),
        "icon_points": ratio(of(o.POINTS), of(o.ICONS)),
        "share": ratio(of(o.WON_POINTS), {number: float(won[number]) for number in kinds}),
        "owners": ratio(of(o.OWNERS_WON, 1 / o.WIN_PARTS), of(o.OWNERS, 1 / players)),
    }


def _against(
    values: Mapping[int, float],
    kinds: Mapping[int, KindTrial],
    compare: Callable[[Statistic, Statistic], Statistic | None],
) -> Statistic | None:
    """The mean of boards that have something, compared with that of those without; None where
    there are not two of both."""
    having = {number: value for number, value in values.items() if number in kinds}
    without = {number: value for number, value in values.items() if number not in kinds}
    if min(len(having), len(without)) < 2:
        return None
    return compare(mean(having), mean(without))
