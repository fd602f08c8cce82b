"""Batch files: what a good one gives, and slips with the line each of them prints."""

from dataclasses import replace
from pathlib import Path

import pytest
from batch.batches import SETTINGS
from support import DATA, LANGUAGE_CODES

from generator.batch.batch_file import read
from generator.batch.plan import Job
from generator.core.errors import DefinitionError
from generator.core.paper import PAPERS
from generator.core.request import Request, SeedRange
from generator.core.settings import Settings

GOOD = """\
jobs:
  - game: magnetmen
    sets: [base, base+advanced]
    sizes: [small]
    players: {range: [2, 3]}
    seeds: {of: Sunday, range: [2, 4]}
    languages: [en, fr]
  - game: metals
    sheet: map
    sets: [wilds]
    seeds: [oak, elm]
"""

EDITS = [
    ("jobs:", "job:", "1:1: job: unknown key 'job', did you mean 'jobs'?"),
    ("game: metals", "game: metal",
     "8:11: jobs[1].game: 'metal' is not known here, did you mean 'metals'?"),
    ("sheet: map", "sheet: maps",
     "9:12: jobs[1].sheet: expected map, tokens, cards, rules, box, found 'maps'"),
    ("sheet: map", "sheet: map\n    thickness: 2",
     "10:16: jobs[1].thickness: only the sheet box depends on it"),
    ("sheet: map", "sheet: tokens",
     "9:12: jobs[1].sheet: 'tokens': it is the same for every seed"),
    ("[wilds]", "[wild]",
     "10:12: jobs[1].sets[0]: set 'wild': there is no set of this name, did you mean 'wilds'? "
     "(sets of your own need --sets-dir)"),
    ("[wilds]", "[classic]",
     "11:12: jobs[1].seeds: 2 seeds: nothing is random in the set classic, try the set wilds or "
     "gorge"),
    ("range: [2, 4]}", "range: [2, 4]}\n    keep: 4",
     "7:11: jobs[0].keep: expected at most the 3 that are tried, found 4"),
    ("[wilds]\n    seeds: [oak, elm]", "[classic]\n    seeds: [fixed, elm]",
     "11:12: jobs[1].seeds: 2 seeds: nothing is random in the set classic, try the set wilds or "
     "gorge"),
    ("base+advanced", "base, base + advanced",
     "3:24: jobs[0].sets[2]: expected names of sets joined by '+', such as base+advanced, found "
     "'base + advanced'"),
    ("[small]", "[small, smal]",
     "4:20: jobs[0].sizes[1]: 'smal': expected small, regular, big, huge"),
    ("{range: [2, 3]}", "[2, 5]",
     "5:18: jobs[0].players[1]: 5: expected 2, 3, 4"),
    ("{range: [2, 3]}", "{range: [2, 5]}",
     "5:22: jobs[0].players.range: 5: expected 2, 3, 4"),
    ("{range: [2, 3]}", "3",
     "5:14: jobs[0].players: expected a list of numbers or {range: [2, 4]}, found 3"),
    ("{range: [2, 3]}", "{range: [3, 2]}",
     "5:22: jobs[0].players.range: expected two numbers from 1, the smaller one first, found 3 "
     "and 2"),
    ("{range: [2, 3]}", "{range: [2, 99]}",
     "5:22: jobs[0].players.range: expected at most 20 numbers, found 98"),
    ("sets: [wilds]", "sizes: [big]",
     "10:13: jobs[1].sizes[0]: form 'big': expected basic or factions"),
    ("Sunday", "'!'",
     "6:17: jobs[0].seeds.of: seed '!': expected at least one letter a-z or digit"),
    ("[2, 4]", "[1, 200000]",
     "6:32: jobs[0].seeds.range: expected at most 100,000 numbers, found 200,000"),
    ("{of: Sunday, range: [2, 4]}", "sunday",
     "6:12: jobs[0].seeds: expected a list of seeds or {of: sunday, range: [1, 100]}, found "
     "'sunday'"),
    ("of: Sunday, ", "",
     "6:5: jobs[0].seeds.of: the key 'of' is missing, expected text"),
    ("[en, fr]", "[en, xx]",
     f"7:21: jobs[0].languages[1]: 'xx' is not known here, expected one of: {LANGUAGE_CODES}"),
    ("languages: [en, fr]", "language: [en, fr]",
     "7:5: jobs[0].language: unknown key 'language', did you mean 'languages'?"),
    ("[en, fr]", "[en, fr]\n    scale: 2",
     "8:12: jobs[0].scale: only with the key 'tile'"),
    ("[en, fr]", "[en, fr]\n    tile: a3",
     "8:11: jobs[0].tile: 'a3' is not known here, expected one of: a4, letter"),
    ("[en, fr]", "[en, fr]\n    tile: a4\n    overlap: 2",
     "9:14: jobs[0].overlap: expected at least 3, found 2"),
    ("[en, fr]", "[]",
     "7:16: jobs[0].languages: expected at least 1 entry, found an empty list"),
]  # fmt: skip


def settings_for(values):
    language = values["language"]
    paper = PAPERS[values["paper"]]
    return Settings(
        paper, values["ink"], language, values["rules"], values["flip"],
        marks=values["marks"], gap=values["gap"], backs=values["backs"],
        tile=PAPERS[values["tile"]] if values["tile"] else None, overlap=values["overlap"],
        scale=values["scale"],
    )  # fmt: skip


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


@pytest.mark.parametrize("old, new, line", EDITS, ids=[row[1] or "nothing" for row in EDITS])
def test_slips(old, new, line):
    assert GOOD.count(old) == 1
    with pytest.raises(DefinitionError) as bad:
        jobs(GOOD.replace(old, new))
    assert f"party.yaml:{line}" in str(bad.value).splitlines()


def test_mistakes_in_a_set_are_reported_at_their_place():
    folder = Path("mine")
    folder.mkdir()
    (folder / "garden.yaml").write_text("game: magnetmen\ntitle: {en: Mine}\ntypes: {}\n")
    Path("party.yaml").write_text("jobs: [{game: magnetmen, sets: [garden], seeds: [a]}]\n")
    with pytest.raises(DefinitionError) as bad:
        read(Path("party.yaml"), (folder,), settings_for)
    assert str(bad.value).startswith("mine/garden.yaml:3:")


def test_the_documents_show_that_example():
    page = (DATA.parents[1] / "docs" / "batch.md").read_text(encoding="utf-8")
    example = (DATA / "batch" / "tournament.yaml").read_text(encoding="utf-8")
    assert "jobs:" + example.partition("jobs:")[2] in page
