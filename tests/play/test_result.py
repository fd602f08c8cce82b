"""The result of playing a board: as data, as columns, in words."""

import json
from dataclasses import replace

import pytest
from support import DATA, definition, rolled

from generator.analysis.intervals import Estimate
from generator.core.request import Request
from generator.core.settings import Settings
from generator.games import game
from generator.games.magnetmen.powers import Power
from generator.play.figures import BOARD_FIGURES, SeatShares
from generator.play.goals import Hints, Missed
from generator.play.result import Result, advice, describe, hints_of
from generator.play.search import Options, play
from generator.printing.rolling import Job, warnings

FAIR = SeatShares("quick", "random", 400, (Estimate(0.5, 0.4, 0.6),) * 2)
UNFAIR = SeatShares(
    "careless", "greedy, 25% errors", 400, (Estimate(0.6, 0.5, 0.7), Estimate(0.4, 0.3, 0.5))
)
FIGURES_OF_BOARD = {name: Estimate(0.25, 0.2, 0.3) for name in BOARD_FIGURES}


def result(*missed, panel=(FAIR, UNFAIR), hints=(), **figures) -> Result:
    return Result(FIGURES_OF_BOARD | figures, panel, missed, 1.5, 20, hints)


def text(*missed, **more) -> str:
    return "\n".join(describe(result(*missed, **more)))


def advised(*missed, is_final=True, noun="board", **more) -> list[str]:
    return list(advice(result(*missed, **more), is_final, noun))


def test_a_result_goes_through_json_without_whether_it_was_stopped():
    full = replace(result(Missed("ties", 0.25, 0, 0.2)), hints=(Missed("left", 0.5, 0, 0.4),))
    again = Result.of(json.loads(json.dumps(replace(full, stopped=True).data())))
    assert again == full
    assert Result.of(again.data()).data() == again.data()
    rough = result(ties=Estimate(1 / 3, -0.0, 2 / 3)).data()
    assert rough["figures"]["ties"] == [0.333, 0.0, 0.667]
    with pytest.raises(ValueError, match="panel"):
        Result.of({"figures": {}})


def test_every_figure_has_a_column_with_the_ends_of_its_interval():
    columns = result(Missed("ties", 0.25, 0, 0.2), Missed("turns", 9.0, 10, 40)).columns()
    assert (columns["by"], columns["minutes"], columns["missed"]) == ("random", 20, "ties turns")
    seats = ("seat_1", "seat_2", "seat_deviation_quick", "seat_deviation_careless")
    for name in (*BOARD_FIGURES, *seats):
        assert columns[f"{name}_low"] <= columns[name] <= columns[f"{name}_high"]


def test_every_figure_is_told():
    lines = list(describe(result(Missed("ties", 0.25, 0, 0.2))))
    assert lines[0].startswith("400 games of 2 players (random), each figure with")
    assert lines[1] == "  about 20 minutes"
    assert "  ties: 25% (20 to 30) of games" in lines
    assert "  turns: 0.25 (0.20 to 0.30)" in lines
    assert "  400 games of careless players (greedy, 25% errors):" in lines
    assert "    seat 2 wins 40% (30 to 50) of games" in lines
    words = "seat imbalance: seat 1 wins 60% (50 to 70) of games; fair is 50% (players: careless)"
    assert f"  {words}" in lines
    assert len(lines) == 2 + len(BOARD_FIGURES) + 2 * (1 + 2) + 1
    assert "  all goals are met" in list(describe(result()))


def test_of_few_games_nothing_is_sure():
    few = FAIR._replace(games=4)
    assert "turns: 0.25 (too few games to tell)" in text(panel=(few,))
    assert "ties: 25% (too few games to tell) of games" in text(panel=(few,))
    alike = {"turns": Estimate(2, 2, 2)}
    assert "turns: 2.00 (too few games to tell)" in text(panel=(FAIR._replace(games=19),), **alike)
    assert "turns: 2.00 (2.00 to 2.00)" in text(panel=(FAIR._replace(games=20),), **alike)


@pytest.mark.parametrize(("low", "is_sure"), [(0.16, True), (0.14, False)])
@pytest.mark.parametrize("name", ["ties", "decided", "seat_deviation"])
def test_only_what_surely_falls_short_is_advised(name, low, is_sure):
    """Where all of the interval lies beyond the limit."""
    figure, ends = Estimate(0.2, low, 0.3), (0.0, 0.15)
    if name == "decided":  # a limit from below
        figure, ends = Estimate(0.8, 0.7, 1 - low), (0.85, 1.0)
    seats = (Estimate(0.7, 0.5 + low, 0.8), Estimate(0.3, 0.2, 0.5 - low))
    panel = (SeatShares("any", "any", 4000, seats),)
    missed = Missed(name, figure.value, *ends)
    assert len(advised(missed, panel=panel, **{name: figure})) == (2 if is_sure else 0)
    verb = "misses" if is_sure else "may miss"
    assert f"  {verb} a goal: " in text(missed, panel=panel, **{name: figure})


