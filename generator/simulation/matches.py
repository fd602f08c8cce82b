"""Games between programs, and what happened in them.

Input: rules, players by seat, a seed. Output: a GameRecord.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from generator.core.seeds import Stream
from generator.simulation.players import Player
from generator.simulation.rules import CHANCE, ActionT, AnyRules, GameRules, StateT

MAX_REPETITIONS = 3
"""A position that occurs for the third time ends the game as a draw."""


class GameRecord(NamedTuple):
    """A game that was played. wins are the shares of the win by player: a win that several share,
    and a draw, is divided among them. leaders has the player who is ahead after each turn, None for
    a tie."""

    wins: tuple[float, ...]
    turns: int
    leaders: tuple[int | None, ...]
    actions: tuple[object, ...]

    @property
    def is_draw(self) -> bool:
        return max(self.wins) < 1

    @property
    def decided(self) -> float:
        """The share of the turns after which the winner stays ahead; 1 for a draw."""
        if self.is_draw or not self.leaders:
            return 1.0
        winner = self.wins.index(max(self.wins))
        others = [turn for turn, leader in enumerate(self.leaders, start=1) if leader != winner]
        return (others[-1] if others else 0) / self.turns

    @property
    def lead_changes(self) -> int:
        """How often another player takes the lead."""
        leaders = [leader for leader in self.leaders if leader is not None]
        return sum(one != other for one, other in pairwise(leaders))


def play_game(
    rules: GameRules[StateT, ActionT],
    players: Sequence[Player],
    source: Random,
    start: StateT | None = None,
) -> GameRecord:
    """Play from the start, or from another state, until somebody wins or the game counts as drawn.
    Turns and repetitions are counted from there."""
    state = rules.start() if start is None else start
    leaders: list[int | None] = []
    actions: list[object] = []
    positions: Counter[object] = Counter()
    while not (winners := rules.winners(state)) and len(actions) < rules.max_turns:
        if (player := rules.player_to_move(state)) == CHANCE:
            state = _drawn(rules.chances(state), source)
            continue
        key = rules.repetition_key(state)
        positions[key] += key is not None
        if positions[key] == MAX_REPETITIONS:
            break
        action = players[player].choose(rules, state, source)
        state = rules.after(state, action)
        actions.append(action)
        leaders.append(_leader(rules.scores(state)))
    winners = winners or tuple(range(rules.players))
    wins = tuple((player in winners) / len(winners) for player in range(rules.players))
    return GameRecord(wins, len(actions), tuple(leaders), tuple(actions))


def _drawn(chances: Sequence[tuple[StateT, int]], source: Random) -> StateT:
    """One of the states, as likely as its share of the weights."""
    place = int(source.random() * sum(weight for _, weight in chances))
    for state, weight in chances:
        if place < weight:
            return state
        place -= weight
    raise AssertionError("random() is below 1")


def _leader(scores: Sequence[float]) -> int | None:
    best = max(scores)
    return scores.index(best) if scores.count(best) == 1 else None


def play_games(
    rules: AnyRules, players: Sequence[Player], count: int, seed: str
) -> Iterator[GameRecord]:
    """Games of a seed; each has random numbers of its own, so that more games change none."""
    for number in range(1, count + 1):
        yield play_game(rules, players, Random(Stream(seed, f"game {number}").random()))
