"""An independent player: plays games through a game's engine and a second implementation of its
rules at once, which must agree on everything."""

import random
from collections.abc import Callable, Collection, Hashable, Sequence
from typing import Any, Protocol

from play.kernels import functions_of

from generator.play.engine import WIN_PARTS
from generator.play.kernel import python_kernel
from generator.play.series import Match


class Oracle(Protocol):
    """A game by a second implementation of the rules. Actions are of any kind that has a hash."""

    def decider(self) -> int:
        """The player who decides; -1 at the end."""

    def legal(self) -> Collection[Hashable]:
        """The actions among which to decide."""

    def apply(self, action: Any) -> None:
        """Carry out an action, and go on to the next decision."""

    def standings(self) -> Sequence[int]:
        """The points of each player, as the engine's standing."""

    def winners(self) -> Collection[int]:
        """Who wins, or shares the win, if the game ends here."""


def play_beside(
    match: Match,
    oracle: Oracle,
    action_of: Callable[[int], Hashable],
    seed: int,
    choose: Callable[[random.Random, list[int]], int] = random.Random.choice,
    visit: Callable[[Any, list[int]], None] = lambda state, numbers: None,
) -> int:
    """Play a game at random and compare step by step: who decides, the legal actions, standings
    and who would win. `action_of` says the oracle's action for a number of the engine; `visit`
    may look at each state and its actions. Return how many actions there were."""
    engine, tables = functions_of(match.source), match.tables
    state = python_kernel(match.source).record(match.start)
    engine.start_game(tables, state, match.start)
    chance, players = random.Random(seed), range(tables.players)
    for count in range(tables.max_actions + 1):
        assert engine.decider(tables, state) == oracle.decider()
        assert [engine.standing(tables, state, player) for player in players] == [
            *oracle.standings()
        ]
        winners = oracle.winners()
        shares = [engine.outcome(tables, state, player) for player in players]
        assert shares == [WIN_PARTS // len(winners) * (player in winners) for player in players]
        if oracle.decider() < 0:
            return count
        numbers = state.actions[: engine.list_actions(tables, state)]
        actions = [action_of(number) for number in numbers]
        assert {*actions} == {*oracle.legal()}
        assert len(actions) == len({*actions})
        visit(state, numbers)
        number = choose(chance, numbers)
        engine.apply(tables, state, number)
        oracle.apply(action_of(number))
    raise AssertionError("the game has more than max_actions actions")