@pytest.mark.parametrize(
    ("missed", "words"),
    [
        (("ties", 0.25, 0, 0.1), "ties: 25%, hoped for at most 10%"),
        (("ties", 0.25, 0, 0.248), "ties: 25.0%, hoped for at most 25%"),
        (("decided", 0.25, 0.4, 1), "when the game is decided: 25%, hoped for at least 40%"),
        (("turns", 60.0, 14, 40), "turns: 60.00, hoped for 14 to 40"),
        (("changes", 0.25, 0.5, 100), "lead changes: 0.25, hoped for 0.5 to 100"),
        (("seat_deviation", 0.1, 0, 0.05),
         "seat 1 wins 60% of games; fair is 50%, hoped for 45% to 55% "
         "(players: careless, greedy, 25% errors)"),
        (("seat_deviation", 0.1, 0, 0.098),
         "seat 1 wins 60.0% of games; fair is 50%, hoped for 40% to 60% "
         "(players: careless, greedy, 25% errors)"),
    ],
)  # fmt: skip
def test_a_missed_goal_says_what_was_hoped_for(missed, words):
    assert f"a goal: {words}" in text(Missed(*missed))


def test_advice_says_what_the_board_is_called_and_whether_it_was_chosen():
    missed = Missed("ties", 0.25, 0, 0.1)
    line = "  ties: 25%, hoped for at most 10%"
    assert advised(missed) == ["it plays less well than hoped:", line]
    assert advised(missed, is_final=False, noun="map") == [
        "the best of the maps tried, but it plays less well than hoped:", line,
    ]  # fmt: skip
    assert advised() == []
    stopped = replace(result(), stopped=True)
    assert list(advice(stopped, False, "map")) == [
        "search stopped: this is the best of the maps so far"
    ]


def test_hints_say_what_another_size_would_improve():
    figures = {"left": Estimate(0.8, 0, 1), "waiting": Estimate(0.4, 0, 1)}
    hints = hints_of(Hints(left=0.7, waiting=0.3, minutes=50), figures, 60)
    assert hints == (("left", 0.8, 0, 0.7), ("waiting", 0.4, 0, 0.3), ("minutes", 60, 0, 50))
    assert advised(hints=hints) == [
        "hint: squares nobody used: 80%; a smaller size, or more players, uses more",
        "hint: turns missed: 40%, by who is done or stuck; a smaller size often has fewer",
        "hint: a game takes about 60 minutes; a smaller size is shorter",
    ]
    assert hints_of(Hints(left=0.8, waiting=0.4, minutes=60), figures, 60) == ()
    assert hints_of(Hints(), {}, None) == ()


# What whoever prints is told -------------------------------------------------------------------


@pytest.fixture
def played(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.play.search.cache_dir", lambda: tmp_path)
    made = game("magnetmen").playtest
    return play(made, definition("base"), "small", 2, "s", [DATA / "quick"], Options(is_final=True))


def job(request) -> Job:
    return Job(game("magnetmen"), definition("base"), request, Settings())


def test_a_board_that_people_chose_is_not_called_the_best(played):
    missed = (Missed("left", 0.9, 0, 0.1),)
    told = replace(played.playtest_result, missed=missed)
    told = replace(told, figures=told.figures | {"left": Estimate(0.9, 0.8, 1)})
    board = replace(played, playtest_result=told)
    request = Request.of_game_id(board.game_id, playtest=True)
    of_id = warnings(job(request), [board], True)
    of_seed = warnings(job(replace(request, game_id=None)), [board], True)
    assert of_id[0] == "it plays less well than hoped:"
    assert of_seed[0] == "the best of the boards tried, but it plays less well than hoped:"
    assert of_id[1:] == of_seed[1:]
    assert "squares nobody used: 90%, hoped for at most 10%" in of_id[1]
    several = warnings(job(replace(request, game_id=None)), [board, board], True)
    assert several == ("2 of 2 play less well than hoped: see inspect",)


@pytest.mark.parametrize("is_large", [True, False])
def test_what_no_program_can_play_is_said_to_be_so(is_large):
    board = rolled("x", ("base",), "small", 2)
    free = Power.model_validate({"text": {"en": "Stand on one leg."}})
    if is_large:
        board, words = replace(board, squares=board.squares * 4), "playing 144 squares would take"
    else:
        board = replace(board, types=(replace(board.types[0], power=free), *board.types[1:]))
        words = f"no program can play the free text of {board.types[0].piece.key}"
    request = Request("magnetmen", ("base",), "small", 2, ("x",), playtest=True)
    (line,) = warnings(job(request), [board], True)
    assert line.startswith(f"not playtested: {words}")
