"""Files of the sets folder: nothing outside it is read or written, nothing is overwritten."""

import os
import shutil

import pytest
from web.studio.studios import BASE, MINE, PICTURE, open_client, write

from generator.core.resources import sets_dir
from generator.web.studio.files import MAX_TEXT, Drafts, RefusedError, Stage, Workspace

READING = ("file", "zip", "problems", "schema", "changes")
RING = "magnetmen/assets/magnetmen/ring.svg"
BAD_PATHS = r"""
/ . .. ../secret.yaml magnetmen/../../secret.yaml /etc/passwd magnetmen/.. magnetmen//mine.yaml
./magnetmen/mine.yaml magnetmen/mine.yaml/ magnetmen\mine.yaml magnetmen/mine.yml
magnetmen/Mine.yaml magnetmen/.mine.yaml .drafts/magnetmen/mine.yaml magnetmen/mine
magnetmen/mine.py other/mine.yaml magnetmen/x/mine.yaml magnetmen/assets/../mine.yaml
magnetmen/assets/a/b/c/d/e/f.svg C:/mine.yaml magnetmen/assets/magnetmen/x.svg/../../../y.svg
C:mine.yaml magnetmen/mïne.yaml ~/mine.yaml magnetmen/%2e%2e.yaml magnetmen/mine.yaml.svg
"""
ODD_PATHS = ("", "magnetmen/mine.yaml\n", "magnetmen/mine.yaml\0.svg", "x" * 10_000)


def contents(folder) -> dict:
    """All files but those of the studio itself."""
    files = (file for file in folder.rglob("*") if file.is_file() and not file.is_symlink())
    return {file: file.read_bytes() for file in files if "temporary" not in file.parts}


def answers(client, path: str) -> list:
    """What all calls say that have to do with a path."""
    body = {"path": path, "text": "changed", "signature": ""}
    picture = {"key": "x", "file_name": "x.svg", "content": ""}
    return [
        *(client.get(f"/api/{call}", params={"path": path}) for call in READING),
        *(
            client.post(f"/api/{call}", json=body)
            for call in ("remove", "save", "put_draft", "drop")
        ),
        client.post("/api/picture", json={**body, **picture}),
    ]


def test_a_path_cannot_lead_elsewhere(client, tmp_path):
    (tmp_path / "secret.yaml").write_text("secret")
    before = contents(tmp_path)
    for path in BAD_PATHS.split()[2:6]:
        assert {answer.status_code for answer in answers(client, path)} == {400}, path
    for path in (*BAD_PATHS.split(), *ODD_PATHS, f"magnetmen/{'x' * 99}.yaml"):
        client.ask("file", 400, path=path)
        client.tell("save", 400, path=path, text="changed", signature="")
    for path in ("shipped/magnetmen/../../pyproject.yaml", "shipped/../x.yaml"):
        client.ask("file", 404, path=path)
    assert contents(tmp_path) == before


def test_shipped_files_are_read_only(client):
    path = "shipped/magnetmen/base.yaml"
    answer = client.ask("file", path=path)
    assert (answer["text"], answer["base"]) == (BASE, None)
    for call in ("save", "remove", "put_draft"):
        error = client.tell(call, 400, path=path, text="x", signature=answer["signature"])["error"]
        assert "read-only" in error
    assert (sets_dir() / "magnetmen" / "base.yaml").read_text("utf-8") == BASE


# Links and the folders of strangers ---------------------------------------------------------


LINKS = {  # from a path in the sets folder, to a folder or file outside it or in it
    "quads/mine.yaml": ("quads/mine.yaml", "outside/mine.yaml"),
    "magnetmen/mine.yaml": ("magnetmen", "outside"),
    "discs/mine.yaml": ("discs/mine.yaml", "outside/new.yaml"),  # is not there
    "metals/mine.yaml": ("metals/mine.yaml", "mine/metals/other.yaml"),
    "quads/assets/x.svg": ("quads/assets", "outside/assets"),
}


