"""How results are written."""

import errno

import pytest

from generator.press.files import alone, unfinished, writable


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path, monkeypatch):
    def read_only(dir):
        raise OSError(errno.EROFS, "Read-only file system")

    writable(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    monkeypatch.setattr("tempfile.TemporaryFile", read_only)
    with pytest.raises(OSError, match="new: cannot be written: Read-only file system"):
        writable(tmp_path / "new")


def test_a_file_that_is_worked_on_is_left_alone(tmp_path):
    pytest.importorskip("fcntl", reason="this system cannot tell")
    path, other = tmp_path / "new" / "a.jsonl", tmp_path / "new" / "b.jsonl"
    with alone(path), alone(other):
        with pytest.raises(OSError, match="jsonl: another run is at work on this"), alone(path):
            pass
        with pytest.raises(OSError, match="another run is at work"), alone(path):
            pass
    with alone(path):
        pass
    assert list(path.parent.iterdir()) == []


def test_where_nobody_can_tell_work_goes_on(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.press.files.fcntl", None)
    path = tmp_path / "a.jsonl"
    with alone(path), alone(path):
        assert list(tmp_path.iterdir()) == []


def test_who_is_killed_leaves_nothing_in_the_way(tmp_path):
    path = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt), alone(path):
        raise KeyboardInterrupt
    (tmp_path / f"{unfinished(path.name)}.lock").touch()
    with alone(path):
        pass
    assert list(tmp_path.iterdir()) == []
