"""Fixtures of the tests of the commands for designers."""

import pytest

from generator import languages as module
from generator.languages import languages


@pytest.fixture
def four_languages(tmp_path_factory, monkeypatch):
    """There are only the languages that the sets of these tests are written in."""
    folder = tmp_path_factory.mktemp("languages")
    for code in ("de", "en", "fr", "nl"):
        (folder / code).symlink_to(module._FOLDER / code, target_is_directory=True)
    monkeypatch.setattr(module, "_FOLDER", folder)
    languages.cache_clear()
    yield
    languages.cache_clear()
