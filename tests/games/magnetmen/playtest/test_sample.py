"""Boards that are played: the same everywhere; the words of a study."""

from functools import partial

import pytest
from games.magnetmen.playtest.studies import GOALS, SMALL, STUDY, WORKERS, study_with

from generator.core import workers
from generator.core.errors import OptionError
from generator.core.progress import SILENT
from generator.games.magnetmen.load import load_definition
from generator.games.magnetmen.playtest.study import cases, collect_sample, parse_player
from generator.games.study import Case
from generator.play.series import GREEDY, Player


def again(study=STUDY, pool=WORKERS):
    return collect_sample(study, GOALS, pool, SILENT)


def test_a_trial_is_a_board_and_its_games():
    (first, *others) = again().trials[SMALL]
    assert [each.number for each in (first, *others)] == [1, 2, 3, 4, 5, 6]
    assert sum(first.seats) == pytest.approx(1)
    assert sum(kind.squares for kind in first.types) == 36
    assert {kind.name for kind in first.types} <= {
        f"base/{piece.key}" for piece in load_definition(("base",)).pieces
    }


def test_another_seed_has_other_games():
    assert again(study_with(seed="other")).trials != again().trials


def test_processes_change_nothing():
    assert again(pool=partial(workers.local, 2)).trials == again().trials


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


def test_cases_are_each_once():
    assert cases(["Small", "small"], [2, 3, 2]) == (Case("small", 2), Case("small", 3))
