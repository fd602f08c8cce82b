"""Writing files: atomically, to links and pipes, by several processes."""

import errno
import os
import threading

import pytest

from generator.core.files import exclusive_lock, writable, write_atomically


def test_a_folder_that_is_a_circle_of_links_is_an_error(tmp_path):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(OSError, match=r"below\.pdf: cannot be written"):
        write_atomically(tmp_path / "circle" / "below.pdf", b"text")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_gets_the_content_and_stays_a_pipe(tmp_path):
    pipe, received = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"text" * 50_000)  # more than a pipe holds
    reader.join(60)
    assert received == [b"text" * 50_000]
    assert pipe.is_fifo()


def test_a_folder_that_cannot_be_written_to_is_reported(tmp_path, monkeypatch):
    def read_only(dir):
        raise OSError(errno.EROFS, "Read-only file system")

    writable(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    monkeypatch.setattr("tempfile.TemporaryFile", read_only)
    with pytest.raises(OSError, match="new: cannot be written: Read-only file system"):
        writable(tmp_path / "new")


def test_a_file_that_is_worked_on_is_left_alone(tmp_path):
    path, other = tmp_path / "new" / "a.jsonl", tmp_path / "new" / "b.jsonl"
    with exclusive_lock(path), exclusive_lock(other):
        with (
            pytest.raises(OSError, match="jsonl: another run is at work on this"),
            exclusive_lock(path),
        ):
            pass
        with pytest.raises(OSError, match="another run is at work"), exclusive_lock(path):
            pass
    with exclusive_lock(path):
        pass
    assert list(path.parent.iterdir()) == []


def test_who_is_killed_leaves_nothing_in_the_way(tmp_path):
    path = tmp_path / "a.jsonl"
    with pytest.raises(KeyboardInterrupt), exclusive_lock(path):
        raise KeyboardInterrupt
    (tmp_path / f".{path.name}.lock").touch()
    with exclusive_lock(path):
        pass
    assert list(tmp_path.iterdir()) == []
