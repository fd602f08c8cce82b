"""Let the members of a panel play on boards, and compute the figures of these games."""

import math
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, partial

from generator.analysis.intervals import (
    Estimate,
    block_ratio_estimate,
    mean_estimate,
    ratio_estimate,
    share_estimate,
)
from generator.games.magnetmen import match as o
from generator.games.magnetmen.match import match_of
from generator.games.magnetmen.playtest_result import BoardFigures, SeatShares, TypeFigures
from generator.games.magnetmen.roll import Board
from generator.games.magnetmen.simulation.goals import Member
from generator.play import match as m
from generator.play.engine import WIN_PARTS
from generator.play.series import GREEDY, RANDOM, Observations, Player, merged, thread_pool

SHARES = ("left", "tight", "waiting", "ties", "margin", "decided")  # never below 0 or above 1


def board_figures(
    observations: Observations, by: str, kinds: Sequence[str], squares: int
) -> BoardFigures:
    """The figures of at least two games on a board with `squares` squares and types of these
    names, between players of the kind `by`."""
    seats = seat_estimates(observations.shares)
    blocks = [counters_by_kind(block) for block in observations.blocks]
    winners_points = [_winners_points(block) for block in blocks]
    type_figures = tuple(
        _type_figures(name, [block[kind] for block in blocks], winners_points, len(seats))
        for kind, name in enumerate(kinds)
    )
    estimates = _named_figures(observations, seats, squares)
    return BoardFigures(by, len(observations.games), estimates, seats, type_figures)


def _named_figures(
    observations: Observations, seats: Sequence[Estimate], squares: int
) -> dict[str, Estimate]:
    estimates = {
        "turns": mean_estimate(observations.column(m.TURNS)),
        "left": mean_estimate(row[m.OWN_COUNT] / squares for row in observations.games),
        "choices": ratio_estimate(observations.column(m.CHOICES), observations.column(m.TURNS)),
        "tight": ratio_estimate(observations.column(m.TIGHT), observations.column(m.TURNS)),
        "waiting": ratio_estimate(
            observations.column(m.PASSED),
            [row[m.PASSED] + row[m.TURNS] for row in observations.games],
        ),
        "ties": share_estimate(
            sum(max(shares) < WIN_PARTS for shares in observations.shares), len(observations.shares)
        ),
        "margin": mean_estimate(map(_margin, observations.points)),
        "changes": mean_estimate(observations.column(m.CHANGES)),
        "decided": mean_estimate(row[m.DECIDED] / row[m.TURNS] for row in observations.games),
        "seat_deviation": _deviation(seats),
    }
    return {name: _within_0_and_1(name, figure) for name, figure in estimates.items()}


def _within_0_and_1(name: str, figure: Estimate) -> Estimate:
    value, low, high = figure
    return Estimate(value, max(0.0, low), min(1.0, high)) if name in SHARES else figure


def _type_figures(
    name: str, blocks: Sequence[tuple[int, ...]], winners_points: Sequence[int], players: int
) -> TypeFigures:
    """The figures of a type, from its sums in each block of games."""

    def column(index: int, scale: float = 1) -> list[float]:
        return [block[index] * scale for block in blocks]

    fair_share = 1 / players
    return TypeFigures(
        name,
        pick_ratio=block_ratio_estimate(column(o.PICKS), column(o.CHANCES, 1 / o.WHOLE)),
        icon_points=block_ratio_estimate(column(o.POINTS), column(o.ICONS)),
        share=block_ratio_estimate(column(o.WON_POINTS), list(winners_points)),
        owners=block_ratio_estimate(
            column(o.OWNERS_WON, 1 / WIN_PARTS), column(o.OWNERS, fair_share)
        ),
    )


def _winners_points(block: Sequence[tuple[int, ...]]) -> int:
    return sum(row[o.WON_POINTS] for row in block)


def counters_by_kind(block: Sequence[int]) -> list[tuple[int, ...]]:
    """The counters of a block, type by type."""
    width = o.KIND_COUNTERS
    return [tuple(block[at : at + width]) for at in range(0, len(block), width)]


def _margin(points: Sequence[int]) -> float:
    """The winner's lead over the next, by the winner's points; at most 1."""
    best, second = sorted(points, reverse=True)[:2]
    return min(1.0, (best - second) / best) if best > 0 else float(best > second)


def seat_estimates(shares: Sequence[tuple[int, ...]]) -> tuple[Estimate, ...]:
    """The share of wins of each seat, given the seats' shares of the win in each game."""
    return tuple(
        share_estimate(sum(of_seat) / WIN_PARTS, len(shares))
        for of_seat in zip(*shares, strict=True)
    )


def _deviation(seats: Sequence[Estimate]) -> Estimate:
    """The distance from its fair share of wins of the seat that is furthest from it."""
    fair_share = 1 / len(seats)
    furthest = max(seats, key=lambda seat: abs(seat.value - fair_share))
    ends = sorted((abs(furthest.low - fair_share), abs(furthest.high - fair_share)))
    is_inside = furthest.low <= fair_share <= furthest.high
    return Estimate(abs(furthest.value - fair_share), 0.0 if is_inside else ends[0], ends[1])


