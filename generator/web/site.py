"""The page as static files, which any web host serves: the bundle of frontend/build.mjs, archives
for a worker, catalogues, ready-made sheets, and a service worker that changes with any file."""

import hashlib
import json
import shutil
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import find_spec
from itertools import product
from pathlib import Path
from typing import Any

from generator import games
from generator.core.errors import GeneratorError, OverwriteError
from generator.core.files import zip_file
from generator.core.progress import Progress
from generator.core.resources import assets_dir, sets_dir
from generator.languages import languages
from generator.layout.text import FONTS, font_file
from generator.play import vetted
from generator.play.search import basis
from generator.web import backend
from generator.web.backend import Query, catalogue

_LEFT_OUT = ("cli", "web/frontend", "web/bundle", "web/studio/server.py", "_data")
_PACKAGES = {  # pure Python, from this environment; with what of them is not needed
    "reportlab": ("fonts", "graphics", "platypus"),
    "reportlab.graphics.transform": (),  # all that reading SVG needs of graphics, and of Pillow
    "PIL.ImageColor": (),
    "yaml": (),
    "pydantic": ("mypy.py", "v1", "_internal/_git.py"),
    "annotated_types": (),
    "typing_inspection": (),
    "typing_extensions": (),
    "fontpkg_titan_one": (),
    "fontpkg_lato": (),
}
_PDFIUM = ("pypdfium2/", "pypdfium2_cfg/", "pypdfium2_raw/")
_FONTS = {name for _, name in FONTS.values()}
# ReportLab imports Pillow, which has no build for browsers, but draws no bitmaps here.
_STAND_INS = {"PIL/__init__.py": "", "PIL/Image.py": "class Image:\n    pass\n"}
_STAND_INS["reportlab/graphics/__init__.py"] = ""


def worker_archive(wheels: Iterable[Path]) -> bytes:
    """The archive of the generator and its packages; `wheels` are those of compiled ones."""
    folders: dict[str, tuple[Path, tuple[str, ...]]] = {
        "generator": (Path(__file__).parents[1], _LEFT_OUT),
        "generator/_data/assets": (assets_dir(), ()),
        "generator/_data/sets": (sets_dir(), ("schemas",)),
    }
    files = {name: text.encode() for name, text in _STAND_INS.items()}
    for top, (folder, left_out) in folders.items():
        files |= {f"{top}/{name}": path.read_bytes() for name, path in _below(folder, left_out)}
    for package, left_out in _PACKAGES.items():
        spec = find_spec(package)
        assert spec and spec.origin, f"{package} is installed"
        origin = Path(spec.origin)
        if origin.name != "__init__.py":
            files[f"{package.replace('.', '/')}.py"] = origin.read_bytes()
            continue
        for name, path in _below(origin.parent, left_out):
            if path.suffix in (".py", ".json") or path.name in _FONTS:
                files[f"{package}/{name}"] = path.read_bytes()
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as source:
            files |= {name: source.read(name) for name in source.namelist()}
    return zip_file({name: files[name] for name in sorted(files)})


def _below(folder: Path, left_out: tuple[str, ...]) -> Iterator[tuple[str, Path]]:
    """The files below a folder by their names, but for some folders and files in it."""
    skipped = [folder / name for name in left_out]
    for path in folder.rglob("*"):
        is_skipped = any(path.is_relative_to(other) for other in skipped)
        if path.is_file() and not is_skipped and "__pycache__" not in path.parts:
            yield path.relative_to(folder).as_posix(), path


BUNDLE = Path(__file__).parent / "bundle"
MARKER = "generator.json"  # a folder that has it is a site, and may be replaced
_NOT_KEPT = ("ready/", "pdfium.zip", "service_worker.js")  # for offline, unless they are used
_READY_PAPERS = ("a4", "letter")  # the page opens with one of them, by the visitor's country
_READY_GAMES = 3  # ready-made sheets of each game in each language, where seeds make a difference


def check(folder: Path) -> None:
    """Whether a site can be made there. Raises GeneratorError."""
    wheels, pdfium = _wheels()
    if not ((BUNDLE / "index.html").is_file() and wheels and pdfium):
        raise GeneratorError(
            "the page has not been built here: `make site` does that, and needs npm (Node.js 20 or "
            "newer); an installed wheel brings it"
        )
    is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not (is_free or (folder / MARKER).is_file()):
        raise OverwriteError(f"{folder}: expected an empty folder, or a site to replace")


