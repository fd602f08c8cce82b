"""Batch files: what a good one gives. tests/mistakes/batch has what is said of slips."""

from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from batch.batches import SETTINGS
from support import DATA

from generator.batch.batch_file import read
from generator.batch.plan import Job
from generator.core.request import Request, SeedRange

GOOD = """\
jobs:
  - game: magnetmen
    sets: [base, base+advanced]
    sizes: [small]
    players: [2, 3]
    seeds: {of: Sunday, range: [2, 4]}
    languages: [en, fr]
  - game: metals
    sheet: map
    sets: [wilds]
    seeds: [oak, elm]
"""
EXAMPLE = DATA / "batch" / "tournament.yaml"
pytestmark = pytest.mark.usefixtures("in_an_empty_folder")


def jobs(text):
    Path("party.yaml").write_text(text, encoding="utf-8")
    return read(Path("party.yaml"), (), SETTINGS.with_options)


def test_every_combination_is_a_job():
    *boards, maps = jobs(GOOD)
    expected = product([("base",), ("base", "advanced")], [2, 3])
    assert [(job.request.sets, job.request.players) for job in boards] == [*expected]
    for job in boards:
        request = job.request
        assert (request.game, request.sheet, request.size) == ("magnetmen", "boards", "small")
        assert request.seeds == SeedRange("sunday", 2, 4)
        assert job.settings == (SETTINGS, replace(SETTINGS, language_code="fr"))
    metals = Request("metals", ("wilds",), "basic", 2, ("oak", "elm"), "map", playtest=True)
    assert maps == Job(metals, (SETTINGS,))


def test_what_is_left_out_is_as_in_the_games_command():
    """A seed may have the name of games that are not random."""
    boards, discs = jobs("jobs:\n- {game: magnetmen, seeds: [fixed]}\n- {game: discs, seeds: [a]}")
    board = Request("magnetmen", ("base",), "regular", 4, ("fixed",), "boards", playtest=True)
    assert boards == Job(board, (SETTINGS,))
    assert discs == Job(Request("discs", ("classic",), "regular", 6, ("a",), ""), (SETTINGS,))


def test_the_example_of_the_documents_is_good():
    *boards, maps = read(EXAMPLE, (), SETTINGS.with_options)
    assert [len(job.settings) for job in boards] == [4] * 6
    assert [settings.paper.name for settings in maps.settings] == ["a4", "letter"]
    page = (DATA.parents[1] / "docs" / "batch.md").read_text(encoding="utf-8")
    assert "jobs:" + EXAMPLE.read_text(encoding="utf-8").partition("jobs:")[2] in page
