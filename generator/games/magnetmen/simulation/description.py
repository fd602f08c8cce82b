"""What playing a board showed, in words for people at a terminal.

Input: a board, or its certificate. Output: lines of text.
"""

from collections.abc import Iterator

from generator.core.sample_size import too_few
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.goals import Short
from generator.games.magnetmen.simulation.metrics import Figure, Figures
from generator.games.magnetmen.simulation.playtest_result import PlaytestResult
from generator.games.magnetmen.simulation.tables import MAX_SQUARES
from generator.languages import load_language

# The figures of a board in their order, and what those that are no shares count.
_FIGURES = (
    "turns", "choices", "tight", "waiting", "left", "ties", "margin", "changes", "decided",
)  # fmt: skip
_COUNTS = {"turns", "choices", "changes"}
_LADDER = ("greedy", "monte_carlo")
_HINTS = {
    "left": "{name}: {value}; a smaller size, or more players, uses more",
    "waiting": "{name}: {value}, by who is done or stuck; a smaller size has fewer",
    "retire": "{name}: {value}, by who is done or stuck; with {keys} on any size",
    "minutes": "a game takes about {value} minutes; a smaller size is shorter",
}


def _say(key: str, **params: object) -> str:
    """The wording of playtests, which the tables and the report of `playtest` have, too."""
    return load_language("en").say(f"playtest.{key}", **params)


def _name(figure: str) -> str:
    name = _say(f"figure.{figure}")
    return name[:1].lower() + name[1:]


def advice(board: Board, chosen: bool = False) -> list[str]:
    """What whoever prints a board should know: what of it plays less well than it should. Of one
    that people chose nobody knows whether it was the best of several."""
    if board.certificate is None:
        return [f"not playtested: {_why_not(board)}"]
    hints = board.certificate.hints
    lines = [f"  {line}" for line in _shortfalls(board.certificate)]
    if lines:
        best = "" if chosen else "the best of the boards tried, but "
        lines.insert(0, f"{best}it plays less well than hoped:")
    return [*lines, *(_hint(each, board) for each in hints)]


def _shortfalls(certificate: PlaytestResult) -> Iterator[str]:
    """The goals that a board misses."""
    for each in certificate.short:
        if each.name == "seat_deviation":
            yield _seat_shortfall(certificate.figures, each.limit)
        else:
            yield f"{_name(each.name)}: {_near(each)}, hoped for {_hope(each)}"


def _seat_shortfall(figures: Figures, limit: float) -> str:
    """A share of wins, with a decimal where it would look like one that is hoped for."""
    fair = 1 / figures.players
    ends = [_percent(end) for end in (max(0.0, fair - limit), min(1.0, fair + limit))]
    number, seat = _furthest(figures)
    value = _percent(seat.value)
    value = f"{100 * seat.value:.1f}%" if value in ends else value
    return f"{_seat(number, value, figures)}, hoped for {' to '.join(ends)}"


def _furthest(figures: Figures) -> tuple[int, Figure]:
    """The seat whose wins are furthest from its fair share, and these."""
    fair = 1 / figures.players
    return max(enumerate(figures.seats, 1), key=lambda seat: abs(seat[1].value - fair))


def _seat(number: int, value: str, figures: Figures) -> str:
    return f"seat {number} wins {value} of games; fair is {_percent(1 / figures.players)}"


def _why_not(board: Board) -> str:
    free = [kind.piece.key for kind in board.types if not kind.power.simulated]
    if free:
        return f"no program can play the free text of {', '.join(free)}"
    return f"playing {len(board.squares)} squares would take hours ({MAX_SQUARES} are the most)"


def _hint(hint: Short, board: Board) -> str:
    value = f"{hint.value:.0f}" if hint.name == "minutes" else _percent(hint.value)
    ending = [kind.piece.key for kind in board.types if kind.power.find(Retire)]
    kind = "retire" if ending and hint.name == "waiting" else hint.name
    name = "" if hint.name == "minutes" else _name(hint.name)
    return f"hint: {_HINTS[kind].format(name=name, value=value, keys=', '.join(ending))}"


def _near(short: Short) -> str:
    """A value that misses its limit, with a decimal where it would look like it."""
    told = _percent(short.value)
    return told if told != _percent(short.limit) else f"{100 * short.value:.1f}%"


def _hope(short: Short) -> str:
    return f"{'at least' if short.name == 'decided' else 'at most'} {_percent(short.limit)}"


def described(certificate: PlaytestResult) -> list[str]:
    """All figures of a board, line by line."""
    figures = certificate.figures
    lines = [
        f"{figures.games} games of {figures.players} players ({figures.by}), each figure with the "
        "interval it lies in (95%):",
        f"  about {certificate.minutes} minutes",
    ]
    games = figures.games
    for name in _FIGURES:
        value = _sure(figures.named[name], games, name not in _COUNTS)
        unit = "" if name in _COUNTS else f" {_say(f'axis.{name}').removeprefix('% ')}"
        lines.append(f"  {_name(name)}: {value}{unit}")
    number, seat = _furthest(figures)
    lines.append(f"  {_name('seat_deviation')}: {_seat(number, _told(seat, True), figures)}")
    for number, seat in enumerate(figures.seats, 1):
        lines.append(f"  seat {number} wins {_told(seat, True)} of games")
    for name, rung in zip(_LADDER, certificate.ladder, strict=True):
        lines.append(f"  {_say(f'flags.why.{name}', value=_told(rung, True))}")
    lines += _kinds(figures)
    if not certificate.short:
        return [*lines, "  all goals are met"]
    return [*lines, *(f"  misses a goal: {line}" for line in _shortfalls(certificate))]


def _kinds(figures: Figures) -> Iterator[str]:
    for kind in figures.kinds:
        values = {
            "pick_ratio": _ratio(kind.pick_ratio, figures.games),
            "icon_points": _sure(kind.icon_points, figures.games),
            "share": _sure(kind.share, figures.games, True),
            "owners": _owners(kind.owners, figures.games),
        }
        told = ", ".join(_say(f"flags.why.{name}", value=value) for name, value in values.items())
        yield f"  {kind.name}: {told}"


def _owners(figure: Figure, games: int) -> str:
    """Sure where everybody owns some; that nothing else varied means that few games have owners."""
    return _few(figure) if figure.low == figure.high != 1 else _ratio(figure, games)


def _ratio(figure: Figure, games: int) -> str:
    """Of what is never below 0."""
    return _sure(figure._replace(low=max(0.0, figure.low)), games)


def _sure(figure: Figure, games: int, share: bool = False) -> str:
    """A mean or a ratio with its interval, where games are enough for one."""
    few = too_few(games, figure.low == figure.high)
    return _few(figure, share) if few else _told(figure, share)


def _few(figure: Figure, share: bool = False) -> str:
    value = _percent(figure.value) if share else f"{figure.value:z.2f}"
    return f"{value} (too few games to tell)"


def _told(figure: Figure, share: bool = False) -> str:
    if share:
        return f"{_percent(figure.value)} ({100 * figure.low:z.0f} to {100 * figure.high:z.0f})"
    if not figure.low <= figure.value <= figure.high:  # the jackknife had one block only
        return _few(figure)
    return f"{figure.value:z.2f} ({figure.low:z.2f} to {figure.high:z.2f})"


def _percent(value: float) -> str:
    return f"{100 * value:z.0f}%"
