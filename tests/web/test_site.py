"""The static files of the page, from a bundle of next to nothing."""

import io
import json
import re
import zipfile

import pytest

from generator import games
from generator.core.errors import EXPECTED_ERRORS, OverwriteError
from generator.core.progress import SILENT
from generator.web import site
from generator.web.backend import print_sheet


@pytest.fixture
def wheel(tmp_path):
    path = tmp_path / "compiled-1-wasm.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("compiled/__init__.py", "x = 1\n")
    return path


@pytest.fixture
def pdfium_wheel(tmp_path):
    path = tmp_path / "pypdfium2-1-wasm.whl"
    with zipfile.ZipFile(path, "w") as file:
        for name in ("raw/it.so", "cli/main.py", "-1.dist-info/RECORD", "/__init__.py"):
            separator = "" if name[0] in "/-" else "_"
            file.writestr(f"pypdfium2{separator}{name}", "x = 1\n")
    return path


def names(content):
    return zipfile.ZipFile(io.BytesIO(content)).namelist()


def test_the_archive_has_what_a_worker_needs_and_nothing_else(wheel):
    found = names(site.worker_archive([wheel]))
    assert found == sorted(set(found))
    wanted = {
        "compiled/__init__.py", "generator/web/backend.py", "generator/languages/fr/page.yaml",
        "generator/_data/sets/magnetmen/base.yaml", "generator/_data/assets/magnetmen/baker.svg",
        "PIL/Image.py", "reportlab/pdfbase/ttfonts.py", "typing_extensions.py",
    }  # fmt: skip
    assert wanted <= {*found}
    assert [name.rpartition("/")[2] for name in found if name.endswith(".ttf")] == [
        "Lato-Bold.ttf", "Lato-Regular.ttf", "TitanOne-Regular.ttf",
    ]  # fmt: skip
    unneeded = ("generator/cli/", "generator/web/frontend/", "generator/_data/sets/schemas/")
    assert not [name for name in found if name.startswith(unneeded) or "__pycache__" in name]


def test_what_a_browser_needs_does_without_pillow(wheel):
    """Which has no build for it; bitmaps of users are not drawn there."""
    archive = zipfile.ZipFile(io.BytesIO(site.worker_archive([wheel])))
    modules = (name for name in archive.namelist() if name.startswith("generator/"))
    pillow = re.compile(rb"^ *(from|import) PIL", re.MULTILINE)
    users = {name for name in modules if pillow.search(archive.read(name))}
    assert users == {"generator/pdf/bitmap.py", "generator/schema/svg_rules.py"}


def test_the_archive_of_pdfium_has_its_modules_only(pdfium_wheel):
    assert names(site.pdfium_archive(pdfium_wheel)) == [
        "pypdfium2/__init__.py",
        "pypdfium2_raw/it.so",
    ]


@pytest.fixture
def bundle(tmp_path, monkeypatch, wheel, pdfium_wheel):
    """A bundle of next to nothing."""
    folder = tmp_path / "bundle"
    (folder / "wheels").mkdir(parents=True)
    for file in (wheel, pdfium_wheel):
        file.rename(folder / "wheels" / file.name)
    for name in ("index.html", "app.js", "page.css", "pdf.worker.js", "worker.js"):
        (folder / name).write_text(name)
    (folder / "service_worker.js").write_text("FILES;")
    monkeypatch.setattr(site, "BUNDLE", folder)
    return folder


@pytest.fixture(scope="module")
def sheets():
    """Ready-made sheets are drawn once."""
    printed = {}

    def print_once(query):
        key = query.model_dump_json()
        if key not in printed:
            printed[key] = print_sheet(query)
        return printed[key]

    return print_once


@pytest.fixture
def few_looks(monkeypatch, sheets):
    monkeypatch.setattr(site, "languages", lambda: ("en",))
    monkeypatch.setattr(site, "_READY_PAPERS", ("a4",))
    monkeypatch.setattr(site.backend, "print_sheet", sheets)


def content_of(folder):
    return {
        path.relative_to(folder): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def test_a_site_has_all_that_the_page_loads(bundle, few_looks, tmp_path):
    folder = tmp_path / "site"
    in_all, to_start = site.build(folder, SILENT)
    entries = json.loads((folder / "ready" / "index.json").read_text())
    assert {entry["query"]["game"] for entry in entries} == set(games.names())
    for entry in entries:
        assert (folder / entry["file"]).read_bytes().startswith(b"%PDF")
        assert entry["id"] == entry["query"]["id"]
    boards = [entry for entry in entries if entry["query"]["game"] == "magnetmen"]
    assert len({entry["id"] for entry in boards}) == 3
    assert all(entry["playtested"] for entry in boards)
    assert json.loads((folder / "catalogue" / "en.json").read_text())["language"] == "en"
    assert not (folder / "wheels").exists()
    assert "pypdfium2_raw/it.so" in names((folder / "pdfium.zip").read_bytes())
    assert "pypdfium2_raw/it.so" not in names((folder / "generator.zip").read_bytes())
    total = sum(len(content) for content in content_of(folder).values())
    assert in_all == total > to_start


def test_a_site_is_the_same_each_time_and_replaces_an_older_one(bundle, few_looks, tmp_path):
    folder = tmp_path / "site"
    site.build(folder, SILENT)
    first = content_of(folder)
    (folder / "old.js").write_text("old")
    site.build(folder, SILENT)
    assert content_of(folder) == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bundle", "site"]


def test_the_service_worker_changes_with_any_file(bundle, few_looks, tmp_path):
    site.build(tmp_path / "site", SILENT)
    worker = tmp_path / "site" / "service_worker.js"
    first = worker.read_text()
    assert "pdfium.zip" not in first
    assert '"app.js"' in first and "ready/" not in first and first.endswith("FILES;")
    (bundle / "app.js").write_text("changed")
    site.build(tmp_path / "site", SILENT)
    assert worker.read_text() != first


def test_a_run_that_fails_leaves_a_site_as_it_was(bundle, few_looks, tmp_path, monkeypatch):
    site.build(tmp_path / "site", SILENT)
    before = content_of(tmp_path / "site")

    def fail(draft):
        raise OSError("the disk is full")

    monkeypatch.setattr(site, "_write_service_worker", fail)
    with pytest.raises(EXPECTED_ERRORS):
        site.build(tmp_path / "site", SILENT)
    assert content_of(tmp_path / "site") == before


def test_a_folder_of_the_users_is_not_replaced(bundle, tmp_path):
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters" / "mum.txt").write_text("dear mum")
    with pytest.raises(OverwriteError, match="expected an empty folder, or a site"):
        site.build(tmp_path / "letters", SILENT)
    with pytest.raises(OverwriteError):
        site.build(tmp_path / "letters" / "mum.txt", SILENT)
    assert (tmp_path / "letters" / "mum.txt").read_text() == "dear mum"


def test_without_a_bundle_it_is_said_what_is_missing(tmp_path, monkeypatch):
    monkeypatch.setattr(site, "BUNDLE", tmp_path / "nothing")
    with pytest.raises(site.BundleMissing, match="`make site` does that, and needs npm"):
        site.build(tmp_path / "site", SILENT)
    assert not (tmp_path / "site").exists()
