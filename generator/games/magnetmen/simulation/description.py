"""What figures of boards and types are called, and the playtest result of a board in words."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from generator.analysis.intervals import Estimate, too_few
from generator.games.magnetmen.playtest_result import (
    BoardFigures,
    MissedLimit,
    PlaytestResult,
    SeatShares,
)
from generator.games.magnetmen.primitives import Retire
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.goals import AT_LEAST
from generator.games.magnetmen.simulation.kernel_data import MAX_SQUARES


class Figure(NamedTuple):
    """What a figure is called, what its numbers count (shares are in percent of it), what it
    means."""

    name: str
    unit: str
    meaning: str


_OTHER_POWERS = (
    "The same for a power whose type is on (nearly) every board: against boards where the type has "
    "another power."
)
FIGURES = {
    "turns": Figure("Turns", "turns of all players", "Turns of all players together."),
    "left": Figure("Squares nobody used", "of squares", "Share of the squares that nobody used."),
    "choices": Figure(
        "Choices per turn", "choices", "Possible actions at the start of a turn."
    ),
    "tight": Figure(
        "Turns with two choices or fewer", "of turns",
        "Share of the turns with at most two possible actions.",
    ),
    "waiting": Figure(
        "Turns missed", "of turns",
        "Share of the turns that were missed, as no action was possible.",
    ),
    "ties": Figure("Ties", "of games", "Share of the games that several players win."),
    "margin": Figure(
        "The winner’s lead", "of the winner’s points",
        "Lead over the next player, as a share of the winner’s points.",
    ),
    "changes": Figure(
        "Lead changes", "times per game", "How often another player takes the lead, by points."
    ),
    "decided": Figure(
        "When the game is decided", "of the game",
        "Share of the turns after which the winner is never behind again.",
    ),
    "seat_deviation": Figure(
        "Seat imbalance", "of games, off a fair share",
        "Largest distance of a seat’s share of wins from a fair share.",
    ),
    "seat": Figure("Wins by seat", "of games", "How often each seat wins; a tie is shared out."),
    "panel": Figure(
        "Wins by seat among the panel", "of games",
        "The same, where all players are one member of the panel.",
    ),
    "goal": Figure(
        "Boards that meet it", "of boards",
        "Share of the boards whose figure is within its limit in play.yaml.",
    ),
    "boards": Figure("Boards", "boards", "Boards that have the type or power."),
    "squares": Figure("Squares", "squares", "Squares of the type on these boards."),
    "pick_ratio": Figure(
        "Taken", "times as often as by chance",
        "How often the type is taken; 1 is as often as if players picked at random among the "
        "squares that they can take.",
    ),
    "share": Figure(
        "Of winners’ points", "of winners’ points",
        "Share of the winners’ points that it brings, on boards that have it.",
    ),
    "icon_points": Figure("Points per icon", "points", "Points of an icon at the end of the game."),
    "owners": Figure(
        "Owners win", "times their fair share",
        "How often players win who own at least one at the end; 1 is as often as anybody.",
    ),
    "missed": Figure(
        "Goals missed", "of the goals, more than on boards without the type",
        "Share of goals missed on boards with it, minus that on boards without.",
    ),
    "missed_other": Figure("Goals missed, against its other powers", "", _OTHER_POWERS),
    "length": Figure(
        "Game length", "times as long as on boards without the type",
        "Length of games on boards with it, relative to boards without.",
    ),
    "length_other": Figure("Game length, against its other powers", "", _OTHER_POWERS),
}  # fmt: skip
"""Every figure of boards and types, in the order in which reports explain them."""

REASONS = {
    "pick_ratio": "taken {} times as often as by chance",
    "share": "brings {} of winners’ points",
    "owners": "owners win {} times their fair share",
    "icon_points": "{} points per icon",
    "missed": "goals missed: {} more than on boards without the type",
    "length": "games {} times as long as on boards without the type",
    "missed_other": "goals missed: {} more than on boards with its other {}",
    "length_other": "games {} times as long as on boards with its other {}",
}
"""Values in words."""

# The figures of a board in their order; those that are no shares.
_FIGURES = (
    "turns", "choices", "tight", "waiting", "left", "ties", "margin", "changes", "decided",
)  # fmt: skip
_COUNTS = {"turns", "choices", "changes"}
_HINTS = {
    "left": "{name}: {value}; a smaller size, or more players, uses more",
    "waiting": "{name}: {value}, by who is done or stuck; a smaller size has fewer",
    "retire": "{name}: {value}, by who is done or stuck; with {keys} on any size",
    "minutes": "a game takes about {value} minutes; a smaller size is shorter",
}


def _name(figure: str) -> str:
    name = FIGURES[figure].name
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
        unit = "" if name in _COUNTS else f" {FIGURES[name].unit}"
        yield f"  {_name(name)}: {value}{unit}"


def _seats(result: PlaytestResult) -> Iterator[str]:
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
