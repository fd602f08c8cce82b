"""The figures of a board: how long it is played, how fair and how open it is, what its types do.

Input: what was seen of games on it. Output: Figures, each with the interval in which it lies with
95% confidence. Shares are from 0 to 1.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from generator.games.magnetmen.simulation import observations as o
from generator.games.magnetmen.simulation.players import Seen

NORMAL = 1.96  # standard errors on either side of a mean
STUDENT = 2.365  # the same with as many degrees of freedom as BLOCKS leave, 7

SHARES = ("left", "tight", "waiting", "ties", "margin", "decided")  # never below 0 or above 1


class Figure(NamedTuple):
    """A number and the interval it lies in."""

    value: float
    low: float
    high: float

    def rounded(self) -> "Figure":
        """To a thousandth: what is stored and printed."""
        return Figure(*(round(number, 3) + 0.0 for number in self))


class KindFigures(NamedTuple):
    """What is made of a type.

    pick_ratio: how often it is taken, by how often it would be if every square that can be taken
    were as likely. icon_points: what an icon is worth at the end. share: its part of winners'
    points. owners: how often those win who have any, by how often anybody wins.
    """

    name: str
    pick_ratio: Figure
    icon_points: Figure
    share: Figure
    owners: Figure


@dataclass(frozen=True, slots=True)
class Figures:
    """The figures of a board for a number of players of a kind.

    named holds, by name: turns (of all players together), left (squares nobody used, as a share),
    choices (actions offered at the beginning of a turn), tight (turns with two or fewer), waiting
    (turns passed over, as a share), ties (games that several win), margin (of the winner over the
    next, by the winner's points), changes (how often another player takes the lead), decided (after
    which share of the turns the winner is never behind again), seat_deviation (of the seat that
    wins furthest from its fair share). seats are the shares of wins, a tie shared out.
    """

    by: str
    games: int
    named: dict[str, Figure]
    seats: tuple[Figure, ...]
    kinds: tuple[KindFigures, ...]

    @property
    def players(self) -> int:
        """How many there are."""
        return len(self.seats)

    def data(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "by": self.by,
            "games": self.games,
            "named": {name: list(figure.rounded()) for name, figure in self.named.items()},
            "seats": [list(seat.rounded()) for seat in self.seats],
            "kinds": [
                [kind.name, *(list(figure.rounded()) for figure in kind[1:])] for kind in self.kinds
            ],
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "Figures":
        """The other way round. Raises KeyError, TypeError, ValueError for anything else."""
        return cls(
            data["by"],
            data["games"],
            {name: Figure(*figure) for name, figure in data["named"].items()},
            tuple(Figure(*seat) for seat in data["seats"]),
            tuple(
                KindFigures(name, *(Figure(*figure) for figure in of_kind))
                for name, *of_kind in data["kinds"]
            ),
        )


def figures(seen: Seen, by: str, kinds: Sequence[str], squares: int) -> Figures:
    """The figures of games on a board that has so many squares, and types of these names. At
    least two games are needed."""
    players = len(seen.scores[0])
    seats = _seats(seen.scores)
    named = {
        "turns": _mean(_column(seen, o.TURNS)),
        "left": _mean(row[o.UNUSED] / squares for row in seen.games),
        "choices": _ratio(_column(seen, o.CHOICES), _column(seen, o.TURNS)),
        "tight": _ratio(_column(seen, o.TIGHT), _column(seen, o.TURNS)),
        "waiting": _ratio(
            _column(seen, o.PASSED), [row[o.PASSED] + row[o.TURNS] for row in seen.games]
        ),
        "ties": share(sum(_winners(points) > 1 for points in seen.scores), len(seen.scores)),
        "margin": _mean(map(_margin, seen.scores)),
        "changes": _mean(_column(seen, o.CHANGES)),
        "decided": _mean(row[o.DECIDED] / row[o.TURNS] for row in seen.games),
        "seat_deviation": _deviation(seats),
    }
    for name in SHARES:
        value, low, high = named[name]
        named[name] = Figure(value, max(0.0, low), min(1.0, high))
    won = [_won(block) for block in seen.blocks]
    told = tuple(
        _kind(name, [block[kind] for block in seen.blocks], won, players, seen)
        for kind, name in enumerate(kinds)
    )
    return Figures(by, len(seen.games), named, seats, told)


def _kind(
    name: str,
    blocks: Sequence[tuple[int, ...]],
    won: Sequence[int],
    players: int,
    seen: Seen,
) -> KindFigures:
    def of(column: int, scale: float = 1) -> list[float]:
        return [block[column] * scale for block in blocks]

    fair = 1 / players
    return KindFigures(
        name,
        _blocked(of(o.PICKS), of(o.CHANCES, 1 / o.WHOLE)),
        _blocked(of(o.POINTS), of(o.ICONS)),
        _blocked(of(o.WON_POINTS), list(won)),
        _blocked(of(o.OWNERS_WON, 1 / o.WIN_PARTS), of(o.OWNERS, fair)),
    )


def _won(block: Sequence[tuple[int, ...]]) -> int:
    """All points of winners."""
    return sum(row[o.WON_POINTS] for row in block)


def _column(seen: Seen, column: int) -> list[int]:
    return [row[column] for row in seen.games]


def _winners(points: Sequence[int]) -> int:
    return points.count(max(points))


def _margin(points: Sequence[int]) -> float:
    """The winner's lead over the next, by the winner's points; at most 1."""
    best, second = sorted(points, reverse=True)[:2]
    return min(1.0, (best - second) / best) if best > 0 else float(best > second)


def _seats(scores: Sequence[tuple[int, ...]]) -> tuple[Figure, ...]:
    wins = [0.0] * len(scores[0])
    for points in scores:
        best = max(points)
        for seat, own in enumerate(points):
            if own == best:
                wins[seat] += 1 / points.count(best)
    return tuple(share(of_seat, len(scores)) for of_seat in wins)


def _deviation(seats: Sequence[Figure]) -> Figure:
    """How far the seat is from its fair share that is furthest from it."""
    fair = 1 / len(seats)
    far = max(seats, key=lambda seat: abs(seat.value - fair))
    ends = sorted((abs(far.low - fair), abs(far.high - fair)))
    inside = far.low <= fair <= far.high
    return Figure(abs(far.value - fair), 0.0 if inside else ends[0], ends[1])


def _mean(values: Iterable[float]) -> Figure:
    numbers = list(values)
    count = len(numbers)
    mean = math.fsum(numbers) / count
    variance = math.fsum((number - mean) ** 2 for number in numbers) / (count - 1)
    return _around(mean, NORMAL * math.sqrt(variance / count))


def share(found: float, of: int) -> Figure:
    """A share of so many games, with Wilson's interval."""
    share, z = found / of, NORMAL
    middle = (share + z * z / (2 * of)) / (1 + z * z / of)
    half = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / (1 + z * z / of)
    return Figure(share, max(0.0, middle - half), min(1.0, middle + half))


