"""The figures of shipped boards, with which those of other sets are compared."""

import csv

import pytest
from support import SHIPPED, definition

from generator.games.magnetmen.playtest import shipped_figures
from generator.games.magnetmen.playtest.measures import FIGURES
from generator.games.magnetmen.playtest.shipped_figures import PERCENTS, share_below, shipped_sets
from generator.games.playtest_study import Case

CASE = Case("small", 2)


@pytest.fixture
def made_up(monkeypatch):
    """Boards whose turns are evenly spread from 0 to 100."""
    values = {("base", "small", 2, "turns"): [float(percent) for percent in PERCENTS]}
    monkeypatch.setattr(shipped_figures, "_distributions", lambda: values)


@pytest.mark.usefixtures("made_up")
@pytest.mark.parametrize(
    ("value", "text"),
    [
        (4.9, "< 5%"),
        (5, "< 5%"),
        (14.9, "10%"),
        (42.4, "40%"),
        (47, "50%"),
        (90, "90%"),
        (95.1, "> 95%"),
    ],
)
def test_the_share_of_boards_with_less(value, text):
    assert share_below(("base",), CASE, "turns", value) == text


@pytest.mark.usefixtures("made_up")
def test_of_other_boards_nothing_is_said():
    assert share_below(("base",), Case("small", 3), "turns", 50) == ""


def test_sets_are_compared_with_sets_of_the_same_rules():
    assert shipped_sets(definition("base")) == ("base",)
    assert shipped_sets(definition("advanced")) == shipped_sets(definition(*SHIPPED)) == SHIPPED


def test_every_case_and_figure_is_there():
    """If not: python -m generator.games.magnetmen.playtest.shipped_figures"""
    with shipped_figures.file().open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = {(row["sets"], row["size"], int(row["players"]), row["figure"]) for row in rows}
    for sets, sizes in (("base", "small regular big huge"), ("+".join(SHIPPED), "regular big")):
        for size in sizes.split():
            for players in (2, 3, 4):
                assert {(sets, size, players, figure) for figure in FIGURES} <= found
    for row in rows:
        values = [float(row[f"p{percent}"]) for percent in PERCENTS]
        assert values == sorted(values)
