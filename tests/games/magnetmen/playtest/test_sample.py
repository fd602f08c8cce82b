"""Boards that are played: the same everywhere, kept, and gone on with."""

from functools import partial

import pytest
from games.magnetmen.playtest.studies import (
    GOALS,
    SMALL,
    STUDY,
    WORKERS,
    findings_of,
    nobody,
    study_with,
)

from generator.core import workers
from generator.core.errors import OptionError
from generator.core.progress import SILENT
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest import sample
from generator.games.magnetmen.playtest.export import publication
from generator.games.magnetmen.playtest.study import (
    cases,
    changed_readings,
    parse_player,
    parse_readings,
)
from generator.games.magnetmen.simulation.players import GREEDY, RANDOM, Player
from generator.games.magnetmen.simulation.readings import Options
from generator.games.playtest_study import Case


@pytest.fixture(autouse=True)
def cache(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "generator.games.magnetmen.playtest.trial_cache.cache_dir", lambda: tmp_path
    )
    return tmp_path / "playtest"


def again(study=STUDY, resume=False, pool=WORKERS):
    return sample.collect_sample(study, GOALS, pool, SILENT, resume)


def test_a_trial_is_a_board_and_its_games():
    (first, *others) = again().trials[SMALL]
    assert [each.number for each in (first, *others)] == [1, 2, 3, 4, 5, 6]
    assert sum(first.seats) == pytest.approx(1)
    assert sum(kind.squares for kind in first.types) == 36
    assert {kind.name for kind in first.types} <= {
        f"base/{piece.key}" for piece in load_definition(("base",)).pieces
    }
    assert first.ladder["greedy"].games == 4
    assert 0 <= first.ladder["greedy"].wins <= 4


def test_who_plays_says_which_rungs_the_ladder_has():
    few = {"rolls": 1, "games": 2}
    assert not again(study_with(player=RANDOM, **few)).trials[SMALL][0].ladder
    searching = again(study_with(player=Player("monte_carlo", 2, 1), **few))
    assert set(searching.trials[SMALL][0].ladder) == {"greedy", "searching"}


def test_processes_change_nothing():
    assert again(pool=partial(workers.local, 2)).trials == again().trials


def test_what_is_known_is_not_played_again():
    first = again()
    assert again(resume=True, pool=nobody).trials == first.trials
    assert again(study_with(rolls=3), True, nobody).trials[SMALL] == first.trials[SMALL][:3]


def test_another_question_has_other_answers():
    first = again()
    for study in (
        study_with(seed="other"),
        study_with(options=Options(ties=False)),
        study_with(games=5),
    ):
        with pytest.raises(AssertionError, match="nothing was to be played"):
            again(study, True, nobody)
    assert again(study_with(seed="other")).trials != first.trials


def test_without_resume_all_is_played():
    again()
    with pytest.raises(AssertionError, match="nothing was to be played"):
        again(pool=nobody)


def test_a_run_that_is_stopped_goes_on(monkeypatch, cache):
    whole = again()
    real, seen = sample.run_trial, []

    def stopped(*given):
        if given[-1] == 4 and len(seen) < 6:
            raise KeyboardInterrupt
        seen.append(given[-1])
        return real(*given)

    monkeypatch.setattr(sample, "run_trial", stopped)
    with pytest.raises(KeyboardInterrupt):
        again()
    assert seen == [1, 2, 3]
    (file,) = cache.glob("*.jsonl")
    assert len(file.read_bytes().splitlines()) == 3
    seen += [0, 0, 0]
    assert again(resume=True).trials == whole.trials
    assert seen[6:] == [4, 5, 6]


@pytest.mark.parametrize("harm", [lambda line: line[: len(line) // 2],
                                  lambda line: line.replace(b"turns", b"terns"),
                                  lambda line: b"\xff\xfe nonsense"])  # fmt: skip
def test_damaged_lines_count_for_nothing(harm, cache, monkeypatch, capsys):
    whole = again()
    (file,) = cache.glob("*.jsonl")
    lines = file.read_bytes().splitlines()
    file.write_bytes(b"\n".join([*lines[:-1], harm(lines[-1])]))
    seen = []
    real = sample.run_trial
    monkeypatch.setattr(sample, "run_trial", lambda *given: seen.append(given[-1]) or real(*given))
    assert again(resume=True).trials == whole.trials
    assert seen == [6]
    assert "1 damaged line; playing its board again" in capsys.readouterr().err


def test_where_nothing_can_be_kept_it_plays_all_the_same(monkeypatch, tmp_path):
    (tmp_path / "file").touch()
    monkeypatch.setattr(
        "generator.games.magnetmen.playtest.trial_cache.cache_dir", lambda: tmp_path / "file" / "x"
    )
    assert len(again().trials[SMALL]) == 6


FREE = """game: magnetmen
title: {en: Free}
rules: basic
alone: {types: [2, 2]}
types:
  one: {name: {en: One}, art: painter, powers: [{text: {en: Sing.}}, {score: [flat: {points: 2}]}]}
  two: {name: {en: Two}, art: painter, powers: [{score: [flat: {points: 1}]}]}
"""


def test_boards_with_free_text_are_left_out(tmp_path):
    (tmp_path / "free.yaml").write_text(FREE)
    found = again(study_with(sets=("free",), folders=(tmp_path,)))
    assert 0 < found.unplayable[SMALL] < 6
    assert len(found.trials[SMALL]) == 6 - found.unplayable[SMALL]
    assert (
        again(study_with(sets=("free",), folders=(tmp_path,)), True, nobody).trials == found.trials
    )


def test_two_versions_of_a_set_that_are_the_same_do_not_differ():
    both = findings_of(STUDY, STUDY)
    assert both.baseline.estimates == both.summary.estimates
    assert all(each.change == 0 for each in both.differences)
    columns = ("old", "difference", "difference_low", "difference_high", "p", "marked", "edited")
    assert publication(both).columns[-7:] == columns


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("greedy", GREEDY),
        ("Monte-Carlo", Player("monte_carlo")),
        ("4x2", Player("monte_carlo", 4, 2)),
        ("monte_carlo 4x2", Player("monte_carlo", 4, 2)),
        ("tree_search", Player("tree_search", 16, 300)),
        ("Tree-search 4x20", Player("tree_search", 4, 20)),
    ],
)
def test_players_by_name(text, expected):
    assert parse_player(text) == expected


@pytest.mark.parametrize("text", ["gready", "0x2", "4x", "101x1", "4x1001", "greedy 4x2", ""])
def test_players_there_are_not(text):
    with pytest.raises(
        OptionError, match="expected random, greedy, monte_carlo, tree_search, or CxP"
    ):
        parse_player(text)


def test_readings_by_name():
    read = parse_readings(["ties=False", "stuck=waits"])
    assert read == Options(ties=False, stuck="waits")
    assert changed_readings(read) == {"ties": False, "stuck": "waits"}


def test_cases_are_each_once():
    assert cases(["Small", "small"], [2, 3, 2]) == (Case("small", 2), Case("small", 3))