def build(folder: Path, progress: Progress) -> tuple[int, int]:
    """Make the site; the bytes of all its files, and of those that a visitor loads for a first
    sheet of their own. Raises GeneratorError, OSError."""
    check(folder)
    wheels, (pdfium, *_) = _wheels()
    draft, old = (folder.with_name(f".{folder.name}.{stage}") for stage in ("new", "old"))
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(BUNDLE, draft, ignore=shutil.ignore_patterns("wheels", "studio*", ".ready"))
    (draft / "generator.zip").write_bytes(worker_archive(wheels))
    with zipfile.ZipFile(pdfium) as source:  # what only pictures need
        names = sorted(name for name in source.namelist() if name.startswith(_PDFIUM))
        (draft / "pdfium.zip").write_bytes(zip_file({name: source.read(name) for name in names}))
    shutil.copyfile(font_file("title"), draft / "titan-one.ttf")
    (draft / "catalogue").mkdir()
    for code in languages():
        content = json.dumps(catalogue(code), ensure_ascii=False)
        (draft / "catalogue" / f"{code}.json").write_text(content, encoding="utf-8")
    _write_ready_sheets(draft, progress)
    to_start = _bytes([draft / "generator.zip", *(draft / "pyodide").rglob("*")])
    (draft / MARKER).write_text(json.dumps({"bytes": to_start}))
    _write_service_worker(draft)
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    draft.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
    page = _bytes([folder / "index.html", folder / "page.css", *folder.glob("*.js")])
    return _bytes(folder.rglob("*")), to_start + page


def _wheels() -> tuple[list[Path], list[Path]]:
    """The wheels of compiled packages for Pyodide that every sheet needs, and that of PDFium."""
    pdfium = sorted((BUNDLE / "wheels").glob("pypdfium2-*.whl"))
    return sorted({*(BUNDLE / "wheels").glob("*.whl")} - {*pdfium}), pdfium


def _bytes(files: Iterable[Path]) -> int:
    return sum(file.stat().st_size for file in files if file.is_file())


def _write_ready_sheets(draft: Path, progress: Progress) -> None:
    """The sheets of the usual choices in each language, and the list of them."""
    (draft / "ready").mkdir()
    looks = product(languages(), _READY_PAPERS, games.names())
    queries = [query for code, paper, name in looks for query in _usual_queries(code, paper, name)]
    progress.phase("drawing", len(queries))
    entries: list[dict[str, Any]] = []
    for number, query in enumerate(queries):
        sheet = backend.print_sheet(query)
        file = f"ready/{number}.pdf"
        (draft / file).write_bytes(sheet.content)
        entries.append({**sheet.facts, "query": query.model_dump(), "file": file})
        progress.step()
    (draft / "ready" / "index.json").write_text(json.dumps(entries), encoding="utf-8")


def _usual_queries(code: str, paper: str, name: str) -> Iterator[Query]:
    """What the page shows of a game before anything is chosen: vetted sheets where there are."""
    game = games.game(name)
    definition = game.load(game.default_sets, ())
    form = game.default_size, game.default_players
    seeds = [f"ready-{number}" for number in range(1, _READY_GAMES + 1)]
    if programs := game.playtest:
        first = game.roll(definition, *form, "any").game_id
        found = vetted.games_of(vetted.case_of(first), basis(first, programs.load_goals()))
        seeds = [each.seed for each in found[:_READY_GAMES]] or seeds
    rolls = (game.roll(definition, *form, seed).game_id for seed in seeds)
    for game_id in dict.fromkeys(map(str, rolls)):
        roll = {"game": name, "sets": game.default_sets, "size": form[0], "players": form[1]}
        looks = {"sheet": game.default_sheet, "paper": paper, "ink": "full", "language": code}
        yield Query.model_validate({**roll, **looks, "id": game_id, "seed": ""})


def _write_service_worker(draft: Path) -> None:
    """Put the digest of all files in front of the service worker, and their names."""
    files = sorted(path for path in draft.rglob("*") if path.is_file())
    names = [path.relative_to(draft).as_posix() for path in files]
    digest = hashlib.sha256()
    for name, path in zip(names, files, strict=True):
        digest.update(f"{name}\n".encode() + path.read_bytes())
    kept = [name for name in names if not name.startswith(_NOT_KEPT)]
    head = f"const VERSION={json.dumps(digest.hexdigest()[:16])},FILES={json.dumps(kept)};\n"
    path = draft / "service_worker.js"
    path.write_text(head + path.read_text(encoding="utf-8"), encoding="utf-8")
