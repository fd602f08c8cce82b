"""The commands as people type them: output, files that stay unchanged.

tests/mistakes/usage has what is refused.
"""

import sys
from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner
from support import DATA, at_once

from generator.cli.app import app

RUNNER = CliRunner()


def run(*words: str):
    return RUNNER.invoke(app, at_once(*words), prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def last_two(result):
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()[-2:]


def test_a_board_lands_in_output_and_says_so(tmp_path):
    game_id, path = last_two(run("boards", "--seed", "Sunday"))
    assert game_id.startswith("magnetmen.regular.base.4.sunday.2-")
    assert path == f"output/{game_id}.pdf"
    with pikepdf.open(tmp_path / path) as document:
        assert len(document.pages) == 1
        assert game_id in str(document.docinfo.Title)


def test_without_a_seed_one_is_made_up_and_shown():
    first, second = (last_two(run("boards"))[0] for _ in range(2))
    assert first != second
    assert len(first.split(".")[4]) == 6


def test_the_id_prints_the_same_bytes_again(tmp_path):
    game_id, path = last_two(run("boards", "--set", "advanced", "--set", "base", "--players", "3",
                                 "--size", "big", "--seed", "x"))  # fmt: skip
    again = last_two(run("boards", "--id", game_id, "--output", "again.pdf"))
    assert again == [game_id, "again.pdf"]
    assert (tmp_path / path).read_bytes() == (tmp_path / "again.pdf").read_bytes()


def test_looks_do_not_change_the_roll(tmp_path):
    ids = {
        last_two(run("boards", "--seed", "x", "--output", "o", *options))[0]
        for options in ([], ["--language", "fr"], ["--paper", "letter"], ["--ink", "low"],
                     ["--no-rules"])
    }  # fmt: skip
    assert len(ids) == 1


def test_count_makes_numbered_variants_in_one_file(tmp_path):
    result = run("boards", "--seed", "x", "--count", "3", "--output", "three.pdf")
    *ids, path = result.stdout.splitlines()
    assert [game_id.split(".")[4] for game_id in ids] == ["x-1", "x-2", "x-3"]
    assert path == "three.pdf"
    with pikepdf.open(tmp_path / path) as document:
        assert len(document.pages) == 3
    # Any one of them can be printed alone.
    assert last_two(run("boards", "--id", ids[1], "--output", "one.pdf"))[0] == ids[1]


def test_inspect_shows_what_is_in_a_file(tmp_path):
    game_id, path = last_two(run("boards", "--seed", "x", "--language", "fr", "--ink", "grey"))
    result = run("inspect", path)
    assert result.exit_code == 0
    assert game_id in result.stdout
    assert "× base/explorer: 0. Quand vous prenez cette case" in result.stdout
    last = result.stdout.splitlines()[-1].strip()
    assert last.startswith("board-generator boards --id ")
    again = run(*last.split()[1:], "--output", "again.pdf")
    assert again.exit_code == 0
    assert (tmp_path / path).read_bytes() == (tmp_path / "again.pdf").read_bytes()


@pytest.mark.skipif(sys.platform != "linux", reason="all names are texts on this system")
def test_inspect_reads_a_file_whose_name_is_no_text(tmp_path):
    (tmp_path / "board\udcff.pdf").write_bytes(Path(last_two(run("boards"))[1]).read_bytes())
    result = run("inspect", "board\udcff.pdf")
    assert result.exit_code == 0, result.stderr


def test_an_id_of_changed_sets_says_what_changed():
    game_id, _ = last_two(run("boards", "--seed", "x"))
    head, _, last = game_id.rpartition("-")
    other = f"{head}-{'aaaa' if last != 'aaaa' else 'bbbb'}"
    result = run("boards", "--id", other)
    assert result.exit_code == 1
    assert "set base has changed" in result.stderr
    assert "boards.yaml" not in result.stderr
    assert "did you mean" not in result.stderr


def test_an_id_with_a_slip_gets_the_near_one():
    game_id, _ = last_two(run("boards", "--seed", "x"))
    *head, boards, base = game_id.split("-")
    slip = "-".join((*head, f"{'a' if boards[0] != 'a' else 'b'}{boards[1:]}", base))
    result = run("boards", "--id", slip)
    assert result.exit_code == 1
    assert f"only one letter differs, did you mean {game_id}?" in result.stderr


def test_a_failing_run_leaves_the_old_file_alone(tmp_path):
    path = last_two(run("boards", "--seed", "x", "--output", "board.pdf"))[1]
    before = (tmp_path / path).read_bytes()
    sets = tmp_path / "sets"
    sets.mkdir()
    (sets / "mine.yaml").write_text("game: magnetmen\ntitle: {en: Mine}\ntypes: {}\ntyp: 1\n")
    result = run("boards", "--set", "mine", "--sets-dir", "sets", "--output", "board.pdf")
    assert result.exit_code == 1
    assert len(result.stderr.splitlines()) == 2, "both mistakes, a line each"
    assert "sets/mine.yaml:3:" in result.stderr
    assert (tmp_path / path).read_bytes() == before
    assert sorted(item.name for item in tmp_path.iterdir()) == ["board.pdf", "sets"]


def test_a_failure_while_writing_leaves_nothing_behind(tmp_path, monkeypatch):
    (tmp_path / "board.pdf").write_bytes(b"old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr("os.replace", fail)
    result = run("boards", "--output", "board.pdf")
    assert result.exit_code == 1
    assert "disk full" in result.stderr
    assert [item.name for item in tmp_path.iterdir()] == ["board.pdf"]
    assert (tmp_path / "board.pdf").read_bytes() == b"old"


def test_a_set_with_own_pictures_prints_and_warns_of_coarse_ones(tmp_path):
    from PIL import Image

    sets = tmp_path / "mine"
    (sets / "assets" / "magnetmen" / "symbols").mkdir(parents=True)
    example = (DATA / "sets" / "magnetmen" / "example.yaml").read_text(encoding="utf-8")
    variant = example.replace("art: guitarist", "art: trumpet")
    (sets / "example.yaml").write_text(variant, encoding="utf-8")
    Image.new("RGB", (40, 40), "teal").save(sets / "assets/magnetmen/trumpet.png")
    Image.new("L", (900, 900), 0).save(sets / "assets/magnetmen/symbols/trumpet.jpg")
    result = run("legends", "--set", "example", "--sets-dir", "mine", "--output", "o.pdf")
    assert result.exit_code == 0, result.stderr
    assert "trumpet.png: 42 dpi where it is printed" in result.stderr
    assert "symbols" not in result.stderr


def test_types_of_two_sets_with_one_drawing_are_reported(tmp_path):
    """All 6 or 7 types of this pair are on each board, the hound and the wolf among them."""
    for name, key in (("dogs", "hound"), ("wolves", "wolf")):
        others = "".join(
            f"  {art}: {{name: {{en: {art}}}, powers: [{{score: [{{flat: {{points: 1}}}}]}}]}}\n"
            for art in (("baby", "baker", "king") if name == "dogs" else ("judge", "pilot"))
        )
        (tmp_path / f"{name}.yaml").write_text(
            f"game: magnetmen\ntitle: {{en: {name}}}\ntypes:\n{others}"
            f"  {key}: {{name: {{en: {key}}}, art: singer, powers: [{{on_take: [gain]}}]}}\n"
        )
    result = run("boards", "--set", "dogs", "--set", "wolves", "--sets-dir", ".", "--seed", "x",
                 "--no-playtest", "--count", "20")  # fmt: skip
    assert result.stderr == (
        "warning: dogs/hound and wolves/wolf have one drawing, players cannot tell them apart\n"
    )
    legends = run("legends", "--set", "dogs", "--set", "wolves", "--sets-dir", ".")
    assert legends.stderr == result.stderr


def test_own_sets_win_over_shipped_ones(tmp_path):
    result = run("boards", "--set", "example", "--sets-dir", str(DATA / "sets"), "--seed", "x")
    assert result.exit_code == 0, result.stderr
    mine = tmp_path / "mine" / "magnetmen"
    mine.mkdir(parents=True)
    example = (DATA / "sets" / "magnetmen" / "example.yaml").read_text(encoding="utf-8")
    (mine / "base.yaml").write_text(example, encoding="utf-8")
    replacement = run("boards", "--sets-dir", "mine", "--seed", "x")
    assert replacement.exit_code == 0, replacement.stderr
    original = run("boards", "--seed", "x")
    assert replacement.stdout.splitlines()[-2] != original.stdout.splitlines()[-2]


def test_a_file_where_a_folder_is_meant(tmp_path):
    (tmp_path / "output").write_text("in the way")
    result = run("boards")
    assert result.exit_code == 1
    assert result.stderr.startswith("output/magnetmen.")
    assert "cannot be written" in result.stderr
    assert ".part" not in result.stderr


def test_a_link_is_followed(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "old.pdf").write_bytes(b"old")
    (tmp_path / "board.pdf").symlink_to(tmp_path / "real" / "old.pdf")
    assert run("boards", "--output", "board.pdf").exit_code == 0
    assert (tmp_path / "board.pdf").is_symlink()
    assert (tmp_path / "real" / "old.pdf").read_bytes().startswith(b"%PDF")


def test_an_id_may_name_the_sets_in_another_order(tmp_path):
    game_id, path = last_two(run("boards", "--set", "base", "--set", "advanced", "--seed", "x"))
    reordered_id = game_id.replace("base+advanced", "advanced+base")
    assert last_two(run("boards", "--id", reordered_id, "--output", "o.pdf"))[0] == game_id
    assert (tmp_path / "o.pdf").read_bytes() == (tmp_path / path).read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["rules"],
        ["legends", "--set", "base"],
        ["proof", "pocket", "--game", "discs"],
        ["boards", "--seed", "x", "--count", "2", "--no-rules"],
    ],
)
def test_inspect_knows_the_command_of_every_kind_of_sheet(words, tmp_path):
    path = run(*words).stdout.splitlines()[-1]
    result = run("inspect", path)
    assert result.exit_code == 0, result.stderr
    again = result.stdout.splitlines()[-1].split()[1:]
    assert run(*again, "--output", "again.pdf").exit_code == 0
    assert (tmp_path / path).read_bytes() == (tmp_path / "again.pdf").read_bytes()


def test_the_version_is_printed():
    result = run("--version")
    assert result.exit_code == 0
    assert result.stdout.startswith("board-generator ")
