"""Digests of everything the program prints: the net for changes that must not change a page.

    python tests/sheet_digests.py write digests.json     # before
    python tests/sheet_digests.py compare digests.json   # after; exit code 1 if a page differs
    python tests/sheet_digests.py compare digests.json quads   # only commands with this word

Each sheet is printed from fixed seeds on every paper, in every ink and language; then come tiles,
booklets, boxes, cut files, pictures of pieces, tables and a batch. The file maps a command to two
digests: of all that is on pages (contents, resources, boxes) and in other files; and of the files
as they are, with the record that a PDF holds of itself. Takes some minutes of two cores.
"""

import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

import pikepdf
from click.testing import CliRunner

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
    "metals --sheet rules --factions",
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
# In some languages and inks only: what making things adds.
TILED = (
    "boards --no-playtest --seed net --paper a3 --tile a4",
    "boards --no-playtest --seed net --paper a2 --tile letter --overlap 8",
    "metals --sheet map --paper a3 --tile a4",
    "metals --no-playtest --sheet map --set wilds --seed net --paper a2 --tile a4",
    "quads --sheet board --paper a3 --tile a4 --scale 1.4",
    "legends --paper a3 --tile a4",
    "inventories --no-playtest --seed net --paper a3 --tile letter",
)
BOOKLETS = tuple(
    f"rules {game} --booklet --seed net"
    for game in ("magnetmen", "metals", "quads", "discs", "all", "magnetmen --set base")
)
WHOLE_GAMES = (
    "metals --seed net --no-playtest",
    "metals --set wilds --seed net --no-playtest --factions --backs gutterfold",
    "quads --seed net --backs none",
    "quads --set lots --seed net --flip short",
    "discs --seed net --backs gutterfold",
    f"magnetmen --no-playtest --seed net {ALL_SETS}",
    "magnetmen --no-playtest --seed net-2 --count 2 --no-rules",
)
PIECES = (
    *("quads --sheet pieces", "discs --sheet discs --seed net", "metals --sheet tokens"),
    *("discs --sheet dice --seed net", "quads --sheet cards", "metals --sheet box"),
    "discs --sheet discs --seed net --backs gutterfold",
)
MARKS = ("usual", "silhouette", "frame", "lines", "corners")
CUT = tuple(
    f"{sheet} --cut {form} --marks {marks}"
    for sheet, form, marks in product(PIECES, ("svg", "dxf"), MARKS)
)
FOLDERS = (
    *("pieces quads --size poker", "pieces metals", "pieces discs --seed net --ink low"),
    *("table quads", "table discs --seed net", "table metals --no-playtest --seed net"),
    "table magnetmen --no-playtest --seed net",
    "batch magnetmen --count 6 --no-playtest --seed net",
    "batch magnetmen --count 6 --no-playtest --seed net --pdfs both --jobs 1",
    "batch metals --count 3 --no-playtest --set wilds --seed net --contact",
    "batch quads --count 3 --set lots --seed net",
)
SIZES = ("0.7", "1.8")  # thickness of the pieces in boxes
RECORDS = (".csv", ".jsonl")  # of a batch


def commands() -> Iterator[str]:
    for sheet, paper, ink, language in product(SHEETS, PAPERS, INKS, LANGUAGES):
        yield f"{sheet} --paper {paper} --ink {ink} --language {language}"
    for sheet, ink in product((*TILED, *WHOLE_GAMES), ("full", "low")):
        yield f"{sheet} --ink {ink} --language {LANGUAGES[len(sheet) % len(LANGUAGES)]}"
    for sheet, paper, language in product(BOOKLETS, ("a4", "letter", "a3"), LANGUAGES):
        yield f"{sheet} --paper {paper} --language {language}"
    for game, thickness in product(("metals", "quads", "discs"), SIZES):
        yield f"{game} --sheet box --seed net --thickness {thickness}"
    yield from (*CUT, *FOLDERS)


def digests(command: str) -> tuple[str, str]:
    """The digests of what a command prints, or what it says when it prints nothing."""
    from generator.cli.app import app

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words = command.split()
        into_folder = words[0] in ("pieces", "table", "batch") or "--cut" in words
        output = folder if into_folder else folder / "sheet.pdf"
        if words[0] not in ("pieces", "table"):
            words += ["--printer", "none"]
        words += ["--output", str(output)]
        result = CliRunner().invoke(app, words, prog_name="board-generator")
        if result.exit_code:
            said = f"exit code {result.exit_code}: {result.stderr.strip()}".replace(name, "")
            return said, said
        pages, whole = hashlib.sha256(), hashlib.sha256()
        for path in sorted(path for path in folder.rglob("*") if path.is_file()):
            title = str(path.relative_to(folder)).encode()
            content = path.read_bytes().replace(name.encode(), b"")
            whole.update(title + hashlib.sha256(content).digest())
            if path.suffix not in RECORDS:
                content = _pages(content) if path.suffix == ".pdf" else content
                pages.update(title + hashlib.sha256(content).digest())
        return pages.hexdigest(), whole.hexdigest()


def _pages(content: bytes) -> bytes:
    """All that the pages of a PDF show: their boxes, contents and resources."""
    with pikepdf.open(io.BytesIO(content)) as pdf:
        known: dict[tuple[int, int], bytes] = {}
        return b"".join(_digest(page.obj, known) for page in pdf.pages)


def _digest(value: object, known: dict[tuple[int, int], bytes]) -> bytes:
    """A digest of a value of a PDF with all that it refers to, whatever its numbers are."""
    if not isinstance(value, pikepdf.Object):
        return hashlib.sha256(repr(value).encode()).digest()
    if value.is_indirect and value.objgen in known:
        return known[value.objgen]
    parts = []
    if isinstance(value, pikepdf.Stream):
        parts.append(hashlib.sha256(value.read_bytes()).digest())
    if isinstance(value, pikepdf.Dictionary | pikepdf.Stream):
        left_out = ("/Parent", "/Length", "/Filter", "/StructParents")
        for key in sorted(set(value.keys()).difference(left_out)):
            parts.append(key.encode() + _digest(value[key], known))
    elif isinstance(value, pikepdf.Array):
        parts += [_digest(each, known) for each in value]
    else:
        parts.append(value.unparse())
    result = hashlib.sha256(b" ".join(parts)).digest()
    if value.is_indirect:
        known[value.objgen] = result
    return result


def main(action: str, file: str, word: str = "") -> int:
    every = [command for command in dict.fromkeys(commands()) if word in command]
    with ProcessPoolExecutor() as pool:
        now = dict(zip(every, map(list, pool.map(digests, every, chunksize=8)), strict=True))
    if action == "write":
        Path(file).write_text(json.dumps(now, indent=0) + "\n", encoding="utf-8")
        print(f"{len(now)} commands, {sum(pages[:4] == 'exit' for pages, _ in now.values())} fail")
        return 0
    before = json.loads(Path(file).read_text(encoding="utf-8"))
    both = [name for name in now if name in before]
    differ = [name for name in both if before[name][0] != now[name][0]]
    records = [name for name in both if name not in differ and before[name][1] != now[name][1]]
    print("\n".join(sorted(differ)))
    print(f"pages differ: {len(differ)} of {len(both)}; only records differ: {len(records)}")
    if not word:
        print(f"new: {len(now) - len(both)}; gone: {len(before) - len(both)}")
    return bool(differ)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
