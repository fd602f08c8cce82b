"""What playing a board showed, in words for people at a terminal.

Input: a board, or its certificate. Output: lines of text.
"""

from collections.abc import Iterator

from generator.games.magnetmen.play.certificate import Certificate
from generator.games.magnetmen.play.facts import MAX_SQUARES
from generator.games.magnetmen.play.figures import Figure, Figures
from generator.games.magnetmen.play.goals import Short
from generator.games.magnetmen.powers.retire import Retire
from generator.games.magnetmen.roll import Board

# The figures of a board in words, and whether each is a share.
NAMED = {
    "turns": ("turns of all players together", False),
    "choices": ("choices a turn", False),
    "tight": ("turns with at most two choices", True),
    "waiting": ("turns missed because nothing could be done", True),
    "left": ("squares nobody used", True),
    "ties": ("games that end in a tie", True),
    "margin": ("the winner's lead, of the winner's points", True),
    "changes": ("times another player takes the lead", False),
    "decided": ("the winner is never behind again after, of the turns", True),
    "seat_deviation": ("how far a seat is from its fair share of wins", True),
}
_SHORT = {
    "seat_deviation": "a seat wins {value} more or less often than its share",
    "ties": "{value} of the games end in a tie",
    "margin": "the winner leads by {value} of the points",
    "decided": "after {value} of the turns the winner is never behind again",
    "left": "{value} of the squares stay unused",
    "tight": "in {value} of the turns there are at most two choices",
}
_LADDER = (
    "one greedy player among random ones wins",
    "one searching player among greedy ones wins",
)
_HINTS = {
    "left": "{value} of the squares stay unused; a smaller size, or more players, uses more",
    "waiting": "{value} of the turns are missed by who is done or stuck; a smaller size has fewer",
    "retire": "{value} of the turns are missed by who is done or stuck; with {keys} on any size",
    "minutes": "a game takes about {value} minutes; a smaller size is shorter",
}


def advice(board: Board, chosen: bool = False) -> list[str]:
    """What whoever prints a board should know: what of it plays less well than it should. Of one
    that people chose nobody knows whether it was the best of several."""
    if board.certificate is None:
        return [f"not playtested: {_why_not(board)}"]
    short, hints = board.certificate.short, board.certificate.hints
    lines = [
        f"  {_SHORT[each.name].format(value=_near(each))}, hoped for {_hope(each)}"
        for each in short
    ]
    if lines:
        best = "" if chosen else "the best of the boards tried, but "
        lines.insert(0, f"{best}it plays less well than hoped:")
    return [*lines, *(_hint(each, board) for each in hints)]


def _why_not(board: Board) -> str:
    free = [kind.piece.key for kind in board.types if not kind.power.simulated]
    if free:
        return f"no program can play the free text of {', '.join(free)}"
    return f"playing {len(board.squares)} squares would take hours ({MAX_SQUARES} are the most)"


def _hint(hint: Short, board: Board) -> str:
    value = f"{hint.value:.0f}" if hint.name == "minutes" else _percent(hint.value)
    ending = [kind.piece.key for kind in board.types if kind.power.find(Retire)]
    name = "retire" if ending and hint.name == "waiting" else hint.name
    return f"hint: {_HINTS[name].format(value=value, keys=', '.join(ending))}"


def _near(short: Short) -> str:
    """A value that misses its limit, with a decimal where it would look like it."""
    told = _percent(short.value)
    return told if told != _percent(short.limit) else f"{100 * short.value:.1f}%"


def _hope(short: Short) -> str:
    return f"{'at least' if short.name == 'decided' else 'at most'} {_percent(short.limit)}"


def described(certificate: Certificate) -> list[str]:
    """All figures of a board, line by line."""
    figures = certificate.figures
    lines = [
        f"{figures.games} games of {figures.players} players ({figures.by}), each figure with the "
        "interval it lies in (95%):",
        f"  about {certificate.minutes} minutes",
    ]
    for name, (words, share) in NAMED.items():
        lines.append(f"  {words}: {_told(figures.named[name], share)}")
    for number, seat in enumerate(figures.seats, 1):
        lines.append(f"  seat {number} wins: {_told(seat, True)}")
    for words, rung in zip(_LADDER, certificate.ladder, strict=True):
        lines.append(f"  {words}: {_told(rung, True)}")
    lines += _kinds(figures)
    if not certificate.short:
        return [*lines, "  all goals are met"]
    return [*lines, *(f"  misses a goal: {each}" for each in certificate.short)]


def _kinds(figures: Figures) -> Iterator[str]:
    for kind in figures.kinds:
        yield (
            f"  {kind.name}: taken {_ratio(kind.pick_ratio)} times as often as by chance, "
            f"{_told(kind.icon_points)} points an icon, {_told(kind.share, True)} of the "
            f"winner's points, owners win {_owners(kind.owners)} times their share"
        )


def _owners(figure: Figure) -> str:
    """Sure where everybody owns some; that nothing else varied means that few games have owners."""
    return _few(figure) if figure.low == figure.high != 1 else _ratio(figure)


def _ratio(figure: Figure) -> str:
    """Of what is never below 0."""
    return _told(figure._replace(low=max(0.0, figure.low)))


def _few(figure: Figure) -> str:
    return f"{figure.value:.2f} (too few games to tell)"


def _told(figure: Figure, share: bool = False) -> str:
    if share:
        return f"{_percent(figure.value)} ({100 * figure.low:z.0f} to {100 * figure.high:z.0f})"
    if not figure.low <= figure.value <= figure.high:  # the jackknife had one block only
        return _few(figure)
    return f"{figure.value:z.2f} ({figure.low:z.2f} to {figure.high:z.2f})"


def _percent(value: float) -> str:
    return f"{100 * value:z.0f}%"
