"""Metals as programs play it: the same actions and results as rules.py, and sensible players."""

import random

import pytest
from short_run import budget

from generator.games.metals import rules
from generator.games.metals.load import load_definition
from generator.games.metals.map import FACINGS
from generator.games.metals.playtest.fast_rules import Action, Figurine, MetalsRules, State
from generator.games.metals.position import Position
from generator.games.metals.roll import roll
from generator.simulation.matches import play_games
from generator.simulation.players import GreedyPlayer, RandomPlayer, ReplyPlayer


def metals_game(sets=("classic",), size="basic", seed="oak"):
    return roll(load_definition(sets, ()), size, 2, seed)


FACTIONS = ("artemisia", "zipang", "corsario")


def converted(position: Position, names: list[str]) -> State:
    sides = tuple(
        tuple(
            Figurine(
                names.index(metal.faction) if metal.faction in names else -1,
                -1 if metal.space is None else metal.space,
                0 if metal.space is None else FACINGS.index(metal.facing),
                metal.damaged,
            )
            for metal in position.metals
            if metal.player == player
        )
        for player in (0, 1)
    )
    return State(sides, position.scores, position.active)


@pytest.mark.parametrize("size, pool", [("basic", (None,) * 4), ("factions", FACTIONS)])
@pytest.mark.parametrize("sets", [("classic",), ("wilds",)])
def test_it_plays_by_the_rules(sets, size, pool):
    """Random games: in every position the same actions, with the same results."""
    game = metals_game(sets, size)
    fast, source = MetalsRules(game, pool), random.Random(size)
    names = list(game.definition.figures.factions) if game.factions else []
    for _ in range(budget(4)):
        position = Position.start(game, (pool, pool))
        while rules.winner(position) is None:
            state = converted(position, names)
            expected = {}
            for action in rules.legal_actions(position):
                own = action.metal - position.active * len(pool)
                key = Action(own, action.space, FACINGS.index(action.facing))
                after = converted(rules.apply(position, action)[0], names)
                # rules.py stops in the middle of a turn that ends the game.
                is_over = max(after.scores) >= fast.target
                expected[key] = after._replace(active=1 - state.active) if is_over else after
            found = {action: fast.after(state, action) for action in fast.actions(state)}
            assert found.items() <= expected.items()
            assert set(map(fast.repetition_key, found.values())) == {
                fast.repetition_key(each) for each in expected.values()
            }
            action = source.choice(rules.legal_actions(position))
            position = rules.apply(position, action)[0]
            winner = rules.winner(position)
            winners = () if winner is None else (winner,)
            assert fast.winners(converted(position, names)) == winners


def test_identical_tokens_of_a_pool_are_one_action():
    fast = MetalsRules(metals_game(), (None,) * 5)
    assert len(fast.actions(fast.start())) == 4 * 4  # corners, facings


def test_stronger_players_win():
    """By a margin that chance does not explain: 24 wins of 32 or more have p < 0.005."""
    fast = MetalsRules(metals_game())
    for strong, weak in ((GreedyPlayer(), RandomPlayer()), (ReplyPlayer(4), GreedyPlayer(0.5))):
        wins = sum(game.wins[0] for game in play_games(fast, (strong, weak), 16, "a"))
        wins += sum(game.wins[1] for game in play_games(fast, (weak, strong), 16, "b"))
        assert wins >= 24


def test_a_game_depends_on_its_seed_alone():
    fast, player = MetalsRules(metals_game()), GreedyPlayer(0.25)
    games = list(play_games(fast, (player, player), 6, "oak"))
    assert list(play_games(fast, (player, player), 3, "oak")) == games[:3]
    assert len({game.actions for game in games}) > 1


def test_long_games_and_repetitions_are_draws():
    fast, player = MetalsRules(metals_game()), RandomPlayer()
    fast.max_turns = 4
    (game,) = play_games(fast, (player, player), 1, "oak")
    assert game.turns == 4 and game.wins == (0.5, 0.5) and game.is_draw

    class Pacing:
        """One Metal, to and fro between two spaces."""

        name = "pacing"

        def choose(self, rules, state, source):
            own = state.figurines[state.active]
            here = own[0].space
            target = (
                {-1: 0, 0: 1}.get(here, 0) if state.active == 0 else {-1: 34, 34: 33}.get(here, 34)
            )
            return next(each for each in rules.actions(state) if each.space == target
                        and each.facing == 0 and each.figurine == 0)  # fmt: skip

    fast.max_turns = 300
    (game,) = play_games(fast, (Pacing(), Pacing()), 1, "oak")
    assert game.is_draw and game.turns < 30
