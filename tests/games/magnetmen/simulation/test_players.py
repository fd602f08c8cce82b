"""Players of Magnetmen: that games are sound, and go as they were recorded.

What greedy players choose is in test_agreement.py.

Recorded games of theirs are in tests/golden/plays/players;
UPDATE_GOLDEN=1 python -m pytest tests/games/magnetmen/simulation/test_players.py writes them anew.
"""

import os
import random

import pytest
from games.magnetmen.simulation.boards import ENGINES, random_position
from games.magnetmen.simulation.small_games import all_sets, base, states
from games.magnetmen.simulation.states import (
    Action,
    Game,
    State,
    action_text,
    board_text,
    state_text,
)
from positions import fresh, type_called
from support import GOLDEN

from generator.games.magnetmen import match
from generator.games.magnetmen.engine import DEPTH, FRAME
from generator.play import players
from generator.play.series import GREEDY, MONTE_CARLO, RANDOM, Player

QUICK = Player("monte_carlo", candidates=3, playouts=2)
PASS = Action("pass")


# What they choose


def greedy_choice(game: Game, state: State) -> int:
    return match.greedy_action(game.tables, state.kernel_state, game.start())


def test_equally_good_squares_are_equally_likely():
    game = Game(fresh((type_called("a"),), 4, (0,) * 8, 2, 9, False))
    state, counts = game.state(), [0] * 8
    players.seed_rng(state.kernel_state, [1, 2, 3, 4], 0)
    for _ in range(800):
        counts[greedy_choice(game, state)] += 1
    assert all(70 < count < 130 for count in counts)


# Soundness


@pytest.mark.parametrize("number", range(20))
def test_half_way_copies_are_independent(number):
    state = Game(random_position(number)).state()
    rng = random.Random(number)
    for _ in range(8):
        if not state.is_over:
            state.apply(rng.choice(state.legal_actions()))
    text, legal = state_text(state), state.legal_actions()
    copy = state.copy()
    while not copy.is_over:
        copy.apply(rng.choice(copy.legal_actions()))
    assert (state_text(state), state.legal_actions()) == (text, legal)


@pytest.mark.parametrize("number", range(20))
def test_the_kernel_s_copies_are_whole(number):
    """Also over the remains of another game."""
    game = Game(random_position(number))
    *_, last = states(game, number)
    for state in states(game, number + 1):
        match.copy_state(game.tables, last.kernel_state, state.kernel_state)
        length = state.kernel_state.turn[DEPTH] * FRAME
        for copied, numbers in zip(last.kernel_state[:-4], state.kernel_state[:-4], strict=True):
            assert copied == numbers
        assert last.kernel_state.stack[:length] == state.kernel_state.stack[:length]


@pytest.mark.parametrize("number", range(20))
def test_there_is_something_to_do_until_the_game_is_over(number):
    game = Game(random_position(number))
    for count, state in enumerate(states(game, number)):
        assert state.legal_actions()
        assert state.legal_actions() != (PASS,)
        assert count < game.tables.max_actions


# Recorded games

GAMES = {
    "greedy": (lambda: base(2, "regular"), [GREEDY] * 2),
    "greedy_all_sets": (lambda: all_sets(4, "regular"), [GREEDY] * 4),
    "monte_carlo": (lambda: base(), [MONTE_CARLO] * 2),
    "all_kinds": (lambda: all_sets(), [QUICK, GREEDY, RANDOM]),
    "tree_search": (lambda: base(), [Player("tree_search", 8, 40), Player("greedy", errors=25)]),
    "tree_search_all_sets": (lambda: all_sets(), [Player("tree_search", 6, 12)] * 3),
}


@pytest.mark.parametrize("compiled", ENGINES)
@pytest.mark.parametrize("name", GAMES)
def test_players_play_as_recorded(name, compiled):
    make, seats = GAMES[name]
    game, path = make(), GOLDEN / "plays" / "players" / f"{name}.txt"
    (play,) = game.match.play(seats, "recorded", 1, compiled=compiled)
    state, lines = game.state(), [board_text(game), ""]
    for number in play.actions:
        lines.append(f"{state.current_player + 1} {action_text(game, game.action(number))}")
        state.apply(game.action(number))
    text = "\n".join([*lines, "", state_text(state), ""]).replace("\u00a0", "~")
    if os.environ.get("UPDATE_GOLDEN"):
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8")
