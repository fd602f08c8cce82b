"""What playing a board showed, and how the board is found that plays best.

Input: a definition and a seed, Goals. Output: the best of the seed's boards; a Certificate of any
board, from games that had no part in choosing it. Everything comes from the game ID and the goals:
the same everywhere.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import accumulate, islice, pairwise
from operator import itemgetter
from statistics import median
from typing import Any, NamedTuple, TypeVar

from generator.core.process import cores
from generator.games.magnetmen.candidates import Candidate
from generator.games.magnetmen.definition import MagnetmenDefinition
from generator.games.magnetmen.roll import Board, roll
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.goals import (
    Goals,
    Limits,
    Search,
    Searching,
    Short,
    shortfalls,
    strain,
    strains,
)
from generator.games.magnetmen.simulation.metrics import Figure, Figures, figures, share
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    RANDOM,
    Player,
    Seen,
    together,
    watched,
)
from generator.games.magnetmen.simulation.skill_ladder import rung
from generator.games.magnetmen.simulation.tables import MAX_SQUARES

T = TypeVar("T")
Tell = Callable[[float], None]
"""Is told which share of the work is done."""

PARTS = 8  # at most, in which the last games are played, to tell how far they are


class PlaytestResult(NamedTuple):
    """The figures of a board, those that fall short of its goal, how far it is from good (less is
    better), about how long it takes, for what another size or number of players would do better;
    and how often one greedy player among random ones wins, and one of its players among greedy
    ones."""

    figures: Figures
    short: tuple[Short, ...]
    strain: float
    minutes: int
    hints: tuple[Short, ...] = ()
    ladder: tuple[Figure, ...] = ()

    def data(self) -> dict[str, Any]:
        """As JSON can hold it."""
        return {
            "figures": self.figures.data(),
            "short": [list(each) for each in self.short],
            "strain": self.strain,
            "minutes": self.minutes,
            "hints": [list(each) for each in self.hints],
            "ladder": [list(rung) for rung in self.ladder],
        }

    @classmethod
    def of(cls, data: dict[str, Any]) -> "PlaytestResult":
        """The other way round. Raises KeyError, TypeError, ValueError for anything else."""
        short, hints = (tuple(Short(*each) for each in data[key]) for key in ("short", "hints"))
        ladder = tuple(Figure(*rung) for rung in data["ladder"])
        played = Figures.of(data["figures"])
        return cls(played, short, data["strain"], data["minutes"], hints, ladder)

    def flat(self) -> dict[str, float | str]:
        """The main numbers by name, figures with the ends of their intervals."""
        found: dict[str, float | str] = {"minutes": self.minutes, "by": self.figures.by}
        found["short"] = " ".join(each.name for each in self.short)
        seats = {f"seat_{n}": seat for n, seat in enumerate(self.figures.seats, 1)}
        ladder = dict(zip(("greedy_wins", "searching_wins"), self.ladder, strict=True))
        for name, figure in (self.figures.named | seats | ladder).items():
            value, low, high = figure.rounded()
            found |= {name: value, f"{name}_low": low, f"{name}_high": high}
        return found


def certificate(board: Board, goals: Goals, tell: Tell, games: str = "fresh") -> PlaytestResult:
    """What games show of a board. Those of another name are other games: figures of games by which
    a board was chosen look better than it is."""
    fresh = goals.search_for(board).fresh
    player = _player(fresh)
    seen, ladder = _fresh(board, player, games, fresh.games, tell)
    found = _figures(board, player, seen)
    minutes = goals.minutes.estimate(found.named["turns"].value)
    short, hints = (
        tuple(each._replace(value=round(each.value, 3)) for each in every)
        for every in (shortfalls(found, goals.of(board)), goals.hints.of(found.named, minutes))
    )
    grade = round(strain(found.named, goals.of(board)), 3)
    return PlaytestResult(found, short, grade, minutes, hints, ladder)


def _fresh(
    board: Board, player: Player, name: str, games: int, tell: Tell
) -> tuple[Seen, tuple[Figure, ...]]:
    """What is seen of so many games, and the ladder: how often a better player wins among others,
    in half as many."""
    count = min(games, PARTS)
    ends = [games * part // count for part in range(count + 1)]
    parts = [
        partial(_seen, board, player, name, last - first, first) for first, last in pairwise(ends)
    ]
    rungs = [
        partial(rung, Game(board), better, others, f"{board.game_id} ladder", games // 2)
        for better, others in ((GREEDY, RANDOM), (player, GREEDY))
    ]
    results = _at_once([*parts, *rungs])
    seen = []
    for each in islice(results, count):
        seen.append(each)
        tell(len(seen) / count)
    return together(seen), tuple(share(each.wins, each.games).rounded() for each in results)


def playable(board: Board) -> bool:
    """Whether the rules engine knows all powers on a board, not those in free text, and can play it
    as machine code: what Python plays takes a hundred times longer."""
    known = all(kind.power.simulated for kind in board.types)
    return known and len(board.squares) <= MAX_SQUARES


def best(
    definition: MagnetmenDefinition, size: str, players: int, seed: str, goals: Goals, tell: Tell
) -> Board:
    """The board of a seed that plays best of those that are tried; its first must be playable.

    Successive halving: greedy players sort all layouts of all rolls, a few games of searching
    players those on the shortlist, more games the finalists. Raises RollError.
    """
    search = goals.search_for(roll(definition, size, players, seed))
    step = _steps(search, tell)
    rolls = (
        _layouts(definition, size, players, Candidate(seed, number), search.layouts)
        for number in range(search.rolls)
    )
    boards = _shortlist(rolls, search, goals, step)
    finalists = _ranked(boards, search.few, "few", goals, step)[: search.finalists]
    winner = _ranked(finalists, search.more, "more", goals, step)[0]
    tell(1.0)
    return winner


def _steps(search: Search, tell: Tell) -> Callable[[], None]:
    """Tells how much of a search is done whenever a roll or a board has been judged."""
    costs = [search.layouts * search.quick] * search.rolls
    costs += [search.few.cost] * search.shortlist
    costs += [search.more.cost] * search.finalists
    done = accumulate(costs)
    return lambda: tell(next(done) / sum(costs))


def _shortlist(
    rolls: Iterable[list[Board]], search: Search, goals: Goals, step: Callable[[], None]
) -> list[Board]:
    """The best of all layouts for greedy players, whose games cost next to nothing. If every roll
    is hopeless, layouts of the first."""
    first: list[Board] = []
    graded: list[tuple[float, Board]] = []
    for boards in rolls:
        first = first or boards
        if playable(boards[0]):
            judged = list(_judged(boards, GREEDY, search.quick, "quick"))
            if not _is_hopeless(judged, goals.hopeless):
                grades = (strain(named, goals.of(boards[0])) for named in judged)
                graded += zip(grades, boards, strict=True)
        step()
    best_first = [board for _, board in sorted(graded, key=itemgetter(0))]
    return (best_first or first)[: search.shortlist]


def _layouts(
    definition: MagnetmenDefinition, size: str, players: int, first: Candidate, count: int
) -> list[Board]:
    """So many layouts of a roll."""
    return [
        roll(definition, size, players, str(first._replace(layout=one))) for one in range(count)
    ]


def _is_hopeless(judged: Sequence[Mapping[str, Figure]], limits: Limits) -> bool:
    """Whether a limit is missed on half of a roll's layouts."""
    tried = [strains(named, limits) for named in judged]
    return any(median(each[name] for each in tried) > 1 for name in tried[0])


