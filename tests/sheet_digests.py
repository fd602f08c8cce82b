"""Digests of every sheet of every game: the net for changes that must not change a sheet.

    python tests/sheet_digests.py write digests.json     # before
    python tests/sheet_digests.py compare digests.json   # after; exit code 1 if a sheet differs

Each sheet is printed from fixed seeds on every paper, in every ink and language, on two processes
in about two minutes. The file maps the command of a sheet to the SHA-256 of its PDF.
"""

import hashlib
import json
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from typer.testing import CliRunner

PAPERS = ("a4", "letter", "a3", "a4-letter-safe")
INKS = ("full", "low", "grey")
LANGUAGES = ("en", "fr", "nl", "de")
ALL_SETS = "--set base --set advanced --set expert"
SHEETS = (
    "boards --no-playtest --seed net",
    f"boards --no-playtest --seed net-2 {ALL_SETS} --size huge",
    f"boards --no-playtest --seed net-3 {ALL_SETS} --size big --players 3",
    "boards --no-playtest --seed net-4 --size small --players 2 --no-rules",
    f"boards --no-playtest --seed net-5 {ALL_SETS} --players 2 --no-rules",
    "inventories --no-playtest --seed net",
    f"inventories --no-playtest --seed net-2 {ALL_SETS} --players 3",
    "legends",
    "rules magnetmen",
    "rules magnetmen --set base",
    "metals --sheet map",
    "metals --no-playtest --sheet map --set wilds --seed net --factions",
    "metals --sheet tokens",
    "metals --sheet cards",
    "metals --sheet rules",
    "quads --sheet cards",
    "quads --sheet reference",
    "quads --sheet board",
    "quads --sheet pieces",
    "quads --sheet reference --set apart",
    "quads --sheet board --set small --seed net",
    "quads --sheet pieces --set small --seed net",
    "discs --sheet cards --seed net",
    "discs --sheet reference --seed net",
    "discs --sheet discs --seed net",
    "discs --sheet discs --seed net --set pocket",
    "discs --sheet dice --seed net",
    "discs --sheet box --seed net",
    "metals --sheet box",
    "metals --sheet tokens --backs gutterfold",
    "metals --sheet tokens --marks silhouette --gap 1.25",
    "quads --sheet cards --backs none",
)


def commands() -> Iterator[str]:
    for sheet, paper, ink, language in product(SHEETS, PAPERS, INKS, LANGUAGES):
        yield f"{sheet} --paper {paper} --ink {ink} --language {language}"


def digest(command: str) -> str:
    """The SHA-256 of what a command prints, or what it says when it prints nothing."""
    from generator.cli.app import app

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.pdf"
        words = [*command.split(), "--output", str(path), "--printer", "none"]
        result = CliRunner().invoke(app, words, prog_name="board-generator")
        if result.exit_code:
            return f"exit code {result.exit_code}: {result.stderr.strip()}"
        return hashlib.sha256(path.read_bytes()).hexdigest()


def digests() -> dict[str, str]:
    every = list(commands())
    with ProcessPoolExecutor() as pool:
        return dict(zip(every, pool.map(digest, every, chunksize=16), strict=True))


def main(action: str, file: str) -> int:
    now = digests()
    if action == "write":
        Path(file).write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        print(f"{len(now)} sheets")
        return 0
    before = json.loads(Path(file).read_text(encoding="utf-8"))
    differences = [name for name in before.keys() | now.keys() if before.get(name) != now.get(name)]
    print("\n".join(sorted(differences)))
    print(f"{len(differences)} of {len(now)} sheets differ")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
