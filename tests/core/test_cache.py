"""Cached files: what is read is what was written, or nothing."""

import pytest

from generator.core import files

CONTENT = b"0.25 of the games end in a tie"


def test_what_was_written_is_read(tmp_path):
    file = tmp_path / "folder" / "file"
    assert files.read_cached(file) is None
    files.write_cached(file, CONTENT)
    assert files.read_cached(file) == CONTENT


@pytest.mark.parametrize("place", [0, 31, 32, 40, -1])
def test_a_changed_byte_is_noticed(place, tmp_path, capsys):
    file = tmp_path / "file"
    files.write_cached(file, CONTENT)
    content = bytearray(file.read_bytes())
    content[place] ^= 1
    file.write_bytes(content)
    assert files.read_cached(file) is None
    assert capsys.readouterr().err == f"{file}: this cached file is damaged; computing it again\n"
    assert not file.exists()


@pytest.mark.parametrize("length", [0, 5, 32, 40])
def test_a_truncated_file_is_noticed(length, tmp_path, capsys):
    file = tmp_path / "file"
    files.write_cached(file, CONTENT)
    file.write_bytes(file.read_bytes()[:length])
    assert files.read_cached(file) is None
    assert "damaged" in capsys.readouterr().err


def test_where_nothing_can_be_written_nothing_is_cached(tmp_path):
    (tmp_path / "file").write_text("no folder")
    files.write_cached(tmp_path / "file" / "below", CONTENT)
    assert files.read_cached(tmp_path / "file" / "below") is None
