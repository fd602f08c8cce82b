"""What the studio's page asks: sheets with edits, help, changes, copies, pictures."""

import ast
import base64
import io
import json
import re
import threading
import time
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from PIL import Image
from web.queries import query
from web.studio.studios import BASE, EDITED, MINE, PICTURE, QUERY, write

from generator.authoring.validate import FILE_KINDS
from generator.core.resources import sets_dir
from generator.core.yaml_source import read_source
from generator.schema import reference
from generator.schema.svg_rules import lint
from generator.web.backend import print_files, print_sheet

SLIP = BASE.replace("frequency: 2.5", "frequncy: 2.5")
TITLE = "title: {en: Base, fr: Base, nl: Basis, de: Basis}\n"
ART = "magnetmen/assets/magnetmen"


def sheet(client, status: int = 200, **changes):
    return client.tell("sheet", status, query={**QUERY, **changes}, playtest=False)


def everything_in(folder):
    return sorted((folder / "mine").rglob("*"))


# Sheets -------------------------------------------------------------------------------------


def test_a_sheet_is_that_of_the_files_and_then_of_the_draft(client, tmp_path):
    saved = sheet(client)
    facts, content = print_sheet(query(**QUERY), (tmp_path / "mine",))
    assert (base64.b64decode(saved["pdf"]), saved["id"]) == (content, facts["id"])
    drawn = client.post("/api/draw/9/400/400", content=content)
    assert (drawn.headers["Width"], len(drawn.content)) == ("400", 4 * 400 * 283)
    assert re.search("--sets-dir .*/mine$", saved["command"])
    assert "--sets-dir" not in sheet(client, sets=["base"])["command"]
    client.put_draft(EDITED)
    assert sheet(client)["id"] != saved["id"]
    like = {"id": saved["id"], "of_set": "mine", "type": "explorer"}
    assert [client.tell("board_with", **like, power=power) for power in (0, 1)] == ["", None]
    client.tell("drop", path=MINE)
    assert sheet(client) == saved


def test_cut_files_are_those_of_the_page(client):
    of_cards = {"game": "quads", "sheet": "cards", "sets": ["classic"], "size": "regular"}
    of_cards = {**QUERY, **of_cards, "making": {"marks": "frame"}, "files": "cut"}
    answer = client.tell("sheet_files", query=of_cards)
    facts, content = print_files(query(**of_cards))
    assert base64.b64decode(answer.pop("zip")) == content
    assert answer == facts


def test_the_catalogue_has_own_sets_and_what_the_studio_takes(client):
    catalogue = client.ask("catalogue", language="fr")
    (game,) = (game for game in catalogue["games"] if game["name"] == "magnetmen")
    assert "mine" in [game_set["name"] for game_set in game["sets"]]
    assert ".jpeg" in catalogue["ofStudio"]["pictures"]
    client.ask("catalogue", 400, language="../en")


# Help for the editor ------------------------------------------------------------------------


def test_mistakes_of_a_draft_are_reported_at_their_line_and_keep_it_from_being_printed(client):
    assert client.put_draft(BASE) == []
    (problem,) = client.put_draft(SLIP)
    assert (problem["key"], problem["severity"]) == ("types.guitarist.frequncy", "error")
    assert (problem["file"], problem["line"], problem["column"]) == (MINE, 24, 5)
    assert "did you mean 'frequency'?" in problem["message"]
    answer = sheet(client, 400)
    assert answer["error"].startswith(f"{MINE}:24:5: types.guitarist.frequncy: unknown key")
    assert [each["line"] for each in answer["diagnostics"]] == [24]
    (problem,) = client.put_draft("types: [")
    assert (problem["file"], problem["code"]) == (MINE, "yaml")
    powers = "powers: [{score: [{flat: {points: 1}}]}]"
    problems = client.put_draft(f"{BASE}  ring:\n    name: {{en: X}}\n    {powers}\n")
    assert problems[0]["code"] == "art" and "stage" not in str(problems)


def test_a_draft_of_a_drawing_is_checked_too(client, tmp_path):
    path = f"{ART}/ring.svg"
    write(tmp_path, path, PICTURE)
    assert client.put_draft(PICTURE, path) == []
    (problem,) = client.put_draft(PICTURE.replace("#23263b", "#123456"), path)
    assert (problem["file"], problem["line"]) == (path, 3)


def test_problems_are_all_that_validate_says(client):
    client.put_draft(BASE.replace("frequency: 2.5", "frequency: 100"))
    assert "full" in {problem["code"] for problem in client.ask("problems", path=MINE)}
    path = "shipped/quads/classic.yaml"
    assert {problem["file"] for problem in client.ask("problems", path=path)} <= {path}


