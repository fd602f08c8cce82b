"""What the studio's page asks: sheets with edits, help, changes, copies, pictures."""

import base64
import json

import pytest
from web.studio.studios import BASE, MINE, PICTURE, QUERY, get, put_draft, write

from generator.authoring.validate import FILE_KINDS
from generator.web.backend import print_files, print_sheet
from generator.web.studio.pictures import stand_in_symbol

SLIP = BASE.replace("frequency: 2.5", "frequncy: 2.5")
EDITED = BASE.replace("frequency: 2.5", "frequency: 3.5")


# Sheets -------------------------------------------------------------------------------------


def test_a_sheet_is_that_of_the_files_and_then_of_the_draft(client, tmp_path):
    saved = client.post("/api/sheet", json=QUERY).json()
    facts, content = print_sheet(QUERY, (tmp_path / "mine",))
    assert base64.b64decode(saved["pdf"]) == content
    assert saved["id"] == facts["id"]
    put_draft(client, EDITED)
    edited = client.post("/api/sheet", json=QUERY).json()
    assert edited["id"] != saved["id"]
    client.request("DELETE", "/api/draft", json={"path": MINE})
    assert client.post("/api/sheet", json=QUERY).json() == saved


def test_a_sheets_command_finds_the_sets(client):
    command = client.post("/api/sheet", json=QUERY).json()["command"]
    assert command.endswith("/mine")
    assert "--sets-dir" in command
    command = client.post("/api/sheet", json={**QUERY, "sets": ["base"]}).json()["command"]
    assert "--sets-dir" not in command


def test_cut_files_are_those_of_the_page(client):
    query = {
        **QUERY, "game": "quads", "sheet": "cards", "sets": ["classic"], "size": "regular",
        "making": {"marks": "frame"}, "files": "cut",
    }  # fmt: skip
    answer = client.post("/api/sheet-files", json=query).json()
    facts, content = print_files(query)
    assert base64.b64decode(answer.pop("zip")) == content
    assert answer == facts
    assert client.post("/api/sheet-files", json={**query, "files": "x"}).status_code == 400
    assert client.post("/api/sheet-files", json={**query, "files": None}).status_code == 400


def test_own_art_is_on_the_sheet_of_a_draft(client, tmp_path):
    """Also if the picture came after the draft."""
    draft = BASE.replace(
        "  guitarist:",
        "  ring:\n    name: {en: Ring}\n    powers: [{score: [{flat: {points: 1}}]}]\n  guitarist:",
    )
    assert put_draft(client, draft)[0]["code"] == "art"
    query = {**QUERY, "sheet": "legends"}
    assert client.post("/api/sheet", json=query).status_code == 400
    write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    write(tmp_path, "magnetmen/assets/magnetmen/symbols/ring.svg", stand_in_symbol("ring"))
    assert client.post("/api/sheet", json=query).status_code == 200


def test_a_sheet_of_a_set_with_mistakes_says_where_they_are(client):
    put_draft(client, SLIP)
    answer = client.post("/api/sheet", json=QUERY)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(f"{MINE}:24:5: types.guitarist.frequncy: unknown key")
    (problem,) = answer.json()["diagnostics"]
    assert (problem["file"], problem["line"]) == (MINE, 24)


@pytest.mark.parametrize(
    "changes",
    [
        {"game": "chess"}, {"game": 1}, {"game": ["magnetmen"]}, {"sheet": "x"}, {"sheet": {}},
        {"sets": []}, {"sets": ["../mine"]}, {"sets": "nothing"}, {"sets": [1]}, {"sets": None},
        {"size": "x"}, {"size": 1}, {"players": 99}, {"players": "four"}, {"players": 1.5},
        {"paper": "x"}, {"paper": []}, {"ink": "x"}, {"language": "../en"}, {"language": None},
        {"seed": "-" * 9}, {"seed": 1}, {"id": "x"}, {"id": 1}, {"playtest": "yes"},
        {"making": "x"}, {"making": ["backs"]}, {"making": {"gap": 2}}, {"making": {"gap": "99"}},
        {"making": {"glue": "x"}},
    ],
    ids=str,
)  # fmt: skip
def test_a_query_that_cannot_be_met_gets_one_clear_message(client, changes):
    answer = client.post("/api/sheet", json={**QUERY, **changes})
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert "Error" not in answer.json()["error"]


@pytest.mark.parametrize("name", [name for name in QUERY if name not in ("playtest", "rules")])
def test_a_query_that_lacks_something_says_what(client, name):
    answer = client.post("/api/sheet", json={key: QUERY[key] for key in QUERY if key != name})
    assert (answer.status_code, name in answer.json()["error"]) == (400, True)


def test_the_catalogue_has_own_sets(client):
    (game,) = (
        game
        for game in get(client, "catalogue", language="fr")["games"]
        if game["name"] == "magnetmen"
    )
    assert "mine" in [game_set["name"] for game_set in game["sets"]]
    assert client.get("/api/catalogue", params={"language": "../en"}).status_code == 400


# Help for the editor ------------------------------------------------------------------------


