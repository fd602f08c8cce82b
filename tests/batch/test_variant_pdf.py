"""One variant: the same bytes as its own command prints, or why there are none."""

import hashlib
from dataclasses import replace

import pytest
from batch.batches import LOOK, job, plan
from support import DATA, at_once, settings
from typer.testing import CliRunner

from generator.batch.variant_pdf import Failed, Made, Task, failed, made
from generator.cli.app import app
from generator.core.diagnostics import Diagnostic
from generator.core.errors import GameIdError, PageCheckError
from generator.core.game_id import parse

LETTER = settings("letter", "low", "en", rules=False)


def only(chosen, keep=True, ink=False):
    (result,) = made(Task(chosen.variants, chosen.sets_dirs, keep, ink))
    return result


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (["boards"], {"size": "big", "players": 3}),
        (["boards", "--no-rules", "--ink", "low", "--paper", "letter"], {"looks": (LETTER,)}),
        (["metals"], {"game": "metals", "sheet": "", "sets": ("wilds",), "size": "factions"}),
        (["discs", "--sheet", "dice"],
         {"game": "discs", "sheet": "dice", "sets": ("classic",), "size": "regular",
          "players": 6}),
    ],
)  # fmt: skip
def test_the_bytes_are_those_of_the_command(command, words, tmp_path):
    from support import settings

    looks = (settings("letter", "low", "en", rules=False),) if len(command) > 3 else (LOOK,)
    chosen = plan(tmp_path, job(1, **(words | {"looks": looks})))
    result = only(chosen)
    path = tmp_path / "own.pdf"
    again = [*at_once(*command), "--id", str(chosen.variants[0].game_id), "--output", str(path)]
    assert CliRunner().invoke(app, again).exit_code == 0
    assert result.content == path.read_bytes()
    assert result.sha256 == hashlib.sha256(result.content).hexdigest()


def test_what_was_rolled_is_told_and_ink_measured(tmp_path):
    chosen = plan(tmp_path, job(1))
    result = only(chosen, keep=False, ink=True)
    assert isinstance(result, Made)
    assert result.content == b""
    assert result.pages == 1
    assert all(" × base/" in line for line in result.told)
    assert 0.02 < result.ink < 0.6


def test_sets_that_changed_are_told(tmp_path):
    """A worker of a cluster may have others than who made the plan."""
    chosen = plan(tmp_path, job(1))
    (variant,) = chosen.variants
    other = parse(f"{str(variant.game_id)[:-4]}aaaa")
    result = only(chosen._replace(variants=(variant._replace(game_id=other),)))
    assert isinstance(result, Failed)
    assert result.error.startswith(f"{other} cannot be printed again: set base has changed")


def test_one_that_fails_takes_no_other_with_it(tmp_path):
    first, second, third = plan(tmp_path).variants
    lost = second._replace(look=replace(LOOK, paper=LOOK.paper._replace(width=30, height=20)))
    results = made(Task((first, lost, third), (), True, False))
    assert [type(result) for result in results] == [Made, Failed, Made]
    assert [result.number for result in results] == [1, 2, 3]


def test_errors_in_words():
    variant = plan(DATA, job(1)).variants[0]
    assert failed(variant, GameIdError("one\ntwo")) == Failed(1, "one; two")
    finding = Diagnostic.on_page(1, None, "size", "small text", "8 pt")
    told = ("page 1: small text, expected 8 pt",)
    assert failed(variant, PageCheckError([finding])) == Failed(1, told[0], told)
    try:
        {}["x"]
    except KeyError as error:
        words = failed(variant, error).error
    assert words.startswith("a fault of the program: KeyError at test_variant_pdf.py:")