MIN_GAMES, MAX_GAMES = 4, 400  # of a member on a board, whatever the effort
LENGTH_GAMES = 32  # of a kind of player, to estimate how long games take
PART_GAMES = 25  # at most, of a task for a thread


class PanelGames:
    """The games that members of a panel play on a board. `stream` is part of their seed: games of
    another stream are other games."""

    def __init__(self, board: Board, stream: str):
        self.board = board
        self.stream = stream
        self._match = match_of(board)
        self._played: dict[Member, list[Observations]] = {}

    @cached_property
    def turns(self) -> float:
        """About how many turns a game takes: the mean of greedy players. They end some advanced
        games early, while searching players go on for about as long as random ones."""
        if not self.board.advanced:
            return self._mean_turns(GREEDY)
        return max(self._mean_turns(GREEDY), self._mean_turns(RANDOM))

    def _mean_turns(self, player: Player) -> float:
        games = self.observe(player, "length", LENGTH_GAMES).games
        return sum(row[m.TURNS] for row in games) / len(games)

    def observe(self, player: Player, stream: str, games: int, first: int = 0) -> Observations:
        """Observe games between players of one kind, numbered from `first`."""
        seed = f"{self.board.game_id} {stream}"
        return self._match.observe([player] * self.board.players, seed, games, first)

    def greedy_figures(self, stream: str, games: int) -> BoardFigures:
        return self._figures(GREEDY, self.observe(GREEDY, stream, games))

    def cost(self, member: Member) -> float:
        """About how many actions a game between members takes, in thousands. A playout goes through
        half of the turns on average."""
        actions_of_turn = 1 + member.player.playouts_per_decision * self.turns / 2
        return self.turns * actions_of_turn * (100 - member.errors) / 100_000

    def affordable_boards(self, members: Sequence[Member], effort: float) -> int:
        """How many such boards members can judge with an effort, by MIN_GAMES each."""
        return int(effort / (MIN_GAMES * math.fsum(map(self.cost, members))))

    def games_for(self, members: Sequence[Member], effort: float) -> dict[Member, int]:
        """How many games members can play with an effort, in thousands of actions: as many as give
        the least sum of their variances (Neyman allocation)."""
        roots = {member: math.sqrt(self.cost(member)) for member in members}
        games = effort / math.fsum(roots.values())
        return {
            member: max(MIN_GAMES, min(MAX_GAMES, int(games / root)))
            for member, root in roots.items()
        }

    def tasks(self, member: Member, games: int) -> Iterator[Callable[[], None]]:
        """Functions that together play games of a member, besides those played before. Several
        threads may call them; their order has no effect."""
        parts = self._played.setdefault(member, [])
        start = sum(len(part.games) for part in parts)
        end = start + games
        for first in range(start, end, PART_GAMES):
            parts.append(Observations([], [], [], []))
            games = min(PART_GAMES, end - first)
            yield partial(self._play, member, len(parts) - 1, first, games)

    def _play(self, member: Member, part: int, first: int, games: int) -> None:
        stream = f"{self.stream} {member.name}"
        self._played[member][part] = self.observe(member.player, stream, games, first)

    def is_judged(self, members: Sequence[Member]) -> bool:
        """Whether members have played, and no tasks of theirs are left."""
        return all(
            parts and all(part.games for part in parts)
            for parts in (self._played.get(member) for member in members)
        )

    def figures(self, member: Member) -> BoardFigures:
        return self._figures(member.player, merged(self._played[member]))

    def _figures(self, player: Player, games: Observations) -> BoardFigures:
        kinds = [f"{kind.set_name}/{kind.piece.key}" for kind in self.board.types]
        return board_figures(games, str(player), kinds, len(self.board.squares))

    def seat_shares(self, member: Member) -> SeatShares:
        shares = [row for part in self._played[member] for row in part.shares]
        return SeatShares(member.name, str(member.player), len(shares), seat_estimates(shares))


def judge(
    contenders: Sequence[PanelGames],
    members: Sequence[Member],
    effort: float,
    report: Callable[[float], None] = lambda share: None,
) -> None:
    """Let members play on boards. The boards share the effort, in thousands of actions, equally.
    `report` is called with the share that is done."""
    tasks: list[Callable[[], None]] = []
    for contender in contenders:
        for member, games in contender.games_for(members, effort / len(contenders)).items():
            tasks += contender.tasks(member, games)
    call_all(tasks, report)


def call_all(
    tasks: Sequence[Callable[[], None]], report: Callable[[float], None] = lambda share: None
) -> None:
    """Call all functions, in threads. `report` is called with the share that is done. Whoever
    interrupts this does not wait for the games under way."""
    with thread_pool() as pool:
        for number, _ in enumerate(pool.map(_call, tasks), 1):
            report(number / len(tasks))


def _call(function: Callable[[], None]) -> None:
    function()
