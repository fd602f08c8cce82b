"""Reports say what their figures mean, and where they come from."""

import re
from pathlib import Path

import pytest
from analysis.reports import all_charts, terminal_text
from games.magnetmen.playtest.studies import STUDY, findings_of, study_with

from generator.analysis import html_report
from generator.analysis.report import Heading, Table
from generator.games.magnetmen.playtest.report import report
from generator.games.magnetmen.simulation.readings import Options
from generator.games.playtest_study import REFERENCES

DOCS = Path(__file__).parents[4] / "docs"
NO_FIGURES = {
    "All goals", "Board", "Figure", "Goal", "Mean", "Meaning", "Power", "Remark", "Seat", "Type",
    "What was found",
}  # fmt: skip


@pytest.fixture(autouse=True)
def somewhere(tmp_path, monkeypatch):
    monkeypatch.setattr(
        "generator.games.magnetmen.playtest.trial_cache.cache_dir", lambda: tmp_path / "cache"
    )


def meanings(made) -> dict[str, str]:
    """The table of what the figures mean."""
    start = made.blocks.index(Heading("What the figures mean"))
    return dict(made.blocks[start + 1].rows)


def figures_of(made) -> set[str]:
    """The names of all figures that the tables and charts of a report show."""
    names = {chart.title for chart in all_charts(made) if "A game on board" not in chart.title}
    for block in made.blocks:
        if isinstance(block, Table) and block.columns[0].title not in ("Key", "What"):  # of edits
            names |= {column.title for column in block.columns}
            if block.columns[0].title == "Figure" and len(block.columns) > 2:
                names |= {row[0] for row in block.rows}
    is_other = re.compile(r"\d+%|Seat \d wins").fullmatch
    return {name for name in names - NO_FIGURES if not is_other(name)}


@pytest.mark.parametrize(
    "studies",
    [(study_with(rolls=1, games=2),), (STUDY,), (STUDY, study_with(options=Options(ties=False)))],
)
def test_every_figure_of_a_report_has_a_meaning(studies):
    made = report(findings_of(*studies))
    assert len(figures_of(made)) > 20
    assert figures_of(made) <= meanings(made).keys()


def test_figures_from_the_literature_name_their_sources(monkeypatch):
    monkeypatch.setattr(html_report, "_library", lambda: "")
    made = report(findings_of())
    assert "Browne 2008" in meanings(made)["Changes of the favourite"]
    assert "Browne 2008" in meanings(made)["When the game is settled"]
    assert "Jaffe 2012" in meanings(made)["Without it"]
    docs = " ".join((DOCS / "playtest.md").read_text("utf-8").split())
    for text in (" ".join(terminal_text(made).split()), html_report.as_html(made).decode()):
        for source, reference in REFERENCES.items():
            assert f"{source} is {reference}" in text
            author, title, *_ = reference.split(", ")
            assert author in docs and f"*{title}*" in docs
