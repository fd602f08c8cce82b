"""The static files of the page, from a bundle of next to nothing."""

import io
import json
import re
import zipfile

import pytest
from web.queries import query

from generator import games
from generator.core.errors import GeneratorError, OverwriteError
from generator.core.progress import SILENT
from generator.web import site
from generator.web.backend import Printed, print_sheet

RAW = ["pypdfium2_raw/it.so", "pypdfium2-1.dist-info/RECORD"]
WHEELS = {
    "compiled-1-wasm.whl": ["compiled/__init__.py"],
    "pypdfium2-1-wasm.whl": ["pypdfium2/__init__.py", "pypdfium2_cli/main.py", *RAW],
}


@pytest.fixture
def bundle(tmp_path, monkeypatch):
    """A bundle of next to nothing, of whose sheets few are ready-made, and not drawn."""
    folder = tmp_path / "bundle"
    (folder / "wheels").mkdir(parents=True)
    for name, files in WHEELS.items():
        with zipfile.ZipFile(folder / "wheels" / name, "w") as file:
            for path in files:
                file.writestr(path, "x = 1\n")
    for name in ("index.html", "app.js", "page.css", "pdf.worker.js", "worker.js"):
        (folder / name).write_text(name)
    (folder / "service_worker.js").write_text("FILES;")
    monkeypatch.setattr(site, "BUNDLE", folder)
    monkeypatch.setattr(site, "languages", lambda: ("en",))
    monkeypatch.setattr(site, "_READY_PAPERS", ("a4",))
    monkeypatch.setattr(site.backend, "print_sheet", lambda query: Printed({"id": query.id}, b"%"))
    return folder


def content_of(folder):
    files = (path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def unzipped(content):
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert len(archive.namelist()) == len({*archive.namelist()})
        return {name: archive.read(name) for name in archive.namelist()}


def test_a_site_has_all_that_the_page_loads(bundle, tmp_path):
    in_all, to_start = site.build(tmp_path / "site", SILENT)
    files = content_of(tmp_path / "site")
    entries = json.loads(files["ready/index.json"])
    assert {entry["query"]["game"] for entry in entries} == set(games.names())
    for entry in entries:
        assert files[entry["file"]].startswith(b"%")
        assert entry["id"] == entry["query"]["id"]
    boards = [entry for entry in entries if entry["query"]["game"] == "magnetmen"]
    assert len({entry["id"] for entry in boards}) == 3
    assert print_sheet(query(**boards[0]["query"])).facts["playtested"]
    assert json.loads(files["catalogue/en.json"])["language"] == "en"
    assert not [name for name in files if name.startswith("wheels")]
    assert in_all == sum(map(len, files.values())) > to_start
    assert [*unzipped(files["pdfium.zip"])] == ["pypdfium2/__init__.py", "pypdfium2_raw/it.so"]


def test_the_archive_has_what_a_worker_needs_and_nothing_else(bundle):
    found = unzipped(site.worker_archive(site._wheels()[0]))
    wanted = {
        *("compiled/__init__.py", "generator/web/backend.py", "generator/languages/fr/page.yaml"),
        "generator/_data/sets/magnetmen/base.yaml",
        "generator/_data/assets/magnetmen/baker.svg",
        *("PIL/Image.py", "reportlab/pdfbase/ttfonts.py", "typing_extensions.py"),
    }
    assert wanted <= found.keys()
    fonts = {f"Lato-{cut}.ttf" for cut in ("Black", "BlackItalic", "Bold", "Regular")}
    fonts.add("TitanOne-Regular.ttf")
    assert {name.rpartition("/")[2] for name in found if name.endswith(".ttf")} == fonts
    unneeded = ("generator/cli/", "generator/web/frontend/", "generator/_data/sets/schemas/")
    assert not [name for name in found if name.startswith(unneeded) or "__pycache__" in name]
    # Pillow has no build for browsers; bitmaps of users are not drawn there.
    pillow = re.compile(rb"^ *(from|import) PIL", re.MULTILINE)
    own = {name: text for name, text in found.items() if name.startswith("generator/")}
    users = {name for name, text in own.items() if pillow.search(text)}
    assert users == {"generator/pdf/bitmap.py", "generator/schema/svg_rules.py"}


@pytest.mark.slow
def test_a_site_is_the_same_each_time_its_worker_another_for_any_file(
    bundle, tmp_path, monkeypatch
):
    folder = tmp_path / "site"
    site.build(folder, SILENT)
    first = content_of(folder)
    worker = first["service_worker.js"].decode()
    assert '"app.js"' in worker and worker.endswith("FILES;")
    assert "pdfium.zip" not in worker and "ready/" not in worker
    (folder / "old.js").write_text("old")
    site.build(folder, SILENT)
    assert content_of(folder) == first
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bundle", "site"]
    (bundle / "app.js").write_text("changed")
    site.build(folder, SILENT)
    assert content_of(folder)["service_worker.js"] != first["service_worker.js"]
    before = content_of(folder)
    monkeypatch.setattr(site, "_write_service_worker", lambda draft: (draft / "x").read_text())
    with pytest.raises(OSError):
        site.build(folder, SILENT)
    assert content_of(folder) == before


def test_a_site_that_cannot_be_made(bundle, tmp_path, monkeypatch):
    """A folder of the user's is not replaced; without a bundle it is said what is missing."""
    letter = tmp_path / "letters" / "mum.txt"
    letter.parent.mkdir()
    letter.write_text("dear mum")
    for place in (letter.parent, letter):
        with pytest.raises(OverwriteError, match="expected an empty folder, or a site"):
            site.build(place, SILENT)
    assert letter.read_text() == "dear mum"
    monkeypatch.setattr(site, "BUNDLE", tmp_path / "nothing")
    with pytest.raises(GeneratorError, match="`make site` does that, and needs npm"):
        site.build(tmp_path / "site", SILENT)
    assert not (tmp_path / "site").exists()
