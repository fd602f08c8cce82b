"""The page as static files, which any web host serves.

Input: a folder, the bundle of the page (made by frontend/build.mjs), how many boards of each case
shall have been played. Output: the folder. A run that fails leaves it as it was.

Beside the bundle there are: generator.zip and pdfium.zip (archive.py); the catalogue of each
language; ready-made sheets, which are shown while the generator is being loaded; a service worker,
whose content changes with any file.
"""

import hashlib
import json
import shutil
from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from generator import games
from generator.core.errors import GeneratorError, OutputFolderError
from generator.core.progress import Progress
from generator.core.seeds import derived_seed
from generator.games import vetted
from generator.games.base import AnyGame, Playtest, is_random
from generator.games.vetted import Case, Table, Vetted
from generator.languages import languages
from generator.layout.fonts import font_file
from generator.web import archive, backend
from generator.web.catalogue import catalogue

BUNDLE = Path(__file__).parent / "bundle"
MARKER = "generator.json"  # a folder that has it is a site, and may be replaced
_NOT_KEPT = ("ready/", "pdfium.zip", "service_worker.js")  # for offline, unless they are used
_READY_PAPERS = ("a4", "letter")  # the page opens with one of them, by the visitor's country
_READY_GAMES = 3  # ready-made sheets of each game in each language, where seeds make a difference


class Site(NamedTuple):
    """What was made: its folder, the bytes of all files, and those a visitor loads for a first
    sheet of their own."""

    folder: Path
    bytes_of_all: int
    bytes_to_start: int


class BundleMissing(GeneratorError):
    """The page's own files have not been built."""


def check(folder: Path) -> None:
    """Whether a site can be made there. Raises BundleMissing, OutputFolderError."""
    if not (BUNDLE / "index.html").is_file() or not (_wheels() and _pdfium_wheel().is_file()):
        raise BundleMissing(
            "the page has not been built here: `make site` does that, and needs npm (Node.js 20 or "
            "newer); an installed wheel brings it"
        )
    is_free = not folder.exists() or (folder.is_dir() and not any(folder.iterdir()))
    if not (is_free or (folder / MARKER).is_file()):
        raise OutputFolderError(f"{folder}: expected an empty folder, or a site to replace")


def build(folder: Path, progress: Progress, boards: int = 0) -> Site:
    """Make the site. `boards` is how many boards of each case are played now where fewer are vetted
    (those played before are in the cache). Raises BundleMissing, OutputFolderError, OSError."""
    check(folder)
    tables = dict(_played_tables(boards, progress))
    draft = folder.with_name(f".{folder.name}.new")
    shutil.rmtree(draft, ignore_errors=True)
    shutil.copytree(BUNDLE, draft, ignore=shutil.ignore_patterns("wheels", "studio*", ".ready"))
    (draft / "generator.zip").write_bytes(archive.archive(_wheels(), tables.items()))
    (draft / "pdfium.zip").write_bytes(archive.pdfium(_pdfium_wheel()))
    shutil.copyfile(font_file("title"), draft / "titan-one.ttf")
    _write_catalogues(draft)
    _write_ready_sheets(draft, progress)
    to_start = _bytes(draft, "generator.zip", "pyodide")
    (draft / MARKER).write_text(json.dumps({"bytes": to_start}))
    _write_service_worker(draft)
    _replace(folder, draft)
    page = _bytes(folder, "index.html", "page.css", *(path.name for path in folder.glob("*.js")))
    return Site(folder, _bytes(folder, "."), to_start + page)


def _wheels() -> list[Path]:
    """The wheels of compiled packages that every sheet needs."""
    return sorted({*(BUNDLE / "wheels").glob("*.whl")} - {_pdfium_wheel()})


def _pdfium_wheel() -> Path:
    """The wheel of PDFium; a name that no file has if it is missing."""
    return next((BUNDLE / "wheels").glob("pypdfium2-*.whl"), BUNDLE / "wheels" / "pypdfium2")


def _bytes(folder: Path, *names: str) -> int:
    """The size of some files, and of all files in some folders."""
    paths = [folder / name for name in names]
    files = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])]
    return sum(file.stat().st_size for file in files if file.is_file())


