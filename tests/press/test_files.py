"""How results are written."""

import errno

import pytest

from generator.press.files import writable


def test_a_folder_that_cannot_be_written_to_is_told(tmp_path, monkeypatch):
    def read_only(dir):
        raise OSError(errno.EROFS, "Read-only file system")

    writable(tmp_path / "new")
    assert list((tmp_path / "new").iterdir()) == []
    monkeypatch.setattr("tempfile.TemporaryFile", read_only)
    with pytest.raises(OSError, match="new: cannot be written: Read-only file system"):
        writable(tmp_path / "new")