def test_links_are_refused_and_art_behind_one_gets_on_no_sheet(tmp_path):
    for name in ("outside/mine.yaml", "outside/assets/x.svg", "mine/metals/other.yaml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("secret: 1")
    for link, target in LINKS.values():
        (tmp_path / "mine" / link).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "mine" / link).symlink_to(tmp_path / target)
    with open_client(tmp_path) as client:
        before = contents(tmp_path)
        assert not LINKS.keys() & {file["path"] for file in client.ask("files")}
        for path in LINKS:
            *asked, _, picture = answers(client, path)
            assert {answer.status_code for answer in (*asked, picture)} == {400}
            assert all("link" in answer.json()["error"] for answer in asked)
    assert contents(tmp_path) == before
    Stage(Workspace(tmp_path / "mine"), None, tmp_path / "stage").update()
    assert not list((tmp_path / "stage").rglob("*.svg"))


def test_drafts_that_come_with_a_strangers_sets_lead_nowhere_else(tmp_path):
    (tmp_path / "secret.yaml").write_text("secret: 1")
    signatures = '{"../../secret.yaml": "", "/etc/passwd": ""}'
    drafts = write(tmp_path, ".drafts/signatures.json", signatures).parent
    (drafts / "quads").mkdir()
    (drafts / "quads" / "x.yaml").symlink_to(tmp_path / "secret.yaml")
    workspace = Workspace(tmp_path / "mine")
    assert Drafts(workspace).texts() == {}
    with pytest.raises(RefusedError, match="link"):
        Drafts(workspace).put("quads/x.yaml", "changed")
    shutil.rmtree(drafts)
    drafts.symlink_to(tmp_path, target_is_directory=True)
    with pytest.raises(RefusedError, match="link"):
        Drafts(workspace).put(MINE, "changed")
    assert {each.name for each in tmp_path.iterdir()} == {"secret.yaml", "mine"}
    assert (tmp_path / "secret.yaml").read_text() == "secret: 1"


@pytest.mark.parametrize("content", ["[]", "{", "[" * 50_000, '"x"', "\0"])
def test_damaged_signatures_of_drafts_do_no_harm(tmp_path, content):
    write(tmp_path, f".drafts/{MINE}", "draft")
    write(tmp_path, ".drafts/signatures.json", content)
    drafts = Drafts(Workspace(tmp_path / "mine"))
    assert (drafts.texts(), drafts.base(MINE)) == ({MINE: "draft"}, "")


# Reading and writing ------------------------------------------------------------------------


def test_all_files_are_listed_with_what_they_are(tmp_path):
    expected = {
        MINE: ("magnetmen", "mine", "set"),
        "magnetmen/boards.yaml": ("magnetmen", "boards", "common"),
        "magnetmen/play.yaml": ("magnetmen", "play", "other"),
        "flat.yaml": ("magnetmen", "flat", "set"),
        "printer.yaml": ("", "printer", "other"),
        RING: ("magnetmen", "ring.svg", "art"),
    }
    texts = {"magnetmen/boards.yaml": "broken: [", "magnetmen/play.yaml": "x: 1", RING: PICTURE}
    texts["printer.yaml"] = "ruler: 100"
    for path in (*expected, "magnetmen/Not A Name.yaml", "magnetmen/vetted/base.yaml"):
        write(tmp_path, path, texts.get(path, BASE))
    write(tmp_path, RING.replace("svg", "png"), b"no text")
    files = Workspace(tmp_path / "mine").files()
    own = {file.path: (file.game, file.name, file.kind) for file in files if not file.shipped}
    assert own == expected
    shipped = {file.path: file.kind for file in files if file.shipped}
    assert shipped["shipped/magnetmen/base.yaml"] == "set"
    assert shipped["shipped/metals/figures.yaml"] == "common"


def test_a_folder_that_is_not_there_is_empty_until_something_is_saved(tmp_path):
    with open_client(tmp_path) as client:
        files = client.ask("files")
        assert files and all(file["shipped"] for file in files)
        assert not (tmp_path / "mine").exists()
        client.tell("save", path="quads/new.yaml", text="game: quads", signature="")
    assert (tmp_path / "mine" / "quads" / "new.yaml").read_text() == "game: quads"


