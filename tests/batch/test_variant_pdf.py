"""One variant: the same bytes as its own command prints, or why there are none."""

import pikepdf
import pytest
from batch.batches import make_job, make_plan
from commands import output_lines
from support import settings

from generator.batch.run import failed_row, print_variant
from generator.core.diagnostics import Diagnostic
from generator.core.errors import GameIdError, PageCheckError
from generator.core.game_id import parse
from generator.core.request import Request

LETTER = settings("letter", "low", "en", rules=False)


def print_only(plan):
    """As a worker does that has another disk."""
    (variant,) = plan.variants
    return print_variant(None, variant)


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
    output_lines(*command, "--id", plan.variants[0].row.id, "--output", str(path))
    assert content == path.read_bytes()
    assert (row.status, row.own_pages) == ("done", len(pikepdf.open(path).pages))
    assert command[0] != "boards" or all(" × base/" in line for line in row.rolled)


def test_changed_sets_are_reported(tmp_path):
    """A worker of a cluster may have others than who made the plan."""
    plan = make_plan(tmp_path, make_job(1))
    (variant,) = plan.variants
    other = parse(f"{variant.row.id[:-4]}aaaa")
    variants = (variant._replace(request=Request.of_game_id(other, "boards")),)
    row, _ = print_only(plan._replace(variants=variants))
    assert row.error.startswith(f"{other} cannot be printed again: set base has changed")


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
