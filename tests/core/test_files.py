"""Files: written atomically, to pipes, by several processes, cached; and the paths of outputs."""

import errno
import os
import threading
from pathlib import Path

import pytest

from generator.core.files import (
    Output,
    exclusive_lock,
    read_cached,
    writable,
    write_atomically,
    write_cached,
)


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


@pytest.mark.parametrize(
    ("path", "folder", "file_name", "stem", "result"),
    [
        ("out", "out", "", "", "out/board.pdf"),
        ("out/party.pdf", "out", "party.pdf", "party", "out/party.pdf"),
        ("party.PDF", ".", "party.PDF", "party", "party.PDF"),
        ("out/v1.2", "out/v1.2", "", "", "out/v1.2/board.pdf"),
    ],
)
def test_a_path_names_a_folder_or_a_file(path, folder, file_name, stem, result):
    output = Output.at(Path(path))
    assert (output.folder, output.file_name) == (Path(folder), file_name)
    assert output.stem == stem
    assert output.path("board") == Path(result)


CONTENT = b"0.25 of the games end in a tie"


def test_what_was_written_is_read(tmp_path):
    file = tmp_path / "folder" / "file"
    assert read_cached(file) is None
    write_cached(file, CONTENT)
    assert read_cached(file) == CONTENT


@pytest.mark.parametrize("place", [0, 31, 32, 40, -1])
@pytest.mark.parametrize("is_cut", [False, True])
def test_a_changed_or_missing_byte_is_noticed(place, is_cut, tmp_path, capsys):
    file = tmp_path / "file"
    write_cached(file, CONTENT)
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content[:place] if is_cut else content)
    assert read_cached(file) is None
    assert capsys.readouterr().err == f"{file}: this cached file is damaged; computing it again\n"
    assert not file.exists()


def test_where_nothing_can_be_written_nothing_is_cached(tmp_path):
    (tmp_path / "file").write_text("no folder")
    write_cached(tmp_path / "file" / "below", CONTENT)
    assert read_cached(tmp_path / "file" / "below") is None
