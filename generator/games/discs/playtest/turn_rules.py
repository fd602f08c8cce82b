"""The disc race with turns, as programs play it: dice decide, players only take what matches.

Sets of discs are bits of a number. Which five discs a player takes where more match is not part of
the game: the first ones.
"""

from collections import Counter
from itertools import product
from typing import NamedTuple

from generator.games.discs.dice import faces
from generator.games.discs.roll import DiscGame
from generator.games.discs.rules import MAX_DISCS_IN_TURN, matches, next_roller, winners
from generator.simulation.rules import CHANCE, GameRules

MAX_TURNS = 10_000
"""Rolls of the dice: more than any game takes in which dice are fair."""


class State(NamedTuple):
    """The discs in the middle, the discs that each player has, whose turn it is, and the discs that
    match the dice; None before they are rolled."""

    middle: int
    stacks: tuple[int, ...]
    roller: int
    matching: int | None


class TurnRules(GameRules[State, int]):
    """The rules for a number of players; see GameRules. An action is the discs that are taken."""

    has_points = True
    max_turns = MAX_TURNS

    def __init__(
        self, game: DiscGame, players: int, is_clockwise: bool = False, takes_all: bool = False
    ):
        self.players = players
        self._is_clockwise = is_clockwise
        self._max_taken = len(game.discs) if takes_all else MAX_DISCS_IN_TURN
        self._all_discs = (1 << len(game.discs)) - 1
        shapes, colours = tuple(game.disc_set.shapes), tuple(game.disc_set.colours)
        dice = product(faces(shapes), faces(colours))
        self._throws = Counter(
            sum(matches(disc.symbols, *throw) << index for index, disc in enumerate(game.discs))
            for throw in dice
        )

    def start(self) -> State:
        return State(self._all_discs, (0,) * self.players, 0, None)

    def player_to_move(self, state: State) -> int:
        return CHANCE if state.matching is None else state.roller

    def chances(self, state: State) -> list[tuple[State, int]]:
        middle, stacks, roller, _ = state
        return [
            (State(middle, stacks, roller, discs & middle), weight)
            for discs, weight in self._throws.items()
        ]

    def actions(self, state: State) -> list[int]:
        taken, left = 0, state.matching or 0
        while left and taken.bit_count() < self._max_taken:
            taken |= left & -left
            left &= left - 1
        return [taken]

    def after(self, state: State, action: int) -> State:
        stacks = tuple(
            stack + action.bit_count() * (player == state.roller)
            for player, stack in enumerate(state.stacks)
        )
        left = (state.roller + 1) % self.players
        roller = left if self._is_clockwise else next_roller(stacks, state.roller)
        return State(state.middle & ~action, stacks, roller, None)

    def winners(self, state: State) -> tuple[int, ...]:
        return () if state.middle else tuple(winners(state.stacks))

    def scores(self, state: State) -> tuple[float, ...]:
        return state.stacks

    def value(self, state: State, player: int) -> float:
        """The lead over the best opponent."""
        others = (stack for other, stack in enumerate(state.stacks) if other != player)
        return float(state.stacks[player] - max(others))
