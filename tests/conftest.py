"""The profiles of Hypothesis: `ci` is its own, `short` has fewer of the same examples."""

import pytest
from hypothesis import settings

settings.register_profile("short", settings.get_profile("ci"), max_examples=15)


def pytest_collection_modifyitems(items) -> None:
    """Browsers and processes first: what is short comes last, when processes share out the rest."""
    items.sort(key=lambda item: item.get_closest_marker("process") is None)


@pytest.fixture
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
