"""The result of playing a board: as data, as columns, in words.

UPDATE_GOLDEN=1 writes the words anew: read what has changed.
"""

import json
from dataclasses import replace

import pytest
from analysis.reports import compare
from support import definition, rolled

from generator.analysis.intervals import Estimate
from generator.core.request import Request
from generator.core.settings import Settings
from generator.games import game
from generator.games.magnetmen.powers import Power
from generator.play.figures import BOARD_FIGURES, SeatShares
from generator.play.goals import Hints, Missed
from generator.play.result import Result, advice, describe, hints_of
from generator.printing.rolling import Job, warnings

FAIR = SeatShares("quick", "random", 400, (Estimate(0.5, 0.4, 0.6),) * 2)
UNFAIR = SeatShares(
    "careless", "greedy, 25% errors", 400, (Estimate(0.6, 0.5, 0.7), Estimate(0.4, 0.3, 0.5))
)
HINTS = Missed("left", 0.8, 0, 0.7), Missed("waiting", 0.4, 0, 0.3), Missed("minutes", 60, 0, 50)
MISSED = [
    ("ties", 0.25, 0, 0.1),
    ("ties", 0.25, 0, 0.248),
    ("decided", 0.25, 0.4, 1),
    ("turns", 60.0, 14, 40),
    ("changes", 0.25, 0.5, 100),
    ("seat_deviation", 0.1, 0, 0.05),
    ("seat_deviation", 0.1, 0, 0.098),
]


def result(*missed, panel=(FAIR, UNFAIR), hints=(), **figures) -> Result:
    known = {name: Estimate(0.25, 0.2, 0.3) for name in BOARD_FIGURES}
    return Result(known | figures, panel, tuple(Missed(*each) for each in missed), 1.5, 20, hints)


def test_a_result_is_told_in_words():
    """Also of a few games, of which nothing is sure."""
    few = (FAIR._replace(games=4),)
    alike = {"turns": Estimate(2, 2, 2), "ties": Estimate(-0.001, -0.004, 0.002)}
    some = (FAIR._replace(games=19),)
    described = [result(*MISSED), result(), result(panel=few), result(panel=some, **alike)]
    described.append(result(**alike))
    lines = [line for each in described for line in (*describe(each), "")]
    sure = result(MISSED[0], MISSED[2], hints=HINTS)
    for each in (sure, replace(sure, stopped=True), result()):
        for is_final, noun in ((True, "board"), (False, "map")):
            lines += [f"advice, {noun}:", *advice(each, is_final, noun), ""]
    compare("\n".join(lines), "reports/results.txt")


@pytest.mark.parametrize(("low", "is_sure"), [(0.16, True), (0.14, False)])
@pytest.mark.parametrize("name", ["ties", "decided", "seat_deviation"])
def test_only_what_surely_falls_short_is_advised(name, low, is_sure):
    """Where all of the interval lies beyond the limit."""
    figure, ends = Estimate(0.2, low, 0.3), (0.0, 0.15)
    if name == "decided":  # a limit from below
        figure, ends = Estimate(0.8, 0.7, 1 - low), (0.85, 1.0)
    seats = (Estimate(0.7, 0.5 + low, 0.8), Estimate(0.3, 0.2, 0.5 - low))
    panel = (SeatShares("any", "any", 4000, seats),)
    made = result((name, figure.value, *ends), panel=panel, **{name: figure})
    assert len([*advice(made, True, "board")]) == (2 if is_sure else 0)
    assert f"  {'misses' if is_sure else 'may miss'} a goal: " in "\n".join(describe(made))


def test_a_result_goes_through_json_without_whether_it_was_stopped():
    full = result(MISSED[0], hints=HINTS, ties=Estimate(1 / 3, -0.0, 2 / 3))
    again = Result.of(json.loads(json.dumps(replace(full, stopped=True).data())))
    assert again.data() == full.data() and not again.stopped
    assert full.data()["figures"]["ties"] == [0.333, 0.0, 0.667]
    with pytest.raises(ValueError, match="panel"):
        Result.of({"figures": {}})


def test_every_figure_has_a_column_with_the_ends_of_its_interval():
    columns = result(MISSED[0], MISSED[3]).columns()
    assert (columns["by"], columns["minutes"], columns["missed"]) == ("random", 20, "ties turns")
    seats = ("seat_1", "seat_2", "seat_deviation_quick", "seat_deviation_careless")
    for name in (*BOARD_FIGURES, *seats):
        assert columns[f"{name}_low"] <= columns[name] <= columns[f"{name}_high"]


def test_hints_say_what_another_size_would_improve():
    figures = {"left": Estimate(0.8, 0, 1), "waiting": Estimate(0.4, 0, 1)}
    assert hints_of(Hints(left=0.7, waiting=0.3, minutes=50), figures, 60) == HINTS
    assert hints_of(Hints(left=0.8, waiting=0.4, minutes=60), figures, 60) == ()
    assert hints_of(Hints(), {}, None) == ()


def job(request) -> Job:
    return Job(game("magnetmen"), definition("base"), request, Settings())


def test_a_board_that_people_chose_is_not_called_the_best():
    told = result(("left", 0.9, 0, 0.1), left=Estimate(0.9, 0.8, 1))
    board = replace(rolled("s", ("base",), "small", 2), playtest_result=told)
    request = Request.of_game_id(board.game_id, playtest=True)
    of_id = warnings(job(request), [board], True)
    of_seed = warnings(job(replace(request, game_ids=())), [board], True)
    assert of_id[0] == "it plays less well than hoped:"
    assert of_seed[0] == "the best of the boards tried, but it plays less well than hoped:"
    assert of_id[1:] == of_seed[1:]
    several = warnings(job(replace(request, game_ids=())), [board, board], True)
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
