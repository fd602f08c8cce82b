"""A printer's profile: read from the calibration sheet, saved, used by every sheet."""

import pdfplumber
import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from short_run import cases
from support import assert_sound, settings

from generator import games
from generator.core.paper import PAPERS
from generator.core.request import Request
from generator.core.settings import Settings
from generator.languages import languages
from generator.layout.page import MM_PER_POINT, Line, Text, flatten
from generator.printing import printer, rolling, sheets
from generator.printing.printer import Printer, read, save
from generator.printing.rolling import Job

pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


@given(
    ruler=st.floats(90, 110).map(lambda x: round(x, 1)),
    offset=st.tuples(*[st.floats(-5, 5).map(lambda x: round(x, 1))] * 2),
    margins=st.tuples(*[st.floats(0, 25).map(lambda x: round(x, 1))] * 4),
)
def test_what_is_saved_is_read(tmp_path_factory, ruler, offset, margins):
    printer = Printer(ruler=ruler, back_offset=offset, margins=margins)
    assert read(save(tmp_path_factory.mktemp("p") / "printer.yaml", printer)) == printer


@pytest.mark.parametrize("name", PAPERS)
def test_a_fitted_paper_is_as_large_as_the_paper(name):
    fitted = Printer(ruler=98.5, margins=(4, 4, 4, 12)).adapt(PAPERS[name])
    assert fitted.size == pytest.approx(PAPERS[name].size)
    assert fitted.margins[3] * fitted.scale == pytest.approx(max(12, PAPERS[name].margins[3]))
    assert fitted.margins[0] * fitted.scale == pytest.approx(5)  # never nearer than usual


def test_lengths_come_out_right_on_that_printer(tmp_path):
    """The ruler of a cut sheet is drawn 100/98 times as long: it prints as 100 mm."""
    run("calibrate", "--margins", "4,4,4,14", "--back-offset", "1,-2")
    run("calibrate", "--scale", "98")  # the others stay
    path = run("quads", "--sheet", "pieces").stdout.splitlines()[-1]
    with pdfplumber.open(tmp_path / path) as document:
        page = document.pages[0]
        assert float(page.width) * MM_PER_POINT == pytest.approx(210, abs=0.01)
        longest = max(line["width"] for line in page.lines) * MM_PER_POINT
        assert longest * 0.98 == pytest.approx(100, abs=0.05)
        assert max(char["bottom"] for char in page.chars) * MM_PER_POINT < 297 - 14 + 1


def test_the_usual_profile_is_used_and_reported_and_can_be_left_out(tmp_path):
    plain = run("boards", "--seed", "x")
    assert run("calibrate", "--margins", "4,4,4,12").stdout.split() == ["printer.yaml"]
    fitted = run("boards", "--seed", "x")
    assert "fitted to printer.yaml" in fitted.stderr
    assert fitted.stdout.splitlines()[0] == plain.stdout.splitlines()[0]  # the same game
    assert fitted.stdout.splitlines()[1].endswith(".printer.pdf")
    result = run("inspect", fitted.stdout.splitlines()[1]).stdout
    assert "margins 5, 5, 5, 12 mm (left, top, right, bottom)" in result
    assert not run("boards", "--seed", "x", "--printer", "none", "--output", "b.pdf").stderr
    first = tmp_path / plain.stdout.splitlines()[-1]
    assert (tmp_path / "b.pdf").read_bytes() == first.read_bytes()


@pytest.mark.parametrize(
    ("name", "code", "paper"), cases(games.names(), languages(), PAPERS, together=1)
)
def test_all_sheets_are_sound_with_the_profile_of_the_manual(name, code, paper):
    fitted = Printer(ruler=99.2, margins=(4, 4, 4, 6)).adapt(PAPERS[paper])
    game = games.game(name)
    sets = game.default_sets if game.single_set else tuple(game.catalogue.shipped)
    for size in game.sizes:
        request = Request(name, sets, size, game.default_players, ("x",))
        job = Job.of(request, Settings(fitted, "full", code))
        for page in sheets.pages(job, rolling.rolls(job), game.sheet_names):
            assert_sound(page)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("code", languages())
def test_the_sheet_is_sound_but_for_its_ladders(code, paper):
    """The rungs reach to the edge of the paper on purpose; nothing else does."""
    for page in printer.calibration_pages(settings(paper, code=code)):
        area = page.paper.area
        inside = [it for it in page.items if not isinstance(it, Line) or area.contains(it.box)]
        assert_sound(page._replace(items=tuple(inside)))


def straight(page) -> tuple[list[float], list[float]]:
    """Where the lines of a page are: x of those that go down, y of those that go across."""
    lines = [item for item in page.items if isinstance(item, Line)]
    return [it.x1 for it in lines if it.x1 == it.x2], [it.y1 for it in lines if it.y1 == it.y2]


def test_a_rung_for_every_mm_at_every_edge_and_the_scale_behind_the_pin():
    front, back = printer.calibration_pages(settings())
    for found, side in zip(straight(front), (front.paper.width, front.paper.height), strict=True):
        for step in printer.STEPS:
            assert found.count(step) == found.count(side - step) == 1
    ring = next(item for item in front.items if type(item).__name__ == "Oval")
    middle = [sum(places) / len(places) for places in straight(back)]
    assert ring.box.centre == (105, 148.5) == pytest.approx(middle)
    labels = {entry.item.text: entry.box for entry in flatten(back) if isinstance(entry.item, Text)}
    assert labels["5"].y > labels["−5"].y or labels["5"].x > labels["−5"].x
