"""Files: written atomically, to pipes, by several processes, cached; and the paths of outputs."""

import errno
import os
import threading
from pathlib import Path
from unittest.mock import Mock

import pytest

from generator.core.files import (
    Output,
    exclusive_lock,
    read_cached,
    writable,
    write_atomically,
    write_cached,
)


def test_a_folder_that_cannot_be_written_to_is_an_error(tmp_path, monkeypatch):
    (tmp_path / "circle").symlink_to(tmp_path / "circle")
    with pytest.raises(OSError, match=r"below\.pdf: cannot be written"):
        write_atomically(tmp_path / "circle" / "below.pdf", b"text")
    writable(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    read_only = OSError(errno.EROFS, "Read-only file system")
    monkeypatch.setattr("tempfile.TemporaryFile", Mock(side_effect=read_only))
    with pytest.raises(OSError, match="new: cannot be written: Read-only file system"):
        writable(tmp_path / "new")


def test_a_link_is_followed(tmp_path):
    (link := tmp_path / "link").symlink_to(file := tmp_path / "file")
    write_atomically(link, b"text")
    assert link.is_symlink() and file.read_bytes() == b"text"


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


def test_a_file_that_is_worked_on_is_left_alone(tmp_path):
    path, other = tmp_path / "new" / "a.jsonl", tmp_path / "new" / "b.jsonl"
    with exclusive_lock(path), exclusive_lock(other):
        for _ in range(2):
            with pytest.raises(OSError, match="another run is at work"), exclusive_lock(path):
                pass
    with pytest.raises(KeyboardInterrupt), exclusive_lock(path):
        raise KeyboardInterrupt
    (path.parent / f".{path.name}.lock").touch()  # as who is killed leaves it
    with exclusive_lock(path):
        pass
    assert list(path.parent.iterdir()) == []


@pytest.mark.parametrize(
    ("path", "folder", "file_name", "result"),
    [
        ("out", "out", "", "out/board.pdf"),
        ("out/party.pdf", "out", "party.pdf", "out/party.pdf"),
        ("party.PDF", ".", "party.PDF", "party.PDF"),
        ("out/v1.2", "out/v1.2", "", "out/v1.2/board.pdf"),
    ],
)
def test_a_path_names_a_folder_or_a_file(path, folder, file_name, result):
    output = Output.at(Path(path))
    assert (output.folder, output.file_name) == (Path(folder), file_name)
    assert output.stem == file_name[:-4]
    assert output.path("board") == Path(result)


def test_what_was_cached_is_read_unless_a_byte_is_changed_or_missing(tmp_path, capsys):
    file, content = tmp_path / "folder" / "file", b"0.25 of the games end in a tie"
    assert read_cached(file) is None
    for place in (0, 31, 32, 40, -1):
        for is_cut in (False, True):
            write_cached(file, content)
            assert read_cached(file) == content
            spoilt = bytearray(file.read_bytes())
            spoilt[place] ^= 1
            file.write_bytes(spoilt[:place] if is_cut else spoilt)
            assert read_cached(file) is None
            message = f"{file}: this cached file is damaged; computing it again\n"
            assert capsys.readouterr().err == message
            assert not file.exists()
    file.write_text("no folder")
    write_cached(file / "below", content)
    assert read_cached(file / "below") is None