def test_a_file_that_changed_is_not_overwritten(client, tmp_path):
    """Nor one that came or went meanwhile."""
    first = client.ask("file", path=MINE)["signature"]
    file = write(tmp_path, MINE, "theirs")
    ours = {"path": MINE, "text": "ours"}
    for call in ("save", "remove"):
        client.tell(call, 409, **ours, signature="")
    refusal = client.tell("save", 409, **ours, signature=first)
    assert (refusal["text"], file.read_text()) == ("theirs", "theirs")
    signature = client.tell("save", **ours, signature=refusal["signature"])  # "keep mine"
    assert file.read_text() == "ours"
    file.unlink()
    refusal = client.tell("save", 409, **ours, signature=signature)
    assert (refusal["text"], refusal["signature"]) == ("", "")
    client.put_draft("draft")
    client.tell("remove", path=MINE, signature="")
    assert client.ask("texts") == {}


def test_saving_keeps_every_byte_and_ends_the_draft(client, tmp_path):
    text = "# é 😀\r\nx: 1\n\n  \ttabs\n"
    signature = client.ask("file", path=MINE)["signature"]
    client.put_draft("draft")
    saved = client.tell("save", path=MINE, text=text, signature=signature)
    assert (tmp_path / "mine" / MINE).read_bytes() == text.encode()
    assert client.ask("file", path=MINE) == {"text": text, "signature": saved, "base": None}
    assert client.ask("texts") == {}


def test_what_is_no_text_is_not_opened(tmp_path):
    folder = write(tmp_path, "magnetmen/latin.yaml", "é".encode("latin-1")).parent
    write(tmp_path, "magnetmen/assets/magnetmen/x.png", b"\x89PNG")
    write(tmp_path, "magnetmen/large.yaml", "#" * (MAX_TEXT + 1))
    (folder / "folder.yaml").mkdir()
    os.mkfifo(folder / "pipe.yaml")
    expected = {"assets/magnetmen/x.png": 400, "latin.yaml": 400, "large.yaml": 413}
    with open_client(tmp_path) as client:
        for name, status in {**expected, "folder.yaml": 404, "pipe.yaml": 404}.items():
            assert client.ask("file", status, path=f"magnetmen/{name}")["error"]
        for call in ("save", "put_draft"):
            client.tell(call, 413, path=MINE, text="#" * (MAX_TEXT + 1), signature="")


# Drafts -------------------------------------------------------------------------------------


def test_drafts_outlast_the_browser_and_the_studio(tmp_path):
    write(tmp_path, MINE)
    with open_client(tmp_path) as client:
        before = client.ask("file", path=MINE)["signature"]
        client.put_draft("draft")
    write(tmp_path, MINE, "theirs")
    with open_client(tmp_path) as client:
        assert client.ask("texts") == {MINE: "draft"}
        answer = client.ask("file", path=MINE)
        assert (answer["text"], answer["base"]) == ("theirs", before)
        assert answer["signature"] != before
        client.tell("drop", path=MINE)
        assert client.ask("texts") == {}
        assert client.ask("file", path=MINE)["base"] is None
    assert not (tmp_path / "mine" / ".drafts").exists()


def test_the_stage_is_the_sets_folder_with_the_drafts(tmp_path):
    write(tmp_path, MINE, "saved")
    art = write(tmp_path, RING, PICTURE)
    workspace = Workspace(tmp_path / "mine")
    drafts = Drafts(workspace)
    stage = Stage(workspace, drafts, tmp_path / "stage")

    def staged() -> dict[str, str]:
        (folder,) = stage.update()
        files = (file for file in folder.rglob("*") if file.is_file())
        return {file.relative_to(folder).as_posix(): file.read_text() for file in files}

    assert staged() == {MINE: "saved", RING: PICTURE}
    drafts.put(MINE, "draft")
    drafts.put("quads/new.yaml", "new")
    assert staged() == {MINE: "draft", "quads/new.yaml": "new", RING: PICTURE}
    art.unlink()
    drafts.drop(MINE)
    drafts.drop("quads/new.yaml")
    assert staged() == {MINE: "saved"}
    write(tmp_path, MINE, "theirs")
    assert staged() == {MINE: "theirs"}
