"""The calls that make files: copies of sets, downloads, types from pictures."""

import base64
import io
import re
import zipfile

import pytest
from PIL import Image
from web.studio.studios import BASE, MINE, PICTURE, QUERY, open_client, put_draft, write

from generator.core.resources import sets_dir
from generator.core.yaml_source import read_source
from generator.schema.svg_rules import lint
from generator.web.studio.pictures import stand_in_symbol

EDITED = BASE.replace("frequency: 2.5", "frequency: 3.5")
TITLE = "title: {en: Base, fr: Base, nl: Basis, de: Basis}\n"


def duplicate(client, name: str, new_name: str, game: str = "magnetmen", title: str = ""):
    names = {"game": game, "name": name, "newName": new_name}
    return client.post("/api/duplicate", json={**names, "title": title})


def test_a_shipped_set_is_duplicated_into_the_sets_folder(client, tmp_path):
    assert duplicate(client, "expert", "garden").json() == {"path": "magnetmen/garden.yaml"}
    copy = (tmp_path / "mine" / "magnetmen" / "garden.yaml").read_text("utf-8")
    original = (sets_dir() / "magnetmen" / "expert.yaml").read_text("utf-8")
    assert copy == original.partition("\n")[2]  # without the path of its schema
    assert put_draft(client, copy, "magnetmen/garden.yaml") == []


def test_a_set_is_duplicated_with_its_edits(client, tmp_path):
    put_draft(client, EDITED)
    assert duplicate(client, "mine", "other").status_code == 200
    assert "3.5" in (tmp_path / "mine" / "magnetmen" / "other.yaml").read_text("utf-8")


@pytest.mark.parametrize("title", ["Garden", 'The "Garden": 1 # no', "Ünïcode"])
@pytest.mark.parametrize("old", [None, "title:\n  # by language\n  en: A\n  fr: B\n"])
def test_a_duplicate_has_a_title_of_its_own(client, tmp_path, title, old):
    text = BASE.replace(TITLE, old or TITLE)
    put_draft(client, text)
    assert duplicate(client, "mine", "garden", title=title).status_code == 200
    file = tmp_path / "mine" / "magnetmen" / "garden.yaml"
    copy = file.read_text("utf-8")
    assert read_source(file).data["title"] == {"en": title}
    without_title = text.partition("\n")[2].replace(old or TITLE, "")
    assert "".join(re.split("(?m)^title.*\n", copy)) == without_title


def test_a_title_may_be_too_long(client, tmp_path):
    assert duplicate(client, "base", "garden", title="x" * 61).status_code == 400
    assert not (tmp_path / "mine" / "magnetmen" / "garden.yaml").exists()


@pytest.mark.parametrize(
    ("name", "new_name", "game"),
    [
        ("base", "mine", "magnetmen"), ("base", "base", "magnetmen"),
        ("base", "boards", "magnetmen"),
        ("base", "../x", "magnetmen"), ("base", "X", "magnetmen"), ("base", "", "magnetmen"),
        ("base", "1x", "magnetmen"), ("base", "x" * 41, "magnetmen"), ("../x", "x", "magnetmen"),
        ("nothing", "x", "magnetmen"), ("base", "x", "chess"), ("base", "x", "../mine"),
    ],
)  # fmt: skip
def test_a_duplicate_that_cannot_be(client, tmp_path, name, new_name, game):
    before = sorted((tmp_path / "mine").rglob("*"))
    assert duplicate(client, name, new_name, game).status_code in (400, 404)
    assert sorted((tmp_path / "mine").rglob("*")) == before