def test_the_schema_is_that_of_the_kind_of_file(client):
    """Of a broken file, that of its folder."""
    client.put_draft("types: [")
    for path, name in ((MINE, "magnetmen"), ("shipped/metals/figures.yaml", "metals-figures")):
        (kind,) = (each for each in FILE_KINDS if each.name == name)
        assert client.ask("schema", path=path) == json.loads(kind.schema_text())


def test_schemas_that_are_asked_for_at_once_are_parsed_one_after_the_other(monkeypatch):
    """As when a page opens a file before the schema of the last one has come."""
    parse, turn = ast.parse, threading.Lock()

    def parse_alone(*arguments, **options):
        assert turn.acquire(blocking=False)
        time.sleep(0.001)
        tree = parse(*arguments, **options)
        turn.release()
        return tree

    monkeypatch.setattr(ast, "parse", parse_alone)
    reference.help_of.cache_clear()
    with ThreadPoolExecutor(2) as pool:
        assert len({*pool.map(lambda kind: kind.schema_text(), FILE_KINDS[:1] * 2)}) == 1


# The legend and what has changed ------------------------------------------------------------


def test_the_legend_has_every_variant_with_its_odds(client):
    client.put_draft(EDITED)
    usual = {"game": "magnetmen", "sets": "mine", "size": "small", "language": "nl"}
    types = client.ask("legend", **usual)
    first = types[0]
    assert (first["set"], first["name"], first["frequency"]) == ("mine", "Gitarist", 3.5)
    assert first["variants"] == [{"text": "**+1**\xa0[points]", "odds": 100}]
    assert 0 < first["presence"] <= 100 and 0 < first["squares"] < 100
    assert all(round(first[name], 1) == first[name] for name in ("presence", "squares"))
    for kind in types:
        assert sum(variant["odds"] for variant in kind["variants"]) == pytest.approx(100, abs=0.5)
    both = client.ask("legend", **{**usual, "sets": "base,advanced", "size": ""})
    assert [kind["set"] for kind in both] == sorted((kind["set"] for kind in both), reverse=True)
    assert client.ask("legend", game="quads", sets="classic", size="", language="en") == []
    for wrong in ({"game": "chess"}, {"sets": "nothing"}, {"size": "x"}, {"language": "xx"}):
        client.ask("legend", 400, **{**usual, **wrong})
    client.ask("legend", 400)


def test_changes_are_told_in_lines_and_in_words(client):
    client.put_draft(EDITED)
    answer = client.ask("changes", path=MINE)
    changed = ["-    frequency: 2.5", "+    frequency: 3.5"]
    assert [line for line in answer["lines"] if line[0] in "+-"][2:] == changed
    (row,) = [row for row in answer["rows"] if row.endswith("frequency: 3.5")]
    assert row.startswith("+ types.")
    assert answer["error"] == ""
    client.put_draft(SLIP)
    answer = client.ask("changes", path=MINE)
    assert answer["lines"] and not answer["rows"]
    assert answer["error"].startswith(f"{MINE}:24:5")
    client.put_draft("game: quads\n", "quads/new.yaml")
    assert client.ask("changes", path="quads/new.yaml")["lines"][-1] == "+game: quads"


# Sets as a whole ----------------------------------------------------------------------------


def duplicate(client, name: str, new_name: str, game: str = "magnetmen", title: str = ""):
    body = {"game": game, "name": name, "new_name": new_name, "title": title}
    return client.post("/api/duplicate", json=body)


def test_a_shipped_set_is_duplicated_into_the_sets_folder(client, tmp_path):
    assert duplicate(client, "expert", "garden").json() == "magnetmen/garden.yaml"
    copy = (tmp_path / "mine" / "magnetmen" / "garden.yaml").read_text("utf-8")
    original = (sets_dir() / "magnetmen" / "expert.yaml").read_text("utf-8")
    assert copy == original.partition("\n")[2]  # without the path of its schema
    assert client.put_draft(copy, "magnetmen/garden.yaml") == []
    for game, name in (("magnetmen", "base"), ("discs", "classic"), ("metals", "classic")):
        path = duplicate(client, name, f"my_{name}", game, title="My own set").json()
        assert client.put_draft((tmp_path / "mine" / path).read_text("utf-8"), path) == []


@pytest.mark.parametrize("title", ["Garden", 'The "Garden": 1 # no', "Ünïcode"])
@pytest.mark.parametrize("old", [TITLE, "title:\n  # by language\n  en: A\n  fr: B\n"])
def test_a_duplicate_has_the_edits_and_a_title_of_its_own(client, tmp_path, title, old):
    text = EDITED.replace(TITLE, old)
    client.put_draft(text)
    assert duplicate(client, "mine", "garden", title=title).status_code == 200
    file = tmp_path / "mine" / "magnetmen" / "garden.yaml"
    assert read_source(file).data["title"] == dict.fromkeys(("en", "de", "fr", "nl"), title)
    without_title = text.partition("\n")[2].replace(old, "")
    assert "".join(re.split("(?m)^title.*\n", file.read_text("utf-8"))) == without_title


