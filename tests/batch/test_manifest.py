"""Manifests: written, read again, cut off, damaged."""

import csv
import io

import pytest
from batch.batches import make_plan

from generator.batch.manifest import journal, read
from generator.core.errors import DefinitionError


@pytest.fixture
def rows(tmp_path):
    """Three rows: printed, printed twice, failed."""
    one, two, three = make_plan(tmp_path).variants
    known = {"own_pages": 2, "rolled": (" 5 × baker: +1", "3 × king: “−2”, or")}
    joint = {"joint_file": "all.pdf", "joint_page": 3, "joint_pages": 2}
    return [
        one.row.model_copy(update=known),
        two.row.model_copy(update=known | joint | {"findings": ("page 1: warning: thin",)}),
        three.row.model_copy(update={"status": "failed", "error": "no room"}),
    ]


@pytest.fixture
def path(tmp_path, rows):
    """A manifest of these rows."""
    with journal(tmp_path / "m.jsonl") as add:
        for entry in reversed(rows):
            add(entry)
    return tmp_path / "m.jsonl"


def test_rows_are_read_as_they_were_written_also_if_an_editor_marks_them_as_utf_8(rows, path):
    assert read(path) == rows
    numbers = [line.partition(",")[0] for line in path.read_text("utf-8").splitlines()]
    assert numbers == ['{"number":1', '{"number":2', '{"number":3']
    path.write_bytes("\ufeff".encode() + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == rows


def test_the_table_has_the_same(rows, path):
    content = path.with_suffix(".csv").read_bytes()
    assert content.startswith("\ufeff".encode()), "by which spreadsheets know UTF-8"
    first, _, third = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    assert first["id"] == rows[0].id
    assert (first["file"], first["own_pages"], first["joint_file"]) == (rows[0].file, "2", "")
    assert first["rolled"] == " 5 × baker: +1; 3 × king: “−2”, or"
    assert (third["status"], third["own_pages"]) == ("failed", "0")


def test_whatever_stops_a_batch_the_rows_are_there_the_last_of_each_number(rows, tmp_path):
    path = tmp_path / "m.jsonl"
    later = rows[0].model_copy(update={"status": "failed", "error": "later"})
    with pytest.raises(KeyboardInterrupt), journal(path) as add:
        for row in (rows[2], rows[0], later):
            add(row)
        raise KeyboardInterrupt
    assert read(path) == [later, rows[2]]


@pytest.mark.parametrize("length", [1, 40, -1])
def test_a_last_line_that_was_cut_off_does_no_harm(length, rows, path):
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    path.write_bytes(content[:start] + content[start:-1][:length])
    assert read(path) == rows[:2]


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"number":2', "number:2", "m.jsonl:2:2: expected a JSON object, found 'num"),
        ('"status":"failed"', '"status":"lost"', "m.jsonl:3:1: status: 'lost' is not known here"),
        ('"file":"magnet', '"file":"../x', "m.jsonl:1:1: file: '../x"),
        ('"playtest":false', '"playtest":7', "1: playtest: expected true or false, found 7"),
    ],
)
def test_a_damaged_line_is_reported(old, new, words, path, monkeypatch):
    monkeypatch.chdir(path.parent)
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DefinitionError, match=words):
        read(path)
