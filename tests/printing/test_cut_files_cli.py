"""Cut files, and the options for cutting, as people type them."""

import pytest
from click.testing import CliRunner

from generator.cli.app import app
from generator.pdf.document import record


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
