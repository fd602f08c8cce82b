"""What is said of the playtest result of a board."""

from dataclasses import replace

import pytest
from positions import type_called
from support import DATA, definition, rolled

from generator.analysis.intervals import Estimate
from generator.core.request import Request
from generator.games import game
from generator.games.magnetmen.playtest_result import MissedLimit, SeatShares, TypeFigures
from generator.games.magnetmen.powers import Power
from generator.games.magnetmen.simulation.board_search import (
    is_playable,
    playtest_board,
    playtest_seed,
)
from generator.games.magnetmen.simulation.description import advice, describe_result
from generator.games.magnetmen.simulation.goals import load_goals
from generator.printing.rolling import warnings

QUICK = DATA / "quick"
GOALS = load_goals([QUICK])


@pytest.fixture(autouse=True)
def own_cache(tmp_path, monkeypatch):
    """Compiled code stays where it is; playtest results are cached in a folder of their own."""
    monkeypatch.setattr("generator.play.cache.cache_dir", lambda: tmp_path)


def nobody(share: float) -> None:
    pass


def test_every_figure_is_reported():
    result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
    text = "\n".join(describe_result(result))
    assert f"{result.figures.games} games of 2 players (monte_carlo 2x1)" in text
    assert "seat 2 wins" in text
    assert "base/explorer: taken" in text
    assert " a goal: squares nobody used: " in text
    assert "games of careless players (greedy, 25% errors):" in text
    lines = 1 + 10 + 3 * (1 + 2) + len(result.figures.kinds) + len(result.missed_goals)
    assert text.count("\n") == lines


def test_what_few_games_have_is_not_reported_as_certain():
    """The jackknife sees nothing vary where no owner won, or one block has all owners."""
    surely, alone = Estimate(1, 1, 1), Estimate(2, 0, 0)
    rare = TypeFigures("rare", Estimate(0.02, -0.01, 0.05), alone, surely, Estimate(0, 0, 0))
    nothing = Estimate(-0.001, -0.004, 0.002)
    common = TypeFigures("common", surely, surely, nothing, surely)
    result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
    figures = replace(result.figures, kinds=(rare, common))
    text = "\n".join(describe_result(result._replace(figures=figures)))
    assert "rare: taken 0.02 (0.00 to 0.05) times" in text
    assert "2.00 (too few games to tell) points per icon" in text
    assert "owners win 0.00 (too few games to tell) times their fair share" in text
    assert "owners win 1.00 (too few games to tell) times their fair share" in text
    assert " 0% (0 to 0) of winners’ points" in text
    text = "\n".join(describe_result(result._replace(figures=replace(figures, games=20))))
    assert "owners win 1.00 (1.00 to 1.00) times their fair share" in text


def test_of_few_games_nothing_is_sure():
    result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
    text = "\n".join(describe_result(result._replace(figures=replace(result.figures, games=4))))
    assert " turns: " in text
    assert "(too few games to tell) of squares" in text


def test_advice_names_what_falls_short():
    board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
    first, *lines, hint = advice(board)
    assert "plays less well than hoped" in first
    assert len(lines) == len(board.playtest_result.missed_goals)
    assert any(", hoped for at most 0%" in line and "nobody used" in line for line in lines)
    assert "hint:" in hint and "a smaller size" in hint


@pytest.mark.parametrize(("low", "is_sure"), [(0.16, True), (0.14, False)])
@pytest.mark.parametrize("name", ["ties", "decided", "seat_deviation"])
def test_advice_names_only_what_surely_falls_short(name, low, is_sure):
    """Where all of the interval lies beyond the limit."""
    board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
    figure, limit = Estimate(0.2, low, 0.3), 0.15
    if name == "decided":  # a limit from below
        figure, limit = Estimate(0.8, 0.7, 1 - low), 0.85
    seats = (Estimate(0.7, 0.5 + low, 0.8), Estimate(0.3, 0.2, 0.5 - low))
    result = board.playtest_result
    result = result._replace(
        hints=(),
        missed_goals=(MissedLimit(name, figure.value, limit),),
        figures=replace(result.figures, estimates={**result.figures.estimates, name: figure}),
        panel=(SeatShares("any", "any", 40, seats),),
    )
    lines = advice(replace(board, playtest_result=result))
    assert len(lines) == (2 if is_sure else 0)
    verb = "misses" if is_sure else "may miss"
    assert f"  {verb} a goal" in "\n".join(describe_result(result))


