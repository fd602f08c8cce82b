"""Cut files, and the options for cutting, as people type them."""

import pytest
from typer.testing import CliRunner

from generator.cli.app import app
from generator.core.settings import MARKS
from generator.pdf.inspect import record


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return lambda *words: CliRunner().invoke(app, [*words], prog_name="board-generator")


def test_a_run_writes_cut_files_beside_its_pdf(run, tmp_path):
    words = "quads --sheet pieces --marks silhouette --gap 8 --output p.pdf"
    result = run(*words.split(), "--cut", "SVG", "--cut", "dxf", "--cut", "svg")
    assert result.exit_code == 0, result.stderr
    files = ["p.page1.dxf", "p.page1.svg", "p.page3.dxf", "p.page3.svg", "p.pdf"]
    assert sorted(path.name for path in tmp_path.iterdir()) == files
    assert sorted(result.stdout.splitlines()[1:]) == files
    before = (tmp_path / "p.pdf").read_bytes()
    command = run("inspect", "p.pdf").stdout.splitlines()[-1].split()
    assert command[-4:] == ["--marks", "silhouette", "--gap", "8"]
    assert run(*command[1:], "--output", "again.pdf").exit_code == 0
    assert (tmp_path / "again.pdf").read_bytes() == before


def test_a_bundle_has_cut_files_beside_the_pdf_of_each_sheet(run, tmp_path):
    assert run("quads", "--cut", "svg").exit_code == 0
    names = sorted(path.name for path in (tmp_path / "output").glob("*.svg"))
    assert [name.split(".")[0] for name in names] == ["cards", "pieces", "pieces"]


def test_names_and_commands_leave_out_options_without_effect_on_a_sheet(run, tmp_path):
    assert run("quads", "--seed", "x", "--marks", "frame", "--gap", "2").exit_code == 0
    command = {}
    for path in (tmp_path / "output").glob("*.pdf"):
        sheet, *_ = path.name.split(".quads")
        assert path.name.endswith(".frame.gap2.pdf") == (sheet not in ("board", "reference"))
        command[sheet] = set(record(path)[1]["command"])
    assert {"--marks", "--gap"} <= command["cards"]
    assert not {"--marks", "--gap"} & command["board"]


def test_one_file_of_all_sheets_has_cut_files_too(run, tmp_path):
    assert run("quads", "--cut", "dxf", "--output", "all.pdf").exit_code == 0
    names = sorted(path.name for path in tmp_path.glob("*.dxf"))
    assert len(names) == 3
    assert all(name.startswith("all.page") for name in names)


@pytest.mark.parametrize(
    ("words", "exit_code", "message"),
    [
        ("quads --sheet board --cut svg", 1, "--cut svg: nothing is cut out of these sheets"),
        ("quads --cut pdf", 2, "Error: --cut 'pdf': expected svg, dxf"),
        ("quads --backs tuck", 2, "Error: --backs 'tuck': expected duplex, gutterfold, none"),
        ("quads --marks cricut", 2, f"Error: --marks 'cricut': expected {', '.join(MARKS)}"),
        ("quads --gap nan", 2, "Error: --gap nan: expected 0 to 50 mm"),
        ("quads --gap -1", 2, "Error: --gap -1: expected 0 to 50 mm"),
        ("quads --gap 51", 2, "Error: --gap 51: expected 0 to 50 mm"),
        ("discs --seed x --sheet dice --gap 50", 1,
         "--gap 50: leaves room for one piece of 88 x 106.5 mm only on a4"),
        ("quads --sheet cards --backs gutterfold --marks silhouette --paper a4-letter-safe", 1,
         "--marks silhouette: the marks lie 10 mm from the edges, where a4-letter-safe leaves "
         "13.8 mm blank"),
        ("quads --sheet cards --marks silhouette --paper a4-letter-safe", 1,
         "--marks silhouette: the marks lie 10 mm from the edges, where a4-letter-safe leaves "
         "13.8 mm blank"),
    ],
)  # fmt: skip
def test_what_cannot_be_cut_is_one_line_and_nothing_is_written(
    run, tmp_path, words, exit_code, message
):
    result = run(*words.split())
    assert (result.exit_code, result.stderr.splitlines()) == (exit_code, [message])
    assert not list(tmp_path.iterdir())
