"""Describe the playtest result of a board in lines of text for a terminal."""

from collections.abc import Iterator, Sequence

from generator.analysis.intervals import Estimate, too_few
from generator.games.magnetmen.playtest_result import (
    BoardFigures,
    MissedLimit,
    PlaytestResult,
    SeatShares,
)
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.figure_names import FIGURE_NAMES, REASONS, UNITS
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.games.magnetmen.simulation.kernel_data import MAX_SQUARES

# The figures of a board in their order; those that are no shares.
_FIGURES = (
    "turns", "choices", "tight", "waiting", "left", "ties", "margin", "changes", "decided",
)  # fmt: skip
_COUNTS = {"turns", "choices", "changes"}
_LADDER = ("greedy", "searching")
_HINTS = {
    "left": "{name}: {value}; a smaller size, or more players, uses more",
    "waiting": "{name}: {value}, by who is done or stuck; a smaller size has fewer",
    "retire": "{name}: {value}, by who is done or stuck; with {keys} on any size",
    "minutes": "a game takes about {value} minutes; a smaller size is shorter",
}


def _name(figure: str) -> str:
    name = FIGURE_NAMES[figure]
    return name[:1].lower() + name[1:]


def advice(board: Board, is_final: bool = False) -> list[str]:
    """Warnings for whoever prints a board: goals that it misses for sure, and hints. With
    `is_final`, the board was requested, and is not called the best of those tried."""
    result = board.playtest_result
    if result is None:
        return [f"not playtested: {_why_not(board)}"]
    sure = [goal for goal in result.missed_goals if surely_misses(goal, result)]
    lines = [f"  {_missed_goal(goal, result)}" for goal in sure]
    if lines:
        best = "" if is_final else "the best of the boards tried, but "
        lines.insert(0, f"{best}it plays less well than hoped:")
    stopped = ["search stopped: this is the best of the boards so far"]
    return [
        *(stopped if result.search_stopped else []),
        *lines,
        *(_hint(hint, board) for hint in result.hints),
    ]


def surely_misses(goal: MissedLimit, result: PlaytestResult) -> bool:
    """Whether all of the figure's interval lies beyond the limit of a goal. A result has so few
    games that good boards often miss some limit by chance."""
    if goal.name == "seat_deviation":
        return result.furthest.deviation.low > goal.limit
    figure = result.figures.estimates[goal.name]
    return figure.high < goal.limit if goal.name in AT_LEAST else figure.low > goal.limit


def _missed_goal(goal: MissedLimit, result: PlaytestResult) -> str:
    if goal.name == "seat_deviation":
        return _missed_seat_goal(result.furthest, goal.limit)
    return f"{_name(goal.name)}: {_value(goal)}, hoped for {_limit(goal)}"


def _missed_seat_goal(shares: SeatShares, limit: float) -> str:
    """The line for a missed goal of seats, with a decimal if the value would look like a goal."""
    fair_share = 1 / len(shares.seats)
    ends = [_percent(end) for end in (max(0.0, fair_share - limit), min(1.0, fair_share + limit))]
    number, seat = _furthest(shares.seats)
    value = _percent(seat.value)
    value = f"{100 * seat.value:.1f}%" if value in ends else value
    words = f"{_seat(number, value, fair_share)}, hoped for {' to '.join(ends)}"
    return f"{words} (players: {shares.name}, {shares.by})"


def _furthest(seats: Sequence[Estimate]) -> tuple[int, Estimate]:
    """The number of the seat whose share of wins is furthest from a fair one, and that share."""
    fair_share = 1 / len(seats)
    return max(enumerate(seats, 1), key=lambda seat: abs(seat[1].value - fair_share))


def _seat(number: int, value: str, fair_share: float) -> str:
    return f"seat {number} wins {value} of games; fair is {_percent(fair_share)}"


def _why_not(board: Board) -> str:
    unknown = [kind.piece.key for kind in board.types if not kind.power.simulated]
    if unknown:
        return f"no program can play the free text of {', '.join(unknown)}"
    return f"playing {len(board.squares)} squares would take hours ({MAX_SQUARES} are the most)"


