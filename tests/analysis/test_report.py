"""Numbers and tables of reports, in a terminal and as HTML."""

import json
import re
from html.parser import HTMLParser

import pytest
from analysis.counted import statistics_report
from analysis.reports import all_charts, terminal_text

from generator.analysis import charts, html_report
from generator.analysis.intervals import Estimate
from generator.analysis.report import (
    Charts,
    Column,
    Heading,
    Number,
    Paragraph,
    Remark,
    Report,
    Table,
)

GAMES = {
    "magnetmen": ("magnetmen", ("base", "advanced", "expert")),
}
VOID = {"meta", "link", "br"}


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


def report(*blocks) -> Report:
    return Report("A <title>", "of “two”", blocks, "board-generator stats 'a b'")


def table(rows=3, text="x" * 30) -> Table:
    columns = (Column("Type"), Column("Long", width=40), Column("Value", True),
               Column("Remark", is_optional=True))  # fmt: skip
    number = Number(Estimate(0.5, 0.4, 0.6), ".1%")
    return Table(columns, tuple((f"t{n}", text, number, Remark("bad", "bad")) for n in range(rows)))


def test_a_terminal_shows_as_much_as_fits():
    wide, narrow = (terminal_text(report(table()), width) for width in (100, 34))
    assert "50.0% (40.0 to 60.0)" in wide and "Remark" in wide
    assert "50.0%" in narrow and "(40.0" not in narrow and "Remark" not in narrow
    assert "A wider window" in narrow and "A wider window" not in wide


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("width", [80, 110])
def test_tables_of_every_game_fit_a_terminal(game, width):
    text = terminal_text(statistics_report(*GAMES[game], seeds=6), width)
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    assert "…" not in re.sub("“.*?”", "", text)


class _Balance(HTMLParser):
    def __init__(self):
        super().__init__()
        self.open, self.text = [], []

    def handle_starttag(self, tag, attrs):
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("script", "style"):
            self.text.append(data)


@pytest.fixture
def without_library(monkeypatch):
    """Vega-Lite is not bundled, which takes seconds."""
    monkeypatch.setattr(html_report, "_library", lambda: "/* </script> */")


def test_a_page_is_sound_html_with_everything_in_it(without_library):
    pytest.importorskip("vl_convert")
    blocks = (Heading("A & B"), Paragraph("<i>"), table(text="</script><b>"),
              Charts((charts.histogram("</script>", [charts.Bar(0, 1, 1.0)],
                                       "</script>", "y", ",.0f"),)))  # fmt: skip
    page = html_report.as_html(report(*blocks)).decode()
    parser = _Balance()
    parser.feed(page)
    assert parser.open == []
    text = "".join(parser.text)
    for part in ("A <title>", "A & B", "<i>", "</script><b>", "stats 'a b'"):
        assert part in text
    assert page.count("</script>") == 3
    assert '<span class="bad">bad</span>' in page
    assert 'data-value="0.5"' in page
    assert "http" not in re.sub(r'"\$schema":"[^"]*"', "", page)


@pytest.mark.parametrize("game", GAMES)
def test_every_chart_is_what_vega_lite_understands(game):
    vl_convert = pytest.importorskip("vl_convert")
    specs = [dict(chart.spec) for chart in all_charts(statistics_report(*GAMES[game], seeds=6))]
    assert len(specs) == 4
    for spec in specs:
        vega = vl_convert.vegalite_to_vega(spec | {"width": 300}, vl_version="6.4")
        assert vega["marks"]
        json.dumps(spec, allow_nan=False)


def test_the_same_results_make_the_same_page(without_library):
    pytest.importorskip("vl_convert")
    one, other = (
        html_report.as_html(statistics_report(*GAMES["magnetmen"], seeds=n)) for n in (6, 6)
    )
    assert one == other


def test_bins_have_round_edges_and_hold_everything():
    values = [0.31, 0.52, 0.97, 0.1, 0.11]
    bars = charts.binned(values, (1.2,))
    assert sum(bar.share for bar in bars) == pytest.approx(1)
    for number in values:
        assert any(bar.low <= number < bar.high and bar.share for bar in bars)
    assert bars[0].low == pytest.approx(0.1)
    assert bars[-1].high >= 1.2
    (only, *_) = [bar for bar in charts.binned([5.0, 5.0]) if bar.share]
    assert only.share == 1.0


def test_a_chart_has_what_is_known_and_no_mark_for_what_is_not():
    marks = [("a", Estimate(0.5, 0.4, 0.6)), ("b", None), ("c", Estimate(0.9))]
    spec = charts.interval_chart("T", marks, ".1%", "share").spec
    values = {value["label"]: value for value in spec["data"]["values"]}
    assert values["a"] == {"label": "a", "value": 0.5, "low": 0.4, "high": 0.6}
    assert values["b"]["value"] is values["c"]["value"] is None
    assert [layer["mark"]["type"] for layer in spec["layer"]] == ["rule", "point"]
    unknown = charts.interval_chart("T", marks[1:], ".1%", "share", reference=1.0).spec
    assert [layer["mark"]["type"] for layer in unknown["layer"]] == ["rule", "point"]
    axis = spec["layer"][0]["encoding"]["y"]
    assert axis["sort"] == ["a", "b", "c"]