def test_mistakes_of_a_draft_are_reported_at_their_line(client):
    assert put_draft(client, BASE) == []
    (problem,) = put_draft(client, SLIP)
    assert problem["key"] == "types.guitarist.frequncy"
    assert (problem["line"], problem["column"], problem["severity"]) == (24, 5, "error")
    assert "did you mean 'frequency'?" in problem["message"]
    (problem,) = put_draft(client, "types: [")
    assert (problem["file"], problem["code"]) == (MINE, "yaml")


def test_mistakes_name_files_as_the_page_knows_them(client, tmp_path):
    draft = BASE.replace(
        "  guitarist:",
        "  nobody:\n    name: {en: X}\n    powers: [{score: [{flat: {points: 1}}]}]\n  guitarist:",
    )
    text = json.dumps(put_draft(client, draft))
    assert str(tmp_path) not in text
    assert "stage" not in text


def test_a_draft_of_a_drawing_is_checked_too(client, tmp_path):
    path = "magnetmen/assets/magnetmen/ring.svg"
    write(tmp_path, path, PICTURE)
    assert put_draft(client, PICTURE, path) == []
    (problem,) = put_draft(client, PICTURE.replace("#23263b", "#123456"), path)
    assert (problem["file"], problem["line"]) == (path, 3)


def test_problems_are_all_that_validate_says(client):
    put_draft(client, BASE.replace("frequency: 2.5", "frequency: 100"))
    codes = {problem["code"] for problem in get(client, "problems", path=MINE)["diagnostics"]}
    assert "full" in codes
    shipped = get(client, "problems", path="shipped/quads/classic.yaml")["diagnostics"]
    assert all(problem["file"] == "shipped/quads/classic.yaml" for problem in shipped)


@pytest.mark.parametrize(
    ("path", "kind"),
    [(MINE, "magnetmen"), ("shipped/metals/figures.yaml", "metals-figures")],
)
def test_the_schema_is_that_of_the_kind_of_file(client, path, kind):
    (expected,) = (each for each in FILE_KINDS if each.name == kind)
    assert get(client, "schema", path=path) == json.loads(expected.schema_text())


def test_the_schema_of_a_broken_file_is_that_of_its_folder(client):
    put_draft(client, "types: [")
    assert get(client, "schema", path=MINE)["title"] == "Magnetmen set"


# The legend and what has changed ------------------------------------------------------------


def test_the_legend_has_every_variant_with_its_odds(client):
    put_draft(client, EDITED)
    types = get(client, "legend", game="magnetmen", sets="mine", size="small", language="nl")[
        "types"
    ]
    first = types[0]
    assert (first["set"], first["name"], first["frequency"]) == ("mine", "Gitarist", 3.5)
    assert first["variants"] == [{"text": "**+1**\xa0[points]", "odds": 100}]
    assert 0 < first["presence"] <= 100
    assert 0 < first["squares"] < 100
    for kind in types:
        assert sum(variant["odds"] for variant in kind["variants"]) == pytest.approx(100, abs=0.5)


@pytest.mark.slow
def test_the_legend_of_two_sets_tells_their_types_apart(client):
    """They have types of the same names, which cannot be printed together, but looked at."""
    answer = client.get("/api/legend", params={"game": "magnetmen", "sets": "base advanced"})
    sets = [kind["set"] for kind in answer.json()["types"]]
    assert sets == sorted(sets, key=["base", "advanced"].index)


def test_a_game_without_variants_has_an_empty_legend(client):
    assert get(client, "legend", game="quads", sets="classic", size="", language="en") == {
        "types": []
    }


@pytest.mark.parametrize(
    "query", [{"game": "chess"}, {"game": "magnetmen", "sets": "nothing"},
              {"game": "magnetmen", "sets": "mine", "size": "x"},
              {"game": "magnetmen", "sets": "mine", "language": "xx"}, {}],
)  # fmt: skip
def test_a_legend_that_there_is_not(client, query):
    assert client.get("/api/legend", params=query).status_code == 400


def test_changes_are_told_in_lines_and_in_words(client):
    put_draft(client, EDITED)
    answer = get(client, "changes", path=MINE)
    assert [line for line in answer["lines"] if line[0] in "+-"] == [
        "--- saved", "+++ now", "-    frequency: 2.5", "+    frequency: 3.5",
    ]  # fmt: skip
    assert [row for row in answer["rows"] if "2.5 -> 3.5" in row], answer["rows"]
    assert answer["error"] == ""


def test_changes_of_a_broken_draft_are_told_in_lines(client, tmp_path):
    put_draft(client, SLIP)
    answer = get(client, "changes", path=MINE)
    assert answer["lines"] and not answer["rows"]
    assert answer["error"].startswith(f"{MINE}:24:5")


def test_a_new_file_is_a_change_as_a_whole(client):
    put_draft(client, "game: quads\n", "quads/new.yaml")
    answer = get(client, "changes", path="quads/new.yaml")
    assert answer["lines"][-1] == "+game: quads"


# Sets as a whole ----------------------------------------------------------------------------
