"""Quads as programs play it: the same moves and results as by rules.py here, whatever the setup."""

import random
from dataclasses import replace

import pytest
from games.quads import rules
from games.quads.rules import Move, Position
from short_run import budget

from generator.games.quads import engine
from generator.games.quads.engine import FACES, FACES_COUNT
from generator.games.quads.pieces import NEUTRALS, OWN_SHAPES, PLAYERS, PUBLISHED, Setup
from generator.games.quads.playtest import match_of
from generator.play.engine import WIN_PARTS
from generator.play.series import GREEDY, RANDOM, Player

SMALL = Setup(4, OWN_SHAPES[::2])
SETUPS = (
    PUBLISHED,
    Setup(may_be_opposite=False),
    SMALL,
    Setup(5, OWN_SHAPES[3:14], marked=(3, 15)),
    Setup(5, OWN_SHAPES[6:], marked=(0, 8)),
)


def move(action: int) -> Move:
    return Move(action // FACES_COUNT, FACES[action % FACES_COUNT])


@pytest.mark.parametrize("greedy", [False, True])
@pytest.mark.parametrize("setup", SETUPS)
def test_it_plays_by_the_rules(setup, greedy):
    """200 games in all, where budgets are full: the same player, the same actions, the same end."""
    source = random.Random(setup.side)
    for number in range(budget(20)):
        tables = engine.game_tables(setup)
        state, position = engine.game_start(setup, tables), Position.start(setup)
        (game,) = match_of(setup).play((GREEDY,) * 2, f"rules {number}", 1)
        chosen = iter(game.actions)
        while (player := engine.decider(tables, state)) >= 0:
            assert PLAYERS[player] == rules.to_move(position)
            actions = state.actions[: engine.list_actions(tables, state)]
            assert {move(action) for action in actions} == set(rules.moves(position))
            assert len(set(actions)) == len(actions)
            action = next(chosen) if greedy else source.choice(actions)
            engine.apply(tables, state, action)
            position = rules.play(position, move(action))
        shares = [engine.outcome(tables, state, player) for player in range(2)]
        assert PLAYERS[shares.index(0)] == rules.loser(position)
        assert sum(shares) == WIN_PARTS


@pytest.mark.parametrize("setup", [*SETUPS, replace(SMALL, framed=True)])
def test_it_says_why_a_piece_may_not_lie_somewhere(setup):
    source = random.Random(setup.side)
    for number in range(budget(4)):
        tables = engine.game_tables(setup)
        state, position = engine.game_start(setup, tables), Position.start(setup)
        for _ in range(3 + number % 5):
            action = source.choice(state.actions[: engine.list_actions(tables, state)])
            engine.apply(tables, state, action)
            position = position.with_piece(move(action))
        for action in range(setup.side**2 * FACES_COUNT):
            expected = rules.violations(position, move(action)) - {"mismatch"}
            if "taken" not in expected and action % FACES_COUNT >= len(NEUTRALS):
                expected |= rules.mismatches(position, move(action))
            assert engine.why_not(setup, state, *divmod(action, FACES_COUNT)) == expected


def wins(setup: Setup, strong: Player, weak: Player, games: int) -> float:
    """The games that a player wins, half of them as the first one."""
    match = match_of(setup)
    first = match.play((strong, weak), "a", games // 2)
    second = match.play((weak, strong), "b", games // 2)
    won = sum(game.shares[0] for game in first) + sum(game.shares[1] for game in second)
    return won / WIN_PARTS


def test_better_players_win():
    assert wins(SMALL, GREEDY, RANDOM, 32) >= 24  # p < 0.005
    assert wins(Setup(5, OWN_SHAPES[::2], (0, 7)), Player("monte_carlo", 4, 4), GREEDY, 24) >= 17


def test_chance_decides_which_of_equal_actions_are_looked_at():
    """Else some squares would be preferred, and images of a board would not be played alike."""
    player = Player("monte_carlo", 3, 1)
    firsts = {game.actions[0] for game in match_of(SMALL).play((player,) * 2, "x", 20)}
    assert len(firsts) > 10
