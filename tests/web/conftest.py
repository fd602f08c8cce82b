"""A real browser for the pages, and the page of a studio without one."""

import shutil

import pytest
from web.studio.studios import MINE, open_client, write

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
OPTIONS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


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


@pytest.fixture
def client(tmp_path):
    """The page of a studio that has one set, as it is when the browser has loaded it."""
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        yield client
