"""Players of Magnetmen: that their scratch is sound, and that they play as they did.

What greedy players choose is in test_agreement.py. Each line of tests/golden/plays.txt is a game:
the players' points, then the numbers of all actions. UPDATE_GOLDEN=1 writes it anew.
"""

import pytest
from games.magnetmen.oracle import fresh
from games.magnetmen.simulation.boards import ENGINES, random_position
from games.magnetmen.simulation.small_games import all_sets, base, states
from games.magnetmen.simulation.states import Game
from positions import type_called
from support import GOLDEN, assert_golden

from generator.games.magnetmen import match
from generator.games.magnetmen.engine import DEPTH, FRAME
from generator.play import players
from generator.play.series import GREEDY, MONTE_CARLO, RANDOM, Player

QUICK = Player("monte_carlo", candidates=3, playouts=2)
GAMES = {
    "random": (lambda: all_sets(4, "regular"), [RANDOM] * 4),
    "greedy": (lambda: base(2, "regular"), [GREEDY] * 2),
    "greedy_all_sets": (lambda: all_sets(4, "regular"), [GREEDY] * 4),
    "monte_carlo": (lambda: base(), [MONTE_CARLO] * 2),
    "all_kinds": (lambda: all_sets(), [QUICK, GREEDY, RANDOM]),
    "tree_search": (lambda: base(), [Player("tree_search", 8, 40), Player("greedy", errors=25)]),
    "tree_search_all_sets": (lambda: all_sets(), [Player("tree_search", 6, 12)] * 3),
}


@pytest.mark.parametrize("compiled", ENGINES)
def test_players_play_as_they_did(compiled):
    text = ""
    for name, (make, seats) in GAMES.items():
        (play,) = make().match.play(seats, "recorded", 1, compiled=compiled)
        text += " ".join([f"{name}:", *map(str, play.points), "|", *map(str, play.actions)]) + "\n"
    assert_golden(text, GOLDEN / "plays.txt")


def test_equally_good_squares_are_equally_likely():
    game = Game(fresh((type_called("a"),), 4, (0,) * 8, 2, 9, False))
    state, counts = game.start(), [0] * 8
    players.seed_rng(state, [1, 2, 3, 4], 0)
    for _ in range(800):
        counts[match.greedy_action(game.tables, state, state)] += 1
    assert all(70 < count < 130 for count in counts)


@pytest.mark.parametrize("number", range(20))
def test_copies_are_whole_also_over_the_remains_of_another_game(number):
    game = Game(random_position(number))
    *_, last = states(game, number)
    for state in states(game, number + 1):
        match.copy_state(game.tables, last, state)
        length = state.turn[DEPTH] * FRAME
        assert last[:-4] == state[:-4]
        assert last.stack[:length] == state.stack[:length]
