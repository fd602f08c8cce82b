"""One variant: the same bytes as its own command prints, or why there are none."""

from dataclasses import replace

import pikepdf
import pytest
from batch.batches import SETTINGS, contents, make_job, make_plan
from commands import output_lines
from support import settings

from generator.batch.variant_pdf import failed_row, print_variants
from generator.core.diagnostics import Diagnostic
from generator.core.errors import GameIdError, PageCheckError
from generator.core.files import Output
from generator.core.game_id import parse
from generator.core.request import Request

LETTER = settings("letter", "low", "en", rules=False)


def print_only(plan, **output):
    output = Output(plan.folder, **({"pdfs": "each"} | output))
    (result,) = print_variants(output, True, plan.variants)
    return result


DICE = {"game": "discs", "sheet": "dice", "sets": ("classic",), "size": "regular", "players": 6}


@pytest.mark.parametrize(
    ("command", "values"),
    [
        (["boards"], {"size": "big", "players": 3}),
        (["boards", "--no-rules", "--ink", "low", "--paper", "letter"], {"settings": (LETTER,)}),
        (["metals"], {"game": "metals", "sheet": "", "sets": ("wilds",), "size": "factions"}),
        (["discs", "--sheet", "dice"], DICE),
    ],
)
def test_the_bytes_are_those_of_the_command(command, values, tmp_path):
    plan = make_plan(tmp_path, make_job(1, **values))
    row, content = print_only(plan)
    path = tmp_path / "own.pdf"
    output_lines(*command, "--id", str(plan.variants[0].game_id), "--output", str(path))
    assert content == path.read_bytes()
    assert row.own_pages == len(pikepdf.open(path).pages)


def test_rolled_lines_and_ink_are_recorded(tmp_path):
    row, content = print_only(make_plan(tmp_path, make_job(1)), pdfs="one", ink_share=True)
    assert (row.status, row.own_pages, content) == ("done", 0, b"")
    assert all(" × base/" in line for line in row.rolled)
    assert 0.02 < row.ink_share < 0.6


def test_changed_sets_are_reported(tmp_path):
    """A worker of a cluster may have others than who made the plan."""
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    other = parse(f"{str(variant.game_id)[:-4]}aaaa")
    variants = (variant._replace(request=Request.of_game_id(other, "boards")),)
    row, _ = print_only(plan._replace(variants=variants))
    assert row.error.startswith(f"{other} cannot be printed again: set base has changed")


def test_one_that_fails_takes_no_other_with_it(tmp_path):
    first, second, third = make_plan(tmp_path).variants
    tiny = SETTINGS.paper._replace(width=30, height=20)
    lost = second._replace(settings=replace(SETTINGS, paper=tiny))
    results = print_variants(Output(tmp_path, pdfs="each"), False, (first, lost, third))
    assert [row.status for row, _ in results] == ["done", "failed", "done"]
    assert sorted(contents(tmp_path)) == sorted([first.file, third.file])


def test_errors_in_words(tmp_path):
    (variant,) = make_plan(tmp_path, make_job(1)).variants
    assert failed_row(variant, GameIdError("one\ntwo")).error == "one; two"
    finding = Diagnostic("", 0, 0, "", "small text", expected="8 pt", page=1)
    row = failed_row(variant, PageCheckError([finding]))
    assert (row.error, row.findings) == (words := "page 1: small text, expected 8 pt", (words,))
    try:
        {}["x"]
    except KeyError as error:
        words = failed_row(variant, error).error
    assert words.startswith("a fault of the program: KeyError at test_variant_pdf.py:")
