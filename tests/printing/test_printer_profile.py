"""A printer's profile: read from the calibration sheet, saved, used by every sheet."""

from dataclasses import replace

import pdfplumber
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from support import assert_sound, at_once, settings

from generator.cli.app import app
from generator.core.paper import PAPERS, Box
from generator.languages import languages
from generator.layout.page import MM_PER_POINT, Group, Line, Text, flatten
from generator.printing import printer
from generator.printing.printer import Printer, read, save

RUNNER = CliRunner()


def run(*words: str):
    return RUNNER.invoke(app, at_once(*words), prog_name="board-generator")


@pytest.fixture(autouse=True)
def in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


@given(
    ruler=st.floats(90, 110).map(lambda x: round(x, 1)),
    offset=st.tuples(*[st.floats(-5, 5).map(lambda x: round(x, 1))] * 2),
    margins=st.tuples(*[st.floats(0, 25).map(lambda x: round(x, 1))] * 4),
)
def test_what_is_saved_is_read(tmp_path_factory, ruler, offset, margins):
    printer = Printer(ruler=ruler, back_offset=offset, margins=margins)
    path = save(tmp_path_factory.mktemp("p") / "printer.yaml", printer)
    assert read(path) == printer


@pytest.mark.parametrize("name", PAPERS)
def test_a_fitted_paper_is_as_large_as_the_paper(name):
    fitted = Printer(ruler=98.5, margins=(4, 4, 4, 12)).adapt(PAPERS[name])
    assert fitted.size == pytest.approx(PAPERS[name].size)
    assert fitted.margins[3] * fitted.scale == pytest.approx(max(12, PAPERS[name].margins[3]))
    assert fitted.margins[0] * fitted.scale == pytest.approx(5)  # never nearer than usual


def test_lengths_come_out_right_on_that_printer(tmp_path):
    """The ruler of a cut sheet is drawn 100/98 times as long: it prints as 100 mm."""
    run("calibrate", "--scale", "98", "--margins", "4,4,4,14", "--back-offset", "1,-2")
    path = run("quads", "--sheet", "pieces").stdout.splitlines()[-1]
    with pdfplumber.open(tmp_path / path) as document:
        page = document.pages[0]
        assert float(page.width) * MM_PER_POINT == pytest.approx(210, abs=0.01)
        longest = max(line["width"] for line in page.lines) * MM_PER_POINT
        assert longest * 0.98 == pytest.approx(100, abs=0.05)
        lowest = max(char["bottom"] for char in page.chars) * MM_PER_POINT
        assert lowest < 297 - 14 + 1


def test_the_usual_profile_is_used_and_reported_and_can_be_left_out(tmp_path):
    plain = run("boards", "--seed", "x")
    assert run("calibrate", "--margins", "4,4,4,12").stdout.split() == ["printer.yaml"]
    fitted = run("boards", "--seed", "x")
    assert "fitted to printer.yaml" in fitted.stderr
    assert fitted.stdout.splitlines()[0] == plain.stdout.splitlines()[0]  # the same game
    assert fitted.stdout.splitlines()[1].endswith(".printer.pdf")
    result = run("inspect", fitted.stdout.splitlines()[1]).stdout
    assert "margins 5, 5, 5, 12 mm (left, top, right, bottom)" in result
    unfitted = run("boards", "--seed", "x", "--printer", "none", "--output", "b.pdf")
    assert not unfitted.stderr
    first = tmp_path / plain.stdout.splitlines()[-1]
    assert (tmp_path / "b.pdf").read_bytes() == first.read_bytes()


# The calibration sheet


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("code", languages())
def test_the_sheet_is_sound_but_for_its_ladders(code, paper):
    """The rungs reach to the edge of the paper on purpose; nothing else does."""
    for page in printer.calibration_pages(settings(paper, code=code)):
        inside = [
            item
            for item in page.items
            if not isinstance(item, Line) or page.paper.area.contains(item.box)
        ]
        assert_sound(page._replace(items=tuple(inside)))


def test_a_rung_for_every_mm_at_every_edge():
    front = printer.calibration_pages(settings())[0]
    whole = Box(0, 0, front.paper.width, front.paper.height)
    rungs = [item for item in front.items if isinstance(item, Line)]
    for step in printer.STEPS:
        for line in (
            lambda rung, at=step: rung.y1 == rung.y2 == at,
            lambda rung, at=whole.bottom - step: rung.y1 == rung.y2 == at,
            lambda rung, at=step: rung.x1 == rung.x2 == at,
            lambda rung, at=whole.right - step: rung.x1 == rung.x2 == at,
        ):
            assert sum(map(line, rungs)) == 1


def test_the_scale_lies_behind_the_pin():
    front, back = printer.calibration_pages(settings())
    ring = next(item for item in front.items if type(item).__name__ == "Oval")
    lines = [item for item in back.items if isinstance(item, Line)]
    x = [line.x1 for line in lines if line.x1 == line.x2]
    y = [line.y1 for line in lines if line.y1 == line.y2]
    middle = (sum(x) / len(x), sum(y) / len(y))
    assert ring.box.centre == (105, 148.5)
    assert middle == pytest.approx(ring.box.centre)
    labels = {entry.item.text: entry.box for entry in flatten(back) if isinstance(entry.item, Text)}
    assert labels["5"].y > labels["−5"].y or labels["5"].x > labels["−5"].x


def test_backs_move_where_the_hole_was():
    from generator.layout import cut
    from generator.layout.pieces import PieceFormat, piece_grid

    def back(offset):
        looks = replace(settings(), back_offset=offset)
        form = PieceFormat(30, 30)
        face = cut.face(
            "x", form, lambda trim: [Line(trim.x, trim.y, trim.right, trim.y, "ink", 1)]
        )
        blocks = [cut.PieceBlock(piece_grid(looks, form, 1), [face])]
        return cut.sheet(blocks, blocks, "a slug", looks, ("f", "b"))[1]

    plain, with_offset = (next(flatten(back(offset))).box for offset in ((0, 0), (1.5, -0.5)))
    assert with_offset == pytest.approx(plain.moved(1.5, -0.5))
    assert isinstance(back((1.5, 0)).items[0], Group)