def test_a_duplicate_that_cannot_be(client, tmp_path):
    before = everything_in(tmp_path)
    names = ("mine", "base", "boards", "../x", "X", "", "1x", "x" * 41)
    answers = [
        *(duplicate(client, "base", name) for name in names),
        *(duplicate(client, name, "x") for name in ("../x", "nothing")),
        *(duplicate(client, "base", "x", game) for game in ("chess", "../mine")),
        duplicate(client, "base", "garden", title="x" * 61),
    ]
    assert {answer.status_code for answer in answers} == {400, 404}
    assert everything_in(tmp_path) == before


def test_a_zip_has_the_set_with_its_edits_its_art_and_the_common_file(client, tmp_path):
    for path, text in ((f"{ART}/ring.svg", PICTURE), ("magnetmen/boards.yaml", "x: 1")):
        write(tmp_path, path, text)
    write(tmp_path, "magnetmen/other.yaml")
    client.put_draft(EDITED)
    first, second = (client.get("/api/zip", params={"path": MINE}) for _ in range(2))
    assert first.content == second.content
    assert first.headers["content-disposition"] == 'attachment; filename="mine.zip"'
    with zipfile.ZipFile(io.BytesIO(first.content)) as archive:
        assert archive.namelist() == [MINE, "magnetmen/boards.yaml", f"{ART}/ring.svg"]
        assert archive.read(MINE).decode() == EDITED


# Pictures -----------------------------------------------------------------------------------


def picture(client, content: bytes, file_name: str, key: str = "ring", path: str = MINE):
    data = base64.b64encode(content).decode()
    body = {"path": path, "key": key, "file_name": file_name, "content": data}
    return client.post("/api/picture", json=body)


def bitmap(kind: str = "png") -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(file, kind)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "file_name", "suffix"),
    [
        (PICTURE.encode(), "My Ring.SVG", "svg"),
        (bitmap(), "../../photo.PNG", "png"),
        (bitmap("jpeg"), "x.jpeg", "jpg"),
    ],
)
def test_a_new_type_from_a_picture_can_be_printed(client, tmp_path, content, file_name, suffix):
    answer = picture(client, content, file_name).json()
    assert answer["path"] == f"{ART}/ring.{suffix}"
    assert (tmp_path / "mine" / answer["path"]).read_bytes() == content
    (stand_in,) = answer["diagnostics"]
    assert (stand_in["file"], stand_in["severity"]) == (f"{ART}/symbols/ring.svg", "warning")
    assert lint(tmp_path / "mine" / stand_in["file"]) == []
    draft = BASE.replace("types:\n  guit", f"types:\n{answer['snippet']}  guit")
    assert client.put_draft(draft) == []
    sheet(client, sheet="legends")
    assert picture(client, content, file_name).json()["snippet"] == answer["snippet"]  # undone
    other = picture(client, content + b"\n", file_name)
    assert (other.status_code, "already" in other.json()["error"]) == (400, True)


def test_a_picture_that_cannot_be_printed_is_not_stored(client, tmp_path):
    before = everything_in(tmp_path)
    for content, file_name in (
        (PICTURE.replace("#23263b", "#123456").encode(), "x.svg"),
        (b"<svg onload='alert(1)'><script>alert(1)</script></svg>", "x.svg"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaa">]><svg>&a;</svg>', "x.svg"),
        *((content, "x.svg") for content in (b"no picture", b"", b"\0" * 1000, bitmap())),
        *((content, "x.png") for content in (PICTURE.encode(), bitmap()[:40], b"%!PS-Adobe-3.0")),
        *((bitmap(), name) for name in ("x.jpg", "x.gif", "x", "x.yaml")),
    ):
        answer = picture(client, content, file_name)
        assert answer.json()["path"] == answer.json()["snippet"] == ""
        assert answer.json()["diagnostics"][0]["severity"] == "error"
        assert str(tmp_path) not in answer.text
    assert picture(client, b" " * 600_000, "x.svg").status_code == 413
    assert picture(client, b" " * 13_000_000, "x.png").status_code == 413
    assert everything_in(tmp_path) == before


def test_a_picture_goes_beside_an_own_set_only_of_a_game_whose_types_have_art(client, tmp_path):
    write(tmp_path, "quads/mine.yaml", (sets_dir() / "quads" / "classic.yaml").read_text())
    before = everything_in(tmp_path)
    wrong = [(key, MINE) for key in ("../x", "X", "", "x/y")]
    paths = ("magnetmen/no.yaml", "shipped/magnetmen/base.yaml", "../a", "quads/mine.yaml")
    for key, path in (*wrong, *(("x", path) for path in paths)):
        assert picture(client, PICTURE.encode(), "x.svg", key, path).status_code in (400, 404)
    assert everything_in(tmp_path) == before