def _ratio(parts: Sequence[float], wholes: Sequence[float]) -> Figure:
    """The ratio of two sums over games, which vary together."""
    whole = math.fsum(wholes)
    ratio = math.fsum(parts) / whole
    rest = (
        math.fsum((part - ratio * one) ** 2 for part, one in zip(parts, wholes, strict=True))
        * len(parts)
        / (len(parts) - 1)
    )
    return _around(ratio, NORMAL * math.sqrt(rest) / whole)


def _blocked(parts: Sequence[float], wholes: Sequence[float]) -> Figure:
    """The ratio of two sums over blocks of games; its interval by leaving each block out in turn
    (the jackknife). 0 where the whole is."""
    part, whole = math.fsum(parts), math.fsum(wholes)
    if not whole or any(whole == one for one in wholes):
        return Figure(part / whole if whole else 0.0, 0.0, 0.0)
    ratios = [(part - less) / (whole - one) for less, one in zip(parts, wholes, strict=True)]
    mean = math.fsum(ratios) / len(ratios)
    variance = math.fsum((ratio - mean) ** 2 for ratio in ratios) * (len(ratios) - 1) / len(ratios)
    return _around(part / whole, STUDENT * math.sqrt(variance))


def _around(value: float, half: float) -> Figure:
    return Figure(value, value - half, value + half)
