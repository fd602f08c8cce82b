"""Series of games: the same for a seed, compiled or not."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from games.magnetmen.oracle import SlowGame
from games.magnetmen.simulation.boards import ENGINES, NUMBA
from games.magnetmen.simulation.small_games import all_sets, base
from games.magnetmen.simulation.states import Game
from positions import fresh, type_called

from generator.play import match
from generator.play.engine import WIN_PARTS
from generator.play.series import GREEDY, RANDOM, Observations, Player, merged

QUICK = Player("monte_carlo", candidates=3, playouts=2)


@pytest.mark.parametrize("compiled", ENGINES)
class TestPlays:
    def test_the_same_seed_gives_the_same_plays(self, compiled):
        seats = [RANDOM, GREEDY, QUICK]
        one, other = (
            list(all_sets().match.play(seats, "s", 2, compiled=compiled)) for _ in range(2)
        )
        assert one == other
        assert one != list(all_sets().match.play(seats, "t", 2, compiled=compiled))

    def test_each_number_is_a_game_of_its_own(self, compiled):
        def some(count, first):
            return list(base().match.play([GREEDY, RANDOM], "s", count, first, compiled))

        assert some(6, 0)[4:] == some(2, 4)
        assert len({play.actions for play in some(6, 0)}) == 6

    def test_more_games_than_are_recorded_at_once(self, compiled):
        at_once = 65536 // base().tables.max_actions
        played = list(base().match.play([RANDOM] * 2, "s", at_once + 3, compiled=compiled))
        assert len(played) == at_once + 3
        assert played[-2:] == list(base().match.play([RANDOM] * 2, "s", 2, at_once + 1, compiled))

    def test_the_scores_are_those_of_the_end(self, compiled):
        game = all_sets()
        for play in game.match.play([RANDOM] * 3, "scores", 5, compiled=compiled):
            oracle = SlowGame(game.position)
            for number in play.actions:
                oracle.apply(game.action(number))
            assert oracle.decider() < 0
            assert tuple(oracle.standings()) == play.points

    def test_there_is_a_player_for_each_seat(self, compiled):
        with pytest.raises(ValueError, match="expected 2 players, found 3"):
            list(base().match.play([RANDOM] * 3, "s", 1, compiled=compiled))


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
def test_threads_can_play_at_once():
    def play(number: int) -> list:
        return list(all_sets().match.play([GREEDY] * 3, f"thread {number}", 40))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == [*map(play, range(8))]


@pytest.mark.parametrize("players", [2, 4])
def test_what_can_be_compiled(players):
    assert base(players, "huge").match.can_compile == NUMBA
    squares = (0,) * 132
    large = Game(fresh((type_called("a"),), 12, squares, players, 9, False)).match
    assert not large.can_compile
    assert len(list(large.play([RANDOM] * players, "s", 1))) == 1


def test_observations_of_parts_are_those_of_the_whole():
    game, seats = base().match, [GREEDY, RANDOM]
    parts = [game.observe(seats, "s", 8), game.observe(seats, "s", 16, first=8)]
    whole = game.observe(seats, "s", 24)
    assert isinstance(whole, Observations) and merged(parts) == whole
    assert [sum(shares) for shares in whole.shares] == [WIN_PARTS] * 24
    assert whole.column(match.TURNS) == [row[match.TURNS] for row in whole.games]
