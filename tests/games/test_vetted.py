"""Vetted games: their files, how they are made, and that they are printed without playing."""

from collections import Counter
from dataclasses import replace
from functools import partial

import pytest
from support import DATA, definition
from typer.testing import CliRunner

from generator import games
from generator.cli.app import app
from generator.core import workers
from generator.core.errors import RollError
from generator.core.progress import SILENT
from generator.core.request import Request
from generator.games import vetted, vetting
from generator.games.magnetmen.game import MagnetmenPlaytest
from generator.games.magnetmen.playtest_result import BoardFigures, MissedLimit, PlaytestResult
from generator.games.magnetmen.roll import candidate
from generator.games.magnetmen.simulation import board_search
from generator.games.magnetmen.simulation.board_search import (
    CHECK,
    REGULAR_BASE_CHECK,
    BoardVetting,
    basis,
    playtest_seed,
)
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.vetted import Basis, Case, Table, Vetted, case_of
from generator.play import kernel
from generator.play.series import Match
from generator.printing.rolling import rolls

CASE = Case("magnetmen", "small", ("base",), 2)
SEED = "x86mvt"  # of the case's first search
BASIS = Basis("2-abcd", "0123")
TWO = (Vetted("aa+7", {"n": 1}), Vetted("bb", {"n": 2}))
QUICK = (DATA / "quick",)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder in place of that of the shipped sets."""
    monkeypatch.setattr(vetted, "sets_dir", lambda: tmp_path)
    return tmp_path


def test_what_was_written_is_read():
    vetted.write(CASE, BASIS, Table(TWO, 5))
    assert vetted.read(CASE, BASIS) == Table(TWO, 5)
    assert vetted.read(CASE._replace(players=3), BASIS) == Table((), 0)


@pytest.mark.parametrize("change", [{"fingerprint": "2-efgh"}, {"goals": "4567"}])
def test_games_of_other_sets_or_goals_are_not_used(change, capsys):
    vetted.write(CASE, BASIS, Table(TWO, 5))
    assert vetted.read(CASE, BASIS._replace(**change)) == Table((), 0)
    assert vetted.games_of(CASE, BASIS._replace(**change)) == ()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: content.replace(b'"n":1', b'"n":3'),
        lambda content: content[:-20],
        lambda content: b"",
        lambda content: b"[]\n" + content,
        lambda content: b"\xff" + content,
    ],
)
def test_a_damaged_file_is_reported_and_not_used(damage, capsys):
    vetted.write(CASE, BASIS, Table(TWO, 5))
    CASE.path.write_bytes(damage(CASE.path.read_bytes()))
    assert vetted.games_of(CASE, BASIS) == ()
    assert capsys.readouterr().err == f"{CASE.path}: this file is damaged; it is not used\n"


def result_of(limits) -> PlaytestResult:
    figures = BoardFigures("greedy", 1, {}, (), ())
    return PlaytestResult(figures, limits, 1.0, 5)


def found(task):
    """Two vetted games for a task, without a search; none for every third."""
    if task.number % 3 == 2:
        return []
    return [Vetted(f"{task.seed}+{place}", {"number": task.number}) for place in (1, 2)]


def extend(plan):
    return vetting.extend(plan, partial(workers.local, 1), SILENT)


def table_of(case):
    game = games.game(case.game)
    of_case = game.load(case.sets, ())
    basis_now = vetting.vetting_of(case.game).basis(of_case, case.size, case.players)
    return vetted.read(case, basis_now)


def numbers(case):
    return [entry.result["number"] for entry in table_of(case).games]


def test_a_table_is_extended(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    assert extend({CASE: 1}) == 2
    assert numbers(CASE) == [0, 0]
    assert extend({CASE: 5, CASE._replace(players=4): 1}) == 6
    assert numbers(CASE) == [0, 0, 1, 1, 3, 3]
    assert table_of(CASE).searches == 4
    assert extend({CASE: 6}) == 0


def test_cases_grow_alike(monkeypatch):
    searched = []
    monkeypatch.setattr(vetting, "vet", lambda task: searched.append(task) or found(task))
    other = CASE._replace(players=4)
    extend({CASE: 8, other: 4})
    assert [task.case for task in searched] == [CASE, other, CASE, CASE, other, CASE, CASE]


def test_no_more_is_searched_where_too_little_is_found(monkeypatch):
    monkeypatch.setattr(vetting, "vet", lambda task: [])
    assert extend({CASE: 2}) == 0
    assert table_of(CASE) == Table((), 2 * vetting.MAX_SEARCHES)


def test_what_was_found_before_a_run_is_stopped_is_kept(monkeypatch):
    def stopped(task):
        if task.number == 2:
            raise RollError("stopped")
        return found(task)

    monkeypatch.setattr(vetting, "vet", stopped)
    other = CASE._replace(players=4)
    with pytest.raises(RollError, match="stopped"):
        extend({CASE: 6, other: 6})
    assert numbers(CASE) == numbers(other) == [0, 0, 1, 1]


def test_a_damaged_file_is_not_overwritten(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    extend({CASE: 1})
    CASE.path.write_bytes(CASE.path.read_bytes()[:-20])
    with pytest.raises(RollError, match="this file is damaged"):
        extend({CASE: 4})


def test_seeds_follow_from_the_case_and_the_number():
    cases = CASE, CASE._replace(players=3)
    seeds = [vetting.Task(case, number).seed for case in cases for number in range(10)]
    assert len(set(seeds)) == 20
    assert seeds[0] == SEED


def test_what_a_search_finds_is_kept_with_results_from_new_games(monkeypatch):
    """Even with those that miss a goal: printing the board says so."""
    calls = []
    result = result_of((MissedLimit("ties", 1, 0),))

    def play(self, definition, size, players, seed, sets_dirs, **options):
        calls.append((seed, options))
        board = games.game("magnetmen").roll(definition, size, players, seed)
        return replace(board, playtest_result=result)

    seeds = [f"{SEED}+{place}" for place in (1, 2)]
    monkeypatch.setattr(BoardVetting, "search", lambda *arguments: seeds)
    monkeypatch.setattr(MagnetmenPlaytest, "play", play)
    boards = vetting.vet(vetting.Task(CASE, 0))
    assert boards == [Vetted(seed, result.data()) for seed in seeds]
    assert calls == [(seed, {"is_final": True}) for seed in seeds]


@pytest.mark.parametrize(
    ("size", "check"), [("regular", REGULAR_BASE_CHECK), ("small", CHECK), ("big", CHECK)]
)
def test_a_search_keeps_what_passes(size, check, monkeypatch):
    """Of the boards of the last round but one."""
    tried = []

    def passes_vetting(board, goals, *how):
        tried.append(board.game_id.seed)
        assert how == check
        return candidate(board.game_id.seed).layout == 1

    monkeypatch.setattr(board_search, "load_goals", lambda: load_goals(QUICK))
    monkeypatch.setattr(board_search, "passes_vetting", passes_vetting)
    kept = BoardVetting().search(definition("base"), size, 2, "one")
    assert len(set(tried)) == load_goals(QUICK).search.thorough.rounds[0].boards
    assert kept == [seed for seed in tried if candidate(seed).layout == 1]


def test_a_search_keeps_at_most_two_boards_of_a_roll(monkeypatch):
    """Others would have the same types and powers."""
    monkeypatch.setattr(board_search, "load_goals", lambda: load_goals(QUICK))
    monkeypatch.setattr(board_search, "passes_vetting", lambda *arguments: True)
    kept = BoardVetting().search(definition("base"), "small", 2, "one")
    assert Counter(candidate(seed).rolled_seed for seed in kept) == {"one": 2, "one+100": 2}


def table(*seeds: str) -> None:
    """A table of boards with quick goals, which were chosen and played as such are."""
    boards = [playtest_seed(definition("base"), "small", 2, seed, QUICK) for seed in seeds]
    name = boards[0].game_id
    entries = [Vetted(board.game_id.seed, board.playtest_result.data()) for board in boards]
    vetted.write(case_of(name), basis(name, load_goals(QUICK)), Table(tuple(entries)))


WORDS = ["boards", "--size", "small", "--players", "2", "--sets-dir", str(QUICK[0])]


def run(tmp_path, *words):
    result = CliRunner().invoke(app, [*WORDS, *words, "--output", str(tmp_path / "out.pdf")])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[0], (tmp_path / "out.pdf").read_bytes()


def test_a_board_without_a_seed_is_a_vetted_one_and_nobody_plays(tmp_path, monkeypatch):
    table("one", "two")

    def play(*arguments):
        raise AssertionError("games were played")

    monkeypatch.setattr(kernel, "prepare", play)
    monkeypatch.setattr(Match, "_chunks", play)
    name, content = run(tmp_path)
    assert name.split(".")[4].partition("+")[0] in ("one", "two")
    by_id = CliRunner().invoke(
        app, ["boards", "--id", name, *WORDS[5:], "--output", str(tmp_path / "id.pdf")]
    )
    assert by_id.exit_code == 0
    assert (tmp_path / "id.pdf").read_bytes() == content


def test_its_sheet_is_that_of_the_board_played_anew(tmp_path):
    table("one")
    name, content = run(tmp_path)
    case_of(
        games.game("magnetmen").roll(definition("base"), "small", 2, "one").game_id
    ).path.unlink()
    assert run(tmp_path, "--seed", "one") == (name, content)


def picked(seed):
    request = Request("magnetmen", ("base",), "small", 2, (seed,), playtest=True, sets_dirs=QUICK)
    (board,) = rolls(games.game("magnetmen"), request, pick_vetted=True)
    return board


def test_every_vetted_board_is_printed_sometime():
    table("one", "two", "three")
    picks = [picked(str(seed)) for seed in range(30)]
    assert len({board.game_id.seed for board in picks}) == 3


def test_other_goals_have_no_vetted_boards():
    table("one")
    case = case_of(picked("any").game_id)
    assert vetted.games_of(case, BoardVetting().basis(definition("base"), "small", 2, QUICK))
    assert not vetted.games_of(case, BoardVetting().basis(definition("base"), "small", 2))


def run_vetted(*words):
    return CliRunner().invoke(app, ["vetted", *words])


def test_the_command_fills_the_files(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    monkeypatch.setattr(kernel, "prepare", lambda source: None)
    words = ["--set", "base", "--size", "small", "--players", "2", "--count", "3", "--jobs", "1"]
    result = run_vetted(*words)
    assert result.exit_code == 0
    assert "4 found" in result.stderr
    assert numbers(CASE) == [0, 0, 1, 1]
    assert "0 found" in run_vetted(*words).stderr
