"""Files of the sets folder: nothing outside it is read or written, nothing is overwritten."""

import os

import pytest
from web.studio.studios import BASE, MINE, PICTURE, open_client, write

from generator.core.resources import sets_dir
from generator.web.studio.drafts import Drafts, Stage
from generator.web.studio.workspace import MAX_TEXT, RefusedError, Workspace

BAD_PATHS = [
    "", "/", ".", "..", "../secret.yaml", "magnetmen/../../secret.yaml", "/etc/passwd",
    "magnetmen/..", "magnetmen//mine.yaml", "./magnetmen/mine.yaml", "magnetmen/mine.yaml/",
    "magnetmen\\mine.yaml", "magnetmen/mine.yml", "magnetmen/Mine.yaml", "magnetmen/mine.yaml\n",
    "magnetmen/mine.yaml\0.svg", "magnetmen/.mine.yaml", ".drafts/magnetmen/mine.yaml",
    "magnetmen/mine", "magnetmen/mine.py", "other/mine.yaml", "magnetmen/x/mine.yaml",
    "magnetmen/assets/../mine.yaml", "magnetmen/assets/magnetmen/x.svg/../../../y.svg",
    "magnetmen/assets/a/b/c/d/e/f.svg", "C:/mine.yaml", "C:mine.yaml", "magnetmen/mïne.yaml",
    "magnetmen/%2e%2e.yaml", "~/mine.yaml", "magnetmen/mine.yaml.svg", f"magnetmen/{'x' * 99}.yaml",
    "x" * 10_000,
]  # fmt: skip


@pytest.mark.parametrize("path", BAD_PATHS, ids=range(len(BAD_PATHS)))
def test_a_path_cannot_lead_elsewhere(client, tmp_path, path):
    (tmp_path / "secret.yaml").write_text("secret")
    before = sorted(tmp_path.rglob("*"))
    body = {"path": path, "text": "changed", "signature": ""}
    answers = [
        client.get("/api/file", params={"path": path}),
        client.get("/api/zip", params={"path": path}),
        client.get("/api/problems", params={"path": path}),
        client.get("/api/schema", params={"path": path}),
        client.get("/api/changes", params={"path": path}),
        client.put("/api/file", json=body),
        client.put("/api/draft", json=body),
        client.request("DELETE", "/api/draft", json=body),
        client.post("/api/picture", json={**body, "name": "x", "fileName": "x.svg", "data": ""}),
    ]
    assert {answer.status_code for answer in answers} == {400}
    files = {file for file in tmp_path.rglob("*") if "temporary" not in file.parts}
    assert files == {file for file in before if "temporary" not in file.parts}


@pytest.mark.parametrize("path", ["shipped/magnetmen/../../pyproject.yaml", "shipped/../x.yaml"])
def test_a_shipped_path_cannot_lead_elsewhere(client, path):
    assert client.get("/api/file", params={"path": path}).status_code == 404