def test_a_seat_that_wins_too_often_is_reported_with_what_is_fair():
    result = playtest_board(rolled("x", ("base",), "small", 2), GOALS, nobody)
    seats = (Estimate(0.6, 0.5, 0.7), Estimate(0.4, 0.3, 0.5))
    short = (MissedLimit("seat_deviation", 0.1, 0.05),)
    fair = SeatShares("quick", "random", 400, (Estimate(0.5, 0.4, 0.6),) * 2)
    unfair = fair._replace(name="careless", by="greedy, 25% errors", seats=seats)
    result = result._replace(panel=(fair, unfair), missed_goals=short)
    text = "\n".join(describe_result(result))
    assert (
        "seat imbalance: seat 1 wins 60% (50 to 70) of games; fair is 50% (players: careless)\n"
        in text
    )
    assert (
        "may miss a goal: seat 1 wins 60% of games; fair is 50%, hoped for 45% to 55% "
        "(players: careless, greedy, 25% errors)" in text
    )
    near = (MissedLimit("seat_deviation", 0.1, 0.098),)
    text = "\n".join(describe_result(result._replace(missed_goals=near)))
    assert "seat 1 wins 60.0% of games; fair is 50%, hoped for 40% to 60%" in text


def test_a_board_that_people_chose_is_not_called_the_best():
    board = playtest_seed(definition("base"), "small", 2, "s", [QUICK])
    request = Request.of_game_id(board.game_id, playtest=True)
    of_id = warnings(game("magnetmen"), request, [board], True)
    of_seed = warnings(game("magnetmen"), replace(request, game_id=None), [board], True)
    assert of_id[0] == "it plays less well than hoped:"
    assert of_seed[0] == "the best of the boards tried, but it plays less well than hoped:"
    assert of_id[1:] == of_seed[1:]


def test_a_smaller_size_is_no_help_where_a_power_ends_turns():
    board = rolled("x", ("base",), "small", 2)
    missed = MissedLimit("waiting", 0.42, 0.3)
    result = playtest_board(board, GOALS, nobody)._replace(missed_goals=(), hints=(missed,))
    hint = "hint: turns missed: 42%, by who is done or stuck; "
    board = replace(board, playtest_result=result)
    assert advice(board) == [hint + "a smaller size has fewer"]
    king = type_called("king A")
    board = replace(board, types=(*board.types[1:], king))
    assert advice(board) == [hint + "with king on any size"]


def test_nothing_to_say_of_a_good_board():
    board = rolled("x", ("base",), "small", 2)
    good = playtest_board(board, GOALS, nobody)._replace(missed_goals=(), hints=())
    assert advice(replace(board, playtest_result=good)) == []


def test_a_power_in_free_text_is_for_people_only():
    board = rolled("x", ("base",), "small", 2)
    free = Power.model_validate({"text": {"en": "Stand on one leg."}})
    types = (replace(board.types[0], power=free), *board.types[1:])
    assert not is_playable(replace(board, types=types))
    (line,) = advice(replace(board, types=types))
    assert f"free text of {board.types[0].piece.key}" in line


def test_a_very_large_board_would_take_hours():
    board = rolled("x", ("base",), "small", 2)
    large = replace(board, squares=board.squares * 4)
    assert is_playable(board) and not is_playable(large)
    assert "playing 144 squares would take hours" in advice(large)[0]
