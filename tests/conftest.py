"""Profiles of Hypothesis: like its own `ci`, with fewer examples. A browser."""

import gc
import shutil

import pytest
from hypothesis import settings

for _name, _examples in (("short", 15), ("whole", 45)):
    settings.register_profile(_name, settings.get_profile("ci"), max_examples=_examples)

gc.disable()  # until all is collected
# The shell has no window, and needs a tenth less time.
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser")
CHROMIUM = next(filter(None, map(shutil.which, BROWSERS)), None)
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def pytest_collection_modifyitems(items) -> None:
    """First those with a browser, which one process keeps, and others that start processes: what is
    short comes last, when processes share out the rest."""
    items.sort(key=lambda item: "browser" not in item.fixturenames)
    items.sort(key=lambda item: item.get_closest_marker("process") is None)


def pytest_collection_finish() -> None:
    """All that is collected stays: looking through it for garbage takes a tenth of the time."""
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


@pytest.fixture
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def browser():
    """Chromium; tests that need it are skipped where it or Playwright is missing."""
    if CHROMIUM is None:
        pytest.skip("there is no chromium here")
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as program:
        browser = program.chromium.launch(executable_path=CHROMIUM, args=OPTIONS)
        yield browser
        browser.close()
