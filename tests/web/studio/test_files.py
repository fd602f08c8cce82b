"""Files of the sets folder: nothing outside it is read or written, nothing is overwritten."""

import os

import pytest
from web.studio.studios import (
    BASE,
    MINE,
    PICTURE,
    get,
    open_client,
    post,
    put_draft,
    refused,
    write,
)

from generator.core.resources import sets_dir
from generator.web.studio.files import MAX_TEXT, Drafts, RefusedError, Stage, Workspace

READING = ("file", "zip", "problems", "schema", "changes")
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


def test_a_path_cannot_lead_elsewhere(client, tmp_path):
    (tmp_path / "secret.yaml").write_text("secret")
    before = sorted(tmp_path.rglob("*"))
    for path in BAD_PATHS:
        body = {"path": path, "text": "changed", "signature": ""}
        picture = {"key": "x", "file_name": "x.svg", "content": ""}
        answers = [
            *(client.get(f"/api/{call}", params={"path": path}) for call in READING),
            *(client.post(f"/api/{call}", json=body) for call in ("save", "put_draft", "drop")),
            client.post("/api/picture", json={**body, **picture}),
        ]
        assert {answer.status_code for answer in answers} == {400}, path
    for path in ("shipped/magnetmen/../../pyproject.yaml", "shipped/../x.yaml"):
        assert client.get("/api/file", params={"path": path}).status_code == 404
    files = {file for file in tmp_path.rglob("*") if "temporary" not in file.parts}
    assert files == {file for file in before if "temporary" not in file.parts}


