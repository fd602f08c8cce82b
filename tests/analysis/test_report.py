"""Numbers and tables of reports, in a terminal and as HTML."""

from html.parser import HTMLParser

import pytest
from analysis.reports import terminal_text

from generator.analysis import html_report
from generator.analysis.intervals import Estimate
from generator.analysis.report import Column, Heading, Number, Paragraph, Remark, Report, Table


@pytest.mark.parametrize(
    ("number", "text", "brief"),
    [
        (Number(Estimate(0.5, 0.4, 0.6), ".1%"), "50.0% (40.0 to 60.0)", "50.0%"),
        (Number(Estimate(-0.12, -0.2, 0.001), "+.0%"), "-12% (-20 to 0)", "-12%"),
        (Number(-0.001, "+.0%"), "0%", "0%"),
        (Number(1234.5, ",.2f"), "1,234.50", "1,234.50"),
        (Number(None, ".1%"), "–", "–"),
        (Number(Estimate(3.0), ".1%"), "too few", "too few"),
        (Number(Estimate(2.0, 1.0, 3.0), ",.2f", mark="*"), "2.00 (1.00 to 3.00)*", "2.00*"),
    ],
)
def test_a_number_is_written_with_its_interval(number, text, brief):
    assert (number.text(), number.text(with_interval=False)) == (text, brief)


def report(*blocks, text="x" * 30) -> Report:
    columns = (Column("Type"), Column("Long", width=40), Column("Value", True))
    columns += (Column("Remark", is_optional=True),)
    row = "t", text, Number(Estimate(0.5, 0.4, 0.6), ".1%"), Remark("bad", "bad")
    blocks = *blocks, Table(columns, (row,) * 3)
    return Report("A <title>", "of “two”", blocks, "board-generator stats 'a b'", {})


def test_a_terminal_shows_as_much_as_fits():
    wide, narrow = (terminal_text(report(), width) for width in (100, 34))
    assert "50.0% (40.0 to 60.0)" in wide and "Remark" in wide
    assert "50.0%" in narrow and "(40.0" not in narrow and "Remark" not in narrow
    assert "A wider window" in narrow and "A wider window" not in wide


class _Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in {"meta", "link", "br"}:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


def test_a_page_is_sound_html_with_everything_in_it():
    made = report(Heading("A & B"), Paragraph("<i>"), text="</script><b>")
    page = html_report.as_html(made).decode()
    parser = _Balance()
    parser.feed(page)
    assert parser.open == []
    text = "".join(parser.text)
    for part in ("A <title>", "A & B", "<i>", "</script><b>", "stats 'a b'"):
        assert part in text
    assert page.count("</script>") == 1
    assert '<span class="bad">bad</span>' in page
    assert 'data-value="0.5"' in page
    assert "--low:66.7%;--value:83.3%;--high:100.0%" in page
    assert '<th class="number">Value' in page and "<th>Type" in page
    assert "http" not in page