def _ranked(
    boards: Sequence[Board], how: Searching, name: str, goals: Goals, step: Callable[[], None]
) -> list[Board]:
    """Boards from the best to the worst, by games of that name."""
    grades = []
    for board, named in zip(boards, _judged(boards, _player(how), how.games, name), strict=True):
        grades.append(strain(named, goals.of(board)))
        step()
    return [board for _, board in sorted(zip(grades, boards, strict=True), key=itemgetter(0))]


def _judged(
    boards: Sequence[Board], player: Player, games: int, name: str
) -> Iterator[dict[str, Figure]]:
    """The figures of each board, from so many games between players of one kind."""
    every = _at_once(partial(_seen, board, player, name, games) for board in boards)
    for board, seen in zip(boards, every, strict=True):
        yield _figures(board, player, seen).named


def _at_once(calls: Iterable[Callable[[], T]]) -> Iterator[T]:
    """The results of calls in their order. Compiled code plays in several threads at a time; who
    stops waiting is not kept waiting for those that are under way."""
    pool = ThreadPoolExecutor(cores())
    try:
        yield from pool.map(lambda call: call(), calls)
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _player(how: Searching) -> Player:
    return Player("monte_carlo", how.candidates, how.playouts)


def _seen(board: Board, player: Player, name: str, games: int, first: int = 0) -> Seen:
    """Games between players of one kind; the name sets them apart from others on the board."""
    return watched(Game(board), [player] * board.players, f"{board.game_id} {name}", games, first)


def _figures(board: Board, player: Player, seen: Seen) -> Figures:
    kinds = [f"{kind.set_name}/{kind.piece.key}" for kind in board.types]
    return figures(seen, str(player), kinds, len(board.squares))
