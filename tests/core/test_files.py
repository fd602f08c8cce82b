"""Writing files: atomically, to links and pipes, by several processes."""

import errno
import os
import select
import sys
import threading

import pytest

from generator.core.files import exclusive_lock, resolve, writable, write_atomically

PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")


@pytest.mark.parametrize("name", ["circle", "circle/below.pdf"])
def test_links_that_lead_in_a_circle_are_an_error(name, tmp_path):
    (tmp_path / "circle").symlink_to(tmp_path / "other")
    (tmp_path / "other").symlink_to(tmp_path / "circle")
    with pytest.raises(OSError, match=f"{name}: (the links|cannot be written)"):
        write_atomically(tmp_path / name, b"text")


def test_a_circle_of_links_is_named(tmp_path):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    if sys.version_info < (3, 13):
        with pytest.raises(OSError, match="circle: the links on this path lead in a circle"):
            resolve(tmp_path / "circle")


@PIPES
def test_a_pipe_gets_the_content_and_stays_a_pipe(tmp_path):
    pipe, received = tmp_path / "pipe", []
    os.mkfifo(pipe)
    descriptor = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    os.set_blocking(descriptor, True)
    with open(descriptor, "rb") as file:
        reader = threading.Thread(target=lambda: received.append(file.read()))
        content = b"text" * 50_000  # more than a pipe holds
        writer = threading.Thread(target=write_atomically, args=(pipe, content))
        writer.start()
        select.select([descriptor], [], [], 60)  # a pipe without a writer ends at once
        reader.start()
        writer.join(60)
        reader.join(60)
    assert received == [content]
    assert pipe.is_fifo()


@PIPES
def test_a_pipe_without_a_reader_is_an_error(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    with pytest.raises(OSError, match="pipe: cannot be written"):
        write_atomically(tmp_path / "pipe", b"text")


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
