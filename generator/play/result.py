"""The result of playing a board, as data for caches and files, and in words."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from generator.analysis.intervals import Estimate, too_few
from generator.analysis.report import Number
from generator.play.figures import FIGURES, SeatShares
from generator.play.goals import Hints, Missed, upper_limit


@dataclass(frozen=True, slots=True)
class Result:
    """What games on a board showed. panel: the shares of wins by seat among each judge; figures:
    the others, by name, of the first. missed: the limits of its goal that it does not keep to.
    penalty: how far it is from its goal. minutes: about how long people take. hints: what another
    size or number of players would improve. stopped: whether the user stopped the search; it is not
    stored."""

    figures: dict[str, Estimate]
    panel: tuple[SeatShares, ...]
    missed: tuple[Missed, ...]
    penalty: float
    minutes: int | None
    hints: tuple[Missed, ...]
    stopped: bool = False

    @property
    def furthest(self) -> SeatShares:
        """The shares among the judges with whom the seats are furthest from fair."""
        return max(self.panel, key=lambda shares: shares.deviation.value)

    @property
    def games(self) -> int:
        """How many games all judges played."""
        return sum(shares.games for shares in self.panel)

    def data(self) -> dict[str, Any]:  # Any: JSON
        data: dict[str, Any] = _adapter().dump_python(rounded(self), mode="json")
        del data["stopped"]
        return data

    @classmethod
    def of(cls, data: Mapping[str, Any]) -> "Result":
        """A result from such data. Raises ValueError for others."""
        return _adapter().validate_python(data)

    def columns(self) -> dict[str, float | str]:
        """The main numbers by column of a table, figures with the ends of their intervals."""
        columns: dict[str, float | str] = {"by": self.panel[0].player}
        if self.minutes is not None:
            columns["minutes"] = self.minutes
        columns["missed"] = " ".join(each.figure for each in self.missed)
        seats = {f"seat_{number}": seat for number, seat in enumerate(self.panel[0].seats, 1)}
        panel = {f"seat_deviation_{shares.judge}": shares.deviation for shares in self.panel}
        for name, figure in (self.figures | seats | panel).items():
            value, low, high = figure.rounded()
            columns |= {name: value, f"{name}_low": low, f"{name}_high": high}
        return columns

    def surely_misses(self, missed: Missed) -> bool:
        """Whether all of the figure's interval lies beyond its limits. A result has so few games
        that good boards often miss some limit by chance."""
        is_of_seats = missed.figure == "seat_deviation"
        figure = self.furthest.deviation if is_of_seats else self.figures[missed.figure]
        return figure.high < missed.low or figure.low > missed.high


@cache
def _adapter() -> TypeAdapter[Result]:
    return TypeAdapter(Result)


def rounded(result: Result) -> Result:
    """A result with figures to three decimals, as they are stored and printed."""
    panel = (each._replace(seats=tuple(map(Estimate.rounded, each.seats))) for each in result.panel)
    figures = {name: figure.rounded() for name, figure in result.figures.items()}
    return replace(result, figures=figures, panel=tuple(panel))


def hints_of(
    hints: Hints, figures: Mapping[str, Estimate], minutes: int | None
) -> tuple[Missed, ...]:
    """What exceeds the limits beyond which another size or number of players would be better."""
    values = {name: figure.value for name, figure in figures.items()} | {"minutes": minutes or 0}
    found = ((name, values.get(name, 0), limit) for name, limit in hints)
    return tuple(Missed(name, round(v, 3), 0, limit) for name, v, limit in found if v > limit)


_HINTS = {
    "left": "{name}: {value}; a smaller size, or more players, uses more",
    "waiting": "{name}: {value}, by who is done or stuck; a smaller size often has fewer",
    "minutes": "a game takes about {value} minutes; a smaller size is shorter",
}


def describe(result: Result) -> Iterator[str]:
    first = result.panel[0]
    yield (
        f"{first.games} games of {len(first.seats)} players ({first.player}), each figure with the "
        "interval it lies in (95%):"
    )
    if result.minutes is not None:
        yield f"  about {result.minutes} minutes"
    for name, estimate in result.figures.items():
        if name != "seat_deviation":
            yield f"  {_name(name)}: {_figure(name, estimate, first.games)}"
    number, seat = _furthest(result.furthest.seats)
    furthest = _seat(number, _figure("seat", seat), 1 / len(first.seats))
    yield f"  {_name('seat_deviation')}: {furthest} (players: {result.furthest.judge})"
    for shares in result.panel:
        yield f"  {shares.games} games of {shares.judge} players ({shares.player}):"
        for number, seat in enumerate(shares.seats, 1):
            yield f"    seat {number} wins {_figure('seat', seat)} of games"
    for missed in result.missed:
        verb = "misses" if result.surely_misses(missed) else "may miss"
        yield f"  {verb} a goal: {_missed(missed, result)}"
    if not result.missed:
        yield f"  all goals are met in {result.games:,} games between programs"


def advice(result: Result, is_final: bool, noun: str) -> Iterator[str]:
    """Warnings for whoever prints a board (or what the noun says): goals that it misses for sure,
    and hints. If it is final, it was requested, and is not called the best of those tried."""
    if result.stopped:
        yield f"search stopped: this is the best of the {noun}s so far"
    if sure := [each for each in result.missed if result.surely_misses(each)]:
        best = "" if is_final else f"the best of the {noun}s tried, but "
        yield f"{best}it plays less well than hoped:"
        yield from (f"  {_missed(each, result)}" for each in sure)
    for hint in result.hints:
        value = f"{hint.value:.0f}" if hint.figure == "minutes" else _percent(hint.value)
        name = _name(hint.figure) if hint.figure in FIGURES else ""
        yield f"hint: {_HINTS[hint.figure].format(name=name, value=value)}"


def _missed(missed: Missed, result: Result) -> str:
    """A missed limit, with a decimal if the value would look like the limit."""
    if missed.figure == "seat_deviation":
        shares, fair = result.furthest, 1 / len(result.furthest.seats)
        ends = [_percent(max(0.0, min(1.0, fair + way * missed.high))) for way in (-1, 1)]
        number, seat = _furthest(shares.seats)
        value = _unlike(seat.value, ends)
        words = f"{_seat(number, value, fair)}, hoped for {' to '.join(ends)}"
        return f"{words} (players: {shares.judge}, {shares.player})"
    figure, high = FIGURES[missed.figure], upper_limit(missed.figure, missed.high)
    write = _percent if figure.is_share else "{:g}".format
    if missed.low > 0 and high is not None:
        hope = f"{write(missed.low)} to {write(high)}"
    else:
        hope = f"at most {write(high)}" if high is not None else f"at least {write(missed.low)}"
    value = _unlike(missed.value, [hope.split()[-1]]) if figure.is_share else f"{missed.value:.2f}"
    return f"{_name(missed.figure)}: {value}, hoped for {hope}"


def _unlike(value: float, others: Sequence[str]) -> str:
    text = _percent(value)
    return f"{100 * value:.1f}%" if text in others else text


def _furthest(seats: Sequence[Estimate]) -> tuple[int, Estimate]:
    """The number of the seat whose share of wins is furthest from a fair one, and that share."""
    fair_share = 1 / len(seats)
    return max(enumerate(seats, 1), key=lambda seat: abs(seat[1].value - fair_share))


def _seat(number: int, value: str, fair_share: float) -> str:
    return f"seat {number} wins {value} of games; fair is {_percent(fair_share)}"


def _name(figure: str) -> str:
    return FIGURES[figure].name[:1].lower() + FIGURES[figure].name[1:]


def _figure(name: str, figure: Estimate, games: int | None = None) -> str:
    """A figure with its interval, if there are enough `games` for one; of all of them, shares have
    their unit."""
    form, unit = FIGURES[name].form, f" {FIGURES[name].unit}" if FIGURES[name].is_share else ""
    if games is None:
        return Number(figure, form).text()
    if too_few(games, figure.low == figure.high):
        return f"{Number(figure.value, form).text()} (too few games to tell){unit}"
    return Number(figure, form).text() + unit


def _percent(value: float) -> str:
    return f"{100 * value:z.0f}%"
