"""Vetted games: their files, how they are made, and that they are printed without playing."""

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
from generator.games import vetted, vetting
from generator.games.magnetmen.game import MagnetmenPlaytest
from generator.games.magnetmen.playtest_result import BoardFigures, MissedLimit, PlaytestResult
from generator.games.magnetmen.simulation.goals import load_goals
from generator.games.magnetmen.simulation.result_cache import playtest_seed
from generator.games.magnetmen.simulation.vetted_boards import BoardVetting, basis, case_of
from generator.games.vetted import Basis, Case, Vetted
from generator.simulation import compile_ahead

CASE = Case("magnetmen", "small", ("base",), 2)
BASIS = Basis("2-abcd", "0123")
TWO = (Vetted("aa+7", {"n": 1}), Vetted("bb", {"n": 2}))
QUICK = (DATA / "quick",)


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """An empty folder in place of that of the shipped sets."""
    monkeypatch.setattr(vetted, "sets_dir", lambda: tmp_path)
    return tmp_path


def test_what_was_written_is_read():
    vetted.write(CASE, BASIS, TWO)
    assert vetted.read(CASE, BASIS) == TWO
    assert vetted.read(CASE._replace(players=3), BASIS) == ()


@pytest.mark.parametrize("change", [{"fingerprint": "2-efgh"}, {"goals": "4567"}])
def test_games_of_other_sets_or_goals_are_not_used(change, capsys):
    vetted.write(CASE, BASIS, TWO)
    assert vetted.read(CASE, BASIS._replace(**change)) == ()
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
    vetted.write(CASE, BASIS, TWO)
    CASE.path.write_bytes(damage(CASE.path.read_bytes()))
    assert vetted.read(CASE, BASIS) == ()
    assert capsys.readouterr().err == f"{CASE.path}: this file is damaged; it is not used\n"


def result_of(limits) -> PlaytestResult:
    figures = BoardFigures("greedy", 1, {}, (), ())
    return PlaytestResult(figures, limits, 1.0, 5)


def found(task):
    """A vetted game for a task, without a search."""
    return Vetted(f"{task.seed(0)}+1", {"number": task.number})


def extend(plan):
    return vetting.extend(plan, partial(workers.local, 1), SILENT)


def numbers(case):
    game = games.game(case.game)
    of_case = game.load(case.sets, ())
    basis_now = vetting.vetting_of(case.game).basis(of_case, case.size, case.players)
    entries = vetted.read(case, basis_now)
    return [entry.result["number"] for entry in entries]


def test_a_table_is_extended(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    assert extend({CASE: 2}) == 2
    assert numbers(CASE) == [0, 1]
    assert extend({CASE: 3, CASE._replace(players=4): 1}) == 2
    assert numbers(CASE) == [0, 1, 2]
    assert extend({CASE: 1}) == 0


def test_what_was_found_before_a_run_is_stopped_is_kept(monkeypatch):
    def stopped(task):
        if task.number == 2:
            raise RollError("stopped")
        return found(task)

    monkeypatch.setattr(vetting, "vet", stopped)
    other = CASE._replace(players=4)
    with pytest.raises(RollError, match="stopped"):
        extend({CASE: 3, other: 3})
    assert numbers(CASE) == numbers(other) == [0, 1]


def test_seeds_follow_from_the_case_the_number_and_the_attempt():
    tasks = [
        vetting.Task(case, number)
        for case in (CASE, CASE._replace(players=3))
        for number in range(10)
    ]
    seeds = [task.seed(attempt) for task in tasks for attempt in range(3)]
    assert len(set(seeds)) == 60
    assert seeds[0] == "hewcvv"


@pytest.mark.parametrize(("good_attempt", "kept"), [(0, 0), (2, 2), (99, vetting.MAX_ATTEMPTS - 1)])
def test_seeds_are_searched_until_one_meets_all_goals(good_attempt, kept, monkeypatch):
    """What is kept has its result from games that it was not judged by."""
    task = vetting.Task(CASE, 0)
    good = task.seed(good_attempt)
    calls = []

    def play(self, definition, size, players, seed, sets_dirs, **options):
        calls.append(options)
        board = games.game("magnetmen").roll(definition, size, players, seed)
        of_vetting = options.get("games") == "vetting"
        limits = () if seed == good and of_vetting else (MissedLimit("ties", 1, 0),)
        result = result_of(limits)
        return replace(board, playtest_result=result)

    monkeypatch.setattr(MagnetmenPlaytest, "play", play)
    assert vetting.vet(task).seed == task.seed(kept)
    assert calls[:-1] == [{"search": "thorough", "games": "vetting"}] * (kept + 1)
    assert calls[-1] == {"is_final": True}


def table(*seeds: str) -> None:
    """A table of boards with quick goals, which were chosen and played as such are."""
    boards = [playtest_seed(definition("base"), "small", 2, seed, QUICK) for seed in seeds]
    name = boards[0].game_id
    entries = [Vetted(board.game_id.seed, board.playtest_result.data()) for board in boards]
    vetted.write(case_of(name), basis(name, load_goals(QUICK)), entries)


WORDS = ["boards", "--size", "small", "--players", "2", "--sets-dir", str(QUICK[0])]


def run(tmp_path, *words):
    result = CliRunner().invoke(app, [*WORDS, *words, "--output", str(tmp_path / "out.pdf")])
    assert result.exit_code == 0, result.output
    return result.stdout.splitlines()[0], (tmp_path / "out.pdf").read_bytes()


def test_a_board_without_a_seed_is_a_vetted_one_and_nobody_plays(tmp_path, monkeypatch):
    table("one", "two")

    def play(*arguments):
        raise AssertionError("games were played")

    monkeypatch.setattr(compile_ahead, "prepare", play)
    monkeypatch.setattr("generator.games.magnetmen.simulation.players._engine", play)
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


def test_every_vetted_board_is_printed_sometime():
    table("one", "two", "three")
    picks = [
        BoardVetting().pick(definition("base"), "small", 2, str(seed), QUICK) for seed in range(30)
    ]
    assert len({board.game_id.seed for board in picks}) == 3


def test_other_goals_have_no_vetted_boards():
    table("one")
    assert BoardVetting().pick(definition("base"), "small", 2, "any", ()) is None


def run_vetted(*words):
    return CliRunner().invoke(app, ["vetted", *words])


def test_the_command_fills_the_files(monkeypatch):
    monkeypatch.setattr(vetting, "vet", found)
    monkeypatch.setattr(compile_ahead, "prepare", lambda kernel: None)
    words = ["--set", "base", "--size", "small", "--players", "2", "--count", "3", "--jobs", "1"]
    result = run_vetted(*words)
    assert result.exit_code == 0
    assert "3 found" in result.stderr
    assert numbers(CASE) == [0, 1, 2]
    assert "0 found" in run_vetted(*words).stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["metals"], "metals: nothing of this game is vetted"),
        (["--size", "tiny"], "nothing is vetted for these sets, this size and so many players"),
        (["--set", "mine"], "nothing is vetted for these sets, this size and so many players"),
        (["chess"], "GAME 'chess': expected"),
    ],
)
def test_what_nothing_is_vetted_of_is_reported(words, message):
    result = run_vetted(*words)
    assert result.exit_code == 2
    assert message in result.stderr
