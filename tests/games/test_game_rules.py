"""The other games fill the contract of simulation/rules.py, and any program can play them."""

import random
from functools import cache

import pytest

from generator import games
from generator.games.discs.playtest.turn_rules import TurnRules
from generator.games.metals.simulation.open_rules import MetalsRules
from generator.games.quads.playtest.fast_rules import QuadsRules
from generator.simulation.matches import play_game, play_games
from generator.simulation.monte_carlo import MonteCarloPlayer
from generator.simulation.players import (
    GreedyPlayer,
    RandomPlayer,
    ReplyPlayer,
    most_promising,
)
from generator.simulation.rules import CHANCE, GameRules


def rolled(name, *sets, size, players):
    game = games.game(name)
    return game.roll(game.load(sets, ()), size, players, "oak")


@cache
def rules_of(name) -> GameRules:
    match name:
        case "metals":
            return MetalsRules(rolled(name, "classic", size="basic", players=2))
        case "quads":
            return QuadsRules(rolled(name, "small", size="regular", players=2).setup)
    return TurnRules(rolled(name, "classic", size="regular", players=6), 4)


GAMES = [name for name in games.names() if name != "magnetmen"]  # which has its own engine


def states(rules, seed):
    """The states of a random game, also those in which chance acts."""
    source, state = random.Random(seed), rules.start()
    for _ in range(2000):
        yield state
        if rules.winners(state):
            return
        if rules.player_to_move(state) == CHANCE:
            following, weights = zip(*rules.chances(state), strict=True)
            (state,) = source.choices(following, weights)
        else:
            state = rules.after(state, source.choice(rules.actions(state)))


@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_the_contract(name):
    rules = rules_of(name)
    for state in states(rules, name):
        scores = rules.scores(state)
        assert len(scores) == rules.players >= 2
        assert rules.has_points or not any(scores)
        values = [rules.value(state, player) for player in range(rules.players)]
        assert all(isinstance(value, float) for value in values)
        winners = rules.winners(state)
        assert set(winners) <= set(range(rules.players))
        if winners:
            break
        mover = rules.player_to_move(state)
        assert mover == CHANCE or 0 <= mover < rules.players
        if mover == CHANCE:
            chances = rules.chances(state)
            assert chances and all(weight > 0 for _, weight in chances)
        else:
            actions = rules.actions(state)
            assert len(set(actions)) == len(actions) > 0
            assert rules.actions(state) == actions, "a state does not change"
    else:
        assert name == "metals", "a game of random players that does not end"


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    "player",
    [RandomPlayer(), GreedyPlayer(0.5), ReplyPlayer(2), MonteCarloPlayer(2, 1)],
    ids=lambda player: player.name,
)
def test_any_program_plays_any_game(name, player):
    rules = rules_of(name)
    game = play_game(rules, (player,) * rules.players, random.Random(1))
    assert sum(game.wins) == pytest.approx(1)
    assert 0 < game.turns == len(game.actions) <= rules.max_turns
    assert play_game(rules, (player,) * rules.players, random.Random(1)) == game


def test_chance_decides_which_of_equal_actions_are_looked_at():
    """Else some squares would be preferred, and images of a board would not be played alike."""
    rules = QuadsRules()
    looked_at = {
        action
        for seed in range(20)
        for action, _ in most_promising(rules, rules.start(), 3, random.Random(seed))
    }
    assert len(looked_at) > 30


def test_a_monte_carlo_player_beats_a_greedy_one():
    rules = rules_of("quads")
    seats = MonteCarloPlayer(4, 4), GreedyPlayer()
    assert sum(game.wins[0] for game in play_games(rules, seats, 12, "strong")) >= 8
    assert sum(game.wins[1] for game in play_games(rules, seats[::-1], 12, "strong")) >= 8


class Coin(GameRules[int, int]):
    """A coin that shows heads twice as often as tails: player 0 wins with heads, all with tails."""

    players = 3
    max_turns = 1
    HEADS, TAILS = 1, 2

    def start(self):
        return 0

    def player_to_move(self, state):
        return CHANCE

    def actions(self, state):
        return []

    def after(self, state, action):
        raise AssertionError("nobody acts")

    def chances(self, state):
        return [(self.HEADS, 2), (self.TAILS, 1)]

    def winners(self, state):
        return {0: (), self.HEADS: (0,), self.TAILS: (0, 1, 2)}[state]

    def value(self, state, player):
        return 0.0


def test_chance_keeps_to_its_weights_and_wins_are_shared():
    played = list(play_games(Coin(), (RandomPlayer(),) * 3, 3000, "coin"))
    heads = [game for game in played if game.wins == (1, 0, 0)]
    shared = [game for game in played if game.wins == pytest.approx((1 / 3,) * 3)]
    assert len(heads) + len(shared) == 3000
    assert abs(len(heads) - 2000) < 4 * (3000 * 2 / 9) ** 0.5
    assert all(game.is_draw for game in shared) and not any(game.is_draw for game in heads)
    assert all(game.turns == 0 for game in played)
