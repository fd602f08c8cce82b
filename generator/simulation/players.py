"""Programs that play any game: random, greedy and searching ones.

Input: rules, a state, random numbers. Output: an action. Ties are broken at random.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Protocol

from generator.simulation.rules import CHANCE, ActionT, AnyRules, GameRules, StateT

_WON = 1e6  # more than any value of a state


class Player(Protocol):
    """Picks an action."""

    @property
    def name(self) -> str:
        """What reports call the player."""

    def choose(
        self, rules: GameRules[StateT, ActionT], state: StateT, source: Random, /
    ) -> ActionT:
        """One of the legal actions."""


@dataclass(frozen=True, slots=True)
class RandomPlayer:
    """Plays any legal action."""

    name: str = "random"

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        return source.choice(rules.actions(state))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Plays what is best right after its turn; in the share `careless` of its turns, any legal
    action."""

    careless: float = 0.0

    @property
    def name(self) -> str:
        return f"greedy, careless in {self.careless:.0%} of turns" if self.careless else "greedy"

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        actions = rules.actions(state)
        if self.careless and source.random() < self.careless:
            return source.choice(actions)
        player = rules.player_to_move(state)
        values = [_value(rules, rules.after(state, action), player) for action in actions]
        return _best(actions, values, source)


@dataclass(frozen=True, slots=True)
class ReplyPlayer:
    """Looks at the best greedy reply to each of its most promising actions. Where dice come first,
    it judges the state before they are rolled."""

    candidates: int = 8

    @property
    def name(self) -> str:
        return f"two-ply, {self.candidates} candidates"

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        value = partial(self._value_after_reply, rules, rules.player_to_move(state))
        return best_candidate(rules, state, self.candidates, value, source)

    def _value_after_reply(self, rules: AnyRules, player: int, state: StateT) -> float:
        """The value after the reply that is best for whoever gives it."""
        if rules.winners(state) or (replier := rules.player_to_move(state)) == CHANCE:
            return _value(rules, state, player)
        replies = [rules.after(state, reply) for reply in rules.actions(state)]
        best = max(replies, key=lambda reply: _value(rules, reply, replier))
        return _value(rules, best, player)


def best_candidate(
    rules: GameRules[StateT, ActionT],
    state: StateT,
    count: int,
    value: Callable[[StateT], float],
    source: Random,
) -> ActionT:
    """One of the `count` most promising actions: that after which the state has the highest value.
    Chance decides between equal ones."""
    following = most_promising(rules, state, count, source)
    actions = [action for action, _ in following]
    return _best(actions, [value(after) for _, after in following], source)


def most_promising(
    rules: GameRules[StateT, ActionT], state: StateT, count: int, source: Random
) -> list[tuple[ActionT, StateT]]:
    """The actions that are best right after the turn, with the states that follow. Chance decides
    between equal ones: in the order of the rules, those of some squares would be preferred."""
    player = rules.player_to_move(state)
    following = [(action, rules.after(state, action)) for action in rules.actions(state)]
    keys = [(-_value(rules, after, player), source.random()) for _, after in following]
    order = sorted(range(len(following)), key=keys.__getitem__)
    return [following[index] for index in order[:count]]


def _value(rules: AnyRules, state: StateT, player: int) -> float:
    winners = rules.winners(state)
    if not winners:
        return rules.value(state, player)
    return _WON / len(winners) if player in winners else -_WON


def _best(actions: Sequence[ActionT], values: Sequence[float], source: Random) -> ActionT:
    best = max(values)
    return source.choice(
        [action for action, value in zip(actions, values, strict=True) if value == best]
    )
