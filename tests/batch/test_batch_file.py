"""Batch files: what a good one gives. tests/mistakes/batch has what is said of slips."""

from dataclasses import replace
from pathlib import Path

import pytest
from batch.batches import SETTINGS
from support import DATA

from generator.batch.batch_file import read
from generator.batch.plan import Job
from generator.core.request import Request, SeedRange
from generator.core.settings import Settings

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


settings_for = Settings().with_options


def jobs(text):
    Path("party.yaml").write_text(text, encoding="utf-8")
    return read(Path("party.yaml"), (), settings_for)


@pytest.fixture(autouse=True)
def in_tmp_path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_every_combination_is_a_job():
    *boards, maps = jobs(GOOD)
    assert [(job.request.sets, job.request.players) for job in boards] == [
        (("base",), 2), (("base",), 3), (("base", "advanced"), 2), (("base", "advanced"), 3),
    ]  # fmt: skip
    for job in boards:
        request = job.request
        assert (request.game, request.sheet, request.size) == ("magnetmen", "boards", "small")
        assert request.seeds == SeedRange("sunday", 2, 4)
        assert job.settings == (SETTINGS, replace(SETTINGS, language_code="fr"))
    metals = Request("metals", ("wilds",), "basic", 2, ("oak", "elm"), "map", playtest=True)
    assert maps == Job(metals, (SETTINGS,))


def test_what_is_left_out_is_as_in_the_games_command():
    boards, discs = jobs("jobs:\n- {game: magnetmen, seeds: [a]}\n- {game: discs, seeds: [a]}\n")
    board = Request("magnetmen", ("base",), "regular", 4, ("a",), "boards", playtest=True)
    assert boards == Job(board, (SETTINGS,))
    assert discs == Job(Request("discs", ("classic",), "regular", 6, ("a",), ""), (SETTINGS,))


def test_a_seed_may_have_the_name_of_games_that_are_not_random():
    assert jobs("jobs: [{game: magnetmen, seeds: [fixed, oak]}]\n")[0].request.seeds == (
        "fixed",
        "oak",
    )


def test_the_example_of_the_documents_is_good():
    *boards, maps = read(DATA / "batch" / "tournament.yaml", (), settings_for)
    assert len(boards) == 6
    assert {len(job.settings) for job in boards} == {4}
    assert [settings.paper.name for settings in maps.settings] == ["a4", "letter"]


def test_the_documents_show_that_example():
    page = (DATA.parents[1] / "docs" / "batch.md").read_text(encoding="utf-8")
    example = (DATA / "batch" / "tournament.yaml").read_text(encoding="utf-8")
    assert "jobs:" + example.partition("jobs:")[2] in page
