"""The command `check`: its output and exit codes."""

import json

import pikepdf
import pytest
from support import at_once
from typer.testing import CliRunner

from generator.cli.app import app

RUNNER = CliRunner()


def run(*words: str):
    return RUNNER.invoke(app, at_once(*words), prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def board() -> str:
    return run("boards", "--seed", "x").stdout.splitlines()[-1]


@pytest.fixture
def scaled_board(board) -> str:
    """The board on a page of another size, without the request not to scale it."""
    with pikepdf.open(board) as document:
        del document.Root.ViewerPreferences
        document.pages[0].MediaBox = [0, 0, 500, 500]
        document.save("scaled.pdf")
    return "scaled.pdf"


def test_a_sheet_of_ours_passes(board):
    result = run("check", board)
    assert result.exit_code == 0
    assert result.stdout.splitlines()[-1].startswith("1 page, 0 errors, ")


def test_faults_are_reported_with_exit_code_1(board, scaled_board):
    result = run("check", board, scaled_board)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert f"{board}:" in lines
    assert "scaled.pdf:" in lines
    assert any("expected" in line for line in lines[lines.index("scaled.pdf:") :])


def test_json_for_other_programs(board, scaled_board):
    result = run("check", "--json", board, scaled_board)
    assert result.exit_code == 1
    good, bad = json.loads(result.stdout)
    assert good["ok"] is True
    assert good["file"] == board
    assert 0.05 < good["pages"][0]["ink"] < 0.4
    assert bad["ok"] is False
    assert {"page", "box", "code", "message", "expected", "severity"} == set(bad["findings"][0])


def test_what_is_no_pdf_is_reported_and_the_rest_examined(tmp_path, board):
    (tmp_path / "note.pdf").write_text("hello")
    result = run("check", "note.pdf", "none.pdf", board)
    assert result.exit_code == 1
    assert "note.pdf: not a PDF that can be read" in result.stdout
    assert "none.pdf: cannot be read: No such file" in result.stdout
    assert "1 page, 0 errors" in result.stdout
    assert json.loads(run("check", "--json", "none.pdf").stdout)[0]["ok"] is False
