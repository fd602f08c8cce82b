"""One variant: the same bytes as its own command prints, or why there are none."""

from dataclasses import replace

import pytest
from batch.batches import SETTINGS, make_job, make_plan
from click.testing import CliRunner
from support import at_once, settings

from generator.batch.variant_pdf import Failed, Printed, failure, print_variants
from generator.cli.app import app
from generator.core.diagnostics import Diagnostic
from generator.core.errors import GameIdError, PageCheckError
from generator.core.game_id import parse
from generator.core.request import Request

LETTER = settings("letter", "low", "en", rules=False)


def print_only(plan, keep_content=True, measure_ink=False):
    (result,) = print_variants(keep_content, measure_ink, plan.variants)
    return result


@pytest.mark.parametrize(
    ("command", "values"),
    [
        (["boards"], {"size": "big", "players": 3}),
        (["boards", "--no-rules", "--ink", "low", "--paper", "letter"], {"settings": (LETTER,)}),
        (["metals"], {"game": "metals", "sheet": "", "sets": ("wilds",), "size": "factions"}),
        (["discs", "--sheet", "dice"],
         {"game": "discs", "sheet": "dice", "sets": ("classic",), "size": "regular",
          "players": 6}),
    ],
)  # fmt: skip
def test_the_bytes_are_those_of_the_command(command, values, tmp_path):
    plan = make_plan(tmp_path, make_job(1, **values))
    result = print_only(plan)
    path = tmp_path / "own.pdf"
    words = [*at_once(*command), "--id", str(plan.variants[0].game_id), "--output", str(path)]
    assert CliRunner().invoke(app, words).exit_code == 0
    assert result.content == path.read_bytes()


def test_rolled_lines_and_ink_are_recorded(tmp_path):
    plan = make_plan(tmp_path, make_job(1))
    result = print_only(plan, keep_content=False, measure_ink=True)
    assert isinstance(result, Printed)
    assert result.content == b""
    assert result.pages == 1
    assert all(" × base/" in line for line in result.lines)
    assert 0.02 < result.ink < 0.6


def test_changed_sets_are_reported(tmp_path):
    """A worker of a cluster may have others than who made the plan."""
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    other = parse(f"{str(variant.game_id)[:-4]}aaaa")
    result = print_only(
        plan._replace(variants=(variant._replace(request=Request.of_game_id(other, "boards")),))
    )
    assert isinstance(result, Failed)
    assert result.error.startswith(f"{other} cannot be printed again: set base has changed")


def test_one_that_fails_takes_no_other_with_it(tmp_path):
    first, second, third = make_plan(tmp_path).variants
    tiny = SETTINGS.paper._replace(width=30, height=20)
    lost = second._replace(settings=replace(SETTINGS, paper=tiny))
    results = print_variants(True, False, (first, lost, third))
    assert [type(result) for result in results] == [Printed, Failed, Printed]


def test_errors_in_words():
    assert failure(GameIdError("one\ntwo")) == Failed("one; two")
    finding = Diagnostic.on_page(1, None, "size", "small text", "8 pt")
    lines = ("page 1: small text, expected 8 pt",)
    assert failure(PageCheckError([finding])) == Failed(lines[0], lines)
    try:
        {}["x"]
    except KeyError as error:
        words = failure(error).error
    assert words.startswith("a fault of the program: KeyError at test_variant_pdf.py:")