def test_shipped_files_are_read_only(client):
    path = "shipped/magnetmen/base.yaml"
    answer = get(client, "file", path=path)
    assert (answer["text"], answer["base"]) == (BASE, None)
    for call in ("save", "put_draft"):
        error = refused(client, call, path=path, text="x", signature=answer["signature"])["error"]
        assert "read-only" in error
    assert (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8") == BASE


# Links --------------------------------------------------------------------------------------


LINKS = {  # from a path in the sets folder, to a folder or file outside it or in it
    "quads/mine.yaml": ("quads/mine.yaml", "outside/mine.yaml"),
    "magnetmen/mine.yaml": ("magnetmen", "outside"),
    "discs/mine.yaml": ("discs/mine.yaml", "outside/new.yaml"),  # is not there
    "metals/mine.yaml": ("metals/mine.yaml", "mine/metals/other.yaml"),
    "quads/assets/x.svg": ("quads/assets", "outside/assets"),
}


@pytest.fixture
def linked(tmp_path):
    """A folder with a sets folder in which there are links."""
    for name in ("outside/mine.yaml", "outside/assets/x.svg", "mine/metals/other.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("secret: 1")
    for link, target in LINKS.values():
        (tmp_path / "mine" / link).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / link).symlink_to(tmp_path / target)
    return tmp_path


def test_links_are_refused(linked):
    before = {file: file.read_bytes() for file in linked.rglob("*") if file.is_file()}
    with open_client(linked) as client:
        assert not LINKS.keys() & {file["path"] for file in get(client, "files")}
        for path in LINKS:
            body = {"path": path, "text": "changed", "signature": ""}
            answers = [client.get(f"/api/{call}", params={"path": path}) for call in READING]
            answers += [client.post(f"/api/{call}", json=body) for call in ("save", "put_draft")]
            assert {answer.status_code for answer in answers} == {400}
            assert all("link" in answer.json()["error"] for answer in answers)
    assert {file: file.read_bytes() for file in before} == before
    assert not (linked / "outside" / "new.yaml").exists()


def test_art_behind_a_link_does_not_get_into_a_zip_or_a_sheet(linked):
    Stage(Workspace(linked / "mine"), None, linked / "stage").update()
    assert not list((linked / "stage").rglob("*.svg"))


def test_drafts_that_come_with_a_strangers_sets_lead_nowhere_else(tmp_path):
    (tmp_path / "secret.yaml").write_text("secret: 1")
    write(tmp_path, MINE)
    drafts = tmp_path / "mine" / ".drafts"
    drafts.mkdir()
    (drafts / "signatures.json").write_text('{"../../secret.yaml": "", "/etc/passwd": ""}')
    (drafts / "quads").mkdir()
    (drafts / "quads" / "x.yaml").symlink_to(tmp_path / "secret.yaml")
    workspace = Workspace(tmp_path / "mine")
    assert Drafts(workspace).texts() == {}
    with pytest.raises(RefusedError, match="link"):
        Drafts(workspace).put("quads/x.yaml", "changed")
    assert (tmp_path / "secret.yaml").read_text() == "secret: 1"


@pytest.mark.parametrize("content", ["[]", "{", "[" * 50_000, '"x"', "\0"])
def test_damaged_signatures_of_drafts_do_no_harm(tmp_path, content):
    write(tmp_path, ".drafts/magnetmen/mine.yaml", "draft")
    write(tmp_path, ".drafts/signatures.json", content)
    drafts = Drafts(Workspace(tmp_path / "mine"))
    assert (drafts.texts(), drafts.base(MINE)) == ({MINE: "draft"}, "")


def test_a_folder_of_drafts_that_is_a_link_is_refused(tmp_path):
    write(tmp_path, MINE)
    (tmp_path / "outside").mkdir()
    (tmp_path / "mine" / ".drafts").symlink_to(tmp_path / "outside", target_is_directory=True)
    with pytest.raises(RefusedError, match="link"):
        Drafts(Workspace(tmp_path / "mine")).put(MINE, "changed")
    assert not list((tmp_path / "outside").iterdir())


# Reading and writing ------------------------------------------------------------------------


def test_all_files_are_listed_with_what_they_are(tmp_path):
    write(tmp_path, MINE)
    write(tmp_path, "magnetmen/boards.yaml", "broken: [")
    write(tmp_path, "magnetmen/play.yaml", "x: 1")
    write(tmp_path, "flat.yaml", BASE)
    write(tmp_path, "printer.yaml", "ruler: 100")
    write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    write(tmp_path, "magnetmen/assets/magnetmen/ring.png", b"no text")
    write(tmp_path, "magnetmen/Not A Name.yaml")
    write(tmp_path, "magnetmen/vetted/base.yaml")
    files = Workspace(tmp_path / "mine").files()
    own = {file.path: (file.game, file.name, file.kind) for file in files if not file.shipped}
    assert own == {
        MINE: ("magnetmen", "mine", "set"),
        "magnetmen/boards.yaml": ("magnetmen", "boards", "common"),
        "magnetmen/play.yaml": ("magnetmen", "play", "other"),
        "flat.yaml": ("magnetmen", "flat", "set"),
        "printer.yaml": ("", "printer", "other"),
        "magnetmen/assets/magnetmen/ring.svg": ("magnetmen", "ring.svg", "art"),
    }
    shipped = {file.path: file.kind for file in files if file.shipped}
    assert shipped["shipped/magnetmen/base.yaml"] == "set"
    assert shipped["shipped/metals/figures.yaml"] == "common"


def test_a_folder_that_is_not_there_is_empty_until_something_is_saved(tmp_path):
    with open_client(tmp_path) as client:
        files = get(client, "files")
        assert files and all(file["shipped"] for file in files)
        assert not (tmp_path / "mine").exists()
        post(client, "save", path="quads/new.yaml", text="game: quads", signature="")
    assert (tmp_path / "mine" / "quads" / "new.yaml").read_text() == "game: quads"


def test_a_file_that_changed_is_not_overwritten(client, tmp_path):
    """Nor one that came or went meanwhile."""
    first = get(client, "file", path=MINE)["signature"]
    file = write(tmp_path, MINE, "theirs")
    ours = {"path": MINE, "text": "ours"}
    refused(client, "save", 409, **ours, signature="")
    refusal = refused(client, "save", 409, **ours, signature=first)
    assert (refusal["text"], file.read_text()) == ("theirs", "theirs")
    signature = post(client, "save", **ours, signature=refusal["signature"])  # "keep mine"
    assert file.read_text() == "ours"
    file.unlink()
    refusal = refused(client, "save", 409, **ours, signature=signature)
    assert (refusal["text"], refusal["signature"]) == ("", "")


def test_saving_keeps_every_byte_and_ends_the_draft(client, tmp_path):
    text = "# é 😀\r\nx: 1\n\n  \ttabs\n"
    signature = get(client, "file", path=MINE)["signature"]
    put_draft(client, "draft")
    saved = post(client, "save", path=MINE, text=text, signature=signature)
    assert (tmp_path / "mine" / MINE).read_bytes() == text.encode()
    assert get(client, "file", path=MINE) == {"text": text, "signature": saved, "base": None}
    assert get(client, "texts") == {}


def test_what_is_no_text_is_not_opened(tmp_path):
    folder = write(tmp_path, "magnetmen/latin.yaml", "é".encode("latin-1")).parent
    write(tmp_path, "magnetmen/assets/magnetmen/x.png", b"\x89PNG")
    write(tmp_path, "magnetmen/large.yaml", "#" * (MAX_TEXT + 1))
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    expected = {
        "assets/magnetmen/x.png": 400, "latin.yaml": 400, "large.yaml": 413, "folder.yaml": 404,
        "pipe.yaml": 404,
    }  # fmt: skip
    with open_client(tmp_path) as client:
        for name, status in expected.items():
            answer = client.get("/api/file", params={"path": f"magnetmen/{name}"})
            assert (answer.status_code, bool(answer.json()["error"])) == (status, True)
        for call in ("save", "put_draft"):
            refused(client, call, 413, path=MINE, text="#" * (MAX_TEXT + 1), signature="")


# Drafts -------------------------------------------------------------------------------------


def test_drafts_outlast_the_browser_and_the_studio(tmp_path):
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        before = get(client, "file", path=MINE)["signature"]
        put_draft(client, "draft")
    write(tmp_path, MINE, "theirs")
    with open_client(tmp_path) as client:
        assert get(client, "texts") == {MINE: "draft"}
        answer = get(client, "file", path=MINE)
        assert (answer["text"], answer["base"]) == ("theirs", before)
        assert answer["signature"] != before
        post(client, "drop", path=MINE)
        assert get(client, "texts") == {}
        assert get(client, "file", path=MINE)["base"] is None
    assert not (tmp_path / "mine" / ".drafts").exists()


def test_the_stage_is_the_sets_folder_with_the_drafts(tmp_path):
    write(tmp_path, MINE, "saved")
    art = write(tmp_path, "magnetmen/assets/magnetmen/ring.svg", PICTURE)
    workspace = Workspace(tmp_path / "mine")
    drafts = Drafts(workspace)
    stage = Stage(workspace, drafts, tmp_path / "stage")

    def contents() -> dict[str, str]:
        (folder,) = stage.update()
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