def _played_tables(boards: int, progress: Progress) -> Iterator[tuple[str, bytes]]:
    """Tables of vetted games, by their names in the archive, with games that were played now where
    the package has fewer."""
    cases = list(_cases()) if boards else []
    progress.phase("playing", boards * len(cases))
    for case in cases:
        game = games.game(case.game)
        definition = game.load(case.sets, ())
        assert game.playtest and game.playtest.vetting, "only such games have cases"
        basis = game.playtest.vetting.basis(definition, case.size, case.players)
        known = vetted.games_of(case, basis)[:boards]
        progress.step(len(known))
        if len(known) < boards:
            played = _played(case, game.playtest, definition, range(len(known), boards), progress)
            content = vetted.content(basis, Table((*known, *played)))
            yield archive.data_name(case.path), content


def _played(
    case: Case,
    playtest: Playtest[Any, Any],
    definition: Any,
    numbers: Iterable[int],
    progress: Progress,
) -> Iterator[Vetted]:
    """Games of a case that are played now. Any: the game's own types."""
    assert playtest.vetting
    for number in numbers:
        seed = derived_seed(str(case), f"site {number}")
        rolled = playtest.play(definition, case.size, case.players, seed, (), search="quick")
        progress.step()
        yield Vetted(rolled.game_id.seed, playtest.vetting.result_data(rolled))


def _cases() -> Iterator[Case]:
    """All cases that the page offers of games that programs play."""
    for name in games.names():
        game = games.game(name)
        if not (game.playtest and game.playtest.vetting):
            continue
        for sets in _choices_of_sets(name):
            definition = game.load(sets, ())
            if is_random(game, definition):
                for size, players in game.combinations(definition):
                    yield Case(name, size, sets, players)


def _choices_of_sets(name: str) -> Iterator[tuple[str, ...]]:
    game = games.game(name)
    counts = (1,) if game.single_set else range(1, len(game.catalogue.shipped) + 1)
    for count in counts:
        yield from combinations(game.catalogue.shipped, count)


def _write_catalogues(draft: Path) -> None:
    (draft / "catalogue").mkdir()
    for code in languages():
        path = draft / "catalogue" / f"{code}.json"
        path.write_text(json.dumps(catalogue(code), ensure_ascii=False), encoding="utf-8")


def _write_ready_sheets(draft: Path, progress: Progress) -> None:
    """The sheets of the usual choices in each language, and the list of them."""
    (draft / "ready").mkdir()
    looks = list(product(languages(), _READY_PAPERS))
    queries = [query for code, paper in looks for query in _usual_queries(code, paper)]
    progress.phase("drawing", len(queries))
    entries: list[dict[str, Any]] = []
    for number, query in enumerate(queries):
        sheet = backend.print_sheet(query)
        file = f"ready/{number}.pdf"
        (draft / file).write_bytes(sheet.content)
        entries.append({**sheet.facts, "query": query, "file": file})
        progress.step()
    (draft / "ready" / "index.json").write_text(json.dumps(entries), encoding="utf-8")


def _usual_queries(code: str, paper: str) -> Iterator[Mapping[str, Any]]:
    """What the page shows of each game before anything is chosen."""
    for name in games.names():
        game = games.game(name)
        query = {
            "game": name, "sheet": "" if game.is_bundle else next(iter(game.rolled_sheets)),
            "sets": list(game.default_sets), "size": game.default_size,
            "players": game.default_players, "id": "", "seed": "", "paper": paper, "ink": "full",
            "language": code, "rules": True,
        }  # fmt: skip
        yield from ({**query, "id": game_id} for game_id in _ready_ids(game))


def _ready_ids(game: AnyGame) -> Iterator[str]:
    """The IDs of a game's ready-made sheets: vetted ones where there are any."""
    definition, size, players = (
        game.load(game.default_sets, ()), game.default_size, game.default_players,
    )  # fmt: skip
    seeds = [f"ready-{number}" for number in range(1, _READY_GAMES + 1)]
    if game.playtest and game.playtest.vetting:
        basis = game.playtest.vetting.basis(definition, size, players)
        case = Case(game.name, size, game.default_sets, players)
        seeds = [each.seed for each in vetted.games_of(case, basis)[:_READY_GAMES]] or seeds
    rolls = (game.roll(definition, size, players, seed).game_id for seed in seeds)
    yield from dict.fromkeys(map(str, rolls))


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


def _replace(folder: Path, draft: Path) -> None:
    """Put the draft in the place of the folder."""
    old = folder.with_name(f".{folder.name}.old")
    shutil.rmtree(old, ignore_errors=True)
    if folder.exists():
        folder.rename(old)
    draft.rename(folder)
    shutil.rmtree(old, ignore_errors=True)