def test_a_zip_has_the_set_with_its_edits_its_art_and_the_common_file(client, tmp_path):
    write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    write(tmp_path, "magnetmen/boards.yaml", "x: 1")
    write(tmp_path, "magnetmen/other.yaml")
    put_draft(client, EDITED)
    answers = [client.get("/api/zip", params={"path": MINE}) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert answers[0].headers["content-disposition"] == 'attachment; filename="mine.zip"'
    with zipfile.ZipFile(io.BytesIO(answers[0].content)) as archive:
        assert archive.namelist() == [
            MINE, "magnetmen/boards.yaml", "magnetmen/assets/magnetmen/ring.svg",
        ]  # fmt: skip
        assert archive.read(MINE).decode() == EDITED


# Pictures -----------------------------------------------------------------------------------


def picture(client, content: bytes, file_name: str, name: str = "ring", path: str = MINE):
    data = base64.b64encode(content).decode()
    body = {"path": path, "name": name, "fileName": file_name, "data": data}
    return client.post("/api/picture", json=body)


def png(**options) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (8, 8), "white").save(file, "png", **options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "file_name", "suffix"),
    [(PICTURE.encode(), "My Ring.SVG", "svg"), (png(), "../../photo.PNG", "png")],
)
def test_a_new_type_from_a_picture_can_be_printed(client, tmp_path, content, file_name, suffix):
    answer = picture(client, content, file_name).json()
    art = "magnetmen/assets/magnetmen"
    assert (answer["art"], answer["path"]) == ("ring", f"{art}/ring.{suffix}")
    assert (tmp_path / "mine" / art / f"ring.{suffix}").read_bytes() == content
    (stand_in,) = answer["diagnostics"]
    assert (stand_in["file"], stand_in["severity"]) == (f"{art}/symbols/ring.svg", "warning")
    assert (
        put_draft(client, BASE.replace("types:\n  guit", f"types:\n{answer['snippet']}  guit"))
        == []
    )
    assert client.post("/api/sheet", json={**QUERY, "sheet": "legends"}).status_code == 200


def test_stand_in_symbols_obey_the_rules_of_symbols(tmp_path):
    (tmp_path / "symbols").mkdir()
    for key in ("a", "ring", "the_best_of_all", "x1", "q9"):
        file = tmp_path / "symbols" / f"{key}.svg"
        file.write_text(stand_in_symbol(key))
        assert lint(file) == []


@pytest.mark.parametrize(
    ("content", "file_name"),
    [
        (PICTURE.replace("#23263b", "#123456").encode(), "x.svg"),
        (b"<svg onload='alert(1)'><script>alert(1)</script></svg>", "x.svg"),
        (b'<!DOCTYPE svg [<!ENTITY a "aaaaaaaa">]><svg>&a;</svg>', "x.svg"),
        (b"no picture", "x.svg"), (b"", "x.svg"), (b"\0" * 1000, "x.svg"),
        (PICTURE.encode(), "x.png"), (png(), "x.svg"), (png(), "x.jpg"), (png()[:40], "x.png"),
        (b"%!PS-Adobe-3.0 EPSF-3.0", "x.png"), (png(), "x.gif"), (png(), "x"), (png(), "x.yaml"),
    ],
)  # fmt: skip
def test_a_picture_that_cannot_be_printed_is_not_stored(client, tmp_path, content, file_name):
    before = sorted((tmp_path / "mine").rglob("*"))
    answer = picture(client, content, file_name)
    assert answer.status_code == 200
    assert answer.json()["art"] == answer.json()["snippet"] == ""
    assert answer.json()["diagnostics"][0]["severity"] == "error"
    assert str(tmp_path) not in answer.text
    assert sorted((tmp_path / "mine").rglob("*")) == before


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("../x", MINE), ("X", MINE), ("", MINE), ("x/y", MINE), ("x", "magnetmen/nothing.yaml"),
        ("x", "shipped/magnetmen/base.yaml"), ("x", "../mine.yaml"),
    ],
)  # fmt: skip
def test_a_picture_goes_beside_an_own_set_only(client, tmp_path, name, path):
    before = sorted((tmp_path / "mine").rglob("*"))
    assert picture(client, PICTURE.encode(), "x.svg", name, path).status_code in (400, 404)
    assert sorted((tmp_path / "mine").rglob("*")) == before


def test_a_picture_does_not_replace_another(client):
    assert picture(client, PICTURE.encode(), "x.svg").status_code == 200
    answer = picture(client, PICTURE.encode(), "x.svg")
    assert (answer.status_code, "already" in answer.json()["error"]) == (400, True)


def test_a_picture_that_is_no_base64_or_too_large(client):
    body = {"path": MINE, "name": "x", "fileName": "x.svg", "data": "%%%"}
    assert client.post("/api/picture", json=body).status_code == 400
    assert picture(client, b" " * 600_000, "x.svg").status_code == 413
    assert picture(client, b" " * 13_000_000, "x.png").status_code == 413


def test_a_game_whose_types_have_no_pictures_says_so(tmp_path):
    text = (sets_dir() / "quads" / "classic.yaml").read_text("utf-8")
    write(tmp_path, "quads/mine.yaml", text)
    with open_client(tmp_path) as client:
        answer = picture(client, PICTURE.encode(), "x.svg", path="quads/mine.yaml")
    assert answer.status_code == 400