def test_shipped_files_are_read_only(client):
    path = "shipped/magnetmen/base.yaml"
    answer = client.get("/api/file", params={"path": path}).json()
    assert (answer["text"], answer["shipped"], answer["base"]) == (BASE, True, None)
    body = {"path": path, "text": "x", "signature": answer["signature"]}
    for call in ("/api/file", "/api/draft"):
        answer = client.put(call, json=body)
        assert (answer.status_code, "read-only" in answer.json()["error"]) == (400, True)
    assert (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8") == BASE


# Links --------------------------------------------------------------------------------------


def _linked(folder, kind):
    """A sets folder in which a link leads to a folder or file outside it; the path through it."""
    outside = folder / "outside"
    (outside / "assets").mkdir(parents=True)
    (outside / "mine.yaml").write_text("secret: 1")
    (outside / "assets" / "x.svg").write_text("secret")
    mine = folder / "mine"
    (mine / "quads").mkdir(parents=True)
    if kind == "file":
        (mine / "quads" / "mine.yaml").symlink_to(outside / "mine.yaml")
        return "quads/mine.yaml"
    if kind == "folder":
        (mine / "magnetmen").symlink_to(outside, target_is_directory=True)
        return "magnetmen/mine.yaml"
    if kind == "broken":
        (mine / "quads" / "mine.yaml").symlink_to(outside / "new.yaml")
        return "quads/mine.yaml"
    if kind == "inside":
        (mine / "quads" / "other.yaml").write_text(BASE)
        (mine / "quads" / "mine.yaml").symlink_to(mine / "quads" / "other.yaml")
        return "quads/mine.yaml"
    (mine / "quads" / "assets").symlink_to(outside / "assets", target_is_directory=True)
    return "quads/assets/x.svg"


@pytest.mark.parametrize("kind", ["file", "folder", "broken", "inside", "art"])
def test_links_are_refused(tmp_path, kind):
    path = _linked(tmp_path, kind)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    with open_client(tmp_path) as client:
        body = {"path": path, "text": "changed", "signature": ""}
        assert path not in [file["path"] for file in client.get("/api/files").json()]
        for answer in (
            client.get("/api/file", params={"path": path}),
            client.put("/api/file", json=body),
            client.put("/api/draft", json=body),
            client.get("/api/zip", params={"path": path}),
        ):
            assert answer.status_code == 400
            assert "link" in answer.json()["error"]
    assert {file: file.read_bytes() for file in before} == before
    assert not (tmp_path / "outside" / "new.yaml").exists()


def test_art_behind_a_link_does_not_get_into_a_zip_or_a_sheet(tmp_path):
    _linked(tmp_path, "art")
    stage = Stage(Workspace.at(tmp_path / "mine"), None, tmp_path / "stage")
    stage.update()
    assert not list((tmp_path / "stage").rglob("*.svg"))


def test_the_sets_folder_itself_may_be_a_link(tmp_path):
    """The user named it."""
    write(tmp_path, MINE)
    (tmp_path / "mine").rename(tmp_path / "elsewhere")
    (tmp_path / "mine").symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert Workspace.at(tmp_path / "mine").read(MINE).text == BASE


def test_drafts_that_come_with_a_strangers_sets_lead_nowhere_else(tmp_path):
    (tmp_path / "secret.yaml").write_text("secret: 1")
    write(tmp_path, MINE)
    drafts = tmp_path / "mine" / ".drafts"
    drafts.mkdir()
    (drafts / "signatures.json").write_text('{"../../secret.yaml": "", "/etc/passwd": ""}')
    (drafts / "quads").mkdir()
    (drafts / "quads" / "x.yaml").symlink_to(tmp_path / "secret.yaml")
    workspace = Workspace.at(tmp_path / "mine")
    assert Drafts(workspace).texts() == {}
    with pytest.raises(RefusedError, match="link"):
        Drafts(workspace).put("quads/x.yaml", "changed")
    assert (tmp_path / "secret.yaml").read_text() == "secret: 1"


@pytest.mark.parametrize("content", ["[]", "{", "[" * 50_000, '"x"', "\0"])
def test_damaged_signatures_of_drafts_do_no_harm(tmp_path, content):
    write(tmp_path, ".drafts/magnetmen/mine.yaml", "draft")
    write(tmp_path, ".drafts/signatures.json", content)
    drafts = Drafts(Workspace.at(tmp_path / "mine"))
    assert (drafts.texts(), drafts.base(MINE)) == ({MINE: "draft"}, "")


def test_a_folder_of_drafts_that_is_a_link_is_refused(tmp_path):
    write(tmp_path, MINE)
    (tmp_path / "outside").mkdir()
    (tmp_path / "mine" / ".drafts").symlink_to(tmp_path / "outside", target_is_directory=True)
    with pytest.raises(RefusedError, match="link"):
        Drafts(Workspace.at(tmp_path / "mine")).put(MINE, "changed")
    assert not list((tmp_path / "outside").iterdir())


# Reading and writing ------------------------------------------------------------------------


def test_all_files_are_listed_with_what_they_are(tmp_path):
    write(tmp_path, MINE)
    write(tmp_path, "magnetmen/boards.yaml", "broken: [")
    write(tmp_path, "magnetmen/play.yaml", "x: 1")
    write(tmp_path, "flat.yaml", BASE)
    write(tmp_path, "printer.yaml", "ruler: 100")
    write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    write(tmp_path, "magnetmen/Not A Name.yaml")
    write(tmp_path, "magnetmen/vetted/base.yaml")
    files = list(Workspace.at(tmp_path / "mine").files())
    own = {file.path: (file.game, file.name, file.kind) for file in files if not file.shipped}
    assert own == {
        MINE: ("magnetmen", "mine", "set"),
        "magnetmen/boards.yaml": ("magnetmen", "boards", "common"),
        "magnetmen/play.yaml": ("magnetmen", "play", "other"),
        "flat.yaml": ("magnetmen", "flat", "set"),
        "printer.yaml": ("", "printer", "other"),
        "magnetmen/assets/magnetmen/ring.svg": ("magnetmen", "ring", "art"),
    }
    shipped = {file.path: file.kind for file in files if file.shipped}
    assert shipped["shipped/magnetmen/base.yaml"] == "set"
    assert shipped["shipped/metals/figures.yaml"] == "common"


def test_a_folder_that_is_not_there_is_empty_until_something_is_saved(tmp_path):
    with open_client(tmp_path) as client:
        files = client.get("/api/files").json()
        assert files and all(file["shipped"] for file in files)
        assert not (tmp_path / "mine").exists()
        body = {"path": "quads/new.yaml", "text": "game: quads", "signature": ""}
        assert client.put("/api/file", json=body).status_code == 200
    assert (tmp_path / "mine" / "quads" / "new.yaml").read_text() == "game: quads"


def test_a_file_that_changed_is_not_overwritten(client, tmp_path):
    first = client.get("/api/file", params={"path": MINE}).json()["signature"]
    write(tmp_path, MINE, "theirs")
    body = {"path": MINE, "text": "ours", "signature": first}
    refusal = client.put("/api/file", json=body)
    assert (refusal.status_code, refusal.json()["text"]) == (409, "theirs")
    assert (tmp_path / "mine" / MINE).read_text() == "theirs"
    body["signature"] = refusal.json()["signature"]  # the user says: keep mine
    assert client.put("/api/file", json=body).status_code == 200
    assert (tmp_path / "mine" / MINE).read_text() == "ours"


def test_a_new_file_does_not_replace_one_that_came_meanwhile(client):
    body = {"path": MINE, "text": "ours", "signature": ""}
    assert client.put("/api/file", json=body).status_code == 409


def test_a_file_that_was_deleted_is_a_change_too(client, tmp_path):
    signature = client.get("/api/file", params={"path": MINE}).json()["signature"]
    (tmp_path / "mine" / MINE).unlink()
    body = {"path": MINE, "text": "ours", "signature": signature}
    refusal = client.put("/api/file", json=body)
    assert refusal.status_code == 409
    assert (refusal.json()["text"], refusal.json()["signature"]) == ("", "")


def test_saving_keeps_every_byte(client, tmp_path):
    text = "# é 😀\r\nx: 1\n\n  \ttabs\n"
    signature = client.get("/api/file", params={"path": MINE}).json()["signature"]
    body = {"path": MINE, "text": text, "signature": signature}
    saved = client.put("/api/file", json=body).json()["signature"]
    assert (tmp_path / "mine" / MINE).read_bytes() == text.encode()
    answer = client.get("/api/file", params={"path": MINE}).json()
    assert (answer["text"], answer["signature"]) == (text, saved)


def test_what_is_no_text_is_not_opened(tmp_path):
    write(tmp_path, "magnetmen/assets/magnetmen/x.png", b"\x89PNG")
    write(tmp_path, "magnetmen/latin.yaml", "é".encode("latin-1"))
    write(tmp_path, "magnetmen/large.yaml", "#" * (MAX_TEXT + 1))
    (tmp_path / "mine" / "magnetmen" / "folder.yaml").mkdir()
    os.mkfifo(tmp_path / "mine" / "magnetmen" / "pipe.yaml")
    statuses = {}
    with open_client(tmp_path) as client:
        for name in (
            "assets/magnetmen/x.png",
            "latin.yaml",
            "large.yaml",
            "folder.yaml",
            "pipe.yaml",
        ):
            answer = client.get("/api/file", params={"path": f"magnetmen/{name}"})
            statuses[name] = answer.status_code
            assert answer.json()["error"]
        text = "#" * (MAX_TEXT + 1)
        body = {"path": MINE, "text": text, "signature": ""}
        assert client.put("/api/file", json=body).status_code == 413
        assert client.put("/api/draft", json=body).status_code == 413
    assert list(statuses.values()) == [400, 400, 413, 404, 404]


# Drafts -------------------------------------------------------------------------------------


def test_drafts_outlast_the_browser_and_the_studio(tmp_path):
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        before = client.get("/api/file", params={"path": MINE}).json()["signature"]
        client.put("/api/draft", json={"path": MINE, "text": "draft"})
    write(tmp_path, MINE, "theirs")
    with open_client(tmp_path) as client:
        assert client.get("/api/drafts").json() == {MINE: "draft"}
        answer = client.get("/api/file", params={"path": MINE}).json()
        assert (answer["text"], answer["base"]) == ("theirs", before)
        assert answer["signature"] != before
        client.request("DELETE", "/api/draft", json={"path": MINE})
        assert client.get("/api/drafts").json() == {}
        assert client.get("/api/file", params={"path": MINE}).json()["base"] is None
    assert not (tmp_path / "mine" / ".drafts").exists()


def test_saving_ends_a_draft(client):
    signature = client.get("/api/file", params={"path": MINE}).json()["signature"]
    client.put("/api/draft", json={"path": MINE, "text": "draft"})
    client.put("/api/file", json={"path": MINE, "text": "draft", "signature": signature})
    assert client.get("/api/drafts").json() == {}


def test_the_stage_is_the_sets_folder_with_the_drafts(tmp_path):
    write(tmp_path, MINE, "saved")
    art = write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    workspace = Workspace.at(tmp_path / "mine")
    drafts = Drafts(workspace)
    stage = Stage(workspace, drafts, tmp_path / "stage")

    def contents() -> dict[str, str]:
        (folder,) = stage.sets_dirs
        files = (file for file in folder.rglob("*") if file.is_file())
        return {file.relative_to(folder).as_posix(): file.read_text() for file in files}

    ring = {"magnetmen/assets/magnetmen/ring.svg": PICTURE}
    assert contents() == {MINE: "saved", **ring}
    drafts.put(MINE, "draft")
    drafts.put("quads/new.yaml", "new")
    assert contents() == {MINE: "draft", "quads/new.yaml": "new", **ring}
    art.unlink()
    drafts.drop(MINE)
    drafts.drop("quads/new.yaml")
    assert contents() == {MINE: "saved"}
    write(tmp_path, MINE, "theirs")
    assert contents() == {MINE: "theirs"}
