"""Programs that play any two-player game by its rules: random, greedy and searching ones."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from generator.core.seeds import Stream

StateT = TypeVar("StateT")
ActionT = TypeVar("ActionT")

_WON = 1e6  # more than any value of a state


class GameRules(Protocol[StateT, ActionT]):
    """The rules of a game of open information, without chance. Games derive from it. States and
    actions are immutable."""

    players: int
    """How many players there are; they are numbered from 0, and 0 starts."""

    max_turns: int
    """A game with more actions is a draw."""

    @abstractmethod
    def start(self) -> StateT:
        """The state before the first turn."""

    @abstractmethod
    def player_to_move(self, state: StateT, /) -> int:
        """The player who acts."""

    @abstractmethod
    def actions(self, state: StateT, /) -> Sequence[ActionT]:
        """The legal actions of the player to move, in a fixed order; at least one while nobody has
        won. Actions that lead to equal states are listed once."""

    @abstractmethod
    def after(self, state: StateT, action: ActionT, /) -> StateT:
        """The state after an action."""

    @abstractmethod
    def winners(self, state: StateT, /) -> tuple[int, ...]:
        """The players who have won and share the win; none while the game goes on."""

    @abstractmethod
    def value(self, state: StateT, player: int, /) -> float:
        """How good a state is for a player, as a greedy player judges it: more is better."""


AnyRules = GameRules[Any, Any]
"""Rules whose types of states and actions do not matter."""


# Games ----------------------------------------------------------------------------------------


class GameRecord(NamedTuple):
    """A game that was played. wins are the shares of the win by player: a win that several share,
    and a draw, is divided among them."""

    wins: tuple[float, ...]
    actions: tuple[object, ...]

    @property
    def turns(self) -> int:
        return len(self.actions)

    @property
    def is_draw(self) -> bool:
        return max(self.wins) < 1


def play_game(
    rules: GameRules[StateT, ActionT],
    players: Sequence["Player"],
    source: Random,
    start: StateT | None = None,
) -> GameRecord:
    """Play from the start, or from another state, until somebody wins or the game counts as drawn.
    Turns are counted from there."""
    state = rules.start() if start is None else start
    actions: list[object] = []
    while not (winners := rules.winners(state)) and len(actions) < rules.max_turns:
        action = players[rules.player_to_move(state)].choose(rules, state, source)
        state = rules.after(state, action)
        actions.append(action)
    winners = winners or tuple(range(rules.players))
    wins = tuple((player in winners) / len(winners) for player in range(rules.players))
    return GameRecord(wins, tuple(actions))


def play_games(
    rules: AnyRules, players: Sequence["Player"], count: int, seed: str
) -> Iterator[GameRecord]:
    """Games of a seed; each has random numbers of its own, so that more games change none."""
    for number in range(1, count + 1):
        yield play_game(rules, players, Random(Stream(seed, f"game {number}").random()))


# Players --------------------------------------------------------------------------------------


class Player(Protocol):
    """Picks an action."""

    def choose(
        self, rules: GameRules[StateT, ActionT], state: StateT, source: Random, /
    ) -> ActionT:
        """One of the legal actions."""


class RandomPlayer:
    """Plays any legal action."""

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        return source.choice(rules.actions(state))


@dataclass(frozen=True, slots=True)
class GreedyPlayer:
    """Plays what is best right after its turn; in the share `careless` of its turns, any legal
    action."""

    careless: float = 0.0

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        actions = rules.actions(state)
        if self.careless and source.random() < self.careless:
            return source.choice(actions)
        player = rules.player_to_move(state)
        values = [_value(rules, rules.after(state, action), player) for action in actions]
        return _best(actions, values, source)


@dataclass(frozen=True, slots=True)
class ReplyPlayer:
    """Looks at the best greedy reply to each of its most promising actions."""

    candidates: int = 8

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        value = partial(self._value_after_reply, rules, rules.player_to_move(state))
        return best_candidate(rules, state, self.candidates, value, source)

    def _value_after_reply(self, rules: AnyRules, player: int, state: StateT) -> float:
        """The value after the reply that is best for whoever gives it."""
        if rules.winners(state):
            return _value(rules, state, player)
        replier = rules.player_to_move(state)
        replies = [rules.after(state, reply) for reply in rules.actions(state)]
        best = max(replies, key=lambda reply: _value(rules, reply, replier))
        return _value(rules, best, player)


@dataclass(frozen=True, slots=True)
class MonteCarloPlayer:
    """Plays each of its most promising actions several times to the end with greedy players, and
    takes the one that wins most."""

    candidates: int = 6
    playouts: int = 6

    def choose(self, rules: GameRules[StateT, ActionT], state: StateT, source: Random) -> ActionT:
        wins = partial(self._wins, rules, rules.player_to_move(state), source)
        return best_candidate(rules, state, self.candidates, wins, source)

    def _wins(self, rules: AnyRules, player: int, source: Random, state: StateT) -> float:
        """How many of some games from a state the player wins."""
        players = (GreedyPlayer(),) * rules.players
        playouts = (play_game(rules, players, source, state) for _ in range(self.playouts))
        return sum(game.wins[player] for game in playouts)


def best_candidate(
    rules: GameRules[StateT, ActionT],
    state: StateT,
    count: int,
    value: Callable[[StateT], float],
    source: Random,
) -> ActionT:
    """One of the `count` most promising actions: that after which the state has the highest
    value."""
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
