"""The command `rules --booklet`."""

from pathlib import Path

import pikepdf
import pytest
from click.testing import CliRunner

from generator.cli.app import app


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, [*words], prog_name="board-generator")


@pytest.mark.parametrize(
    ("words", "pages"),
    [
        pytest.param("magnetmen --set base --paper letter", 4, marks=pytest.mark.slow),
        pytest.param("metals --language fr --ink low", 4, marks=pytest.mark.slow),
        ("quads --set lots --seed oak", 2),
        pytest.param("discs --paper a3 --ink grey", 2, marks=pytest.mark.slow),
        pytest.param("all --language de", 10, marks=pytest.mark.slow),
    ],
)
def test_the_command_in_a_booklet_prints_it_again(run, words, pages):
    result = run("rules", *words.split(), "--booklet")
    assert result.exit_code == 0, result.stderr
    path = Path(result.stdout.splitlines()[-1])
    assert path.name.startswith(f"booklet.{words.split()[0]}.")
    before = path.read_bytes()
    with pikepdf.open(path) as document:
        assert len(document.pages) == pages
        width, height = (float(value) for value in document.pages[0].mediabox[2:])
        assert width > height
    command = run("inspect", str(path)).stdout.splitlines()[-1].split()
    path.unlink()
    assert run(*command[1:]).exit_code == 0
    assert path.read_bytes() == before
