"""Whole random games, decision by decision, against a second implementation (slow.py)."""

import random

import pytest
from games.magnetmen.simulation.boards import often_taking, random_position
from games.magnetmen.simulation.slow import SlowGame
from games.magnetmen.simulation.states import Game
from positions import fresh, published_powers, type_called
from short_run import seeds
from support import SHIPPED, rolled

from generator.games.magnetmen.rules import Position


def both_agree(position: Position, seed: int) -> None:
    """Plays at random: who decides, the legal actions and all scores must be the same."""
    chance = random.Random(seed)
    state, slow = Game(position).state(), SlowGame(position)
    game, action = slow.run(), None
    while True:
        try:
            decision = game.send(action)
        except StopIteration:
            break
        assert (state.current_player, frozenset(state.legal_actions())) == decision
        assert state.scores == slow.scores
        action = often_taking(state, chance)
        state.apply(action)
    assert state.is_over
    assert state.legal_actions() == ()
    assert state.scores == slow.scores


@seeds(150)
def test_mixed_boards(number):
    both_agree(random_position(number), number)


@pytest.mark.parametrize("sets", [("base",), ("base", "advanced"), SHIPPED])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_rolled_boards(sets, players):
    both_agree(Position.start(rolled(f"slow {players}", sets, "small", players)), players)


@pytest.mark.parametrize("name", sorted(published_powers()))
def test_each_published_variant(name):
    types = (type_called(name), type_called("athlete A"), type_called("explorer A"))
    squares = tuple(random.Random(name).choices(range(3), k=20))
    both_agree(fresh(types, 5, squares, 3, 6, True), 1)
