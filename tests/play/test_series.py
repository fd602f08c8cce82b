"""Series of games: the same for a seed, compiled or not."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from games.magnetmen.oracle import SlowGame
from games.magnetmen.simulation.boards import ENGINES, NUMBA
from games.magnetmen.simulation.small_games import all_sets, base

from generator.play.engine import WIN_PARTS
from generator.play.players import TURNS
from generator.play.series import GREEDY, RANDOM, Player, merged

QUICK = Player("monte_carlo", candidates=3, playouts=2)


@pytest.mark.parametrize("compiled", ENGINES)
class TestPlays:
    def test_the_same_seed_gives_the_same_plays_whose_scores_are_those_of_the_end(self, compiled):
        game, seats = all_sets(), [RANDOM, GREEDY, QUICK]
        one, same, other = (
            list(all_sets().match.play(seats, seed, 2, compiled=compiled)) for seed in "sst"
        )
        assert one == same != other
        for play in one:
            oracle = SlowGame(game.position)
            for number in play.actions:
                oracle.apply(game.action(number))
            assert oracle.decider() < 0 and tuple(oracle.standings()) == play.points

    def test_each_number_is_a_game_of_its_own_however_many_are_recorded_at_once(self, compiled):
        def some(count, first=0):
            return list(base().match.play([RANDOM] * 2, "s", count, first, compiled))

        at_once = 65536 // base().tables.max_actions
        played = some(at_once + 3)
        assert len(played) == at_once + 3 and played[-2:] == some(2, at_once + 1)
        assert len({play.actions for play in some(6)}) == 6
        with pytest.raises(ValueError, match="expected 2 players, found 3"):
            list(base().match.play([RANDOM] * 3, "s", 1, compiled=compiled))


@pytest.mark.skipif(not NUMBA, reason="numba is not installed")
def test_threads_can_play_at_once():
    def play(number: int) -> list:
        return list(all_sets().match.play([GREEDY] * 3, f"thread {number}", 40))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(play, range(8))) == [*map(play, range(8))]


def test_observations_of_parts_are_those_of_the_whole():
    game, seats = base().match, [GREEDY, RANDOM]
    parts = [game.observe(seats, "s", 8), game.observe(seats, "s", 16, first=8)]
    whole = game.observe(seats, "s", 24)
    assert merged(parts) == whole
    assert [sum(shares) for shares in whole.shares] == [WIN_PARTS] * 24
    assert whole.column(TURNS) == [row[TURNS] for row in whole.games]