def _hint(hint: MissedLimit, board: Board) -> str:
    value = f"{hint.value:.0f}" if hint.name == "minutes" else _percent(hint.value)
    retiring = [kind.piece.key for kind in board.types if kind.power.find(Retire)]
    kind = "retire" if retiring and hint.name == "waiting" else hint.name
    name = "" if hint.name == "minutes" else _name(hint.name)
    return f"hint: {_HINTS[kind].format(name=name, value=value, keys=', '.join(retiring))}"


def _value(goal: MissedLimit) -> str:
    """The value that misses a limit, with a decimal if it would otherwise look like the limit."""
    text = _percent(goal.value)
    return text if text != _percent(goal.limit) else f"{100 * goal.value:.1f}%"


def _limit(goal: MissedLimit) -> str:
    return f"{'at least' if goal.name in AT_LEAST else 'at most'} {_percent(goal.limit)}"


def describe_result(result: PlaytestResult) -> list[str]:
    """All figures of a board, a line each."""
    figures = result.figures
    lines = [
        f"{figures.games} games of {figures.players} players ({figures.by}), each figure with the "
        "interval it lies in (95%):",
        f"  about {result.minutes} minutes",
        *_named_figures(figures),
        *_seats(result),
    ]
    for name, rung in zip(_LADDER, result.skill_ladder, strict=True):
        lines.append(f"  {REASONS[name].format(_with_interval(rung, True))}")
    lines += _kinds(figures)
    if not result.missed_goals:
        return [*lines, "  all goals are met"]
    for goal in result.missed_goals:
        verb = "misses" if surely_misses(goal, result) else "may miss"
        lines.append(f"  {verb} a goal: {_missed_goal(goal, result)}")
    return lines


def _named_figures(figures: BoardFigures) -> Iterator[str]:
    for name in _FIGURES:
        value = _text(figures.estimates[name], figures.games, name not in _COUNTS)
        unit = "" if name in _COUNTS else f" {UNITS[name]}"
        yield f"  {_name(name)}: {value}{unit}"


def _seats(result: PlaytestResult) -> Iterator[str]:
    """The shares of each seat, among each kind of player."""
    number, seat = _furthest(result.furthest.seats)
    furthest = _seat(number, _with_interval(seat, True), 1 / result.figures.players)
    yield f"  {_name('seat_deviation')}: {furthest} (players: {result.furthest.name})"
    for shares in result.panel:
        yield f"  {shares.games} games of {shares.name} players ({shares.by}):"
        for number, seat in enumerate(shares.seats, 1):
            yield f"    seat {number} wins {_with_interval(seat, True)} of games"


def _kinds(figures: BoardFigures) -> Iterator[str]:
    for kind in figures.kinds:
        values = {
            "pick_ratio": _ratio(kind.pick_ratio, figures.games),
            "icon_points": _text(kind.icon_points, figures.games),
            "share": _text(kind.share, figures.games, True),
            "owners": _owners(kind.owners, figures.games),
        }
        text = ", ".join(REASONS[name].format(value) for name, value in values.items())
        yield f"  {kind.name}: {text}"


def _owners(figure: Estimate, games: int) -> str:
    """Without interval if its estimate is constant, but not 1: then few games have owners."""
    return _without_interval(figure) if figure.low == figure.high != 1 else _ratio(figure, games)


def _ratio(figure: Estimate, games: int) -> str:
    """A figure that is never below 0."""
    return _text(figure._replace(low=max(0.0, figure.low)), games)


def _text(figure: Estimate, games: int, share: bool = False) -> str:
    """A figure with its interval, if there are enough games for one."""
    if too_few(games, figure.low == figure.high):
        return _without_interval(figure, share)
    return _with_interval(figure, share)


def _without_interval(figure: Estimate, share: bool = False) -> str:
    value = _percent(figure.value) if share else f"{figure.value:z.2f}"
    return f"{value} (too few games to tell)"


def _with_interval(figure: Estimate, share: bool = False) -> str:
    if share:
        return f"{_percent(figure.value)} ({100 * figure.low:z.0f} to {100 * figure.high:z.0f})"
    if not figure.low <= figure.value <= figure.high:  # from one block only
        return _without_interval(figure)
    return f"{figure.value:z.2f} ({figure.low:z.2f} to {figure.high:z.2f})"


def _percent(value: float) -> str:
    return f"{100 * value:z.0f}%"
