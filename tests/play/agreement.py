"""An independent player: plays games through a game's engine and a second implementation of its
rules at once, which must agree on everything."""

import random
from collections.abc import Callable, Hashable
from typing import Any

from generator.play.engine import WIN_PARTS
from generator.play.kernel import python_kernel
from generator.play.series import Match


def play_beside(
    match: Match,
    oracle: Any,
    action_of: Callable[[int], Hashable],
    seed: int,
    choose: Callable[[random.Random, list[int]], int] = random.Random.choice,
    visit: Callable[[Any, list[int]], None] = lambda state, numbers: None,
) -> int:
    """Play a game at random and compare step by step with an oracle, a game by a second
    implementation of the rules: its decider() (-1 at the end), legal() actions, standings() of
    each player, and who would be winners(). `action_of` says its action for a number of the engine,
    `visit` may look at each state and its actions. Return how many actions there were."""
    engine, tables = match.engine, match.tables
    state = python_kernel(engine).record(match.start)
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
