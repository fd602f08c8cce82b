"""Manifests: written, read again, cut off, damaged."""

import csv
import io
import json

import pytest
from batch.batches import make_plan

from generator.batch.manifest import journal, new_row, read, table_path
from generator.core.errors import DefinitionError


@pytest.fixture
def rows(tmp_path):
    """Three rows: printed, printed twice, failed."""
    one, two, three = make_plan(tmp_path).variants
    known = {"own_pages": 2, "ink_share": 0.25, "rolled": (" 5 × baker: +1", "3 × king: “−2”, or")}
    return [
        new_row(one, **known),
        new_row(
            two,
            **known,
            joint_file="all.pdf",
            joint_page=3,
            joint_pages=2,
            findings=("page 1: warning: thin",),
        ),
        new_row(three, "failed", error="no room", findings=("page 1: small",)),
    ]


def test_rows_are_read_as_they_were_written(rows, tmp_path):
    path = tmp_path / "m.jsonl"
    with journal(path) as add:
        for entry in reversed(rows):
            add(entry)
    assert read(path) == rows
    data = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [row["number"] for row in data] == [1, 2, 3]
    assert data[2]["error"] == "no room"


def test_the_table_has_the_same(rows, tmp_path):
    with journal(tmp_path / "m.jsonl", rows):
        pass
    content = table_path(tmp_path / "m.jsonl").read_bytes()
    assert content.startswith("\ufeff".encode()), "by which spreadsheets know UTF-8"
    first, _, third = csv.DictReader(io.StringIO(content.decode("utf-8-sig")))
    assert first["id"] == rows[0].id
    assert (first["file"], first["own_pages"], first["joint_file"]) == (rows[0].file, "2", "")
    assert first["rolled"] == " 5 × baker: +1; 3 × king: “−2”, or"
    assert (third["status"], third["own_pages"]) == ("failed", "0")


def test_whatever_stops_a_batch_the_rows_are_there(rows, tmp_path):
    path = tmp_path / "m.jsonl"
    with pytest.raises(KeyboardInterrupt), journal(path) as add:
        add(rows[2])
        add(rows[0])
        raise KeyboardInterrupt
    assert read(path) == [rows[0], rows[2]]


def test_of_two_rows_with_one_number_the_last_counts(rows, tmp_path):
    path = tmp_path / "m.jsonl"
    other = rows[0].model_copy(update={"status": "failed", "error": "later"})
    with journal(path, rows) as add:
        add(other)
        assert read(path)[0] == other
    assert read(path) == [other, *rows[1:]]


@pytest.mark.parametrize("length", [1, 40, -1])
def test_a_last_line_that_was_cut_off_does_no_harm(length, rows, tmp_path):
    path = tmp_path / "m.jsonl"
    with journal(path, rows):
        pass
    content = path.read_bytes()
    start = content.rindex(b"\n", 0, -1) + 1
    path.write_bytes(content[:start] + content[start:-1][:length])
    assert read(path) == rows[:2]


def test_an_editor_may_mark_it_as_utf_8(rows, tmp_path):
    path = tmp_path / "m.jsonl"
    with journal(path, rows):
        pass
    path.write_bytes("\ufeff".encode() + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read(path) == rows


def test_what_cannot_be_read_is_reported(tmp_path):
    with pytest.raises(OSError, match=r"none\.jsonl: cannot be read: No such file"):
        read(tmp_path / "none.jsonl")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('"number": 2', "number: 2", "m.jsonl:2:1: no row of a manifest (Invalid JSON"),
        ('"status": "failed"', '"status": "lost"', "m.jsonl:3:1: status: no row of a manifest"),
        ('"file": "magnet', '"file": "../x', "file: no row of a manifest ('../x"),
        ('"paper": "a4"', '"paper": "a9"', "paper 'a9': expected a4"),
        ('"id": "magnetmen', '"id": "chess', "m.jsonl:1:1: no row of a manifest (there is no game"),
        ('"id": "magnetmen', '"id": "', "'.small.base.2.x-1."),
        ('"boards"', '"map"', "magnetmen has no sheet 'map'"),
        ('"playtest": false', '"playtest": 7', "m.jsonl:1:1: playtest: no row of a manifest"),
    ],
)
def test_a_damaged_line_is_reported(old, new, words, rows, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "m.jsonl"
    with journal(path, rows):
        pass
    path.write_text(path.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DefinitionError) as bad:
        read(path)
    assert words in str(bad.value)
