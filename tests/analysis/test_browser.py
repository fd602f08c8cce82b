"""Reports in a real browser: intervals are drawn, nothing is complained about, nothing sticks out.

Needs Debian's chromium (or any on the path) and Playwright; without them it is skipped.
"""

from pathlib import Path

import pypdfium2
import pytest
from analysis.reports import statistics_report

from generator.analysis.html_report import as_html

WIDTHS = 1280, 400  # pixels: a desk, a phone

pytestmark = [pytest.mark.process, pytest.mark.slow]


@pytest.fixture(scope="module")
def report(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("report") / "report.html"
    path.write_bytes(as_html(statistics_report(sets=("base", "expert"), seeds=40)))
    return path


@pytest.mark.parametrize("width", WIDTHS)
def test_every_interval_is_drawn_and_nothing_sticks_out(browser, report, width):
    page = browser.new_page(viewport={"width": width, "height": 900})
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(report.as_uri())
    assert complaints == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert page.locator("td i").count() > 20
    assert page.locator("td i").first.bounding_box()["width"] >= 120
    page.close()


def test_a_table_is_sorted_by_the_column_that_is_clicked_and_all_are_printed(
    browser, report, tmp_path
):
    page = browser.new_page()
    page.goto(report.as_uri())
    table = page.locator("h2", has_text="Boards with the type").locator("xpath=following::table[1]")
    cells = table.locator("tbody tr td.number:nth-child(2)")
    read_values = "cells => cells.map(cell => Number(cell.dataset.value))"
    for descending in (True, False):
        table.locator("th button", has_text="Found").click()
        values = cells.evaluate_all(read_values)
        assert values == sorted(values, reverse=descending) and len(set(values)) > 2
    table.locator("th button", has_text="Type").click()
    names = table.locator("tbody tr td:first-child").all_text_contents()
    assert names == sorted(names, key=str.lower)
    page.pdf(path=tmp_path / "report.pdf", format="A4")
    document = pypdfium2.PdfDocument(tmp_path / "report.pdf")
    texts = [printed.get_textpage().get_text_bounded() for printed in document]
    assert 1 <= len(texts) <= 30 and "Squares of the type" in " ".join(texts)
    page.close()
