"""Forecasts of games, and players who avoid a type."""

import pytest
from games.magnetmen.simulation.boards import ENGINES, NUMBA, random_position
from short_run import seeds
from support import SHIPPED, rolled

from generator.games.magnetmen.simulation import players
from generator.games.magnetmen.simulation.game import Game
from generator.games.magnetmen.simulation.players import (
    GREEDY,
    RANDOM,
    Player,
    forecast_games,
    observe_games,
    play_games,
)

BASE = Game(rolled("forecast", ("base",), "small", 3))
ALL = Game(rolled("forecast", SHIPPED, "small", 2))


@pytest.mark.skipif(not NUMBA, reason="needs numba")
@seeds(20)
def test_compiled_forecasts_are_the_same(number):
    game = Game(random_position(number))
    seats = [GREEDY] * game.tables.players
    one, other = (forecast_games(game, seats, "s", 2, 4, compiled) for compiled in ENGINES)
    assert one == other


@pytest.mark.parametrize("game", [BASE, ALL])
def test_the_games_are_those_that_are_played(game):
    seats = [RANDOM] * game.tables.players
    plays = list(play_games(game, seats, "s", 3))
    forecasts = forecast_games(game, seats, "s", 3, 8)
    assert [forecast.scores for forecast in forecasts] == [play.scores for play in plays]
    turns = [row[0] for row in observe_games(game, seats, "s", 3).games]
    assert [len(forecast.turns) for forecast in forecasts] == turns


def test_forecasts_do_not_depend_on_how_many_games_are_recorded_at_once(monkeypatch):
    arguments = BASE, [RANDOM] * 3, "s", 3, 4
    together = forecast_games(*arguments)
    monkeypatch.setattr(players, "MAX_CHUNK_ACTIONS", 1)
    assert forecast_games(*arguments) == together


def test_chances_are_shares_of_a_win():
    for forecast in forecast_games(BASE, [GREEDY] * 3, "s", 5, 16):
        for turn in forecast.turns:
            assert sum(turn.chances) == pytest.approx(1)
            assert all(chance * 12 * 16 == round(chance * 12 * 16) for chance in turn.chances)


def replayed(game, actions):
    """The number of legal actions at the beginning of each turn."""
    state, counts = game.state(), []
    for number in actions:
        if not state.within_turn:
            counts.append(len(state.legal_actions()))
        state.apply(game.action(number))
    return counts


def test_where_there_is_no_choice_nothing_is_gained():
    seats = [RANDOM] * 3
    (play,), (forecast,) = play_games(BASE, seats, "s", 1), forecast_games(BASE, seats, "s", 1, 8)
    counts = replayed(BASE, play.actions)
    forced = [turn.gain for turn, count in zip(forecast.turns, counts, strict=True) if count == 1]
    assert forced and not any(forced)
    assert any(turn.gain > 0 for turn in forecast.turns)


def test_before_a_forced_last_turn_the_winner_is_known():
    for number in range(20):
        seats = [RANDOM] * 3
        (play,) = play_games(BASE, seats, f"end {number}", 1)
        if replayed(BASE, play.actions)[-1] > 1:
            continue
        (forecast,) = forecast_games(BASE, seats, f"end {number}", 1, 4)
        best = max(play.scores)
        winners = play.scores.count(best)
        expected = [(points == best) / winners for points in play.scores]
        assert forecast.turns[-1].chances == pytest.approx(expected)
        return
    raise AssertionError("no game of these ended with a forced turn")


def test_the_best_choice_is_not_flattered_by_noise():
    """At the end of a game between random players, gains are small and may be negative."""
    gains = [
        turn.gain
        for forecast in forecast_games(BASE, [RANDOM] * 3, "noise", 30, 2)
        for turn in forecast.turns
    ]
    assert min(gains) < 0


@pytest.mark.parametrize("player", ["greedy", "monte_carlo", "random"])
@pytest.mark.parametrize("avoids", range(BASE.tables.types))
def test_a_player_takes_what_it_avoids_only_if_nothing_else_can_be_done(player, avoids):
    restricted = Player(player, 2, 1, avoids=avoids)
    for play in play_games(BASE, [restricted, RANDOM, RANDOM], "avoid", 4):
        state = BASE.state()
        for number in play.actions:
            takes_it = number < BASE.tables.squares and BASE.tables.kinds[number] == avoids
            if state.current_player == 0 and takes_it:
                legal = state.legal_actions()
                assert all(action.do == "take" for action in legal)
                assert {BASE.tables.kinds[action.square] for action in legal} == {avoids}
            state.apply(BASE.action(number))


def test_others_play_as_before():
    seats = [GREEDY, Player("greedy"), RANDOM]
    without = [GREEDY, Player("greedy", avoids=None), RANDOM]
    assert list(play_games(BASE, seats, "s", 5)) == list(play_games(BASE, without, "s", 5))
